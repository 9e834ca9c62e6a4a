"""What a game is: rules, numbers, decks, and the digest of a puzzle."""
