"""Exact and sampled Omaha, compared with the oracle and published figures."""

import random
from fractions import Fraction
from itertools import combinations
from math import comb, sqrt

import numpy as np
import pytest

from facevalue import _core
from tests.oracles import poker as reference

HOLDEM = ("high", None, 2, 5, 0)
HI_LO = ("high", "low-8", 4, 5, 2)
STUD = ("high", None, 7, 0, 0)
SEEDS = range(5)
SAMPLES = 100_000


def mask(text):
    """The cards of a string such as "AhKd", as a mask."""
    cards = reference.cards(" ".join(text[at : at + 2] for at in range(0, len(text), 2)))
    return mask_of(cards)


def mask_of(cards):
    return sum(1 << 13 * reference.SUITS.index(suit) + rank - 2 for rank, suit in cards)


def hand(*texts, weights=None):
    """A player who holds one of these hands, by weights."""
    weights = weights or [1] * len(texts)
    return np.array([mask(text) for text in texts], np.uint64), np.array(weights, np.uint64)


ANY = hand("")


def add_winners(strengths, sets):
    """Counts who of the players win, if anybody does, a bit each."""
    top = max((strength for strength in strengths if strength is not None), default=None)
    if top is not None:
        sets[sum(1 << player for player, own in enumerate(strengths) if own == top)] += 1
    return top is not None


def by_oracle(game, hands, board):
    """(boards, high, low, halved) as `_core.walk_omaha` answers, from the rules alone."""
    deck = set(reference.DECK) - set(board).union(*hands)
    high, low, halved = ([0] * 2 ** len(hands) for _ in range(3))
    boards = [(*board, *rest) for rest in combinations(sorted(deck), 5 - len(board))]
    rows = reference.GAMES[game]
    for whole in boards:
        strengths = [
            [reference.best(ranking, held, whole, rows.ways)[0] for held in hands]
            for ranking in rows.rankings
        ]
        add_winners(strengths[0], high)
        if len(strengths) > 1 and add_winners(strengths[1], low):
            add_winners(strengths[0], halved)
    return (len(boards), high, low, halved) if len(rows.rankings) > 1 else (len(boards), high)


def equity(answer, player):
    """The part of the pot that a player wins, of a game without a low half."""
    boards, sets, *_ = answer
    return (
        sum(
            Fraction(count, winners.bit_count())
            for winners, count in enumerate(sets)
            if winners >> player & 1
        )
        / boards
    )


# Omaha -------------------------------------------------------------------------------------------


def test_the_published_equity_on_a_flop():
    hands = [mask("AsKsQhJh"), mask("9c9d8c7d")]
    answer = _core.walk_omaha(hands, mask("Ts9h2c"), 0, low=False, workers=1)
    assert (820, [0, 324, 496, 0], None, None, None) == answer
    assert f"{float(equity(answer, 0)):.9f}" == "0.395121951"


@pytest.mark.few_quick(2)
@pytest.mark.parametrize("game", ["omaha", "omaha5", "omaha6", "omaha8"])
@pytest.mark.parametrize("players", [2, 3])
def test_omaha_is_counted_as_by_the_oracle(game, players):
    hole = reference.GAMES[game].hole[0]
    deck = random.Random(f"{game} {players}").sample(reference.DECK, 52)
    hands = [deck[at * hole : (at + 1) * hole] for at in range(players)]
    board = deck[players * hole :][:4]
    expected = by_oracle(game, hands, board)
    answer = _core.walk_omaha([*map(mask_of, hands)], mask_of(board), 0, game == "omaha8", 1)
    assert expected == answer[: len(expected)]


@pytest.mark.parametrize("hole", [4, 5, 6])
def test_all_boards_are_counted_before_the_flop(hole):
    deck = random.Random(hole).sample(reference.DECK, 2 * hole)
    hands = [mask_of(deck[:hole]), mask_of(deck[hole:])]
    answer = _core.walk_omaha(hands, 0, 0, low=False, workers=1)
    assert comb(52 - 2 * hole, 5) == answer[0]
    assert equity(answer, 0) + equity(answer, 1) == 1
    assert answer == _core.walk_omaha(hands, 0, 0, low=False, workers=2)


