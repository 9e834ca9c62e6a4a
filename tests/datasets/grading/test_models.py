"""Figures by model, and the comparison of two models on the same puzzles."""

import json
import pickle
from fractions import Fraction
from itertools import product
from math import comb, sqrt
from statistics import mean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

import facevalue as fv
from facevalue.cli.main import main
from facevalue.datasets import PuzzleReader, grade
from facevalue.datasets.grading.judging import Samples
from facevalue.datasets.grading.model_comparison import PairedTally, newcombe_interval
from tests.datasets.streams import file_of
from tests.datasets.tables.test_logs import ROWS

RIGHT, WRONG = "<answer>3*8</answer>", "<answer>3+8</answer>"
PUZZLES = [[3, 8], [4, 6], [2, 12], [1, 24]]


def answer(numbers, *, is_right):
    a, b = numbers
    return f"<answer>{a}{'*' if is_right else '+'}{b}</answer>"


def rows_of(**rights):
    """Rows of models, given which puzzles each solves; None for a puzzle that it did not try."""
    return [
        {"model": model, "numbers": numbers, "completion": answer(numbers, is_right=is_right)}
        for model, column in rights.items()
        for numbers, is_right in zip(PUZZLES, column, strict=False)
        if is_right is not None
    ]


def test_figures_by_model_equal_the_figures_of_separate_files():
    rows = rows_of(one=[True, False, True], two=[False, False, True, True])
    grades = grade(file_of([*rows, {"numbers": [3, 8], "completion": RIGHT}]), by=["model"])
    assert [part.name for part in grades.parts] == ["no model", "one", "two"]
    for part in grades.parts[1:]:
        alone = grade(file_of([row for row in rows if row["model"] == part.name]), k=[1])
        assert (part.total, part.correct) == (alone.total, alone.correct)
        assert part.rates.average == alone.pass_rates.average


def test_each_completion_of_a_row_may_have_a_model():
    row = {"numbers": [3, 8], "completion": [RIGHT, WRONG], "model": ["a", "b"]}
    parts = grade(file_of([row, row | {"model": "a"}]), by=["model"]).parts
    assert [(part.name, part.total, part.correct) for part in parts] == [("a", 3, 2), ("b", 1, 0)]
    trace = ROWS["verifiers: `traces.jsonl`"]
    names = [part.name for part in grade(file_of([trace(RIGHT), trace(WRONG)]), by="model").parts]
    assert names == [f"{RIGHT}-model", f"{WRONG}-model"]


def test_models_need_a_column(tmp_path, capsys):
    row = {"numbers": [3, 8], "completion": RIGHT, "llm": "a"}
    with pytest.raises(fv.FaceValueError, match="no column of models"):
        grade(file_of([row]), by=["model"])
    path = tmp_path / "rows.jsonl"
    path.write_text(json.dumps(row), encoding="utf-8")
    assert main(["grade", str(path), "--by", "model"]) == 2
    assert "pass --models COLUMN" in capsys.readouterr().err
    assert main(["grade", str(path), "--by", "model", "--models", "llm"]) == 0
    assert "model      a" in capsys.readouterr().out


def test_two_models_are_compared_on_the_puzzles_that_both_tried(tmp_path, capsys):
    rows = rows_of(one=[True, True, False, True], two=[False, True, None, True], three=[False])
    rows[5]["numbers"] = rows[5]["numbers"][::-1]  # the same puzzle
    found = grade(file_of(rows), compare=["one", "two"]).comparison
    assert (found.puzzle_count, found.better_count, found.worse_count) == (3, 1, 0)
    assert found.rates == (1, 2 / 3)
    assert found.difference == pytest.approx(1 / 3)
    assert found.interval == newcombe_interval(2, 1, 0, 0)
    swapped = grade(file_of(rows), compare=["two", "one"]).comparison
    assert swapped.difference == -found.difference
    assert swapped.interval == pytest.approx([-bound for bound in reversed(found.interval)])
    path = tmp_path / "rows.jsonl"
    path.write_bytes(file_of(rows).getvalue())
    assert main(["grade", str(path), "--compare", "one", "two"]) == 0
    printed = capsys.readouterr().out
    assert "one - two: +33.3% (95 % interval -29.1% to +79.2%) on 3 puzzles, better" in printed
    assert main(["grade", str(path), "--compare", "one", "two", "--json"]) == 0
    comparison = json.loads(capsys.readouterr().out)["comparison"]
    assert comparison["models"] == ["one", "two"]
    assert comparison["interval"] == list(found.interval)


def test_a_puzzle_with_several_completions_changes_the_interval_of_all():
    rows = rows_of(a=[True, True, False], b=[False, True, False])
    found = grade(file_of([*rows, rows[0]]), compare=["a", "b"]).comparison
    differences = [1, 0, 0]
    half = 1.959963984540054 * stdev(differences) / sqrt(3)
    assert found.interval == pytest.approx([mean(differences) - half, 1 / 3 + half])


