"""The soak test judges generated answers and reports every wrong verdict."""

import json
import os
import shutil
from fractions import Fraction

import pytest

from tests.oracles import answers as reference
from tools import soak

pytestmark = [
    pytest.mark.exhaustive,  # builds the core
    pytest.mark.skipif(shutil.which("cmake") is None, reason="needs cmake"),
]
# Each worker builds in a separate folder.
FOLDER = soak.ROOT / "build" / f"soak-{os.environ.get('PYTEST_XDIST_WORKER', 'alone')}"


@pytest.fixture(scope="module")
def program():
    return soak.Soak(FOLDER, seed=7)


def run(*arguments):
    return soak.main(["--folder", str(FOLDER), "--seed", "7", "--threads", "1", *arguments])


def judged_by_reference(made):
    """The reason and the position in bytes, by the judge of tests/oracles/answers.py."""
    answer = soak.answer_bytes(made)
    text = None if answer is None else answer.decode(errors="surrogateescape")
    grader = {
        "extract": made["extract"],
        "after_think": made["after_think"],
        "rules": soak.RULES[made["rules"]],
        "syntax": soak.SYNTAXES[made["syntax"]].as_dict(),
    }
    numbers = [Fraction(number) for number in made["numbers"]]
    given = text if made["is_text"] else 24
    judged = reference.verdict(given, numbers, Fraction(made["target"]), grader)
    if judged.position is None:
        return judged.reason, None
    return judged.reason, len(text[: judged.position].encode(errors="surrogateescape"))


def test_the_slow_judge_agrees_with_the_expected_verdicts(program):
    made = [text for text in program.show(0, 20_000) if text["kind"] != "at a limit"]
    for text in made:
        expected = text["expected"]
        reason, position = judged_by_reference(text)
        if not text["has_exact_position"]:
            position = expected["position"]
        assert (expected["reason"], expected["position"]) == (reason, position), text
    assert set(reference.REASONS) - {"too_long", "unreadable"} == {
        text["expected"]["reason"] for text in made
    }


def test_the_core_agrees_with_the_expected_verdicts(program):
    found = program.judge(0, 200_000, 1)
    assert (0, []) == (found["disagreed"], found["disagreements"])
    assert 200_000 == sum(sum(reasons.values()) for reasons in found["counts"].values())


def test_a_run_in_parts_on_two_threads_agrees_with_one_run(program, tmp_path, monkeypatch):
    path = tmp_path / "state.json"
    state = soak.load_state(None, 7)
    soak.add(state, 200_000, program.judge(0, 200_000, 1))
    monkeypatch.setattr(soak, "CHUNK", 70_001)
    assert 0 == run("--answers", "130_000", "--state", str(path))
    assert 0 == run("--answers", "200_000", "--state", str(path), "--threads", "2")
    kept = json.loads(path.read_text())
    assert 200_000 == kept["answers"]
    assert state["counts"] == kept["counts"]


def test_an_interrupted_run_resumes(program, tmp_path, monkeypatch, capsys):
    path, judge, calls = tmp_path / "state.json", soak.Soak.judge, []

    def interrupted(*arguments):
        calls.append(arguments)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return judge(*arguments)

    monkeypatch.setattr(soak, "CHUNK", 20_000)
    monkeypatch.setattr(soak.Soak, "judge", interrupted)
    assert 130 == run("--answers", "100_000", "--state", str(path))
    assert 40_000 == json.loads(path.read_text())["answers"]
    assert "stopped after 40,000 answers" in capsys.readouterr().err
    assert 0 == run("--answers", "100_000", "--state", str(path))
    assert program.judge(0, 100_000, 1)["counts"] == json.loads(path.read_text())["counts"]


def test_the_state_of_a_different_run_is_refused(tmp_path):
    path = tmp_path / "state.json"
    soak.save_state(soak.new_state(seed=8), path)
    with pytest.raises(SystemExit, match="is the state of a different run"):
        run("--answers", "1000", "--state", str(path))


def test_a_judge_that_confuses_two_signs_is_found(monkeypatch, capsys):
    right = soak.rows()
    times, plus = (f"spelling\t{'×'.encode().hex()}\toperator\t{op}" for op in "*+")
    monkeypatch.setattr(soak, "rows", lambda: right.replace(times, plus))
    assert 1 == run("--answers", "20_000")
    printed = capsys.readouterr().out
    assert "verdicts are wrong" in printed
    assert r"\xc3\x97" in printed  # the text is shown, escaped
    assert "expected correct at None, found wrong_value at None" in printed
