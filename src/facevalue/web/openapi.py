"""The OpenAPI document of the API, made from the routes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import facevalue as fv
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
        "components": {"schemas": {"error": _ERROR}},
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
    return found if row.example is None else found | {"example": _example(row)}


def _example(row: Parameter) -> object:
    return [row.example, "AhKh"] if row.repeats else row.example


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
    return {"200": {"description": route.summary, "content": _json({"type": "object"})}} | errors


def _json(schema: Schema) -> Schema:
    return {"application/json": {"schema": schema}}
