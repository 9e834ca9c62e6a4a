"""Files of completions whose rows name their own rules."""

import json
from io import BytesIO

import pytest

import facevalue as fv
from facevalue.cli.main import main
from facevalue.datasets import Columns, grade
from tests.cli.verbs.test_answers import WRITERS
from tests.datasets.streams import file_of
from tests.oracles.rows import vectors

# Countdown may leave the 5 unused, the 24 game may not.
ROWS = [
    {
        "completion": "<answer>3*8</answer>",
        "numbers": [3, 8, 5],
        "target": 24,
        "rules": "countdown",
    },
    {"completion": "<answer>3*8</answer>", "numbers": [3, 8, 5], "target": 24, "rules": "classic"},
    {"completion": "<answer>3*8</answer>", "numbers": [3, 8, 5], "target": 24},
    {"completion": "<answer>4*6</answer>", "numbers": [4, 6], "rules": "classic"},
]


def test_each_row_is_judged_under_the_rules_that_it_names():
    output = BytesIO()
    assert grade(file_of(ROWS), output=output).counts == {"correct": 2, "wrong_numbers": 2}
    verdicts = [json.loads(line) for line in output.getvalue().splitlines()]
    assert [verdict["correct"] for verdict in verdicts] == [True, False, False, True]


ASKED = {"numbers": [3, 8], "target": 24}
BOXED = {**ASKED, "completion": r"\boxed{3*8}"}
TAGGED = {**ASKED, "completion": "<answer>3*8</answer>"}


@pytest.mark.parametrize(
    "rows",
    [
        [BOXED | {"extract": "boxed"}, TAGGED | {"extract": "last_answer_tag"}, TAGGED],
        [{"completion": BOXED["completion"], "ground_truth": {**ASKED, "extract": "boxed"}}],
        [BOXED | {"extract": "boxed"}, TAGGED | {"extract": None}, TAGGED | {"extract": ""}],
    ],
)
def test_an_answer_is_read_where_its_row_says(rows):
    assert grade(file_of(rows)).correct == len(rows)


def test_all_answers_can_be_read_in_one_way(tmp_path, capfd):
    rows = [BOXED | {"extract": "boxed"}, TAGGED | {"extract": "boxed"}]
    assert grade(file_of(rows)).correct == 1
    ignored = Columns(extract=None)
    assert grade(file_of(rows), fv.Grader(extract="boxed"), columns=ignored).correct == 1
    assert grade(file_of(rows), fv.Grader(extract="any"), columns=ignored).correct == 2
    (tmp_path / "rows.jsonl").write_bytes(file_of(rows).getvalue())
    assert main(["grade", str(tmp_path / "rows.jsonl"), "--extract", "any", "--json"]) == 0
    assert json.loads(capfd.readouterr().out)["correct_count"] == 2
    where = [TAGGED, {**BOXED, "place": "boxed"}]
    (tmp_path / "rows.jsonl").write_bytes(file_of(where).getvalue())
    assert main(["grade", str(tmp_path / "rows.jsonl"), "--extract-column", "place", "--json"]) == 0
    assert json.loads(capfd.readouterr().out)["correct_count"] == 2


@pytest.mark.parametrize("extract", ["nowhere", 3, ["boxed"]])
def test_a_row_that_names_no_way_to_the_answer_is_skipped_and_named(extract):
    grades = grade(file_of([BOXED | {"extract": extract}, TAGGED]))
    assert (grades.correct, grades.skipped_count) == (1, 1)
    assert "extract" in grades.skipped[0].message


def test_a_row_without_rules_uses_the_rules_of_the_grader():
    assert grade(file_of(ROWS), fv.Grader("countdown")).counts["correct"] == 3


def test_the_same_rules_may_apply_to_all_rows():
    ignored = Columns(rules=None)
    assert grade(file_of(ROWS), fv.Grader("classic"), columns=ignored).correct == 1
    assert grade(file_of(ROWS[:3]), fv.Grader("countdown"), columns=ignored).correct == 3


