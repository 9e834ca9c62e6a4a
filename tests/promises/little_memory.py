"""Run a long call with little memory, once for each amount, and print how it ended.

Run by tests/promises/test_little_memory.py: `python -m tests.promises.little_memory NAME` prints a
line of JSON for each amount. Each run is a process forked after everything is loaded, in which the
system gives no more memory than that (RLIMIT_AS). The call runs in the main thread and then in
another one. It may finish, reach its deadline or raise MemoryError; then the memory is given back,
and a call must return the right result.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
import threading
import warnings
from typing import TYPE_CHECKING

import facevalue as fv
from facevalue import poker
from tests.promises.long_calls import LONG

if TYPE_CHECKING:
    from collections.abc import Callable

ROOMS = (0.25, 1, 4, 16, 64)  # megabytes
SECONDS = 0.3  # of each call


def end_of(call: Callable[[], object]) -> str:
    try:
        with fv.deadline(SECONDS):
            call()
    except (MemoryError, fv.DeadlineError) as error:
        return "MemoryError" if isinstance(error, MemoryError) else "DeadlineError"
    except BaseException as error:  # noqa: BLE001 - the test looks for any error
        return f"{type(error).__name__}: {error}"
    return "result"


def ends(call: Callable[[], object], room: float) -> list[str]:
    """How the call ends with that much room, in this thread and in another one."""
    found = []
    begin = threading.Event()

    def in_another_thread() -> None:
        begin.wait()
        found.append(end_of(call))

    thread = threading.Thread(target=in_another_thread)
    thread.start()
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    with open("/proc/self/statm") as file:  # noqa: PTH123 - as little as possible
        used = int(file.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + int(room * 2**20), hard))
    found.append(end_of(call))
    begin.set()
    thread.join()
    resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
    if fv.solve("8 8 3 3").first.value != 24 or poker.evaluate("AhAdAcAsKh") <= poker.evaluate(
        "KhKdKcKsAh"
    ):
        found.append("wrong afterwards")
    return found


def main() -> None:
    (name,) = sys.argv[1:]
    call = LONG[name]
    warnings.simplefilter("ignore", DeprecationWarning)  # the library may have started threads
    end_of(call)  # loads what the call needs
    poker.evaluate("AhAdAcAsKh")
    fv.solve("8 8 3 3").count()
    for room in ROOMS:
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            signal.alarm(60)
            os.write(write, json.dumps(ends(call, room)).encode())
            os._exit(0)
        os.close(write)
        with open(read, "rb") as pipe:  # noqa: PTH123 - of a descriptor
            text = pipe.read()
        _, status = os.waitpid(child, 0)
        code = os.waitstatus_to_exitcode(status)
        print(json.dumps({"room": room, "code": code, "ends": json.loads(text or "[]")}))  # noqa: T201 - its output


if __name__ == "__main__":
    main()
