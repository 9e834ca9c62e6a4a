"""Whether the first word of a command line begins a puzzle."""

from __future__ import annotations

_RANKS, _SUITS = "AKQJT", "cdhs♣♦♥♠"


def begins_puzzle(argument: str) -> bool:
    """Whether a first argument is a number or a card, so that the command is `solve`.

    >>> [begins_puzzle(argument) for argument in ("6", "-3", "6 6 5 2", "KS", "q", "slove", "")]
    [True, True, True, True, True, False, False]
    """
    words = argument.replace(",", " ").split()
    if not words:
        return False
    word = words[0]
    # A list in brackets, a fraction in braces, a decimal without its zero, a negative number.
    if word.lstrip("-.[{")[:1].isdigit():
        return True
    is_card = len(word) == 1 or (len(word) == len("KS") and word[1].lower() in _SUITS)
    return word[0].upper() in _RANKS and is_card
