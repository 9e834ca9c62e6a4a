"""The commands `deal` and `play`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import islice
from time import monotonic
from typing import Any

import facevalue as fv
from facevalue import Puzzle
from facevalue.cli import shared
from facevalue.cli.terminal.best_times import BestTimes
from facevalue.cli.terminal.caret import place_lines
from facevalue.cli.terminal.keyboard import Keyboard
from facevalue.cli.terminal.lines import FOUND, fitted, message_of, report, say
from facevalue.cli.verbs import command, flag
from facevalue.door import json_line
from facevalue.errors import counted
from facevalue.puzzle import Reason, Round
from facevalue.queries import parameters
from facevalue.queries.number_queries import find_closest
from facevalue.randomness import random_seed

_MAX_COUNT = 10**12  # deals or rounds
_LONGEST = 10**6  # seconds of a round
_SEEDS = 10**6  # random seeds are short to type

_KEYS = (
    f"type an answer; h hint ({Round.hint_cost} points each), s solutions, n no solution or next, "
    "q quit, ? help"
)
_HELP = """\
An answer uses the numbers with + - * / and parentheses; x also means times, and J, Q and K are \
11, 12 and 13. A wrong answer does not end the round.
h  a hint; each reveals more than the last and costs {cost} of the points for this round
s  show the solutions, which ends the round
n  next round; this claims that there is no solution
q  quit, as does Ctrl-D
?  this help"""
# Reasons in words for a player.
_WORDS = {
    Reason.MALFORMED: "not an expression",
    Reason.UNKNOWN_SYMBOL: "unknown sign",
    Reason.FORBIDDEN_OPERATOR: "not allowed here",
    Reason.FORBIDDEN_VALUE: "not allowed here",
    Reason.DIVISION_BY_ZERO: "division by zero",
}


_solvable = shared.option(parameters.SOLVABLE, default=False)


@command(
    "deal --seed 24",
    "deal --rules countdown --large 2 --seed 8",
    "deal --count 20 --seed 24 | facevalue solve -",
)
@shared.rules
@shared.seed
@shared.number("--count", help=parameters.PUZZLE_COUNT.help, within=(1, _MAX_COUNT), default=1)
@shared.large
@_solvable
@shared.as_json
def deal(count: int, *, as_json: bool, **options: Any) -> int:
    """Deal puzzles: cards, tiles or digits, and a target.

    A seed always deals the same puzzles. A terminal shows the cards as pictures; in a pipeline,
    each puzzle is a line that 'facevalue solve -' reads.
    """
    for puzzle in islice(fv.puzzle.deals(**options), count):
        if as_json:
            say(json_line(puzzle.as_dict()))
        else:
            _show(puzzle)
    return FOUND


def _show(deal: Puzzle, lead: str = "") -> None:
    if not sys.stdout.isatty():
        say(f"{lead}{deal}")
        return
    from facevalue.cli.terminal import draw  # noqa: PLC0415 - rich is slow to load

    say("")
    draw.draw_deal(deal)
    say(f"{lead}make {deal.target}")


@command("play", "play --rules countdown --large 2", "play --rounds 5 --seed 24 < answers.txt")
@shared.rules
@shared.seed
@shared.number("--rounds", help="End after N rounds.", within=(1, _MAX_COUNT))
@shared.number(
    "--seconds",
    help="The time limit of a round, 0 for none; default: 30 in Countdown, none in other games.",
    within=(0, _LONGEST),
    kind=float,
)
@shared.large
@_solvable
@flag("--best", help="Save your best times, and show them.")
@shared.as_json
def play(
    rounds: int | None,
    seconds: float | None,
    *,
    seed: int | None,
    best: bool,
    as_json: bool,
    **options: Any,
) -> int:
    """Play in the terminal, and see why an answer is wrong.

    In an answer, x means multiplication, and J, Q and K are 11, 12 and 13. Instead of an answer,
    type h for a hint (each reveals more and costs 2 points), s to show the solutions, n to claim
    that there is no solution and continue with the next round, q to quit, or ? for help. You can
    use the arrow keys to edit a line and to bring back earlier ones.

    You get 10 points for the target. In games other than Countdown you also get 10 points for
    correctly claiming that there is no solution. In Countdown, your best answer in time counts: 7
    points within 5 of the target, 5 points within 10. In a terminal, a round with a time limit
    waits for Enter before its clock starts.

    The last line shows the seed, which deals the same rounds again. --best saves the ten best times
    of each game for right answers without a hint, in your folder for application data (on Linux
    ~/.local/share/facevalue).

    In a pipeline, answers come from stdin. With --json, each round is a line on stdout, and
    everything else goes to stderr.
    """
    times = BestTimes() if best else None
    seed = random_seed() % _SEEDS if seed is None else seed
    deals = fv.puzzle.deals(seed=seed, **options)
    game = _Game(seconds, times, as_json=as_json)
    game.talk(_KEYS)
    try:
        for puzzle in islice(deals, rounds):
            game.play(fv.puzzle.Round(puzzle))
    except EOFError:
        pass
    finally:  # also after Ctrl-C
        game.sum_up(seed)
    return FOUND


class _Game:
    """A game: the rounds so far, and the input and output of the player."""

    def __init__(self, seconds: float | None, times: BestTimes | None, *, as_json: bool) -> None:
        self._seconds = seconds
        self._times = times
        self._as_json = as_json
        self._keyboard = Keyboard(sys.stderr if as_json else sys.stdout)
        self._played: list[tuple[Round, float]] = []
        self.talk: Callable[[str], None] = report if as_json else say

    def play(self, current: Round) -> None:
        """Play one round to its end."""
        seconds = current.scoring.seconds if self._seconds is None else self._seconds
        if seconds and self._keyboard.wait_for_enter("Enter starts the clock ").lower() == "q":
            raise EOFError
        lead = f"{len(self._played) + 1}. "
        if self._as_json:
            report(f"{lead}{current.puzzle}")
        else:
            _show(current.puzzle, lead)
        start = monotonic()
        try:
            self._take_answers(current, (start + seconds if seconds else None))
        finally:
            if current.is_over or current.points:
                self._finish(current, monotonic() - start)

    def sum_up(self, seed: int) -> None:
        """Print the points, the time and the seed."""
        rounds = len(self._played)
        points = sum(current.points for current, _ in self._played)
        possible = sum(current.most_points for current, _ in self._played)
        seconds = sum(seconds for _, seconds in self._played)
        played = f"{counted(rounds, 'round')}, {points} of {counted(possible, 'point')}"
        self.talk(f"{played}, {seconds:.1f} s; seed {seed}")
        for rules in dict.fromkeys(current.puzzle.rules.name for current, _ in self._played):
            if self._times and (best := self._times.of(rules)):
                listed = ", ".join(f"{time:.1f} s" for time in best)
                self.talk(f"best times for {rules}: {listed}")

    def _take_answers(self, current: Round, until: float | None) -> None:
        """Take answers and keys until the round is over."""
        while not current.is_over:
            line = self._keyboard.line(until)
            match line if line is None else line.lower():
                case None:
                    self.talk("time is up")
                    current.end()
                    self._show_solutions(current, count=1)
                case "h":
                    self.talk(current.hint() or "no more hints; s shows the solutions")
                case "s":
                    self._show_solutions(current, count=None)
                    current.end()
                case "n":
                    self._give_up(current)
                case "q":
                    raise EOFError
                case "?" | "help":
                    for line in _HELP.format(cost=Round.hint_cost).splitlines():
                        self.talk(fitted(line, sys.stdout, indent=3 * (line[1:3] == "  ")))
                case "":
                    pass
                case _:
                    self._judge(current, str(line))

    def _give_up(self, current: Round) -> None:
        current.give_up()
        if current.says_no_solution and current.is_right:
            self.talk("right: there is no solution")
        else:
            self._show_solutions(current, count=1)

    def _judge(self, current: Round, answer: str) -> None:
        before = current.best
        verdict = current.answer(answer)
        reason = _WORDS.get(verdict.reason, verdict.reason.value.replace("_", " "))
        self.talk(f"{reason}: {verdict.message}")
        for line in place_lines(answer, verdict.position):
            self.talk(line)
        if not verdict and current.best != before and current.points:
            self.talk(f"close: {counted(current.points, 'point')} so far")

    def _show_solutions(self, current: Round, count: int | None) -> None:
        for solution in islice(current.solutions, count):
            self.talk(f"{current.puzzle.target} = {solution}")
        if not current.solutions:
            closest = find_closest(current.solutions)
            if isinstance(closest, fv.LimitError):
                report(f"facevalue: {message_of(closest)}")
            else:
                for way in closest:
                    self.talk(f"no solution; closest is {way.value} = {way}")

    def _finish(self, current: Round, seconds: float) -> None:
        self._played.append((current, seconds))
        line = f"{counted(current.points, 'point')}, {seconds:.1f} s"
        if self._times and current.best == current.puzzle.target and not current.hints:
            rank = self._times.add(current.puzzle, seconds)
            if rank is not None:
                line += f", number {rank} of your best times" if rank > 1 else ", your best time"
        self.talk(line)
        if self._as_json:
            say(json_line(current.as_dict() | {"seconds": round(seconds, 1)}))


VERBS = (deal, play)
