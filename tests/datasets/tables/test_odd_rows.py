"""Rows of files with odd values: each is reported in one line, with its row number."""

import io
import json
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal

import pytest

import facevalue as fv
from facevalue import datasets
from facevalue.cli.main import main
from tests.oracles.rows import vectors

GOOD = {"completion": "<answer>3*8</answer>", "numbers": [3, 8], "target": 24}
LONG = "9" * 5000
DEEP = "[" * 900 + "]" * 900
# Values of a JSON cell that are neither numbers nor a target.
CELLS = {
    "numbers": [
        *(
            "null",
            "{}",
            '{"3": 8}',
            "[]",
            "[null]",
            "[[3, 8]]",
            "3",
            "24.1234567",
            "true",
            '""',
            '"x"',
        ),
        *("[true, 8]", "[3.1234567, 8]", '["x"]', "[NaN]", "[Infinity]", "NaN", '["\\u0000"]'),
        *('"\\ud800"', DEEP, f"[{DEEP}]", f"[1{'0' * 4300}]", f'["{LONG}"]', "[1e400]"),
    ],
    "target": [
        *("{}", "[]", "[24]", '"x"', "true", "24.1234567", "-Infinity", DEEP),
        *('"\\ud800"', f'"{LONG}"', "1e400"),
    ],
}


def refused(capsys, *arguments):
    """The one line in which a command is refused."""
    code = main(list(arguments))
    errors = capsys.readouterr().err
    assert (2, 1) == (code, errors.count("\n")), (code, errors[:500])
    assert len(errors) < 500
    assert "_core" not in errors
    return errors


def line_of(**cells):
    """A row of JSON in which some cells are raw JSON."""
    texts = {name: json.dumps(cell) for name, cell in GOOD.items()} | cells
    return "{" + ", ".join(f'"{name}": {text}' for name, text in texts.items()) + "}\n"


@pytest.mark.few_quick(37)
@pytest.mark.parametrize("rows", [1, 2, 3])
@pytest.mark.parametrize(
    ("name", "cell"), [(name, cell) for name, cells in CELLS.items() for cell in cells]
)
def test_grade_names_the_row(name, cell, rows, tmp_path, capsys):
    file = tmp_path / "rows.jsonl"
    good = line_of()
    file.write_text(good * (rows - 1) + line_of(**{name: cell}) + good, encoding="utf-8")
    assert f"rows.jsonl:{rows}: " in refused(capsys, "grade", str(file), "--strict")


@pytest.mark.parametrize("line", ["[" * 100_000, '{"a":' * 100_000, "null", "3", LONG, "[3, 8]"])
def test_a_line_that_is_not_an_object_is_named(line, tmp_path, capsys):
    file = tmp_path / "rows.jsonl"
    file.write_text(line_of() + line + "\n", encoding="utf-8")
    assert "rows.jsonl:2: " in refused(capsys, "grade", str(file), "--strict")


@pytest.mark.parametrize(
    "completion", ["null", "{}", "[]", "3", "true", "1e400", DEEP, '[{"role": "assistant"}]']
)
def test_odd_completions_are_judged(completion, tmp_path, capsys):
    file = tmp_path / "rows.jsonl"
    file.write_text(line_of(completion=completion), encoding="utf-8")
    assert main(["grade", str(file), "--json", "-o", str(tmp_path / "verdicts.csv")]) == 0
    assert json.loads(capsys.readouterr().out)["completion_count"] == 1


@pytest.mark.parametrize(
    "text",
    [
        *("completion,numbers,target\n<answer>3*8</answer>,3 8\n", "completion,numbers\nx,\n"),
        *(f"completion,numbers,target\nx,3 8,{LONG}\n", "completion,numbers,target\nx,{},24\n"),
        *("completion,numbers,target\nx\n", "completion,numbers,target\nx,null,24\n"),
        *('completion,numbers\n"x', "completion,numbers\nx,3\r8\n", "completion,numbers\n\x00,x\n"),
        "numbers,numbers,completion\n3 8,x,x\n",
    ],
)
def test_an_odd_table_is_graded_or_refused_in_one_line(text, tmp_path, capsys):
    file = tmp_path / "rows.csv"
    file.write_bytes(text.encode())
    code = main(["grade", str(file)])
    errors = capsys.readouterr().err
    assert code == 0 or (code == 2 and errors.count("\n") == 1), errors
    assert len(errors) < 500


