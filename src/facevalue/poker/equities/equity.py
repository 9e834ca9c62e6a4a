"""Equity: how much of the pot each player wins on average over all cards still to come.

The result is exact if all deals can be counted in a few seconds. Otherwise it is sampled, and
`Equity.method` says so.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from facevalue import _core
from facevalue.budget import USUAL_LIMIT, check_cost
from facevalue.cards import Card, CardsLike
from facevalue.errors import CardError
from facevalue.options import quick, sample_count, worker_count
from facevalue.poker.equities.equity_result import Equity, Progress, Share, ShareRow, shares_of
from facevalue.poker.equities.preflop import table_for
from facevalue.poker.hands.games import (
    Game,
    GameLike,
    core_cards,
    game_without_wild_cards,
    low_name,
)
from facevalue.poker.hands.masks import FULL_DECK, highest_first, mask_of
from facevalue.poker.hands.players import split_players
from facevalue.poker.ranges.by_game import PlayerHands, player_row, print_hands, read_player
from facevalue.poker.ranges.holdem import RangeLike
from facevalue.randomness import seed_or_random
from facevalue.value import make_trusted

# The core makes the result of two hands itself.
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
    _core.check_players(len(players))
    count = _core.USUAL_SAMPLES if samples is None else sample_count(samples)
    chosen_seed, threads = seed_or_random(seed), worker_count(workers)
    if samples is not None:
        work, seconds = _core.samples_cost(core_cards(rules), len(players), count)
        check_cost(work, seconds / threads, limit)
    hands = [read_player(player, rules) for player in players]
    deal = seat(rules, board, dead, players, hands)
    if samples is None and deal.can_count():
        found = deal.count(table_for(deal, progress), threads, progress)
        return _result(rules, deal, hands, found)
    found = deal.sample(count, chosen_seed, threads, progress)
    return _result(rules, deal, hands, found, seed=chosen_seed)


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
    rules = game_without_wild_cards(game)
    shared = mask_of(board)
    _core.check_next_card(core_cards(rules), shared.bit_count())
    # Two players may be in one string. This call also checks all arguments.
    known = equity(*players, board=board, dead=dead, game=rules, samples=1, seed=0)
    seed_or_random(seed)
    hands = [read_player(hand, rules) for hand in known.hands]
    deal = seat(rules, board, dead, known.hands, hands)
    walked = deal.next_cards()
    if walked is not None:
        return {
            highest_first(card)[0]: _result(rules, deal, known.hands, found)
            for card, found in walked
        }
    gone = mask_of(dead) | rules.missing_cards
    equities = {}
    for card in highest_first(FULL_DECK & ~(shared | gone)):
        try:
            equities[card] = equity(
                *known.hands, board=(*highest_first(shared), card), dead=dead, game=rules, seed=seed
            )
        except CardError:  # no deal is possible with this card
            continue
    return equities


def seat(
    game: Game,
    board: CardsLike,
    dead: CardsLike,
    players: Sequence[object],
    hands: Sequence[PlayerHands],
    *,
    may_share: bool = False,
) -> _core.PotDeal:
    """Return the board, and the hands that the players can still have.

    Args:
        game: the game.
        board: the known board cards.
        dead: cards that cannot come.
        players: the players as they were given, for messages.
        hands: what they have.
        may_share: whether two known hands may share a card.

    Raises:
        CardError: a card is in two places or not in the deck, the board is too large, or a player
            has no possible hand.
    """
    rows = [player_row(player, held) for player, held in zip(players, hands, strict=True)]
    table = core_cards(game), low_name(game), mask_of(board), mask_of(dead)
    return _core.PotDeal(*table, rows, may_share)


def _result(
    game: Game,
    deal: _core.PotDeal,
    hands: Sequence[PlayerHands | str],
    found: tuple[int, list[ShareRow]],
    *,
    seed: int | None = None,
) -> Equity:
    """Return the result of counting all deals, or of sampling with a seed."""
    deals, rows = found
    if not deals:
        deal.raise_no_deal(seed is not None, [print_hands(each) for each in hands])
    return make_trusted(
        Equity,
        game=game.name,
        _hands=tuple(hands),
        players=shares_of(rows),
        deals=deals,
        method="exact" if seed is None else "sampled",
        seed=seed,
    )
