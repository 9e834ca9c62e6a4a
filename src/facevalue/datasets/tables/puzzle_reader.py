"""Reads puzzles from rows of data: finds the columns and parses their cells.

`grade`, `label`, `audit` and the adapters all use a `PuzzleReader`, so they accept the same column
names, nested records and spellings.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from contextlib import suppress
from itertools import chain, takewhile
from math import isnan
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from facevalue.budget import watched
from facevalue.datasets.tables.log_formats import EACH, find_log_format, follow
from facevalue.errors import FaceValueError, RuleError, quoted
from facevalue.options import of_class, one_of, unknown_word
from facevalue.puzzle import (
    EXTRACTS,
    LARGEST_PART,
    RULES,
    parse_number,
    parse_numbers,
    read_spelling,
    rules_named,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from fractions import Fraction
    from typing import TypeVar

    from facevalue import Rules
    from facevalue.datasets.tables.files import Batch
    from facevalue.datasets.tables.log_formats import LogFormat

    Tables = list[tuple[str, Batch]]

    Meaning = TypeVar("Meaning")

# The names to look for, in this order and regardless of case, for each role of a column.
ROLES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "numbers": ("numbers", "nums", "puzzle", "puzzles"),
        "target": ("target", "targets"),
        "rules": ("rules",),
        "extract": ("extract",),
        "answer": ("answer", "solution", "expression"),
        "completion": ("completion", "completions", "response", "responses", "output"),
        "prompt": ("prompt", "question"),
        "model": ("model", "model_name"),
        "solvable": ("solvable", "is_solvable"),
        "solution_count": ("solution_count", "solutions"),
        "needs_fraction": ("needs_fraction",),
        "difficulty": ("percentile", "difficulty"),
        "split": ("split",),
    }
)
# For these roles, a row with an empty cell uses the next column with the role.
_PUZZLE = ("numbers", "target", "rules", "extract")
_FILLED = (*_PUZZLE, "completion", "prompt")
_PLURALS = {"targets": "target", "completions": "completion"}
# Columns whose cells are records with the fields of a puzzle, or JSON of such records.
_RECORDS = ("reward_model", "ground_truth", "gts", "label", "extra_info", "metadata", "doc")
_DEPTH = 4
# Columns of the samples that lm-eval logs: lists of completions.
REPLIES = ("resps", "filtered_resps")
# Names of columns with one number per cell.
_CELL_COLUMNS = (
    tuple("abcdefgh"),
    *(
        tuple(f"{stem}{number}" for number in range(1, 17))
        for stem in ("n", "num", "num_", "number", "number_", "x", "card", "card_")
    ),
)
_SPACES_AND_BRACKETS = " \t\r\n[]()"
_MAX_NUMBERS = 1000  # of one puzzle
_WHOLE = "(?:0|[1-9][0-9]{0,17})"  # fits into 64 bits
_WHOLE_NUMBERS = re.compile(rf"{_WHOLE}(?:(?: *, *| +){_WHOLE})*")


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
    rules: list[Rules]
    extract: list[str]
    problems: dict[int, str]

    def take(self, indices: Iterable[int]) -> PuzzleRows:
        """Return the rows with these indices, without problems."""
        chosen = list(indices)
        return PuzzleRows._make([*([column[i] for i in chosen] for column in self[:4]), {}])


class PuzzleReader:
    """Finds the columns of each role in batches of rows, and reads the puzzles.

    The reader looks for a role among the columns first, and then in nested records, which verl
    and lm-eval write. In the logs of `LOG_FORMATS` it looks where that program writes the role.

    Args:
        columns: column names by role, instead of the names in `ROLES`; None ignores a role. A name
            such as `meta.nums` is a field of a nested record.
        rules: the rules of rows that do not name any; None for `classic`.
        same_rules: True to use `rules` in all rows, whatever they name.
        extract: where to find the answer in rows that do not say, one of `EXTRACTS`; "" if the
            caller does not read answers.
        same_extract: True to use `extract` in all rows, whatever they say.
        any_size: True to accept numbers that are too large to solve, for a grader.
        read_prompt: finds the puzzle in a prompt, for tables without numbers: returns its numbers
            and target, its rules, and where the answer is, or None for what is not known. None to
            ignore prompts.

    Attributes:
        names: for each role that was found, the name of its column.

    Raises:
        FaceValueError: a role is unknown.

    >>> batch = {"nums": [[3, 8], "1/2, 12", "x"], "target": [24, None, "24"]}
    >>> rows = PuzzleReader().read(batch, 3)
    >>> rows.numbers, rows.targets
    ([[3, 8], [Fraction(1, 2), 12], ()], [24, 24, 24])
    >>> rows.problems
    {2: "expected a number: 'x'"}
    """

    def __init__(
        self,
        columns: Mapping[str, str | None] | None = None,
        *,
        rules: Rules | None = None,
        same_rules: bool = False,
        extract: str = "",
        same_extract: bool = False,
        any_size: bool = False,
        read_prompt: Callable[[object], tuple[str, str, Rules | None, str | None]] | None = None,
    ) -> None:
        self.rules, self.extract, self._any_size = rules or RULES["classic"], extract, any_size
        self._read_prompt = read_prompt
        self._same = {"rules": same_rules, "extract": same_extract}
        self._chosen: dict[str, str | None] = {}
        of_class("columns", {} if columns is None else columns, Mapping)  # type: ignore[type-abstract]
        for name_of_role, name in (columns or {}).items():
            role = _PLURALS.get(name_of_role, name_of_role)
            if role not in ROLES:
                raise unknown_word("role", name_of_role, ROLES)
            self._chosen[role] = name
        self.names: dict[str, str] = {}
        # The last batch, its log format, and its tables with the prefix of their names.
        self._read: tuple[Batch, LogFormat | None, Tables] | None = None

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_read": None}  # the rows are sent separately

    def check(self, batch: Batch, *roles: str) -> None:
        """Check that a batch has the columns that are needed: the chosen ones, and some roles.

        Raises:
            FaceValueError: one is missing.
        """
        shown = f"(found: {', '.join(name for name in batch if name)})"
        for role, name in self._chosen.items():
            if name and not self._find(batch, role):
                raise FaceValueError(f"no column {quoted(name)} for {role} {shown}")
        for role in roles:
            is_in_prompt = role == "numbers" and self._read_prompt and self._find(batch, "prompt")
            if not is_in_prompt and not self._find(batch, role):
                what = role if role == "numbers" else f"{role}s"
                remedy = f'pass columns={{"{role}": "COLUMN"}}'
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

    def read(
        self, batch: Batch, size: int, unreadable: Mapping[int, str] = MappingProxyType({})
    ) -> PuzzleRows:
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

        Columns for the target, the rules or `extract` have priority over the prompt.
        """
        prompts = self.cells(batch, "prompt")
        if prompts is None or self._read_prompt is None:
            return
        is_free = [
            not self._same.get(role) and not self._find(batch, role)
            for role in ("numbers", "target", "rules", "extract")
        ]
        found = read_cells(prompts, self._read_prompt, None, problems)
        for index, puzzle in enumerate(watched(found)):
            for column, part, is_used in zip(puzzles, puzzle or (), is_free, strict=False):
                if is_used and part is not None:
                    column[index] = part

    def _read_spellings(
        self, numbers: list[Any], targets: list[Any], rules: list[Any], problems: dict[int, str]
    ) -> None:
        """Move targets and rules out of cells such as "8 8 3 3 -> 24 (whole)"."""
        for index, cell in enumerate(watched(numbers)):
            if type(cell) is not str or index in problems:
                continue
            if _WHOLE_NUMBERS.fullmatch(cell) is None:
                try:
                    spelled = read_spelling(cell)
                    game = spelled.find_rules(rules[index])
                    if spelled.target is not None and self._read_target(targets[index]) is not None:
                        raise RuleError(f"the target is given twice: {quoted(cell)}")
                except FaceValueError as error:
                    problems[index] = str(error)
                    continue
                numbers[index] = spelled.numbers
                rules[index] = rules[index] if self._same["rules"] else game
                targets[index] = targets[index] if spelled.target is None else spelled.target

    def _read_names(
        self, batch: Batch, role: str, size: int, problems: dict[int, str]
    ) -> list[Any]:
        """Read the rules or the `extract` of each row; empty cells have the default."""
        default: Any = self.rules if role == "rules" else self.extract
        cells = self.cells(batch, role)
        if cells is None or self._same[role] or not default:
            return [default] * size

        def read(cell: object) -> Any:  # noqa: ANN401 - depends on the role
            if cell is None or cell == "":
                return default
            if not isinstance(cell, str):
                raise RuleError(f"expected the name of {role}: {quoted(cell)}")
            return rules_named(cell) if role == "rules" else one_of("extract", cell, EXTRACTS)

        return read_cells(cells, read, default, problems)

    def _are_whole(self, numbers: Iterable[Any]) -> bool:
        """Return whether all numbers are small ints, which need no parsing."""
        if self._any_size:
            return set(map(type, numbers)) == {int}
        values = list(numbers)
        is_whole = set(map(type, values)) == {int}
        return is_whole and -LARGEST_PART <= min(values) <= max(values) <= LARGEST_PART

    def _read_numbers(self, cell: object, rules: Rules) -> list[int | Fraction]:
        if isinstance(cell, str):
            cell = cell.strip(_SPACES_AND_BRACKETS)
            if _WHOLE_NUMBERS.fullmatch(cell) and len(cell) != rules.digit_count:
                return list(map(int, cell.replace(",", " ").split()))
        numbers = parse_numbers(cell, any_size=self._any_size, rules=rules)  # type: ignore[arg-type]
        return list(map(_int_if_whole, numbers))

    def _read_target(self, cell: Any) -> int | Fraction | None:  # noqa: ANN401 - of a file
        """Read the target in a cell; None if the cell is empty."""
        if cell is None or (isinstance(cell, float) and isnan(cell)):
            return None
        if isinstance(cell, str) and not cell.strip():
            return None
        try:
            return _int_if_whole(parse_number(cell, any_size=self._any_size))
        except FaceValueError as error:
            raise FaceValueError(f"{error}, as the target") from None

    def _find(self, batch: Batch, role: str) -> list[tuple[str, Batch, str]]:
        """Return the columns for a role: the full name, the table, and the name in that table."""
        if self._read is None or self._read[0] is not batch:
            log = find_log_format(batch)
            self._read = batch, log, list(_nested_tables(batch, "", _DEPTH))
        _, log, tables = self._read
        if role in self._chosen:
            chosen = self._chosen[role]
            return [] if chosen is None else _column_at(batch, chosen, "")
        paths = log.paths(role) if log else ()
        if paths:
            return [column for path in paths for column in _column_at(batch, path, "")]
        if log and log.puzzle and role in _PUZZLE:
            tables = list(_tables_at(batch, log.puzzle))  # elsewhere, `target` is something else
        columns = []
        for prefix, table in tables:
            keys = _by_lower_case(table)
            columns += [
                (prefix + key, table, key) for name in ROLES[role] for key in keys.get(name, ())
            ]
        if role == "numbers" and not columns:
            columns = _one_number_per_cell(batch)
        return columns


