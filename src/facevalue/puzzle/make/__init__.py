"""Making puzzles: hints, difficulty, labels, generating, dealing and rounds."""
