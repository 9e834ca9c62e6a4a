"""A data set as reasoning-gym has them: items with question, answer and metadata, and their scores.

`PuzzleDataset` needs nothing of the framework; `register` makes the same known to it by name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import facevalue as fv
from facevalue.adapters.puzzle_source import (
    DEFAULT_COUNT,
    DEFAULT_GAME,
    puzzle_row,
    puzzles_for,
    rules_by_name,
    simplest_solution,
)
from facevalue.adapters.scoring import Scorer, parse_label
from facevalue.datasets.templates import template_named

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from facevalue.adapters.puzzle_source import PuzzleLike
    from facevalue.datasets.templates import Template

NAME = "facevalue"


class PuzzleDataset(Sequence["dict[str, Any]"]):
    """Items `{question, answer, metadata}`; each depends on the seed and its index only.

    Args:
        puzzles: `Puzzle`s or `Deal`s; None to generate them, all with a solution, none twice.
        rules: of which game, "classic" unless given; only where no puzzles are given.
        seed: of the deal; None for any; only where no puzzles are given.
        size: how many items; 500 where they are generated, and all puzzles that are given.
        template: how the question is put, a name of `TEMPLATES` or a `Template`.
        **options: as for `Grader`: `syntax`, `extract` (the template's unless given),
            `after_think`, `score`, `format_score`.

    Raises:
        RuleError: as `deals` and `Grader`, an unknown template, or no puzzles.

    >>> items = PuzzleDataset(rules="countdown", seed=1, size=10)
    >>> item = items[0]
    >>> sorted(item), sorted(item["metadata"])
    (['answer', 'metadata', 'question'],
     ['numbers', 'rules', 'source_dataset', 'source_index', 'target'])
    >>> items.score_answer(item["answer"], item), items.score_answer("1+1", item)
    (1.0, 0.0)
    """

    def __init__(
        self,
        puzzles: Iterable[PuzzleLike] | None = None,
        *,
        rules: str | fv.Rules | None = None,
        seed: int | None = None,
        size: int | None = None,
        template: str | Template = "plain",
        **options: Any,  # noqa: ANN401 - a grader's
    ) -> None:
        self.puzzles = puzzles_for(puzzles, rules=rules, seed=seed, count=size)
        self.template = template_named(template)
        self._rules = rules_by_name(self.puzzles)
        self._scorer = Scorer(**{"extract": self.template.extract, **options})

    def __len__(self) -> int:
        return len(self.puzzles)

    def __getitem__(self, index: int) -> dict[str, Any]:  # type: ignore[override] # no slices
        puzzle = self.puzzles[index]
        place = range(len(self))[index]
        source = {"source_dataset": NAME, "source_index": place}
        return {
            "question": self.template.text(puzzle),
            "answer": simplest_solution(puzzle),
            "metadata": {**source, **puzzle_row(puzzle)},
        }

    def score_answer(self, answer: str | None, entry: Mapping[str, Any]) -> float:
        """What an answer to an item is worth, as `Grader` tells it under the rules of the item.

        Raises:
            FaceValueError: the item has no metadata of this data set.
        """
        item = entry.get("metadata") if isinstance(entry, dict) else entry
        numbers, target, name = parse_label(item)
        rules = self._rules.get(name, name) if isinstance(name, str) else name
        return self._scorer.grader(rules).score(answer, numbers, target)


@dataclass
class Config:
    """What `reasoning_gym.create_dataset("facevalue", ...)` takes."""

    rules: str = DEFAULT_GAME
    template: str = "plain"
    format_score: float = 0.0
    seed: int | None = None
    size: int = DEFAULT_COUNT

    def validate(self) -> None:
        """Checks rules and template.

        Raises:
            RuleError: one of them is unknown.
        """
        template_named(self.template)
        fv.deal(self.rules, seed=0)


def register(name: str = NAME) -> None:
    """Makes the data set known: then `reasoning_gym.create_dataset(name, rules=...)` gives it.

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
                size=config.size,
                template=config.template,
                format_score=config.format_score,
            )

        def __getitem__(self, idx: int) -> dict[str, Any]:
            return self.items[idx]

        def score_answer(self, answer: str | None, entry: dict[str, Any]) -> float:
            return self.items.score_answer(answer, entry)

    register_dataset(name, FaceValue, Config)
