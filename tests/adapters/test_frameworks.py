"""Adapters in real frameworks if these are installed, or behind their signatures."""

import asyncio
import functools
import importlib
import importlib.util
import inspect
import json
import re
import shlex
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import numpy as np
import pytest

import facevalue as fv
from facevalue.adapters import trl, verl
from facevalue.datasets import TEMPLATES
from facevalue.errors import FaceValueError, RuleError
from tests.adapters import stand_ins
from tests.paths import DOCS

TRUTH = {"target": 24, "numbers": [3, 8]}
TRAIN = DOCS / "models" / "train.md"


# verl.


def verl_arguments():
    """The settings of the command in the documentation."""
    text = TRAIN.read_text(encoding="utf-8").replace("\\\n", " ")
    command = re.search(r"^python -m verl\.trainer\.main_ppo (.*)$", text, re.MULTILINE)[1]
    return shlex.split(re.sub(r"\$\(.*?\)\)?\"?\)", verl.__file__, command))


def test_the_documented_command_names_the_function_of_the_adapter():
    arguments = dict(argument.split("=", 1) for argument in verl_arguments())
    assert verl.__file__ == arguments["reward.custom_reward_function.path"]
    assert callable(getattr(verl, arguments["reward.custom_reward_function.name"]))


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # warnings of verl and its packages
def test_the_configuration_of_verl_accepts_the_documented_command():
    hydra = pytest.importorskip("hydra", reason="hydra is not installed")
    pytest.importorskip("verl", reason="verl is not installed")
    from verl.trainer.ppo.reward import get_custom_reward_fn  # noqa: PLC0415 - not installed
    from verl.trainer.ppo.utils import need_critic, need_reference_policy  # noqa: PLC0415
    from verl.utils.config import validate_config  # noqa: PLC0415

    package = Path(importlib.util.find_spec("verl").submodule_search_locations[0])
    folder = str(package / "trainer" / "config")
    with hydra.initialize_config_dir(config_dir=folder, version_base=None):
        config = hydra.compose("ppo_trainer", overrides=verl_arguments())
    validate_config(config, need_reference_policy(config), need_critic(config))
    assert "grpo" == config.algorithm.adv_estimator
    compute_score = get_custom_reward_fn(config)
    for answer, score in (("3*8", 1.0), ("3+8", 0.1)):
        found = compute_score(
            data_source="facevalue/classic",
            solution_str=f"<answer>{answer}</answer>",
            ground_truth=TRUTH,
            extra_info={"num_turns": None},
        )
        assert (score, score == 1.0) == (found["score"], found["acc"])


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # warnings of verl and its packages
def test_verl_has_the_reward_managers_that_the_page_names():
    pytest.importorskip("verl", reason="verl is not installed")
    from verl.experimental.reward_loop.reward_manager import get_reward_manager_cls  # noqa: PLC0415

    page = (DOCS / "adapters" / "training.md").read_text(encoding="utf-8")
    sentence = re.search(r"verl's reward managers\s+([^.]+)\.", page)[1]
    names = re.findall(r"`(\w+)`", sentence)
    assert {"naive", "dapo"} < set(names)
    for name in names:
        assert get_reward_manager_cls(name)


