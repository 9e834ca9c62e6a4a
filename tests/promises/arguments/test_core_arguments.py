"""What the core refuses by itself: arrays of another size, cards and bounds that it cannot take.

The package checks what its callers pass; these checks keep the core within its arrays even so.
"""

import numpy as np
import pytest

from facevalue import _core
from facevalue.poker import GAMES
from facevalue.poker.hands.masks import mask_of
from tests.tables import difficulty_models as models

AA, KK, HALF_A_HAND = mask_of("AsAh"), mask_of("KsKh"), mask_of("Qs")
HOLDEM = GAMES["holdem"].core
FLUSHES = _core.draw_sums({"flush": 1}, is_deuces_wild=False, jokers=0)
CLASSIC = _core.Rules("+-*/", "all", "any", "any", "rational")


def zeros(kind, *shape):
    return np.zeros(shape, kind)


def masks(*hands):
    return np.array(hands, np.uint64)


def weights(*values):
    return np.array(values, np.uint32)


def model(**changes):
    """The model of steps, with changed arguments."""
    arguments = {
        "step_features": models.STEP_FEATURES,
        "step": 0,
        "number_features": models.NUMBER_FEATURES,
        "parallel_effort": 1,
        "base": 0,
        "corrections": [],
        "points": [(0, 100)],
    }
    return _core.DifficultyModel(**arguments | changes)


def label(**changes):
    """Label two puzzles, with changed columns."""
    columns = {
        "solvable": zeros(np.bool_, 2),
        "needs_fraction": zeros(np.bool_, 2),
        "solutions": zeros(np.int64, 2),
        "percentiles": zeros(np.int32, 2),
        "for_models": zeros(np.int32, 2),
    }
    puzzles = zeros(np.int64, 2, 4), zeros(np.int64, 2), CLASSIC
    options = {"workers": 1, "limit": None, "simplest": False}
    return _core.label_many(*puzzles, **options | columns | changes)


def deal(deals=2, players=3, boards=2):
    hands = zeros(np.uint8, deals, players, 2)
    plan = _core.deal_plan(HOLDEM, 1, 2, [], [], 1)
    return _core.deal_rows(hands, zeros(np.uint8, boards, 5), plan, 1, 1)


def decide(boards=2, chips=(2, 3)):
    hands = np.arange(6, dtype=np.uint8).reshape(1, 3, 2).repeat(2, axis=0)
    board = np.arange(6, 11, dtype=np.uint8).reshape(1, 5).repeat(boards, axis=0)
    return _core.decide_rows(hands, board, HOLDEM, zeros(np.uint16, *chips), 1, 1)


def table():
    return _core.MatchupTable(zeros(np.uint32, _core.MATCHUP_KINDS, 2))


def draws(jokers=0, payout=1):
    return _core.payouts({"flush": payout}, is_deuces_wild=False, jokers=jokers)


def reach(*shape):
    """Find which of nine targets two choices make."""
    found = zeros(np.uint8, *shape)
    return _core.reach_into(zeros(np.int64, 2, 4), CLASSIC, (1, 9), 1, found, None)


MOST_POINTS = 2_000_000_000  # of all corrections, and the bound of a condition

