"""Environments for verifiers. Write a module with the name of your environment.

For verifiers 0.4 and later, it contains these lines:

    from facevalue.adapters.verifiers import environment

    Countdown, Chat, Local = environment(rules="countdown", seed=1, count=1000)
    __all__ = ["Countdown", "Chat", "Local"]

For version 0.1, in which a model gives one answer or plays turn by turn, it contains one of these:

    from facevalue.adapters.verifiers import load_environment
    from facevalue.adapters.verifiers import load_turn_environment as load_environment
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

import facevalue as fv
from facevalue.adapters.shared.labels import as_mappings
from facevalue.adapters.shared.puzzle_source import PuzzleTasks, episode_metrics, episode_of
from facevalue.datasets import Template
from facevalue.errors import FaceValueError
from facevalue.puzzle import Episode


def environment(
    puzzles: Iterable[fv.Puzzle] | None = None, **options: Any
) -> tuple[type[Any], type[Any], type[Any]]:
    """Make the classes of an environment for `verifiers.v1`; list them in your module's `__all__`.

    The first class is the task set. The second is the harness, which sends the prompt and reads one
    reply, without a system message or tools (the default harness of verifiers gives the model a
    shell). The third is the environment, which runs the harness in a process on this machine. That
    is safe because the harness does not run code of the model; `--env.agent.runtime.type` chooses
    another runtime.

    Args:
        puzzles: `Puzzle`s; None to generate solvable ones without repetition.
        **options: the other arguments of `facevalue.adapters.shared.puzzle_source.PuzzleTasks`.

    Raises:
        RuleError: unknown rules or template, no puzzles, or an option out of bounds.
        FaceValueError: this version of verifiers has no such task sets.
        ImportError: verifiers is not installed, or has no `verifiers.v1`.
    """
    import verifiers.v1 as vf  # noqa: PLC0415 - an optional framework

    if not hasattr(vf, "TaskData"):
        raise FaceValueError("verifiers 0.1 needs load_environment of the same module")
    from verifiers.v1.harnesses.null import NullHarness  # noqa: PLC0415 - the same

    tasks = PuzzleTasks(puzzles, **options)

    class PuzzleData(vf.TaskData):  # type: ignore[misc] # the framework is not installed
        answer: str
        info: str

    class PuzzleTask(vf.Task[PuzzleData]):  # type: ignore[misc] # the same
        @vf.reward  # type: ignore[untyped-decorator] # the same
        async def correct_answer(self, trace: Any) -> float:
            return tasks.score(trace.last_reply, self.data.info).reward

        @vf.metric  # type: ignore[untyped-decorator] # the same
        async def measures(self, trace: Any) -> dict[str, float]:
            return tasks.score(trace.last_reply, self.data.info).measures

    class PuzzleTaskset(vf.Taskset[PuzzleTask]):  # type: ignore[misc] # the same
        def load(self) -> Iterator[PuzzleTask]:
            for row in tasks.rows():
                yield PuzzleTask(PuzzleData(**row), self.config.task)

    class LocalConfig(vf.EnvConfig):  # type: ignore[misc] # the same
        agent: vf.AgentConfig = vf.AgentConfig(runtime=vf.SubprocessConfig())

    class LocalEnv(vf.Env[LocalConfig]):  # type: ignore[misc] # the same
        async def run(self, task: Any, agents: Any) -> None:
            await agents.agent.run(task)

    return PuzzleTaskset, NullHarness, LocalEnv


def load_environment(puzzles: Iterable[fv.Puzzle] | None = None, **options: Any) -> Any:
    """Make an environment of verifiers 0.1 in which a model gives one answer to each puzzle.

    Args:
        puzzles: `Puzzle`s; None to generate solvable ones without repetition.
        **options: the other arguments of `facevalue.adapters.shared.puzzle_source.PuzzleTasks`.
    """
    import verifiers as vf  # noqa: PLC0415 - an optional framework

    tasks = PuzzleTasks(puzzles, **options)

    def compute(name: str, row: Mapping[str, Any]) -> float:
        score = tasks.score(row["completion"], row["info"])
        return score.reward if name == "correct_answer" else score.measures[name]

    return _make(vf.SingleTurnEnv, tasks, ("correct_answer", *tasks.measures), compute)


def load_turn_environment(
    puzzles: Iterable[fv.Puzzle] | None = None,
    *,
    rules: str | fv.Rules | None = None,
    seed: int | None = None,
    count: int | None = None,
    template: str | Template = "turns",
    **options: Any,
) -> Any:
    """Make an environment of verifiers 0.1 in which a model plays each puzzle turn by turn.

    Args:
        puzzles: as for `load_environment`.
        rules: as for `PuzzleTasks`.
        seed: as for `PuzzleTasks`.
        count: as for `PuzzleTasks`.
        template: the prompt, a name in `TEMPLATES` or a `Template`.
        **options: the options of `facevalue.puzzle.Episode`.
    """
    import verifiers as vf  # noqa: PLC0415 - an optional framework

    tasks = PuzzleTasks(puzzles, rules=rules, seed=seed, count=count, template=template)
    first = Episode(tasks.puzzles[0], **options)  # reports bad options now

    def compute(name: str, row: Mapping[str, Any]) -> float:
        episode: Episode = row["state"]["episode"]
        return episode.reward if name == "total" else episode_metrics(episode)[name]

    class PuzzleTurns(vf.MultiTurnEnv):  # type: ignore[misc] # the framework is not installed
        async def setup_state(self, state: Any) -> None:
            state["episode"] = episode_of(state["info"], options)

        async def env_response(self, messages: Any, state: Any, **_: Any) -> Any:
            (message,) = cast("list[dict[str, Any]]", as_mappings([messages[-1]]))
            turn = state["episode"].take(str(message.get("content") or ""))
            reply = [{"role": "user", "content": turn.message}]
            if turn.is_over:
                state["final_env_response"] = reply
            return reply

    names = ("total", *episode_metrics(first))
    return _make(PuzzleTurns, tasks, names, compute, max_turns=first.max_turns)


def _make(
    kind: Callable[..., Any],
    tasks: PuzzleTasks,
    names: Sequence[str],
    compute: Callable[[str, Mapping[str, Any]], float],
    **options: Any,
) -> Any:
    """Make an environment that logs what `compute` returns for each name; the first is the reward.

    A name is a function of a row for the framework.
    """
    import verifiers as vf  # noqa: PLC0415 - an optional framework
    from datasets import Dataset  # noqa: PLC0415 - a dependency of the framework

    def named(name: str) -> Callable[..., float]:
        def function(**row: Any) -> float:
            return compute(name, row)

        function.__name__ = name
        return function

    weights = [1.0, *[0.0] * (len(names) - 1)]
    rubric = vf.Rubric(funcs=[named(name) for name in names], weights=weights)
    return kind(dataset=Dataset.from_list(list(tasks.rows())), rubric=rubric, **options)
