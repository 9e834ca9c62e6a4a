"""The chances of a hand: what it may become on the next street and in the end, and who is ahead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import attrs

from facevalue import _core
from facevalue.budget import USUAL_LIMIT
from facevalue.cards import DECK_SIZE, Card, CardsLike
from facevalue.options import as_whole, whole_number
from facevalue.poker.equities.equity import equity
from facevalue.poker.equities.equity_result import Equity, Progress, ratio
from facevalue.poker.hands.games import GameLike, game_named
from facevalue.poker.hands.masks import highest_first
from facevalue.poker.hands.players import MAX_PLAYERS
from facevalue.poker.hands.wild_cards import JOKER, hand_masks
from facevalue.poker.ranges.by_game import split_rivals
from facevalue.poker.ranges.holdem import RangeLike
from facevalue.randomness import seed_or_random
from facevalue.value import Value, as_share, freeze

_BAR = 40  # signs of a certain event


@attrs.frozen(repr=False)
class Odds(Value):
    """The chances of a hand, returned by `odds`.

    Attributes:
        game: the name of the game.
        hand: the cards of the hand, highest first; a joker is the string "joker".
        board: the board so far, highest first.
        now: the category of the hand so far, such as "One Pair".
        next: the chance of each category after the next card, or after the flop; the best category
            first. Empty if no card comes.
        final: the chance of each category when all cards have come.
        ahead: with opponents, the equity of all players if no more cards were dealt; else None.
    """

    game: str
    hand: tuple[Card | str, ...]
    board: tuple[Card | str, ...]
    now: str
    next: Mapping[str, Fraction] = attrs.field(converter=freeze, hash=False)
    final: Mapping[str, Fraction] = attrs.field(converter=freeze, hash=False)
    ahead: Equity | None = None

    def __repr__(self) -> str:
        best = max(self.final, key=self.final.__getitem__)
        cards = "".join(map(str, self.hand))
        return f"<Odds: {cards}, {self.now} now, {best} {float(self.final[best]):.1%} in the end>"

    def as_dict(self) -> dict[str, Any]:
        """Return JSON: cards as strings, chances as fractions and decimals.

        JSON:
            game, cards, board, category
            next (share by name): the chance of each category after the next card; empty if none
                comes.
            final (share by name): the chance of each category when all cards have come.
            ahead (equity_now or null): the result if no more cards were dealt; null without
                opponents.
        """
        return {
            "game": self.game,
            "cards": [str(card) for card in self.hand],
            "board": [str(card) for card in self.board],
            "category": self.now,
            "next": {name: as_share(chance) for name, chance in self.next.items()},
            "final": {name: as_share(chance) for name, chance in self.final.items()},
            "ahead": self.ahead and self.ahead.as_dict(),
        }

    def __str__(self) -> str:
        lines = [f"now: {self.now}"]
        for title, chances in (("next", self.next), ("in the end", self.final)):
            if chances:
                lines.append(f"{title}:")
            lines += [
                f"  {name:15}  {float(100 * chance):8.4f}%  {'#' * round(_BAR * chance)}".rstrip()
                for name, chance in chances.items()
                if chance
            ]
        if self.ahead:
            share = self.ahead[0]
            win, tie = (float(100 * part / self.ahead.deals) for part in (share.win, share.tie))
            lines.append(f"ahead now: {win:.4f}%, tied {tie:.4f}% ({self.ahead.method})")
        return "\n".join(lines)


def odds(
    hand: CardsLike,
    board: CardsLike = "",
    *,
    opponents: int | RangeLike | Sequence[RangeLike] = 0,
    dead: CardsLike = "",
    game: GameLike = "holdem",
    exact: bool | None = None,
    samples: int | None = None,
    seed: int | None = None,
    workers: int = 1,
    limit: float | None = USUAL_LIMIT,
    progress: Progress | None = None,
) -> Odds:
    """Compute how likely a hand is to become each category.

    Args:
        hand: the hole cards; in stud and draw games at least one of them.
        board: the board so far.
        opponents: how many opponents with random hands there are, 0 to 9; or their hands or ranges,
            as for `equity`. With opponents, `Odds.ahead` says how often the hand is ahead now.
        dead: cards that cannot come.
        game: the name of a game in `GAMES`, or a `Game`, whose hands have categories such as
            "Flush".
        exact: for `Odds.ahead`, True counts all deals, False samples, and None counts if that takes
            at most `limit` seconds on one thread and `samples` is left out, as for `equity`.
        samples: how many deals to sample, 1 to 10^12; 1,000,000 if left out.
        seed: the seed of the samples, as for `equity`.
        workers: the number of threads that find who is ahead, 1 to 64.
        limit: the maximum number of seconds that this may take, as for `equity`; None for no limit.
        progress: called with (done, total) about ten times a second during long work, as for
            `equity`: first for the chances, then for who is ahead.

    Raises:
        CardError: a card is invalid or in two places, or there are too few or too many.
        LimitError: with `exact=True` or `samples`, who is ahead would take longer than `limit`; the
            message gives an estimate.
        RangeError: a string is not a range.
        RuleError: no game has that name, it ranks hands in another way, there are opponents before
            hands can be compared, or `samples` is given with `exact=True` or without opponents.

    >>> found = odds("AhKh", "Qh 7h 2c")
    >>> found.now, str(found.next["Flush"]), str(found.final["Flush"])
    ('High Card', '9/47', '377/1081')
    >>> odds("AsKs", "Qs Js 2d", opponents=1).ahead[0].equity
    Fraction(1289, 2162)
    """
    rules, chosen_seed = game_named(game), seed_or_random(seed)
    players = _read_opponents(opponents)
    held, shared, gone = hand_masks(rules, hand, board, dead)
    options = (exact, samples, workers, limit, progress)
    now, coming, final = _core.odds(rules.core, held, shared, gone, bool(players), *options)
    ahead = None
    if players:
        finished = rules.replace(board=shared.bit_count())
        own, common, out = map(_cards_in, (held, shared, gone))
        ahead = equity(
            own,
            *players,
            board=common,
            dead=out,
            game=finished,
            exact=exact,
            samples=samples,
            seed=chosen_seed,
            workers=workers,
            limit=limit,
            progress=progress,
        )
    return Odds(
        game=rules.name,
        hand=_cards_in(held),
        board=_cards_in(shared),
        now=now,
        next=_chances(coming or []),
        final=_chances(final),
        ahead=ahead,
    )


def _cards_in(mask: int) -> tuple[Card | str, ...]:
    return (*highest_first(mask), *[JOKER] * (mask >> DECK_SIZE).bit_count())


def _chances(counts: list[tuple[str, int]]) -> Mapping[str, Fraction]:
    total = sum(count for _, count in counts)
    return {name: ratio(count, total) for name, count in counts}


def _read_opponents(given: Any) -> list[Any]:
    """Return the hands or ranges of the opponents, unread, from these or from a number."""
    if isinstance(given, str) and len(given) == 1 and given.isdecimal():
        given = int(given)
    if as_whole(given) is None and not isinstance(given, (bool, float)):
        return split_rivals(given)
    return ["random"] * whole_number("opponents", given, 0, MAX_PLAYERS - 1)
