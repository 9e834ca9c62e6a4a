"""Lines from the person at the keyboard, or from a pipe, while a clock runs."""

from __future__ import annotations

import os
import sys
import termios
from math import ceil
from select import select
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import TextIO

_CHUNK = 4096
# What is longer without a line's end is no answer that anybody has typed.
_LONGEST = 65536
_SAVE, _RESTORE = "\x1b7", "\x1b8"  # the place of the cursor


class Keyboard:
    """Lines from stdin; on a terminal there is a prompt, which shows the seconds that are left.

    Args:
        screen: where the prompt goes.
    """

    def __init__(self, screen: TextIO) -> None:
        self._kept = b""
        self._screen = screen
        self.is_terminal = sys.stdin.isatty() and screen.isatty()

    def line(self, until: float | None) -> str | None:
        """The next line; None when the time, as `monotonic` tells it, has come.

        Raises:
            EOFError: there are no more lines.
        """
        self._show(_prompt(until))
        while b"\n" not in self._kept and len(self._kept) < _LONGEST:
            if not self._is_ready(until):
                self._forget()
                return None
            self._kept += self._read()
        line, _, self._kept = self._kept.partition(b"\n")
        return line.decode(errors="replace").strip()

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
        """Waits for input, and wakes each second to move the clock on."""
        if until is None:
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
            termios.tcflush(sys.stdin, termios.TCIFLUSH)
            self._show("\n")

    def _show(self, text: str) -> None:
        if self.is_terminal:
            self._screen.write(text)
            self._screen.flush()


def _prompt(until: float | None) -> str:
    return "> " if until is None else f"[{max(0, ceil(until - monotonic())):>2}] "
