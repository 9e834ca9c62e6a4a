"""Recognizes a command line that starts with a puzzle instead of a command."""

from __future__ import annotations

_RANKS, _SUITS = "AKQJT", "cdhs♣♦♥♠"


def begins_puzzle(argument: str) -> bool:
    """Return whether the first argument is a number or a card, so that the command is `solve`.

    >>> [begins_puzzle(argument) for argument in ("6", "-3", "6 6 5 2", "KS", "q", "slove", "")]
    [True, True, True, True, True, False, False]
    """
    words = argument.replace(",", " ").split()
    if not words:
        return False
    word = words[0]
    # Numbers may start with a sign, a dot (.5), a bracket of a list or a brace of a fraction.
    if word.lstrip("-.[{")[:1].isdigit():
        return True
    is_card = len(word) == 1 or (len(word) == len("KS") and word[1].lower() in _SUITS)
    return word[0].upper() in _RANKS and is_card
