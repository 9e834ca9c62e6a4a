"""The parts of frameworks that adapters use, with their signatures, for where they are missing.

`.ci/long` runs the same tests with the real packages, and more.
"""

import importlib
import json
import sys
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType, SimpleNamespace


def adapter_on(monkeypatch, adapter, **modules):
    """Import an adapter; without its framework on these modules, named with `__` for a dot."""
    name = f"facevalue.adapters.{adapter}"
    framework = next(iter(modules))
    if find_spec(framework) is None:
        for path, content in modules.items():
            made = ModuleType(path.replace("__", "."))
            vars(made).update(content)
            monkeypatch.setitem(sys.modules, made.__name__, made)
        monkeypatch.setitem(sys.modules, name, None)  # forgets the adapter afterwards
        monkeypatch.delitem(sys.modules, name)
    return importlib.import_module(name)


class Fields:
    """A model of pydantic, without its checks."""

    def __init__(self, **fields):
        vars(self).update(fields)

    def model_copy(self, *, update):
        return type(self)(**vars(self) | update)


def verifiers_0_1(monkeypatch):
    """The adapter on verifiers 0.1, whose environments get a dataset and a rubric."""
    parts = {"SingleTurnEnv": Fields, "MultiTurnEnv": Fields, "Rubric": Fields}
    monkeypatch.setitem(sys.modules, "verifiers", SimpleNamespace(**parts))
    dataset = SimpleNamespace(from_list=list)
    monkeypatch.setitem(sys.modules, "datasets", SimpleNamespace(Dataset=dataset))
    return importlib.import_module("facevalue.adapters.verifiers")


def openenv(monkeypatch):
    """The adapter on openenv-core 0.3."""

    class Observation(Fields):
        done, reward = False, None

    server = {"Action": Fields, "Environment": object, "Observation": Observation, "State": Fields}
    server["create_fastapi_app"] = lambda *_: SimpleNamespace(
        exception_handler=lambda _: lambda handler: handler
    )
    return adapter_on(
        monkeypatch, "openenv", openenv={}, openenv__core={}, openenv__core__env_server=server
    )


def skyrl(monkeypatch):
    """The adapter on SkyRL-Gym 0.4."""

    class BaseTextEnv:
        def __init__(self):
            self.turns, self.max_turns = 0, 1

        def init(self, prompt):
            return prompt, {}

    base = {"BaseTextEnv": BaseTextEnv, "BaseTextEnvStepOutput": dict}
    return adapter_on(
        monkeypatch, "skyrl", skyrl_gym={}, skyrl_gym__envs={}, skyrl_gym__envs__base_text_env=base
    )


class SinglePlayerState:
    """The state of TextArena 0.7: observations are tuples of a player, a message and a kind."""

    current_player_id, game_id = 0, -1

    def __init__(self, num_players, seed=None, max_turns=None):
        assert num_players == 1
        self.seed, self.max_turns = seed, max_turns

    def reset(self, game_state, player_prompt_function):
        self.observations, self.rewards, self.info, self.done = [], None, {0: {}}, False
        prompt = player_prompt_function(player_id=0, game_state=game_state)
        self.add_observation(prompt, "prompt")

    def add_observation(self, message, observation_type, from_id=game_id):
        self.observations.append((from_id, message, observation_type))

    def set_outcome(self, reward, reason=None):
        self.rewards, self.done = {0: reward}, True
        self.info[0]["reason"] = reason

    def step(self):
        return self.done, self.step_info


class Env:
    """The base class of the environments of TextArena."""

    def get_observation(self):
        seen, self.state.observations = self.state.observations, []
        return self.state.current_player_id, seen

    def close(self):
        return self.state.rewards, self.state.info


def textarena(monkeypatch):
    """The adapter on TextArena 0.7."""
    kinds = SimpleNamespace(PLAYER_ACTION="action", GAME_ADMIN="admin", GAME_MESSAGE="message")
    wrappers = SimpleNamespace(LLMObservationWrapper=object)
    registry = {}

    def register(name, *parts, **options):
        registry[name] = parts, options

    content = {"Env": Env, "ObservationType": kinds, "wrappers": wrappers}
    content["SinglePlayerState"] = SinglePlayerState
    return adapter_on(
        monkeypatch,
        "gyms.textarena",
        textarena=content,
        textarena__envs={},
        textarena__envs__registration={"ENV_REGISTRY": registry, "register": register},
    )


def inspect_tasks(monkeypatch):
    """The adapter on Inspect AI 0.3."""

    def read(path, sample):
        return [sample(json.loads(line)) for line in Path(path).read_text("utf-8").splitlines()]

    messages = [f"ChatMessage{role}" for role in ("Assistant", "System", "User")]
    scorer = dict.fromkeys(("Score", "Scorer", "Target", "accuracy", "mean", "stderr"), Fields)

    def with_metrics(*, metrics):
        assert metrics
        return lambda function: function

    return adapter_on(
        monkeypatch,
        "inspect_ai",
        inspect_ai={"Task": Fields, "task": lambda function: function},
        inspect_ai__dataset={"MemoryDataset": list, "Sample": Fields, "json_dataset": read},
        inspect_ai__model=dict.fromkeys(messages, Fields),
        inspect_ai__scorer={**scorer, "scorer": with_metrics},
        inspect_ai__solver={"TaskState": Fields, "generate": Fields},
    )
