"""Reads puzzles from rows of data: finds the columns and parses their cells.

`grade`, `label`, `audit` and the adapters all use a `PuzzleReader`, so they accept the same column
names, nested records and spellings.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import chain
from math import isnan
from typing import Any, NamedTuple, TypeVar

import facevalue as fv
from facevalue.budget import watched
from facevalue.datasets.files.json_rows import Batch
from facevalue.datasets.tables.columns import (
    PUZZLE_ROLES,
    ROLES,
    ColumnFinder,
    Columns,
    ignore_given,
)
from facevalue.errors import FaceValueError, RuleError, quoted, refuse
from facevalue.options import one_of

Meaning = TypeVar("Meaning")

# For these roles, a row with an empty cell uses the next column with the role.
_FILLED = (*PUZZLE_ROLES, "completion", "prompt")
# Columns of the samples that lm-eval logs: lists of completions.
REPLIES = ("resps", "filtered_resps")
_SPACES_AND_BRACKETS = " \t\r\n[]()"
_MAX_NUMBERS = 1000  # of one puzzle
_WHOLE = "(?:0|[1-9][0-9]{0,17})"  # fits into 64 bits
_WHOLE_NUMBERS = re.compile(rf"{_WHOLE}(?:(?: *, *| +){_WHOLE})*")


_NO_PLACE = (
    "the prompt has the puzzle of a known template, but does not say where the answer is as the "
    "template does; add a column named extract, or choose `extract` for all rows"
)


class PuzzleRows(NamedTuple):
    """The puzzles of some rows, in lists of the same length.

    Attributes:
        numbers: the numbers of each puzzle, as ints and `Fraction`s; () if the row has no valid
            puzzle.
        targets: the target of each puzzle, an int or a `Fraction`.
        rules: the rules of each puzzle.
        extract: where to find the answer to each puzzle, one of `EXTRACTS`.
        problems: why a row has no valid puzzle, by the index of the row.
    """

    numbers: list[Any]
    targets: list[Any]
    rules: list[fv.Rules]
    extract: list[str]
    problems: dict[int, str]

    def take(self, indices: Iterable[int]) -> PuzzleRows:
        """Return the rows with these indices, without problems."""
        chosen = list(indices)
        return PuzzleRows._make([*([column[i] for i in chosen] for column in self[:4]), {}])


class PuzzleReader:
    """Finds the columns of each role in batches of rows, and reads the puzzles.

    Args:
        columns: the names of the columns; None for the usual names.
        rules: the rules of rows that do not name any; None for `classic`.
        extract: where to find the answer in rows that do not say, one of `EXTRACTS`; "" if the
            caller does not read answers.
        any_size: True to accept numbers that are too large to solve, for a grader.
        read_prompt: finds the puzzle in a prompt, for tables without numbers: returns its numbers
            and target, its rules, and where the answer is, or None for what is not known. None to
            ignore prompts.

    Attributes:
        names: for each role that was found, the name of its column.

    >>> batch = {"nums": [[3, 8], "1/2, 12", "x"], "target": [24, None, "24"]}
    >>> rows = PuzzleReader().read(batch, 3)
    >>> rows.numbers, rows.targets
    ([[3, 8], [Fraction(1, 2), 12], ()], [24, 24, 24])
    >>> rows.problems
    {2: "expected a number: 'x'"}
    """

    def __init__(
        self,
        columns: Columns | None = None,
        *,
        rules: fv.Rules | None = None,
        extract: str = "",
        any_size: bool = False,
        read_prompt: Callable[[object], tuple[str, str, fv.Rules | None, str | None]] | None = None,
    ) -> None:
        self._columns = ignore_given(columns)
        self.rules, self.extract, self._any_size = rules or fv.RULES["classic"], extract, any_size
        self._read_prompt = read_prompt
        self.names: dict[str, str] = {}
        self._finder: ColumnFinder | None = None  # of the last batch

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_finder": None}  # the rows are sent separately

    def check(self, batch: Batch, *roles: str) -> None:
        """Check that a batch has the columns that are needed: the chosen ones, and some roles.

        Raises:
            FaceValueError: one is missing.
        """
        shown = f"(found: {', '.join(name for name in batch if name)})"
        for role in ROLES:
            name = getattr(self._columns, role)
            if isinstance(name, str) and not self._find(batch, role):
                raise FaceValueError(f"no column {quoted(name)} for {role} {shown}")
        for role in roles:
            is_in_prompt = role == "numbers" and self._read_prompt and self._find(batch, "prompt")
            if not is_in_prompt and not self._find(batch, role):
                what = role if role == "numbers" else f"{role}s"
                remedy = f'pass columns=Columns({role}="COLUMN")'
                raise FaceValueError(f"no column of {what} {shown}; {remedy}")

    def name(self, batch: Batch, role: str) -> str | None:
        """The name of the column for a role in a batch; None if there is none."""
        return next((name for name, _, _ in self._find(batch, role)), None)

    def cells(self, batch: Batch, role: str) -> list[Any] | None:
        """The cells for a role in a batch; None if there is no column for it."""
        found = self._find(batch, role)
        if not found:
            return None
        name, *_ = found[0]
        self.names.setdefault(role, name)
        columns = (table[key] for _, table, key in found)
        cells: list[Any] = next(columns)
        if name in REPLIES:
            # lm-eval writes a list with one completion.
            return [
                cell[0] if isinstance(cell, (list, tuple)) and len(cell) == 1 else cell
                for cell in cells
            ]
        for column in columns if role in _FILLED else ():
            if None not in cells:
                break
            pairs = zip(cells, column, strict=True)
            cells = [other if cell is None else cell for cell, other in pairs]
        return cells

    def find(self, record: Mapping[str, Any], *roles: str) -> dict[str, Any]:
        """Return the cell of each role in a single record, and leave out empty roles.

        >>> PuzzleReader().find({"metadata": {"nums": [3, 8]}, "target": 24}, "numbers", "target")
        {'numbers': [3, 8], 'target': 24}
        """
        cells = {
            role: next((record[name] for name in ROLES[role] if name in record), None)
            for role in roles
        }
        if cells.get("numbers") is None:  # they may be nested, or spelled in another case
            batch = {str(name): [cell] for name, cell in record.items()}
            columns = {role: self.cells(batch, role) for role in roles}
            cells = {role: column[0] if column else None for role, column in columns.items()}
        return {role: cell for role, cell in cells.items() if cell is not None}

    def read(self, batch: Batch, size: int, unreadable: Mapping[int, str] = {}) -> PuzzleRows:
        """Read the puzzles in a batch of rows.

        Args:
            batch: the cells of each column.
            size: how many rows there are.
            unreadable: rows that are known to be unreadable: what is wrong, by index.

        Returns:
            The puzzles in the order of the rows, with the problems of rows without a valid puzzle.

        Raises:
            DeadlineError: the time is up.
        """
        problems = dict(unreadable)
        cells = {role: self.cells(batch, role) or [None] * size for role in ("numbers", "target")}
        rules = self._read_names(batch, "rules", size, problems)
        extract = self._read_names(batch, "extract", size, problems)
        numbers, targets = cells["numbers"], cells["target"]
        if not self._find(batch, "numbers"):
            self._read_prompts(batch, (numbers, targets, rules, extract), problems)
        if str in set(map(type, numbers)):
            numbers, targets, rules = list(numbers), list(targets), list(rules)
            self._read_spellings(numbers, targets, rules, problems)
        are_lists = set(map(type, numbers)) <= {list, tuple} and all(numbers)
        are_short = are_lists and max(map(len, numbers)) <= _MAX_NUMBERS
        if not are_short or not self._are_whole(chain.from_iterable(numbers)):
            for index, cell in enumerate(numbers):
                if cell is None and index not in problems:
                    found = sorted(name for name in batch if batch[name][index] is not None)
                    shown = f" (found: {', '.join(found)})" if found else ""
                    problems[index] = f"the row has no numbers{shown}"
            numbers = read_cells(numbers, self._read_numbers, (), problems, others=rules)
        if not self._are_whole(targets):
            targets = read_cells(targets, self._read_target, None, problems)
            pairs = zip(targets, rules, strict=True)
            targets = [game.target if target is None else target for target, game in pairs]
        _check_sizes(numbers, rules, problems)
        if problems:
            numbers = [() if index in problems else cell for index, cell in enumerate(numbers)]
        return PuzzleRows(numbers, targets, rules, extract, dict(sorted(problems.items())))

    def _read_prompts(
        self, batch: Batch, puzzles: tuple[list[Any], ...], problems: dict[int, str]
    ) -> None:
        """Put the puzzles of prompts into the columns of numbers, targets, rules and `extract`.

        Cells for the target, the rules or `extract` have priority over the prompt. A row whose
        prompt does not say where the answer is has a problem, unless the caller or a cell does.
        """
        prompts = self.cells(batch, "prompt")
        if prompts is None or self._read_prompt is None:
            return
        given = [
            [role] * len(prompts) if self._ignores(role) else self.cells(batch, role)
            for role in PUZZLE_ROLES
        ]
        found = read_cells(prompts, self._read_prompt, None, problems)
        for index, puzzle in enumerate(watched(found)):
            for column, cells, part in zip(puzzles, given, puzzle or (), strict=False):
                if cells is not None and cells[index] not in (None, ""):
                    continue
                if part is not None:
                    column[index] = part
                elif column is puzzles[-1] and self.extract:
                    problems[index] = _NO_PLACE

    def _read_spellings(
        self, numbers: list[Any], targets: list[Any], rules: list[Any], problems: dict[int, str]
    ) -> None:
        """Move targets and rules out of cells such as "8 8 3 3 -> 24 (whole)"."""
        for index, cell in enumerate(watched(numbers)):
            if type(cell) is not str or index in problems:
                continue
            if _WHOLE_NUMBERS.fullmatch(cell) is None:
                try:
                    spelled = fv.puzzle.read_spelling(cell)
                    game = rules[index]
                    if spelled.rules not in (None, game.name):
                        _, _, game = fv.puzzle.read_puzzle(cell, None, game, any_size=True)
                    if spelled.target is not None and self._read_target(targets[index]) is not None:
                        refuse("two targets", cell, str(targets[index]))
                except FaceValueError as error:
                    problems[index] = str(error)
                    continue
                numbers[index] = spelled.numbers
                rules[index] = rules[index] if self._ignores("rules") else game
                targets[index] = targets[index] if spelled.target is None else spelled.target

    def _read_names(
        self, batch: Batch, role: str, size: int, problems: dict[int, str]
    ) -> list[Any]:
        """Read the rules or the `extract` of each row; empty cells have the default."""
        default: Any = self.rules if role == "rules" else self.extract
        cells = self.cells(batch, role)
        if cells is None or not default:
            return [default] * size

        def read(cell: object) -> Any:
            if cell is None or cell == "":
                return default
            if not isinstance(cell, str):
                raise RuleError(f"expected the name of {role}: {quoted(cell)}")
            if role == "rules":
                return fv.puzzle.rules_named(cell)
            return one_of("extract", cell, fv.puzzle.EXTRACTS)

        return read_cells(cells, read, default, problems)

    def _are_whole(self, numbers: Iterable[Any]) -> bool:
        """Return whether all numbers are small ints, which need no parsing."""
        if self._any_size:
            return set(map(type, numbers)) == {int}
        values = list(numbers)
        is_whole = set(map(type, values)) == {int}
        largest = fv.puzzle.LARGEST_PART
        return is_whole and -largest <= min(values) <= max(values) <= largest

    def _read_numbers(self, cell: object, rules: fv.Rules) -> list[int | Fraction]:
        if isinstance(cell, str):
            cell = cell.strip(_SPACES_AND_BRACKETS)
            if _WHOLE_NUMBERS.fullmatch(cell) and len(cell) != rules.digit_count:
                return list(map(int, cell.replace(",", " ").split()))
        numbers = fv.puzzle.parse_numbers(cell, any_size=self._any_size, rules=rules)  # type: ignore[arg-type]
        return list(map(_int_if_whole, numbers))

    def _read_target(self, cell: Any) -> int | Fraction | None:
        """Read the target in a cell; None if the cell is empty."""
        if cell is None or (isinstance(cell, float) and isnan(cell)):
            return None
        if isinstance(cell, str) and not cell.strip():
            return None
        try:
            return _int_if_whole(fv.puzzle.parse_number(cell, any_size=self._any_size))
        except FaceValueError as error:
            raise FaceValueError(f"{error}, as the target") from None

    def _ignores(self, role: str) -> bool:
        return getattr(self._columns, role) is None

    def _find(self, batch: Batch, role: str) -> list[tuple[str, Batch, str]]:
        """Return the columns for a role: the full name, the table, and the name in that table."""
        finder = self._finder  # once, because another thread may read another batch
        if finder is None or finder.batch is not batch:
            self._finder = finder = ColumnFinder(batch, self._columns)
        return finder.find(role)


def _check_sizes(numbers: list[Any], rules: list[fv.Rules], problems: dict[int, str]) -> None:
    """Add a problem for each puzzle that has more or fewer numbers than its rules need."""
    different = dict(zip(map(id, rules), rules, strict=True)).values()  # most rows have the same
    if all(game.size is None for game in different):
        return
    for index, (cell, game) in enumerate(watched(zip(numbers, rules, strict=True))):
        if cell and game.size not in (None, len(cell)):
            needed = f"the rules {quoted(game.name)} need {game.size} numbers"
            problems.setdefault(index, f"{needed}, not {len(cell)}")


def read_cells(
    cells: Sequence[Any],
    read: Callable[..., Meaning],
    default: Any,
    problems: dict[int, str],
    others: Sequence[Any] | None = None,
) -> list[Meaning]:
    """Read each cell, and add errors to `problems`; skip rows that already have a problem.

    `others` has a second argument of `read` for each cell.
    """
    meanings: dict[tuple[str, int], Meaning] = {}
    result: list[Meaning] = []
    is_name = not problems and others is None and type(cells[0]) is str
    if is_name and cells.count(cells[0]) == len(cells):
        with suppress(FaceValueError):  # usually all cells of a column of names are equal
            return [read(cells[0])] * len(cells)
    for index, cell in enumerate(watched(cells)):
        meaning = default
        if index not in problems:
            other = () if others is None else (others[index],)
            key = cell, id(other[0]) if other else 0
            try:
                if type(cell) is not str:
                    meaning = read(cell, *other)
                elif key in meanings:
                    meaning = meanings[key]
                else:
                    meaning = meanings[key] = read(cell, *other)
            except FaceValueError as error:
                problems[index] = str(error)
        result.append(meaning)
    return result


def _int_if_whole(value: Fraction) -> int | Fraction:
    return value.numerator if value.denominator == 1 else value
