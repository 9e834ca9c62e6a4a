"""Adapters give the results of `Grader` in the form that each framework needs."""

import asyncio
import importlib.util
import inspect
import json
import random
import re
import subprocess
import sys
from fractions import Fraction
from itertools import combinations_with_replacement
from types import SimpleNamespace

import numpy as np
import pytest

import facevalue as fv
from facevalue.adapters import lm_eval, openrlhf, reasoning_gym, tinyzero, trl, verl
from facevalue.adapters import verifiers as verifiers_adapter
from facevalue.adapters.shared import puzzle_source, scoring
from facevalue.datasets.building.templates import TEMPLATES, Template, template_named
from facevalue.errors import FaceValueError, RuleError
from tests.adapters.frameworks import framework
from tests.paths import ROOT

RULES = ("classic", "countdown", "whole", None)
WRAPPINGS = (
    "<answer>{}</answer>",
    "I think.</think> So <answer> {} </answer>",
    "{}",
    r"It is \boxed{{{}}}.",
    "<answer>1+1</answer> no, <answer>{}</answer>",
    "<answer>{}",
)


def completions():
    """Three hundred completions of all kinds: text, numbers, target, rules."""
    rng = random.Random(7)
    hands = rng.sample(list(combinations_with_replacement(range(1, 14), 4)), 300)
    rows = []
    for hand, texts in zip(hands, fv.solve_many(hands), strict=True):
        answer = rng.choice([*texts, *texts, "1+1", "24", "9**9", "", f"{hand[0]}*{hand[1]}"])
        text = rng.choice(WRAPPINGS).format(answer)
        said = rng.choice((text, text, [{"role": "assistant", "content": text}], None))
        rows.append((said, list(hand), rng.choice((24, 24, 25, None)), rng.choice(RULES)))
    return rows


ROWS = completions()
TEXT_ROWS = [row for row in ROWS if isinstance(row[0], str)]


def expected(rows, **options):
    """One by one, each with a separate grader."""
    return [
        fv.Grader(rules or "classic", **options).score(text, numbers, target)
        for text, numbers, target, rules in rows
    ]


def test_the_rows_have_right_and_wrong_answers_under_all_rules():
    worth = dict.fromkeys(RULES, 0)
    for row, score in zip(ROWS, expected(ROWS), strict=True):
        worth[row[3]] += score
    assert all(0 < worth[rules] < 75 for rules in RULES)


def columns(rows):
    return [list(column) for column in zip(*rows, strict=True)]


@pytest.mark.parametrize("options", [{}, {"format_score": 0.1}, {"extract": "boxed"}])
def test_rewards_for_trl_are_a_graders(options):
    texts, numbers, targets, rules = columns(ROWS)
    reward = trl.reward_for(**options)
    rewards = reward(completions=texts, target=targets, nums=numbers, rules=rules, prompts=texts)
    assert expected(ROWS, **options) == rewards
    assert all(type(each) is float for each in rewards)


def test_trl_finds_the_arguments_that_it_passes():
    assert ["completions", "target", "nums", "kwargs"] == list(
        inspect.signature(trl.reward).parameters
    )
    assert "reward" == trl.reward.__name__
    assert "short" == trl.reward_for(name="short").__name__


def test_a_reward_takes_arrays_and_leaves_out_rows_of_other_tasks():
    rewards = trl.reward(
        ["<answer>3*8</answer>", "<answer>3*8</answer>", None, "<answer>3*8</answer>"],
        target=np.array([24, 24, 24, 24]),
        nums=[np.array([8, 3]), None, np.array([8, 3]), np.array([8, 3, 1])],
        rules=np.array(["classic", None, None, "countdown"], dtype=object),
    )
    assert [1.0, None, 0.0, 1.0] == rewards
    assert [] == trl.reward([], target=[], nums=[])


def test_trl_may_call_the_column_of_numbers_nums_or_numbers():
    texts = ["<answer>3*8</answer>", "<answer>3+8</answer>"]
    rows = [[3, 8], [3, 8]]
    expected = trl.reward(texts, target=[24, 24], nums=rows)
    assert [1.0, 0.0] == expected == trl.reward(texts, target=[24, 24], numbers=rows)
    assert expected == trl.reward(texts, numbers=rows)  # the target of the rules
    with pytest.raises(FaceValueError, match="a column of numbers, called nums or numbers"):
        trl.reward(texts, target=[24, 24])


