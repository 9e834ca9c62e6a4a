"""The rules of games: operations, and what a game allows. Each is a row of a table."""

from __future__ import annotations

import operator
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, TypeAlias

import attrs

from facevalue import _core
from facevalue.cards import FACES, Card
from facevalue.errors import LimitError, RuleError, quoted
from facevalue.options import (
    MAX_DIGITS,
    as_whole,
    of_class,
    one_of,
    read_options,
    row_named,
    spell_options,
    text,
    whole_number,
    yes_or_no,
)
from facevalue.puzzle.model.decks import DECKS, DeckSpec
from facevalue.puzzle.model.scoring import SCORINGS, Scoring
from facevalue.value import Value, paragraph, represent, table

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import TypeVar

    Row = TypeVar("Row")

MAX_NUMBERS = 1000
# What an ace or a face card may count as.
_LARGEST_CARD = 14
LARGEST_NUMBER = 10**MAX_DIGITS - 1
# The largest bound that rules may have for results.
MAX_LARGEST = 10**15


@attrs.frozen
class Operation(Value):
    """An operation: its symbol, name, function and precedence, and whether it commutes.

    A higher `precedence` is applied first, equal precedence from left to right.
    """

    symbol: str
    name: str
    function: Callable[[Fraction, Fraction], Fraction]
    precedence: int = attrs.field(kw_only=True)
    commutes: bool = attrs.field(kw_only=True)

    def __repr__(self) -> str:
        return f"OPERATIONS[{self.symbol!r}]"

    def apply(self, left: Fraction, right: Fraction) -> Fraction | None:
        """Return the exact result, or None for a division by zero.

        >>> from fractions import Fraction
        >>> OPERATIONS["/"].apply(Fraction(5), Fraction(6))
        Fraction(5, 6)
        """
        try:
            return self.function(left, right)
        except ZeroDivisionError:
            return None


# The core defines the four operations. There can be no others, because its search must undo them.
_FUNCTIONS = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv}
OPERATIONS: Mapping[str, Operation] = MappingProxyType(
    {
        symbol: Operation(
            symbol, name, _FUNCTIONS[symbol], precedence=precedence, commutes=commutes
        )
        for symbol, name, precedence, commutes in _core.operations()
    }
)
SYMBOLS = "".join(OPERATIONS)


@attrs.frozen
class Function(Value):
    """A function that rules may allow, such as powers: its name, symbol and number of operands."""

    name: str
    symbol: str
    operands: int
    plural: str = attrs.field(kw_only=True)
    summary: str = attrs.field(kw_only=True)

    def __repr__(self) -> str:
        return f"FUNCTIONS[{self.name!r}]"

    def apply(self, *operands: Fraction) -> Fraction | None:
        """Return the exact result; None if there is no such number.

        Also None if the numerator or denominator of an operand or the result exceeds 10^15.

        >>> from fractions import Fraction
        >>> FUNCTIONS["power"].apply(Fraction(2, 3), Fraction(-2))
        Fraction(9, 4)
        >>> FUNCTIONS["factorial"].apply(Fraction(4)), FUNCTIONS["root"].apply(Fraction(2))
        (Fraction(24, 1), None)
        >>> FUNCTIONS["concatenate"].apply(Fraction(12), Fraction(3))
        Fraction(123, 1)
        """
        pairs = [operand.as_integer_ratio() for operand in operands]
        if any(max(abs(n), d) > MAX_LARGEST for n, d in pairs):
            return None
        found = _core.function_value(self.name, pairs[0], pairs[-1])
        return None if found is None else Fraction(*found)


