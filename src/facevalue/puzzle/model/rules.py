"""The rules of number games: what an answer may use, and how a game is dealt and scored."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import Any, TypeAlias

import attrs
from attrs import field

from facevalue import _core
from facevalue.cards import Card
from facevalue.errors import LimitError, refuse
from facevalue.options import MAX_DIGITS, of_class
from facevalue.puzzle.model.decks import DeckSpec, card_values
from facevalue.puzzle.model.functions import FUNCTIONS
from facevalue.puzzle.model.operations import OPERATIONS
from facevalue.puzzle.model.rules_options import (
    GROUPINGS,
    LARGEST_NUMBER,
    ORDERS,
    USES,
    read_deck,
    read_scoring,
)
from facevalue.puzzle.model.rules_rows import ROWS
from facevalue.puzzle.model.scoring import Scoring
from facevalue.puzzle.model.value_sets import VALUES
from facevalue.value import Value, keep, paragraph, represent, spelled, table

# Fields that are rows of other tables; the core checks and completes all others.
_ROWS = {"deck", "scoring"}
_USUAL: dict[str, Any] = json.loads(_core.FullRules({"name": "usual"}, "{}", "{}").options())


@attrs.frozen
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

    JSON:
        name (text): the name.
        operators (text): the operators; in `table`, those between the digits.
        use (text): how many of the numbers must be used: `all` or `any`.
        order (text): whether the numbers keep their order.
        grouping (text): which brackets are allowed.
        values (text): what every result must be.
        join (boolean): whether numbers may be joined.
        largest (count or null): the largest absolute value of a result; null for any.
        functions (text): which of power, factorial, root and concatenate are allowed besides.
        unary (count): how many factorials and roots may follow one another.
        size (count or null): how many numbers a puzzle has; null for any count.
        target
        faces (count or null): what a jack, a queen and a king count as; null for 11, 12, 13.
        ace (count): what an ace counts as.
        deck (string/integer/object): what is dealt: a name, the fields of a custom deck, or the
            number of cards.
        scoring (string/object): how a round is scored: a name, or the fields of custom scoring.
        summary (text): a sentence that describes it.
        source (text): where the rules come from, or a file.
        variants (text): how other sources of the rules differ.

    >>> Rules("sums", operators="-+", target=10).operators
    '+-'
    """

    name: str
    operators: str = field(default=_USUAL["operators"], kw_only=True)
    use: str = field(default=_USUAL["use"], kw_only=True)
    order: str = field(default=_USUAL["order"], kw_only=True)
    grouping: str = field(default=_USUAL["grouping"], kw_only=True)
    values: str = field(default=_USUAL["values"], kw_only=True)
    join: bool = field(default=_USUAL["join"], kw_only=True)
    largest: int | None = field(default=_USUAL["largest"], kw_only=True)
    functions: str = field(default=_USUAL["functions"], kw_only=True)
    unary: int = field(default=_USUAL["unary"], kw_only=True)
    size: int | None = field(default=_USUAL["size"], kw_only=True)
    target: int = field(default=_USUAL["target"], kw_only=True)
    faces: int | None = field(default=_USUAL["faces"], kw_only=True)
    ace: int = field(default=_USUAL["ace"], kw_only=True)
    deck: DeckSpec = field(default=spelled("playing-cards"), kw_only=True, converter=read_deck)
    scoring: Scoring = field(default=spelled("exact"), kw_only=True, converter=read_scoring)
    summary: str = field(default="", kw_only=True)
    source: str = field(default="", kw_only=True)
    variants: str = field(default="", kw_only=True)
    core: _core.FullRules = field(
        init=False, eq=False
    )  # the same, as functions of the core take it

    def __attrs_post_init__(self) -> None:
        options = {name: value for name, value in self._by_name().items() if name not in _ROWS}
        core = _core.FullRules(options, _row_json(self.deck), _row_json(self.scoring))
        keep(self, **json.loads(core.options()), core=core)

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
        return _core.takes_any_two(self.order, self.grouping, self.join, self.functions)

    def need_any_two(self) -> None:
        """Refuse work in steps unless a step may take any two numbers.

        Raises:
            RuleError: a step may not.

        >>> RULES["classic"].need_any_two()
        """
        if not self.takes_any_two:
            refuse("not any two", self.name, self.join, bool(self.functions))

    def need_no_functions(self) -> None:
        """Refuse work that takes no functions, such as powers, if the rules allow some.

        Raises:
            RuleError: the rules allow them.

        >>> RULES["classic"].need_no_functions()
        """
        if self.functions:
            _core.refuse_functions(self.name)

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
        return _core.results_range(self.values, self.largest or 0)

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
    def usual_distinct(self) -> str:
        """Which solutions count as different unless a call says so; see `solve`.

        >>> RULES["classic"].usual_distinct, RULES["four-fours"].usual_distinct
        ('essential', 'canonical')
        """
        return _core.distinct_level(None, bool(self.functions))

    @property
    def unary_text(self) -> str | None:
        """How many factorials and roots may follow one another, in words; None if there are none.

        >>> RULES["four-fours"].unary_text
        'at most 2 factorials or roots in a row'
        """
        return _core.most_in_a_row(self.functions, self.unary) or None

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


@lru_cache(maxsize=64)
def _row_json(row: DeckSpec | Scoring) -> str:
    """The fields of a deck or of a scoring system as JSON."""
    return json.dumps(row.as_dict())


RulesLike: TypeAlias = str | Rules
RULES: Mapping[str, Rules] = MappingProxyType(
    {name: Rules(name, **row) for name, row in ROWS.items()}
)
