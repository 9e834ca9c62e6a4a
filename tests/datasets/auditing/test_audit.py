"""The audit finds exactly the faults that are planted, of every kind."""

import csv
import io
import json
import re
from fractions import Fraction
from functools import partial

import numpy as np
import pytest

import facevalue as fv
from facevalue import datasets
from facevalue.cli.main import main
from facevalue.datasets.auditing import findings, report
from facevalue.datasets.auditing.true_labels import NO_LABEL, different_rows, solve_part
from facevalue.datasets.files.readers import read_pieces
from facevalue.datasets.tables.puzzle_reader import PuzzleReader
from facevalue.errors import FaceValueError, RuleError
from tests.datasets.streams import file_of
from tests.oracles.rows import vectors

SPLITS = ("train", "train", "train", "test")


def different(rules, count, seed):
    """Different puzzles, as they are dealt."""
    found = {}
    for deal in fv.puzzle.deals(rules, seed=seed):
        key = tuple(sorted(deal.numbers)), deal.target
        found.setdefault(key, ([int(number) for number in deal.numbers], int(deal.target)))
        if len(found) == count:
            return list(found.values())
    raise AssertionError


def labelled(puzzles, rules):
    """Rows without a fault."""
    numbers, targets = map(np.array, zip(*puzzles, strict=True))
    labels = fv.label_many(numbers, targets, rules)
    solutions = fv.solve_many(numbers, targets, rules)
    return [
        {
            "nums": row,
            "target": target,
            "rules": rules,
            "solvable": bool(labels.solvable[at]),
            "solution_count": int(labels.solution_count[at]),
            "needs_fraction": bool(labels.needs_fraction[at]),
            "difficulty": float(labels.difficulty[at]) if labels.solvable[at] else None,
            "solution": solutions[at][0] if solutions[at] else None,
            "split": SPLITS[at % 4],
        }
        for at, (row, target) in enumerate(puzzles)
    ]


CLEAN = labelled(different("classic", 400, seed=1), "classic")
SOLVABLE = [at for at, row in enumerate(CLEAN) if row["solvable"]]
UNSOLVABLE = [at for at, row in enumerate(CLEAN) if not row["solvable"]]


def copied(rows=CLEAN):
    return [dict(row) for row in rows]


def write(path, rows):
    if path.suffix == ".parquet":
        arrow = pytest.importorskip("pyarrow")
        pytest.importorskip("pyarrow.parquet").write_table(arrow.Table.from_pylist(rows), path)
    elif path.suffix == ".csv":
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, fieldnames=rows[0])
            writer.writeheader()
            writer.writerows(rows)
    else:
        lines = (row if isinstance(row, str) else json.dumps(row) for row in rows)
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def audited(tmp_path, rows, name="puzzles.jsonl", **options):
    return datasets.audit(write(tmp_path / name, rows), **options)


def found(audit):
    """The kinds and rows of all faults."""
    return sorted((fault.kind, *fault.rows) for fault in audit.faults)


@pytest.mark.parametrize("form", ["jsonl", "csv", "parquet"])
def test_a_file_without_faults_is_clean(tmp_path, form):
    audit = audited(tmp_path, CLEAN, f"puzzles.{form}")
    assert audit.faults == ()
    assert audit.is_clean
    assert audit.rows == len(CLEAN)
    assert dict(audit.columns) == {
        "numbers": "nums",
        "target": "target",
        "rules": "rules",
        "answer": "solution",
        "solvable": "solvable",
        "solution_count": "solution_count",
        "needs_fraction": "needs_fraction",
        "difficulty": "difficulty",
        "split": "split",
    }


def harder(row):
    return {"difficulty": row["difficulty"] / 2 + 3}


