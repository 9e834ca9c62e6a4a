"""Audits of splits that share solutions or numbers, not only equal puzzles."""

import io
import json
import random
from itertools import combinations
from math import gcd

import pytest

import facevalue as fv
from facevalue import datasets

LEAK = [
    ((11, 6, 15), 10, "countdown", "train"),
    ((11, 6, 13, 15), 10, "countdown", "test"),
    ((2, 4, 6), 12, "classic", "train"),
    ((1, 2, 3), 6, "classic", "test"),
    ((3, 2, 1), 6, "classic", "test"),
    ((1, 2, 3, 4), 6, "classic", "test"),
]


def audited(rows):
    lines = (
        json.dumps({"numbers": numbers, "target": target, "rules": rules, "split": split})
        for numbers, target, rules, split in rows
    )
    return datasets.audit(io.BytesIO("\n".join(lines).encode()))


def test_the_example_of_a_shared_solution_and_of_a_factor_are_found():
    found = audited(LEAK)
    assert found.counts == {"duplicate": 1, "scaled_leak": 2, "shared_solution": 1}
    shared = next(fault for fault in found.faults if fault.kind == "shared_solution")
    assert shared.rows == (2, 1)
    assert shared.message == "11 6 13 15 -> 10 shares a solution with 11 6 15 -> 10 in train"
    assert dict(found.overlaps) == {"target": 1, "numbers": 2}
    assert "1 row has the same target as an earlier row in another split" in str(found)


def test_a_set_that_takes_too_long_to_solve_hides_no_other():
    rows = []
    for number, target in ((2, 16), (-1, 24), (3, 24)):  # a negative number takes longest
        rows.append(([number] * 8 + [4], target, "countdown", "train"))
        rows.append(([number] * 8, target, "countdown", "test"))
    assert audited(rows).counts["shared_solution"] == 2


def test_within_a_split_nothing_leaks():
    found = audited([(*row[:3], "train") for row in LEAK])
    assert found.counts == {"duplicate": 1}
    assert not found.overlaps


def test_a_leaked_puzzle_is_not_also_reported_as_another_fault():
    rows = [((3, 8, 5), 24, "countdown", "train"), ((8, 3, 5), 24, "countdown", "test")]
    assert audited(rows).counts == {"leak": 1}


def keys_of(numbers, target, rules):
    """Each kind of overlap with what two rows then have in common."""
    factor = gcd(*numbers, target)
    yield "leak", (rules, target, tuple(sorted(numbers)))
    scaled = tuple(sorted(number // factor for number in numbers))
    yield "scaled_leak", (rules, target // factor, scaled)
    if rules == "countdown":
        for count in range(1, len(numbers) + 1):
            for part in combinations(sorted(numbers), count):
                if fv.Puzzle(part, target, rules).is_solvable:
                    yield "shared_solution", (rules, target, part)


def slow_overlaps(rows):
    """For each row its first kind of overlap, from a dictionary of all keys."""
    found, first = {}, {}
    for at, (*puzzle, split) in enumerate(rows, 1):
        kinds = [
            kind for kind, key in keys_of(*puzzle) if first.setdefault((kind, key), split) != split
        ]
        found |= {at: kinds[0]} if kinds else {}
    return found


@pytest.mark.parametrize("seed", range(6))
def test_overlaps_are_those_that_comparing_all_pairs_finds(seed):
    source = random.Random(seed)
    rows = [
        (
            tuple(source.choices(range(1, 9), k=source.choice((1, 2, 3, 4)))),
            source.choice((4, 6, 8, 12)),
            source.choice(("classic", "countdown", "countdown")),
            source.choice(("train", "train", "test")),
        )
        for _ in range(60)
    ]
    kinds = ("leak", "scaled_leak", "shared_solution")
    found = {fault.rows[0]: fault.kind for fault in audited(rows).faults if fault.kind in kinds}
    assert found == slow_overlaps(rows)


def test_a_built_dataset_has_no_overlap(tmp_path):
    spec = datasets.Spec(
        "countdown",
        count=3000,
        size=(3, 4),
        low=1,
        high=20,
        target=(5, 15),
        splits={"a": 0.5, "b": 0.5},
    )
    datasets.build(spec, tmp_path)
    files = sorted(tmp_path.glob("*.parquet"))
    assert datasets.audit(files).is_clean
    assert not datasets.audit(files[0]).overlaps
