"""An environment for verifiers: `load_environment` for version 0.1, `environment` from 0.2 on.

`load_turn_environment` plays turn by turn, in version 0.1.

For version 0.1, write a module with the name of your environment that contains this line:

    from facevalue.adapters.verifiers import load_environment

For later versions, write these lines:

    from facevalue.adapters.verifiers import environment

    Countdown, Chat, Local = environment(rules="countdown", seed=1, count=1000)
    __all__ = ["Countdown", "Chat", "Local"]
"""

from __future__ import annotations

import json
from importlib.metadata import version
from typing import TYPE_CHECKING, cast

from facevalue.adapters.shared.episodes import episode_metrics, episode_of
from facevalue.adapters.shared.puzzle_source import PuzzleTasks, puzzle_row, simplest_solution
from facevalue.errors import FaceValueError
from facevalue.puzzle import Episode

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    import facevalue as fv
    from facevalue.datasets import Template


def load_environment(
    puzzles: Iterable[fv.Puzzle] | None = None,
    *,
    rules: str | fv.Rules | None = None,
    seed: int | None = None,
    count: int | None = None,
    template: str | Template = "chat",
    **options: Any,  # noqa: ANN401 - options of a scorer
) -> Any:  # noqa: ANN401 - the framework has its own types
    """Make a `SingleTurnEnv` of verifiers 0.1 with one row for each puzzle.

    Args:
        puzzles: `Puzzle`s; None to generate solvable ones without repetition.
        rules: the rules to generate for, by default "classic"; only without `puzzles`.
        seed: 0 to 2^64 - 1, None for a random one; only without `puzzles`.
        count: how many, by default all `puzzles`, or 500 generated ones.
        template: the prompt, a name in `TEMPLATES` or a `Template`.
        **options: the options of `Scorer`; `extract` defaults to the `extract` of the template.

    Raises:
        RuleError: unknown rules or template, no puzzles, or an option out of bounds.
        FaceValueError: this version of verifiers has no such environments.
        ImportError: verifiers or datasets is not installed.
    """
    import verifiers as vf  # noqa: PLC0415 - an optional framework
    from datasets import Dataset  # noqa: PLC0415 - the same

    _check_version(vf, "SingleTurnEnv", "environment")
    tasks = PuzzleTasks(puzzles, rules=rules, seed=seed, count=count, template=template, **options)

    def correct_answer(completion: Any, info: Any, **_: Any) -> float:  # noqa: ANN401 - types of the framework
        return tasks.score(_as_mappings(completion), info).reward

    def measure(name: str) -> Callable[..., float]:
        def compute(completion: Any, info: Any, **_: Any) -> float:  # noqa: ANN401 - the same
            return tasks.score(_as_mappings(completion), info).measures[name]

        compute.__name__ = name
        return compute

    measures = [measure(name) for name in tasks.measures]  # of weight 0: logged only
    weights = [1.0, *[0.0] * len(measures)]
    rubric = vf.Rubric(funcs=[correct_answer, *measures], weights=weights)
    return vf.SingleTurnEnv(dataset=Dataset.from_list(list(_rows(tasks))), rubric=rubric)


def load_turn_environment(
    puzzles: Iterable[fv.Puzzle] | None = None,
    *,
    rules: str | fv.Rules | None = None,
    seed: int | None = None,
    count: int | None = None,
    template: str | Template = "turns",
    **options: Any,  # noqa: ANN401 - options of an episode
) -> Any:  # noqa: ANN401 - the framework has its own types
    """Make a `MultiTurnEnv` of verifiers 0.1, in which a model plays turn by turn.

    Args:
        puzzles: as for `load_environment`.
        rules: as for `load_environment`.
        seed: as for `load_environment`.
        count: as for `load_environment`.
        template: the prompt, a name in `TEMPLATES` or a `Template`.
        **options: the options of `facevalue.puzzle.Episode`.

    Raises:
        RuleError: unknown rules or template, no puzzles, or an option out of bounds.
        FaceValueError: this version of verifiers has no such environments.
        ImportError: verifiers or datasets is not installed.
    """
    import verifiers as vf  # noqa: PLC0415 - an optional framework
    from datasets import Dataset  # noqa: PLC0415 - the same

    _check_version(vf, "MultiTurnEnv", "environment")
    tasks = PuzzleTasks(puzzles, rules=rules, seed=seed, count=count, template=template)
    first = Episode(tasks.puzzles[0], **options)  # reports bad options now

    class PuzzleTurns(vf.MultiTurnEnv):  # type: ignore[misc] # the framework is not installed
        async def setup_state(self, state: Any) -> None:  # noqa: ANN401 - types of the framework
            state["episode"] = episode_of(state["info"], options)

        async def env_response(self, messages: Any, state: Any, **_: Any) -> Any:  # noqa: ANN401 - the same
            turn = state["episode"].take(_content(messages[-1]))
            reply = [{"role": "user", "content": turn.message}]
            if turn.is_over:
                state["final_env_response"] = reply
            return reply

    def total(state: Any, **_: Any) -> float:  # noqa: ANN401 - the same
        return float(state["episode"].reward)

    def measure(name: str) -> Callable[..., float]:
        def compute(state: Any, **_: Any) -> float:  # noqa: ANN401 - the same
            return episode_metrics(state["episode"])[name]

        compute.__name__ = name
        return compute

    measures = [measure(name) for name in episode_metrics(first)]  # of weight 0: logged only
    rubric = vf.Rubric(funcs=[total, *measures], weights=[1.0, *[0.0] * len(measures)])
    rows = Dataset.from_list(list(_rows(tasks)))
    return PuzzleTurns(dataset=rows, rubric=rubric, max_turns=first.max_turns)


