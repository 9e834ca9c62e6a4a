"""Small files that unpack to large ones are read with little memory, or refused."""

import codecs
import gzip
import io
import json
import subprocess
import sys
import tracemalloc
import zipfile

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

import facevalue as fv
from facevalue import datasets
from facevalue.datasets.files import json_files, text_lines
from facevalue.datasets.files.text_lines import (
    MAX_LINE,
    TOO_LONG,
    batches,
    estimate_memory,
    read_lines,
)
from facevalue.system.files import as_utf8

MEGA = 2**20
ROW = {"completion": "3*8", "numbers": [3, 8]}


def both_containers(values):
    return st.lists(values) | st.dictionaries(st.text(), values)


def strings_in(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from value
        for inner in value.values():
            yield from strings_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from strings_in(inner)


# Prints how a call ended, and the largest memory of the process in MB.
CALL = """
import re, sys
from facevalue import datasets
function, path = sys.argv[1:]
try:
    found = getattr(datasets, function)(path)
    print("rows", getattr(found, "total", None) or getattr(found, "rows", None) or found.total)
except Exception as error:
    print(type(error).__name__, str(error)[:300])
# Of this process: what getrusage says starts with the memory of its parent.
print(int(re.search(r"VmHWM:\\s+([0-9]+) kB", open("/proc/self/status").read())[1]) / 1024)
"""


def parquet_of_one_string(path):
    """1,000 rows of one string of a megabyte."""
    words = pa.DictionaryArray.from_arrays(pa.array([0] * 1000, pa.int32()), ["x" * MEGA])
    numbers = pa.array([[3, 8]] * 1000)
    pq.write_table(pa.table({"completion": words, "numbers": numbers}), path)


def parquet_of_one_list(path):
    """A row with a list of 100 million numbers that are equal, and 8,191 short ones."""
    lists = pa.ListArray.from_arrays(
        [0, *range(100 * MEGA, 100 * MEGA + 8192)], pa.array(np.zeros(100 * MEGA + 8191, np.int8))
    )
    pq.write_table(pa.table({"completion": ["3*8"] * 8192, "numbers": lists}), path)


def archive_of(*names):
    """Return a function that writes a log of Inspect with 40 MB of empty lists in these files."""

    def write(path):
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for name in names:
                archive.writestr(name, b'{"eval": [' + b"[]," * (13 * MEGA) + b"1]}")
            archive.writestr("samples/good.json", GOOD)

    return write


def gzip_of(path, *parts):
    with gzip.open(path, "wb", compresslevel=1) as file:
        for part, times in parts:
            for _ in range(times):
                file.write(part)


GOOD = json.dumps(ROW).encode() + b"\n"
# Python needs four bytes for each character of a string that has this one.
WIDE = (
    GOOD.replace(b'"3*8', '"\U0001f600'.encode() + b"x" * 120_000),
    GOOD.replace(b'"3*8', '"\U0001f600'.encode() + b"x" * 15_000_000),
    b"x" * 15_000_000,
)
DENSE = b"[]," * (5 * MEGA)
NESTED = b"[[[[]]]]," * 60_000
COMMAS = b"," * (15 * MEGA) + b"\n"
NAMES = b",".join(b"%d" % name for name in range(2 * MEGA)) + b"\n"
KEYS = b",".join(b'"%d":1' % key for key in range(2 * MEGA))
RECORD = b'{"completion": "3*8", "metadata": "{\\"a\\": [' + DENSE + b'1]}"}\n'
BOMBS = {
    "one string.parquet": (parquet_of_one_string, None),
    "a long line.jsonl.gz": (
        lambda path: gzip_of(path, (GOOD, 1), (b"x" * MEGA, 400), (b"\n", 1), (GOOD, 1)),
        2,
    ),
    "a long line.csv.gz": (
        lambda path: gzip_of(path, (b"completion,numbers\n3*8,3 8\n", 1), (b"x" * MEGA, 400)),
        None,
    ),
    "empty lines.jsonl.gz": (lambda path: gzip_of(path, (GOOD, 1), (b"\n" * MEGA, 100)), 1),
    "wide.jsonl.gz": (lambda path: gzip_of(path, (WIDE[0], 1000)), 1000),
    "wide and long.jsonl.gz": (lambda path: gzip_of(path, (WIDE[1], 10)), 10),
    "wide.csv.gz": (
        lambda path: gzip_of(
            path,
            (b"completion,numbers\n", 1),
            ("\U0001f600".encode() + b"x" * 120_000 + b",3 8\n", 1000),
        ),
        1000,
    ),
    "a dense line.jsonl.gz": (
        lambda path: gzip_of(path, (GOOD, 1), (b'{"a": [' + DENSE + b"1]}\n", 3), (GOOD, 1)),
        2,
    ),
    "dense lines.jsonl.gz": (
        lambda path: gzip_of(path, (GOOD, 1), (b'{"a": [' + NESTED + b"1]}\n", 100)),
        None,
    ),
    "dense records.jsonl.gz": (lambda path: gzip_of(path, (GOOD, 1), (RECORD, 3)), None),
    "a dense array.json.gz": (
        lambda path: gzip_of(path, (b'[{"a": [', 1), (DENSE, 3), (b"1]}]", 1)),
        None,
    ),
    "keys.json.gz": (lambda path: gzip_of(path, (b"[{" + KEYS + b"}]", 1)), None),
    "a wide array.json.gz": (
        lambda path: gzip_of(path, ('[{"a": "\U0001f600'.encode(), 1), (WIDE[2], 3), (b'"}]', 1)),
        None,
    ),
    "cells.csv.gz": (
        lambda path: gzip_of(path, (b"completion,numbers\n3*8,3 8\n", 1), (COMMAS, 3)),
        None,
    ),
    "names.csv.gz": (lambda path: gzip_of(path, (NAMES, 1)), None),
    "a dense header.eval": (archive_of("header.json"), None),
    "dense samples.eval": (archive_of("samples/1.json", "samples/2.json"), None),
    "one list.parquet": (parquet_of_one_list, None),
    "an array.jsonl.gz": (lambda path: gzip_of(path, (b"[", 1), (b"1," * MEGA, 200)), None),
}


@pytest.mark.slow
@pytest.mark.few_slow(3)
@pytest.mark.skipif(sys.platform != "linux", reason="/proc is of Linux")
@pytest.mark.parametrize("function", ["grade", "audit"])
@pytest.mark.parametrize("name", BOMBS)
def test_a_small_file_takes_less_than_500_megabytes(name, function, tmp_path):
    make, rows = BOMBS[name]
    make(tmp_path / name)
    assert (tmp_path / name).stat().st_size < 8 * MEGA
    done = subprocess.run(
        [sys.executable, "-c", CALL, function, str(tmp_path / name)],
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    how, memory = done.stdout.splitlines()
    assert float(memory) < 500, how
    if how.startswith("rows"):
        unreadable = 3  # lines at most, which an audit counts
        assert rows is None or rows <= int(how.split()[1]) <= rows + unreadable
    else:
        assert any(word in how for word in ("MB", "column", "values in"))


@pytest.mark.parametrize(
    ("value", "is_dense"),
    [
        ("[" + "[]," * (3 * MEGA) + "[]]", True),
        ("[" + "{}," * (3 * MEGA) + "1]", True),
        ('"' + "[]," * (3 * MEGA) + '"', False),  # a string has no values
        (r'"\"' + "[]," * (3 * MEGA) + r'\\"', False),
        (r'"\\"' + ', "a": [' + "[]," * (3 * MEGA) + "1]", True),
        ('"' + "8, " * (3 * MEGA) + '"', False),
    ],
)
def test_values_are_counted_and_not_what_looks_like_them_in_strings(value, is_dense):
    line = b'{"completion": "3*8", "numbers": [3, 8], "more": %b}' % value.encode()
    assert len(line) < MAX_LINE
    grades = datasets.grade(io.BytesIO(GOOD + line + b"\n" + GOOD))
    messages = [row.message.partition(":")[0] for row in grades.skipped]
    assert messages == ["a line may take up to 150 MB of memory"] * is_dense
    assert grades.total == 3 - is_dense


def test_a_dense_array_is_refused_with_the_remedy():
    array = b'[{"numbers": [' + b"[]," * (5 * MEGA) + b"8]}]"
    with pytest.raises(
        fv.FaceValueError, match="300 MB of memory; write longer ones as JSON Lines"
    ):
        datasets.grade(io.BytesIO(array))


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), both_containers))
def test_the_estimate_is_about_the_same_with_and_without_strings(value):
    text = json.dumps(value, ensure_ascii=False).encode(errors="replace")
    without = text_lines._estimate_without_strings(text)  # noqa: SLF001 - called for large files
    assert 2 * len(text) <= without <= estimate_memory(text)
    if not any(mark in string for string in strings_in(value) for mark in "[{:,"):
        assert without == estimate_memory(text)