COLUMNS = {
    "dates": [date(2020, 1, 1)],
    "times": [time(1)],
    "durations": [timedelta(1)],
    "timestamps": [datetime(2020, 1, 1, tzinfo=UTC)],
    "bytes": [b"3 8"],
    "floats": [[1 / 3, 8.0]],
    "decimals": [Decimal("3.5")],
    "structs": [{"a": 1}],
    "nulls": [None],
    "flags": [True],
    "lists of lists": [[[3], [8]]],
    "lists of nulls": [[None, 3]],
    "lists of bytes": [[b"3"]],
    "lists of dates": [[date(2020, 1, 1)]],
    "maps": [[("3", 8)]],
}


def parquet_of(path, **columns):
    arrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    arrays = {name: arrow.array([cell]) for name, cell in GOOD.items()} | columns
    parquet.write_table(arrow.table(arrays), path)
    return str(path)


@pytest.mark.parametrize("name", ["numbers", "target"])
@pytest.mark.parametrize("kind", COLUMNS)
def test_odd_columns_of_parquet_are_refused_by_row(name, kind, tmp_path, capsys):
    arrow = pytest.importorskip("pyarrow")
    entries = arrow.map_(arrow.string(), arrow.int64())
    column = arrow.array(COLUMNS[kind], entries if kind == "maps" else None)
    if kind == "nulls" and name == "target":
        pytest.skip("a missing target is that of the rules")
    if kind == "decimals" and name == "target":
        pytest.skip("a decimal is a target")
    file = parquet_of(tmp_path / "rows.parquet", **{name: column})
    assert "row 1" in refused(capsys, "grade", file)


def test_cells_that_python_has_no_value_for_are_refused_by_row(tmp_path, capsys):
    arrow = pytest.importorskip("pyarrow")
    nanoseconds = arrow.array([1], arrow.timestamp("ns"))
    far = arrow.array([2**31 - 1], arrow.date32())
    not_utf8 = arrow.Array.from_buffers(
        arrow.string(), 1, [None, arrow.py_buffer(b"\0\0\0\0\1\0\0\0"), arrow.py_buffer(b"\xff")]
    )
    for column in (nanoseconds, far, not_utf8):
        file = parquet_of(tmp_path / "rows.parquet", target=column)
        assert "row 1" in refused(capsys, "grade", file)
        assert datasets.audit(file).counts["malformed"] == 1
        beside = parquet_of(tmp_path / "rows.parquet", beside=column)
        assert main(["grade", beside]) == 0
        capsys.readouterr()


