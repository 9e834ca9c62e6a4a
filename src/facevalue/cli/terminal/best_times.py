"""The best times of the games that somebody has played, in a file of the user's data folder.

The file is JSON. A file that facevalue has not written is never replaced.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from facevalue.files import atomic_file, user_folder
from facevalue.options import finite_number

if TYPE_CHECKING:
    from facevalue import Puzzle

_MARK = "facevalue best times"  # by which a file of ours is known
_MAX_TIMES = 10  # times kept for each game


class BestTimes:
    """The best times by game, read once and written after each new one.

    Raises:
        click.UsageError: the file is there and is not ours, or there is no home folder.
    """

    def __init__(self) -> None:
        folder = user_folder("data")
        if folder is None:
            raise click.UsageError("no folder for best times; set HOME, or play without --best")
        self.path = folder / "best-times.json"
        self._times = self._read()

    def of(self, rules: str) -> list[float]:
        """The seconds of the best rounds under some rules, the best first."""
        return [row["seconds"] for row in self._times.get(rules, [])]

    def add(self, puzzle: Puzzle, seconds: float) -> int | None:
        """Keeps the time of a round and returns its place, 1 for the best; None for none."""
        times = self._read()  # again: another game may have written since this one began
        rows = times.setdefault(puzzle.rules.name, [])
        place = len([row for row in rows if row["seconds"] <= seconds])
        if place >= _MAX_TIMES:
            return None
        rows.insert(place, {"seconds": round(seconds, 1), "puzzle": str(puzzle)})
        del rows[_MAX_TIMES:]
        self._times = times
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with atomic_file(self.path) as stream:
            text = json.dumps({"file": _MARK, "times": self._times}, indent=1, ensure_ascii=False)
            stream.write(f"{text}\n".encode())
        return place + 1

    def _read(self) -> dict[str, list[dict[str, Any]]]:
        try:
            text = self.path.read_bytes()
        except FileNotFoundError:
            return {}
        try:
            kept = json.loads(text)
            times = kept["times"].values()
            rows = [row for listed in times for row in listed]
            # `finite_number` raises a `ValueError` for what is not a finite number.
            are_lists = all(isinstance(listed, list) for listed in times)
            if (
                kept["file"] == _MARK
                and are_lists
                and all(finite_number("seconds", row["seconds"]) >= 0 for row in rows)
            ):
                return dict(kept["times"])
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            pass
        remedy = "move it away, or play without --best"
        raise click.UsageError(f"{str(self.path)!r} is not a best-times file; {remedy}")
