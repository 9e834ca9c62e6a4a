"""What hands are worth: rankings, games, one hand, many hands, showdowns."""
