"""What people see who typed something wrong: tests/vectors/messages.txt has inputs and messages.

A message says what is wrong, quotes the input, and offers at most one remedy, in the language of
the interface: options on the command line, arguments in Python, query parameters in HTTP.
"""

import asyncio
import re
import shlex
from pathlib import Path

import pytest

import facevalue as fv
from facevalue.cli.main import main
from facevalue.datasets import Spec, Template, audit, grade, label

FILES = {
    "no-numbers.jsonl": '{"completion": "8/3", "target": 24}\n',
    "one-without.jsonl": '{"completion": "8*3", "numbers": [8, 3]}\n{"completion": "x"}\n',
    "no-completion.jsonl": '{"text": "8/(3-8/3)", "numbers": [8, 8, 3, 3]}\n',
    "one-deal.txt": "5H 5C 6S 7S KD 2C 3S 8S 8D TD\n",
}
TABLE = Path(__file__).with_name("vectors") / "messages.txt"
ERRORS, ANSWERS, UNDERSTOOD, PYTHON, HTTP = (
    [line.split(" | ", 1) for line in section.splitlines() if " | " in line]
    for section in TABLE.read_text(encoding="utf-8").split("\n[")[1:]
)


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(("line", "message"), ERRORS)
def test_a_wrong_command_line(line, message, capfd):
    assert main(shlex.split(line)) in (0, 1, 2)
    assert f"facevalue: {message}" in capfd.readouterr().err.splitlines()


@pytest.mark.parametrize(("line", "message"), ANSWERS)
def test_a_wrong_answer(line, message, capfd):
    assert main(shlex.split(line)) == 1
    assert message == capfd.readouterr().out.splitlines()[0]


@pytest.mark.parametrize(("line", "first"), UNDERSTOOD)
def test_an_unusual_spelling_is_understood(line, first, capfd):
    assert main(shlex.split(line)) == 0
    assert first == capfd.readouterr().out.splitlines()[0]


def test_a_target_among_the_numbers_is_noticed(capfd):
    main(["75", "50", "2", "3", "8", "7", "812"])
    remedy = "did you mean 75 50 2 3 8 7 = 812 --rules countdown?"
    assert f"facevalue: 812 counts as a seventh number; {remedy}\n" == capfd.readouterr().err
    assert main(["75", "50", "2", "3", "8", "7", "=", "812", "--rules", "countdown"]) == 0
    assert not capfd.readouterr().err


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


@pytest.mark.parametrize(("call", "message"), PYTHON)
def test_a_wrong_call(call, message):
    names = {name: getattr(fv.poker, name) for name in dir(fv.poker)} | {"fv": fv}
    with pytest.raises(fv.FaceValueError) as error:
        eval(call, names)
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


@pytest.mark.parametrize(("address", "message"), HTTP)
def test_a_wrong_request(address, message):
    pytest.importorskip("uvicorn", reason="the web server is an extra")
    from tests.test_web_api import call  # noqa: PLC0415 - it needs the extra

    path, _, query = address.partition("?")
    assert message == asyncio.run(call(path, query)).json["message"]
