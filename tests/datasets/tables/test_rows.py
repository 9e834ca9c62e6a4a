"""`audit`, `label` and `grade` read every spelling of a row alike."""

import json
from io import BytesIO

import pytest

import facevalue as fv
from facevalue import datasets
from facevalue.cli.main import main
from tests.datasets.streams import file_of
from tests.oracles.rows import vectors

HAND, ROUND = ([3, 3, 8, 8], 24, "classic"), ([6, 15, 11, 50], 10, "countdown")
TRUTH = {"target": 10, "numbers": [6, 15, 11, 50], "rules": "countdown"}
# Rows without their completion, and the puzzle that each of them has.
SPELLINGS = [
    ({"numbers": [3, 3, 8, 8], "target": 24}, HAND),
    ({"nums": [3, 3, 8, 8], "target": 24}, HAND),
    ({"puzzle": "3 3 8 8"}, HAND),
    ({"Numbers": [3, 3, 8, 8], "Target": 24}, HAND),
    ({"NUMS": "3,3,8,8", "TARGET": "24", "Rules": "CLASSIC"}, HAND),
    ({"Puzzles": "[3, 3, 8, 8]"}, HAND),
    ({"numbers": "(3\t3  8 8)"}, HAND),
    ({"numbers": ["3", "3", "8", "8"], "target": " 24 "}, HAND),
    ({"numbers": "3C 3D 8C 8D"}, HAND),
    ({"numbers": [3, 3, 8, 8], "rules": "Classic"}, HAND),
    ({"numbers": [3, 3, 8, 8], "rules": ""}, HAND),
    ({"numbers": [3, 3, 8, 8], "rules": None, "target": None}, HAND),
    ({"numbers": [3, 3, 8, 8], "target": ""}, HAND),
    ({"numbers": [3, 3, 8, 8], "target": float("nan")}, HAND),
    ({"numbers": [3, 7], "target": None, "rules": "make10"}, ([3, 7], 10, "make10")),
    ({"numbers": ["1/2", 12], "target": "6"}, (["1/2", 12], 6, "classic")),
    ({"metadata": {"numbers": [3, 3, 8, 8]}}, HAND),
    ({"Metadata": {"Numbers": [3, 3, 8, 8], "Target": 24}}, HAND),
    ({"metadata": TRUTH}, ROUND),
    ({"extra_info": TRUTH}, ROUND),
    ({"extra_info": json.dumps(TRUTH)}, ROUND),
    ({"numbers": [6, 15, 11, 50], "extra_info": {"target": 10, "rules": "Countdown"}}, ROUND),
    ({"gts": TRUTH}, ROUND),
    ({"gts": json.dumps(TRUTH)}, ROUND),
    ({"ground_truth": TRUTH}, ROUND),
    ({"Ground_Truth": TRUTH}, ROUND),
    ({"label": json.dumps(TRUTH)}, ROUND),
    ({"reward_model": {"style": "rule", "ground_truth": TRUTH}}, ROUND),
    ({"reward_model": {"style": "rule", "ground_truth": json.dumps(TRUTH)}}, ROUND),
    ({"reward_model": json.dumps({"ground_truth": TRUTH})}, ROUND),
    ({"doc": TRUTH, "target": "6+15-11"}, ROUND),
    ({"doc": {"reward_model": {"ground_truth": TRUTH}}}, ROUND),
    ({"doc": {"question": "?", "metadata": TRUTH}}, ROUND),
]
UNREADABLE = vectors("columns", "unreadable")
GOOD = {"numbers": [3, 8], "target": 24}


def stream(*rows):
    return file_of(rows)


def labels_of(*rows):
    written = BytesIO()
    counts = datasets.label(stream(*rows), written)
    return counts, [json.loads(line) for line in written.getvalue().splitlines()]


def completed(row, answer):
    """The row with a completion; those that lm-eval logs have replies."""
    text = f"<answer>{answer}</answer>"
    return row | ({"resps": [[text]]} if "doc" in row else {"completion": text})


