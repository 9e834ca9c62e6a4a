"""What a data set is made of: a value that says it all, as a TOML file does."""

from __future__ import annotations

import json
import re
import tomllib
from fractions import Fraction
from pathlib import Path

from facevalue.datasets.formats import FORMATS
from facevalue.datasets.templates import TEMPLATES
from facevalue.errors import FaceValueError, RuleError, quoted
from facevalue.options import as_whole, one_of, seed_number, true_or_false, whole_number
from facevalue.puzzle import RULES, Rules, Wanted
from facevalue.puzzle.model.digest import bounds
from facevalue.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any, Self, TypeAlias

    Shares: TypeAlias = tuple[tuple[str, float], ...]
    Band: TypeAlias = tuple[float, float]

MAX_ROWS = 10**12
SHARD_ROWS = 50_000
SPLITS = (("train", 0.9), ("test", 0.1))
_NAME = re.compile(r"\w{1,40}", re.ASCII)


class Spec(Value):
    """What a data set is made of; the same spec is the same data set, to the byte.

    Args:
        rules: the name of a row of `RULES`, or rules of your own.
        count: how many rows, 1 to 10^12.
        seed: 0 to 2^64 - 1; another seed is another order of the same puzzles.
        numbers: how many numbers a puzzle has, or several such counts; None for as many as the
            game deals.
        low: the least number; None, with `high`, for what can be dealt from the game's stock.
        high: the greatest number.
        target: what to make, or the first and the last target; None for the game's.
        unsolvable: the share of puzzles without a solution, 0 to 1, kept to the row.
        difficulty: the least and the greatest percentile of those that can be solved, 0 to 100.
        solutions: how many really different solutions those have, or the fewest and the most.
        splits: names and shares, which are 1 together. A puzzle alone decides, by its digest,
            which one it stands in, so that sets of other seeds do not leak into each other.
        template: how a puzzle is put, a row of `TEMPLATES`; None for "chat" where the format
            holds a prompt, and for no prompt where it need not.
        format: whose columns are added, a row of `FORMATS`.
        shard_rows: how many rows each shard has; the last one has the rest.

    Raises:
        RuleError: what is wanted makes no sense.
        LimitError: more puzzles than can be numbered.

    >>> spec = Spec("countdown", count=1000, numbers=4, low=1, high=50, target=(10, 99))
    >>> print(spec)
    rules = "countdown"
    count = 1000
    seed = 0
    numbers = 4
    low = 1
    high = 50
    target = [10, 99]
    unsolvable = 0.0
    splits = { train = 0.9, test = 0.1 }
    format = "plain"
    shard_rows = 50000
    >>> Spec.parse(str(spec)) == spec
    True
    """

    __slots__ = (
        "rules",
        "count",
        "seed",
        "numbers",
        "low",
        "high",
        "target",
        "unsolvable",
        "difficulty",
        "solutions",
        "splits",
        "template",
        "format",
        "shard_rows",
    )

    rules: str | Rules
    count: int
    seed: int
    numbers: int | tuple[int, ...] | None
    low: int | None
    high: int | None
    target: int | tuple[int, int] | None
    unsolvable: float
    difficulty: Band | None
    solutions: int | tuple[int, int] | None
    splits: Shares
    template: str | None
    format: str
    shard_rows: int

    def __init__(
        self,
        rules: str | Rules = "classic",
        *,
        count: int,
        seed: int = 0,
        numbers: int | Iterable[int] | None = None,
        low: int | None = None,
        high: int | None = None,
        target: int | Iterable[int] | None = None,
        unsolvable: float = 0.0,
        difficulty: Iterable[float] | None = None,
        solutions: int | Iterable[int] | None = None,
        splits: Mapping[str, float] | Iterable[tuple[str, float]] = SPLITS,
        template: str | None = None,
        format: str = "plain",  # noqa: A002 - the field's own word
        shard_rows: int = SHARD_ROWS,
    ) -> None:
        self._set(rules=_rules(rules), count=whole_number("count", count, 1, MAX_ROWS))
        self._set(seed=seed_number(seed), numbers=_flat(numbers))
        self._set(
            low=_plain(low), high=_plain(high), target=_flat(target), unsolvable=_share(unsolvable)
        )
        self._set(difficulty=_flat(difficulty), solutions=_flat(solutions))
        self._set(splits=_splits(splits), template=_template(template))
        self._set(format=one_of("a format", format, FORMATS))
        self._set(shard_rows=whole_number("shard_rows", shard_rows, 1, 10**7))
        self.wanted(solvable=True)  # looks at the rest

    @classmethod
    def parse(cls, text: str, **others: Any) -> Self:  # noqa: ANN401 - as for Spec
        r"""The spec that TOML tells, with the names of the arguments; `others` come before it.

        Raises:
            FaceValueError: it is no TOML, an argument is unknown or `count` is missing.
            RuleError: what is wanted makes no sense.

        >>> Spec.parse('rules = "classic"\ncount = 100').count
        100
        """
        return cls.of(_toml_table(text) | others)

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> Self:
        """The spec of some arguments; errors as for `parse`.

        >>> Spec.of({"count": 5, "numbers": [3, 4]}).numbers
        (3, 4)
        """
        if not isinstance(given, dict):
            raise FaceValueError(f"expected fields with their values: {quoted(given)}")
        unknown = [name for name in given if name not in cls.__slots__]
        if unknown:
            known = ", ".join(cls.__slots__)
            raise FaceValueError(f"expected a field, one of {known}: {quoted(unknown[0])}")
        if "count" not in given:
            raise FaceValueError(f"expected a count of rows: {quoted(', '.join(given))}")
        rules = given.get("rules", "classic")
        return cls(**{**given, "rules": _own_rules(rules) if isinstance(rules, dict) else rules})

    @classmethod
    def read(cls, path: str | Path, **others: Any) -> Self:  # noqa: ANN401 - as for Spec
        """The spec in a TOML file; arguments and errors as for `parse`, and OSError."""
        try:
            text = Path(path).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            raise FaceValueError(f"expected TOML in UTF-8: {quoted(str(path))}") from None
        return cls.parse(text, **others)

    def __str__(self) -> str:
        content = {name: getattr(self, name) for name in self.__slots__}
        return "\n".join(_line(name, value) for name, value in content.items() if value is not None)

    def replace(self, **fields: Any) -> Self:  # noqa: ANN401 - as for Spec
        """The same with other values for some fields.

        >>> Spec(count=5).replace(seed=3).seed
        3
        """
        return type(self)(**({name: getattr(self, name) for name in self.__slots__} | fields))

    @property
    def game(self) -> Rules:
        """The rules themselves."""
        return self.rules if isinstance(self.rules, Rules) else RULES[self.rules]

    @property
    def shards(self) -> int:
        """How many shards the rows fill."""
        return -(-self.count // self.shard_rows)

    def quota(self, shard: int) -> tuple[int, int]:
        """How many rows of a shard can be solved, and how many cannot.

        >>> Spec(count=25, unsolvable=0.1, shard_rows=10).quota(2)
        (4, 1)
        """
        start = whole_number("shard", shard, 0, MAX_ROWS) * self.shard_rows
        stop = min(start + self.shard_rows, self.count)
        unsolvable = self._unsolvable_of(stop) - self._unsolvable_of(start)
        return stop - start - unsolvable, unsolvable

    def _unsolvable_of(self, rows: int) -> int:
        """How many of the first rows have no solution: their share, to the nearest row."""
        return int(rows * Fraction(str(self.unsolvable)) + Fraction(1, 2))

    def wanted(self, *, solvable: bool) -> Wanted:
        """The puzzles of which the rows are chosen: those that can be solved, or those that cannot.

        `difficulty` and `solutions` are told of those that can.
        """
        can_be_solved = true_or_false("solvable", solvable)
        return Wanted(
            self.rules,
            numbers=self.numbers,
            low=self.low,
            high=self.high,
            target=self.target,
            solvable=can_be_solved,
            difficulty=self.difficulty if can_be_solved else None,
            solutions=self.solutions if can_be_solved else None,
        )


def _toml_table(text: object) -> dict[str, Any]:
    if not isinstance(text, str):
        raise FaceValueError(f"expected TOML as text: {quoted(text)}")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise FaceValueError(f"expected TOML: {error}") from None
    except (ValueError, RecursionError):  # of more than 4300 digits; brackets in brackets
        message = f"expected TOML without very long numbers or deep nesting: {quoted(text)}"
        raise FaceValueError(message) from None


def _rules(given: object) -> str | Rules:
    if isinstance(given, Rules):
        return given.name if RULES.get(given.name) == given else given
    if isinstance(given, str) and given in RULES:
        return given
    known = ", ".join(RULES)
    raise RuleError(f"unknown rules {quoted(given)}: expected one of {known}")


def _template(given: object) -> str | None:
    return None if given is None else one_of("a template", given, TEMPLATES)


def _flat(given: Any) -> Any:  # noqa: ANN401 - Wanted looks at it
    """A list, as TOML has them, as a tuple."""
    are_several = isinstance(given, (list, range, tuple))
    return tuple(map(_plain, given)) if are_several else _plain(given)


def _plain(given: Any) -> Any:  # noqa: ANN401 - the same
    """A whole number of NumPy as an `int`, which the text of a spec can hold."""
    whole = as_whole(given)
    return given if whole is None or isinstance(given, bool) else whole


def _share(given: object) -> float:
    if isinstance(given, bool) or not isinstance(given, (int, float)) or not 0 <= given <= 1:
        raise RuleError(f"expected a share of unsolvable puzzles, 0 to 1: {quoted(given)}")
    return float(given)


def _splits(given: Mapping[str, float] | Iterable[tuple[str, float]]) -> Shares:
    try:
        shares = dict(given)
    except (TypeError, ValueError):
        message = f"expected splits, names with a share each, train=0.9: {quoted(given)}"
        raise RuleError(message) from None
    for name, share in shares.items():
        is_name = _NAME.fullmatch(str(name))
        if not is_name or isinstance(share, bool) or not isinstance(share, (int, float)):
            raise RuleError(
                f"expected a split named by letters and digits, with a decimal: {quoted(name)}"
            )
    bounds(shares)  # looks at them
    return tuple(shares.items())


def _own_rules(given: Mapping[str, Any]) -> Rules:
    """The rules that a table of a spec tells."""
    unknown = [name for name in given if name not in Rules.__slots__]
    if unknown or "name" not in given:
        known = ", ".join(Rules.__slots__)
        wanted = f"expected rules with a name, and no fields but {known}"
        raise RuleError(f"{wanted}: {quoted(unknown[0] if unknown else given)}")
    try:
        return Rules(**given)
    except FaceValueError as error:
        raise RuleError(f"{error}, in rules") from None


def _line(name: str, value: object) -> str:
    if name == "splits":
        return f"{name} = {_table(value)}"
    if isinstance(value, Rules):
        content = {slot: getattr(value, slot) for slot in value.__slots__}
        return f"{name} = {_table((k, v) for k, v in content.items() if v is not None)}"
    return f"{name} = {_toml(value)}"


def _table(pairs: Any) -> str:  # noqa: ANN401 - pairs of names and values
    return "{ " + ", ".join(f"{name} = {_toml(value)}" for name, value in pairs) + " }"


def _toml(value: object) -> str:
    """Numbers, texts and lists of numbers, which TOML writes as JSON does."""
    return json.dumps(list(value) if isinstance(value, tuple) else value, ensure_ascii=False)
