"""The first minutes with the command line: help, suggestions, puzzles without a verb, width."""

import re
import shlex
from itertools import chain

import click
import pytest

import facevalue as fv
from facevalue.cli.app import NAMES, SECTIONS, commands
from facevalue.cli.main import main
from tests.cli.started import on_a_terminal


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
def test_other_words_are_not_a_puzzle(word, capfd):
    assert main([word]) == 2
    assert capfd.readouterr().err.startswith(f"facevalue: unknown command '{word}'")


@pytest.mark.parametrize("verb", ["solve", "count", "closest", "hint", "difficulty"])
def test_a_target_follows_the_numbers_of_every_verb(verb, capfd):
    assert main([verb, "6 6 5 2", "--target", "17"]) == 0
    with_option = capfd.readouterr()
    assert (main([verb, "6 6 5 2 = 17"]), capfd.readouterr()) == (0, with_option)


def test_every_verb_is_in_one_section():
    listed = list(chain(*SECTIONS.values()))
    assert sorted(listed) == sorted(NAMES)


@pytest.mark.optimized_away
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
def test_a_mistyped_option_gets_a_suggestion_or_the_help_of_its_verb(path, command, capfd):
    if command.name in ("commands", "stack"):
        return
    assert main([*path, "--hepl"]) == 2
    see = f"see {' '.join(['facevalue', *path])} --help"
    remedy = see if isinstance(command, click.Group) else "did you mean '--help'?"
    assert f"facevalue: unknown option '--hepl'; {remedy}\n" == capfd.readouterr().err


@pytest.mark.parametrize(
    ("answer", "numbers", "target"),
    [("-K+3", "13,3", "-10"), ("-K", "13", "-13"), ("-(K-3)", "13,3", "-10")],
)
def test_an_answer_may_begin_with_a_sign_and_a_card(answer, numbers, target, capfd):
    puzzle = ["--numbers", numbers, "--target", target]
    assert main(["check", answer, *puzzle, "--syntax", "relaxed"]) == 0
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("word", ["-x", "-frist", "--frist", "--Frist", "--frist=a\nb"])
def test_a_word_that_looks_like_an_option_is_refused_as_one(word, capfd):
    assert main(["solve", "8", "8", "3", "3", word]) == 2
    assert capfd.readouterr().err.startswith("facevalue: unknown option ")


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
    assert f"{given!r}; did you mean {meant!r}?\n" in capfd.readouterr().err
    lower = main(["solve", "8", "8", "3", "3", option, meant]), capfd.readouterr()
    shouted = ["SOLVE", "8", "8", "3", "3", option.upper(), meant.upper()]
    assert (main(shouted), capfd.readouterr()) == lower


@pytest.mark.parametrize("rules", fv.RULES)
def test_rules_are_described_in_any_case(rules, capfd):
    assert main(["rules", rules]) == 0
    described = capfd.readouterr().out
    assert (main(["rules", rules.upper()]), capfd.readouterr().out) == (0, described)


# Narrow terminals


def lines_on_a_terminal(columns, *arguments):
    shown = on_a_terminal(*arguments, columns=columns, NO_COLOR="1")
    return re.sub(r"\x1b\[[0-9;]*m", "", shown).splitlines()


@pytest.mark.parametrize("path", [path for path, _ in COMMANDS], ids=str)
def test_a_terminal_of_one_column_gets_the_help_of_twenty(path, monkeypatch, capfd):
    shown = []
    for columns in ("1", "20"):
        monkeypatch.setenv("COLUMNS", columns)
        shown.append((main([*path, "--help"]), capfd.readouterr()))
    assert shown[0] == shown[1]
    assert shown[0][0] == 0


@pytest.mark.parametrize(("path", "command"), COMMANDS, ids=str)
def test_a_help_text_fits_forty_columns_and_breaks_no_word(path, command, monkeypatch, capfd):
    monkeypatch.setenv("COLUMNS", "80")
    main([*path, "--help"])
    words = set(re.findall(r"\w+", capfd.readouterr().out))
    monkeypatch.setenv("COLUMNS", "40")
    assert main(["help", *path]) == 0
    shown_by_help = capfd.readouterr().out
    main([*path, "--help"])
    shown = capfd.readouterr().out
    assert max(map(len, shown.splitlines())) <= 40
    assert shown == shown_by_help
    # click breaks after a hyphen, as a book does.
    assert set(re.findall(r"\w+", shown)) <= words, command


def test_a_pdf_is_not_written_to_a_terminal():
    shown = " ".join(lines_on_a_terminal(80, "sheet", "-o", "-"))
    assert "a PDF cannot be written to a terminal" in shown


@pytest.mark.parametrize(("columns", "groups"), [(36, 2), (37, 3), (48, 4)])
def test_a_row_of_targets_has_as_many_groups_of_ten_as_fit(columns, groups):
    row = lines_on_a_terminal(columns, "reach", "1", "2", "3", "4", "5", "50")[0]
    assert groups == len(row.split()) - 1
    assert len(row) == 4 + 11 * groups


NARROW = [
    "rules",
    "rules countdown",
    "range QQ+,AKs,0.5(JJ)",
    "reach 1 2 3 4 5 50",
    "whole-game --size 2 --tiles 1,2,3",
    "deal --seed 24",
    "deal --rules countdown --seed 24",
    "hand 7H 7S 7D AS AC",
    "hand AsKs --board Ts9s2s2d",
    "solve 8 8 3 x",
    "solve 8 8 3 3 --rules chess",
    "hint 8 8 3 3 --level 3",
    "equity AhKh QsQd",
    "difficulty 8 8 3 3",
    "check 6*2+5 --numbers 6,6,5,2",
]


