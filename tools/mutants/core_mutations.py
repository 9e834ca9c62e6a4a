"""Small changes of C++ code that a test should notice.

The code is not parsed: the spaces that clang-format puts around operators distinguish them from
templates, references and pointers. Changes that do not compile are not counted.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .mutations import Edit, Mutation

if TYPE_CHECKING:
    from collections.abc import Iterator

# Comments, strings, characters (but not the quotes in 1'000'000), and preprocessor lines.
_NO_CODE = re.compile(
    r"""//[^\n]* | /\*.*?\*/ | R"(\w*)\(.*?\)\1" | "(?:\\.|[^"\\\n])*"
    | (?<!\w)'(?:\\.|[^'\\\n])+' | ^[ \t]*\#(?:\\\n|[^\n])*""",
    re.DOTALL | re.MULTILINE | re.VERBOSE,
)
# Declarations, array sizes, static assertions, and hints that only affect speed: what is reserved
# or prefetched, and how much work is done until a call looks at the clock.
_NO_BEHAVIOUR = re.compile(
    r"\bstatic_assert\b[^;]*;|\bstd::array<[^;{}()=]*>"
    r"|(?<=\.spend\()[^;,]*(?=[,)])|(?<=\.beat\()[^;,]*(?=[,)])"
    r"|^[^\n]*\b(?:template|typedef|using|namespace|enum|requires|concept|extern|friend|operator"
    r"|typename|reserve|prefetch|__builtin_prefetch)\b[^\n]*",
    re.MULTILINE,
)
_OPERATORS = {
    "<": ("<=", ">="),
    "<=": ("<", ">"),
    ">": (">=", "<="),
    ">=": (">", "<"),
    "==": ("!=",),
    "!=": ("==",),
    "+": ("-",),
    "-": ("+",),
    "*": ("+",),
    "/": ("*",),
    "%": ("/",),
    "&&": ("||",),
    "||": ("&&",),
    "&": ("|",),
    "|": ("&",),
    "^": ("|",),
    "<<": (">>",),
    ">>": ("<<",),
    "+=": ("-=",),
    "-=": ("+=",),
    "|=": ("&=",),
    "&=": ("|=",),
}
_OPERATOR = re.compile(r"(?<= )(?:<<|>>|&&|\|\||[<>=!+|&-]=|[<>*/%&|^+-])(?=\s)")
_BOOLEAN = re.compile(r"\b(?:true|false)\b")
_NOT = re.compile(r"(?<![\w)])!(?=[\w(:])")
_INTEGER = re.compile(r"(?<![\w.'])(\d[\d']*)(?=(?:[uU]?[lL]{0,2})\b(?![.']))")
# A complete statement on one line that calls or assigns.
_STATEMENT = re.compile(
    r"(?<=[;{}\n]\n)[ ]*(?P<all>(?:[\w.:]|->|\[[^\]\n]*\])+(?:\([^\n]*\)|[ ][-+|&^*/]?=[ ][^\n]*"
    r"|\+\+|--);)(?=\n)"
)
_JUMP = re.compile(r"\b(?:break|continue);")


def core_mutations(path: str, text: str) -> list[Mutation]:
    """All changes of C++ code, in the order of the code."""
    code = _code(text)
    found = {
        edit: Mutation(path, *edit, text.count("\n", 0, edit.start) + 1, None)
        for edit in _edits(code)
    }
    return sorted(found.values(), key=lambda change: (change.start, change.end, change.new))


def _code(text: str) -> str:
    """Replace everything that is not to be changed by spaces; offsets stay the same."""
    for pattern in (_NO_CODE, _NO_BEHAVIOUR):
        text = pattern.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
    return text


def _edits(code: str) -> Iterator[Edit]:
    for found in _OPERATOR.finditer(code):
        for new in _OPERATORS.get(found[0], ()):
            yield Edit(*found.span(), new)
    for found in _BOOLEAN.finditer(code):
        yield Edit(*found.span(), "false" if found[0] == "true" else "true")
    for found in _NOT.finditer(code):
        yield Edit(*found.span(), "")
    for found in _INTEGER.finditer(code):
        yield Edit(*found.span(1), str(int(found[1].replace("'", "")) + 1))
    for found in _STATEMENT.finditer(code):
        if not found["all"].startswith("return"):
            yield Edit(*found.span("all"), ";")
    for found in _JUMP.finditer(code):
        yield Edit(*found.span(), ";")
