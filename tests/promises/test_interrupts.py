"""Interrupted calls: by Ctrl-C, by lack of memory, by the end of the interpreter.

The process survives, and the same call gives the right result when it is repeated. Each
test runs in a separate interpreter.
"""

import resource
import subprocess
import sys
import textwrap

import pytest

HEAD = """
import os, resource, signal, sys, threading, time
import numpy as np
import facevalue as fv

class interrupted_after:
    '''Presses Ctrl-C so many seconds later; what is inside has to end with KeyboardInterrupt.'''

    def __init__(self, seconds):
        self.timer = threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGINT))

    def __enter__(self):
        self.timer.start()

    def __exit__(self, kind, *_):
        self.timer.join()
        assert kind is KeyboardInterrupt, kind
        return True

signal.signal(signal.SIGINT, signal.default_int_handler)
"""


def run(code, timeout=120):
    script = HEAD + textwrap.dedent(code)
    return subprocess.run(
        [sys.executable, "-c", script], check=False, capture_output=True, text=True, timeout=timeout
    )


def assert_runs(code):
    done = run(code)
    assert (0, "", "") == (done.returncode, done.stdout, done.stderr)


# Ctrl-C ------------------------------------------------------------------------------------------

ASKED_AGAIN = {
    "list": ("list(s)", "1 2 3 4 5 6 7 8"),
    "count": ("s.count()", "1 2 3 4 5 6 7 8"),
    "first": ("s.first", "1 2 3 4 5 6 7 8 9"),
}


@pytest.mark.few_quick(1)
@pytest.mark.parametrize("name", ASKED_AGAIN)
def test_solutions_may_be_used_again_after_ctrl_c(name):
    call, numbers = ASKED_AGAIN[name]
    assert_runs(
        f"""
        s = fv.solve("{numbers}")
        with interrupted_after(0.1):
            {call}
        small = fv.solve("1 2 3 4 5 6 7")
        assert small.count() == 12574 == len(list(small))
        if "{name}" != "first":
            first = s.first
            assert first.value == 24
            assert next(iter(s)) == first
        """
    )


@pytest.mark.slow
def test_other_iterations_continue_after_ctrl_c():
    assert_runs(
        """
        s, whole = fv.solve("1 2 3 4 5 6 7"), list(fv.solve("1 2 3 4 5 6 7"))
        reading = iter(s)
        begun = [next(reading) for _ in range(300)]
        with interrupted_after(0.1):
            while True:
                list(s), s.count()
        assert list(s) == whole
        assert begun + list(reading) == whole
        """
    )


@pytest.mark.slow
def test_a_walk_may_be_used_again_after_ctrl_c():
    assert_runs(
        """
        s = fv.solve("1 2 3 4 5 6", method="walk", workers=2)
        with interrupted_after(0.1):
            s.count()
        assert s.count() == 692
        """
    )


@pytest.mark.slow
def test_candidates_of_sixteen_numbers_begin_at_once_and_end_on_ctrl_c():
    assert_runs(
        """
        for rules in ("raku", "classic", fv.Rules("sums", operators="+-", grouping="left")):
            candidates = fv.candidates(range(1, 17), rules)
            start = time.perf_counter()
            first = str(next(iter(candidates)))
            right = "+(".join(map(str, range(1, 16))) + "+16" + ")" * 14
            assert first == (right if rules == "classic" else "+".join(map(str, range(1, 17))))
            assert time.perf_counter() - start < 10
            with interrupted_after(0.1):
                sum(1 for _ in candidates)
            assert str(next(iter(candidates))) == first
        """
    )


@pytest.mark.slow
def test_a_handler_that_calls_the_same_object_is_refused():
    assert_runs(
        """
        s = fv.solve("1 2 3 4 5 6 7 8")
        refused = []
        def handler(*_):
            try:
                s.count()
            except RuntimeError as error:
                refused.append(str(error))
            raise KeyboardInterrupt
        signal.signal(signal.SIGINT, handler)
        with interrupted_after(0.1):
            list(s)
        assert refused == ["this thread is in the middle of a call of the same object"]
        assert s.first.value == 24
        """
    )


def test_ctrl_c_ends_the_wait_for_a_round_that_another_thread_is_playing():
    assert_runs(
        """
        play, is_held, is_over = fv.puzzle.Round(fv.Puzzle("8 8 3 3")), *(
            threading.Event() for _ in range(2)
        )

        def hold():
            with play._lock:
                is_held.set()
                is_over.wait()

        thread = threading.Thread(target=hold)
        thread.start()
        is_held.wait()
        with interrupted_after(0.1):
            play.hint()
        is_over.set()
        thread.join()
        assert play.hint()
        """
    )


