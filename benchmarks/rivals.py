"""Alternatives to facevalue: packages of the extra `bench`, and code that people write."""

from __future__ import annotations

import ast
import contextlib
import importlib.util
import io
import operator
import warnings
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import TypeAlias

    Judge: TypeAlias = Callable[[str, list[int]], bool]


def is_installed(module: str) -> bool:
    """Whether a module can be imported."""
    return importlib.util.find_spec(module) is not None


def game24(hands: Sequence[Sequence[int]]) -> int:
    """How many solutions of 24 game24 finds for the hands."""
    from game24 import calc  # noqa: PLC0415 - an optional extra

    return sum(len(calc.solve(list(hand), 24)) for hand in hands)


def countdown_numbers_solver(numbers: Sequence[int], target: int) -> int:
    """How many solutions countdown-numbers-solver prints."""
    import countdown_numbers_solver  # noqa: PLC0415 - an optional extra

    with contextlib.redirect_stdout(io.StringIO()) as shown:
        countdown_numbers_solver.solve(list(numbers), target)
    return shown.getvalue().count("\n") - 1  # the last line is the total


class Evaluator(NamedTuple):
    """How a package evaluates a hand of seven: its own form of the cards, and a call.

    `cards` converts strings such as "Ah"; `worth` evaluates the converted cards.
    """

    cards: Callable[[Sequence[str]], Any]
    worth: Callable[[Any], Any]
    is_low_better: bool = False


def treys() -> Evaluator:
    """A port of Deuces: Python throughout."""
    from treys import Card  # noqa: PLC0415 - an optional extra
    from treys import Evaluator as Treys  # noqa: PLC0415 - an optional extra

    evaluate = Treys().evaluate
    return Evaluator(
        lambda hand: [Card.new(card) for card in hand],
        lambda cards: evaluate([], cards),
        is_low_better=True,
    )


def phevaluator() -> Evaluator:
    """The perfect hash of PHEvaluator, in C; card ids are the same as ours."""
    from phevaluator import evaluate_7cards  # noqa: PLC0415 - an optional extra
    from phevaluator.card import Card  # noqa: PLC0415 - an optional extra

    return Evaluator(
        lambda hand: [Card.to_id(card) for card in hand],
        lambda ids: evaluate_7cards(*ids),
        is_low_better=True,
    )


def eval7() -> Evaluator:
    """The evaluator of pokersource, in Cython."""
    import eval7  # noqa: PLC0415 - an optional extra

    return Evaluator(lambda hand: [eval7.Card(card) for card in hand], eval7.evaluate)


def pkrbot() -> Evaluator:
    """The fastest for one hand at a time, in C, called as eval7 is."""
    import pkrbot  # noqa: PLC0415 - an optional extra

    return Evaluator(lambda hand: [pkrbot.Card(card) for card in hand], pkrbot.evaluate)


def pokerkit() -> Evaluator:
    """Hands of every game, in Python; a hand compares like a number."""
    from pokerkit import Card, StandardHighHand  # noqa: PLC0415 - an optional extra

    return Evaluator(lambda hand: list(Card.parse("".join(hand))), StandardHighHand.from_game)


EVALUATORS = {
    "treys": treys,
    "phevaluator": phevaluator,
    "eval7": eval7,
    "pkrbot": pkrbot,
    "pokerkit": pokerkit,
}


@cache
def _dataset(name: str) -> Any:
    import reasoning_gym  # noqa: PLC0415 - an optional extra

    return reasoning_gym.create_dataset(name, seed=1, size=1)


def generate(name: str, count: int, seed: int = 1) -> int:
    """Make this many puzzles of a dataset of reasoning-gym, and return their number."""
    import reasoning_gym  # noqa: PLC0415 - an optional extra

    items = reasoning_gym.create_dataset(name, seed=seed, size=count)
    return len([items[place] for place in range(count)])


def _scored(name: str, text: str, numbers: list[int]) -> bool:
    entry = {"metadata": {"numbers": numbers, "target": 24}}
    with warnings.catch_warnings():  # Python warns about the code that SymPy runs
        warnings.simplefilter("ignore")
        return bool(_dataset(name).score_answer(text, entry) == 1)


def puzzle24(text: str, numbers: list[int]) -> bool:
    """Whether the dataset puzzle24 of reasoning-gym gives full marks."""
    return _scored("puzzle24", text, numbers)


def countdown(text: str, numbers: list[int]) -> bool:
    """Whether the dataset countdown of reasoning-gym gives full marks."""
    return _scored("countdown", text, numbers)


def plain(text: str, numbers: list[int]) -> bool:
    """Code that people write themselves: Python's parser and exact fractions."""
    used: list[int] = []
    try:
        value = _value(ast.parse(text, mode="eval").body, used)
    except (SyntaxError, TypeError, ZeroDivisionError):
        return False
    return sorted(used) == sorted(numbers) and value == TWENTY_FOUR


def _value(node: ast.expr, used: list[int]) -> Fraction:
    if isinstance(node, ast.Constant) and type(node.value) is int:
        used.append(node.value)
        return Fraction(node.value)
    if isinstance(node, ast.BinOp) and type(node.op) in _FUNCTIONS:
        return _FUNCTIONS[type(node.op)](_value(node.left, used), _value(node.right, used))
    raise TypeError(node)


TWENTY_FOUR = 24
_FUNCTIONS: Mapping[type[ast.operator], Callable[[Fraction, Fraction], Fraction]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}

# Judges of an answer to a puzzle of 24; the name begins with the module that must be installed.
JUDGES: Mapping[str, Judge] = {
    "reasoning_gym.puzzle24": puzzle24,
    "reasoning_gym.countdown": countdown,
    "ast.parse and Fraction": plain,
}
