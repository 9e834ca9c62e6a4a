"""An option that is given twice is an error on the command line; lists add up."""

from itertools import product

import click
import pytest

from facevalue.cli import values
from facevalue.cli.app import commands
from facevalue.cli.main import main
from tests.cli.test_numbers import BASES, verbs

# Two values of each list that is not a parameter of queries.
LISTS = {
    "--by": ["rules", "difficulty"],
    "--digits": ["1,2", "3"],
    "--k": ["1", "8"],
    "--size": ["3", "4"],
    "--weights": ["3:1", "4:2"],
}
# Two items of each option of which each item has a key.
PAIRS = {
    "--column": ["numbers=hand", "target=goal"],
    "--file": ["{folder}/deals.txt", "{folder}/puzzles.csv"],
    "--split": ["train=0.9", "test=0.1"],
}


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "deals.txt").write_text("5H 5C 6S 7S KD 2C 3S 8S 8D TD\n")
    (tmp_path / "puzzles.csv").write_text("numbers,target\n1 2,3\n")
    return tmp_path


def options_of_all_verbs():
    for path, command in verbs(commands):
        for option in command.params:
            if isinstance(option, click.Option):
                yield pytest.param(path, command, option, id=f"{path} {option.opts[0]}")


OPTIONS = list(options_of_all_verbs())


def some_values(option):
    """Return two values of an option."""
    if option.is_flag:
        return [[], []]
    name = option.opts[0]
    if isinstance(option.type, values.Value):
        parameter = option.type.parameter
        words = parameter.choices or parameter.examples
        if parameter.kind.parse_list and words[0] is None:
            words = ("1", "2")
        return [[str(words[0])], [str(words[-1])]]
    if name in LISTS | PAIRS:
        return [[value] for value in (LISTS | PAIRS)[name]]
    choices = list(getattr(option.type, "choices", ())) or ["1"]
    return [[choices[0]] * option.nargs, [choices[-1]] * option.nargs]


@pytest.mark.parametrize(("path", "command", "option"), OPTIONS)
def test_an_option_that_is_given_twice_is_refused_or_adds_up(path, command, option, folder):
    base = [word.format(folder=folder) for word in BASES.get(path, [])]
    if option.opts[0] in base:
        at = base.index(option.opts[0])
        base[at : at + 1 + (0 if option.is_flag else option.nargs)] = []
    first, second = (
        [word.format(folder=folder) for word in words] for words in some_values(option)
    )

    def parse(*words):
        # click keeps the names of --help that the first context of a command has.
        root = click.Context(commands, **commands.context_settings)
        with command.make_context(path, [*base, *words], root) as context:  # closes files
            return context.params[option.name]

    for one, other in product((*option.opts, *option.secondary_opts), repeat=2):
        twice = [one, *first, other, *second]
        if isinstance(option, values.ListOption):
            comma = " " if isinstance(option.type, values.Value) else ","
            assert parse(*twice) == parse(one, comma.join([*first, *second]))
        elif option.multiple:
            assert len(parse(*twice)) == 2
        else:
            with pytest.raises(click.UsageError, match="is given twice; keep one of them"):
                parse(*twice)
    if option.opts[0] in PAIRS:
        with pytest.raises(click.UsageError, match="is given twice; keep one of them"):
            parse(option.opts[0], *first, option.opts[0], *first)


def test_every_list_and_every_option_with_keys_is_tested():
    names = {option.opts[0] for _, _, option in (entry.values for entry in OPTIONS)}
    assert names >= LISTS.keys() | PAIRS.keys()


@pytest.mark.parametrize(
    ("twice", "once"),
    [
        ("equity AhKh QsQd --dead 2c --dead 3d", "equity AhKh QsQd --dead 2c,3d"),
        ("equity AhKh QsQd --board 2h7d --board 9c", "equity AhKh QsQd --board 2h7d9c"),
        ("outs AhKh --board Qh --board 7h 2c", "outs AhKh --board Qh7h2c"),
        ("check 3*8 --numbers 3 --numbers 8", "check 3*8 --numbers 3,8"),
        ("icm 5000 3000 --payouts 50 --payouts 30", "icm 5000 3000 --payouts 50,30"),
    ],
)
def test_lists_add_up(twice, once, capfd):
    answers = [(main(line.split()), capfd.readouterr()) for line in (twice, once)]
    assert answers[0] == answers[1]
    assert answers[0][0] == 0


def test_help_is_shown_however_often_it_is_requested(capfd):
    assert main(["solve", "--rules", "whole", "--help", "--help"]) == 0
    assert capfd.readouterr().out.startswith("Usage: facevalue solve")
