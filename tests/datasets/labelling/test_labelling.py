"""`datasets.label` and `facevalue dataset label` add true labels to the rows of files."""

import json
import random
import tracemalloc
from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import facevalue as fv
from facevalue import datasets
from facevalue.cli.main import main
from facevalue.datasets import Columns, LabelCounts, label
from facevalue.datasets.files import readers, text_lines
from facevalue.datasets.files.piece import Piece
from facevalue.datasets.labelling.label import PuzzleLabeller
from facevalue.datasets.labelling.row_labels import LABEL_TYPES, RowLabels, row_labels
from facevalue.datasets.tables.job import work_on
from facevalue.datasets.tables.puzzle_reader import PuzzleReader
from tests.cli.verbs.test_answers import WRITERS
from tests.datasets.tables.test_files import lines_of, read
from tests.oracles.rows import PLAIN_RULES

LABELS = ("solvable", "solution_count", "needs_fraction", "percentile", "solution")
NAMES = list(PLAIN_RULES)


def drawn(count, seed):
    """Rows of puzzles under all rules; some name none, or have no target."""
    rng = random.Random(seed)
    for place in range(count):
        name = rng.choice([*NAMES, None])
        rules = fv.RULES[name or "classic"]
        size = rules.size or rng.randint(1, 5)
        target = rng.choice([None, rules.target, rng.randint(0, 99)])
        row = {"id": place, "numbers": [rng.randint(1, 25) for _ in range(size)]}
        yield {**row, "target": target, "rules": name}


def expected(row):
    """The labels of a row by one question to `label_many`."""
    target = row.get("target")
    targets = None if target is None else [target]
    (labels,) = fv.label_many(
        [row["numbers"]], targets, row.get("rules") or "classic", simplest=True
    )
    return dict(zip(LABELS, labels.values(), strict=True))


def labelled(rows, **options):
    output = BytesIO()
    counts = label(BytesIO(lines_of(rows)), output, **options)
    return counts, [json.loads(line) for line in output.getvalue().splitlines()]


def labels_of(row):
    return {name: row[name] for name in LABELS}


@pytest.fixture
def small_pieces(monkeypatch):
    monkeypatch.setattr(readers, "_PIECE_ROWS", 100)


@pytest.mark.usefixtures("small_pieces")
def test_each_row_gets_the_labels_of_label_many():
    rows = list(drawn(1000, seed=7))
    counts, found = labelled(rows)
    assert [{**row, **expected(row)} for row in rows] == found
    solvable = sum(row["solvable"] for row in found)
    fractions = sum(row["needs_fraction"] for row in found)
    assert 0 < fractions < solvable < counts.rows == 1000
    assert (solvable, fractions) == (counts.solvable_count, counts.needs_fraction_count)
    assert (0, ()) == (counts.skipped_count, counts.skipped)


@pytest.mark.parametrize("form", ["jsonl", "csv", "parquet"])
@pytest.mark.parametrize("output", ["jsonl", "csv", "parquet"])
def test_every_format_is_read_and_written(form, output, tmp_path):
    rows = [{"note": "ü", **row, "target": row["target"] or 24} for row in drawn(50, seed=3)]
    source, path = tmp_path / f"rows.{form}", tmp_path / f"labelled.{output}"
    WRITERS[form](source, rows)
    assert label(source, path).rows == 50
    found = read(path)
    assert ["note", "id", "numbers", "target", "rules", *LABELS] == list(found[0])
    labels = [expected(row) for row in rows]
    if output == "csv":
        texts = [
            {name: "" if cell is None else str(cell) for name, cell in row.items()}
            for row in labels
        ]
        assert texts == [labels_of(row) for row in found]
    else:
        assert labels == [labels_of(row) for row in found]
    assert ["ü"] * 50 == [row["note"] for row in found]


WHOLE = st.lists(st.integers(0, 13), min_size=1, max_size=4)
ODD = st.sampled_from(
    [
        *("3 K 8", "1/2 12", "x", "3 8", "8 8 3 3", 7, None, {"a": 1}),
        *([], ["1/2", 12], ["x"], [True, 3], [10**30, 1], [3.0, 8], [2.5, 8], [[3, 8]]),
        list(range(1, 13)),
    ]
)
CELLS = {
    "numbers": WHOLE | ODD,
    "target": st.integers(0, 30) | st.sampled_from([None, "24", "1/2", "x", [1], 10**30, 24.0]),
    "rules": st.sampled_from([*NAMES, None, "", "nope", 5, "Countdown"]),
}