# Each call works with the first arguments, and not with the others.
ALLOWED = [
    lambda: _core.evaluate_ids(zeros(np.uint8, 2, 5), zeros(np.uint16, 2), 1),
    lambda: _core.count_categories(5, 36, 1),
    draws,
    lambda: _core.matchup(AA, KK),
    lambda: _core.walk_hands([AA, KK], mask_of("2c3c4c"), 0, 1),
    lambda: _core.range_equities(masks(AA), masks(KK), weights(1), 0, mask_of("2c"), 1),
    lambda: table().range_equities(masks(AA), masks(KK), weights(2**32 - 1)),
    model,
    lambda: model(corrections=[(0, MOST_POINTS, 1, -MOST_POINTS, 1, 0, 10**9, -(10**9), 0, 0)]),
    label,
    deal,
    lambda: deal(players=1),
    lambda: deal(players=10),
    decide,
    lambda: reach(2, 9),
]
REFUSED = {
    "rows of 5, 6 or 7 cards": [
        lambda: _core.evaluate_ids(zeros(np.uint8, 2, 4), zeros(np.uint16, 2), 1),
        lambda: _core.evaluate_ids(zeros(np.uint8, 2, 8), zeros(np.uint16, 2), 1),
    ],
    "a value for each row": [
        lambda: _core.evaluate_ids(zeros(np.uint8, 2, 5), zeros(np.uint16, 1), 1),
        lambda: _core.evaluate_masks(masks(0, 0), zeros(np.uint16, 3), 1),
    ],
    "hands of 5, 6 or 7 cards": [
        lambda: _core.count_categories(4, 52, 1),
        lambda: _core.count_categories(8, 52, 1),
    ],
    "a deck of 52 or 36 cards": [lambda: _core.count_categories(5, 40, 1)],
    "a score for each row": [
        lambda: _core.score_masks(masks(0, 0), 0, "high", 0, zeros(np.uint32, 1), 1)
    ],
    "unknown ranking: 'middle'": [
        lambda: _core.best("middle", AA, 0, 0),
        lambda: _core.score_masks(masks(0), 0, "middle", 0, zeros(np.uint32, 1), 1),
    ],
    "expected ids of cards": [
        lambda: _core.check_decks(HOLDEM, [0, 53], 1),
        lambda: _core.winners_of_decks(HOLDEM, [[0, 53]], [], 1),
    ],
    "expected hands of cards of the deck": [
        lambda: _core.winners(HOLDEM, [1 << 52 | 1], 0),
        lambda: _core.winners(HOLDEM, [], 0),
    ],
    "expected 0 to 2 jokers": [lambda: draws(-1), lambda: draws(3)],
    "the payout for flush must be": [
        lambda: draws(payout=-1),
        lambda: draws(payout=100_001),
    ],
    "five cards of the deck": [
        lambda: FLUSHES.holds([0, 1, 2, 3]),
        lambda: FLUSHES.holds([0, 1, 2, 3, 52]),
    ],
    "two hands of two different cards": [
        lambda: _core.matchup(AA, AA),
        lambda: _core.matchup(HALF_A_HAND, KK),
        lambda: _core.matchup(AA, HALF_A_HAND),
    ],
    "the ranking high or short": [lambda: _core.walk_hands([AA, KK], 0, 0, 1, "low")],
    "2 to 10 hands of two cards and a board": [
        lambda: _core.walk_hands([AA], 0, 0, 1),
        lambda: _core.walk_hands([AA, HALF_A_HAND], 0, 0, 1),
        lambda: _core.walk_hands([AA, KK], AA, 0, 1),
        lambda: _core.walk_hands([AA, KK], 0, KK, 1),
        lambda: _core.walk_hands([AA, KK], mask_of("2c3c4c5c6c7c"), 0, 1),
    ],
    "2 to 10 ranges of hands of two cards": [
        lambda: _core.walk_ranges([(masks(AA), weights(1))], 0, 0, 1),
        lambda: _core.walk_ranges([(masks(AA), weights(1)), (masks(KK), weights())], 0, 0, 1),
    ],
    "different hands of two cards, a weight for each hand, and weights": [
        lambda: table().range_equities(masks(AA), masks(KK, KK), weights(1, 1)),
        lambda: table().range_equities(masks(AA), masks(HALF_A_HAND), weights(1)),
        lambda: table().range_equities(masks(AA), masks(KK), weights()),
        lambda: table().range_equities(masks(AA), masks(AA, KK), weights(1, 2**32 - 1)),
    ],
    "different hands of two cards, a weight": [
        lambda: _core.range_equities(masks(AA), masks(KK, KK), weights(1, 1), 0, 0, 1),
        lambda: _core.range_equities(masks(AA), masks(KK), weights(1, 1), 0, 0, 1),
    ],
    "1 to 10 players and a board": [
        lambda: deal(players=0),
        lambda: deal(players=11),
        lambda: deal(boards=1),
    ],
    "there are 2 deals but 1 board": [lambda: decide(boards=1)],
    "expected chips for each deal": [
        lambda: decide(chips=(3, 3)),
        lambda: decide(chips=(2, 2)),
    ],
    "a weight for each name": [
        lambda: model(step_features={}),
        lambda: model(number_features=dict.fromkeys("abcdefghijkl", 0)),
    ],
    "expected points$": [lambda: model(points=[])],
    "points that rise": [
        lambda: model(points=[(1, 0), (1, 100)]),
        lambda: model(points=[(2, 0), (1, 100)]),
    ],
    "an observation": [
        lambda: model(corrections=[(-1, 0, 1, 0, 1, 0, 0, 0, 0, 0)]),
        lambda: model(corrections=[(1, 0, 1, 0, 1000, 0, 0, 0, 0, 0)]),
    ],
    "a smaller bound": [
        lambda: model(corrections=[(0, MOST_POINTS + 1, 1, 0, 1, 0, 0, 0, 0, 0)]),
        lambda: model(corrections=[(0, 0, 1, -MOST_POINTS - 1, 1, 0, 0, 0, 0, 0)]),
    ],
    "fewer points": [
        lambda: model(corrections=[(0, 0, 1, 0, 1, 0, 10**9, -(10**9), 1, 0)]),
        lambda: model(corrections=[(0, 0, 1, 0, 1, 0, *[2**31 - 1] * 4)] * 10**3),
    ],
    "a place for each row": [
        lambda: label(solvable=zeros(np.bool_, 1)),
        lambda: label(needs_fraction=zeros(np.bool_, 3)),
        lambda: label(solutions=zeros(np.int64, 1)),
        lambda: label(percentiles=zeros(np.int32, 0)),
        lambda: label(for_models=zeros(np.int32, 1)),
    ],
    "smaller numbers": [
        lambda: _core.hand_features([2**62] * 4, 24),
        lambda: _core.hand_observations([2**62] * 4, 24, model()),
    ],
    "a hand that makes the target": [
        lambda: _core.hand_observations([1, 1, 1, 1], 24, model()),
    ],
    "a place for every target": [lambda: reach(1, 9), lambda: reach(2, 8), lambda: reach(2, 10)],
}


@pytest.mark.parametrize("call", ALLOWED, ids=range(len(ALLOWED)))
def test_the_core_takes_arguments_within_its_bounds(call):
    call()


@pytest.mark.parametrize(
    ("message", "call"), [(message, call) for message, calls in REFUSED.items() for call in calls]
)
def test_the_core_refuses_arguments_out_of_its_bounds(message, call):
    with pytest.raises(ValueError, match=message):
        call()
