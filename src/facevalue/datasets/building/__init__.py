"""Datasets made from a spec."""
