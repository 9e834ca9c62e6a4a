"""Equity: how much of the pot each player wins on average when all cards still to come are dealt.

Exact answers walk through all deals, or look match-ups before the flop up. What would take longer
than the budget is sampled, and says so: a sampled `Equity` is never taken for an exact one.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb, lcm, prod, sqrt

from facevalue import _core
from facevalue.cards import DECK_SIZE, RANKS, SUITS, parse_cards
from facevalue.errors import CardError, LimitError, RuleError, quoted
from facevalue.poker.games import game_named
from facevalue.poker.ranges import Range, as_range, two_cards
from facevalue.poker.sets import cards_of, mask_of
from facevalue.poker.table import BOARDS, counts, number_of
from facevalue.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any, TypeAlias

    from facevalue.cards import Card, CardsLike
    from facevalue.poker.games import Game
    from facevalue.poker.ranges import RangeLike

    Holding: TypeAlias = dict[int, int]  # hands as masks, and weights as whole numbers
    Counts: TypeAlias = Sequence[Sequence[int]]  # [player][how many others share the half pot]
    Tally: TypeAlias = tuple[int, Counts, Counts | None, Counts | None]

MOST_PLAYERS = 10
USUAL_SAMPLES = 1_000_000
# About how many nanoseconds an exact answer may take: five seconds.
BUDGET = 5_000_000_000
_BOARD_OF_RANGES = 10_000  # nanoseconds to show all hands down on a board
_CALL = 3_000  # nanoseconds to ask the core
_MOST_ASKED = 500  # match-ups: from here on, reading the table is quicker
_SEEDS = 2**64
_NO_DEALS: Tally = (0, (), None, None)


class Share(Value):
    """What a player wins; deals are counted with the weights of the hands.

    `win` are the deals that the player wins alone, `tie` those shared with others, `lose` the rest;
    where the pot is split between high and low they are those of the high half, and `low_win` and
    `low_tie` those of the low half (else None). `equity` is the share of all pots, 0 to 1, exact
    as to the deals counted; `standard_error` is None where these are all deals, and else how far
    the equity is usually off (in hi-lo games, at most).
    """

    __slots__ = ("win", "tie", "lose", "low_win", "low_tie", "equity", "standard_error")

    win: int
    tie: int
    lose: int
    low_win: int | None
    low_tie: int | None
    equity: Fraction
    standard_error: float | None

    def __init__(
        self,
        *,
        win: int,
        tie: int,
        lose: int,
        low_win: int | None = None,
        low_tie: int | None = None,
        equity: Fraction,
        standard_error: float | None = None,
    ) -> None:
        self._set(win=win, tie=tie, lose=lose, low_win=low_win, low_tie=low_tie)
        self._set(equity=equity, standard_error=standard_error)


class Equity(Value):
    """What `equity` gives: a `Share` for each player, and how it was found.

    `method` is "exact" or "sampled", `deals` the number of deals that were counted, with the
    weights of the hands multiplied up to whole numbers; `hands` are the players' as text.
    """

    __slots__ = ("game", "hands", "players", "deals", "method")

    game: str
    hands: tuple[str, ...]
    players: tuple[Share, ...]
    deals: int
    method: str

    def __init__(
        self,
        *,
        game: str,
        hands: tuple[str, ...],
        players: tuple[Share, ...],
        deals: int,
        method: str,
    ) -> None:
        self._set(game=game, hands=hands, players=players, deals=deals, method=method)

    @property
    def exact(self) -> bool:
        """Whether all deals were counted."""
        return self.method == "exact"

    @property
    def boards(self) -> int:
        """The deals: where every hand is known, the boards."""
        return self.deals

    def __str__(self) -> str:
        width = max(map(len, self.hands))
        lines = (
            f"{hand:<{width}}  {_percent(share)}  win {share.win}  tie {share.tie}"
            f"  lose {share.lose}" + _low_text(share)
            for hand, share in zip(self.hands, self.players, strict=True)
        )
        return "\n".join([*lines, f"{self.method}, {self.deals} deals"])


def _percent(share: Share) -> str:
    text = f"{float(100 * share.equity):8.4f}%"
    error = share.standard_error
    return text if error is None else f"{text} ± {100 * error:.4f}"


def _low_text(share: Share) -> str:
    return "" if share.low_win is None else f"  low win {share.low_win}  tie {share.low_tie}"


def equity(
    *players: RangeLike | CardsLike,
    board: CardsLike = "",
    dead: CardsLike = "",
    game: str | Game = "holdem",
    samples: int | None = None,
    seed: int = 0,
    workers: int = 1,
) -> Equity:
    """How much of the pot each player wins on average, exactly unless `method` says "sampled".

    Args:
        players: 2 to 10 hands or, in games with two cards of one's own, ranges (`Range`, or texts
            such as "QQ+, AKs"). In stud and draw games, a hand may lack cards, which are dealt.
        board: the cards of the board that are known, none to five.
        dead: cards that cannot come.
        game: the name of a row of `GAMES`. Hold'em and Omaha are exact; other games are sampled.
        samples: how many deals to sample; without it the answer is exact, or, if that would take
            more than about five seconds, of 1,000,000 samples.
        seed: 0 to 2^64 - 1; the same samples on every machine, for any number of workers.
        workers: threads, 1 to 64.

    Raises:
        CardError: cards are none, or repeated, too many or too few; no deal is possible.
        RangeError: a text is no range.
        RuleError: no game has that name; fewer than 2 players, or more than 10.

    >>> answer = equity("AhKh", "QsQd")
    >>> answer.players[0].win, answer.players[0].tie, answer.boards, answer.exact
    (787966, 6732, 1712304, True)
    >>> float(equity("AhKh", "QQ+, AKs, AQs, JTs", board="2h7d9c").players[0].equity)
    0.4048438934802571
    """
    row = game_named(game)
    if not 1 < len(players) <= MOST_PLAYERS:
        raise RuleError(f"expected 2 to {MOST_PLAYERS} players: {len(players)} given")
    _check_whole(samples, seed, workers)
    shared, gone = _table_cards(row, board, dead)
    given = [_given(player, row) for player in players]
    holdings = [_left(each, shared | gone) for each in given]
    _check_apart(holdings)
    tally = None if samples else _exact(row, holdings, shared, gone, workers)
    method = "exact" if tally else "sampled"
    if tally is None:
        tally = _sampled(row, holdings, (shared, gone), (samples or USUAL_SAMPLES, seed), workers)
    if not tally[0]:
        raise CardError(f"expected hands that can be dealt together: {quoted(_names(given))}")
    return Equity(
        game=row.name,
        hands=_names(given),
        players=_shares(tally, is_exact=method == "exact"),
        deals=tally[0],
        method=method,
    )


def range_equities(
    hero: RangeLike, villain: RangeLike, *, board: CardsLike = "", dead: CardsLike = ""
) -> Mapping[tuple[Card, Card], Fraction]:
    """The equity of each hand of hero's range in hold'em against villain's range, exactly, 0 to 1.

    A hand that no hand of villain's can meet is left out.

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
    outcomes = _against(heroes, villains, shared, gone, 1)
    return {
        two_cards(hand): Fraction(2 * wins + ties, 2 * total)
        for hand, (wins, ties, total) in outcomes
        if total
    }


