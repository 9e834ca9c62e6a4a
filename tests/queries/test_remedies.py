"""Every remedy in a message is followed, and must lead to a result.

A row of tests/vectors/messages.txt ends with inputs that follow its remedy. Where the message says
exactly what to type on the command line, `REMEDIES` follows it. Each string of the code that has a
remedy needs a row that shows it, or a reason in `NOT_FOLLOWED`.
"""

import ast
import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import facevalue as fv
from facevalue.cli.main import main
from facevalue.queries import QUERIES
from tests.js.wasm import ROOT, call_all, needs_wasm
from tests.queries.test_messages import (
    ANSWERS,
    ERRORS,
    FILES,
    HTTP,
    JAVASCRIPT,
    PYTHON,
    SCRIPT,
    request,
    run,
)

VERBS = (
    "add|build|call|choose|close|count|create|do|give|keep|leave|lower|make|move|name|pass|play|"
    "put|raise|round|run|save|see|set|split|start|take|try|use|wait|widen|write"
)
REMEDY = re.compile(
    rf"(?:^|[;:,] (?:or |and )?|\bor )(?:{VERBS})[ `](?!must )|did you mean|such as|for example"
    r"|lists all|must look like|must be one of|is empty; |pip install|--help$"
)
HOLE = "{}"  # in place of what a message quotes
# Strings that no row shows, by a part of them: why, or which test follows the remedy.
NOT_FOLLOWED = {
    "split it into several": "it takes 100,000 hands: tests/poker/draws/test_pay_spellings.py",
    "pip install": "a package is missing; the last test here compares the extras",
    "call reset first": "it needs OpenEnv: tests/adapters/test_episodes.py",
    "set PYTHONIOENCODING=utf-8": "a test below",
    "play without --best": "it needs a folder of the user: tests/cli/verbs/test_play.py",
    "name a file or use a pipe": "it needs a terminal",
    "make the query smaller": "the memory is full: tests/cli/test_cli.py",
    "use fewer workers": "the system has no more threads",
    "try again": "another client is busy: tests/web/http/test_connections.py",
    "create it first": "it needs a bucket: tests/datasets/tables/test_storage.py",
    "leave out `output`": "it needs pandas or Polars: tests/puzzle/model/test_data_frames.py",
    "pass the .eval file": "it needs a log: tests/datasets/tables/test_logs.py",
    "write smaller row groups": "it takes millions of values: tests/datasets/tables/test_bombs.py",
    "use larger ranges": "it takes a billion steps",
    "give fewer or smaller numbers": "it takes gigabytes",
    "make a new one": "it needs a fork: tests/promises/test_forks.py",
    "docs/about/stack-words.md lists all": "a page of the docs: tests/docs/test_docs.py",
    # No messages, or no remedies.
    "use the names of the package": "a docstring",
    "write to standard output": "what failed",
    "lists all )": "a pattern",
    "{} of {} solutions; --most": "a note, with a test in tests/queries/test_messages.py",
    "<answer>": "a prompt",
    "make {} from {}": "a line of a trace",
    "make that": "what models write",
    "take ": "what models write",
    "give up": "what models write",
    "lower is better": "how values are read",
    "call {}": "a number",
    "start < 0": "a name of Factor",
    "start > end": "a name of Factor",
}


def rows_of(*sections):
    """Return the rows with a remedy: input, message, and inputs that follow it."""
    rows = [row for rows in sections for row in rows]
    return [(*row[:2], row[2:]) for row in rows if row[2:] or REMEDY.search(row[1])]


def swap(words, old, new):
    """Replace a word, or the value of an option; the new one may be several words."""
    assert any(old in word for word in words), (words, old)
    return [word.replace(old, new, 1) if old in word else word for word in words]


def without(words, *left_out):
    return [word for word in words if word not in left_out]


def with_option(words, option):
    """Set an option to the value that a message names."""
    name, *value = shlex.split(option)
    if name in words:
        at = words.index(name)
        return [*words[:at], name, *value, *words[at + 1 + len(value) :]]
    return [*words, name, *value]


def each(listed):
    return [word.strip(" '") for word in re.split(r", (?:or )?| or ", listed) if word != "..."]


def set_value(words, option, value):
    if option not in words:
        return [*words[:-1], value]
    at = words.index(option) + 1
    return [*words[:at], value, *words[at + 1 :]]


