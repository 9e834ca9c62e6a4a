"""Puzzles as they are dealt: cards, tiles or digits from a stock, by a seed."""

from __future__ import annotations

from fractions import Fraction

from facevalue.cards import Card, parse_cards
from facevalue.errors import LimitError, RuleError, quoted
from facevalue.options import row_named, seed_number, true_or_false, whole_number
from facevalue.puzzle.model.decks import STOCKS
from facevalue.puzzle.model.numbers import parse_number, parse_numbers
from facevalue.puzzle.model.rules import rules_named
from facevalue.puzzle.search.solve import Solutions, solve
from facevalue.randomness import random_below, random_seed, shuffled, split_mix64
from facevalue.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from facevalue.cards import CardsLike
    from facevalue.puzzle.model.decks import Stock
    from facevalue.puzzle.model.numbers import NumberLike, NumbersLike
    from facevalue.puzzle.model.rules import Rules


# So that rules of one's own, under which hardly anything can be solved, do not deal for ever.
MOST_IN_VAIN = 2000


class Deal(Value):
    """A puzzle as it lies on the table: `numbers`, `target`, `rules`, and `cards` if it has some.

    `str` is the line that `facevalue solve -` reads.

    Args:
        numbers: what is on the table, as for `solve`.
        target: what to make; None stands for the target that the rules name.
        rules: the name of a row of `RULES`, or rules of your own.
        cards: the playing cards that the numbers are, if they are.

    Raises:
        NotationError: a number or the target is no number.
        RuleError: unknown rules, or cards that do not count what the numbers say.
        CardError: one of the cards is none, or a card is repeated.

    >>> print(Deal("75 50 2 3 8 7", 812, "countdown"))
    75 50 2 3 8 7 -> 812
    """

    __slots__ = ("numbers", "target", "rules", "cards")

    numbers: tuple[Fraction, ...]
    target: Fraction
    rules: Rules
    cards: tuple[Card, ...]

    def __init__(
        self,
        numbers: NumbersLike,
        target: NumberLike | None = None,
        rules: str | Rules = "classic",
        cards: CardsLike = (),
    ) -> None:
        game = rules_named(rules)
        goal = Fraction(game.target) if target is None else parse_number(target)
        given = parse_cards(cards)
        self._set(numbers=parse_numbers(numbers), target=goal, rules=game, cards=given)
        if given and [card.value for card in given] != list(self.numbers):
            shown = " ".join(map(str, given))
            raise RuleError(f"expected cards that count what the numbers say: {quoted(shown)}")

    def __str__(self) -> str:
        pieces: Sequence[object] = self.cards or self.numbers
        return f"{' '.join(map(str, pieces))} -> {self.target}"

    def solve(self) -> Solutions:
        """The solutions; see `solve`."""
        return solve(self.numbers, self.target, self.rules)


def deal(
    rules: str | Rules = "classic",
    *,
    seed: int | None = None,
    large: int | None = None,
    solvable: bool = False,
) -> Deal:
    """A puzzle, dealt: the first of `deals`, whose arguments and errors it has.

    >>> print(deal(seed=24))
    6c 7s 4d 3d -> 24
    """
    return next(deals(rules, seed=seed, large=large, solvable=solvable))


def deals(
    rules: str | Rules = "classic",
    *,
    seed: int | None = None,
    large: int | None = None,
    solvable: bool = False,
) -> Iterator[Deal]:
    """Puzzles without end, each dealt from all of the cards, tiles or digits of the game.

    Args:
        rules: the name of a row of `RULES`; `STOCKS` tells what each is dealt from.
        seed: a whole number, 0 to 2^64 - 1: the same deals for it everywhere; None for any.
        large: in Countdown how many of the six tiles are large, 0 to 4, which then come first; with
            None they are drawn from all 24 tiles alike.
        solvable: whether to leave out what has no solution.

    Raises:
        RuleError: unknown rules or rules that have no stock; a seed that is none; `large` in a game
            that has no large tiles, or more than there are.
        LimitError: of 2000 deals in a row none has a solution.

    >>> countdown = deals("countdown", seed=75, large=2)
    >>> [str(next(countdown)) for _ in range(2)]
    ['100 75 6 8 6 9 -> 666', '50 75 6 8 8 10 -> 273']
    """
    game = rules_named(rules)
    stock = row_named("stock", game.name, STOCKS)
    count = None if large is None else _large_count(stock, large)
    number = random_seed() if seed is None else seed_number(seed)
    every = _dealt_on(game, stock, count, split_mix64(number))
    return _solvable(every) if true_or_false("solvable", solvable) else every


def _dealt_on(
    rules: Rules, stock: Stock, large: int | None, words: Iterator[int]
) -> Iterator[Deal]:
    while True:
        yield _dealt(rules, stock, large, words)


def _solvable(every: Iterator[Deal]) -> Iterator[Deal]:
    in_vain = 0
    for each in every:
        if each.solve():
            in_vain = 0
            yield each
        elif (in_vain := in_vain + 1) == MOST_IN_VAIN:
            message = f"expected a solution once in {in_vain} deals: '{each}' had none either"
            raise LimitError(message, MOST_IN_VAIN)


def _dealt(rules: Rules, stock: Stock, large: int | None, words: Iterator[int]) -> Deal:
    pieces = _drawn(stock, large, words)
    if stock.next_is_target:
        *pieces, target = pieces
    else:
        target = (
            stock.targets[random_below(len(stock.targets), words)]
            if stock.targets
            else rules.target
        )
    cards = tuple(map(Card, pieces)) if stock.kind == "cards" else ()
    return Deal([card.value for card in cards] or pieces, target, rules, cards)


def _drawn(stock: Stock, large: int | None, words: Iterator[int]) -> list[int]:
    """The pieces that are dealt, and the target's after them if it is one."""
    count = stock.numbers + stock.next_is_target
    if stock.kind == "digits":
        return [stock.small[random_below(len(stock.small), words)] for _ in range(count)]
    if large is None:
        return shuffled(stock.large + stock.small, words)[:count]
    return shuffled(stock.large, words)[:large] + shuffled(stock.small, words)[: count - large]


def _large_count(stock: Stock, large: object) -> int:
    if not stock.large:
        raise RuleError(
            f"expected no count of large tiles, {stock.name} have none: {quoted(large)}"
        )
    return whole_number("large", large, 0, len(stock.large))