def test_the_rules_of_a_row_override_the_rules_of_the_function():
    columns = {"target": [24], "nums": [[3, 8, 5]]}
    assert [0.0] == trl.reward(["<answer>3*8</answer>"], **columns)
    assert [1.0] == trl.reward_for("countdown")(["<answer>3*8</answer>"], **columns)
    strict = trl.reward_for("countdown")(["<answer>3*8</answer>"], rules=["classic"], **columns)
    assert [0.0] == strict


def test_columns_of_different_lengths_are_refused():
    with pytest.raises(FaceValueError, match="2 completions but 1 row of nums"):
        trl.reward(["a", "b"], target=[24, 24], nums=[[3, 8]])
    with pytest.raises(
        FaceValueError, match="target must be a column with a row for each completion, not 24"
    ):
        scoring.scores_of(scoring.Scorer(), ["a"], {"nums": [[3, 8]], "target": 24})
    with pytest.raises(FaceValueError, match="2 completions but 1 row of labels"):
        openrlhf.reward_func(["a", "b"], ["", ""], [{"target": 24, "numbers": [3, 8]}])


def test_an_option_that_a_grader_does_not_have_is_refused():
    with pytest.raises(TypeError, match="colour"):
        trl.reward_for(colour="red")
    with pytest.raises(RuleError, match="unknown rules"):
        trl.reward_for("chess")


def truths(rows):
    names = ("numbers", "target", "rules")
    return [dict(zip(names, row[1:], strict=True)) for row in rows]


@pytest.mark.parametrize("options", [{}, {"format_score": 0.1, "score": 2.0}])
def test_scores_for_verl_are_a_graders(options):
    scores = [
        verl.compute_score(
            data_source="countdown",
            solution_str=row[0],
            ground_truth=truth,
            extra_info={"num_turns": None, "rollout_reward_scores": {}},
            reward_router_address=None,
            **options,
        )
        for row, truth in zip(TEXT_ROWS, truths(TEXT_ROWS), strict=True)
    ]
    assert expected(TEXT_ROWS, **options) == [each["score"] for each in scores]
    assert expected(TEXT_ROWS) == [float(each["acc"]) for each in scores]
    assert {fv.Reason(each["reason"]) for each in scores} > {"correct", "no_answer", "wrong_value"}


def test_rows_come_back_from_parquet_with_arrays_and_are_scored(tmp_path):
    pa = pytest.importorskip("pyarrow", reason="Parquet needs pyarrow")
    pq = pytest.importorskip("pyarrow.parquet", reason="Parquet needs pyarrow")
    rows = [
        {"data_source": "facevalue", "reward_model": {"style": "rule", "ground_truth": truth}}
        for truth in truths(TEXT_ROWS)
    ]
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "rows.parquet")
    read = pq.read_table(tmp_path / "rows.parquet")["reward_model"].combine_chunks()
    fields = read.field("ground_truth")
    # As pandas, with which verl reads, gives lists and missing values.
    numbers = fields.field("numbers").to_numpy(zero_copy_only=False)
    assert isinstance(numbers[0], np.ndarray)
    targets, rules = (fields.field(name).to_pylist() for name in ("target", "rules"))
    back = np.empty(len(numbers), dtype=object)
    for place, row in enumerate(zip(numbers, targets, rules, strict=True)):
        back[place] = dict(zip(("numbers", "target", "rules"), row, strict=True))
    texts = [row[0] for row in TEXT_ROWS]
    scores = [verl.compute_score("", *pair)["score"] for pair in zip(texts, back, strict=True)]
    assert expected(TEXT_ROWS) == scores
    assert expected(TEXT_ROWS) == trl.reward(texts, targets, numbers, rules=rules)


def test_rows_of_a_dataset_are_scored(tmp_path):
    datasets = pytest.importorskip("datasets", reason="datasets is not installed")
    pa = pytest.importorskip("pyarrow", reason="Parquet needs pyarrow")
    pq = pytest.importorskip("pyarrow.parquet", reason="Parquet needs pyarrow")
    rows = [
        {"completion": row[0], **truth}
        for row, truth in zip(TEXT_ROWS, truths(TEXT_ROWS), strict=True)
    ]
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "rows.parquet")
    files = {"train": str(tmp_path / "rows.parquet")}
    read = datasets.load_dataset("parquet", data_files=files, cache_dir=str(tmp_path))["train"]
    for form in (None, "numpy"):
        batch = read.with_format(form)[:]
        rewards = trl.reward(
            batch["completion"], target=read["target"], nums=batch["numbers"], rules=read["rules"]
        )
        assert expected(TEXT_ROWS) == rewards


