"""Where shards are made: on threads of this process, or as tasks of Ray; no scheduler of our own.

An engine takes what makes a shard, the shards and how many may be made at once, and yields what
comes out, in any order. Any order will do: no shard needs another.
"""

from __future__ import annotations

import os
from collections import deque
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from threading import Event
from typing import TYPE_CHECKING, Any, Protocol

from facevalue.errors import FaceValueError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from facevalue.datasets.manifest import ShardRecord
    from facevalue.datasets.shards import ShardPlan

ENGINES = ("local", "ray")


class Make(Protocol):
    """What makes a shard: it can be sent to another machine."""

    def __call__(
        self, shard: ShardPlan, *, workers: int = 1, is_stopped: Callable[[], bool] = ...
    ) -> ShardRecord:
        """Makes the shard, writes its files, and tells what they are."""


def local(make: Make, shards: Sequence[ShardPlan], workers: int | None) -> Iterator[ShardRecord]:
    """On threads: the core and pyarrow let go of the interpreter's lock for nearly all their time.

    Fewer shards than threads share the threads. Ctrl-C ends all of them within a second or so.
    """
    count = workers or os.cpu_count() or 1
    stop = Event()
    share = max(1, count // max(len(shards), 1))
    with ThreadPoolExecutor(min(count, max(len(shards), 1))) as pool:
        running = {
            pool.submit(make, shard, workers=share, is_stopped=stop.is_set) for shard in shards
        }
        try:
            while running:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                yield from (each.result() for each in done)
        finally:
            stop.set()
            for each in running:
                each.cancel()


def ray(
    make: Make, shards: Sequence[ShardPlan], workers: int | None, address: str | None
) -> Iterator[ShardRecord]:
    """As tasks of Ray: on the cluster of an address, or on one that is started on this machine.

    A task whose worker dies is done again by Ray, elsewhere.
    """
    package = _ray()
    is_ours = not package.is_initialized()
    if is_ours:
        _begin(package, workers, address)
    try:
        most = workers or max(1, int(package.cluster_resources().get("CPU", 1)))
        yield from _done(package, make, shards, most)
    finally:
        if is_ours:
            package.shutdown()


def _begin(package: Any, workers: int | None, address: str | None) -> None:  # noqa: ANN401 - a module
    is_here = address is None and "RAY_ADDRESS" not in os.environ
    package.init(
        address=address,
        num_cpus=workers if is_here else None,
        include_dashboard=False if is_here else None,
        log_to_driver=False,
        logging_level="error",
    )


def _done(
    package: Any,  # noqa: ANN401 - a module
    make: Make,
    shards: Sequence[ShardPlan],
    most: int,
) -> Iterator[ShardRecord]:
    """Each shard when it is made; a few more than are made at once wait in line."""
    task = package.remote(max_retries=-1)(_made)
    waiting = deque(shards)
    running: list[Any] = []
    try:
        while waiting or running:
            while waiting and len(running) < 2 * most:
                running.append(task.remote(make, waiting.popleft()))
            done, running = package.wait(running)
            yield package.get(done[0])
    except package.exceptions.RayTaskError as error:
        raise error.cause from None
    finally:
        for each in running:
            package.cancel(each, force=True)


def _made(make: Make, shard: ShardPlan) -> ShardRecord:
    return make(shard)


def _ray() -> Any:  # noqa: ANN401 - a module that is an extra
    try:
        import ray  # noqa: PLC0415 - an extra
    except ImportError:
        raise FaceValueError("expected ray: pip install 'facevalue[data,ray]'") from None
    return ray
