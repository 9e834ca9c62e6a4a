"""Files of puzzles, labelled."""