def _check_sizes(numbers: list[Any], rules: list[Rules], problems: dict[int, str]) -> None:
    """Add a problem for each puzzle that has more or fewer numbers than its rules need."""
    different = dict(zip(map(id, rules), rules, strict=True)).values()  # most rows have the same
    if all(game.size is None for game in different):
        return
    for index, (cell, game) in enumerate(watched(zip(numbers, rules, strict=True))):
        if cell and game.size not in (None, len(cell)):
            needed = f"the rules {quoted(game.name)} need {game.size} numbers"
            problems.setdefault(index, f"{needed}, not {len(cell)}")


def _tables_at(batch: Batch, paths: Iterable[str]) -> Iterator[tuple[str, Batch]]:
    """Yield the records at these paths as tables, and the records that are nested in them."""
    for path in paths:
        first, *rest = path.split(".")
        records = _Records([follow(cell, rest) for cell in watched(batch[first])])
        yield from _nested_tables(records, f"{path}.", _DEPTH - 1)


def _nested_tables(table: Batch, prefix: str, depth: int) -> Iterator[tuple[str, Batch]]:
    """Yield a table and the records that are nested in it, each with the prefix of its names."""
    yield prefix, table
    keys = _by_lower_case(table)
    for name in (key for usual in _RECORDS if depth for key in keys.get(usual, ())):
        inner = _Records(table[name])
        if inner:
            yield from _nested_tables(inner, f"{prefix}{name}.", depth - 1)


