"""Types of TypeScript for the functions of the package and for their results."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from facevalue.queries.parameter import Parameter
from facevalue.queries.query import Query
from facevalue.queries.vocabulary import Schema, definitions, meanings
from js.calls import Call

# The types of arguments; of others the choices in the table of queries.
_ARGUMENTS = {
    "answer": "unknown",
    "steps": "string",
    "numbers": "NumbersLike",
    "number": "NumberLike",
    "target": "NumberLike",
    "rules": "RulesLike",
    "notation": "NotationName | (string & {})",
    "allow": "string | string[]",
    "date": "string",
    "seed": "number | bigint",
    "difficulty_model": "DifficultyModel",
    "cards": "CardsLike",
    "hand": "CardsLike",
    "board": "CardsLike",
    "dead": "CardsLike",
    "game": "GameLike",
    "hands": "RangeLike",
    "hero": "RangeLike",
    "villain": "RangeLike",
    "players": "(CardsLike | RangeLike)[]",
    "against": "Opponent | Opponent[]",
    "opponents": "number | Opponent | Opponent[]",
    "stacks": "Stacks",
    "payouts": "Amounts",
    "stack": "Amounts | number",
    **dict.fromkeys(("ante", "small_blind", "big_blind"), "number | string | Fraction"),
    "pay_table": "PayTableName | PayTable | (string & {})",
    "pays": "Pays",
    "rows": "Uint8Array",
    **dict.fromkeys(("digits", "first", "solvable", "needs_fraction", "dealable"), "boolean"),
    **dict.fromkeys(("explain", "any_size", "exact"), "boolean"),
    **dict.fromkeys(("count", "size", "low", "high", "large", "level", "limit"), "number"),
    **dict.fromkeys(("most", "samples", "decks"), "number"),
}
# The words of TypeScript for objects in results, where they are not the name with capitals.
_NAMES = {
    "number": "Fraction",
    "rules_name": "string | Rules",
    "card": "string",
    "rating": "PercentileAndSeconds | null",
    "equity_now": "Equity",
}
# Counts that are BigInts where a number would not be exact, and what the core gives as fractions.
LARGE_COUNTS = ("solution_count", "seed", "deals", "win", "tie", "lose", "low_win", "low_tie")
EXACT_VALUES = ("numbers", "target", "value", "distance", "closest_values")
_COMMENT = re.compile(r"/\*\*.*?\*/")


def _capital(name: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in re.split("[_-]", name))


def _type_of(schema: Schema) -> str:
    """The type of values of a schema."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return _NAMES.get(name, _capital(name))
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(map(_type_of, schema["anyOf"])))
    if "enum" in schema:
        return " | ".join(f'"{word}"' for word in schema["enum"])
    if schema["type"] == "array":
        item = _type_of(schema["items"])
        return f"({item})[]" if " " in item else f"{item}[]"
    if schema["type"] == "object":
        return f"Record<string, {_type_of(schema['additionalProperties'])}>"
    kind: str = schema["type"]
    return "number" if kind == "integer" else kind


def _key_type(key: str, schema: Schema) -> str:
    found = _type_of(schema)
    return found.replace("number", "number | bigint", 1) if key in LARGE_COUNTS else found


def _interface(name: str, schema: Schema, *, is_exact: bool) -> str:
    """The type of an object of a schema; numbers that are not exact fit a number."""
    lines = [f"export interface {name} {{"]
    for key, value in schema["properties"].items():
        if key == "stats":  # of threads and a clock, which WebAssembly does not have
            continue
        meaning = meanings()[key][1]
        mark = "" if key in schema["required"] else "?"
        lines += [f"  /** {meaning[:1].upper()}{meaning[1:]}. */"] if meaning else []
        lines.append(f"  {key}{mark}: {_key_type(key, value)};")
    text = "\n".join([*lines, "}\n"])
    return text if is_exact else text.replace("Fraction", "number")


def _result_name(query: Query) -> str:
    """The name of the type of a result: of its class, or of the query."""
    name = query.result_class
    return name if name and name.lower() not in definitions() else _capital(query.name)


def returned(call: Call) -> str:
    """The type of what a function returns."""
    found = call.returns
    if not found and call.row:
        properties = call.row.schema["properties"]
        found = _key_type(call.key, properties[call.key]) if call.key else _result_name(call.row)
    return f"Promise<{found}>" if call.is_async else found


def _argument_type(call: Call, name: str) -> str:
    parameters: tuple[Parameter, ...] = call.row.parameters if call.row else ()
    choices = next((each.choices for each in parameters if each.name == name), ())
    found = call.types.get(name) or _ARGUMENTS.get(name) or " | ".join(f'"{c}"' for c in choices)
    return f"{found} | null" if call.takes_null(name) else found


def _declaration(call: Call) -> str:
    places = [
        f"{name}{'' if call.is_needed(name) else '?'}: {_argument_type(call, name)}"
        for name in call.places
    ]
    named = [
        f"{name}{'' if call.is_needed(name) else '?'}: {_argument_type(call, name)}"
        for name in call.options
    ] + ["signal?: AbortSignal"] * call.is_async
    mark = "" if any(map(call.is_needed, call.options)) else "?"
    options = f"options{mark}: {{ {'; '.join(named)} }}" if named else ""
    listed = [", ".join(filter(None, [*places, options]))]
    if call.places and call.is_list(call.places[0]):
        # Also one by one; TypeScript has no optional argument after others of any number.
        each = f"{_argument_type(call, call.places[0])}"
        listed += [f"...{places[0]}"] * (mark == "?")
        listed.append(f"...{call.places[0]}: [...{each}, {options.partition(': ')[2]}]")
    functions = [f"export function {call.name}({all_}): {returned(call)};\n" for all_ in listed]
    return "".join(f"/** {call.summary} */\n{function}" for function in functions)


def _objects(calls: Iterable[Call], text: str, *, is_exact: bool) -> str:
    """The types of the objects that a text and these types themselves mention."""
    known = {_NAMES.get(name, _capital(name)): each for name, each in definitions().items()}
    known |= {_result_name(row): row.schema for call in calls if (row := call.row)}
    known = {name: schema for name, schema in known.items() if "properties" in schema}
    found: dict[str, str] = {}
    while True:
        seen = _COMMENT.sub("", "".join([text, *found.values()]))
        new = [name for name in known if name not in found and re.search(rf"\b{name}\b", seen)]
        if not new:
            return "\n".join(found.values())
        found |= {name: _interface(name, known[name], is_exact=is_exact) for name in new}


def declarations(calls: Sequence[Call]) -> str:
    """The types of functions, and of all objects in their results."""
    parts = []
    for is_exact in (True, False):
        chosen = [call for call in calls if call.is_exact == is_exact]
        functions = "".join(map(_declaration, chosen))
        parts += [_objects(chosen, functions, is_exact=is_exact), functions]
    return "\n".join(filter(None, parts))
