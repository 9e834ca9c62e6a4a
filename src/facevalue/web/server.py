"""The web application: finds what was asked, checks the limits, and sends the answer.

It is a plain ASGI application without a framework, because most questions take the library less
time than a framework needs to route and validate them.
"""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any

import facevalue as fv
from facevalue.web import replies
from facevalue.web.lanes import SlowLane
from facevalue.web.limits import check_limit
from facevalue.web.openapi import document
from facevalue.web.pages import read_pages
from facevalue.web.remembered import Remembered
from facevalue.web.replies import as_body, error_reply
from facevalue.web.routes import ROUTES, prepare, read_body, read_query
from facevalue.web.warming import Warming

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, MutableMapping

    from facevalue.queries import Query
    from facevalue.web.pages import File
    from facevalue.web.replies import Reply
    from facevalue.web.routes import Given

    Message = MutableMapping[str, Any]
    Receive = Callable[[], Awaitable[Message]]
    Send = Callable[[Message], Awaitable[None]]
    Call = Callable[[], object]

_LOG = logging.getLogger("facevalue.web")
# Seconds within which a body must have arrived.
BODY_SECONDS = 5.0
# How many Host headers are remembered.
_MOST_HOSTS = 1000
_READ = ("GET", "HEAD")
_NOT_MODIFIED = 304


class ClientGoneError(Exception):
    """The client has left before its question was read or answered."""


