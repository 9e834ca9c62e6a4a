"""The keys of all JSON results, each with one JSON Schema and one meaning.

They are read from docstrings, next to the code that writes the JSON. A section "JSON:", or one for
an object inside, has a line `key (type): meaning.` for each key, or only the names of keys that
another docstring describes. A question mark after a key means that it may be missing. These keys
belong to commands that are not queries:

JSON:
    operators
    section (text): the section of the sheet.
    text (text): the line that was run.
    left_out (count): how many puzzles were left out.
    splits (count by name): how many rows are in each split.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import chain, starmap
from pkgutil import resolve_name
from types import MappingProxyType
from typing import Any

Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
YES: Schema = {"type": "boolean"}
WHOLE: Schema = {"type": "integer"}
REAL: Schema = {"type": "number"}
# The words for types in docstrings; others are names of `definitions`.
_TYPES: dict[str, Schema] = {
    "text": TEXT,
    "boolean": YES,
    "integer": WHOLE,
    "count": {"type": "integer", "minimum": 0},
    "place": {"type": "integer", "minimum": 1},
    "real": REAL,
    "amount": {"type": "number", "minimum": 0},
    "fraction": {"type": "string", "pattern": "^-?[0-9]+(/[0-9]+)?$"},
    "two integers": {"type": "array", "items": WHOLE, "minItems": 2, "maxItems": 2},
}
# The objects inside results, and where their docstrings are.
OBJECTS = {
    "expression": "Expression",
    "share": "facevalue.value:as_share",
    "rate": "datasets.Rate",
    "pass_rate": "datasets.PassRates",
    "stats": "facevalue.puzzle.search.stats:Stats",
    "puzzle": "Puzzle",
    "game": "puzzle.Daily",
    "labelled_puzzle": "puzzle.PuzzleBatch.as_dicts",
    "rules_row": "Rules",
    "game_row": "poker.Game",
    "notation_row": "puzzle.Notation",
    "vector_row": "puzzle.GraderVector",
    "game_total": "puzzle.WholeGameStats",
    "target_choices": "puzzle.WholeGame",
    "low_hand": "poker.Strength",
    "combo": "poker.Range",
    "hold": "poker.Hold.as_item",
    "equity_now": "poker.Equity",
    "starting_hand": "poker.StartingHand",
    "player": "poker.Equity",
    "tie": "poker.Equity",
    "graded_part": "datasets.GradedPart",
    "comparison": "datasets.ModelComparison",
    "skipped_row": "datasets.SkippedRow",
    "fault": "datasets.Fault",
    "location": "datasets.Fault",
    "error": "facevalue.queries.json:error_as_json",
    "percentile_and_seconds": "puzzle.Difficulty",
}
# What the commands that are not queries print, as for `expand`.
COMMANDS = {
    "deal": "Puzzle",
    "grade": "datasets.Grades",
    "dataset audit": "datasets.Audit",
    "dataset label": "datasets.LabelCounts",
    "dataset build": "rows left_out splits files",
    "play": "puzzle.Round seconds",
    "sheet": "section Puzzle Solutions",
    "showdown": "poker.ShowdownResult seconds",
    "stack": "text facevalue.stack:Stack error message? position?",
    "table": "numbers operators",
}
# Further docstrings with keys, of results that are not inside others and of modules.
_OTHERS = (
    "Solutions",
    *("puzzle.Candidates", "puzzle.Closest", "puzzle.Values", "puzzle.Reachable"),
    *("puzzle.WholeGame", "puzzle.Hint", "puzzle.PuzzleBatch", "Verdict", "puzzle.Round"),
    *("puzzle.Daily", "poker.Strength", "poker.Range", "poker.OmahaRange", "poker.RangeEquities"),
    *("poker.Odds", "poker.Breakdown", "poker.VideoPoker", "poker.VideoSession"),
    *("poker.PushFold", "poker.PushFoldThree", "poker.Icm"),
    *("poker.ShowdownResult", "datasets.Audit", "datasets.PassRates", "datasets.Grades"),
    *("datasets.LabelCounts", "facevalue.stack:Stack"),
    "facevalue.queries.number_queries:__doc__",
    "facevalue.queries.poker_queries:__doc__",
    "facevalue.queries.vocabulary:__doc__",
)
# Values other than objects with fixed keys.
_VALUES: dict[str, Schema] = {
    "number": {
        "description": "A whole number, or a fraction as a string. A number with more than 4300 "
        "digits is described in words.",
        "anyOf": [
            WHOLE,
            {"type": "string", "pattern": "^-?[0-9]+/[0-9]+$"},
            {"type": "string", "pattern": "^a (number|fraction) of [0-9]+ digit"},
        ],
    },
    "rules_name": {"anyOf": [TEXT, {"$ref": "#/$defs/rules_row"}]},
    "card": {"type": "string", "pattern": "^[2-9TJQKA][shdc]$"},
    "rating": {"anyOf": [{"$ref": "#/$defs/percentile_and_seconds"}, {"type": "null"}]},
}


def list_of(items: Schema) -> Schema:
    """Return the schema of a list."""
    return {"type": "array", "items": items}


def _parse_type(words: str) -> Schema:
    """Return the schema of a type in a docstring.

    >>> _parse_type("list of count or null")["anyOf"]
    [{'type': 'array', 'items': {'type': 'integer', 'minimum': 0}}, {'type': 'null'}]
    """
    for pattern, schema in _PATTERNS.items():
        if found := re.fullmatch(pattern, words):
            return schema(*found.groups())
    return _TYPES.get(words, {"$ref": f"#/$defs/{words}"})


_PATTERNS: dict[str, Callable[..., Schema]] = {
    r"\((.*)\)": _parse_type,
    "(.*) or null": lambda kind: {"anyOf": [_parse_type(kind), {"type": "null"}]},
    "list of (.*)": lambda kind: list_of(_parse_type(kind)),
    "(.*) by name": lambda kind: {"type": "object", "additionalProperties": _parse_type(kind)},
    "one of (.*)": lambda words: {"enum": words.split(", ")},
    r"(\w+) (\d+) to (\d+)": lambda kind, low, high: {
        "type": kind,
        "minimum": int(low),
        "maximum": int(high),
    },
    "(.*/.*)": lambda kinds: {"type": kinds.split("/")},
}


@cache
def _read(place: str, name: str = "") -> tuple[tuple[str, str, str], ...]:
    """Return the keys, the types and the meanings in a docstring; the last two may be empty.

    Args:
        place: the name of a class, function or docstring in `facevalue`.
        name: the object inside results that has its own section, if there is one.
    """
    described: Any = resolve_name(place if ":" in place else f"facevalue:{place}")
    writer = getattr(described, "as_dict", described)
    docs = [each if isinstance(each, str) else each.__doc__ or "" for each in (writer, described)]
    for heading in (f"JSON of `{name}`:", "JSON:"):
        for doc in map(inspect.cleandoc, docs):
            _, found, section = doc.partition(f"\n{heading}\n")
            if found:
                return tuple(_entries(section.partition("\n\n")[0]))
    return ()


def _entries(section: str) -> Iterator[tuple[str, str, str]]:
    for entry in re.split(r"\n(?=    \S)", section):
        words, _, meaning = " ".join(entry.split()).rstrip(".").partition(": ")
        keys, _, kind = words.partition(" (")
        for key in keys.split(", "):
            yield key, kind.removesuffix(")"), meaning


@cache
def meanings() -> Mapping[str, tuple[Schema, str]]:
    """Return the schema and the meaning of each key."""
    places = [(place, "") for place in _OTHERS] + [(place, name) for name, place in OBJECTS.items()]
    found: dict[str, tuple[Schema, str]] = {}
    for key, kind, meaning in chain.from_iterable(starmap(_read, places)):
        if kind:
            found.setdefault(key.rstrip("?"), (_parse_type(kind), meaning))
    return found


def expand(words: str) -> tuple[str, ...]:
    """Return keys, with the keys of each class in the place of its name, which has a capital.

    >>> expand("section Puzzle target")
    ('section', 'numbers', 'target', 'rules', 'cards')
    """
    keys: list[str] = []
    for word in words.split():
        keys += [word] if word.islower() else [key for key, _, _ in _read(word)]
    return tuple(dict.fromkeys(keys))


def object_schema(keys: Iterable[str], kinds: Mapping[str, str] = MappingProxyType({})) -> Schema:
    """Return the JSON Schema of an object with these keys and no others.

    Args:
        keys: the names; a question mark after a name means that the key may be missing.
        kinds: the types of keys that mean something else here.

    >>> object_schema(["numbers", "stats?"])["required"]
    ['numbers']
    """
    if sys.flags.optimize > 1:  # python -OO has no docstrings
        return {"type": "object"}
    names = {key.rstrip("?"): key for key in keys}
    return {
        "type": "object",
        "properties": {
            name: _parse_type(kinds[name]) if kinds.get(name) else meanings()[name][0]
            for name in names
        },
        "required": [name for name, key in names.items() if name == key],
        "additionalProperties": False,
    }


def definitions() -> dict[str, Schema]:
    """Return the schemas of all objects and values in results, by name."""
    rows = {name: _read(place, name) for name, place in OBJECTS.items()}
    return _VALUES | {
        name: object_schema([key for key, _, _ in row], {key: kind for key, kind, _ in row})
        for name, row in rows.items()
    }