def test_dead_cards_do_not_come():
    hands, board, dead = [mask("AsKsQhJh"), mask("9c9d8c7d")], mask("Ts9h2c4d"), mask("2d2h2s")
    assert _core.walk_omaha(hands, board, 0, low=False, workers=1)[0] == 40
    assert _core.walk_omaha(hands, board, dead, low=False, workers=1)[0] == 37


@pytest.mark.parametrize(
    ("hands", "board"),
    [
        (["AsKsQhJh"], ""),
        (["AsKsQhJh", "9d8c7d"], ""),
        (["AsKsQhJh", "9c9d8c7d"], "2d3d4d5d6d2h"),
    ],
)
def test_an_invalid_game_of_omaha_is_refused(hands, board):
    with pytest.raises(ValueError, match="expected 2 to 10 hands of 4 to 6 cards"):
        _core.walk_omaha([*map(mask, hands)], mask(board), 0, low=False, workers=1)


@pytest.mark.parametrize(
    ("hands", "board", "dead"),
    [
        (["AsKsQhJh", "As9d8c7d"], "", ""),
        (["AsKsQhJh", "9c9d8c7d"], "AsTd2d", ""),
        (["AsKsQhJh", "9c9d8c7d"], "2d", "2d"),
    ],
)
def test_where_no_deal_of_omaha_is_possible_there_are_no_boards(hands, board, dead):
    answer = _core.walk_omaha([*map(mask, hands)], mask(board), mask(dead), low=True, workers=1)
    nothing = [0, 0, 0, 0]
    assert answer == (0, nothing, nothing, nothing, [0] * 16)


def test_progress_is_reported_and_its_error_ends_the_work():
    seen = []
    players = hand("AhKh"), hand("QsQd")
    deals = 30_000_000
    simulated = _core.simulate(players, HOLDEM, 0, 0, deals, 1, 1, lambda *both: seen.append(both))
    assert simulated[0] == deals
    assert seen == sorted(seen)
    assert all(0 < done <= total == deals for done, total in seen)

    def refuse(_done, _total):
        raise KeyError("enough")

    with pytest.raises(KeyError, match="enough"):
        _core.simulate(players, HOLDEM, 0, 0, 10**12, 1, 2, refuse)


# Simulation --------------------------------------------------------------------------------------


def simulate(*players, game=HOLDEM, board="", dead="", samples=SAMPLES, seed=1, workers=1):
    return _core.simulate(players, game, mask(board), mask(dead), samples, seed, workers)


def is_near(chance, count, samples):
    """Within five standard errors."""
    return abs(count / samples - chance) <= 5 * sqrt(chance * (1 - chance) / samples)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    ("villain", "wins", "ties", "losses"),
    [
        (hand("QsQd"), 787_966, 6_732, 917_606),
        (ANY, 1_389_004_215, 34_610_976, 673_957_209),
    ],
    ids=["QsQd", "any hand"],
)
def test_simulations_are_near_the_published_counts(villain, wins, ties, losses, seed):
    samples, sets, low, halved, _ = simulate(hand("AhKh"), villain, seed=seed)
    total = wins + ties + losses
    assert (SAMPLES, None, None) == (samples, low, halved)
    assert is_near(wins / total, sets[0b01], SAMPLES)
    assert is_near(losses / total, sets[0b10], SAMPLES)
    assert sets[0b11] == SAMPLES - sets[0b01] - sets[0b10]


