"""Equity: how much of the pot each player wins on average over all cards still to come.

The answer is exact if all deals can be counted in a few seconds. Otherwise it is sampled, and
`Equity.method` says so.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from facevalue import _core
from facevalue.budget import USUAL_LIMIT, check_cost
from facevalue.cards import DECK_SIZE
from facevalue.errors import CardError, LimitError, RuleError, quoted
from facevalue.options import sample_count, worker_count
from facevalue.poker.equities.equity_result import Equity, ratio, shares_of
from facevalue.poker.equities.exact_equity import against, as_arrays, as_row, exact, is_holdem
from facevalue.poker.equities.heads_up import heads_up
from facevalue.poker.hands.games import game_named
from facevalue.poker.hands.hand_seconds import hand_seconds
from facevalue.poker.hands.masks import cards_of, mask_of, refuse_clashes
from facevalue.poker.hands.strength import bounds, check_deck
from facevalue.poker.ranges.holdem import Range, as_range, two_cards
from facevalue.poker.ranges.omaha import OmahaRange, as_omaha_range, is_one_hand
from facevalue.poker.ranges.starting_hands import hands_with
from facevalue.randomness import seed_or_random
from facevalue.value import make_trusted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from fractions import Fraction

    from facevalue.cards import Card, CardsLike
    from facevalue.poker.equities.equity_result import PotCounts, Progress
    from facevalue.poker.equities.exact_equity import Holding
    from facevalue.poker.hands.games import Game, GameLike
    from facevalue.poker.ranges.holdem import RangeLike


# Two hands and the usual board, dead cards, game, samples, seed and workers.
_DUEL, _USUAL = 2, ("", "", "holdem", None, None, 1)
_USUAL_TYPES = tuple(map(type, _USUAL))
MOST_PLAYERS = _core.MOST_PLAYERS
USUAL_SAMPLES = 1_000_000
_WORDS = 2**64  # the core adds up weights in 64 bits


def equity(
    *players: RangeLike | CardsLike,
    board: CardsLike = "",
    dead: CardsLike = "",
    game: GameLike = "holdem",
    samples: int | None = None,
    seed: int | None = None,
    workers: int = 1,
    limit: float | None = USUAL_LIMIT,
    progress: Progress | None = None,
) -> Equity:
    """Compute how much of the pot each player wins on average.

    `Equity.method` says whether the result is exact or sampled.

    Args:
        players: 2 to 10 hands or ranges. Ranges are `Range`s or texts such as "QQ+, AKs" in games
            with two hole cards, and `OmahaRange`s or texts such as "AA**" in Omaha. In stud and
            draw games a hand may be incomplete; the missing cards are dealt.
        board: the known board cards, up to five.
        dead: cards that cannot come, for example folded ones.
        game: the name of a row of `GAMES`, or a `Game`.
        samples: how many deals to sample, 1 to 10^12. If left out, the answer is exact, or from
            1,000,000 samples if counting would take more than about five seconds.
        seed: 0 to 2^64 - 1 for the same samples on every machine and any number of workers; None
            for a random seed. `Equity.seed` reports it.
        workers: the number of threads, 1 to 64.
        limit: the most seconds that `samples` deals may take, by an estimate made before they
            start; None for any.
        progress: called with (done, total) about ten times a second during long work: boards or
            deals, or `MATCHUP_COUNT` while the table of match-ups is computed, once; the total is 0
            if it is not known. An exception from it ends the work.

    Raises:
        CardError: a card is invalid or repeated, there are too many or too few cards, or no deal
            is possible.
        LimitError: the deals would take more seconds than `limit`, which the message estimates, or
            the weights have too many digits for sampling.
        RangeError: a text is not a range.
        RuleError: no game has that name, it has no ranges, or there are not 2 to 10 players.

    >>> answer = equity("AhKh", "QsQd")
    >>> answer.players[0].win, answer.players[0].tie, answer.deals, answer.exact
    (787966, 6732, 1712304, True)
    >>> float(equity("AhKh", "QQ+, AKs, AQs, JTs", board="2h7d9c").players[0].equity)
    0.4048438934802571
    """
    options = (board, dead, game, samples, seed, workers)
    # The types first: arrays of cards have no truth value.
    is_usual = tuple(map(type, options)) == _USUAL_TYPES and options == _USUAL
    found = heads_up(*players) if is_usual and len(players) == _DUEL else None
    if found is not None:
        return found
    row = game_named(game)
    if not 1 < len(players) <= MOST_PLAYERS:
        raise RuleError(f"expected 2 to {MOST_PLAYERS} players: {len(players)} given")
    # The count of samples, the seed and the count of threads.
    count = USUAL_SAMPLES if samples is None else sample_count(samples)
    sampling = count, seed_or_random(seed), worker_count(workers)
    if samples is not None:
        seconds = sampling[0] * len(players) * hand_seconds(row, is_dealt=True) / sampling[2]
        check_cost(f"{sampling[0]:,} deals", seconds, limit)
    given = [_given(player, row) for player in players]
    table = _Table(row, board, dead)
    known = (table.board, table.gone)
    names = _typed(players, given)
    holdings = [table.left(*each) for each in zip(names, given, strict=True)]
    table.refuse_shared(names, given, holdings)
    if samples is None:
        counts = exact(row, holdings, *known, sampling[2], progress=progress)
        if counts:
            return _result(row, given, counts, seed=None)
    if max(sum(holding.values()) * len(holding) for holding in holdings) >= _WORDS:
        raise LimitError("the weights have too many digits for sampling; round them", _WORDS)
    counts = _core.simulate(as_arrays(holdings), as_row(row), *known, *sampling, progress)
    return _result(row, given, counts, seed=sampling[1])


def range_equities(
    hero: RangeLike,
    villain: RangeLike,
    *,
    board: CardsLike = "",
    dead: CardsLike = "",
    game: GameLike = "holdem",
    workers: int = 1,
    progress: Progress | None = None,
) -> Mapping[tuple[Card, Card], Fraction]:
    """Returns the exact equity of each hand of hero's range against villain's range, 0 to 1.

    Args:
        hero: a `Range`, or a text such as "QQ+, AKs".
        villain: the same.
        board: the known board cards, up to five.
        dead: cards that cannot come.
        game: "holdem" or "shortdeck", or a `Game` with the same cards and rankings.
        workers: the number of threads, 1 to 64.
        progress: called as in `equity`.

    Returns:
        The equity of each hand; hands that meet no hand of villain's are left out.

    Raises:
        CardError: a card is invalid or repeated, or there are too many.
        RangeError: a text is not a range.
        RuleError: it is another game, or `workers` is not 1 to 64.

    >>> found = range_equities("AA, 72o", "KK")
    >>> round(float(max(found.values())), 4)
    0.8195
    """
    row = game_named(game)
    if not is_holdem(row):
        raise RuleError(f"range_equities needs hold'em or short deck, not {row.name!r}")
    threads = worker_count(workers)
    table = _Table(row, board, dead)
    ranges = [as_range(hero), as_range(villain)]
    names = _typed([hero, villain], ranges)
    heroes, villains = (table.left(*each) for each in zip(names, ranges, strict=True))
    known = (table.board, table.gone, threads, row.ranking.name)
    outcomes = against(heroes, villains, known, progress)
    return {
        two_cards(hand): ratio(2 * wins + ties, 2 * total)
        for hand, (wins, ties, total) in outcomes
        if total
    }


# Input


class _Table:
    """The cards that no player holds, and what they leave of the hands and ranges."""

    def __init__(self, game: Game, board: CardsLike, dead: CardsLike) -> None:
        self.game = game
        self.board, self.dead = mask_of(board), mask_of(dead)
        refuse_clashes(*self._places())
        if self.board.bit_count() > game.board:
            wanted = f"expected a board of up to {game.board} cards in {game.name}"
            raise CardError(f"{wanted}: {self.board.bit_count()} given")
        check_deck(game, self.board)

    def _places(self) -> tuple[tuple[str, int], ...]:
        return ("on the board", self.board), ("among the dead cards", self.dead)

    @property
    def gone(self) -> int:
        """The cards that cannot come: dead ones, and those missing from the deck."""
        return self.dead | self.game.missing_cards

    def left(self, name: str, given: Range | OmahaRange | int) -> Holding:
        """What a player can still hold, with weights scaled to whole numbers."""
        gone = self.board | self.gone
        holding = {given: 1} if isinstance(given, int) else given.mask_weights
        if len(holding) == 1:
            (hand,) = holding
            check_deck(self.game, hand)
            refuse_clashes((f"in the hand {quoted(name)}", hand), *self._places())
        left = _without(holding, gone, are_pairs=isinstance(given, Range))
        if not left:
            raise CardError(f"{self._which()} no hand of {quoted(name)}")
        return left

    def _which(self) -> str:
        """The cards that take hands away, and the verb."""
        named = (("the board", self.board), ("the dead cards", self.dead))
        which = [name for name, mask in named if mask] or [f"the deck of {self.game.name}"]
        return " and ".join(which) + (" leave" if "cards" in which[-1] else " leaves")

    def refuse_shared(
        self,
        names: Sequence[str],
        given: Sequence[Range | OmahaRange | int],
        holdings: Sequence[Holding],
    ) -> None:
        """Checks that players who can hold one hand only do not share a card."""
        sure = [
            (
                f"in the hand {quoted(name)}" if (isinstance(each, int) or len(each) == 1) else "",
                quoted(name),
                hand,
            )
            for name, each, holding in zip(names, given, holdings, strict=True)
            if len(holding) == 1
            for hand in holding
        ]
        for (place, name, hand), (other_place, other, rest) in combinations(sure, 2):
            if hand & rest and not (place and other_place):
                card = str(next(cards_of(hand & rest)))
                left = [
                    f"{each} only {_text(mask)!r}"
                    for is_hand, each, mask in ((place, name, hand), (other_place, other, rest))
                    if not is_hand
                ]
                fixed = f"s {card!r} with {name if place else other}"
                shared = f" {card!r}" if len(left) > 1 else fixed
                raise CardError(f"{self._which()} {' and '.join(left)}, which share{shared}")
            refuse_clashes((place, hand), (other_place, rest))


def _without(holding: Holding, gone: int, *, are_pairs: bool) -> Holding:
    """The hands without these cards; if those to go are few, `holding` itself loses them."""
    if not are_pairs or len(holding) <= gone.bit_count() * (DECK_SIZE - 1):
        return {hand: weight for hand, weight in holding.items() if not hand & gone}
    while gone:
        card = gone & -gone
        for hand in hands_with(card):
            holding.pop(hand, None)
        gone ^= card
    return holding


def _given(player: RangeLike | CardsLike, game: Game) -> Range | OmahaRange | int:
    if isinstance(player, Range) or (game.has_starting_hands and isinstance(player, str)):
        if not game.has_starting_hands:
            raise RuleError(f"{game.name} has no ranges of two cards: {quoted(player)}")
        return as_range(player)
    if isinstance(player, OmahaRange) and not game.is_omaha:
        raise RuleError(f"{game.name} has no Omaha ranges: {quoted(str(player))}")
    if isinstance(player, OmahaRange) or (
        game.is_omaha and isinstance(player, str) and not is_one_hand(player, game.hole)
    ):
        return as_omaha_range(player, game.hole)
    hand = mask_of(player)
    if hand.bit_count() not in game.hole_sizes:
        wanted = bounds(game.hole_sizes)
        raise CardError(f"expected {wanted} cards in {game.name}: {quoted(player)}")
    return hand


def _typed(players: Sequence[object], given: Sequence[Range | OmahaRange | int]) -> list[str]:
    """The hands and ranges as the caller wrote them, for messages."""
    return [
        player if isinstance(player, str) else _name(each)
        for player, each in zip(players, given, strict=True)
    ]


def _result(
    game: Game,
    given: Sequence[Range | OmahaRange | int],
    counts: PotCounts,
    *,
    seed: int | None,
) -> Equity:
    """The result of counting all deals, or of sampling with a seed."""
    if not counts[0]:
        names = ", ".join(map(quoted, _names(given)))
        raise CardError(f"these hands cannot be dealt together: {names}")
    return make_trusted(
        Equity,
        game=game.name,
        hands=_names(given),
        players=shares_of(counts, is_exact=seed is None),
        deals=counts[0],
        method="exact" if seed is None else "sampled",
        seed=seed,
    )


def _names(given: Sequence[Range | OmahaRange | int]) -> tuple[str, ...]:
    return tuple(map(_name, given))


def _name(given: Range | OmahaRange | int) -> str:
    return _text(given) if isinstance(given, int) else str(given)


def _text(hand: int) -> str:
    return "".join(map(str, sorted(cards_of(hand), key=lambda card: -card.id)))
