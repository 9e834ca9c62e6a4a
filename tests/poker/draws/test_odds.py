"""The chances of a hand, compared with evaluating every way to deal the cards."""

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb as choose

import pytest

from facevalue import Card, CardError, LimitError, RangeError, RuleError, poker
from facevalue.poker import odds

CASES = [(game, size) for game in ("holdem", "shortdeck", "omaha", "omaha8") for size in (3, 4, 5)]
NAMES = tuple(odds("AhKh").final)


def dealt(seed, deck, *sizes):
    cards = random.Random(seed).sample([Card(each) for each in range(52 - deck, 52)], deck)
    return [[cards.pop() for _ in range(size)] for size in sizes] + [cards]


def chances(categories):
    counts = Counter(categories)
    return {name: Fraction(count, counts.total()) for name, count in counts.items()}


def nonzero(found):
    return {name: chance for name, chance in found.items() if chance}


@pytest.mark.parametrize(("game", "size"), CASES)
@pytest.mark.parametrize("seeds", [2, pytest.param(60, marks=pytest.mark.exhaustive)])
def test_the_chances_count_all_boards(game, size, seeds):
    row = poker.GAMES[game]
    for seed in range(seeds):
        hand, board, rest = dealt(f"{game} {size} {seed}", row.deck, row.hole, size)
        found = odds(hand, board, game=game)

        def after(more, hand=hand, board=board, rest=rest):
            return chances(
                poker.evaluate(hand, game, board=[*board, *next_cards]).category
                for next_cards in combinations(rest, more)
            )

        assert found.now == poker.evaluate(hand, game, board=board).category
        assert nonzero(found.final) == after(5 - size)
        assert nonzero(found.next) == (after(1) if size < 5 else {})


@pytest.mark.parametrize(
    "game", ["omaha", "omaha6", "omaha, deck=36, ranking=short", "omaha, hole=3"]
)
@pytest.mark.parametrize("size", [0, 1, 2])
def test_the_chances_count_all_full_boards_of_few_cards_left(game, size):
    row = poker.game_named(game)
    hand, board, rest = dealt(f"{game} {size}", row.deck, row.hole, size)
    left, dead = rest[:10], rest[10:]
    expected = chances(
        poker.evaluate(hand, row, board=[*board, *more]).category
        for more in combinations(left, row.board - size)
    )
    assert nonzero(odds(hand, board, dead=dead, game=row).final) == expected


@pytest.mark.slow
def test_the_chances_before_the_flop_agree_with_all_hands_of_seven():
    # Every pair of hole cards together is every hand of seven cards, 21 times each.
    total = dict.fromkeys(NAMES, Fraction(0))
    for name, combos in starting_hands():
        for category, chance in odds(name).final.items():
            total[category] += chance * combos / 1326
    counts = poker.count_categories(7)
    assert {name: Fraction(count, sum(counts.values())) for name, count in counts.items()} == total


def starting_hands():
    """One hand of each of the 169 classes, and how many it has."""
    ranges = [poker.Range.parse(name) for name in poker.STARTING_HANDS]
    return [("".join(map(str, next(iter(hands.combos)))), len(hands)) for hands in ranges]


def test_stud_is_dealt_to_the_hand():
    hand, _ = dealt("stud", 52, 5)
    found = odds(hand[:5], game="stud")
    rest = [Card(each) for each in range(52) if Card(each) not in hand]
    expected = chances(
        poker.evaluate([*hand, *more], "stud").category for more in combinations(rest, 2)
    )
    assert nonzero(found.final) == expected
    assert found.now == poker.evaluate(hand, "stud").category


def test_known_chances():
    final = odds("AhKh", "Qh7h2c").final
    assert Fraction(378, 1081) == final["Flush"] + final["Straight Flush"]
    assert odds("AhKh", "QhJhTh").final["Straight Flush"] == 1
    # One of the 46 pairs of cards with the last two.
    assert odds("2c2d", "2h 3c 4d").final["Four of a Kind"] == Fraction(46, 1081)


def test_dead_cards_do_not_come():
    assert odds("AhKh", "Qh7h2c", dead="2h 3h 4h 5h 6h 8h 9h Th Jh").final["Flush"] == 0


@pytest.mark.parametrize("size", [3, 4, 5])
def test_ahead_counts_the_hands_that_are_worse_now(size):
    hand, board, rest = dealt(size, 52, 2, size)
    own = poker.evaluate(hand, board=board)
    others = [poker.evaluate(pair, board=board) for pair in combinations(rest, 2)]
    share = odds(hand, board, opponents=1).ahead[0]
    assert (sum(own > each for each in others), others.count(own)) == (share.win, share.tie)
    assert (
        odds(hand, board, opponents="random").ahead.players
        == odds(hand, board, opponents="1").ahead.players
    )
    dead = rest[:3]
    queens = odds(hand, board, opponents=["QQ+, 22"], dead=dead).ahead
    assert queens.exact
    assert queens.players[0] == odds(hand, board, opponents="QQ+, 22", dead=dead).ahead[0]


