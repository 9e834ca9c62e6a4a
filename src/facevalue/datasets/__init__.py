"""Files of puzzles and of answers to them."""
