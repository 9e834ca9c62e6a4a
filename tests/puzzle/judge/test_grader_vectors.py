"""The vectors for auditors of graders: their verdicts, our rewards, and what an audit finds."""

import gzip
import json
import os
from collections import Counter
from pathlib import Path

import pytest

import facevalue as fv
from facevalue.adapters import openrlhf, tinyzero, trl, verl
from facevalue.puzzle import audit_grader, grader_vectors
from tests.oracles import answers as reference
from tests.paths import DOCS

VECTORS = grader_vectors()
GRADERS = {name: fv.Grader(name) for name in ("classic", "countdown")}
DEPENDS_ON_THE_PROMPT = {"right, claim", "right, Unicode", "right, LaTeX", "right, brackets"}


def test_there_are_200_different_vectors_of_known_correctness():
    assert len({vector.id for vector in VECTORS}) == len(VECTORS) == 200
    assert len({(v.numbers, v.target, v.completion) for v in VECTORS}) == 200
    assert Counter(vector.correct for vector in VECTORS) == {True: 72, False: 128}
    for vector in VECTORS:
        assert vector.correct == (vector.reason == "correct")
        if vector.kind.startswith(("right", "extraction, right")):
            assert vector.correct


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.id)
def test_facevalue_and_the_slow_reference_agree_with_the_vector(vector):
    rules = fv.RULES[vector.rules]
    verdict = fv.Grader(rules).verdict(vector.completion, vector.numbers, vector.target)
    assert (vector.correct, vector.reason) == (verdict.correct, verdict.reason.value)
    answer = reference.extracted(vector.completion, "last_answer_tag")
    if answer is None:
        assert vector.reason == "no_answer"
    else:
        text = answer if isinstance(answer, str) else answer[0]
        found = reference.check(text, list(vector.numbers), vector.target, rules)
        assert vector.reason == found.reason


def truth(vector):
    return {"target": vector.target, "numbers": list(vector.numbers), "rules": vector.rules}


def trl_reward(vector):
    columns = {name: [value] for name, value in truth(vector).items()}
    return trl.reward([vector.completion], **columns)[0]


def openrlhf_reward(vector):
    rewards = openrlhf.reward_func([vector.completion], [""], [json.dumps(truth(vector))])[
        "rewards"
    ]
    return float(rewards[0])


@pytest.mark.parametrize(
    "reward",
    [
        trl_reward,
        openrlhf_reward,
        lambda vector: verl.compute_score("", vector.completion, truth(vector))["score"],
        lambda vector: tinyzero.compute_score(vector.completion, truth(vector)),
    ],
    ids=["trl", "openrlhf", "verl", "tinyzero"],
)
def test_our_rewards_make_no_mistake(reward):
    audit = audit_grader(reward)
    assert (audit.false_passes, audit.false_fails, audit.crashes) == ((), (), ())
    assert audit.by_kind() == {}


def test_a_strict_grader_refuses_the_notations_that_depend_on_the_prompt():
    strict = {name: fv.Grader(name, "strict") for name in GRADERS}
    audit = audit_grader(
        lambda v: strict[v.rules].verdict(v.completion, v.numbers, v.target).correct
    )
    assert audit.false_passes == () == audit.crashes
    expected = [vector for vector in VECTORS if vector.kind in DEPENDS_ON_THE_PROMPT]
    assert list(audit.false_fails) == expected
    assert len(expected) == 27


def test_an_audit_lists_passes_fails_and_crashes():
    audit = audit_grader(lambda vector: 1 / (vector.target - 24))
    crashes = [vector for vector, _ in audit.crashes]
    assert crashes == [vector for vector in VECTORS if vector.target == 24]
    assert {type(error) for _, error in audit.crashes} == {ZeroDivisionError}
    assert sum(map(sum, audit.by_kind().values())) == len(
        (*crashes, *audit.false_passes, *audit.false_fails)
    )
    assert f"crashes at {len(crashes)} of 200" in str(audit)
    assert "<td>code</td>" in audit._repr_html_() or "<th>code</th>" in audit._repr_html_()
    half = audit_grader(lambda vector: 0.5 * vector.correct, full=0.5)
    assert half.false_passes == half.false_fails == ()
    assert audit_grader(lambda vector: 0.5 * vector.correct).false_fails[0].id == "right-01"


def test_odd_graders_are_refused():
    with pytest.raises(fv.RuleError, match="grade must be a function"):
        audit_grader("grader")
    with pytest.raises(fv.RuleError, match="score must be a finite number"):
        audit_grader(lambda _: "yes")
    with pytest.raises(fv.RuleError, match="full must be a finite number"):
        audit_grader(lambda _: True, full="1")


@pytest.mark.skipif("FACEVALUE_TEST_DATA" not in os.environ, reason="needs the test data")
def test_the_page_has_the_accuracies_of_the_project_that_trained_on_notation():
    grader = fv.Grader(extract="any", syntax="relaxed")
    path = Path(os.environ["FACEVALUE_TEST_DATA"]) / "model-outputs.jsonl.gz"
    rows = map(json.loads, gzip.decompress(path.read_bytes()).splitlines())
    reported, exact, total = Counter(), Counter(), Counter()
    for row in rows:
        model = row["source"].removeprefix("cpt:data/eval/")
        if model in ("base_8b", "grpo"):
            verdict = grader.verdict(row["completion"], row["numbers"], row["target"])
            reported[model] += row["theirs"]
            exact[model] += verdict.correct
            total[model] += 1
    shares = [
        f"{100 * count[model] / total[model]:.1f} %"
        for count in (reported, exact)
        for model in ("base_8b", "grpo")
    ]
    page = (DOCS / "models" / "what-graders-accept.md").read_text(encoding="utf-8")
    assert f"| every second puzzle | {' | '.join(shares)} |" in page
