"""Judges answers: one or many, step by step, and as rewards for training."""
