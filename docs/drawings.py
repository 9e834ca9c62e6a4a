"""Draws pictures of the docs as SVG, light and dark; what they show is computed.

Run `python docs/drawings.py` to rewrite them. A test fails if one of them is out of date.
"""

from __future__ import annotations

from collections import Counter
from html import escape
from itertools import product
from pathlib import Path

import facevalue as fv

DOCS = Path(__file__).parent
WIDTH = 720
PAPER, BOX, INK, SOFT, GREEN, AMBER, LINE = (
    "#fbf9f4",
    "#ffffff",
    "#1f2937",
    "#4b5563",
    "#14532d",
    "#9a3412",
    "#c9c4b8",
)
# The colours of all drawings, and what a reader sees who prefers dark pages.
DARK = {
    PAPER: "#20242b",
    BOX: "#2b313a",
    INK: "#e5e7eb",
    SOFT: "#aeb4be",
    GREEN: "#7ddba3",
    AMBER: "#fdba74",
    LINE: "#4b5563",
    "#dcefe2": "#1f4d35",
    "#444": "#aeb4be",  # words next to the cells of ranges and targets
    "#e9e7e1": "#2b313a",  # empty cells
}


def add_dark_colours(svg: str) -> str:
    """Adds a style with the dark colours, which a browser takes on dark pages."""
    rules = "".join(
        f'[fill="{light}"]{{fill:{dark}}}[stroke="{light}"]{{stroke:{dark}}}'
        for light, dark in DARK.items()
        if f'"{light}"' in svg
    )
    style = f"<style>@media (prefers-color-scheme:dark){{{rules}}}</style>"
    return svg.replace("</title>", f"</title>\n{style}", 1)


class Drawing:
    """Shapes on a sheet of paper."""

    def __init__(self, title: str, height: int) -> None:
        self._title, self._height = title, height
        self._shapes: list[str] = []

    def text(self, x: float, y: float, words: object, **look: str) -> None:
        """Words around x; `anchor="start"` begins there."""
        look = {"anchor": "middle", "fill": INK, "size": "15", "family": "sans-serif"} | look
        self._shapes.append(
            f'<text x="{x:g}" y="{y:g}" text-anchor="{look["anchor"]}" fill="{look["fill"]}" '
            f'font-size="{look["size"]}" font-family="{look["family"]}">{escape(str(words))}</text>'
        )

    def code(self, x: float, y: float, words: object, **look: str) -> None:
        """Words as code."""
        self.text(x, y, words, family="monospace", **look)

    def box(self, x: float, y: float, width: float, height: float, **look: str) -> None:
        """A box with its upper left corner at x, y."""
        fill, stroke = look.get("fill", BOX), look.get("stroke", LINE)
        self._shapes.append(
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="6" '
            f'fill="{fill}" stroke="{stroke}"/>'
        )

    def arrow(
        self, start: tuple[float, float], end: tuple[float, float], colour: str = SOFT
    ) -> None:
        """A line with a head at its end."""
        self._shapes.append(
            f'<line x1="{start[0]:g}" y1="{start[1]:g}" x2="{end[0]:g}" y2="{end[1]:g}" '
            f'stroke="{colour}" stroke-width="1.5" marker-end="url(#head)"/>'
        )

    def __str__(self) -> str:
        """The SVG."""
        size = f'viewBox="0 0 {WIDTH} {self._height}" width="{WIDTH}" height="{self._height}"'
        head = (
            '<marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" '
            f'markerHeight="8" orient="auto"><path d="M0 0 8 4 0 8z" fill="{SOFT}"/></marker>'
        )
        paper = f'<rect width="{WIDTH}" height="{self._height}" rx="10" fill="{PAPER}"/>'
        lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">',
            f"<title>{escape(self._title)}</title>",
            f"<defs>{head}</defs>",
            paper,
            *self._shapes,
            "</svg>\n",
        ]
        return add_dark_colours("\n".join(lines))


def search() -> str:
    """One split of 8 8 3 3: which values must the larger part make?"""
    drawing = Drawing("One step of the backward search for 8 8 3 3", 300)
    drawing.box(240, 20, 240, 44, stroke=GREEN)
    drawing.text(360, 47, "make 24 from {8, 8, 3, 3}", fill=GREEN)
    drawing.arrow((300, 64), (170, 100))
    drawing.arrow((420, 64), (540, 100))
    drawing.box(90, 102, 160, 44)
    drawing.text(170, 129, "small part: {8}")
    drawing.box(440, 102, 200, 44)
    drawing.text(540, 129, "large part: {8, 3, 3}")
    drawing.text(360, 180, "x = 8, so the large part must make one of these:", fill=SOFT)
    made = {abs(value) for value in fv.values("8 3 3")}
    needed = {
        "24-x": 24 - 8,
        "24+x": 24 + 8,
        "24/x": 3,
        "x/24": fv.Expression("8/24").value,
        "24*x": 24 * 8,
    }
    for place, (how, value) in enumerate(needed.items()):
        found = value in made
        left = 20 + place * 138
        drawing.box(left, 200, 126, 60, stroke=GREEN if found else LINE)
        drawing.code(left + 63, 224, f"{how} = {value}", fill=GREEN if found else SOFT)
        drawing.text(left + 63, 248, "yes" if found else "no", fill=GREEN if found else SOFT)
    drawing.code(
        360, 286, "x/24 = 1/3, and {8, 3, 3} makes 3-8/3 = 1/3: the answer is 8/(3-8/3)", size="13"
    )
    return str(drawing)


