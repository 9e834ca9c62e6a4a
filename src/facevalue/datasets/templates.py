"""How a puzzle is put to a model: templates as rows; what is allowed is told from the rules."""

from __future__ import annotations

from types import MappingProxyType

from facevalue.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import facevalue as fv

_USES = {"all": "Use every number exactly once.", "any": "Use each number at most once."}
_ORDERS = {"any": "", "given": "Keep the numbers in the order given."}
_VALUES = {
    "rational": "",
    "nonnegative": "No result may be below 0.",
    "integer": "Every result must be a whole number.",
    "natural": "Every result must be a whole number, 0 or greater.",
    "positive": "Every result must be a whole number, 1 or greater.",
}
_GROUPINGS = {
    "any": "Parentheses are allowed.",
    "orders": "Parentheses are allowed.",
    "flat": "Use no parentheses.",
    "left": "Operations are done strictly from the left.",
    "forth": "Group the numbers as a.(b.(c.d)) or (a.b).(c.d).",
}
_ANSWER = "Give the final expression in <answer> </answer>, as in <answer>(1 + 2) / 3</answer>."
_THINK = "Reason in <think> </think> first."


def task(rules: fv.Rules) -> str:
    """What rules allow, in sentences.

    >>> from facevalue import RULES
    >>> task(RULES["countdown"])
    'Use each number at most once. The operations are + - * /. Parentheses are allowed. Every
    result must be a whole number, 1 or greater.'
    """
    operations = f"The operations are {' '.join(rules.operators)}."
    grouping, values = _GROUPINGS[rules.grouping], _VALUES[rules.values]
    said = (_USES[rules.use], _ORDERS[rules.order], operations, grouping, values)
    return " ".join(sentence for sentence in said if sentence)


class Template(Value):
    """How a puzzle is put: a conversation, or one text.

    Args:
        name: what it is called.
        system: what is said first, or nothing.
        user: the question, with `{numbers}`, `{target}` and `{task}`.
        prefill: how the answer begins, or nothing.
        chat: whether these are messages; else they are one text for a model that was never taught
            to chat.
        summary: what it is for.
    """

    __slots__ = ("name", "system", "user", "prefill", "chat", "summary")

    name: str
    system: str
    user: str
    prefill: str
    chat: bool
    summary: str

    def __init__(
        self,
        name: str,
        *,
        user: str,
        system: str = "",
        prefill: str = "",
        chat: bool = True,
        summary: str = "",
    ) -> None:
        self._set(name=name, system=system, user=user, prefill=prefill, chat=chat, summary=summary)

    def messages(self, rules: fv.Rules) -> list[tuple[str, str]]:
        """Roles and contents, in which only `{numbers}` and `{target}` are open."""
        user = self.user.replace("{task}", task(rules))
        if not self.chat:
            return [("user", _text([("", self.system), ("User: ", user), *self._answer()]))]
        said = (("system", self.system), ("user", user), ("assistant", self.prefill))
        return [(role, content) for role, content in said if content]

    def text(self, rules: fv.Rules) -> str:
        """The same as one text."""
        messages = self.messages(rules)
        if len(messages) == 1:
            return messages[0][1]
        user = self.user.replace("{task}", task(rules))
        return _text([("", self.system), ("User: ", user), *self._answer()])

    def _answer(self) -> list[tuple[str, str]]:
        return [("Assistant: ", self.prefill or " ")]


def _text(parts: Iterable[tuple[str, str]]) -> str:
    return "\n".join((lead + text).rstrip(" ") for lead, text in parts if text)


_QUESTION = "Make {target} from the numbers {numbers}. {task} "
_ROWS = (
    Template("plain", user=_QUESTION + _ANSWER, summary="the question alone, for a chat model"),
    Template(
        "tinyzero",
        system="A user asks a question, and the assistant answers it after thinking it through.",
        user=f"{_QUESTION}{_THINK} {_ANSWER}",
        prefill="Let me work this out step by step.\n<think>",
        chat=False,
        summary="one text with thinking begun, for a base model, in the manner of TinyZero",
    ),
    Template(
        "r1",
        system="You are a helpful assistant. Think the problem through before you answer it.",
        user=f"{_QUESTION}{_THINK} {_ANSWER}",
        prefill="Let me work this out step by step.\n<think>",
        summary="a conversation with thinking begun, for a chat model, in the manner of R1",
    ),
)
TEMPLATES: Mapping[str, Template] = MappingProxyType({row.name: row for row in _ROWS})
