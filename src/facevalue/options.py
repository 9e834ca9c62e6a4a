"""Options of functions, read and checked in one place: whole numbers, seeds, threads, yes or no.

Everything behind this file, including the compiled core, gets plain values within bounds.
"""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import islice
from math import inf, isfinite
from operator import index
from sys import maxsize
from typing import TYPE_CHECKING, Any

from facevalue.errors import FaceValueError, RuleError, quoted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import TypeVar

    Kind = TypeVar("Kind")
    Row = TypeVar("Row")

LARGEST_SEED = 2**64 - 1
MAX_WORKERS = 64
# This many samples take hours; a larger number is probably a typo.
MAX_SAMPLES = 10**12
# A message lists up to this many words; of more, it lists one less and says where all are.
MAX_LISTED = 6
# Where the words for an option are listed in Python; `spell_list` has it in other interfaces.
LISTS = {
    "rules": "fv.RULES",
    "notation": "fv.NOTATIONS",
    "game": "fv.poker.GAMES",
    "pay table": "fv.poker.PAY_TABLES",
    "template": "fv.datasets.TEMPLATES",
    "format": "fv.datasets.FORMATS",
    "role": "fv.datasets.ROLES",
    "fault": "fv.datasets.FAULTS",
    "part": "facevalue.bench.PARTS",
}


def _is_bool(given: object) -> bool:
    return isinstance(given, bool) or getattr(getattr(given, "dtype", None), "kind", "") == "b"


def as_whole(given: object) -> int | None:
    """A whole number, also one of NumPy, as an `int`; None for anything else.

    >>> as_whole(24), as_whole(24.0), as_whole(True)
    (24, None, None)
    """
    if type(given) is int:
        return given
    # True would be taken for 1, also numpy.bool_ before NumPy 2.
    if _is_bool(given) or not hasattr(given, "__index__"):
        return None
    try:
        return index(given)
    except TypeError:  # an array, or a type itself
        return None


def whole_number(
    name: str,
    given: object,
    least: int,
    most: int | None = None,
    *,
    error: type[FaceValueError] = RuleError,
) -> int:
    """The value of an option that is a whole number from `least` to `most`.

    Raises:
        FaceValueError: it is not; the error is of the class given, usually a `RuleError`.

    >>> whole_number("count", 20, 1, 1000)
    20
    """
    number = as_whole(given)
    if number is None or number < least or (most is not None and number > most):
        bounds = f"of at least {least}" if most is None else f"from {least} to {most}"
        raise error(f"{name} must be a whole number {bounds}, not {quoted(given)}")
    return number


def take(items: Iterable[Kind], most: int | None) -> Iterator[Kind]:
    """The first items, at most `most`; all of them for None.

    Raises:
        RuleError: `most` is neither None nor a whole number of at least 0.

    >>> list(take("abc", 2)), list(take("abc", 10**30))
    (['a', 'b'], ['a', 'b', 'c'])
    """
    if most is not None:
        most = min(whole_number("most", most, 0), maxsize)
    return islice(items, most)


def whole_numbers(name: str, given: object, least: int, most: int) -> tuple[int, ...]:
    """The value of an option that is a list of whole numbers from `least` to `most`.

    Raises:
        RuleError: it is not a list, a tuple or a range, or one of its items is not such a number.

    >>> whole_numbers("small", [1, 1, 2], 0, 9)
    (1, 1, 2)
    """
    if not isinstance(given, (list, tuple, range)):
        raise RuleError(f"{name} must be a list of whole numbers, not {quoted(given)}")
    is_plain = {*map(type, given)} == {int} and min(given) >= least and max(given) <= most
    # Decks are made when the package is loaded, so the common case is quick.
    return tuple(
        given
        if is_plain
        else (whole_number(f"each of {name}", each, least, most) for each in given)
    )


def text(name: str, given: object, *, is_needed: bool = False) -> str:
    """The value of an option that is text; with `is_needed` it may not be empty.

    Raises:
        RuleError: it is not text.

    >>> text("summary", "Four cards.")
    'Four cards.'
    """
    if not isinstance(given, str) or (is_needed and not given):
        raise RuleError(f"{name} must be a string, not {quoted(given)}")
    return given


def seed_number(seed: object, *, error: type[FaceValueError] = RuleError) -> int:
    """A seed, 0 to 2^64 - 1.

    Raises:
        FaceValueError: it is not a whole number within these bounds.
    """
    return whole_number("seed", seed, 0, LARGEST_SEED, error=error)


def worker_count(workers: object) -> int:
    """A number of threads, 1 to 64.

    Raises:
        RuleError: it is not a whole number within these bounds.
    """
    return whole_number("workers", workers, 1, MAX_WORKERS)


def sample_count(samples: object) -> int:
    """A number of samples, 1 to 10^12.

    Raises:
        RuleError: it is not a whole number within these bounds.
    """
    return whole_number("samples", samples, 1, MAX_SAMPLES)


def true_or_false(name: str, given: object) -> bool:
    """The value of an option that is either True or False.

    Raises:
        RuleError: it is neither.

    >>> true_or_false("solvable", True)
    True
    """
    if not isinstance(given, bool):
        raise RuleError(f"{name} must be True or False, not {quoted(given)}")
    return given