# What was asked


def _check_whole(samples: object, seed: object, workers: object) -> None:
    if samples is not None and (not isinstance(samples, int) or samples < 1):
        raise RuleError(f"expected a count of samples, 1 or more: {quoted(samples)}")
    if not isinstance(seed, int) or not 0 <= seed < _SEEDS:
        raise RuleError(f"expected a seed, 0 to {_SEEDS - 1}: {quoted(seed)}")
    if workers not in range(1, 65):
        raise RuleError(f"expected 1 to 64 workers: {quoted(workers)}")


def _table_cards(game: Game, board: CardsLike, dead: CardsLike) -> tuple[int, int]:
    """The board, and what cannot come: the dead cards, and those that the deck lacks."""
    shared, gone = mask_of(board), mask_of(dead)
    if shared & gone:
        parse_cards([*cards_of(shared), *cards_of(gone)])  # names the card that is repeated
    if shared.bit_count() > game.board:
        wanted = f"expected a board of up to {game.board} cards in {game.name}"
        raise CardError(f"{wanted}: {shared.bit_count()} given")
    lacking = (DECK_SIZE - game.deck) // len(SUITS)
    strange = sum((2**lacking - 1) << len(RANKS) * suit for suit in range(len(SUITS)))
    return shared, gone | strange


def _given(player: RangeLike | CardsLike, game: Game) -> Range | int:
    has_ranges = game.hole == 2  # noqa: PLR2004 - a range is of hands of two cards
    if isinstance(player, Range) or (has_ranges and isinstance(player, str)):
        if not has_ranges:
            raise RuleError(f"expected cards, and no range, in {game.name}: {quoted(player)}")
        return as_range(player)
    hand = mask_of(player)
    fewest = 1 if not game.board else game.hole
    if not fewest <= hand.bit_count() <= game.hole:
        wanted = " to ".join(map(str, sorted({fewest, game.hole})))
        raise CardError(f"expected {wanted} cards in {game.name}: {quoted(player)}")
    return hand


