"""Printed sheets: puzzles by difficulty, with cards drawn, and the solutions at the end."""

from facevalue.sheets.hands import BANDS, Sheet, sheet
from facevalue.sheets.pages import PAPERS, pdf

__all__ = ["BANDS", "PAPERS", "Sheet", "pdf", "sheet"]
