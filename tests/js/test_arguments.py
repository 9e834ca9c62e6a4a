"""JavaScript refuses arguments that do not fit, in every function that the package exports."""

import json
import re
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from js import rows
from js.calls import PUZZLE_CALLS
from tests.js.wasm import call_all, needs_wasm
from tests.oracles.rows import vectors

SCRIPT = Path(__file__).with_name("js_arguments.mjs")
TYPES = rows.TYPES


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


@pytest.mark.parametrize("module", ["puzzle", "poker"])
def test_each_parameter_and_field_has_a_type(module):
    source = (TYPES / f"{module}.d.ts").read_text(encoding="utf-8")
    assert [] == re.findall(r"\w+\??: *[|;,)}].*", source)


@pytest.mark.parametrize("module", ["puzzle", "poker"])
def test_each_type_is_imported_or_declared_once(module):
    source = (TYPES / f"{module}.d.ts").read_text(encoding="utf-8")
    imported = ", ".join(re.findall(r"^import type \{ (.*) \}", source, re.MULTILINE)).split(", ")
    others = (TYPES / f"{module}_values.d.ts").read_text(encoding="utf-8")
    declared = re.findall(r"^export (?:interface|type|class) (\w+)", source, re.MULTILINE)
    also = re.findall(r"^export (?:interface|type|class) (\w+)", others, re.MULTILINE)
    assert [name for name, times in Counter([*imported, *declared]).items() if times > 1] == []
    assert {*declared} & {*also} == set()


def test_the_type_of_rules_has_the_fields_of_the_rows():
    source = (TYPES / "puzzle_values.d.ts").read_text()
    (fields,) = re.findall(r"interface Rules \{(.*?)\n\}", source, re.DOTALL)
    assert {*re.findall(r"^  (\w+)\??:", fields, re.MULTILINE)} == {
        *rows.rows()["rules"]["classic"]
    }


# An allowed value of each option of a search, with which a call has a result.
OPTIONS = {
    "allow": ["decimals"],
    "count": True,
    "digits": False,
    "distinct": "raw",
    "first": True,
    "high": 999,
    "level": 2,
    "limit": None,
    "low": 1,
    "method": "walk",
    "model": "people",
    "most": 1,
    "notation": "latex",
    "syntax": "strict",
}


@needs_wasm
def test_every_option_in_a_signature_of_a_query_is_taken():
    asked = [call for call in PUZZLE_CALLS if {"numbers", "rules"} <= {*call.places}]
    assert {"solve", "closest", "check"} <= {call.name for call in asked}
    calls = [
        [
            "puzzle",
            call.name,
            [
                *(["8 * 3 = 24"] if {"answer", "steps"} & {*call.places} else []),
                "3 8",
                *([24] if "target" in call.places else []),
                "classic",
                {option: OPTIONS[option]},
            ],
        ]
        for call in asked
        for option in call.options
    ]
    replies = [reply for reply in call_all(calls) if isinstance(reply, list)]
    assert replies == [[True]] * replies.count([True])  # of stillSolvable
