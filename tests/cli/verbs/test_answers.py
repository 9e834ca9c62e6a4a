"""Judging from the command line: files of every format, pipes, a bar only on a terminal."""

import csv
import io
import json
import subprocess
import sys
from collections import Counter

import pytest

import facevalue as fv
from facevalue import datasets
from facevalue.cli.main import main
from facevalue.cli.terminal.caret import place_lines, pointed

COMPLETIONS = [
    "So <answer>(1+2+3)*4</answer>",
    'a "quoted", <answer>\n(1+2+3)×4 = 24\n</answer>',
    "<answer>1+2+3+4</answer>",
    "\ud83d\ude00".encode("utf-16", "surrogatepass").decode("utf-16"),
    None,
]
EXPECTED = ["correct", "correct", "wrong_value", "no_answer", "no_answer"]
ROWS = [{"completion": text, "nums": [1, 2, 3, 4], "target": 24} for text in COMPLETIONS]


def write_jsonl(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def write_csv(path, rows):
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, fieldnames=rows[0])
        writer.writeheader()
        writer.writerows(rows)


def write_parquet(path, rows):
    arrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    parquet.write_table(arrow.Table.from_pylist(rows), path)


WRITERS = {"jsonl": write_jsonl, "csv": write_csv, "parquet": write_parquet}


def read_reasons(path):
    if path.suffix == ".jsonl":
        return [json.loads(line)["reason"] for line in path.read_text("utf-8").splitlines()]
    if path.suffix == ".csv":
        with path.open(encoding="utf-8", newline="") as file:
            return [row["reason"] for row in csv.DictReader(file)]
    return pytest.importorskip("pyarrow.parquet").read_table(path)["reason"].to_pylist()


@pytest.mark.parametrize("output", WRITERS)
@pytest.mark.parametrize("form", WRITERS)
def test_every_format_is_read_and_written(form, output, tmp_path, capsys):
    source, verdicts = tmp_path / f"answers.{form}", tmp_path / f"verdicts.{output}"
    WRITERS[form](source, ROWS)
    assert 0 == main(["grade", str(source), "-o", str(verdicts)])
    assert read_reasons(verdicts) == EXPECTED
    assert "5 completions\ncorrect            2   40.0%" in capsys.readouterr().out


def test_batches_with_no_value_at_all_are_written_to_parquet(tmp_path):
    pytest.importorskip("pyarrow")
    source, verdicts = tmp_path / "answers.jsonl", tmp_path / "verdicts.parquet"
    write_jsonl(source, [ROWS[-1]] * 9000 + ROWS)
    assert 0 == main(["grade", str(source), "-o", str(verdicts)])
    assert ["no_answer"] * 9000 + EXPECTED == read_reasons(verdicts)


def test_a_bad_row_is_named_by_its_number_in_the_file(tmp_path, capsys):
    source = tmp_path / "answers.jsonl"
    write_jsonl(source, [*ROWS * 2000, ROWS[0] | {"nums": ["x"]}])
    assert 0 == main(["grade", str(source)])
    out, err = capsys.readouterr()
    assert "10000 completions" in out
    assert "1 row skipped" in out
    assert f"facevalue: {source}:10001: expected a number: 'x'; skipped\n" == err
    assert 2 == main(["grade", str(source), "--strict"])
    assert f"{source}:10001: expected a number: 'x'\n" in capsys.readouterr().err


@pytest.mark.parametrize("verb", ["grade", "audit"])
def test_a_file_that_is_read_is_not_written(verb, tmp_path, capsys):
    row = '{"nums": [3, 8], "target": 24, "answer": "3*8"}\n'
    file, link = tmp_path / "rows.jsonl", tmp_path / "link.jsonl"
    file.write_text(row, encoding="utf-8")
    link.symlink_to(file)
    command = ["dataset", "audit"] if verb == "audit" else ["grade"]
    option = "--html" if verb == "audit" else "-o"
    for other in (file, link):
        assert main([*command, str(file), option, str(other)]) == 2
        out, err = capsys.readouterr()
        assert "" == out
        assert f"{str(other)!r} is one of the files to read; choose another name to write" in err
        assert row == file.read_text(encoding="utf-8")


def test_an_unknown_suffix_is_refused_with_the_known_ones(tmp_path, capsys):
    source = tmp_path / "answers.txt"
    write_jsonl(source, ROWS)
    assert 2 == main(["grade", str(source)])
    assert "end with one of jsonl, csv, parquet" in capsys.readouterr().err
    assert 0 == main(["grade", str(source), "--format", "jsonl"])


@pytest.mark.parametrize("output", WRITERS)
def test_an_empty_file_has_a_table_of_verdicts_without_rows(output, tmp_path):
    source, verdicts = tmp_path / "answers.jsonl", tmp_path / f"verdicts.{output}"
    source.write_bytes(b"")
    assert 0 == main(["grade", str(source), "-o", str(verdicts)])
    assert [] == read_reasons(verdicts)
    if output == "csv":
        assert b"correct,reason,value,position,message,found_by\r\n" == verdicts.read_bytes()


