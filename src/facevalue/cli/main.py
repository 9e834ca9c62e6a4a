"""The door of the command line: a plain question is answered at once, all else goes to `app`.

The plain question calls the function that the verb in `app` calls, and a test holds both ways to
the same output.
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