_FUNCTION_WORDS = {
    "power": ("powers (a^b)", "a^b for a whole exponent b; 0^0 has no value"),
    "factorial": ("factorials (a!)", "a! for a whole number a of at least 0"),
    "root": ("square roots (sqrt(a))", "the square root of a number, where it is rational"),
    "concatenate": (
        "concatenation (a||b)",
        "the digits of a, then the digits of b (12||3 is 123), for whole a from 1 and b from 0",
    ),
}
# The core defines them, and how to undo them.
FUNCTIONS: Mapping[str, Function] = MappingProxyType(
    {
        name: Function(name, symbol, operands, plural=plural, summary=summary)
        for name, symbol, operands in _core.functions()
        for plural, summary in [_FUNCTION_WORDS[name]]
    }
)
# The most factorials and roots that rules may allow one after another.
MAX_UNARY = 4

USES: Mapping[str, str] = MappingProxyType(
    {"all": "Use every number exactly once", "any": "Use each number at most once"}
)
ORDERS: Mapping[str, str] = MappingProxyType({"any": "in any order", "given": "in the given order"})
GROUPINGS: Mapping[str, str] = MappingProxyType(
    {
        "any": "any parentheses",
        "flat": "no parentheses; the usual precedence applies",
        "left": "no parentheses; strictly from left to right, without precedence",
        "forth": "only a.(b.(c.d)) and (a.b).(c.d)",
        "orders": "any parentheses; the walk method tries every order of the operations",
    }
)
FORTH_NUMBERS = 4  # Both groupings of the Forth program have exactly four numbers.


@attrs.frozen
class ValueSet(Value):
    """The set of values that the result of an operation may have."""

    name: str
    whole: bool = attrs.field(kw_only=True)
    least: int | None = attrs.field(kw_only=True)
    summary: str = attrs.field(kw_only=True)


_VALUE_SUMMARIES = {
    "rational": "a rational number",
    "nonnegative": "a non-negative rational number",
    "integer": "an integer",
    "natural": "a non-negative integer",
    "positive": "a positive integer",
}
VALUES: Mapping[str, ValueSet] = MappingProxyType(
    {
        name: ValueSet(name, whole=whole, least=least, summary=_VALUE_SUMMARIES[name])
        for name, whole, least in _core.value_sets()
    }
)


