"""Episodes from the rows of a dataset, for the adapters of multi-turn frameworks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import facevalue as fv
from facevalue.adapters.shared.labels import as_lists, parse_label
from facevalue.adapters.shared.scoring import DEFAULT_RULES
from facevalue.puzzle import Episode

if TYPE_CHECKING:
    from typing import Any


def puzzle_of(label: object) -> fv.Puzzle:
    """Return the puzzle of a label: a mapping, or the JSON of one, with the keys of `ROLES`.

    Raises:
        FaceValueError: the label has no numbers, invalid ones, or unknown rules.

    >>> puzzle_of({"nums": [75, 50, 2], "target": 150, "rules": "countdown"})
    Puzzle('75 50 2', 150, 'countdown')
    """
    found = parse_label(label)
    rules: Any = DEFAULT_RULES if found.rules is None else found.rules
    return fv.Puzzle(as_lists(found.numbers), found.target, rules)


def episode_of(label: object, options: dict[str, Any]) -> Episode:
    """Start an episode for a label.

    Args:
        label: as for `puzzle_of`.
        options: the options of `Episode`.

    Raises:
        FaceValueError: as for `puzzle_of`, or an option out of bounds.
        TypeError: an unknown option.

    >>> episode_of({"nums": [3, 8]}, {"hints": True})
    <episode of 3 8 -> 24: open>
    """
    return Episode(puzzle_of(label), **options)


def episode_metrics(episode: Episode) -> dict[str, float]:
    """Return what to log about an episode: each reward, whether it is solved, and the turns.

    >>> episode = episode_of({"nums": [3, 8]}, {})
    >>> _ = episode.take("3 * 8 = 24")
    >>> episode_metrics(episode)
    {'solved': 1.0, 'is_solved': 1.0, 'turns': 1.0}
    """
    state = {"is_solved": float(episode.is_solved), "turns": float(len(episode.turns))}
    return episode.rewards | state
