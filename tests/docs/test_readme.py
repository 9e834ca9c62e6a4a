"""README's commands work in order on a machine with Python, a compiler and git only."""

import os
import re
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tests.docs import sessions
from tests.paths import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
# What a reader runs: a block, or a command in a sentence that says what to install.
STEPS = re.compile(
    r"^```(sh|console|pycon)\n(.*?)^```$|^(?!\|)[^\n]*`(pip install [^`]+)`",
    re.MULTILINE | re.DOTALL,
)
EXTRAS = {"dataset": "data", "sheet": "sheet", "serve": "web"}


def steps(text):
    """The kind and the content of every step."""
    for kind, content, install in STEPS.findall(text):
        if kind != "sh":
            yield (kind, content) if kind else ("sh", install)
            continue
        for line in content.splitlines():
            if not line.startswith("#"):
                yield "sh", line


def test_the_first_screen_has_a_command_that_installs_and_solves_and_one_that_tests():
    lines = README.splitlines()
    assert len(lines) < 120
    clone, solve, test = [content for kind, content in steps("\n".join(lines[:24])) if kind == "sh"]
    assert re.fullmatch(r"git clone \S+ && cd facevalue", clone)
    environment = "python3 -m venv .venv && . .venv/bin/activate && pip install "
    assert solve.startswith(f"{environment}. && facevalue solve ")
    assert test == f'{environment}-e ".[test]" && pytest'


def test_the_first_results_come_before_the_figures_and_the_picture():
    parts = "```sh", "```console", "```pycon", "<!-- figures", "!["
    places = [README.index(part) for part in parts]
    assert places == sorted(places)
    assert "fv.solve(" in README[: places[3]]


def test_ci_runs_the_test_command_that_readme_shows():
    ci = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    (pattern,) = re.findall(r"\$\(grep -m 1 '(.+)' README\.md\)", ci)
    (found,) = [line for line in README.splitlines() if re.search(pattern, line)]
    assert ("sh", found) in list(steps(README))
    assert ".[test]" not in ci


@pytest.mark.parametrize(("command", "extra"), EXTRAS.items())
def test_a_command_that_needs_an_extra_says_so_before_it_is_shown(command, extra):
    row = rf"^\|.*`facevalue {command}.*`pip install 'facevalue\[{extra}\]'`"
    assert re.search(row, README, re.MULTILINE)
    commands = [content for _, content in steps(README)]
    shown = next(at for at, step in enumerate(commands) if f"facevalue {command} " in step)
    assert any(re.search(rf"pip install.*\b{extra}\b", each) for each in commands[:shown])


@pytest.fixture
def clone(tmp_path):
    """The folder of a clone that is made by README's first command, where the others are run."""
    _, command = next(steps(README))
    address = command.split()[2]  # for git it is this checkout
    configuration = {"COUNT": "1", "KEY_0": f"url.{ROOT}.insteadOf", "VALUE_0": address}
    git = {f"GIT_CONFIG_{name}": value for name, value in configuration.items()}
    subprocess.run(["bash", "-c", command], check=True, cwd=tmp_path, env=os.environ | git)
    return tmp_path / "facevalue"


def environment_of(clone):
    """The variables of a shell in which the environment of a clone is active, and no other one."""
    own = "FACEVALUE_", "GIT_", "PIP_NO_BUILD_ISOLATION", "PYTEST_", "PYTHON", "VIRTUAL_ENV", "XDG_"
    outer = {name: value for name, value in os.environ.items() if not name.startswith(own)}
    active = str(Path(sys.executable).parent) if sys.prefix != sys.base_prefix else None
    path = [place for place in outer["PATH"].split(os.pathsep) if place != active]
    inner = {"PATH": os.pathsep.join([str(clone / ".venv/bin"), *path]), "BROWSER": "true"}
    inner["CCACHE_BASEDIR"] = str(clone)  # finds what a build of this checkout has compiled
    return outer | inner


def visit(command, clone):
    """Start a server, get the first page and the core that answers in it, and stop it."""
    command = f"exec {command} --port 0"
    server = subprocess.Popen(
        ["bash", "-c", command],
        cwd=clone,
        env=environment_of(clone) | {"PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    try:
        address = re.search(r"http://\S+/", server.stdout.readline())[0]
        for path, part in (("", b"<title"), ("facevalue/numbers.wasm", b"\0asm")):
            with urllib.request.urlopen(address + path) as response:  # noqa: S310 - it is http
                assert part in response.read()
    finally:
        server.terminate()
        server.communicate()


@pytest.mark.slow
@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="there is no repository to clone")
def test_every_command_of_readme_works_in_order_in_a_fresh_environment(clone):
    environment, programs = environment_of(clone), clone / ".venv" / "bin"
    examples = clone.parent / "examples.txt"
    for kind, content in list(steps(README))[1:]:
        command = ["bash", "-c", content]
        if kind == "console":
            assert content == sessions.replayed(content, programs)
            continue
        if kind == "pycon":
            with examples.open("a", encoding="utf-8") as stream:
                stream.write(content)
            command = [programs / "python", "-m", "doctest", examples]
        elif content.startswith("facevalue serve"):
            visit(content, clone)
            continue
        elif content.endswith(" && pytest"):  # a step of .ci/run
            continue
        subprocess.run(command, check=True, cwd=clone, env=environment)
