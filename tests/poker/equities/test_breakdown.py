"""Breakdowns of ranges, compared with categories; equity by card, canonical and starting hands."""

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations, product

import pytest

from facevalue import Card, CardError, RangeError, RuleError, poker
from facevalue.cards import RANKS, SUITS, parse_cards
from facevalue.poker import breakdown, by_next_card, canonical, starting_hand
from tests.oracles import breakdown as short
from tests.oracles.rows import vectors

DECK = [Card(each) for each in range(52)]


def only(hand, board):
    """The made hand and the draw of one hand."""
    found = breakdown(hand, board)
    return tuple(
        next((name for name, part in parts.items() if part), None)
        for parts in (found.made, found.draws)
    )


@pytest.mark.parametrize(("hand", "board", "made", "draw"), vectors("players", "names of hands"))
def test_hands_are_named_as_players_name_them(hand, board, made, draw):
    assert (made, draw) == only(hand, board)


@pytest.mark.parametrize("seeds", [3, pytest.param(40, marks=pytest.mark.exhaustive)])
def test_made_hands_and_draws_agree_with_categories(seeds):
    for seed in range(seeds):
        rng = random.Random(seed)
        cards = rng.sample(DECK, 52)
        size = 3 + seed % 3
        board, rest = cards[:size], cards[size:]
        made, draws = Counter(), Counter()
        for hand in combinations(rest, 2):
            category = poker.evaluate([*hand, *board]).category
            kind, draw = only("".join(map(str, hand)), board)
            plays_board = size == 5 and poker.evaluate([*hand, *board]) == poker.evaluate(board)
            if category in poker.MADE_HANDS and category != "Two Pair":
                has_four = category == "Four of a Kind" and len({c.rank for c in board[:4]}) == 1
                assert kind == ("Nothing" if plays_board else category) or has_four
            elif category == "High Card":
                assert kind in {"Ace High", "Nothing"}
            made[kind] += 1
            draws[draw] += 1
            if size < 5 and rng.random() < 0.1:
                assert draw == draw_by_dealing(hand, board, rest, category)
        found = breakdown("random", board)
        assert {name: part * found.combos for name, part in found.made.items() if part} == made
        assert sum(found.made.values()) == 1


@pytest.mark.parametrize("count", [300, pytest.param(30_000, marks=pytest.mark.exhaustive)])
def test_hands_have_the_names_of_the_short_version(count):
    rng = random.Random(8)
    for _ in range(count):
        # Half of the boards have few ranks, so that hands have pairs and more.
        cards = rng.sample(range(52) if rng.random() < 0.5 else range(24, 40), 7)
        hand, board = cards[:2], cards[2 : 2 + rng.randint(3, 5)]
        draw = short.draw(hand, board) if len(board) < 5 else None
        names = "".join(str(Card(card)) for card in hand)
        assert only(names, board) == (short.made_hand(hand, board), draw)


def straight_top(cards):
    """The highest rank of a straight, 3 to 12; -1 without one."""
    ranks = {RANKS.index(card.rank) for card in cards}
    ranks |= {-1} if 12 in ranks else set()
    return max((top for top in range(3, 13) if ranks >= set(range(top - 4, top + 1))), default=-1)


def draw_by_dealing(hand, board, rest, category):
    """The draw of a hand, found by dealing each next card."""
    next_cards = [card for card in rest if card not in hand]
    better = {"Straight Flush", "Four of a Kind", "Full House", "Flush"}
    flush = category not in better and any(
        max(Counter(card.suit for card in [*hand, *board, extra]).values()) >= 5
        and any(
            own.suit == extra.suit
            for own in hand
            if Counter(card.suit for card in [*hand, *board, extra])[extra.suit] >= 5
        )
        for extra in next_cards
    )
    before = straight_top([*hand, *board])
    ranks = {
        extra.rank
        for extra in DECK
        if straight_top([*hand, *board, extra]) > max(before, straight_top([*board, extra]))
    }
    straight = category not in better | {"Straight"} and bool(ranks)
    if flush:
        return "Flush and Straight Draw" if straight else "Flush Draw"
    if straight:
        return "Open-Ended Straight Draw" if len(ranks) > 1 else "Gutshot"
    return "No Draw"


def test_weights_and_dead_cards_count():
    found = breakdown("AA:0.5, KK", "Ac7d9h", dead="Ks Kd")
    # Three pairs of aces at half weight, and one of kings.
    assert (4, Fraction(3, 5), Fraction(2, 5)) == (
        found.combos,
        found.made["Set"],
        found.made["Middle Pair"],
    )
    assert str(breakdown("AA", "AhKd2c")).splitlines()[:2] == [
        "3 hands",
        "Set                        100.00%  ########################################",
    ]


