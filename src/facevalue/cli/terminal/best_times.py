"""The user's best times, stored as JSON in the user's data folder.

A file that facevalue did not write is never replaced.
"""

from __future__ import annotations

import json
from typing import Any

import click

from facevalue import Puzzle
from facevalue.options import finite_number
from facevalue.system.files import atomic_file, user_folder

_MARK = "facevalue best times"  # identifies our files
_MAX_TIMES = 10  # for each game


class BestTimes:
    """The best times by game, written after each new time.

    Raises:
        click.UsageError: the file is not ours, or there is no home folder.
    """

    def __init__(self) -> None:
        folder = user_folder("data")
        if folder is None:
            raise click.UsageError("no folder for best times; set HOME, or play without --best")
        self.path = folder / "best-times.json"
        self._times = self._read()

    def of(self, rules: str) -> list[float]:
        """Return the best times under some rules in seconds, the best first."""
        return [entry["seconds"] for entry in self._times.get(rules, [])]

    def add(self, puzzle: Puzzle, seconds: float) -> int | None:
        """Add the time of a round if it is among the best.

        Returns:
            Its rank, 1 for the best time, or None if it is not among the best.
        """
        times = self._read()  # again, because another game may have written the file
        entries = times.setdefault(puzzle.rules.name, [])
        better = len([entry for entry in entries if entry["seconds"] <= seconds])
        if better >= _MAX_TIMES:
            return None
        entries.insert(better, {"seconds": round(seconds, 1), "puzzle": str(puzzle)})
        del entries[_MAX_TIMES:]
        self._times = times
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with atomic_file(self.path) as stream:
            contents = json.dumps(
                {"file": _MARK, "times": self._times}, indent=1, ensure_ascii=False
            )
            stream.write(f"{contents}\n".encode())
        return better + 1

    def _read(self) -> dict[str, list[dict[str, Any]]]:
        try:
            contents = self.path.read_bytes()
        except FileNotFoundError:
            return {}
        try:
            stored = json.loads(contents)
            times = stored["times"].values()
            entries = [entry for listed in times for entry in listed]
            are_lists = all(isinstance(listed, list) for listed in times)
            if (
                stored["file"] == _MARK
                and are_lists
                and all(finite_number("seconds", entry["seconds"]) >= 0 for entry in entries)
            ):
                return dict(stored["times"])
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            pass
        remedy = "move it away, or play without --best"
        raise click.UsageError(f"{str(self.path)!r} is not a best-times file; {remedy}")
