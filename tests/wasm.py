"""The JavaScript package in Node: whether it is built, and calls of its functions."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FILES = [ROOT / "js" / f"{name}.wasm" for name in ("numbers", "poker", "deals")]
IS_BUILT = shutil.which("node") is not None and all(path.exists() for path in FILES)
# CI sets the variable, so that these tests cannot be skipped there.
IS_REQUIRED = os.environ.get("FACEVALUE_WASM") == "required"

needs_wasm = pytest.mark.skipif(
    not IS_BUILT and not IS_REQUIRED, reason="needs Node and `python js/build.py js`"
)


def call_all(calls):
    """Call functions of the package: (module, name, arguments) each; results or errors in order.

    A result is what JSON makes of it; an error is its class and its message.
    """
    lines = "".join(f"{json.dumps(call)}\n" for call in calls)
    done = subprocess.run(
        ["node", str(ROOT / "tests" / "js_calls.mjs")],
        input=lines,
        capture_output=True,
        text=True,
        check=False,
        encoding="utf-8",
    )
    assert (done.returncode, done.stderr) == (0, "")
    replies = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(replies) == len(calls)
    return [
        each["result"] if "result" in each else [each["error"], each["message"]] for each in replies
    ]


def answer(function, *given, **options):
    """What Python returns, as JSON; or the class and the message of its error."""
    try:
        result = function(*given, **options)
    except ValueError as error:
        return type(error).__name__, str(error)
    found: object = json.loads(json.dumps(result))
    return found
