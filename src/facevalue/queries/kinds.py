"""The kinds of parameters of queries: how values are read, and which amounts a server limits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import attrs

import facevalue as fv
from facevalue.amounts import exact_number, split_amounts
from facevalue.door import is_history, number_deals
from facevalue.errors import FaceValueError
from facevalue.options import one_of
from facevalue.queries.vocabulary import TEXT, WHOLE, YES, Schema

_LONGEST_NUMBER = 20  # characters: 2^64 and its sign
_YES_OR_NO = {"true": True, "false": False}


@attrs.frozen
class Kind:
    """A kind of parameter.

    Args:
        name: what a value is, in the help.
        what: what a value is, in messages.
        schema: the JSON Schema of a value in the query string of a URL.
        parse: converts a string to a value or raises a `ValueError`; the library checks the rest.
        json_types: the types of JSON values that the body of a request may have.
        item_types: the types of the items if a body may also have a list of them.
        takes_empty: whether the command line accepts an empty string.
        parse_list: for numbers or cards, parses a string to its items.
        is_list: whether the values of a parameter that is given several times are one list.
        is_open: whether the value may also have options after one of the choices of a parameter.
        ignored: the words that people write between values.
        is_file: returns whether a word on the command line is the name of a file with the value.
        join: numbers the lines of stdin, and joins those that are one value.
        amounts: returns, from a value and all arguments, the amounts that a server limits, each
            with the name of its limit; numbers are a `NumbersSize`.
        cap: the limit that a server uses if no value is given; else "".
    """

    name: str
    what: str
    schema: Schema
    parse: Callable[[str], Any] = str
    json_types: tuple[type, ...] = (str,)
    item_types: tuple[type, ...] = ()
    takes_empty: bool = False
    parse_list: Callable[[str], Sequence[object]] | None = None
    is_list: bool = False
    is_open: bool = False
    ignored: tuple[str, ...] = ()
    is_file: Callable[[str], bool] = lambda _: False
    join: Callable[[Iterable[str]], Iterable[tuple[int, str]]] = lambda lines: enumerate(lines, 1)
    amounts: Callable[[Any, Mapping[str, Any]], Iterable[tuple[str, int]]] = lambda *_: ()
    cap: str = ""

    def is_item(self, word: str) -> bool:
        """Return whether a word is one item of a list, maybe with a comma or a bracket."""
        if self.parse_list is None:
            return False
        try:
            return len(self.parse_list(word.strip("[],"))) == 1
        except FaceValueError:
            return False


def _parse_whole(string: str) -> int:
    digits = string.removeprefix("-")
    if len(digits) > _LONGEST_NUMBER or not (digits.isascii() and digits.isdigit()):
        raise ValueError
    return int(string)


def _parse_range(string: str) -> tuple[int, int]:
    """Return the ends of a range such as 10-99; a single number is both ends."""
    first, dash, last = string.strip().partition("-") if string[:1] != "-" else (string, "", "")
    return int(first), int(last if dash else first)


def _parse_amounts(string: str) -> list[Fraction]:
    """Return the amounts; a number with thousands separators, as between others, is one."""
    is_one = len(split_amounts(f"{string} {string}")) == 2
    amounts = [string.replace(",", "")] if is_one else split_amounts(string)
    return [exact_number("an amount", amount) for amount in amounts]


def _parse_stacks(string: str) -> Sequence[object]:
    """Return the stacks, which may have names."""
    return string.split() if set("=:") & set(string) else _parse_amounts(string)


def _row_or_rules(rules: fv.Rules) -> str | fv.Rules:
    return rules.name if fv.RULES.get(rules.name) == rules else rules


@attrs.frozen
class NumbersSize:
    """How many numbers there are, and their largest numerator, without its sign, or denominator."""

    count: int
    largest: int


def _size(number: Any, _: object = None) -> Iterable[tuple[str, int]]:
    exact = fv.puzzle.parse_number(number, any_size=True)
    yield "size", max(abs(exact.numerator), exact.denominator)


STRING = Kind("text", "a string", TEXT, takes_empty=True)
RANGE_STRING = attrs.evolve(STRING, amounts=lambda text, _: [("range", len(text))])
PLAYER_STRING = attrs.evolve(
    STRING,
    ignored=("vs", "vs.", "v"),
    join=number_deals,
    amounts=lambda players, _: [
        ("players", len(players)),
        *(("history" if is_history(player) else "range", len(player)) for player in players),
    ],
)
HAND_STRING = Kind(
    "cards",
    "a string of cards",
    TEXT,
    item_types=(str,),
    takes_empty=True,
    parse_list=fv.parse_cards,
)
CARD_STRING = attrs.evolve(HAND_STRING, is_list=True)
OPPONENT_STRING = attrs.evolve(
    HAND_STRING, what="a number or a string of cards", json_types=(int, str)
)
RULES_SPELLING = Kind(
    "rules",
    "the name of rules",
    TEXT,
    lambda text: _row_or_rules(fv.puzzle.rules_named(text)),
    is_open=True,
)
GAME_SPELLING = Kind(
    "game", "the name of a game", TEXT, lambda text: fv.poker.game_named(text).name, is_open=True
)
PAY_TABLE_SPELLING = Kind(
    "pay_table",
    "the name of a pay table",
    TEXT,
    lambda text: fv.poker.pay_table_named(text).name,
    is_open=True,
)
PAYS_SPELLING = Kind(
    "pays|file",
    "a string such as royal-flush=800,flush=6, or an object",
    TEXT,
    json_types=(str, dict),
    is_file=lambda word: not any(sign in word for sign in "=:{"),
)
HAND_LINES = Kind(
    "file",
    "a string with a hand per line, or a list of hands",
    TEXT,
    item_types=(str,),
    is_file=lambda _: True,
)
WHOLE_NUMBER = Kind("N", "a whole number", WHOLE, _parse_whole, (int,))
LOWEST_TARGET = attrs.evolve(WHOLE_NUMBER, amounts=_size)
HIGHEST_TARGET = attrs.evolve(
    WHOLE_NUMBER,
    amounts=lambda high, given: [*_size(high), ("targets", high - given["low"] + 1)],
)
SIZES = attrs.evolve(WHOLE_NUMBER, amounts=lambda sizes, _: [("numbers", size) for size in sizes])
SOLUTIONS = attrs.evolve(
    WHOLE_NUMBER, amounts=lambda count, _: [("solutions", count)], cap="solutions"
)
PUZZLES = attrs.evolve(WHOLE_NUMBER, amounts=lambda count, _: [("generated", count)])
SAMPLES = attrs.evolve(WHOLE_NUMBER, amounts=lambda count, _: [("samples", count)])
YES_OR_NO = Kind(
    "true or false",
    "true or false",
    YES,
    lambda text: _YES_OR_NO[one_of("value", text, _YES_OR_NO)],
    (bool,),
)
NUMBER_STRING = Kind("number", "a number", TEXT, str, (int, str))
TARGET_STRING = attrs.evolve(NUMBER_STRING, amounts=_size)
AMOUNT_LIST = Kind(
    "numbers",
    "numbers",
    TEXT,
    str,
    (int, str),
    (int, float, str),
    parse_list=_parse_amounts,
    is_list=True,
)
STACK_LIST = attrs.evolve(
    AMOUNT_LIST,
    what="numbers, or an object with a number for each name",
    json_types=(int, str, dict),
    parse_list=_parse_stacks,
)
NUMBER_LIST = attrs.evolve(
    AMOUNT_LIST,
    parse_list=fv.puzzle.parse_numbers,
    amounts=lambda size, _: [("numbers", size.count), ("size", size.largest)],
)
WHOLE_RANGE = Kind(
    "number|range", "a whole number or a range such as 10-99", TEXT, _parse_range, (int, str)
)
DIFFICULTY_STRING = Kind(
    "name|range", "a name or a range such as 90-100", TEXT, str, (int, float, str)
)
