"""What the adapters have in common."""
