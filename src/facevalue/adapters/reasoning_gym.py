"""A reasoning-gym dataset: items with question, answer and metadata, and the score of an answer.

`PuzzleDataset` works without the framework; `register` adds it to the framework by name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import facevalue as fv
from facevalue.adapters.shared.labels import parse_label
from facevalue.adapters.shared.puzzle_source import (
    DEFAULT_COUNT,
    DEFAULT_GAME,
    PuzzleTasks,
    puzzle_row,
    simplest_solution,
)
from facevalue.datasets import Template, template_named
from facevalue.errors import RuleError

NAME = "facevalue"


class PuzzleDataset(Sequence["dict[str, Any]"]):
    """A sequence of items: dicts with `question`, `answer` and `metadata`.

    An item depends only on the seed and its index.

    Args:
        puzzles: `Puzzle`s; None to generate solvable ones without repetition.
        template: the prompt, a name in `TEMPLATES` or a `Template`.
        **options: the other arguments of `facevalue.adapters.shared.puzzle_source.PuzzleTasks`.

    Raises:
        RuleError: unknown rules or template, no puzzles, or an option out of bounds.
        TypeError: an unknown option.

    >>> items = PuzzleDataset(rules="countdown", seed=1, count=10)
    >>> item = items[0]
    >>> sorted(item), sorted(item["metadata"])
    (['answer', 'metadata', 'question'],
     ['numbers', 'rules', 'source_dataset', 'source_index', 'target'])
    >>> items.score_answer(item["answer"], item), items.score_answer("1+1", item)
    (1.0, 0.0)
    """

    def __init__(
        self,
        puzzles: Iterable[fv.Puzzle] | None = None,
        *,
        template: str | Template = "plain",
        **options: Any,
    ) -> None:
        self._tasks = PuzzleTasks(puzzles, template=template, **options)

    def __len__(self) -> int:
        return len(self._tasks.puzzles)

    def __getitem__(self, index: int) -> dict[str, Any]:  # type: ignore[override] # no slices
        puzzle = self._tasks.puzzles[index]
        position = range(len(self))[index]
        source = {"source_dataset": NAME, "source_index": position}
        return {
            "question": self._tasks.template.text(puzzle),
            "answer": simplest_solution(puzzle),
            "metadata": {**source, **puzzle_row(puzzle)},
        }

    def score_answer(self, answer: str | None, entry: Mapping[str, Any]) -> float:
        """Score an answer to an item under the rules of the item.

        If the answer is not where the prompt requires it, the whole string is the answer.

        Args:
            answer: the answer; None scores like a completion without an answer.
            entry: the item.

        Raises:
            FaceValueError: the item is not from this dataset.

        >>> items = PuzzleDataset([fv.Puzzle("8 8 3 3")])
        >>> items.score_answer("8/(3-8/3)", items[0])
        1.0
        """
        label = entry.get("metadata") if isinstance(entry, dict) else entry
        score = self._tasks.score(answer, label)
        if score.reason is fv.Reason.NO_ANSWER and answer is not None:
            whole = self._tasks.score(answer, parse_label(label)._replace(extract="whole"))
            return whole.reward if whole.correct else score.reward
        return score.reward


@dataclass
class Config:
    """The options of `reasoning_gym.create_dataset("facevalue", ...)`; `size` counts items.

    Args:
        rules: the rules to generate for.
        template: the prompt, a name in `TEMPLATES`.
        format_score: the score of a wrong answer, if there is an answer.
        closeness: the reward for a valid answer, multiplied by 1 / (1 + its distance from the
            target).
        format_reward: the reward for a readable expression.
        min_numbers: how many numbers a puzzle has at least; None, with `max_numbers`, for as many
            as the game deals.
        max_numbers: how many numbers a puzzle has at most.
        min_difficulty: the minimum percentile, 0 to 100.
        max_difficulty: the maximum percentile.
        seed: 0 to 2^64 - 1, None for a random one.
        size: how many items.
    """

    rules: str = DEFAULT_GAME
    template: str = "plain"
    format_score: float = 0.0
    closeness: float = 0.0
    format_reward: float = 0.0
    min_numbers: int | None = None
    max_numbers: int | None = None
    min_difficulty: float = 0.0
    max_difficulty: float = 100.0
    seed: int | None = None
    size: int = DEFAULT_COUNT

    def validate(self) -> None:
        """Check the options; reasoning-gym calls this.

        Raises:
            RuleError: unknown rules or template, or an option out of bounds.
            LimitError: no puzzle matches.
        """
        template_named(self.template)
        if (self.min_numbers is None) != (self.max_numbers is None):
            raise RuleError("pass both min_numbers and max_numbers, or neither")
        self.items(seed=0, count=1)[0]

    def items(self, *, seed: int, count: int) -> PuzzleDataset:
        """Generate the items for these options."""
        size = None
        if self.min_numbers is not None and self.max_numbers is not None:
            size = tuple(range(self.min_numbers, self.max_numbers + 1))
        difficulty = self.min_difficulty, self.max_difficulty
        same = ("rules", "template", "format_score", "closeness", "format_reward")
        options = {name: getattr(self, name) for name in same}
        return PuzzleDataset(seed=seed, count=count, size=size, difficulty=difficulty, **options)


def register(name: str = NAME) -> None:
    """Register the dataset, so that `reasoning_gym.create_dataset(name, rules=...)` finds it.

    `reasoning_gym.factory.create_curriculum(name)` has the attributes `numbers`, from 3 to 6, and
    `difficulty`, which starts with the easiest quarter.

    Args:
        name: the name in reasoning-gym.

    Raises:
        ValueError: another dataset has this name.
        ImportError: reasoning-gym is not installed.
    """
    from reasoning_gym import coaching  # noqa: PLC0415 - an optional framework
    from reasoning_gym.dataset import ProceduralDataset  # noqa: PLC0415 - the same
    from reasoning_gym.factory import DATASETS, register_dataset  # noqa: PLC0415 - the same

    if name in DATASETS and DATASETS[name][1] is Config:
        return

    class FaceValue(ProceduralDataset):  # type: ignore[misc] # the framework has no types
        def __init__(self, config: Config) -> None:
            super().__init__(config=config, seed=config.seed, size=config.size)
            self.items = config.items(seed=self.seed, count=config.size)

        def __getitem__(self, idx: int) -> dict[str, Any]:
            return self.items[idx]

        def score_answer(self, answer: str | None, entry: dict[str, Any]) -> float:
            return self.items.score_answer(answer, entry)

    class PuzzleCurriculum(coaching.BaseCurriculum):  # type: ignore[misc] # the same
        def __init__(self) -> None:
            super().__init__(PuzzleCurriculum.__name__, Config)
            numbers = coaching.RangeAttributeDefinition(
                name="numbers",
                levels=[3, 4, 5, 6],
                description="How many numbers a puzzle has",
                lower_field_name="min_numbers",
                upper_field_name="max_numbers",
            )
            difficulty = coaching.RangeAttributeDefinition(
                name="difficulty",
                levels=[0, 25, 50, 75, 100],
                description="The percentile of the difficulty",
                lower_field_name="min_difficulty",
                upper_field_name="max_difficulty",
                ensure_interval=True,
            )
            self._define_attributes(numbers, difficulty)

    register_dataset(name, FaceValue, Config, PuzzleCurriculum)
