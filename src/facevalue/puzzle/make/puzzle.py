"""A puzzle: numbers, a target and rules."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import attrs

from facevalue.budget import USUAL_LIMIT, allowed_by
from facevalue.cards import Card, CardsLike, parse_cards
from facevalue.errors import refuse
from facevalue.puzzle.make.difficulty import Difficulty, difficulty
from facevalue.puzzle.make.hint import Hint, hint_from, is_needed
from facevalue.puzzle.model.digest import digest, rules_key
from facevalue.puzzle.model.numbers import NumberLike, NumbersLike, parse_number, parse_numbers
from facevalue.puzzle.model.rules import RULES, Rules, RulesLike
from facevalue.puzzle.notation.spelling import ask_puzzle, check_string, rules_of
from facevalue.puzzle.notation.tables import number_tables
from facevalue.puzzle.search.closest import Closest
from facevalue.puzzle.search.solve import Distinct, Method, Solutions, solve
from facevalue.value import Value, make_trusted

_USUAL = RULES["classic"]


@attrs.frozen(init=False)
class Puzzle(Value):
    """A puzzle: numbers, a target and rules, and the playing cards if it was dealt as cards.

    Two puzzles are equal if their numbers, targets and rules are equal; the cards do not matter.

    Args:
        numbers: a string ("6 6 5 2", "KS QD 3C 3H") or ints, fractions and strings one by one;
            None for the values of `cards`.
        target: the number to make; None for the default target of the rules.
        rules: a name in `RULES`, or custom rules.
        cards: the playing cards that show the numbers, in a string or one by one.

    Raises:
        NotationError: a number or the target is not a number.
        RuleError: unknown rules, too many or too few numbers for them, or cards with other
            values than the numbers.
        CardError: one of the cards is not a card, or is repeated.
        LimitError: more than 16 numbers, or one too large.

    JSON:
        numbers (list of number): the numbers of the puzzle.
        target (number): the number to make.
        rules (rules_name): the name of the rules, or the fields of custom rules.
        cards (list of card): cards such as `Kh`; for a puzzle, the playing cards dealt, or
            `[]`.

    >>> puzzle = Puzzle("6 6 5 2", 17)
    >>> puzzle
    Puzzle('6 6 5 2', 17, 'classic')
    >>> print(puzzle)
    6 6 5 2 -> 17
    >>> puzzle.solve().first
    Expression.parse('(5/6+2)*6')
    >>> print(Puzzle(cards="KS QD 3C 3H"))
    Ks Qd 3c 3h -> 24
    """

    numbers: tuple[Fraction, ...]
    target: Fraction
    rules: Rules
    cards: tuple[Card, ...] = attrs.field(eq=False)

    def __init__(
        self,
        numbers: NumbersLike | None = None,
        target: NumberLike | None = None,
        rules: RulesLike = "classic",
        *,
        cards: CardsLike = (),
    ) -> None:
        dealt = parse_cards(cards)
        # The values of the cards, unless there are numbers.
        values: Any = dealt if dealt and numbers is None else numbers
        found, exact_rules = ask_puzzle(values, target, rules)
        found.check_size()
        exact_numbers = found.numbers
        self.__attrs_init__(
            numbers=exact_numbers, target=found.target, rules=exact_rules, cards=dealt
        )
        if dealt and parse_numbers(dealt, rules=exact_rules) != exact_numbers:
            refuse("wrong values", _words(dealt), _words(exact_numbers))

    @classmethod
    def parse(
        cls, text: str, *, target: NumberLike | None = None, rules: RulesLike = "classic"
    ) -> Puzzle:
        """Read a puzzle: numbers, then "-> target" (or "= target"), then "(rules)".

        `target` and `rules` are used if the string has no target or no rules; a string can name
        custom `rules`. Different playing cards, each with its suit, become `cards`.

        A string that starts with `{"` is a JSON object with `numbers` (or `nums`), and optionally
        `target`, `rules` and `cards`, as `as_dict` returns them; other keys are ignored.

        Raises:
            NotationError: a number or the target is not a number, a bracket is misplaced, or an
                object is not JSON or has no numbers.
            RuleError: unknown rules, too many or too few numbers for them, or cards in an
                object that have other values than its numbers.
            CardError: a card in an object is not a card, or is repeated.
            LimitError: more than 16 numbers, or one too large.

        >>> Puzzle.parse('{"nums": [6, 6, 5, 2], "target": 17}')
        Puzzle('6 6 5 2', 17, 'classic')
        >>> Puzzle.parse("6 6 5 2 -> 17 (forth)")
        Puzzle('6 6 5 2', 17, 'forth')
        >>> Puzzle.parse("8 8 3 3").target
        Fraction(24, 1)
        """
        found = number_tables().read_puzzle(check_string(text), None, rules, compares_cards=True)
        found.check_size()
        is_given = target is not None and not found.has_target
        return make_trusted(
            cls,
            numbers=found.numbers,
            target=parse_number(target) if is_given else found.target,  # type: ignore[arg-type]
            rules=rules_of(found.named_rules, rules),
            cards=parse_cards(found.cards),
        )

    def solve(
        self,
        *,
        distinct: Distinct | None = None,
        method: Method = "search",
        workers: int | None = None,
        limit: float | None = USUAL_LIMIT,
    ) -> Solutions:
        """Return the solutions as a lazy view; arguments and errors as for `facevalue.solve`.

        >>> len(Puzzle("2 4 8 10").solve())
        11
        """
        puzzle = (self.numbers, self.target, self.rules)
        return solve(*puzzle, distinct=distinct, method=method, workers=workers, limit=limit)

    @property
    def is_solvable(self) -> bool:
        """True if there is a solution.

        Raises:
            LimitError: it would take more than ten seconds; `solve` has a `limit`.

        >>> Puzzle("8 8 3 3").is_solvable, Puzzle("1 1 1 1").is_solvable
        (True, False)
        """
        with allowed_by("bool(puzzle.solve(limit=None))"):
            return bool(self.solve())

    @property
    def needs_fraction(self) -> bool:
        """True if there are solutions, and every one has a result that is not a whole number.

        Raises:
            LimitError: it would take more than ten seconds; `hint` has a `limit`.

        >>> Puzzle("8 8 3 3").needs_fraction, Puzzle("2 4 8 10").needs_fraction
        (True, False)
        """
        with allowed_by("'fraction' in puzzle.hint(limit=None).needs"):
            return is_needed("fraction", self.solve())

    def closest(self, *, limit: float | None = USUAL_LIMIT) -> Closest:
        """Return the values nearest to the target; errors as for `facevalue.closest`.

        >>> Puzzle("1 1 1 1").closest().values
        (Fraction(4, 1),)
        """
        return self.solve(limit=limit).closest()

    def hint(self, level: int = 1, *, limit: float | None = USUAL_LIMIT) -> Hint:
        """Return a hint that reveals no more than its level allows; errors as for `facevalue.hint`.

        >>> Puzzle("8 8 3 3").hint(2).operation
        '/'
        """
        return hint_from(self.solve(limit=limit), level)

    @property
    def key(self) -> str:
        """A string that is equal for equal puzzles, whatever the order of their numbers.

        The numbers are in ascending order, unless the rules keep the given order. The rules are
        written as what they allow, so that their names do not matter; "orders" and "any" allow the
        same.

        >>> Puzzle("6 6 5 2", 17).key
        '2 5 6 6 -> 17 (+-*/ all any any rational)'
        >>> Puzzle("5 2 6 6", 17, "apl").key == Puzzle("6 6 5 2", 17, "raku").key
        True
        """
        numbers = sorted(self.numbers) if self.rules.order == "any" else self.numbers
        return f"{_words(numbers)} -> {self.target} ({rules_key(self.rules)})"

    @property
    def digest(self) -> int:
        """A whole number below 2^64 that depends only on the key; the same on every machine.

        `facevalue.puzzle.model.digest` describes how it is computed.

        >>> Puzzle("8 8 3 3").digest == Puzzle("3 8 3 8").digest
        True
        """
        return digest(self.numbers, self.target, self.rules)

    @property
    def difficulty(self) -> Difficulty | None:
        """How hard it is for people, or None if there is no solution; see `difficulty`.

        Raises:
            LimitError: it would take more than ten seconds; the function has a `limit`.

        >>> Puzzle("8 8 3 3").difficulty.percentile > Puzzle("1 1 4 6").difficulty.percentile
        True
        """
        arguments = "puzzle.numbers, puzzle.target, puzzle.rules, limit=None"
        with allowed_by(f"facevalue.difficulty({arguments})"):
            return difficulty(self.numbers, self.target, self.rules)

    @property
    def svg(self) -> str:
        """The numbers as tiles, and the target, as an SVG picture.

        >>> Puzzle("8 8 3 3").svg.count("<rect ")
        4
        """
        from html import escape  # noqa: PLC0415 - only for pictures

        tiles, left = "", _GAP
        for number in map(str, self.numbers):
            wide = _tile_width(number)
            tile = f'width="{wide}" height="{_HEIGHT}" rx="6" fill="#fff" stroke="#9a9a9a"'
            tiles += f'<rect x="{left}" y="{_GAP}" {tile}/>{_word(number, left)}'
            left += wide + _GAP
        target = f"= {self.target}"
        width, height = left + _tile_width(target) + _GAP, _HEIGHT + 2 * _GAP
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="30" '
            f'font-weight="bold" text-anchor="middle">\n<title>{escape(str(self))}</title>\n'
            f"{tiles}{_word(target, left)}</svg>\n"
        )

    def _repr_svg_(self) -> str:
        return self.svg

    def __str__(self) -> str:
        rules = "" if self.rules == _USUAL else f" ({self.rules.name})"
        return f"{_words(self.cards) or self._shown_numbers} -> {self.target}{rules}"

    def __repr__(self) -> str:
        whole = self.target.denominator == 1
        target = self.target.numerator if whole else str(self.target)
        name = self.rules.name
        rules = name if RULES.get(name) == self.rules else self.rules
        cards = f", cards={_words(self.cards)!r}" if self.cards else ""
        return f"Puzzle({self._shown_numbers!r}, {target!r}, {rules!r}{cards})"

    @property
    def _shown_numbers(self) -> str:
        """The numbers in words; braces keep a single number from being read as its digits."""
        words = _words(self.numbers)
        is_single = len(self.numbers) == 1
        return f"{{{words}}}" if is_single and len(words) == self.rules.digit_count else words


def _words(items: Iterable[object]) -> str:
    return " ".join(map(str, items))


# The smallest tile is as large as a card; a character of the font is about so wide.
_HEIGHT, _WIDTH, _GAP, _CHARACTER = 84, 60, 8, 18


def _tile_width(text: str) -> int:
    return max(_WIDTH, _CHARACTER * len(text) + 2 * _GAP)


def _word(text: str, left: int) -> str:
    middle = left + _tile_width(text) // 2
    return f'<text x="{middle}" y="{_GAP + _HEIGHT // 2 + 11}">{text}</text>\n'
