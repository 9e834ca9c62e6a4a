"""Judges completions in rows of a file, each under the rules that its row names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import facevalue as fv
from facevalue.budget import watched

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from facevalue.datasets.tables.puzzle_reader import PuzzleRows

# The verdict on an answer that says, rightly, that there is no solution; `found_by` stays.
_RIGHT_REFUSAL = {
    "correct": True,
    "reason": "correct",
    "value": None,
    "position": None,
    "message": "the puzzle has no solution",
}


class Judges:
    """The graders of a file: one for each rules and each way to find the answer.

    Args:
        usual: the grader whose other options all of them have.
        no_solution: whether an answer that says that there is no solution is right if that is true.
    """

    def __init__(self, usual: fv.Grader, *, no_solution: bool = False) -> None:
        self._usual, self._no_solution = usual, no_solution
        self._graders: dict[tuple[fv.Rules, str], fv.Grader] = {}

    def grader(self, rules: fv.Rules, extract: str) -> fv.Grader:
        """Return the grader for rows with these rules and this way to find the answer."""
        key = rules, extract
        if key not in self._graders:
            self._graders[key] = self._usual.replace(rules=rules, extract=extract)
        return self._graders[key]

    def judge(
        self, completions: Sequence[Any], puzzles: PuzzleRows, names: Collection[str] = ("reason",)
    ) -> dict[str, list[Any]]:
        """Columns of `Grader.verdict_columns`, each completion judged under the rules of its row.

        Raises:
            LimitError: with `no_solution`, a puzzle is too large to solve.
        """
        groups: dict[tuple[int, str], list[int]] = {}
        if len(set(map(id, puzzles.rules))) == len(set(puzzles.extract)) == 1:
            return self._judge_alike(completions, puzzles, names)
        for place, (rules, extract) in enumerate(watched(zip(*puzzles[2:4], strict=True))):
            groups.setdefault((id(rules), extract), []).append(place)
        columns: dict[str, list[Any]] = {name: [None] * len(completions) for name in names}
        for places in groups.values():
            texts = [completions[place] for place in places]
            for name, cells in self._judge_alike(texts, puzzles.take(places), names).items():
                for place, cell in zip(places, watched(cells), strict=True):
                    columns[name][place] = cell
        return columns

    def _judge_alike(
        self, completions: Sequence[Any], puzzles: PuzzleRows, names: Collection[str]
    ) -> dict[str, list[Any]]:
        """The columns of completions with the same grader."""
        grader = self.grader(puzzles.rules[0], puzzles.extract[0])
        numbers, targets = puzzles.numbers, puzzles.targets
        columns = grader.verdict_columns(completions, numbers, targets, columns=names)
        for place, completion in enumerate(completions) if self._no_solution else ():
            if (
                columns["reason"][place] != "correct"
                and grader.says_no_solution(completion)
                and not fv.solve(numbers[place], targets[place], grader.rules)
            ):
                for name in _RIGHT_REFUSAL.keys() & columns:
                    columns[name][place] = _RIGHT_REFUSAL[name]
        return columns