@pytest.mark.parametrize(
    ("kind", "message", "call"),
    [
        (CardError, "3 to 5 cards, not 2", lambda: breakdown("AA", "2c3c")),
        (CardError, "no hand of the range", lambda: breakdown("AhAd", "Ah3c4c")),
        (RangeError, "what", lambda: breakdown("what", "Ah3c4c")),
        (CardError, "no card comes next", lambda: by_next_card("AA", "KK", board="2c3c4c5c6c")),
        (RuleError, "stud has no board", lambda: by_next_card("AA", "KK", board="", game="stud")),
        (CardError, "'Ah' is both", lambda: canonical("AhKh", "Ah2c3c")),
        (CardError, "up to 5 cards, not 6", lambda: canonical("AhKh", "2c3c4c5c6c7c")),
        (CardError, "has 2 cards, not 3", lambda: starting_hand("AhKhQh")),
    ],
)
def test_inputs_without_an_answer_are_refused(kind, message, call):
    with pytest.raises(kind, match=message):
        call()


@pytest.mark.parametrize(
    ("players", "board", "game"),
    [
        (("AhKh", "QsQd"), "Qh7h2c", "holdem"),
        (("AhKh", "QQ+, 77:0.5"), "Qh7h2c5d", "holdem"),
        (("AhKh vs QsQd vs 2s2d",), "Qh7h2c", "holdem"),
        (("AsKsQhJh", "9c9d8c7d"), "Ts9h2c", "omaha8"),
        (("AhAd", "AsAc"), "KhQhJh", "shortdeck"),
    ],
)
def test_the_next_cards_together_are_the_equity_now(players, board, game):
    now = poker.equity(*players, board=board, game=game)
    found = by_next_card(*players, board=board, game=game)
    missing = 5 - len(parse_cards(board))
    for place, share in enumerate(now):
        parts = [each[place] for each in found.values()]
        deals = [each.deals for each in found.values()]
        assert sum(part.win for part in parts) == share.win * missing
        total = sum(part.equity * count for part, count in zip(parts, deals, strict=True))
        assert total / sum(deals) == share.equity
    assert list(found) == sorted(found, reverse=True)
    assert not set(found) & set(parse_cards(board))


@pytest.mark.slow
def test_there_are_as_many_flops_as_published():
    flops = {canonical("", flop)[1] for flop in combinations(range(52), 3)}
    assert 1755 == len(flops)
    assert 169 == len({canonical(hand) for hand in combinations(range(52), 2)})
    assert flops == {canonical("", flop)[1] for flop in flops}


@pytest.mark.exhaustive
def test_there_are_as_many_hands_with_flops_as_published():
    found = set()
    for hand in {canonical(hand)[0] for hand in combinations(range(52), 2)}:
        cards = parse_cards(hand)
        rest = [card for card in DECK if card not in cards]
        found |= {canonical(cards, flop) for flop in combinations(rest, 3)}
    assert 1_286_792 == len(found)


@pytest.mark.parametrize("count", [200, pytest.param(25_000, marks=pytest.mark.exhaustive)])
def test_renaming_suits_changes_nothing_and_the_result_is_a_renaming(count):
    rng = random.Random(7)
    for _ in range(count):
        cards = rng.sample(DECK, rng.randint(2, 7))
        hand, board = cards[:2], cards[2:]
        names = dict(zip(SUITS, rng.sample(SUITS, 4), strict=True))
        other = [Card(card.rank + names[card.suit]) for card in cards]
        found = canonical(hand, board)
        assert found == canonical(other[1::-1], [*sorted(other[2:5]), *other[5:]])
        assert sorted(card.rank for card in parse_cards("".join(found))) == sorted(
            card.rank for card in cards
        )
        assert found == canonical(*found)


def test_hands_of_different_suits_stay_different():
    suits = product("hs", "hd")
    hands = {canonical(["Ah", "K" + one], ["Qh", "7" + other, "2c"]) for one, other in suits}
    assert len(hands) == 4


def test_a_starting_hand_has_the_published_equity():
    found = starting_hand("AhKh")
    assert (1_389_004_215, 34_610_976, 673_957_209) == (
        found.share.win,
        found.share.tie,
        found.share.lose,
    )
    assert str(found).splitlines()[0] == "AKs, number 8 of 169 starting hands"
    ranges = [poker.Range.parse(name) for name in poker.STARTING_HANDS[:5]]
    places = [starting_hand(next(iter(hands.combos))) for hands in ranges]
    assert [1, 2, 3, 4, 5] == [each.place for each in places]
    assert sorted((each.share.equity for each in places), reverse=True) == [
        each.share.equity for each in places
    ]
