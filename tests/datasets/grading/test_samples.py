"""Several completions for each prompt: lists in rows, rows of a group, and pass@k of both."""

import gzip
import json
from fractions import Fraction
from io import BytesIO
from itertools import combinations
from math import sqrt
from statistics import stdev

import jsonschema
import pytest

import facevalue as fv
from facevalue.adapters.shared.scoring import Scorer, scores_of
from facevalue.cli.main import main
from facevalue.datasets import grade
from facevalue.datasets.grading.pass_rates import pass_at
from facevalue.queries.json import schema
from tests.datasets.streams import file_of

RIGHT, WRONG = "<answer>3*8</answer>", "<answer>3+8</answer>"
ROW = {"numbers": [3, 8], "target": 24}


SEVERAL = [
    {**ROW, "completion": [RIGHT, WRONG, WRONG, WRONG]},
    {**ROW, "completion": [RIGHT, RIGHT, "?", RIGHT]},
    {**ROW, "completion": [WRONG, WRONG, WRONG, WRONG]},
]
# The same, a completion a row, the prompts mixed.
GROUPED = [
    {**ROW, "id": place, "completion": row["completion"][sample]}
    for sample in range(4)
    for place, row in enumerate(SEVERAL)
]


@pytest.mark.parametrize(("count", "k"), [(n, k) for n in range(1, 7) for k in range(1, n + 1)])
def test_pass_at_k_is_the_share_of_all_choices_of_k_with_a_right_one(count, k):
    for right in range(count + 1):
        choices = [*combinations([True] * right + [False] * (count - right), k)]
        assert pass_at(count, right, k) == Fraction(sum(map(any, choices)), len(choices))


def test_a_list_of_strings_is_several_completions_for_one_prompt():
    grades = grade(file_of(SEVERAL), k=[1, 2, 4])
    assert (grades.total, grades.correct) == (12, 4)
    assert grades.counts["no_answer"] == 1
    rates = grades.pass_rates
    assert rates.prompts == 3
    shares = [1 / 4, 3 / 4, 0]
    assert rates.average.mean == pytest.approx(sum(shares) / 3)
    assert rates.average.standard_error == pytest.approx(stdev(shares) / sqrt(3))
    at = dict(rates.pass_at)
    assert at[1].mean == rates.average.mean
    assert at[2].mean == pytest.approx((1 / 2 + 1 + 0) / 3)
    assert at[4].mean == pytest.approx(2 / 3)


def test_rows_of_a_group_are_completions_of_one_prompt():
    grouped = grade(file_of(GROUPED), group_by="id", k=[1, 2, 4])
    assert grouped == grade(file_of(SEVERAL), k=[1, 2, 4])


def test_one_completion_per_row_has_no_rates_by_default():
    assert grade(file_of(GROUPED)).pass_rates is None
    assert grade(file_of(GROUPED), k=[1]).pass_rates.prompts == 12
    assert "prompt_count" not in grade(file_of(GROUPED)).as_dict()


def test_every_sample_has_a_verdict_in_the_order_of_the_file():
    output = BytesIO()
    grade(file_of(SEVERAL), output=output)
    verdicts = [json.loads(line)["correct"] for line in output.getvalue().splitlines()]
    assert verdicts == [True, *[False] * 3, True, True, False, True, *[False] * 4]


def test_strings_and_lists_of_strings_may_be_in_one_column():
    rows = [{**ROW, "completion": RIGHT}, {**ROW, "completion": [WRONG, RIGHT]}]
    for given in (rows, rows[::-1]):
        assert (grade(file_of(given)).total, grade(file_of(given)).correct) == (3, 2)


def test_a_list_of_messages_is_one_completion_and_a_list_of_those_is_several():
    message = {"role": "assistant", "content": RIGHT}
    assert grade(file_of([{**ROW, "completion": [message]}])).total == 1
    grades = grade(file_of([{**ROW, "completion": [[message], [message], RIGHT]}]))
    assert (grades.total, grades.correct) == (3, 3)


def test_prompts_with_fewer_completions_than_k_are_left_out_and_counted():
    rows = [*SEVERAL, {**ROW, "completion": [RIGHT]}]
    grades = grade(file_of(rows), k=[1, 2, 8])
    rates = grades.pass_rates
    assert dict(rates.pass_at).keys() == {1, 2}
    assert rates.too_few == ((2, 1), (8, 4))
    assert dict(rates.pass_at)[2] == dict(grade(file_of(SEVERAL), k=[2]).pass_rates.pass_at)[2]
    assert "(1 prompt has fewer completions)" in str(grades)
    assert "pass@8             no prompt has 8 completions" in str(grades)
    assert grades.as_dict()["pass_at"][2] == {
        "k": 8,
        "prompt_count": 0,
        "mean": None,
        "standard_error": None,
    }
    with pytest.raises(fv.RuleError, match="each of k"):
        grade(file_of(SEVERAL), k=[0])