@pytest.mark.parametrize("seed", SEEDS)
def test_hands_are_dealt_by_weight_and_without_repeated_cards(seed):
    heroes = hand("AsAd", "AcAh", "KdKc", weights=[3, 5, 2])
    villains = hand("KsKh", "AsKs", "AdAc", weights=[1, 4, 2])
    # On this board the greater pair wins, and any pair beats none. Who meets whom: AsAd KsKh,
    # AcAh KsKh, AcAh AsKs and KdKc AsKs; KdKc KsKh; KdKc AdAc.
    wins, ties, losses = 3 * 1 + 5 * 1 + 5 * 4 + 2 * 4, 2 * 1, 2 * 2
    _, sets, *_ = simulate(heroes, villains, board="2c3d7h8sJc", seed=seed)
    total = wins + ties + losses
    assert is_near(wins / total, sets[0b01], SAMPLES)
    assert is_near(ties / total, sets[0b11], SAMPLES)
    assert is_near(losses / total, sets[0b10], SAMPLES)


@pytest.mark.parametrize("seed", SEEDS)
def test_simulations_of_omaha_are_near_the_exact_counts(seed):
    hands, board = ["AsKs2h3h", "4c5d8c7d"], "Ts6h2c"
    boards, *exact = _core.walk_omaha([*map(mask, hands)], mask(board), 0, low=True, workers=1)
    samples, *sampled = simulate(
        *map(hand, hands), game=HI_LO, board=board, samples=10_000, seed=seed
    )
    for counts, near in zip(exact, sampled, strict=True):
        for expected, count in zip(np.ravel(counts), np.ravel(near), strict=True):
            assert is_near(expected / boards, count, samples)


def test_players_get_the_cards_they_have_not_got_yet():
    samples, sets, *_ = simulate(hand("AsAhAdAc"), hand("2s3h"), game=STUD, samples=20_000)
    assert sets[0b01] > 0.99 * samples


def test_the_same_seed_gives_the_same_figures_for_any_number_of_workers():
    players = [hand("AhKh"), hand("QsQd", "7c6c", weights=[1, 2]), ANY]
    assert simulate(*players) == simulate(*players, workers=3)
    assert simulate(*players) != simulate(*players, seed=2)


def test_figures_of_a_seed_do_not_change():
    """Changing the deals must be intended and announced to users."""
    assert FIGURES == simulate(hand("AhKh"), hand("QsQd"), ANY, samples=1000, seed=54)[1]


FIGURES = [0, 401, 451, 0, 139, 2, 2, 5]


def test_invalid_sampling_is_refused():
    for players in ([hand("AhKh")], [hand("AhKhQh"), ANY], [hand("AhKh", "Ah"), ANY]):
        with pytest.raises(ValueError, match="expected 2 to 10 players"):
            simulate(*players)


@pytest.mark.parametrize(
    "players",
    [
        [hand("AhKh"), hand("AhQh")],
        [(np.array([], np.uint64), np.array([], np.uint64)), ANY],
        [hand("AhKh", weights=[0]), ANY],
    ],
)
def test_where_no_deal_is_possible_there_are_no_samples(players):
    assert simulate(*players)[0] == 0


def test_there_are_no_boards_where_hands_never_fit_together():
    nothing = [0, 0, 0, 0]
    assert (0, nothing, None, None, None) == simulate(hand("AhKh", "AhQh"), hand("AhJh", "AhTh"))


@pytest.mark.parametrize("ranking", ["high", "short", "low-a5", "low-27", "badugi"])
def test_equal_players_win_equally_often_by_any_ranking(ranking):
    hole = 4 if ranking == "badugi" else 5
    low_cards = "2c2d2h2s3c3d3h3s4c4d4h4s5c5d5h5s" if ranking == "short" else ""
    samples, sets, *_ = simulate(
        ANY, ANY, game=(ranking, None, hole, 0, 0), dead=low_cards, samples=10_000
    )
    wins, losses = sets[0b01], sets[0b10]
    assert sets[0b11] == samples - wins - losses
    assert is_near(0.5, wins, wins + losses)


@pytest.mark.parametrize("game", [("lowest", None, 2, 5, 0), ("high", "lowest", 2, 5, 0)])
def test_unknown_rankings_are_refused(game):
    with pytest.raises(ValueError, match="expected known rankings"):
        simulate(ANY, ANY, game=game)
