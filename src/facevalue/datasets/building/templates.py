"""Prompt templates: the texts that put a puzzle to a language model. Each template is a row.

The rules in a prompt are printed from the rules of the puzzle, so prompt and grader always agree.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

import attrs

from facevalue.datasets.tables.toml_files import read_toml_file
from facevalue.errors import RuleError, quoted
from facevalue.options import one_of, row_named, text, true_or_false
from facevalue.puzzle import EXTRACTS, GROUPINGS, ORDERS, USES, VALUES
from facevalue.value import Value

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path
    from typing import Any, TypeAlias

    import facevalue as fv

    Messages: TypeAlias = list[dict[str, str]]


ROLES_OF_MESSAGES = ("system", "user", "assistant")


@attrs.frozen(init=False)
class Template(Value):
    """A prompt template.

    Args:
        name: the name of the template.
        messages: pairs of a role ("system", "user" or "assistant") and a string. `{task}` becomes
            the puzzle with its rules, `{numbers}` and `{target}` only the puzzle, and `{example}`
            the answer to another puzzle. If the last role is "assistant", the model continues that
            string.
        extract: where a grader finds the answer, one of `facevalue.puzzle.EXTRACTS`.
        is_text: True for a base model, which takes one text instead of a chat.
        summary: what the template is for, in one sentence.

    Raises:
        RuleError: an unknown role or `extract`; no message contains the puzzle; or an option has a
            value of the wrong type.

    >>> import facevalue as fv
    >>> print(TEMPLATES["plain"].text(fv.Puzzle("75 50 2 3 8 7", 812, "countdown")))
    Make 812 from the numbers 75, 50, 2, 3, 8, 7.
    Rules: use every number at most once; the numbers in any order; any parentheses; operators + - *
    / only; results on the way: whole numbers from 1 up.
    Reply with one arithmetic expression and nothing else.
    """

    name: str
    messages: tuple[tuple[str, str], ...]
    extract: str
    is_text: bool
    summary: str

    def __init__(
        self,
        name: str,
        messages: Iterable[Sequence[str]],
        *,
        extract: str,
        is_text: bool = False,
        summary: str = "",
    ) -> None:
        pairs = list(messages) if isinstance(messages, (list, tuple)) else []
        if not pairs or not all(
            isinstance(pair, (list, tuple)) and len(pair) == 2 for pair in pairs
        ):
            raise RuleError(
                f"messages must be pairs of a role and a string, not {quoted(messages)}"
            )
        found = tuple(
            (one_of("role", role, ROLES_OF_MESSAGES), text("content", content))
            for role, content in pairs
        )
        whole = "".join(content for _, content in found)
        if "{task}" not in whole and not ("{numbers}" in whole and "{target}" in whole):
            raise RuleError(
                "the messages of a template must contain {task}, or {numbers} and {target}"
            )
        self.__attrs_init__(
            name=text("name", name, is_needed=True),
            messages=found,
            extract=one_of("extract", extract, EXTRACTS),
            is_text=true_or_false("is_text", is_text),
            summary=text("summary", summary),
        )

    @classmethod
    def from_dict(cls, fields: Mapping[str, Any]) -> Template:
        """The template with these fields, as JSON and TOML have them.

        Raises:
            RuleError: a field is missing, unknown or not allowed.

        >>> Template.from_dict(TEMPLATES["boxed"].as_dict()) == TEMPLATES["boxed"]
        True
        """
        try:
            return cls(**fields)
        except TypeError as error:  # a field is missing or unknown
            raise RuleError(f"template: {error}") from None

    @classmethod
    def read(cls, path: str | Path) -> Template:
        """The template in a TOML file, whose keys are the arguments of `Template`.

        Raises:
            OSError: the file cannot be read.
            FaceValueError: it is not TOML in UTF-8.
            RuleError: a field is missing, unknown or not allowed.
        """
        return cls.from_dict(read_toml_file(path, "a template"))

    @property
    def ends_in_think(self) -> bool:
        """Whether the prompt ends with an open `<think>`, which the reply has to close.

        >>> [name for name, row in TEMPLATES.items() if row.ends_in_think]
        ['tinyzero', 'r1']
        """
        return self.messages[-1][1].endswith("<think>")

    def chat(self, puzzle: fv.Puzzle) -> Messages:
        """The prompt for a puzzle as chat messages: dicts with `role` and `content`.

        >>> import facevalue as fv
        >>> [message["role"] for message in TEMPLATES["r1"].chat(fv.Puzzle("8 8 3 3"))]
        ['system', 'user', 'assistant']
        """
        values = {"{numbers}": ", ".join(map(str, puzzle.numbers)), "{target}": str(puzzle.target)}
        return [
            {"role": role, "content": _fill(text, values)}
            for role, text in self.for_rules(puzzle.rules)
        ]

    def for_rules(self, rules: fv.Rules) -> list[tuple[str, str]]:
        """Pairs of role and text for every puzzle under these rules.

        The placeholders `{numbers}` and `{target}` are left open.

        >>> import facevalue as fv
        >>> TEMPLATES["plain"].for_rules(fv.RULES["classic"])[0][1][:40]
        'Make {target} from the numbers {numbers}'
        """
        values = {"{task}": task_text(rules), "{example}": f"1 {rules.operators[0]} 2"}
        return [(role, _fill(text, values)) for role, text in self.messages]

    def text(self, puzzle: fv.Puzzle) -> str:
        """The prompt for a puzzle as one text, for base models.

        >>> import facevalue as fv
        >>> TEMPLATES["boxed"].text(fv.Puzzle("8 8 3 3")).splitlines()[0]
        'Make 24 from the numbers 8, 8, 3, 3.'
        """
        return "\n".join(message["content"] for message in self.chat(puzzle))


def task_text(rules: fv.Rules) -> str:
    """The task with all its rules; the placeholders `{numbers}` and `{target}` are left open.

    >>> import facevalue as fv
    >>> print(task_text(fv.RULES["classic"]).partition(".")[0])
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


def _fill(text: str, values: Mapping[str, str]) -> str:
    for placeholder, value in values.items():
        text = text.replace(placeholder, value)
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
        summary="Just the puzzle; the whole reply is the answer.",
    ),
    Template(
        "chat",
        (("user", "{task}\nExplain how you found it if you like. " + _EXPRESSION),),
        extract="last_answer_tag",
        summary="For chat models: one message, the answer in an <answer> tag.",
    ),
    Template(
        "boxed",
        (("user", "{task}\nThink step by step and put the expression into \\boxed{} at the end."),),
        extract="boxed",
        summary="For models trained on mathematics: one message, the answer in \\boxed{}.",
    ),
    Template(
        "tinyzero",
        (("user", f"{_DIALOGUE}\nUser: {_THINK}\nAssistant: {_BEGUN}"),),
        extract="last_answer_tag",
        is_text=True,
        summary="For base models: one text in the style of TinyZero, ending with an open <think>.",
    ),
    Template(
        "r1",
        (("system", _CAREFUL), ("user", _THINK), ("assistant", _BEGUN)),
        extract="last_answer_tag",
        summary="For chat models: system, user and the start of the reply in the style of R1, "
        "ending with an open <think>.",
    ),
)
TEMPLATES: Mapping[str, Template] = MappingProxyType({row.name: row for row in _ROWS})


def template_named(template: str | Template) -> Template:
    """The row of `TEMPLATES` with that name; a `Template` is returned unchanged.

    Raises:
        RuleError: no template has that name.

    >>> template_named("boxed").extract
    'boxed'
    """
    return (
        template if isinstance(template, Template) else row_named("template", template, TEMPLATES)
    )
