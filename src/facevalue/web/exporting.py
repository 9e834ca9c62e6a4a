"""Writes the pages of the games as static files with their data, for hosts without a server."""

from __future__ import annotations

import json
import re
from datetime import date, timedelta
from hashlib import sha256
from itertools import combinations_with_replacement
from pathlib import Path
from typing import TYPE_CHECKING, Any

import facevalue as fv
from facevalue.errors import FaceValueError, quoted
from facevalue.files import atomic_file
from facevalue.queries import QUERIES
from facevalue.value import as_json
from facevalue.web.pages import list_paths, read_file

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator

PAGES = ("index.html", "daily.html", "countdown.html", "digits.html")
YEARS = 3
ROUNDS = 300  # of each game and choice of large numbers: those with the seeds 0 to 299
_GAMES = ("classic", "countdown", "digits")
_CARDS = range(1, 14)
_LARGE = (None, 0, 1, 2, 3, 4)
_ALWAYS = (
    *("art/icon.svg", "art/icon-192.png", "art/icon-512.png", "art/felt.svg"),
    *("manifest.webmanifest", "service-worker.js"),
)
_LIST = "files.js"
_LIST_BEGIN = b"// Written by `facevalue serve --export`"
_LAST_LEVEL = 99  # beyond the last hint of any hand
# Addresses of other files in HTML, and modules in JavaScript.
_LINKS = re.compile(r'(?:src|href)="([\w./-]+\.\w+)"')
_IMPORTS = re.compile(r'"\./(\w+\.js)"')
_SERVED, _EXPORTED = b"EXPORTED = false", b"EXPORTED = true"


def export(folder: str | os.PathLike[str]) -> list[str]:
    """Writes the pages and their data; returns the paths of the files, relative to the folder.

    Args:
        folder: a folder that is new, empty or an earlier export.

    Raises:
        FaceValueError: the folder has other files.
        OSError: the files cannot be written.
    """
    target = Path(folder)
    mark = target / _LIST
    is_ours = mark.is_file() and mark.read_bytes().startswith(_LIST_BEGIN)
    if not is_ours and target.exists() and any(target.iterdir()):
        raise FaceValueError(
            f"{quoted(str(target))} has other files; choose a new or an empty folder"
        )
    files = _pages() | {
        f"data/{name}.json": json.dumps(data, separators=(",", ":")).encode()
        for name, data in _data()
    }
    files[_LIST] = _list_of(files)
    # First a mark, by which an export that was interrupted is known; last the list itself, so that
    # no browser asks for files that are not there yet.
    if not is_ours:
        _write(mark, _LIST_BEGIN)
    for path, content in files.items():
        _write(target / path, content)
    return sorted(files)


def _write(place: Path, content: bytes) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    with atomic_file(place) as stream:
        stream.write(content)


def _pages() -> dict[str, bytes]:
    """The pages and all files that they need."""
    available = set(list_paths())
    found: dict[str, bytes] = {}
    waiting = [*PAGES, *_ALWAYS]
    while waiting:
        path = waiting.pop()
        if path in found or path not in available:
            continue
        found[path] = read_file(path)
        if path.endswith(".html"):
            waiting += _LINKS.findall(found[path].decode())
        elif path.endswith(".js"):
            waiting += [f"js/{name}" for name in _IMPORTS.findall(found[path].decode())]
    found["js/site.js"] = found["js/site.js"].replace(_SERVED, _EXPORTED)
    return found


def _data() -> Iterator[tuple[str, Any]]:
    """Yield what the pages would request from the server, each with the name of its file."""
    rules = [QUERIES["rules"].call({"rules": name}).as_json()["rules"][0] for name in _GAMES]
    yield "rules", {"rules": rules}
    yield "hands", dict(_hands())
    yield "left", _left()
    first = date.fromisoformat(fv.puzzle.daily().date[:4] + "-01-01")
    last = first.replace(year=first.year + YEARS)
    days = [_day(first + timedelta(number)) for number in range((last - first).days)]
    start = fv.puzzle.daily(first).number
    yield "days", {"first": str(first), "number": start, "days": days}
    yield "rounds", _rounds(days)