PLANTED = {
    "malformed": (UNSOLVABLE[3], lambda _: {"rules": "chess"}),
    "number_out_of_range": (UNSOLVABLE[0], lambda _: {"nums": [1, 1, 1, 14], "solvable": False}),
    "target_out_of_range": (
        UNSOLVABLE[1],
        lambda _: {"nums": [13, 13, 13, 13], "target": 9999, "solvable": False},
    ),
    "unmarked_unsolvable": (UNSOLVABLE[2], lambda _: {"solvable": None, "solution_count": None}),
    "wrong_solvable": (UNSOLVABLE[4], lambda _: {"solvable": True}),
    "wrong_solution_count": (
        SOLVABLE[1],
        lambda row: {"solution_count": row["solution_count"] + 1},
    ),
    "wrong_needs_fraction": (
        SOLVABLE[2],
        lambda row: {"needs_fraction": not row["needs_fraction"]},
    ),
    "wrong_difficulty": (SOLVABLE[3], harder),
    "wrong_answer": (SOLVABLE[4], lambda row: {"solution": "-".join(map(str, row["nums"]))}),
    "cheating_answer": (SOLVABLE[5], lambda _: {"solution": "24"}),
    "unreadable_answer": (SOLVABLE[6], lambda _: {"solution": "see page 24"}),
    "missing_answer": (SOLVABLE[7], lambda _: {"solution": ""}),
}
DEALT = {"number_range": (1, 13), "target_range": (24, 24)}


@pytest.mark.parametrize("form", ["jsonl", "csv", "parquet"])
def test_exactly_the_planted_faults_are_found(tmp_path, form):
    rows = copied()
    for at, change in PLANTED.values():
        rows[at].update(change(rows[at]))
    audit = audited(tmp_path, rows, f"puzzles.{form}", **DEALT)
    assert [(fault.kind, fault.rows) for fault in audit.faults] == [
        (kind, (at + 1,)) for kind, (at, _) in PLANTED.items()
    ]
    assert audit.counts == dict.fromkeys(PLANTED, 1)
    assert not audit.is_clean


def test_a_wrong_label_is_reported_with_the_right_one(tmp_path):
    true = {"nums": [1, 2, 3, 4], "difficulty": fv.difficulty([1, 2, 3, 4]).percentile}
    count = fv.count([8, 8, 3, 3])
    rows = [
        {**true, "difficulty": true["difficulty"] + 1},
        {"nums": [8, 8, 3, 3], "solution_count": count + 1},
        {"nums": [8, 8, 3, 3], "needs_fraction": False},
    ]
    messages = [fault.message for fault in audited(tmp_path, rows, ignore=["duplicate"]).faults]
    assert messages == [
        f"solution_count is {count}, not {count + 1}: 8 8 3 3 -> 24",
        "needs_fraction is true, not false: 8 8 3 3 -> 24",
        f"difficulty is {true['difficulty']:g}, not {true['difficulty'] + 1:g}: 1 2 3 4 -> 24",
    ]


def test_every_kind_of_fault_is_planted_somewhere():
    others = {"duplicate", "leak", "scaled_leak", "shared_solution"}  # test_overlaps
    assert set(datasets.FAULTS) == {*PLANTED, *others}


def test_a_puzzle_is_the_same_in_any_order_of_its_numbers(tmp_path):
    rows = copied()
    rows += [{**rows[0], "nums": rows[0]["nums"][::-1]}, {**rows[0], "split": "test"}]
    assert [("duplicate", 401, 1), ("leak", 402, 1)] == found(audited(tmp_path, rows))


def test_where_rules_keep_the_order_another_order_is_another_puzzle(tmp_path):
    rows = [{"nums": [1, 2, 3, 4], "target": 10}, {"nums": [4, 3, 2, 1], "target": 10}]
    assert found(audited(tmp_path, rows, rules="oberon")) == []
    assert found(audited(tmp_path, rows, rules="classic")) == [("duplicate", 2, 1)]


def test_another_target_or_other_rules_are_another_puzzle(tmp_path):
    rows = [
        {"nums": [1, 2, 3, 4], "target": 24, "rules": "classic"},
        {"nums": [1, 2, 3, 4], "target": 10, "rules": "classic"},
        {"nums": [1, 2, 3, 4], "target": 10, "rules": "countdown"},
        {"nums": [1, 2, 3, 4], "target": 10, "rules": "make10"},  # the name alone differs
    ]
    assert found(audited(tmp_path, rows)) == [("duplicate", 4, 2)]


