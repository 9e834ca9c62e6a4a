"""The results of a fixed list of queries, which are the same with any vectors and threads."""

import os
import subprocess
import sys

import pytest

from benchmarks.signature import PARTS


def run_signature(*options, **variables):
    """Run the benchmark of the signature; return its exit code and its output."""
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.signature", *options],
        env=os.environ | variables,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.slow
def test_two_threads_give_the_signature_of_the_repository():
    code, output = run_signature("--workers", "2")
    assert (code, len(output.splitlines())) == (0, len(PARTS) + 1), output


@pytest.mark.exhaustive  # .ci/run tries the plain ones
@pytest.mark.parametrize("lanes", ["avx2", "avx512"])
def test_vectors_of_any_width_give_the_same_signature(lanes):
    code, output = run_signature(FACEVALUE_LANES=lanes)
    assert code == 0, output


def run_solve(lanes):
    return subprocess.run(
        [sys.executable, "-m", "facevalue", "solve", "8", "8", "3", "3"],
        env=os.environ | {"FACEVALUE_LANES": lanes},
        capture_output=True,
        text=True,
        check=True,
    )


@pytest.mark.parametrize("lanes", ["avx3", "Plain", " plain", "\x1b]0;x", "plain,avx2"])
def test_an_unknown_vector_width_is_ignored_with_a_warning(lanes):
    done = run_solve(lanes)
    assert done.stdout == "8/(3-8/3)\n"
    warning = f"RuntimeWarning: FACEVALUE_LANES is {lanes!r}, which is ignored: this machine runs "
    assert warning in done.stderr
    assert done.stderr.rstrip().endswith("plain")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("lanes", ["", "plain"])
def test_a_known_vector_width_is_used_without_a_word(lanes):
    assert run_solve(lanes).stderr == ""