# What a message says to type on the command line: its pattern, and the lines that follow it.
REMEDIES = [
    (r"for example: facevalue (.+)$", lambda _, m: [shlex.split(m[1])]),
    (r"see facevalue(.*) --help$", lambda _, m: [[*m[1].split(), "--help"]]),
    (r"\(facevalue (.+) lists all \d+\)$", lambda _, m: [m[1].split()]),
    (
        r"^unknown \S+ '(.+?)'; did you mean '(.+?)'\?$",
        lambda words, m: [swap(words, m[1], m[2])],
    ),
    (
        r"^unexpected argument '(.+?)'; did you mean (.+)\?$",
        lambda words, m: [[*without(words, m[1]), *shlex.split(m[2])]],
    ),
    (
        r"unknown \S+ '(.+?)'; choose one of ([^()]+?)(?: \(|$)",
        lambda words, m: [swap(words, m[1], name) for name in each(m[2])],
    ),
    (
        r"^(--\S+) must be one of (.+), not '",
        lambda words, m: [set_value(words, m[1], name) for name in each(m[2])],
    ),
    (
        r"^(\S+) must look like (.+), not '",
        lambda words, m: [set_value(words, m[1], value) for value in each(m[2])],
    ),
    (
        r"^(--\S+) must be .* such as (\S+), not '",
        lambda words, m: [set_value(words, m[1], m[2])],
    ),
    (
        r"^(--\S+) is empty; leave it out for the default$",
        lambda words, m: [without(words, m[1], "")],
    ),
    (
        r"^(--\S+) is empty; give a value such as (\S+)$",
        lambda words, m: [set_value(words, m[1], m[2])],
    ),
    (r"needs rules with large tiles, such as (.+)$", lambda words, m: [with_option(words, m[1])]),
    (r"; did you mean (--game \S+)\?$", lambda words, m: [with_option(words, m[1])]),
    (r"; try (--\S+ \S+)$", lambda words, m: [with_option(words, m[1])]),
    (r"leave out '(.+?)': ", lambda words, m: [swap(words, m[1], "")]),
    (r"; call (\S+) for one hand$", lambda words, m: [[m[1], *words[1:]]]),
    (
        r"commas may separate thousands here: .*; did you mean (.+), or (.+)\?$",
        lambda _, m: [["icm", *way.split(), "--payouts", "50"] for way in m.groups()],
    ),
    (r"expected a puzzle like '(.+)', not a sentence", lambda _, m: [["solve", m[1]]]),
    (r"two single numbers; write '(.+?)': ", lambda _, m: [["solve", m[1]]]),
    (r"run it anyway with (--\S+)$", lambda words, m: [[*words, m[1]]]),
]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    with Path(os.devnull).open(encoding="utf-8") as nothing:
        monkeypatch.setattr("sys.stdin", nothing)
        yield


def follow(words, message):
    """Return the command lines that follow the remedies of a message; fail if none does."""
    plain = message.partition(" (give whole numbers")[0]
    if not REMEDY.search(plain):
        return []
    found = [(make, match) for pattern, make in REMEDIES if (match := re.search(pattern, plain))]
    assert found, f"no test follows this remedy: {message}"
    return [line for make, match in found for line in make(words, match)]


def leads_to_a_result(words, capfd, depth=4):
    """Follow a line and, if it fails for another reason, the remedies of its message."""
    with fv.deadline(0.5 if "--no-limit" in words else None):
        code = main(words)
    said = capfd.readouterr().err
    message = said.partition("\n")[0].removeprefix("facevalue: ")
    if code in (0, 1) or ("--no-limit" in words and message.startswith("stopped after")):
        return True
    more = follow(words, message) if depth else []
    assert more, f"{shlex.join(words)}: {said}"
    return all(leads_to_a_result(line, capfd, depth - 1) for line in more)


@pytest.mark.parametrize(("line", "message", "followed"), rows_of(ERRORS, ANSWERS))
def test_every_remedy_on_the_command_line_leads_to_a_result(line, message, followed, capfd):
    for words in map(shlex.split, followed) if followed else follow(shlex.split(line), message):
        assert leads_to_a_result(words, capfd)