class Application:
    """The application; one for each process.

    Args:
        deadline: the seconds that a question may take, the waiting included.
        hosts: further names by which the server may be addressed, for a reverse proxy.
    """

    def __init__(self, deadline: float = 2.0, hosts: tuple[str, ...] = ()) -> None:
        self._seconds = deadline
        self._hosts = {"localhost", *(host.lower() for host in hosts)}
        self._lane: SlowLane | None = None
        self._files: Mapping[str, File] = read_pages()
        self._documents = {
            "/openapi.json": as_body(document()),
            "/health": as_body({"status": "ok", "version": fv.__version__}),
        }
        self._known_hosts: dict[bytes, bool] = {}
        self._remembered = Remembered()

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answers one request, or starts and ends the server."""
        if scope["type"] == "lifespan":
            await self._lifespan(receive, send)
        elif scope["type"] == "http":
            try:
                reply = await self._reply(scope, receive)
            except ClientGoneError:
                return
            except asyncio.CancelledError:  # uvicorn waits no longer for what is under way
                reply = error_reply(
                    503, "ServerEnding", "the server is shutting down; try again later"
                )
            await _send(reply, send, is_head=scope["method"] == "HEAD")

    async def _lifespan(self, receive: Receive, send: Send) -> None:
        warming = Warming()
        while True:
            message = await receive()
            if message["type"] == "lifespan.shutdown":
                warming.cancel()
                if self._lane:
                    self._lane.close()
            await send({"type": f"{message['type']}.complete"})
            if message["type"] == "lifespan.shutdown":
                return

    async def _reply(self, scope: Message, receive: Receive) -> Reply:
        # Whether a Host header names this server: by a number, localhost or an allowed
        # name.
        host = _header(scope, b"host")
        known = self._known_hosts.get(host)
        if known is None:
            known = _name_of(host) in self._hosts or _is_number(_name_of(host))
            if len(self._known_hosts) < _MOST_HOSTS:
                self._known_hosts[host] = known
        if not known:
            return error_reply(421, "UnknownHost", "the Host header names another server")
        path, method = scope["path"], scope["method"]
        route = ROUTES.get(path)
        allowed = (*_READ, "POST") if route and route.has_body else _READ
        if route is None and path not in self._files and path not in self._documents:
            return error_reply(404, "NotFound", f"nothing is at {path[:100]!a}; /docs lists it all")
        if method not in allowed:
            words = ", ".join(allowed)
            message = f"{path} takes {words}, not {method[:20]!a}"
            return error_reply(405, "WrongMethod", message, (b"allow", words.encode()))
        if route is None:
            if path in self._documents:
                return replies.json_reply(self._documents[path])
            return replies.file_reply(self._files[path], _header(scope, b"if-none-match"))
        return await self._answer(route, scope, receive)

    async def _answer(self, route: Query, scope: Message, receive: Receive) -> Reply:
        try:
            return await self._answer_question(route, scope, receive)
        except replies.ANSWERED as error:
            return replies.reply_for(error, self._seconds)
        except ClientGoneError:
            raise
        except Exception:  # noqa: BLE001 - a client never sees a traceback, whatever went wrong
            _LOG.exception("a question could not be answered: %s", scope["path"])
            return error_reply(500, "InternalError", "this question could not be answered")

    async def _answer_question(self, route: Query, scope: Message, receive: Receive) -> Reply:
        query = scope["query_string"]
        check_limit("query", len(query))
        if scope["method"] == "POST":
            if query:
                raise fv.RuleError("POST takes the parameters in its body, not in the address")
            given = read_body(await _body(scope, receive), route)
            return replies.json_reply(await self._found(route, given, receive))
        known = self._remembered.get(scope["path"], query)
        if known is not None:
            return replies.json_reply(known)
        given = read_query(query, route)
        body = await self._found(route, given, receive)
        # Whether the same request has the same answer tomorrow.
        if route.is_quick(given) and (not route.constant or route.constant in given):
            self._remembered.keep(scope["path"], query, body)
        return replies.json_reply(body)

    async def _found(self, route: Query, given: Given, receive: Receive) -> bytes:
        """The answer to a question, from the lane in which it belongs."""
        call = prepare(route, given)
        return as_body(call()) if route.is_quick(given) else await self._run_in_lane(call, receive)

    async def _run_in_lane(self, call: Call, receive: Receive) -> bytes:
        """The answer of the slow lane; a client that leaves ends it."""
        # The slow lane, made for the event loop on its first slow question.
        if self._lane and self._lane.loop is not asyncio.get_running_loop():
            self._lane.close()  # of an event loop that has ended, as each test has one of its own
            self._lane = None
        self._lane = self._lane or SlowLane(self._seconds)
        job = self._lane.submit(partial(_rendered, call))
        leaving = asyncio.ensure_future(_wait_for_disconnect(receive))
        try:
            await asyncio.wait((job.answer, leaving), return_when=asyncio.FIRST_COMPLETED)
            if not job.answer.done():
                raise ClientGoneError
            found: bytes = job.answer.result()
            return found
        finally:
            leaving.cancel()
            job.cancel()


def _header(scope: Message, name: bytes) -> bytes:
    for each, value in scope["headers"]:
        if each == name:
            found: bytes = value
            return found
    return b""


def _name_of(host: bytes) -> str:
    """The Host header without its port."""
    text = host.decode("latin-1").lower()
    name, colon, port = text.rpartition(":")
    return (name if colon and port.isdigit() else text).rstrip(".")


def _is_number(name: str) -> bool:
    try:
        ip_address(name[1:-1] if name.startswith("[") else name)
    except ValueError:
        return False
    return True


def _rendered(call: Call) -> bytes:
    return as_body(call())


async def _body(scope: Message, receive: Receive) -> bytes:
    """The body of a request.

    Raises:
        LimitError: it is too long.
        BodyLateError: it does not arrive in time.
    """
    check_limit("body", int(_header(scope, b"content-length") or b"0"))
    try:
        async with asyncio.timeout(BODY_SECONDS):
            return await _whole_body(receive)
    except TimeoutError:
        message = f"the body did not arrive within {BODY_SECONDS:g} seconds"
        raise replies.BodyLateError(message) from None


async def _whole_body(receive: Receive) -> bytes:
    body = b""
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientGoneError
        body += bytes(message.get("body", b""))
        check_limit("body", len(body))
        if not message.get("more_body"):
            return body


async def _wait_for_disconnect(receive: Receive) -> None:
    """Waits until the client has left."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def _send(reply: Reply, send: Send, *, is_head: bool) -> None:
    headers = reply.headers
    if reply.status != _NOT_MODIFIED:  # a length would be that of the file, which is not sent
        headers = [*headers, (b"content-length", str(len(reply.body)).encode())]
    await send({"type": "http.response.start", "status": reply.status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if is_head else reply.body})
