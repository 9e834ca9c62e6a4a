"""Equity: known results, methods that must agree, sums, samples, the table, the verb."""

import pickle
import random
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from facevalue import Card, CardError, RangeError, RuleError, _core, parse_cards
from facevalue.cli.main import main
from facevalue.poker import (
    STARTING_HANDS,
    Equity,
    Range,
    Share,
    equity,
    equity_matrix,
    evaluate,
    hand_index,
    matchup,
    parse_range,
    range_equities,
)
from facevalue.poker.equities import preflop
from facevalue.poker.equities.preflop import number_of
from facevalue.poker.hands.masks import mask_of
from facevalue.poker.ranges.starting_hands import hands_of
from tests.oracles.rows import vectors


def all_but_four(*hands):
    """Dead cards after which the deck has one card too few for a board."""
    held = parse_cards("".join(hands))
    return [card for card in map(Card, range(52)) if card not in held][4:]


@pytest.mark.parametrize(
    ("win", "tie", "lose", "players", "board"),
    [
        (787_966, 6_732, 917_606, ("AhKh", "QsQd"), ""),
        (280, 0, 710, ("AhKh", "QsQd"), "2h7d9c"),
        (1_410_336, 9_308, 292_660, ("AsAc", "KsKc"), ""),
        (1_388_072, 6_538, 317_694, ("AsAh", "KdKc"), ""),
        (1_389_004_215, 34_610_976, 673_957_209, ("AhKh", "random"), ""),
    ],
)
def test_the_known_counts_are_found(win, tie, lose, players, board):
    answer = equity(*players, board=board)
    hero, villain = answer.players
    assert (win, tie, lose) == (hero.win, hero.tie, hero.lose)
    assert (lose, tie, win) == (villain.win, villain.tie, villain.lose)
    assert answer.exact
    assert win + tie + lose == answer.deals


def test_the_known_equities_are_found():
    ranges = equity("AhKh", "QQ+,AKs,AQs,JTs", board="2h7d9c")
    assert 0.404843893480 == pytest.approx(float(ranges.players[0].equity), abs=5e-13)
    omaha = equity("AsKsQhJh", "9c9d8c7d", board="Ts9h2c", game="omaha")
    assert 0.395121951 == pytest.approx(float(omaha.players[0].equity), abs=5e-10)
    assert omaha.deals == 820


def obvious(hands, board, dead="", game="holdem"):
    """The equities by dealing every board and evaluating every hand on it."""
    used = mask_of(board) | mask_of(dead) | sum(map(mask_of, hands))
    left = [card for card in map(Card, range(52)) if not mask_of([card]) & used]
    shared = parse_cards(board)
    pots, deals = [Fraction(0)] * len(hands), 0
    for rest in combinations(left, 5 - len(shared)):
        full = "".join(map(str, [*shared, *rest]))
        deals += 1
        strengths = [evaluate(hand, game, board=full) for hand in hands]
        lows = [strength.low for strength in strengths]
        halves = [strengths, [low for low in lows if low]]
        for half in filter(None, halves):
            best = max(half)
            winners = [p for p, each in enumerate(strengths) if best in (each, each.low)]
            for player in winners:
                pots[player] += Fraction(1, len(winners) * (2 if halves[1] else 1))
    return [pot / deals for pot in pots]


@pytest.mark.parametrize(("hands", "board", "dead", "game"), vectors("players", "equities"))
def test_equities_agree_with_dealing_every_board(hands, board, dead, game):
    answer = equity(*hands, board=board, dead=dead, game=game)
    assert answer.exact
    assert obvious(hands, board, dead, game) == [share.equity for share in answer.players]


def random_hands(rng, count):
    cards = rng.sample(range(52), 2 * count)
    return [f"{Card(a)}{Card(b)}" for a, b in zip(cards[::2], cards[1::2], strict=True)]


