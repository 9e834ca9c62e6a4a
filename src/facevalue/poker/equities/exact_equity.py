"""Counts exactly who wins: walks through all deals, or looks up match-ups before the flop.

The cost is estimated first, and there is no exact result if it would exceed the budget. Hold'em,
short deck and known hands of Omaha have their own fast methods. For all other games, the core
walks through the hands that each player may end up with.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from itertools import product
from math import comb, prod
from operator import and_, or_
from typing import Any, TypeAlias

from facevalue import _core
from facevalue.cards import DECK_SIZE
from facevalue.poker.equities.big_weights import choices, digits, part_of, summed
from facevalue.poker.equities.equity_result import PotCounts, Progress
from facevalue.poker.equities.preflop import has_table, matchups, outcome, prepare
from facevalue.poker.hands.games import Game
from facevalue.system.lazy_numpy import np

Holding: TypeAlias = dict[int, int]  # hands as masks, and weights as whole numbers
Outcome: TypeAlias = tuple[int, int, int]  # the weights that a hand beats, ties, can meet
CoreGame: TypeAlias = tuple[str, str | None, int, int, int]
# The board, the dead cards, the workers, the name of a ranking, and the progress function.
Setting: TypeAlias = tuple[int, int, int, str, Progress | None]

# About how many nanoseconds an exact result may take: five seconds.
BUDGET = 5_000_000_000
_DUEL = 2  # players
_OMAHA_POTS = {("high", None), ("high", "low-8")}
BOARD_SIZE = _core.BOARD_CARDS
_WORD = 64  # the core counts in words of this many bits
_MAX_WEIGHT = 2**32  # weights of hands in the core are smaller
_DIGIT = 20  # bits of a digit: the sum over 1326 hands fits in 32 bits
# About twice the times measured, in nanoseconds, since machines differ:
_BOARD_OF_RANGES = 10_000  # compare all hands of two cards on one board
_CALL = 3_000  # call the core
_BOARD = 2_000  # start with a board
_BOARD_OF_PAIRS = 10_000  # score all pairs of cards with a board of Omaha
_HAND_OF_PAIRS = 15  # find the best pair of a hand
_FIVE = 3  # score a hand under a ranking that has a table
_HAVE_TABLES = ("high", "short", "low-a5")
_FIVE_BY_RANKING = 55  # score five cards under any other ranking
_SUBSET = 2  # compare a hand with all rival hands, for each subset of its hidden cards
_CACHED = 4  # hidden cards whose subsets fit in a cache; each further one doubles the time
_PAIR = 1  # compare two hands
_DEAL = 3  # deal hands to three or more players
_STEP = 1000  # combinations of hands between two calls of `progress`
_MAX_LOOKUPS = 500  # match-ups; for more of them, reading the whole table is faster


def count_exactly(
    game: Game,
    holdings: list[Holding],
    board: int,
    dead: int,
    workers: int,
    *,
    progress: Progress | None = None,
) -> PotCounts | None:
    """Count how many deals each player wins, or return None if that takes too long.

    Args:
        game: the game.
        holdings: what each player may hold; missing cards of a hand are dealt.
        board: the known cards of the board, as a mask.
        dead: the cards that cannot come, including those missing from the deck.
        workers: threads.
        progress: called with (done, total) ten times a second.
    """
    setting = (board, dead, workers, game.ranking.name, progress)
    are_whole = all(_hand_size(holding) == game.hole for holding in holdings)
    if are_whole and is_holdem(game):
        return _count_holdem(holdings, setting)
    has_walk = game.is_omaha and game.board == BOARD_SIZE and core_game(game)[:2] in _OMAHA_POTS
    if are_whole and has_walk and max(map(len, holdings)) == 1:
        hands = [hand for holding in holdings for hand in holding]
        return _core.walk_omaha(hands, board, dead, game.low is not None, workers, progress)
    return _count_any_game(game, holdings, setting)


def core_game(game: Game) -> CoreGame:
    """Return a game for the core: its rankings and numbers of cards."""
    low = game.low.name if game.low else None
    return (game.ranking.name, low, game.hole, game.board, game.from_hole)


def as_arrays(holdings: list[Holding], weight: str = "uint64") -> list[tuple[Any, Any]]:
    """Return the hands of each player for the core: arrays of masks and of weights."""
    return [
        (
            np.fromiter(holding, "uint64", len(holding)),
            np.fromiter(holding.values(), weight, len(holding)),
        )
        for holding in holdings
    ]


def is_holdem(game: Game) -> bool:
    """Return whether a game deals cards like hold'em and the core has a table for its ranking."""
    cards = (game.hole, game.board, game.from_hole)
    return cards == (2, 5, 0) and game.ranking.name in ("high", "short") and not game.low


