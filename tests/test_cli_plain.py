"""The plain form of everyday verbs prints what their click commands print, and nothing is slow."""

import gc
import subprocess
import sys

import pytest

import facevalue as fv
from docs.make import overview
from facevalue.cli.app import commands, run
from facevalue.cli.arguments import HELP_WIDTHS, PLAIN_OPTIONS, plain_verb
from facevalue.cli.main import main
from facevalue.cli.plain_verbs import overview_path

PLAIN = [
    "check|8/(3-8/3)|--numbers|8,8,3,3",
    "check|8/(3-8/3)|--numbers=8 8 3 3|--target|24",
    "check|(13-8)*2|--numbers|13,8,2|--target|10",
    "check|(13-8)*2|--numbers|13,8,2",
    "check|13-|--numbers|13,8,2",
    "check|(((1+2+3+4+5+6+7+8+9+10+11+12+13+14+15+16+17+18+19+20+21+22)))x|--numbers|1",
    "check|é×|--numbers|1",
    "check||--numbers|1",
    "check|1|--numbers|x",
    "check|1|--numbers|",
    "check|1|--numbers|1|--target|x",
    "deal|--seed|24",
    "deal|--seed=0",
    "equity|AhKh|QsQd",
    "equity|AhKh|QQ+, AKs|--board|2h 7d 9c",
    "equity|AhKh|QsQd|--dead=Qc",
    "equity|AhKh|QsQd|2c2d|--board|2h7d9c|--dead|As",
    "equity|AhKh",
    "equity",
    "equity|AhKh|AhQd",
    "equity|AhKh|QQ+, zz",
    "equity|AhKh|QsQd|--board|2h7d9x",
    "hand|7H|7S|7D|AS|AC",
    "hand|7H7S7DASAC",
    "hand|AsKs|--board|Ts 9s 2s 2d",
    "hand|AsKs",
    "hand",
    "hand|1s",
    "hand|AsAs|--board=Ts9s2s",
    "hint|8|8|3|3",
    "hint|8 8 3 3 = 24",
    "hint|6|6|5|2|--target|17",
    "hint|1|1|1|1",
    "hint|3/4|5",
    "hint|8|x",
    "hint|8|--target|x",
    "hint|KS|QD|3C|3H",
]
NOT_PLAIN = [
    "check",
    "check|1",
    "check|1|2|--numbers|1 2",
    "check|-|--numbers|1",
    "check|-K+3|--numbers|13,3",
    "check|1|--numbers|1|--json",
    "check|1|--numbers|1|--numbers|2",
    "deal|8",
    "deal|--seed",
    "deal|--seed|x",
    "deal|--seed|-1",
    "deal|--seed|99999999999999999999",
    "equity|-",
    "equity|AhKh|QsQd|--game|omaha",
    "equity|AhKh|QsQd|--board",
    "hand|-",
    "hand|7H|7S|7D|AS|AC|--explain",
    "hand|7H|7S|7D|AS|AC|-h",
    "hand|7H|7S|7D|AS|AC|--bord|2c",
    "HAND|7H|7S|7D|AS|AC",
    "hint",
    "hint|-3|8",
    "hint|8|8|3|3|--level|2",
    "hint|8|8|3|3|=|24|--target|24",
    "hint|8 8 3 3 -> 24 (whole)",
]


@pytest.mark.parametrize("line", PLAIN)
def test_the_plain_form_of_a_verb_prints_what_click_prints(line, capfd):
    arguments = line.split("|")
    assert plain_verb(arguments) is not None
    plain = main(arguments), capfd.readouterr()
    assert plain == (run(arguments), capfd.readouterr())
    assert plain[1].out or plain[1].err


@pytest.mark.parametrize("line", NOT_PLAIN)
def test_everything_else_goes_to_click(line, capfd, monkeypatch):
    arguments = line.split("|")
    asked = []
    monkeypatch.setattr("facevalue.cli.app.run", lambda given: asked.append(given) or 0)
    assert (0, [arguments]) == (main(arguments), asked)
    assert ("", "") == capfd.readouterr()


@pytest.mark.parametrize("line", ["", "--help", "deal|--seed|1", "8|8|3|3"])
def test_a_shell_that_completes_words_is_answered_by_click(line, capfd, monkeypatch):
    monkeypatch.setenv("_FACEVALUE_COMPLETE", "bash_source")
    asked = []
    monkeypatch.setattr("facevalue.cli.app.run", lambda given: asked.append(given) or 0)
    assert (0, 1) == (main(line.split("|") if line else []), len(asked))
    assert ("", "") == capfd.readouterr()


def test_a_plain_option_is_an_option_of_its_verb():
    for verb, options in PLAIN_OPTIONS.items():
        names = {name for each in commands.commands[verb].params for name in each.opts}
        assert {f"--{option}" for option in options} <= names


def test_a_random_deal_is_one_line(capfd):
    assert 0 == main(["deal"])
    dealt = fv.Puzzle.parse(capfd.readouterr().out)
    assert (4, 24) == (len(dealt.numbers), dealt.target)


@pytest.mark.parametrize("columns", [0, 1, 40, 79, *HELP_WIDTHS, 120])
@pytest.mark.parametrize("arguments", [["--help"], ["-h"], ["help"], []], ids=str)
def test_the_commands_are_listed_as_click_lists_them(columns, arguments, monkeypatch, capfd):
    monkeypatch.setenv("COLUMNS", str(columns))
    plain = main(arguments), capfd.readouterr()
    assert plain == (run(arguments), capfd.readouterr())


@pytest.mark.parametrize("columns", HELP_WIDTHS)
def test_the_list_of_commands_is_fresh(columns):
    with open(overview_path(columns), encoding="utf-8") as file:  # noqa: PTH123 - a text
        assert overview(columns) == file.read(), "stale: run python docs/make.py"


@pytest.mark.parametrize("line", ["--help", *PLAIN[:1], "hand|7H|7S|7D|AS|AC", "equity|AhKh|QsQd"])
def test_an_everyday_question_loads_neither_click_nor_numpy(line):
    code = (
        "import sys; from facevalue.cli.main import main; main(sys.argv[1:]); print(*sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *line.split("|")], check=True, capture_output=True, text=True
    )
    loaded = done.stdout.splitlines()[-1].split()
    assert "facevalue.cli.plain_verbs" in loaded
    assert {"click", "numpy", "rich"}.isdisjoint(loaded)


@pytest.mark.parametrize("line", ["8|8|3|3", "rules"])
def test_a_call_of_main_leaves_the_garbage_collector_as_it_was(line, capfd):
    frozen = gc.get_freeze_count()
    assert main(line.split("|")) == 0
    assert capfd.readouterr().out
    assert (gc.isenabled(), gc.get_freeze_count()) == (True, frozen)


def test_a_process_looks_for_garbage_only_where_it_may_run_long():
    asked = """
import gc, sys
from facevalue.cli.main import main
main()
print(gc.isenabled())
"""
    said = [
        subprocess.run(
            [sys.executable, "-c", asked, *line.split()],
            check=True,
            capture_output=True,
            encoding="utf-8",
        ).stdout.splitlines()[-1]
        for line in ("8 8 3 3", "solve 8 8 3 3 --first")
    ]
    assert said == ["False", "True"]
