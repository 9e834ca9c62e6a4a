"""Adapters for poker software."""