def test_verl_loads_the_file_by_its_path():
    spec = importlib.util.spec_from_file_location("custom_module", verl.__file__)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    truth = {"target": 24, "numbers": [3, 8]}
    found = module.compute_score("", "<answer>3*8</answer>", truth, rules="countdown")
    assert {"score": 1.0, "acc": True, "reason": "correct"} == found


def test_no_rows_give_no_scores():
    assert [] == scoring.scores_of(scoring.Scorer(), [], {"nums": []})
    found = openrlhf.reward_func([], [], [])  # tensors, if another test has loaded torch
    lists = found["rewards"], found["scores"], found["extra_logs"]["correct"]
    assert [[], [], []] == list(map(list, lists))


@pytest.mark.parametrize("label", ["24", "{", "[1]", None, {}, {"target": 24}, 7, "[" * 99999])
def test_a_label_without_numbers_is_refused(label):
    with pytest.raises(FaceValueError, match="a label must have numbers"):
        verl.compute_score("", "<answer>24</answer>", label)


def test_scores_for_tinyzero_are_a_graders():
    scores = [
        tinyzero.compute_score(text, truth)
        for (text, *_), truth in zip(TEXT_ROWS, truths(TEXT_ROWS), strict=True)
    ]
    assert expected(TEXT_ROWS, format_score=0.1) == scores
    assert {0.0, 0.1, 1.0} == set(scores)


@pytest.mark.parametrize("template", ["base", "tinyzero", "chat"])
def test_the_example_in_the_prompt_is_not_an_answer_for_tinyzero(template):
    prompt = TEMPLATES[template].text(fv.Puzzle("1 2", 3))
    if template == "chat":
        prompt = f"<|im_start|>user\n{prompt}<|im_end|>\n<|im_start|>assistant\n"
    truth = {"target": 3, "numbers": [1, 2]}
    assert re.search("<answer>.+</answer>", prompt)
    assert 0.0 == tinyzero.compute_score(f"{prompt} I do not know", truth)
    assert 1.0 == tinyzero.compute_score(f"{prompt} <answer>2+1</answer>", truth)


def test_flexible_takes_a_box_where_there_is_no_tag():
    truth = {"target": 24, "numbers": [3, 8]}
    said = (r"\boxed{3*8}", r"\boxed{3+8}", r"\boxed{3*8} <answer>3+8</answer>", "3*8")
    strict = [tinyzero.compute_score(text, truth) for text in said]
    flexible = [tinyzero.compute_score(text, truth, method="flexible") for text in said]
    assert ([0.0, 0.0, 0.1, 0.0], [1.0, 0.1, 0.1, 0.0]) == (strict, flexible)
    with pytest.raises(RuleError, match=r"method must be one of strict, flexible, not "):
        tinyzero.compute_score("", truth, method="loose")


def test_rewards_for_openrlhf_are_a_graders():
    prompts = [f"Use <answer>1+1</answer>. Make {row[2]}: " for row in TEXT_ROWS]
    queries = [f"<s>{prompt}{row[0]}" for prompt, row in zip(prompts, TEXT_ROWS, strict=True)]
    labels = [json.dumps(truth) for truth in truths(TEXT_ROWS)]
    found = openrlhf.reward_func(queries, prompts, labels, format_score=0.1)
    assert expected(TEXT_ROWS, format_score=0.1) == found["rewards"] == found["scores"]
    assert expected(TEXT_ROWS) == found["extra_logs"]["correct"]


def test_rewards_for_openrlhf_are_tensors_where_torch_is_loaded(monkeypatch):
    torch = type(sys)("torch")
    torch.tensor = np.array
    monkeypatch.setitem(sys.modules, "torch", torch)
    found = openrlhf.reward_func(["<answer>3*8</answer>"], [""], ['{"nums": [3, 8], "target": 24}'])
    assert isinstance(found["rewards"], np.ndarray)
    assert (1,) == found["rewards"].shape


# Prints the adapters whose import looks for a package that facevalue does not depend on.
IMPORTERS = """
import importlib, pkgutil, sys
import numpy, facevalue.adapters as adapters, facevalue.cli.main  # what facevalue depends on
known = {name.partition(".")[0] for name in sys.modules} | sys.stdlib_module_names

class Refuse:
    def find_spec(name, path=None, target=None):
        if name.partition(".")[0] not in known:
            raise ModuleNotFoundError(name)

sys.meta_path.insert(0, Refuse)
for module in pkgutil.walk_packages(adapters.__path__, "facevalue.adapters."):
    try:
        importlib.import_module(module.name)
    except ModuleNotFoundError:
        print(module.name.removeprefix("facevalue.adapters."))
"""


