"""The whole library: the words in Python, and those that library.factor defines."""

from __future__ import annotations

from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

# These files add their words to the library.
from facevalue.stack import arithmetic, combinators, poker_words, sequences  # noqa: F401
from facevalue.stack.printing import WHOLE, printed
from facevalue.stack.reading import Reader
from facevalue.stack.values import Word
from facevalue.stack.words import ROWS, Row

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

WORDS: Mapping[str, Row] = MappingProxyType(ROWS)
_NEEDS_USE = {"shuffle"}  # vocabularies that Factor 0.95 searches only after USE:


def find(name: str, vocabularies: tuple[str, ...] = ()) -> Word | None:
    """Return the word of a name; None if it is in no vocabulary that is used."""
    row = WORDS.get(name)
    if row is None or (row.vocabulary in _NEEDS_USE and row.vocabulary not in vocabularies):
        return None
    return Word(name)


def suggest(name: str, own: tuple[str, ...] = ()) -> str:
    """Return what to do about an unknown name: the nearest one, or the vocabulary to use."""
    from difflib import get_close_matches  # noqa: PLC0415 - slow to import

    if name in WORDS:
        return f"write USE: {WORDS[name].vocabulary} first"
    near = get_close_matches(name[:100], [*own, *WORDS], n=1, cutoff=0.6)
    return f"did you mean {near[0]!r}?" if near else "docs/stack-words.md lists all words"


def make_shuffler(effect: str) -> Callable[..., tuple[Any, ...]]:
    """Return the function of a word that leaves what its effect says of what it takes."""
    before, _, after = effect.partition("--")
    places = [before.split().index(name) for name in after.split()]
    return lambda *values: tuple(values[place] for place in places)


def add_definitions(source: str) -> None:
    """Add the words of library.factor; those without code are stack shufflers."""
    for section in source.split("IN: ")[1:]:
        vocabulary, _, code = section.partition("\n")
        reader = Reader(find, suggest, is_own=False)
        reader.feed(code)
        reader.finish()
        for name, definition in reader.definitions.items():
            effect, body = definition.effect, definition.body
            if body:
                meaning = " ".join(printed(item, WHOLE) for item in body)
                ROWS[name] = Row(vocabulary, name, effect, meaning, body=body)
            else:
                ROWS[name] = Row(vocabulary, name, effect, "", make_shuffler(effect), is_quick=True)


add_definitions(Path(__file__).with_name("library.factor").read_text(encoding="utf-8"))
VOCABULARIES = frozenset(row.vocabulary for row in WORDS.values()) | {"scratchpad", "syntax"}