@attrs.frozen(init=False)
class Rules(Value):
    """The rules of a game: what an answer may use, and how the game is dealt and scored.

    Args:
        name: the name of the rules.
        operators: which of `+-*/` are allowed; kept in that order, each once.
        use: "all" numbers or "any" of them, each at most once.
        order: "any", or "given" if the numbers stay in the given order.
        grouping: "any" for any parentheses; "flat", "left" or "forth" for fewer; "orders" for any
            parentheses, with the walk through every order of the operations.
        values: what every intermediate result must be: "rational", "nonnegative", "integer",
            "natural" or "positive".
        join: whether numbers may be joined, 1 and 5 to 15: neighbours if the order is given, else
            any numbers. A joined number has at most 18 digits and does not start with 0.
        largest: the largest absolute value of an intermediate result, 1 to 10^15; None for any.
            Joined numbers are not results.
        functions: which of "power", "factorial", "root" (of the square) and "concatenate" are
            allowed besides, with a space between two. They need `largest` and the grouping "any" or
            "orders", or "left" for powers and concatenation, and no result may have a numerator or
            denominator larger than 10^15.
        unary: how many factorials and roots may be applied to a value one after another, 0 to 4.
        size: how many numbers a puzzle has, 1 to 1000, or None for any count.
        target: the number to make unless a puzzle has its own target.
        faces: what a jack, a queen and a king each count as, 1 to 14; None for 11, 12 and 13.
        ace: what an ace counts as, 1 to 14.
        deck: what the numbers are dealt from: a name in `DECKS`, or a custom deck.
        scoring: the points for answers: a name in `SCORINGS`, or a custom `Scoring`.
        summary: the rules in one sentence.
        source: where they were published.
        variants: how people also play the game, and the names of these rules.

    Raises:
        RuleError: an option has a value that is not allowed.
        LimitError: the target has more than 4300 digits.

    >>> Rules("sums", operators="-+", target=10).operators
    '+-'
    """

    name: str
    operators: str
    use: str
    order: str
    grouping: str
    values: str
    join: bool
    largest: int | None
    functions: str
    unary: int
    size: int | None
    target: int
    faces: int | None
    ace: int
    deck: DeckSpec
    scoring: Scoring
    summary: str
    source: str
    variants: str

    def __init__(
        self,
        name: str,
        *,
        operators: str = SYMBOLS,
        use: str = "all",
        order: str = "any",
        grouping: str = "any",
        values: str = "rational",
        join: bool = False,
        largest: int | None = None,
        functions: str = "",
        unary: int = 2,
        size: int | None = None,
        target: int = 24,
        faces: int | None = None,
        ace: int = 1,
        deck: str | DeckSpec = "playing-cards",
        scoring: str | Scoring = "exact",
        summary: str = "",
        source: str = "",
        variants: str = "",
    ) -> None:
        self.__attrs_init__(
            name=text("name", name, is_needed=True),
            operators=_sort_operators(operators),
            use=one_of("use", use, USES),
            order=one_of("order", order, ORDERS),
            grouping=one_of("grouping", grouping, GROUPINGS),
            values=one_of("values", values, VALUES),
            join=_check_join(join, grouping),
            largest=None if largest is None else whole_number("largest", largest, 1, MAX_LARGEST),
            functions=_check_functions(functions, largest, grouping),
            unary=whole_number("unary", unary, 0, MAX_UNARY),
            size=_check_size(size, grouping),
            target=_check_target(target),
            faces=None if faces is None else whole_number("faces", faces, 1, _LARGEST_CARD),
            ace=whole_number("ace", ace, 1, _LARGEST_CARD),
            deck=_row("deck", deck, DECKS, DeckSpec),
            scoring=_row("scoring", scoring, SCORINGS, Scoring),
            summary=text("summary", summary),
            source=text("source", source),
            variants=text("variants", variants),
        )

    def as_item(self) -> object:
        """Return the name of a row, or the fields of custom rules."""
        return self.name if RULES.get(self.name) == self else self.as_dict()

    def __repr__(self) -> str:
        rows = {"deck": self.deck.as_item(), "scoring": self.scoring.as_item()}
        shown = self._by_name() | {name: row for name, row in rows.items() if isinstance(row, str)}
        named = (f"{name}={represent(value)}" for name, value in shown.items())
        return f"Rules({', '.join(named)})"

    def _repr_html_(self) -> str:
        rows = (
            ("operators", " ".join(self.operators)),
            ("use", USES[self.use]),
            ("order", ORDERS[self.order]),
            ("grouping", GROUPINGS[self.grouping]),
            ("intermediate results", self.results_summary),
            ("joined numbers", "yes" if self.join else "no"),
            ("functions", self.functions or "none"),
            ("numbers", self.size or "any"),
            ("target", self.target),
            ("ace, jack, queen, king", ", ".join(str(self.card_values[rank]) for rank in "AJQK")),
            ("deck", self.deck.name),
            ("scoring", self.scoring.name),
            ("source", self.source),
        )
        return paragraph(self.name, is_bold=True) + paragraph(self.summary) + table(rows)

    @property
    def dealt(self) -> int:
        """How many numbers are dealt: `size`, or as many as the deck deals.

        >>> RULES["countdown"].dealt, Rules("three", size=3).dealt
        (6, 3)
        """
        return self.deck.size if self.size is None else self.size

    @property
    def digit_count(self) -> int | None:
        """How many digits are dealt, if they may be written as "1199"; None for other decks.

        >>> RULES["make10"].digit_count, RULES["classic"].digit_count
        (4, None)
        """
        has_digits = self.deck.kind == "digits" and set(self.deck.small) <= set(range(10))
        return self.dealt if has_digits else None

    @property
    def card_values(self) -> Mapping[str, int]:
        """What each rank of playing cards counts as.

        >>> Rules("tens", faces=10).card_values["K"], RULES["classic"].card_values["K"]
        (10, 13)
        """
        return card_values(self.ace, self.faces)

    @property
    def deck_values(self) -> tuple[int, ...]:
        """The numbers on all cards or tiles of the deck, each as often as the deck has it.

        >>> Rules("tens", faces=10).deck_values.count(10), RULES["countdown"].deck_values.count(10)
        (16, 2)
        """
        cards = self.deck.small + self.deck.large
        if self.deck.kind != "cards":
            return cards
        values = self.card_values
        return tuple(values[Card(card).rank] for card in cards)

    @property
    def takes_any_two(self) -> bool:
        """True if a step may take any two numbers on the table, in any order and grouping.

        >>> RULES["classic"].takes_any_two, RULES["oberon"].takes_any_two
        (True, False)
        """
        is_free = self.order == "any" and self.grouping in ("any", "orders")
        return is_free and not self.join and not self.functions

    def need_any_two(self) -> None:
        """Refuse work in steps unless a step may take any two numbers.

        Raises:
            RuleError: a step may not.

        >>> RULES["classic"].need_any_two()
        """
        if not self.takes_any_two:
            needed = "any order and any grouping" + (", and no joined numbers" * self.join)
            needed += ", and no functions" * bool(self.functions)
            raise RuleError(f"the rules must allow {needed}, unlike {quoted(self.name)}")

    def need_no_functions(self) -> None:
        """Refuse work that takes no functions, such as powers, if the rules allow some.

        Raises:
            RuleError: the rules allow them.

        >>> RULES["classic"].need_no_functions()
        """
        if self.functions:
            name = quoted(self.name)
            raise RuleError(f"the rules must allow no functions such as powers, unlike {name}")

    @property
    def results_summary(self) -> str:
        """What every intermediate result must be, in words.

        >>> RULES["whole"].results_summary, Rules("small", largest=100).results_summary
        ('a non-negative integer', 'a rational number from -100 to 100')
        """
        bound = "" if self.largest is None else f" {self.results_range}"
        return VALUES[self.values].summary + bound

    @property
    def results_range(self) -> str:
        """How large the results of operations may be, in words; "" for any size.

        >>> Rules("small", largest=100).results_range, RULES["whole"].results_range
        ('from -100 to 100', '')
        >>> RULES["whole"].replace(largest=100).results_range
        'up to 100'
        """
        if self.largest is None:
            return ""
        is_signed = VALUES[self.values].least is None
        return f"from -{self.largest} to {self.largest}" if is_signed else f"up to {self.largest}"

    @property
    def no_solution(self) -> str:
        """How a result says that there is no solution, within the bounds of the rules.

        >>> RULES["whole"].no_solution, Rules("small", largest=100).no_solution
        ('no solution', 'no solution with results from -100 to 100')
        """
        bound = "" if self.largest is None else f" with results {self.results_range}"
        in_a_row = "" if self.unary_text is None else f" and {self.unary_text}"
        return f"no solution{bound}{in_a_row}"

    @property
    def usual_distinct(self) -> Literal["canonical", "essential"]:
        """Which solutions count as different unless a call says so; see `solve`.

        >>> RULES["classic"].usual_distinct, RULES["four-fours"].usual_distinct
        ('essential', 'canonical')
        """
        return "canonical" if self.functions else "essential"

    @property
    def unary_text(self) -> str | None:
        """How many factorials and roots may follow one another, in words; None if there are none.

        >>> RULES["four-fours"].unary_text
        'at most 2 factorials or roots in a row'
        """
        names = [name for name in self.functions.split() if FUNCTIONS[name].operands == 1]
        if not names:
            return None
        words = " or ".join(f"{name}{'s' * (self.unary != 1)}" for name in names)
        return f"at most {self.unary} {words} in a row"

    @property
    def joined_summary(self) -> str:
        """Which numbers may be joined, as a sentence; "" for none.

        >>> RULES["train"].replace(join=True).joined_summary
        'You may join neighbouring numbers: 1 and 5 to 15.'
        """
        if not self.join:
            return ""
        if self.order == "given":
            return "You may join neighbouring numbers: 1 and 5 to 15."
        return "You may join numbers: 1 and 5 to 15 or 51."

    @property
    def functions_summary(self) -> str:
        """Which functions are allowed, as a sentence; "" for none.

        >>> RULES["digits-in-order"].functions_summary
        'You may use powers (a^b).'
        >>> RULES["year"].functions_summary
        'You may use powers (a^b), factorials (a!) and square roots (sqrt(a)).'
        """
        if not self.functions:
            return ""
        *first, last = (FUNCTIONS[name].plural for name in self.functions.split())
        return f"You may use {', '.join(first)}{' and ' * bool(first)}{last}."

    def allows(self, value: Fraction) -> bool:
        """Return whether an intermediate result may have this value.

        Raises:
            RuleError: the value is not a `Fraction`.

        >>> Rules("small", largest=100).allows(Fraction(-101))
        False
        """
        of_class("value", value, Fraction)
        return allows_ratio(self, value.numerator, value.denominator)

    def result(self, left: Fraction, symbol: str, right: Fraction) -> Fraction | None:
        """Return the result of a step, or None if it divides by zero or the rules forbid it.

        Raises:
            RuleError: `left` or `right` is not a `Fraction`.
            LimitError: the result has more than 4300 digits.

        >>> from fractions import Fraction
        >>> RULES["classic"].result(Fraction(8), "/", Fraction(3))
        Fraction(8, 3)
        >>> RULES["countdown"].result(Fraction(8), "/", Fraction(3))
        """
        of_class("left", left, Fraction)
        of_class("right", right, Fraction)
        operation = OPERATIONS.get(symbol)
        if operation is None or symbol not in self.operators:
            return None
        value = operation.apply(left, right)
        if value is None or not self.allows(value):
            return None
        if max(abs(value.numerator), value.denominator) > LARGEST_NUMBER:
            raise LimitError(f"the result has more than {MAX_DIGITS} digits", MAX_DIGITS)
        return value


