"""Draws a sheet as a PDF: twenty hands a page, and the solutions on pages of their own.

Needs fpdf2, which comes with the extra `sheet`. The bytes depend only on the sheet, the paper size
and the version of fpdf2; the date in the file is fixed. Lengths are in millimetres.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from facevalue import NOTATIONS
from facevalue.cards import SUIT_PATHS
from facevalue.errors import FaceValueError
from facevalue.options import of_class, one_of
from facevalue.sheets.selection import Sheet

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import TypeAlias

    from fpdf import FPDF

    from facevalue import Card, Puzzle

    Colour: TypeAlias = tuple[int, int, int]

PAPER_SIZES: Mapping[str, str] = MappingProxyType({"a4": "A4", "letter": "Letter"})
COLUMNS, ROWS = 2, 10
MARGIN, HEAD, FOOT, GUTTER = 14, 25, 8, 8
CARD_WIDTH, CARD_HEIGHT, CARD_GAP = 10.5, 14, 1.4
NUMBER_WIDTH = 8  # for the number before a hand
WRITING = 7  # from the cards to the line for the answer
SUIT_SCALE = 0.25  # the paths of the suits are 20 units high
SOLUTION_HEIGHT = 6.2
_RED, _BLACK, _GREY = (179, 32, 42), (27, 27, 27), (154, 154, 154)
_HOW_MANY = "The simplest solution of each hand, and in brackets the number of distinct solutions."
# The standard PDF fonts have no minus sign; an en dash is as long.
_ENCODING, _MINUS = "cp1252", str.maketrans("\N{MINUS SIGN}", "\N{EN DASH}")


def pdf(sheet: Sheet, *, paper: str = "a4") -> bytes:
    """Draws a sheet as a PDF; each difficulty starts on a new page, the solutions come last.

    Args:
        sheet: the puzzles, as `sheet` selects them.
        paper: a name of `PAPER_SIZES`, "a4" or "letter".

    Returns:
        The bytes of the file; the same sheet gives the same bytes.

    Raises:
        RuleError: unknown paper size.
        FaceValueError: fpdf2 is not installed.

    >>> from facevalue.sheets import sheet
    >>> pdf(sheet(count=3, seed=1), paper="letter")[:5]
    b'%PDF-'
    """
    size = PAPER_SIZES[one_of("paper", paper, PAPER_SIZES)]
    printer = _Printer(of_class("sheet", sheet, Sheet), size)
    for name, deals in sheet.sections:
        for start in range(0, len(deals), COLUMNS * ROWS):
            printer.print_hands(name, deals, start)
    printer.print_solutions()
    return bytes(printer.document.output())


class _Printer:
    """Draws the pages of a document."""

    def __init__(self, sheet: Sheet, paper: str) -> None:
        self.sheet = sheet
        self.document = _document(paper)
        self.document.set_title(_title(sheet))
        self._column = (self.document.epw - GUTTER * (COLUMNS - 1)) / COLUMNS
        self._bottom = self.document.h - MARGIN - FOOT

    def print_hands(self, name: str, deals: Sequence[Puzzle], start: int) -> None:
        """Draws a page of hands, from the one at index `start`."""
        page = deals[start : start + COLUMNS * ROWS]
        self._begin_page(f"{_title(self.sheet)}: {name}", _how_to_play(self.sheet))
        height = (self._bottom - MARGIN - HEAD) / ROWS
        for place, deal in enumerate(page):
            column, row = divmod(place, ROWS)
            x = MARGIN + column * (self._column + GUTTER)
            self._print_hand(deal, start + place + 1, x, MARGIN + HEAD + row * height)

    def print_solutions(self) -> None:
        """Draws the solutions, on as many pages as they need."""
        rows = int((self._bottom - MARGIN - HEAD) / SOLUTION_HEIGHT)
        place = 0
        for name, deals in self.sheet.sections:
            place += -place % rows  # each difficulty starts a new column
            for line, text in enumerate(_solution_lines(name, deals)):
                self._print_solution(text, *divmod(place, rows), style="" if line else "B")
                place += 1

    def _print_solution(self, text: str, column: int, row: int, *, style: str) -> None:
        column %= COLUMNS
        if not column and not row:
            self._begin_page(f"{_title(self.sheet)}: solutions", _HOW_MANY)
        x = MARGIN + column * (self._column + GUTTER)
        self._fit(text, x, MARGIN + HEAD + row * SOLUTION_HEIGHT, style)

    def _begin_page(self, heading: str, note: str) -> None:
        self.document.add_page()
        self._write(heading, MARGIN, MARGIN + 6, size=18, style="B")
        self.document.set_xy(MARGIN, MARGIN + 9)
        self._font(size=9)
        self.document.multi_cell(self.document.epw, 4.2, note, align="L")
        again = f"facevalue, rules {self.sheet.rules.name}, seed {self.sheet.seed}"
        page = f"{again}, page {self.document.page_no()}"
        self._write(page, MARGIN, self.document.h - MARGIN, size=8, colour=_GREY)

    def _print_hand(self, deal: Puzzle, number: int, x: float, y: float) -> None:
        self._write(f"{number}.", x, y + CARD_HEIGHT / 2 + 1, size=10)
        for place in range(len(deal.numbers)):
            left = x + NUMBER_WIDTH + place * (CARD_WIDTH + CARD_GAP)
            self._print_frame(left, y)
            if deal.cards:
                self._print_card(deal.cards[place], left, y)
            else:
                self._print_middle(str(deal.numbers[place]), left, y + CARD_HEIGHT / 2 + 2)
        self._print_line(f"= {deal.target}", x, y + CARD_HEIGHT + WRITING)

    def _print_frame(self, x: float, y: float) -> None:
        self.document.set_draw_color(*_GREY)
        self.document.set_line_width(0.3)
        self.document.rect(x, y, CARD_WIDTH, CARD_HEIGHT, round_corners=True, corner_radius=1.2)

    def _print_card(self, card: Card, x: float, y: float) -> None:
        colour = _RED if card.suit in "dh" else _BLACK
        self._print_middle(card.rank.replace("T", "10"), x, y + 5.8, colour)
        self._print_suit(card.suit, x + CARD_WIDTH / 2, y + 10, colour)

    def _print_middle(self, text: str, x: float, y: float, colour: Colour = _BLACK) -> None:
        """Draws a rank or a number, centred on a card."""
        self._font(size=14, style="B")
        left = x + (CARD_WIDTH - self.document.get_string_width(text)) / 2
        self._write(text, left, y, size=14, style="B", colour=colour)

    def _print_suit(self, suit: str, x: float, y: float, colour: Colour) -> None:
        from fpdf.drawing_primitives import Transform  # noqa: PLC0415 - an extra
        from fpdf.svg import svg_path_converter  # noqa: PLC0415 - an extra

        with self.document.new_path() as path:
            svg_path_converter(path, SUIT_PATHS[suit])
            path.style.fill_color = f"#{bytes(colour).hex()}"
            path.style.stroke_color = None
            path.transform = Transform.scaling(SUIT_SCALE, SUIT_SCALE).translate(x, y)

    def _print_line(self, target: str, x: float, y: float) -> None:
        """Draws a line to write on, with the target at its end."""
        self._font(size=11)
        end = x + self._column - self.document.get_string_width(target) - 1
        self.document.set_line_width(0.2)
        self.document.line(x + NUMBER_WIDTH, y, end - 1, y)
        self._write(target, end, y, size=11)

    def _fit(self, text: str, x: float, y: float, style: str) -> None:
        """Writes a line into a column, in smaller type if it is too wide."""
        self._font(size=10, style=style)
        size = min(10.0, 10.0 * self._column / self.document.get_string_width(text))
        self._write(text, x, y, size=size, style=style)

    def _write(
        self,
        text: str,
        x: float,
        y: float,
        *,
        size: float,
        style: str = "",
        colour: Colour = _BLACK,
    ) -> None:
        self._font(size=size, style=style, colour=colour)
        self.document.text(x, y, text)

    def _font(self, *, size: float, style: str = "", colour: Colour = _BLACK) -> None:
        self.document.set_font("Helvetica", style, size)
        self.document.set_text_color(*colour)


def _document(paper: str) -> FPDF:
    try:
        from fpdf import FPDF  # noqa: PLC0415 - an extra
    except ImportError:
        raise FaceValueError("PDF needs fpdf2: pip install 'facevalue[sheet]'") from None
    from datetime import UTC, datetime  # noqa: PLC0415 - slow to import

    document = FPDF(format=paper)
    document.core_fonts_encoding = _ENCODING
    document.set_margin(MARGIN)
    document.c_margin = 0
    document.set_auto_page_break(auto=False)
    document.set_creation_date(datetime(2000, 1, 1, tzinfo=UTC))
    document.set_lang("en")
    return document


def _title(sheet: Sheet) -> str:
    targets = {deal.target for _, deals in sheet.sections for deal in deals}
    return f"Make {targets.pop()}" if len(targets) == 1 else sheet.rules.name.capitalize()


def _how_to_play(sheet: Sheet) -> str:
    has_cards = any(deal.cards for _, deals in sheet.sections for deal in deals)
    operators = " ".join(NOTATIONS["unicode"].spelling(symbol) for symbol in sheet.rules.operators)
    faces = " Ace 1, jack 11, queen 12, king 13." if has_cards else ""
    first_sentence = sheet.rules.summary.partition(".")[0]
    return f"{first_sentence}. Operations: {operators}.{faces}".translate(_MINUS)


def _solution_lines(name: str, deals: Sequence[Puzzle]) -> Iterator[str]:
    """A heading, and a line for each hand."""
    yield name.capitalize()
    for place, deal in enumerate(deals, 1):
        numbers = " ".join(map(str, deal.numbers))
        found = deal.solve()
        solution = f"{found.first.to('unicode')} = {deal.target}" if found.first else "no solution"
        yield f"{place}.  {numbers}:  {solution}  ({len(found)})".translate(_MINUS)
