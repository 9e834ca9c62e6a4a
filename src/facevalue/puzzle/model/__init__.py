"""The parts of a game: rules, numbers, decks, and the digest of a puzzle."""
