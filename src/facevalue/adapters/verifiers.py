"""An environment for verifiers: `load_environment` for its version 0.1, `taskset` from 0.2 on.

A module of yours that is called as the environment shall be holds one line of it:

    from facevalue.adapters.verifiers import load_environment
"""

from __future__ import annotations

import json
from importlib.metadata import version

from facevalue.adapters.puzzle_source import (
    puzzle_row,
    puzzles_for,
    rules_by_name,
    simplest_solution,
)
from facevalue.adapters.scoring import Scorer, parse_label
from facevalue.datasets.templates import template_named
from facevalue.errors import FaceValueError, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any

    import facevalue as fv
    from facevalue.adapters.puzzle_source import PuzzleLike
    from facevalue.datasets.templates import Template


def load_environment(
    puzzles: Iterable[PuzzleLike] | None = None,
    *,
    rules: str | fv.Rules | None = None,
    seed: int | None = None,
    count: int | None = None,
    template: str | Template = "chat",
    **options: Any,  # noqa: ANN401 - a grader's
) -> Any:  # noqa: ANN401 - the framework has its own types
    """A `SingleTurnEnv` of verifiers 0.1: a row for each puzzle, a `Rubric` of one function.

    Args:
        puzzles: `Puzzle`s or `Deal`s; None to generate them, all with a solution, none twice.
        rules: of which game, "classic" unless given; only where no puzzles are given.
        seed: of the deal; None for any; only where no puzzles are given.
        count: how many; 500 where they are generated, and all puzzles that are given.
        template: how the question is put, a name of `TEMPLATES` or a `Template`.
        **options: as for `Grader`: `syntax`, `extract` (the template's unless given),
            `after_think`, `score`, `format_score`.

    Raises:
        RuleError: as `deals` and `Grader`, an unknown template, or no puzzles.
        FaceValueError: verifiers is a version that has no such environments.
        ImportError: verifiers or datasets are not installed.
    """
    import verifiers as vf  # noqa: PLC0415 - an optional framework
    from datasets import Dataset  # noqa: PLC0415 - the same

    _check_version(vf, "SingleTurnEnv", "taskset")
    given = puzzles_for(puzzles, rules=rules, seed=seed, count=count)
    form = template_named(template)
    reward = _reward(given, {"extract": form.extract, **options})

    def correct_answer(completion: Any, info: Any, **_: Any) -> float:  # noqa: ANN401 - the framework's
        return reward(completion, info)

    rubric = vf.Rubric(funcs=[correct_answer], weights=[1.0])
    return vf.SingleTurnEnv(dataset=Dataset.from_list(list(_rows(given, form))), rubric=rubric)


def taskset(
    puzzles: Iterable[PuzzleLike] | None = None,
    *,
    rules: str | fv.Rules | None = None,
    seed: int | None = None,
    count: int | None = None,
    template: str | Template = "chat",
    **options: Any,  # noqa: ANN401 - a grader's
) -> type[Any]:
    """A class of task set for `verifiers.v1`, to be named in `__all__` of a module of yours.

    Arguments and errors as for `load_environment`.

    Raises:
        FaceValueError: verifiers is a version that has no such task sets.
        ImportError: verifiers is not installed, or is a version without `verifiers.v1`.
    """
    import verifiers.v1 as vf  # noqa: PLC0415 - an optional framework

    _check_version(vf, "TaskData", "load_environment")
    given = puzzles_for(puzzles, rules=rules, seed=seed, count=count)
    form = template_named(template)
    reward = _reward(given, {"extract": form.extract, **options})

    class PuzzleData(vf.TaskData):  # type: ignore[misc] # the framework is not installed with us
        answer: str
        info: str

    class PuzzleTask(vf.Task[PuzzleData]):  # type: ignore[misc] # the same
        @vf.reward  # type: ignore[untyped-decorator] # the same
        async def correct_answer(self, trace: Any) -> float:  # noqa: ANN401 - the framework's
            return reward(trace.last_reply, self.data.info)

    class PuzzleTaskset(vf.Taskset[PuzzleTask]):  # type: ignore[misc] # the same
        def load(self) -> Iterator[PuzzleTask]:
            for row in _rows(given, form):
                yield PuzzleTask(PuzzleData(**row), self.config.task)

    return PuzzleTaskset


def _check_version(framework: Any, wanted: str, other: str) -> None:  # noqa: ANN401 - a module
    if not hasattr(framework, wanted):
        remedy = f"expected a verifiers that has {wanted}, use adapters.verifiers.{other} with this"
        raise FaceValueError(f"{remedy}: {quoted(version('verifiers'))}")


def _rows(puzzles: Sequence[PuzzleLike], template: Template) -> Iterator[dict[str, Any]]:
    for puzzle in puzzles:
        info = json.dumps(puzzle_row(puzzle))
        yield {"prompt": template.chat(puzzle), "answer": simplest_solution(puzzle), "info": info}


def _reward(
    puzzles: Sequence[PuzzleLike], options: dict[str, Any]
) -> Callable[[object, object], float]:
    scorer, known = Scorer(**options), rules_by_name(puzzles)

    def reward(completion: object, info: object) -> float:
        numbers, target, name = parse_label(info)
        rules = None if name is None else known.get(name, name)
        return scorer.grader(rules).score(_plain(completion), numbers, target)

    return reward


def _plain(completion: object) -> object:
    """Messages as mappings; the framework has a class for them too."""
    if not isinstance(completion, (list, tuple)):
        return completion
    return [each.model_dump() if hasattr(each, "model_dump") else each for each in completion]
