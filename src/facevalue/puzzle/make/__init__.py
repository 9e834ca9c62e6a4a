"""Deals and generates puzzles; labels, difficulty, hints and rounds."""
