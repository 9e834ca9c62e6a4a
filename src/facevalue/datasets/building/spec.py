"""The spec of a dataset: everything that decides its contents, as a value and as TOML."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from typing import Any, Self

import attrs
from attrs import field
from attrs.validators import optional

from facevalue.datasets.building.formats import FORMATS
from facevalue.datasets.building.spec_fields import (
    SizeWeights,
    SplitShares,
    named_or_custom,
    read_number,
    read_numbers,
    read_pair,
    read_share,
    read_splits,
    read_template,
    read_weights,
)
from facevalue.datasets.building.templates import Template, template_named
from facevalue.datasets.examples.search_traces import MAX_LINES, STRATEGIES
from facevalue.datasets.files.toml_files import read_toml, read_toml_file
from facevalue.errors import FaceValueError, RuleError, quoted
from facevalue.options import (
    LARGEST_SEED,
    one_of,
    true_or_false,
    unknown_word,
    whole_number,
)
from facevalue.puzzle import DIFFICULTY_MODELS, RULES, PuzzleQuery, Rules, rules_named
from facevalue.value import Value, checked, keep

MAX_ROWS = 10**12
SHARD_ROWS, LARGE_SHARD_ROWS = 50_000, 1_000
TRACE_LINES, MAX_TRACES = 500, 1_000
SPLITS = (("train", 0.9), ("test", 0.1))


@attrs.frozen
class RowKind(Value):
    """Rows of one kind.

    Attributes:
        rows: how many rows there are.
        size: how many numbers their puzzles have, or several such counts; None for as many as the
            game deals.
        solvable: whether their puzzles have a solution.
    """

    rows: int
    size: int | tuple[int, ...] | None
    solvable: bool


# What may decide the split of a puzzle, and the guarantee in each case.
SPLIT_BY: Mapping[str, str] = MappingProxyType(
    {
        "puzzle": "no solution of a puzzle is right for a puzzle in another split",
        "target": "no target is in two splits",
        "numbers": "no set of numbers is in two splits",
    }
)


def _shard_rows(rows: int | None) -> Any:
    return rows


@attrs.frozen
class Spec(Value):
    """The spec of a dataset; the same spec gives the same dataset, byte for byte.

    Args:
        rules: a name in `RULES`, or a `Rules` value.
        count: the number of rows, 1 to 10^12.
        seed: 0 to 2^64 - 1; decides the order of the puzzles.
        size: how many numbers a puzzle has, or several such counts; None for as many as the game
            deals.
        weights: the proportion of puzzles of each size, such as `{3: 1, 4: 2}`, exact to the row;
            None for the proportion among all puzzles, nearly all of which have the largest size.
        low: the smallest number; None, together with `high`, for the numbers that the game deals.
        high: the largest number.
        target: the target, or the first and the last target; None for the target of the game.
        unsolvable: the share of puzzles without a solution, 0 to 1, exact to the row.
        difficulty: the lowest and the highest percentile of the solvable puzzles, 0 to 100.
        difficulty_model: whom the difficulty is for, "people" or "language-model"; see
            `facevalue.generate`. None means "people". For language models there is one more column,
            `language_model_percentile`.
        solution_count: how many distinct solutions the solvable puzzles have, or the minimum and
            the maximum.
        shuffle: True to write the numbers of each puzzle in a random order, which the seed and the
            puzzle decide; False for ascending order.
        splits: names and shares, which add up to 1. The puzzle alone decides its split, so
            datasets with different seeds never leak into each other.
        split_by: what decides the split of a puzzle, one of `SPLIT_BY`. With "puzzle", puzzles that
            share a solution, or differ by a common factor of all numbers and the target, are in the
            same split; with "target" or "numbers", a target or a set of numbers is in one split
            only.
        template: the prompt: a name in `TEMPLATES`, or a custom `Template` or its fields. None
            means "chat" if the format needs a prompt, and no prompt otherwise.
        format: the columns to add, a name in `FORMATS`.
        strategy: how the traces of the format "traces" search, one of `STRATEGIES`; None for "dfs".
        max_lines: the maximum number of lines of a trace, 4 to 10,000; None for 500. Puzzles with
            longer traces are replaced by others.
        traces: how many traces each puzzle has, each in a separate row, 1 to 1,000; None for one.
            Then `count` and `shard_rows` are numbers of puzzles.
        shard_rows: how many rows each shard has, 1 to 10^7; the last shard has the rest. None for
            50,000, or 1,000 with traces or pictures, which are large.

    Raises:
        RuleError: an argument is invalid.
        LimitError: there are too many puzzles to number.

    >>> spec = Spec("countdown", count=1000, size=4, low=1, high=50, target=(10, 99))
    >>> print(spec)
    rules = "countdown"
    count = 1000
    seed = 0
    size = 4
    low = 1
    high = 50
    target = [10, 99]
    unsolvable = 0.0
    shuffle = false
    splits = { train = 0.9, test = 0.1 }
    split_by = "puzzle"
    format = "plain"
    shard_rows = 50000
    >>> Spec.parse(str(spec)) == spec
    True
    """

    rules: str | Rules = field(default="classic", validator=checked(named_or_custom, RULES))
    count: int = field(kw_only=True, validator=checked(whole_number, 1, MAX_ROWS))
    seed: int = field(default=0, kw_only=True, validator=checked(whole_number, 0, LARGEST_SEED))
    size: int | tuple[int, ...] | None = field(default=None, kw_only=True, converter=read_numbers)
    weights: SizeWeights | None = field(default=None, kw_only=True, converter=read_weights)
    low: int | None = field(default=None, kw_only=True, converter=read_number)
    high: int | None = field(default=None, kw_only=True, converter=read_number)
    target: int | tuple[int, int] | None = field(default=None, kw_only=True, converter=read_numbers)
    unsolvable: float = field(default=0.0, kw_only=True, validator=checked(read_share))
    difficulty: tuple[float, float] | None = field(default=None, kw_only=True, converter=read_pair)
    difficulty_model: str | None = field(
        default=None, kw_only=True, validator=optional(checked(one_of, DIFFICULTY_MODELS))
    )
    solution_count: int | tuple[int, int] | None = field(
        default=None, kw_only=True, converter=read_numbers
    )
    shuffle: bool = field(default=False, kw_only=True, validator=checked(true_or_false))
    splits: SplitShares = field(default=SPLITS, kw_only=True, converter=read_splits)
    split_by: str = field(default="puzzle", kw_only=True, validator=checked(one_of, SPLIT_BY))
    template: str | Template | None = field(default=None, kw_only=True, converter=read_template)
    format: str = field(default="plain", kw_only=True, validator=checked(one_of, FORMATS))
    strategy: str | None = field(default=None, kw_only=True)
    max_lines: int | None = field(default=None, kw_only=True)
    traces: int | None = field(
        default=None, kw_only=True, validator=optional(checked(whole_number, 1, MAX_TRACES))
    )
    shard_rows: int = field(default=None, kw_only=True, converter=_shard_rows)

    def __attrs_post_init__(self) -> None:
        if self.weights is not None:
            weighted = tuple(size for size, _ in self.weights)
            sizes = {self.size} if isinstance(self.size, int) else set(self.size or weighted)
            if not weighted or sizes != set(weighted):
                names = ", ".join(map(str, sorted(sizes)))
                weights = quoted(dict(self.weights))
                raise RuleError(f"weights must name each size once ({names}), not {weights}")
            if self.size is None:
                keep(self, size=weighted)
        self._keep_trace_options()
        if self.traces is not None and self.format != "traces":
            raise RuleError("traces needs the format traces")
        usual_rows = LARGE_SHARD_ROWS if self.format in ("traces", "images") else SHARD_ROWS
        given: Any = self.shard_rows
        rows = usual_rows if given is None else given
        keep(self, shard_rows=whole_number("shard_rows", rows, 1, 10**7))
        if self.shuffle and self.game.order == "given":
            raise RuleError(
                f"{quoted(self.game.name)} fixes the order of the numbers; leave out `shuffle`"
            )
        targets = self.query(solvable=True).targets  # checks the other fields
        if self.split_by == "target" and len(targets) == 1:
            problem = f"all puzzles have the target {targets[0]}"
            raise RuleError(f"{problem}: split by puzzle or numbers")

    def _keep_trace_options(self) -> None:
        """Check `strategy` and `max_lines`, and fill in defaults; only traces have them."""
        if self.format in ("traces", "stepwise"):
            self.game.need_any_two()
        if self.format != "traces":
            if self.strategy is not None or self.max_lines is not None:
                raise RuleError("strategy and max_lines need the format traces")
            return
        if self.template is not None:
            prompt = template_named(self.template)
            if prompt.extract == "whole":
                problem = f"in the template {prompt.name} the whole reply is the answer"
                raise RuleError(f"{problem}, which leaves no room for a trace")
        lines = TRACE_LINES if self.max_lines is None else self.max_lines
        keep(
            self,
            strategy=one_of("strategy", self.strategy or "dfs", STRATEGIES),
            max_lines=whole_number("max_lines", lines, 4, MAX_LINES),
        )

    @classmethod
    def parse(cls, text: str, **others: Any) -> Self:
        r"""Parse a spec in TOML, whose keys are the arguments of `Spec`.

        Args:
            text: the TOML string.
            **others: arguments that replace arguments in the TOML.

        Raises:
            FaceValueError: the string is not TOML, a key is unknown, or `count` is missing.
            RuleError: an argument is invalid.

        >>> Spec.parse('rules = "classic"\ncount = 100').count
        100
        """
        return cls.from_dict(read_toml(text, "a spec") | others)

    @classmethod
    def from_dict(cls, fields: Mapping[str, Any]) -> Self:
        """Make a spec from its arguments; `rules` may also be a mapping.

        Raises:
            FaceValueError: a key is unknown, or `count` is missing.
            RuleError: an argument is invalid.

        >>> Spec.from_dict({"count": 5, "size": [3, 4]}).size
        (3, 4)
        """
        if not isinstance(fields, dict):
            raise FaceValueError(f"a spec must be a mapping of fields, not {quoted(fields)}")
        unknown = [name for name in fields if name not in _FIELDS]
        if unknown:
            raise unknown_word("field", unknown[0], _FIELDS)
        if "count" not in fields:
            raise FaceValueError("the spec has no number of rows; set `count`")
        rules = fields.get("rules", "classic")
        if isinstance(rules, dict):
            names = [field.name for field in attrs.fields(Rules) if field.init]
            unknown = [name for name in rules if name not in names]
            if unknown or "name" not in rules:
                problem = f"rules need a name, and may only have the fields {', '.join(names)}"
                raise RuleError(f"{problem}, not {quoted(unknown[0] if unknown else rules)}")
            try:
                rules = Rules(**rules)
            except FaceValueError as error:
                raise RuleError(f"{error}, in rules") from None
        return cls(**{**fields, "rules": rules})

    @classmethod
    def read(cls, path: str | Path, **others: Any) -> Self:
        """Read a spec from a TOML file.

        Args:
            path: the file.
            **others: arguments that replace arguments in the file.

        Raises:
            OSError: the file cannot be read.
            FaceValueError: the file is not TOML in UTF-8, a key is unknown, or `count` is missing.
            RuleError: an argument is invalid.

        >>> from pathlib import Path
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     file = Path(folder, "spec.toml")
        ...     _ = file.write_text("count = 100")
        ...     spec = Spec.read(file, seed=7)
        >>> spec.count, spec.seed
        (100, 7)
        """
        return cls.from_dict(read_toml_file(path, "a spec") | others)

    def __str__(self) -> str:
        lines = []
        for name in _FIELDS:
            value = getattr(self, name)
            if isinstance(value, (Rules, Template)):
                value = value.as_dict()
            elif value is not None and name in ("splits", "weights"):
                value = dict(value)
            if value is not None:
                lines.append(f"{name} = {_toml(value)}")
        return "\n".join(lines)

    @property
    def game(self) -> Rules:
        """The rules as a `Rules` value."""
        return self.rules if isinstance(self.rules, Rules) else RULES[self.rules]

    @property
    def traces_each(self) -> int:
        """How many traces, and rows, each puzzle has."""
        return self.traces or 1

    @property
    def shards(self) -> int:
        """The number of shards."""
        return -(-self.count // self.shard_rows)

    def quota(self, shard: int) -> tuple[RowKind, ...]:
        """Return how many rows of each kind a shard has: solvable or not, and of which sizes.

        Args:
            shard: the number of the shard, from 0.

        >>> spec = Spec(count=25, unsolvable=0.1, weights={3: 1, 4: 2}, shard_rows=10)
        >>> [(kind.rows, kind.solvable, kind.size) for kind in spec.quota(2)]
        [(1, True, 3), (3, True, 4), (0, False, 3), (1, False, 4)]
        """
        start = whole_number("shard", shard, 0, MAX_ROWS) * self.shard_rows
        stop = min(start + self.shard_rows, self.count)
        pairs = zip(self._kinds(start), self._kinds(stop), strict=True)
        return tuple(after.replace(rows=after.rows - before.rows) for before, after in pairs)

    def _kinds(self, rows: int) -> list[RowKind]:
        """Return how many of the first rows are of each kind; more rows never lower a count."""
        unsolvable = _round(rows * Fraction(str(self.unsolvable)))
        kinds = []
        for solvable in (True, False):
            total = rows - unsolvable if solvable else unsolvable
            if self.weights is None:
                kinds.append(RowKind(total, size=self.size, solvable=solvable))
                continue
            # Each size takes its share of what earlier sizes left over.
            left = sum(Fraction(str(weight)) for _, weight in self.weights)
            for size, weight in self.weights:
                share = Fraction(str(weight))
                count = _round(total * share / left)
                kinds.append(RowKind(count, size=size, solvable=solvable))
                total, left = total - count, left - share
        return kinds

    @property
    def kinds(self) -> list[RowKind]:
        """How many rows of each kind the dataset has."""
        return self._kinds(self.count)

    def query(self, *, solvable: bool, size: int | tuple[int, ...] | None = None) -> PuzzleQuery:
        """Return the query for the puzzles of the dataset with a solution, or without one.

        Args:
            solvable: True for puzzles with a solution. Only these are filtered by `difficulty` and
                `solution_count`.
            size: the size or sizes of the puzzles; None for the sizes of the spec.
        """
        can_be_solved = true_or_false("solvable", solvable)
        return PuzzleQuery(
            rules_named(self.rules),
            size=self.size if size is None else size,
            low=self.low,
            high=self.high,
            target=self.target,
            solvable=can_be_solved,
            difficulty=self.difficulty if can_be_solved else None,
            difficulty_model=self.difficulty_model or "people",
            solution_count=self.solution_count if can_be_solved else None,
        )


_FIELDS = tuple(field.name for field in attrs.fields(Spec))


def _round(value: Fraction) -> int:
    """Round to the nearest integer, halves up."""
    return int(value + Fraction(1, 2))


def _toml(value: object) -> str:
    """Format a value as TOML, which equals JSON for numbers, strings and lists of numbers."""
    if isinstance(value, dict):
        pairs = (f"{name} = {_toml(field)}" for name, field in value.items() if field is not None)
        return "{ " + ", ".join(pairs) + " }"
    return json.dumps(list(value) if isinstance(value, tuple) else value, ensure_ascii=False)
