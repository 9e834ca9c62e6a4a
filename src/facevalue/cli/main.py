"""The entry point of the command line: `solve NUMBERS...` is answered here, all else in `app`.

Loading click takes as long as everything else that `facevalue solve 8 8 3 3` does: without it the
command takes 60 ms instead of 125. A test holds both ways to the same output.
"""

from __future__ import annotations

import sys

from facevalue.cli.arguments import plain_question
from facevalue.cli.lines import guarded, solve
from facevalue.cli.streams import on_standard_streams

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command and returns its exit code: 0 yes, 1 no, 2 bad usage, 3 the system failed.

    >>> main(["solve", "8", "8", "3", "3"])
    8/(3-8/3)
    0
    """
    given = sys.argv[1:] if arguments is None else list(arguments)
    return on_standard_streams(lambda: _answered(given))


def _answered(given: Sequence[str]) -> int:
    question = plain_question(given)
    if question is not None:
        return guarded(lambda: solve(*question))
    from facevalue.cli.app import run  # noqa: PLC0415 - it loads click, which the plain way avoids

    return run(given)
