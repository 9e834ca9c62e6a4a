"""Printed sheets of puzzles as PDF: hands by difficulty, and their solutions at the end."""

from facevalue.sheets.pdf_pages import PAPER_SIZES, pdf
from facevalue.sheets.selection import DIFFICULTIES, Sheet, sheet

__all__ = ["DIFFICULTIES", "PAPER_SIZES", "Sheet", "pdf", "sheet"]