def allows_ratio(rules: Rules, numerator: int, denominator: int) -> bool:
    """Return whether an intermediate result may have a value, which need not be in lowest terms.

    Args:
        rules: the rules.
        numerator: any integer.
        denominator: a positive integer.

    >>> allows_ratio(RULES["whole"], 6, 3), allows_ratio(RULES["whole"], 6, 4)
    (True, False)
    """
    values = VALUES[rules.values]
    return not (
        (values.whole and numerator % denominator)
        or (values.least is not None and numerator < values.least * denominator)
        or (rules.largest is not None and abs(numerator) > rules.largest * denominator)
    )


def step_mask(numbers: Sequence[Fraction | None], rules: Rules) -> bytes:
    """Return which steps from some numbers have a `Rules.result`, for the mask of an environment.

    Args:
        numbers: the numbers on the table, with parts of at most 64 bits; None at an empty place.
        rules: the rules.

    Returns:
        For n numbers and k operators, n * n * k bytes: 1 at `(first * n + second) * k + operator`
        if the operator at that index of `rules.operators` may be applied to the numbers at these
        places, and the parts of the result have at most 64 bits; otherwise 0.

    >>> list(step_mask([Fraction(8), Fraction(3)], RULES["countdown"]))
    [0, 0, 0, 0, 1, 1, 1, 0, 1, 0, 1, 0, 0, 0, 0, 0]
    """
    pairs = [None if number is None else number.as_integer_ratio() for number in numbers]
    return _core.step_mask(pairs, core_rules(rules))


