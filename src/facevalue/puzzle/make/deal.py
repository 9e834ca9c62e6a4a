"""Deals: puzzles drawn from the deck of a game, by a seed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from facevalue.budget import allowed_by, check_deadline
from facevalue.cards import Card
from facevalue.errors import LimitError, RuleError
from facevalue.locks import SharedIterator
from facevalue.options import name_keywords, true_or_false, whole_number
from facevalue.puzzle.make.puzzle import Puzzle
from facevalue.puzzle.model.rules import Rules, RulesLike
from facevalue.puzzle.model.rules_spelling import rules_named
from facevalue.randomness import random_below, seed_or_random, shuffled, split_mix64

# Custom rules may leave hardly any puzzle solvable, so dealing must stop at some point.
MAX_DEALS_WITHOUT_SOLUTION = 2000


@name_keywords(**dict.fromkeys(("n", "count", "number"), "deals gives many puzzles"))
def deal(
    rules: RulesLike = "classic",
    *,
    seed: int | None = None,
    large: int | None = None,
    solvable: bool = False,
) -> Puzzle:
    """Deal one puzzle from the deck of a game: the first of `deals`.

    Arguments and errors are the same as for `deals`.

    >>> print(deal(seed=24))
    6c 7s 4d 3d -> 24
    """
    return next(deals(rules, seed=seed, large=large, solvable=solvable))


def deals(
    rules: RulesLike = "classic",
    *,
    seed: int | None = None,
    large: int | None = None,
    solvable: bool = False,
) -> Iterator[Puzzle]:
    """Deal puzzles without end, each from the whole deck of a game.

    Args:
        rules: a name in `RULES`, or custom rules; `Rules.deck` is dealt.
        seed: 0 to 2^64 - 1, for the same deals on every machine; None for a random seed.
        large: in Countdown, how many of the six tiles are large, 0 to 4; these come first. If None,
            all 24 tiles are equally likely.
        solvable: whether to skip puzzles without a solution.

    Returns:
        An iterator, which threads may share and which continues after an error.

    Raises:
        RuleError: unknown rules, more numbers than the deck has, an invalid seed, `large` where the
            deck has no large tiles, or more of them than it has.
        LimitError: 2000 deals in a row have no solution.

    >>> countdown = deals("countdown", seed=75, large=2)
    >>> [str(next(countdown)) for _ in range(2)]
    ['100 75 6 8 6 9 -> 666 (countdown)', '50 75 6 8 8 10 -> 273 (countdown)']
    """
    exact_rules, large_count, words = _read_options(rules, seed, large)
    must_solve = true_or_false("solvable", solvable)
    read = partial(_next_deal, exact_rules, large_count, solvable=must_solve)
    return SharedIterator(read, _Place(words.state, 0))


def deal_game(
    rules: RulesLike = "digits",
    *,
    seed: int | None = None,
    large: int | None = None,
    solvable: bool = False,
) -> tuple[Puzzle, ...]:
    """Deal the puzzles of one game: the same numbers, with a target for each round.

    If a game has one round, this is the puzzle that `deal` returns.

    Args:
        rules: a name in `RULES`, or custom rules.
        seed: as for `deals`.
        large: as for `deals`.
        solvable: whether to skip deals with a target that cannot be made.

    Raises:
        RuleError: as for `deals`.
        LimitError: 2000 deals in a row have a target that cannot be made.

    >>> [int(puzzle.target) for puzzle in deal_game(seed=5)]
    [87, 165, 275, 389, 486]
    """
    exact_rules, large_count, words = _read_options(rules, seed, large)
    must_solve, deck = true_or_false("solvable", solvable), exact_rules.deck
    if deck.rounds == 1:
        return (next(deals(exact_rules, seed=seed, large=large, solvable=solvable)),)
    for _ in range(MAX_DEALS_WITHOUT_SOLUTION):
        check_deadline()
        numbers = _draw(exact_rules, large_count, words)
        orders = [shuffled(part, words) for part in deck.target_parts]
        rounds = ((_puzzle(exact_rules, numbers, target) for target in order) for order in orders)
        with allowed_by(""):
            puzzles = [
                next((puzzle for puzzle in puzzles if not must_solve or puzzle.is_solvable), None)
                for puzzles in rounds
            ]
        if None not in puzzles:
            return tuple(puzzle for puzzle in puzzles if puzzle is not None)
    message = f"{MAX_DEALS_WITHOUT_SOLUTION} deals in a row have a target that cannot be made"
    raise LimitError(message, MAX_DEALS_WITHOUT_SOLUTION)


def _read_options(
    rules: RulesLike, seed: int | None, large: int | None
) -> tuple[Rules, int | None, split_mix64]:
    """Return the rules, how many large tiles are drawn, and the random words of a seed."""
    exact_rules = rules_named(rules)
    deck = exact_rules.deck
    deck.check_size(exact_rules.dealt)
    if large is not None:
        if not deck.large:
            needed = "rules with large tiles, such as `rules='countdown'`"
            raise RuleError(f"`large` needs {needed}")
        # The rest are small tiles, of which there must be enough.
        count = exact_rules.dealt + deck.next_is_target
        fewest, largest = max(0, count - len(deck.small)), min(count, len(deck.large))
        large = whole_number("large", large, fewest, largest)
    return exact_rules, large, split_mix64(seed_or_random(seed))


class _Place(NamedTuple):
    """The state of the random words, and how many deals in a row had no solution."""

    words: int
    unsolvable: int


def _next_deal(
    rules: Rules, large: int | None, place: _Place, *, solvable: bool
) -> tuple[tuple[Puzzle, ...], _Place]:
    """Return the next deal, or nothing if it has no solution but must have one."""
    check_deadline()
    deck, words = rules.deck, split_mix64(place.words)
    numbers = _draw(rules, large, words)
    target = rules.target
    if deck.next_is_target:
        *numbers, target = numbers
    elif deck.targets:
        target = deck.targets[random_below(len(deck.targets), words)]
    puzzle = _puzzle(rules, numbers, target)
    with allowed_by(""):
        is_unsolvable = solvable and not puzzle.is_solvable
    if not is_unsolvable:
        return (puzzle,), _Place(words.state, 0)
    unsolvable = place.unsolvable + 1
    if unsolvable == MAX_DEALS_WITHOUT_SOLUTION:
        message = f"{unsolvable} deals in a row have no solution; the last one was '{puzzle}'"
        raise LimitError(message, MAX_DEALS_WITHOUT_SOLUTION)
    return (), _Place(words.state, unsolvable)


def _puzzle(rules: Rules, drawn: list[int], target: int) -> Puzzle:
    if rules.deck.kind == "cards":
        return Puzzle(None, target, rules, cards=map(Card, drawn))
    return Puzzle(drawn, target, rules)


def _draw(rules: Rules, large: int | None, words: Iterator[int]) -> list[int]:
    """Draw numbers (or ids of cards), and then the target if the next card is the target."""
    deck, count = rules.deck, rules.dealt + rules.deck.next_is_target
    if deck.kind == "digits":
        return [deck.small[random_below(len(deck.small), words)] for _ in range(count)]
    if large is None:
        return shuffled(deck.large + deck.small, words)[:count]
    return shuffled(deck.large, words)[:large] + shuffled(deck.small, words)[: count - large]