NO_SOLUTION = [
    {**ROW, "numbers": [1, 1, 1, 1], "completion": "<answer>No solution.</answer>"},
    {**ROW, "numbers": [1, 1, 1, 1], "completion": "<answer>1+1</answer>"},
    {**ROW, "completion": "<answer>impossible</answer>"},
    {**ROW, "completion": RIGHT},
]


def test_that_there_is_no_solution_is_right_where_it_is_true():
    assert grade(file_of(NO_SOLUTION)).correct == 1
    output = BytesIO()
    assert grade(file_of(NO_SOLUTION), no_solution=True, output=output).correct == 2
    assert grade(file_of(NO_SOLUTION), no_solution=True).correct == 2
    verdicts = [json.loads(line) for line in output.getvalue().splitlines()]
    assert [verdict["correct"] for verdict in verdicts] == [True, False, False, True]
    assert verdicts[0]["message"] == "the puzzle has no solution"
    completions = [row["completion"] for row in NO_SOLUTION]
    columns = {"numbers": [row["numbers"] for row in NO_SOLUTION], "target": [24] * 4}
    scores = scores_of(Scorer(no_solution=True), completions, columns)
    assert [score.reward for score in scores] == [1, 0, 0, 1]


def test_a_column_to_group_by_must_exist():
    with pytest.raises(fv.FaceValueError, match="no column 'ids' to group by"):
        grade(file_of(GROUPED), group_by="ids")


TRUTH = {"target": 24, "numbers": [3, 8, 5], "rules": "countdown"}


@pytest.mark.parametrize(
    "row",
    [
        {"response": RIGHT, "reward_model": {"style": "rule", "ground_truth": TRUTH}},
        {"responses": [RIGHT], "reward_model": {"ground_truth": json.dumps(TRUTH)}},
        {"input": "?", "output": RIGHT, "gts": TRUTH, "score": 0.0, "step": 1},
        {"output": RIGHT, "gts": json.dumps(TRUTH)},
        {"completion": RIGHT, "ground_truth": TRUTH},
    ],
)
def test_the_ground_truths_that_verl_writes_are_read_with_their_rules(row):
    assert grade(file_of([row])).correct == 1
    truth = next(row[name] for name in ("reward_model", "gts", "ground_truth") if name in row)
    assert "countdown" in json.dumps(truth)


def test_a_ground_truth_without_numbers_is_an_error():
    with pytest.raises(fv.FaceValueError, match=r"no column of numbers \(found: output, gts\)"):
        grade(file_of([{"output": RIGHT, "gts": "24"}]))


