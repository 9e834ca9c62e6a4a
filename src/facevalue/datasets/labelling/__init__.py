"""Labels files of puzzles."""
