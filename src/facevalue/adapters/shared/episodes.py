"""Episodes from the rows of a dataset, for the adapters of multi-turn frameworks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import facevalue as fv
from facevalue.adapters.shared.labels import as_lists, parse_label
from facevalue.adapters.shared.puzzle_source import DEFAULT_GAME, deal_at
from facevalue.adapters.shared.scoring import DEFAULT_RULES
from facevalue.puzzle import Episode, Turn, rules_named


def puzzle_of(label: object, rules: str | fv.Rules = DEFAULT_RULES) -> fv.Puzzle:
    """Return the puzzle of a label: a mapping, or the JSON of one, with the keys of `ROLES`.

    Args:
        label: the label.
        rules: the rules of a label without rules.

    Raises:
        FaceValueError: the label has no numbers, invalid ones, or unknown rules.

    >>> puzzle_of({"nums": [75, 50, 2], "target": 150, "rules": "countdown"})
    Puzzle('75 50 2', 150, 'countdown')
    """
    found = parse_label(label)
    chosen: Any = rules if found.rules is None else found.rules
    return fv.Puzzle(as_lists(found.numbers), found.target, chosen)


def puzzle_or_deal(label: Mapping[str, Any], seed: int | None) -> fv.Puzzle:
    """Return the puzzle of a label; deal one for the seed if the label has at most rules.

    A value of None is the same as no value.

    Raises:
        FaceValueError: as for `puzzle_of`.

    >>> print(puzzle_or_deal({"rules": "countdown"}, 1))
    9 2 25 10 1 9 -> 774 (countdown)
    """
    given = {name: value for name, value in label.items() if value is not None}
    if given.keys() <= {"rules"}:
        return deal_at(rules_named(given.get("rules", DEFAULT_GAME)), seed)
    return puzzle_of(given)


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


def turn_facts(turn: Turn) -> dict[str, Any]:
    """Return what to log about a turn.

    >>> turn_facts(episode_of({"nums": [3, 8]}, {}).take("hint"))
    {'kind': 'invalid', 'solvable': True, 'rewards': {'solved': 0.0}}
    """
    return {"kind": turn.kind, "solvable": turn.solvable, "rewards": turn.rewards}