def test_the_table_the_rank_patterns_and_the_walk_agree():
    rng = random.Random(54)
    wins, ties = preflop.counts()
    for number in range(300):
        hands = random_hands(rng, 2)
        hero, villain = map(hand_index, hands)
        masks = [mask_of(hand) for hand in hands]
        expected = (*_core.matchup(*masks)[:2],)
        assert expected == (wins[hero, villain], ties[hero, villain])
        if number < 10:
            _, sets = _core.walk_hands(masks, 0, 0, 1)
            assert expected == (sets[0b01], sets[0b11])


@pytest.mark.parametrize("board", ["", "2h7d9c", "2h7d9c3s", "2h7d9c3s4d"])
def test_a_range_is_worth_the_weighted_sum_of_its_hands(board):
    hero, villain = Range.parse("QQ, AKs:0.5, 7h7s"), Range.parse("JJ, AQs, KK:1/3, 9d8d:0.25")
    pot = deals = Fraction(0)
    for mine, weight in hero.without(board).combos.items():
        for other, counted in villain.without([*parse_cards(board), *mine]).combos.items():
            share = equity(mine, other, board=board).players[0].equity
            pot, deals = pot + weight * counted * share, deals + weight * counted
    assert pot / deals == equity(hero, villain, board=board).players[0].equity


def test_large_ranges_are_looked_up_like_small_ones():
    ranges = ("QQ+, AKs:0.5", "22+, A2s+, 0.5(KTs+), AJo+")
    parts = [equity(hand, ranges[1]) for hand in ("".join(map(str, c)) for c in Range.parse("QQ"))]
    whole = equity("QQ", ranges[1])
    assert sum(part.players[0].win for part in parts) == whole.players[0].win
    assert equity(*ranges).players[0].equity == 1 - equity(*ranges[::-1]).players[0].equity


@pytest.mark.parametrize("weight", ["0.5", "1/3", "0.123456789012345678"])
def test_before_the_flop_a_range_wins_what_its_hands_win_one_by_one(weight):
    hero, villain = Range.parse(f"99+, {weight}(AKo)"), Range.parse(f"{weight}(A2s+), 55-TT, KQ")
    won = lost = Fraction(0)
    for mine, mine_weighs in hero.combos.items():
        for theirs, theirs_weigh in villain.combos.items():
            if set(mine).isdisjoint(theirs):
                wins, _, losses = preflop.matchup(mine, theirs)
                won += mine_weighs * theirs_weigh * wins
                lost += mine_weighs * theirs_weigh * losses
    found = equity(hero, villain)
    assert len(hero) * len(villain) > 500
    assert won / lost == Fraction(found.players[0].win, found.players[1].win)


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (("AhKh", "QsQd", "7c7d"), {}),
        (("AhKh", "AsKs", "AdKd", "AcKc"), {"board": "QhJhTh"}),
        (("AhKh", "QsQd", "random"), {"board": "2h7d9c3s"}),
        (("AhKh", "QQ:0.5, JJ", "AA, 72o:1/3"), {"board": "2h7d9c3s"}),
        (("As2sQhJh", "Ac2d8c7d", "3s4s5s6s"), {"game": "omaha8"}),
        (("AhKh", "QsQd"), {"samples": 1000}),
        (("As2s3s", "KdQd"), {"samples": 1000, "game": "razz"}),
    ],
)
def test_the_shares_of_all_players_sum_to_one(players, options):
    answer = equity(*players, **options)
    assert sum(share.equity for share in answer.players) == 1
    for share in answer.players:
        assert share.win + share.tie + share.lose == answer.deals


def test_range_equities_equal_the_equity_of_each_hand():
    found = range_equities("AA, 9h8h, 72o", "QQ+, AKs:0.5", board="2h7d9c")
    assert len(found) == 6 + 1 + 9 - 2
    for hand, share in found.items():
        assert share == equity(hand, "QQ+, AKs:0.5", board="2h7d9c").players[0].equity


