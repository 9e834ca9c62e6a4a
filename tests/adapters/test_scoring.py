"""Scores of adapters: signs, options to allow, metrics, labels that show where the answer is."""

import json
import random
from fractions import Fraction

import numpy as np
import pytest

import facevalue as fv
from facevalue.adapters import openrlhf, tinyzero, trl, verl
from facevalue.adapters.shared import labels, scoring
from facevalue.errors import RuleError
from tests.adapters.frameworks import framework
from tests.oracles import puzzles as reference

TRUTH = {"target": 24, "numbers": [3, 8]}


def tagged(answer):
    return f"<answer>{answer}</answer>"


def listed(rewards):
    """A list of floats; where torch is loaded, rewards are tensors."""
    return rewards if isinstance(rewards, list) else rewards.tolist()


# Signs.


def reference_items(count):
    gym = framework("reasoning_gym")
    return list(gym.create_dataset("countdown", seed=7, size=count))


@pytest.mark.slow
def test_reference_answers_of_reasoning_gym_are_right_in_every_adapter():
    items = reference_items(300)
    texts = [tagged(item["answer"]) for item in items]
    truths = [{name: item["metadata"][name] for name in ("numbers", "target")} for item in items]
    signed = sum(item["answer"].lstrip("(").startswith("-") for item in items)
    assert 0 < signed < 30
    ones = [1.0] * len(items)
    columns = {name: [truth[name] for truth in truths] for name in ("numbers", "target")}
    assert ones == trl.reward(texts, **columns)
    pairs = list(zip(texts, truths, strict=True))
    assert ones == [verl.compute_score("", *pair)["score"] for pair in pairs]
    assert ones == [tinyzero.compute_score(*pair) for pair in pairs]
    assert ones == listed(openrlhf.reward_func(texts, [""] * len(texts), truths)["rewards"])


def test_a_sign_is_right_only_where_a_row_names_no_rules_and_values_may_be_any():
    columns = {"nums": [[3, 27]], "target": [24]}
    text = [tagged("-3+27")]
    assert [1.0] == trl.reward(text, **columns)
    assert [0.0] == trl.reward(text, rules=["classic"], **columns)
    assert [0.0] == trl.reward_for("countdown")(text, **columns)
    assert [0.0] == trl.reward_for(syntax="lenient")(text, **columns)
    assert [1.0] == trl.reward_for(syntax="relaxed")(text, **columns)


@pytest.mark.parametrize("allow", ["unary_sign", ["unary_sign"], np.array(["Unary_Sign"])])
def test_options_of_a_syntax_are_allowed_for_every_row(allow):
    truth = {"target": 24, "numbers": [3, 27], "rules": "classic"}
    text = tagged("-3+27")
    assert "unknown_symbol" != verl.compute_score("", text, truth)["reason"]
    assert not verl.compute_score("", text, truth)["acc"]
    assert verl.compute_score("", text, truth, allow=allow)["acc"]
    assert [1.0] == trl.reward_for("classic", allow=allow)(text.split(), [24], [[3, 27]])


def test_invalid_options_to_allow_are_refused():
    with pytest.raises(RuleError, match="unknown option to allow 'magic'"):
        trl.reward_for(allow=["magic"])
    with pytest.raises(RuleError, match="unknown option to allow 'claim'"):
        verl.compute_score("", "", TRUTH, allow="claim")
    with pytest.raises(RuleError, match="allow must be a list of unicode, latex"):
        verl.compute_score("", "", TRUTH, allow=7)


# Where the answer is.


def test_a_row_says_where_its_answer_is():
    texts = [r"\boxed{3*8}", tagged("3*8"), "3*8", r"\boxed{3*8}"]
    where = ["boxed", None, "whole", None]
    columns = {"target": [24] * 4, "nums": [[3, 8]] * 4}
    assert [1.0, 1.0, 1.0, 0.0] == trl.reward(texts, extract=where, **columns)
    assert [1.0, 0.0, 1.0, 1.0] == trl.reward_for(extract="boxed")(texts, extract=where, **columns)
    assert [1.0, 0.0, 0.0, 1.0] == trl.reward(texts, extract="boxed", **columns)
    for text, place in zip(texts[:3], where[:3], strict=True):
        truth = {**TRUTH, "extract": place}
        assert 1.0 == verl.compute_score("", text, truth)["score"]
        assert [1.0] == listed(openrlhf.reward_func([text], [""], [json.dumps(truth)])["rewards"])
    with pytest.raises(RuleError, match="extract must be one of"):
        trl.reward(texts, extract=["nowhere"] * 4, **columns)


