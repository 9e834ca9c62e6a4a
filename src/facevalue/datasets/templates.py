"""Prompt templates: how a puzzle is put to a language model. A template is a row.

What may be used is printed from the rules of the puzzle, so that prompt and grader cannot differ.
"""

from __future__ import annotations

from types import MappingProxyType

from facevalue.puzzle.model.rules import GROUPINGS, ORDERS, USES, VALUES, named
from facevalue.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import TypeAlias

    import facevalue as fv

    Messages: TypeAlias = list[dict[str, str]]


class Template(Value):
    """A way to put a puzzle to a model.

    Args:
        name: how the template is called.
        messages: pairs of a role and a text; the texts hold `{task}`, the puzzle and its rules, and
            `{example}`, an expression that is an answer to another puzzle. A last message of the
            assistant is the beginning of its answer, from which the model goes on.
        extract: where the answer will be, one of `facevalue.EXTRACTS`.
        is_text: whether it is one text for a model that was never taught to chat.
        summary: what it is for, in one sentence.

    >>> import facevalue as fv
    >>> print(TEMPLATES["plain"].text(fv.Puzzle("75 50 2 3 8 7", 812, "countdown")))
    Make 812 from the numbers 75, 50, 2, 3, 8, 7.
    Rules: use every number at most once; the numbers in any order; any parentheses; operators + - *
    / only; results on the way: whole numbers from 1 up.
    Reply with one arithmetic expression and nothing else.
    """

    __slots__ = ("name", "messages", "extract", "is_text", "summary")

    name: str
    messages: tuple[tuple[str, str], ...]
    extract: str
    is_text: bool
    summary: str

    def __init__(
        self,
        name: str,
        messages: tuple[tuple[str, str], ...],
        *,
        extract: str,
        is_text: bool = False,
        summary: str = "",
    ) -> None:
        self._set(name=name, messages=tuple(messages), extract=extract)
        self._set(is_text=is_text, summary=summary)

    def chat(self, puzzle: fv.Puzzle | fv.Deal) -> Messages:
        """The messages, with role and content each, as chat models take them.

        >>> import facevalue as fv
        >>> [each["role"] for each in TEMPLATES["r1"].chat(fv.Puzzle("8 8 3 3"))]
        ['system', 'user', 'assistant']
        """
        own = {"{numbers}": ", ".join(map(str, puzzle.numbers)), "{target}": str(puzzle.target)}
        framed = self.frame(puzzle.rules)
        return [{"role": role, "content": _with(text, own)} for role, text in framed]

    def frame(self, rules: fv.Rules) -> list[tuple[str, str]]:
        """Roles and texts for all puzzles of a game: `{numbers}` and `{target}` are still open."""
        filled = {"{task}": task(rules), "{example}": f"1 {rules.operators[0]} 2"}
        return [(role, _with(text, filled)) for role, text in self.messages]

    def text(self, puzzle: fv.Puzzle | fv.Deal) -> str:
        """The same as one text, a message after the other, as base models take them."""
        return "\n".join(message["content"] for message in self.chat(puzzle))


def task(rules: fv.Rules) -> str:
    """What is asked, with `{numbers}` and `{target}` open, and all that the rules say.

    >>> import facevalue as fv
    >>> print(task(fv.RULES["classic"]).partition(".")[0])
    Make {target} from the numbers {numbers}
    """
    allowed = (
        f"use {USES[rules.use]}",
        ORDERS[rules.order],
        GROUPINGS[rules.grouping],
        f"operators {' '.join(rules.operators)} only",
        f"results on the way: {VALUES[rules.values].summary}",
    )
    return f"Make {{target}} from the numbers {{numbers}}.\nRules: {'; '.join(allowed)}."


def _with(text: str, filled: Mapping[str, str]) -> str:
    for place, words in filled.items():
        text = text.replace(place, words)
    return text


_EXPRESSION = (
    "Give the final expression inside <answer> </answer> tags, for example "
    "<answer>{example}</answer>."
)
_THINK = "{task} Reason inside <think> </think> tags first. " + _EXPRESSION
_DIALOGUE = (
    "This is a dialogue between User and Assistant. User poses a puzzle and Assistant solves it: "
    "Assistant first reasons in private, then gives User the answer."
)
_CAREFUL = (
    "You are a careful assistant. You reason in private first, then you give the user the answer."
)
_BEGUN = "I will go through this step by step.\n<think>"
_ROWS = (
    Template(
        "plain",
        (("user", "{task}\nReply with one arithmetic expression and nothing else."),),
        extract="whole",
        summary="The puzzle alone; the whole reply is the answer.",
    ),
    Template(
        "chat",
        (("user", "{task}\nExplain how you found it if you like. " + _EXPRESSION),),
        extract="last_answer_tag",
        summary="One message for a chat model, which answers in a tag.",
    ),
    Template(
        "boxed",
        (("user", "{task}\nThink step by step and put the expression into \\boxed{} at the end."),),
        extract="boxed",
        summary="One message for a model that is used to mathematics, which answers in a box.",
    ),
    Template(
        "tinyzero",
        (("user", f"{_DIALOGUE}\nUser: {_THINK}\nAssistant: {_BEGUN}"),),
        extract="last_answer_tag",
        is_text=True,
        summary="One text for a base model, in the form of TinyZero, with <think> prefilled.",
    ),
    Template(
        "r1",
        (("system", _CAREFUL), ("user", _THINK), ("assistant", _BEGUN)),
        extract="last_answer_tag",
        summary="System, user and the beginning of the reply, in the form of R1, with <think> "
        "prefilled.",
    ),
)
TEMPLATES: Mapping[str, Template] = MappingProxyType({row.name: row for row in _ROWS})


def template_named(template: str | Template) -> Template:
    """The row of `TEMPLATES` with that name; a template is given back as it is.

    Raises:
        RuleError: no template has that name.

    >>> template_named("boxed").extract
    'boxed'
    """
    return template if isinstance(template, Template) else named("template", template, TEMPLATES)
