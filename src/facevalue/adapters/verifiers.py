"""An environment for verifiers 0.4 and later; for version 0.1 see `gyms.verifiers_v0`.

Write a module with the name of your environment that contains these lines:

    from facevalue.adapters.verifiers import environment

    Countdown, Chat, Local = environment(rules="countdown", seed=1, count=1000)
    __all__ = ["Countdown", "Chat", "Local"]
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from facevalue.adapters.shared.puzzle_source import PuzzleTasks
from facevalue.errors import FaceValueError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    import facevalue as fv


def environment(
    puzzles: Iterable[fv.Puzzle] | None = None,
    **options: Any,  # noqa: ANN401 - options of tasks
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
        raise FaceValueError("verifiers 0.1 needs facevalue.adapters.gyms.verifiers_v0")
    from verifiers.v1.harnesses.null import NullHarness  # noqa: PLC0415 - the same

    tasks = PuzzleTasks(puzzles, **options)

    class PuzzleData(vf.TaskData):  # type: ignore[misc] # the framework is not installed
        answer: str
        info: str

    class PuzzleTask(vf.Task[PuzzleData]):  # type: ignore[misc] # the same
        @vf.reward  # type: ignore[untyped-decorator] # the same
        async def correct_answer(self, trace: Any) -> float:  # noqa: ANN401 - types of the framework
            return tasks.score(trace.last_reply, self.data.info).reward

        @vf.metric  # type: ignore[untyped-decorator] # the same
        async def measures(self, trace: Any) -> dict[str, float]:  # noqa: ANN401 - types of the framework
            return tasks.score(trace.last_reply, self.data.info).measures

    class PuzzleTaskset(vf.Taskset[PuzzleTask]):  # type: ignore[misc] # the same
        def load(self) -> Iterator[PuzzleTask]:
            for row in tasks.rows():
                yield PuzzleTask(PuzzleData(**row), self.config.task)

    class LocalConfig(vf.EnvConfig):  # type: ignore[misc] # the same
        agent: vf.AgentConfig = vf.AgentConfig(runtime=vf.SubprocessConfig())

    class LocalEnv(vf.Env[LocalConfig]):  # type: ignore[misc] # the same
        async def run(self, task: Any, agents: Any) -> None:  # noqa: ANN401 - types of the framework
            await agents.agent.run(task)

    return PuzzleTaskset, NullHarness, LocalEnv
