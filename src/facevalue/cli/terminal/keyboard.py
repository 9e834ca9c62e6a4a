"""Lines from the person at the keyboard, or from a pipe, while a clock runs."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import contextmanager, suppress
from math import ceil
from select import select
from time import monotonic
from typing import TYPE_CHECKING

if sys.platform != "win32":
    import termios

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TextIO

_CHUNK = 4096
# Nobody types an answer that is longer than this.
_LONGEST = 65536
_SAVE, _RESTORE = "\x1b7", "\x1b8"  # the place of the cursor


class _TimeIsUpError(Exception):
    """Ends the wait for a line."""


class Keyboard:
    """Lines from stdin; on a terminal there is a prompt, which shows the seconds that are left.

    On a terminal that is also the screen, lines can be edited, and the arrow keys bring back
    earlier ones.

    Args:
        screen: where the prompt goes.
    """

    def __init__(self, screen: TextIO) -> None:
        self._kept = b""
        self._screen = screen
        self.is_terminal = sys.stdin.isatty() and screen.isatty()
        self._is_edited = self.is_terminal and screen is sys.stdout and _has_readline()

    def line(self, until: float | None) -> str | None:
        """The next line; None when `monotonic` has reached `until`.

        Raises:
            EOFError: there are no more lines.
        """
        if self._is_edited:
            # Python's readline edits the line while a clock runs.
            try:
                with self._clock(until):
                    return input(_prompt(until)).strip()
            except _TimeIsUpError:
                self._forget()
                return None
            except (EOFError, KeyboardInterrupt):
                self._show("\n")
                raise
        self._show(_prompt(until))
        while b"\n" not in self._kept and len(self._kept) < _LONGEST:
            if not self._is_ready(until):
                self._forget()
                return None
            self._kept += self._read()
        line, _, self._kept = self._kept.partition(b"\n")
        if sys.platform == "win32" and until is not None and monotonic() >= until:
            return None
        return line.decode(errors="replace").strip()

    def wait_for_enter(self, prompt: str) -> str:
        """Show a prompt and return the line typed; an empty string if this is not a terminal.

        Raises:
            EOFError: there are no more lines.
        """
        if not self.is_terminal:
            return ""
        if self._is_edited:
            return input(prompt).strip()
        self._show(prompt)
        while b"\n" not in self._kept:
            self._kept += self._read()
        line, _, self._kept = self._kept.partition(b"\n")
        return line.decode(errors="replace").strip()

    @contextmanager
    def _clock(self, until: float | None) -> Iterator[None]:
        """Moves the clock on each second, and ends the block when the time has come.

        Without a clock it also wakes readline, which misses a Ctrl-C that comes just before it
        waits.
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
            read = b""  # a keyboard that is closed or gone ends the game too
        if not read and not self._kept:
            self._show("\n")
            raise EOFError
        return read or b"\n"

    def _is_ready(self, until: float | None) -> bool:
        """Waits for input, and wakes each second to move the clock on.

        On Windows, where `select` knows only sockets, the clock is read when the line has come.
        """
        if until is None or sys.platform == "win32":
            return True
        while (left := until - monotonic()) > 0:
            if select([sys.stdin], [], [], left % 1 or 1)[0]:
                return True
            # In place of the last prompt, and back to where the person types.
            self._show(f"{_SAVE}\r{_prompt(until)}{_RESTORE}")
        return False

    def _forget(self) -> None:
        """Drops what was typed and not sent: it belongs to a round that is over."""
        if self.is_terminal:
            if sys.platform != "win32":
                termios.tcflush(sys.stdin, termios.TCIFLUSH)
            self._show("\n")

    def _show(self, text: str) -> None:
        if self.is_terminal:
            self._screen.write(text)
            self._screen.flush()


def _has_readline() -> bool:
    """Whether `input` edits lines; its history starts empty with this game."""
    with suppress(ImportError):
        import readline  # noqa: PLC0415 - only for a terminal

        readline.clear_history()
        return True
    return False


def _prompt(until: float | None) -> str:
    return "> " if until is None else f"[{max(0, ceil(until - monotonic())):>2}] "
