"""Results and errors as JSON, and the JSON Schema of everything that is printed."""

from __future__ import annotations

from typing import Any

from facevalue.queries.table import QUERIES
from facevalue.queries.vocabulary import COMMANDS, Schema, definitions, expand, object_schema


def error_as_json(error: Exception) -> dict[str, Any]:
    """Return the class, the message and the position of an error; the position may be None.

    JSON:
        error (text or null): the class of the error.
        message, position

    >>> import facevalue as fv
    >>> error_as_json(fv.NotationError("expected a number", "x", 0))
    {'error': 'NotationError', 'message': "expected a number: 'x'", 'position': 0}
    """
    return {
        "error": type(error).__name__,
        "message": str(error),
        "position": getattr(error, "position", None),
    }


def schema() -> Schema:
    """Return the JSON Schema (draft 2020-12) of what the command line prints with --json.

    `$defs` has a schema for each command under its name, for `error`, and for nested objects.

    >>> schema()["$defs"]["error"]["required"]
    ['error', 'message', 'position']
    """
    queries = {query.name: query.schema for query in QUERIES.values() if query.in_shell}
    commands = {name: object_schema(expand(keys)) for name, keys in COMMANDS.items()}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "What facevalue prints with --json",
        "description": "$defs has a schema for each command, under its name, and for error.",
        "anyOf": [
            {"$ref": f"#/$defs/{name.replace(' ', '%20')}"}
            for name in (*queries, *commands, "error")
        ],
        "$defs": definitions() | queries | commands,
    }