def test_an_empty_file_has_no_completions(tmp_path, capsys):
    source = tmp_path / "answers.jsonl"
    source.touch()
    assert 0 == main(["grade", str(source)])
    assert capsys.readouterr().out == "0 completions\n"


@pytest.mark.parametrize("answer", ["(" * 5000, "9**9**9", "\udcff", "\0x"[1:], "\n", "--x"[2:]])
def test_anything_is_answered_in_a_line(answer, capsys):
    assert 1 == main(["check", answer, "--numbers", "1,2,3,4"])
    message, *picture = capsys.readouterr().out.splitlines()
    assert len(message) < 150
    assert len(picture) in (0, 2)


@pytest.mark.parametrize(
    ("line", "under", "text", "position"),
    [
        ("6*(2+x)", "     ^", "6*(2+x)", 5),
        ("\uff081+x", "    ^", "\uff081+x", 3),  # a full-width bracket
        ("5\ufffdx", "  ^", "5\0x", 2),
        ("5 x", "  ^", "5\tx", 2),
        ("x", "^", "5\nx\n6", 2),  # only the line of the place
        ("5x", " ^", "4\r\n5x\r\n6", 4),
        ("4", " ^", "4\r\n5x", 1),
        ("5+", "  ^", "4\n5+\n\n", 6),
        ("5+", "  ^", "5+", 2),
        ("..." + "1" * 10, "   " + "1" * 5 + "^", "1" * 100, 50),
        ("e\u0301+x", "  ^", "e\u0301+x", 3),  # a combining accent has no width
    ],
)
def test_the_caret_is_under_the_position(line, under, text, position):
    assert (line, under.replace("1", " ")) == pointed(text, position, width=10)


def test_a_fault_in_a_step_shows_the_line_of_the_step(monkeypatch, capsys):
    steps = b"8 / 3 = 8/3\n3 - 8/3 = 1/3\n8 / 1/3 = 25\n"
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(steps), encoding="utf-8"))
    assert 1 == main(["check", "-", "--steps", "--numbers", "3 3 8 8"])
    _, *picture = capsys.readouterr().out.splitlines()
    assert ["  8 / 1/3 = 25", "            ^"] == picture


def test_python_grades_files_and_streams_as_the_command_does(tmp_path):
    for form, write in WRITERS.items():
        source, verdicts = tmp_path / f"answers.{form}", tmp_path / f"verdicts.{form}"
        write(source, ROWS)
        progress = []
        grades = datasets.grade(
            source, output=verdicts, progress=lambda *step, seen=progress: seen.append(step)
        )
        assert grades.counts == dict(Counter(EXPECTED))
        assert (grades.total, grades.correct) == (5, 2)
        assert read_reasons(verdicts) == EXPECTED
        what, done, total = progress[-1]
        assert what == "judging"
        assert 0 < done <= total == source.stat().st_size
    lines = b"".join(json.dumps(row).encode() + b"\n" for row in ROWS)
    assert datasets.grade(io.BytesIO(lines)) == grades
    always = fv.Grader(extract="whole")
    renamed = io.BytesIO(b'{"said": "3*8", "nums": [3, 8]}\n')
    assert datasets.grade(renamed, always, columns=datasets.Columns(completion="said")).correct == 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"columns": datasets.Columns(completion="x")}, "no column 'x' for completion"),
        ({"file_type": "csv"}, "no column of completions"),
        ({"output": "same"}, "is one of the files to read"),
    ],
)
def test_python_refuses_what_cannot_be_graded(options, message, tmp_path):
    source = tmp_path / "answers.jsonl"
    write_jsonl(source, ROWS)
    before = source.read_bytes()
    if options.get("output"):
        options = {"output": source}
    with pytest.raises(fv.FaceValueError, match=message):
        datasets.grade(source, **options)
    assert before == source.read_bytes()


def test_a_grader_is_needed_to_grade():
    with pytest.raises(fv.FaceValueError, match="grader"):
        datasets.grade(io.BytesIO(), "countdown")


@pytest.mark.parametrize("command", [["grade"], ["dataset", "audit"]])
def test_a_table_without_the_columns_is_refused_in_one_line(command, tmp_path):
    source = tmp_path / "hands.csv"
    source.write_text("hand,goal\n3 8,24\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "facevalue", *command, str(source)],
        capture_output=True,
        check=False,
        encoding="utf-8",
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(("columns", "room"), [(40, 32), (80, 72), (200, 72), (12, 10)])
def test_of_an_answer_as_much_is_shown_as_the_terminal_has_room_for(columns, room, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(columns))
    assert "  " + "1+" * (room // 2) == next(place_lines("1+" * 100, 3))
