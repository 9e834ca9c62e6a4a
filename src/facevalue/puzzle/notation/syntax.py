"""`Syntax`: what an answer may contain, and the spellings for the core's reader.

A spelling is a string, its kind and its meaning, such as `("×", "operator", "*")`. Syntaxes and
notations are made of spellings.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Literal, TypeAlias

import attrs

from facevalue import _core
from facevalue.options import one_of, row_named, true_or_false
from facevalue.puzzle.model.decks import card_values
from facevalue.puzzle.model.operations import OPERATIONS
from facevalue.puzzle.model.rules import Rules
from facevalue.value import Value

Spellings: TypeAlias = tuple[tuple[str, str, str], ...]


def _brackets(opening: str, closing: str, kind: str) -> Spellings:
    return (opening, "open", kind), (closing, "close", kind)


PLAIN: Spellings = (
    *((symbol, "operator", symbol) for symbol in OPERATIONS),
    *_brackets("(", ")", "("),
)
# Look-alikes are left out: a bullet, an em dash, the letter x.
UNICODE: Spellings = (
    *((sign, "operator", "*") for sign in "×·∙⋅∗＊"),  # noqa: RUF001 - these are the signs meant
    *((sign, "operator", "/") for sign in "÷∕⁄／"),  # noqa: RUF001
    *((sign, "operator", "-") for sign in "−–－"),  # noqa: RUF001
    ("＋", "operator", "+"),  # noqa: RUF001
    *_brackets("（", "）", "("),  # noqa: RUF001
)
# All other spaces of Unicode (space separators, category Zs).
UNICODE_BLANKS: Spellings = tuple(
    (chr(code), "blank", "")
    for code in (0xA0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000)
)
LATEX: Spellings = (
    *((rf"\{command}", "operator", "*") for command in ("times", "cdot")),
    (r"\div", "operator", "/"),
    *((rf"\{command}", "fraction", "") for command in ("frac", "dfrac", "tfrac")),
    (r"\left", "left", ""),
    (r"\right", "right", ""),
    *_brackets("{", "}", "{"),
    *_brackets(r"\{", r"\}", "b"),
    *((rf"\{space}", "blank", "") for space in (",", ";", "!", ":", " ", "quad", "qquad")),
    ("$", "math", "1"),
    ("$$", "math", "2"),
    (r"\(", "math_open", "("),
    (r"\)", "math_close", "("),
    (r"\[", "math_open", "["),
    (r"\]", "math_close", "["),
    (r"\boxed", "box", ""),
)
BRACKETS: Spellings = (*_brackets("[", "]", "["), *_brackets("{", "}", "{"))
UNICODE_BRACKETS: Spellings = (*_brackets("［", "］", "["), *_brackets("｛", "｝", "{"))  # noqa: RUF001
CLAIM: Spellings = (("=", "equals", ""), (".", "stop", ""))
UNICODE_CLAIM: Spellings = (("＝", "equals", ""),)  # noqa: RUF001
# What pages write for operators in HTML.
ENTITIES = {"times": "*", "divide": "/", "minus": "-", "plus": "+", "middot": "*", "sdot": "*"}
ENTITIES |= {"#215": "*", "#247": "/", "#8722": "-", "#xd7": "*", "#xf7": "/", "#x2212": "-"}
# What people type at a keyboard, and what models write without a prescribed format.
TYPED: Spellings = (
    *((sign, "operator", "*") for sign in ("x", "X", "✕", "✖", r"\*")),
    *((sign, "operator", "/") for sign in ":∶"),  # noqa: RUF001
    *((f"&{name};", "operator", sign) for name, sign in ENTITIES.items()),
)
# What an expression may be written with besides PLAIN.
SIGNS: Spellings = (*UNICODE, *BRACKETS, *UNICODE_BRACKETS, *TYPED)
_SIZES = ("big", "Big", "bigg", "Bigg")
TYPED_LATEX: Spellings = (
    (r"\ast", "operator", "*"),
    (r"\cfrac", "fraction", ""),
    (r"\over", "over", ""),
    *((rf"\{style}", "blank", "") for style in ("displaystyle", "textstyle")),
    *((rf"\{size}{side}", "blank", "") for size in _SIZES for side in ("", "l", "r")),
    ("~", "blank", ""),
)
# Operators of other games. The reader knows them, so that the verdict can name the fault.
FOREIGN: Spellings = tuple((symbol, "foreign", "") for symbol in ("**", "//", "^", "!", "%"))

# How functions are written.
FUNCTION_SIGNS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "power": ("^", "**"),
        "factorial": ("!",),
        "root": ("sqrt", "√", r"\sqrt"),
        "concatenate": ("||", r"\|"),
    }
)


def function_spellings(functions: Iterable[str]) -> Spellings:
    """Return the spellings of functions, given by their names."""
    return tuple((sign, name, "") for name in functions for sign in FUNCTION_SIGNS[name])


CLAIMS: Mapping[str, str] = MappingProxyType(
    {"forbid": "no claims", "must_hold": "`expression = target`, which must be true"}
)


@attrs.frozen(kw_only=True)
class Syntax(Value):
    r"""The forms that an answer may use besides numbers, `+ - * /` and round brackets.

    Args:
        unicode: signs such as `×` `÷` `−`, full-width signs and brackets, all spaces of Unicode;
            a byte order mark and direction marks at either end are skipped.
        latex: commands such as `\times` and `\frac`, `{}` groups, math delimiters, `\boxed`.
        brackets: square brackets and braces, each closed by its own kind.
        claim: "forbid", or "must_hold" to allow `expression = target`, which must be true.
        unary_sign: any number of signs before a number or a bracket.
        implicit_multiplication: `2(3+9)`, `(a)(b)`, `(3+9)2`, with the precedence of `*`.
        decimals: `8.0`, which equals 8.
        typed: what people type and models write without a format: `x` for times and `:` for
            divide, entities such as `&times;`, face cards (A J Q K are 1 11 12 13), `\over` and
            other LaTeX, `\boxed` around a side of a claim, a true chain of claims such as
            `(10-4)*4 = 6*4 = 24`, and around the whole answer Markdown, quotes, a full stop and a
            label such as `Value:`. Numbers of the puzzle such as -5 and 1/2, up to 64 bits, may be
            written without braces: `29-5`, `1/2*48`, `0.5*48`.

    Raises:
        RuleError: `claim` is not one of the two, or another option is not True or False.

    >>> Syntax(unicode=True).replace(decimals=True).decimals
    True
    """

    unicode: bool = False
    latex: bool = False
    brackets: bool = False
    claim: str = "forbid"
    unary_sign: bool = False
    implicit_multiplication: bool = False
    decimals: bool = False
    typed: bool = False

    def __attrs_post_init__(self) -> None:
        one_of("claim", self.claim, CLAIMS)
        for name, option in self._by_name().items():
            if name != "claim":
                true_or_false(name, option)


_LENIENT = Syntax(unicode=True, latex=True, brackets=True, claim="must_hold")
SyntaxName: TypeAlias = Literal["strict", "lenient", "relaxed"]
SyntaxLike: TypeAlias = SyntaxName | Syntax
SYNTAXES: Mapping[str, Syntax] = MappingProxyType(
    {
        "strict": Syntax(),
        "lenient": _LENIENT,
        "relaxed": _LENIENT.replace(unary_sign=True, implicit_multiplication=True, typed=True),
    }
)


def syntax_named(syntax: SyntaxName | Syntax) -> Syntax:
    """Return the syntax with that name; a `Syntax` is returned unchanged.

    Raises:
        RuleError: no syntax has that name.

    >>> syntax_named("strict").latex
    False
    """
    return syntax if isinstance(syntax, Syntax) else row_named("syntax", syntax, SYNTAXES)


# How an answer writes a number that is negative or a fraction: {-5}, {3/4}.
_BRACED = ("{", "-", "/", "}")


def answer_spellings(
    syntax: Syntax, values: Mapping[str, int], functions: str = ""
) -> list[tuple[str, str, str]]:
    """Return everything but numbers and spaces that an answer may contain.

    Args:
        syntax: the syntax.
        values: what cards count as.
        functions: the functions that the rules allow, as in `Rules`.
    """
    faces = tuple((face, "face", chr(ord("@") + values[face.upper()])) for face in "AJQKajqk")
    claims = syntax.claim == "must_hold"
    groups = (
        (PLAIN, True),
        (FOREIGN, True),
        (UNICODE, syntax.unicode),
        (UNICODE_BLANKS, syntax.unicode),
        (LATEX, syntax.latex),
        (BRACKETS, syntax.brackets),
        (UNICODE_BRACKETS, syntax.unicode and syntax.brackets),
        (CLAIM, claims),
        (UNICODE_CLAIM, claims and syntax.unicode),
        (TYPED, syntax.typed),
        (faces, syntax.typed),
        (TYPED_LATEX, syntax.typed and syntax.latex),
        (function_spellings(functions.split()), True),
    )
    rows = {row[0]: row for group, is_used in groups if is_used for row in group}
    return list(rows.values())


def answer_reader(syntax: Syntax, rules: Rules) -> _core.Syntax:
    """Return the core's tables for the answers that a syntax allows under rules.

    With the grouping "left", operators have no precedence: `1+2*3` is 9.
    """
    arrangement = "left" if rules.grouping == "left" else "infix"
    return _answer_reader(syntax, arrangement, rules.ace, rules.faces, rules.functions)


@cache
def _answer_reader(
    syntax: Syntax, arrangement: str, ace: int, faces: int | None, functions: str
) -> _core.Syntax:
    return _core.Syntax(
        answer_spellings(syntax, card_values(ace, faces), functions),
        arrangement,
        _BRACED,
        decimals=syntax.decimals,
        unary_sign=syntax.unary_sign,
        implicit_multiplication=syntax.implicit_multiplication,
        trimmed=syntax.unicode,
        typed=syntax.typed,
    )


def tree_reader(
    spellings: Iterable[tuple[str, str, str]],
    arrangement: str,
    form: tuple[str, str, str, str],
    *,
    words: bool,
    decimals: bool,
) -> _core.Syntax:
    """Return the core's tables for a notation; `Notation` explains the arguments."""
    rows = list(spellings)
    return _core.Syntax(rows, arrangement, form, forms=True, words=words, decimals=decimals)
