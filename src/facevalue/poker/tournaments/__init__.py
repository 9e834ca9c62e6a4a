"""Tournaments: what chips are worth, and push or fold heads-up."""
