"""How much of the pot each player wins on average, exactly or sampled."""
