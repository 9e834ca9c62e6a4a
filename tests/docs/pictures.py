"""Make the pictures of an audit, the preflop matrix and a sheet: `python -m tests.docs.pictures`.

It needs Chromium, and pypdfium2 for the sheet. Pictures that end in -dark are for dark pages.
"""

import io
import json
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from PIL import Image

import facevalue as fv
from facevalue import datasets, poker
from facevalue.sheets import pdf, sheet
from tests.paths import DOCS
from tests.web import browser as web_browser

COLOURS = 256  # of a palette, for small files
# The middle of the matrix, where both hands win equally often, on light and on dark pages.
MIDDLES = {"": (255, 255, 255), "-dark": (15, 17, 23)}
GREEN = {"": (20, 83, 45), "-dark": (110, 231, 160)}
ORANGE = {"": (180, 83, 9), "-dark": (255, 170, 80)}


def save(picture, name):
    """Save a picture with few colours."""
    picture.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(
        DOCS / "pictures" / name, optimize=True
    )


def puzzle_rows():
    """Rows of labelled puzzles with some faults."""
    query = fv.puzzle.PuzzleQuery(low=1, high=13, solvable=None)
    batch = next(query.batches(seed=24, count=1200))
    rows = [
        {
            **{name: row[name] for name in ("numbers", "rules", "target", "solvable")},
            "solution_count": row["solution_count"],
            "answer": str(fv.solve(row["numbers"]).first or ""),
            "split": "test" if place % 11 == 0 else "train",
        }
        for place, row in enumerate(batch.as_dicts())
    ]
    for row in rows[:40:10]:
        row["solvable"] = not row["solvable"]
    rows[50]["solution_count"] += 1
    rows[126]["numbers"][3] = 14
    for row in rows[200:203]:
        row["answer"] = "+".join(map(str, row["numbers"]))
    rows[300]["answer"] = "8*3"
    return [*rows, rows[400], rows[401] | {"split": "test"}]


def draw_audit():
    """Save the page of an audit, light and dark."""
    with TemporaryDirectory() as folder, web_browser.chromium() as browser:
        file = Path(folder, "puzzles.jsonl")
        file.write_text("".join(json.dumps(row) + "\n" for row in puzzle_rows()))
        page_file = Path(folder, "report.html")
        page_file.write_text(datasets.audit(file).html.replace(folder + "/", ""))
        for scheme, suffix in (("light", ""), ("dark", "-dark")):
            size = {"width": 1000, "height": 1300}
            context = browser.new_context(viewport=size, color_scheme=scheme)
            page = context.new_page()
            page.goto(page_file.as_uri())
            save(Image.open(io.BytesIO(page.screenshot())), f"audit{suffix}.png")
            context.close()


def draw_matrix():
    """Save the preflop matrix of docs/tasks.md, light and dark."""
    matrix = poker.equity_matrix()
    first = np.zeros((169, 1326))
    for row, name in enumerate(poker.STARTING_HANDS):
        first[row, [poker.hand_index(hand) for hand in poker.Range(name)]] = 1
    dealt = ~np.isnan(matrix)
    means = first @ np.nan_to_num(matrix) @ first.T / (first @ dealt @ first.T)
    gain = np.abs(means - 0.5)[..., None] * 2
    for suffix, middle in MIDDLES.items():
        ends = np.where((means > 0.5)[..., None], GREEN[suffix], ORANGE[suffix])
        colours = (ends * gain + np.array(middle) * (1 - gain)).astype(np.uint8)
        picture = Image.fromarray(colours).resize((676, 676), Image.Resampling.NEAREST)
        save(picture, f"preflop{suffix}.png")


def draw_sheet():
    """Save the first page of a printed sheet, which is white on all pages."""
    import pypdfium2  # noqa: PLC0415 - only this picture needs it

    with pypdfium2.PdfDocument(pdf(sheet("classic", count=20, seed=7))) as document:
        save(document[0].render(scale=1).to_pil(), "sheet.png")


if __name__ == "__main__":
    draw_audit()
    draw_matrix()
    draw_sheet()
