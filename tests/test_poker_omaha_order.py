"""The points of Omaha starting hands, compared with the equity of single hands on a board."""

import random
from itertools import combinations

import numpy as np
import pytest

from facevalue import Card, _core, poker
from facevalue.poker.hands.masks import cards_of, mask_of
from tests import omaha_order

HANDS = omaha_order.hand_masks()


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


BOARDS = [mask_of(board) for board in ("2h7d9cJsQh", "AhKhQh2d2c", "5h5d6s6c7h")]


def run(path, monkeypatch, boards):
    """The rows of the file after a run over a few boards instead of all."""
    rows = np.array(boards, np.uint64), np.arange(1, len(boards) + 1)
    monkeypatch.setattr(omaha_order, "boards", lambda: rows)
    omaha_order.main([str(path), "--workers", "1"])
    return path.read_text().splitlines()


def test_an_interrupted_run_resumes(tmp_path, monkeypatch, capfd):
    monkeypatch.setattr(omaha_order, "STEP", 2)
    whole = run(tmp_path / "whole.csv", monkeypatch, BOARDS)
    assert capfd.readouterr().err == "2 of 3 boards\n3 of 3 boards\n"
    assert run(tmp_path / "parts.csv", monkeypatch, BOARDS[:2]) != whole
    assert run(tmp_path / "parts.csv", monkeypatch, BOARDS) == whole
    assert capfd.readouterr().err == "2 of 2 boards\n3 of 3 boards\n"


def test_the_table_has_each_class_once(tmp_path, monkeypatch):
    header, *rows = run(tmp_path / "order.csv", monkeypatch, BOARDS)
    cells = [row.split(",") for row in rows]
    names = {hand for hand, *_ in cells}
    assert ("hand,hands,points,equity", 16_432) == (header, len(names))
    assert sum(int(count) for _, count, *_ in cells) == 270_725
    means = [int(points) / int(count) for _, count, points, _ in cells]
    assert means == sorted(means, reverse=True)
    assert {poker.canonical(list(cards_of(mask)))[0] for mask in HANDS.tolist()[::1000]} <= names
    points = _core.omaha_points(np.array(BOARDS, np.uint64), np.array([1, 2, 3], np.uint64), 1)
    assert sum(int(total) for _, _, total, _ in cells) == points.sum()
    aces = {"".join(("As", "Ah", f"K{one}", f"K{other}")) for one in "sh" for other in "sh"} & names
    of_aces = [
        points[np.searchsorted(HANDS, np.uint64(mask_of(f"A{a}A{b}K{a}K{b}")))]
        for a, b in combinations("cdhs", 2)
    ]
    assert [["6", str(sum(of_aces))]] == [row[1:3] for row in cells if row[0] in aces]
