"""Calls of the system that fail: no traceback, no lost row, no wrong number; see tools/faults."""

import json
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools.faults.driver import JOBS, Command

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "tools" / "faults" / "faults.c"
FILE_CALLS = ("write", "write on", "rename", "fsync", "open")

pytestmark = [
    pytest.mark.skipif(shutil.which("gcc") is None, reason="gcc is not there to compile faults.c"),
    pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="faults.c is for glibc on Linux"),
]


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    """faults.c, compiled."""
    target = tmp_path_factory.mktemp("faults") / "faults.so"
    options = ["-std=c11", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-pthread"]
    options.append("-fexceptions")  # the operators new throw
    subprocess.run(["gcc", *options, str(SOURCE), "-o", str(target), "-ldl"], check=True)
    return target


def reports(library, folder, name):
    """What the faults did to a job, by the kind of call that failed."""
    done = subprocess.run(
        [sys.executable, "-m", "tools.faults.driver", str(folder), name],
        cwd=ROOT,
        # Arrow's own allocator takes memory from the system page by page.
        env=os.environ | {"LD_PRELOAD": str(library), "ARROW_DEFAULT_MEMORY_POOL": "system"},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert (0, "") == (done.returncode, done.stderr)
    found = map(json.loads, done.stdout.splitlines())
    return {report["call"]: report for report in found}


@pytest.mark.slow
@pytest.mark.few_slow(4)
@pytest.mark.parametrize("name", JOBS)
def test_a_job_fails_in_one_line_and_goes_on_when_it_is_run_again(library, tmp_path, name):
    found = reports(library, tmp_path, name)
    assert [] == [problem for report in found.values() for problem in report["problems"]]
    faults = {call: report["faults"] for call, report in found.items()}
    print(name, faults)  # noqa: T201 - shown by pytest -rP
    assert set(JOBS[name].calls) == set(faults)
    wanted = FILE_CALLS if isinstance(JOBS[name], Command) else ()
    assert all(faults[call] for call in wanted)
    assert any(faults.values())


@pytest.mark.slow
def test_a_job_that_does_not_mind_its_files_is_found_out(library, tmp_path):
    found = reports(library, tmp_path, "careless")
    assert found["write"]["problems"] == [
        "write 1: file.txt is neither as it was nor as it becomes",
        "write 1: file.txt was replaced though the command failed",
    ]
    assert found["open"]["problems"] == []
