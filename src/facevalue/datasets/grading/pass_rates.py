"""`PassRates`: pass@k and avg@n, where prompts have several completions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from fractions import Fraction
from itertools import compress
from math import comb, sqrt
from typing import Any

import attrs

from facevalue.errors import counted
from facevalue.value import Value

# A limit because the exact binomial coefficients of pass@k grow with k.
MAX_K = 10_000


@attrs.frozen
class Rate(Value):
    """A mean over prompts, and its standard error; None for a single prompt.

    JSON:
        mean (number 0 to 1 or null): the average, 0 to 1; null without prompts.
        standard_error
    """

    mean: float
    standard_error: float | None

    def __str__(self) -> str:
        error = "" if self.standard_error is None else f" ± {self.standard_error:.1%}"
        return f"{self.mean:.1%}{error}"


@attrs.frozen(kw_only=True)
class PassRates(Value):
    """pass@k and avg@n of prompts.

    Attributes:
        prompts: how many prompts there are.
        average: avg@n, the mean share of right completions.
        pass_at: for each k, pass@k: the chance that at least one of k completions of a prompt is
            right. The unbiased estimate is 1 - C(n-c, k) / C(n, k), where c of n completions are
            right (Chen and others, Evaluating Large Language Models Trained on Code, 2021). Prompts
            with fewer than k completions are left out, and so is a k that is too large for all.
        too_few: for each k, how many prompts have fewer than k completions, if any.
    """

    prompts: int
    average: Rate
    pass_at: tuple[tuple[int, Rate], ...]
    too_few: tuple[tuple[int, int], ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """Return `prompt_count`, `average` and a list of `pass_at`, for JSON.

        JSON:
            prompt_count (count): how many prompts there are.
            average (rate): the share of right completions, averaged over prompts.
            pass_at (list of pass_rate): the chance that one of k completions is right.

        JSON of `pass_rate`:
            k (place): how many completions are drawn.
            prompt_count, mean, standard_error
        """
        none = {"mean": None, "standard_error": None}
        rows = [
            {"k": k, "prompt_count": self.prompts - few} | (rate.as_dict() if rate else none)
            for k, rate, few in self._by_k()
        ]
        named = {"prompt_count": self.prompts, "average": self.average.as_dict()}
        return named | {"pass_at": rows}

    def __str__(self) -> str:
        lines = [counted(self.prompts, "prompt")]
        lines += [f"{'avg@n':<18} {self.average}"]
        lines += [f"{f'pass@{k}':<18} {rate}" for k, rate in self.describe_pass_at()]
        return "\n".join(lines)

    def _by_k(self) -> list[tuple[int, Rate | None, int]]:
        """Return each k with its rate, if any, and how many prompts have fewer completions."""
        rates, few = dict(self.pass_at), dict(self.too_few)
        return [(k, rates.get(k), few.get(k, 0)) for k in sorted({*rates, *few})]

    def describe_pass_at(self) -> list[tuple[int, str]]:
        """Return the rate for each k as a string, with the number of prompts that are left out."""
        described = []
        for k, rate, few in self._by_k():
            words = "1 prompt has" if few == 1 else f"{few} prompts have"
            note = f" ({words} fewer completions)" if few else ""
            described.append((k, f"{rate}{note}" if rate else f"no prompt has {k} completions"))
        return described


class Tally:
    """Counts the completions of each prompt, and how many of them are right.

    Args:
        are_rows: whether each row is a prompt, so all its completions are added at once. Then
            memory use does not grow with the number of prompts.
    """

    def __init__(self, *, are_rows: bool) -> None:
        self._are_rows = are_rows
        self._all: Counter[Hashable] = Counter()
        self._right: Counter[Hashable] = Counter()
        # Prompts with the same counts have the same rates.
        self._pairs: Counter[tuple[int, int]] = Counter()

    def add(self, groups: Sequence[Hashable], right: Iterable[bool]) -> None:
        """Add completions: the prompt of each, and whether it is right."""
        self._all.update(groups)
        self._right.update(compress(groups, right))
        if self._are_rows:
            self._fold()

    def join(self, later: Tally) -> None:
        """Add the counts of another tally."""
        self._all.update(later._all)
        self._right.update(later._right)
        self._pairs.update(later._pairs)

    def _fold(self) -> None:
        self._pairs.update(
            zip(self._all.values(), map(self._right.__getitem__, self._all), strict=True)
        )
        self._all.clear()
        self._right.clear()

    @property
    def has_several(self) -> bool:
        """True if a prompt has more than one completion."""
        self._fold()
        return any(count > 1 for count, _ in self._pairs)

    @property
    def totals(self) -> tuple[int, int]:
        """The number of completions, and of right ones."""
        self._fold()
        sums = [(count * times, right * times) for (count, right), times in self._pairs.items()]
        return sum(count for count, _ in sums), sum(right for _, right in sums)

    def rates(self, ks: Iterable[int]) -> PassRates:
        """Return the rates of at least one completion."""
        self._fold()
        pairs = self._pairs
        rates, too_few = [], []
        for k in dict.fromkeys(ks):
            enough = Counter({pair: times for pair, times in pairs.items() if pair[0] >= k})
            if enough:
                rates.append((k, _rate({pair: pass_at(*pair, k) for pair in enough}, enough)))
            if enough.total() < pairs.total():
                too_few.append((k, pairs.total() - enough.total()))
        return PassRates(
            prompts=pairs.total(),
            average=_rate({pair: Fraction(pair[1], pair[0]) for pair in pairs}, pairs),
            pass_at=tuple(rates),
            too_few=tuple(too_few),
        )


def pass_at(count: int, right: int, k: int) -> Fraction:
    """Return the chance that one of k completions is right, if `right` of `count` are; k <= count.

    >>> pass_at(4, 1, 2)
    Fraction(1, 2)
    """
    return 1 - Fraction(comb(count - right, k), comb(count, k))


def _rate(values: dict[tuple[int, int], Fraction], times: Counter[tuple[int, int]]) -> Rate:
    count = times.total()
    mean = sum((values[pair] * times[pair] for pair in values), Fraction()) / count
    if count == 1:
        return Rate(float(mean), None)
    squares = sum(((values[pair] - mean) ** 2 * times[pair] for pair in values), Fraction())
    return Rate(float(mean), sqrt(squares / (count - 1) / count))
