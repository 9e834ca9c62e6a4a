"""Folders that tests read."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
VECTORS = ROOT / "tests" / "vectors"
