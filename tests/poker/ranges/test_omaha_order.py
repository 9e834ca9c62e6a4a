"""The order of Omaha starting hands, compared with the equity of single hands."""

import random
from fractions import Fraction
from itertools import permutations
from math import comb

import numpy as np
import pytest

from facevalue import Card, RangeError, _core, poker
from facevalue.poker.hands.canonical import canonical_masks
from facevalue.poker.hands.masks import cards_of, highest_first, mask_of
from facevalue.poker.ranges import omaha_order as shipped
from tests.tables import omaha_order

HANDS = shipped.all_hands()
# The points of a hand that always wins.
ALL_POINTS = 2 * comb(48, 5) * comb(43, 4)


def equity_of(hand):
    return Fraction(int(ORDER.points[ORDER.place_of(hand)]), ALL_POINTS)


def points_on(board, weight=1, workers=1):
    boards = np.array([mask_of(board)], np.uint64)
    return _core.omaha_points(boards, np.array([weight], np.uint64), workers)


@pytest.mark.parametrize(
    "board", ["2c3c4c5c6c", "AhAsAdAcKh", "2h7d9cJsQh", "KsKhKd2s2h", "AhKhQh2d2c", "5h5d6s6c7h"]
)
def test_a_hand_has_the_points_of_its_equity_against_random(board):
    points = points_on(board)
    left = [each for each in range(52) if Card(each) not in poker.evaluate(board).cards]
    randomness = random.Random(board)
    for _ in range(3):
        hand = randomness.sample(left, 4)
        share = poker.equity(hand, "random", board=board, game="omaha")[0]
        place = np.searchsorted(HANDS, np.uint64(mask_of(hand)))
        assert 2 * share.win + share.tie == points[place]
    # Each pair of hands shares two points. Hands with a card of the board do not win.
    assert points.sum() == 178_365 * 123_410
    assert not points[(HANDS & np.uint64(mask_of(board))) != 0].any()


def test_boards_are_added_by_weight_with_any_number_of_workers():
    boards = ["2h7d9cJsQh", "AhKhQh2d2c", "5h5d6s6c7h"]
    masks = np.array(list(map(mask_of, boards)), np.uint64)
    weights = np.array([1, 24, 12], np.uint64)
    total = sum(
        points_on(board, int(weight)) for board, weight in zip(boards, weights, strict=True)
    )
    for workers in (1, 2, 5):
        assert np.array_equal(_core.omaha_points(masks, weights, workers), total)


@pytest.mark.parametrize("board", ["2c3c4c5c", "2c3c4c5c6c7c"])
def test_boards_must_have_five_cards(board):
    with pytest.raises(ValueError, match="expected boards of five cards"):
        points_on(board)


# All boards that a renaming of suits makes from three boards.
BOARDS = sorted(
    {
        mask_of(board.translate(str.maketrans("cdhs", "".join(suits))))
        for board in ("2h7d9cJsQh", "AhKhQh2d2c", "5h5d6s6c7h")
        for suits in permutations("cdhs")
    }
)


def run(path, monkeypatch, boards):
    """The points in the file after a run over a few boards instead of all."""
    rows = np.array(boards, np.uint64), np.ones(len(boards), np.uint64)
    monkeypatch.setattr(omaha_order, "boards", lambda: rows)
    omaha_order.main([str(path), "--workers", "1"])
    return np.load(path)


