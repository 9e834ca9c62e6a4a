"""The ASGI application, made with Starlette: routes, limits, lanes and errors."""

from __future__ import annotations

import asyncio
import gzip
import logging
import mimetypes
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import cached_property
from hashlib import sha256
from threading import Thread
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
from facevalue.web.exporting import PAGES, read_module, site_files, version_of
from facevalue.web.guard import Guard
from facevalue.web.lanes import SlowLane
from facevalue.web.openapi import document
from facevalue.web.pages import read_file
from facevalue.web.remembered import Remembered
from facevalue.web.replies import as_body, error_reply, json_reply
from facevalue.web.routes import ROUTES, Call, check_limit, prepare, read_body, read_query

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.types import Receive, Scope, Send

_LOG = logging.getLogger("facevalue.web")
# Seconds in which a body must arrive.
BODY_SECONDS = 5.0
# A browser validates its copy of a file, or keeps it, if the address has the version.
_VALIDATED, _KEPT = "no-cache", "max-age=31536000, immutable"
# Links of a page to scripts, styles, pictures and hands.
_LINKS = re.compile(rb'((?:src|href)=")((?:js|css|art)/)')
# On Windows, the type may be text/plain, and browsers do not run such modules.
mimetypes.add_type("text/javascript", ".js")


class File(Response):
    """A file of the pages, compressed when it is first requested."""

    def __init__(self, path: str, content: bytes, caching: str = _VALIDATED) -> None:
        etag = f'W/"{sha256(content).hexdigest()[:16]}"'
        headers = {"etag": etag, "cache-control": caching, "vary": "accept-encoding"}
        media_type = mimetypes.guess_type(path)[0]
        super().__init__(content, headers=headers, media_type=media_type)
        self._unchanged = NotModifiedResponse(self.headers)
        self._is_image = (media_type or "").startswith("image/png")

    @cached_property
    def _compressed(self) -> Response:
        headers = {**self.headers, "content-encoding": "gzip"}
        del headers["content-length"]
        return Response(gzip.compress(self.body, mtime=0), headers=headers)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the file, unless the browser already has it."""
        headers = Headers(scope=scope)
        if self.headers["etag"] in headers.get("if-none-match", ""):
            await self._unchanged(scope, receive, send)
        elif "gzip" in headers.get("accept-encoding", "") and not self._is_image:
            await self._compressed(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)


class Application(Starlette):
    """The application of a process.

    Args:
        deadline: how long a request may take, in seconds, including the time it waits.
        hosts: names of the server in addition to localhost and IP addresses.
    """

    def __init__(self, deadline: float = 2.0, hosts: tuple[str, ...] = ()) -> None:
        self._seconds = deadline
        self._lane: SlowLane | None = None
        self._remembered = Remembered()
        contents: dict[str, Response] = {
            "/openapi.json": json_reply(as_body(document())),
            "/health": json_reply(as_body({"status": "ok", "version": fv.__version__})),
        }
        documentation = {name: read_file(name) for name in ("docs.html", "css/docs.css")}
        for script in ("js/docs.js", "js/shared/language.js"):  # the latter of 404.html
            documentation[script], _ = read_module(script, has_api=True)
        site = site_files(has_api=True)
        kept = f"v/{version_of(site)}/"
        for path, content in {**site, **documentation}.items():
            page = path.removesuffix(".html")  # also at /daily, and / is index.html
            # A page links to addresses with the version: a second visit requests nothing else.
            linked = _LINKS.sub(rb"\1%b\2" % kept.encode(), content) if page in PAGES else content
            for place in {path, page, page.removesuffix("index")} - {"index", "docs.html"}:
                contents[f"/{place}"] = File(path, linked)
            contents[f"/{kept}{path}"] = File(path, content, _KEPT)
        super().__init__(
            routes=[
                *(Route(path, self._answer, methods=["GET", "POST"]) for path in ROUTES),
                *(Route(path, content, methods=["GET"]) for path, content in contents.items()),
            ],
            middleware=[Middleware(Guard, hosts=hosts)],
            exception_handlers={HTTPException: _refuse},
            lifespan=Application._run,
        )
        self.router.redirect_slashes = False

    @asynccontextmanager
    async def _run(self) -> AsyncIterator[None]:
        # If its file does not exist, the table of match-ups takes seconds to compute, longer than a
        # request may take.
        warming = fv.deadline(None)
        Thread(target=_load_matchups, args=(warming,), daemon=True).start()
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
            return Response(status_code=499)  # never received
        except asyncio.CancelledError:  # uvicorn no longer waits for running requests
            return error_reply(503, "ServerEnding", "the server is shutting down; try again later")
        except Exception:  # noqa: BLE001 - a client never sees a traceback
            _LOG.exception("a request failed: %s", request.scope["path"])
            return error_reply(500, "InternalError", "this request could not be answered")

    async def _answer_query(self, request: Request) -> bytes:
        path, query_string = request.scope["path"], request.scope["query_string"]
        query = ROUTES[path]
        check_limit("query", len(query_string))
        if request.method == "POST":
            if query_string:
                raise fv.RuleError("POST takes the parameters in its body, not in the address")
            arguments = read_body(await _receive_body(request), query)
            call = prepare(query, arguments)
            return await self._run_call(call, request, is_quick=query.is_quick(arguments))
        remembered = self._remembered.get(path, query_string)
        if remembered is not None:
            return remembered
        arguments = read_query(query_string, query)
        call = prepare(query, arguments)
        is_quick = query.is_quick(arguments)
        body = await self._run_call(call, request, is_quick=is_quick)
        # Do not cache random answers.
        if is_quick and query.is_constant(arguments):
            self._remembered.keep(path, query_string, body)
        return body

    async def _run_call(self, call: Call, request: Request, *, is_quick: bool) -> bytes:
        """Answer a request, at once if it is quick, otherwise in the slow lane."""
        if is_quick:
            return call()
        if self._lane and self._lane.loop is not asyncio.get_running_loop():
            self._lane.close()  # its event loop has ended: each test has a separate loop
            self._lane = None
        self._lane = self._lane or SlowLane(self._seconds)
        running = asyncio.ensure_future(self._lane.run(call))
        leaving = asyncio.ensure_future(_wait_for_disconnect(request))
        try:
            await asyncio.wait((running, leaving), return_when=asyncio.FIRST_COMPLETED)
            if not running.done():
                raise ClientDisconnect
            body: bytes = running.result()
            return body
        finally:
            leaving.cancel()
            running.cancel()


def _load_matchups(until: fv.deadline) -> None:
    with suppress(fv.DeadlineError), until:
        fv.poker.matchup("AsAh", "KsKh")


async def _refuse(request: Request, error: Exception) -> Response:
    """Return the response to a request without a route."""
    path = request.scope["path"]
    headers = getattr(error, "headers", None) or {}
    if "Allow" not in headers:
        wants_page = request.method == "GET" and "text/html" in request.headers.get("accept", "")
        if wants_page and not path.startswith("/api/"):
            return Response(read_file("404.html"), 404, media_type="text/html")
        return error_reply(404, "NotFound", f"nothing is at {path[:100]!a}; see /docs")
    allowed = ", ".join(sorted(headers["Allow"].split(", ")))
    message = f"{path} takes {allowed}, not {request.method[:20]!a}"
    return error_reply(405, "WrongMethod", message, {"allow": allowed})


async def _receive_body(request: Request) -> bytes:
    """Read the body of a request.

    Raises:
        LimitError: the body is too long.
        BodyLateError: the body does not arrive in time.
        ClientDisconnect: the client has disconnected.
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
