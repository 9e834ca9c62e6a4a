"""Public names load on first use, and type checkers and `dir` see all of them."""

import ast
import importlib
import inspect
import json
import re
import subprocess
import sys
import typing
from pathlib import Path

import pytest

import facevalue as fv
import facevalue.typing
from facevalue import _core
from facevalue.names import packages, public_names, stub_of
from facevalue.puzzle.model import core_rules

PACKAGES = packages()
# Most adapters need a third-party package.
WITHOUT_ADAPTERS = [package for package in PACKAGES if package != "facevalue.adapters"]


@pytest.mark.parametrize("package", PACKAGES)
def test_each_line_of_a_stub_is_a_public_name(package):
    lines = stub_of(package).read_text(encoding="utf-8").splitlines()
    assert len(lines) == len(public_names(package))


@pytest.mark.parametrize("package", WITHOUT_ADAPTERS)
def test_every_name_loads_once(package):
    module = importlib.import_module(package)
    for name in public_names(package):
        assert getattr(module, name) is vars(module)[name]


# Runs examples of docstrings, which come from the standard input as JSON, and prints what fails.
RUN_EXAMPLES = """
import doctest, importlib, json, sys
assert False, "python -OO leaves this out"
runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
for module, name, text in json.load(sys.stdin):
    names = dict(vars(importlib.import_module(module)))
    runner.run(doctest.DocTestParser().get_doctest(text, names, name, None, None))
sys.exit(runner.summarize(verbose=False).failed)
"""


def docstrings(package):
    """The module, name and docstring of each public name and of the parts of public classes."""
    for name in public_names(package):
        thing = getattr(importlib.import_module(package), name)
        if not (inspect.isclass(thing) or inspect.isroutine(thing)):
            continue
        for each in [thing, *(vars(thing).values() if inspect.isclass(thing) else ())]:
            if isinstance(each.__doc__, str) and ">>>" in each.__doc__:
                yield thing.__module__, name, each.__doc__


@pytest.mark.few_slow(2)
@pytest.mark.slow
@pytest.mark.parametrize("package", WITHOUT_ADAPTERS)
def test_every_name_works_without_docstrings(package):
    """Under `python -OO`, which has neither docstrings nor assertions, the examples run as well."""
    texts = list(docstrings(package))
    assert len(texts) > 5
    run = subprocess.run(
        [sys.executable, "-OO", "-c", RUN_EXAMPLES],
        check=False,
        capture_output=True,
        encoding="utf-8",
        input=json.dumps(texts),
    )
    assert 0 == run.returncode, run.stdout + run.stderr


@pytest.mark.parametrize("package", PACKAGES)
def test_dir_shows_the_public_names_and_no_others(package):
    code = f"import {package} as module; print(*dir(module))"
    before = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, encoding="utf-8"
    ).stdout.split()
    known = set(public_names(package))
    for shown in (before, dir(importlib.import_module(package))):
        assert known <= set(shown)
        assert [] == [name for name in set(shown) - known if not name.startswith("__")]


@pytest.mark.parametrize("package", PACKAGES)
def test_no_name_is_hidden_by_a_file(package):
    folder = stub_of(package).parent
    for name, module in public_names(package).items():
        is_file = (folder / f"{name}.py").exists() or (folder / name).is_dir()
        assert is_file == (module == f"{package}.{name}"), name


@pytest.mark.parametrize("package", PACKAGES)
def test_an_unknown_name_is_an_attribute_error(package):
    with pytest.raises(AttributeError, match=f"module '{package}' has no attribute 'nosuch'"):
        importlib.import_module(package).nosuch  # noqa: B018 - the error is the point


def test_a_star_imports_all_names():
    names = {}
    exec("from facevalue import *", names)  # noqa: S102 - nothing else may hold a star
    assert set(fv.__all__) <= set(names)


def test_the_version_is_the_version_of_the_package():
    assert importlib.metadata.version("facevalue") == fv.__version__


TYPED = """
import facevalue as fv
import facevalue.typing

fv.nosuch
fv.poker.nosuch
fv.puzzle.nosuch
fv.datasets.nosuch
fv.Grader("countdown", "lenyent")
fv.solve("8 8 3 3", distinct="essentiel", method="serch")
fv.count([8, 8, 3, 3], 24, "countdown")
fv.solve("8 8 3 3", rules=fv.RULES["countdown"]).to
text: str = fv.__version__
solved: fv.puzzle.Solutions = fv.solve("8 8 3 3")
strength: fv.poker.Strength = fv.poker.evaluate("7H 7S 7D AS AC")
"""


@pytest.mark.slow
def test_a_type_checker_reports_words_that_do_not_exist(tmp_path):
    file = tmp_path / "typed.py"
    file.write_text(TYPED, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", str(file)],
        check=False,
        capture_output=True,
        encoding="utf-8",
        cwd=stub_of("facevalue").parents[2],
    )
    faults = [int(line.split(":")[1]) for line in done.stdout.splitlines() if ": error:" in line]
    assert [5, 6, 7, 8, 9, 10, 10, 12] == faults
    assert 4 == done.stdout.count('has no attribute "nosuch"')


def literal(module, alias):
    """The words of an alias such as `SyntaxName`, which only type checkers see."""
    tree = ast.parse(Path(importlib.import_module(module).__file__).read_text(encoding="utf-8"))
    (found,) = [
        node.value.slice
        for node in ast.walk(tree)
        if isinstance(node, ast.AnnAssign) and node.target.id == alias
    ]
    return list(ast.literal_eval(found))


@pytest.mark.parametrize(
    ("module", "alias", "table"),
    [
        ("facevalue.puzzle.notation.syntax", "SyntaxName", fv.SYNTAXES),
        ("facevalue.puzzle.search.solve", "Distinct", core_rules.DISTINCT),
        ("facevalue.puzzle.search.solve", "Method", _core.methods()),
    ],
)
def test_type_checkers_know_the_words_of_a_table(module, alias, table):
    assert sorted(literal(module, alias)) == sorted(table)


def functions(package):
    """The public functions of a package, and the public methods of its classes."""
    for name in public_names(package):
        thing = getattr(importlib.import_module(package), name)
        if inspect.isclass(thing):
            for each in vars(thing).values():
                function = getattr(each, "__func__", each)
                if inspect.isfunction(function) and not function.__name__.startswith("_"):
                    yield function
        elif inspect.isfunction(thing):
            yield thing


@pytest.mark.parametrize("package", WITHOUT_ADAPTERS)
def test_every_alias_of_a_signature_can_be_imported(package):
    alias = re.compile(r"\w+Like\b|\bDistinct\b|\bMethod\b|\bSource\b|\bSplits\b|\w*Progress\b")
    for function in functions(package):
        for annotation in function.__annotations__.values():
            for name in alias.findall(annotation):
                if name not in ("ArrayLike", "PathLike"):  # of NumPy and of Python
                    assert hasattr(facevalue.typing, name), (function, name)


def test_an_alias_is_a_type_when_a_program_runs():
    for name in facevalue.typing.__all__:
        assert typing.get_args(getattr(facevalue.typing, name) | None), name
