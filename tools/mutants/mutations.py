"""Small changes of Python code that a test should notice.

Code without behaviour is left alone: docstrings, annotations, blocks under TYPE_CHECKING, type
aliases, cache sizes, `strict=` (an assertion), and f-strings, which are mostly prose.
"""

from __future__ import annotations

import ast
import re
from enum import Enum
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

COMPARISONS = {
    "<": ("<=", ">="),
    "<=": ("<", ">"),
    ">": (">=", "<="),
    ">=": (">", "<"),
    "==": ("!=",),
    "!=": ("==",),
    "in": ("not in",),
    "not in": ("in",),
    "is": ("is not",),
    "is not": ("is",),
}
ARITHMETIC = {
    "+": "-",
    "-": "+",
    "*": "//",
    "//": "*",
    "/": "*",
    "%": "//",
    "**": "*",
    "|": "&",
    "&": "|",
    "^": "|",
    "<<": ">>",
    ">>": "<<",
}
OPPOSITE_CALLS = {"min": "max", "max": "min", "any": "all", "all": "any"}
# Swapping the arguments of these changes nothing, or raises a TypeError that any test notices.
NOT_SWAPPED = {"min", "max", "minimum", "maximum", "gcd", "lcm"} | {
    "isinstance",
    "issubclass",
    "hasattr",
    "getattr",
}
# Raised only if our own code is wrong, so that no test gets there.
NEVER = {"AssertionError", "NotImplementedError"}
ALIASES = {"Literal", "Union", "Optional", "Callable", "TypeVar"}

_COMPARISON = re.compile(r"not\s+in\b|is\s+not\b|\bin\b|\bis\b|[<>=!]=|[<>]")
_OPERATOR = re.compile(r"\*\*|//|<<|>>|[-+*/%|&^]")
_KEY = re.compile(r"[A-Za-z_][\w.-]*")


class Mutation(NamedTuple):
    """One change: the code from `start` to `end` becomes `new`.

    `line` is where the change starts. A test can notice it only if it runs one of the `lines`;
    `lines` is None for code that runs when the module is imported.
    """

    path: str
    start: int
    end: int
    new: str
    line: int
    lines: range | None

    def applied(self, text: str) -> str:
        return text[: self.start] + self.new + text[self.end :]

    def diff(self, text: str) -> tuple[str, str]:
        """The lines that change, before and after."""
        first = text.rfind("\n", 0, self.start) + 1
        last = text.find("\n", self.end)
        last = len(text) if last < 0 else last
        return (
            text[first:last].strip(),
            (text[first : self.start] + self.new + text[self.end : last]).strip(),
        )


class NotViable(Enum):
    """The result of a change that does not compile, and so does not count."""

    IT = "does not compile"


class Edit(NamedTuple):
    """A change as offsets in the code."""

    start: int
    end: int
    new: str


