"""Builds on Ray, whose workers may die."""

import importlib.util
import subprocess
import sys

import pytest

from facevalue import datasets
from facevalue.datasets import Spec
from facevalue.errors import FaceValueError
from tests.datasets.built_sets import HANDS, ROUNDS, contents

HAS_RAY = importlib.util.find_spec("ray") is not None


# A worker of Ray that is killed: once before its shard, once in the middle of it, once after it.
RAY = """
import os, signal, sys
from pathlib import Path
from facevalue import datasets
from facevalue.datasets.tables import engines
from facevalue.datasets.building import shards

class Dying:
    def __init__(self, make):
        self.make, self.marks = make, Path(sys.argv[3])

    def die_once(self, name):
        if not (self.marks / name).exists():
            (self.marks / name).touch()
            os.kill(os.getpid(), signal.SIGKILL)

    def __call__(self, shard):
        if shard.number == 0:
            self.die_once("before")
        if shard.number == 1:
            shards.check_deadline = lambda: self.die_once("in the middle")
        record = self.make(shard)
        if shard.number == 2:
            self.die_once("after")
        return record

ray = engines._ray_results
engines._ray_results = lambda package, count, make, plans: ray(package, count, Dying(make), plans)
datasets.build(datasets.Spec.parse(sys.argv[1]), sys.argv[2], engine="ray", workers=2)
"""


@pytest.mark.exhaustive
@pytest.mark.skipif(not HAS_RAY, reason="ray is not there: pip install 'facevalue[ray]'")
def test_a_worker_of_ray_that_is_killed_loses_nothing(rounds, tmp_path):
    out, marks = tmp_path / "out", tmp_path / "marks"
    marks.mkdir()
    subprocess.run([sys.executable, "-c", RAY, str(ROUNDS), str(out), str(marks)], check=True)
    assert {"before", "in the middle", "after"} == {path.name for path in marks.iterdir()}
    assert contents(rounds[0]) == contents(out)


@pytest.mark.exhaustive
@pytest.mark.skipif(not HAS_RAY, reason="ray is not there: pip install 'facevalue[ray]'")
def test_an_error_in_a_worker_of_ray_is_ours(tmp_path):
    code = (
        "from facevalue import datasets; datasets.build(datasets.Spec.parse(%r), %r, engine='ray')"
    )
    spec = Spec("classic", count=10, low=1, high=20, size=1, target=10**6)
    command = [sys.executable, "-c", code % (str(spec), str(tmp_path))]
    done = subprocess.run(command, check=False, capture_output=True, encoding="utf-8")
    assert "LimitError: no puzzle matches, 10 rows" in done.stderr


@pytest.mark.exhaustive
@pytest.mark.skipif(not HAS_RAY, reason="ray is not there: pip install 'facevalue[ray]'")
def test_a_build_with_ray_ends_at_its_deadline(tmp_path):
    code = """if True:
        import sys, facevalue as fv
        from facevalue import datasets
        spec = datasets.Spec("countdown", count=2_000_000, size=6, low=1, high=100)
        with fv.deadline(20):
            datasets.build(spec, sys.argv[1], engine="ray", workers=2)
    """
    command = [sys.executable, "-c", code, str(tmp_path)]
    done = subprocess.run(command, check=False, capture_output=True, encoding="utf-8", timeout=120)
    assert "DeadlineError: stopped after 20 seconds" in done.stderr


@pytest.mark.skipif(HAS_RAY, reason="ray is there")
def test_without_ray_the_error_says_how_to_install_it(tmp_path):
    with pytest.raises(FaceValueError, match="needs Ray: pip install"):
        datasets.build(HANDS, tmp_path, engine="ray")
