"""Draws a sheet as a PDF: twenty hands per page, and the solutions on separate pages.

This needs fpdf2 and the font Source Sans Pro, from the extra `sheet`; the file embeds the glyphs
that it uses. Its bytes depend only on the sheet, the title, the paper size and the versions of
fpdf2 and fontTools; its date is fixed. Lengths are in millimetres.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from itertools import count
from math import inf
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

from facevalue import Puzzle
from facevalue.cards import SUIT_PATHS
from facevalue.errors import FaceValueError, RuleError, quoted
from facevalue.options import of_class, one_of, text
from facevalue.sheets.instructions import ANSWERS, how_to_play, target_of
from facevalue.sheets.selection import Sheet

if TYPE_CHECKING:
    from fpdf import FPDF

    Colour: TypeAlias = tuple[int, int, int]

PAPER_SIZES: Mapping[str, str] = MappingProxyType({"a4": "A4", "letter": "Letter"})
COLUMNS, ROWS = 2, 10
MARGIN, HEAD, FOOT, GUTTER = 14, 25, 8, 8
CARD_WIDTH, CARD_HEIGHT, CARD_GAP = 10.5, 14, 1.4
NUMBER_WIDTH = 8  # for the number before a hand
HAND_HEIGHT = 30  # including the line for the answer, if few hands are on a page
LINE = 0.7  # the position of that line between the cards and the next hand
SUIT_SCALE = 0.25  # the paths of the suits are 20 units high
SOLUTION_HEIGHT = 6.2
# Shares of the page width: where the heading ends, and where the lines for name and date start.
_HEADING, _NAME, _DATE = 0.46, 0.48, 0.78
_RED, _BLACK, _GREY = (179, 32, 42), (27, 27, 27), (154, 154, 154)
_FONT = "font_source_sans_pro"
_STYLES = {"": "SourceSansPro-Regular.ttf", "B": "SourceSansPro-Bold.ttf"}
_MAX_TITLE = 60


def pdf(sheet: Sheet, *, paper: str = "a4", title: str | None = None) -> bytes:
    """Draw a sheet as a PDF; each difficulty starts on a new page, the solutions come last.

    Args:
        sheet: the puzzles, as `sheet` selects them.
        paper: a name of `PAPER_SIZES`, "a4" or "letter".
        title: the title, up to 60 characters on one line; None for "Make 24" or the name of the
            game.

    Returns:
        The bytes of the file; the same sheet gives the same bytes.

    Raises:
        RuleError: unknown paper size, or a title that does not fit on one line.
        FaceValueError: fpdf2 or the font is not installed.

    >>> from facevalue.sheets import sheet
    >>> pdf(sheet(count=3, seed=1), paper="letter")[:5]
    b'%PDF-'
    """
    size = PAPER_SIZES[one_of("paper", paper, PAPER_SIZES)]
    of_class("sheet", sheet, Sheet)
    if title is None:
        target = target_of(sheet)
        title = f"Make {target}" if target else sheet.rules.name.capitalize()
    elif len(text("title", title, is_needed=True)) > _MAX_TITLE or not title.isprintable():
        what = f"a title of up to {_MAX_TITLE} characters on one line"
        raise RuleError(f"expected {what}: {quoted(title)}")
    printer = _Printer(sheet, size, title)
    for name, deals in sheet.sections:
        for start in range(0, len(deals), printer.hands_per_page):
            printer.print_hands(name, deals, start)
    printer.print_solutions()
    return bytes(printer.document.output())


class _Printer:
    """Draws the pages of a document."""

    def __init__(self, sheet: Sheet, paper: str, title: str) -> None:
        self.sheet, self._title = sheet, title
        self.document = _make_document(paper)
        self.document.set_title(title)
        self._column = (self.document.epw - GUTTER * (COLUMNS - 1)) / COLUMNS
        self._bottom = self.document.h - MARGIN - FOOT
        counts = (len(deal.numbers) for _, deals in sheet.sections for deal in deals)
        largest = max(counts, default=1)
        needed = NUMBER_WIDTH + largest * (CARD_WIDTH + CARD_GAP)
        # Use two columns if the hands fit; make cards narrower if they do not fit in one column.
        self._hand_columns = COLUMNS if needed <= self._column + CARD_GAP else 1
        self.hands_per_page = self._hand_columns * ROWS
        self._hand_width = self._column if self._hand_columns == COLUMNS else self.document.epw
        self._card = min(CARD_WIDTH, (self._hand_width - NUMBER_WIDTH) / largest - CARD_GAP)

    def print_hands(self, name: str, deals: Sequence[Puzzle], start: int) -> None:
        """Draw a page of hands, starting with index `start`, in columns of the same length."""
        page = deals[start : start + self.hands_per_page]
        self._begin_page(f"{self._title}: {name}", how_to_play(self.sheet))
        self._print_blank("Name", _NAME, _DATE - 0.02)
        self._print_blank("Date", _DATE, 1)
        rows = -(-len(page) // self._hand_columns)
        height = min((self._bottom - MARGIN - HEAD) / rows, HAND_HEIGHT)
        for index, deal in enumerate(page):
            column, row = divmod(index, rows)
            x = MARGIN + column * (self._column + GUTTER)
            y = MARGIN + HEAD + row * height
            self._print_hand(deal, start + index + 1, x, y)
            self._print_line(f"= {deal.target}", x, y + CARD_HEIGHT + LINE * (height - CARD_HEIGHT))

    def print_solutions(self) -> None:
        """Draw the solutions, on as many pages as they need."""
        rows = int((self._bottom - MARGIN - HEAD) / SOLUTION_HEIGHT)
        slot = 0
        for name, deals in self.sheet.sections:
            slot += -slot % rows  # each difficulty starts a new column
            for line in (name.capitalize(), *map(_describe_solution, count(1), deals)):
                column, row = divmod(slot, rows)
                if not column % COLUMNS and not row:
                    self._begin_page(f"{self._title}: answers", ANSWERS)
                x = MARGIN + column % COLUMNS * (self._column + GUTTER)
                y = MARGIN + HEAD + row * SOLUTION_HEIGHT
                style = "B" if line == name.capitalize() else ""
                self._write(line, x, y, size=10, style=style, width=self._column)
                slot += 1

    def _begin_page(self, heading: str, note: str) -> None:
        self.document.add_page()
        heading_width = _HEADING * self.document.epw
        self._write(heading, MARGIN, MARGIN + 6, size=18, style="B", width=heading_width)
        self.document.set_xy(MARGIN, MARGIN + 9)
        self._font(size=9)
        self.document.multi_cell(self.document.epw, 4.2, note, align="L")
        origin = f"facevalue, rules {self.sheet.rules.name}, seed {self.sheet.seed}"
        footer = f"{origin}, page {self.document.page_no()}"
        self._write(footer, MARGIN, self.document.h - MARGIN, size=8, colour=_GREY)

    def _print_blank(self, label: str, start: float, end: float) -> None:
        """Draw a label with a line to write on, from one share of the page width to another."""
        left, y = MARGIN + start * self.document.epw, MARGIN + 6
        self._write(label, left, y, size=10)
        line = left + self.document.get_string_width(label) + 1.5
        self.document.set_line_width(0.2)
        self.document.line(line, y, MARGIN + end * self.document.epw, y)

    def _print_hand(self, puzzle: Puzzle, number: int, x: float, y: float) -> None:
        self._write(f"{number}.", x, y + CARD_HEIGHT / 2 + 1, size=10)
        for index, value in enumerate(puzzle.numbers):
            left = x + NUMBER_WIDTH + index * (self._card + CARD_GAP)
            self.document.set_line_width(0.3)
            self.document.rect(
                left, y, self._card, CARD_HEIGHT, round_corners=True, corner_radius=1.2
            )
            if puzzle.cards:
                card = puzzle.cards[index]
                colour = _RED if card.suit in "dh" else _BLACK
                self._print_middle(card.rank.replace("T", "10"), left, y + 5.8, colour)
                from fpdf.drawing import Transform  # type: ignore[attr-defined]  # noqa: PLC0415 - an extra
                from fpdf.svg import svg_path_converter  # noqa: PLC0415 - an extra

                with self.document.new_path() as path:
                    svg_path_converter(path, SUIT_PATHS[card.suit])
                    path.style.fill_color = f"#{bytes(colour).hex()}"
                    path.style.stroke_color = None
                    path.transform = Transform.scaling(SUIT_SCALE, SUIT_SCALE).translate(
                        (left + self._card / 2), (y + 10)
                    )
            else:
                self._print_middle(str(value), left, y + CARD_HEIGHT / 2 + 2)

    def _print_middle(self, label: str, x: float, y: float, colour: Colour = _BLACK) -> None:
        """Draw a rank or a number, centred on a card, in smaller type if it is too wide."""
        self._font(size=14, style="B")
        widest = self._card - 1
        left = x + (self._card - min(self.document.get_string_width(label), widest)) / 2
        self._write(label, left, y, size=14, style="B", colour=colour, width=widest)

    def _print_line(self, target: str, x: float, y: float) -> None:
        """Draw a line to write on, with the target at its end."""
        self._font(size=11)
        end = x + self._hand_width - self.document.get_string_width(target) - 1
        self.document.set_line_width(0.2)
        self.document.line(x + NUMBER_WIDTH, y, end - 1, y)
        self._write(target, end, y, size=11)

    def _write(
        self,
        line: str,
        x: float,
        y: float,
        *,
        size: float,
        style: str = "",
        colour: Colour = _BLACK,
        width: float = inf,
    ) -> None:
        """Write a line, in smaller type if it is wider than `width`."""
        self._font(size=size, style=style, colour=colour)
        if (needed := self.document.get_string_width(line)) > width:
            self._font(size=size * width / needed, style=style, colour=colour)
        self.document.text(x, y, line)

    def _font(self, *, size: float, style: str = "", colour: Colour = _BLACK) -> None:
        self.document.set_font(_FONT, style, size)
        self.document.set_text_color(*colour)


def _make_document(paper: str) -> FPDF:
    try:
        from fpdf import FPDF  # noqa: PLC0415 - an extra
    except ImportError:
        raise FaceValueError("PDF needs fpdf2: pip install 'facevalue[sheet]'") from None
    from datetime import UTC, datetime  # noqa: PLC0415 - slow to import

    font = find_spec(_FONT)  # not imported, because the package has no types
    if font is None or not font.submodule_search_locations:
        raise FaceValueError("PDF needs font-source-sans-pro: pip install 'facevalue[sheet]'")
    document = FPDF(format=paper)
    for style, file in _STYLES.items():
        path = Path(font.submodule_search_locations[0], "files", file)
        document.add_font(_FONT, style, path)
    document.set_margin(MARGIN)
    document.set_draw_color(*_GREY)
    document.c_margin = 0
    document.set_auto_page_break(auto=False)
    document.set_creation_date(datetime(2000, 1, 1, tzinfo=UTC))
    document.set_lang("en")
    return document


def _describe_solution(number: int, puzzle: Puzzle) -> str:
    """Return the numbers of a puzzle, a solution, and the number of solutions."""
    numbers, solutions = " ".join(map(str, puzzle.numbers)), puzzle.solve()
    first = solutions.first
    solution = f"{first.to('unicode')} = {puzzle.target}" if first else "no solution"
    return f"{number}.  {numbers}:  {solution}  ({len(solutions)})"
