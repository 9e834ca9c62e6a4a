"""The OpenAPI document of the API, made from the routes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import facevalue as fv
from facevalue import json_answers
from facevalue.web.routes import ROUTES

if TYPE_CHECKING:
    from facevalue.web.parameters import Parameter
    from facevalue.web.routes import Route

    Schema = dict[str, Any]

_ERROR: Schema = {
    "type": "object",
    "description": "What is wrong, where in the text, and which limit was exceeded.",
    "required": ["error", "message", "position", "limit"],
    "properties": {
        "error": {"type": "string", "description": "The class of the error."},
        "message": {"type": "string", "description": "What is wrong and what to do."},
        "position": {"type": ["integer", "null"], "description": "Where in the text, from 0."},
        "limit": {"type": ["integer", "null"], "description": "The limit that was exceeded."},
    },
    "additionalProperties": False,
}
# The statuses of errors, and when each is sent.
_ERRORS = {
    "405": "The address takes another method.",
    "408": "The body did not arrive in time.",
    "413": "The question is too large; `limit` is the bound that it exceeds.",
    "421": "The Host header names another server.",
    "422": "The question is not understood.",
    "503": "The server is busy, or the answer takes too long.",
}


_NUMBER: Schema = {"$ref": "#/$defs/number"}
_WHOLE: Schema = {"type": "integer"}
_YES_OR_NO: Schema = {"type": "boolean"}
_TEXT: Schema = {"type": "string"}


def _list_of(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _object(**properties: Schema) -> Schema:
    return {"type": "object", "properties": properties, "required": list(properties)}


# The puzzle of an answer, as `deal` has it.
_PUZZLE: Schema = {"$ref": "#/$defs/deal"}
# What an answer has besides what the command line prints, and which of that is always there.
_MORE: dict[str, Schema] = {
    "hint": {"lines": _list_of(_TEXT)},
    "check": {
        "cards": _list_of({"$ref": "#/$defs/card"}),
        "distance": {"anyOf": [_NUMBER, {"type": "null"}]},
        "points": {"type": ["integer", "null"]},
    },
    "deal": {"seed": _WHOLE},
}
_SOMETIMES: dict[str, Schema] = {
    "deal": {"targets": _list_of(_NUMBER)},
    "range": {"grid": {"type": "object", "additionalProperties": {"type": "number"}}},
}
_LEAST_AND_MOST: Schema = {"type": "array", "items": _WHOLE, "minItems": 2, "maxItems": 2}
_GAME: Schema = _object(
    **dict.fromkeys(("name", "title", "summary", "source", "variants", "ranking", "ranks"), _TEXT),
    **dict.fromkeys(("deck", "hole", "board", "from_hole", "hand_count"), _WHOLE),
    low={"type": ["string", "null"]},
    **dict.fromkeys(("hole_sizes", "hand_sizes"), _LEAST_AND_MOST),
    board_sizes={"anyOf": [_LEAST_AND_MOST, {"type": "null"}]},
    **dict.fromkeys(("has_ranges", "has_starting_hands", "has_explanation"), _YES_OR_NO),
)
# Answers that the command line does not print.
_OWN: dict[str, Schema] = {
    "still-solvable": _object(
        numbers=_list_of(_NUMBER), target=_NUMBER, still_solvable=_list_of(_YES_OR_NO)
    ),
    "generate": _object(puzzles=_list_of(_PUZZLE)),
    "daily": _object(
        date=_TEXT,
        number=_WHOLE,
        seed=_WHOLE,
        first=_TEXT,
        classic=_PUZZLE,
        countdown=_PUZZLE,
        digits=_object(numbers=_list_of(_NUMBER), targets=_list_of(_NUMBER)),
    ),
    "rules": _object(rules=_list_of(_object(name=_TEXT, summary=_TEXT, target=_WHOLE))),
    "games": _object(games=_list_of(_GAME)),
    "notations": _object(notations=_list_of(_object(name=_TEXT, summary=_TEXT, example=_TEXT))),
}


def _schemas() -> dict[str, Schema]:
    """The schemas of all answers by name, and those that they refer to."""
    found = {name: each for name, each in json_answers.schema()["$defs"].items() if " " not in name}
    for route in ROUTES.values():
        found[f"{route.name} answer"] = _OWN.get(route.name) or _with_more(route.name, found)
    referred = json.dumps({name.replace(" ", "-"): each for name, each in found.items()})
    schemas: dict[str, Schema] = json.loads(referred.replace("#/$defs/", "#/components/schemas/"))
    return schemas | {"error": _ERROR}


def _with_more(name: str, schemas: dict[str, Schema]) -> Schema:
    base, more = schemas[name], _MORE.get(name, {})
    if "properties" not in base:  # one of several forms
        return base
    return base | {
        "properties": base["properties"] | more | _SOMETIMES.get(name, {}),
        "required": [*base["required"], *more],
    }


def document() -> Schema:
    """The OpenAPI document, as an object for `json.dumps`."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "facevalue",
            "version": fv.__version__,
            "description": "Exact answers for games played with numbers and cards.",
        },
        "paths": {path: _path(route) for path, route in ROUTES.items()},
        "components": {"schemas": _schemas()},
    }


def _path(route: Route) -> Schema:
    found: Schema = {
        "get": {
            "operationId": f"get_{route.name}",
            "summary": route.summary,
            "parameters": [_parameter(row) for row in route.parameters],
            "responses": _responses(route),
        }
    }
    if route.has_body:
        found["post"] = {
            "operationId": f"post_{route.name}",
            "summary": route.summary,
            "requestBody": _body(route),
            "responses": _responses(route),
        }
    return found


def _parameter(row: Parameter) -> Schema:
    found: Schema = {
        "name": row.name,
        "in": "query",
        "description": row.summary,
        "required": row.is_needed,
        "schema": row.schema,
    }
    example = list(row.examples) if row.repeats else row.example
    return found if example is None else found | {"example": example}


def _body(route: Route) -> Schema:
    schema = {
        "type": "object",
        "required": [row.name for row in route.parameters if row.is_needed],
        "properties": {row.name: row.body_schema for row in route.parameters},
        "additionalProperties": False,
    }
    return {"required": True, "content": {"application/json": {"schema": schema}}}


def _responses(route: Route) -> Schema:
    errors = {
        status: {"description": words, "content": _json({"$ref": "#/components/schemas/error"})}
        for status, words in _ERRORS.items()
        if status != "408" or route.has_body
    }
    answer = _json({"$ref": f"#/components/schemas/{route.name}-answer"})
    return {"200": {"description": route.summary, "content": answer}} | errors


def _json(schema: Schema) -> Schema:
    return {"application/json": {"schema": schema}}
