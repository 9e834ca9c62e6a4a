"""The rows of the policy on judging answers, and the judged cases of the test data.

A row of `vectors/grading-policy.jsonl` is one answer to one puzzle. `section` and `sentence` are
its topic, `strict` and `lenient` the expected reasons, and `position` the expected
position; `options` are options of the syntax and the grader.
"""

import json
import os
from pathlib import Path

import pytest

import facevalue as fv
from tests.oracles import answers as reference
from tests.paths import VECTORS

VECTORS = VECTORS / "grading-policy.jsonl"
ROWS = [json.loads(line) for line in VECTORS.read_text(encoding="ascii").splitlines()]
SYNTAX_OPTIONS = {
    "unary_sign": "unary_sign",
    "implicit_mul": "implicit_multiplication",
    "decimal_literals": "decimals",
}


def seen(verdict):
    """A verdict of facevalue in the form of the slow judge."""
    return reference.Judged(str(verdict.reason.value), verdict.value, verdict.position)


def options_of(syntax):
    """The options of a syntax of facevalue in the form of the slow judge."""
    return {name: getattr(syntax, name) for name in reference.STRICT}


def sections(kind):
    return list(dict.fromkeys(row["section"] for row in ROWS if row["kind"] == kind))


def rows(section):
    """The rows of a section, each with every syntax that it has a reason for."""
    chosen = [row for row in ROWS if row["section"] == section]
    return [(row, syntax) for row in chosen for syntax in reference.SYNTAXES if syntax in row]


def differences(section, judge):
    """The rows of which a judge says something else, with what it says."""
    found = []
    for row, syntax in rows(section):
        made = judge(row, syntax)
        position = row.get("position", {}).get(syntax, made.position)
        if (row[syntax], position) != (made.reason, made.position):
            found.append((row["answer"], syntax, row[syntax], position, made))
    return found


def rules_of(row):
    rules = row.get("rules", "classic")
    return fv.RULES[rules] if isinstance(rules, str) else fv.Rules("of the row", **rules)


def syntax_options(row):
    return {key: value for key, value in row.get("options", {}).items() if key in reference.STRICT}


def grader_options(row):
    options = {"extract": "last_answer_tag", "after_think": False} | row.get("options", {})
    return {key: options[key] for key in ("extract", "after_think")}


def cases():
    """The judged cases of the test data, as rows: `correct` instead of a reason."""
    folder = os.environ.get("FACEVALUE_TEST_DATA")
    if folder is None:
        pytest.skip("FACEVALUE_TEST_DATA is not set")
    lines = (Path(folder) / "grading-examples.jsonl").read_text(encoding="utf-8").splitlines()
    return [case_of(json.loads(line)) for line in lines]


def case_of(found):
    given = found["rules"]
    whole, signless = (given.get(f"{name}_intermediates") for name in ("integer", "nonnegative"))
    values = {(True, True): "natural", (True, False): "integer", (False, True): "nonnegative"}
    rules = {
        "use": "any" if given.get("use") == "subset" else "all",
        "values": values.get((bool(whole), bool(signless)), "rational"),
    }
    options = {name: given[key] for key, name in SYNTAX_OPTIONS.items() if key in given}
    options |= {key: given[key] for key in ("extract", "after_think") if key in given}
    kept = {key: found[key] for key in ("id", "kind", "answer", "target", "correct", "why")}
    syntaxes = [given["syntax"]] if "syntax" in given else ["strict", "lenient"]
    return kept | {
        "numbers": found["nums"],
        "rules": rules,
        "options": options,
        "syntaxes": syntaxes,
        "value": found.get("value"),
    }
