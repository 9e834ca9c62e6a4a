"""Expressions: from text to tree and back, in every notation, and their exact values."""