# Any game


def _count_any_game(game: Game, holdings: list[Holding], setting: Setting) -> PotCounts | None:
    board, dead, workers, _, progress = setting
    # Upper bounds: how many hands each player may end up with, and how many boards there are.
    fixed = [reduce(and_, holding) for holding in holdings]  # cards in all hands of a player
    left = DECK_SIZE - (board | dead).bit_count() - sum(map(int.bit_count, fixed))
    hands = tuple(
        len(holding) * comb(max(left - (size - cards.bit_count()), 0), game.hole - size)
        for holding, cards in zip(holdings, fixed, strict=True)
        for size in [_hand_size(holding)]
    )
    boards = comb(max(left, 0), game.board - board.bit_count())
    # Weights are split into digits if their sum over all deals is beyond 64 bits.
    parts = [(0, holdings)]
    weights = (
        sum(holding.values()) * count // len(holding)
        for holding, count in zip(holdings, hands, strict=True)
    )
    if boards * prod(weights) >= 2**_WORD:
        bits = (_WORD - (boards * prod(hands)).bit_length()) // len(holdings)
        if bits <= 0:
            return None
        parts = list(choices(holdings, bits))
    loose = max(game.hole - cards.bit_count() for cards in fixed)
    if len(parts) * _estimate(game, loose, hands, boards) > BUDGET:
        return None
    tallies = []
    for number, (place, players) in enumerate(parts):
        report = part_of(progress, number, len(parts))
        known = (as_arrays(players), core_game(game), board, dead, workers)
        walked = _core.walk_deals(*known, report)
        tallies.append((place, walked))
    pot_counts: PotCounts = summed(tallies)
    return pot_counts


def _estimate(game: Game, hidden: int, hands: tuple[int, ...], boards: int) -> int:
    """Estimate the time of the walk on one thread, in nanoseconds.

    Args:
        game: the game.
        hidden: the maximum number of a player's cards that are not known.
        hands: how many hands each player may end up with.
        boards: how many boards there are.
    """
    halves = 3 if game.low else 1  # high, low, and high without a low
    if len(hands) == _DUEL:
        by_subsets = sum(hands) * _SUBSET << hidden + max(hidden - _CACHED, 0)
        compared = halves * min(by_subsets, prod(hands) * _PAIR)
    else:
        compared = prod(hands) * _DEAL
    rankings = [game.ranking, game.low] if game.low else [game.ranking]
    if game.from_hole == 2 and game.hole > game.from_hole:
        start = halves * _BOARD_OF_PAIRS
        score = _HAND_OF_PAIRS * comb(game.hole, 2) // 6 * len(rankings)
    else:
        start = _BOARD
        score = sum(
            _FIVE
            if ranking.name in _HAVE_TABLES and not game.from_hole
            else _FIVE_BY_RANKING * comb(game.hole + game.board, ranking.cards)
            for ranking in rankings
        )
    return boards * (start + sum(hands) * score + compared)


def _hand_size(holding: Holding) -> int:
    """The number of cards of a player's hands, which is the same for all."""
    return next(iter(holding)).bit_count()


# Hold'em and short deck


