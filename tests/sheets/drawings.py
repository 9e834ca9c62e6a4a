"""The shapes and strings drawn on printed sheets and in pictures, with their positions.

`python -m tests.sheets.drawings --write` writes `vectors/sheets.txt` and `vectors/pictures.txt`
again; a commit that changes a file says what moved, and why. Sheets have a line for each string,
line and frame, with lengths in millimetres, to a tenth of one; long pictures are named by their
digest.
"""

import sys
from contextlib import contextmanager
from hashlib import sha256
from unittest.mock import patch

from fpdf import FPDF

import facevalue as fv
from facevalue import cards, poker
from facevalue.datasets.auditing import report
from facevalue.sheets import pdf, sheet
from tests.paths import VECTORS

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
    drawing = False  # some versions of fpdf2 draw a frame line by line

    def recorder(name, draw):
        def wrapped(document, *args, **options):
            nonlocal drawing
            if drawing:
                return draw(document, *args, **options)
            words = [f"{x:.1f}" if isinstance(x, float) else str(x) for x in args]
            type_ = f"{document.font_style}{document.font_size_pt:.1f} {_hex(document.text_color)}"
            pen = f"{document.line_width:.1f} {_hex(document.draw_color)}"
            lines.append(" ".join([name, *words, pen if name in PENS else type_]))
            drawing = True
            try:
                return draw(document, *args, **options)
            finally:
                drawing = False

        return wrapped

    @contextmanager
    def path(document, *args, **options):
        with new_path(document, *args, **options) as found:
            yield found
            moved = " ".join(f"{number:.2f}" for number in found.transform)
            lines.append(f"suit {_hex(found.style.fill_color)} {moved}")

    new_path = FPDF.new_path
    names = ("add_page", "text", "multi_cell", *PENS)
    changed = {name: recorder(name, getattr(FPDF, name)) for name in names}
    with patch.multiple(FPDF, new_path=path, **changed):
        make()
    return lines


def sheets():
    """The lines of all sheets."""
    lines = [line for name, make in SHEETS.items() for line in (f"# {name}", *drawn(make))]
    return "\n".join(lines) + "\n"


PICTURES = {
    "no cards": lambda: cards.drawn(""),
    "cards": lambda: cards.drawn("As Kd Th 2c"),
    "puzzle": fv.Puzzle.parse("8 8 3 3 = 24")._repr_svg_,
    "strength": poker.evaluate("7H 7S 7D AS AC")._repr_svg_,
    "range": poker.Range("22+, A2s+:0.5, KJo:1/3")._repr_svg_,
    "range, as a table": poker.Range("22+, A2s+:0.5, KJo:1/3")._repr_html_,
    "reach": fv.reachable([25, 50, 75, 100, 3, 6])._repr_svg_,
    "reach from 0": fv.reachable([1, 2, 3], low=0, high=9)._repr_svg_,
    "bars": lambda: report._svg((("0", 3), ("1", 999), ("more", 0)), "solutions", "#123456"),  # noqa: SLF001
}
SHORT = 2000  # characters


def pictures():
    """The pictures, each below its name."""
    return "".join(f"# {name}\n{_shortened(draw())}" for name, draw in PICTURES.items())


def _shortened(text):
    return text if len(text) < SHORT else f"{sha256(text.encode()).hexdigest()}\n"


FILES = {"sheets.txt": sheets, "pictures.txt": pictures}

if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit("usage: python -m tests.sheets.drawings --write")
    for file, made in FILES.items():
        (VECTORS / file).write_text(made(), encoding="utf-8")
