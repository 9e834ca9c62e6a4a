"""Files of rows: found, read and written."""