def test_the_equity_of_a_hand_is_found_by_its_cards_in_any_form():
    found = range_equities("AA, 9h8h, 72o", "QQ+, AKs:0.5", board="2h7d9c")
    (ace, other), share = next(iter(found.items()))
    for hand in ((ace, other), (other, ace), [ace, other], {ace, other}, f"{ace}{other}"):
        assert found[hand] == share


def test_a_notebook_shows_the_pictures_of_range_equities():
    found = range_equities("AA", "KK", board="2h7d9c")
    assert found._repr_svg_() == found.svg
    assert found._repr_html_() == found.html


def test_range_equities_leave_out_hands_without_opponents():
    assert list(range_equities("AsAh, KK", "AsAh")) == list(Range.parse("KK"))


# Sampled


@pytest.mark.parametrize("seed", [0, 1, 54, 2**64 - 1])
@pytest.mark.parametrize(
    ("players", "options"),
    [
        (("AhKh", "QsQd"), {}),
        (("AhKh", "QQ+, AKs:0.5"), {"board": "2h7d9c"}),
        (("AsKsQhJh", "9c9d8c7d"), {"board": "Ts9h2c", "game": "omaha"}),
        (("As2sQhJh", "Ac2d8c7d"), {"game": "omaha8"}),
    ],
)
def test_samples_are_within_five_standard_errors_of_the_exact_answer(seed, players, options):
    exact = equity(*players, **options)
    sampled = equity(*players, **options, samples=20_000, seed=seed)
    for expected, share in zip(exact.players, sampled.players, strict=True):
        assert abs(expected.equity - share.equity) < 5 * share.standard_error
    assert (20_000, "sampled", False) == (sampled.deals, sampled.method, sampled.exact)


def test_the_same_seed_gives_the_same_samples_for_any_number_of_workers():
    one = equity("AhKh", "QsQd", "random", samples=50_000, seed=7)
    assert one == equity("AhKh", "QsQd", "random", samples=50_000, seed=7, workers=3)
    assert one != equity("AhKh", "QsQd", "random", samples=50_000, seed=8)


def test_equity_beyond_the_budget_is_marked_as_sampled():
    answer = equity("AhKh", "random", "random")
    assert "sampled" in str(answer)
    assert "sampled" in repr(answer)
    assert answer.players[0].standard_error > 0
    assert "exact" in str(equity("AhKh", "QsQd"))


@pytest.mark.parametrize(
    ("game", "players"),
    [
        ("shortdeck", ("AhKh", "QsQd")),
        ("stud", ("AhKhQh", "QsQd")),
        ("razz", ("Ah2h3h", "KsQd")),
        ("five-card", ("AhKhQh", "QsQd")),
        ("badugi", ("Ah2s", "QsQd")),
        ("deuce7", ("2h3s4d", "QsQd")),
    ],
)
def test_other_games_are_sampled(game, players):
    answer = equity(*players, game=game, samples=2000)
    assert ("sampled", 2000) == (answer.method, answer.deals)
    assert sum(share.equity for share in answer.players) == 1


# Errors


