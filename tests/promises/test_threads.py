"""Threads that share objects get the same results as one thread; .ci/threads looks for races."""

import importlib
import inspect
import pickle
import subprocess
import sys
import threading
from contextlib import contextmanager
from itertools import islice

import pytest

import facevalue as fv
from facevalue.names import packages, public_names
from facevalue.value import Value
from tests.paths import ROOT
from tests.promises.shared_objects import CASES, ITERATORS, UNCHANGING
from tools import threads

READS = [(name, read) for name, case in CASES.items() for read in case.reads]


@contextmanager
def switching_often():
    """Let Python switch threads about every microsecond, instead of every five milliseconds."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        yield
    finally:
        sys.setswitchinterval(interval)


def call_all(calls):
    """Make each call in a new thread; return the errors."""
    errors = []

    def guarded(call):
        try:
            call()
        except Exception as error:  # noqa: BLE001 - the test shows any error
            errors.append(repr(error))

    running = [threading.Thread(target=guarded, args=(call,)) for call in calls]
    with switching_often():
        for thread in running:
            thread.start()
        for thread in running:
            thread.join()
    return errors


@pytest.mark.parametrize(("name", "read"), READS)
def test_a_thread_never_reads_half_of_a_change(name, read):
    case, found = CASES[name], []
    shared, is_changed = case.make(), threading.Event()

    def change():
        try:
            for _ in case.changes(shared):
                pass
        finally:
            is_changed.set()

    def look():
        while not is_changed.is_set():
            found.append(case.reads[read](shared))
        found.append(case.reads[read](shared))

    assert call_all([change, look]) == []
    assert False not in found, f"{found.count(False)} of {len(found)} are false"


def run_with(call, file, meanwhile):
    """Call `meanwhile` before each instruction that `call` runs of a file; return how many."""
    count = 0

    def trace(frame, event, _):
        nonlocal count
        if frame.f_code.co_filename != file:
            return None
        frame.f_trace_opcodes = True
        if event == "opcode":
            meanwhile(count)
            count += 1
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        call()
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize(("name", "read"), READS)
def test_no_instruction_of_a_change_leaves_half_of_it(name, read):
    case = CASES[name]
    shared, found = case.make(), []
    changes = iter(case.changes(shared))
    for _ in range(3):
        run_with(
            lambda: next(changes),
            case.file,
            lambda _: found.append(case.reads[read](shared)),
        )
    assert found
    assert False not in found


@pytest.mark.parametrize(("name", "read"), READS)
def test_a_change_at_any_instruction_of_a_reader_is_read_wholly_or_not_at_all(name, read):
    case = CASES[name]
    call = case.reads[read]

    def read_changed_at(place):
        """Make a change before this instruction; return how many there are."""
        shared = case.make()
        changes = iter(case.changes(shared))
        next(changes)
        found = []
        count = run_with(
            lambda: found.append(call(shared)),
            case.file,
            lambda number: number == place and next(changes),
        )
        assert found == [True], place
        return count

    count = read_changed_at(-1)
    for place in range(0, count, 1 + count // 40):
        read_changed_at(place)


@pytest.mark.parametrize("name", ITERATORS)
def test_threads_share_an_iterator_and_each_item_goes_to_one(name):
    make, length = ITERATORS[name]
    expected = [str(next(alone)) for alone in [make()] for _ in range(length)]
    shared, found = make(), []
    places = iter(range(length))

    def take():
        found.extend(str(next(shared)) for _ in places)

    assert call_all([take] * 4) == []
    assert sorted(found) == sorted(expected)


@pytest.mark.parametrize("name", ITERATORS)
def test_an_iterator_continues_after_a_deadline(name):
    make, length = ITERATORS[name]
    expected = [str(next(alone)) for alone in [make()] for _ in range(length)]
    shared, found, late = make(), [], 0
    while len(found) < length:
        try:
            with fv.deadline(0):
                found.append(str(next(shared)))
        except fv.DeadlineError:
            late += 1
            found.append(str(next(shared)))
    assert found == expected
    assert late or name == "Deck.deal"


@pytest.mark.parametrize("make", [lambda: fv.generate(seed=1), lambda: fv.puzzle.deals(seed=1)])
def test_a_pickled_iterator_continues_where_it_was(make):
    shared = make()
    begun = list(islice(shared, 100))
    again = pickle.loads(pickle.dumps(shared))
    assert list(islice(again, 200)) == list(islice(shared, 200)) != begun


def test_no_public_class_with_a_state_is_forgotten():
    classes = {
        name: found
        for package in packages()
        if package != "facevalue.adapters"
        for name in public_names(package)
        if inspect.isclass(found := getattr(importlib.import_module(package), name))
    }
    are_values = (Value, tuple, Exception)
    with_state = {
        name
        for name, found in classes.items()
        if not issubclass(found, are_values) and found.__setattr__ is object.__setattr__
    }
    assert with_state == {*CASES, *UNCHANGING, "Generated"}


@pytest.mark.slow
def test_threads_get_the_same_results_as_one_thread():
    assert threads.find_differences(seconds=1) == []


@pytest.mark.slow
def test_threads_may_load_the_package_and_the_table_of_match_ups_at_once(tmp_path):
    command = [sys.executable, "-m", "tools.threads", "--seconds", "0", "--cache", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (0, "all threads got the same results\n") == (done.returncode, done.stdout), done.stderr
