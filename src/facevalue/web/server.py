"""The ASGI application, made with Starlette: routes, limits, lanes and the responses to errors."""

from __future__ import annotations

import asyncio
import logging
import mimetypes
from contextlib import asynccontextmanager
from hashlib import sha256
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.routing import Route
from starlette.staticfiles import NotModifiedResponse

import facevalue as fv
from facevalue.web import replies
from facevalue.web.guard import Guard
from facevalue.web.lanes import SlowLane
from facevalue.web.limits import check_limit
from facevalue.web.openapi import document
from facevalue.web.pages import list_paths, read_file
from facevalue.web.remembered import Remembered
from facevalue.web.replies import as_body, error_reply, json_reply
from facevalue.web.routes import ROUTES, prepare, read_body, read_query
from facevalue.web.warming import Warming

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from starlette.requests import Request
    from starlette.types import Receive, Scope, Send

    from facevalue.queries import Query
    from facevalue.web.routes import Given

    Call = Callable[[], object]

_LOG = logging.getLogger("facevalue.web")
# Seconds within which a body must have arrived.
BODY_SECONDS = 5.0
# On Windows the registry may call it text/plain, and no browser runs such a module.
mimetypes.add_type("text/javascript", ".js")


class File(Response):
    """A file of the pages, read once; a browser checks its copy before it uses it."""

    def __init__(self, path: str) -> None:
        content = read_file(path)
        etag = f'"{sha256(content).hexdigest()[:16]}"'
        headers = {"etag": etag, "cache-control": "no-cache"}
        super().__init__(content, headers=headers, media_type=mimetypes.guess_type(path)[0])
        self._unchanged = NotModifiedResponse(self.headers)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Sends the file, unless the browser has it already."""
        if self.headers["etag"] in Headers(scope=scope).get("if-none-match", ""):
            await self._unchanged(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)


class Application(Starlette):
    """The application; one for each process.

    Args:
        deadline: the seconds that a request may take, including the time it waits.
        hosts: further names by which the server may be addressed, for a reverse proxy.
    """

    def __init__(self, deadline: float = 2.0, hosts: tuple[str, ...] = ()) -> None:
        self._seconds = deadline
        self._lane: SlowLane | None = None
        self._remembered = Remembered()
        contents = {
            "/openapi.json": json_reply(as_body(document())),
            "/health": json_reply(as_body({"status": "ok", "version": fv.__version__})),
        }
        for path in list_paths():  # a page is at its name, /daily, and `index.html` at /
            contents["/" + path.removesuffix(".html").removesuffix("index")] = File(path)
        super().__init__(
            routes=[
                *(
                    Route(
                        path,
                        self._answer,
                        methods=["GET", "POST"] if query.has_body else ["GET"],
                    )
                    for path, query in ROUTES.items()
                ),
                *(Route(path, content, methods=["GET"]) for path, content in contents.items()),
            ],
            middleware=[Middleware(Guard, hosts=hosts)],
            exception_handlers={HTTPException: _refuse},
            lifespan=Application._run,
        )
        self.router.redirect_slashes = False

    @asynccontextmanager
    async def _run(self) -> AsyncIterator[None]:
        warming = Warming()
        yield
        warming.cancel()
        if self._lane:
            self._lane.close()

    async def _answer(self, request: Request) -> Response:
        try:
            return json_reply(await self._answer_query(request))
        except replies.ANSWERED as error:
            return replies.reply_for(error, self._seconds)
        except ClientDisconnect:
            return Response(status_code=499)  # nobody receives it
        except asyncio.CancelledError:  # uvicorn waits no longer for what is under way
            return error_reply(503, "ServerEnding", "the server is shutting down; try again later")
        except Exception:  # noqa: BLE001 - a client never sees a traceback, whatever went wrong
            _LOG.exception("a request failed: %s", request.scope["path"])
            return error_reply(500, "InternalError", "this request could not be answered")

    async def _answer_query(self, request: Request) -> bytes:
        path, text = request.scope["path"], request.scope["query_string"]
        query = ROUTES[path]
        check_limit("query", len(text))
        if request.method == "POST":
            if text:
                raise fv.RuleError("POST takes the parameters in its body, not in the address")
            return await self._find(query, read_body(await _receive_body(request), query), request)
        known = self._remembered.get(path, text)
        if known is not None:
            return known
        given = read_query(text, query)
        body = await self._find(query, given, request)
        # Whether the same request has the same answer tomorrow.
        if query.is_quick(given) and (not query.constant or query.constant in given):
            self._remembered.keep(path, text, body)
        return body

    async def _find(self, query: Query, given: Given, request: Request) -> bytes:
        """The answer to a request, from the lane in which it belongs."""
        call = prepare(query, given)
        if query.is_quick(given):
            return as_body(call())
        # The slow lane, made for the event loop on its first slow request.
        if self._lane and self._lane.loop is not asyncio.get_running_loop():
            self._lane.close()  # of an event loop that has ended, as each test has one of its own
            self._lane = None
        self._lane = self._lane or SlowLane(self._seconds)
        job = self._lane.submit(lambda: as_body(call()))
        leaving = asyncio.ensure_future(_wait_for_disconnect(request))
        try:
            await asyncio.wait((job.answer, leaving), return_when=asyncio.FIRST_COMPLETED)
            if not job.answer.done():
                raise ClientDisconnect
            found: bytes = job.answer.result()
            return found
        finally:
            leaving.cancel()
            job.cancel()


async def _refuse(request: Request, error: Exception) -> Response:
    """The response to a request that no route takes."""
    path = request.scope["path"]
    headers = getattr(error, "headers", None) or {}
    if "Allow" not in headers:
        return error_reply(404, "NotFound", f"nothing is at {path[:100]!a}; see /docs")
    allowed = ", ".join(sorted(headers["Allow"].split(", ")))
    message = f"{path} takes {allowed}, not {request.method[:20]!a}"
    return error_reply(405, "WrongMethod", message, {"allow": allowed})


async def _receive_body(request: Request) -> bytes:
    """The body of a request.

    Raises:
        LimitError: it is too long.
        BodyLateError: it does not arrive in time.
        ClientDisconnect: the client has left before.
    """
    check_limit("body", int(request.headers.get("content-length", 0)))
    body = b""
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for part in request.stream():
                body += part
                check_limit("body", len(body))
    except TimeoutError:
        message = f"the body did not arrive within {BODY_SECONDS:g} seconds"
        raise replies.BodyLateError(message) from None
    return body


async def _wait_for_disconnect(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