def test_the_docs_name_the_adapters_that_import_their_framework():
    code = [sys.executable, "-c", IMPORTERS]
    done = subprocess.run(code, check=True, capture_output=True, text=True)
    page = (ROOT / "docs" / "adapters" / "index.md").read_text(encoding="utf-8")
    named = page.partition("Importing an adapter does not import its framework, except")[2]
    assert done.stdout.split() == re.findall(r"`([\w.]+)`", named.partition("\n\n")[0])


# Generated tasks.


def test_generated_puzzles_depend_on_seed_and_index_only():
    some = puzzle_source.GeneratedPuzzles("countdown", seed=5, count=20)
    assert some[7] == puzzle_source.GeneratedPuzzles("countdown", seed=5, count=8)[7]
    assert some[7] != puzzle_source.GeneratedPuzzles("countdown", seed=6, count=8)[7]
    assert some[7] != puzzle_source.GeneratedPuzzles("countdown", seed=4, count=20)[8]
    assert list(some) == [some[index] for index in range(20)]
    with pytest.raises(IndexError):
        some[20]


def test_puzzles_are_given_or_generated_and_not_both():
    with pytest.raises(RuleError, match="pass either puzzles, or rules and a seed"):
        puzzle_source.puzzles_for([fv.Puzzle("3 8")], seed=1)
    with pytest.raises(RuleError, match="at least one puzzle"):
        puzzle_source.puzzles_for([])
    for count in (0, -1, 2.5):
        with pytest.raises(RuleError, match="count must be a whole number from 1 to"):
            puzzle_source.puzzles_for(count=count)
    assert 3 == len(puzzle_source.puzzles_for(fv.puzzle.deals(seed=1), count=3))
    with pytest.raises(fv.LimitError, match="only 1362 puzzles match"):
        list(puzzle_source.puzzles_for(count=1363))


# Templates.


@pytest.mark.parametrize("name", [name for name, row in TEMPLATES.items() if not row.source])
def test_a_prompt_states_the_rules(name):
    text = TEMPLATES[name].text(fv.Puzzle("75 50 2 3 8 7", 812, "countdown"))
    for said in (
        "812",
        "75, 50, 2, 3, 8, 7",
        "at most once",
        "positive integer",
        "+, -, * and /",
    ):
        assert said in text
    assert not {"{task}", "{example}"} & set(text.split())
    assert TEMPLATES[name].extract in fv.puzzle.EXTRACTS


@pytest.mark.parametrize("name", ["base", "r1", "tinyzero", "tinyzero-instruct"])
def test_thinking_is_prefilled(name):
    assert TEMPLATES[name].text(fv.Puzzle("3 8")).endswith("<think>")


def test_a_template_is_a_value():
    row = TEMPLATES["r1"]
    again = Template("r1", row.messages, extract=row.extract, summary=row.summary)
    assert row == again
    assert template_named(again) is again
    with pytest.raises(RuleError, match="unknown template 'essay'; choose one of plain, chat"):
        template_named("essay")


def test_braces_in_a_puzzle_are_not_filled():
    rules = fv.Rules("{example}", operators="+")
    assert "1 + 2" in TEMPLATES["chat"].text(fv.Puzzle("3 8", 11, rules))


# reasoning-gym.


@pytest.mark.parametrize("rules", ["classic", "countdown", "make10"])
def test_every_reference_answer_scores_full_marks(rules):
    items = reasoning_gym.PuzzleDataset(rules=rules, seed=3, count=20, format_score=0.1)
    assert 20 == len(items) == len(list(items))
    for item in items:
        puzzle = item["metadata"]
        assert fv.check(item["answer"], puzzle["numbers"], puzzle["target"], rules).correct
        assert 1.0 == items.score_answer(item["answer"], item)
        assert 0.1 == items.score_answer(item["answer"] + "+1", item)
        assert 0.0 == items.score_answer(None, item)


def test_puzzles_under_rules_of_ones_own_are_scored_under_them():
    sums = fv.Rules("sums", operators="+", use="any")
    items = reasoning_gym.PuzzleDataset([fv.Puzzle("1/2 3 1/2", 4, sums)], template="boxed")
    assert ["1/2", 3, "1/2"] == items[0]["metadata"]["numbers"]
    assert 1.0 == items.score_answer(r"so \boxed{3+{1/2}+{1/2}}", items[0])
    assert 0.0 == items.score_answer(r"so \boxed{3+1}", items[0])


