"""Tasks and a scorer for Inspect AI, which finds them as `facevalue/countdown` and so on.

inspect eval facevalue/countdown -T count=200 --model openai/gpt-5
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample, json_dataset
from inspect_ai.model import ChatMessageAssistant, ChatMessageSystem, ChatMessageUser
from inspect_ai.scorer import Score, Scorer, Target, accuracy, mean, scorer, stderr
from inspect_ai.solver import TaskState, generate

import facevalue as fv
from facevalue.adapters.shared.labels import parse_label
from facevalue.adapters.shared.puzzle_source import (
    puzzle_of,
    puzzle_row,
    puzzles_for,
    simplest_solution,
)
from facevalue.adapters.shared.scoring import DEFAULT_RULES
from facevalue.adapters.shared.scoring import Score as PuzzleScore
from facevalue.adapters.shared.scoring import Scorer as PuzzleScorer
from facevalue.datasets import Template, template_named

_MESSAGES = {
    "system": ChatMessageSystem,
    "user": ChatMessageUser,
    "assistant": ChatMessageAssistant,
}


@scorer(metrics=[accuracy(), stderr()])  # type: ignore[untyped-decorator] # not installed
def puzzle_scorer(**options: Any) -> Scorer:
    """Score the output 1.0 or 0.0, with the answer, the verdict and its reason.

    The metadata of a sample is its label: `numbers` (or `nums`), `target` and optionally `rules`,
    `extract` and `solvable`.

    Args:
        **options: the options of `facevalue.adapters.shared.scoring.Scorer`.

    Raises:
        RuleError: unknown rules, or an option out of bounds.
        TypeError: an unknown option.
    """
    return _score_by(PuzzleScorer(**options), lambda found: found.reward)


@scorer(metrics={"*": [mean(), stderr()]})  # type: ignore[untyped-decorator] # the same
def puzzle_measures(closeness: float = 1.0, format_reward: float = 1.0, **options: Any) -> Scorer:
    """Score the output by several measures, each with its own mean.

    The measures are `correct`, `closeness`, `format` and, with `no_solution=True`, `no_solution`,
    each from 0 to 1.

    Args:
        closeness: as for `Scorer`; 0 leaves the measure out.
        format_reward: as for `Scorer`; 0 leaves the measure out.
        **options: as for `puzzle_scorer`.

    Raises:
        RuleError: unknown rules, or an option out of bounds.
        TypeError: an unknown option.
    """
    scores = PuzzleScorer(closeness=closeness, format_reward=format_reward, **options)
    return _score_by(scores, lambda found: {"correct": float(found.correct), **found.measures})


def _score_by(scores: PuzzleScorer, value: Callable[[PuzzleScore], Any]) -> Scorer:
    """Return a scorer of Inspect AI; `value` is what it takes the mean of."""

    async def score(state: TaskState, target: Target) -> Score:
        del target  # one of many right answers
        label, completion = parse_label(state.metadata), state.output.completion
        found = scores.score(completion, label)
        grader = scores.grader(label.rules, label.extract)
        verdict = grader.verdict(completion, label.numbers, label.target)
        has_no_solution = found.correct and not verdict.correct
        return Score(
            value=value(found),
            answer=grader.answer(completion),
            explanation="the puzzle has no solution" if has_no_solution else str(verdict),
            metadata={
                "reason": found.reason.value,
                "reward": found.reward,
                "measures": found.measures,
            },
        )

    return score


@task  # type: ignore[untyped-decorator] # the same
def countdown(count: int = 100, seed: int = 0, template: str = "chat", **options: Any) -> Task:
    """Countdown puzzles as in the television show, all solvable.

    Args:
        count: how many puzzles.
        seed: 0 to 2^64 - 1.
        template: the prompt, a name in `TEMPLATES`.
        **options: as for `puzzle_scorer`.

    Raises:
        RuleError: an unknown template, or an option out of bounds.
    """
    return _generate("countdown", count, seed, template, options)


@task  # type: ignore[untyped-decorator] # the same
def game24(count: int = 100, seed: int = 0, template: str = "chat", **options: Any) -> Task:
    """Hands of four cards that make 24.

    Args:
        count: how many puzzles, 1 to 1362.
        seed: 0 to 2^64 - 1.
        template: the prompt, a name in `TEMPLATES`.
        **options: as for `puzzle_scorer`.

    Raises:
        RuleError: an unknown template, or an option out of bounds.
    """
    return _generate("classic", count, seed, template, options)


@task  # type: ignore[untyped-decorator] # the same
def puzzles(data: str, template: str = "chat", rules: str = DEFAULT_RULES, **options: Any) -> Task:
    """The puzzles in a file of JSON Lines.

    Args:
        data: the file. Each row has `nums` (or `numbers`), `target` and optionally `rules`.
        template: the prompt, a name in `TEMPLATES`.
        rules: the rules of rows without rules.
        **options: as for `puzzle_scorer`.

    Raises:
        RuleError: an unknown template, unknown rules, or an option out of bounds.
    """
    prompt = template_named(template)
    scores = puzzle_scorer(rules=rules, **{"extract": prompt.extract, **options})

    def sample(record: dict[str, Any]) -> Sample:
        # The task has a separate prompt, so ignore the `extract` of the row's prompt.
        label = parse_label(record)._replace(extract=None)
        return _sample(puzzle_of(record, rules), prompt, label._asdict())

    return Task(dataset=json_dataset(data, sample), solver=generate(), scorer=scores)


def _generate(rules: str, count: int, seed: int, template: str, options: dict[str, Any]) -> Task:
    prompt = template_named(template)
    scores = puzzle_scorer(**{"extract": prompt.extract, **options})
    generated = puzzles_for(rules=rules, seed=seed, count=count)
    samples = [_sample(puzzle, prompt, puzzle_row(puzzle)) for puzzle in generated]
    return Task(dataset=MemoryDataset(samples), solver=generate(), scorer=scores)


def _sample(puzzle: fv.Puzzle, template: Template, label: dict[str, Any]) -> Sample:
    messages = [
        _MESSAGES[message["role"]](content=message["content"]) for message in template.chat(puzzle)
    ]
    return Sample(input=messages, target=simplest_solution(puzzle), metadata=label)
