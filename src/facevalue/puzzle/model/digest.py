"""The digest of a puzzle: a number that depends only on the puzzle, and that decides its split.

The words of a puzzle are folded into 64 bits by the finaliser of SplitMix64 (Steele, Lea and Flood,
2014): state = mix64(state ^ word). The first words are the key of the rules, 8 bytes per word in
little-endian order, padded with zeros. Then come the numerator and denominator of each number and
of the target, modulo 2^64. Seeds and the order of rows have no influence.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

from facevalue.errors import RuleError, quoted
from facevalue.puzzle.model.rules import Rules
from facevalue.randomness import TWO_64, mix64, mix64_many
from facevalue.system.arrays import masked_row, row_number
from facevalue.system.lazy_numpy import NDArray, np

# The share of each split by its name.
Splits: TypeAlias = Mapping[str, float | Fraction]


def rules_key(rules: Rules) -> str:
    """Return a key of rules without their name; it is the same for grouping "orders" and "any".

    >>> from facevalue.puzzle.model.rules import RULES
    >>> rules_key(RULES["countdown"])
    '+-*/ any any any positive'
    """
    grouping = "any" if rules.grouping == "orders" else rules.grouping
    key = f"{rules.operators} {rules.use} {rules.order} {grouping} {rules.values}"
    if rules.join:
        key += " join"
    if rules.largest is not None:
        key += f" {rules.largest}"
    return f"{key} {rules.functions} {rules.unary}" if rules.functions else key


def digest(numbers: Iterable[Fraction], target: Fraction, rules: Rules) -> int:
    """Return the digest of a puzzle; the order of its numbers counts only if the rules fix it.

    >>> from facevalue.puzzle.model.rules import RULES
    >>> digest(map(Fraction, (8, 3, 3, 8)), Fraction(24), RULES["classic"])
    1345604396344423856
    """
    ordered = sorted(numbers) if rules.order == "any" else numbers
    state = _start(rules_key(rules))
    for value in (*ordered, target):
        for word in (value.numerator, value.denominator):
            state = mix64(state ^ word % TWO_64)
    return state


def digest_many(
    numbers: NDArray[np.int64], targets: NDArray[np.int64], rules: Rules
) -> NDArray[np.uint64]:
    """Return the `digest` of each of many puzzles of integers, shape (N,).

    `numbers` has the shape (N, k), `targets` the shape (N,).

    Raises:
        RuleError: some numbers or targets are masked.
    """
    _refuse_masked(numbers=numbers, targets=targets)
    rows = np.sort(numbers, axis=1) if rules.order == "any" else numbers
    state = np.full(len(rows), _start(rules_key(rules)), np.uint64)
    for column in (*rows.T, targets):
        for word in (column.astype(np.uint64), np.uint64(1)):
            state = mix64_many(state ^ word)
    return state


@lru_cache(maxsize=100)
def _start(text: str) -> int:
    data = text.encode("utf-8")
    state = 0
    for at in range(0, len(data), 8):
        state = mix64(state ^ int.from_bytes(data[at : at + 8], "little"))
    return state


def split_bounds(splits: Splits) -> list[tuple[str, int]]:
    """Return each split with the digest at which it ends, 2^64 for the last.

    Raises:
        RuleError: a share is not from 0 to 1, or they do not add up to 1.

    >>> [name for name, end in split_bounds({"train": 0.9, "test": 0.1})]
    ['train', 'test']
    """
    if not isinstance(splits, Mapping):
        raise RuleError(f"splits must map names to shares, not {quoted(splits)}")
    shares = {}
    for name, share in splits.items():
        try:
            exact = Fraction(str(share))  # as people write it: 0.9 is nine tenths
        except (ValueError, ZeroDivisionError, RecursionError):
            exact = Fraction(-1)
        if not 0 <= exact <= 1:
            message = f"the share of the split {quoted(name)} must be 0 to 1, not {quoted(share)}"
            raise RuleError(message)
        shares[name] = exact
    if sum(shares.values()) != 1:
        raise RuleError(f"the shares of the splits must add up to 1: {quoted(dict(splits))}")
    ends, total = [], Fraction(0)
    for name, exact in shares.items():
        total += exact
        ends.append((name, int(total * TWO_64)))
    return ends


def split_of(number: int, splits: Splits) -> str:
    """Return the split of a digest: the shares divide all 2^64 digests, one after the other.

    >>> split_of(0, {"train": 0.9, "test": 0.1}), split_of(2**64 - 1, {"train": 0.9, "test": 0.1})
    ('train', 'test')
    """
    return next(name for name, end in split_bounds(splits) if number < end)


def splits_of(
    numbers: NDArray[np.uint64], splits: Splits | list[tuple[str, int]]
) -> NDArray[np.intp]:
    """Return the index in `splits`, or in their `split_bounds`, of the split of each digest.

    Raises:
        RuleError: some digests are masked.
    """
    _refuse_masked(digests=numbers)
    bounds = splits if isinstance(splits, list) else split_bounds(splits)
    inner = [end for _, end in bounds if end < TWO_64]
    return np.searchsorted(np.array(inner, np.uint64), numbers, side="right")


def _refuse_masked(**arrays: object) -> None:
    for name, array in arrays.items():
        row = masked_row(array)
        if row is not None:
            raise RuleError(f"the {name} of {row_number(row)} are masked")
