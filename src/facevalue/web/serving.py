"""Runs the web server with uvicorn."""

from __future__ import annotations

import asyncio
import ctypes
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from facevalue.errors import FaceValueError
from facevalue.web.logs import LOG_LEVEL, LOGGING

PORT = 8024
# Bytes of a request line and its headers.
MAX_HEADER_BYTES = 32 * 1024
# Seconds that a connection is kept without another request.
_KEEP_ALIVE_SECONDS = 5
# Seconds that running requests have left when the server shuts down.
_SECONDS_TO_END = 1
# Seconds after which a thread of the slow lane that runs Python lets the event loop run.
_SWITCH_SECONDS = 0.0005
# A parameter of glibc's allocator in malloc.h, and the free memory in bytes that it may keep.
_M_TRIM_THRESHOLD, _MAX_KEPT = -1, 2**20


def make_application(deadline: float, hosts: tuple[str, ...]) -> Callable[..., Any]:
    """Make the application of a process, in the event loop that serves it."""
    from facevalue.web.server import Application  # noqa: PLC0415 - in the serving process

    sys.setswitchinterval(_SWITCH_SECONDS)
    # Let glibc return the memory of large tables to the system as soon as they are freed.
    with suppress(AttributeError, OSError, TypeError):  # other C libraries have no mallopt
        ctypes.CDLL(None).mallopt(_M_TRIM_THRESHOLD, _MAX_KEPT)
    loop: Any = asyncio.get_running_loop()  # a `Loop`
    application = Application(deadline, hosts)
    limited: Callable[..., Any] = loop.connections.limit(application)
    return limited


def serve(
    host: str = "127.0.0.1",
    port: int = PORT,
    *,
    deadline: float = 2.0,
    workers: int = 1,
    hosts: tuple[str, ...] = (),
    on_start: Callable[[str], None] | None = None,
) -> None:
    """Serve the pages and the API until a signal ends the server.

    Args:
        host: the address to listen on.
        port: the port, 0 to 65535; 0 for a free one.
        deadline: how long a request may take, in seconds, including the time it waits.
        workers: how many processes serve.
        hosts: further names of the server, such as the name of a reverse proxy.
        on_start: called with the URL of the server before it serves.

    Raises:
        FaceValueError: uvicorn, Starlette, h11 or uvloop is not installed.
        OSError: the server cannot listen on this address and port.
    """
    try:
        import uvicorn  # noqa: PLC0415 - an extra
        from uvicorn.supervisors import Multiprocess  # noqa: PLC0415

        from facevalue.web import connections, server  # noqa: F401, PLC0415 - need the extra
    except ImportError:
        raise FaceValueError(
            "the web server needs more packages: pip install 'facevalue[web]'"
        ) from None
    config = uvicorn.Config(
        partial(make_application, deadline, (host, *hosts)),
        factory=True,
        loop="facevalue.web.connections:Loop",
        http="h11",
        h11_max_incomplete_event_size=MAX_HEADER_BYTES,
        timeout_keep_alive=_KEEP_ALIVE_SECONDS,
        ws="none",
        lifespan="on",
        log_config=LOGGING,
        log_level=LOG_LEVEL,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        workers=workers,
        timeout_graceful_shutdown=_SECONDS_TO_END,
    )
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.create_server((host, port), family=family, backlog=2048) as listener:
        listener.set_inheritable(True)
        if on_start:
            name = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104
            name = f"[{name}]" if ":" in name else name
            on_start(f"http://{name}:{listener.getsockname()[1]}/")
        if workers == 1:
            uvicorn.Server(config).run(sockets=[listener])
        else:
            Multiprocess(config, sockets=[listener]).run()