def test_files_are_splits_and_shards_belong_together(tmp_path):
    row = {"nums": [3, 3, 8, 8]}
    names = ["train-00000-of-2.jsonl", "train-00001-of-2.jsonl", "test.jsonl"]
    files = [write(tmp_path / name, [row]) for name in names]
    audit = datasets.audit(files)
    kinds = [(fault.kind, fault.locations) for fault in audit.faults]
    assert kinds == [
        ("duplicate", ((str(files[1]), 1), (str(files[0]), 1))),
        ("leak", ((str(files[2]), 1), (str(files[0]), 1))),
    ]
    assert ("split", (("train", 2), ("test", 1))) in audit.histograms


def test_a_folder_stands_for_its_files(tmp_path):
    write(tmp_path / "b.jsonl", [{"nums": [1, 1, 1, 1], "solvable": False}])
    write(tmp_path / "a.csv", [{"nums": "3 3 8 8"}])
    (tmp_path / "manifest.json").write_text("{}", encoding="utf-8")
    assert datasets.audit(tmp_path).files == (str(tmp_path / "a.csv"), str(tmp_path / "b.jsonl"))


@pytest.mark.parametrize(("row", "said"), vectors("columns", "not audited"))
def test_a_row_that_cannot_be_read_is_reported_and_the_others_are_judged(tmp_path, row, said):
    if isinstance(row, dict):
        row = {"target": 24, **row}
    good = {"nums": [4, 6], "target": 24, "rules": "classic", "solvable": True}
    bad = {"nums": [1, 1], "target": 24, "solvable": True}
    rated = fv.difficulty([4, 6]).percentile
    rows = [{**good, "solution_count": 1, "difficulty": rated}, row, bad]
    audit = audited(tmp_path, rows)
    assert found(audit) == [("malformed", 2), ("wrong_solvable", 3)]
    assert audit.faults[0].message.startswith(said)


def test_a_row_of_csv_with_too_many_cells_is_reported(tmp_path):
    file = tmp_path / "puzzles.csv"
    file.write_text("nums,target\n4 6,24\n4,6,24\n", encoding="utf-8")
    assert ("malformed", 2) in found(datasets.audit(file))


def test_a_label_that_is_missing_is_not_wrong(tmp_path):
    row = dict.fromkeys(("solvable", "solution_count", "needs_fraction", "difficulty"))
    assert found(audited(tmp_path, [{"nums": [3, 3, 8, 8], **row}])) == []


def test_a_difficulty_where_there_is_no_solution_is_wrong(tmp_path):
    row = {"nums": [1, 1, 1, 1], "solvable": False, "difficulty": 50.0}
    assert found(audited(tmp_path, [row])) == [("wrong_difficulty", 1)]


def test_a_note_says_which_columns_are_missing(tmp_path):
    row = {"nums": [3, 3, 8, 8], "solvable": True}
    audit = audited(tmp_path, [row])
    assert audit.notes[:2] == (
        "there is no rules column, so every row uses the rules classic",
        "there is no target column, so every row uses the default target of its rules",
    )
    assert not any("column" in note for note in audit.notes[2:])
    assert not any(
        "column" in note
        for note in audited(tmp_path, [row | {"rules": "classic", "target": 24}]).notes
    )


def test_labels_in_words_of_another_kind_are_not_compared_and_it_says_so(tmp_path):
    audit = audited(tmp_path, [{"nums": [3, 3, 8, 8], "difficulty": "hard"}])
    assert audit.is_clean
    assert (
        "the column difficulty is ignored, because no cell can be read as difficulty" in audit.notes
    )


def test_no_solutions_mark_a_puzzle_as_unsolvable(tmp_path):
    rows = [
        {"nums": [1, 1, 1, 1], "solution_count": 0},
        {"nums": [1, 1, 1, 2], "solution_count": None},
    ]
    assert found(audited(tmp_path, rows)) == [("unmarked_unsolvable", 2)]


