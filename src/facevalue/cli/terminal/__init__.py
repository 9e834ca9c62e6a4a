"""Input from a terminal, and output to it."""
