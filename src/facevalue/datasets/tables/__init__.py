"""Files of rows: found, read, written, and worked through in pieces."""