@pytest.mark.parametrize(("answer", "kind"), vectors("columns", "reference answers"))
def test_a_reference_answer_is_judged(tmp_path, answer, kind):
    audit = audited(tmp_path, [{"nums": [8, 3, 1, 1], "answer": answer}])
    assert found(audit) == ([(kind, 1)] if kind else [])


def test_an_unsolvable_row_needs_no_solution(tmp_path):
    row = {"nums": [1, 1, 1, 1], "solvable": False}
    rows = [{**row, "answer": None}, {**row, "answer": "impossible"}, {**row, "answer": "1+1+1+1"}]
    assert found(audited(tmp_path, rows, ignore=["duplicate"])) == [("wrong_answer", 3)]


def test_the_answer_in_the_tags_of_a_completion_is_judged(tmp_path):
    said = ["so <answer>8*3</answer>", "8*3", "<answer>8+3</answer>"]
    rows = [{"nums": [8, 3], "response": text} for text in said]
    expected = [("missing_answer", 2), ("wrong_answer", 3)]
    assert expected == found(audited(tmp_path, rows, ignore=["duplicate"]))
    whole = audited(tmp_path, rows[1:2], extract="whole")
    assert whole.is_clean


def test_rows_of_verl_are_read(tmp_path):
    rows = [
        {
            "data_source": "countdown",
            "prompt": [{"role": "user", "content": "?"}],
            "reward_model": {"style": "rule", "ground_truth": {"target": t, "numbers": [4, 6]}},
            "extra_info": {"split": split, "index": 0},
        }
        for t, split in ((24, "train"), (10, "train"), (11, "train"), (24, "test"))
    ]
    for name in ("rows.jsonl", "rows.parquet"):
        audit = audited(tmp_path, rows, name)
        assert found(audit) == [("leak", 4, 1), ("unmarked_unsolvable", 3)]
        assert dict(audit.columns)["numbers"] == "reward_model.ground_truth.numbers"


def test_columns_may_be_named_and_left_out(tmp_path):
    rows = [{"hand": "KS QD", "goal": 25, "answer": "of another kind: 7"}]
    columns = datasets.Columns(numbers="hand", target="goal", answer=None)
    assert audited(tmp_path, rows, columns=columns).is_clean


def test_fractions_are_judged(tmp_path):
    rows = [
        {"nums": ["1/2", "3"], "target": "3/2", "solvable": True, "answer": None},
        {"nums": ["3", "1/2"], "target": "3/2", "solvable": False, "answer": None},
        {"nums": ["1/2", "5"], "target": "3/2", "solvable": False, "answer": None},
    ]
    audit = audited(tmp_path, rows, columns=datasets.Columns(answer=None), number_range=(1, 3))
    assert found(audit) == [
        ("duplicate", 2, 1),
        ("number_out_of_range", 1),
        ("number_out_of_range", 2),
        ("number_out_of_range", 3),
        ("wrong_solvable", 2),
    ]
    assert fv.Puzzle(["1/2", "3"], Fraction(3, 2)).is_solvable


def test_rows_that_are_too_large_are_counted_and_the_rest_is_judged(tmp_path):
    rows = [{"nums": list(range(2, 14))}, {"nums": [1] * 4}, {"nums": [3, 3, 8, 8]}]
    audit = audited(tmp_path, rows)
    assert found(audit) == [("unmarked_unsolvable", 2)]
    assert "1 different puzzle is too large to solve" in audit.notes


def test_a_puzzle_that_is_too_large_leaves_the_labels_of_others_as_they_are():
    rules = fv.RULES["countdown"]
    # A negative number takes longest, because its puzzle has no tables.
    puzzles = np.array([[2] * 7 + [3, 17], [-1] * 8 + [24], [3] * 8 + [24], [2] * 8 + [24]])
    labels, too_large = solve_part(rules, 1, puzzles)
    alone = [solve_part(rules, 1, puzzles[at : at + 1])[0] for at in (0, 2, 3)]
    assert too_large == 1
    for role, column in labels.items():
        first, *others = [int(each[role][0]) for each in alone]
        assert column.tolist() == [first, NO_LABEL, *others]


