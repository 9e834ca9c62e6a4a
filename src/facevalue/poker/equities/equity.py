"""Equity: how much of the pot each player wins on average over all cards still to come.

The result is exact if all deals can be counted within a limit of time. Otherwise it is sampled, and
`Equity.method` says so.
"""

from __future__ import annotations

import attrs

from facevalue import _core
from facevalue.budget import USUAL_LIMIT
from facevalue.cards import Card, CardsLike
from facevalue.options import quick
from facevalue.poker.equities.equity_result import Equity, Progress, Share
from facevalue.poker.hands.games import GameLike, game_named, game_without_wild_cards
from facevalue.poker.hands.wild_cards import as_argument
from facevalue.poker.ranges.holdem import RangeLike

# The core makes the results itself.
_CLASSES = [
    content
    for kind in (Equity, Share)
    for content in (kind, tuple(vars(kind)[field.name] for field in attrs.fields(kind)))
]


# The core counts two hold'em hands, or one against random, if it can read them and they have at
# most a board.
@quick(_core.quick_equity, *_CLASSES)
def equity(
    *players: RangeLike | CardsLike,
    board: CardsLike = "",
    dead: CardsLike = "",
    game: GameLike = "holdem",
    exact: bool | None = None,
    samples: int | None = None,
    seed: int | None = None,
    workers: int = 1,
    limit: float | None = USUAL_LIMIT,
    progress: Progress | None = None,
) -> Equity:
    """Compute how much of the pot each player wins on average.

    `Equity.method` says whether the result is exact or sampled.

    Args:
        players: 2 to 10 hands or ranges. Ranges are `Range`s or strings such as "QQ+, AKs" in games
            with two hole cards, and `OmahaRange`s or strings such as "AA**" in Omaha. In stud and
            draw games a hand may be incomplete, such as "8h Ks" or "X X 8h Ks"; the missing cards
            are dealt.
            A string may have several players, as in "AhKh vs QQ+" or "AhKh | QQ+". One of them may
            be a hand history of PokerStars, of which the known hands and the board are read.
        board: the known board cards, up to five; also instead of the board of a hand history.
        dead: cards that cannot come, for example folded ones.
        game: the name of a game in `GAMES`, or a `Game`, also with wild cards.
        exact: True counts all deals, False samples, and None counts if that takes at most `limit`
            seconds on one thread and `samples` is left out.
        samples: how many deals to sample, 1 to 10^12; 1,000,000 if left out.
        seed: 0 to 2^64 - 1 for the same samples on every machine and any number of workers; None
            for a random seed. `Equity.seed` reports it.
        workers: the number of threads, 1 to 64.
        limit: the maximum number of seconds that counting, or sampling `samples` deals, may take,
            by an estimate made before they start; None for no limit.
        progress: called with (done, total) about ten times a second during long work: boards,
            deals or pairs of hands, or `MATCHUP_COUNT` while the table of match-ups is computed,
            once; the total is 0 if it is not known. An exception from it ends the work.

    Raises:
        CardError: a card is invalid or repeated, there are too many or too few cards, or no deal
            is possible.
        LimitError: with `exact=True` or `samples`, the deals would take longer than `limit` (the
            message gives an estimate); the weights have too many digits for counting or sampling;
            a million tries found no deal; or a hand history has more than 100,000 bytes.
        RangeError: a string is not a range.
        RuleError: no game has that name, it has no ranges, there are not 2 to 10 players, or
            `samples` is given with `exact=True`.

    >>> answer = equity("AhKh", "QsQd")
    >>> answer.players[0].win, answer.players[0].tie, answer.deals, answer.exact
    (787966, 6732, 1712304, True)
    >>> equity("AA, KK", "KK, QQ", "QQ, AA").ties[0, 2]
    74015280
    >>> float(equity("AhKh", "QQ+, AKs, AQs, JTs", board="2h7d9c").players[0].equity)
    0.4048438934802571
    """
    rules = game_named(game)
    given: tuple[tuple[object, ...], object, object] = (players, board, dead)
    if rules.jokers:  # the core reads jokers in strings and lists
        only = players[0] if len(players) == 1 else None
        listed = only if isinstance(only, (list, tuple)) else players
        hands = (as_argument(each) if isinstance(each, (list, tuple)) else each for each in listed)
        given = (tuple(hands), as_argument(board), as_argument(dead))
    options = (exact, samples, seed, workers, limit, progress)
    found: Equity = _core.equity(rules.core, *given, *options)
    return found


@quick(_core.quick_by_next_card)
def by_next_card(
    *players: RangeLike | CardsLike,
    board: CardsLike,
    dead: CardsLike = "",
    game: GameLike = "holdem",
    seed: int | None = None,
) -> dict[Card, Equity]:
    """Compute the equity after each card that may come next.

    Args:
        players: 2 to 10 hands or ranges, as for `equity`.
        board: the board so far, to which another card can come.
        dead: cards that cannot come.
        game: the name of a game in `GAMES`, or a `Game`, with a board.
        seed: the seed of the samples, as for `equity`, where counting would take too long.

    Returns:
        The `Equity` for each card with which a deal is possible, the highest card first.

    Raises:
        CardError: a card is invalid or repeated, the board is complete, or no deal is possible.
        RangeError: a string is not a range.
        RuleError: no game has that name, it has no board, or there are not 2 to 10 players.

    >>> found = by_next_card("AhKh", "QsQd", board="Qh 7h 2c")
    >>> best = max(found, key=lambda card: found[card][0].equity)
    >>> str(best), found[best][0].equity, len(found)
    ('Jh', Fraction(17, 22), 45)
    """
    return _core.by_next_card(game_without_wild_cards(game).core, players, board, dead, seed)