@pytest.mark.parametrize("query", QUERIES.values(), ids=lambda query: query.name)
def test_the_example_for_a_missing_argument_works(query, capfd):
    if not query.in_shell or not query.required:
        return
    assert main([query.name]) == 2
    message = capfd.readouterr().err.strip().removeprefix("facevalue: ")
    example = re.search(r"for example: facevalue (.+)$", message)
    assert example, message
    assert main(shlex.split(example[1])) in (0, 1)


SPELLED = [
    *("8x3", "8 x 3", "8X3", "x = 8*3", "x=(8)*3", "8*3 x", "8 x", "x", "8xx3", "(8)x(3)"),
    *("8*3=x", "8 x 3 = 24", "8 x 3 = x", r"\frac{8}{x}", "8 3 x", "max(8, 3)", "8*3 exactly"),
]


@pytest.mark.parametrize("answer", SPELLED)
@pytest.mark.parametrize("syntax", fv.SYNTAXES)
def test_relaxed_is_recommended_only_if_it_reads_the_answer(answer, syntax):
    found = fv.check(answer, "8 3", syntax=syntax)
    if "the syntax 'relaxed' accepts x" in found.message:
        assert syntax != "relaxed"
        relaxed = fv.check(answer, "8 3", syntax="relaxed").reason
        assert relaxed not in (fv.Reason.UNKNOWN_SYMBOL, fv.Reason.MALFORMED)
    else:
        assert answer != "8x3" or syntax == "relaxed"


@pytest.mark.parametrize(("code", "message", "followed"), rows_of(PYTHON))
def test_every_remedy_in_python_leads_to_a_result(code, message, followed):
    if word := re.search(r"unknown \S+ '(.+?)'; did you mean '(.+?)'\?$", message):
        followed = [*followed, code.replace(word[1], word[2])]
    if listed := re.search(r"\((fv\.\S+) lists all (\d+)\)$", message):
        followed = [*followed, f"assert len({listed[1]}) == {listed[2]}"]
    if found := re.search(r"(?:did you mean|try|such as) `((\w+)=.+?)`\??$", message):
        changed = re.sub(rf", {found[2]}=[^,)]+", "", code)
        place = len(changed.rstrip(")"))
        followed = [*followed, f"{changed[:place]}, {found[1]}{changed[place:]}"]
    assert followed, f"no test follows this remedy: {message}"
    for line in followed:
        is_long = "run it anyway" in message
        with fv.deadline(0.5 if is_long else None):
            try:
                run(line)
            except fv.DeadlineError:
                assert is_long


@pytest.mark.parametrize(("address", "message", "followed"), rows_of(HTTP))
def test_every_remedy_of_the_server_leads_to_a_result(address, message, followed):
    path, _, query = address.partition("?")
    if word := re.search(r"^unknown \S+ '(.+?)'; did you mean '(.+?)'\?$", message):
        followed = [*followed, address.replace(word[1], word[2])]
    if listed := re.search(r"\((/api/\S+) lists all", message):
        followed = [*followed, listed[1]]
    if found := re.search(r"(?:for example:|did you mean|try|such as) ((\w+)=\S+?)\??$", message):
        kept = [word for word in query.split("&") if not word.startswith(f"{found[2]}=")]
        followed = [*followed, f"{path}?{'&'.join(filter(None, [*kept, found[1]]))}"]
    assert followed, f"no test follows this remedy: {message}"
    for line in followed:
        assert request(line).status == 200, line


def test_the_encoding_that_a_message_names_prints_every_sign():
    def solve(encoding):
        words = [sys.executable, "-m", "facevalue", "8", "8", "3", "3", "--notation", "apl"]
        environment = os.environ | {"PYTHONIOENCODING": encoding}
        return subprocess.run(words, env=environment, capture_output=True, text=True, check=False)

    message = r"ascii has no '\xf7'; set PYTHONIOENCODING=utf-8"
    assert message in solve("ascii").stderr
    assert solve(message.partition("ENCODING=")[2]).returncode == 0


@needs_wasm
def test_every_remedy_in_javascript_leads_to_a_result():
    for _, message, *followed in JAVASCRIPT:
        assert followed or not REMEDY.search(message), f"no test follows this remedy: {message}"
    lines = [line for row in JAVASCRIPT for line in row[2:]]
    replies = call_all([[SCRIPT, "run", [line]] for line in lines])
    are_errors = [type(reply) is list and str(reply[:1]).endswith("Error']") for reply in replies]
    assert [] == [line for line, is_error in zip(lines, are_errors, strict=True) if is_error]


