"""Environments for verifiers 0.1, in one turn and in several; this module needs that version.

Write a module with the name of your environment that contains one of these lines:

    from facevalue.adapters.gyms.verifiers_v0 import load_environment
    from facevalue.adapters.gyms.verifiers_v0 import load_turn_environment as load_environment
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, cast

import verifiers as vf
from datasets import Dataset

from facevalue.adapters.shared.episodes import episode_metrics, episode_of
from facevalue.adapters.shared.labels import as_mappings
from facevalue.adapters.shared.puzzle_source import PuzzleTasks
from facevalue.puzzle import Episode

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    import facevalue as fv
    from facevalue.datasets import Template


def load_environment(
    puzzles: Iterable[fv.Puzzle] | None = None,
    **options: Any,  # noqa: ANN401 - options of tasks
) -> vf.SingleTurnEnv:
    """Make an environment with one row for each puzzle, in which a model gives one answer.

    Args:
        puzzles: `Puzzle`s; None to generate solvable ones without repetition.
        **options: the other arguments of `facevalue.adapters.shared.puzzle_source.PuzzleTasks`.
    """
    tasks = PuzzleTasks(puzzles, **options)

    def reward(row: Mapping[str, Any]) -> float:
        return tasks.score(row["completion"], row["info"]).reward

    def measure(name: str, row: Mapping[str, Any]) -> float:
        return tasks.score(row["completion"], row["info"]).measures[name]

    measures = {name: partial(measure, name) for name in tasks.measures}
    rubric = make_rubric({"correct_answer": reward, **measures})
    return vf.SingleTurnEnv(dataset=Dataset.from_list(list(tasks.rows())), rubric=rubric)


def load_turn_environment(
    puzzles: Iterable[fv.Puzzle] | None = None,
    *,
    rules: str | fv.Rules | None = None,
    seed: int | None = None,
    count: int | None = None,
    template: str | Template = "turns",
    **options: Any,  # noqa: ANN401 - options of an episode
) -> vf.MultiTurnEnv:
    """Make an environment with one row for each puzzle, in which a model plays turn by turn.

    Args:
        puzzles: as for `load_environment`.
        rules: as for `PuzzleTasks`.
        seed: as for `PuzzleTasks`.
        count: as for `PuzzleTasks`.
        template: the prompt, a name in `TEMPLATES` or a `Template`.
        **options: the options of `facevalue.puzzle.Episode`.
    """
    tasks = PuzzleTasks(puzzles, rules=rules, seed=seed, count=count, template=template)
    first = Episode(tasks.puzzles[0], **options)  # reports bad options now

    def measure(name: str, row: Mapping[str, Any]) -> float:
        return episode_metrics(row["state"]["episode"])[name]

    measures = {name: partial(measure, name) for name in episode_metrics(first)}
    rubric = make_rubric({"total": lambda row: row["state"]["episode"].reward, **measures})
    rows = Dataset.from_list(list(tasks.rows()))
    return PuzzleTurns(options, dataset=rows, rubric=rubric, max_turns=first.max_turns)


class PuzzleTurns(vf.MultiTurnEnv):  # type: ignore[misc] # the framework is not installed
    """Plays an episode for each row, with the options of `Episode`."""

    def __init__(self, options: dict[str, Any], **arguments: Any) -> None:  # noqa: ANN401 - of the framework
        super().__init__(**arguments)
        self.options = options

    async def setup_state(self, state: vf.State) -> None:
        """Start an episode."""
        state["episode"] = episode_of(state["info"], self.options)

    async def env_response(self, messages: vf.Messages, state: vf.State, **_: Any) -> vf.Messages:  # noqa: ANN401 - the same
        """Take a turn with the last message."""
        (message,) = cast("list[dict[str, Any]]", as_mappings([messages[-1]]))
        turn = state["episode"].take(str(message.get("content") or ""))
        reply = [{"role": "user", "content": turn.message}]
        if turn.is_over:
            state["final_env_response"] = reply
        return reply


def make_rubric(functions: Mapping[str, Callable[[Mapping[str, Any]], float]]) -> vf.Rubric:
    """Make a rubric that logs all functions of a row by name; the first is the reward."""

    def named(name: str) -> Callable[..., float]:
        def compute(**row: Any) -> float:  # noqa: ANN401 - the columns and the completion
            return functions[name](row)

        compute.__name__ = name
        return compute

    weights = [1.0, *[0.0] * (len(functions) - 1)]
    return vf.Rubric(funcs=[named(name) for name in functions], weights=weights)
