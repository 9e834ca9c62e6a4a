"""The 169 starting hands drawn as a grid of 13 by 13: aces first, suited hands above the pairs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product

from facevalue.cards import RANKS
from facevalue.poker.ranges.starting_hands import grid_names

_SIZE, _GAP = 40, 2
WIDTH = 13 * (_SIZE + _GAP) + _GAP  # of the picture, in pixels
_BETWEEN = 30  # two pictures
# For hands outside the range; and for pairs, suited and offsuit hands inside it.
_EMPTY = "#e9e7e1"
_COLOURS = {"": "#c98a1b", "s": "#3f7d4e", "o": "#4a6fa5"}


def text(shares: Mapping[str, Fraction]) -> str:
    """Return thirteen lines: names of hands, percentages of hands that are partly in, and dots."""
    lines = ("".join(f"{cell(name, shares[name]):<5}" for name in row) for row in grid_names())
    return "\n".join(line.rstrip() for line in lines)


def percentages(shares: Mapping[str, Fraction]) -> str:
    """Return a grid of percentages with the ranks at its edges; a dot marks a missing hand.

    >>> percentages({"AA": Fraction(4, 5)}).splitlines()[1][:14]
    'A    80%  .   '
    """
    ranks = RANKS[::-1]
    rows = [["", *ranks]]
    for rank, names in zip(ranks, grid_names(), strict=True):
        cells = [f"{round(100 * shares[name])}%" if name in shares else "." for name in names]
        rows.append([rank, *cells])
    return "\n".join("".join(f"{part:<5}" for part in row).rstrip() for row in rows)


def complete(shares: Mapping[str, Fraction]) -> Mapping[str, Fraction]:
    """Return the shares of all starting hands, 0 for those without one."""
    return {name: shares.get(name, Fraction(0)) for names in grid_names() for name in names}


def cell(name: str, share: Fraction) -> str:
    """Return the name of a starting hand, a percentage, or a dot.

    >>> from fractions import Fraction
    >>> [cell("AKs", Fraction(share, 4)) for share in (4, 1, 0)]
    ['AKs', '25%', '.']
    """
    if share == 1:
        return name
    if not share:
        return "."
    # A hand that is partly in is never shown as 0% or 100%.
    return f"{min(99, max(1, round(100 * share)))}%"


def svg(shares: Mapping[str, Fraction], title: str) -> str:
    """Return the grid as an SVG picture; a hand that is partly in is filled from below.

    The title is the string of a range, which has no character that XML must escape.
    """
    names = grid_names()
    cells = ""
    for row, column in product(range(len(names)), repeat=2):
        name = names[row][column]
        left, top = (_GAP + place * (_SIZE + _GAP) for place in (column, row))
        cells += f'<rect x="{left}" y="{top}" width="{_SIZE}" height="{_SIZE}" fill="{_EMPTY}"/>'
        if shares[name]:
            height = float(shares[name] * _SIZE)
            cells += (
                f'<rect x="{left}" y="{top + _SIZE - height:g}" width="{_SIZE}" '
                f'height="{height:g}" fill="{_COLOURS[name[2:]]}"/>'
            )
        middle = f'x="{left + _SIZE // 2}" y="{top + _SIZE // 2 + 5}"'
        cells += f'<text {middle} fill="{_ink(shares[name])}">{name}</text>\n'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{WIDTH}" '
        f'viewBox="0 0 {WIDTH} {WIDTH}" font-family="sans-serif" font-size="13" '
        f'text-anchor="middle">\n<title>{title}</title>\n{cells}</svg>\n'
    )


def svg_of_grids(grids: Sequence[tuple[str, Mapping[str, Fraction]]], columns: int) -> str:
    """Return grids with their titles as one SVG picture, so many in a row."""
    pictures = ""
    for place, (title, shares) in enumerate(grids):
        top, left = (part * (WIDTH + _BETWEEN) for part in divmod(place, columns))
        where = f'x="{left}" ' + (f'y="{top}" ' if top else "") if place else ""
        pictures += svg(shares, title).replace("<svg ", f"<svg {where}", 1)
    width, height = (
        count * (WIDTH + _BETWEEN) - _BETWEEN for count in (columns, -(-len(grids) // columns))
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}">\n{pictures}</svg>\n'
    )


def html(shares: Mapping[str, Fraction], title: str) -> str:
    """Return the grid as an HTML table; a hand that is partly in is filled from below."""
    lines = ""
    for names in grid_names():
        lines += "<tr>"
        for name in names:
            filled = f"{float(100 * shares[name]):g}%"
            lines += (
                f'<td title="{name} {filled}" style="width:2.6em;height:2.6em;padding:0;'
                f"color:{_ink(shares[name])};background:linear-gradient(to top,"
                f'{_COLOURS[name[2:]]} {filled},{_EMPTY} {filled})">{name}</td>'
            )
        lines += "</tr>\n"
    return (
        f'<table title="{title}" style="border-spacing:2px;border-collapse:separate;'
        f'font:13px sans-serif;text-align:center">\n{lines}</table>\n'
    )


def _ink(share: Fraction) -> str:
    return "#fff" if 2 * share > 1 else "#444"