def test_with_several_completions_the_interval_comes_from_the_mean_difference():
    rows = [
        {"model": model, "numbers": numbers, "completion": answer(numbers, is_right=is_right)}
        for numbers, counts in zip(PUZZLES, [(3, 1), (2, 2), (0, 1), (3, 0)], strict=True)
        for model, right in zip("ab", counts, strict=True)
        for is_right in [True] * right + [False] * (3 - right)
    ]
    found = grade(file_of(rows), compare=["a", "b"]).comparison
    differences = [2 / 3, 0, -1 / 3, 1]
    half = 1.959963984540054 * stdev(differences) / sqrt(4)
    assert found.difference == pytest.approx(mean(differences))
    low, high = mean(differences) - half, min(1, mean(differences) + half)
    assert found.interval == pytest.approx([low, high])
    assert (found.better_count, found.worse_count) == (2, 1)


def test_a_comparison_is_joined_from_the_reports_of_pieces():
    rows = rows_of(one=[True, True, False, True], two=[False, True, None, True])
    whole = grade(file_of(rows), compare=["one", "two"]).comparison
    tallies = []
    for part in (rows[:3], rows[3:5], rows[5:]):
        tally = PairedTally(("one", "two"))
        puzzles = PuzzleReader().read({"numbers": [row["numbers"] for row in part]}, len(part))
        right = ["*" in row["completion"] for row in part]
        models = [row["model"] for row in part]
        tally.add(Samples([], puzzles, [], [], models, None, {}), right)
        tallies.append(pickle.loads(pickle.dumps(tally)))
    first, *later = tallies
    for tally in later:
        first.join(tally)
    assert first.comparison() == whole


def test_a_comparison_without_common_puzzles_says_so():
    found = grade(file_of(rows_of(a=[True], b=[None, True])), compare=["a", "b"]).comparison
    assert (found.puzzle_count, found.rates, found.difference, found.interval) == (0, *[None] * 3)
    assert str(found) == "a - b: no puzzle was tried by both"


def test_the_models_to_compare_must_be_two_that_are_there():
    rows = rows_of(a=[True], b=[True])
    for wrong in ("ab", ["a"], ["a", "a"], ["a", 1], ["a", "b", "c"]):
        with pytest.raises(fv.FaceValueError, match="compare must be the names of two models"):
            grade(file_of(rows), compare=wrong)
    with pytest.raises(fv.FaceValueError, match=r"is by 'c' .models: 'a', 'b'."):
        grade(file_of(rows), compare=["a", "c"])


def test_the_interval_has_the_limits_of_newcombes_example():
    assert newcombe_interval(36, 12, 2, 0) == pytest.approx([0.0569, 0.3404], abs=5e-5)


def test_a_surplus_of_half_a_puzzle_counts_as_no_correlation():
    """The interval is the same as for two independent shares, each 1 of 2."""
    half = 1.959964 * sqrt((1 / 4 / 2 + 1.959964**2 / 16) * 2) / (1 + 1.959964**2 / 2)
    assert newcombe_interval(1, 0, 0, 1) == pytest.approx([-half, half], abs=1e-6)


def test_the_interval_covers_the_true_difference_as_often_as_it_should():
    """Exact coverage for 20 puzzles, for several chances of the four outcomes."""
    size = 20
    tables = [
        (both, first, second, size - both - first - second)
        for both in range(size + 1)
        for first in range(size + 1 - both)
        for second in range(size + 1 - both - first)
    ]
    intervals = [newcombe_interval(*table) for table in tables]
    coverages = []
    for both, first, second in product((0.1, 0.3, 0.5), (0.05, 0.2), (0.05, 0.1, 0.2)):
        chances = (both, first, second, 1 - both - first - second)
        covered = 0.0
        for (a, b, c, d), (low, high) in zip(tables, intervals, strict=True):
            if low <= first - second <= high:
                ways = comb(size, a) * comb(size - a, b) * comb(size - a - b, c)
                powers = zip(chances, (a, b, c, d), strict=True)
                chance = float(ways)
                for base, power in powers:
                    chance *= base**power
                covered += chance
        coverages.append(covered)
    assert min(coverages) > 0.93
    assert 0.945 < mean(coverages) < 0.985


COUNTS = st.tuples(*[st.integers(0, 50)] * 4).filter(any)


@given(COUNTS)
def test_the_interval_is_around_the_difference_and_within_bounds(counts):
    both, first, second, neither = counts
    low, high = newcombe_interval(*counts)
    difference = Fraction(first - second, sum(counts))
    assert -1 - 1e-12 <= low <= difference <= high <= 1 + 1e-12
    swapped = newcombe_interval(both, second, first, neither)
    assert swapped == pytest.approx((-high, -low))
