"""The OpenAPI document of the API, made from the routes."""

from __future__ import annotations

import json
from typing import Any

import facevalue as fv
from facevalue.queries import Query
from facevalue.queries.vocabulary import definitions, list_of, object_schema
from facevalue.web.routes import ROUTES

Schema = dict[str, Any]

_ERROR: Schema = {
    "type": "object",
    "description": "What is wrong, where in the input, and which limit was exceeded.",
    "required": ["error", "message", "position", "limit"],
    "properties": {
        "error": {"type": "string", "description": "The class of the error."},
        "message": {"type": "string", "description": "What is wrong and what to do."},
        "position": {"type": ["integer", "null"], "description": "Where in the input, from 0."},
        "limit": {"type": ["integer", "null"], "description": "The limit that was exceeded."},
    },
    "additionalProperties": False,
}
# The status codes of errors, and when they are sent.
_ERRORS = {
    "405": "The address needs another method.",
    "408": "The body did not arrive in time.",
    "413": "The request is too large; `limit` is the bound that it exceeds.",
    "421": "The Host header names another server.",
    "422": "The request is not valid.",
    "503": "The server is busy, or the answer takes too long.",
}


def document() -> Schema:
    """Return the OpenAPI document as a dictionary, ready for `json.dumps`."""
    answers: Schema = {}
    for query in ROUTES.values():
        schema = query.schema
        if query.items:  # several objects, and the seed if they are random
            drawn = object_schema(parameter.name for parameter in query.drawn)
            properties = {query.items: list_of(schema)} | drawn.get("properties", {})
            schema = drawn | {"properties": properties, "required": list(properties)}
        answers[f"{query.name}-answer"] = schema
    content = json.dumps(definitions() | answers)
    schemas = json.loads(content.replace("#/$defs/", "#/components/schemas/"))
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
    """Return the methods of a query with their parameters and responses."""
    parameters = query.parameters_of("http")
    listed = []
    for parameter in parameters:
        entry = {
            "name": parameter.name,
            "in": "query",
            "description": parameter.help,
            "required": parameter.name in query.required,
            "schema": parameter.schema,
        }
        example = list(parameter.examples) if parameter.repeats else parameter.example
        listed.append(entry if example is None else entry | {"example": example})
    answer = _json({"$ref": f"#/components/schemas/{query.name}-answer"})
    error = _json({"$ref": "#/components/schemas/error"})
    responses: Schema = {"200": {"description": query.summary, "content": answer}}
    responses |= {
        status: {"description": words, "content": error} for status, words in _ERRORS.items()
    }
    properties = {
        parameter.name: {"description": parameter.help, **parameter.body_schema}
        for parameter in parameters
    }
    required = [parameter.name for parameter in parameters if parameter.name in query.required]
    return {
        "get": {
            "operationId": f"get_{query.name}",
            "summary": query.summary,
            "parameters": listed,
            "responses": {status: row for status, row in responses.items() if status != "408"},
        },
        "post": {
            "operationId": f"post_{query.name}",
            "summary": query.summary,
            "requestBody": {"required": True, "content": _json(_object(properties, required))},
            "responses": responses,
        },
    }


def _object(properties: Schema, required: list[str]) -> Schema:
    """Return the schema of an object with no other properties."""
    return {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def _json(schema: Schema) -> Schema:
    return {"application/json": {"schema": schema}}
