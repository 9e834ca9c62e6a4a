"""What people see who typed something wrong: tests/vectors/messages.txt has inputs and messages.

A message says what is wrong, quotes the input, and offers at most one remedy, in the language of
the interface: options on the command line, arguments in Python, query parameters in HTTP.
"""

import asyncio
import io
import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import facevalue as fv
from facevalue import datasets, sheets
from facevalue.cli.main import main
from facevalue.datasets import Spec, Template, audit, grade, label
from tests.js.wasm import ROOT, call_all, needs_wasm
from tests.oracles.rows import vectors
from tests.paths import VECTORS

FILES = {
    "completions.jsonl": '{"completion": "</think><answer>8*3</answer>", "numbers": [8, 3]}\n',
    "no-numbers.jsonl": '{"completion": "8*3", "my_numbers": [8, 3]}\n',
    "one-without.jsonl": '{"completion": "8*3", "numbers": [8, 3], "model": "m"}\n'
    '{"completion": "x"}\n',
    "no-completion.jsonl": '{"text": "8/(3-8/3)", "numbers": [8, 8, 3, 3]}\n',
    "hands.txt": "Ah Kh Qh Jh Jc\n",
    "one-deal.txt": "5H 5C 6S 7S KD 2C 3S 8S 8D TD\n",
    "three-hands.txt": "Dealt to A [Ah Kh]\nB: shows [Qs Qd]\nC: shows [Js Jd]\n"
    "Board [2h 7d 9c Ts 3d]\n",
    "two-boards.txt": "Dealt to A [Ah Kh]\nB: shows [Qs Qd]\nFIRST Board [2h 7d 9c Ts 3d]\n"
    "SECOND Board [2h 7d 9c Ad 3d]\n",
}
SCRIPT = str(ROOT / "tests" / "js" / "js_run.mjs")
TABLE = VECTORS / "messages.txt"
# Rows of each section: the input, the message, and inputs that follow its remedy.
ERRORS, ANSWERS, UNDERSTOOD, PYTHON, HTTP, JAVASCRIPT = (
    [line.split(" | ") for line in section.splitlines() if " | " in line]
    for section in TABLE.read_text(encoding="utf-8").split("\n\n[")[1:]
)
MODULES = {"fv": fv, "datasets": datasets, "sheets": sheets, "io": io, "Path": Path, "np": np}
NAMES = {name: getattr(fv.poker, name) for name in dir(fv.poker)} | MODULES


def pairs(rows):
    return [row[:2] for row in rows]


def run(code):
    exec(code, NAMES.copy())  # noqa: S102 - only rows of the table above


def request(address):
    """Send a request to the server: an address, or an address and a body."""
    pytest.importorskip("uvicorn", reason="the web server is an extra")
    from tests.web.http.test_api import call  # noqa: PLC0415 - it needs the extra

    address, _, body = address.partition(" ")
    path, _, query = address.partition("?")
    sent = {"method": "POST", "body": body.encode()} if body else {}
    return asyncio.run(call(path, query, **sent))


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(("line", "message"), pairs(ERRORS))
def test_a_wrong_command_line(line, message, capfd):
    assert main(shlex.split(line)) in (0, 1, 2)
    assert f"facevalue: {message}" in capfd.readouterr().err.splitlines()


@pytest.mark.parametrize(("line", "message"), pairs(ANSWERS))
def test_a_wrong_answer(line, message, capfd):
    assert main(shlex.split(line)) == 1
    assert message == capfd.readouterr().out.splitlines()[0]


@pytest.mark.parametrize(("line", "first"), pairs(UNDERSTOOD))
def test_an_unusual_spelling_is_understood(line, first, capfd):
    assert main(shlex.split(line)) == 0
    assert first == capfd.readouterr().out.splitlines()[0]


def test_a_target_among_the_numbers_is_noticed(capfd):
    main(["75", "50", "2", "3", "8", "7", "812"])
    remedy = "did you mean 75 50 2 3 8 7 = 812 --rules countdown?"
    said = capfd.readouterr()
    first, last = said.err.splitlines()
    assert first == f"facevalue: 812 counts as a seventh number; {remedy}"
    assert last == "facevalue: 20 of 217 solutions; --most 217 lists all"
    assert said.out.count("\n") == 20
    main(["75", "50", "2", "3", "8", "7", "812", "--most", "217"])
    assert capfd.readouterr().out.count("\n") == 217
    assert main(["75", "50", "2", "3", "8", "7", "=", "812", "--rules", "countdown"]) == 0
    assert not capfd.readouterr().err


