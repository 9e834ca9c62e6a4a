"""Tests of wild cards, jokers and several decks."""
