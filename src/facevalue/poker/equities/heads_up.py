"""The equity of two hands before the flop, read from the table of match-ups: some microseconds.

Same result as the general way in `equity`, which everything else takes.
"""

from __future__ import annotations

from functools import lru_cache

import attrs

from facevalue import _core
from facevalue.poker.equities.equity_result import Equity, Share, ratio
from facevalue.poker.equities.preflop import BOARDS, loaded_matchups
from facevalue.poker.ranges.printing import hand_text

_SHARE_SLOTS = tuple(vars(Share)[field.name] for field in attrs.fields(Share))
_EQUITY_SLOTS = tuple(vars(Equity)[field.name] for field in attrs.fields(Equity))

_text = lru_cache(maxsize=4096)(hand_text)


def heads_up(hero: object, villain: object) -> Equity | None:
    """Return the equity of two hands; None if either may be a range, or no table is loaded."""
    table = loaded_matchups()
    found = None if table is None else table.of_hands(hero, villain)
    if found is None:
        return None
    one, other, wins, ties = found
    shares = _share(wins, ties), _share(BOARDS - wins - ties, ties)
    made = Equity.__new__(Equity)
    content = ("holdem", (_text(one), _text(other)), shares, BOARDS, "exact", None)
    _core.fill_slots(made, _EQUITY_SLOTS, content)
    return made


def _share(wins: int, ties: int) -> Share:
    made = Share.__new__(Share)
    equity = ratio(2 * wins + ties, 2 * BOARDS)
    content = (wins, ties, BOARDS - wins - ties, None, None, equity, None)
    _core.fill_slots(made, _SHARE_SLOTS, content)
    return made
