"""The JavaScript package in Node: whether Node is here, and calls of its functions."""

import ast
import json
import os
import re
import shutil
import subprocess

import pytest

from js.calls import CALLS
from tests.paths import ROOT

# CI sets the variable, so that these tests cannot be skipped there.
IS_REQUIRED = os.environ.get("FACEVALUE_NODE") == "required"

needs_wasm = pytest.mark.skipif(
    shutil.which("node") is None and not IS_REQUIRED, reason="Node is not installed"
)


# What a reply has of an error.
FIELDS = ("error", "message", "text", "position", "limit")
# Where a message says where names are listed.
LISTS = re.compile(r"\((?:fv|facevalue)\.(?:poker\.)?(?=[A-Z_]+ lists)")
# JavaScript has no names of characters.
NAME_OF_LETTER = re.compile(r"(?<=U\+[0-9A-F]{4}) [A-Z -]+(?=\))")


def call_all(calls, fields=FIELDS[:2]):
    """Call functions of the package: (module, name, arguments) each; results or errors in order.

    Arguments are a list, or a dictionary for arguments by name. A result is what JSON makes of it;
    an error is a list of some fields, by default its class and its message.
    """
    lines = "".join(f"{json.dumps(_sent(call))}\n" for call in calls)
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


def _sent(content):
    """The same for `js_calls.mjs`, where a large number is a BigInt."""
    if isinstance(content, dict):
        return {name: _sent(each) for name, each in content.items()}
    if isinstance(content, list | tuple):
        return [_sent(each) for each in content]
    return {"$bigint": str(content)} if _is_large(content) else content


def _is_large(content):
    return type(content) is int and abs(content) > 2**53 - 1


def in_javascript(content):
    """The same as JavaScript writes it: large numbers are strings; options and lists as there."""
    if isinstance(content, dict):
        return {name: in_javascript(each) for name, each in content.items()}
    if isinstance(content, list | tuple):
        return [in_javascript(each) for each in content]
    if isinstance(content, str):
        content = NAME_OF_LETTER.sub("", LISTS.sub("(", content))
        return re.sub(r"`(\w+)=([^`]+)`", _spell, content).replace("limit=None", "limit: null")
    return str(content) if _is_large(content) else content


def _spell(match):
    """An argument in a message of Python as an option of JavaScript."""
    is_fraction = "/" in match[2]
    return f"`{match[1]}: {match[2] if is_fraction else json.dumps(ast.literal_eval(match[2]))}`"


def answer(function, *given, **options):
    """What Python returns, as JSON in JavaScript; or the `FIELDS` of its error."""
    try:
        result = function(*given, **options)
    except ValueError as error:
        fields = [getattr(error, field, None) for field in FIELDS[2:]]
        return [type(error).__name__, *in_javascript([str(error), *fields])]
    return in_javascript(json.loads(json.dumps(result)))


def signatures():
    """The functions of the package: module, row, parameters such as "target?", and options."""
    for module, calls in CALLS.items():
        for call in calls:
            listed = call.signature.partition("(")[2].partition(" {")[0].strip("),").split(", ")
            yield module, call, [word for word in listed if word[:1] != "{"], call.options