def test_the_question_comes_before_the_answer():
    words = [sys.executable, "-m", "facevalue", "75", "50", "2", "3", "8", "7", "812"]
    run = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=True)
    assert run.stdout.startswith(b"facevalue: 812 counts as a seventh number; ")


@pytest.mark.parametrize(("line", "target", "reason"), vectors("answers", "last numbers"))
def test_a_last_number_that_no_tile_can_have_is_the_target(line, target, reason, capfd):
    main(["solve", *shlex.split(line), "--json"])
    said = capfd.readouterr()
    content = json.loads(said.out)
    assert content["target"] == (target or 24)
    taken = f"facevalue: {target} is taken as the target, because {reason}\n"
    assert said.err == (taken if target else "")
    assert content["numbers"][-1] != target


@pytest.mark.parametrize("verb", ["count", "hint", "closest", "difficulty"])
def test_other_commands_take_the_last_number_as_the_target_also(verb, capfd):
    words = ["100", "75", "50", "25", "6", "3"]
    main([verb, *words, "952", "--rules", "countdown"])
    said = capfd.readouterr()
    assert said.err.startswith("facevalue: 952 is taken as the target")
    main([verb, *words, "=", "952", "--rules", "countdown"])
    assert capfd.readouterr() == (said.out, "")
    main([verb, *words, "952"])
    assert "did you mean 100 75 50 25 6 3 = 952 --rules countdown?" in capfd.readouterr().err


@pytest.mark.parametrize("digits", ["138", "3388", "123456"])
def test_digits_in_a_row_are_noticed(digits, capfd):
    assert main([digits]) == 1
    apart = " ".join(digits)
    said = capfd.readouterr()
    assert f"facevalue: {digits} is one number; did you mean {apart}?\n" == said.err
    assert said.out.startswith(f"no solution; closest is {digits}")
    assert main(apart.split()) == 0
    assert not capfd.readouterr().err


@pytest.mark.parametrize(
    "words", [["12"], ["1234567"], ["3388", "=", "3388"], ["-3388"], ["338.5"]]
)
def test_other_single_numbers_are_taken_as_they_are(words, capfd):
    main(words)
    assert not capfd.readouterr().err


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("values 1", "1 makes 1 value"),
        ("values 1 1", "1 1 make 3 values"),
        ("reach 1 --low 1 --high 1", "1 makes 1 of 1 target"),
        ("reach 1 1 --low 1 --high 2", "1 1 make 2 of 2 targets"),
        ("breakdown AhKh --board 2h7hJc", "1 hand"),
        ("breakdown KK --board 2h7hJc", "6 hands"),
        ("whole-game --tiles 1,2 --size 2 --low 1 --high 1", "countdown: 1 choice, targets 1 to 1"),
    ],
)
def test_one_thing_is_not_counted_as_several(line, shown, capfd):
    assert main(shlex.split(line)) == 0
    assert shown in capfd.readouterr().out.splitlines()


def test_counts_are_singular_and_plural(capfd):
    main(["showdown", "one-deal.txt"])
    assert re.fullmatch(r"1 deal in [\d.]+ s\n", capfd.readouterr().err)


@pytest.mark.parametrize(("call", "message"), pairs(PYTHON))
def test_a_wrong_call(call, message):
    with pytest.raises((fv.FaceValueError, TypeError)) as error:
        run(call)
    assert message == str(error.value)


@pytest.mark.parametrize(
    "call",
    [
        lambda: grade("nothere"),
        lambda: audit("nothere.jsonl"),
        lambda: label("nothere.csv", "out.jsonl"),
        lambda: Spec.read("nothere.toml"),
        lambda: Template.read("nothere.toml"),
    ],
)
def test_a_missing_file_is_a_file_not_found_error(call):
    with pytest.raises(FileNotFoundError, match="nothere"):
        call()


@pytest.mark.parametrize(("address", "message"), pairs(HTTP))
def test_a_wrong_request(address, message):
    assert message == request(address).json["message"]


@needs_wasm
def test_wrong_calls_in_javascript():
    replies = call_all([[SCRIPT, "run", [row[0]]] for row in JAVASCRIPT])
    assert [reply[1] for reply in replies] == [row[1] for row in JAVASCRIPT]
