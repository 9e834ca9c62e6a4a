"""The faults that an audit finds, and its result, printed as a table, as JSON or as a page."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from html import escape
from types import MappingProxyType
from typing import Any, TypeAlias

import attrs

from facevalue.errors import printable
from facevalue.value import Value

Histogram: TypeAlias = tuple[tuple[str, int], ...]

# From a kind of fault to its meaning, in the order of the report.
FAULTS: Mapping[str, str] = MappingProxyType(
    {
        "malformed": "the numbers, the target, the rules or a label cannot be read",
        "number_out_of_range": "a number is not in the expected range",
        "target_out_of_range": "the target is not in the expected range",
        "unmarked_unsolvable": "the puzzle has no solution, and no label says so",
        "wrong_solvable": "the label solvable is wrong",
        "wrong_solution_count": "the label solution_count is wrong",
        "wrong_needs_fraction": "the label needs_fraction is wrong",
        "wrong_difficulty": "the label difficulty is wrong",
        "wrong_answer": "the answer does not make the target",
        "cheating_answer": "the answer uses numbers or operators that are not allowed",
        "unreadable_answer": "the answer is not an expression",
        "missing_answer": "there is no answer, although the puzzle has a solution",
        "duplicate": "the puzzle is the same as in an earlier row",
        "leak": "the puzzle is the same as in a row of another split",
        "scaled_leak": "the puzzle is the same as in a row of another split, up to a common factor",
        "shared_solution": "a solution of a row in another split also solves this puzzle",
    }
)
_LISTED_IN_TABLE = 3  # faults of each kind
_LABEL_WIDTH, _BAR_WIDTH, _BAR_HEIGHT = 150, 360, 22
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


@attrs.frozen
class Fault(Value):
    """One fault in a file.

    Args:
        kind: one of `FAULTS`.
        locations: pairs of a file and a row number, from 1: the faulty row and, for a duplicate or
            a leak, the earlier row that it repeats.
        message: what is wrong with the row.

    >>> locations = (("train.csv", 7), ("train.csv", 2))
    >>> fault = Fault("duplicate", locations, "8 8 3 3 -> 24 is a duplicate")
    >>> fault.rows
    (7, 2)
    >>> print(fault)
    train.csv, row 7: 8 8 3 3 -> 24 is a duplicate
    """

    kind: str
    locations: tuple[tuple[str, int], ...]
    message: str

    @property
    def rows(self) -> tuple[int, ...]:
        """The row numbers of the locations."""
        return tuple(row for _, row in self.locations)

    def as_dict(self) -> dict[str, Any]:
        """Return the fault for JSON; each location is an object with `file` and `row`.

        JSON:
            kind
            locations (list of location): where it is.
            message

        JSON of `location`:
            file, row

        >>> Fault("duplicate", (("train.csv", 7),), "again").as_dict()["locations"]
        [{'file': 'train.csv', 'row': 7}]
        """
        locations = [{"file": file, "row": row} for file, row in self.locations]
        return {"kind": self.kind, "locations": locations, "message": self.message}

    def __str__(self) -> str:
        file, row = self.locations[0]
        return f"{file}, row {row}: {self.message}"


@attrs.frozen
class Audit(Value):
    """The result of `audit`. `str` returns a table, and a notebook shows a page.

    Attributes:
        rows: how many rows were read.
        files: the names of the files.
        columns: pairs of a role of `ROLES` and the column found for it.
        fault_counts: pairs of a kind of fault and the number of rows with it.
        faults: the faults, up to `max_listed` of each kind.
        histograms: pairs of a title and its bars; a bar is a pair of a name and a number of rows.
        notes: sentences about what was assumed or not compared.
        overlaps: with several splits, pairs of "target" or "numbers" and how many rows have the
            same target, or the same set of numbers up to a factor, as an earlier row in another
            split.
    """

    rows: int
    files: tuple[str, ...]
    columns: tuple[tuple[str, str], ...]
    fault_counts: tuple[tuple[str, int], ...]
    faults: tuple[Fault, ...]
    histograms: tuple[tuple[str, Histogram], ...]
    notes: tuple[str, ...]
    overlaps: tuple[tuple[str, int], ...] = ()

    @property
    def counts(self) -> dict[str, int]:
        """The number of rows with each kind of fault, including rows not listed in `faults`."""
        return dict(self.fault_counts)

    @property
    def is_clean(self) -> bool:
        """True if there are no faults."""
        return not self.fault_counts

    @property
    def json(self) -> str:
        """The audit as JSON on one line."""
        return json.dumps(self.as_dict(), ensure_ascii=False)

    @property
    def html(self) -> str:
        """The audit as a self-contained HTML page."""
        return html_page(self)

    def as_dict(self) -> dict[str, Any]:
        """Return the audit for JSON; `counts`, `columns` and each histogram are objects.

        JSON:
            rows (count): how many rows were read or written.
            files (list of text): the files.
            columns (text by name): the columns that were used, by their role.
            notes (list of text): remarks about the file.
            counts (count by name): how many faults of each kind.
            overlaps (count by name): how many rows share the target or the numbers of an
                earlier row in another split.
            faults (list of fault): the first faults.
            histograms (count by name by name): how many rows there are of each size, rules,
                difficulty and split.
        """
        return {
            "rows": self.rows,
            "files": list(self.files),
            "columns": dict(self.columns),
            "notes": list(self.notes),
            "counts": self.counts,
            "overlaps": dict(self.overlaps),
            "faults": [fault.as_dict() for fault in self.faults],
            "histograms": {title: dict(bars) for title, bars in self.histograms},
        }

    def __str__(self) -> str:
        lines = [_summary(self), _columns_text(self), *(f"note: {note}" for note in self.notes)]
        lines += _overlap_lines(self)
        for kind, count in self.fault_counts:
            lines.append(f"\n{kind}: {count:,} ({FAULTS[kind]})")
            listed = [fault for fault in self.faults if fault.kind == kind][:_LISTED_IN_TABLE]
            lines += (f"  {_location_text(self, fault)}: {fault.message}" for fault in listed)
            if count > len(listed):
                lines.append(f"  and {count - len(listed):,} more")
        for title, bars in self.histograms:
            if len(bars) > 1 and any(count for _, count in bars):
                lines += (f"\n{title}", *text_bars(bars))
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        return self.html


def _summary(audit: Audit) -> str:
    """Return the first line, such as "1 row in 1 file: no faults"."""
    rows, files = _counted(audit.rows, "row"), _counted(len(audit.files), "file")
    total = sum(audit.counts.values())
    return f"{rows} in {files}: {_counted(total, 'fault') if total else 'no faults'}"


def _counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}" + ("" if count == 1 else "s")


def _overlap_lines(audit: Audit) -> Iterator[str]:
    """Yield the overlaps between splits, which are not faults."""
    for what, count in audit.overlaps:
        rows = _counted(count, "row")
        verb = "has" if count == 1 else "have"
        yield f"{rows} {verb} the same {what} as an earlier row in another split"


def _columns_text(audit: Audit) -> str:
    found = (role if role == name else f"{role} ({name})" for role, name in audit.columns)
    return printable(f"columns: {', '.join(found)}")


def _location_text(audit: Audit, fault: Fault) -> str:
    """Return the location of a fault; the file is named only if there are several."""
    is_one = len(audit.files) == 1
    words = [
        f"row {row}" if is_one else f"{printable(file)} row {row}" for file, row in fault.locations
    ]
    return " and ".join(words)


def text_bars(bars: Histogram) -> Iterator[str]:
    """Yield a line per bar, without the empty bars at both ends."""
    total = sum(count for _, count in bars)
    width = max(len(name) for name, _ in bars)
    digits = max(len(f"{count:,}") for _, count in bars)
    filled = [index for index, (_, count) in enumerate(bars) if count]
    for name, count in bars[filled[0] : filled[-1] + 1]:
        bar = "#" * (40 * count // total)
        yield f"  {name:<{width}}  {count:>{digits},}  {count / total:>6.1%}  {bar}".rstrip()


def html_page(audit: Audit) -> str:
    """Return an HTML page with a picture for each histogram."""
    title = "Audit of " + ", ".join(audit.files[:3]) + (" and more" if audit.files[3:] else "")
    css_class = "clean" if audit.is_clean else "faulty"
    head = (
        f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        f"<title>{escape(title)}</title>\n"
        f'<meta name="viewport" content="width=device-width">\n<style>{_STYLE}</style>\n'
        f'<h1>{escape(title)}</h1>\n<p class="{css_class}"><strong>{_summary(audit)}</strong></p>\n'
    )
    lines = (_columns_text(audit), *audit.notes, *_overlap_lines(audit))
    remarks = "".join(f"<li>{escape(line)}</li>\n" for line in lines)
    pictures = "".join(
        f"<div>\n<h2>{escape(name.capitalize())}</h2>\n{_svg(bars, name, _GREEN)}</div>\n"
        for name, bars in audit.histograms
    )
    kinds = rows = ""
    if not audit.is_clean:
        # The number of faults of each kind, what the kinds mean, and the faulty rows.
        meanings = "".join(f"<dt>{kind}</dt><dd>{FAULTS[kind]}</dd>\n" for kind in audit.counts)
        chart = _svg(audit.fault_counts, "faults", _RED)
        kinds = f"<h2>Faults</h2>\n{chart}<dl>\n{meanings}</dl>\n"
        listed = "".join(
            f"<tr><td>{fault.kind}</td><td>{escape(_location_text(audit, fault))}</td>"
            f"<td>{escape(fault.message)}</td></tr>\n"
            for fault in audit.faults
        )
        unlisted = sum(audit.counts.values()) - len(audit.faults)
        more = f"<p>{unlisted:,} more are not listed.</p>\n" if unlisted else ""
        rows = f"<h2>Faulty rows</h2>\n<table>\n{listed}</table>\n{more}"
    return (
        f"{head}<ul>\n{remarks}</ul>\n{kinds}"
        f'<section class="histograms">\n{pictures}</section>\n{rows}</html>\n'
    )


def _svg(bars: Histogram, title: str, colour: str) -> str:
    """Draw a bar chart: names, bars and counts, one below the other."""
    highest = max((count for _, count in bars), default=0)
    width, height = _LABEL_WIDTH + _BAR_WIDTH + 80, len(bars) * _BAR_HEIGHT + 4
    drawn = ""
    for index, (name, count) in enumerate(bars):
        top = index * _BAR_HEIGHT
        # A count above 0 is always visible.
        length = max(round(_BAR_WIDTH * count / highest), 1) if count else 0
        drawn += (
            f'<text x="{_LABEL_WIDTH - 8}" y="{top + 16}" text-anchor="end">{escape(name)}</text>'
            f'<rect x="{_LABEL_WIDTH}" y="{top + 3}" width="{length}" height="16" '
            f'fill="{colour}"/>'
            f'<text x="{_LABEL_WIDTH + length + 6}" y="{top + 16}">{count:,}</text>\n'
        )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-size="13" role="img">\n'
        f"<title>{escape(title)}</title>\n{drawn}</svg>\n"
    )
