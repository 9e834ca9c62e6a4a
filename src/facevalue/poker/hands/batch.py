"""Evaluates many hands at once: from arrays to arrays, in several threads."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, NoReturn

from facevalue import _core
from facevalue.budget import check_deadline
from facevalue.cards import DECK_SIZE, CardsLike, each_of, parse_cards
from facevalue.errors import CardError, quoted
from facevalue.options import whole_number, worker_count
from facevalue.poker.hands.games import GAMES, Game, GameLike, game_named
from facevalue.poker.hands.masks import mask_of
from facevalue.poker.hands.rankings import CATEGORIES
from facevalue.poker.hands.strength import check_cards, evaluate_masks
from facevalue.poker.hands.wild_cards import hand_masks
from facevalue.system.arrays import is_read_by_row, masked_row, plain, row_number
from facevalue.system.lazy_numpy import ArrayLike, NDArray, np

SIZES = range(5, 8)
_FAST = ("high", SIZES)  # the ranking and the sizes for which the core has a faster function
_MASK_BYTES = 8
_BEYOND = 2**DECK_SIZE  # all ids and masks


def evaluate_many(
    cards: ArrayLike | Iterable[CardsLike],
    *,
    game: GameLike = "holdem",
    board: CardsLike = "",
    out: NDArray[Any] | None = None,
    workers: int = 1,
) -> NDArray[Any]:
    """Return the values of many hands; 1 is the best hand in every game without wild cards.

    LOWER IS STRONGER, unlike for `Strength`, which is greater for the winner. If the ranking is
    "high", these are Cactus Kev's values, 1 to 7462; with wild cards, five of a kind has the values
    below, 0 (Twos) to -12 (Aces). In other games the values have gaps, so only their order is
    meaningful. In hi-lo games they are the values of the high half.

    Args:
        cards: one hand per row: ids 0 to 51 of shape (N, k), `uint8` for speed; masks from `masks`,
            an array of 64-bit integers of shape (N,); or hands as for `evaluate`, such as
            strings and sequences of `Card`s. The fast path takes 5 to 7 ids, or masks, and no
            board. Jokers have the ids 52 and 53, and in masks the bits from 52 up. Hands of a game
            with wild cards are evaluated one by one.
        game: the name of a game in `GAMES`, or a `Game`.
        board: the cards that all hands share, as in `evaluate`.
        out: an array for the values, of shape (N,) and of the returned type. After an error its
            contents are undefined.
        workers: the number of threads that share the rows, 1 to 64.

    Returns:
        An array of shape (N,), or `out`: `uint16` if the ranking is "high" (`int16` with wild
        cards), else `uint32` (`int32` with wild cards).

    Raises:
        CardError: a row has a repeated or invalid card (the message gives its number), the board
            does not fit, or an array has the wrong shape or type.
        RuleError: no game has that name, or `workers` is out of bounds.

    >>> import numpy as np
    >>> royal_flush, seven_high = [51, 47, 43, 39, 35], [20, 13, 10, 7, 0]
    >>> evaluate_many(np.array([royal_flush, seven_high], np.uint8)).tolist()
    [1, 7462]
    >>> evaluate_many(["As Ah Ks Kh", "2h 3h 4h 5h"], game="omaha", board="Ac Kc 2d").tolist()
    [1620, 5973]
    """
    threads = worker_count(workers)
    rules = game_named(game)
    (shared,) = hand_masks(rules, board)
    hands, is_text = _as_array(cards, rules)
    is_wide = hands.ndim == 1 and hands.dtype.kind in "iu" and hands.dtype.itemsize == _MASK_BYTES
    if is_wide and not isinstance(cards, (list, tuple)):  # a list may be one hand of ids
        hands = hands.astype(np.uint64, copy=False)
    are_masks = hands.ndim == 1 and hands.dtype == np.uint64
    ranking = rules.ranking.name
    if rules.has_wild_cards:
        kind = "int16" if ranking == "high" else "int32"
    else:
        kind = "uint16" if ranking == "high" else "uint32"
    is_usual = not (is_text or shared or rules.from_hole or rules.has_wild_cards)
    is_long = hands.ndim == 2 and hands.shape[1] > SIZES[-1]
    if is_usual and (ranking, rules.hand_sizes) == _FAST and not is_long:
        if are_masks:
            hands = np.ascontiguousarray(hands)
            values = _output(out, len(hands), kind)
            bad = _core.evaluate_masks(hands, values, threads)
        else:
            wanted = "ids of shape (N, 5 to 7), or an array of masks, uint64 (N,)"
            is_fit = hands.ndim == 2 and hands.shape[1] in SIZES
            ids = read_ids("the hands", hands, wanted, is_fit=is_fit)
            values = _output(out, len(ids), kind)
            bad = _core.evaluate_ids(ids, values, threads)
        if bad >= 0:
            _refuse(bad, hands[bad])
        return values
    if not are_masks:
        hands = _masks(hands, rules.jokers)
    scores = _score(hands, rules, shared, threads)
    values = _output(out, len(hands), kind)
    np.subtract(_best_score(ranking) + 1, scores, out=values, dtype=np.int64, casting="unsafe")
    return values


# They include the best hand of every ranking.
_BEST = "As Ah Ad Ac Ks Qs Js Ts 7d 5d 4h 3c 2d 2s"


@cache
def _best_score(ranking: str) -> int:
    best = _core.best(ranking, mask_of(_BEST), 0, 0)
    assert best is not None  # noqa: S101 - these are hands
    return best[0]


def _score(hands: NDArray[np.uint64], game: Game, board: int, workers: int) -> NDArray[np.uint32]:
    """Return the scores of hands; the first one that cannot be played is refused."""
    # One hand of each size, and the first one with a card that is on the board or not in the deck.
    to_check = _first_of_each_size(hands)
    to_check += np.flatnonzero(hands & np.uint64(board | game.missing_cards))[:1].tolist()
    if game.has_wild_cards:
        to_check = list(range(len(hands)))
    scores = np.empty(len(hands), np.uint32)
    for index in to_check:
        try:
            if game.has_wild_cards:
                scores[index] = evaluate_masks(game, int(hands[index]), board).score
            else:
                check_cards(game, int(hands[index]), board)
        except CardError as error:
            raise CardError(f"{row_number(index)}: {error}") from None
    if not game.has_wild_cards:
        rows = np.ascontiguousarray(hands)
        _core.score_masks(rows, board, game.ranking.name, game.from_hole, scores, workers)
    return scores


def _first_of_each_size(hands: NDArray[np.uint64]) -> list[int]:
    """The first row of each number of cards."""
    if hasattr(np, "bitwise_count"):
        sizes = np.bitwise_count(hands)
    else:  # NumPy before 2.0
        bits = np.array([byte.bit_count() for byte in range(256)], np.uint8)
        sizes = bits[hands.view(np.uint8).reshape(-1, 8)].sum(axis=1, dtype=np.uint8)
    occurring = np.flatnonzero(np.bincount(sizes))
    return [int(np.argmax(sizes == size)) for size in occurring]


def masks(ids: ArrayLike | Iterable[CardsLike]) -> NDArray[np.uint64]:
    """Return hands as masks, in which bit 13 * suit + rank is set for each card.

    Args:
        ids: one hand per row: card ids 0 to 51 of shape (N, k), `uint8` for speed; or hands in
            any form that `evaluate` accepts, such as strings.

    Returns:
        `uint64` of shape (N,).

    Raises:
        CardError: a row has a repeated or invalid card (the message gives its number), or the array
            has the wrong shape.

    >>> masks([[0, 4, 1]]).tolist(), masks(["2c 3c 2d"]).tolist()
    ([8195], [8195])
    """
    hands, is_text = _as_array(ids, GAMES["holdem"])
    return hands if is_text else _masks(hands, 0)


def _masks(hands: NDArray[Any], jokers: int) -> NDArray[np.uint64]:
    """Return the masks of rows of ids, also of jokers, from 52 up."""
    is_fit = hands.ndim == 2 and 0 < hands.shape[1] <= DECK_SIZE
    rows = read_ids("the hands", hands, "ids of shape (N, 1 to 52)", is_fit=is_fit, jokers=jokers)
    bits = np.zeros(256, np.uint64)  # 0 for ids beyond the deck
    bits[:DECK_SIZE] = [mask_of([card]) for card in range(DECK_SIZE)]
    bits[DECK_SIZE : DECK_SIZE + jokers] = [1 << DECK_SIZE + joker for joker in range(jokers)]
    held = np.zeros(len(rows), np.uint64)
    is_bad = np.zeros(len(rows), np.bool_)
    for column in rows.T:
        bit = bits.take(column)
        is_bad |= (bit == 0) | ((held & bit) != 0)
        held |= bit
    if is_bad.any():
        bad = int(is_bad.argmax())
        _refuse(bad, hands[bad], jokers)
    return held


def count_categories(cards: int, *, workers: int = 1) -> dict[str, int]:
    """Count how many of all hands are of each category, the best category first.

    It evaluates every hand: 133,784,560 of seven cards. Straight flushes include royal flushes.

    Args:
        cards: the size of the hands: 5, 6 or 7 of the 52 cards.
        workers: the number of threads, 1 to 64.

    Raises:
        CardError: `cards` is not 5, 6 or 7.
        RuleError: `workers` is not 1 to 64.

    >>> count_categories(5)["Full House"]
    3744
    """
    threads = worker_count(workers)
    size = whole_number("cards", cards, SIZES[0], SIZES[-1], error=CardError)
    counts = _core.count_categories(size, DECK_SIZE, threads)
    return dict(zip(CATEGORIES, counts, strict=True))


def _as_array(rows: Any, game: Game) -> tuple[NDArray[Any], bool]:
    """The rows as an array, and whether they were strings or cards, which become masks."""
    if isinstance(rows, (str, bytes)):
        raise CardError(f"the hands must be a list with one hand per row, not {quoted(rows)}")
    array = numeric_array(rows)
    return (_read_hands(plain(rows), game), True) if array is None else (array, False)


def _read_hands(rows: Any, game: Game) -> NDArray[np.uint64]:
    """The masks of hands that are strings, or sequences of cards, ids and strings."""
    found = []
    for index, hand in enumerate(each_of(rows)):
        check_deadline()
        try:
            found += hand_masks(game, plain(hand))
        except CardError as error:
            raise CardError(f"{row_number(index)}: {error}") from None
    return np.array(found, np.uint64)


def numeric_array(rows: Any) -> NDArray[Any] | None:
    """Return the array that NumPy makes of rows; None if they are not numbers of one shape.

    Whole floats, as in a column of a data frame, become integers.

    Raises:
        CardError: some are masked; the message gives the row.
    """
    masked = masked_row(rows)
    if masked is not None:
        raise CardError(f"the cards of {row_number(masked)} are masked")
    if hasattr(rows, "to_pylist"):  # NumPy does not look into Arrow arrays
        rows = plain(rows)
    if is_read_by_row(rows):
        return None
    try:
        array = np.asarray(rows)
    except (ValueError, OverflowError, TypeError):  # rows of different lengths
        return None
    if array.dtype.kind == "f" and array.size:
        # The cast of a float beyond 64 bits would warn. Half floats need a typed bound.
        whole = array.astype(np.int64) if (abs(array) < np.float64(_BEYOND)).all() else array
        array = whole if (whole == array).all() else array
    return None if array.dtype.kind in "OUS" else array


def read_ids(
    name: str, array: NDArray[Any], wanted: str, *, is_fit: bool, jokers: int = 0
) -> NDArray[np.uint8]:
    """Convert an array of integers to bytes; those that are not ids become the first invalid one.

    Raises:
        CardError: they are not integers, or the array does not have the shape that is wanted.
    """
    if not is_fit or array.dtype.kind not in "iu":
        raise CardError(f"{name} must be {wanted}, not {array.dtype} {array.shape}")
    if array.dtype != np.uint8:  # integers out of range must not become ids
        end = DECK_SIZE + jokers
        array = np.where((array < 0) | (array >= end), end, array)
    return np.ascontiguousarray(array, np.uint8)


def _output(out: object, count: int, kind: str) -> NDArray[Any]:
    if out is None:
        return np.empty(count, kind)
    if not isinstance(out, np.ndarray) or out.dtype != kind or out.shape != (count,):
        raise CardError(f"out must be an array of {kind} and shape ({count},): {quoted(out)}")
    if not out.flags.c_contiguous or not out.flags.writeable:
        raise CardError("out must be writeable and contiguous")
    if masked_row(out) is not None:
        raise CardError("out must have no masked values")
    return out


def _refuse(index: int, hand: Any, jokers: int = 0) -> NoReturn:
    row = row_number(index)
    if hand.ndim == 0:
        wanted = f"a mask must have 5 to 7 of the bits 0 to {DECK_SIZE - 1}"
        raise CardError(f"{row}: {wanted}: {int(hand):#x}")
    ids = hand.tolist()
    for joker in range(DECK_SIZE, DECK_SIZE + jokers):
        if ids.count(joker) > 1:
            raise CardError(f"{row}: joker {joker} is repeated")
        ids = [card for card in ids if card != joker]
    try:
        parse_cards(ids)
    except CardError as error:
        raise CardError(f"{row}: {error}") from None
    # The row is valid now, so another thread has changed it.
    raise CardError(f"{row} was changed during the call: {quoted(hand)}")