@pytest.mark.parametrize(
    ("error", "message", "players", "options"),
    [
        (RuleError, "equity needs 2 to 10 players, not 1", ("AhKh",), {}),
        (RuleError, "equity needs 2 to 10 players, not 11", ("random",) * 11, {}),
        (CardError, "'Ah' is both in the hand 'AhKh' and in the hand 'AhQh'", ("AhKh", "AhQh"), {}),
        (CardError, "in the hand 'ah kh' and in", ("ah kh", "AhQh"), {}),
        (
            CardError,
            "'Ac' is both in the only possible hand of 'AA' and in the only possible hand of 'AA'",
            ("AA", "AA"),
            {"board": "AsAd2h"},
        ),
        (
            CardError,
            "'Ah' is both in the only possible hand of 'AA' and in the hand 'AhKh'",
            ("AA", "AhKh"),
            {"board": "As", "dead": "Ad"},
        ),
        (
            CardError,
            "'Ah' is both in the hand 'AhKh' and among the dead",
            ("AhKh", "QQ"),
            {"dead": "Ah"},
        ),
        (CardError, "no hand of 'AA' is possible", ("AA", "QQ"), {"board": "AsAdAh"}),
        (CardError, "no hand of '22' is possible", ("22", "QQ"), {"game": "shortdeck"}),
        (CardError, "without '2s'", ("AA", "QQ"), {"game": "shortdeck", "board": "2s3s4s"}),
        (CardError, "'AhKh' and on the board", ("AhKh", "QQ"), {"board": "Ah2c3d"}),
        (
            CardError,
            "'2c' is both on the board and among the dead cards",
            ("AhKh", "QQ"),
            {"board": "2c3d4d", "dead": "2c"},
        ),
        (
            CardError,
            "the board of holdem has up to 5 cards, not 6",
            ("AhKh", "QQ"),
            {"board": "2c3c4c5c6c7c"},
        ),
        (CardError, "no hand of 'AA' is possible", ("AA", "QQ"), {"dead": "As Ah Ad"}),
        (CardError, "dealt together", ("AA", "AsKs", "AhKh"), {"dead": "Ad"}),
        (CardError, "dealt together", ("AA", "AsKs", "AhKh"), {"dead": "Ad", "samples": 9}),
        (
            CardError,
            "dealt together",
            ("As", "Ks", *(f"{rank}c" for rank in "234567TJ")),
            {"game": "stud"},
        ),
        (CardError, "dealt together", ("AhKh", "QsQd"), {"dead": all_but_four("AhKh", "QsQd")}),
        (
            CardError,
            "dealt together",
            ("AhKhQhJh", "AsKsQsJs"),
            {"game": "omaha", "dead": all_but_four("AhKhQhJh", "AsKsQsJs")},
        ),
        (CardError, "omaha needs 4 cards", ("AhKh", "QsQdJsJd"), {"game": "omaha"}),
        (CardError, "without '2s'", ("As2s", "QsQd"), {"game": "shortdeck"}),
        (RangeError, "expected a hand", ("AhKh", "AA,foo"), {}),
        (CardError, "'Ah' is repeated", ("AhAh", "QQ"), {}),
        (RuleError, "unknown game 'chess'", ("AhKh", "QQ"), {"game": "chess"}),
        (
            RuleError,
            "omaha has no ranges of two cards",
            (Range.parse("AA"), "QsQdJsJd"),
            {"game": "omaha"},
        ),
        (RuleError, "samples must be", ("AhKh", "QQ"), {"samples": 0}),
        (RuleError, "seed must be", ("AhKh", "QQ"), {"seed": -1}),
        (RuleError, "workers must be", ("AhKh", "QQ"), {"workers": 0}),
    ],
)
def test_impossible_deals_are_refused(error, message, players, options):
    with pytest.raises(error, match=message):
        equity(*players, **options)


def test_a_hand_is_compared_with_a_range_like_a_range():
    assert range_equities("AhKh", "QQ") == range_equities(["Ah", "Kh"], "QQ")
    with pytest.raises(CardError, match="expected one card, a rank and a suit: 'AhKh'"):
        range_equities(["AhKh"], "QQ")


# The table


@pytest.mark.slow
def test_the_matrix_has_all_hands_against_all_others():
    shares = equity_matrix()
    assert shares.shape == (1326, 1326)
    ace_king, queens = hand_index("AhKh"), hand_index("QsQd")
    assert 0.462144572459 == pytest.approx(shares[ace_king, queens], abs=5e-13)
    assert np.isnan(shares[ace_king, hand_index("AhQd")])
    met = ~np.isnan(shares)
    assert met.sum() == 1326 * 1225
    assert (shares + shares.T)[met] == pytest.approx(1)


def test_a_match_up_looked_up_is_the_one_that_is_walked():
    source = random.Random(47)
    for _ in range(200):
        ids = source.sample(range(52), 4)
        hero, villain = ([Card(each) for each in pair] for pair in (ids[:2], ids[2:]))
        share = equity(hero, villain).players[0]
        assert (share.win, share.tie, share.lose) == matchup(hero, villain)
        assert (share.lose, share.tie, share.win) == matchup(villain, hero)


