"""Tables, cards and progress for people, drawn by rich."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.progress import MofNCompleteColumn, Progress, ProgressColumn, Task, TaskID
from rich.table import Table
from rich.text import Text

from facevalue import Puzzle, Rules
from facevalue.cards import RANKS
from facevalue.errors import printable
from facevalue.poker import Range, Strength
from facevalue.puzzle import Reachable
from facevalue.queries import Result
from facevalue.queries.parameter import TABLE
from facevalue.queries.query import Line

_SIGNS = dict(zip("cdhs", "♣♦♥♠", strict=True))
_COLOURS = {"c": "green", "d": "blue", "h": "red", "s": "default"}
# For pairs, suited and offsuit hands.
_KINDS = {"": "yellow", "s": "green", "o": "blue"}
_FACE = ("╭───╮", "│{rank:<3}│", "│{sign:>3}│", "╰───╯")
# The columns that a terminal needs for a table of rules, and for the grid of a range.
_WIDE, _GRID = 60, 64


def draw_result(result: Result) -> Iterable[Line]:
    """Draw the part of a result that has a picture, and return the remaining lines."""
    value, lines = result.value, result.lines()
    if isinstance(value, Strength):
        draw_cards(value)
    elif isinstance(value, Reachable) and not result.shown:
        *picture, summary = str(value).splitlines()
        draw_targets(picture)
        return [summary]
    elif isinstance(value, Range) and not result.shown:
        first, *_, last = lines
        Console().print(str(first), markup=False, highlight=False)
        draw_grid(value)
        return [last]
    elif result.layout == TABLE:
        draw_rules(value[0]) if result.arguments else draw_list(value)
        return ()
    return lines


def draw_list(all_rules: Iterable[Rules]) -> None:
    """Draw a table of all rules; on a narrow terminal, a paragraph for each."""
    if Console().width < _WIDE:
        for rules in all_rules:
            facts = f"numbers: {rules.size or 'any'}, target: {rules.target}"
            Console().print(Text.assemble((rules.name, "bold"), f"  {facts}"))
            Console().print(Padding(Text(rules.summary), (0, 0, 1, 2), expand=False))
        return
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("rules", style="bold", no_wrap=True)
    table.add_column("numbers", justify="right")
    table.add_column("target", justify="right")
    table.add_column("what is allowed", overflow="fold")
    for rules in all_rules:
        table.add_row(rules.name, str(rules.size or "any"), str(rules.target), rules.summary)
    Console().print(table)


# What an option of rules means if it is None.
_UNSET = {"size": "any count", "faces": "11, 12, 13", "largest": "any size"}


def draw_rules(rules: Rules) -> None:
    """Draw a table of the options of rules, one per line."""
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column(style="bold", no_wrap=True)
    table.add_column(overflow="fold")
    for name in rules.as_dict():
        value = getattr(rules, name)
        if isinstance(value, bool):
            value = "yes" if value else "no"
        table.add_row(name, _UNSET[name] if value is None else str(value) or "none")
    Console().print(table)


def draw_cards(strength: Strength) -> None:
    """Draw the cards of a player and the board, if they fit; cards that do not play are dim."""
    plays = {*strength.best, *(strength.low.best if strength.low else ())}
    sides = [side for side in (strength.cards, strength.board) if side]
    lines = []
    for line in _FACE:
        faces = [Text() for _ in sides]
        for face, side in zip(faces, sides, strict=True):
            for card in side:
                drawn = line.format(rank=card.rank.replace("T", "10"), sign=_SIGNS[card.suit])
                weight = "bold" if card in plays else "dim"
                face.append(f"{drawn} ", f"{weight} {_COLOURS[card.suit]}")
        lines.append(Text("  ").join(faces))
    console = Console()
    if lines[0].cell_len <= console.width:
        console.print(Text("\n").join(lines))


def draw_deal(deal: Puzzle) -> None:
    """Draw the cards or tiles of a puzzle side by side."""
    for line in deal_lines(deal):
        Console().print(line)


def deal_lines(deal: Puzzle) -> Iterator[Text]:
    """Yield the lines of a drawing of cards, with hearts and diamonds in red, or of tiles."""
    faces = []
    for card in deal.cards:
        style = "bold red" if card.suit in "dh" else "bold"
        rank, sign = card.rank.replace("T", "10"), _SIGNS[card.suit]
        faces.append([Text(line.format(rank=rank, sign=sign), style) for line in _FACE])
    for number in map(str, () if deal.cards else deal.numbers):
        edge = "─" * (len(number) + 2)
        faces.append([Text(line, "bold") for line in (f"╭{edge}╮", f"│ {number} │", f"╰{edge}╯")])
    for lines in zip(*faces, strict=True):
        yield Text(" ").join(lines)


def draw_grid(hands: Range) -> None:
    """Draw the grid of 169 starting hands; colours show pairs, suited and offsuit hands.

    On a narrow terminal each hand is one character: # if it is in the range, + if partly, . if not.
    """
    is_narrow = Console().width < _GRID
    names, ranks = iter(hands.starting_hands), RANKS[::-1]
    if is_narrow:
        Console().print(Text(f"  {' '.join(ranks)}", "dim"))
    for rank, line in zip(ranks, hands.grid.splitlines(), strict=True):
        cells = Text(f"{rank} ", "dim") if is_narrow else Text()
        for cell, name in zip(line.split(), names, strict=False):
            sign = "." if cell == "." else "#" if cell == name else "+"
            shown = f"{sign} " if is_narrow else f"{cell:<5}"
            cells.append(shown, "dim" if cell == "." else f"bold {_KINDS[name[2:]]}")
        if is_narrow:
            cells.rstrip()
        Console().print(cells)


def draw_targets(lines: Iterable[str]) -> None:
    """Draw all targets, up to fifty in a row; targets that cannot be made are red."""
    picture = Text("\n".join(_narrowed(lines, Console().width)))
    picture.highlight_regex("#", "green")
    picture.highlight_regex(r"\.", "bold red")
    Console().print(picture)


def _narrowed(lines: Iterable[str], width: int) -> Iterator[str]:
    """Yield the lines of a picture of targets, with as many groups of ten as fit the width."""
    ten = 10
    for line in lines:
        start, _, signs = line.lstrip().partition("  ")
        label = len(line) - len(line.lstrip()) + len(start)
        groups = [signs[at : at + ten] for at in range(0, len(signs), ten + 1)]
        size = max((width - label - 1) // (ten + 1), 1)
        for first in range(0, len(groups), size):
            part = " ".join(groups[first : first + size])
            if part.strip():
                yield f"{int(start) + ten * first:>{label}}  {part}"


class ProgressBar:
    """A progress bar on stderr with the rate and the remaining time; it disappears at the end."""

    def __init__(self) -> None:
        columns = (*Progress.get_default_columns(), MofNCompleteColumn(), _Rate())
        self._bar = Progress(*columns, console=Console(stderr=True), transient=True)
        self._task: TaskID | None = None
        self._what = ""
        self.stop = self._bar.stop

    def update(self, what: str, done: int, total: int) -> None:
        """Show the stage, how much is done, and how much there is (0 if unknown)."""
        if self._task is None or what != self._what:
            if self._task is not None:
                self._bar.remove_task(self._task)
            self._what = what
            self._task = self._bar.add_task(escape(printable(what)), total=total or None)
            self._bar.start()
        self._bar.update(self._task, completed=done, total=total or None)


class _Rate(ProgressColumn):
    def render(self, task: Task) -> Text:
        return Text(f"{task.speed or 0:,.0f}/s")
