"""The JavaScript package in Node: whether Node is here, and calls of its functions."""

import ast
import json
import os
import re
import shutil
import subprocess

import pytest

from tests.paths import ROOT

# CI sets the variable, so that these tests cannot be skipped there.
IS_REQUIRED = os.environ.get("FACEVALUE_NODE") == "required"

needs_wasm = pytest.mark.skipif(
    shutil.which("node") is None and not IS_REQUIRED, reason="Node is not installed"
)


def call_all(calls, fields=("error", "message")):
    """Call functions of the package: (module, name, arguments) each; results or errors in order.

    A result is what JSON makes of it; an error is a list of some fields, by default its class and
    its message.
    """
    lines = "".join(f"{json.dumps(call)}\n" for call in calls)
    done = subprocess.run(
        ["node", str(ROOT / "tests" / "js" / "js_calls.mjs")],
        input=lines,
        capture_output=True,
        text=True,
        check=False,
        encoding="utf-8",
    )
    assert (done.returncode, done.stderr) == (0, "")
    # Not `splitlines`: JSON may contain other line ends.
    replies = [json.loads(line) for line in done.stdout.split("\n")[:-1]]
    assert len(replies) == len(calls)
    return [
        each["result"] if "result" in each else [each.get(field) for field in fields]
        for each in replies
    ]


def in_javascript(message):
    """Spell the arguments in a message of Python as options of JavaScript."""

    def spell(match):
        return f"`{match[1]}: {json.dumps(ast.literal_eval(match[2]))}`"

    return re.sub(r"`(\w+)=([^`]+)`", spell, message)


def answer(function, *given, **options):
    """What Python returns, as JSON; or the class and the message of its error."""
    try:
        result = function(*given, **options)
    except ValueError as error:
        return type(error).__name__, in_javascript(str(error))
    found: object = json.loads(json.dumps(result))
    return found
