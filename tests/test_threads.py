"""Threads that share objects get the same results as one thread; .ci/threads looks for races."""

import subprocess
import sys
from pathlib import Path

import pytest

from tools import threads

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.slow
def test_threads_get_the_same_results_as_one_thread():
    assert threads.find_differences(seconds=1) == []


@pytest.mark.slow
def test_threads_may_load_the_package_and_the_table_of_match_ups_at_once(tmp_path):
    command = [sys.executable, "-m", "tools.threads", "--seconds", "0", "--cache", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (0, "all threads got the same results\n") == (done.returncode, done.stdout), done.stderr
