"""Searches for solutions, candidates, closest values and reachable values."""