def forms() -> str:
    """The expressions, canonical forms and cores of one puzzle."""
    numbers = "10 3 6 1"
    raw = fv.solve(numbers, distinct="raw")
    canonical, essential = (fv.solve(numbers, distinct=kind) for kind in ("canonical", "essential"))
    drawing = Drawing("Expressions, canonical forms and the core of 10 3 6 1", 300)
    columns = (
        (120, f"{len(raw)} expressions", [*map(str, raw[:7]), "..."]),
        (360, f"{len(canonical)} canonical forms", [*map(str, canonical)]),
        (600, f"{len(essential)} essential solution", ["core 3*10-6", f"shown as {essential[0]}"]),
    )
    for x, title, rows in columns:
        drawing.text(x, 36, title, fill=GREEN)
        drawing.box(x - 105, 50, 210, 234)
        for place, row in enumerate(rows):
            drawing.code(x, 78 + place * 28, row)
    drawing.arrow((227, 160), (252, 160))
    drawing.arrow((467, 160), (492, 160))
    return str(drawing)


def residues() -> str:
    """Fractions as whole numbers modulo 31."""
    prime = 31
    drawing = Drawing("8/(3-8/3) worked out modulo 31", 250)
    third = pow(3, -1, prime)
    eight_thirds = 8 * third % prime
    difference = (3 - eight_thirds) % prime
    steps = (
        ("1/3", third, f"3 x {third} = {3 * third} = 1"),
        ("8/3", eight_thirds, f"8 x {third} = {8 * third} = {eight_thirds}"),
        ("3-8/3", difference, f"3 - {eight_thirds} = {3 - eight_thirds} = {difference}"),
        (
            "8/(3-8/3)",
            8 * pow(difference, -1, prime) % prime,
            f"8 x {pow(difference, -1, prime)} = 24",
        ),
    )
    drawing.text(120, 40, "the fraction", fill=GREEN)
    drawing.text(320, 40, f"modulo {prime}", fill=GREEN)
    drawing.text(540, 40, "because", fill=GREEN)
    for row, (fraction, residue, why) in enumerate(steps):
        y = 84 + row * 46
        drawing.box(30, y - 26, 180, 38)
        drawing.code(120, y, fraction)
        drawing.arrow((214, y - 6), (260, y - 6))
        drawing.box(266, y - 26, 108, 38, stroke=GREEN)
        drawing.code(320, y, residue, fill=GREEN)
        drawing.code(540, y, why, fill=SOFT)
    return str(drawing)


def judge() -> str:
    """What the reader stores while it reads 6*(2+5/6)."""
    answer, precedence = "6*(2+5/6)", {"+": 1, "*": 2, "/": 2}
    waiting: list[str] = []
    postfix: list[str] = []
    rows = []
    for sign in answer:
        if sign.isdigit():
            postfix.append(sign)
        elif sign == ")":
            while waiting[-1] != "(":
                postfix.append(waiting.pop())
            waiting.pop()
        else:
            while sign != "(" and waiting and precedence.get(waiting[-1], 0) >= precedence[sign]:
                postfix.append(waiting.pop())
            waiting.append(sign)
        rows.append((sign, " ".join(waiting), " ".join(postfix)))
    rows.append(("end", "", " ".join([*postfix, *reversed(waiting)])))
    drawing = Drawing(f"The reader turns {answer} into postfix", 70 + len(rows) * 28)
    for x, title in ((110, "reads"), (280, "waiting"), (510, "postfix so far")):
        drawing.text(x, 34, title, fill=GREEN)
    for place, row in enumerate(rows):
        y = 66 + place * 28
        drawing.box(40, y - 19, 640, 26)
        for x, words in zip((110, 280, 510), row, strict=True):
            drawing.code(x, y, words)
    return str(drawing)