def _one_number_per_cell(batch: Batch) -> list[tuple[str, Batch, str]]:
    """The columns `a, b, c, d` or `n1, n2, n3, n4` as one column of lists, without empty cells."""
    keys = {name.strip().lower(): name for name in batch}
    for labels in _CELL_COLUMNS:
        names = [keys[label] for label in takewhile(keys.__contains__, labels)]
        if len(names) > 1:
            rows = zip(*(batch[name] for name in names), strict=True)
            cells: list[object] = [
                [cell for cell in row if cell not in (None, "")] or None for row in watched(rows)
            ]
            title = ", ".join(names)
            return [(title, {title: cells}, title)]
    return []


def _column_at(table: Batch, path: str, prefix: str) -> list[tuple[str, Batch, str]]:
    """Return the column with this name, or at this path into nested records, in a list.

    In a path, `*` is each item of a list.
    """
    keys = _by_lower_case(table)
    same = [path] if path in table else keys.get(path.lower(), [])[:1]
    if same:
        return [(prefix + name, table, name) for name in same]
    first, dot, rest = path.partition(".")
    outer = [first] if first in table else keys.get(first.lower(), [])[:1]
    if not dot or not outer:
        return []
    if EACH in rest.split("."):
        steps = rest.split(".")
        cells = [follow(cell, steps) for cell in watched(table[outer[0]])]
        return [(prefix + path, {path: cells}, path)]
    return _column_at(_Records(table[outer[0]]), rest, f"{prefix}{outer[0]}.")


def _by_lower_case(names: Iterable[str]) -> dict[str, list[str]]:
    """Group names by their spelling in lower case; the one that is in lower case comes first."""
    spellings: dict[str, list[str]] = {}
    for name in sorted(names, key=lambda name: name != name.lower()):
        spellings.setdefault(name.lower(), []).append(name)
    return spellings


class _Records(Mapping[str, list[object]]):
    """The fields of nested records as columns.

    A cell may be a record or JSON of a record; any other cell counts as a record without fields.
    """

    def __init__(self, cells: Sequence[object]) -> None:
        self._records: list[Mapping[str, Any]] = []
        for cell in watched(cells):
            record = cell
            if isinstance(cell, str) and cell.lstrip().startswith("{"):
                try:
                    record = json.loads(cell)
                except (ValueError, RecursionError):
                    record = None
            self._records.append(record if isinstance(record, Mapping) else {})
        self._names = dict.fromkeys(map(str, chain.from_iterable(self._records)))

    def __getitem__(self, name: str) -> list[object]:
        return [record.get(name) for record in self._records]

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def read_cells(
    cells: Sequence[Any],
    read: Callable[..., Meaning],
    default: Any,  # noqa: ANN401 - for cells that cannot be read
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
