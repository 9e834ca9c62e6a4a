"""The files that `grade` and `audit` read: broken rows, patterns, URLs, logs of lm-eval."""

import csv
import errno
import gc
import gzip
import json
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import facevalue as fv
from facevalue import datasets
from facevalue.cli.main import main
from facevalue.datasets import Columns, grade
from facevalue.datasets.files import json_rows
from facevalue.datasets.files.piece import Piece
from tests.cli.verbs.test_answers import WRITERS
from tests.datasets.tables.test_storage import Locked

RIGHT, WRONG = "<answer>3*8</answer>", "<answer>3+8</answer>"
ROW = {"numbers": [3, 8], "target": 24}
ROWS = [{**ROW, "completion": text} for text in (RIGHT, WRONG, RIGHT)]
VERDICT = ("correct", "reason", "value", "position", "message", "found_by")


def lines_of(rows):
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


def read(path):
    if path.suffix == ".jsonl":
        return [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    if path.suffix == ".csv":
        with path.open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))
    return pytest.importorskip("pyarrow.parquet").read_table(path).to_pylist()


NO_NUMBERS = "the row has no numbers"
BROKEN = {
    "no JSON": (b"no row", "expected a JSON object: 'no row'"),
    "cut off": (lines_of(ROWS[:1])[:30], 'expected a JSON object: \'{"numbers"'),
    "not a row": (b"[1, 2]", "expected a JSON object: '[1, 2]'"),
    "two rows": (lines_of(ROWS[:1]).strip() * 2, "expected a JSON object"),
    "not UTF-8": (b'{"completion": "\xff"}', "the line is not UTF-8; save the file as UTF-8"),
    "a key twice": (b'{"completion": "3*8", "id": 1, "id": 2}', "the key 'id' appears twice"),
    "a key twice before a space": (b'{"id" : 1, "id" : 2}', "the key 'id' appears twice"),
    "a key twice inside": (
        b'{"completion": "3*8", "doc": {"numbers": [3], "numbers": [8]}}',
        "the key 'numbers' appears twice",
    ),
    "strings and messages": (
        b'{"completion": ["3*8", {"content": "3*8"}], "numbers": [3, 8], "target": 24}',
        "a completion mixes strings and messages",
    ),
    "deep": (b'{"completion": ' + b"[" * 10**5, "expected JSON without"),
    "no numbers": (b'{"completion": "3*8"}', NO_NUMBERS),
    "no number": (b'{"completion": "3*8", "numbers": ["x"]}', "expected a number: 'x'"),
    "no list": (
        b'{"completion": "3*8", "numbers": 3}',
        "numbers must be a string or a sequence of numbers: '3'",
    ),
    "no target": (
        b'{"completion": "3*8", "numbers": [3, 8], "target": "x"}',
        "expected a number: 'x'",
    ),
}