# Threads and memory ------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_thread_that_waits_for_another_can_be_interrupted():
    assert_runs(
        """
        s = fv.solve("1 2 3 4 5 6 7 8")
        threading.Thread(target=s.count, daemon=True).start()
        time.sleep(0.05)
        with interrupted_after(0.1):
            s.count()
        assert s.count() == 301057
        """
    )


@pytest.mark.slow
def test_want_of_memory_leaves_solutions_as_they_were():
    assert_runs(
        """
        def used():
            return int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()

        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        failures = 0
        for more in range(1, 80, 3):
            s = fv.solve("1 2 3 4 5 6 7")
            resource.setrlimit(resource.RLIMIT_AS, (used() + more * 1_000_000, hard))
            try:
                s.count()
            except MemoryError:
                failures += 1
            resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
            assert s.count() == 12574
        assert failures
        """
    )


def test_threads_that_cannot_be_started_leave_the_work_to_those_that_can():
    # The stack of a thread is reserved when it starts: of a gigabyte each, two find room.
    code = """
        rows = np.random.default_rng(1).integers(1, 60, (20_000, 4))
        expected = fv.count_many(rows)
        used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        for room, started in ((500_000_000, 0), (1_600_000_000, 1), (2_700_000_000, 2)):
            resource.setrlimit(resource.RLIMIT_AS, (used + room, hard))
            end = threading.Event()
            waiting = [threading.Thread(target=end.wait) for _ in range(3)]
            found = 0
            for thread in waiting:
                try:
                    thread.start()
                except RuntimeError:
                    continue
                found += 1
            end.set()
            [thread.join() for thread in waiting[:found]]
            assert found == started, (found, started)
            assert (fv.count_many(rows, workers=64) == expected).all()
        resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
        """
    stack = (10**9, resource.getrlimit(resource.RLIMIT_STACK)[1])
    done = subprocess.run(
        [sys.executable, "-c", HEAD + textwrap.dedent(code)],
        check=False,
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_STACK, stack),
    )
    assert (0, "", "") == (done.returncode, done.stdout, done.stderr)


# The end of the interpreter ----------------------------------------------------------------------

LONG_CALLS = {
    "solve": "list(fv.solve('1 2 3 4 5 6 7 8 9', limit=None))",
    "walk": "[fv.solve('1 2 3 4 5 6', method='walk', workers=2).count() for _ in range(9)]",
    "count_many": "fv.count_many(np.random.default_rng(1).integers(1, 99, (10**6, 6)), workers=2)",
    "whole_game": "fv.whole_game('whole', tiles=range(1, 31), size=6, limit=None, progress=print)",
    "equity": "fv.poker.equity('random', 'random', 'random', samples=10**9, limit=None)",
    "check_many": "fv.check_many(['1+' * 300 + '1'] * 10**6, [1] * 301, 301, workers=2)",
    "candidates": "sum(1 for _ in fv.candidates(range(1, 17)))",
}


@pytest.mark.few_quick(2)
@pytest.mark.parametrize("name", LONG_CALLS)
def test_the_interpreter_exits_while_a_daemon_thread_is_in_a_long_call(name):
    done = run(
        f"""
        thread = threading.Thread(target=lambda: {LONG_CALLS[name]}, daemon=True)
        thread.start()
        time.sleep(0.3)
        assert thread.is_alive()
        print("end", flush=True)
        """,
        timeout=30,
    )
    assert (0, "") == (done.returncode, done.stderr)
    assert "end" in done.stdout.splitlines()


@pytest.mark.slow
def test_a_new_process_may_be_forked_while_others_are_in_a_long_call():
    assert_runs(
        """
        import warnings
        warnings.simplefilter("ignore", DeprecationWarning)
        fv.solve("8 8 3 3").count()  # all modules are there: no import lock is held while it forks
        call = fv.solve(range(1, 10), limit=None).count
        thread = threading.Thread(target=call, daemon=True)
        thread.start()
        time.sleep(0.2)
        assert thread.is_alive()
        child = os.fork()
        if child == 0:
            sys.exit(0 if fv.solve("8 8 3 3").count() == 1 else 1)
        assert os.waitpid(child, 0)[1] == 0
        """
    )
