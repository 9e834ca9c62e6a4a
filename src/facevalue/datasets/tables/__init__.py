"""Tables: their columns, the puzzles in their rows, and the jobs that work through them."""