def environment(
    puzzles: Iterable[fv.Puzzle] | None = None,
    *,
    rules: str | fv.Rules | None = None,
    seed: int | None = None,
    count: int | None = None,
    template: str | Template = "chat",
    **options: Any,  # noqa: ANN401 - options of a scorer
) -> tuple[type[Any], type[Any], type[Any]]:
    """Make the classes of an environment for `verifiers.v1`; list them in your module's `__all__`.

    The first class is the task set. The second is the harness, which sends the prompt and reads one
    reply, without a system message or tools (the default harness of verifiers gives the model a
    shell). The third is the environment, which runs the harness in a process on this machine. That
    is safe because the harness does not run code of the model; `--env.agent.runtime.type` chooses
    another runtime.

    Args:
        puzzles: `Puzzle`s; None to generate solvable ones without repetition.
        rules: the rules to generate for, by default "classic"; only without `puzzles`.
        seed: 0 to 2^64 - 1, None for a random one; only without `puzzles`.
        count: how many, by default all `puzzles`, or 500 generated ones.
        template: the prompt, a name in `TEMPLATES` or a `Template`.
        **options: the options of `Scorer`; `extract` defaults to the `extract` of the template.

    Raises:
        RuleError: unknown rules or template, no puzzles, or an option out of bounds.
        FaceValueError: this version of verifiers has no such task sets.
        ImportError: verifiers is not installed, or has no `verifiers.v1`.
    """
    import verifiers.v1 as vf  # noqa: PLC0415 - an optional framework

    _check_version(vf, "TaskData", "load_environment")
    from verifiers.v1.harnesses.null import NullHarness  # noqa: PLC0415 - the same

    tasks = PuzzleTasks(puzzles, rules=rules, seed=seed, count=count, template=template, **options)

    class PuzzleData(vf.TaskData):  # type: ignore[misc] # the framework is not installed
        answer: str
        info: str

    class PuzzleTask(vf.Task[PuzzleData]):  # type: ignore[misc] # the same
        @vf.reward  # type: ignore[untyped-decorator] # the same
        async def correct_answer(self, trace: Any) -> float:  # noqa: ANN401 - types of the framework
            return tasks.score(_as_mappings(trace.last_reply), self.data.info).reward

        @vf.metric  # type: ignore[untyped-decorator] # the same
        async def measures(self, trace: Any) -> dict[str, float]:  # noqa: ANN401 - types of the framework
            return tasks.score(_as_mappings(trace.last_reply), self.data.info).measures

    class PuzzleTaskset(vf.Taskset[PuzzleTask]):  # type: ignore[misc] # the same
        def load(self) -> Iterator[PuzzleTask]:
            for row in _rows(tasks):
                yield PuzzleTask(PuzzleData(**row), self.config.task)

    class LocalConfig(vf.EnvConfig):  # type: ignore[misc] # the same
        agent: vf.AgentConfig = vf.AgentConfig(runtime=vf.SubprocessConfig())

    class LocalEnv(vf.Env[LocalConfig]):  # type: ignore[misc] # the same
        async def run(self, task: Any, agents: Any) -> None:  # noqa: ANN401 - types of the framework
            await agents.agent.run(task)

    return PuzzleTaskset, NullHarness, LocalEnv


def _check_version(framework: Any, needed: str, other: str) -> None:  # noqa: ANN401 - a module
    if not hasattr(framework, needed):
        problem = f"verifiers {version('verifiers')} has no {needed}"
        raise FaceValueError(f"{problem}: use facevalue.adapters.verifiers.{other}")


def _rows(tasks: PuzzleTasks) -> Iterator[dict[str, Any]]:
    for puzzle in tasks.puzzles:
        info, prompt = json.dumps(puzzle_row(puzzle)), tasks.template.chat(puzzle)
        yield {"prompt": prompt, "answer": simplest_solution(puzzle), "info": info}


def _content(message: Any) -> str:  # noqa: ANN401 - a message of the framework or a mapping
    (mapping,) = cast("list[dict[str, Any]]", _as_mappings([message]))
    return str(mapping.get("content") or "")


def _as_mappings(completion: object) -> object:
    """Convert messages of verifiers to mappings, for the grader."""
    if not isinstance(completion, (list, tuple)):
        return completion
    return [
        message.model_dump() if hasattr(message, "model_dump") else message
        for message in completion
    ]
