"""Judging answers: one or millions, step by step, and as a reward for training."""