@pytest.mark.parametrize(
    ("hero", "villain", "message"),
    [
        ("AhKh", "AhQd", "'Ah' is both in the hand 'AhKh' and in the hand 'AhQd'"),
        ("AhKhQh", "2c2d", "a hand must have 2 cards, not 3"),
        (["Ah"], "2c2d", "a hand must have 2 cards"),
        ("AhKx", "2c2d", "expected"),
    ],
)
def test_a_match_up_is_of_two_hands(hero, villain, message):
    with pytest.raises(CardError, match=message):
        matchup(hero, villain)


def test_the_starting_hands_are_in_the_order_of_the_table():
    wins, ties = preflop.counts()
    points = np.maximum(2 * wins.astype(np.int64) + ties, 0).sum(axis=1)
    # The known counts of AhKh against all others.
    assert 2 * 1_389_004_215 + 34_610_976 == points[hand_index("AhKh")]
    best = {name: points[number_of(hands_of(name)[0])] for name in STARTING_HANDS}
    assert tuple(sorted(best, key=best.get, reverse=True)) == STARTING_HANDS


# The verb


def test_equity_agrees_with_the_library(capfd):
    assert main(["equity", "AhKh", "QsQd", "--board", "2h7d9c"]) == 0
    assert (f"{equity('AhKh', 'QsQd', board='2h7d9c')}\n", "") == capfd.readouterr()


def test_shares_that_make_no_sense_are_refused():
    whole = Share(win=1, tie=0, lose=0, equity=Fraction(1))
    for wrong in (Fraction(-1, 9), Fraction(10, 9)):
        with pytest.raises(RuleError, match="equity must be a fraction from 0 to 1, not"):
            whole.replace(equity=wrong)
    assert 0 == whole.replace(equity=Fraction(0)).equity
    one = {"game": "holdem", "deals": 1, "method": "exact"}
    assert (whole,) == Equity(hands=("AA",), players=(whole,), **one).players
    with pytest.raises(RuleError, match="one hand for each player"):
        Equity(hands=("AA", "KK"), players=(whole,), **one)
    with pytest.raises(RuleError, match="deals must be a whole number"):
        Equity(hands=("AA",), players=(whole,), **(one | {"deals": 0}))


@pytest.mark.parametrize(
    ("error", "message", "ask"),
    [
        (RuleError, "needs hold'em or short deck", lambda: range_equities("AA", "K", game="razz")),
        (RuleError, "stud has no ranges", lambda: parse_range("AA", "stud")),
        (
            RuleError,
            "ranges of omaha do not support dead",
            lambda: parse_range("AA**", "omaha", dead="As"),
        ),
        (RangeError, "with fewer digits", lambda: parse_range("AA:0.123456789012345678%")),
    ],
)
def test_unsupported_calls_of_a_game_are_refused(error, message, ask):
    with pytest.raises(error, match=message):
        ask()


def test_the_shares_of_the_players_are_the_items_of_an_equity():
    answer = equity("AhKh", "QsQd", "2c2d", board="3h4h5s")
    assert answer.players == tuple(answer) == (answer[0], answer[1], answer[-1])
    assert len(answer) == 3
    with pytest.raises(IndexError):
        answer[3]


def test_an_equity_of_ranges_is_equal_to_one_with_their_strings():
    ranges = "10%", "QQ+, AKs"
    found = equity(*ranges)
    written = Equity(**{name: getattr(found, name) for name in Equity.FIELDS})
    assert written.hands == found.hands == tuple(str(Range.parse(each)) for each in ranges)
    assert (written, hash(written), str(written)) == (found, hash(found), str(found))
    assert pickle.loads(pickle.dumps(found)) == found.replace() == written
    assert found != found.replace(hands=("AA", "KK"))
