"""The completions in rows of a file, and a judge for each under the rules of its row."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

import facevalue as fv
from facevalue.budget import watched
from facevalue.datasets.tables.puzzle_reader import PuzzleRows

# The verdict on an answer that is right to say that there is no solution; `found_by` is kept.
_RIGHT_REFUSAL = {
    "correct": True,
    "reason": "correct",
    "value": None,
    "position": None,
    "message": "the puzzle has no solution",
}


class Samples(NamedTuple):
    """Completions in the order of the file, in lists of the same length.

    Attributes:
        completions: strings, messages or lists of messages; None for an empty cell.
        puzzles: the puzzle of each completion.
        indices: the index of each completion's row in the piece.
        groups: a key for each completion, the same for all completions of a prompt.
        models: the model that wrote each completion; () if it was not requested.
        column: the column of the completions, if a cell contains several; else None.
        problems: what is wrong with the rows that have no valid puzzle or completion, by index.
    """

    completions: list[Any]
    puzzles: PuzzleRows
    indices: Sequence[int]
    groups: Sequence[Any]
    models: Sequence[str]
    column: str | None
    problems: dict[int, str]


class Judges:
    """The graders of a file: one for each combination of rules and `extract`.

    Args:
        usual: the grader that has all other options.
        no_solution: whether to accept an answer that says correctly that there is no solution.
        steps: whether to judge an answer that is a list of steps as `check_steps` does.
    """

    def __init__(self, usual: fv.Grader, *, no_solution: bool = False, steps: bool = False) -> None:
        self._usual, self._no_solution, self._steps = usual, no_solution, steps
        self._graders: dict[tuple[fv.Rules, str], fv.Grader] = {}

    def grader(self, rules: fv.Rules, extract: str) -> fv.Grader:
        """Return the grader for rows with these rules and this `extract`."""
        key = rules, extract
        if key not in self._graders:
            self._graders[key] = self._usual.replace(rules=rules, extract=extract)
        return self._graders[key]

    def judge(
        self, completions: Sequence[Any], puzzles: PuzzleRows, names: Collection[str] = ("reason",)
    ) -> dict[str, list[Any]]:
        """Judge each completion under the rules of its row.

        Returns:
            The columns `names` of `Grader.verdict_columns`.

        Raises:
            LimitError: with `no_solution`, a puzzle is too large to solve.
        """
        groups: dict[tuple[int, str], list[int]] = {}
        if len(set(map(id, puzzles.rules))) == len(set(puzzles.extract)) == 1:
            return self._judge_alike(completions, puzzles, names)
        for index, (rules, extract) in enumerate(watched(zip(*puzzles[2:4], strict=True))):
            groups.setdefault((id(rules), extract), []).append(index)
        columns: dict[str, list[Any]] = {name: [None] * len(completions) for name in names}
        for indices in groups.values():
            answers = [completions[index] for index in indices]
            for name, cells in self._judge_alike(answers, puzzles.take(indices), names).items():
                for index, cell in zip(indices, watched(cells), strict=True):
                    columns[name][index] = cell
        return columns

    def label_steps(
        self, completions: Sequence[Any], puzzles: PuzzleRows
    ) -> list[list[bool | None] | None]:
        """Return whether the target is still reachable after each step of each answer.

        The steps are read where `check_steps` reads them. A completion without an answer has None.

        Raises:
            RuleError: the rules of a row keep the order or the grouping of the numbers.
            LimitError: a puzzle is too large to solve.
        """
        labels: list[list[bool | None] | None] = []
        columns = zip(completions, *puzzles[:4], strict=True)
        for completion, numbers, target, rules, extract in watched(columns):
            answer = self.grader(rules, extract).answer(completion)
            labels.append(
                None if answer is None else fv.puzzle.still_solvable(answer, numbers, target, rules)
            )
        return labels

    def _judge_alike(
        self, completions: Sequence[Any], puzzles: PuzzleRows, names: Collection[str]
    ) -> dict[str, list[Any]]:
        """Judge completions with the same grader."""
        grader = self.grader(puzzles.rules[0], puzzles.extract[0])
        numbers, targets = puzzles.numbers, puzzles.targets
        needed = [*names, *({"reason"} - set(names))]
        columns = grader.verdict_columns(completions, numbers, targets, columns=needed)
        unsure = watched(enumerate(completions)) if self._steps or self._no_solution else ()
        for index, completion in unsure:
            if columns["reason"][index] == "correct":
                continue
            puzzle = numbers[index], targets[index]
            found = _judge_steps(grader, completion, *puzzle) if self._steps else {}
            is_claim = self._no_solution and grader.says_no_solution(completion)
            is_right = found.get("reason") == "correct"
            if is_claim and not is_right and not fv.solve(*puzzle, grader.rules):
                found = _RIGHT_REFUSAL
            for name in found.keys() & columns:
                columns[name][index] = found[name]
        return {name: columns[name] for name in names}


def _judge_steps(
    grader: fv.Grader, completion: object, numbers: Sequence[Any], target: Any
) -> dict[str, Any]:
    """Return the columns for an answer that is a list of steps; an empty dict for other answers."""
    answer = grader.answer(completion)
    if answer is None:
        return {}
    verdict = fv.check_steps(answer, numbers, target, grader.rules, syntax=grader.syntax)
    if verdict.reason in (fv.Reason.MALFORMED, fv.Reason.UNREADABLE, fv.Reason.TOO_LONG):
        return {}
    start = completion.rfind(answer) if isinstance(completion, str) else -1
    position = verdict.position
    return {
        "correct": verdict.correct,
        "reason": verdict.reason.value,
        "value": None if verdict.value is None else fv.puzzle.number_text(verdict.value),
        "position": None if start < 0 or position is None else start + position,
        "message": verdict.message,
    }