def lanes() -> str:
    """The planes of a hand of seven cards, and the ranks that a full adder finds."""
    cards = fv.parse_cards("7h 7s 7d As Ac Kd 2c")
    ranks = "23456789TJQKA"
    held = {suit: {str(card)[0] for card in cards if str(card)[1] == suit} for suit in "cdhs"}
    counts = {rank: sum(rank in held[suit] for suit in "cdhs") for rank in ranks}
    rows = [(f"plane {suit}", held[suit], INK) for suit in "cdhs"]
    rows += [
        ("once or more", {rank for rank in ranks if counts[rank] >= 1}, GREEN),
        ("twice or more", {rank for rank in ranks if counts[rank] >= 2}, GREEN),
        ("three times", {rank for rank in ranks if counts[rank] == 3}, GREEN),
    ]
    drawing = Drawing("7h 7s 7d As Ac Kd 2c as four planes of 13 bits", 300)
    for place, rank in enumerate(ranks):
        drawing.text(190 + place * 40, 34, rank, fill=SOFT)
    for row, (name, bits, colour) in enumerate(rows):
        y = 64 + row * 30 + (14 if row >= 4 else 0)
        drawing.text(150, y, name, anchor="end", fill=colour)
        for place, rank in enumerate(ranks):
            is_set = rank in bits
            drawing.box(173 + place * 40, y - 18, 34, 25, fill="#dcefe2" if is_set else BOX)
            drawing.code(190 + place * 40, y, int(is_set), fill=colour if is_set else SOFT)
    return str(drawing)


def preflop() -> str:
    """Two match-ups of one kind, by suits."""
    drawing = Drawing("AhKh against QsQd and AcKc against QhQs are one kind of match-up", 250)
    pairs = (("AhKh", "QsQd", 30), ("AcKc", "QhQs", 400))
    for hero, villain, left in pairs:
        drawing.code(left + 145, 36, f"{hero} against {villain}")
        rows = [
            (
                suit,
                *(
                    "".join(h[i] for i in (0, 2) if h[i + 1] == suit) or "-"
                    for h in (hero, villain)
                ),
            )
            for suit in "cdhs"
        ]
        for row, (suit, one, other) in enumerate(rows):
            y = 78 + row * 32
            for x, words in ((40, suit), (140, one), (240, other)):
                drawing.box(left + x - 42, y - 21, 84, 29)
                drawing.code(left + x, y, words)
    drawing.text(
        360,
        218,
        "Sorted, the four rows of both are the same: AK against -, twice - against Q,",
        fill=GREEN,
    )
    drawing.text(360, 238, "and - against -. Only the names of the suits differ.", fill=GREEN)
    return str(drawing)


def flop() -> str:
    """The choices of suits for four ranks to come, of which only flushes have another value."""
    drawing = Drawing("Four ranks in all suits after a flop", 270)
    drawing.text(360, 34, "flop Th 8h 3c, and four cards that are still to come:", fill=SOFT)
    to_come = [[rank + suit for suit in "cdhs"] for rank in "J9Q2"]
    for place, what in enumerate(("turn", "river", "hand", "hand")):
        left = 75 + place * 150
        drawing.box(left, 54, 120, 70)
        drawing.code(left + 60, 84, " ".join(to_come[place]), fill=GREEN)
        drawing.text(left + 60, 112, what, fill=SOFT)
    hands = [["Th", "8h", "3c", *chosen] for chosen in product(*to_come)]
    found = Counter(fv.poker.evaluate(hand).description for hand in hands)
    value, usual = found.most_common(1)[0]
    drawing.text(360, 176, f"{len(hands)} choices of suits:")
    drawing.text(360, 214, f"{usual} have the value of their ranks: {value}", fill=GREEN)
    drawing.text(360, 248, f"{len(hands) - usual} make a flush and are corrected", fill=AMBER)
    return str(drawing)


def numbering() -> str:
    """The order in which a seed deals ten puzzles."""
    size = 10
    # The target is the rank.
    query = fv.puzzle.PuzzleQuery(size=1, low=1, high=1, target=(0, size - 1), solvable=None)
    ranks = query.batch(24, range(size)).targets.tolist()
    drawing = Drawing("Positions 0 to 9 and the ranks that seed 24 gives them", 240)
    drawing.text(20, 62, "position", anchor="start", fill=SOFT)
    drawing.text(20, 192, "rank", anchor="start", fill=SOFT)
    for place, rank in enumerate(ranks):
        drawing.box(92 + place * 62, 38, 46, 36)
        drawing.code(115 + place * 62, 62, place)
        drawing.box(92 + place * 62, 168, 46, 36, stroke=GREEN)
        drawing.code(115 + place * 62, 192, place, fill=GREEN)
        drawing.arrow((115 + place * 62, 75), (115 + rank * 62, 166))
    drawing.text(
        360,
        228,
        "Every rank has one arrow: no puzzle repeats, and no puzzle is left out.",
        fill=GREEN,
    )
    return str(drawing)


PAGES = {
    f"pictures/how/{drawn.__name__}.svg": drawn
    for drawn in (search, forms, residues, judge, lanes, preflop, flop, numbering)
} | {
    "pictures/reach.svg": lambda: add_dark_colours(fv.reachable("1 2 3 4 5 50").svg),
    "pictures/range.svg": lambda: add_dark_colours(
        fv.poker.Range.parse("QQ+, AKs, A5s-A2s, T9s-65s, 0.5(JJ-99, KQs)").svg
    ),
}


if __name__ == "__main__":
    for name, drawn in PAGES.items():
        (DOCS / name).write_text(drawn(), encoding="utf-8")
