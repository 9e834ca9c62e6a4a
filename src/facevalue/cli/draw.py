"""Tables for people, drawn by rich."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich import box
from rich.console import Console
from rich.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from facevalue import Rules


def draw_list(rows: Iterable[Rules]) -> None:
    """All rules, one a row."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("rules", style="bold", no_wrap=True)
    table.add_column("numbers", justify="right")
    table.add_column("target", justify="right")
    table.add_column("what is allowed", overflow="fold")
    for rules in rows:
        table.add_row(rules.name, str(rules.numbers or "any"), str(rules.target), rules.summary)
    Console().print(table)


def draw_rules(rules: Rules) -> None:
    """All that one row says, one option a line."""
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column(style="bold", no_wrap=True)
    table.add_column(overflow="fold")
    for name in rules.__slots__:
        value = getattr(rules, name)
        table.add_row(name, "any count" if value is None else str(value))
    Console().print(table)
