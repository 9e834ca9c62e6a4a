"""Threads that share objects get the answers that one thread gets; .ci/threads looks for races."""

import subprocess
import sys
from pathlib import Path

import pytest

from tools import threads

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.slow
def test_threads_get_the_answers_that_one_thread_gets():
    assert threads.differences(seconds=1) == []


@pytest.mark.slow
def test_threads_may_load_the_package_and_the_table_of_match_ups_at_the_same_moment(tmp_path):
    command = [sys.executable, "-m", "tools.threads", "--seconds", "0", "--cache", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (0, "all threads got the same answers\n") == (done.returncode, done.stdout), done.stderr
