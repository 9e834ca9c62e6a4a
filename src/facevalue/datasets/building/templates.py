"""Prompt templates: how a puzzle is presented to a language model.

The templates of facevalue state the rules of the puzzle, so that prompt and grader agree. The
published prompts of other projects are reproduced word for word, so that results can be compared.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeAlias, TypeVar

import attrs
from attrs import field

import facevalue as fv
from facevalue.datasets.files.toml_files import read_toml_file
from facevalue.errors import RuleError, quoted
from facevalue.options import one_of, row_named, text, true_or_false
from facevalue.puzzle import EXTRACTS, ORDERS, USES
from facevalue.value import Value, checked

Messages: TypeAlias = list[dict[str, str]]
Filling = TypeVar("Filling")


ROLES_OF_MESSAGES = ("system", "user", "assistant")


def _pairs(messages: Iterable[Sequence[str]]) -> tuple[tuple[str, str], ...]:
    pairs = list(messages) if isinstance(messages, (list, tuple)) else []
    if not pairs or not all(isinstance(pair, (list, tuple)) and len(pair) == 2 for pair in pairs):
        raise RuleError(f"messages must be pairs of a role and a string, not {quoted(messages)}")
    checked_pairs = tuple(
        (one_of("role", role, ROLES_OF_MESSAGES), text("content", content))
        for role, content in pairs
    )
    whole = "".join(content for _, content in checked_pairs)
    if "{task}" not in whole and not ("{numbers}" in whole and "{target}" in whole):
        raise RuleError("the messages of a template must contain {task}, or {numbers} and {target}")
    return checked_pairs


@attrs.frozen
class Template(Value):
    """A prompt template.

    Args:
        name: the name of the template.
        messages: pairs of a role ("system", "user" or "assistant") and a string. `{task}` is
            replaced by the puzzle and its rules, `{numbers}` and `{target}` by the puzzle alone,
            and `{example}` by an expression that shows the format. If the last role is
            "assistant", the model continues that string.
        extract: where the grader finds the answer, one of `facevalue.puzzle.EXTRACTS`.
        is_text: True for a base model, whose prompt is one string instead of a chat.
        summary: what the template is for, in one sentence.
        source: where the prompt was published; "" for the templates of facevalue.

    Raises:
        RuleError: an unknown role or `extract`; no message contains the puzzle; or an option has a
            value of the wrong type.

    >>> import facevalue as fv
    >>> print(TEMPLATES["plain"].text(fv.Puzzle("75 50 2 3 8 7", 812, "countdown")))
    Make 812 from the numbers 75, 50, 2, 3, 8, 7.
    Use each number at most once, in any order. You may use parentheses and the operators +, -, *
    and /. Every intermediate result must be a positive integer.
    Reply with one arithmetic expression and nothing else.
    """

    name: str = field(validator=checked(text, is_needed=True))
    messages: tuple[tuple[str, str], ...] = field(converter=_pairs)
    extract: str = field(kw_only=True, validator=checked(one_of, EXTRACTS))
    is_text: bool = field(default=False, kw_only=True, validator=checked(true_or_false))
    summary: str = field(default="", kw_only=True, validator=checked(text))
    source: str = field(default="", kw_only=True, validator=checked(text))

    @classmethod
    def from_dict(cls, fields: Mapping[str, Any]) -> Template:
        """Make a template from its fields, as in JSON or TOML.

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
        """Read a template from a TOML file, whose keys are the arguments of `Template`.

        Raises:
            OSError: the file cannot be read.
            FaceValueError: it is not TOML in UTF-8.
            RuleError: a field is missing, unknown or not allowed.
        """
        return cls.from_dict(read_toml_file(path, "a template"))

    @property
    def ends_in_think(self) -> bool:
        """True if the prompt ends with an open `<think>`, which the reply has to close.

        >>> [name for name, template in TEMPLATES.items() if template.ends_in_think]
        ['base', 'r1', 'tinyzero', 'tinyzero-instruct']
        """
        return self.messages[-1][1].endswith("<think>")

    def chat(self, puzzle: fv.Puzzle) -> Messages:
        """Return the prompt for a puzzle as chat messages: dicts with `role` and `content`.

        >>> import facevalue as fv
        >>> [message["role"] for message in TEMPLATES["r1"].chat(fv.Puzzle("8 8 3 3"))]
        ['system', 'user', 'assistant']
        """
        values = {"numbers": ", ".join(map(str, puzzle.numbers)), "target": str(puzzle.target)}
        return [
            {"role": role, "content": "".join(fill(content, values))}
            for role, content in self.for_rules(puzzle.rules)
        ]

    def for_rules(self, rules: fv.Rules) -> list[tuple[str, str]]:
        """Return the messages for any puzzle with these rules, as pairs of a role and a string.

        The strings still contain the placeholders `{numbers}` and `{target}`.

        >>> import facevalue as fv
        >>> TEMPLATES["plain"].for_rules(fv.RULES["classic"])[0][1][:40]
        'Make {target} from the numbers {numbers}'
        """
        values = {"task": task_text(rules), "example": f"1 {rules.operators[0]} 2"}
        return [(role, "".join(fill(content, values))) for role, content in self.messages]

    def text(self, puzzle: fv.Puzzle) -> str:
        """Return the prompt for a puzzle as one string, for base models.

        >>> import facevalue as fv
        >>> TEMPLATES["boxed"].text(fv.Puzzle("8 8 3 3")).splitlines()[0]
        'Make 24 from the numbers 8, 8, 3, 3.'
        """
        return "\n".join(message["content"] for message in self.chat(puzzle))


