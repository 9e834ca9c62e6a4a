"""What an audit found as a table, as JSON, and as a page with pictures that stands alone."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from facevalue.datasets.faults import FAULTS
from facevalue.value import Value

if TYPE_CHECKING:
    from collections.abc import Iterator

    from facevalue.datasets.faults import Fault
    from facevalue.datasets.histograms import Histogram

# So many faults of each kind stand in the table.
_SHOWN = 3
_LABEL, _BAR, _ROW = 150, 360, 22
_GREEN, _RED = "#3f7d4e", "#d98a6a"
_STYLE = """
:root { color-scheme: light dark; font: 16px/1.45 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { margin-bottom: 0; } h2 { margin: 2rem 0 .5rem; }
section.histograms { display: grid; grid-template-columns: repeat(auto-fit, minmax(27rem, 1fr)); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; }
dt { font-weight: bold; } dd { margin: 0; }
svg { max-width: 100%; height: auto; } svg text { fill: currentColor; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .25rem .75rem .25rem 0; vertical-align: top; }
tr + tr td { border-top: 1px solid #8884; }
.clean { color: #3f7d4e; } .faulty { color: #c4573a; }
"""


class Audit(Value):
    """What an audit found.

    `rows`, how many there are; `files`; `columns`, pairs of a role and the column found for it;
    `faults`, a tuple of `Fault`, at most as many of each kind as asked for; `notes`, sentences on
    what was guessed or not compared. `histograms` are pairs of a title and its bars, pairs of a
    name and a number of rows. `is_clean` tells whether there are no faults. `str` is a table;
    `json` and `html` are texts too; the page of `html` asks no other host for anything.
    """

    __slots__ = ("rows", "files", "columns", "fault_counts", "faults", "histograms", "notes")

    rows: int
    files: tuple[str, ...]
    columns: tuple[tuple[str, str], ...]
    fault_counts: tuple[tuple[str, int], ...]
    faults: tuple[Fault, ...]
    histograms: tuple[tuple[str, Histogram], ...]
    notes: tuple[str, ...]

    def __init__(
        self,
        *,
        rows: int,
        files: tuple[str, ...],
        columns: tuple[tuple[str, str], ...],
        fault_counts: tuple[tuple[str, int], ...],
        faults: tuple[Fault, ...],
        histograms: tuple[tuple[str, Histogram], ...],
        notes: tuple[str, ...],
    ) -> None:
        self._set(rows=rows, files=files, columns=columns, fault_counts=fault_counts)
        self._set(faults=faults, histograms=histograms, notes=notes)

    @property
    def counts(self) -> dict[str, int]:
        """How many rows have each kind of fault: of all of them, listed or not."""
        return dict(self.fault_counts)

    @property
    def is_clean(self) -> bool:
        """Whether there are no faults."""
        return not self.fault_counts

    @property
    def json(self) -> str:
        """All of it as JSON, on one line."""
        return json_text(self)

    @property
    def html(self) -> str:
        """All of it as a page with pictures."""
        return html(self)

    def __str__(self) -> str:
        return table(self)

    def _repr_html_(self) -> str:
        return html(self)


def verdict(audit: Audit) -> str:
    """The first line: how many rows, how many faults.

    "1 row in 1 file: no faults".
    """
    rows, files = _counted(audit.rows, "row"), _counted(len(audit.files), "file")
    total = sum(audit.counts.values())
    return f"{rows} in {files}: {_counted(total, 'fault') if total else 'no faults'}"


def _counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}" + ("" if count == 1 else "s")


def table(audit: Audit) -> str:
    """All of it as lines of text, of the faults of each kind the first three."""
    return "\n".join(_lines(audit))


def _lines(audit: Audit) -> Iterator[str]:
    yield verdict(audit)
    yield "columns: " + ", ".join(f"{role} in {name}" for role, name in audit.columns)
    yield from (f"note: {note}" for note in audit.notes)
    for kind, count in audit.fault_counts:
        yield f"\n{kind}: {count:,} ({FAULTS[kind]})"
        listed = [fault for fault in audit.faults if fault.kind == kind][:_SHOWN]
        yield from (f"  {place(audit, fault)}: {fault.message}" for fault in listed)
        if count > len(listed):
            yield f"  and {count - len(listed):,} more"
    for title, bars in audit.histograms:
        if len(bars) > 1 and any(count for _, count in bars):
            yield f"\n{title}"
            yield from _text_bars(bars)


def place(audit: Audit, fault: Fault) -> str:
    """Where a fault is: the files are named where there are several."""
    is_one = len(audit.files) == 1
    words = [f"row {row}" if is_one else f"{file} row {row}" for file, row in fault.locations]
    return words[0] if len(words) == 1 else f"{words[0]}, as {words[1]}"


def _text_bars(bars: Histogram) -> Iterator[str]:
    total = sum(count for _, count in bars) or 1
    width = max(len(name) for name, _ in bars)
    digits = max(len(f"{count:,}") for _, count in bars)
    for name, count in _trimmed(bars):
        bar = "#" * (40 * count // total)
        yield f"  {name:<{width}}  {count:>{digits},}  {count / total:>6.1%}  {bar}".rstrip()


def _trimmed(bars: Histogram) -> Histogram:
    """The bars without the empty ones at either end."""
    filled = [place for place, (_, count) in enumerate(bars) if count]
    return bars[filled[0] : filled[-1] + 1] if filled else ()


def json_text(audit: Audit) -> str:
    """All of it as JSON, on one line."""
    entry = {
        "rows": audit.rows,
        "files": audit.files,
        "columns": dict(audit.columns),
        "notes": audit.notes,
        "counts": audit.counts,
        "faults": [
            {
                "kind": fault.kind,
                "locations": [{"file": file, "row": row} for file, row in fault.locations],
                "message": fault.message,
            }
            for fault in audit.faults
        ],
        "histograms": {title: dict(bars) for title, bars in audit.histograms},
    }
    return json.dumps(entry, ensure_ascii=False)


def html(audit: Audit) -> str:
    """A page with a bar for every count, which asks no other host for anything."""
    from html import escape  # noqa: PLC0415 - only for pages

    title = "Audit of " + ", ".join(audit.files[:3]) + (" and more" if audit.files[3:] else "")
    mood = "clean" if audit.is_clean else "faulty"
    head = (
        f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        f"<title>{escape(title)}</title>\n"
        f'<meta name="viewport" content="width=device-width">\n<style>{_STYLE}</style>\n'
        f'<h1>{escape(title)}</h1>\n<p class="{mood}"><strong>{verdict(audit)}</strong></p>\n'
    )
    said = "".join(f"<li>{escape(note)}</li>\n" for note in _remarks(audit))
    pictures = "".join(
        f"<div>\n<h2>{escape(name.capitalize())}</h2>\n{svg(bars, name, _GREEN)}</div>\n"
        for name, bars in audit.histograms
    )
    return (
        f"{head}<ul>\n{said}</ul>\n{_kinds_section(audit)}"
        f'<section class="histograms">\n{pictures}</section>\n{_rows_section(audit)}</html>\n'
    )


def _remarks(audit: Audit) -> Iterator[str]:
    yield "columns: " + ", ".join(f"{role} in {name}" for role, name in audit.columns)
    yield from audit.notes


def _kinds_section(audit: Audit) -> str:
    """How often each kind of fault was found, and what it means."""
    if audit.is_clean:
        return ""
    meant = "".join(f"<dt>{kind}</dt><dd>{FAULTS[kind]}</dd>\n" for kind in audit.counts)
    return f"<h2>Faults</h2>\n{svg(audit.fault_counts, 'faults', _RED)}<dl>\n{meant}</dl>\n"


def _rows_section(audit: Audit) -> str:
    """The rows at fault."""
    from html import escape  # noqa: PLC0415 - only for pages

    if audit.is_clean:
        return ""
    rows = "".join(
        f"<tr><td>{fault.kind}</td><td>{escape(place(audit, fault))}</td>"
        f"<td>{escape(fault.message)}</td></tr>\n"
        for fault in audit.faults
    )
    unlisted = sum(audit.counts.values()) - len(audit.faults)
    more = f"<p>and {unlisted:,} more, which are counted and not listed</p>\n" if unlisted else ""
    return f"<h2>Rows at fault</h2>\n<table>\n{rows}</table>\n{more}"


def svg(bars: Histogram, title: str, colour: str) -> str:
    """Histogram with their names and counts, one below the other."""
    from html import escape  # noqa: PLC0415 - only for pages

    most = max((count for _, count in bars), default=0) or 1
    width, height = _LABEL + _BAR + 80, len(bars) * _ROW + 4
    drawn = "".join(
        f'<text x="{_LABEL - 8}" y="{row * _ROW + 16}" text-anchor="end">{escape(name)}</text>'
        f'<rect x="{_LABEL}" y="{row * _ROW + 3}" width="{_length(count, most)}" height="16" '
        f'fill="{colour}"/><text x="{_LABEL + _length(count, most) + 6}" y="{row * _ROW + 16}">'
        f"{count:,}</text>\n"
        for row, (name, count) in enumerate(bars)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-size="13" role="img">\n'
        f"<title>{escape(title)}</title>\n{drawn}</svg>\n"
    )


def _length(count: int, most: int) -> int:
    """How long a bar is; what there is at all can be seen."""
    return max(round(_BAR * count / most), 1) if count else 0
