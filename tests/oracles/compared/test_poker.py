"""The slow poker reference itself, compared with published results."""

import os
from collections import Counter
from pathlib import Path

import pytest

from tests.oracles import poker as reference


@pytest.mark.parametrize("row", reference.known("kev-values"), ids=lambda row: row["cards"])
def test_hands_have_the_values_that_others_published(row):
    assert int(row["value"]) == reference.kev(reference.cards(row["cards"]))
    category, *_ = reference.best(reference.high, reference.cards(row["cards"]))[0]
    assert row["category"] == reference.CATEGORIES[category]


def test_there_are_7462_values_and_each_category_has_its_own():
    classes = Counter(reference.CATEGORIES[strength[0]] for strength in reference.values())
    published = {
        row["category"]: int(row["classes"])
        for row in reference.known("category-counts")
        if row["cards"] == "5"
    }
    assert published == classes
    assert 7462 == len(reference.values())


def strength_of(game, part, text):
    """The strength in the first ranking of a game, or in the last for its low part."""
    if text == "-":
        return None
    hole, _, board = text.partition("|")
    row = reference.GAMES[game]
    ranking = row.rankings[-1 if part == "low" else 0]
    return reference.best(ranking, reference.cards(hole), reference.cards(board), row.ways)[0]


@pytest.mark.parametrize("row", reference.known("order"), ids=lambda row: row["rule"])
def test_the_rules_of_a_game_decide(row):
    left, right = (strength_of(row["game"], row["part"], row[side]) for side in ("left", "right"))
    if row["sign"] == "=":
        assert left == right
    else:
        assert left is not None
        assert right is None or left > right


@pytest.mark.parametrize("row", reference.known("order"), ids=lambda row: row["rule"])
def test_the_hands_of_a_vector_are_hands_of_their_game(row):
    game = reference.GAMES[row["game"]]
    for text in (row["left"], row["right"]):
        if text == "-":
            continue
        hole, board = map(reference.cards, (*text.split("|"), "")[:2])
        assert len(hole) in game.hole
        assert len(board) in game.board
        assert set(hole + board) <= set(game.deck)
        assert len(set(hole + board)) == len(hole + board)


def test_project_euler_54_has_its_published_answer():
    folder = os.environ.get("FACEVALUE_TEST_DATA")
    if folder is None:
        pytest.skip("FACEVALUE_TEST_DATA is not set")
    deals = (Path(folder) / "euler54-poker.txt").read_text(encoding="utf-8").splitlines()
    hands = [reference.cards(deal) for deal in deals]
    wins = Counter(reference.kev(hand[:5]) < reference.kev(hand[5:]) for hand in hands)
    assert {True: 376, False: 624} == wins
