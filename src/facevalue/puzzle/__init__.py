"""Number puzzles: rules, expressions, solutions."""
