"""The first minutes with the command line: help, suggestions, and questions without a verb."""

from itertools import chain

import click
import pytest

import facevalue as fv
from facevalue.cli.app import FILE_OF, SECTIONS, commands
from facevalue.cli.main import main


def words_and_commands(command, path=()):
    yield path, command
    for name, inner in getattr(command, "commands", {}).items():
        yield from words_and_commands(inner, (*path, name))


COMMANDS = list(words_and_commands(commands))
QUESTIONS = [
    ["6", "6", "5", "2", "=", "17"],
    ["6 6 5 2 = 17"],
    ["6,6,5,2", "-> 17"],
    ["-3", "8", "3", "3"],
    [".5", "8", "3"],
    ["{3/4}", "8", "3"],
    ["KS", "QD", "3C", "3H"],
    ["q♦", "k", "3", "3"],
    ["8", "8", "3", "3", "--first"],
    ["8 8 3 3 -> 24 (whole)"],
    ["8", "x"],
]


@pytest.mark.parametrize("words", QUESTIONS, ids=" ".join)
def test_numbers_and_cards_without_a_verb_are_solved(words, capfd):
    short = main(words), capfd.readouterr()
    assert (main(["solve", *words]), capfd.readouterr()) == short


@pytest.mark.parametrize("word", ["slove", "AKs", "kings", "solve=", "x", "()"])
def test_other_words_are_no_question(word, capfd):
    assert main([word]) == 2
    assert capfd.readouterr().err.startswith(f"facevalue: no such command '{word}'")


@pytest.mark.parametrize("verb", ["solve", "count", "closest", "hint", "difficulty"])
def test_a_target_follows_the_numbers_of_every_verb(verb, capfd):
    assert main([verb, "6 6 5 2", "--target", "17"]) == 0
    with_option = capfd.readouterr()
    assert (main([verb, "6 6 5 2 = 17"]), capfd.readouterr()) == (0, with_option)


def test_every_verb_is_in_one_section():
    listed = list(chain(*(names.split() for names in SECTIONS.values())))
    assert sorted(listed) == sorted(FILE_OF)


@pytest.mark.parametrize(("path", "command"), COMMANDS, ids=str)
def test_the_help_fits_eighty_columns_and_no_summary_is_cut(path, command, monkeypatch, capfd):
    monkeypatch.setenv("COLUMNS", "80")
    assert main([*path, "--help"]) == 0
    shown = capfd.readouterr().out
    assert max(map(len, shown.splitlines())) <= 80
    for name, inner in getattr(command, "commands", {}).items():
        summary = inner.help.partition("\n\n")[0].replace("\n", " ")
        assert any(line.split(maxsplit=1) == [name, summary] for line in shown.splitlines())
    assert (main(["help", *path]), capfd.readouterr().out) == (0, shown)


@pytest.mark.parametrize(("path", "command"), COMMANDS, ids=str)
def test_a_mistyped_option_gets_a_suggestion_and_the_help_of_its_verb(path, command, capfd):
    if command.name in ("commands", "stack"):
        return
    assert main([*path, "--hepl"]) == 2
    err = capfd.readouterr().err
    assert "no such option '--hepl'; did you mean '--help'?" in err or isinstance(
        command, click.Group
    )
    assert err.endswith(f"(see {' '.join(['facevalue', *path])} --help)\n")


@pytest.mark.parametrize(
    ("option", "given", "meant"),
    [
        ("--rules", "contdown", "countdown"),
        ("--notation", "potsfix", "postfix"),
        ("--distinct", "essentail", "essential"),
    ],
)
def test_a_near_miss_is_suggested_and_case_does_not_matter(option, given, meant, capfd):
    assert main(["solve", "8", "8", "3", "3", option, given]) == 2
    assert f"{given!r}; did you mean {meant!r}? (see facevalue solve" in capfd.readouterr().err
    lower = main(["solve", "8", "8", "3", "3", option, meant]), capfd.readouterr()
    shouted = ["SOLVE", "8", "8", "3", "3", option.upper(), meant.upper()]
    assert (main(shouted), capfd.readouterr()) == lower


@pytest.mark.parametrize("rules", fv.RULES)
def test_rules_are_described_in_any_case(rules, capfd):
    assert main(["rules", rules]) == 0
    described = capfd.readouterr().out
    assert (main(["rules", rules.upper()]), capfd.readouterr().out) == (0, described)