def _left(given: Range | int, gone: int) -> Holding:
    """What a player can still hold, weights multiplied up to whole numbers."""
    pairs = {given: Fraction(1)} if isinstance(given, int) else dict(given.pairs)
    if len(pairs) == 1:
        _refuse_repeated([*pairs, gone])
    scale = lcm(*{weight.denominator for weight in pairs.values()})
    left = {
        hand: weight.numerator * (scale // weight.denominator)
        for hand, weight in pairs.items()
        if not hand & gone
    }
    if not left:
        raise CardError(f"expected a hand without known cards: {quoted(_names([given])[0])}")
    return left


def _check_apart(holdings: list[Holding]) -> None:
    _refuse_repeated([hand for holding in holdings if len(holding) == 1 for hand in holding])


def _refuse_repeated(hands: list[int]) -> None:
    if sum(hand.bit_count() for hand in hands) != _union(hands).bit_count():
        parse_cards([card for hand in hands for card in cards_of(hand)])  # names the card


def _union(hands: Sequence[int]) -> int:
    union = 0
    for hand in hands:
        union |= hand
    return union


def _names(given: Sequence[Range | int]) -> tuple[str, ...]:
    return tuple(
        "".join(map(str, sorted(cards_of(each), key=lambda card: -card.id)))
        if isinstance(each, int)
        else str(each)
        for each in given
    )


# Exact


def _exact(
    game: Game, holdings: list[Holding], board: int, dead: int, workers: int
) -> Tally | None:
    """All deals, or None where that takes too long or the game has no way to walk through them."""
    if game.name == "holdem":
        return _exact_holdem(holdings, board, dead, workers)
    if game.from_hole:
        hands = [hand for holding in holdings for hand in holding]
        try:
            return _core.omaha(hands, board, dead, game.low is not None, workers)[:4]
        except ValueError:  # the core finds no deal
            return _NO_DEALS
    return None


def _exact_holdem(holdings: list[Holding], board: int, dead: int, workers: int) -> Tally | None:
    deals = prod(map(len, holdings))
    left = DECK_SIZE - (board | dead).bit_count()
    boards = comb(left - 2 * len(holdings), 5 - board.bit_count())
    is_duel = len(holdings) == 2  # noqa: PLR2004 - it takes two
    is_table = is_duel and not board | dead
    if is_duel and deals > 1:
        cost = 0 if is_table else boards * _BOARD_OF_RANGES
        return None if cost > BUDGET else _duel(holdings, board, dead, workers)
    if deals * (_CALL + boards * len(holdings)) > BUDGET:
        return None
    return _every_deal(holdings, board, dead, workers)


def _duel(holdings: list[Holding], board: int, dead: int, workers: int) -> Tally:
    heroes, villains = holdings
    wins = ties = total = 0
    for hand, outcome in _against(heroes, villains, board, dead, workers):
        weight = heroes[hand]
        wins, ties = wins + weight * outcome[0], ties + weight * outcome[1]
        total += weight * outcome[2]
    return total, [[wins, ties], [total - wins - ties, ties]], None, None


def _against(
    heroes: Holding, villains: Holding, board: int, dead: int, workers: int
) -> Iterator[tuple[int, tuple[int, int, int]]]:
    """For each hand of hero's, villain's weight that it beats, ties with and meets."""
    if not board | dead:
        return _before_the_flop(heroes, villains)
    return _on_boards(heroes, villains, board, dead, workers)


def _before_the_flop(
    heroes: Holding, villains: Holding
) -> Iterator[tuple[int, tuple[int, int, int]]]:
    if len(heroes) * len(villains) > _MOST_ASKED:
        return _looked_up(heroes, villains)
    return ((hero, _matchups(hero, villains)) for hero in heroes)


def _matchups(hero: int, villains: Holding) -> tuple[int, int, int]:
    wins = ties = total = 0
    for villain, weight in villains.items():
        if not hero & villain:
            won, tied, boards = _core.matchup(hero, villain)
            wins, ties, total = wins + weight * won, ties + weight * tied, total + weight * boards
    return wins, ties, total


def _looked_up(heroes: Holding, villains: Holding) -> Iterator[tuple[int, tuple[int, int, int]]]:
    import numpy as np  # noqa: PLC0415 - only those who ask for ranges pay for NumPy

    weights: Any = np.array(list(villains.values()), _whole_type(villains))
    places = np.ix_(*(list(map(number_of, hands)) for hands in (heroes, villains)))
    won, tied = (table[places] for table in counts())
    met = BOARDS * ((won >= 0) @ weights)
    wins, ties = (np.maximum(each, 0) @ weights for each in (won, tied))
    rows = zip(wins.tolist(), ties.tolist(), met.tolist(), strict=True)
    return zip(heroes, rows, strict=True)


def _whole_type(villains: Holding) -> type:
    """What holds their weights times all boards: 64 bits, or whole numbers of any length."""
    import numpy as np  # noqa: PLC0415 - only those who ask for ranges pay for NumPy

    return np.int64 if BOARDS * sum(villains.values()) < 2**63 else object


def _on_boards(
    heroes: Holding, villains: Holding, board: int, dead: int, workers: int
) -> Iterator[tuple[int, tuple[int, int, int]]]:
    import numpy as np  # noqa: PLC0415 - only those who ask for ranges pay for NumPy

    if sum(villains.values()) >= 2**32:
        raise LimitError("expected weights with fewer digits for ranges on a board", 2**32)
    hands = np.array(list(heroes), np.uint64)
    others = np.array(list(villains), np.uint64)
    weights = np.array(list(villains.values()), np.uint32)
    rows = _core.range_equities(hands, others, weights, board, dead, workers).tolist()
    yield from ((hand, (row[0], row[1], row[2])) for hand, row in zip(heroes, rows, strict=True))


def _every_deal(holdings: list[Holding], board: int, dead: int, workers: int) -> Tally:
    are_ranges = max(map(len, holdings)) > 1
    if are_ranges and max(max(holding.values()) for holding in holdings) < 2**32:
        import numpy as np  # noqa: PLC0415 - only those who ask for ranges pay for NumPy

        weighted = [
            (np.array(list(holding), np.uint64), np.array(list(holding.values()), np.uint32))
            for holding in holdings
        ]
        counted = _core.walk_ranges(weighted, board, dead, workers)
        if counted is not None:  # the weights of all deals fit 64 bits
            return (*counted, None, None)
    return _one_by_one(holdings, board, dead, workers)


def _one_by_one(holdings: list[Holding], board: int, dead: int, workers: int) -> Tally:
    players = range(len(holdings))
    deals, counted = 0, [[0] * len(holdings) for _ in players]
    for hands in product(*holdings):
        if sum(map(int.bit_count, hands)) != _union(hands).bit_count():
            continue
        weight = prod(holding[hand] for holding, hand in zip(holdings, hands, strict=True))
        boards, shares = _core.walk(list(hands), board, dead, workers)
        deals += weight * boards
        for player, others in product(players, players):
            counted[player][others] += weight * shares[player][others]
    return deals, counted, None, None


# Sampled


def _sampled(
    game: Game,
    holdings: list[Holding],
    known: tuple[int, int],
    sampling: tuple[int, int],
    workers: int,
) -> Tally:
    import numpy as np  # noqa: PLC0415 - only those who sample pay for NumPy

    players = [
        (np.array(list(holding), np.uint64), np.array(list(holding.values()), np.uint64))
        for holding in holdings
    ]
    low = game.low.name if game.low else None
    rules = (game.ranking.name, low, game.hole, game.board, game.from_hole)
    try:
        return _core.simulate(players, rules, *known, *sampling, workers)[:4]
    except ValueError:  # the core finds no deal
        return _NO_DEALS


# What comes of it


def _shares(tally: Tally, *, is_exact: bool) -> tuple[Share, ...]:
    deals, high, low, halved = tally
    return tuple(
        _share(
            deals,
            row,
            low[player] if low else None,
            halved[player] if halved else None,
            is_exact=is_exact,
        )
        for player, row in enumerate(high)
    )


def _share(
    deals: int,
    high: Sequence[int],
    low: Sequence[int] | None,
    halved: Sequence[int] | None,
    *,
    is_exact: bool,
) -> Share:
    pots = _pots(high)
    if low and halved:
        pots += (_pots(low) - _pots(halved)) / 2
    share = pots / deals
    tie = sum(high[1:])
    return Share(
        win=high[0],
        tie=tie,
        lose=deals - high[0] - tie,
        low_win=low[0] if low else None,
        low_tie=sum(low[1:]) if low else None,
        equity=share,
        standard_error=None if is_exact else _error(deals, share, None if low else high),
    )


def _pots(counted: Sequence[int]) -> Fraction:
    return sum((Fraction(count, others + 1) for others, count in enumerate(counted)), Fraction(0))


def _error(deals: int, share: Fraction, high: Sequence[int] | None) -> float:
    """The standard error; where the pot has two halves, the greatest that it can be."""
    square = share
    if high:
        square = sum(
            (Fraction(count, (others + 1) ** 2) for others, count in enumerate(high)), Fraction(0)
        )
        square /= deals
    return sqrt((square - share * share) / deals)