@pytest.mark.parametrize("number", [0, 14])
@pytest.mark.parametrize("has_rules", [True, False])
def test_the_range_is_guessed_from_the_deck_of_the_game(tmp_path, number, has_rules):
    rows = copied()
    for row in rows if not has_rules else ():
        del row["rules"]
    rows[UNSOLVABLE[0]].update(nums=[1, 1, 1, number], solvable=False)
    assert [fault.kind for fault in audited(tmp_path, rows).faults] == ["number_out_of_range"]


def test_a_range_is_guessed_from_the_bulk_of_many_numbers(tmp_path):
    generator = np.random.default_rng(3)
    rows = [
        {"nums": row, "target": 500, "solvable": None, "solution_count": 0}
        for row in generator.integers(1, 61, (400, 4)).tolist()
    ]
    rows[7]["nums"] = [5, 6, 7, 1000]
    rows[9]["nums"] = [5, 6, 7, 0]
    rows[11]["nums"] = [5, 6, 7, 62]  # near enough
    audit = audited(tmp_path, rows, ignore=["wrong_solution_count", "duplicate"])
    assert [fault.rows for fault in audit.faults] == [(8,), (10,)]


def test_faults_beyond_the_most_are_counted_and_not_listed(tmp_path):
    rows = [{"nums": [3, 8], "answer": "3+8"} for _ in range(50)]
    audit = audited(tmp_path, rows, max_listed=2)
    assert audit.counts == {"wrong_answer": 50, "duplicate": 49}
    assert len(audit.faults) == 4
    assert "  and 48 more" in str(audit)
    assert "95 more are not listed" in audit.html


def test_the_shares_count_every_row(tmp_path):
    shares = dict(audited(tmp_path, CLEAN).histograms)
    solutions = {name: count for name, count in shares["number of solutions"] if count}
    assert sum(solutions.values()) == len(CLEAN)
    assert solutions["0"] == len(UNSOLVABLE)
    assert solutions["1"] == sum(row["solution_count"] == 1 for row in CLEAN)
    assert solutions["3 to 5"] == sum(3 <= row["solution_count"] <= 5 for row in CLEAN)
    assert sum(count for _, count in shares["difficulty (percentile)"]) == len(SOLVABLE)
    hardest = sum(row["difficulty"] >= 90 for row in CLEAN if row["solvable"])
    assert dict(shares["difficulty (percentile)"])["90 to 100"] == hardest
    fractions = sum(row["needs_fraction"] for row in CLEAN)
    assert dict(shares["needs a fraction"]) == {
        "no": len(SOLVABLE) - fractions,
        "yes": fractions,
    }


def test_json_contains_the_whole_report(tmp_path):
    rows = [{"nums": [3, 8]}, {"nums": [8, 3]}]
    entry = json.loads(audited(tmp_path, rows).json)
    file = str(tmp_path / "puzzles.jsonl")
    assert entry["counts"] == {"duplicate": 1}
    assert entry["faults"][0] == {
        "kind": "duplicate",
        "locations": [{"file": file, "row": 2}, {"file": file, "row": 1}],
        "message": "8 3 -> 24 is a duplicate",
    }
    assert entry["histograms"]["number of solutions"]["1"] == 2
    assert entry["columns"] == {"numbers": "nums"}


def test_json_does_not_escape_letters_beyond_ascii(tmp_path):
    assert '/Rätsel.jsonl"' in audited(tmp_path, [{"nums": [3, 8]}], "Rätsel.jsonl").json


def test_the_page_stands_alone_and_shows_text_as_text(tmp_path):
    row = {"nums": [3, 8], "answer": "<script>alert(1)</script>"}
    page = audited(tmp_path, [row]).html
    assert page.startswith("<!doctype html>")
    assert "<svg" in page
    assert "<script" not in page
    assert "&lt;script&gt;" in page
    others = set(re.findall(r"https?://[^\"' ]+", page))
    assert others == {"http://www.w3.org/2000/svg"}  # a name that is never loaded
    assert not re.search(r"\b(src|href)=|@import|url\(", page)


