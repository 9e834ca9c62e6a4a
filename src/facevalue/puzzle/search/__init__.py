"""Searches: solutions, candidates, the closest values, reachable values, whole games."""
