"""What is drawn on printed sheets, and where: a line for each text, line and frame.

`python -m tests.drawings --write` writes `vectors/sheets.txt` again; a commit that changes the file
says what moved, and why. Lengths are in millimetres, to a tenth of one.
"""

from __future__ import annotations

import sys
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

from fpdf import FPDF

import facevalue as fv
from facevalue.sheets import pdf, sheet

FILE = Path(__file__).parent / "vectors" / "sheets.txt"
SHEETS = {
    "cards": lambda: pdf(sheet(count=7, seed=3)),
    "tiles": lambda: pdf(
        sheet("countdown", difficulties=["hard"], count=3, seed=9), paper="letter"
    ),
    "narrow cards": lambda: pdf(_of([8] * 16, 16 * 8)),
    "wide numbers": lambda: pdf(_of([101, 1000], 1101), title="A title that needs smaller type"),
}
PENS = ("line", "rect")


def _of(numbers, target):
    rules = fv.Rules("sums", operators="+")
    return fv.sheets.Sheet(rules, 1, (("easy", (fv.Puzzle(numbers, target, rules),)),))


def _hex(colour):
    return "#" + bytes(round(255 * part) for part in colour.colors).hex()


def drawn(make):
    """The lines for what `make` draws."""
    lines = []

    def told(name, draw):
        def wrapped(document, *args, **options):
            words = [f"{x:.1f}" if isinstance(x, float) else str(x) for x in args]
            type_ = f"{document.font_style}{document.font_size_pt:.1f} {_hex(document.text_color)}"
            pen = f"{document.line_width:.1f} {_hex(document.draw_color)}"
            lines.append(" ".join([name, *words, pen if name in PENS else type_]))
            return draw(document, *args, **options)

        return wrapped

    @contextmanager
    def path(document, *args, **options):
        with new_path(document, *args, **options) as found:
            yield found
            moved = " ".join(f"{number:.2f}" for number in found.transform)
            lines.append(f"suit {_hex(found.style.fill_color)} {moved}")

    new_path = FPDF.new_path
    names = ("add_page", "text", "multi_cell", *PENS)
    changed = {name: told(name, getattr(FPDF, name)) for name in names}
    with patch.multiple(FPDF, new_path=path, **changed):
        make()
    return lines


def all_drawn():
    """The lines of all sheets."""
    return [line for name, make in SHEETS.items() for line in (f"# {name}", *drawn(make))]


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit("usage: python -m tests.drawings --write")
    FILE.write_text("\n".join(all_drawn()) + "\n", encoding="utf-8")