@pytest.mark.slow
def test_reasoning_gym_makes_the_dataset_by_name():
    gym = framework("reasoning_gym")
    reasoning_gym.register()
    reasoning_gym.register()
    made = gym.create_dataset("facevalue", rules="countdown", seed=3, size=5)
    ours = list(reasoning_gym.PuzzleDataset(rules="countdown", seed=3, count=5))
    assert ours == list(made)
    assert [1.0] * 5 == [made.score_answer(item["answer"], item) for item in made]
    near = gym.create_dataset("facevalue", seed=3, size=2, closeness=0.5, format_reward=0.1)
    assert [1.6] * 2 == [near.score_answer(item["answer"], item) for item in near]
    assert [0.1] * 2 == [near.score_answer("1+1", item) for item in near]
    with pytest.raises(RuleError, match="unknown rules"):
        gym.create_dataset("facevalue", rules="chess")


def test_the_options_of_reasoning_gym_make_the_items():
    config = reasoning_gym.Config(
        rules="countdown", min_numbers=3, max_numbers=4, min_difficulty=20, template="boxed"
    )
    options = {"size": (3, 4), "difficulty": (20, 100), "template": "boxed"}
    ours = reasoning_gym.PuzzleDataset(rules="countdown", seed=3, count=4, **options)
    assert list(config.items(seed=3, count=4)) == list(ours)


def test_items_have_the_requested_size_and_difficulty():
    items = reasoning_gym.PuzzleDataset(
        rules="countdown", seed=3, count=10, size=(3, 5), difficulty=(20, 60)
    )
    sizes = []
    for item in items:
        puzzle = item["metadata"]
        sizes.append(len(puzzle["numbers"]))
        assert (
            20 <= fv.difficulty(puzzle["numbers"], puzzle["target"], "countdown").percentile <= 60
        )
        assert 1.0 == items.score_answer(item["answer"], item)
    assert [3, 5] * 5 == sizes
    with pytest.raises(RuleError, match="pass either puzzles, or rules and a seed"):
        reasoning_gym.PuzzleDataset([fv.Puzzle("3 8")], size=2)


@pytest.mark.slow
def test_a_curriculum_ranges_from_small_and_easy_to_large_and_hard():
    gym = framework("reasoning_gym")
    reasoning_gym.register()
    factory = framework("reasoning_gym.factory")
    course = factory.create_curriculum("facevalue")
    options = {"rules": "countdown", "seed": 1, "size": 8}

    def puzzles():
        config = course.generate_configuration(options)
        made = gym.create_dataset("facevalue", **vars(config))
        assert [1.0] * 8 == [made.score_answer(item["answer"], item) for item in made]
        rows = [(item["metadata"]["numbers"], item["metadata"]["target"]) for item in made]
        return {len(row[0]) for row in rows}, [
            fv.difficulty(*row, "countdown").percentile for row in rows
        ]

    sizes, percentiles = puzzles()
    assert ({3}, True) == (sizes, max(percentiles) <= 25)
    for attribute in ("numbers", "difficulty"):
        while course.increment_attr_level(attribute):
            pass
    sizes, percentiles = puzzles()
    assert {3, 4, 5, 6} == sizes
    assert max(percentiles) > 50
    with pytest.raises(RuleError, match="pass both min_numbers and max_numbers, or neither"):
        gym.create_dataset("facevalue", min_numbers=3)
    for low, high in (("numbers", 5), ("difficulty", 80)):
        with pytest.raises(fv.FaceValueError):
            gym.create_dataset("facevalue", **{f"min_{low}": high, f"max_{low}": high - 2})


def test_an_answer_alone_is_an_answer_whatever_the_prompt_asks_for():
    items = reasoning_gym.PuzzleDataset(seed=1, count=3, template="chat", format_score=0.1)
    for item in items:
        assert 1.0 == items.score_answer(item["answer"], item)
        assert 1.0 == items.score_answer(f"<answer>{item['answer']}</answer>", item)
        assert 0.0 == items.score_answer("I do not know", item)


# Gymnasium.


def table(**options):
    pytest.importorskip("gymnasium", reason="gymnasium is not installed")
    from facevalue.adapters.gymnasium import PuzzleEnv  # noqa: PLC0415 - it needs gymnasium

    return PuzzleEnv(**options)