def _count_holdem(holdings: list[Holding], setting: Setting) -> PotCounts | None:
    board, dead, *_ = setting
    deals = prod(map(len, holdings))
    left = DECK_SIZE - (board | dead).bit_count()
    boards = comb(max(left - 2 * len(holdings), 0), 5 - board.bit_count())
    is_before_the_flop = not board | dead
    if len(holdings) == _DUEL and (deals > 1 or is_before_the_flop):
        cost = 0 if is_before_the_flop else boards * _BOARD_OF_RANGES
        if cost > BUDGET:
            return None
        heroes, villains = holdings
        wins = ties = total = 0
        for hand, (beaten, tied, met) in count_heads_up(heroes, villains, setting):
            weight = heroes[hand]
            wins, ties, total = wins + weight * beaten, ties + weight * tied, total + weight * met
        return total, [[wins, ties], [total - wins - ties, ties]], None, None, None
    if deals * (_CALL + boards * len(holdings)) > BUDGET:
        return None
    are_ranges = max(map(len, holdings)) > 1
    if are_ranges and max(max(holding.values()) for holding in holdings) < _MAX_WEIGHT:
        weighted = as_arrays(holdings, "uint32")
        counted = _core.walk_ranges(weighted, *setting)
        if counted is not None:  # the weights of all deals fit 64 bits
            return (*counted, None, None, None)
    return _count_one_by_one(holdings, setting)


def _count_one_by_one(holdings: list[Holding], setting: Setting) -> PotCounts:
    """Walk through all boards for each combination of hands."""
    known, progress = setting[:-1], setting[-1]
    combinations, players = prod(map(len, holdings)), range(len(holdings))
    total, counted = 0, [[0] * len(holdings) for _ in players]
    boards = 0
    for done, hands in enumerate(product(*holdings)):
        if progress is not None and boards and done % _STEP == _STEP - 1:
            progress(done * boards, combinations * boards)
        if reduce(or_, hands).bit_count() < sum(map(int.bit_count, hands)):
            continue  # two hands share a card
        weight = prod(holding[hand] for holding, hand in zip(holdings, hands, strict=True))
        report = part_of(progress, done, combinations)
        boards, shares = _core.walk_hands(list(hands), *known, report)
        total += weight * boards
        for player, others in product(players, players):
            counted[player][others] += weight * shares[player][others]
    return total, counted, None, None, None


def count_heads_up(
    heroes: Holding, villains: Holding, setting: Setting
) -> Iterator[tuple[int, Outcome]]:
    """Yield each of hero's hands, with the weights of villain's that it beats, ties and meets."""
    board, dead, workers, ranking, progress = setting
    is_before_the_flop = not board | dead
    if is_before_the_flop and len(heroes) * len(villains) <= _MAX_LOOKUPS and not has_table():
        yield from _compare_pairs(heroes, villains)
        return
    if is_before_the_flop:
        prepare(progress)
    are_heavy = sum(villains.values()) >= _MAX_WEIGHT
    parts = digits(villains, _DIGIT) if are_heavy else [(0, villains)]
    found = []
    for number, (place, digit) in enumerate(parts):
        (hands, _), (others, weights) = as_arrays([dict.fromkeys(heroes, 1), digit], "uint32")
        if is_before_the_flop:
            counted = matchups().range_equities(hands, others, weights)
        else:
            report = part_of(progress, number, len(parts))
            known = (board, dead, workers, ranking, report)
            counted = _core.range_equities(hands, others, weights, *known)
        found.append((place, counted.tolist()))
    yield from zip(heroes, summed(found), strict=True)


def _compare_pairs(heroes: Holding, villains: Holding) -> Iterator[tuple[int, Outcome]]:
    """Do the same before the flop, for so few pairs that reading the table would take longer."""
    for hero in heroes:
        wins = ties = total = 0
        for villain, weight in villains.items():
            if not hero & villain:
                won, tied, boards = outcome(hero, villain)
                wins, ties = wins + weight * won, ties + weight * tied
                total += weight * boards
        yield hero, (wins, ties, total)