class Tokens:
    """A tokenizer whose tokens are the characters."""

    def decode(self, ids, skip_special_tokens):
        assert skip_special_tokens
        return "".join(map(chr, ids.tolist()))


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # warnings of verl and its packages
@pytest.mark.parametrize("name", ["naive", "dapo"])
def test_the_reward_managers_of_verl_score_rows(name):
    omegaconf = pytest.importorskip("omegaconf", reason="omegaconf is not installed")
    pytest.importorskip("verl", reason="verl is not installed")
    import torch  # noqa: PLC0415 - not installed
    from verl import DataProto  # noqa: PLC0415
    from verl.experimental.reward_loop.reward_manager import get_reward_manager_cls  # noqa: PLC0415

    said = ["<answer>3*8</answer>", "<answer>3+8</answer>", "no idea", "<answer>(3*8</answer>"]
    width = max(map(len, said))
    truths = [TRUTH, {"target": 11, "numbers": np.array([3, 8])}, TRUTH, TRUTH]
    data = DataProto.from_dict(
        tensors={
            "prompts": torch.zeros(len(said), 2, dtype=torch.long),
            "responses": torch.tensor([list(map(ord, each.ljust(width))) for each in said]),
            "attention_mask": torch.tensor(
                [[1] * (2 + len(each)) + [0] * (width - len(each)) for each in said]
            ),
        },
        non_tensors={
            "data_source": np.array(["facevalue/classic"] * len(said), object),
            "reward_model": np.array([{"ground_truth": each} for each in truths], object),
            "extra_info": np.array([{"index": at} for at in range(len(said))], object),
        },
    )
    config = omegaconf.OmegaConf.create({"reward": {"reward_kwargs": {}}})
    score = functools.partial(verl.compute_score, format_score=0.1)

    async def scored():
        manager = get_reward_manager_cls(name)(config, Tokens(), score)
        return [await manager.run_single(data[at : at + 1]) for at in range(len(said))]

    found = asyncio.run(scored())
    assert [1.0, 1.0, 0.0, 0.1] == [each["reward_score"] for each in found]
    infos = [each["reward_extra_info"] for each in found]
    assert [True, True, False, False] == [info["acc"] for info in infos]
    assert ["correct", "correct", "no_answer", "malformed"] == [info["reason"] for info in infos]


# Inspect AI.


@pytest.fixture
def inspect_tasks(monkeypatch):
    return stand_ins.inspect_tasks(monkeypatch)


def inspected(score, answer, **row):
    """The score of an answer to a puzzle in the metadata."""
    output = SimpleNamespace(completion=f"<answer>{answer}</answer>")
    return asyncio.run(score(SimpleNamespace(metadata={**TRUTH, **row}, output=output), None))


def test_inspect_logs_the_answer_the_verdict_and_the_reason(inspect_tasks):
    score = inspect_tasks.puzzle_scorer(format_score=0.1, no_solution=True)
    right, wrong = inspected(score, "3*8"), inspected(score, "3+8")
    assert (1.0, "3*8", "correct") == (right.value, right.answer, right.metadata["reason"])
    assert (0.1, "3+8", "wrong_value") == (wrong.value, wrong.answer, wrong.metadata["reason"])
    assert "3+8 is 11, not 24" in wrong.explanation
    claim = inspected(score, "no solution", target=25)
    assert (1.0, "the puzzle has no solution") == (claim.value, claim.explanation)
    assert {"no_solution": 1.0} == claim.metadata["measures"]
    lie = inspected(score, "no solution")
    assert (0.1, True) == (lie.value, lie.explanation != claim.explanation)


def test_inspect_scores_each_measure(inspect_tasks):
    score = inspect_tasks.puzzle_measures()
    assert {"correct": 1.0, "closeness": 1.0, "format": 1.0} == inspected(score, "3*8").value
    expected = {"correct": 0.0, "closeness": pytest.approx(1 / 14), "format": 1.0}
    assert expected == inspected(score, "3+8").value


def test_inspect_reads_puzzles_from_a_file(inspect_tasks, tmp_path):
    rows = [{"nums": [3, 8], "target": 24, "extract": "boxed"}, {**TRUTH, "rules": "countdown"}]
    data = tmp_path / "puzzles.jsonl"
    data.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    samples = list(inspect_tasks.puzzles(str(data), rules="whole").dataset)
    assert ["3*8", "3*8"] == [sample.target for sample in samples]
    assert [None, "countdown"] == [sample.metadata["rules"] for sample in samples]
    assert [None, None] == [sample.metadata["extract"] for sample in samples]
    for sample, name in zip(samples, ("whole", "countdown"), strict=True):
        prompt = TEMPLATES["chat"].chat(fv.Puzzle("3 8", 24, name))
        assert [message["content"] for message in prompt] == [m.content for m in sample.input]