@settings(max_examples=50, deadline=None)
@given(st.lists(st.fixed_dictionaries(CELLS), min_size=1, max_size=12))
def test_the_labels_of_a_row_do_not_depend_on_other_rows(rows):
    kept, reasons = [], []
    for row in rows:
        try:
            kept += labelled([row])[1]
        except fv.FaceValueError as error:
            reasons.append(str(error).removeprefix("-:1: "))
    if not kept:
        with pytest.raises(fv.FaceValueError):
            labelled(rows)
        return
    counts, found = labelled(rows)
    assert kept == found
    assert reasons == [row.message for row in counts.skipped]


def test_a_puzzle_alone_has_the_labels_of_many():
    rows = list(drawn(300, seed=11))
    games = [fv.RULES[row["rules"] or "classic"] for row in rows]
    targets = [
        rules.target if row["target"] is None else row["target"]
        for row, rules in zip(rows, games, strict=True)
    ]
    numbers = [row["numbers"] for row in rows]
    many = row_labels(numbers, targets, games, simplest=True)
    assert many == list(map(label_alone, numbers, targets, games))
    assert [None] * 300 == [
        each.solution for each in row_labels(numbers, targets, games, simplest=False)
    ]


@pytest.mark.parametrize("numbers", [[[10**30, 1], [3, 8]], [[3, 8], [10**30, 1]]])
def test_a_puzzle_that_cannot_be_labelled_leaves_the_others_as_they_are(numbers):
    rules = [fv.RULES["classic"]] * 2
    found = row_labels(numbers, [24, 24], rules, simplest=False)
    labels = [each for each in found if not isinstance(each, str)]
    assert row_labels([[3, 8]], [24], rules[:1], simplest=False) == labels


def label_alone(numbers, target, rules):
    """The labels of one puzzle, each by its own function, or the error."""
    try:
        puzzle = fv.Puzzle(numbers, target, rules)
        difficulty, solutions = puzzle.difficulty, puzzle.solve()
    except fv.LimitError as error:
        return error.problem
    except fv.FaceValueError as error:
        return str(error)
    if difficulty is None:
        return RowLabels._make((False, 0, False, None, None))
    simplest, needs = str(solutions[0]), puzzle.needs_fraction
    return RowLabels._make((True, len(solutions), needs, difficulty.percentile, simplest))


def test_fractions_and_faces_are_labelled():
    rows = [{"numbers": "1/2 12"}, {"numbers": ["1/2", 12]}, {"numbers": "A Q 2 K"}]
    _, found = labelled(rows)
    assert ["12/{1/2}"] * 2 == [row["solution"] for row in found[:2]]
    assert len(fv.solve([1, 12, 2, 13])) == found[2]["solution_count"]


@pytest.mark.parametrize(
    "row",
    [
        {"nums": [3, 8, 5], "target": 29},
        {"puzzles": "3 8 5", "targets": "29"},
        {"reward_model": {"ground_truth": {"numbers": [3, 8, 5], "target": 29}}},
        {"ground_truth": json.dumps({"nums": [3, 8, 5], "target": 29})},
        {"doc": {"numbers": [3, 8, 5], "target": 29}, "resps": [["x"]], "numbers": [1]},
    ],
)
def test_puzzles_are_found_where_grade_finds_them(row):
    _, (found,) = labelled([row])
    assert expected({"numbers": [3, 8, 5], "target": 29}) == labels_of(found)


def test_columns_of_other_names_and_the_rules_of_all_rows():
    row = {"hand": [3, 3, 8, 8], "goal": 24, "game": "countdown"}
    columns = Columns(numbers="hand", target="goal", rules="game")
    (alone,) = labelled([row], columns=columns)[1]
    assert (True, "3*8") == (alone["solvable"], alone["solution"])
    (forced,) = labelled([row], columns=columns, rules="classic")[1]
    assert (True, "8/(3-8/3)") == (forced["solvable"], forced["solution"])
    own = fv.RULES["classic"].replace(name="mine", target=14)
    (mine,) = labelled([{"numbers": [3, 3, 8]}], rules=own)[1]
    assert "3+3+8" == mine["solution"]


def test_a_column_with_the_name_of_a_label_is_kept_under_another():
    rows = [{"numbers": [3, 8], "solution": "mine", "solvable": False}]
    _, once = labelled(rows)
    _, twice = labelled(once)
    assert ("mine", "3*8") == (once[0]["input_solution"], once[0]["solution"])
    assert labels_of(once[0]) == labels_of(twice[0])
    assert ("mine", "3*8") == (twice[0]["input_solution"], twice[0]["input_input_solution"])


