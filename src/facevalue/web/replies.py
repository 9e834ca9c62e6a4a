"""The responses of the API: results and errors as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from math import ceil

from starlette.responses import Response

import facevalue as fv
from facevalue.errors import spell_arguments, spell_list
from facevalue.web.lanes import QueueFullError

_ENCODER = json.JSONEncoder(separators=(",", ":"))
# If the body was not read, the connection cannot be used again.
_CLOSE = {"connection": "close"}


class BodyLateError(Exception):
    """The body of a request did not arrive in time."""


def as_body(answer: object) -> bytes:
    """Encode an answer as JSON, in ASCII, because strings of clients may not be valid UTF-8."""
    return _ENCODER.encode(answer).encode("ascii")


def json_reply(
    body: bytes, status: int = 200, headers: Mapping[str, str] | None = None
) -> Response:
    """Return the response with an answer."""
    headers = {"cache-control": "no-store", **(headers or {})}
    return Response(body, status, headers, "application/json")


def error_reply(
    status: int,
    name: str,
    message: str,
    headers: Mapping[str, str] | None = None,
    **details: int | None,
) -> Response:
    """Return the response for an error.

    Args:
        status: the status code.
        name: the class of the error.
        message: what is wrong.
        headers: further headers.
        **details: optionally the `position` in the input and the `limit` that was exceeded.
    """
    body = {"error": name, "message": message, "position": None, "limit": None} | details
    return json_reply(as_body(body), status, headers)


NO_MEMORY = "not enough memory; make the query smaller"
# The status codes of errors, by the first class that matches.
_STATUSES: tuple[tuple[type[Exception], int], ...] = (
    (fv.LimitError, 413),
    (fv.DeadlineError, 503),
    (QueueFullError, 503),
    (MemoryError, 503),
    (BodyLateError, 408),
    (fv.FaceValueError, 422),
)
ANSWERED = tuple(kind for kind, _ in _STATUSES)


def reply_for(error: Exception, seconds: float) -> Response:
    """Return the response for an error of a class in `ANSWERED`.

    Args:
        error: the error.
        seconds: after how long a client should try again if the server is busy.
    """
    status = next(status for kind, status in _STATUSES if isinstance(error, kind))
    headers = {
        503: {"retry-after": str(max(1, ceil(seconds)))},
        413: _CLOSE,
        408: _CLOSE,
    }
    message = error.message("") if isinstance(error, fv.LimitError) else str(error) or NO_MEMORY
    message = spell_list(message, lambda query: f"/api/{query}" if query else "/openapi.json")
    return error_reply(
        status,
        type(error).__name__,
        spell_arguments(message, lambda name, value: f"{name}={value.lower()}" if value else name),
        headers.get(status),
        position=getattr(error, "position", None),
        limit=getattr(error, "limit", None),
    )