# The prompt is not judged.


EXAMPLE = "Make 3 from 1, 2. Answer in tags, for example <answer>1 + 2</answer>. "
LABEL = {"target": 3, "numbers": [1, 2]}


def reward_of(query, prompt=EXAMPLE):
    return openrlhf.reward_func([query], [prompt], [LABEL])["rewards"][0]


@pytest.mark.parametrize(
    "shown",
    [
        EXAMPLE,
        EXAMPLE.replace(" ", "  "),  # other spaces, as a tokenizer may make them
        "<s> " + EXAMPLE.strip() + "\n",
        EXAMPLE[9:],  # a prompt that was too long
        "",  # the response alone
    ],
)
def test_the_answer_of_the_prompt_is_never_judged(shown):
    assert 0.0 == reward_of(shown + "I do not know.")
    assert 0.0 == reward_of(shown + "<answer>1 + 2 + 1</answer>")
    assert 1.0 == reward_of(shown + "<answer>2 + 1</answer>")


def test_the_example_of_a_rewritten_prompt_is_not_judged():
    rewritten = EXAMPLE.replace("for example", "e.g.").replace("tags", "TAGS").replace(".", "!")
    assert 0.0 == reward_of(rewritten + "I do not know.")
    assert 1.0 == reward_of(rewritten + "<answer>2 + 1</answer>")


# Measures.


def slow_closeness(answer, target):
    """The same from a value computed by Python."""
    exact = "".join(f"Fraction({part})" if part.isdigit() else part for part in answer.split())
    value = eval(exact, {"Fraction": Fraction})
    return float(1 / (1 + abs(value - target)))


def test_closeness_is_one_over_one_more_than_the_distance():
    rng = random.Random(5)
    scorer = scoring.Scorer(closeness=0.25)
    for _ in range(200):
        numbers = [rng.randint(1, 9) for _ in range(4)]
        signs = [rng.choice("+-*/") for _ in range(3)]
        answer = f"{numbers[0]} " + " ".join(
            f"{sign} {number}" for sign, number in zip(signs, numbers[1:], strict=True)
        )
        target = rng.randint(1, 30)
        near = slow_closeness(answer, target)
        found = scorer.score(tagged(answer), labels.Label(numbers, target))
        assert {"closeness": near} == found.measures
        assert found.reward == float(near == 1) + 0.25 * near
        assert 0.0 == scorer.score(tagged(answer), labels.Label([1], target)).reward


def test_only_valid_answers_are_close():
    scorer = scoring.Scorer(closeness=1.0)
    for answer in ("3*8*1", "24", "3**8", "3*8 = 25", "3/(8-8)", "hello", ""):
        found = scorer.score(tagged(answer), labels.Label([3, 8], 24))
        assert {"closeness": 0.0} == found.measures
        assert 0.0 == found.reward
    assert 0.5 == scorer.score(tagged("3*8"), labels.Label([3, 8], "25")).reward
    assert 2.0 == scorer.score(tagged("3*8"), labels.Label([3, 8], None)).reward


def test_the_format_is_worth_something_right_or_wrong():
    scorer = scoring.Scorer(format_reward=0.1)
    worth = {"3*8": 1.1, "3+8": 0.1, "5*5": 0.1, "hello": 0.0, "": 0.0}
    for answer, reward in worth.items():
        found = scorer.score(tagged(answer), labels.Label([3, 8], 24))
        assert reward == pytest.approx(found.reward)
        assert {"format": float(reward > 0)} == found.measures
    assert 0.0 == scorer.score("3*8", labels.Label([3, 8], 24)).reward


