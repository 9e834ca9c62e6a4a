"""Attempts with a label for each step: the format "stepwise", and the steps in completions."""

import json
from collections import Counter
from fractions import Fraction
from io import BytesIO

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import facevalue as fv
from facevalue import datasets
from facevalue.cli.main import main
from facevalue.datasets.examples.attempts import make_attempt
from facevalue.errors import RuleError
from tests.datasets.built_sets import rows_of
from tests.datasets.streams import file_of
from tests.oracles.rows import PLAIN_RULES

FREE = [
    rules.name for rules in PLAIN_RULES.values() if rules.order == "any" and rules.name != "forth"
]
PUZZLES = st.builds(
    lambda numbers, target, rules: fv.Puzzle(numbers, target, fv.RULES[rules].replace(size=None)),
    st.lists(st.integers(1, 20), min_size=2, max_size=5),
    st.integers(1, 60),
    st.sampled_from([name for name in FREE if fv.RULES[name].grouping == "any"]),
)


@given(PUZZLES, st.integers(0, 2**64 - 1))
@example(fv.Puzzle([3, 4, 11, 15], 1, fv.RULES["make10"].replace(size=None)), 284809)
def test_labels_are_what_a_search_finds_after_each_step(puzzle, seed):
    steps, labels, counts = make_attempt(puzzle, seed)
    assert fv.puzzle.still_solvable(steps, puzzle.numbers, puzzle.target, puzzle.rules) == [*labels]
    for step, label, count in zip(steps, labels, counts, strict=True):
        # As a string, four digits would be the four numbers of a ticket.
        left = [Fraction(number) for number in step.partition("(left: ")[2].rstrip(")").split()]
        found = fv.solve(left, puzzle.target, puzzle.rules)
        assert (label, count) == (bool(found), len(found))
    assert [*labels] == sorted(labels, reverse=True)  # what is lost stays lost
    assert make_attempt(puzzle, seed) == (steps, labels, counts)


def test_an_attempt_is_right_if_all_its_steps_are_good():
    for seed in range(200):
        puzzle = fv.deal("classic", seed=seed, solvable=True)
        steps, labels, _ = make_attempt(puzzle, seed)
        verdict = fv.check_steps("\n".join(steps), puzzle.numbers, puzzle.target)
        assert verdict.correct == all(labels)


@pytest.mark.parametrize("count", [600, pytest.param(4000, marks=pytest.mark.exhaustive)])
def test_attempts_fail_at_every_step_alike(count):
    puzzle = fv.Puzzle("3 3 8 8")
    failed = Counter(sum(make_attempt(puzzle, seed).labels) for seed in range(count))
    # All steps but one lose this puzzle, so the number of good steps decides.
    assert set(failed) == {0, 1, 2, 3}
    assert all(0.7 < 4 * number / count < 1.3 for number in failed.values())


def test_an_attempt_ends_where_a_game_ends():
    assert make_attempt(fv.Puzzle("24 5", 24, "countdown"), 1) == ((), (), ())
    assert make_attempt(fv.Puzzle("24"), 1) == ((), (), ())
    assert make_attempt(fv.Puzzle("1 1", 7, "countdown"), 0).labels == (False,)


def test_the_format_stepwise_has_the_columns_of_trl(tmp_path):
    spec = datasets.Spec(count=60, seed=24, format="stepwise", unsolvable=0.2)
    datasets.build(spec, tmp_path / "one")
    rows = rows_of(tmp_path / "one")
    for row in rows:
        puzzle = fv.Puzzle(row["numbers"], row["target"])
        labels = fv.puzzle.still_solvable(row["completions"], puzzle.numbers, puzzle.target)
        assert row["labels"] == labels
        assert not any(labels) or row["solvable"]
        assert isinstance(row["prompt"], str)
    assert {tuple(row["labels"]) for row in rows} >= {(True,) * 3, (False,) * 3}
    datasets.build(spec.replace(shard_rows=17), tmp_path / "two")
    by_key = {row["key"]: row["completions"] for row in rows_of(tmp_path / "two")}
    assert sum(by_key.get(row["key"]) == row["completions"] for row in rows) > 10
    datasets.build(spec.replace(seed=25), tmp_path / "three")
    assert rows_of(tmp_path / "three") != rows
    with pytest.raises(RuleError, match="oberon"):
        datasets.Spec("oberon", count=1, format="stepwise")


