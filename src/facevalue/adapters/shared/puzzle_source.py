"""The puzzles of an adapter: passed by the caller, generated, or read from rows; their episodes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from itertools import islice
from typing import Any, TypeAlias

import facevalue as fv
from facevalue.adapters.shared.labels import Label, as_lists, as_mappings, parse_label
from facevalue.adapters.shared.scoring import DEFAULT_RULES, Score, Scorer
from facevalue.budget import allowed_by
from facevalue.datasets import Template, template_named
from facevalue.errors import RuleError
from facevalue.locks import Lock
from facevalue.options import of_class, whole_number
from facevalue.puzzle import Episode, Turn, rules_named
from facevalue.randomness import random_seed
from facevalue.value import as_json

SizeLike: TypeAlias = int | tuple[int, ...] | None

DEFAULT_GAME = "classic"
DEFAULT_COUNT = 500
MAX_COUNT = 10**12
# From the id of an environment in Gymnasium and TextArena to the rules of its puzzles.
ENVIRONMENTS = {"facevalue/Countdown-v0": "countdown", "facevalue/Game24-v0": "classic"}


def deal_at(rules: fv.Rules, seed: int | None) -> fv.Puzzle:
    """Deal the solvable puzzle for a seed, as in the game; None for a random one.

    Nearby seeds give unrelated puzzles.

    >>> print(deal_at(fv.RULES["countdown"], 1))
    9 2 25 10 1 9 -> 774 (countdown)
    """
    number = random_seed() if seed is None else seed
    mixed = blake2b(f"{rules.name} {number} 0".encode(), digest_size=8).digest()
    return fv.deal(rules, seed=int.from_bytes(mixed, "little"), solvable=True)


class GeneratedPuzzles(Sequence["fv.Puzzle"]):
    """The puzzles of `fv.generate` as a sequence that generates them on demand.

    >>> puzzles = GeneratedPuzzles("classic", seed=24, count=1000)
    >>> len(puzzles), puzzles[999] == puzzles[-1]
    (1000, True)
    """

    def __init__(
        self,
        rules: str | fv.Rules,
        *,
        seed: int | None = None,
        count: int,
        size: SizeLike = None,
        difficulty: tuple[float, float] | None = None,
    ) -> None:
        self.rules = rules_named(rules)
        self.seed = random_seed() if seed is None else seed
        self._count = count
        sizes = size if isinstance(size, tuple) and size else (size,)
        # Take each size in turn, because there are far more large puzzles than small ones.
        self._sources = [
            fv.generate(self.rules, seed=self.seed, count=share, size=chosen, difficulty=difficulty)
            for offset, chosen in enumerate(sizes)
            if (share := len(range(offset, self._count, len(sizes))))
        ]
        self._made: list[fv.Puzzle] = []
        self._lock = Lock()

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, index: int) -> fv.Puzzle:  # type: ignore[override] # no slices
        position = range(self._count)[index]
        if position >= len(self._made):
            with self._lock:
                for place in range(len(self._made), position + 1):
                    self._made.append(next(self._sources[place % len(self._sources)]))
        return self._made[position]


def puzzles_for(
    puzzles: Iterable[fv.Puzzle] | None = None,
    *,
    rules: str | fv.Rules | None = None,
    seed: int | None = None,
    count: int | None = None,
    size: SizeLike = None,
    difficulty: tuple[float, float] | None = None,
) -> Sequence[fv.Puzzle]:
    """Return the puzzles of the caller, or generated ones.

    Args:
        puzzles: `Puzzle`s; None to generate solvable ones without repetition.
        rules: the rules to generate for, by default "classic"; only without `puzzles`.
        seed: 0 to 2^64 - 1, None for a random one; only without `puzzles`.
        count: how many puzzles, 1 to 10^12; by default all `puzzles`, or 500 generated ones.
        size: how many numbers a generated puzzle has, or a tuple of such sizes, each used equally
            often; None for the number of tiles that the game deals.
        difficulty: the minimum and the maximum percentile of generated puzzles, 0 to 100.

    Raises:
        RuleError: rules, a seed, a size or a difficulty together with puzzles; no puzzles; an
            option out of bounds.
        LimitError: reading the puzzles finds that there are fewer than `count`.

    >>> len(puzzles_for([fv.Puzzle("8 8 3 3")])), len(puzzles_for(rules="countdown", seed=1))
    (1, 500)
    """
    limit = None if count is None else whole_number("count", count, 1, MAX_COUNT)
    if puzzles is None:
        game, total = DEFAULT_GAME if rules is None else rules, limit or DEFAULT_COUNT
        return GeneratedPuzzles(game, seed=seed, count=total, size=size, difficulty=difficulty)
    if any(option is not None for option in (rules, seed, size, difficulty)):
        raise RuleError("pass either puzzles, or rules and a seed to generate them")
    chosen = tuple(islice(puzzles, limit))
    for puzzle in chosen:
        of_class("puzzles", puzzle, fv.Puzzle)
    if not chosen:
        raise RuleError("there must be at least one puzzle")
    return chosen


class PuzzleTasks:
    """Puzzles with a prompt template, and a scorer that knows their rules.

    Args:
        puzzles: as for `puzzles_for`.
        rules: as for `puzzles_for`.
        seed: as for `puzzles_for`.
        count: as for `puzzles_for`.
        size: as for `puzzles_for`.
        difficulty: as for `puzzles_for`.
        template: the prompt, a name in `TEMPLATES` or a `Template`.
        **options: the options of `Scorer`; `extract` defaults to the `extract` of the template.

    Raises:
        RuleError: as for `puzzles_for`, an unknown template, or an option out of bounds.
        TypeError: an unknown option.
    """

    def __init__(
        self,
        puzzles: Iterable[fv.Puzzle] | None = None,
        *,
        rules: str | fv.Rules | None = None,
        seed: int | None = None,
        count: int | None = None,
        size: SizeLike = None,
        difficulty: tuple[float, float] | None = None,
        template: str | Template = "chat",
        **options: Any,
    ) -> None:
        self.puzzles = puzzles_for(
            puzzles, rules=rules, seed=seed, count=count, size=size, difficulty=difficulty
        )
        self.template = template_named(template)
        # Do not generate puzzles to get their rules, which are all the same.
        generated = isinstance(self.puzzles, GeneratedPuzzles)
        sources: Iterable[Any] = [self.puzzles] if generated else self.puzzles
        self._rules: dict[str, fv.Rules] = {source.rules.name: source.rules for source in sources}
        self._scorer = Scorer(**{"extract": self.template.extract, **options})

    @property
    def measures(self) -> tuple[str, ...]:
        """The names of the measures in each score."""
        return self._scorer.measures

    def score(self, completion: object, label: object) -> Score:
        """Score a completion under the rules of its label.

        Raises:
            FaceValueError: the label has no numbers, or unknown rules.
        """
        parsed = label if isinstance(label, Label) else parse_label(label)
        name = parsed.rules
        rules = self._rules.get(name, name) if isinstance(name, str) else name
        return self._scorer.score(as_mappings(completion), parsed._replace(rules=rules))

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield a row for each puzzle: the prompt as messages, the answer, the label as JSON.

        >>> for row in PuzzleTasks([fv.Puzzle("3 8")]).rows():
        ...     print(row["answer"], row["info"])
        3*8 {"numbers": [3, 8], "target": 24, "rules": "classic"}
        """
        for puzzle in self.puzzles:
            info, prompt = json.dumps(puzzle_row(puzzle)), self.template.chat(puzzle)
            yield {"prompt": prompt, "answer": simplest_solution(puzzle), "info": info}


def puzzle_row(puzzle: fv.Puzzle) -> dict[str, object]:
    """Return a puzzle for JSON; fractions are strings.

    >>> puzzle_row(fv.Puzzle("1/2 3", 6))
    {'numbers': ['1/2', 3], 'target': 6, 'rules': 'classic'}
    """
    numbers, target = as_json(puzzle.numbers), as_json(puzzle.target)
    return {"numbers": numbers, "target": target, "rules": puzzle.rules.name}


def simplest_solution(puzzle: fv.Puzzle) -> str:
    """Return the simplest solution, or an empty string without a solution."""
    with allowed_by(""):
        first = puzzle.solve().first
    return "" if first is None else str(first)


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
