"""Equity: how much of the pot each player wins on average over all cards still to come.

The result is exact if all deals can be counted in a few seconds. Otherwise it is sampled, and
`Equity.method` says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

import attrs

from facevalue import _core
from facevalue.budget import USUAL_LIMIT, check_cost
from facevalue.cards import DECK_SIZE, Card, CardsLike
from facevalue.errors import CardError, LimitError, RuleError, quoted
from facevalue.options import quick, sample_count, worker_count
from facevalue.poker.equities.equity_result import Equity, PotCounts, Progress, Share, shares_of
from facevalue.poker.equities.exact_equity import (
    Holding,
    as_arrays,
    core_game,
    count_exactly,
    is_holdem,
)
from facevalue.poker.hands.games import (
    Game,
    GameLike,
    core_cards,
    game_without_wild_cards,
    hand_seconds,
)
from facevalue.poker.hands.masks import FULL_DECK, highest_first, mask_of, refuse_clashes
from facevalue.poker.hands.players import MAX_PLAYERS, split_players
from facevalue.poker.hands.strength import check_deck
from facevalue.poker.ranges.by_game import PlayerHands, print_hands, quote_player, read_player
from facevalue.poker.ranges.holdem import Range, RangeLike
from facevalue.poker.ranges.starting_hands import hands_with
from facevalue.randomness import seed_or_random
from facevalue.value import make_trusted

# The core makes the result of two hands itself.
_CLASSES = [
    content
    for kind in (Equity, Share)
    for content in (kind, tuple(vars(kind)[field.name] for field in attrs.fields(kind)))
]
_SIGNATURE = (
    "(*players, board='', dead='', game='holdem', samples=None, seed=None, workers=1, "
    f"limit={USUAL_LIMIT}, progress=None)"
)
USUAL_SAMPLES = 1_000_000
_WORDS = 2**64  # the core adds up weights in 64 bits
_MOST_STEPS = 1000  # to see whether hands fit together


# The core counts two hold'em hands, or one against random, if it can read them and they have at
# most a board.
@quick(_core.quick_equity, *_CLASSES, _SIGNATURE)
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
        players: 2 to 10 hands or ranges. Ranges are `Range`s or strings such as "QQ+, AKs" in games
            with two hole cards, and `OmahaRange`s or strings such as "AA**" in Omaha. In stud and
            draw games a hand may be incomplete, such as "8h Ks" or "X X 8h Ks"; the missing cards
            are dealt.
            A string may have several players, as in "AhKh vs QQ+" or "AhKh | QQ+".
        board: the known board cards, up to five.
        dead: cards that cannot come, for example folded ones.
        game: the name of a game in `GAMES`, or a `Game`.
        samples: how many deals to sample, 1 to 10^12. If left out, the result is exact, or from
            1,000,000 samples if counting would take more than about five seconds.
        seed: 0 to 2^64 - 1 for the same samples on every machine and any number of workers; None
            for a random seed. `Equity.seed` reports it.
        workers: the number of threads, 1 to 64.
        limit: the maximum number of seconds that `samples` deals may take, by an estimate made
            before they start; None for no limit.
        progress: called with (done, total) about ten times a second during long work: boards or
            deals, or `MATCHUP_COUNT` while the table of match-ups is computed, once; the total is 0
            if it is not known. An exception from it ends the work.

    Raises:
        CardError: a card is invalid or repeated, there are too many or too few cards, or no deal
            is possible.
        LimitError: the deals would take longer than `limit` (the message gives an estimate), the
            weights have too many digits for sampling, or a million tries found no deal.
        RangeError: a string is not a range.
        RuleError: no game has that name, it has no ranges, or there are not 2 to 10 players.

    >>> answer = equity("AhKh", "QsQd")
    >>> answer.players[0].win, answer.players[0].tie, answer.deals, answer.exact
    (787966, 6732, 1712304, True)
    >>> float(equity("AhKh", "QQ+, AKs, AQs, JTs", board="2h7d9c").players[0].equity)
    0.4048438934802571
    """
    rules = game_without_wild_cards(game)
    if len(players) == 1 and isinstance(players[0], (list, tuple)):
        players = tuple(players[0])
    players = tuple(split_players(players))
    if not 1 < len(players) <= MAX_PLAYERS:
        remedy = "; call odds for one hand" if len(players) == 1 else ""
        raise RuleError(f"equity needs 2 to {MAX_PLAYERS} players, not {len(players)}{remedy}")
    count = USUAL_SAMPLES if samples is None else sample_count(samples)
    chosen_seed, threads = seed_or_random(seed), worker_count(workers)
    if samples is not None:
        seconds = count * len(players) * hand_seconds(rules, is_dealt=True) / threads
        check_cost(f"{count:,} deals", seconds, limit)
    hands = [read_player(player, rules) for player in players]
    table = Table(rules, board, dead)
    holdings = table.holdings(players, hands)
    table.refuse_shared_cards(players, hands, holdings)
    if samples is None:
        counts = count_exactly(rules, holdings, table.board, table.gone, threads, progress=progress)
        if counts:
            return _result(rules, hands, counts, seed=None)
    if max(sum(holding.values()) * len(holding) for holding in holdings) >= _WORDS:
        raise LimitError("the weights have too many digits for sampling; round them", _WORDS)
    sampling = (count, chosen_seed, threads, progress)
    arrays = as_arrays(holdings)
    counts = _core.simulate(arrays, core_game(rules), table.board, table.gone, *sampling)
    if not counts[0] and table.may_deal(holdings):
        message = "so few of these hands fit together that a million tries found no deal"
        raise LimitError(f"{message}: {_quoted_all(hands)}", _core.TRIES_TO_DEAL)
    return _result(rules, hands, counts, seed=chosen_seed)