def test_columns_that_arrow_encodes_are_read(tmp_path, capsys):
    arrow = pytest.importorskip("pyarrow")
    large = arrow.array([[3, 8]], arrow.large_list(arrow.int16()))
    words = arrow.array(["<answer>3*8</answer>"]).dictionary_encode()
    texts = arrow.array(["3 8"]).dictionary_encode()
    fixed = arrow.array([[3, 8]], arrow.list_(arrow.int64(), 2))
    for columns in ({"numbers": large}, {"completion": words}, {"numbers": texts, "target": fixed}):
        file = parquet_of(tmp_path / "rows.parquet", **{**columns, "target": arrow.array([24])})
        assert main(["grade", file, "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["correct_count"] == 1


@pytest.mark.slow
def test_a_damaged_parquet_file_is_reported_in_one_line(tmp_path, capsys):
    file = tmp_path / "rows.parquet"
    parquet_of(file)
    content = file.read_bytes()
    for place in range(4, len(content) - 8, 7):
        damaged = bytearray(content)
        damaged[place] ^= 0xFF
        file.write_bytes(damaged)
        code = main(["grade", str(file)])
        errors = capsys.readouterr().err
        assert code == 0 or (code == 2 and errors.count("\n") == 1), (place, errors)


@pytest.mark.parametrize(
    ("name", "cell"), [(name, cell) for name, cells in CELLS.items() for cell in cells]
)
def test_an_audit_lists_the_row_as_malformed(name, cell):
    text = line_of() + line_of(**{name: cell})
    found = datasets.audit(io.BytesIO(text.encode()))
    assert found.counts.get("malformed") == 1
    assert any(fault.kind == "malformed" and fault.rows == (2,) for fault in found.faults)
    for shown in (str(found), found.json, found.html):
        assert isinstance(shown, str)


ODD_LABELS = [
    *CELLS["target"],
    '""',
    "NaN",
    "[1]",
    "-1",
    "1e30",
    f'"{LONG}"',
    '"nan"',
    '"inf"',
    '"1_0"',
    '"\\u0663"',
]


# Values that are right or missing; all others are malformed.
FLAGS = {"true", '""', "NaN"}
READ = {
    "solvable": FLAGS,
    "solutions": {'""', "NaN"},
    "needs_fraction": FLAGS,
    "difficulty": {"{}", "24.1234567", '""', "NaN", '"nan"'},
}


@pytest.mark.few_quick(28)
@pytest.mark.parametrize("cell", ODD_LABELS)
@pytest.mark.parametrize("label", READ)
def test_odd_labels_are_malformed(label, cell):
    lines = line_of(**{label: "1"}) + line_of(**{label: cell})
    found = datasets.audit(io.BytesIO(lines.encode()))
    malformed = [fault.rows for fault in found.faults if fault.kind == "malformed"]
    assert (2, [] if cell in READ[label] else [(2,)]) == (found.rows, malformed)


@pytest.mark.few_quick(24)
@pytest.mark.parametrize("role", ["rules", "split", "answer", "completion"])
@pytest.mark.parametrize("cell", CELLS["numbers"])
def test_odd_cells_of_other_columns_are_reported(role, cell):
    found = datasets.audit(io.BytesIO((line_of() + line_of(**{role: cell})).encode()))
    assert found.rows == 2
    assert isinstance(found.json, str)


SPECS = dict(vectors("datasets", "specs"))


@pytest.mark.parametrize(("field", "value"), [(f, v) for f, vs in SPECS.items() for v in vs])
def test_an_odd_spec_is_refused_by_its_field(field, value, tmp_path, capsys):
    file = tmp_path / "spec.toml"
    count = "" if field == "count" else "count = 5\n"
    file.write_text(f"{count}{field} = {value}\n", encoding="utf-8")
    errors = refused(capsys, "dataset", "build", str(file), "-o", str(tmp_path / "out"))
    names = {field, *field.split("_"), field.rstrip("s"), field.removesuffix("able")}
    assert any(name in errors for name in names) or value == LONG, errors


@pytest.mark.parametrize("content", [b"\xff\xfe", b"a = ", b"a = " + b"[" * 100_000, b"\0", b""])
def test_an_invalid_spec_is_refused(content, tmp_path, capsys):
    file = tmp_path / "spec.toml"
    file.write_bytes(content)
    refused(capsys, "dataset", "build", str(file), "-o", str(tmp_path / "out"))


LINES = ["[" * 100_000, '{"numbers": null}', "null", "8 8 3 3 -> " + LONG, LONG, "8 8 3 3 (", "\0"]
LINES += ["8 8 3 3 -> 24 (\ud800)", "(" * 100_000, "= = =", "-> 24", "8/0 3", "8 8 3 3 -> 1/0"]


@pytest.mark.parametrize(
    "verb",
    ["solve", "hint", "closest", "difficulty", "reach", "hand", "range", "equity"],
)
def test_odd_lines_of_stdin_are_reported_by_number(verb, monkeypatch, capsys):
    text = "".join(f"{line}\n" for line in LINES).encode(errors="surrogatepass")
    with io.TextIOWrapper(io.BytesIO(text)) as stdin:
        monkeypatch.setattr("sys.stdin", stdin)
        code = main([verb, "-", "--json"])
    errors = "".join(capsys.readouterr())
    assert code == 2
    assert "_core" not in errors
    assert max(map(len, errors.splitlines())) < 500


@pytest.mark.parametrize("cell", ["3", "null", "true", "{}"])
def test_a_column_is_never_taken_for_the_numbers_of_one_puzzle(cell, tmp_path, capsys):
    file = tmp_path / "rows.jsonl"
    file.write_text(line_of(numbers=cell) * 2, encoding="utf-8")
    assert "rows.jsonl:1: " in refused(capsys, "grade", str(file))


def test_a_row_of_numbers_is_a_row_whatever_it_contains():
    grader = fv.Grader()
    for cell in (None, 3, 2.5, {"3": 1}, [], [[3]], True):
        with pytest.raises(fv.FaceValueError):
            grader.verdict("<answer>3</answer>", cell, 3)
