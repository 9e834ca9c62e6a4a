"""Files of completions, graded."""