def _hands() -> Iterator[tuple[str, dict[str, Any]]]:
    """The solutions, the hints and the difficulty of all hands that make 24."""
    for hand in combinations_with_replacement(_CARDS, 4):
        difficulty = fv.difficulty(hand)
        if difficulty is not None:
            yield (
                ",".join(map(str, hand)),
                {
                    "solutions": [str(solution) for solution in fv.solve(hand)],
                    "hints": str(fv.hint(hand, level=_LAST_LEVEL)).splitlines(),
                    "difficulty": difficulty.as_dict(),
                },
            )


def _left() -> dict[str, Any]:
    """Whether two cards and the result of a step still make 24, by the result: a bit for each pair.

    A copy looks up the warning about steps here, since it has no solver.
    """
    pairs = list(combinations_with_replacement(_CARDS, 2))
    results = {value for pair in pairs for value in fv.values(pair)}
    solvable = {
        str(value): sum((fv.count([value, *pair]) > 0) << at for at, pair in enumerate(pairs))
        for value in sorted(results)
    }
    return {
        "pairs": [",".join(map(str, pair)) for pair in pairs],
        "solvable": {value: f"{bits:x}" for value, bits in solvable.items()},
    }


def _day(day: date) -> list[Any]:
    """The cards of the 24, the round of Countdown and the round of Digits."""
    found = fv.puzzle.daily(day)
    cards = "".join(map(str, found.classic.cards))
    return [cards, _countdown(found.countdown), _digits(found.digits)]


def _rounds(days: list[list[Any]]) -> dict[str, dict[str, list[Any]]]:
    """Random rounds by game and choice of large numbers, each at the place of its seed.

    A round that is also the round of a day is null: whoever plays it would know the day.
    """
    of_days = {_key(round_) for _, *rounds in days for round_ in rounds}
    countdown = {
        "" if large is None else str(large): [
            _countdown(fv.deal("countdown", seed=seed, large=large)) for seed in range(ROUNDS)
        ]
        for large in _LARGE
    }
    digits = {"": [_digits(fv.puzzle.deal_game("digits", seed=seed)) for seed in range(ROUNDS)]}
    return {
        game: {
            large: [None if _key(round_) in of_days else round_ for round_ in rounds]
            for large, rounds in by_large.items()
        }
        for game, by_large in {"countdown": countdown, "digits": digits}.items()
    }


def _key(round_: list[Any]) -> tuple[object, ...]:
    """The same for rounds that have the same numbers and targets."""
    numbers, targets, *_ = round_
    return (*sorted(numbers), str(targets))


def _countdown(puzzle: fv.Puzzle) -> list[Any]:
    """The numbers, the target, and a best answer."""
    first = next(iter(puzzle.solve()), None)
    best = first or puzzle.closest().ways[0]
    return [[as_json(number) for number in puzzle.numbers], as_json(puzzle.target), str(best)]


def _digits(puzzles: tuple[fv.Puzzle, ...]) -> list[Any]:
    """The numbers, and an answer for each target, which is its value."""
    numbers = [as_json(number) for number in puzzles[0].numbers]
    return [numbers, [str(puzzle.solve().first) for puzzle in puzzles]]


def _list_of(files: dict[str, bytes]) -> bytes:
    """The list for the service worker; its version changes with any file."""
    version = sha256(b"\0".join(files[path] for path in sorted(files))).hexdigest()[:16]
    kept = ["./", *(path for path in sorted(files) if path != "service-worker.js")]
    lines = (
        _LIST_BEGIN.decode() + ".",
        f"self.VERSION = {json.dumps(version)};",
        f"self.FILES = {json.dumps(kept)};",
    )
    return "\n".join(lines).encode() + b"\n"
