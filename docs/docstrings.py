"""An extension of Griffe, which reads the docstrings for the reference pages.

Griffe reads the source and does not run it. So it does not know the constructors that attrs makes
from fields, and it reads an example as a paragraph.
"""

from __future__ import annotations

import inspect
import re
from importlib import import_module
from typing import TYPE_CHECKING, Any

from griffe import (
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

# From the first prompt to the next empty line.
_EXAMPLE = re.compile(r"^>>> .*?(?=\n\s*\n|\Z)", re.DOTALL | re.MULTILINE)


class Docstrings(Extension):
    """Adds constructors to values, and code blocks around examples."""

    def on_package(self, *, pkg: Module, **_: Any) -> None:
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
    """Add the parameters of a class that has a `__new__`, or whose constructor attrs makes."""
    new = cls.members.get("__new__")
    if isinstance(new, Function):
        arguments = [*new.parameters]
    elif any(decorator.callable_path.startswith("attr") for decorator in cls.decorators):
        kind = getattr(import_module(cls.module.path), cls.name)
        made = inspect.signature(kind).parameters.values()
        types = inspect.get_annotations(kind)
        arguments = [Parameter("self", kind=ParameterKind.positional_or_keyword)]
        arguments += [
            Parameter(
                argument.name,
                annotation=as_text(
                    types.get(argument.name)
                    if argument.annotation is argument.empty  # as `tuple` as a converter
                    else argument.annotation
                ),
                kind=ParameterKind(argument.kind.description),
                default=None if argument.default is argument.empty else repr(argument.default),
            )
            for argument in made
        ]
    else:
        return
    constructor = Function(
        "__init__", parameters=Parameters(*arguments), lineno=cls.lineno, parent=cls
    )
    cls.set_member("__init__", constructor)


def as_text(annotation: object) -> str | None:
    """Return an annotation as it is written in code; None if there is none."""
    if annotation is None or isinstance(annotation, str):
        return annotation
    return inspect.formatannotation(annotation)