def test_inspect_deals_puzzles_for_a_seed(inspect_tasks):
    one, same, other = (
        [sample.metadata for sample in inspect_tasks.countdown(count=3, seed=seed).dataset]
        for seed in (1, 1, 2)
    )
    assert one == same != other
    assert {"countdown"} == {row["rules"] for row in one}
    samples = list(inspect_tasks.game24(count=4, template="boxed").dataset)
    assert [("classic", 24)] * 4 == [(s.metadata["rules"], s.metadata["target"]) for s in samples]
    assert all("boxed" in sample.input[-1].content for sample in samples)
    for sample in samples:
        assert fv.check(sample.target, sample.metadata["numbers"], 24).correct


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # warnings of the framework
def test_inspect_runs_the_tasks(tmp_path):
    framework = pytest.importorskip("inspect_ai", reason="inspect-ai is not installed")
    tasks = importlib.import_module("facevalue.adapters.inspect_ai")

    data = tmp_path / "puzzles.jsonl"
    data.write_text('{"nums": [3, 8], "target": 24}\n{"nums": [3, 27], "target": 24}\n')
    made = (
        (tasks.countdown(count=3, seed=1), 2, 2 / 3),
        (tasks.game24(count=4, seed=1, template="boxed"), 1, 1 / 4),
        (tasks.puzzles(str(data)), 2, 1.0),
    )
    for task, known, share in made:
        log = framework.eval(
            task, model=solver_of(list(task.dataset)[:known]), log_dir=str(tmp_path), display="none"
        )[0]
        (found,) = log.results.scores
        assert share == pytest.approx(found.metrics["accuracy"].value)
    assert {"correct"} == {each.scores["puzzle_scorer"].metadata["reason"] for each in log.samples}


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # warnings of the framework
def test_inspect_reports_each_measure_by_its_name(tmp_path):
    framework = pytest.importorskip("inspect_ai", reason="inspect-ai is not installed")
    tasks = importlib.import_module("facevalue.adapters.inspect_ai")

    task = tasks.game24(count=4, seed=1)
    task.scorer = [tasks.puzzle_measures(no_solution=True)]
    model = solver_of(list(task.dataset)[:1])
    log = framework.eval(task, model=model, log_dir=str(tmp_path), display="none")[0]
    means = {found.name: found.metrics["mean"].value for found in log.results.scores}
    assert {"correct": 0.25, "closeness": 0.25, "format": 0.25, "no_solution": 0.0} == means


def solver_of(samples):
    """A model that knows the answers to some samples."""
    from inspect_ai.model import ModelAPI, ModelOutput, get_model, modelapi  # noqa: PLC0415

    known = {each.input[-1].text: each for each in samples}

    class Solver(ModelAPI):
        def __init__(self, model_name, base_url=None, api_key=None, **_):
            super().__init__(model_name, base_url, api_key)

        async def generate(self, input, tools, tool_choice, config):  # noqa: A002 - its name
            del tools, tool_choice, config
            prompt = input[-1].text
            answer = known[prompt].target if prompt in known else "?"
            form = r"\boxed{{{}}}" if "boxed" in prompt else "<answer>{}</answer>"
            return ModelOutput.from_content("solver", form.format(answer))

        async def count_text_tokens(self, text):
            return len(text)

    modelapi(name="solver")(Solver)
    return get_model("solver/exact", memoize=False)


# ms-swift and Trinity-RFT need a GPU or heavy packages: their signatures, as facts.


def module(name, **content):
    made = ModuleType(name)
    vars(made).update(content)
    return made