class Source:
    """Python code, its syntax tree, and the offsets of the nodes."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tree = ast.parse(text)
        self.set_again = _set_again(self.tree)
        self._lines = text.splitlines(keepends=True)
        self._starts = [0]
        for line in self._lines:
            self._starts.append(self._starts[-1] + len(line))

    def _offset(self, line: int, column: int) -> int:
        """The columns of `ast` count bytes of UTF-8."""
        before = self._lines[line - 1].encode()[:column].decode()
        return self._starts[line - 1] + len(before)

    def start(self, node: ast.AST) -> int:
        return self._offset(node.lineno, node.col_offset)

    def end(self, node: ast.AST) -> int:
        return self._offset(node.end_lineno, node.end_col_offset)

    def of(self, node: ast.AST) -> str:
        return self.text[self.start(node) : self.end(node)]

    def replace(self, node: ast.AST, new: str) -> Edit:
        return Edit(self.start(node), self.end(node), new)

    def between(self, left: int, right: int, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """The operator between two operands, ignoring comments."""
        gap = re.sub(r"#.*", lambda comment: " " * len(comment[0]), self.text[left:right])
        return pattern.search(gap)

    def operator(
        self, left: ast.AST, right: ast.AST, pattern: re.Pattern[str], table: dict[str, tuple[str]]
    ) -> Iterator[Edit]:
        at = self.end(left)
        found = self.between(at, self.start(right), pattern)
        if found:
            for new in table.get(" ".join(found[0].split()), ()):
                yield Edit(at + found.start(), at + found.end(), new)

    def line_of(self, offset: int) -> int:
        return self.text.count("\n", 0, offset) + 1


def mutations(path: str, text: str) -> list[Mutation]:
    """All changes of Python code, in the order of the code."""
    source = Source(text)
    found = {
        (edit, lines): Mutation(path, *edit, source.line_of(edit.start), lines)
        for node, lines in _nodes(source.tree, None, None)
        for edit in _edits(node, source)
    }
    return sorted(found.values(), key=lambda change: (change.start, change.end, change.new))


def _edits(node: ast.AST, source: Source) -> Iterator[Edit]:
    for kind, rule in EDITS:
        if isinstance(node, kind):
            yield from rule(node, source)


def _nodes(
    node: ast.AST, lines: range | None, function: ast.AST | None
) -> Iterator[tuple[ast.AST, range | None]]:
    """The nodes with behaviour and the lines of their statements, None outside functions."""
    if isinstance(node, ast.stmt) and function is not None:
        lines = _header(node)
    yield node, lines
    inner = node if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) else function
    for field, child in _children(node):
        below = inner if field == "body" else function
        if isinstance(node, ast.Lambda) and function is None:
            yield from _nodes(child, _header(node), None)
        else:
            yield from _nodes(child, lines, below)


def _header(node: ast.AST) -> range:
    """The lines of a statement, or its lines before the body."""
    body = getattr(node, "body", None)
    last = node.end_lineno
    if isinstance(body, list):
        last = max(node.lineno, body[0].lineno - 1)
    return range(node.lineno, last + 1)


def _children(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns") or (field == "body" and _is_for_type_checkers(node)):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not _has_no_behaviour(child):
                yield field, child


def _is_for_type_checkers(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and _name(node.test) == "TYPE_CHECKING"


def _has_no_behaviour(node: ast.AST) -> bool:
    if isinstance(node, (ast.Assign, ast.AnnAssign)):
        target = node.targets[0] if isinstance(node, ast.Assign) else node.target
        return _name(target) in ("TYPE_CHECKING", "__all__") or _is_alias(node.value)
    if isinstance(node, ast.FunctionDef):
        return any(_name(decorator) == "overload" for decorator in node.decorator_list)
    if isinstance(node, ast.keyword):
        return node.arg in ("maxsize", "strict")
    return isinstance(node, ast.JoinedStr) or _is_text(node)


def _is_alias(value: ast.AST | None) -> bool:
    subject = getattr(value, "value", None) if isinstance(value, ast.Subscript) else None
    subject = value.func if isinstance(value, ast.Call) else subject
    return _name(subject) in ALIASES


def _is_text(node: ast.AST) -> bool:
    """A docstring, or the `...` of a protocol."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _name(node: ast.AST | None) -> str | None:
    return getattr(node, "id", getattr(node, "attr", None))


# --- the rules: what each kind of node may become


def _comparison(node: ast.Compare, source: Source) -> Iterator[Edit]:
    """A string to the right of `in` is left alone: a longer one contains the same letters."""
    operands = [node.left, *node.comparators]
    for left, right in pairwise(operands):
        yield from source.operator(left, right, _COMPARISON, COMPARISONS)
    for operand, op in zip(operands, [None, *node.ops], strict=True):
        if not isinstance(op, (ast.In, ast.NotIn)):
            yield from _key(operand, source)


def _arithmetic(node: ast.BinOp, source: Source) -> Iterator[Edit]:
    """Skip strings and lists, which can only be joined."""
    joined = (ast.JoinedStr, ast.List, ast.Tuple, ast.ListComp)
    for side in (node.left, node.right):
        if isinstance(side, joined) or isinstance(getattr(side, "value", None), str):
            return
    table = {old: (new,) for old, new in ARITHMETIC.items()}
    yield from source.operator(node.left, node.right, _OPERATOR, table)


def _changed_in_place(node: ast.AugAssign, source: Source) -> Iterator[Edit]:
    table = {old: (new,) for old, new in ARITHMETIC.items()}
    yield from source.operator(node.target, node.value, _OPERATOR, table)
    yield source.replace(node, "pass")


def _and_or(node: ast.BoolOp, source: Source) -> Iterator[Edit]:
    table = {"and": ("or",), "or": ("and",)}
    for left, right in pairwise(node.values):
        yield from source.operator(left, right, re.compile(r"\b(and|or)\b"), table)


def _sign(node: ast.UnaryOp, source: Source) -> Iterator[Edit]:
    sign = re.match(r"not\s*|[-~]", source.of(node))
    if sign:
        yield Edit(source.start(node), source.start(node) + sign.end(), "")


def _constant(node: ast.Constant, source: Source) -> Iterator[Edit]:
    if isinstance(node.value, bool):
        yield source.replace(node, str(not node.value))
    elif isinstance(node.value, int):
        yield source.replace(node, str(node.value + 1))


