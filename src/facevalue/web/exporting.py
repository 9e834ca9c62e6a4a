"""Writes the pages of the games, with their data, as files for a static host."""

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
ROUNDS = 300  # of each game and number of large tiles, with the seeds 0 to 299
_GAMES = ("classic", "countdown", "digits")
_CARDS = range(1, 14)
_LARGE = (None, 0, 1, 2, 3, 4)
_ALWAYS = (
    *("art/icon.svg", "art/icon-192.png", "art/icon-512.png", "art/felt.svg"),
    *("manifest.webmanifest", "service-worker.js"),
)
_LIST = "files.js"
_LIST_BEGIN = b"// Written by `facevalue serve --export`"
_LAST_LEVEL = 99  # shows all hints of any hand
# Links to other files in HTML, and imports in JavaScript.
_LINKS = re.compile(r'(?:src|href)="([\w./-]+\.\w+)"')
_IMPORTS = re.compile(r'"\./(\w+\.js)"')
_SERVED, _EXPORTED = b"EXPORTED = false", b"EXPORTED = true"


def export(folder: str | os.PathLike[str]) -> list[str]:
    """Write the pages and their data.

    Args:
        folder: a folder that is new, empty or an earlier export.

    Returns:
        The sorted paths of the files, relative to the folder.

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
    # First a mark, so that an interrupted export can be repeated; the complete list comes last, so
    # that no browser requests files that do not exist yet.
    if not is_ours:
        _write(mark, _LIST_BEGIN)
    for path, content in files.items():
        _write(target / path, content)
    return sorted(files)


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with atomic_file(path) as stream:
        stream.write(content)


def _pages() -> dict[str, bytes]:
    """Return the contents of the pages and of all files that they need, by path."""
    available = set(list_paths())
    contents: dict[str, bytes] = {}
    waiting = [*PAGES, *_ALWAYS]
    while waiting:
        path = waiting.pop()
        if path in contents or path not in available:
            continue
        contents[path] = read_file(path)
        if path.endswith(".html"):
            waiting += _LINKS.findall(contents[path].decode())
        elif path.endswith(".js"):
            waiting += [f"js/{name}" for name in _IMPORTS.findall(contents[path].decode())]
    contents["js/site.js"] = contents["js/site.js"].replace(_SERVED, _EXPORTED)
    return contents


def _data() -> Iterator[tuple[str, Any]]:
    """Yield the name and the contents of each data file, which replaces requests to a server."""
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
    """Yield the solutions, the hints and the difficulty of all hands that make 24."""
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
    """Return, for each result of a step, a bit for each pair of cards: do they still make 24?

    Exported pages have no solver. They look up here whether to warn about a step.
    """
    pairs = list(combinations_with_replacement(_CARDS, 2))
    results = {value for pair in pairs for value in fv.values(pair)}
    solvable = {
        str(value): sum((fv.count([value, *pair]) > 0) << index for index, pair in enumerate(pairs))
        for value in sorted(results)
    }
    return {
        "pairs": [",".join(map(str, pair)) for pair in pairs],
        "solvable": {value: f"{bits:x}" for value, bits in solvable.items()},
    }


def _day(day: date) -> list[Any]:
    """Return the cards of the 24 puzzle and the rounds of Countdown and Digits of a day."""
    puzzles = fv.puzzle.daily(day)
    cards = "".join(map(str, puzzles.classic.cards))
    return [cards, _countdown(puzzles.countdown), _digits(puzzles.digits)]


def _rounds(days: list[list[Any]]) -> dict[str, dict[str, list[Any]]]:
    """Return random rounds by game and number of large tiles, indexed by their seed.

    A round that is also the round of a day is None, so that nobody has played it before its day.
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
    """Return a key that is the same for rounds with the same numbers and targets."""
    numbers, targets, *_ = round_
    return (*sorted(numbers), str(targets))


def _countdown(puzzle: fv.Puzzle) -> list[Any]:
    """Return the numbers, the target, and a best answer."""
    best = puzzle.solve().first or puzzle.closest().ways[0]
    return [[as_json(number) for number in puzzle.numbers], as_json(puzzle.target), str(best)]


def _digits(puzzles: tuple[fv.Puzzle, ...]) -> list[Any]:
    """Return the numbers, and an answer for each target, whose value is the target."""
    numbers = [as_json(number) for number in puzzles[0].numbers]
    return [numbers, [str(puzzle.solve().first) for puzzle in puzzles]]


def _list_of(files: dict[str, bytes]) -> bytes:
    """Return the list for the service worker; its version depends on all files."""
    version = sha256(b"\0".join(files[path] for path in sorted(files))).hexdigest()[:16]
    cached = ["./", *(path for path in sorted(files) if path != "service-worker.js")]
    lines = (
        _LIST_BEGIN.decode() + ".",
        f"self.VERSION = {json.dumps(version)};",
        f"self.FILES = {json.dumps(cached)};",
    )
    return "\n".join(lines).encode() + b"\n"