def task_text(rules: fv.Rules) -> str:
    """Return the task and all its rules, with the placeholders `{numbers}` and `{target}`.

    >>> import facevalue as fv
    >>> print(task_text(fv.RULES["oberon"]))
    Make {target} from the numbers {numbers}.
    Use every number exactly once, in the given order. You may use the operators +, -, * and /, but
    no parentheses. The usual precedence applies. Every intermediate result must be a non-negative
    integer.
    """
    *first, last = list(rules.operators)
    named = f"operators {', '.join(first)} and {last}" if first else f"operator {last}"
    if rules.values == "rational" and rules.largest is None:
        values = "Intermediate results may be negative or fractions."
    else:
        values = f"Every intermediate result must be {rules.results_summary}."
    return (
        "Make {target} from the numbers {numbers}.\n"
        f"{USES[rules.use]}, {ORDERS[rules.order]}. {rules.joined_summary}{' ' * rules.join}"
        f"{_GROUPINGS[rules.grouping].format(operators=f'the {named}')} "
        f"{rules.functions_summary}{' ' * bool(rules.functions)}{values}"
    )


_GROUPINGS = {
    "any": "You may use parentheses and {operators}.",
    "orders": "You may use parentheses and {operators}.",
    "flat": "You may use {operators}, but no parentheses. The usual precedence applies.",
    "left": "You may use {operators}, but no parentheses. Operations are done strictly from left "
    "to right, without precedence.",
    "forth": "You may use {operators}, grouped as a.(b.(c.d)) or (a.b).(c.d), where each dot is an "
    "operator.",
}


def fill(content: str, values: Mapping[str, Filling]) -> list[str | Filling]:
    r"""Split a string at placeholders such as `{target}`, and put their values in their places.

    All other braces are kept. The values may be strings, or columns with the strings of many rows.

    >>> fill(r"Make {target} as \boxed{}.", {"target": "24"})
    ['Make ', '24', ' as \\boxed{}.']
    """
    parts = re.split(f"{{({'|'.join(values)})}}", content)
    return [values[part] if index % 2 else part for index, part in enumerate(parts)]


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
_TURNS = (
    "{task}\nGo step by step. Each reply is either one step with its result, which replaces two "
    "numbers (such as {example} = ...), or the whole expression inside <answer> </answer> tags. "
    "Reply undo to take back a step. If there is no solution, reply <answer>no solution</answer>."
)
_OWN = (
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
        "turns",
        (("user", _TURNS),),
        extract="last_answer_tag",
        summary="For chat models that play turn by turn: one step in each reply.",
    ),
    Template(
        "base",
        (("user", f"{_DIALOGUE}\nUser: {_THINK}\nAssistant: {_BEGUN}"),),
        extract="last_answer_tag",
        is_text=True,
        summary="For base models: one string, ending with an open <think>.",
    ),
    Template(
        "r1",
        (("system", _CAREFUL), ("user", _THINK), ("assistant", _BEGUN)),
        extract="last_answer_tag",
        summary="For chat models: system, user and the start of the reply, ending with an open "
        "<think>.",
    ),
)