def test_an_audit_finds_no_fault_in_the_labels(tmp_path):
    rows = [{"numbers": each, "target": 24} for each in ([3, 3, 8, 8], [1, 1, 1, 1], [1, 5, 5, 5])]
    (tmp_path / "rows.jsonl").write_bytes(lines_of(rows))
    label(tmp_path / "rows.jsonl", tmp_path / "labelled.parquet")
    audit = datasets.audit(tmp_path / "labelled.parquet")
    assert audit.is_clean
    assert {"solvable", "solution_count", "needs_fraction", "difficulty", "answer"} < set(
        dict(audit.columns)
    )


def test_a_split_of_a_build_keeps_its_labels(tmp_path):
    datasets.build(datasets.Spec("countdown", count=200, unsolvable=0.2), tmp_path / "set")
    path = tmp_path / "set" / "train-00000.parquet"
    label(path, tmp_path / "again.parquet")
    before, after = read(path), read(tmp_path / "again.parquet")
    assert [labels_of(row) for row in before] == [labels_of(row) for row in after]


def test_letters_of_all_languages_stay_as_they_are(tmp_path):
    (tmp_path / "rows.csv").write_text("numbers,note\n3 8,schön 好\n", encoding="utf-8")
    label(tmp_path / "rows.csv", tmp_path / "labelled.jsonl")
    assert "schön 好" in (tmp_path / "labelled.jsonl").read_text(encoding="utf-8")


BAD = {
    "broken": "expected a JSON object: 'broken'",
    '{"numbers": null}': "the row has no numbers",
    '{"numbers": ["x"]}': "expected a number: 'x'",
    '{"numbers": 3}': "numbers must be a string or a sequence of numbers: '3'",
    '{"numbers": [3, 8], "target": "x"}': "expected a number: 'x'",
    '{"numbers": [3, 8], "rules": "nope"}': "unknown rules 'nope'",
    '{"numbers": [3, 8], "rules": [1]}': "expected the name of rules: [1]",
    '{"numbers": [3, 8], "rules": "krypto"}': "the rules 'krypto' need 5 numbers, not 2",
    json.dumps({"numbers": list(range(1, 13))}): "solving a puzzle of 12 numbers would take about",
    '{"numbers": [1e40, 8]}': "a float is not exact",
}


@pytest.mark.parametrize("line", BAD)
def test_a_bad_row_is_named_counted_and_skipped(line, tmp_path, capsys):
    path, output = tmp_path / "rows.jsonl", tmp_path / "labelled.jsonl"
    good = [{"numbers": [3, 8], "target": 24, "rules": None, "id": place} for place in range(3)]
    path.write_bytes(lines_of(good[:2]) + b"\n" + line.encode() + b"\n" + lines_of(good[2:]))
    counts = label(path, output)
    (skipped,) = counts.skipped
    assert (3, 3, 4, 1) == (counts.rows, skipped.row, skipped.line, counts.skipped_count)
    assert str(skipped).startswith(f"{path}:4: {BAD[line]}")
    assert "limit=None" not in skipped.message
    assert [0, 1, 2] == [row["id"] for row in read(output)]
    command = ["dataset", "label", str(path), "-o", str(output)]
    assert main([*command, "--json"]) == 0
    out, err = capsys.readouterr()
    assert counts.as_dict() == json.loads(out)
    problem = str(skipped).replace("fv.RULES lists", "facevalue rules lists")
    assert err == f"facevalue: {fv.errors.printable(problem)}; skipped\n"
    output.write_text("before")
    assert main([*command, "--strict"]) == 2
    assert capsys.readouterr() == ("", err.replace("; skipped", ""))
    assert "before" == output.read_text()


def test_a_file_without_rows_to_label_is_an_error(tmp_path):
    message = r"^-:1: expected a JSON object: 'x' \(and 1 more rows that cannot be labelled\)"
    with pytest.raises(datasets.NoRowsError, match=message):
        label(BytesIO(b'x\n{"numbers": 3}\n'), tmp_path / "labelled.csv")
    assert [] == list(tmp_path.iterdir())


@pytest.mark.parametrize("output", ["csv", "parquet"])
def test_bad_rows_first_do_not_decide_the_types_of_columns(output, tmp_path):
    rows = [{"numbers": ["x"], "id": 1}, {"numbers": [3, 8], "id": 2}]
    label(BytesIO(lines_of(rows)), tmp_path / f"labelled.{output}")
    (found,) = read(tmp_path / f"labelled.{output}")
    assert ["numbers", "id", *LABELS] == list(found)
    assert output == "csv" or ([3, 8], 2) == (found["numbers"], found["id"])


