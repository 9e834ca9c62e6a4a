"""Batches of hands and deals in typed arrays, in JavaScript as in Python."""

import numpy as np
import pytest

from facevalue import poker
from tests.js.wasm import FIELDS, answer, call_all, needs_wasm

pytestmark = needs_wasm

BATCHES = "../../tests/js/js_deals.mjs"


def test_deals_and_showdowns_are_the_same():
    options = [
        (1000, 9, {"seed": 24}),
        (700, 2, {"seed": 2**53 - 1, "board": "7d Ah", "dead": "Kd"}),
        (50, 4, {"seed": 1, "game": "omaha8"}),
        (50, 3, {"seed": 1, "game": "shortdeck"}),
        (40, 6, {"seed": 3, "game": "stud"}),
        (0, 4, {"seed": 3}),
        (-1, 2, {"seed": 1}),
        (1, 11, {"seed": 1}),
        (10**12, 2, {"seed": 1}),
        (1, 2, {"seed": -1}),
        (1, 2, {"seed": 1, "board": "Ah", "dead": "Ah"}),
        (1, 2, {"seed": 1, "board": "Ah", "game": "stud"}),
        (1, 7, {"seed": 1, "game": "omaha6"}),
    ]

    def deal(count, players, given):
        dealt = poker.deal_many(count, players, **given)
        game = given.get("game", "holdem")
        chips = poker.showdown_many(dealt.hands, dealt.board, game=game)
        found = (dealt.hands, dealt.board, chips)
        return [*([int(each) for each in rows.ravel()] for rows in found), given["seed"]]

    found = call_all([[BATCHES, "deal", [*each]] for each in options], FIELDS)
    assert found == [answer(deal, *each) for each in options]


def test_rows_that_cannot_be_decided_are_refused_as_in_python():
    rows = [
        ([0, 1, 2, 3], "7h 8h 9h", 2),
        ([0, 1, 2, 3, 0, 1, 2, 3], [9, 10, 11, 12, 13, 9, 10, 11, 12, 13], 2),
        ([0, 1, 0, 3], "3c 4c 5c", 2),
        ([0, 1, 2, 3, 0, 1, 2, 52], [9, 10, 11, 12, 13, 9, 10, 11, 12, 13], 2),
        ([0, 1, 2, 3], "3c 4c 5c 6c 7c 8c", 2),
        ([0, 1, 2, 3], "", 2),
    ]

    def decide(hands, board, players):
        shaped = np.array(hands, np.uint8).reshape(-1, players, 2)
        if isinstance(board, list):
            board = np.array(board, np.uint8).reshape(len(shaped), -1)
        return poker.showdown_many(shaped, board).ravel().tolist()

    found = call_all([[BATCHES, "decide", [*each]] for each in rows], FIELDS)
    assert found == [answer(decide, *each) for each in rows]
    calls = [[BATCHES, "decide", [[0, 1, 2], "7h 8h 9h", 2]]]
    calls += [["poker", "deals", [10**12, 2, {"limit": None}]]]
    found, (_, too_large) = call_all(calls)
    assert "1,000,000,000,000 deals would take about 25 hours" in too_large
    message = "hands must be rows of 4 ids, 2 for each of 2 players, not 3 ids"
    assert found == ["CardError", message]


@pytest.mark.parametrize("size", [5, 6, 7])
def test_values_of_many_hands_are_the_same(size):
    hands = np.random.default_rng(1).permuted(np.tile(np.arange(52), (2000, 1)), axis=1)[:, :size]
    (found,) = call_all([[BATCHES, "valuesOf", [hands.ravel().tolist(), size]]])
    assert found == poker.evaluate_many(hands).tolist()


def test_rows_without_a_value_are_refused():
    rows = [([0, 1, 2, 3, 3], 5), ([*range(5), 0, 1, 2, 3, 52], 5), ([0, 1, 2, 3], 5), ([0], 1)]
    message = "row {} has an invalid or repeated card"
    sizes = "hands must be rows of 5, 6 or 7 ids"
    found = call_all([[BATCHES, "valuesOf", [*each]] for each in rows])
    expected = [message.format(1), message.format(2), sizes, sizes]
    assert found == [["CardError", each] for each in expected]
