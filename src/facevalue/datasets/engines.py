"""Runs the build of shards: on threads of this process, or as tasks of Ray.

An engine gets a function that builds a shard, the shards, and how many to build at once. It yields
the records in any order, since no shard needs another.
"""

from __future__ import annotations

import errno
import os
from collections import deque
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import TYPE_CHECKING, Any

from facevalue.budget import Helpers, check_deadline
from facevalue.errors import FaceValueError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import TypeAlias

    from facevalue.datasets.manifest import ShardRecord
    from facevalue.datasets.shards import ShardPlan

    # Takes a `ShardPlan` and `workers`; it can be sent to other machines.
    BuildShard: TypeAlias = Callable[..., ShardRecord]

ENGINES = ("local", "ray")
_BETWEEN_LOOKS = 0.05  # seconds of waiting for Ray between two looks whether to end


def local(
    build: BuildShard, plans: Sequence[ShardPlan], workers: int | None
) -> Iterator[ShardRecord]:
    """Builds shards on threads; the core and pyarrow release the interpreter's lock.

    If there are fewer shards than threads, each shard gets several. Ctrl-C and deadlines end all of
    them.
    """
    count = workers or os.cpu_count() or 1
    helpers = Helpers()
    share = max(1, count // max(len(plans), 1))
    running: set[Future[ShardRecord]] = set()
    with ThreadPoolExecutor(min(count, max(len(plans), 1))) as pool:
        try:
            for plan in plans:
                running.add(_submitted(pool, helpers, build, plan, workers=share))
            while running:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                yield from (each.result() for each in done)
        finally:
            helpers.cancel()
            for each in running:
                each.cancel()


def _submitted(
    pool: ThreadPoolExecutor, helpers: Helpers, build: BuildShard, plan: ShardPlan, *, workers: int
) -> Future[ShardRecord]:
    try:
        return pool.submit(helpers.run, build, plan, workers=workers)
    except RuntimeError:  # what Python raises if the system has no more threads
        pool.shutdown(wait=False, cancel_futures=True)
        message = "cannot start another thread; build fewer shards at once"
        raise OSError(errno.EAGAIN, message) from None


def ray(
    build: BuildShard, plans: Sequence[ShardPlan], workers: int | None, address: str | None
) -> Iterator[ShardRecord]:
    """Builds shards as tasks of Ray, on the cluster at an address or one started on this machine.

    Ray repeats a task elsewhere if its worker dies.
    """
    package = _ray()
    is_ours = not package.is_initialized()
    if is_ours:
        _start_ray(package, workers, address)
    try:
        at_once = workers or max(1, int(package.cluster_resources().get("CPU", 1)))
        yield from _ray_records(package, build, plans, at_once)
    finally:
        if is_ours:
            package.shutdown()


def _start_ray(package: Any, workers: int | None, address: str | None) -> None:  # noqa: ANN401 - a module
    is_here = address is None and "RAY_ADDRESS" not in os.environ
    package.init(
        address=address,
        num_cpus=workers if is_here else None,
        include_dashboard=False if is_here else None,
        log_to_driver=False,
        logging_level="error",
    )


def _ray_records(
    package: Any,  # noqa: ANN401 - a module
    build: BuildShard,
    plans: Sequence[ShardPlan],
    at_once: int,
) -> Iterator[ShardRecord]:
    """Yields each record when its shard is built."""
    task = package.remote(max_retries=-1)(_call)
    waiting = deque(plans)
    running: list[Any] = []
    try:
        while waiting or running:
            # Twice as many as run at once, so that no worker waits for the next task.
            while waiting and len(running) < 2 * at_once:
                running.append(task.remote(build, waiting.popleft()))
            done, running = package.wait(running, timeout=_BETWEEN_LOOKS)
            check_deadline()
            if done:
                yield package.get(done[0])
    except package.exceptions.RayTaskError as error:
        raise error.cause from None
    finally:
        for each in running:
            package.cancel(each, force=True)


def _call(build: BuildShard, plan: ShardPlan) -> ShardRecord:
    return build(plan)


def _ray() -> Any:  # noqa: ANN401 - a module that is an extra
    try:
        import ray  # noqa: PLC0415 - an extra
    except ImportError:
        raise FaceValueError(
            "the engine ray needs Ray: pip install 'facevalue[data,ray]'"
        ) from None
    return ray
