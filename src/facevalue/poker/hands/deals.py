"""Deals many hands at random and finds who wins them, from arrays to arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from facevalue import _core
from facevalue.budget import USUAL_LIMIT, check_cost
from facevalue.cards import CardsLike
from facevalue.errors import CardError, quoted
from facevalue.options import whole_number, worker_count
from facevalue.poker.hands.batch import numeric_array, read_ids
from facevalue.poker.hands.games import GameLike, game_named
from facevalue.poker.hands.players import MAX_PLAYERS, deck_count
from facevalue.poker.hands.wild_cards import repeated_ids
from facevalue.randomness import seed_or_random
from facevalue.system.arrays import row_number
from facevalue.system.lazy_numpy import ArrayLike, NDArray, np

POT = _core.POT  # chips: 1 to 10 winners can share the pot or half of it in whole chips
MAX_DEALS = _core.MOST_DEALS


class Deals(NamedTuple):
    """Many random deals, returned by `deal_many`.

    Attributes:
        hands: card ids, `uint8` of shape (deals, players, hole cards).
        board: card ids, `uint8` of shape (deals, board cards).
        seed: the seed, even if it was random.
    """

    hands: NDArray[np.uint8]
    board: NDArray[np.uint8]
    seed: int


Deals.__hash__ = None  # type: ignore[assignment, method-assign]  # arrays have no hash


def deal_many(
    count: int,
    players: int = 2,
    *,
    game: GameLike = "holdem",
    decks: int = 1,
    board: CardsLike = "",
    dead: CardsLike = "",
    seed: int | None = None,
    workers: int = 1,
    limit: float | None = USUAL_LIMIT,
    progress: Callable[[int, int], object] | None = None,
) -> Deals:
    """Deal hands and boards at random, many at once.

    It takes about 5 nanoseconds for each player of a deal.

    Args:
        count: how many deals, 0 or more.
        players: how many players there are, 1 to 10.
        game: the name of a game in `GAMES`, or a `Game`. Its jokers have the ids 52 and 53.
        decks: how many decks are dealt from, 1 to 10.
        board: the known cards of the board, which come first in each row, in this order.
        dead: cards that cannot come. From several decks, each of them is one card.
        seed: 0 to 2^64 - 1 for the same cards on every machine and any number of workers; None for
            a random seed. `Deals.seed` reports it.
        workers: the number of threads, 1 to 64.
        limit: the maximum number of seconds, by an estimate; None for no limit.
        progress: called with (done, count) about ten times a second.

    Returns:
        `Deals`: arrays of card ids 0 to 51, or up to 53 with jokers, and the seed.

    Raises:
        CardError: a card is invalid or in two places, or more often than there are decks, or there
            are too few cards.
        LimitError: it would take longer than `limit`, or gigabytes of memory.
        RuleError: no game has that name, or a number is out of bounds.

    >>> hands, board, _ = deal_many(1000, 9, seed=24)
    >>> hands.shape, board.shape, hands[0, 0].tolist(), board[0].tolist()
    ((1000, 9, 2), (1000, 5), [51, 3], [49, 25, 36, 19, 48])
    """
    rules, deck_number = game_named(game), deck_count(decks)
    deals = whole_number("count", count, 0, MAX_DEALS)
    seats = whole_number("players", players, 1, MAX_PLAYERS)
    threads, chosen_seed = worker_count(workers), seed_or_random(seed)
    known, gone = (repeated_ids(rules, cards) for cards in (board, dead))
    plan = _core.deal_plan(rules.core, deals, seats, known, gone, deck_number)
    check_cost(plan.work, plan.seconds, limit, megabytes=plan.megabytes)
    hands = np.empty((deals, seats, rules.hole), np.uint8)
    boards = np.empty((deals, rules.board), np.uint8)
    _core.deal_rows(hands, boards, plan, chosen_seed, threads, progress)
    return Deals(hands, boards, chosen_seed)


def showdown_many(
    hands: ArrayLike,
    board: ArrayLike | CardsLike = "",
    *,
    game: GameLike = "holdem",
    decks: int = 1,
    workers: int = 1,
    progress: Callable[[int, int], object] | None = None,
) -> NDArray[np.uint16]:
    """Return how many chips of the pot each player wins in many deals.

    A pot has `POT` chips, 5040: up to ten winners can share it, or each half of it, in whole chips.
    So `chips / POT` is the share of a player, and `chips > 0` is true for the winners.

    Args:
        hands: card ids 0 to 51 of shape (deals, players, hole cards), `uint8` for speed; the jokers
            of a game are 52 and 53.
        board: card ids of shape (deals, board cards), or the cards of one board for all deals.
        game: the name of a game in `GAMES`, or a `Game`.
        decks: how many decks the cards come from, 1 to 10, as for `winners`.
        workers: the number of threads, 1 to 64.
        progress: called with (done, deals) about ten times a second.

    Returns:
        `uint16` of shape (deals, players).

    Raises:
        CardError: a card of a deal is invalid or repeated (the message gives the row), there are
            too few or too many cards or players, or an array has the wrong shape or type.
        RuleError: no game has that name, or `workers` is out of bounds.

    >>> deals = deal_many(100_000, 9, seed=24)
    >>> chips = showdown_many(deals.hands, deals.board)
    >>> bool(chips.sum() == 100_000 * POT), (chips.mean(axis=0) / POT).round(2).tolist()
    (True, [0.11, 0.11, 0.11, 0.11, 0.11, 0.11, 0.11, 0.11, 0.11])
    """
    rules, threads, deck_number = game_named(game), worker_count(workers), deck_count(decks)
    rows = _ids("hands", hands, 3, rules.jokers)
    deals, players, _ = rows.shape
    given: Any = board
    array = None if isinstance(given, str) else numeric_array(given)
    if array is None or array.ndim == 1:
        ids = _core.number_jokers(rules.core, repeated_ids(rules, given), deck_number)
        boards = np.tile(np.array(ids, np.uint8), (deals, 1))
    else:
        boards = _ids("board", given, 2, rules.jokers)
    chips = np.empty((deals, players), np.uint16)
    bad = _core.decide_rows(rows, boards, rules.core, chips, deck_number, threads, progress)
    if bad >= 0:  # the row is valid now, so another thread has changed it
        changed = quoted(rows[bad].tolist())
        raise CardError(f"{row_number(bad)} was changed during the call: {changed}")
    return chips


def _ids(name: str, given: Any, dimensions: int, jokers: int) -> NDArray[np.uint8]:
    """Read an array of ids, also of jokers; integers that are not ids become one that is invalid.

    Raises:
        CardError: it is not an array of integers with so many dimensions, or some are masked.
    """
    array = numeric_array(given)
    if array is None:
        raise CardError(f"{name} must be an array of card ids, not {quoted(given)}")
    wanted = f"card ids in {dimensions} dimensions"
    return read_ids(name, array, wanted, is_fit=array.ndim == dimensions, jokers=jokers)