def test_the_longest_bar_fills_its_place_and_the_shortest_is_seen(tmp_path):
    rows = [{"nums": [3, 8]}] * 999 + [{"nums": [1, 1]}]
    page = audited(tmp_path, rows).html
    chart = page.partition("<title>number of solutions</title>")[2].partition("</svg>")[0]
    widths = dict(re.findall(r'end">([^<]*)</text><rect [^>]*width="(\d+)"', chart))
    assert (int(widths["0"]), int(widths["1"])) == (1, report._BAR_WIDTH)  # noqa: SLF001
    assert {int(width) for name, width in widths.items() if name not in ("0", "1")} == {0}


def test_a_stream_may_be_audited():
    stream = io.BytesIO(b'{"nums": [3, 8]}\n{"nums": [1, 1]}\n')
    audit = datasets.audit(stream)
    assert audit.files == ("-",)
    assert found(audit) == [("unmarked_unsolvable", 2)]


def test_the_same_is_found_on_several_threads(tmp_path):
    rows = copied()[:100]
    assert audited(tmp_path, rows) == audited(tmp_path, rows, workers=2)


def test_progress_is_reported(tmp_path):
    reports = []
    audited(tmp_path, CLEAN, progress=lambda *beat: reports.append(beat))
    size = (tmp_path / "puzzles.jsonl").stat().st_size
    assert reports[0] == ("reading", size, size)
    assert reports[-1] == ("solving", 400, 400)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        (
            {"columns": datasets.Columns(numbers="x")},
            FaceValueError,
            "no column 'x' for numbers (found: nums)",
        ),
        ({"columns": {"numbers": "x"}}, RuleError, "columns must be of the class Columns, not"),
        (
            {"columns": datasets.Columns(numbers=None)},
            FaceValueError,
            "no column of numbers (found: nums); ",
        ),
        ({"rules": "chess"}, RuleError, "unknown rules 'chess'"),
        ({"extract": "x"}, RuleError, "extract must be one of"),
        ({"ignore": ["x"]}, RuleError, "unknown fault 'x'; choose one of malformed, "),
        ({"workers": 0}, RuleError, "workers"),
        ({"max_listed": -1}, RuleError, "max_listed must be a whole number of at least 0, not -1"),
        (
            {"number_range": (9, 1)},
            RuleError,
            "number_range must be two whole numbers, low and high",
        ),
    ],
)
def test_invalid_options_are_refused(tmp_path, options, error, message):
    with pytest.raises(error, match=re.escape(message)):
        audited(tmp_path, [{"nums": [3, 8]}], **options)


def test_missing_and_unknown_files_are_refused(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"No such file or directory: .*no\.jsonl'"):
        datasets.audit(tmp_path / "no.jsonl")
    with pytest.raises(FaceValueError, match=r"no \.jsonl .* files in the folder"):
        datasets.audit(tmp_path)
    with pytest.raises(FaceValueError, match="there are no files to read"):
        datasets.audit([])
    broken = tmp_path / "broken.parquet"
    broken.write_bytes(b"PAR1 and nothing more")
    with pytest.raises(FaceValueError, match="expected a Parquet file"):
        datasets.audit(broken)


def test_a_file_without_rows_has_no_faults(tmp_path):
    (tmp_path / "empty.jsonl").write_text("", encoding="utf-8")
    audit = datasets.audit(tmp_path / "empty.jsonl")
    assert (audit.rows, audit.faults) == (0, ())
    assert str(audit).startswith("0 rows in 1 file: no faults")
    assert "<svg" in audit.html


def test_the_range_of_the_rules_is_used_if_99_of_100_values_are_inside():
    guessed = partial(findings.guess_range, "number", fv.RULES["classic"])
    assert guessed(np.array([1] * 198 + [99] * 2)) == (1, 13)
    assert guessed(np.array([1] * 197 + [99] * 3)) is None