def one_of(what: str, given: object, allowed: Iterable[str]) -> str:
    """The value of an option that is one of a few words, in upper or lower case.

    Raises:
        RuleError: it is another one; the message suggests the nearest words.

    >>> one_of("use", "All", ("all", "any"))
    'all'
    """
    words = tuple(allowed)
    if isinstance(given, str):
        if given in words:
            return given
        folded = {word.casefold(): word for word in words}
        if given.casefold() in folded:
            return folded[given.casefold()]
    raise unknown_word(what, given, words)


def unknown_word(what: str, given: object, allowed: Iterable[str]) -> RuleError:
    """The error for a word that is not allowed; it suggests the nearest one, or lists some.

    >>> print(unknown_word("size", "a9", ["a4", "letter"]))
    unknown size 'a9'; choose one of a4, letter
    """
    words, message = tuple(allowed), f"unknown {what} {quoted(given)}"
    if near := nearest_word(given, words):
        return RuleError(f"{message}; did you mean {near!r}?")
    if len(words) <= MAX_LISTED:
        return RuleError(f"{message}; choose one of {', '.join(words)}")
    where = f" ({LISTS[what]} lists all {len(words)})" if what in LISTS else ""
    return RuleError(f"{message}; choose one of {', '.join(words[: MAX_LISTED - 1])}, ...{where}")


def nearest_word(given: object, words: Iterable[str]) -> str | None:
    """The word most similar to the input; None if no word is similar enough.

    >>> nearest_word("contdown", ["classic", "countdown"])
    'countdown'
    """
    from difflib import get_close_matches  # noqa: PLC0415 - slow to import

    # The start is enough: no word is that long.
    start = given.casefold()[:100] if isinstance(given, str) else ""
    near = get_close_matches(start, list(words), n=1, cutoff=0.7)
    return near[0] if near else None


def row_named(what: str, given: object, rows: Mapping[str, Row]) -> Row:
    """The row of a table by its name, in upper or lower case.

    Raises:
        RuleError: no row has that name; the message suggests the nearest names.

    >>> row_named("size", "a5", {"A4": 1, "A5": 2})
    2
    """
    if type(given) is str and given in rows:
        return rows[given]
    return rows[one_of(what, given, rows)]


def finite_number(name: str, given: object) -> float:
    """The value of an option that is a number, as a float.

    Raises:
        RuleError: it is not a number, or not finite.

    >>> finite_number("score", 1)
    1.0
    """
    try:
        number = float(given)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        number = inf
    if isinstance(given, (str, bytes)) or _is_bool(given) or not isfinite(number):
        raise RuleError(f"{name} must be a finite number, not {quoted(given)}")
    return number


def of_class(name: str, given: object, kind: type[Kind]) -> Kind:
    """The value of an option that is made by facevalue.

    Raises:
        RuleError: it is of another class.

    >>> of_class("error", RuleError("?"), RuleError)
    RuleError('?')
    """
    if not isinstance(given, kind):
        raise RuleError(f"{name} must be of the class {kind.__name__}, not {quoted(given)}")
    return given


def make_object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """The object of some pairs of JSON; for `object_pairs_hook`.

    Raises:
        RuleError: a key is there twice, of which `json` would silently take the last.

    >>> make_object([("numbers", 1), ("target", 2)])
    {'numbers': 1, 'target': 2}
    """
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise RuleError(f"the key {quoted(twice)} appears twice")
    return found


_FINEST = 10**18  # of the parts of a fraction
_DECIMAL = re.compile(r"[0-9]{1,18}(\.[0-9]{1,18}|/0*[1-9][0-9]{0,17})?")


def as_exact(given: Any) -> Fraction | None:  # noqa: ANN401 - whatever a caller passes
    """The exact value of a number that is not a string; None for anything else.

    A float stands for the decimal that Python prints. Floats and decimals must be 0, or from
    10^-18 to below 10^18.

    >>> as_exact(0.1), as_exact(1e-7), as_exact("1")
    (Fraction(1, 10), Fraction(1, 10000000), None)
    """
    whole = as_whole(given)
    if isinstance(given, Fraction) or whole is not None:
        return Fraction(given if whole is None else whole)
    if isinstance(given, bool) or not hasattr(given, "as_integer_ratio"):
        return None
    try:
        # Compare first: Decimal("1e-999999") has a denominator of a million digits.
        is_good = not given or 1 / _FINEST <= given < _FINEST
        return Fraction(str(given) if given else 0) if is_good else None
    except (ArithmeticError, TypeError, ValueError):  # not a number, or of another type
        return None


def exact_number(name: str, given: object) -> Fraction:
    """The exact value of an option that is a number of at least 0, below 10^18.

    Accepts whole numbers, fractions, decimals and strings like "12.5" or "3/4". A float stands for
    the decimal that Python prints: 0.1 is one tenth.

    Raises:
        RuleError: it is not such a number.

    >>> exact_number("stack", 0.1), exact_number("stack", "3/4")
    (Fraction(1, 10), Fraction(3, 4))
    """
    is_decimal = isinstance(given, str) and _DECIMAL.fullmatch(given)
    exact = Fraction(str(given)) if is_decimal else as_exact(given)
    if exact is not None and 0 <= exact < _FINEST and exact.denominator <= _FINEST:
        return exact
    raise RuleError(f"{name} must be a number from 0 to below 10^18, not {quoted(given)}")
