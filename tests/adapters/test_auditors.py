"""Our rewards under public auditors of graders: no false passes, no false fails."""

import json
import os
import subprocess
import sys

import pytest

import facevalue as fv
from facevalue import datasets
from facevalue.puzzle import EXTRACTS
from tests.adapters.frameworks import framework
from tests.datasets.built_sets import rows_of

REWARDS = '''
"""The reward function as `GRPOTrainer` calls it."""
from facevalue.adapters import trl


def reward(completions, **columns):
    return trl.reward(completions, **columns)
'''


@pytest.mark.slow
def test_falsepass_finds_no_false_pass_and_no_false_fail(tmp_path):
    framework("falsepass")
    # One of its "false equations" claims 24, which is true of some puzzles for 24.
    spec = datasets.Spec(
        "countdown", count=60, seed=3, size=(3, 4), low=1, high=50, target=(50, 99), format="trl"
    )
    datasets.build(spec, tmp_path / "data")
    rows = "".join(json.dumps(row) + "\n" for row in rows_of(tmp_path / "data"))
    (tmp_path / "rows.jsonl").write_text(rows, encoding="utf-8")
    (tmp_path / "rewards.py").write_text(REWARDS, encoding="utf-8")
    audit = tmp_path / "audit"
    audit.mkdir()
    settings = {
        "id": "local/facevalue",
        "framework": "reward",
        "task": str(tmp_path / "rewards.py"),
        "dataset": str(tmp_path / "rows.jsonl"),
        "functions": ["reward"],
        "answer_column": "solution",
    }
    lines = [f"{name} = {json.dumps(value)}\n" for name, value in settings.items()]
    (audit / "env.toml").write_text("[env]\n" + "".join(lines), encoding="utf-8")
    gates = [f"--fail-on={name}>0" for name in ("ceiling", "lazy", "false_fail", "errors")]
    done = subprocess.run(
        [sys.executable, "-m", "falsepass.runner", str(audit), "-n", "20", *gates],
        capture_output=True,
        encoding="utf-8",
        env=os.environ,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    results = json.loads((audit / "probe-results.json").read_text(encoding="utf-8"))["results"]
    scored = [row for row in results if row["score"] is not None]
    assert len(scored) > 500
    assert {row["score"] for row in scored if row["expected"] == "zero"} == {0.0}
    assert {row["score"] for row in scored if row["expected"] == "full"} == {1.0}


@pytest.mark.slow
@pytest.mark.parametrize("extract", EXTRACTS)
def test_rewardlint_finds_no_false_pass(extract):
    """Its right completions say a value, such as 42, and not how it is made."""
    rewardlint = framework("rewardlint")
    grader = fv.Grader(extract=extract)

    def reward(completion, reference):
        number = int(reference.replace(",", "")) if reference.replace(",", "").isdigit() else 42
        return grader.verdict(completion, [number], number).correct

    audit = rewardlint.audit(reward)
    assert (len(audit.should_reject), len(audit.should_accept)) == (37, 46)
    assert not audit.errors
    assert not audit.false_positives