def _condition(node: ast.If | ast.While | ast.IfExp, source: Source) -> Iterator[Edit]:
    """Negate a condition; comparisons, `and`, `or` and `not` have separate rules."""
    if _is_for_type_checkers(node):
        return
    conditions = node.ifs if isinstance(node, ast.comprehension) else [node.test]
    for condition in conditions:
        if isinstance(condition, (ast.Name, ast.Attribute, ast.Subscript, ast.Call)):
            at = source.start(condition)
            yield Edit(at, at, "not ")


def _statement(node: ast.stmt, source: Source) -> Iterator[Edit]:
    if isinstance(node, ast.Raise) and _name(getattr(node.exc, "func", node.exc)) in NEVER:
        return
    if not isinstance(node, ast.Expr) or isinstance(node.value, ast.Call):
        yield source.replace(node, "pass")


def _assignment(node: ast.Assign, source: Source) -> Iterator[Edit]:
    """Only if the names already have values; otherwise any test would notice the NameError."""
    names = [target.id for target in node.targets if isinstance(target, ast.Name)]
    if all(isinstance(target, (ast.Attribute, ast.Subscript)) for target in node.targets) or (
        len(names) == len(node.targets) and node in source.set_again
    ):
        yield source.replace(node, "pass")


def _set_again(tree: ast.AST) -> set[ast.Assign]:
    """The assignments to a name that is an argument or was assigned above."""
    again = set()
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            arguments = function.args
            every = (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
            assigned = {argument.arg for argument in every}
            for node in sorted(_assignments(function), key=lambda node: node.lineno):
                if node.targets[0].id in assigned:
                    again.add(node)
                assigned.add(node.targets[0].id)
    return again


def _assignments(function: ast.FunctionDef) -> list[ast.Assign]:
    found = [node for node in ast.walk(function) if isinstance(node, ast.Assign)]
    return [node for node in found if isinstance(node.targets[0], ast.Name)]


def _returned(node: ast.Return, source: Source) -> Iterator[Edit]:
    """Return None instead; but for a command, None is the exit code FOUND."""
    if _name(node.value) == "FOUND":
        return
    if node.value is not None and not isinstance(
        getattr(node.value, "value", 0), (bool, type(None))
    ):
        yield source.replace(node.value, "None")


def _loop_end(node: ast.Break | ast.Continue, source: Source) -> Iterator[Edit]:
    yield source.replace(node, "continue" if isinstance(node, ast.Break) else "break")


def _call(node: ast.Call, source: Source) -> Iterator[Edit]:
    name = _name(node.func)
    if isinstance(node.func, ast.Name) and name in OPPOSITE_CALLS:
        yield source.replace(node.func, OPPOSITE_CALLS[name])
    if len(node.args) < 2 or name in NOT_SWAPPED:
        return
    first, second = node.args[:2]
    if not any(isinstance(each, ast.Starred) for each in (first, second)):
        a, b = source.of(first), source.of(second)
        gap = source.text[source.end(first) : source.start(second)]
        if a != b:
            yield Edit(source.start(first), source.end(second), b + gap + a)


def _slice(node: ast.Slice, source: Source) -> Iterator[Edit]:
    for bound in (node.lower, node.upper):
        if bound is not None:
            yield source.replace(bound, "")


def _subscript(node: ast.Subscript, source: Source) -> Iterator[Edit]:
    yield from _key(node.slice, source)


def _dict(node: ast.Dict, source: Source) -> Iterator[Edit]:
    for key in node.keys:
        if key is not None:
            yield from _key(key, source)


def _key(node: ast.AST, source: Source) -> Iterator[Edit]:
    """Change a string that is a name or a key, not a sentence."""
    text = getattr(node, "value", None) if isinstance(node, ast.Constant) else None
    if isinstance(text, str) and _KEY.fullmatch(text):
        yield source.replace(node, repr(f"x{text}").replace("'", '"'))


EDITS: list[tuple[type | tuple[type, ...], Callable[..., Iterator[Edit]]]] = [
    (ast.Compare, _comparison),
    (ast.BinOp, _arithmetic),
    (ast.AugAssign, _changed_in_place),
    (ast.BoolOp, _and_or),
    (ast.UnaryOp, _sign),
    (ast.Constant, _constant),
    ((ast.If, ast.While, ast.IfExp, ast.comprehension), _condition),
    ((ast.Expr, ast.Raise, ast.Delete), _statement),
    (ast.Assign, _assignment),
    (ast.Return, _returned),
    ((ast.Break, ast.Continue), _loop_end),
    (ast.Call, _call),
    (ast.Slice, _slice),
    (ast.Subscript, _subscript),
    (ast.Dict, _dict),
]
