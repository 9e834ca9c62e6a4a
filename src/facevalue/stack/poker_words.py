"""The poker words of the Factor program that facevalue grew from, on Cactus Kev's evaluator."""

from __future__ import annotations

from functools import cache

from facevalue.poker import cactus
from facevalue.stack.values import array, items_of
from facevalue.stack.words import words

# A hand of each category, the strongest first.
_CATEGORIES = (
    *("AS KS QS JS TS", "AS AH AD AC KS", "AS AH AD KS KH", "AS KS QS JS 9S", "AS KH QS JS TS"),
    *("AS AH AD KS QS", "AS AH KS KH QS", "AS AH KS QS JS", "AS KH QS JS 9S"),
)

words(
    "poker",
    {
        ">ckf ( str -- n )": cactus.bitfield,
        "parse-cards ( str -- seq )": lambda cards: array(cactus.words(cards)),
        "hand-value ( seq -- value )": lambda hand: cactus.hand_value(items_of(hand)),
        "value>rank ( n -- n )": cactus.value_rank,
        "card>string ( n -- str )": lambda card: cactus.card_text(card).upper(),
    },
)
# The constants are made once.
words(
    "poker",
    {
        "VALUE_STR ( -- seq )": cache(lambda: array(map(cactus.hand_rank, _CATEGORIES))),
        "flushes-table ( -- seq )": cache(lambda: array(cactus.FLUSHES)),
        "unique5-table ( -- seq )": cache(lambda: array(cactus.UNIQUE5)),
        "products-table ( -- seq )": cache(lambda: array(cactus.PRODUCTS)),
        "values-table ( -- seq )": cache(lambda: array(cactus.VALUES)),
    },
    is_quick=True,
)