def strings_in(node):
    """Yield the strings of a part of a module, without docstrings."""
    inner = ast.iter_child_nodes(node)
    if isinstance(node, ast.JoinedStr):
        parts = [part.value for part in node.values]
        yield "".join(part if isinstance(part, str) else HOLE for part in parts)
        inner = [part for part in parts if isinstance(part, ast.AST)]
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return
    for part in inner:
        yield from strings_in(part)


def python_strings(source):
    """Return the strings of all functions and constants of a module."""
    tree = ast.parse(source)
    functions = [node for node in ast.walk(tree) if hasattr(node, "decorator_list")]
    roots = [part for node in functions if not isinstance(node, ast.ClassDef) for part in node.body]
    constants = [node.value for node in tree.body if isinstance(node, ast.Assign)]
    roots += [node for node in constants if isinstance(node, (ast.Constant, ast.JoinedStr))]
    return [string for root in roots for string in strings_in(root)]


def code_strings(source):
    """Yield the strings of a file in C++ or JavaScript, without those in comments."""
    code = re.sub(r'"\s*\n\s*"', "", re.sub(r"(?m)^\s*(?://|/?\*).*", "", source))
    for _, string in re.findall(r"""(["'`])((?:(?!\1)[^\\\n]|\\.)*)\1""", code):
        yield re.sub(r"\\(.)", r"\1", re.sub(r"\$\{[^}]*(?:\}|$)", HOLE, string))


def without_row(strings, messages):
    """Return the strings with a remedy that no message contains."""
    remedies = [string for string in strings if REMEDY.search(string)]
    shapes = {
        # Each interface spells arguments in its own way.
        string: ".*".join(map(re.escape, re.sub(r"`[^`]*`", HOLE, string).split(HOLE)))
        for string in remedies
    }
    return [
        string
        for string, shape in shapes.items()
        if not any(re.search(shape, message) for message in messages)
    ]


EVERY_MESSAGE = [row[1] for rows in (ERRORS, ANSWERS, PYTHON, HTTP) for row in rows]
SOURCES = [
    ("src/facevalue/**/*.py", python_strings, EVERY_MESSAGE),
    ("core/**/*.?pp", code_strings, EVERY_MESSAGE + [row[1] for row in JAVASCRIPT]),
    ("bind/**/*.?pp", code_strings, EVERY_MESSAGE),
    ("js/src/**/*.js", code_strings, [row[1] for row in JAVASCRIPT]),
]
NOT_OURS = re.compile(r"core/(?:tests|fuzz|soak)/|js/src/(?:rows|.*/functions).js")


def test_every_remedy_in_the_code_is_followed_or_has_a_reason():
    missing = [
        f"{path.relative_to(ROOT)}: {string}"
        for pattern, read, messages in SOURCES
        for path in sorted(ROOT.glob(pattern))
        if not NOT_OURS.match(path.relative_to(ROOT).as_posix())
        for string in without_row(read(path.read_text(encoding="utf-8")), messages)
    ]
    found = {part: [each for each in missing if part in each] for part in NOT_FOLLOWED}
    assert [] == [each for each in missing if not any(part in each for part in NOT_FOLLOWED)]
    assert [] == [part for part, each in found.items() if not each], "these need no reason"


def test_a_new_remedy_without_a_row_is_noticed():
    python = "def check(n):\n    raise RuleError(f'{n} is odd; take an even number')"
    javascript = "throw new RuleError(`${n} is odd; take an even number`);"
    for strings in (python_strings(python), [*code_strings(javascript)]):
        assert without_row(strings, EVERY_MESSAGE) == [f"{HOLE} is odd; take an even number"]
        assert without_row(strings, ["3 is odd; take an even number"]) == []


def test_what_a_message_says_to_install_is_in_the_extra():
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = extras["project"]["optional-dependencies"]
    for path in (ROOT / "src").glob("**/*.py"):
        for string in python_strings(path.read_text(encoding="utf-8")):
            if found := re.search(r"needs? (\S+): pip install 'facevalue\[(.+)\]'", string):
                packages = ",".join(each for extra in found[2].split(",") for each in extras[extra])
                assert found[1].lower() in packages, string
