"""The OpenAPI document of the API, made from the routes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import facevalue as fv
from facevalue.queries.fields import FIELDS, definitions
from facevalue.web.routes import ROUTES

if TYPE_CHECKING:
    from facevalue.queries import Query
    from facevalue.queries.parameters import Parameter

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
    "413": "The request is too large; `limit` is the bound that it exceeds.",
    "421": "The Host header names another server.",
    "422": "The request is not valid.",
    "503": "The server is busy, or the answer takes too long.",
}


def _list_of(query: Query) -> Schema:
    """The schema of an answer with several objects, and the seed of what is random."""
    properties = {query.items_key: {"type": "array", "items": query.schema}}
    properties |= {"seed": FIELDS["seed"]} if query.constant == "seed" else {}
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def document() -> Schema:
    """The OpenAPI document, as an object for `json.dumps`."""
    # The schemas of all answers by name, and the schemas that they refer to.
    found = definitions()
    for query in ROUTES.values():
        found[f"{query.name}-answer"] = _list_of(query) if query.item else query.schema
    schemas = json.loads(json.dumps(found).replace("#/$defs/", "#/components/schemas/"))
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "facevalue",
            "version": fv.__version__,
            "description": "Exact answers for games played with numbers and cards.",
        },
        "paths": {path: _path(query) for path, query in ROUTES.items()},
        "components": {"schemas": schemas | {"error": _ERROR}},
    }


def _path(query: Query) -> Schema:
    found: Schema = {
        "get": {
            "operationId": f"get_{query.name}",
            "summary": query.summary,
            "parameters": [_parameter(row, query) for row in query.parameters_of("http")],
            "responses": _responses(query),
        }
    }
    if query.has_body:
        schema = {
            "type": "object",
            "required": [row.name for row in query.parameters_of("http") if query.needs(row)],
            "properties": {row.name: row.body_schema for row in query.parameters_of("http")},
            "additionalProperties": False,
        }
        found["post"] = {
            "operationId": f"post_{query.name}",
            "summary": query.summary,
            "requestBody": {"required": True, "content": {"application/json": {"schema": schema}}},
            "responses": _responses(query),
        }
    return found


def _parameter(row: Parameter, query: Query) -> Schema:
    found: Schema = {
        "name": row.name,
        "in": "query",
        "description": row.help,
        "required": query.needs(row),
        "schema": row.schema,
    }
    example = list(row.examples) if row.repeats else row.example
    return found if example is None else found | {"example": example}


def _responses(query: Query) -> Schema:
    errors = {
        status: {"description": words, "content": _json({"$ref": "#/components/schemas/error"})}
        for status, words in _ERRORS.items()
        if status != "408" or query.has_body
    }
    answer = _json({"$ref": f"#/components/schemas/{query.name}-answer"})
    return {"200": {"description": query.summary, "content": answer}} | errors


def _json(schema: Schema) -> Schema:
    return {"application/json": {"schema": schema}}
