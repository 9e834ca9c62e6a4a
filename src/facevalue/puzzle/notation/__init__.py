"""Expressions: parsing and printing in every notation, and exact values."""
