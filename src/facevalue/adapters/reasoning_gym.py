"""A reasoning-gym data set: items with question, answer and metadata, and the score of an answer.

`PuzzleDataset` works without the framework; `register` adds it to the framework by name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import facevalue as fv
from facevalue.adapters.labels import parse_label
from facevalue.adapters.puzzle_source import (
    DEFAULT_COUNT,
    DEFAULT_GAME,
    PuzzleTasks,
    puzzle_row,
    simplest_solution,
)
from facevalue.datasets import template_named

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from facevalue.datasets import Template

NAME = "facevalue"


class PuzzleDataset(Sequence["dict[str, Any]"]):
    """A sequence of items, dicts with `question`, `answer` and `metadata`.

    An item depends only on the seed and its index.

    Args:
        puzzles: `Puzzle`s; None to generate solvable ones, none twice.
        rules: the rules to generate for, by default "classic"; only without `puzzles`.
        seed: 0 to 2^64 - 1, None for a random one; only without `puzzles`.
        count: how many items, by default all puzzles given, or 500 generated ones.
        template: the prompt, a name of `TEMPLATES` or a `Template`.
        **options: `extract` (by default that of the template), `syntax`, `allow`, `after_think`,
            `score`, `format_score`, `closeness`, `format_reward` and `no_solution`, as for
            `Scorer`.

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
        rules: str | fv.Rules | None = None,
        seed: int | None = None,
        count: int | None = None,
        template: str | Template = "plain",
        **options: Any,  # noqa: ANN401 - a scorer's
    ) -> None:
        self._tasks = PuzzleTasks(
            puzzles, rules=rules, seed=seed, count=count, template=template, **options
        )

    def __len__(self) -> int:
        return len(self._tasks.puzzles)

    def __getitem__(self, index: int) -> dict[str, Any]:  # type: ignore[override] # no slices
        puzzle = self._tasks.puzzles[index]
        place = range(len(self))[index]
        source = {"source_dataset": NAME, "source_index": place}
        return {
            "question": self._tasks.template.text(puzzle),
            "answer": simplest_solution(puzzle),
            "metadata": {**source, **puzzle_row(puzzle)},
        }

    def score_answer(self, answer: str | None, entry: Mapping[str, Any]) -> float:
        """The score of an answer to an item, under the rules of the item.

        If no answer stands where the prompt asks for it, all of the text is the answer.

        Args:
            answer: the answer; None scores like a wrong one without any answer.
            entry: the item.

        Raises:
            FaceValueError: the item does not come from this data set.

        >>> items = PuzzleDataset([fv.Puzzle("8 8 3 3")])
        >>> items.score_answer("8/(3-8/3)", items[0])
        1.0
        """
        label = entry.get("metadata") if isinstance(entry, dict) else entry
        found = self._tasks.score(answer, label)
        if found.reason is fv.Reason.NO_ANSWER and answer is not None:
            whole = self._tasks.score(answer, parse_label(label)._replace(extract="whole"))
            return max(whole, found, key=lambda each: each.correct).reward
        return found.reward


@dataclass
class Config:
    """The options of `reasoning_gym.create_dataset("facevalue", ...)`; `size` counts items."""

    rules: str = DEFAULT_GAME
    template: str = "plain"
    format_score: float = 0.0
    seed: int | None = None
    size: int = DEFAULT_COUNT

    def validate(self) -> None:
        """Checks the options; reasoning-gym calls it.

        Raises:
            RuleError: unknown rules or template.
        """
        template_named(self.template)
        fv.deal(fv.puzzle.rules_named(self.rules), seed=0)


def register(name: str = NAME) -> None:
    """Registers the data set, so that `reasoning_gym.create_dataset(name, rules=...)` finds it.

    Args:
        name: its name in reasoning-gym.

    Raises:
        ValueError: another data set has that name.
        ImportError: reasoning-gym is not installed.
    """
    from reasoning_gym.dataset import ProceduralDataset  # noqa: PLC0415 - an optional framework
    from reasoning_gym.factory import DATASETS, register_dataset  # noqa: PLC0415 - the same

    if name in DATASETS and DATASETS[name][1] is Config:
        return

    class FaceValue(ProceduralDataset):  # type: ignore[misc] # the framework has no types
        def __init__(self, config: Config) -> None:
            super().__init__(config=config, seed=config.seed, size=config.size)
            self.items = PuzzleDataset(
                rules=config.rules,
                seed=self.seed,
                count=config.size,
                template=config.template,
                format_score=config.format_score,
            )

        def __getitem__(self, idx: int) -> dict[str, Any]:
            return self.items[idx]

        def score_answer(self, answer: str | None, entry: dict[str, Any]) -> float:
            return self.items.score_answer(answer, entry)

    register_dataset(name, FaceValue, Config)
