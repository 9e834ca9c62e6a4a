"""Equity: how much of the pot each player wins on average when all cards still to come are dealt.

Exact answers walk through all deals, or look match-ups before the flop up. What would take longer
than the budget is sampled, and says so: a sampled `Equity` is never taken for an exact one.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from facevalue import _core
from facevalue.cards import DECK_SIZE, RANKS, SUITS, parse_cards
from facevalue.errors import CardError, LimitError, RuleError, quoted
from facevalue.options import sample_count, seed_number, worker_count
from facevalue.poker.equities.equity_result import Equity, shares_of
from facevalue.poker.equities.exact_equity import against, as_arrays, as_row, exact
from facevalue.poker.hands.games import game_named
from facevalue.poker.hands.masks import cards_of, mask_of
from facevalue.poker.ranges.holdem import Range, as_range, two_cards
from facevalue.poker.ranges.omaha import SIZES, OmahaRange, as_omaha_range, is_one_hand

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from facevalue.cards import Card, CardsLike
    from facevalue.poker.equities.equity_result import Progress, Tally
    from facevalue.poker.equities.exact_equity import Holding
    from facevalue.poker.hands.games import Game
    from facevalue.poker.ranges.holdem import RangeLike


MOST_PLAYERS = 10
USUAL_SAMPLES = 1_000_000
_WORDS = 2**64  # what the core counts weights in


def equity(
    *players: RangeLike | CardsLike,
    board: CardsLike = "",
    dead: CardsLike = "",
    game: str | Game = "holdem",
    samples: int | None = None,
    seed: int = 0,
    workers: int = 1,
    progress: Progress | None = None,
) -> Equity:
    """How much of the pot each player wins on average, exactly unless `method` says "sampled".

    Args:
        players: 2 to 10 hands or, in games with two cards of one's own, ranges (`Range`, or texts
            such as "QQ+, AKs"), in Omaha `OmahaRange`s or texts such as "AA**". In stud and draw
            games, a hand may lack cards, which are dealt.
        board: the cards of the board that are known, none to five.
        dead: cards that cannot come.
        game: the name of a row of `GAMES`, or a row.
        samples: how many deals to sample, 1 to 10^12; without it the answer is exact, or, if that
            would take more than about five seconds, of 1,000,000 samples.
        seed: 0 to 2^64 - 1; the same samples on every machine, for any number of workers.
        workers: threads, 1 to 64.
        progress: called with (done, total) some ten times a second while it takes long: boards or
            deals, or the 47,008 match-ups (`MATCHUP_COUNT`) while their table is computed, once;
            the total is 0 where it is not known. What it raises ends the work.

    Raises:
        CardError: cards are none, or repeated, too many or too few; no deal is possible.
        LimitError: weights have too many digits to draw samples by.
        RangeError: a text is no range.
        RuleError: no game has that name; fewer than 2 players, or more than 10.

    >>> answer = equity("AhKh", "QsQd")
    >>> answer.players[0].win, answer.players[0].tie, answer.deals, answer.exact
    (787966, 6732, 1712304, True)
    >>> float(equity("AhKh", "QQ+, AKs, AQs, JTs", board="2h7d9c").players[0].equity)
    0.4048438934802571
    """
    row = game_named(game)
    if not 1 < len(players) <= MOST_PLAYERS:
        raise RuleError(f"expected 2 to {MOST_PLAYERS} players: {len(players)} given")
    deals = None if samples is None else sample_count(samples)
    sampling = (deals or USUAL_SAMPLES, seed_number(seed), worker_count(workers))
    shared, gone = _table_cards(row, board, dead)
    given = [_given(player, row) for player in players]
    holdings = [_left(each, shared | gone) for each in given]
    _check_apart(holdings)
    tally = None if deals else exact(row, holdings, shared, gone, sampling[2], progress=progress)
    method = "exact" if tally else "sampled"
    tally = tally or _sampled(row, holdings, (shared, gone), sampling, progress)
    if not tally[0]:
        raise CardError(f"expected hands that can be dealt together: {quoted(_names(given))}")
    return Equity(
        game=row.name,
        hands=_names(given),
        players=shares_of(tally, is_exact=method == "exact"),
        deals=tally[0],
        method=method,
    )


def range_equities(
    hero: RangeLike,
    villain: RangeLike,
    *,
    board: CardsLike = "",
    dead: CardsLike = "",
    progress: Progress | None = None,
) -> Mapping[tuple[Card, Card], Fraction]:
    """The equity of each hand of hero's range in hold'em against villain's range, exactly, 0 to 1.

    A hand that no hand of villain's can meet is left out. `progress` is told as in `equity`.

    Raises:
        CardError: cards are none, or repeated, or too many.
        RangeError: a text is no range.

    >>> found = range_equities("AA, 72o", "KK")
    >>> round(float(max(found.values())), 4)
    0.8195
    """
    row = game_named("holdem")
    shared, gone = _table_cards(row, board, dead)
    heroes, villains = (_left(as_range(each), shared | gone) for each in (hero, villain))
    outcomes = against(heroes, villains, (shared, gone, 1, row.ranking.name), progress)
    return {
        two_cards(hand): Fraction(2 * wins + ties, 2 * total)
        for hand, (wins, ties, total) in outcomes
        if total
    }


# What was asked


def _table_cards(game: Game, board: CardsLike, dead: CardsLike) -> tuple[int, int]:
    """The board, and what cannot come: the dead cards, and those that the deck lacks."""
    shared, gone = mask_of(board), mask_of(dead)
    if shared & gone:
        parse_cards([*cards_of(shared), *cards_of(gone)])  # names the card that is repeated
    if shared.bit_count() > game.board:
        wanted = f"expected a board of up to {game.board} cards in {game.name}"
        raise CardError(f"{wanted}: {shared.bit_count()} given")
    return shared, gone | _lacking(game.deck)


@cache
def _lacking(deck: int) -> int:
    """The cards that a smaller deck is without: the lowest of each suit."""
    lacking = (DECK_SIZE - deck) // len(SUITS)
    return sum((2**lacking - 1) << len(RANKS) * suit for suit in range(len(SUITS)))


def _given(player: RangeLike | CardsLike, game: Game) -> Range | OmahaRange | int:
    has_ranges = game.hole == 2  # noqa: PLR2004 - a range is of hands of two cards
    if isinstance(player, Range) or (has_ranges and isinstance(player, str)):
        if not has_ranges:
            raise RuleError(f"expected cards, and no range, in {game.name}: {quoted(player)}")
        return as_range(player)
    if _is_omaha_range(player, game):
        return as_omaha_range(player, game.hole)
    hand = mask_of(player)
    fewest = 1 if not game.board else game.hole
    if not fewest <= hand.bit_count() <= game.hole:
        wanted = " to ".join(map(str, sorted({fewest, game.hole})))
        raise CardError(f"expected {wanted} cards in {game.name}: {quoted(player)}")
    return hand


def _is_omaha_range(player: object, game: Game) -> bool:
    """Whether it is a range of Omaha, or text that is more than the cards of one hand."""
    is_omaha = game.from_hole == 2 and game.hole in SIZES  # noqa: PLR2004 - the rule of Omaha
    if isinstance(player, OmahaRange):
        if not is_omaha:
            wanted = f"expected cards, and no range of Omaha, in {game.name}"
            raise RuleError(f"{wanted}: {quoted(str(player))}")
        return True
    return is_omaha and isinstance(player, str) and not is_one_hand(player, game.hole)


def _left(given: Range | OmahaRange | int, gone: int) -> Holding:
    """What a player can still hold, weights multiplied up to whole numbers."""
    holding = {given: 1} if isinstance(given, int) else given.holding
    if len(holding) == 1:
        _refuse_repeated([*holding, gone])
    left = {hand: whole for hand, whole in holding.items() if not hand & gone} if gone else holding
    if not left:
        raise CardError(f"expected a hand without known cards: {quoted(_names([given])[0])}")
    return left


def _check_apart(holdings: list[Holding]) -> None:
    _refuse_repeated([hand for holding in holdings if len(holding) == 1 for hand in holding])


def _refuse_repeated(hands: list[int]) -> None:
    union = 0
    for hand in hands:
        if hand & union:
            parse_cards([card for hand in hands for card in cards_of(hand)])  # names the card
        union |= hand


def _names(given: Sequence[Range | OmahaRange | int]) -> tuple[str, ...]:
    return tuple(
        "".join(map(str, sorted(cards_of(each), key=lambda card: -card.id)))
        if isinstance(each, int)
        else str(each)
        for each in given
    )


# Sampled


def _sampled(
    game: Game,
    holdings: list[Holding],
    known: tuple[int, int],
    sampling: tuple[int, int, int],
    progress: Progress | None,
) -> Tally:
    if max(sum(holding.values()) * len(holding) for holding in holdings) >= _WORDS:
        raise LimitError("expected weights with fewer digits for samples", _WORDS)
    return _core.simulate(as_arrays(holdings), as_row(game), *known, *sampling, progress)