@lru_cache(maxsize=256)
def card_values(ace: int = 1, faces: int | None = None) -> Mapping[str, int]:
    """Return what each rank counts as, if a face card counts as `faces`, or as usual for None.

    >>> card_values()["K"], card_values(ace=11, faces=10)["K"]
    (13, 10)
    """
    counted = {"A": ace} if faces is None else {"A": ace} | dict.fromkeys("JQK", faces)
    return MappingProxyType(FACES | counted)


def _row(what: str, value: object, rows: Mapping[str, Row], kind: type[Row]) -> Row:
    """Return the row with that name, or a custom one from its value or its fields."""
    if isinstance(value, dict):
        try:
            return kind(**value)
        except TypeError as error:  # a field is missing or unknown
            raise RuleError(f"{what}: {error}") from None
    return value if isinstance(value, kind) else row_named(what, value, rows)


def core_rules(rules: Rules, operators: str | None = None) -> _core.Rules:
    """Return the rules for the core; rules that allow the same share one object.

    Args:
        rules: the rules.
        operators: their operators in the order in which a walk tries them.

    Raises:
        RuleError: the core does not know an operator or another word of the rules.
    """
    symbols = operators or rules.operators
    options = (rules.use, rules.order, rules.grouping, rules.values, rules.join)
    return _core_rules(symbols, *options, rules.largest or 0, rules.functions, rules.unary)