@pytest.mark.slow
def test_an_interrupted_run_resumes(tmp_path, monkeypatch, capfd):
    monkeypatch.setattr(omaha_order, "STEP", len(BOARDS) // 2)
    whole = run(tmp_path / "whole.npy", monkeypatch, BOARDS)
    counted = capfd.readouterr().err.splitlines()
    parts = tmp_path / "parts.npy"
    with pytest.raises(SystemExit, match="the boards are not all boards"):
        run(parts, monkeypatch, BOARDS[: len(BOARDS) // 2])
    assert np.array_equal(run(parts, monkeypatch, BOARDS), whole)
    assert len(counted) == len(set(capfd.readouterr().err.splitlines()))


@pytest.mark.slow
def test_each_starting_hand_has_the_points_of_its_hands(tmp_path, monkeypatch):
    points = _core.omaha_points(np.array(BOARDS, np.uint64), np.ones(len(BOARDS), np.uint64), 1)
    found = run(tmp_path / "points.npy", monkeypatch, BOARDS)
    names, first = np.unique(canonical_masks(HANDS), return_index=True)
    assert np.array_equal(found, points[first])
    assert {poker.canonical(list(cards_of(mask)))[0] for mask in HANDS.tolist()[::1000]} <= {
        "".join(map(str, highest_first(mask))) for mask in names.tolist()
    }


ORDER = shipped.omaha_order()


def test_the_shipped_points_are_of_all_hands():
    assert (270_725, 16_432) == (len(ORDER.hands), len(ORDER.points)), "hands and starting hands"
    assert np.array_equal(np.sort(ORDER.hands), HANDS)
    sizes = np.diff(ORDER.ends, prepend=0)
    assert set(sizes.tolist()) == {1, 4, 6, 12, 24}
    # Two hands share two points on each board.
    assert int((sizes * ORDER.points.astype(object)).sum()) == comb(52, 4) * ALL_POINTS // 2
    assert (np.diff(ORDER.points.astype(np.int64)) <= 0).all()


def test_hands_that_differ_by_suits_are_one_starting_hand():
    names = canonical_masks(ORDER.hands)
    starts = np.repeat(names[ORDER.ends - 1], np.diff(ORDER.ends, prepend=0))
    assert np.array_equal(names, starts)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_the_order_agrees_with_sampled_equity(seed):
    hand = list(cards_of(int(random.Random(seed).choice(HANDS))))
    sampled = poker.equity(hand, "random", game="omaha", samples=200_000, seed=seed)[0]
    exact = equity_of(mask_of(hand))
    assert abs(sampled.equity - exact) < 5 * sampled.standard_error


@pytest.mark.parametrize("percent", [0, 1, 15, 50, Fraction(1, 3), 99, 100])
def test_a_percentage_takes_the_best_hands(percent):
    hands = poker.OmahaRange(f"{percent}%")
    assert hands.share <= Fraction(percent) / 100 < hands.share + Fraction(24, 270_725)
    assert set(hands.masks.tolist()) == set(ORDER.hands[: len(hands)].tolist())


def test_percentages_can_be_sliced_filtered_weighted_and_written_again():
    assert len(poker.OmahaRange("5%-20%")) == len(poker.OmahaRange("top 20% - 5%"))
    assert len(poker.OmahaRange("5%, 5%-20%")) == len(poker.OmahaRange("20%"))
    best = poker.OmahaRange("top 15 %ds, AA**@50, !AAA*")
    assert str(best) == "15%ds, AA**:0.5, AAA*:0"
    assert poker.OmahaRange(str(best)) == best
    mask = int(ORDER.hands[0])
    assert mask in set(poker.OmahaRange("1%").masks.tolist())
    assert list(cards_of(mask)) in poker.OmahaRange("1%")
    assert list(cards_of(int(ORDER.hands[-1]))) not in poker.OmahaRange("99%")


@pytest.mark.parametrize(
    ("text", "cards", "message"),
    [
        ("15%", 5, "percentages are for hands of 4 cards, not 5"),
        ("101%", 4, "expected a percentage from 0 to 100"),
        ("15%Z", 4, "expected a comma after a percentage"),
        ("1/0%", 4, "expected a denominator other than 0"),
    ],
)
def test_bad_percentages_are_refused(text, cards, message):
    with pytest.raises(RangeError, match=message):
        poker.OmahaRange(text, cards=cards)


def test_the_percentile_of_four_cards_is_their_place_in_the_order():
    for place in (0, 1000, 16_431):
        hand = int(ORDER.hands[ORDER.ends[place] - 1])
        weaker = 270_725 - int(ORDER.ends[place])
        own = int(ORDER.ends[place]) - (int(ORDER.ends[place - 1]) if place else 0)
        found = poker.percentile(list(cards_of(hand)), "omaha")
        assert found == Fraction(100 * (2 * weaker + own), 2 * 270_725)
        assert equity_of(hand) == Fraction(int(ORDER.points[place]), ALL_POINTS)
