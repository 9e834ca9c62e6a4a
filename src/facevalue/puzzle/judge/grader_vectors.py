"""Answers with their verdicts, to test graders, and a run of a grader on them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import attrs

from facevalue.errors import RuleError, counted, quoted
from facevalue.options import finite_number
from facevalue.value import Value, table


@attrs.frozen
class GraderVector(Value):
    """A completion whose correctness is known; see `grader_vectors`.

    Attributes:
        id: a name that stays the same in all releases.
        kind: what it tests, such as "near miss", "code" or "right, LaTeX".
        numbers: the numbers of the puzzle.
        target: the target.
        rules: "classic" (each number once) or "countdown" (each at most once, whole results).
        completion: what a model wrote.
        correct: whether the answer is right.
        reason: the reason that facevalue gives.
        why: what is special about the answer, in a few words.

    >>> vector = grader_vectors()[0]
    >>> vector.numbers, vector.target, vector.correct
    ((3, 3, 8, 8), 24, True)
    """

    id: str
    kind: str
    numbers: tuple[int, ...] = attrs.field(converter=tuple)
    target: int
    rules: str
    completion: str
    correct: bool
    reason: str
    why: str

    def __str__(self) -> str:
        return f"{self.id}: {'right' if self.correct else 'wrong'}, {self.why}"

    def as_dict(self) -> dict[str, Any]:
        """Return the row of the vector, for JSON.

        JSON:
            id (text): a name that stays the same.
            kind (text): the kind.
            numbers, target, rules
            completion (text): what a model wrote.
            correct, reason
            why (text): what is special about the answer.

        >>> grader_vectors()[0].as_dict()["id"]
        'right-01'
        """
        return attrs.asdict(self) | {"numbers": list(self.numbers)}


@cache
def grader_vectors() -> tuple[GraderVector, ...]:
    """List 200 answers with their verdicts, to test a grader.

    Each answer is in `<answer>` tags. A right answer of a kind that starts with "right, " is in a
    notation that a grader may refuse if its prompt rules the notation out.

    >>> len(grader_vectors()), sum(vector.correct for vector in grader_vectors())
    (200, 72)
    """
    lines = Path(__file__).with_name("grader_vectors.jsonl").read_text(encoding="utf-8")
    return tuple(GraderVector(**json.loads(line)) for line in lines.splitlines())


def audit_grader(grade: Callable[[GraderVector], Any], *, full: float = 1.0) -> GraderAudit:
    """Run a grader on `grader_vectors`, and list what it gets wrong.

    Run graders that may hang, or that may run the answer as code, in a process that you can kill.

    Args:
        grade: takes a vector; returns True or False, or a score.
        full: an answer counts as accepted if its score is at least this.

    Raises:
        RuleError: `grade` cannot be called, or returns something else; `full` is not a number.

    >>> audit_grader(lambda vector: "24" in vector.completion)
    <GraderAudit: accepts 26 wrong answers, refuses 62 right answers, crashes at 0 of 200>
    """
    if not callable(grade):
        raise RuleError(f"grade must be a function of a vector, not {quoted(grade)}")
    least = finite_number("full", full)
    passes: list[GraderVector] = []
    fails: list[GraderVector] = []
    crashes: list[tuple[GraderVector, Exception]] = []
    for vector in grader_vectors():
        try:
            score = grade(vector)
        except Exception as error:  # noqa: BLE001 - whatever the grader raises is a finding
            crashes.append((vector, error))
            continue
        is_accepted = score if isinstance(score, bool) else finite_number("score", score) >= least
        if is_accepted != vector.correct:
            (fails if vector.correct else passes).append(vector)
    return GraderAudit(tuple(passes), tuple(fails), tuple(crashes))


@attrs.frozen(repr=False)
class GraderAudit(Value):
    """What a grader got wrong; see `audit_grader`.

    Attributes:
        false_passes: wrong answers that it accepts: each is a way to earn rewards without solving.
        false_fails: right answers that it refuses.
        crashes: pairs of an answer at which it raised an error, and the error.

    >>> audit = audit_grader(lambda vector: vector.target == 24)
    >>> audit.crashes, audit.by_kind()["right"]
    ((), (0, 10, 0))
    """

    false_passes: tuple[GraderVector, ...]
    false_fails: tuple[GraderVector, ...]
    crashes: tuple[tuple[GraderVector, Exception], ...]

    def by_kind(self) -> dict[str, tuple[int, int, int]]:
        """Return how many false passes, false fails and crashes there are of each kind."""
        crashed = [vector for vector, _ in self.crashes]
        passes, fails, crashes = (
            Counter(vector.kind for vector in vectors)
            for vectors in (self.false_passes, self.false_fails, crashed)
        )
        kinds = dict.fromkeys(vector.kind for vector in grader_vectors())
        rows = {kind: (passes[kind], fails[kind], crashes[kind]) for kind in kinds}
        return {kind: row for kind, row in rows.items() if any(row)}

    def __str__(self) -> str:
        wrong = counted(len(self.false_passes), "wrong answer")
        right = counted(len(self.false_fails), "right answer")
        crashes = f"crashes at {len(self.crashes)} of {len(grader_vectors())}"
        return f"accepts {wrong}, refuses {right}, {crashes}"

    def __repr__(self) -> str:
        return f"<GraderAudit: {self}>"

    def _repr_html_(self) -> str:
        header = ("kind", "false passes", "false fails", "crashes")
        return table([(kind, *row) for kind, row in self.by_kind().items()], header)
