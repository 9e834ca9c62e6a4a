"""Playing a puzzle: rounds of people, and episodes of models."""