@pytest.mark.parametrize("output", ["jsonl", "csv", "parquet"])
def test_a_file_without_rows_gives_one_without_rows(output, tmp_path):
    (tmp_path / "rows.csv").write_text("numbers,target\n")
    path = tmp_path / f"labelled.{output}"
    assert "0 rows" == str(label(tmp_path / "rows.csv", path))
    assert [] == read(path)
    if output == "csv":
        assert ",".join(["numbers", "target", *LABELS]) == path.read_text().strip()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"rules": "nope"}, "unknown rules 'nope'"),
        ({"columns": Columns(numbers="n")}, "no column 'n' for numbers"),
        ({"columns": ["numbers"]}, "columns"),
        ({"file_type": "xml"}, "file_type must be one of"),
        ({"strict": 1}, "strict"),
        ({"engine": "slurm"}, "unknown engine 'slurm'"),
        ({"address": "auto"}, "an address needs the engine ray"),
        ({"workers": 65}, "workers"),
    ],
)
def test_impossible_options_are_an_error(options, message):
    with pytest.raises(fv.FaceValueError, match=message):
        label(BytesIO(b'{"nums": [3, 8]}'), BytesIO(), **options)


@pytest.mark.parametrize(
    ("content", "output", "message"),
    [
        (b'{"id": 1}', BytesIO(), r"no column of numbers \(found: id\)"),
        (b"", None, "label needs a file or a stream to write to"),
        (b"", "labelled.txt", "the file name must end with one of jsonl, csv, parquet"),
    ],
)
def test_a_file_that_cannot_be_labelled_is_an_error(content, output, message):
    with pytest.raises(fv.FaceValueError, match=message):
        label(BytesIO(content), output)


def test_the_file_that_is_read_is_not_written(tmp_path, capsys):
    path = tmp_path / "rows.jsonl"
    path.write_bytes(lines_of([{"numbers": [3, 8]}]))
    with pytest.raises(fv.FaceValueError, match="is one of the files to read"):
        label(path, path)
    assert main(["dataset", "label", str(path), "-o", str(path)]) == 2
    assert "is one of the files to read" in capsys.readouterr().err
    assert {"numbers": [3, 8]} == read(path)[0]


def test_threads_change_nothing_and_several_files_are_one(tmp_path):
    for name in "ab":
        WRITERS["jsonl"](tmp_path / f"{name}.jsonl", list(drawn(300, seed=ord(name))))
    outputs = [tmp_path / f"{workers}.csv" for workers in (1, 2)]
    for workers, output in zip((None, 2), outputs, strict=True):
        assert 600 == label([str(tmp_path / "*.jsonl")], output, workers=workers).rows
    assert outputs[0].read_bytes() == outputs[1].read_bytes()


def test_the_command_reads_stdin_and_writes_stdout(monkeypatch, capfd, tmp_path):
    (tmp_path / "rows.jsonl").write_bytes(
        lines_of([{"numbers": [3, 3, 8, 8], "rules": "countdown"}])
    )
    for options, solution in (([], "3*8"), (["--rules", "Classic"], "8/(3-8/3)")):
        with (tmp_path / "rows.jsonl").open() as stdin:
            monkeypatch.setattr("sys.stdin", stdin)
            assert main(["dataset", "label", "-", "-o", "-", *options]) == 0
        out, err = capfd.readouterr()
        assert solution == json.loads(out)["solution"]
        assert err.startswith("1 row\nsolvable        1  100.0%\n")


@pytest.mark.slow
@pytest.mark.usefixtures("small_pieces")
def test_memory_does_not_grow_with_the_rows(tmp_path, monkeypatch):
    monkeypatch.setattr(text_lines, "BLOCK", 2**14)
    peaks = []
    for count in (2_000, 20_000):
        WRITERS["jsonl"](tmp_path / "rows.jsonl", [{"numbers": [3, 3, 8, 8]}] * count)
        tracemalloc.start()
        label(tmp_path / "rows.jsonl", tmp_path / "labelled.csv")
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 1.5 * peaks[0]


@pytest.mark.parametrize(("output", "kind"), [("jsonl", bytes), ("csv", list), (None, list)])
def test_json_lines_are_written_where_the_rows_are_labelled(output, kind):
    labeller = PuzzleLabeller(PuzzleReader(), 1)
    piece = Piece(None, 1, 1, lines=[b'{"numbers": [3, 8]}'])
    options = {"output": output, "types": LABEL_TYPES, "is_strict": False}
    report, rows = work_on(labeller, "rows", piece, **options)
    assert kind is type(rows)
    assert report.counts() == LabelCounts(1, solvable_count=1, needs_fraction_count=0)
