"""The complete library: adds the poker words, and the words that library.factor defines."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from facevalue.poker import cactus

# These modules add their words to the library.
from facevalue.stack import arithmetic, combinators, sequences  # noqa: F401
from facevalue.stack.printing import WHOLE, printed
from facevalue.stack.reading import Reader
from facevalue.stack.values import array, items_of
from facevalue.stack.words import LIBRARY, Row, words

WORDS: Mapping[str, Row] = MappingProxyType(LIBRARY)


words(
    {
        "poker": {
            "flushes-table ( -- seq )": cache(lambda: array(cactus.FLUSHES)),
            "unique5-table ( -- seq )": cache(lambda: array(cactus.UNIQUE5)),
            "products-table ( -- seq )": cache(lambda: array(cactus.PRODUCTS)),
            "values-table ( -- seq )": cache(lambda: array(cactus.VALUES)),
        },
    },
    is_quick=True,
)
words(
    {
        "poker": {
            ">ckf ( str -- n )": cactus.bitfield,
            "parse-cards ( str -- seq )": lambda cards: array(cactus.words(cards)),
            "hand-value ( seq -- value )": lambda hand: cactus.hand_value(items_of(hand)),
            "value>rank ( n -- n )": cactus.value_rank,
            "card>string ( n -- str )": lambda card: cactus.card_text(card).upper(),
        },
    }
)


def make_shuffler(effect: str) -> Callable[..., tuple[Any, ...]]:
    """Return the function of a word that rearranges its inputs according to its effect."""
    before, _, after = effect.partition("--")
    indices = [before.split().index(name) for name in after.split()]
    return lambda *values: tuple(values[index] for index in indices)


def add_definitions(source: str) -> None:
    """Add the words of library.factor; words without code only shuffle the stack."""
    for section in source.split("IN: ")[1:]:
        vocabulary, _, code = section.partition("\n")
        reader = Reader(is_own=False)
        reader.feed(code)
        reader.finish()
        for name, definition in reader.definitions.items():
            effect, body = definition.effect, definition.body
            meaning = " ".join(printed(item, WHOLE) for item in body)
            function = None if body else make_shuffler(effect)
            LIBRARY[name] = Row(
                vocabulary, name, effect, meaning, function, body, is_quick=not body
            )


add_definitions(Path(__file__).with_name("library.factor").read_text(encoding="utf-8"))
