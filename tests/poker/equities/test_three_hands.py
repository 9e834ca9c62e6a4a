"""The table of all three hands before the flop, a small part of it compared with `equity`."""

import random

import numpy as np
import pytest

from facevalue import poker
from facevalue.poker.hands.canonical import canonical_masks
from facevalue.poker.hands.masks import cards_of
from tests.tables import three_hands

BOARDS = 1_370_754


def some_sets(count):
    """Six cards each, of the sets that `six_cards` makes in a few seconds."""
    randomness = random.Random(43)
    decks = [randomness.sample(range(52), 6) for _ in range(count)]
    masks = np.array([sum(1 << card for card in cards) for cards in decks], np.uint64)
    return np.sort(canonical_masks(masks))


def run(path, monkeypatch, sets):
    monkeypatch.setattr(three_hands, "six_cards", lambda: np.array(sets, np.uint64))
    three_hands.main([str(path), "--workers", "1"])
    return np.load(path)


@pytest.mark.slow
def test_there_are_962_988_sets_of_six_cards_that_make_three_hands_in_15_ways():
    sets = three_hands.six_cards()
    assert len(sets) == 962_988
    assert (np.diff(sets.astype(np.int64)) > 0).all()
    ways = [frozenset(map(frozenset, way)) for way in three_hands.WAYS]
    assert len(set(ways)) == 15
    assert all({*range(6)} == frozenset.union(*way) for way in ways)


def test_three_hands_have_the_equities_of_their_row(tmp_path, monkeypatch):
    sets = some_sets(2)
    points = run(tmp_path / "points.npy", monkeypatch, sets)
    assert points.shape == (2, 15, 3)
    assert (points.sum(axis=2) == 6 * BOARDS).all()
    randomness = random.Random(3)
    for cards in sets.tolist():
        for way in randomness.sample(three_hands.all_hands(cards), 3):
            order = randomness.sample(range(4), 4)
            hands = three_hands.rename(randomness.sample(way, 3), tuple(order))
            exact = poker.equity(*(list(cards_of(hand)) for hand in hands))
            assert three_hands.equities(points, hands) == [share.equity for share in exact]


def test_an_interrupted_run_resumes(tmp_path, monkeypatch, capfd):
    sets = some_sets(2)
    monkeypatch.setattr(three_hands, "STEP", 1)
    monkeypatch.setattr(three_hands, "WAYS", three_hands.WAYS[:2])
    whole = run(tmp_path / "whole.npy", monkeypatch, sets)
    computed = three_hands.points_of

    def stop_at_the_second(cards, workers):
        if cards == sets[1]:
            raise KeyboardInterrupt
        return computed(cards, workers)

    parts = tmp_path / "parts.npy"
    monkeypatch.setattr(three_hands, "points_of", stop_at_the_second)
    with pytest.raises(KeyboardInterrupt):
        run(parts, monkeypatch, sets)
    monkeypatch.setattr(three_hands, "points_of", computed)
    capfd.readouterr()
    assert np.array_equal(run(parts, monkeypatch, sets), whole)
    assert capfd.readouterr().err == "2 of 2\n"
