"""The engines that build shards: on threads, and as tasks of Ray, with a stand-in for Ray."""

from __future__ import annotations

import pytest

from facevalue.datasets import engines


class TaskError(Exception):
    def __init__(self, cause):
        self.cause = cause


class StandIn:
    """What the engine uses of the package `ray`; a task runs when its result is asked for."""

    class exceptions:  # noqa: N801 - its name in Ray
        RayTaskError = TaskError

    def __init__(self, *, is_running=False, processors=2):
        self.is_running = is_running
        self.processors = processors
        self.calls = []
        self.most_at_once = 0

    def is_initialized(self):
        return self.is_running

    def init(self, **options):
        self.calls.append(("init", options))

    def shutdown(self):
        self.calls.append("shutdown")

    def cluster_resources(self):
        return {"CPU": float(self.processors)} if self.processors else {}

    def remote(self, **options):
        assert options == {"max_retries": -1}  # a task whose worker dies runs again
        return Task

    def wait(self, running, timeout):
        assert timeout < 0.1  # a deadline is looked at in between
        self.most_at_once = max(self.most_at_once, len(running))
        return running[:1], running[1:]

    def get(self, task):
        try:
            return task()
        except ArithmeticError as error:
            raise TaskError(error) from None

    def cancel(self, task, *, force):
        self.calls.append(("cancel", task(), force))


class Task:
    def __init__(self, call):
        self.call = call

    def remote(self, build, plan):
        return lambda: self.call(build, plan)


@pytest.fixture
def built(monkeypatch):
    """Builds shards 0, 1, ... on a stand-in; the record of a shard is its square."""
    monkeypatch.delenv("RAY_ADDRESS", raising=False)

    def build(package, count=20, workers=None, address=None, make=lambda plan: plan**2):
        monkeypatch.setattr(engines, "_ray", lambda: package)
        return engines.ray(make, range(count), workers, address)

    return build


@pytest.mark.parametrize(
    ("workers", "processors", "most"), [(3, 2, 6), (None, 5, 10), (None, 0, 2)]
)
def test_ray_gets_twice_as_many_tasks_as_it_runs_at_once(built, workers, processors, most):
    package = StandIn(processors=processors)
    assert [plan**2 for plan in range(20)] == sorted(built(package, workers=workers))
    assert most == package.most_at_once


@pytest.mark.parametrize("count", [0, 1])
def test_few_shards_are_few_tasks(built, count):
    package = StandIn()
    assert [0][:count] == list(built(package, count))
    assert count == package.most_at_once


def test_ray_is_started_on_this_machine_and_ended(built):
    package = StandIn()
    list(built(package, workers=3))
    here = {"address": None, "num_cpus": 3, "include_dashboard": False}
    assert [("init", {**here, "log_to_driver": False, "logging_level": "error"}), "shutdown"] == (
        package.calls
    )


@pytest.mark.parametrize("is_named_by_ray", [False, True])
def test_a_cluster_is_asked_for_its_own_settings(built, monkeypatch, is_named_by_ray):
    if is_named_by_ray:
        monkeypatch.setenv("RAY_ADDRESS", "10.0.0.1:6379")
    package = StandIn()
    list(built(package, workers=3, address=None if is_named_by_ray else "10.0.0.1:6379"))
    options = package.calls[0][1]
    assert (None, None) == (options["num_cpus"], options["include_dashboard"])
    assert (None if is_named_by_ray else "10.0.0.1:6379") == options["address"]


def test_a_running_ray_is_neither_started_nor_ended(built):
    package = StandIn(is_running=True)
    list(built(package))
    assert [] == package.calls


def test_an_error_of_a_task_is_raised_and_ends_the_other_tasks(built):
    package = StandIn()
    with pytest.raises(ZeroDivisionError):
        list(built(package, count=4, make=lambda plan: 1 // plan))
    assert [("cancel", 1, True), ("cancel", 0, True), ("cancel", 0, True), "shutdown"] == (
        package.calls[1:]
    )


@pytest.mark.parametrize(
    ("workers", "count", "share"), [(8, 2, 4), (8, 3, 2), (2, 9, 1), (1, 1, 1), (3, 0, None)]
)
def test_threads_are_shared_among_few_shards(workers, count, share):
    made = list(engines.local(lambda plan, workers: (plan, workers), range(count), workers))
    assert {(plan, share) for plan in range(count)} == set(made)
    assert count == len(made)
