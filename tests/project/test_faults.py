"""Failing system calls cause no traceback, no lost row and no wrong number; see tools/faults."""

import json
import os
import platform
import shutil
import subprocess
import sys

import pytest

from tests.paths import ROOT
from tools.faults.driver import JOBS, Command

SOURCE = ROOT / "tools" / "faults" / "faults.c"
FILE_CALLS = ("write", "write on", "rename", "fsync", "open")
# The jobs of which each run tries some faults.
SAMPLED = ("dataset build", "label_many")

pytestmark = [
    pytest.mark.skipif(shutil.which("gcc") is None, reason="needs gcc to compile faults.c"),
    pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="faults.c is for glibc on Linux"),
]


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    """faults.c, compiled."""
    target = tmp_path_factory.mktemp("faults") / "faults.so"
    options = ["-std=c11", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-pthread"]
    options.append("-fexceptions")  # operator new throws
    subprocess.run(["gcc", *options, str(SOURCE), "-o", str(target), "-ldl"], check=True)
    return target


def reports(library, folder, name, *options):
    """The reports of a job by the kind of call that fails."""
    done = subprocess.run(
        [sys.executable, "-m", "tools.faults.driver", *options, str(folder), name],
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


SAMPLE = [pytest.param(name, ["--sample"], marks=pytest.mark.slow) for name in SAMPLED]
ALL = [pytest.param(name, [], marks=pytest.mark.exhaustive) for name in JOBS]


@pytest.mark.parametrize(("name", "options"), SAMPLE + ALL)
def test_a_job_fails_in_one_line_and_succeeds_when_it_is_run_again(
    library, tmp_path, name, options
):
    found = reports(library, tmp_path, name, *options)
    assert [] == [problem for report in found.values() for problem in report["problems"]]
    faults = {call: report["faults"] for call, report in found.items()}
    print(name, faults)  # noqa: T201 - shown by pytest -rP
    assert set(JOBS[name].calls) == set(faults)
    assert all(faults[call] for call in FILE_CALLS if isinstance(JOBS[name], Command))
    assert any(faults.values())


@pytest.mark.slow
def test_a_job_that_overwrites_its_file_in_place_is_found(library, tmp_path):
    found = reports(library, tmp_path, "careless")
    assert found["write"]["problems"] == [
        "write 1: file.txt has neither its old nor its new contents",
        "write 1: file.txt was replaced though the command failed",
    ]
    assert found["open"]["problems"] == []
