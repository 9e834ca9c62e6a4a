"""Deals: puzzles drawn from the deck of a game, by a seed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from facevalue import _core
from facevalue.budget import USUAL_LIMIT, allowed_by
from facevalue.cards import Card
from facevalue.locks import SharedIterator
from facevalue.options import name_keywords, true_or_false, whole_number
from facevalue.puzzle.make.puzzle import Puzzle
from facevalue.puzzle.model.core_rules import core_deck, core_rules
from facevalue.puzzle.model.rules import Rules, RulesLike
from facevalue.puzzle.model.rules_spelling import rules_named
from facevalue.randomness import seed_or_random


@name_keywords(**dict.fromkeys(("n", "count", "number"), "deals gives many puzzles"))
def deal(
    rules: RulesLike = "classic",
    *,
    seed: int | None = None,
    large: int | None = None,
    solvable: bool = False,
) -> Puzzle:
    """Deal one puzzle from the deck of a game.

    It is the first puzzle of `deals`. Arguments and errors are the same as for `deals`.

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
    request, words = _read_options(rules, seed, large, solvable)
    return SharedIterator(partial(_next_deal, request), words)


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
    request, words = _read_options(rules, seed, large, solvable)
    return _next_deal(request, words, all_rounds=True)[0]


class _Request(NamedTuple):
    """The rules of a deal, how many large tiles are drawn, and whether it must be solvable."""

    rules: Rules
    large: int | None
    must_solve: bool


def _read_options(
    rules: RulesLike, seed: int | None, large: int | None, solvable: object
) -> tuple[_Request, int]:
    """Return the request, and the state of the random words that the seed starts with."""
    exact_rules = rules_named(rules)
    fewest, most = core_deck(exact_rules).large_tiles(large is not None)
    count = None if large is None else whole_number("large", large, fewest, most)
    words = seed_or_random(seed)
    return _Request(exact_rules, count, true_or_false("solvable", solvable)), words


def _next_deal(
    request: _Request, words: int, *, all_rounds: bool = False
) -> tuple[tuple[Puzzle, ...], int]:
    """Return the puzzles of the next deal, and the next state of the random words."""
    rules, large, must_solve = request
    own_target = None if rules.deck.targets or rules.deck.next_is_target else rules.target
    options: tuple[int, _core.Rules | None, str] = 0, None, ""
    if must_solve:
        # Refuses numbers and targets that cannot be searched, and shows the rules after a puzzle.
        posed = Puzzle((1,) * rules.dealt, own_target or 0, rules)
        shown_rules = str(posed).partition(f"-> {posed.target}")[2]
        options = own_target or 0, core_rules(rules), shown_rules
    goal, solvable_by, name = options
    with allowed_by(""):
        drawn, targets, after = core_deck(rules).deal(
            words, large, all_rounds, goal, solvable_by, USUAL_LIMIT, name
        )
    is_cards = rules.deck.kind == "cards"
    puzzles = (
        Puzzle(None, target, rules, cards=map(Card, drawn))
        if is_cards
        else Puzzle(drawn, target, rules)
        for target in (targets if own_target is None else (own_target,))
    )
    return tuple(puzzles), after
