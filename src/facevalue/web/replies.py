"""What the server sends: a status, headers and a body; and the reply for each kind of error."""

from __future__ import annotations

import json
from math import ceil
from typing import TYPE_CHECKING

import attrs

import facevalue as fv
from facevalue.value import Value
from facevalue.web.lanes import QueueFullError

if TYPE_CHECKING:
    from facevalue.web.pages import File

    Headers = list[tuple[bytes, bytes]]

_OWN = ("script", "style", "img", "font", "connect", "manifest", "worker")
POLICY = "; ".join(
    (
        "default-src 'none'",
        *(f"{each}-src 'self'" for each in _OWN),
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
_SECURITY: Headers = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
_JSON: Headers = [
    (b"content-type", b"application/json"),
    (b"cache-control", b"no-store"),
    *_SECURITY,
]
_ENCODER = json.JSONEncoder(separators=(",", ":"))
# After a body that was not read, the connection is of no use.
_CLOSE = (b"connection", b"close")


class BodyLateError(Exception):
    """The body of a request did not arrive in time."""


@attrs.frozen
class Reply(Value):
    """What is sent: a status, headers, and a body."""

    status: int
    body: bytes
    headers: Headers


def as_body(answer: object) -> bytes:
    """An answer as JSON; in ASCII, since texts from outside may have no UTF-8."""
    return _ENCODER.encode(answer).encode("ascii")


def json_reply(body: bytes) -> Reply:
    """The reply with an answer."""
    return Reply(200, body, _JSON)


def file_reply(file: File, known: bytes) -> Reply:
    """The reply with a file, or without it if the client already has it.

    Args:
        file: the file.
        known: the header If-None-Match of the request.
    """
    etag = file.etag.encode()
    headers = [(b"etag", etag), (b"cache-control", b"no-cache"), *_SECURITY]
    if etag in known:
        return Reply(304, b"", headers)
    return Reply(200, file.content, [(b"content-type", file.type.encode()), *headers])


def error_reply(
    status: int, name: str, message: str, *headers: tuple[bytes, bytes], **place: int | None
) -> Reply:
    """The reply for an error, in the one form that all errors have.

    Args:
        status: the status.
        name: what kind of error it is.
        message: what is wrong.
        *headers: further headers.
        **place: the `position` in the text and the `limit` that was exceeded, if there are.
    """
    body = {"error": name, "message": message, "position": None, "limit": None} | place
    return Reply(status, as_body(body), [*_JSON, *headers])


NO_MEMORY = "not enough memory; ask for less"
# The first row whose class fits an error has its status.
_STATUSES: tuple[tuple[type[Exception], int], ...] = (
    (fv.LimitError, 413),
    (fv.DeadlineError, 503),
    (QueueFullError, 503),
    (MemoryError, 503),
    (BodyLateError, 408),
    (fv.FaceValueError, 422),
)
ANSWERED = tuple(kind for kind, _ in _STATUSES)


def reply_for(error: Exception, seconds: float) -> Reply:
    """The reply for one of the errors of `ANSWERED`.

    Args:
        error: the error.
        seconds: after how long a client that meets a busy server may ask again.
    """
    status = next(status for kind, status in _STATUSES if isinstance(error, kind))
    headers = {
        503: [(b"retry-after", str(max(1, ceil(seconds))).encode())],
        413: [_CLOSE],
        408: [_CLOSE],
    }
    return error_reply(
        status,
        type(error).__name__,
        error.message("") if isinstance(error, fv.LimitError) else str(error) or NO_MEMORY,
        *headers.get(status, ()),
        position=getattr(error, "position", None),
        limit=getattr(error, "limit", None),
    )