@pytest.mark.parametrize(("row", "puzzle"), SPELLINGS)
def test_a_spelling_is_the_same_puzzle_for_all_three(row, puzzle):
    solutions = fv.solve(*puzzle)
    right = str(solutions.first)
    wrong = right.translate(str.maketrans("+-*", "*/+"))
    assert [datasets.grade(stream(completed(row, each))).correct for each in (right, wrong)] == [
        1,
        0,
    ]
    counts, (labelled,) = labels_of(completed(row, right))
    assert (counts.rows, labelled["solution_count"]) == (1, solutions.count())
    assert labelled["solution"] == right
    found = datasets.audit(stream(completed(row, right) | {"solution_count": solutions.count()}))
    assert (found.counts, found.rows) == ({}, 1)
    found = datasets.audit(stream(completed(row, wrong)))
    assert found.counts == {"wrong_answer": 1}


@pytest.mark.parametrize("row", UNREADABLE)
def test_a_row_that_one_reader_refuses_all_refuse(row):
    right = "<answer>3*8</answer>"
    rows = [GOOD | {"completion": right}, row | {"completion": right}]
    assert datasets.audit(stream(*rows)).counts == {"malformed": 1}
    assert labels_of(*rows)[0].skipped_count == 1
    assert datasets.grade(stream(*rows)).skipped_count == 1


def test_a_column_is_named_alike_for_all_three():
    row = {"goal": 24, "My": {"hand": [3, 8]}, "completion": "<answer>3*8</answer>"}
    columns = datasets.Columns(target="Goal", numbers="my.hand")
    assert datasets.grade(stream(row), columns=columns).correct == 1
    assert datasets.audit(stream(row), columns=columns).is_clean
    assert datasets.label(stream(row), BytesIO(), columns=columns).solvable_count == 1
    for use in (datasets.grade, datasets.audit):
        with pytest.raises(fv.FaceValueError, match="no column 'x' for target "):
            use(stream(row), columns=datasets.Columns(target="x"))
        with pytest.raises(fv.FaceValueError, match="no column of numbers"):
            use(stream(GOOD | {"completion": "?"}), columns=datasets.Columns(numbers=None))


@pytest.mark.parametrize("column", [{"extract": "boxed"}, {"metadata": {"extract": "Boxed"}}])
def test_a_row_says_where_its_answer_is(column, tmp_path, capsys):
    rows = [
        GOOD | {"completion": "<answer>3*8</answer>"},
        GOOD | column | {"completion": r"<answer>3+8</answer> \boxed{3*8}"},
    ]
    assert datasets.grade(stream(*rows)).correct == 2
    assert datasets.audit(stream(*rows)).counts == {"duplicate": 1}
    assert datasets.audit(stream(*rows), extract="last_answer_tag").counts["wrong_answer"] == 1
    rows[1] |= {"extract": "nowhere"}
    assert datasets.audit(stream(*rows)).counts["malformed"] == 1
    assert datasets.grade(stream(*rows)).skipped_count == 1
    path = tmp_path / "rows.jsonl"
    path.write_bytes(stream(*rows[:1], rows[1] | {"extract": "boxed"}).getvalue())
    command = ["dataset", "audit", str(path), "--ignore", "duplicate"]
    assert [main(command), main([*command, "--extract", "last_answer_tag"])] == [0, 1]
    capsys.readouterr()


def test_rows_of_one_file_may_be_spelled_differently():
    rows = [row for row, _ in SPELLINGS if "doc" not in row]
    right = [str(fv.solve(*puzzle).first) for row, puzzle in SPELLINGS if "doc" not in row]
    done = [completed(row, answer) for row, answer in zip(rows, right, strict=True)]
    grades = datasets.grade(stream(*done))
    assert (grades.correct, grades.skipped_count) == (len(done), 0)
    assert labels_of(*rows)[0].rows == len(rows)
    assert datasets.audit(stream(*done), ignore=["duplicate"], number_range=(0, 99)).counts == {}
