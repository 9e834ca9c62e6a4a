"""An extension of Griffe, which reads the docstrings for the reference pages.

Griffe reads the source and does not run it. So it cannot know the constructors that
`facevalue.value.Value` makes from annotations, and it takes an example for a paragraph. mkdocs.yml
names this file.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from griffe import (
    Attribute,
    Class,
    Extension,
    Function,
    Module,
    Parameter,
    ParameterKind,
    Parameters,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from griffe import Object

_BASE = "Value"
# From the first prompt to the next empty line.
_EXAMPLE = re.compile(r"^>>> .*?(?=\n\s*\n|\Z)", re.DOTALL | re.MULTILINE)


class Docstrings(Extension):
    """Gives values their constructors, and examples their frame."""

    def on_package(self, *, pkg: Module, **_: Any) -> None:  # noqa: ANN401 - Griffe's own hook
        """Visits everything in the package."""
        for each in everything_in(pkg):
            if each.docstring:
                each.docstring.value = _EXAMPLE.sub(r"```pycon\n\g<0>\n```", each.docstring.value)
            if isinstance(each, Class) and "__init__" not in each.members:
                add_constructor(each)


def everything_in(parent: Module | Class) -> Iterator[Object]:
    """The modules, classes, functions and attributes, whatever their depth."""
    for member in parent.members.values():
        if member.is_alias:
            continue
        yield member
        if isinstance(member, Module | Class):
            yield from everything_in(member)


def add_constructor(cls: Class) -> None:
    """Shows what a class is called with, if it is a value or writes its own `__new__`."""
    made = cls.members.get("__new__")
    if isinstance(made, Function):
        arguments = [*made.parameters]
    elif _BASE in {str(base).rpartition(".")[2] for base in cls.bases}:
        arguments = fields_of(cls)
    else:
        return
    made = Function("__init__", parameters=Parameters(*arguments), lineno=cls.lineno, parent=cls)
    cls.set_member("__init__", made)


def fields_of(cls: Class) -> list[Parameter]:
    """The arguments that set the fields, as Value arranges them."""
    kind = ParameterKind.positional_or_keyword
    found = [Parameter("self", kind=kind)]
    for name, field in cls.members.items():
        if not isinstance(field, Attribute) or field.annotation is None:
            continue
        if name == "_":
            kind = ParameterKind.keyword_only
        elif not name.startswith("_") and "ClassVar" not in str(field.annotation):
            found.append(
                Parameter(name, annotation=field.annotation, kind=kind, default=field.value)
            )
    return found
