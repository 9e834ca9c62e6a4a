"""Times of whole commands and of requests to the server; every output is checked."""

from __future__ import annotations

import asyncio
from functools import partial
from itertools import chain
from time import perf_counter
from typing import TYPE_CHECKING, Any

from rich.console import Console

from benchmarks import rivals
from benchmarks.measure import measure
from benchmarks.processes import FACEVALUE, PYTHON, output_of
from benchmarks.report import Work, figures
from benchmarks.suites.numbers import random_hands

if TYPE_CHECKING:
    from collections.abc import Iterator

    from facevalue.web.server import Application

# The allowed time of a command, in times of an empty interpreter.
PLAIN, SOLVE = 3, 2
TWO_HANDS = "AhKh   46.2145%  win 787966  tie 6732  lose 917606"
LOADS_ALL = """
import facevalue as fv
for name in fv.__all__:
    name == "adapters" or getattr(fv, name)
print(len(fv.__all__) > 40)
"""


def works(bare: float) -> Iterator[Work]:
    """The commands; `bare` is the time of `python -c pass`. The result is the first line."""
    for words, times, line in (
        ("solve 8 8 3 3", SOLVE, "8/(3-8/3)"),
        ("check 8/(3-8/3) --numbers 8,8,3,3", PLAIN, "correct: 8/(3-8/3) = 24"),
        ("hand 7H 7S 7D AS AC", PLAIN, "Full House, Sevens full of Aces"),
        ("hint 8 8 3 3 --target 24", PLAIN, "1 solution"),
        ("deal --seed 24", PLAIN, "6c 7s 4d 3d -> 24"),
        ("equity AhKh QsQd", PLAIN, TWO_HANDS),
        ("--help", PLAIN, "Usage: facevalue [OPTIONS] COMMAND [ARGS]..."),
    ):
        call = partial(output_of, FACEVALUE, *words.split())
        yield Work(f"facevalue {words}", times * bare, call, line, first_line, clock=perf_counter)
    everything = partial(output_of, PYTHON, "-c", LOADS_ALL)
    name = "import facevalue, every public name"
    yield Work(name, bare + 8e-3, everything, "True", clock=perf_counter)


def requests() -> Iterator[Work]:
    """Requests to the application of the server in this process, without a network."""
    if not rivals.is_installed("starlette"):
        return
    from facevalue.web.server import Application  # noqa: PLC0415 - an optional extra

    application = Application()
    with asyncio.Runner() as runner:
        # `Runner.run` would set the handler of Ctrl-C for each request, which no server does.
        answer = runner.get_loop().run_until_complete
        yield Work(
            "GET /api/solve: a hand of 24",
            120e-6,
            lambda query: answer(status_of(application, query)),
            {200},
            set,
            questions=[f"numbers={','.join(map(str, hand))}" for hand, _ in random_hands(4, 1001)],
        )


async def status_of(application: Application, query: str) -> int:
    """The status of the answer to a request."""
    sent: list[Any] = []

    async def receive() -> dict[str, str]:
        return {"type": "http.request"}

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": "GET",
        "path": "/api/solve",
        "query_string": query.encode(),
        "headers": [(b"host", b"localhost")],
    }
    await application(scope, receive, send)
    return int(sent[0]["status"])


def first_line(text: str) -> str:
    """The first line of what a command prints."""
    return text.partition("\n")[0]


def main() -> bool:
    """Print the figures; return whether every output was right."""
    bare, _ = measure(partial(output_of, PYTHON, "-c", "pass"), perf_counter)
    numpy, _ = measure(partial(output_of, PYTHON, "-c", "import numpy"), perf_counter)
    table, right = figures(chain(works(bare.median), requests()))
    table.add_row("python -c pass", "", str(bare))
    table.add_row("python -c 'import numpy'", "", str(numpy))
    Console(width=180).print(table)
    return right
