"""The verb for all targets at once: reach."""

from __future__ import annotations

import sys
from functools import partial
from typing import TYPE_CHECKING, Any

import click

import facevalue as fv
from facevalue import json_answers
from facevalue.cli import verb
from facevalue.cli.lines import FOUND, NOT_FOUND, say
from facevalue.cli.pace import Pace

if TYPE_CHECKING:
    from collections.abc import Callable

    from facevalue.puzzle import Reachable, WholeGame


@click.command(
    cls=verb.Verb,
    epilog=verb.examples(
        "reach 75 50 2 3 8 7",
        "reach 1 2 3 4 5 50 --missing",
        "reach 4 4 4 4 --rules classic --low 0 --high 300 --picture > fours.svg",
        "reach 6 6 5 2 --rules apl --values all --notation apl",
        "reach --all --rules countdown",
        "reach --all --rules whole --tiles 1,2,3,4,5,6,7,8,9 --size 4 --low 1 --high 100",
    ),
)
@click.option(
    "--all", "whole", is_flag=True, help="Solve the whole game: every selection of tiles."
)
@click.argument("numbers", nargs=-1)
@verb.rules_of(None, "countdown, or classic with --values all")
@click.option(
    "--values",
    type=verb.Word("values", ["whole", "all"]),
    default="whole",
    show_default=True,
    help="whole: which targets from low to high; all: every value, with an expression.",
)
@verb.notation
@click.option("--low", type=int, help="The first target; default: 100, or none with --values all.")
@click.option("--high", type=int, help="The last target; default: 999, or none with --values all.")
@click.option(
    "--missing", is_flag=True, help="Print the targets that cannot be made, one per line."
)
@click.option("--picture", is_flag=True, help="Print only an SVG picture.")
@click.option(
    "--tiles",
    default=",".join(map(str, fv.puzzle.TILES)),
    metavar="NUMBERS",
    help="The tiles for --all, separated by commas; default: those of Countdown.",
)
@click.option(
    "--size", default=6, show_default=True, help="How many tiles a selection has with --all."
)
@click.option("--workers", default=1, show_default=True, help="Threads for --all.")
@verb.limit
@verb.as_json
def reach(
    numbers: tuple[str, ...],
    rules: fv.Rules | None,
    *,
    low: int | None,
    high: int | None,
    whole: bool,
    values: str,
    notation: str,
    **options: Any,  # noqa: ANN401 - as they are
) -> int:
    """Show which targets can be made: # if so, a dot if not.

    NUMBERS are whole numbers, fractions, decimals or cards. A single - reads puzzles from stdin, as
    in solve, with or without a target. --values all prints every value that the numbers make,
    fractions too, with its simplest expression. --all solves every selection of tiles and prints
    statistics of the whole game.
    """
    bounds: dict[str, Any] = {
        name: end for name, end in (("low", low), ("high", high)) if end is not None
    }
    is_drawn = options["missing"] or options["picture"]
    if whole and numbers:
        raise click.UsageError("expected no numbers with --all, which has every choice")
    if whole and values == "all":
        raise click.UsageError("expected no --values all with --all")
    if values == "all" and is_drawn:
        raise click.UsageError("expected no --missing and --picture with --values all")
    if values == "whole" and notation != "infix":
        raise click.UsageError("--notation needs --values all")
    rules = rules or fv.RULES["classic" if values == "all" else "countdown"]
    if whole:
        return _show_game(rules, **bounds, **options)

    def answer(puzzle: fv.Puzzle, _: str = "") -> int:
        if values == "all":
            found = _show_values(puzzle, notation, **bounds, **options)
        elif options["as_json"]:
            reached = json_answers.reach(puzzle.numbers, puzzle.rules, **bounds)
            found = _show_json(reached, "reachable")
        else:
            found = _show(fv.reachable(puzzle.numbers, puzzle.rules, **bounds), **options)
        return FOUND if found else NOT_FOUND

    return verb.for_each_choice(answer, numbers, rules, as_json=options["as_json"])


def _show_json(found: dict[str, Any], key: str) -> bool:
    """Prints an answer; returns whether there is anything under the key."""
    say(json_answers.line(found))
    return bool(found[key])


def _show(reachable: Reachable, *, missing: bool, picture: bool, **_: object) -> bool:
    """Prints the targets; returns whether one of them can be made."""
    if picture:
        say(reachable.svg.rstrip("\n"))
    elif missing:
        for target in reachable.missing:
            say(str(target))
    else:
        _draw(reachable)
    return len(reachable) > 0


def _show_values(
    puzzle: fv.Puzzle,
    notation: str,
    *,
    as_json: bool,
    limit: float | None,
    low: int | None = None,
    high: int | None = None,
    **_: object,
) -> bool:
    """Prints every value with an expression; returns whether there is one."""
    bounds: Any = {"low": low, "high": high, "limit": limit}
    if as_json:
        answer = json_answers.values(puzzle.numbers, puzzle.rules, notation=notation, **bounds)
        return _show_json(answer, "expressions")
    found = fv.values(puzzle.numbers, puzzle.rules, **bounds)
    for value, expression in found.items():
        say(f"{value} = {expression.to(notation)}")
    say(f"{' '.join(map(str, found.numbers))} make {len(found)} values")
    return len(found) > 0


def _draw(reachable: Reachable) -> None:
    if sys.stdout.isatty():
        from facevalue.cli import draw  # noqa: PLC0415 - rich takes longer to load than all the rest

        draw.draw_targets(reachable)
    else:
        say(str(reachable))
    numbers = " ".join(map(str, reachable.numbers))
    say(f"{numbers} make {len(reachable)} of {len(reachable.marks)} targets")


def _show_game(
    rules: fv.Rules,
    *,
    tiles: str,
    as_json: bool,
    **options: Any,  # noqa: ANN401 - as they are
) -> int:
    del options["missing"], options["picture"]
    game = _watched(partial(fv.whole_game, rules, tiles=tiles, **options))
    say(json_answers.line(game.as_dict()) if as_json else str(game))
    return FOUND


def _watched(ask: Callable[..., WholeGame]) -> WholeGame:
    if not sys.stderr.isatty():
        return ask(progress=partial(Pace().tell, "choices"))
    from facevalue.cli import draw  # noqa: PLC0415 - rich takes longer to load than all the rest

    with draw.progress_of("choices") as progress:
        return ask(progress=progress)


VERBS = (reach,)
