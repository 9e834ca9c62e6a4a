"""Datasets in the formats and templates of frameworks."""

import json
import re

import pytest

import facevalue as fv
from facevalue import datasets
from facevalue.adapters import openrlhf, trl, verl
from facevalue.datasets import Spec
from facevalue.datasets.examples.attempts import near_miss
from facevalue.errors import RuleError
from tests.datasets.built_sets import ROUNDS, rows_of


@pytest.mark.few_quick(4)
@pytest.mark.parametrize("form", datasets.FORMATS)
def test_a_framework_finds_its_columns_without_a_template(tmp_path, form):
    assert_columns(tmp_path, form, None)


@pytest.mark.few_slow(10)
@pytest.mark.few_quick(3)
@pytest.mark.parametrize("form", datasets.FORMATS)
@pytest.mark.parametrize("template", datasets.TEMPLATES)
def test_a_framework_finds_its_columns(tmp_path, form, template):
    assert_columns(tmp_path, form, template)


def assert_columns(tmp_path, form, template):
    if form == "traces" and template and datasets.TEMPLATES[template].extract == "whole":
        with pytest.raises(RuleError, match="the whole reply is the answer"):
            ROUNDS.replace(format=form, template=template)
        return
    spec = ROUNDS.replace(count=30, format=form, template=template, shard_rows=100)
    datasets.build(spec, tmp_path)
    assert 30 == len(rows_of(tmp_path))
    for row in rows_of(tmp_path):
        texts = said(row, form, template)
        assert texts or (form, template) == ("plain", None)
        numbers = ", ".join(map(str, row["numbers"]))
        for text in texts:
            if template and datasets.TEMPLATES[template].source:
                assert str(row["target"]) in text
                assert ("in the picture" if form == "images" else numbers) in text
            elif form == "images":
                assert f"Make {row['target']} from the numbers in the picture (A is 1," in text
                assert numbers not in text
            else:
                assert f"Make {row['target']} from the numbers {numbers}.\nUse each" in text
            assert not set(re.findall(r"{\w+}", text))


ANSWERS = {
    name: r"\boxed{{{}}}" if name == "boxed" else "{}"
    for name, template in datasets.TEMPLATES.items()
    if template.extract in ("boxed", "whole")
}


def said(row, form, template):
    """The prompts of the rows; the other columns of the format are checked."""
    if form == "plain":
        assert ("prompt" in row) == (template is not None)
        return [row["prompt"]] if template else []
    if form == "reasoning-gym":
        assert (row["answer"], row["metadata"]["numbers"]) == (row["solution"], row["numbers"])
        return [row["question"]]
    assert (row["extract"]) == datasets.TEMPLATES[template or "chat"].extract
    labels = {name: row[name] for name in ("target", "numbers", "rules", "extract", "solvable")}
    if form == "messages":
        solution = row["solution"] or "There is no solution."
        answer = ANSWERS.get(template, "<answer>{}</answer>").format(solution)
        role, content = row["messages"][-1].values()
        assert (role, content.endswith(answer)) == ("assistant", True)
        assert content == answer or datasets.TEMPLATES[template].ends_in_think
    if form in {"messages", "traces"}:
        return [each["content"] for each in row["messages"] if each["role"] == "user"]
    if form == "openrlhf":
        assert json.loads(row["label"]) == labels
    if form == "verl":
        assert row["reward_model"] == {"style": "rule", "ground_truth": labels}
        assert row["extra_info"]["split"] == row["split"]
        assert row["ability"] == "math"
    if form == "preference":
        right, wrong = (reply(row[name]) for name in ("chosen", "rejected"))
        solution = row["solution"] or "There is no solution."
        assert right.endswith(ANSWERS.get(template, "<answer>{}</answer>").format(solution))
        assert right != wrong
    if form == "stepwise":
        assert len(row["completions"]) == len(row["labels"]) == len(row["solutions_left"])
    if isinstance(row["prompt"], str):
        return [row["prompt"]]
    return [each["content"] for each in row["prompt"] if each["role"] == "user"]


def reply(column):
    """The reply of a model, as a string or as messages."""
    if isinstance(column, str):
        return column
    [message] = column
    assert message["role"] == "assistant"
    return message["content"]


@pytest.mark.few_quick(3)
@pytest.mark.parametrize("template", datasets.TEMPLATES)
def test_preferred_replies_are_rewarded_and_rejected_ones_are_not(tmp_path, template):
    spec = ROUNDS.replace(count=40, format="preference", template=template, unsolvable=0.3)
    datasets.build(spec, tmp_path)
    rows = rows_of(tmp_path)
    columns = {name: [row[name] for row in rows] for name in rows[0]}
    options = {"after_think": datasets.TEMPLATES[template].ends_in_think, "no_solution": True}
    reward = trl.reward_for(**options)
    for name, score in (("chosen", 1.0), ("rejected", 0.0)):
        assert [score] * 40 == reward([reply(row[name]) for row in rows], **columns)
    assert {row["rejected_reason"] for row in rows} <= {"wrong_value", "no_answer"}


