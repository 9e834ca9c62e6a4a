"""The command `help`."""

from __future__ import annotations

import click

from facevalue.cli.terminal.lines import FOUND, say
from facevalue.cli.verbs import command


def _complete(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    """Return the verbs that start with the typed characters."""
    names = getattr(ctx.find_root().command, "commands", ())
    return [name for name in names if name.startswith(incomplete.lower())]


@command("help solve", "help dataset build", "help poker")
@click.argument("verbs", nargs=-1, metavar="[COMMAND]...", shell_complete=_complete)
@click.pass_context
def help_(ctx: click.Context, verbs: tuple[str, ...]) -> int:
    """Show the help of a command, or of facevalue itself."""
    inner = ctx.find_root()
    for name in verbs:
        command = inner.command
        if not isinstance(command, click.Group):
            raise click.UsageError(
                f"{inner.command_path} has no commands; see {inner.command_path} --help"
            )
        inner_name, inner_command, _ = command.resolve_command(inner, [name])
        shown = inner_command or command
        inner = shown.context_class(shown, parent=inner, info_name=inner_name)
    say(inner.command.get_help(inner))
    return FOUND


help_.name = "help"
VERBS = (help_,)
