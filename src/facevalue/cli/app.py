"""The command `facevalue` with all its subcommands, called verbs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module

import click

from facevalue.cli.arguments import begins_puzzle
from facevalue.cli.query import command_for
from facevalue.cli.terminal.lines import BAD_USAGE, FOUND, INTERRUPTED, refuse_in_json, report
from facevalue.cli.values import STDIN
from facevalue.cli.verb import Family, first_example
from facevalue.errors import shortened
from facevalue.queries import QUERIES, table

_LONG = 300  # characters of a word that a message shows in full, such as a path
# The module of each command that is written by hand, imported when the command is called or
# described. All other commands are queries.
_FILES = {
    "table": "table",
    "grade": "grade",
    "dataset": "dataset",
    "play": "deal play",
    "showdown": "showdown",
    "sheet": "sheet",
    "serve": "serve",
    "stack": "stack",
    "help": "help",
}
_FILE_OF = {verb: file for file, verbs in _FILES.items() for verb in verbs.split()}
_QUERIES = {name: query for name, query in QUERIES.items() if query.in_shell}
NAMES = (*_QUERIES, *_FILE_OF)

# The hand-written commands that `facevalue --help` lists in a section, after the queries.
_BY_HAND = {
    "Solve": "table",
    "Play": "deal play serve",
    "Judge": "grade",
    "Make": "sheet",
    "Poker": "showdown",
    "Data": "dataset",
    "More": "stack help",
}
SECTIONS = {
    section: [
        *(query.name for query in table.SECTIONS.get(section, ()) if query.in_shell),
        *names.split(),
    ]
    for section, names in _BY_HAND.items()
}


class Verbs(Mapping[str, click.Command]):
    """Verbs by name, each imported on first use."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = tuple(names)

    def __getitem__(self, name: str) -> click.Command:
        if name not in self._names:
            raise KeyError(name)
        if name in _QUERIES:
            return command_for(_QUERIES[name])
        verbs: tuple[click.Command, ...]
        verbs = import_module(f"facevalue.cli.verbs.{_FILE_OF[name]}").VERBS
        return next(verb for verb in verbs if verb.name == name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


class Sections(Family):
    """All verbs. A section is also a command that lists its verbs, such as `facevalue poker`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments; without a verb, numbers or cards are an argument of `solve`."""
        is_puzzle = bool(args) and (args[0] == STDIN or begins_puzzle(args[0]))
        return super().parse_args(ctx, ["solve", *args] if is_puzzle else args)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command or section with this name."""
        verbs = SECTIONS.get(cmd_name.capitalize())
        if verbs is None or cmd_name in self.commands:
            return super().get_command(ctx, cmd_name)
        title = f"The {cmd_name} commands."
        return Family(cmd_name, commands=Verbs(verbs), help=title)  # type: ignore[arg-type]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the verbs by section, with all summaries in the same column."""
        for title, names in SECTIONS.items():
            with formatter.section(title):
                self.write_summaries(ctx, formatter, names)


@click.group(
    cls=Sections,
    commands=Verbs(NAMES),
    context_settings={
        "help_option_names": ["-h", "--help"],
        "max_content_width": 100,
        "token_normalize_func": str.lower,
    },
    subcommand_metavar="COMMAND [ARGS]...",
)
@click.version_option(
    None, "-V", "--version", package_name="facevalue", message="%(prog)s %(version)s"
)
def commands() -> None:
    """Exact answers for games played with numbers and cards: the 24 game, Countdown, poker.

    To solve a puzzle, you can leave out the command: facevalue 6 6 5 2 = 17.

    Exit code: 0 solved or correct, 1 no solution or not correct, 2 bad usage, 3 system failure,
    such as a full disk.
    """


def run(arguments: Sequence[str]) -> int:
    """Run a command and return its exit code; report bad usage on one line of stderr."""
    try:
        code = commands.main(list(arguments), prog_name="facevalue", standalone_mode=False)
    except click.Abort:  # Ctrl-C before a verb runs
        return INTERRUPTED
    except click.ClickException as error:
        message = describe(error)
        if "--json" in arguments:
            return refuse_in_json(click.UsageError(message))
        report(f"facevalue: {message}")
        return BAD_USAGE
    return code if isinstance(code, int) else FOUND


def describe(error: click.ClickException) -> str:
    """Return one line that says what is wrong with a command line and what to do about it."""
    context = error.ctx if isinstance(error, click.UsageError) else None
    parameter = error.param if isinstance(error, click.BadParameter) else None
    name = parameter.opts[0] if isinstance(parameter, click.Option) else "an argument"
    if isinstance(error, click.MissingParameter) and context:
        if isinstance(parameter, click.Argument):
            name = (parameter.metavar or str(parameter.name).upper()).strip("[].")
        return f"{name} is missing; for example: {first_example(context.command)}"
    if isinstance(error, click.BadOptionUsage):
        return f"{error.option_name} needs a value"
    if isinstance(error, click.NoSuchOption):  # after the name of a group
        path = context.command_path if context else "facevalue"
        return f"unknown option {error.option_name!r}; see {path} --help"
    words = (f"{name}: {error.message}" if parameter else error.message).split()
    return " ".join(word if len(word) < _LONG else shortened(word) for word in words).rstrip(".")
