"""Splits of datasets: no answer of a train row is right for a test row, with any seed."""

import re
import shlex
from collections import Counter
from itertools import combinations
from math import gcd

import numpy as np
import pytest

import facevalue as fv
from facevalue import datasets
from facevalue.cli.main import main
from facevalue.datasets import Spec, Splitter
from facevalue.datasets.building.splitting import used_numbers
from facevalue.errors import RuleError
from tests.datasets.built_sets import contents, rows_of
from tests.paths import DOCS

# Small numbers, so that many puzzles have the same sub-puzzles and common factors.
SMALL = Spec("countdown", count=1500, size=(1, 2, 3, 4), low=1, high=12, target=(6, 12))
TRAIN_PAGE = DOCS / "models" / "train.md"


def sub_puzzles(numbers, target, rules):
    """The slow way: all choices that make the target and contain no other such choice."""
    found = []
    for size in range(1, len(numbers) + 1):
        for chosen in sorted(set(combinations(sorted(numbers), size))):
            has_other = any(not Counter(other) - Counter(chosen) for other in found)
            if not has_other and fv.Puzzle(chosen, target, rules).is_solvable:
                found.append(chosen)
    return found


def divided(numbers, target=0):
    factor = gcd(*numbers, target)
    return tuple(sorted(number // factor for number in numbers)), target // factor


def splits_with(rows, keys_of):
    """For each key of a row the splits that have it."""
    found = {}
    for row in rows:
        for key in keys_of(row):
            found.setdefault(key, set()).add(row["split"])
    return found


def are_apart(rows, keys_of):
    splits = splits_with(rows, keys_of)
    assert {"train", "test"} <= set.union(*splits.values())
    return all(len(names) == 1 for names in splits.values())


def built(folder, spec):
    datasets.build(spec, folder)
    return rows_of(folder)


def sub_puzzles_of(row):
    return [
        (each, row["target"]) for each in sub_puzzles(row["numbers"], row["target"], row["rules"])
    ]


@pytest.mark.slow
def test_puzzles_that_share_a_solution_are_in_one_split(tmp_path):
    rows = built(tmp_path / "7", SMALL.replace(seed=7)) + built(tmp_path / "8", SMALL)
    several = [row for row in rows if len(sub_puzzles_of(row)) > 1]
    assert len(several) > 200
    assert are_apart(rows, sub_puzzles_of)


@pytest.mark.parametrize("rules", ["classic", "countdown"])
def test_puzzles_that_differ_by_a_common_factor_are_in_one_split(rules, tmp_path):
    spec = Spec(rules, count=2000, size=3, low=1, high=16, target=(1, 24), unsolvable=0.2)
    rows = built(tmp_path, spec)
    assert len({divided(row["numbers"], row["target"]) for row in rows}) < len(rows) - 40
    assert are_apart(rows, lambda row: [divided(row["numbers"], row["target"])])


@pytest.mark.parametrize("rules", ["classic", "countdown"])
def test_targets_or_numbers_may_be_reserved_for_a_split(rules, tmp_path):
    spec = Spec(rules, count=1500, size=3, low=1, high=15, target=(10, 60), unsolvable=0.2)
    keys = {
        "target": lambda row: [row["target"]],
        "numbers": lambda row: [divided(row["numbers"])],
    }
    for split_by, keys_of in keys.items():
        rows = built(tmp_path / split_by, spec.replace(split_by=split_by))
        assert are_apart(rows, keys_of)
        assert 0.02 < sum(row["split"] == "test" for row in rows) / len(rows) < 0.25
    rows = built(tmp_path / "puzzle", spec)
    assert not are_apart(rows, keys["target"])
    assert not are_apart(rows, keys["numbers"])


@pytest.mark.slow
@pytest.mark.parametrize("split_by", ["puzzle", "target"])
def test_the_example_of_the_page_on_training_has_no_leak(split_by, tmp_path, capsys):
    code = re.search(
        r"^facevalue dataset build -o countdown .*?(?<!\\)$",
        TRAIN_PAGE.read_text(),
        re.MULTILINE | re.DOTALL,
    )
    words = shlex.split(code[0].replace("\\\n", " "))[1:]
    folder = str(tmp_path / "countdown")
    words[words.index("-o") + 1], words[words.index("--count") + 1] = folder, "20000"
    assert main([*words, "--split-by", split_by]) == 0
    rows = rows_of(folder)
    answers = {
        (row["target"], tuple(sorted(map(int, re.findall(r"\d+", row["solution"])))))
        for row in rows
        if row["split"] == "train" and row["solvable"]
    }
    tested = [row for row in rows if row["split"] == "test"]
    assert len(tested) > 500
    for row in tested:
        parts = (part for n in range(1, 5) for part in combinations(sorted(row["numbers"]), n))
        assert not [part for part in parts if (row["target"], part) in answers]
    capsys.readouterr()


def test_neither_workers_nor_shards_decide_a_split(tmp_path):
    spec = SMALL.replace(count=1200, shard_rows=500)
    datasets.build(spec, tmp_path / "one", workers=1)
    datasets.build(spec, tmp_path / "two", workers=2)
    assert contents(tmp_path / "one") == contents(tmp_path / "two")
    splits = {row["key"]: row["split"] for row in rows_of(tmp_path / "one")}
    others = {row["key"]: row["split"] for row in built(tmp_path / "three", SMALL)}
    assert len(splits.keys() & others) > 300
    assert all(splits[key] == others[key] for key in splits.keys() & others)


def test_shares_are_nearly_met_and_few_puzzles_are_left_out():
    query = fv.puzzle.PuzzleQuery("countdown", size=4, low=1, high=99, target=(10, 99))
    rows = query.batch(1, range(20_000), simplest=True)
    places = Splitter("countdown", {"train": 0.9, "test": 0.1}).places(rows)
    assert (
        places.tolist()
        == Splitter("countdown", {"train": 0.9, "test": 0.1}, workers=2)
        .places(query.batch(1, range(20_000)))
        .tolist()
    )
    shares = np.bincount(places + 1) / len(rows)
    assert shares == pytest.approx([0.01, 0.90, 0.09], abs=0.01)


@pytest.mark.parametrize("numbers", [[5], [12, 12, 7], [-5, 3, 0], [9 * 10**17, 1]])
def test_the_numbers_of_expressions_are_read(numbers):
    texts = [
        "3*8",
        str(fv.Expression.parse("+".join(f"{{{n}}}" if n < 0 else str(n) for n in numbers))),
        "1",
    ]
    found = {
        row: used
        for rows, table in used_numbers(texts)
        for row, used in zip(rows.tolist(), table.tolist(), strict=True)
    }
    assert found == {0: [3, 8], 1: sorted(numbers), 2: [1]}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"split_by": "size"}, "split_by must be one of puzzle, target, numbers, not 'size'"),
        ({"split_by": "target"}, "all puzzles have the target 24: split by puzzle or numbers"),
    ],
)
def test_shares_that_split_nothing_are_refused(options, message):
    with pytest.raises(RuleError, match=message):
        Spec("classic", count=10, **options)
