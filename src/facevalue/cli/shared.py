"""The options that several commands share, and the kinds of options that most commands have."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce, wraps
from math import inf
from typing import Any, TypeVar

import click

import facevalue as fv
from facevalue.budget import USUAL_LIMIT
from facevalue.cli import values
from facevalue.queries import parameters
from facevalue.queries.parameter import Parameter

Verbs = TypeVar("Verbs", bound=Callable[..., Any])


def option(
    parameter: Parameter,
    *,
    default: object = None,
    shown: object = None,
    required: bool = False,
) -> Callable[[Verbs], Verbs]:
    """Return the option for a parameter of queries.

    Args:
        parameter: the parameter.
        default: the value without the option.
        shown: the default that the help shows; None for `default`.
        required: whether the option is required.
    """
    words = [parameter.help]
    if parameter.choices and not all(choice in parameter.help for choice in parameter.choices):
        words.append(f"One of {', '.join(parameter.choices)}.")
    default_shown = default if shown is None else shown
    is_flag = bool(parameter.flag) or parameter.kind.json_types == (bool,)
    if isinstance(default_shown, (str, int)) and not is_flag and default_shown != "":
        words.append(f"[default: {default_shown}]")
    # Required options have no default, because click accepts a default of None as a value.
    settings: dict[str, Any] = {"required": True} if required else {"default": default}
    settings |= {"help": " ".join(words)}
    if is_flag:
        switch = "/".join(filter(None, (parameter.option, parameter.opposite)))
        return click.option(switch, parameter.name, is_flag=True, **settings)
    return click.option(
        parameter.option,
        parameter.name,
        cls=values.ListOption if parameter.kind.is_list else click.Option,
        type=values.Value(parameter),
        metavar="NAME" if parameter.choices else parameter.kind.name.upper(),
        multiple=parameter.repeats,
        **settings,
    )


def number(
    *names: str,
    within: tuple[float, float] = (-inf, inf),
    kind: type[int | float] = int,
    **settings: Any,
) -> Callable[[Verbs], Verbs]:
    """Return an option for a number within bounds; the help shows its default."""
    settings["show_default"] = "default" in settings
    return click.option(*names, type=values.Number(*within, kind), **settings)


def word(
    *names: str, words: Iterable[str], what: str = "", **settings: Any
) -> Callable[[Verbs], Verbs]:
    """Return an option for one of a few words; `what` they are is in messages."""
    settings["show_default"] = "default" in settings
    what = what or names[0].removeprefix("--").replace("-", "_")
    return click.option(*names, type=values.Word(what, words), **settings)


rules = option(parameters.RULES, default="classic")
syntax = option(parameters.SYNTAX, default="lenient")
allow = option(parameters.ALLOW)
board = option(parameters.BOARD)
game = option(parameters.GAME, default="holdem")
seed = option(parameters.SEED)
large = option(parameters.LARGE)
extract = word(
    "--extract",
    words=fv.puzzle.EXTRACTS,
    help=f"Where the answer is in a completion: {', '.join(fv.puzzle.EXTRACTS)}.",
    default="last_answer_tag",
    metavar="NAME",
)


def is_typed(option: str) -> bool:
    """Return whether an option was typed on the command line."""
    source = click.get_current_context().get_parameter_source(option)
    return source is click.core.ParameterSource.COMMANDLINE


def engine(what: str, workers: str) -> Callable[[Verbs], Verbs]:
    """Add the options --engine, --address and --workers; the command gets them as `run`.

    Args:
        what: what the engine does, such as "solve".
        workers: the help of --workers.
    """
    return together(
        "run",
        dict,
        engine=word(
            "--engine",
            words=fv.datasets.ENGINES,
            help=f"Where to {what}: here, or in tasks of Ray.",
            default="local",
        ),
        address=click.option(
            "--address",
            metavar="ADDRESS",
            help="The address of a Ray cluster; default: RAY_ADDRESS, or else this machine.",
        ),
        workers=number("--workers", help=workers),
    )


def together(
    name: str, combine: Callable[..., object], **options: Callable[[Any], Any]
) -> Callable[[Verbs], Verbs]:
    """Add options, whose values the command gets as one argument.

    Args:
        name: the name of the argument.
        combine: a function of the values by name, whose result is the argument.
        **options: the options, by the name of their value.
    """

    def add(command: Any) -> Any:
        @wraps(command)
        def with_one(*args: Any, **given: Any) -> Any:
            chosen = {value: given.pop(value) for value in options}
            return command(*args, **given, **{name: combine(**chosen)})

        return reduce(lambda made, option: option(made), reversed(options.values()), with_one)

    return add


limit = click.option(
    "--no-limit",
    "limit",
    is_flag=True,
    callback=lambda _, __, is_given: None if is_given else USUAL_LIMIT,
    help=parameters.LIMIT.help,
)


as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