def test_each_puzzle_has_as_many_traces_as_requested(tmp_path):
    spec = datasets.Spec(count=20, size=3, seed=24, format="traces", shard_rows=7)
    single = datasets.build(spec, tmp_path / "one")
    manifest = datasets.build(spec.replace(traces=3), tmp_path / "three")
    assert (single.puzzles, single.rows, manifest.puzzles, manifest.rows) == (20, 20, 20, 60)
    first = {row["key"]: row["trace"] for row in rows_of(tmp_path / "one")}
    found = {}
    for row in rows_of(tmp_path / "three"):
        found.setdefault(row["key"], []).append(row["trace"])
    assert set(map(len, found.values())) == {3}
    common = first.keys() & found.keys()
    assert len(common) > 10
    assert all(first[key] == found[key][0] for key in common)
    assert sum(len(set(traces)) for traces in found.values()) > 50
    assert datasets.Spec.parse(str(manifest.spec)) == manifest.spec
    assert "# 20 number puzzles" in (tmp_path / "three" / "README.md").read_text(encoding="utf-8")


def test_several_traces_need_the_format_traces(capsys):
    assert datasets.Spec(count=1, format="traces", traces=1000).traces == 1000
    for wrong in (0, 1001, True, "2"):
        with pytest.raises(RuleError, match="traces"):
            datasets.Spec(count=1, format="traces", traces=wrong)
    assert main(["dataset", "build", "-o", "nowhere", "--count", "1", "--traces", "2"]) == 2
    assert "needs the format traces" in capsys.readouterr().err


def graded(rows, **options):
    output = BytesIO()
    file = file_of(rows)
    grades = datasets.grade(file, fv.Grader(extract="whole"), output=output, **options)
    return grades, [json.loads(line) for line in output.getvalue().splitlines()]


def test_the_steps_of_completions_are_labelled():
    numbers = {"numbers": [3, 3, 8, 8]}
    completions = {
        "8 / 3 = 8/3\n3 - 8/3 = 1/3\n8 / (1/3) = 24": [True, True, True],
        "I try:\n8 / 3 = 8/3\n8 - 3 = 5\nAnswer: none": [True, False],
        "2 ** 3 = 8": [None],
        "no steps": [],
    }
    rows = [{**numbers, "completion": completion} for completion in completions]
    grades, written = graded(rows, step_labels=True, steps=True)
    assert [row["step_labels"] for row in written] == list(completions.values())
    assert grades == graded(rows, steps=True)[0]
    _, written = graded([rows[0] | {"extract": "last_answer_tag"}], step_labels=True)
    assert written[0]["step_labels"] is None  # no answer
    grades, written = graded([rows[0], rows[0] | {"rules": "oberon"}], step_labels=True)
    assert (len(written), grades.skipped_count) == (1, 1)
    assert "oberon" in grades.skipped[0].message


@pytest.mark.parametrize("kind", ["jsonl", "csv", "parquet"])
def test_step_labels_are_written_to_every_type_of_file(kind, tmp_path, capsys):
    pq = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "rows.jsonl"
    row = {"numbers": [3, 8], "completion": "3 * 8 = 24"}
    path.write_text(f"{json.dumps(row)}\n{json.dumps(row)}\n", encoding="utf-8")
    output = tmp_path / f"out.{kind}"
    words = ["grade", str(path), "--extract", "whole", "--step-labels"]
    assert main([*words, "-o", str(output)]) == 0
    if kind == "parquet":
        assert pq.read_table(output)["step_labels"].to_pylist() == [[True], [True]]
    else:
        assert "[true]" in output.read_text(encoding="utf-8")
    capsys.readouterr()
    assert main(words) == 2
    assert "--step-labels needs -o" in capsys.readouterr().err