def test_a_near_miss_differs_in_one_operator_and_is_as_close_as_possible():
    classic = fv.Puzzle("1 2 3 4")
    assert near_miss(classic, "(1+2+3)*4", "none") == ("(1*2+3)*4", "wrong_value")  # 20
    assert near_miss(fv.Puzzle("44 19 35 = 98"), "44+19+35", "none") == ("44-19+35", "wrong_value")
    # 2*2 and 2+2 are both right; 2-2 is 0, and 2/2 is closer.
    assert near_miss(fv.Puzzle("2 2 = 4"), "2+2", "none") == ("2/2", "wrong_value")
    assert near_miss(fv.Puzzle("5 9 = 9 (countdown)"), "9", "none") == ("none", "no_answer")
    found = near_miss(fv.Puzzle((-4, 2, 3), -24), "{-4}*2*3", "none")
    assert found == ("{-4}*2-3", "wrong_value")  # the sign of -4 stays
    # No result is allowed, so there is no closest value.
    halves = fv.Rules("halves", operators="/", values="natural")
    assert near_miss(fv.Puzzle((3, 2), 7, halves), None, "none") == ("3+2", "forbidden_operator")


@pytest.mark.few_quick(2)
@pytest.mark.parametrize("rules", ["classic", "countdown", "whole", "oberon"])
def test_adapters_reward_the_built_solutions(tmp_path, rules):
    datasets.build(Spec(rules, count=40, format="verl"), tmp_path)
    rows = rows_of(tmp_path)
    said = [f"<answer>{row['solution']}</answer>" for row in rows]
    columns = {name: [row[name] for row in rows] for name in ("numbers", "target", "rules")}
    assert [1.0] * 40 == trl.reward(said, **columns)
    truths = [row["reward_model"]["ground_truth"] for row in rows]
    for shift, score in ((0, 1.0), (1, 0.0)):
        pairs = zip(said[shift:] + said[:shift], truths, strict=True)
        assert {score} == {verl.compute_score("", *pair)["score"] for pair in pairs}


@pytest.mark.parametrize("template", datasets.TEMPLATES)
def test_rows_for_fine_tuning_follow_their_prompts_and_are_rewarded(tmp_path, template):
    spec = ROUNDS.replace(count=30, format="messages", template=template, unsolvable=0.3)
    datasets.build(spec, tmp_path)
    rows = rows_of(tmp_path)
    for row in rows:
        *prompts, reply = (message["content"] for message in row["messages"])
        opened = prompts[-1].endswith("<think>") or "<think>" in reply
        assert opened == datasets.TEMPLATES[template].ends_in_think == ("</think>" in reply)
    columns = {name: [row[name] for row in rows] for name in rows[0]}
    options = {"after_think": datasets.TEMPLATES[template].ends_in_think, "no_solution": True}
    replies = [row["messages"][-1:] for row in rows]
    assert [1.0] * 30 == trl.reward_for(**options)(replies, **columns)


@pytest.mark.few_slow(5)
@pytest.mark.few_quick(2)
@pytest.mark.parametrize("template", datasets.TEMPLATES)
@pytest.mark.parametrize("form", ["trl", "openrlhf", "verl"])
def test_a_reward_looks_where_the_prompt_asks_for_the_answer(tmp_path, form, template):
    datasets.build(Spec("countdown", count=20, format=form, template=template), tmp_path)
    rows = rows_of(tmp_path)
    said = [ANSWERS.get(template, "<answer>{}</answer>").format(row["solution"]) for row in rows]
    if form == "trl":
        columns = {name: [row[name] for row in rows] for name in rows[0]}
        rewards = trl.reward(said, **columns)
    elif form == "openrlhf":
        prompts = [str(row["prompt"]) for row in rows]
        queries = [f"{prompt} {text}" for prompt, text in zip(prompts, said, strict=True)]
        rewards = openrlhf.reward_func(queries, prompts, [row["label"] for row in rows])["rewards"]
    else:
        truths = [row["reward_model"]["ground_truth"] for row in rows]
        rewards = [
            verl.compute_score("", *pair)["score"] for pair in zip(said, truths, strict=True)
        ]
    assert [1.0] * 20 == rewards


def test_verl_rows_are_numbered_in_the_whole_dataset(tmp_path):
    datasets.build(ROUNDS.replace(format="verl"), tmp_path)
    assert set(range(3000)) == {row["extra_info"]["index"] for row in rows_of(tmp_path)}
