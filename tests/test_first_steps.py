"""What people try in their first ten minutes with the package, in Python."""

from __future__ import annotations

import json

import pytest

import facevalue as fv
from facevalue import poker

HANDS = [[8, 8, 3, 3], [1, 1, 1, 1]]


# Results as dictionaries --------------------------------------------------------------------------


def test_a_verdict_is_a_dict_and_its_text_is_the_message():
    verdict = fv.check("1+2", [1, 2], 4)
    assert "expected 4: 1+2 makes 3" == str(verdict) == verdict.message
    expected = {
        "correct": False,
        "reason": "wrong_value",
        "value": 3,
        "expression": "1+2",
        "position": None,
        "message": "expected 4: 1+2 makes 3",
    }
    assert expected == json.loads(json.dumps(verdict.as_dict()))


def test_an_equity_is_a_dict_with_a_share_for_each_player():
    found = json.loads(json.dumps(poker.equity("AhKh", "QsQd").as_dict()))
    assert ["AhKh", "QsQd"] == [player["hand"] for player in found["players"]]
    assert {"fraction": "197833/428076", "decimal": pytest.approx(0.462144572459)} == (
        found["players"][0]["equity"]
    )


def test_labels_are_a_dict_of_columns():
    labels = fv.label_many(HANDS, simplest=True)
    columns = json.loads(json.dumps(labels.as_dict()))
    assert columns == {
        "solvable": [True, False],
        "solution_count": [1, 0],
        "needs_fraction": [True, False],
        "percentile": [labels.difficulty[0], None],
        "simplest": ["8/(3-8/3)", None],
    }


def test_labels_give_the_row_of_each_puzzle():
    labels = fv.label_many(HANDS)
    assert "simplest" not in labels[0]
    assert [1, 0] == [row["solution_count"] for row in labels]
    assert labels[-1] == labels[1] == next(iter(labels[1:]))
    with pytest.raises(IndexError):
        labels[2]


def test_labels_make_a_data_frame():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(fv.label_many(HANDS))
    assert ["solvable", "solution_count", "needs_fraction", "percentile"] == list(frame.columns)
    assert [1, 0] == frame["solution_count"].tolist()


def test_labels_make_a_polars_frame():
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame(fv.label_many(HANDS).as_dict())
    assert [True, False] == frame["solvable"].to_list()


def test_a_batch_of_puzzles_is_a_dict_with_rules_and_puzzles():
    batch = next(fv.puzzle.PuzzleQuery().batches(seed=1, count=2))
    found = json.loads(json.dumps(batch.as_dict()))
    assert found == {"rules": "classic", "puzzles": list(batch.as_dicts())}
    assert {"percentile", "seconds", "model"} == found["puzzles"][0]["difficulty"].keys()


# Reprs --------------------------------------------------------------------------------------------

OWN = fv.Rules("three", size=3)


@pytest.mark.parametrize(
    "grader",
    [
        fv.Grader(),
        fv.Grader("countdown", "strict", "boxed", after_think=True, score=2, format_score=0.1),
        fv.Grader(OWN, fv.Syntax(decimals=True)),
    ],
)
def test_the_repr_of_a_grader_makes_it_again(grader):
    assert grader == eval(repr(grader), vars(fv) | {name: getattr(fv, name) for name in dir(fv)})


@pytest.mark.parametrize(
    ("shown", "value"),
    [
        ("Grader('classic', 'lenient', 'last_answer_tag')", fv.Grader()),
        ("Puzzle('6 6 5 2', 17, 'classic')", fv.Puzzle("6 6 5 2", 17)),
        ("Puzzle('3 5 25 8 2 9', 921, 'countdown')", fv.deal("countdown", seed=3)),
        ("<round of 6 6 5 2 -> 17: open>", fv.puzzle.Round(fv.Puzzle("6 6 5 2", 17))),
        ("<query of classic: 1,820 puzzles to choose from>", fv.puzzle.PuzzleQuery()),
        ("<labels of 2 puzzles, 1 of them solvable>", fv.label_many(HANDS)),
    ],
)
def test_reprs_are_short(shown, value):
    assert shown == repr(value)