def test_without_rules_the_range_covers_nearly_all_numbers_and_a_tenth_more():
    guessed = partial(findings.guess_range, "number", None)
    assert guessed(np.arange(1, 1000)) is None
    assert guessed(np.arange(1, 1001)) == (1, 1000 - 1 + 997 // 10 + 1)
    assert guessed(np.arange(-500, 500)) == (-499 - 100, 498 + 100)


def test_rows_without_numbers_are_not_counted_by_their_size(tmp_path):
    rows = [{"nums": [3, 8]}, {"nums": [1, 1]}, {"nums": [3, 3, 8]}, {"nums": "x"}]
    assert dict(audited(tmp_path, rows).histograms)["numbers per puzzle"] == (("2", 2), ("3", 1))


@pytest.mark.parametrize("beyond", [2**63, -(2**63), -(10**30)])
def test_numbers_beyond_64_bits_are_read_only_if_they_may_have_any_size(beyond):
    batch = {"numbers": [[1, 2], [2**63 - 1, -(2**63 - 1)], [3, beyond]]}
    rows = PuzzleReader().read(batch, 3)
    assert rows.numbers == [*batch["numbers"][:2], ()]
    assert "the solver takes numbers up to 9223372036854775807" in rows.problems[2]
    assert PuzzleReader(any_size=True).read(batch, 3).numbers == batch["numbers"]


def test_a_histogram_begins_and_ends_with_a_bar_that_has_rows():
    bars = (("1", 0), ("2", 0), ("3", 30), ("4", 0), ("5", 10), ("6", 0))
    assert list(report.text_bars(bars)) == [
        "  3  30   75.0%  " + "#" * 30,
        "  4   0    0.0%",
        "  5  10   25.0%  " + "#" * 10,
    ]


@pytest.mark.exhaustive
@pytest.mark.parametrize("form", ["jsonl", "parquet"])
def test_each_of_many_faults_in_100_000_rows_is_found(tmp_path, form):
    generator = np.random.default_rng(24)
    drawn = np.column_stack(
        [np.sort(generator.integers(1, 61, (110_000, 4))), generator.integers(10, 100, 110_000)]
    )
    puzzles = [(row[:4], row[4]) for row in np.unique(drawn, axis=0)[:100_000].tolist()]
    rows = labelled(puzzles, "classic")
    expected = []
    for place, at in enumerate(generator.choice(len(rows), 600, replace=False).tolist()):
        row = rows[at]
        kind = place % 6
        if kind == 0:
            row["solvable"] = not row["solvable"]
            expected.append(("wrong_solvable", at + 1))
        elif kind == 1:
            row["solution_count"] += 1
            expected.append(("wrong_solution_count", at + 1))
        elif kind == 2:
            row["solution"] = str(row["target"])
            expected.append(("cheating_answer", at + 1))
        elif kind == 3:
            row["solution"] = "{}+{}+{}-{}*1".format(*row["nums"])
            expected.append(("cheating_answer", at + 1))
        elif kind == 4:
            row["nums"] = None
            expected.append(("malformed", at + 1))
        else:
            rows.append({**row, "nums": row["nums"][::-1], "split": "new"})
            expected.append(("leak", len(rows), at + 1))
    audit = audited(tmp_path, rows, f"puzzles.{form}", workers=2, ignore=["scaled_leak"])
    assert found(audit) == sorted(expected)


def test_a_notebook_shows_the_page(tmp_path):
    audit = audited(tmp_path, [{"nums": [3, 8], "target": 24}])
    assert audit.html == audit._repr_html_()


def test_a_name_that_no_file_can_have_is_named():
    with pytest.raises(FileNotFoundError, match=r"'.*ud800.*jsonl'"):
        datasets.audit("\ud800.jsonl")


def test_a_cell_that_csv_cannot_read_is_named_by_its_line(tmp_path, monkeypatch):
    rows = [{"nums": "3 8", "completion": "x"}, {"nums": "3 8", "completion": "x" * 200}]
    path = tmp_path / "long.csv"
    write(path, rows)
    assert 2 == datasets.audit(path).rows
    assert 2**24 == csv.field_size_limit()
    limit = csv.field_size_limit
    monkeypatch.setattr(csv, "field_size_limit", lambda _: limit(100))
    with pytest.raises(FaceValueError, match="expected CSV in line 3: field larger than"):
        datasets.audit(path)


def test_a_time_that_python_cannot_represent_does_not_affect_the_others(tmp_path):
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    times = pa.array([0, 1], pa.timestamp("ns"))
    numbers = pa.array([[3, 8], [3, 8]])
    pq.write_table(pa.table({"nums": numbers, "completion": times}), tmp_path / "times.parquet")
    with (tmp_path / "times.parquet").open("rb") as stream:
        (piece,) = read_pieces(stream, "parquet")
    first, second = piece.columns["completion"]
    assert "1970" in str(first)
    # pandas, where it is installed, has times of a nanosecond.
    assert repr(second) in (
        "<unreadable timestamp[ns]>",
        "Timestamp('1970-01-01 00:00:00.000000001')",
    )


def test_columns_are_found_in_any_case_and_puzzles_have_numbers(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text("Rank,Puzzles,Target\n1,3 8,24\n2,1 1,24\n", encoding="ascii")
    found = datasets.audit(path)
    assert dict(found.columns) == {"numbers": "Puzzles", "target": "Target"}
    assert found.counts == {"unmarked_unsolvable": 1}


def test_a_column_in_lower_case_comes_before_one_in_another():
    row = {"NUMS": [1, 1], "nums": [3, 8], "Metadata": {"target": 24}}
    found = datasets.audit(io.BytesIO(json.dumps(row).encode()))
    assert dict(found.columns) == {"numbers": "nums", "target": "Metadata.target"}
    assert found.is_clean


def test_an_audit_allows_the_same_as_its_syntax(tmp_path, capsys):
    path = tmp_path / "rows.jsonl"
    path.write_text('{"nums": [3, 8], "answer": "--3*8", "completion": "<answer>3(8)</answer>"}\n')
    assert datasets.audit(path).counts == {"unreadable_answer": 2}
    assert datasets.audit(path, syntax="relaxed").is_clean
    for allowed, code in ((["unary_sign", "implicit_multiplication"], 0), (["unary_sign"], 1)):
        options = [word for each in allowed for word in ("--allow", each)]
        assert main(["dataset", "audit", str(path), *options]) == code
    capsys.readouterr()


@pytest.mark.parametrize("most", [3, 200, 2**31, 2**62])
def test_different_rows_are_those_that_numpy_finds(most):
    draw = np.random.default_rng(7)
    columns = [draw.integers(-most, most, 500) for _ in range(4)]
    columns[0] = columns[0].clip(-100, 100).astype(np.int8)
    columns = [np.concatenate([column, column[::3]]) for column in columns]
    first, inverse = different_rows(columns)
    table = np.column_stack(columns)
    expected, at, places = np.unique(table, axis=0, return_index=True, return_inverse=True)
    assert first.tolist() == at.tolist()
    assert table[first].tolist() == expected.tolist()
    assert inverse.tolist() == places.reshape(-1).tolist()


@pytest.mark.parametrize("bits", [7, 8, 15, 16, 31, 32, 53, 62])
@pytest.mark.parametrize("sign", [1, -1])
def test_large_numbers_that_differ_by_one_are_not_duplicates(bits, sign):
    greats = [sign * (2**bits + k) for k in range(3)]
    rows = [{"numbers": [great, 1], "target": 24} for great in greats]
    rows += [{"numbers": [3, 8], "target": target} for target in (-100, 100, *greats)]
    found = datasets.audit(file_of(rows))
    assert found.counts.get("duplicate", 0) == 0
    rows.append(rows[1])
    found = datasets.audit(file_of(rows))
    assert found.counts["duplicate"] == 1