@quick(_core.quick_by_next_card, "(*players, board, dead='', game='holdem', seed=None)")
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
    rules = game_without_wild_cards(game)
    shared = mask_of(board)
    if not rules.board:
        raise RuleError(f"{rules.name} has no board, so no card comes next")
    if shared.bit_count() >= rules.board:
        raise CardError(f"the board has {shared.bit_count()} cards, so no card comes next")
    # Two players may be in one string. This call also checks all arguments.
    known = equity(*players, board=board, dead=dead, game=rules, samples=1, seed=0)
    seed_or_random(seed)
    gone = mask_of(dead) | rules.missing_cards
    if is_holdem(rules):
        hands = [_weights_of(read_player(hand, rules)) for hand in known.hands]
        if all(list(weights.values()) == [1] for weights in hands):
            masks = [mask for weights in hands for mask in weights]
            walked = _core.walk_next_cards(masks, shared, gone, rules.ranking.name)
            return {
                highest_first(card)[0]: _result(
                    rules, known.hands, (boards, shares, None, None, None), seed=None
                )
                for card, boards, shares in walked
            }
    found = {}
    for card in highest_first(FULL_DECK & ~(shared | gone)):
        try:
            found[card] = equity(
                *known.hands, board=(*highest_first(shared), card), dead=dead, game=rules, seed=seed
            )
        except CardError:  # no deal is possible with this card
            continue
    return found


class Table:
    """The board and the dead cards, and which hands the players can still have."""

    def __init__(self, game: Game, board: CardsLike, dead: CardsLike) -> None:
        self.game = game
        self.board, self.dead = mask_of(board), mask_of(dead)
        self._places = (("on the board", self.board), ("among the dead cards", self.dead))
        refuse_clashes(*self._places)
        _core.check_board(core_cards(game), self.board)

    @property
    def gone(self) -> int:
        """The cards that cannot come: dead ones, and those missing from the deck."""
        return self.dead | self.game.missing_cards

    def holdings(self, players: Sequence[object], hands: Sequence[PlayerHands]) -> list[Holding]:
        """Return the hands that each player can still have, with weights as whole numbers."""
        holdings = []
        for player, of_player in zip(players, hands, strict=True):
            holding = _weights_of(of_player)
            if len(holding) == 1:
                (hand,) = holding
                check_deck(self.game, hand)
                place = f"in the hand {quote_player(player, of_player)}"
                refuse_clashes((place, hand), *self._places)
            left = _without(holding, self.board | self.gone, are_pairs=isinstance(of_player, Range))
            if not left:
                name = quote_player(player, of_player)
                message = f"no hand of {name} is possible with this board, dead cards and deck"
                raise CardError(message)
            holdings.append(left)
        return holdings

    def may_deal(self, holdings: list[Holding]) -> bool:
        """Return whether hands of all players fit together; also True if it takes long to see."""
        needed = self.game.hole * len(holdings) + self.game.board
        if needed + self.gone.bit_count() > DECK_SIZE:
            return False
        steps = iter(range(_MOST_STEPS))

        def fit(taken: int, players: list[Holding]) -> bool:
            if not players or next(steps, None) is None:
                return True
            return any(fit(taken | hand, players[1:]) for hand in players[0] if not hand & taken)

        return fit(0, sorted(holdings, key=len))

    def refuse_shared_cards(
        self, players: Sequence[object], hands: Sequence[PlayerHands], holdings: list[Holding]
    ) -> None:
        """Check that players who can have only one hand do not share a card."""
        single: list[tuple[str, int]] = [
            (_place(player, of_player), next(iter(holding)))
            for player, of_player, holding in zip(players, hands, holdings, strict=True)
            if len(holding) == 1
        ]
        for place, other in combinations(single, 2):
            refuse_clashes(place, other)


def _weights_of(hands: PlayerHands) -> Holding:
    """Return the hands of a player with their weights, scaled to whole numbers."""
    return {hands: 1} if isinstance(hands, int) else hands.mask_weights


def _without(holding: Holding, gone: int, *, are_pairs: bool) -> Holding:
    """Return the hands without these cards; if they are few, the argument itself is changed."""
    if not are_pairs or len(holding) <= gone.bit_count() * (DECK_SIZE - 1):
        return {hand: weight for hand, weight in holding.items() if not hand & gone}
    while gone:
        card = gone & -gone
        for hand in hands_with(card):
            holding.pop(hand, None)
        gone ^= card
    return holding


def _result(
    game: Game, hands: Sequence[PlayerHands | str], counts: PotCounts, *, seed: int | None
) -> Equity:
    """Return the result of counting all deals, or of sampling with a seed."""
    if not counts[0]:
        raise CardError(f"these hands cannot be dealt together: {_quoted_all(hands)}")
    return make_trusted(
        Equity,
        game=game.name,
        _hands=tuple(hands),
        players=shares_of(counts, is_exact=seed is None),
        deals=counts[0],
        method="exact" if seed is None else "sampled",
        seed=seed,
    )


def _place(player: object, hands: PlayerHands) -> str:
    """Describe for messages where a player's cards are: in the hand, or the only possible hand."""
    is_hand = isinstance(hands, int) or len(hands) == 1
    place = "in the hand" if is_hand else "in the only possible hand of"
    return f"{place} {quote_player(player, hands)}"


def _quoted_all(hands: Iterable[PlayerHands | str]) -> str:
    return ", ".join(quoted(print_hands(each)) for each in hands)
