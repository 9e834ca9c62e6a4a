"""Video poker: pay tables, and the best cards to hold."""
