"""Evaluate hands: rankings, games, one hand, many hands, showdowns."""