# Published prompts, word for word, including their grammar and spaces. They state the rules of
# `classic`, or no rules (Stream of Search), whatever the rules of the puzzle are.
_TINYZERO = (
    "Using the numbers [{numbers}], create an equation that equals {target}. You can use basic "
    "arithmetic operations (+, -, *, /) and each number can only be used once. Show your work in "
    "<think> </think> tags. And return the final answer in <answer> </answer> tags, for example "
    "<answer> (1 + 2) / 3 </answer>."
)
_CONVERSATION = (
    "A conversation between User and Assistant. The user asks a question, and the Assistant solves "
    "it. The assistant first thinks about the reasoning process in the mind and then provides the "
    "user with the answer."
)
_HELPFUL = (
    "You are a helpful assistant. You first thinks about the reasoning process in the mind and "
    "then provides the user with the answer."
)
_TINYZERO_BEGUN = "Let me solve this step by step.\n<think>"
_TINYZERO_SOURCE = (
    "make_prefix in https://github.com/Jiayi-Pan/TinyZero/blob/main/examples/data_preprocess/"
    "countdown.py"
)
_REASONING_GYM = {
    "Using all the numbers {numbers}, create an expression that equals {target}.": "You can only "
    "use each number once.",
    "Find a way to make {target} using all of these numbers: {numbers}.": "Each number can only be "
    "used once.",
    "Calculate {target} using all of these numbers: {numbers}.": "Each number may be used at most "
    "once.",
}
_REASONING_GYM_FORMAT = """

Final answer format instructions:
1. Provide your solution as a arithmetic expression (no '=' sign).
2. Do not include the target number in the expression.
3. Use '*' for multiplication.
4. Use '/' for division.
5. Do not include any other text or formatting.
"""
_PUBLISHED = (
    Template(
        "tinyzero",
        (("user", f"{_CONVERSATION}\nUser: {_TINYZERO}\nAssistant: {_TINYZERO_BEGUN}"),),
        extract="last_answer_tag",
        is_text=True,
        summary="The prompt of TinyZero for base models.",
        source=f"template_type base of {_TINYZERO_SOURCE}",
    ),
    Template(
        "tinyzero-instruct",
        (("system", _HELPFUL), ("user", f" {_TINYZERO}"), ("assistant", _TINYZERO_BEGUN)),
        extract="last_answer_tag",
        summary="The prompt of TinyZero for Qwen instruct models, as chat messages.",
        source=f"template_type qwen-instruct of {_TINYZERO_SOURCE}",
    ),
    Template(
        "stream-of-search",
        (("user", "Current State: {target}:[{numbers}], Operations: []"),),
        extract="whole",
        is_text=True,
        summary="The prompt of Stream of Search, which the model continues with a search.",
        source="test_prompts in https://github.com/kanishkg/stream-of-search/blob/main/src/"
        "eval_neo.py",
    ),
    *(
        Template(
            f"reasoning-gym-{number}",
            (("user", f"{task}\n{limit}{_REASONING_GYM_FORMAT}"),),
            extract="whole",
            summary=f"Wording {number} of 3 of the countdown task of reasoning-gym.",
            source="reasoning_gym/games/countdown.py of https://pypi.org/project/reasoning-gym/"
            "0.1.25/",
        )
        for number, (task, limit) in enumerate(_REASONING_GYM.items(), start=1)
    ),
)
TEMPLATES: Mapping[str, Template] = MappingProxyType(
    {template.name: template for template in (*_OWN, *_PUBLISHED)}
)


def template_named(template: str | Template) -> Template:
    """Return the template of `TEMPLATES` with this name; a `Template` is returned unchanged.

    Raises:
        RuleError: no template has that name.

    >>> template_named("boxed").extract
    'boxed'
    """
    return (
        template if isinstance(template, Template) else row_named("template", template, TEMPLATES)
    )
