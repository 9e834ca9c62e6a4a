"""Platforms: what the core refuses, and what Windows lacks."""

import os
import shutil
import subprocess
import sys
import time

import pytest

from tests.paths import ROOT

CORE = ROOT / "core"
BIG_ENDIAN = ["-U__BYTE_ORDER__", "-D__BYTE_ORDER__=__ORDER_BIG_ENDIAN__"]
MSVC = ["-U__clang__", "-D_MSC_VER=1940"]

needs_compiler = pytest.mark.skipif(shutil.which("c++") is None, reason="no C++ compiler is here")


def errors_of_compiling(header, options):
    """The messages of the compiler for a file that only includes this header."""
    command = ["c++", "-std=c++20", "-Wp,-w", f"-I{CORE}", *options, "-E", "-x", "c++", "-"]
    text = f'#include "{header}"\n'
    return subprocess.run(command, input=text, capture_output=True, encoding="utf-8", check=False)


@needs_compiler
@pytest.mark.parametrize("header", ["poker/cards/cards.hpp", "work/integers.hpp"])
@pytest.mark.parametrize(
    ("sentence", "options"),
    [
        ("facevalue needs a 64-bit system", ["-U__SIZEOF_INT128__"]),
        ("facevalue needs a little-endian CPU", BIG_ENDIAN),
        ("facevalue needs GCC 12 or Clang 14: MSVC has no", MSVC),
    ],
)
def test_a_platform_on_which_answers_would_be_wrong_is_refused_in_a_sentence(
    header, sentence, options
):
    done = errors_of_compiling(header, options)
    assert done.returncode != 0
    assert sentence in done.stderr


@needs_compiler
def test_this_platform_is_not_refused():
    assert 0 == errors_of_compiling("work/platform.hpp", []).returncode


def test_the_commands_load_without_the_modules_that_only_posix_has():
    code = (
        "import sys, importlib, pathlib, facevalue.cli.main as main\n"
        "folder = pathlib.Path(main.__file__).parent\n"
        "names = [f'facevalue.cli.{path.stem}' for path in folder.glob('[a-z]*.py')]\n"
        "for name in names: importlib.import_module(name)\n"  # what they load is loaded
        "for name in names: del sys.modules[name]\n"
        "for name in ('termios', 'fcntl', 'resource', 'readline'): sys.modules[name] = None\n"
        "sys.platform = 'win32'\n"
        "for name in names: importlib.import_module(name)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.fixture
def typed(monkeypatch):
    """A keyboard on Windows, and the descriptor on which a person types."""
    from facevalue.cli.terminal.keyboard import Keyboard  # noqa: PLC0415 - loaded where it is used

    reading, writing = os.pipe()
    with os.fdopen(reading) as stdin, os.fdopen(writing, "wb", buffering=0) as keys:
        monkeypatch.setattr(sys, "stdin", stdin)
        monkeypatch.setattr(sys, "platform", "win32")
        yield Keyboard(sys.stdout), keys
        monkeypatch.undo()


def test_on_windows_a_line_in_time_counts(typed):
    keyboard, keys = typed
    keys.write(b"8/(3-8/3)\nnext\n")
    assert "8/(3-8/3)" == keyboard.line(time.monotonic() + 60)
    assert "next" == keyboard.line(None)


def test_on_windows_a_late_line_does_not_count(typed):
    keyboard, keys = typed
    keys.write(b"8/(3-8/3)\nnext\n")
    assert keyboard.line(time.monotonic() - 1) is None
    assert "next" == keyboard.line(None)


def test_a_file_is_replaced_where_the_system_sets_no_modes(tmp_path, monkeypatch):
    from facevalue.system.files import atomic_file  # noqa: PLC0415 - the system is changed first

    monkeypatch.delattr(os, "fchmod")
    path = tmp_path / "answers.txt"
    for text in (b"1", b"24"):
        with atomic_file(path) as stream:
            stream.write(text)
    assert b"24" == path.read_bytes()
