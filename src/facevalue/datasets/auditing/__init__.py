"""Faults in files of puzzles."""
