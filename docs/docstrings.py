"""An extension of Griffe, which reads the docstrings for the reference pages.

Griffe reads the source and does not run it. So it does not know the constructors that
`facevalue.value.Value` makes from annotations, and it reads an example as a paragraph.
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
    """Adds constructors to values, and code blocks around examples."""

    def on_package(self, *, pkg: Module, **_: Any) -> None:  # noqa: ANN401 - Griffe's own hook
        """Visit everything in the package."""
        for part in parts_of(pkg):
            if part.docstring:
                part.docstring.value = _EXAMPLE.sub(r"```pycon\n\g<0>\n```", part.docstring.value)
            if isinstance(part, Class) and "__init__" not in part.members:
                add_constructor(part)


def parts_of(parent: Module | Class) -> Iterator[Object]:
    """The modules, classes, functions and attributes at every depth."""
    for member in parent.members.values():
        if member.is_alias:
            continue
        yield member
        if isinstance(member, Module | Class):
            yield from parts_of(member)


def add_constructor(cls: Class) -> None:
    """Add the parameters of a class that is a value or has a `__new__`."""
    new = cls.members.get("__new__")
    if isinstance(new, Function):
        arguments = [*new.parameters]
    elif _BASE in {str(base).rpartition(".")[2] for base in cls.bases}:
        arguments = fields_of(cls)
    else:
        return
    constructor = Function(
        "__init__", parameters=Parameters(*arguments), lineno=cls.lineno, parent=cls
    )
    cls.set_member("__init__", constructor)


def fields_of(cls: Class) -> list[Parameter]:
    """The parameters for the fields, in the order of `Value`."""
    kind = ParameterKind.positional_or_keyword
    parameters = [Parameter("self", kind=kind)]
    for name, field in cls.members.items():
        if not isinstance(field, Attribute) or field.annotation is None:
            continue
        if name == "_":
            kind = ParameterKind.keyword_only
        elif not name.startswith("_") and "ClassVar" not in str(field.annotation):
            parameters.append(
                Parameter(name, annotation=field.annotation, kind=kind, default=field.value)
            )
    return parameters
