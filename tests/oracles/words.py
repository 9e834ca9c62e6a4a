"""The short readable version of `nearest_word`."""

from difflib import get_close_matches


def nearest_word(given, words):
    """The most similar word, if at least 7 of 10 characters are in common blocks."""
    near = get_close_matches(given.lower()[:100], words, n=1, cutoff=0.7)
    return near[0] if near else None