def test_several_opponents_may_be_sampled():
    many = odds("AhKh", "Qh7h2c", opponents=5, seed=3).ahead
    assert (6, 3, "sampled") == (len(many), many.seed, many.method)


def test_ahead_is_counted_or_sampled_as_an_equity():
    board = "Qh7h2c"
    others = ["random"] * 4
    for options in (
        {"exact": False, "seed": 5},
        {"samples": 3000, "seed": 5, "workers": 2},
        {"limit": 0.0001, "seed": 5},
        {"exact": True, "workers": 2},
    ):
        players = others[:2] if options.get("exact") else others
        game = poker.GAMES["holdem"].replace(board=3)
        there = poker.equity("AhKh", *players, board=board, game=game, **options)
        assert odds("AhKh", board, opponents=len(players), **options).ahead == there


def test_who_is_ahead_of_four_is_counted_only_on_request():
    found = odds("AhKh", "Qh7h2c", opponents=4, seed=1).ahead
    assert (found.method, found.deals) == ("sampled", 1_000_000)
    with pytest.raises(LimitError, match="counting 1,480,047,085,440 deals would take") as refused:
        odds("AhKh", "Qh7h2c", opponents=4, exact=True)
    assert refused.value.allowance == "limit=None"
    with pytest.raises(LimitError, match="100,000,000,000 deals would take"):
        odds("AhKh", "Qh7h2c", opponents=4, samples=10**11)


@pytest.mark.parametrize("options", [{"exact": False}, {"samples": 10}])
def test_nothing_is_sampled_without_opponents(options):
    with pytest.raises(RuleError, match="only who is ahead of opponents can be sampled; add"):
        odds("AhKh", "Qh7h2c", **options)
    assert odds("AhKh", "Qh7h2c", exact=True) == odds("AhKh", "Qh7h2c")


def test_long_odds_report_their_progress():
    reports = []
    odds("As", game="stud, jokers=1, wild=2", progress=lambda *counts: reports.append(counts))
    chances = choose(52, 6)
    assert reports == sorted(reports)
    assert {total for _, total in reports} == {chances}
    assert all(0 < done <= chances for done, _ in reports)
    reports.clear()
    samples = 20_000_000
    odds(
        "AhKh",
        "Qh7h2c",
        opponents=9,
        samples=samples,
        limit=None,
        seed=1,
        progress=lambda *counts: reports.append(counts),
    )
    assert {total for _, total in reports} == {samples}


def test_odds_print_as_a_table():
    lines = str(odds("AhKh", "Qh7h2c", opponents="QQ")).splitlines()
    assert lines[:3] == ["now: High Card", "next:", "  Flush             19.1489%  ########"]
    assert lines[-1] == "ahead now: 0.0000%, tied 0.0000% (exact)"
    assert repr(odds("AhKh", "Qh7h2c")) == "<Odds: AhKh, High Card now, Flush 34.9% in the end>"


@pytest.mark.parametrize("opponents", [0, "0"])
def test_without_opponents_nobody_is_ahead(opponents):
    assert odds("AhKh", "Qh 7h 2c", opponents=opponents) == odds("AhKh", "Qh 7h 2c")


@pytest.mark.parametrize(
    ("kind", "message", "call"),
    [
        (RuleError, "razz have no categories", lambda: odds("AhKh", game="razz")),
        (CardError, "holdem needs 2 cards, not 3", lambda: odds("AhKhQh")),
        (CardError, "'Ah' is both in the hand and on", lambda: odds("AhKh", "Ah2c3c")),
        (CardError, "up to 5 cards, not 6", lambda: odds("AhKh", "2c3c4c5c6c7c")),
        (RuleError, "need a board of 3 cards or more", lambda: odds("AhKh", opponents=1)),
        (RuleError, "need a game with ranges", lambda: odds("AhKh", game="stud", opponents=1)),
        (
            RuleError,
            "opponents must be .* from 0 to 9",
            lambda: odds("AhKh", "2c3c4c", opponents=10),
        ),
        (RangeError, "what", lambda: odds("AhKh", "2c3c4c", opponents="what")),
    ],
)
def test_what_has_no_odds_is_refused(kind, message, call):
    with pytest.raises(kind, match=message):
        call()