# A cache on short values: the hash of all of `Rules` takes longer than a small search.
_core_rules = lru_cache(maxsize=256)(_core.Rules)


def _sort_operators(value: object) -> str:
    if not isinstance(value, str) or not value or not set(value) <= set(SYMBOLS):
        message = f"operators must be one or more of {SYMBOLS}, not {quoted(value)}"
        written = value if isinstance(value, str) else ""
        if used := [row for row in FUNCTIONS.values() if row.symbol in written]:
            names = " ".join(row.name for row in used)
            message += f"; `functions={names}` allows {' '.join(row.symbol for row in used)}"
        raise RuleError(message)
    return "".join(symbol for symbol in SYMBOLS if symbol in value)


def _check_functions(functions: object, largest: object, grouping: object) -> str:
    known = ", ".join(FUNCTIONS)
    if not isinstance(functions, str) or not set(functions.split()) <= set(FUNCTIONS):
        message = f"functions must be some of {known}, with spaces between, not {quoted(functions)}"
        raise RuleError(message)
    if functions and largest is None:
        raise RuleError("`functions` needs a bound of results, such as `largest=1000000`")
    if functions and grouping not in ("any", "left", "orders"):
        needed = "the grouping any, left or orders"
        raise RuleError(f"`functions` needs {needed}, not {quoted(grouping)}")
    has_unary = any(FUNCTIONS[name].operands == 1 for name in functions.split())
    if grouping == "left" and has_unary:
        allowed = " and ".join(name for name, row in FUNCTIONS.items() if row.operands == 2)
        raise RuleError(
            f"with the grouping left, `functions` may be {allowed}, not {quoted(functions)}"
        )
    return " ".join(name for name in FUNCTIONS if name in functions.split())


def _check_join(join: object, grouping: str) -> bool:
    is_joined = yes_or_no("join", join)
    if is_joined and grouping in ("left", "forth"):
        raise RuleError(f"`join` needs the grouping any, flat or orders, not {quoted(grouping)}")
    return is_joined


def _check_size(size: object, grouping: str) -> int | None:
    if grouping == "forth" and size != FORTH_NUMBERS:
        raise RuleError(f"`grouping='forth'` needs `size=4`, not {quoted(size)}")
    if size is None:
        return None
    number = as_whole(size)
    if number is None or not 1 <= number <= MAX_NUMBERS:
        raise RuleError(f"size must be 1 to {MAX_NUMBERS} or None, not {quoted(size)}")
    return number


def _check_target(target: object) -> int:
    number = as_whole(target)
    if number is None:
        raise RuleError(f"target must be a whole number, not {quoted(target)}")
    if abs(number) > LARGEST_NUMBER:
        message = f"a target may have at most {MAX_DIGITS} digits: {quoted(target)}"
        raise LimitError(message, MAX_DIGITS)
    return number


