"""What a terminal shows and reads."""
