"""Full or closed standard input, output and error: one line, and never a traceback."""

import json
import os
import shlex
import subprocess
import sys

import click
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from facevalue.cli.app import commands
from facevalue.cli.terminal import streams

# Full as a program sees it, and closed as `facevalue ... >&-` in a shell leaves it.
REDIRECTIONS = {">/dev/full": "No space left on device", ">&-": "Bad file descriptor"}
# Verbs whose first example writes to a file, or takes long; the others run their first example.
EXAMPLES = {
    "dataset build": "dataset build -o easy24 --count 20",
    "dataset label": "dataset label completions.jsonl -o labelled.csv",
    "serve": "serve --port 0",
    "sheet": "sheet -o - --count 1",
    "table": "table --target 143",
}
PUZZLE = '{"nums": [8, 3, 1, 1], "target": 24, "solution": "8*3*1*1", "completion": "8*3*1*1"}\n'


def verbs(command=commands, name=""):
    """Every verb by its full name, also in groups."""
    if not isinstance(command, click.Group):
        yield name, command
    else:
        for below, verb in command.commands.items():
            yield from verbs(verb, f"{name} {below}".strip())


VERBS = dict(verbs())
# Verbs that end by themselves.
ENDING = [name for name in VERBS if name != "serve"]


def example(name):
    """A command of a verb that prints something: of the table above, or the first of its help."""
    lines = VERBS[name].epilog.splitlines()
    first = next(line for line in lines if line.startswith("  facevalue "))
    return shlex.split(EXAMPLES.get(name) or first.removeprefix("  facevalue "))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The files that the examples read."""
    folder = tmp_path_factory.mktemp("files")
    (folder / "poker.txt").write_text("8C TS KC 9H 4S 7D 2S 5D 3S AC\n", encoding="ascii")
    (folder / "hands.txt").write_text("Ah Kh Qh Jh Jc\n", encoding="ascii")
    (folder / "completions.jsonl").write_text(PUZZLE, encoding="ascii")
    pq.write_table(pa.Table.from_pylist([json.loads(PUZZLE)]), folder / "puzzles.parquet")
    for name in ("full.jsonl", "full.parquet"):
        (folder / name).symlink_to("/dev/full")
    return folder


def run(folder, arguments, redirection, **options):
    """Runs a command in a shell that redirects its streams."""
    return subprocess.run(
        [
            "sh",
            "-c",
            f'exec "$@" {redirection}',
            "sh",
            sys.executable,
            "-m",
            "facevalue",
            *arguments,
        ],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        errors="replace",  # a PDF
        check=False,
        input="n\n",
        **options,
    )


def refused(reason):
    return f"facevalue: cannot write to standard output: {reason}\n"


@pytest.mark.few_slow(8)
@pytest.mark.few_quick(4)
@pytest.mark.parametrize("redirection", REDIRECTIONS)
@pytest.mark.parametrize(
    "option",
    ["", *(pytest.param(option, marks=pytest.mark.slow) for option in ("--json", "--help"))],
)
@pytest.mark.parametrize("name", VERBS)
def test_output_that_cannot_be_written_is_one_line_whatever_the_verb(
    folder, name, option, redirection
):
    done = run(folder, [*example(name), *option.split()], redirection)
    error = done.stderr
    if (name, option) == ("play", "--json"):  # which talks to the player on stderr
        error = error.splitlines(keepends=True)[-1]
    assert (3, refused(REDIRECTIONS[redirection])) == (done.returncode, error)


@pytest.mark.few_quick(4)
@pytest.mark.parametrize("redirection", REDIRECTIONS)
@pytest.mark.parametrize(
    "arguments",
    [
        "",
        "--help",
        "--version",
        "dataset --help",
        "solve 1 1 1 1",  # without click
        "solve 8 8 3 3 --stats",
        "candidates 1 2 3 4 --json",  # more than Python keeps back
        "grade completions.jsonl -o -",
        "range QQ+ --picture svg",
    ],
)
def test_output_that_cannot_be_written_is_one_line_whatever_is_printed(
    folder, arguments, redirection
):
    done = run(folder, arguments.split(), redirection)
    assert (3, refused(REDIRECTIONS[redirection])) == (done.returncode, done.stderr)


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_output_that_python_keeps_back_is_written_before_the_end(folder, unbuffered):
    environment = os.environ | {"PYTHONUNBUFFERED": unbuffered}
    done = run(folder, ["table", "--target", "143"], ">/dev/full", env=environment)
    assert (3, refused("No space left on device")) == (done.returncode, done.stderr)


@pytest.mark.few_slow(4)
@pytest.mark.few_quick(3)
@pytest.mark.parametrize("name", VERBS)
def test_a_reader_that_went_away_ends_any_verb_quietly(folder, name):
    end, pipe = os.pipe()
    os.close(end)
    with os.fdopen(pipe, "wb") as closed:
        command = [sys.executable, "-m", "facevalue", *example(name)]
        done = subprocess.run(
            command,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=closed,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert (141, b"") == (done.returncode, done.stderr)


@pytest.mark.few_slow(6)
@pytest.mark.few_quick(3)
@pytest.mark.parametrize("redirection", ["2>/dev/full", "2>&-", "<&- 2>&-"])
@pytest.mark.parametrize(
    ("code", "arguments", "out"),
    [
        (0, "solve 8 8 3 3", "8/(3-8/3)\n"),
        (0, "count 2 4 8 10 --rules classic", "11\n"),
        (0, "solve 8 8 3 3 --stats", "8/(3-8/3)\n"),
        (2, "solve 8 x", ""),
        (2, "solve 8 --frist", ""),
        (2, "slove", ""),
    ],
)
def test_without_standard_error_the_answer_and_the_exit_code_are_the_same(
    folder, code, arguments, out, redirection
):
    done = run(folder, arguments.split(), redirection)
    assert (code, out, "") == (done.returncode, done.stdout, done.stderr)


@pytest.mark.few_slow(5)
@pytest.mark.few_quick(3)
@pytest.mark.parametrize("redirection", [">&- 2>&-", "<&- >&- 2>&-", ">/dev/full 2>/dev/full"])
@pytest.mark.parametrize("arguments", ["solve 8 8 3 3", "rules", "table", "--help", "play"])
def test_without_any_stream_the_exit_code_still_says_it(folder, arguments, redirection):
    done = run(folder, arguments.split(), redirection)
    assert (3, "", "") == (done.returncode, done.stdout, done.stderr)


@pytest.mark.few_quick(2)
@pytest.mark.parametrize(
    "arguments",
    [
        "solve -",
        "check - --numbers 1,2,3,4",
        "check - --numbers 1,2,3,4 --steps",
        "reach -",
        "hand -",
        "range -",
        "equity -",
        "showdown -",
        "grade -",
        "dataset audit -",
        "dataset label - -o -",
    ],
)
def test_closed_standard_input_is_one_line(folder, arguments):
    done = run(folder, arguments.split(), "<&-")
    expected = "facevalue: cannot read standard input: Bad file descriptor\n"
    assert (3, expected) == (done.returncode, done.stderr)


@pytest.mark.few_slow(4)
@pytest.mark.few_quick(2)
@pytest.mark.parametrize("name", ENDING)
def test_nobody_needs_standard_input_who_does_not_read_it(folder, name):
    done = run(folder, example(name), "<&-")
    assert done.returncode in (0, 1)
    assert "facevalue: " not in done.stderr


@pytest.mark.few_quick(1)
@pytest.mark.parametrize("redirection", [">&-", "2>&-", "<&-", "<&- >&- 2>&-"])
def test_a_file_that_is_written_never_takes_the_place_of_a_closed_stream(
    folder, tmp_path, redirection
):
    file = tmp_path / "rows"
    done = run(folder, ["table", "--target", "143", "-o", str(file)], redirection)
    assert (0, "", "") == (done.returncode, done.stdout, done.stderr)
    assert file.read_text(encoding="ascii") == run(folder, example("table"), "").stdout


@pytest.mark.few_quick(2)
@pytest.mark.parametrize(
    "arguments",
    [
        "table -o /dev/full",
        "sheet -o /dev/full",
        "grade completions.jsonl -o full.jsonl",
        "grade completions.jsonl -o full.parquet",
        "dataset label completions.jsonl -o full.jsonl",
        "dataset audit puzzles.parquet --html /dev/full",
    ],
)
def test_a_file_that_cannot_be_written_is_one_line(folder, arguments):
    done = run(folder, arguments.split(), "")
    assert (3, "", 1) == (done.returncode, done.stdout, done.stderr.count("\n"))
    assert done.stderr.startswith("facevalue: ")
    assert "no space left on device" in done.stderr


def test_a_folder_that_cannot_be_written_is_one_line(folder):
    done = run(folder, ["dataset", "build", "-o", "poker.txt/set", "--count", "20"], "")
    assert (2, "") == (done.returncode, done.stdout)
    assert done.stderr.startswith("facevalue: ")
    assert done.stderr.count("\n") == 1


def test_an_encoding_without_the_signs_of_an_answer_is_one_line(folder):
    words = ["solve", "8", "8", "3", "3", "--notation", "unicode"]
    done = run(folder, words, "", env=os.environ | {"PYTHONIOENCODING": "ascii"})
    assert (3, "", 1) == (done.returncode, done.stdout, done.stderr.count("\n"))
    assert "cannot write to standard output: ascii has no '\\xf7'" in done.stderr


@pytest.mark.parametrize(("stream", "number"), [("_Output", 1), ("_Messages", 2)])
def test_a_closed_stream_leaves_its_descriptor_open(stream, number):
    with getattr(streams, stream)(number, "wb", "<stream>"):
        copy = os.dup(number)
    try:
        os.fstat(number)
    finally:
        os.dup2(copy, number)
        os.close(copy)
