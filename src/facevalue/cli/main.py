"""The entry point of the command line: everyday questions are answered here, all else in `app`.

Loading click takes longer than everything else that `facevalue solve 8 8 3 3` does, so the plain
form of some verbs does without. A test holds both ways to the same output.
"""

from __future__ import annotations

import gc
import os
import sys

from facevalue.cli.arguments import is_overview, plain_question, plain_verb
from facevalue.cli.lines import guarded, solve
from facevalue.cli.streams import on_standard_streams

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


# Shells set it when click shall complete a word, or print the script that does.
_COMPLETION = "_FACEVALUE_COMPLETE"


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command and returns its exit code: 0 yes, 1 no, 2 bad usage, 3 the system failed.

    >>> main(["solve", "8", "8", "3", "3"])
    8/(3-8/3)
    0
    """
    if arguments is not None:
        return on_standard_streams(lambda: _answered(list(arguments)))
    # Looking for garbage while modules load and again when the process ends finds none, and takes
    # a tenth of the time of a plain question.
    gc.disable()
    code = on_standard_streams(lambda: _answered(sys.argv[1:]))
    gc.freeze()
    return code


def _answered(given: Sequence[str]) -> int:
    if _COMPLETION not in os.environ:
        question = plain_question(given)
        if question is not None:
            return guarded(lambda: solve(*question))
        code = _answered_plainly(given)
        if code is not None:
            return code
    from facevalue.cli.app import run  # noqa: PLC0415 - it loads click, which the plain way avoids

    gc.enable()
    return run(given)


def _answered_plainly(given: Sequence[str]) -> int | None:
    plain = plain_verb(given)
    if plain is None and not is_overview(given):
        return None
    from facevalue.cli import plain_verbs  # noqa: PLC0415 - most questions are for `solve`

    return plain_verbs.show_overview() if plain is None else plain_verbs.answered(*plain)
