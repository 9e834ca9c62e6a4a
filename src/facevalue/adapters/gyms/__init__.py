"""Environments of more frameworks for reinforcement learning."""
