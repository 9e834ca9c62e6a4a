"""JavaScript refuses arguments that do not fit, in every function that the package exports."""

import json
import re
import subprocess
from pathlib import Path

import pytest

from js import rows
from tests.js.wasm import ROOT, call_all, needs_wasm
from tests.oracles.rows import vectors

SCRIPT = Path(__file__).with_name("js_arguments.mjs")
TYPES = rows.TYPES.parent


def found(*arguments):
    """What calls with arguments that do not fit did."""
    command = ["node", str(SCRIPT), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, encoding="utf-8")
    return json.loads(done.stdout)


@needs_wasm
def test_every_export_refuses_arguments_that_do_not_fit():
    calls = found("wrong")
    right = {name: done for kind, name, _, done, _ in calls if kind == "right"}
    assert {*right.values()} == {"answered"}
    assert {kind for kind, *_ in calls} == {
        *("right", "too many", "unknown option", "value in the place of options", "missing"),
        *("list in the place of options", "options in the place of an argument"),
    }
    for kind, name, signature, done, message in calls:
        if kind == "right":
            continue
        assert done == "RuleError", (kind, name, message)
        assert message.endswith(f"; call {signature}" if signature else ")"), (kind, name, message)


@needs_wasm
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_2000_odd_calls_throw_only_errors_of_the_package(seed):
    assert found("odd", 2000, seed) == []


MESSAGES = vectors("js-calls", "messages")


@needs_wasm
def test_a_message_about_arguments_says_what_the_function_takes():
    replies = call_all([call for call, _ in MESSAGES])
    assert replies == [["RuleError", message] for _, message in MESSAGES]


def signatures():
    """The functions of the package: parameters, those that are needed, and options."""
    lines = [(ROOT / f"js/src/{name}.js").read_text() for name in ("puzzle", "poker")]
    rows = re.findall(
        r'(?:checked|named|queried)\(\s*"(?:async )?(\w+)\((.*?)(?:,? ?\{ (.*) \})?\)"',
        "".join(lines),
    )
    for name, listed, options in rows:
        words = [word.removesuffix("[]") for word in listed.split(", ") if word]
        yield name, words, options.split(", ") if options else []


def declared(name):
    """The parameters and the options of a function in the types."""
    source = "".join((TYPES / f"{module}.d.ts").read_text() for module in ("puzzle", "poker"))
    (taken,) = re.findall(rf"^export function {name}\((.*)\): ", source, re.MULTILINE)
    parameters, _, options = re.match(r"(.*?)((?:, )?\boptions\??: (.*))?$", taken).groups()
    words = re.findall(r"(\w+\??): ", re.sub(r"\{.*?\}", "", parameters))
    names = []
    for interface in re.findall(r"\b(?:SearchOptions|DealOptions|Filters)\b", options or ""):
        (fields,) = re.findall(rf"interface {interface} \{{(.*?)\n\}}", source, re.DOTALL)
        names += re.findall(r"^  (\w+)\??:", fields, re.MULTILINE)
    return words, names + re.findall(r"(\w+)\??: ", options or "")


@pytest.mark.parametrize(
    ("name", "parameters", "options"), [pytest.param(*row, id=row[0]) for row in signatures()]
)
def test_the_types_have_the_parameters_that_the_package_checks(name, parameters, options):
    words, names = declared(name)
    assert (words, sorted(names)) == (parameters, sorted(options))


def test_the_type_of_rules_has_the_fields_of_the_rows():
    source = (TYPES / "puzzle.d.ts").read_text()
    (fields,) = re.findall(r"interface Rules \{(.*?)\n\}", source, re.DOTALL)
    assert {*re.findall(r"^  (\w+)\??:", fields, re.MULTILINE)} == {
        *rows.rows()["rules"]["classic"]
    }


# An allowed value of each option of a search, with which a call has a result.
OPTIONS = {
    "distinct": "raw",
    "first": True,
    "level": 2,
    "limit": None,
    "method": "walk",
    "model": "people",
    "most": 1,
    "notation": "latex",
    "syntax": "strict",
}


@needs_wasm
def test_every_option_in_a_signature_of_a_query_is_taken():
    source = (ROOT / "js/src/puzzle.js").read_text(encoding="utf-8")
    rows = re.findall(r'"(\w+)\((?:answer, )?numbers, target\?, rules\?, \{ (.*) \}\)"', source)
    assert {"solve", "closest", "check"} <= {name for name, _ in rows}
    calls = [
        [
            "puzzle",
            name,
            [
                *(["8*3"] if "check" in name else []),
                "3 8",
                24,
                "classic",
                {option: OPTIONS[option]},
            ],
        ]
        for name, options in rows
        for option in options.split(", ")
    ]
    assert [] == [reply for reply in call_all(calls) if isinstance(reply, list)]