@pytest.mark.few_quick(2)
@pytest.mark.parametrize("line", NARROW)
def test_every_output_fits_forty_columns_and_breaks_no_word(line):
    arguments = line.split()
    narrow, wide = lines_on_a_terminal(40, *arguments), lines_on_a_terminal(400, *arguments)
    assert max(map(len, narrow)) <= 40
    if arguments[0] in ("range", "reach"):  # the pictures are other ones
        return
    words = " ".join(narrow).split()
    assert {word for word in " ".join(wide).split() if word.isalpha()} <= {
        word.strip(",:") for word in words
    } | {"rules", "what", "is", "allowed"}


def test_a_path_is_not_broken_over_two_lines():
    path = f"/{'folder' * 12}/hands.txt"
    assert any(path in line for line in lines_on_a_terminal(40, "sheet", "-o", path))


def test_a_grid_of_signs_shows_where_the_range_is():
    lines = lines_on_a_terminal(40, "range", "AA,AKs,0.5(KK)")
    assert lines[1:4] == [
        "  A K Q J T 9 8 7 6 5 4 3 2",
        "A # # . . . . . . . . . . .",
        "K . + . . . . . . . . . . .",
    ]


def test_targets_are_printed_in_as_many_groups_of_ten_as_fit():
    wide = "\n".join(lines_on_a_terminal(80, "reach", "1", "2", "3", "4", "5", "50"))
    narrow = lines_on_a_terminal(40, "reach", "1", "2", "3", "4", "5", "50")
    assert narrow[0].startswith("100  ")
    assert narrow[1].startswith("130  ")
    signs = re.compile(r"[#.]{10}")
    assert signs.findall(wide) == signs.findall("\n".join(narrow))


def test_json_is_one_line_on_a_narrow_terminal():
    assert len(lines_on_a_terminal(40, "solve", "2", "4", "8", "10", "--json")) == 1


LISTS = [
    (["check", "8/(3-8/3)", "--numbers"], ["3", "3", "8", "8"], []),
    (["check", "--numbers"], ["3", "3", "8", "8"], ["8/(3-8/3)"]),
    (["check", "8/(3-8/3)", "--NUMBERS"], ["3,", "3,", "8,", "8"], ["--target", "24"]),
    (["check", "8/(3-8/3)", "--numbers"], ["[3,", "3,", "8,", "8]"], ["--json"]),
    (["check", "3-(-1)/2", "--target", "7/2", "--numbers"], ["-1", "3", "2"], []),
    (["still-solvable", "8/3=8/3", "--numbers"], ["3", "3", "8", "8"], []),
    (["equity", "AhKh", "QQ+", "--board"], ["2h", "7h", "Jc"], ["--dead", "2c", "3c"]),
    (["equity", "AhKh", "--board"], ["2h", "7h", "Jc"], ["QQ+"]),
    (["hand", "AhKhQh2d", "--game", "omaha", "--board"], ["2h", "7h", "Jh"], []),
    (["odds", "AhKh", "--board"], ["2h", "7h", "Jc"], []),
    (["icm", "5000", "3000", "2000", "--payouts"], ["50", "30", "20"], []),
    (["icm", "--payouts"], ["50", "30", "20"], ["--", "5000", "3000", "2000"]),
    (["whole-game", "--size", "2", "--tiles"], ["1", "2", "3"], []),
]


@pytest.mark.parametrize(("before", "words", "after"), LISTS)
def test_a_list_after_an_option_may_be_several_words(before, words, after, capfd):
    joined = main([*before, " ".join(words), *after]), capfd.readouterr()
    assert joined[0] in (0, 1)
    assert joined[1].out
    assert (main([*before, *words, *after]), capfd.readouterr()) == joined
    with_equals = [*before[:-1], f"{before[-1]}={words[0]}", *words[1:], *after]
    assert (main(with_equals), capfd.readouterr()) == joined


@pytest.mark.parametrize("words", [["3", "3", "8", "8"], ["3, 3, 8 8"], ["3,3,8,8"]])
@pytest.mark.parametrize("verb", [["check", "8/(3-8/3)"], ["still-solvable", "8 / 3 = 8/3"]])
def test_numbers_without_their_option_get_a_suggestion_that_works(verb, words, capfd):
    assert main([*verb, *words]) == 2
    said = f"unexpected argument {words[0]!r}; did you mean --numbers 3,3,8,8?\n"
    assert capfd.readouterr().err == f"facevalue: {said}"
    assert main([*verb, "--numbers", "3,3,8,8"]) == 0


@pytest.mark.parametrize("given", [["--NUMBERS", "3,8"], ["--numbers=3,8"], ["--numbers", "3,8"]])
def test_an_option_that_is_given_is_not_suggested(given, capfd):
    assert main(["check", "3*8", *given, "9"]) == 2
    said = "unexpected argument '9'; see facevalue check --help"
    assert capfd.readouterr().err == f"facevalue: {said}\n"


@pytest.mark.parametrize("words", [["QQ+"], ["QQ+, AKs"]])
def test_a_range_without_its_option_gets_a_suggestion_that_works(words, capfd):
    assert main(["range-equities", "AhKh", *words, "--board", "2h7hJc"]) == 2
    said = f"unexpected argument {words[0]!r}; did you mean --villain {shlex.quote(words[0])}?"
    assert capfd.readouterr().err == f"facevalue: {said}\n"
    assert main(["range-equities", "AhKh", "--villain", *words, "--board", "2h7hJc"]) == 0
