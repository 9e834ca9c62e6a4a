"""Long calls with little memory: they raise MemoryError or finish, and never end the process."""

import json
import subprocess
import sys

import pytest

from tests.paths import ROOT
from tests.promises.long_calls import LONG

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="RLIMIT_AS and /proc are of Linux")


@pytest.mark.slow
@pytest.mark.few_slow(5)
@pytest.mark.parametrize("name", LONG)
def test_a_long_call_with_little_memory_raises_or_finishes(name):
    done = subprocess.run(
        [sys.executable, "-m", "tests.promises.little_memory", name],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert (0, "") == (done.returncode, done.stderr)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(found) == 5
    for run in found:
        assert run["code"] == 0, found
        assert len(run["ends"]) == 2, found
        assert {"MemoryError", "DeadlineError", "result"} >= set(run["ends"]), found
