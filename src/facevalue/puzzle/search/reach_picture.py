"""Pictures of reachable targets: fifty per row, in two colours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

PER_ROW, PER_GROUP = 50, 10
_SIZE, _GAP, _LABEL = 9, 2, 40
_COLOURS = {True: "#3f7d4e", False: "#d98a6a"}


def rows(marks: Sequence[int], low: int) -> Iterator[tuple[int, list[int | None]]]:
    """Yield the rows: the first target, a multiple of fifty, and a mark or None for each place.

    >>> first, places = next(rows([1, 0], 99))
    >>> first, places[48:]
    (50, [None, 1])
    """
    end = low + len(marks)
    for first in range(low - low % PER_ROW, end, PER_ROW):
        columns = range(first, first + PER_ROW)
        yield first, [marks[t - low] if low <= t < end else None for t in columns]


def text(marks: Sequence[int], low: int) -> str:
    """Return a line for each fifty targets: `#` for a target that can be made, a dot for others.

    >>> text([1, 1, 0], 9)
    '0           # #.'
    """
    drawn = list(rows(marks, low))
    width = max(len(str(first)) for first, _ in drawn)
    lines = []
    for first, columns in drawn:
        signs = "".join(" " if mark is None else "#" if mark else "." for mark in columns)
        groups = " ".join(signs[at : at + PER_GROUP] for at in range(0, PER_ROW, PER_GROUP))
        lines.append(f"{first:>{width}}  {groups}".rstrip())
    return "\n".join(lines)


def svg(marks: Sequence[int], low: int, title: str) -> str:
    """Return an SVG picture; pointing at a target that cannot be made shows its number.

    The title is a list of numbers, in which XML does not need to escape anything.
    """
    drawn = list(rows(marks, low))
    width = _LABEL + _left(PER_ROW)
    height = len(drawn) * (_SIZE + _GAP) + _GAP
    lines = ""
    for row, (first, columns) in enumerate(drawn):
        top = _GAP + row * (_SIZE + _GAP)
        lines += f'<text x="{_LABEL - 6}" y="{top + _SIZE - 1}" fill="#444">{first}</text>'
        made = "".join(
            f"M{_LABEL + _left(column)} {top}h{_SIZE}v{_SIZE}h-{_SIZE}z"
            for column, mark in enumerate(columns)
            if mark
        )
        if made:
            lines += f'<path fill="{_COLOURS[True]}" d="{made}"/>'
        for column, mark in enumerate(columns):
            if mark == 0:
                lines += (
                    f'<rect x="{_LABEL + _left(column)}" y="{top}" width="{_SIZE}" '
                    f'height="{_SIZE}" fill="{_COLOURS[False]}">'
                    f"<title>{first + column}</title></rect>"
                )
        lines += "\n"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="{_SIZE}" '
        f'text-anchor="end">\n<title>{title}</title>\n{lines}</svg>\n'
    )


def _left(place: int) -> int:
    """Return the distance of a place from the left edge; gaps between groups of ten are wider."""
    return place * (_SIZE + _GAP) + place // PER_GROUP * 2 * _GAP