def test_the_command_prints_pass_at_k_and_refuses_invalid_k(tmp_path, capsys):
    path = tmp_path / "rows.jsonl"
    path.write_bytes(file_of(GROUPED).getvalue())
    assert main(["grade", str(path), "--group-by", "id", "--k", "1,4"]) == 0
    out = capsys.readouterr().out
    assert "3 prompts" in out
    assert "pass@4             66.7% ± 33.3%" in out
    assert main(["grade", str(path), "--group-by", "id", "--k", "1,4", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["prompt_count"] == 3
    whole = schema()
    jsonschema.validate(answer, {"$defs": whole["$defs"], **whole["$defs"]["grade"]})
    assert [each["k"] for each in answer["pass_at"]] == [1, 4]
    assert main(["grade", str(path), "--k", "1;4"]) == 2
    assert "--k must look like 1,8,64, not '1;4'" in capsys.readouterr().err


def test_a_json_array_and_packed_files_are_read(tmp_path):
    array = json.dumps(GROUPED, indent=1).encode()
    (tmp_path / "rows.json").write_bytes(array)
    (tmp_path / "rows.json.gz").write_bytes(gzip.compress(array))
    (tmp_path / "rows.jsonl.gz").write_bytes(gzip.compress(file_of(GROUPED).getvalue()))
    for path in tmp_path.iterdir():
        assert grade(path) == grade(file_of(GROUPED))
        assert grade(BytesIO(path.read_bytes())) == grade(path)


def test_several_files_are_judged_as_one(tmp_path, capsys):
    for place, row in enumerate(SEVERAL):
        (tmp_path / f"{place}.jsonl").write_bytes(file_of([row]).getvalue())
    paths = sorted(tmp_path.iterdir())
    assert grade(paths, k=[2]) == grade(file_of(SEVERAL), k=[2])
    assert main(["grade", *map(str, paths), "--k", "2"]) == 0
    assert "3 prompts" in capsys.readouterr().out


def test_among_several_files_an_error_names_the_one(tmp_path):
    right, wrong = tmp_path / "right.jsonl", tmp_path / "wrong.jsonl"
    right.write_bytes(file_of(SEVERAL).getvalue())
    wrong.write_bytes(file_of([{**ROW, "completion": "?", "numbers": ["x"]}]).getvalue())
    with pytest.raises(fv.FaceValueError, match=r"wrong.jsonl:1: expected a number: 'x'$"):
        grade([right, wrong], strict=True)
    wrong.write_bytes(file_of([{"completion": "?"}]).getvalue())
    with pytest.raises(fv.FaceValueError, match=r"\(found: completion\); .*, in 'wrong.jsonl'$"):
        grade([right, wrong])
    with pytest.raises(fv.FaceValueError, match="there are no files to read"):
        grade([])


@pytest.mark.parametrize("kept", [1, 5, 20, -9, -1])
def test_a_damaged_packed_file_is_one_line(kept):
    packed = gzip.compress(file_of(GROUPED).getvalue())
    with pytest.raises(
        fv.FaceValueError, match=r"the compressed file is damaged|expected a JSON object"
    ):
        grade(BytesIO(packed[:kept]))


# Three puzzles of known bands: 3 8 is easy, 3 3 8 8 hard, and 1 1 1 1 has no solution.
APART = [
    {"numbers": numbers, "rules": rules, "completion": completions}
    for rules in ("classic", "countdown")
    for numbers, completions in (
        ([3, 8], [RIGHT, RIGHT, WRONG, RIGHT]),
        ([3, 3, 8, 8], ["<answer>8/(3-8/3)</answer>", WRONG, "?", "?"]),
        ("[8, 3, 8, 3]", [WRONG, WRONG, "?", "?"]),
        ([1, 1, 1, 1], ["?"] * 4),
    )
]


def band_of(row):
    rated = fv.Puzzle(
        row["numbers"].strip("[]") if isinstance(row["numbers"], str) else row["numbers"],
        24,
        row["rules"],
    ).difficulty
    if rated is None:
        return "no solution"
    low = min(int(rated.percentile // 25) * 25, 75)
    return f"{low} to {low + 25}"


@pytest.mark.parametrize("by", ["rules", "difficulty"])
def test_separate_figures_equal_the_figures_of_separate_files(by):
    rows = [{**row, "target": 24} for row in APART]
    grades = grade(file_of(rows), by=[by], k=[1, 2])
    names = [row["rules"] if by == "rules" else band_of(row) for row in rows]
    assert {part.name for part in grades.parts} == set(names)
    for part in grades.parts:
        alone = grade(
            file_of([row for row, name in zip(rows, names, strict=True) if name == part.name]),
            k=[1, 2],
        )
        assert (part.by, part.total, part.correct) == (by, alone.total, alone.correct)
        assert part.rates == alone.pass_rates


def test_figures_apart_follow_the_groups_and_have_no_pass_at_k_unless_wanted():
    grades = grade(file_of(GROUPED), by="rules")
    (part,) = grades.parts
    assert (part.name, part.total, part.rates.prompts, part.rates.pass_at) == (
        "classic",
        12,
        12,
        (),
    )
    (grouped,) = grade(file_of(GROUPED), by="rules", group_by="id", k=[4]).parts
    assert grouped.rates == grade(file_of(GROUPED), group_by="id", k=[4]).pass_rates


def test_puzzles_of_fractions_and_those_too_large_are_told_apart():
    rows = [
        {"numbers": "3/4 32", "completion": RIGHT},
        {"numbers": [*range(1, 30)], "target": 10**6, "completion": RIGHT},
    ]
    names = [part.name for part in grade(file_of(rows), by=["difficulty"]).parts]
    assert names[-1] == "not rated"
    assert len(names) == 2


def test_the_command_prints_figures_apart(tmp_path, capsys):
    path = tmp_path / "rows.jsonl"
    path.write_bytes(file_of(APART).getvalue())
    assert main(["grade", str(path), "--by", "rules,Difficulty"]) == 0
    out = capsys.readouterr().out
    assert "\nrules      countdown " in out
    assert "\ndifficulty no solution " in out
    assert main(["grade", str(path), "--by", "rules,difficulty", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert set(answer["by"]) == {"rules", "difficulty"}
    whole = schema()
    jsonschema.validate(answer, {"$defs": whole["$defs"], **whole["$defs"]["grade"]})
    assert main(["grade", str(path), "--by", "size"]) == 2
    assert "size" in capsys.readouterr().err
