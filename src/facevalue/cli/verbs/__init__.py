"""The verbs that are written by hand; all others are rows of `facevalue.queries`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import click

from facevalue.cli import shared, values, verb

# Options without a value, with a list as value, and with one of many words.
flag = partial(click.option, is_flag=True)
listed = partial(click.option, cls=values.ListOption)
named = partial(shared.word, metavar="NAME")


def command(
    *examples: str, cls: type[verb.Verb] = verb.Verb, of: click.Group | None = None
) -> Callable[[Callable[..., Any]], click.Command]:
    """Make a function a verb of facevalue, or of a family, with examples in its help."""
    make = of.command if of else click.command
    return make(cls=cls, epilog=verb.examples(*examples))
