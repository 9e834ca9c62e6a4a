"""Checks the options of functions: integers, seeds, threads, words and more.

All other code, including the compiled core, gets plain values within bounds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import wraps
from itertools import islice
from math import inf, isfinite
from operator import index
from sys import maxsize
from typing import Any, ParamSpec, TypeVar

from facevalue import _core
from facevalue.errors import FaceValueError, RuleError, quoted
from facevalue.system.arrays import masked_row, plain

Given = ParamSpec("Given")
Kind = TypeVar("Kind")
Row = TypeVar("Row")
Function = TypeVar("Function")

LARGEST_SEED = 2**64 - 1
# Python's int() itself reads and prints no more digits.
MAX_DIGITS = _core.MOST_DIGITS_IN_ONE
MAX_WORKERS = _core.MAX_WORKERS
# So many samples take hours; a larger number is probably a typo.
MAX_SAMPLES = _core.MOST_SAMPLES
# A search for puzzles ends after this many without a match.
MAX_FRUITLESS = _core.MOST_WITHOUT_MATCH


def _is_bool(value: object) -> bool:
    return isinstance(value, bool) or getattr(getattr(value, "dtype", None), "kind", "") == "b"


def as_whole(value: object) -> int | None:
    """Convert an integer of Python or NumPy to an `int`; return None for anything else.

    >>> as_whole(24), as_whole(24.0), as_whole(True)
    (24, None, None)
    """
    if type(value) is int:
        return value
    # Reject bool, and numpy.bool_, which has __index__ before NumPy 2.
    if _is_bool(value) or not hasattr(value, "__index__") or masked_row(value) is not None:
        return None
    try:
        return index(value)
    except TypeError:  # an array, or a type itself
        return None


def whole_number(
    name: str,
    value: object,
    low: int,
    high: int | None = None,
    *,
    error: type[FaceValueError] = RuleError,
) -> int:
    """Check an option that is an integer from `low` to `high`, and return it as an `int`.

    Raises:
        FaceValueError: the value is not an integer within bounds; the class is `error`.

    >>> whole_number("count", 20, 1, 1000)
    20
    """
    number = as_whole(value)
    if number is None or number < low or (high is not None and number > high):
        highest = "" if high is None else str(high)
        raise error(_core.wrong_whole_number(name, value, str(low), highest))
    return number


def take(items: Iterable[Kind], count: int | None) -> Iterator[Kind]:
    """Return the first `count` items, or all items for None.

    Raises:
        RuleError: `count`, which callers name `most`, is neither None nor an integer of at least 0.

    >>> list(take("abc", 2)), list(take("abc", 10**30))
    (['a', 'b'], ['a', 'b', 'c'])
    """
    if count is not None:
        count = min(whole_number("most", count, 0), maxsize)
    return islice(items, count)


def whole_numbers(name: str, value: object, low: int, high: int) -> tuple[int, ...]:
    """Check an option that is a list of integers from `low` to `high`, and return it as a tuple.

    Raises:
        RuleError: the value is not a list, a tuple or a range, or an item is out of bounds.

    >>> whole_numbers("small", [1, 1, 2], 0, 9)
    (1, 1, 2)
    """
    if not isinstance(value, (list, tuple, range)):
        raise RuleError(f"{name} must be a list of whole numbers, not {quoted(value)}")
    is_plain = {*map(type, value)} == {int} and min(value) >= low and max(value) <= high
    # Decks are made when the package is imported, so the common case is fast.
    if is_plain:
        return tuple(value)
    return tuple(whole_number(f"each of {name}", item, low, high) for item in value)


def text(name: str, value: object, *, is_needed: bool = False) -> str:
    """Check an option that is a string and return it; with `is_needed` it may not be empty.

    Raises:
        RuleError: the value is not a string, or is empty.

    >>> text("summary", "Four cards.")
    'Four cards.'
    """
    if not isinstance(value, str) or (is_needed and not value):
        raise RuleError(_core.wrong_string(name, value))
    return value


def seed_number(seed: object, *, error: type[FaceValueError] = RuleError) -> int:
    """Check a seed, 0 to 2^64 - 1, and return it as an `int`.

    Raises:
        FaceValueError: it is not an integer within bounds.
    """
    return whole_number("seed", seed, 0, LARGEST_SEED, error=error)


def worker_count(workers: object) -> int:
    """Check a number of threads, 1 to 64, and return it as an `int`.

    Raises:
        RuleError: it is not an integer within bounds.
    """
    return whole_number("workers", workers, 1, MAX_WORKERS)


def sample_count(samples: object) -> int:
    """Check a number of samples, 1 to 10^12, and return it as an `int`.

    Raises:
        RuleError: it is not an integer within bounds.
    """
    return whole_number("samples", samples, 1, MAX_SAMPLES)


def true_or_false(name: str, value: object) -> bool:
    """Check an option that is True or False and return it.

    Raises:
        RuleError: the value is not a bool.

    >>> true_or_false("solvable", True)
    True
    """
    if not isinstance(value, bool):
        raise RuleError(_core.wrong_flag(name, value))
    return value


def one_of(what: str, value: object, allowed: Iterable[str]) -> str:
    """Return the allowed word that equals the value of an option, regardless of case.

    Args:
        what: the name of the option, or the kind of thing that it names.
        value: the value.
        allowed: the allowed words.

    Raises:
        RuleError: the word is not allowed; the message suggests the nearest word, or lists some.

    >>> one_of("use", "All", ("all", "any"))
    'all'
    """
    return _core.one_of(what, value, list(allowed))


def unknown_word(what: str, value: object, allowed: Iterable[str]) -> RuleError:
    """Return the error for a word that is not allowed: it suggests the nearest, or lists some.

    >>> print(unknown_word("format", "doc", ["trl", "verl"]))
    unknown format 'doc'; choose one of trl, verl
    >>> print(unknown_word("paper", "a9", ["a4", "letter"]))
    paper must be one of a4, letter, not 'a9'
    """
    return RuleError(_core.unknown_word(what, value, list(allowed)))


def nearest_word(word: object, words: Iterable[str]) -> str | None:
    """Return the word most similar to the input; None if no word is similar enough.

    >>> nearest_word("contdown", ["classic", "countdown"])
    'countdown'
    """
    return _core.nearest_word(word, list(words)) if isinstance(word, str) else None


def row_named(what: str, value: object, rows: Mapping[str, Row]) -> Row:
    """Return the row of a table with this name, regardless of case.

    Raises:
        RuleError: no row has this name; the message suggests the nearest name, or lists some.

    >>> row_named("paper", "a5", {"A4": 1, "A5": 2})
    2
    """
    if type(value) is str and value in rows:
        return rows[value]
    return rows[one_of(what, value, rows)]


def read_options(
    spelling: str, *, allowed: Iterable[str], example: str
) -> tuple[str, dict[str, str | int]]:
    """Return the name and the changed options of a spelling such as "train, values=natural".

    Args:
        spelling: a name and options, or only options; then the name is "".
        allowed: the names of the options.
        example: an option, for the message.

    Raises:
        RuleError: an option is unknown, is repeated or has no value.

    >>> read_options("omaha, hole=5", allowed=["hole", "low"], example="low=low-8")
    ('omaha', {'hole': 5})
    """
    return _core.read_options(spelling, list(allowed), example)


def spell_options(name: str, changes: Mapping[str, str | int]) -> str:
    """Return the spelling that `read_options` reads.

    >>> spell_options("omaha", {"hole": 5})
    'omaha,hole=5'
    """
    return ",".join([name, *(f"{field}={value}" for field, value in changes.items())])


def name_keywords(
    **guesses: str,
) -> Callable[[Callable[Given, Kind]], Callable[Given, Kind]]:
    """Make a decorator for a function that people call with other keywords.

    A call with one of them raises a `TypeError` that says what works.

    >>> @name_keywords(n="it is count=")
    ... def deal(count):
    ...     return count
    >>> deal(n=3)
    Traceback (most recent call last):
    TypeError: deal() got an unexpected keyword argument 'n'; it is count=
    """

    def decorate(function: Callable[Given, Kind]) -> Callable[Given, Kind]:
        @wraps(function)
        def call(*args: Given.args, **keywords: Given.kwargs) -> Kind:
            for name in guesses.keys() & keywords.keys():
                unexpected = f"got an unexpected keyword argument {name!r}"
                raise TypeError(f"{function.__name__}() {unexpected}; {guesses[name]}")
            return function(*args, **keywords)

        return call

    return decorate


def finite_number(name: str, value: object) -> float:
    """Check an option that is a finite number, and return it as a float.

    Raises:
        RuleError: the value is not a number, or not finite.

    >>> finite_number("score", 1)
    1.0
    """
    try:
        number = float(plain(value))
    except (TypeError, ValueError, OverflowError):
        number = inf
    if isinstance(value, (str, bytes)) or _is_bool(value) or not isfinite(number):
        raise RuleError(f"{name} must be a finite number, not {quoted(value)}")
    return number


def of_class(name: str, value: object, kind: type[Kind]) -> Kind:
    """Check that an option is of a class and return it.

    Raises:
        RuleError: the value is of another class.

    >>> of_class("error", RuleError("?"), RuleError)
    RuleError('?')
    """
    if not isinstance(value, kind):
        raise RuleError(f"{name} must be of the class {kind.__name__}, not {quoted(value)}")
    return value


def make_object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Make a dict from the pairs of a JSON object; for `object_pairs_hook`.

    Raises:
        RuleError: a key is repeated; `json` would silently use the last one.

    >>> make_object([("numbers", 1), ("target", 2)])
    {'numbers': 1, 'target': 2}
    """
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        for name, _ in pairs:
            if name in seen:
                raise RuleError(f"the key {quoted(name)} appears twice")
            seen.add(name)
    return found


def quick(make: Callable[..., Any], *more: object) -> Callable[[Function], Function]:
    """Decorate a function: the core handles the usual arguments, and the function all others.

    Args:
        make: a function of the core, which returns the new function.
        more: its arguments after the decorated function.
    """

    def quickened(function: Function) -> Function:
        made: Function = make(function, *more)
        return made

    return quickened