@pytest.fixture
def swift(monkeypatch):
    """ms-swift 4.6: a reward is a class in `orms`, made with `args` and called with the columns."""

    class ORM:
        def __init__(self, args=None, **kwargs):
            self.args, self.others = args, kwargs

    orms = {}
    monkeypatch.setitem(sys.modules, "swift", module("swift"))
    monkeypatch.setitem(sys.modules, "swift.rewards", module("swift.rewards", ORM=ORM, orms=orms))
    monkeypatch.delitem(sys.modules, "facevalue.adapters.ms_swift", raising=False)
    made = importlib.import_module("facevalue.adapters.ms_swift")
    yield orms, made
    sys.modules.pop("facevalue.adapters.ms_swift", None)


def test_ms_swift_finds_the_rewards_by_name(swift):
    orms, _ = swift
    texts = ["<answer>3*8</answer>", "<answer>8-3</answer>", "8", "?"]
    columns = {
        "nums": [[3, 8], [3, 8], [3, 8], None],
        "target": [24] * 4,
        "messages": [[]] * 4,
        "trainer_state": None,
    }
    expected = {
        "facevalue": [1.0, 0.0, 0.0, None],
        "facevalue_closeness": [1.0, 0.05, 0.0, None],
        "facevalue_format": [1.0, 1.0, 0.0, None],
    }
    assert expected == {name: orms[name](args=None)(texts, **columns) for name in orms}
    assert expected["facevalue"] == trl.reward(texts, **columns)


def test_a_reward_for_ms_swift_may_have_options(swift):
    _, made = swift

    class Mine(made.PuzzleReward):
        options = {"rules": "countdown", "format_score": 0.1}  # noqa: RUF012 - as people write it

    texts = ["<answer>3*8</answer>", "<answer>3*9</answer>"]
    assert [1.0, 0.1] == Mine()(completions=texts, numbers=[[3, 8, 5]] * 2, target=[24, 24])
    with pytest.raises(FaceValueError, match="a column of numbers"):
        Mine()(completions=texts)


@pytest.fixture
def trinity(monkeypatch):
    """Trinity-RFT 0.6: a subclass of `RewardFn`, whose result is added up and logged by name."""

    class RewardFn:
        pass

    names = ("trinity", "trinity.common", "trinity.common.rewards")
    for name in names:
        monkeypatch.setitem(sys.modules, name, module(name))
    leaf = module("trinity.common.rewards.reward_fn", RewardFn=RewardFn)
    monkeypatch.setitem(sys.modules, leaf.__name__, leaf)
    monkeypatch.delitem(sys.modules, "facevalue.adapters.trinity", raising=False)
    yield importlib.import_module("facevalue.adapters.trinity").PuzzleReward, RewardFn
    sys.modules.pop("facevalue.adapters.trinity", None)


def test_trinity_adds_up_and_logs_the_parts(trinity):
    reward, base = trinity
    assert issubclass(reward, base)
    made = reward(closeness=0.5, format_reward=0.1)
    for truth in (TRUTH, '{"target": 24, "numbers": [3, 8]}'):
        right = made(response="<answer>3*8</answer>", truth=truth, prompt="?")
        assert {"answer": 1.0, "closeness": 0.5, "format": 0.1} == right
        assert 0.1 + 0.025 == pytest.approx(sum(made("<answer>8-3</answer>", truth).values()))
    with pytest.raises(RuleError, match="unknown rules"):
        reward(rules="chess")


# Signatures that frameworks call.


def test_verl_passes_these_arguments():
    names = list(inspect.signature(verl.compute_score).parameters)
    assert ["data_source", "solution_str", "ground_truth", "extra_info", "kwargs"] == names
    assert not asyncio.iscoroutinefunction(verl.compute_score)


def test_a_metric_for_dspy_is_a_line_around_a_grader():
    grader = fv.Grader(extract="any", syntax="relaxed")

    def metric(example, prediction, trace=None):
        del trace
        return grader.score(prediction["answer"], example["nums"], example["target"])

    assert 1.0 == metric({"nums": [3, 8], "target": 24}, {"answer": "3 x 8"})