def test_an_array_of_more_than_objects_is_not_read(tmp_path):
    path = tmp_path / "rows.json"
    path.write_bytes(b"[" + lines_of(ROWS[:1]).strip() + b", 5]")
    with pytest.raises(fv.FaceValueError, match="expected a JSON object"):
        grade(path)


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_line_is_named_counted_and_skipped(name, tmp_path, capsys):
    line, message = BROKEN[name]
    path, verdicts = tmp_path / "rows.jsonl", tmp_path / "verdicts.jsonl"
    content = lines_of(ROWS[:2]) + b"\n" + line + b"\n" + lines_of(ROWS[2:])
    path.write_bytes(content)
    grades = grade(path, output=verdicts)
    assert grades.counts == {"correct": 2, "wrong_value": 1}
    (skipped,) = grades.skipped
    assert (skipped.row, skipped.line, grades.skipped_count) == (3, 4, 1)
    assert str(skipped).startswith(f"{path}:4: {message}")
    assert [row["correct"] for row in read(verdicts)] == [True, False, True]
    assert main(["grade", str(path), "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["skipped"] == [skipped.as_dict()]
    assert err == f"facevalue: {fv.errors.printable(str(skipped))}; skipped\n"
    assert main(["grade", str(path), "--strict"]) == 2
    assert capsys.readouterr() == ("", err.replace("; skipped", ""))


def test_many_broken_lines_are_counted_and_the_first_are_shown(tmp_path, capsys):
    path = tmp_path / "rows.jsonl"
    path.write_bytes(b"".join(b"broken\n" + lines_of([row]) for row in ROWS * 50))
    grades = grade(path)
    assert (grades.total, grades.correct, grades.skipped_count) == (150, 100, 150)
    assert [row.row for row in grades.skipped] == [*range(1, 200, 2)]
    assert main(["grade", str(path)]) == 0
    out, err = capsys.readouterr()
    assert out.endswith("150 rows skipped\n")
    assert err.count("\n") == 11
    assert err.endswith("facevalue: 140 more rows skipped\n")


def test_a_file_in_which_no_row_can_be_read_is_an_error():
    with pytest.raises(fv.FaceValueError, match=r"^-:1: expected a JSON object: 'x' \(and 2 more"):
        grade(BytesIO(b"x\ny\nz\n"))


@pytest.mark.parametrize("is_on", [True, False])
def test_the_garbage_collector_is_on_or_off_as_before(is_on):
    rows = b'{"completion": "3*8", "numbers": [3, 8], "target": 24}\n{'
    was_on = gc.isenabled()
    (gc.enable if is_on else gc.disable)()
    try:
        assert grade(BytesIO(rows)).skipped_count == 1
        assert gc.isenabled() is is_on
    finally:
        (gc.enable if was_on else gc.disable)()


def test_a_row_of_csv_with_more_or_fewer_cells_is_skipped(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text('numbers,target,completion\n3 8,24,"a\n3*8"\n3 8\n3 8,24,3*8,5\n3 8,24,3*8\n')
    grades = grade(path, fv.Grader(extract="whole"))
    assert (grades.total, grades.correct) == (2, 1)
    assert [(row.row, row.line) for row in grades.skipped] == [(2, 4), (3, 5)]
    assert grades.skipped[0].message == "expected a row of 3 cells, 1 found: '3 8'"


def test_a_row_of_parquet_is_named_by_its_number(tmp_path):
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    rows = [*ROWS, {**ROW, "completion": RIGHT, "numbers": None}, *ROWS]
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "rows.parquet")
    output = tmp_path / "verdicts.parquet"
    grades = grade(tmp_path / "rows.parquet", output=output)
    assert (grades.correct, grades.total, grades.skipped_count) == (4, 6, 1)
    message = f"{NO_NUMBERS} (found: completion, target)"
    assert str(grades.skipped[0]) == f"{tmp_path / 'rows.parquet'}, row 4: {message}"
    assert [row["completion"] for row in read(output)] == [row["completion"] for row in ROWS * 2]


EXTRA = [
    {
        "id": place,
        "meta": {"a": [1, 2], "b": {"c": "x"}},
        "tags": ["x"],
        "share": 0.5,
        "é": "ü\n",
        **row,
    }
    for place, row in enumerate(ROWS)
]


@pytest.mark.parametrize("form", ["jsonl", "parquet"])
@pytest.mark.parametrize("output", ["jsonl", "parquet"])
def test_all_columns_of_the_file_come_before_the_verdict(form, output, tmp_path):
    source, verdicts = tmp_path / f"rows.{form}", tmp_path / f"verdicts.{output}"
    WRITERS[form](source, EXTRA)
    grade(source, output=verdicts)
    before, after = read(source), read(verdicts)
    assert [{name: row[name] for name in row if name not in VERDICT} for row in after] == before
    assert tuple(after[0])[-len(VERDICT) :] == VERDICT
    assert [row["reason"] for row in after] == ["correct", "wrong_value", "correct"]


def test_in_csv_lists_and_objects_are_json(tmp_path):
    source, verdicts = tmp_path / "rows.jsonl", tmp_path / "verdicts.csv"
    source.write_bytes(lines_of(EXTRA))
    grade(source, output=verdicts)
    row = read(verdicts)[1]
    assert json.loads(row["meta"]) == EXTRA[1]["meta"]
    assert (row["id"], row["numbers"], row["correct"]) == ("1", "[3, 8]", "False")


@pytest.mark.parametrize("output", WRITERS)
def test_a_column_with_the_name_of_one_of_ours_is_renamed(output, tmp_path):
    source, verdicts = tmp_path / "rows.jsonl", tmp_path / f"verdicts.{output}"
    source.write_bytes(lines_of({**row, "message": "m", "input_message": "i"} for row in ROWS))
    grade(source, output=verdicts)
    for row in read(verdicts):
        assert (row["input_message"], row["input_input_message"]) == ("i", "m")
        assert row["message"] not in ("m", "i")


@pytest.mark.parametrize("output", WRITERS)
def test_verdicts_that_were_written_can_be_judged_again(output, tmp_path):
    source, verdicts = tmp_path / "rows.jsonl", tmp_path / f"verdicts.{output}"
    source.write_bytes(lines_of(ROWS))
    grades = grade(source, output=verdicts)
    again = tmp_path / f"again.{output}"
    assert grade(verdicts, output=again) == grades
    assert [row["input_reason"] for row in read(again)] == [row["reason"] for row in read(again)]


@pytest.mark.parametrize("form", ["jsonl", "parquet"])
@pytest.mark.parametrize("output", WRITERS)
def test_each_of_several_completions_has_its_own_row(form, output, tmp_path):
    source, verdicts = tmp_path / f"rows.{form}", tmp_path / f"verdicts.{output}"
    WRITERS[form](source, [{**ROW, "id": 7, "completion": [RIGHT, WRONG]}, {**ROW, "id": 8}])
    grade(source, output=verdicts)
    rows = read(verdicts)
    assert [str(row["id"]) for row in rows] == ["7", "7", "8"]
    assert [row["completion"] for row in rows][:2] == [RIGHT, WRONG]
    assert [str(row["correct"]) for row in rows] == ["True", "False", "False"]


@pytest.mark.few_quick(1)
@pytest.mark.parametrize("output", ["csv", "parquet"])
def test_a_column_that_comes_later_or_changes_its_type_asks_for_jsonl(output, tmp_path):
    many = [{**ROWS[0], "id": 1}] * 8192
    for last in ({**ROWS[0], "later": 1}, {**ROWS[0], "id": [2]}):
        if output == "csv" and "later" not in last:
            continue
        with pytest.raises(fv.FaceValueError, match=r"the column '(later|id)' .*write \.jsonl"):
            grade(BytesIO(lines_of([*many, last])), output=tmp_path / f"verdicts.{output}")
        assert not [*tmp_path.iterdir()]
        grade(BytesIO(lines_of([*many, last])), output=BytesIO())


def test_a_column_of_mixed_cells_is_json_in_parquet(tmp_path):
    pytest.importorskip("pyarrow")
    rows = [{**ROWS[0], "extra": each} for each in (None, 1, "x", {"a": 1})]
    grade(BytesIO(lines_of(rows)), output=tmp_path / "verdicts.parquet")
    cells = [row["extra"] for row in read(tmp_path / "verdicts.parquet")]
    assert cells == [None, "1", "x", '{"a": 1}']


def lm_eval_row(place, texts, name="none"):
    """A row as lm-eval writes it with --log_samples."""
    return {
        "doc_id": place,
        "doc": {"nums": [3, 8, 5], "target": 24, "rules": "countdown"},
        "target": "",
        "arguments": {"gen_args_0": {"arg_0": "Make 24 ...", "arg_1": {"until": []}}},
        "resps": [texts],
        "filtered_resps": [texts[0]],
        "filter": name,
        "metrics": ["acc"],
        "doc_hash": "0",
        "acc": 0.0,
    }


def test_the_samples_that_lm_eval_logs_are_judged():
    rows = [lm_eval_row(0, [RIGHT]), lm_eval_row(1, [WRONG])]
    assert grade(BytesIO(lines_of(rows))).counts == {"correct": 1, "wrong_value": 1}
    grades = grade(BytesIO(lines_of([lm_eval_row(0, [RIGHT, WRONG, RIGHT, WRONG])])), k=[2])
    assert grades.pass_rates.average.mean == 0.5
    filtered = grade(
        BytesIO(lines_of([lm_eval_row(0, [WRONG, RIGHT])])),
        columns=Columns(completion="filtered_resps"),
    )
    assert filtered.counts == {"wrong_value": 1}


def test_a_completion_that_lm_eval_logs_for_each_filter_is_judged_once():
    rows = [lm_eval_row(0, [RIGHT], "strict"), lm_eval_row(0, [RIGHT], "flexible")]
    output = BytesIO()
    assert grade(BytesIO(lines_of(rows)), output=output).total == 1
    assert [json.loads(line)["filter"] for line in output.getvalue().splitlines()] == ["strict"]


@pytest.mark.parametrize(
    "completion",
    [24, 2.5, True, {"text": RIGHT}, [1, 2], [None], {"role": "assistant", "content": [1]}],
)
def test_a_completion_that_is_not_a_string_is_malformed(completion):
    assert grade(BytesIO(lines_of([{**ROW, "completion": completion}]))).counts == {"malformed": 1}
    verdict = fv.Grader().verdict(completion, [3, 8])
    assert verdict.reason is fv.Reason.MALFORMED
    assert verdict.message.startswith("an answer must be a string, not ")


@pytest.mark.parametrize(
    "completion",
    [None, "", [], [{"role": "user", "content": RIGHT}], {"role": "x", "content": None}],
)
def test_an_empty_completion_has_no_answer(completion):
    assert grade(BytesIO(lines_of([{**ROW, "completion": completion}]))).counts == {"no_answer": 1}


@pytest.mark.parametrize("answer", ["3*8)", "3**8", "3/0", "(3*8", "3x8", "24 = 3*8 = 24"])
def test_the_position_in_the_message_is_the_one_in_the_field(answer):
    whole = fv.check(answer, [3, 8])
    said = fv.Grader().verdict(f"So <answer>{answer}</answer>", [3, 8])
    assert said.position == whole.position + len("So <answer>")
    if "at position" in whole.message:
        assert f"at position {whole.position}" in whole.message
        assert f"at position {said.position} of the completion" in said.message


def files_in(folder):
    for name in ("b.jsonl", "a.jsonl", "c.jsonl.gz"):
        content = lines_of(ROWS)
        (folder / name).write_bytes(gzip.compress(content) if name.endswith("gz") else content)
    (folder / "readme.txt").write_text("no table")
    return folder


@pytest.mark.parametrize(
    ("pattern", "count"),
    [("*.jsonl", 2), ("*.jsonl*", 3), ("[ab].jsonl", 2), ("", 3), ("**/a*", 1)],
)
def test_patterns_and_folders_stand_for_their_files(pattern, count, tmp_path, capsys):
    files_in(tmp_path)
    path = f"{tmp_path}/{pattern}"
    assert grade(path).total == 3 * count
    assert datasets.audit(path).rows == 3 * count
    assert main(["grade", path, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["completion_count"] == 3 * count


def test_a_name_with_the_signs_of_a_pattern_is_first_that_file(tmp_path):
    (tmp_path / "a[1].jsonl").write_bytes(lines_of(ROWS))
    (tmp_path / "a1.jsonl").write_bytes(lines_of(ROWS * 2))
    assert grade(tmp_path / "a[1].jsonl").total == 3


def test_a_system_error_is_not_reported_as_a_wrong_path(tmp_path, monkeypatch):
    files_in(tmp_path)

    def opened(path, *_):
        raise OSError(errno.EMFILE, "Too many open files", path)

    monkeypatch.setattr(Path, "open", opened)
    with pytest.raises(OSError, match="Too many open files") as caught:
        grade(tmp_path / "a.jsonl")
    assert (caught.value.errno, str(caught.value.filename)) == (
        errno.EMFILE,
        str(tmp_path / "a.jsonl"),
    )


@pytest.mark.parametrize("command", [["grade"], ["dataset", "audit"]])
@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("*.jsonl", "no file matches '/"),
        ("none.jsonl", "no such file: '/"),
    ],
)
def test_an_unknown_column_is_bad_usage(command, name, message, tmp_path, capsys):
    assert main([*command, f"{tmp_path}/{name}"]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert message in err


@pytest.fixture
def store():
    """A folder in the memory of fsspec."""
    fsspec = pytest.importorskip("fsspec")
    memory = fsspec.filesystem("memory")
    for name in ("a.jsonl", "b.jsonl"):
        memory.pipe_file(f"/grading/{name}", lines_of(ROWS))
    return "memory://grading"


@pytest.mark.parametrize(("name", "count"), [("a.jsonl", 1), ("*.jsonl", 2), ("", 2), ("[b].*", 1)])
def test_urls_are_read_as_paths_are(store, name, count, capsys):
    url = f"{store}/{name}"
    assert grade(url).total == 3 * count
    assert datasets.audit(url).rows == 3 * count
    assert main(["grade", url, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["completion_count"] == 3 * count


def test_a_url_that_matches_no_file_is_refused(store):
    with pytest.raises(fv.FaceValueError, match="no file matches 'memory://"):
        grade(f"{store}/*.csv")


def test_local_urls_parquet_and_packed_files_are_read(tmp_path):
    files_in(tmp_path)
    WRITERS["parquet"](tmp_path / "d.parquet", ROWS)
    for name in ("a.jsonl", "c.jsonl.gz", "d.parquet"):
        assert grade(f"file://{tmp_path}/{name}") == grade(tmp_path / name)
    assert grade(f"file://{tmp_path}/[a-d].*").total == 12


@pytest.mark.parametrize("command", [["grade"], ["dataset", "audit"]])
@pytest.mark.parametrize(
    ("url", "code", "reason"),
    [
        ("nosuch://bucket/rows.jsonl", 3, "Protocol not known: nosuch"),
        ("locked://bucket/rows.jsonl", 3, "unable to locate credentials"),
        ("memory://none/rows.jsonl", 2, "no such file: 'memory://none/rows.jsonl'"),
        ("file:///none/rows.jsonl", 2, "no such file: 'file:///none/rows.jsonl'"),
    ],
)
def test_a_url_that_cannot_be_read_is_one_line(command, url, code, reason, capsys):
    pytest.importorskip("fsspec").register_implementation("locked", Locked, clobber=True)
    assert main([*command, url]) == code
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert reason in err


def test_a_file_is_closed_before_the_next_is_opened(tmp_path):
    resource = pytest.importorskip("resource", reason="limits of processes are those of POSIX")
    for number in range(200):
        row = '{"completion": "<answer>3*8</answer>", "numbers": [3, 8]}'
        (tmp_path / f"{number}.jsonl").write_text(row, encoding="ascii")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (100, hard))
    try:
        assert datasets.grade(tmp_path).correct == 200
        assert datasets.audit(tmp_path).rows == 200
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


# Parts of lines that are only JSON together, and lines that are more than one value.
PARTS = ['{"a": 1}', '{"a": {"b": [2]}}', '{"a": "1\\":"}', "{}", '{"a": 1, "a": 2}', '{"a" : 1}']
PARTS += ['{"a": [1', "2]}", '{"a": "', '"}', '{"a": 1}, {"b": 2}', "[{}]", "24", "null", "é", ""]
PARTS += [r'{"a": "{\"a\": 1}"}', r'{"a\\": 1, "a\\": 2}', r'{"a\\\"": 1, "a\\\"": 2}']
PARTS += ['{"a": 1, "a"  : 2}', '{"a": 1, "a"\t :2}', '{"a": "b : c"}']
PARTS += ['{"a": [{"b": 1}', '{"b": 2, "b": 3}]}', "[", "]", '{"a": NaN}', '{"a":\t1, "b"\t: 2}']


def read_lines(lines, **names):
    """The columns and problems of a piece, with other values for some names in `json_rows`."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in names.items():
            patch.setattr(json_rows, name, value)
        piece = Piece(None, len(lines), 1, lines=lines)
        return repr(piece.columns), piece.unreadable


@given(st.lists(st.sampled_from(PARTS).map(str.encode)), st.integers(1, 4))
@example([b'{"a": [1', b"2]}"], 2)
@example([b'{"a": [1', b"2]}", b'{"a": 1}, 24, {"b": 2}'], 3)
def test_lines_that_are_parsed_together_are_read_as_one_by_one(lines, together):
    assert read_lines(lines, _parse=lambda _: None) == read_lines(lines, _TOGETHER=together)