def test_saying_that_there_is_no_solution_may_be_right():
    scorer = scoring.Scorer(no_solution=True, format_score=0.1)
    unsolvable, solvable = [1, 1, 1, 1], [1, 2, 3, 4]
    assert not reference.raw(unsolvable, 24)
    for words in fv.puzzle.NO_SOLUTION_ANSWERS:
        for said in (words, f" {words.title()}.\n", f"\\text{{{words.upper()}}}"):
            for known in (False, None):
                found = scorer.score(tagged(said), labels.Label(unsolvable, 24, solvable=known))
                assert (1.0, True) == (found.reward, found.correct)
                assert {"no_solution": 1.0} == found.measures
            for known in (True, None):
                found = scorer.score(tagged(said), labels.Label(solvable, 24, solvable=known))
                assert (0.1, False) == (found.reward, found.correct)
                assert {"no_solution": 0.0} == found.measures


def test_that_there_is_no_solution_must_be_said_in_place_of_the_answer():
    scorer = scoring.Scorer(no_solution=True)
    row = labels.Label([1, 1, 1, 1], 24)
    for text in ("no solution", "<answer></answer>", tagged("no solution, or 24"), tagged("1+1")):
        assert 0.0 == scorer.score(text, row).reward
    off = scoring.Scorer().score(tagged("no solution"), row)
    assert (0.0, {}) == (off.reward, off.measures)
    assert 1.0 == scorer.score(tagged("1*2*3*4"), labels.Label([1, 2, 3, 4], 24)).reward


ALL = {"closeness": 0.2, "format_reward": 0.1, "no_solution": True}


def test_one_by_one_and_in_columns_the_scores_are_the_same():
    rng = random.Random(2)
    texts, rows = [], []
    for _ in range(300):
        numbers = [rng.randint(1, 6) for _ in range(3)]
        said = rng.choice(("{}*{}*{}", "{}+{}-{}", "no solution", "({}+{})*{}", "x"))
        said = said.format(*numbers)
        texts.append(rng.choice((tagged(said), rf"\boxed{{{said}}}", said, None)))
        rules = rng.choice((None, "classic", "countdown"))
        where = rng.choice((None, "boxed", "whole"))
        rows.append(labels.Label(numbers, rng.choice((24, 6, None)), rules, where))
    scorer = scoring.Scorer(**ALL)
    one_by_one = [scorer.score(*pair) for pair in zip(texts, rows, strict=True)]
    assert one_by_one == scorer.score_many(texts, rows)
    numbers, targets, rules, where, _ = map(list, zip(*rows, strict=True))
    columns = {"nums": numbers, "target": targets, "rules": rules, "extract": where}
    assert one_by_one == scoring.scores_of(scorer, texts, columns)
    assert 5 < len({each.reward for each in one_by_one})


def test_every_adapter_logs_the_measures_by_name():
    near, right = tagged("3*9"), tagged("3*8")
    metrics, columns = {}, {}
    rewards = trl.reward_for(name="puzzle", **ALL)(
        [near, right, "?"],
        target=[24] * 3,
        nums=[[3, 9], [3, 8], None],
        log_metric=metrics.__setitem__,
        log_extra=columns.__setitem__,
    )
    assert [pytest.approx(0.15), pytest.approx(1.3), None] == rewards
    assert {"puzzle/closeness": 0.625, "puzzle/format": 1.0, "puzzle/no_solution": 0.0} == metrics
    assert {"puzzle/reason": ["wrong_value", "correct", ""]} == columns
    found = verl.compute_score("", right, TRUTH, **ALL)
    assert (["score", "acc", "reason", "closeness", "format", "no_solution"]) == list(found)
    logs = openrlhf.reward_func([right], [""], [TRUTH], **ALL)["extra_logs"]
    logs = {name: listed(values) for name, values in logs.items()}
    assert {"correct": [1.0], "closeness": [1.0], "format": [1.0], "no_solution": [0.0]} == logs
    assert 1.3 == pytest.approx(tinyzero.compute_score(right, TRUTH, **ALL))


@pytest.mark.parametrize(
    "wrong",
    [{"closeness": "much"}, {"format_reward": float("nan")}, {"no_solution": 1}, {"score": None}],
)
def test_measures_out_of_bounds_are_refused(wrong):
    with pytest.raises(RuleError):
        scoring.Scorer(**wrong)
