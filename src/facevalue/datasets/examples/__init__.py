"""What a row shows besides its puzzle: search traces, attempts, near misses, and pictures."""