def test_a_repeated_key_among_a_million_is_found_at_once():
    line = b"{" + b",".join(b'"%d":1' % key for key in range(200_000)) + b',"199999":2}'
    grades = datasets.grade(io.BytesIO(GOOD + line))
    assert "the key '199999' appears twice" in grades.skipped[0].message


def test_lines_are_numbered_as_in_the_file_whatever_their_ends_are():
    for end in (b"\n", b"\r\n", b"\r"):
        text = end.join([b"a", b"", b"b", b"c"])
        lines = [line.strip() for _, some, *_ in read_lines(io.BytesIO(text)) for line in some]
        assert lines == [b"a", b"", b"b", b"c"]


@pytest.mark.slow
def test_a_json_array_is_read_to_its_end(monkeypatch):
    row, count = GOOD.strip(), MEGA // len(GOOD)
    array = b"[" + b",".join([row] * count) + b"]"
    assert datasets.grade(io.BytesIO(array)).total == count
    monkeypatch.setattr(json_files, "BLOCK", len(array) // 3)  # it is longer than a block
    assert datasets.grade(io.BytesIO(array)).total == count
    monkeypatch.setattr(json_files, "_MAX_ARRAY", len(array) - 1)
    with pytest.raises(fv.FaceValueError, match="array may have up to 1 MB; write longer ones"):
        datasets.grade(io.BytesIO(array))
    monkeypatch.setattr(json_files, "_MAX_ARRAY", len(array))
    assert datasets.grade(io.BytesIO(array)).total == count


def test_parts_of_a_json_array_have_the_numbers_of_their_rows():
    array = b"[" + b",".join([GOOD.strip()] * 5) + b"]"
    parts = json_files.read_json_lines(io.BytesIO(array), 2)
    assert [(1, 2), (3, 2), (5, 1)] == [(part.first, part.size) for part in parts]


def test_all_batches_of_lines_but_the_last_are_full():
    text = b"3*8\n" * MEGA  # several blocks
    found = list(batches(io.BytesIO(text), 300_000))
    assert [1, 300_001, 600_001, 900_001] == [number for number, _ in found]
    assert [300_000, 300_000, 300_000, MEGA - 900_000] == [len(lines) for _, lines in found]
    assert text == b"".join(line for _, lines in found for line in lines)


def test_a_line_that_is_too_long_is_skipped_and_named():
    long = b'{"completion": "' + b"x" * (MAX_LINE + 2 * MEGA) + b'"}\n'
    grades = datasets.grade(io.BytesIO(GOOD + long + GOOD))
    skipped = [(row.row, row.message) for row in grades.skipped]
    assert (grades.total, skipped) == (2, [(2, "a line may have up to 16 MB")])


def test_a_byte_order_mark_may_arrive_in_parts():
    class OneByOne(io.BytesIO):
        def read1(self, size=-1):
            return super().read1(min(size, 1))

    assert as_utf8(OneByOne(codecs.BOM_UTF8 + b"8 3\n")).read() == b"8 3\n"


def test_a_last_line_that_is_too_long_is_one_line_without_its_end():
    ((number, lines, *_),) = read_lines(io.BytesIO(b"x" * (MAX_LINE + 1)))
    assert (number, lines) == (1, [TOO_LONG])


def test_runs_of_empty_lines_are_left_out_and_lines_keep_their_numbers():
    text = b"a\n" + b"\n" * (3 * MEGA) + b"b\n"
    found = list(batches(io.BytesIO(text), 10**9))
    number, lines = found[-1]
    assert number + lines.index(b"b\n") == 3 * MEGA + 2
    assert sum(len(lines) for _, lines in found) < 3 * MEGA


@pytest.mark.parametrize(
    ("content", "name", "message"),
    [
        ("completion,numbers\n3×8,3 8\n".encode("cp1252"), "rows.csv", "the line is not UTF-8"),
        ("completión,numbers\n3*8,3 8\n".encode("cp1252"), "rows.csv", "the names of the columns"),
        ("completion,numbers\n3*8,3 8\n".encode("utf-16-le"), "rows.csv", "UTF-16 without a byte"),
        (GOOD.decode().encode("utf-16-le"), "rows.jsonl", "UTF-16 without a byte order mark"),
        (GOOD.decode().encode("utf-32"), "rows.jsonl", "the file is in UTF-32"),
        ("a\ud83d,b\n1,2\n".encode("utf-16", "surrogatepass"), "rows.csv", "the names of the col"),
        (b"completion,numbers,numbers\n3*8,3 8,3 8\n", "rows.csv", "'numbers' appears twice"),
        (b'[{"completion": "3*8", "id": 1, "id": 2}]', "rows.json", "the key 'id' appears twice"),
    ],
)
def test_files_that_would_be_misread_are_refused_with_the_reason(content, name, message, tmp_path):
    file = tmp_path / name
    file.write_bytes(content)
    for call in (datasets.grade, datasets.label):
        with pytest.raises(fv.FaceValueError, match=message):
            call(file, **({} if call is datasets.grade else {"output": tmp_path / "out.csv"}))


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be", "utf-8-sig"])
@pytest.mark.parametrize("suffix", [".csv", ".jsonl", ".json", ".csv.gz", ".jsonl.gz"])
def test_files_with_a_byte_order_mark_are_read(encoding, suffix, tmp_path):
    answers = [f"<answer>{text}</answer>" for text in ("3 × 8", "8-3", "3*8\u2028")]
    lines = [json.dumps({"completion": text, "numbers": [3, 8]}) for text in answers]
    contents = {
        ".csv": "\r\n".join(["completion;numbers", *(f"{text};3,8" for text in answers)]),
        ".jsonl": "\n".join(lines) + "\n",
        ".json": f"[{', '.join(lines)}]",
    }
    text = contents[suffix.removesuffix(".gz")]
    mark = "\ufeff" if encoding == "utf-16-be" else ""
    data = (mark + text).encode(encoding)
    file = tmp_path / f"rows{suffix}"
    file.write_bytes(gzip.compress(data) if suffix.endswith(".gz") else data)
    grades = datasets.grade(file)
    assert (3, 1, []) == (grades.total, grades.correct, list(grades.skipped))


def test_a_csv_line_that_is_not_utf_8_damages_only_itself(tmp_path):
    good, bad = b"<answer>3*8</answer>,3 8\n", b"<answer>3\xd78</answer>,3 8\n"
    file = tmp_path / "rows.csv"
    file.write_bytes(b"completion,numbers\n" + good + bad + good)
    grades = datasets.grade(file)
    assert (2, [2]) == (grades.correct, [row.row for row in grades.skipped])


def test_half_a_character_damages_only_its_line(tmp_path):
    good = '{"completion": "<answer>3*8</answer>", "numbers": [3, 8]}\n'
    bad = '{"completion": "<answer>3*8</answer>\ud83d", "numbers": [3, 8]}\n'
    file = tmp_path / "rows.jsonl"
    for end in ("", "8"):
        file.write_bytes((good + bad + good).encode("utf-16", "surrogatepass") + end.encode())
        grades = datasets.grade(file)
        skipped = [(row.row, "not UTF-8" in row.message) for row in grades.skipped]
        assert (2, [(2, True), (4, True)][: 1 + len(end)]) == (grades.correct, skipped)


def test_utf_16_is_read_in_bounded_memory():
    class Endless(io.RawIOBase):
        """A quarter of a gigabyte of a line in UTF-16."""

        left = 2**28

        def readable(self):
            return True

        def readinto(self, buffer):
            data = (codecs.BOM_UTF16_LE + b"7\0" * len(buffer))[: len(buffer)]
            self.left -= len(data)
            buffer[:] = data
            return len(data) if self.left > 0 else 0

    tracemalloc.start()
    assert [1] == [len(lines) for _, lines, *_ in read_lines(as_utf8(Endless()))]
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 8 * MAX_LINE
