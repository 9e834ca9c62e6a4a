"""Reads lines from a terminal or a pipe, with a time limit."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import contextmanager, suppress
from math import ceil
from select import select
from time import monotonic

if sys.platform != "win32":
    import termios
from collections.abc import Iterator
from typing import TextIO

_CHUNK = 4096
_LONGEST = 65536  # characters of a line
_SAVE, _RESTORE = "\x1b7", "\x1b8"  # the position of the cursor


class _TimeIsUpError(Exception):
    """Ends the wait for a line."""


class Keyboard:
    """Lines from stdin. On a terminal, a prompt shows the remaining seconds.

    If stdout is the screen, lines can be edited, and the arrow keys bring back earlier lines.

    Args:
        screen: where to write the prompt.
    """

    def __init__(self, screen: TextIO) -> None:
        self._pending = b""
        self._screen = screen
        self.is_terminal = sys.stdin.isatty() and screen.isatty()
        self._is_edited = self.is_terminal and screen is sys.stdout and _has_readline()

    def line(self, until: float | None, prompt: str = "") -> str | None:
        """Read the next line; return None if `monotonic()` reaches `until` first.

        Raises:
            EOFError: there are no more lines.
        """
        if self._is_edited:
            try:
                with self._clock(until):
                    return input(prompt or _prompt(until)).strip()
            except _TimeIsUpError:
                self._forget()
                return None
            except (EOFError, KeyboardInterrupt):
                self._show("\n")
                raise
        self._show(prompt or _prompt(until))
        while b"\n" not in self._pending and len(self._pending) < _LONGEST:
            if not self._is_ready(until):
                self._forget()
                return None
            self._pending += self._read()
        line, _, self._pending = self._pending.partition(b"\n")
        if sys.platform == "win32" and until is not None and monotonic() >= until:
            return None
        return line.decode(errors="replace").strip()

    def wait_for_enter(self, prompt: str) -> str:
        """Show a prompt and return the line typed; an empty string if this is not a terminal.

        Raises:
            EOFError: there are no more lines.
        """
        return (self.line(None, prompt) or "") if self.is_terminal else ""

    @contextmanager
    def _clock(self, until: float | None) -> Iterator[None]:
        """Update the clock each second, and end the block when the time is up.

        Without a time limit, the signal still wakes readline, which would miss a Ctrl-C that comes
        just before it waits.
        """

        def tick(*_: object) -> None:
            if until is None:
                return
            if monotonic() >= until:
                raise _TimeIsUpError
            self._show(f"{_SAVE}\r{_prompt(until)}{_RESTORE}")

        left = 1.0 if until is None else until - monotonic()
        if left <= 0:
            raise _TimeIsUpError
        before = signal.signal(signal.SIGALRM, tick)
        signal.setitimer(signal.ITIMER_REAL, left % 1 or 1, 1)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)

    def _read(self) -> bytes:
        try:
            read = os.read(sys.stdin.fileno(), _CHUNK)
        except OSError:
            read = b""  # a closed terminal is the end of the input
        if not read and not self._pending:
            self._show("\n")
            raise EOFError
        return read or b"\n"

    def _is_ready(self, until: float | None) -> bool:
        """Wait for input, and update the clock each second.

        On Windows, `select` only supports sockets, so the clock is checked after the line.
        """
        if until is None or sys.platform == "win32":
            return True
        while (left := until - monotonic()) > 0:
            if select([sys.stdin], [], [], left % 1 or 1)[0]:
                return True
            self._show(f"{_SAVE}\r{_prompt(until)}{_RESTORE}")
        return False

    def _forget(self) -> None:
        """Discard an unfinished line, which belongs to a round that is over."""
        if self.is_terminal:
            if sys.platform != "win32":
                termios.tcflush(sys.stdin, termios.TCIFLUSH)
            self._show("\n")

    def _show(self, output: str) -> None:
        if self.is_terminal:
            self._screen.write(output)
            self._screen.flush()


def _has_readline() -> bool:
    """Return whether `input` can edit lines. This clears its history."""
    with suppress(ImportError):
        import readline  # noqa: PLC0415 - only for a terminal

        readline.clear_history()
        return True
    return False


def _prompt(until: float | None) -> str:
    return "> " if until is None else f"[{max(0, ceil(until - monotonic())):>2}] "
