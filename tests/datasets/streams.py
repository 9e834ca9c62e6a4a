"""Rows as files."""

import json
from io import BytesIO


def file_of(rows, name=None):
    """A file of JSON Lines in memory."""
    file = BytesIO("\n".join(map(json.dumps, rows)).encode())
    if name:
        file.name = name
    return file
