"""One row and one function make a query, which then exists in every interface."""

import inspect
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import facevalue
from facevalue.budget import USUAL_LIMIT
from facevalue.queries import QUERIES, parameters
from facevalue.queries.vocabulary import COMMANDS, OBJECTS, definitions, expand, meanings

# A new query: a function, a row, and then every door as its users see it.
NEW_QUERY = '''
import asyncio, json, sys
from types import MappingProxyType

import facevalue.queries as queries
from facevalue.queries import parameters as p
from facevalue.value import as_json


def double(numbers, rules="classic", *, level=1):
    """Double every number."""
    return [2 * number * level for number in numbers]


row = queries.Query(
    function=double,
    parameters=(p.NUMBERS, p.RULES, p.LEVEL),
    keys="numbers",
    examples=("double 1 2",),
    to_json=lambda result: {"numbers": as_json(result.value)},
    to_lines=lambda result: [" ".join(map(str, result.value))],
)
sections = queries.table.SECTIONS
queries.table.SECTIONS = {**sections, "Solve": (*sections["Solve"], row)}
rows = MappingProxyType({**queries.QUERIES, "double": row})
queries.QUERIES = queries.json.QUERIES = queries.table.QUERIES = rows

from facevalue.cli.main import main

assert main(["double", "1/2", "3", "--level", "2"]) == 0
assert main(["double", "1/2", "3", "--json"]) == 0
assert main(["double", "--help"]) == 0
assert main(["double", "1", "--level", "high"]) == 2
print(json.dumps(sorted(queries.schema()["$defs"]["double"]["properties"])))

from facevalue.web.openapi import document
from facevalue.web.routes import ROUTES, prepare, read_query

print(prepare(ROUTES["/api/double"], read_query(b"numbers=1/2,3&level=2", row))().decode())
print([given["name"] for given in document()["paths"]["/api/double"]["get"]["parameters"]])

sys.path.insert(0, "docs")
import make

print("double" in make.commands_page(), "| `double` | `numbers` |" in make.json_page())

from tests.cli import test_json, test_numbers

test_json.test_every_command_has_a_schema_and_cases()
assert test_numbers.BASES["double"] == ["1", "2"]
print([line for line in test_json.ANSWERS + test_json.ERRORS if line.startswith("double")])
'''


@pytest.mark.parametrize("query", QUERIES.values(), ids=list(QUERIES))
def test_names_and_defaults_agree_with_the_function(query):
    signature = inspect.signature(query.function).parameters
    known = {row.name for row in query.parameters}
    for name, each in signature.items():
        if each.default is each.empty and each.kind is not each.VAR_POSITIONAL:
            assert name in known
        elif name in known and each.kind is not each.VAR_POSITIONAL:
            assert query.defaults[name] == each.default


@pytest.mark.optimized_away
@pytest.mark.parametrize("query", QUERIES.values(), ids=list(QUERIES))
def test_the_summary_is_one_sentence_and_each_key_has_a_schema(query):
    assert query.summary.endswith(".")
    assert {key.rstrip("?") for key in query.keys} <= set(meanings())


@pytest.mark.optimized_away
def test_every_key_has_a_meaning_and_is_used():
    assert all(meaning for _, meaning in meanings().values())
    rows = [*map(expand, COMMANDS.values()), *(query.keys for query in QUERIES.values())]
    rows += [definitions()[name]["properties"] for name in OBJECTS]
    used = {key.rstrip("?") for keys in rows for key in keys}
    in_http = {query.items for query in QUERIES.values() if query.items}
    assert set(meanings()) == used | in_http & set(meanings())


@pytest.mark.optimized_away
def test_a_row_and_a_function_make_a_command_a_route_a_schema_and_docs():
    pytest.importorskip("uvicorn", reason="the web server is an extra")
    run = subprocess.run(
        [sys.executable, "-c", NEW_QUERY], capture_output=True, text=True, check=False
    )
    wrong = "facevalue: --level must be a whole number, not 'high'"
    assert run.stderr.splitlines() == [wrong]
    lines = run.stdout.splitlines()
    assert lines[0] == "2 12"
    assert json.loads(lines[1]) == {"numbers": [1, 6]}
    assert "  Double every number." in lines
    assert lines[-5:] == [
        '["numbers"]',
        '{"numbers": [2, 12]}',
        "['numbers', 'rules', 'level']",
        "True True",
        "['double | 1 2', 'double | --nonsense']",
    ]


def test_a_command_does_not_import_the_functions_of_others():
    code = """import sys
from facevalue.cli.main import main

main(["solve", "8", "8", "3", "3"])
print(*(name for name in sys.modules if name.startswith("facevalue.poker.equities")))"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines() == ["8/(3-8/3)", ""]


def test_the_help_of_a_parameter_is_written_once():
    """Literal parts of neighbouring strings are joined, as Python does."""
    sources = (
        path.read_text(encoding="utf-8") for path in Path(facevalue.__file__).parent.rglob("*.py")
    )
    code = re.sub(r'"\s*\n\s*f?"', "", "\n".join(sources))
    rows = [row for row in vars(parameters).values() if isinstance(row, parameters.Parameter)]
    assert len(rows) > 50
    for row in rows:
        # The sentence about the limit contains a number that is defined elsewhere.
        help_ = row.help.replace(f" {USUAL_LIMIT} ", " {USUAL_LIMIT} ")
        assert (row.name, 1) == (row.name, code.count(f'"{help_}"'))


@pytest.mark.parametrize("target", ["3", '"3"'])
def test_a_target_in_an_object_is_refused_by_a_query_without_a_target(target):
    numbers = f'{{"numbers": [1, 2], "target": {target}}}'
    with pytest.raises(facevalue.RuleError, match="values takes no target; leave out "):
        QUERIES["values"].call({"numbers": numbers})