@pytest.mark.parametrize("name", ["facevalue/Countdown-v0", "facevalue/Game24-v0"])
def test_an_environment_passes_the_check_of_gymnasium(name):
    gymnasium = pytest.importorskip("gymnasium", reason="gymnasium is not installed")
    checker = pytest.importorskip("gymnasium.utils.env_checker", reason="it is not installed")
    import facevalue.adapters.gymnasium  # noqa: F401, PLC0415 - makes the environments known

    checker.check_env(gymnasium.make(name, render_mode="ansi").unwrapped)


def test_a_name_alone_makes_an_environment():
    pytest.importorskip("gymnasium", reason="gymnasium is not installed")
    code = (
        "import gymnasium; name = 'facevalue.adapters.gymnasium:facevalue/Game24-v0'; "
        "print(gymnasium.make(name).reset(seed=24)[1]['target'])"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert "24\n" == done.stdout


def test_environments_run_side_by_side():
    gymnasium = pytest.importorskip("gymnasium", reason="gymnasium is not installed")
    import facevalue.adapters.gymnasium  # noqa: F401, PLC0415 - makes the environments known

    envs = gymnasium.make_vec("facevalue/Countdown-v0", num_envs=3, vectorization_mode="sync")
    observed, info = envs.reset(seed=1)
    assert (3, 6) == observed["numerators"].shape
    chosen = [mask.nonzero()[0][0] for mask in info["action_mask"]]
    observed, *_ = envs.step(np.array(chosen))
    assert [5, 5, 5] == observed["on_table"].sum(axis=1).tolist()
    envs.close()


def slow_mask(numbers, rules):
    """The allowed actions, computed in another way."""
    allowed = {
        "classic": lambda _: True,
        "countdown": lambda value: value >= 1 and value == int(value),
    }[rules]
    for first, left in enumerate(numbers):
        for second, right in enumerate(numbers):
            for symbol in "+-*/":
                if first == second or None in (left, right) or (symbol == "/" and right == 0):
                    yield 0
                    continue
                signed = {"+": left + right, "-": left - right, "*": left * right}
                yield int(allowed(signed[symbol] if symbol in signed else left / right))


@pytest.mark.few_quick(1)
@pytest.mark.parametrize("rules", ["classic", "countdown"])
def test_only_a_correct_expression_gets_a_reward(rules):
    easy = [fv.Puzzle(numbers, 24, rules) for numbers in ("1 2 3 4", "2 2 6 8", "4 6 1 1")]
    env = table(puzzles=[*easy, fv.Puzzle("3 1 8 5 2", 24, rules)])
    rng, solved = random.Random(3), 0
    for seed in range(200):
        _, info = env.reset(seed=seed)
        numbers = [Fraction(number) for number in info["numbers"]]
        numbers += [None] * (5 - len(numbers))
        texts, over, reward, last = list(map(str, numbers)), False, 0.0, 0
        while not over:
            assert list(slow_mask(numbers, rules)) == info["action_mask"].tolist()
            assert 0.0 == reward
            action = rng.choice(info["action_mask"].nonzero()[0].tolist())
            last, second, symbol = env.decode_action(action)
            assert action == env.encode_action(last, second, symbol)
            observed, reward, over, _, info = env.step(action)
            texts[last], texts[second] = f"({texts[last]}{symbol}{texts[second]})", None
            numbers[last] = Fraction(
                int(observed["numerators"][last]), int(observed["denominators"][last])
            )
            numbers[second] = None
            correct = fv.check(texts[last], info["numbers"], info["target"], rules).correct
            assert correct == (1.0 == reward) == info["is_solved"]
            assert not correct or over
        solved += reward
        assert not info["action_mask"].any()
    assert 0 < solved < 200


@pytest.mark.parametrize("largest", [None, 20, 10**15])
@pytest.mark.parametrize("values", fv.puzzle.VALUES)
def test_the_mask_has_the_results_that_the_rules_allow(values, largest):
    rules = fv.Rules("some", values=values, largest=largest)
    rng = random.Random(f"{values} {largest}")
    choices = [*range(-9, 14), Fraction(1, 3), Fraction(-7, 2), Fraction(8, 3), 2**40, 2**62]
    for _ in range(30):
        numbers = [Fraction(rng.choice(choices)) for _ in range(4)]
        env = table(puzzles=[fv.Puzzle(numbers, 24, rules)])
        _, info = env.reset(seed=0)
        for action, is_allowed in enumerate(info["action_mask"].tolist()):
            first, second, symbol = env.decode_action(action)
            result = rules.result(numbers[first], symbol, numbers[second])
            fits = result is not None and max(abs(result.numerator), result.denominator) < 2**63
            assert (fits and first != second) == is_allowed


def test_a_solution_is_played_to_its_reward():
    env = table(rules="classic", render_mode="ansi")
    observed, _ = env.reset(options={"puzzle": fv.Puzzle("8 8 3 3")})
    assert [8, 8, 3, 3] == observed["numerators"].tolist()
    for first, second, symbol in ((1, 2, "/"), (3, 1, "-")):
        observed, reward, over, _, info = env.step(env.encode_action(first, second, symbol))
        assert (0.0, False) == (reward, over)
    assert [8, 0, 0, 1] == observed["numerators"].tolist()
    assert [1, 1, 1, 3] == observed["denominators"].tolist()
    assert [1, 0, 0, 1] == observed["on_table"].tolist()
    assert "8 / 3 = 8/3\n3 - (8/3) = 1/3\n8 1/3 -> 24" == env.render()
    _, reward, over, cut, info = env.step(env.encode_action(0, 3, "/"))
    assert (1.0, True, False) == (reward, over, cut)
    assert "8 / (1/3) = 24" == info["steps"][-1]


def test_an_action_that_is_not_allowed_ends_the_episode_and_changes_nothing():
    env = table(rules="countdown")
    before, info = env.reset(options={"puzzle": fv.Puzzle("2 3 9", 11, "countdown")})
    action = env.encode_action(0, 1, "-")
    assert 0 == info["action_mask"][action]
    after, reward, over, _, info = env.step(action)
    assert (0.0, True, ()) == (reward, over, info["steps"])
    assert all((before[name] == after[name]).all() for name in before)
    with pytest.raises(RuleError, match="action must be from 0 to 143, not 144"):
        env.step(144)


def test_a_result_outside_the_observation_space_is_not_allowed():
    env = table(puzzles=[fv.Puzzle(f"{2**62} 4 2", 24)])
    _, info = env.reset(seed=0)
    assert 0 == info["action_mask"][env.encode_action(0, 1, "*")]
    assert 1 == info["action_mask"][env.encode_action(0, 1, "/")]


def test_rules_that_a_table_does_not_have_are_refused():
    for rules in ("oberon", "forth", "raku-left"):
        with pytest.raises(RuleError):
            table(rules=rules)
    with pytest.raises(RuleError, match="all puzzles must have the same rules"):
        table(puzzles=[fv.Puzzle("3 8"), fv.Puzzle("3 8", 24, "countdown")])
    with pytest.raises(RuleError, match="the puzzle must have rules 'classic'"):
        table(rules="classic").reset(options={"puzzle": fv.Puzzle("3 8", 24, "countdown")})


# lm-eval.


def test_a_task_for_lm_eval_is_written_and_its_functions_run(tmp_path):
    data = tmp_path / "puzzles.jsonl"
    row = {"nums": [3, 8, 5], "target": 24, "rules": "countdown"}
    data.write_text(json.dumps(row) + "\n", encoding="utf-8")
    path = lm_eval.write_task(tmp_path / "tasks", data, name="count", template="boxed")
    text = path.read_text(encoding="utf-8")
    for line in (f"    test: {json.dumps(str(data))}", "task: count", "dataset_path: json"):
        assert line in text.splitlines()
    names = {}
    source = (path.parent / "count_functions.py").read_text(encoding="utf-8")
    exec(compile(source, "count_functions.py", "exec"), names)  # noqa: S102 - as lm-eval does
    assert "Make 24" in names["doc_to_text"](row)
    assert {"acc": 1.0} == names["process_results"](row, [r"\boxed{3*8}"])
    assert {"acc": 0.0} == names["process_results"](row, ["<answer>3*8</answer>"])


def test_the_measures_of_a_task_are_metrics(tmp_path):
    options = {"closeness": 0.5, "format_reward": 0.1, "no_solution": True}
    text = lm_eval.write_task(tmp_path, "puzzles.jsonl", **options).read_text(encoding="utf-8")
    row = {"nums": [3, 8], "target": 24, "extract": "boxed"}  # the prompt of the task counts
    found = lm_eval.PuzzleTask(**options).process_results(row, ["<answer>8-3</answer>"])
    assert {"acc": 0.125, "closeness": 0.05, "format": 1.0, "no_solution": 0.0} == found
    assert list(found) == [line.split()[-1] for line in text.splitlines() if "- metric:" in line]


def test_a_task_that_could_not_run_is_not_written(tmp_path):
    for wrong in ({"name": "a b"}, {"template": "essay"}, {"rules": "chess"}, {"extract": "x"}):
        with pytest.raises(RuleError):
            lm_eval.write_task(tmp_path / "tasks", "puzzles.jsonl", **wrong)
    assert not (tmp_path / "tasks").exists()


def test_a_task_replaces_its_own_files_and_no_others(tmp_path):
    for name in ("count.yaml", "count_functions.py"):
        folder = tmp_path / name.partition(".")[0]
        lm_eval.write_task(folder, "puzzles.jsonl", name="count")
        again = lm_eval.write_task(folder, "others.jsonl", name="count")
        assert "others.jsonl" in again.read_text(encoding="utf-8")
        for mine in ("my notes", ""):
            (folder / name).write_text(mine, encoding="utf-8")
            with pytest.raises(FaceValueError, match="was not written by facevalue; choose"):
                lm_eval.write_task(folder, "puzzles.jsonl", name="count")
            assert mine == (folder / name).read_text(encoding="utf-8")


def test_lm_eval_runs_the_task(tmp_path):
    evaluator = pytest.importorskip("lm_eval", reason="lm-eval is not installed")
    from lm_eval.api.model import LM  # noqa: PLC0415 - an optional framework
    from lm_eval.tasks import TaskManager  # noqa: PLC0415 - the same

    class Solver(LM):
        """Answers the first of two puzzles."""

        def generate_until(self, requests, **_):
            return ["<answer>3*8</answer>" if "3, 8" in r.args[0] else "?" for r in requests]

        def loglikelihood(self, requests, **_):
            raise NotImplementedError

        loglikelihood_rolling = loglikelihood

    data = tmp_path / "puzzles.jsonl"
    rows = ({"nums": [3, 8], "target": 24}, {"nums": [4, 6], "target": 24})
    data.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    lm_eval.write_task(tmp_path / "tasks", data)
    tasks = TaskManager(include_path=str(tmp_path / "tasks"), include_defaults=False)
    found = evaluator.simple_evaluate(
        model=Solver(), tasks=["facevalue"], task_manager=tasks, bootstrap_iters=0
    )
    assert 0.5 == found["results"]["facevalue"]["acc,none"]


# verifiers.


def test_rows_for_verifiers_have_a_prompt_an_answer_and_the_puzzle():
    tasks = puzzle_source.PuzzleTasks(
        rules="countdown", seed=1, count=3, size=4, difficulty=(20, 60)
    )
    for row, puzzle in zip(tasks.rows(), tasks.puzzles, strict=True):
        assert list(row) == ["prompt", "answer", "info"]
        assert json.loads(row["info"])["target"] == puzzle.target
        assert (4, True) == (len(puzzle.numbers), 20 <= puzzle.difficulty.percentile <= 60)
        assert fv.check(row["answer"], puzzle.numbers, puzzle.target, "countdown").correct


def test_verifiers_scores_an_environment_of_version_0():
    vf = pytest.importorskip("verifiers", reason="verifiers is not installed")
    if not hasattr(vf, "SingleTurnEnv"):
        pytest.skip("this verifiers has task sets, no Rubric")
    env = verifiers_adapter.load_environment(rules="countdown", seed=1, count=5)
    assert 5 == len(env.dataset)
    for row in env.dataset:
        for answer, reward in ((row["answer"], 1.0), ("1+1", 0.0)):
            said = [{"role": "assistant", "content": f"<answer>{answer}</answer>"}]
            state = {**row, "completion": said, "task": "default", "trajectory": []}
            state["timing"] = dict.fromkeys(("scoring_ms", "total_ms", "generation_ms"), 0)
            asyncio.run(env.rubric.score_rollout(state))
            assert reward == state["reward"]


def test_verifiers_scores_a_task_set_of_version_1():
    vf = pytest.importorskip("verifiers.v1", reason="verifiers.v1 is not installed")
    if not hasattr(vf, "TaskData"):
        pytest.skip("this verifiers has environments with a Rubric")
    made, *_ = verifiers_adapter.environment(rules="countdown", seed=1, count=5, format_reward=0.5)
    tasks = list(made(vf.TasksetConfig()))
    assert 5 == len(tasks)
    for task in tasks:
        trace = SimpleNamespace(last_reply=f"<answer>{task.data.answer}</answer>")
        assert 1.5 == asyncio.run(task.correct_answer(trace))
        assert {"format": 1.0} == asyncio.run(task.measures(trace))
        assert 0.0 == asyncio.run(task.correct_answer(SimpleNamespace(last_reply="?")))