_ROWS = (
    Rules(
        "classic",
        summary="Use every number exactly once. Steps may give fractions. "
        "Usually played with four numbers.",
        source="24 the math game, https://www.4nums.com/24_game/",
        variants="whole allows no fractions and no negative numbers.",
    ),
    Rules(
        "whole",
        values="natural",
        summary="The 24 game as schools play it: no step gives a fraction or a negative number.",
        source="The 24 Game, 1988, https://h2g2.com/edited_entry/A933121",
        variants="The source does not mention fractions or negative numbers; classic allows them.",
    ),
    Rules(
        "countdown",
        use="any",
        values="positive",
        deck="countdown-tiles",
        scoring="countdown",
        summary="Use each number at most once. Every step gives a whole number of at least 1. "
        "The target is dealt with the numbers.",
        source="The numbers round of Countdown, Channel 4, "
        "https://en.wikipedia.org/wiki/Countdown_(game_show)#Numbers_round",
        variants="Some special episodes had the large tiles 12, 37, 62 and 87. The French show "
        "Des chiffres et des lettres came first and also allows whole numbers only.",
    ),
    Rules(
        "forth",
        grouping="forth",
        size=FORTH_NUMBERS,
        summary="Use all four numbers, grouped as a.(b.(c.d)) or (a.b).(c.d).",
        source='"solving the 24 game in Forth", 2016, '
        "https://github.com/rjbs/misc/blob/main/games/solve24.forth",
        variants="classic allows every grouping.",
    ),
    Rules(
        "raku-left",
        grouping="left",
        summary="Use every number once. Operations are applied from left to right, "
        "without precedence.",
        source='"The 24 Puzzle, in Perl 6, using Channels and Promises", first program',
        variants="raku is the final program of the article.",
    ),
    Rules(
        "raku",
        grouping="orders",
        summary="Use every number once, with any parentheses. The walk method tries every order of "
        "the operations, so it tries some expressions more than once.",
        source='"The 24 Puzzle, in Perl 6, using Channels and Promises", final program',
        variants="raku-left is the first program of the article. "
        "classic allows the same answers and tries each once.",
    ),
    Rules(
        "apl",
        summary="Use every number once, however many there are, with any parentheses.",
        source='"Solving the game of 24 recursively in APL", 2021',
        variants="classic allows the same answers.",
    ),
    Rules(
        "oberon",
        order="given",
        grouping="flat",
        values="natural",
        deck="oberon-digits",
        summary="Use the numbers in the order given, without parentheses. "
        "No step gives a fraction or a negative number.",
        source='"The 24 game" in Oberon, 2020, from cards in bags of Smiths crisps',
        variants="whole allows any order and parentheses.",
    ),
    Rules(
        "make10",
        target=10,
        deck="ticket-digits",
        summary="Make 10 from the digits of a ticket or a car's number plate, each used once.",
        source="10 puzzle (make 10, the train game), "
        "https://dic.nicovideo.jp/a/10%E3%83%91%E3%82%BA%E3%83%AB",
        variants="train keeps the digits in order, and join=yes joins digits into longer "
        "numbers. make10-plus also allows powers, roots and factorials.",
    ),
    Rules(
        "make10-plus",
        target=10,
        largest=10**6,
        functions="power factorial root",
        deck="ticket-digits",
        summary="Make 10 from the digits of a ticket, each used once, also with powers, factorials "
        "and square roots.",
        source="10 puzzle (make 10, the train game), with the operations that some people add, "
        "https://dic.nicovideo.jp/a/10%E3%83%91%E3%82%BA%E3%83%AB",
        variants="make10 allows + - * / only.",
    ),
    Rules(
        "train",
        order="given",
        target=10,
        deck="ticket-digits",
        summary="Make 10 from the digits of a train ticket in order, with any parentheses.",
        source="Train game; https://github.com/norvig/pytudes/blob/main/ipynb/Countdown.ipynb "
        "applies the same rules to 10 9 8 ... 1 = 2016",
        variants="make10 allows any order of the digits.",
    ),
    Rules(
        "four-fours",
        join=True,
        largest=10**6,
        functions="power factorial root",
        size=4,
        deck="four-fours",
        summary="Make each whole number from four 4s, also with powers, factorials, square roots "
        "and 44.",
        source="W. W. Rouse Ball, Mathematical Recreations and Essays, "
        "https://en.wikipedia.org/wiki/Four_fours",
        variants="Some people also allow .4 and 4 with a bar over it; no rules here do.",
    ),
    Rules(
        "year",
        join=True,
        largest=10**6,
        functions="power factorial root",
        target=100,
        deck="year-digits",
        summary="Make the numbers from 1 to 100 with the digits of a year, each used once, also "
        "with powers, factorials, square roots and joined digits.",
        source='"Year Game", the Math Forum',
        variants="order=given keeps the digits in the order of the year, which the Math Forum "
        "preferred.",
    ),
    Rules(
        "digits-in-order",
        order="given",
        join=True,
        largest=10**9,
        functions="power",
        unary=0,
        target=100,
        deck="nine-digits",
        summary="Make a number from the digits 1 to 9 in order, with powers and joined digits.",
        source="I. J. Taneja, Crazy Sequential Representation, https://arxiv.org/abs/1302.1479",
        variants="train allows no powers, and joins digits only with join=yes.",
    ),
    Rules(
        "krypto",
        size=5,
        values="natural",
        deck="krypto-cards",
        summary="Use all five cards. No step gives a fraction or a negative number. "
        "The sixth card is the target.",
        source="Krypto international tournament rules, "
        "https://en.wikipedia.org/wiki/Krypto_(game)#International_tournament_rules",
        variants="krypto-any allows fractions and negative numbers, as the house rules do.",
    ),
    Rules(
        "krypto-any",
        size=5,
        deck="krypto-cards",
        summary="Use all five cards. Steps may give fractions and negative numbers. "
        "The sixth card is the target.",
        source="Krypto house rules, https://en.wikipedia.org/wiki/Krypto_(game)#Rules",
        variants="krypto follows the international tournament rules.",
    ),
    Rules(
        "digits",
        use="any",
        values="natural",
        deck="digits-tiles",
        scoring="stars",
        summary="Use each number at most once. No step gives a fraction or a negative number. "
        "A game has five targets, each larger than the one before, for the same six numbers.",
        source="Digits, The New York Times, 2023, https://engaging-data.com/tag/calculations/",
        variants="countdown also forbids steps that give 0.",
    ),
)
RulesName: TypeAlias = Literal[
    "classic",
    "whole",
    "countdown",
    "forth",
    "raku-left",
    "raku",
    "apl",
    "oberon",
    "make10",
    "make10-plus",
    "train",
    "four-fours",
    "year",
    "digits-in-order",
    "krypto",
    "krypto-any",
    "digits",
]
RulesLike: TypeAlias = RulesName | Rules
RULES: Mapping[str, Rules] = MappingProxyType({row.name: row for row in _ROWS})


_TEXTS = {"name", "summary", "source", "variants"}
_OPTIONS = tuple(field.name for field in attrs.fields(Rules) if field.name not in _TEXTS)


def rules_named(rules: str | Rules) -> Rules:
    """Return the rules with a name in `RULES`, optionally with changed options.

    A `Rules` is returned unchanged.

    Args:
        rules: rules, a name in `RULES`, or a name and options of `Rules`: "countdown, use=all".
            Options alone change classic.

    Raises:
        RuleError: no rules have that name, or an option is unknown or has a wrong value.

    >>> rules_named("make10").target
    10
    >>> rules_named("train, operators=+-, target=2016").operators
    '+-'
    """
    if isinstance(rules, str) and ("=" in rules or "," in rules):
        return _read_options(rules)
    return rules if isinstance(rules, Rules) else row_named("rules", rules, RULES)


@lru_cache(maxsize=64)
def _read_options(spelling: str) -> Rules:
    """The rules of a spelling such as "train, values=natural", which is also their name."""
    name, changes = read_options(spelling, allowed=_OPTIONS, example="values=natural")
    row = row_named("rules", name or "classic", RULES)
    return row.replace(**changes, name=spell_options(row.name, changes), summary="", variants="")
