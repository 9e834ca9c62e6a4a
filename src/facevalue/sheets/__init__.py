"""Printed sheets of puzzles as PDF: hands by difficulty, and their solutions at the end."""

from facevalue.sheets.pdf_pages import PAPER_SIZES, pdf
from facevalue.sheets.selection import Sheet, sheet

__all__ = ["PAPER_SIZES", "Sheet", "pdf", "sheet"]
