"""Finds the puzzle in a prompt that was written with one of `TEMPLATES`; prompts of batches.

The output of an OpenAI batch only has the id of each request; its input has the prompts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import facevalue as fv
from facevalue.datasets.building.templates import TEMPLATES, task_text
from facevalue.datasets.files.json_rows import Batch
from facevalue.datasets.files.readers import file_type_of, read_pieces
from facevalue.datasets.files.sources import Source, find_tables
from facevalue.datasets.tables.puzzle_reader import PuzzleReader
from facevalue.errors import FaceValueError, quoted

_ID = "custom_id"
_NUMBER = r"-?[0-9]+(?:/[0-9]+)?"
_PATTERNS = {
    re.escape("{numbers}"): rf"(?P<numbers>{_NUMBER}(?:, {_NUMBER})*)",
    re.escape("{target}"): rf"(?P<target>{_NUMBER})",
}


class PromptPuzzle(NamedTuple):
    """The puzzle in a prompt.

    Attributes:
        numbers: its numbers, as a string.
        target: its target, as a string.
        rules: its rules; None if the prompt does not state the rules of a game exactly.
        extract: where the prompt asks for the answer; None if only the task was found.
    """

    numbers: str
    target: str
    rules: fv.Rules | None
    extract: str | None


class _Wording(NamedTuple):
    """A message of a template for some rules."""

    pattern: re.Pattern[str]
    longest_part: str  # a piece of text that every such message contains
    length: int
    rules: fv.Rules | None
    extract: str | None


class PromptReader:
    """Reads the puzzle, its rules and the place of the answer from prompts.

    The templates of facevalue state all rules of the puzzle, so that the prompt decides how its
    answer is judged. Games with the same wording have the same rules for answers.

    Args:
        rules: more rules that prompts may state, besides `RULES`; None for none.

    >>> import facevalue as fv
    >>> from facevalue.datasets import TEMPLATES
    >>> prompt = TEMPLATES["boxed"].chat(fv.Puzzle("75 50 2 3 8 7", 812, "countdown"))
    >>> found = PromptReader().read(prompt)
    >>> found.numbers, found.target, found.rules.name, found.extract
    ('75, 50, 2, 3, 8, 7', '812', 'countdown', 'boxed')
    """

    def __init__(self, rules: fv.Rules | None = None) -> None:
        self._rules = rules
        self._wordings = sorted(_wordings(rules), key=lambda wording: -wording.length)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._rules,)

    def read(self, prompt: object) -> PromptPuzzle:
        """Find the puzzle in a prompt: a string, or messages, whose contents are searched.

        If several wordings match, the longest one counts.

        Raises:
            FaceValueError: the prompt has no puzzle, or several different ones.
        """
        if prompt is None:
            raise FaceValueError("the row has neither numbers nor a prompt")
        text = _text_of(prompt)
        found: dict[tuple[str, str], PromptPuzzle] = {}
        for wording in self._wordings:
            if wording.longest_part not in text:
                continue
            for match in wording.pattern.finditer(text):
                puzzle = match["numbers"], match["target"]
                found.setdefault(puzzle, PromptPuzzle(*puzzle, wording.rules, wording.extract))
        if len(found) != 1:
            what = "puzzle of a known template" if not found else "single puzzle"
            raise FaceValueError(f"the prompt has no {what}: {quoted(text)}")
        return next(iter(found.values()))


def _wordings(rules: fv.Rules | None) -> Iterator[_Wording]:
    """Yield the wordings of all templates, and of the task without a template, each once."""
    known: set[str] = set()
    for game in filter(None, (rules, *fv.RULES.values())):
        texts: list[tuple[str, fv.Rules | None, str | None]] = [(task_text(game), game, None)]
        for template in TEMPLATES.values():
            states_rules = any("{task}" in content for _, content in template.messages)
            texts += [
                (content, game if states_rules else None, template.extract)
                for _, content in template.for_rules(game)
                if "{numbers}" in content
            ]
        for content, stated, extract in texts:
            if content not in known:
                known.add(content)
                pattern = re.escape(content.strip())
                for placeholder, group in _PATTERNS.items():
                    pattern = pattern.replace(placeholder, group)
                part = max(re.split(r"\{(?:numbers|target)\}", content.strip()), key=len)
                yield _Wording(re.compile(pattern), part, len(content), stated, extract)


def _text_of(prompt: object) -> str:
    """Join the contents of messages, and of their parts."""
    if isinstance(prompt, str):
        return prompt
    if isinstance(prompt, Mapping):
        return _text_of(prompt.get("content", prompt.get("text")))
    if isinstance(prompt, (list, tuple)):
        return "\n".join(map(_text_of, prompt))
    return ""


def read_requests(source: Source | Iterable[Source]) -> dict[object, object]:
    """Return the prompt of each request in the input files of a batch, by its `custom_id`.

    All prompts are in memory; a batch has at most 50,000.

    Raises:
        FaceValueError: a row has no `custom_id` or no prompt, or two prompts have the same id.
        OSError: a file cannot be read.
    """
    prompts: dict[object, object] = {}
    for table in find_tables(source):
        with table.opened() as stream:
            for piece in read_pieces(stream, file_type_of(table.name)):
                cells = PuzzleReader().cells(piece.columns, "prompt") or [None] * piece.size
                ids = piece.columns.get(_ID, [None] * piece.size)
                for number, (key, prompt) in enumerate(zip(ids, cells, strict=True), piece.first):
                    if not isinstance(key, str) or prompt is None:
                        where = f"row {number} of {quoted(table.file_name)}"
                        raise FaceValueError(f"{where} has no {_ID} or no prompt")
                    if key in prompts:
                        raise FaceValueError(f"two requests have the {_ID} {quoted(key)}")
                    prompts[key] = prompt
    return prompts


def add_prompts(batch: Batch, prompts: Mapping[object, object] | None) -> Batch:
    """Add a column with the prompt of each row's request, if there are prompts.

    Raises:
        FaceValueError: there is no column `custom_id`.
    """
    if prompts is None:
        return batch
    if _ID not in batch:
        raise FaceValueError(f"no column {_ID} to find the prompts by (found: {', '.join(batch)})")
    ids = (key if isinstance(key, str) else None for key in batch[_ID])
    return {**batch, "prompt": [prompts.get(key) for key in ids]}
