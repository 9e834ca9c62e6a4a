"""HTTP connections with limits that uvicorn's do not have: on the size and time of headers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

if TYPE_CHECKING:
    import asyncio

    from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

# Bytes of a request line and its headers, and the seconds within which they must have arrived.
MOST_HEADER_BYTES = 32 * 1024
HEADER_SECONDS = 10.0


class LimitedProtocol(HttpToolsProtocol):
    """A connection that is closed when headers are too long or too late."""

    _head_bytes = 0
    _unfinished_bytes = 0  # that came since the last complete head or body
    _is_in_body = False
    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:  # noqa: ANN401 - as uvicorn has it
        """Starts the clock for the first request."""
        super().connection_made(transport)
        self._wait_for_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stops the clock."""
        self._stop_clock()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Reads what has come; before a complete head, it is counted and timed.

        The parser reports a header when all of it is there, and blank lines between requests never.
        """
        if not self._is_in_body:
            self._unfinished_bytes += len(data)
        if self._timer is None and not self._is_answering():
            self._wait_for_head()
        super().data_received(data)
        if self._unfinished_bytes > MOST_HEADER_BYTES:
            self._refuse_length()

    def _is_answering(self) -> bool:
        cycle: RequestResponseCycle | None = self.cycle  # None before the first request
        return cycle is not None and not cycle.response_complete

    def on_message_begin(self) -> None:
        """A request begins: its headers are counted and timed."""
        super().on_message_begin()
        self._head_bytes = 0
        if self._timer is None:
            self._wait_for_head()

    def on_url(self, url: bytes) -> None:
        """Counts the request line."""
        super().on_url(url)
        self._count(len(url))

    def on_header(self, name: bytes, value: bytes) -> None:
        """Counts a header."""
        super().on_header(name, value)
        self._count(len(name) + len(value))

    def on_headers_complete(self) -> None:
        """Stops the clock and passes the request on, unless its headers were too long."""
        self._stop_clock()
        self._unfinished_bytes = 0
        self._is_in_body = True
        if not self.transport.is_closing():
            super().on_headers_complete()

    def on_message_complete(self) -> None:
        """A request is complete: what comes next is the head of another one."""
        self._unfinished_bytes = 0
        self._is_in_body = False
        super().on_message_complete()

    def _count(self, size: int) -> None:
        self._head_bytes += size
        if self._head_bytes > MOST_HEADER_BYTES:
            self._refuse_length()

    def _refuse_length(self) -> None:
        if not self.transport.is_closing():
            message = f"expected up to {MOST_HEADER_BYTES:,} bytes of headers"
            self._refuse(b"431 Request Header Fields Too Large", message)

    def _wait_for_head(self) -> None:
        self._timer = self.loop.call_later(HEADER_SECONDS, self._head_is_late)

    def _head_is_late(self) -> None:
        self._timer = None
        if not self.transport.is_closing():
            self._refuse(b"408 Request Timeout", "the headers did not arrive in time")

    def _refuse(self, status: bytes, message: str) -> None:
        body = message.encode()
        self.transport.write(
            b"HTTP/1.1 %b\r\ncontent-type: text/plain\r\ncontent-length: %d\r\n"
            b"connection: close\r\n\r\n%b" % (status, len(body), body)
        )
        self.transport.close()

    def _stop_clock(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
