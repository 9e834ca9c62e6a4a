"""Labels of audited rows: columns of zeros, bad and missing cells, and custom rules."""

import json

import pytest

import facevalue as fv
from facevalue import datasets


def audited(tmp_path, rows, **options):
    file = tmp_path / "puzzles.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return datasets.audit(file, **options)


def found(audit):
    """The kinds and rows of all faults."""
    return sorted((fault.kind, *fault.rows) for fault in audit.faults)


# As in files: pandas makes floats of a column of whole numbers with a missing cell.
ZEROS = {
    "solvable": (0, False, "0", "false", "No", 0.0, "0.0"),
    "solution_count": (0, "0", 0.0, "0.0", "00"),
    "needs_fraction": (0, False, "no", 0.0),
    "difficulty": (0, 0.0, "0"),
}


@pytest.mark.parametrize(("role", "zero"), [(role, cell) for role in ZEROS for cell in ZEROS[role]])
def test_a_label_column_of_zeros_is_compared(tmp_path, role, zero):
    rows = [{"nums": [3, 3, 8, 8], role: zero}, {"nums": [8, 3, 2, 5], role: zero}]
    audit = audited(tmp_path, rows)
    wrong = (1,) if role == "needs_fraction" else (1, 2)
    assert [(f"wrong_{role}", row) for row in wrong] == found(audit)
    assert {(role, role), ("numbers", "nums")} == set(audit.columns)
    assert not any("is ignored" in note for note in audit.notes)


GOOD = {"solvable": 1, "solution_count": 1, "needs_fraction": 1}
BAD = ("perhaps", -1, 1.5, 10**30, [0], {"a": 0}, "1e99", float("inf"))
BAD_PERCENTILES = ("hard", -1, 100.5, 10**400, [0], float("inf"), True, "1e99")


@pytest.mark.parametrize(
    ("role", "bad"),
    [*((role, bad) for role in GOOD for bad in BAD), *(("difficulty", b) for b in BAD_PERCENTILES)],
)
def test_one_bad_cell_in_a_column_of_labels_is_malformed(tmp_path, role, bad):
    hands = [
        [3, 3, 8, 8],
        [1, 5, 5, 5],
        [1, 3, 4, 6],
    ]  # all need a fraction, none has two solutions
    right = [GOOD.get(role) or fv.difficulty(hand).percentile for hand in hands]
    rows = [{"nums": hand, role: label} for hand, label in zip(hands, right, strict=True)]
    assert audited(tmp_path, rows).is_clean
    rows[1][role] = bad
    audit = audited(tmp_path, rows)
    assert [("malformed", 2)] == found(audit)
    assert f"the label {role} cannot be read" == audit.faults[0].message


@pytest.mark.parametrize("missing", [None, "", " ", float("nan")])
@pytest.mark.parametrize("role", ZEROS)
def test_a_missing_label_in_a_column_of_labels_is_accepted(tmp_path, role, missing):
    rated = fv.difficulty([3, 3, 8, 8]).percentile
    right = {"solvable": 1.0, "solution_count": 1.0, "needs_fraction": "1", "difficulty": rated}
    rows = [{"nums": [3, 3, 8, 8], role: right[role]}, {"nums": [1, 5, 5, 5], role: missing}]
    audit = audited(tmp_path, rows)
    assert audit.is_clean
    assert not any("is ignored" in note for note in audit.notes)


SUMS = fv.Rules("sums", operators="+-", order="given", values="natural", target=7)


def test_rows_are_audited_under_rules_of_ones_own(tmp_path):
    rows = [
        {"nums": [3, 4], "solution_count": 1, "answer": "3+4"},
        {"nums": [4, 3], "solution_count": 1, "answer": "3+4"},  # another puzzle, another order
        {"nums": [9, 2], "solution_count": 0, "answer": "9-2"},
        {"nums": [7, 1], "solution_count": 1, "answer": "7*1"},
        {"nums": [4, 9, 2], "solution_count": 0, "rules": "classic"},  # 9-4+2 in another order
        {"nums": [3, 4], "solution_count": 1, "answer": "3+4"},
    ]
    audit = audited(tmp_path, [{"target": 7, **row} for row in rows], rules=SUMS)
    assert [
        ("cheating_answer", 2),
        ("cheating_answer", 4),
        ("duplicate", 6, 1),
        ("wrong_solution_count", 3),
        ("wrong_solution_count", 4),
    ] == [fault for fault in found(audit) if fault[0] != "missing_answer"]
    without = audited(tmp_path, [{"nums": [3, 4], "solvable": True}], rules=SUMS)
    assert without.is_clean
    assert "there is no rules column, so every row uses the rules sums" in without.notes
    pairs = fv.Rules("pairs", size=2)
    assert [("malformed", 1)] == found(audited(tmp_path, [{"nums": [1, 2, 4]}], rules=pairs))
