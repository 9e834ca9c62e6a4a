"""Limits on connections: their number, the number per client, and how long they may be idle.

uvicorn does not limit the time that a client takes to send the headers of a request or to read the
response, or the connections of one client. These limits wrap its protocol: uvicorn runs the event
loop `Loop`, which makes each connection a `Connection`, which passes data on to uvicorn's protocol.
`Connections.limit` is ASGI middleware that stops the clock of a connection while the application
answers.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections import Counter
from functools import partial
from ipaddress import ip_address
from typing import Any

from h11 import LocalProtocolError

if sys.platform == "win32":
    from asyncio import ProactorEventLoop as EventLoop
else:
    from uvloop import Loop as EventLoop
from collections.abc import Awaitable, Callable, MutableMapping

Ends = tuple[tuple[str, int], tuple[str, int]]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Message, Receive, Send], Awaitable[None]]

_LOG = logging.getLogger("facevalue.web")
# Open connections of a process, and of one client. A school or a reverse proxy is one client, so
# the limit is higher than one person needs.
MAX_CONNECTIONS, MAX_PER_CLIENT = 1000, 250
# Seconds from the start of a connection, or the end of a response, to the end of the next headers.
HEADER_SECONDS = 10.0
# Seconds in which a client must read a response that does not fit into the buffers.
READ_SECONDS = 30.0
# Bytes that are read from a connection at once. Other data stays in the buffers of the system.
READ_BYTES = 16 * 1024


class Loop(EventLoop):
    """An event loop whose servers limit their connections."""

    def __init__(self) -> None:
        super().__init__()
        self.connections = Connections()

    async def create_server(self, protocol_factory: Any, *args: Any, **options: Any) -> Any:
        """Start a server that limits its connections."""
        limited = partial(Connection, self.connections, protocol_factory)
        return await super().create_server(limited, *args, **options)


class Connections:
    """The open connections of a process.

    Args:
        max_open: how many connections there may be.
        max_per_client: how many of them one client may have.
    """

    def __init__(
        self, max_open: int = MAX_CONNECTIONS, max_per_client: int = MAX_PER_CLIENT
    ) -> None:
        self._max_open = max_open
        self._max_per_client = max_per_client
        self._open: dict[Ends, Connection] = {}
        self._counts: Counter[bytes] = Counter()

    def __len__(self) -> int:
        return len(self._open)

    def add(self, connection: Connection) -> bool:
        """Count a connection; return False if a limit does not allow it."""
        host = connection.ends[0][0]
        if len(self._open) >= self._max_open:
            _LOG.warning("refused a connection from %s: %d are open", host, self._max_open)
            return False
        if self._counts[connection.client] >= self._max_per_client:
            _LOG.warning("refused a connection from %s: it has %d", host, self._max_per_client)
            return False
        self._open[connection.ends] = connection
        self._counts[connection.client] += 1
        return True

    def remove(self, connection: Connection) -> None:
        """Stop counting a connection."""
        del self._open[connection.ends]
        self._counts[connection.client] -= 1
        if not self._counts[connection.client]:
            del self._counts[connection.client]

    def limit(self, application: Application) -> Application:
        """ASGI middleware that stops the clock of a connection while the application answers."""

        async def limited(scope: Message, receive: Receive, send: Send) -> None:
            is_request = scope["type"] == "http"
            connection = self._open.get((scope["client"], scope["server"])) if is_request else None
            if connection is None:  # the server starts or ends, or the client has left
                await application(scope, receive, send)
                return

            async def send_if_open(message: Message) -> None:
                if connection.is_closing:  # uvicorn has refused the body with its own response
                    connection.set_answering(is_answering=False)
                    while (await receive())["type"] != "http.disconnect":
                        pass
                await send(message)

            connection.set_answering(is_answering=True)
            try:
                await application(scope, receive, send_if_open)
            finally:
                connection.set_answering(is_answering=False)

        return limited


class Connection(asyncio.BufferedProtocol):
    """A connection that is refused if there are too many, and closed if its client is late.

    Args:
        connections: the open connections.
        new_http: makes the protocol that reads the requests.

    Attributes:
        ends: the addresses and ports of the client and of the server.
        client: the IPv4 address of the client, or the first 64 bits of its IPv6 address, because
            providers give each customer at least all addresses with the same 64 bits.
    """

    _transport: asyncio.Transport
    _http: asyncio.Protocol
    _is_open = _is_answering = _is_full = False
    _clock: asyncio.TimerHandle | None = None

    def __init__(self, connections: Connections, new_http: Callable[[], asyncio.Protocol]) -> None:
        self._connections = connections
        self._new_http = new_http
        self._buffer = bytearray()

    @property
    def is_closing(self) -> bool:
        """True if the connection is closed, or will be after the client has read the response."""
        return self._transport.is_closing()

    def connection_made(self, transport: Any) -> None:
        """Accept or refuse the connection."""
        self._transport = transport
        client, server = map(transport.get_extra_info, ("peername", "sockname"))
        self.ends = (client[:2], server[:2])
        self.client = ip_address(client[0].partition("%")[0]).packed[:8]
        self._is_open = self._connections.add(self)
        if not self._is_open:
            self._refuse("503 Service Unavailable", "too many connections; try again later")
            return
        self._http = self._new_http()
        self._http.connection_made(transport)
        self._restart_clock()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the clock."""
        if self._is_open:
            self._is_open = False
            self._restart_clock()
            self._connections.remove(self)
            self._http.connection_lost(exc)

    def get_buffer(self, sizehint: int) -> bytearray:  # noqa: ARG002 - as asyncio has it
        """Return the buffer for received data."""
        self._buffer = bytearray(READ_BYTES)
        return self._buffer

    def buffer_updated(self, nbytes: int) -> None:
        """Pass on received data, unless the connection is being closed."""
        data = bytes(memoryview(self._buffer)[:nbytes])
        self._buffer = bytearray()
        if self.is_closing:
            return
        try:
            self._http.data_received(data)
        except LocalProtocolError:  # uvicorn refuses a bad body after it has sent the response
            self._transport.close()

    def eof_received(self) -> bool | None:
        """Pass on that the client has stopped sending."""
        return self._http.eof_received() if self._is_open else None

    def pause_writing(self) -> None:
        """Give the client time to read."""
        self._is_full = True
        self._restart_clock()
        self._http.pause_writing()

    def resume_writing(self) -> None:
        """Continue after the client has read."""
        self._is_full = False
        self._restart_clock()
        self._http.resume_writing()

    def set_answering(self, *, is_answering: bool) -> None:
        """Stop the clock while a response is made; after it, give time for the next headers."""
        self._is_answering = is_answering
        self._restart_clock()

    def _restart_clock(self) -> None:
        if self._clock:
            self._clock.cancel()
            self._clock = None
        if self._is_open and (self._is_full or not self._is_answering):
            seconds = READ_SECONDS if self._is_full else HEADER_SECONDS
            self._clock = asyncio.get_running_loop().call_later(seconds, self._close_late)

    def _close_late(self) -> None:
        if self._transport.get_write_buffer_size() or self.is_closing:
            self._transport.abort()  # the client does not read
        else:
            self._refuse("408 Request Timeout", "the headers did not arrive in time")
            self._restart_clock()

    def _refuse(self, status: str, message: str) -> None:
        head = f"HTTP/1.1 {status}\r\ncontent-type: text/plain\r\nconnection: close\r\n"
        self._transport.write(f"{head}content-length: {len(message)}\r\n\r\n{message}".encode())
        self._transport.close()
