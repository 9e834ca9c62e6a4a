"""The hands of 24 that the pages deal before the core is loaded."""

import json

import facevalue as fv
from tests.web.hands import PLACE, hands_of_24


def test_the_hands_of_the_pages_are_those_with_a_solution():
    assert PLACE.read_text(encoding="utf-8") == hands_of_24(), "run `python -m tests.web.hands`"


def test_the_percentile_of_a_hand_is_its_difficulty():
    percentiles = json.loads(PLACE.read_text(encoding="utf-8"))["percentiles"]
    assert len(percentiles) == 1362
    assert "1 1 1 1" not in percentiles
    for hand in ("3 3 8 8", "1 1 4 6", "1 5 5 5"):
        assert percentiles[hand] == fv.difficulty(hand).percentile
