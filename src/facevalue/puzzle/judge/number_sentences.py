"""The sentences about the numbers of an answer: not given, used too often, unused, out of order.

`js/src/numbers/number_sentences.js` writes the same sentences in JavaScript.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from facevalue.errors import shortened

# of one kind; more would hide the other problems
_MAX_LISTED = 12


def describe_numbers(
    used: Sequence[str],
    numbers: Sequence[str],
    *,
    needs_all: bool,
    made: Sequence[str] = (),
    join: bool = False,
) -> str:
    """Describe what is wrong with the numbers of an answer or with their order.

    Args:
        used: the numbers of the answer, from left to right.
        numbers: the numbers of the puzzle.
        needs_all: whether every number must be used.
        made: results of steps, which may be used like the numbers.
        join: whether the numbers may be joined.

    >>> describe_numbers(["2", "3", "3"], ["3", "1"], needs_all=True)
    '2 is not one of the numbers; 3 is used twice but given once; 1 is unused'
    >>> describe_numbers(["5", "5"], ["1"], needs_all=False, made=["5"])
    '5 is used twice but made once'
    """
    if join:
        many = "each once" if needs_all else "each at most once"
        return f"{_listed(used)} cannot be made from {_listed(numbers)}, alone or joined, {many}"
    times, were_given, were_made = Counter(used), Counter(numbers), Counter(made)
    there = were_given + were_made
    strange = [number for number in times if number not in there]
    sentences = _sentence(strange, "is not one of the numbers", "are not among the numbers")
    often = [number for number in times if 0 < there[number] < times[number]]
    for number in often[:_MAX_LISTED]:
        origins = (("given", were_given[number]), ("made", were_made[number]))
        source = " and ".join(f"{how} {_count(count)}" for how, count in origins if count)
        sentences.append(f"{shortened(number)} is used {_count(times[number])} but {source}")
    if needs_all:
        sentences += _sentence(list((there - times).elements()), "is unused", "are unused")
    return "; ".join(sentences) or "the numbers must be used in the given order"


def _sentence(numbers: list[str], one: str, several: str) -> list[str]:
    return [f"{_listed(numbers)} {one if len(numbers) == 1 else several}"] if numbers else []


def _listed(numbers: Sequence[str]) -> str:
    shown = list(map(shortened, numbers[:_MAX_LISTED]))
    if len(numbers) > _MAX_LISTED:
        shown.append("more")
    return " and ".join(filter(None, (", ".join(shown[:-1]), shown[-1])))


def _count(times: int) -> str:
    return {1: "once", 2: "twice"}.get(times, f"{times} times")
