"""A process may fork at any time: the child answers, also what another thread was about to prepare.

In the child only the forking thread exists. Unfinished work of other threads is started again
there, or refused, and nothing waits forever. Each test runs in a separate interpreter.
"""

import subprocess
import sys
import textwrap

import pytest

# All modules first: Python itself hangs in a child that imports what another thread was importing.
HEAD = """
import importlib, os, pkgutil, signal, sys, threading, time, warnings
import numpy as np
import facevalue as fv
from facevalue import poker
from facevalue.poker.equities import preflop
import fractions, hashlib, pathlib, tempfile

warnings.simplefilter("ignore")
for found in pkgutil.walk_packages(fv.__path__, "facevalue."):
    if found.name.split(".")[1] in ("poker", "puzzle"):
        importlib.import_module(found.name)

def ends_well(child):
    return os.waitpid(child, 0)[1] == 0

def forked(call):
    '''A child that makes a call; a signal ends it if it waits too long.'''
    child = os.fork()
    if child == 0:
        signal.alarm(30)
        try:
            call()
        except BaseException as error:
            print(repr(error), flush=True)
            os._exit(1)
        os._exit(0)
    return child
"""


def assert_runs(code):
    done = subprocess.run(
        [sys.executable, "-c", HEAD + textwrap.dedent(code)],
        check=False,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (0, "", "") == (done.returncode, done.stdout, done.stderr)


# Calls that make or load a table of the core at their first use.
FIRST_USES = {
    "four numbers": "fv.count_many([[8, 8, 3, 3], [1, 2, 3, 4], [6, 6, 5, 2]] * 50, 24)",
    "a search": 'fv.solve("1 2 3 4 5 6").count()',
    "hands": "poker.evaluate_many(SEVEN)",
    "short deck": 'poker.evaluate_many(SEVEN % 36 + 16, game="shortdeck")',
    "razz": 'poker.evaluate_many(SEVEN, game="razz")',
    "deuce to seven": 'poker.evaluate_many(SEVEN[:, :5], game="deuce7")',
    "two hands": 'poker.equity("AhKh", "QsQd")',
    "kinds of match-ups": "fv._core.matchup_kinds()",
    "hi-lo": 'poker.equity("AsKsQhJh", "9c9d8c7d", game="omaha8", board="Ts9h2c")',
}


@pytest.mark.few_slow(3)
@pytest.mark.few_quick(1)
@pytest.mark.parametrize("name", FIRST_USES)
def test_a_child_has_the_tables_that_a_thread_was_making(name):
    assert_runs(
        f"""
        rows = np.random.default_rng(1).random((100, 36))
        SEVEN = np.argsort(rows, axis=1)[:, :7].astype(np.uint8)
        use = lambda: {FIRST_USES[name]}

        def fork_during_first_use(delay):
            threading.Thread(target=use, daemon=True).start()
            end = time.perf_counter() + delay
            while time.perf_counter() < end:
                time.sleep(0)
            assert ends_well(forked(use))

        # Nothing has been used in this process, and each child begins there.
        for place in range(20):
            assert ends_well(forked(lambda: fork_during_first_use(place / 2000))), place
        """
    )


@pytest.mark.slow
def test_a_child_computes_the_table_of_matchups_that_a_thread_was_computing(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert_runs(
        """
        is_computing = threading.Event()
        prepare = lambda: preflop.prepare(lambda done, total: is_computing.set())
        threading.Thread(target=prepare, daemon=True).start()
        assert is_computing.wait(30)
        child = forked(lambda: poker.matchup("AhKh", "QsQd"))
        assert not preflop._SHELF  # the thread is still at it
        assert ends_well(child)
        """
    )


def test_a_child_may_continue_a_round_that_a_thread_was_playing():
    assert_runs(
        """
        play = fv.puzzle.Round(fv.Puzzle("8 8 3 3"))
        is_held = threading.Event()

        def hold():
            with play._lock:
                is_held.set()
                threading.Event().wait()

        threading.Thread(target=hold, daemon=True).start()
        assert is_held.wait(30)
        assert ends_well(forked(play.hint))
        """
    )


@pytest.mark.slow
def test_a_child_is_refused_the_solutions_that_a_thread_was_looking_for():
    assert_runs(
        """
        solutions = fv.solve(range(1, 10), limit=None)
        threading.Thread(target=solutions.count, daemon=True).start()
        time.sleep(0.3)

        def ask():
            try:
                solutions.count()
            except RuntimeError as error:
                assert "was forked in the middle of a call" in str(error)
            else:
                raise AssertionError("not refused")

        assert ends_well(forked(ask))
        """
    )
