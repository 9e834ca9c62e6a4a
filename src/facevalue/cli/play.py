"""The verbs for playing: deal, play."""

from __future__ import annotations

import sys
from itertools import islice
from math import isnan
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

import facevalue as fv
from facevalue import json_answers
from facevalue.cli import verb
from facevalue.cli.answers import verdict_lines
from facevalue.cli.keyboard import Keyboard
from facevalue.cli.lines import FOUND, nearest, say, tell

if TYPE_CHECKING:
    from collections.abc import Callable

    from facevalue import Puzzle
    from facevalue.puzzle import Round

_MOST = 10**12  # deals or rounds
_LONGEST = 10**6  # seconds of a round


def _number(_: click.Context, __: click.Parameter, seconds: float | None) -> float | None:
    if seconds is not None and isnan(seconds):
        raise click.BadParameter(f"expected a number of seconds: {seconds}")
    return seconds


_solvable = click.option("--solvable", is_flag=True, help="Deal only puzzles with a solution.")


@click.command(
    cls=verb.Verb,
    epilog=verb.examples(
        "deal --seed 24",
        "deal --rules countdown --large 2 --seed 8",
        "deal --count 20 --seed 24 | facevalue solve -",
    ),
)
@verb.rules
@verb.seed
@click.option(
    "--count", type=click.IntRange(1, _MOST), default=1, show_default=True, help="How many puzzles."
)
@verb.large
@_solvable
@verb.as_json
def deal(count: int, *, as_json: bool, **options: Any) -> int:  # noqa: ANN401 - as they are
    """Deal puzzles: cards, tiles or digits, and a target.

    A seed always deals the same puzzles. A terminal shows the cards as pictures; in a pipeline,
    each puzzle is a line that 'facevalue solve -' reads.
    """
    if as_json:
        for answer in islice(json_answers.deals(**options), count):
            say(json_answers.line(answer))
        return FOUND
    for each in islice(fv.puzzle.deals(**options), count):
        _show(each)
    return FOUND


def _show(deal: Puzzle, lead: str = "") -> None:
    if not sys.stdout.isatty():
        say(f"{lead}{deal}")
        return
    from facevalue.cli import draw  # noqa: PLC0415 - rich takes longer to load than all the rest

    say("")
    draw.draw_deal(deal)
    say(f"{lead}make {deal.target}")


@click.command(
    cls=verb.Verb,
    epilog=verb.examples(
        "play", "play --rules countdown --large 2", "play --rounds 5 --seed 24 < answers.txt"
    ),
)
@verb.rules
@verb.seed
@click.option("--rounds", type=click.IntRange(1, _MOST), metavar="N", help="End after N rounds.")
@click.option(
    "--seconds",
    type=click.FloatRange(0, _LONGEST),
    callback=_number,
    metavar="N",
    help="The time limit of a round, 0 for none; default: 30 in Countdown, none in other games.",
)
@verb.large
@_solvable
@verb.as_json
def play(
    rounds: int | None,
    seconds: float | None,
    *,
    as_json: bool,
    **options: Any,  # noqa: ANN401 - what is dealt goes to the library as it is
) -> int:
    """Play in the terminal, and see why an answer is right or wrong.

    Instead of an answer, type h for a hint (each reveals more and costs 2 points), s to show the
    solutions, n to go on to the next round and claim that this one has no solution, or q to quit.

    You get 10 points for the target. In games other than Countdown you also get 10 points for
    correctly claiming that there is no solution. In Countdown, your best answer in time counts: 7
    points within 5 of the target, 5 points within 10.

    Also works in a pipeline. With --json, each round is a line on stdout, and everything else goes
    to stderr.
    """
    deals = fv.puzzle.deals(**options)
    game = _Game(seconds, as_json=as_json)
    game.talk("type an answer; h hint, s solutions, n no solution or next, q quit")
    try:
        for each in islice(deals, rounds):
            game.play(fv.puzzle.Round(each))
    except EOFError:
        pass
    finally:  # after Ctrl-C too
        game.sum_up()
    return FOUND


class _Game:
    """The rounds played so far, and the person who plays them."""

    def __init__(self, seconds: float | None, *, as_json: bool) -> None:
        self._seconds = seconds
        self._as_json = as_json
        self._keyboard = Keyboard(sys.stderr if as_json else sys.stdout)
        self._played: list[tuple[Round, float]] = []
        self.talk: Callable[[str], None] = tell if as_json else say
        self._answers = {
            "h": self._hint,
            "s": self._solutions,
            "n": self._give_up,
            "q": self._quit,
        }

    def play(self, current: Round) -> None:
        """Plays one round to its end."""
        lead = f"{len(self._played) + 1}. "
        if self._as_json:
            tell(f"{lead}{current.puzzle}")
        else:
            _show(current.puzzle, lead)
        start = monotonic()
        try:
            self._ask(current, self._end_of_time(current, start))
        finally:
            if current.is_over or current.points:
                self._finish(current, monotonic() - start)

    def sum_up(self) -> None:
        """Tells how it went."""
        rounds = len(self._played)
        points = sum(each.points for each, _ in self._played)
        most = sum(each.most_points for each, _ in self._played)
        seconds = sum(seconds for _, seconds in self._played)
        played = "1 round" if rounds == 1 else f"{rounds} rounds"
        self.talk(f"{played}, {points} of {most} points, {seconds:.1f} s")

    def _end_of_time(self, current: Round, start: float) -> float | None:
        seconds = current.scoring.seconds if self._seconds is None else self._seconds
        return start + seconds if seconds else None

    def _ask(self, current: Round, until: float | None) -> None:
        while not current.is_over:
            text = self._keyboard.line(until)
            if text is None:
                self.talk("time is up")
                current.end()
                self._tell_solutions(current, count=1)
            elif text.lower() in self._answers:
                self._answers[text.lower()](current)
            elif text:
                self._judge(current, text)

    def _judge(self, current: Round, text: str) -> None:
        before = current.best
        verdict = current.answer(text)
        for line in verdict_lines(text, verdict):
            self.talk(line)
        if not verdict and current.best != before and current.points:
            self.talk(f"near: {current.points} points so far")

    def _hint(self, current: Round) -> None:
        self.talk(current.hint() or "no more hints; s shows the solutions")

    def _solutions(self, current: Round) -> None:
        self._tell_solutions(current, count=None)
        current.end()

    def _give_up(self, current: Round) -> None:
        current.give_up()
        if current.says_no_solution and current.is_right:
            self.talk("right: there is no solution")
        else:
            self._tell_solutions(current, count=1)

    def _quit(self, _: Round) -> None:
        raise EOFError

    def _tell_solutions(self, current: Round, count: int | None) -> None:
        for solution in islice(current.solutions, count):
            self.talk(f"{current.puzzle.target} = {solution}")
        if not current.solutions:
            for solution in nearest(current.solutions) or ():
                self.talk(f"no solution; closest is {solution.value} = {solution}")

    def _finish(self, current: Round, seconds: float) -> None:
        self._played.append((current, seconds))
        self.talk(f"{current.points} points, {seconds:.1f} s")
        if self._as_json:
            say(json_answers.line(current.as_dict() | {"seconds": round(seconds, 1)}))


VERBS = (deal, play)