def test_the_column_of_rules_may_have_another_name():
    rows = [{**row, "game": row.get("rules")} for row in ROWS]
    for row in rows:
        row.pop("rules", None)
    assert grade(file_of(rows)).correct == 1
    assert grade(file_of(rows), columns=Columns(rules="game")).correct == 2


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ("contdown", "unknown rules 'contdown'; did you mean 'countdown'?"),
        (["classic"], "expected the name of rules: ['classic']"),
    ],
)
def test_a_row_with_rules_that_do_not_exist_is_skipped_and_named(rules, message):
    rows = [ROWS[0], {**ROWS[0], "rules": rules}]
    grades = grade(file_of(rows))
    assert (grades.total, grades.skipped_count) == (1, 1)
    assert str(grades.skipped[0]) == f"-:2: {message}"
    with pytest.raises(fv.FaceValueError) as caught:
        grade(file_of(rows), strict=True)
    assert str(caught.value) == f"-:2: {message}"


@pytest.mark.parametrize(
    ("options", "correct"), [([], 1), (["--rules", "classic"], 0), (["--rules", "countdown"], 3)]
)
def test_the_command_honours_the_rules_of_rows_unless_it_names_some(
    options, correct, tmp_path, capsys
):
    path = tmp_path / "rows.jsonl"
    path.write_bytes(file_of(ROWS[:3]).getvalue())
    assert main(["grade", str(path), "--json", *options]) == 0
    assert json.loads(capsys.readouterr().out)["correct_count"] == correct


ANSWERS = vectors("columns", "answers")


@pytest.mark.parametrize("form", ["jsonl", "csv"])
def test_verdict_columns_equal_single_verdicts(form, tmp_path):
    rows = [
        {"completion": f"{thought}<answer>{answer}</answer>", "numbers": numbers, "rules": rules}
        for thought in ("", "So ")
        for answer in ANSWERS
        for numbers in ("3 8", "[8, 3]", "3 8 5", "3, 8, 5, 5", "3/4 8", "0 8")
        for rules in ("classic", "countdown")
    ]
    source, output = tmp_path / f"rows.{form}", tmp_path / "verdicts.jsonl"
    WRITERS[form](source, rows)
    grade(source, output=output)
    found = [json.loads(line) for line in output.read_text("utf-8").splitlines()]
    assert len(found) == len(rows)
    for row, written in zip(rows, found, strict=True):
        numbers = row["numbers"].strip("[]")
        verdict = fv.Grader(row["rules"]).verdict(row["completion"], numbers)
        value = verdict.as_dict()["value"]
        expected = {"correct": verdict.correct, "reason": verdict.reason.value}
        expected |= {"value": None if value is None else str(value), "position": verdict.position}
        expected |= {"message": verdict.message, "found_by": verdict.found_by}
        assert {name: written[name] for name in expected} == expected


STEP_LISTS = vectors("columns", "step lists")


@pytest.mark.parametrize("wrap", ["{}", "<think>8*3 = 24</think>So:\n<answer>{}</answer>"])
def test_lists_of_steps_are_judged_step_by_step_on_request(tmp_path, wrap):
    rows = [
        {"completion": text if text is None else wrap.format(text), "numbers": [8, 8, 3, 3]}
        for text, _ in STEP_LISTS
    ]
    source, output = tmp_path / "thoughts.jsonl", tmp_path / "judged.jsonl"
    source.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    grader = fv.Grader(extract="whole" if wrap == "{}" else "last_answer_tag")
    fv.datasets.grade(source, grader, steps=True, output=output)
    judged = [json.loads(line) for line in output.read_text(encoding="utf-8").splitlines()]
    assert [reason for _, reason in STEP_LISTS] == [row["reason"] for row in judged]
    assert [row["correct"] for row in judged] == [row["reason"] == "correct" for row in judged]
    place = judged[3]["position"]
    assert "41" == judged[3]["completion"][place : place + 2]
    assert ["24", "22"] == [judged[0]["value"], judged[4]["value"]]
    plain = fv.datasets.grade(source, grader)
    assert 1 == plain.counts["correct"]
    assert 4 == fv.datasets.grade(source, grader, steps=True).counts["correct"]
