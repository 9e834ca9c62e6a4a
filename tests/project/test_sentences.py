"""A sentence is written once: what the core says is in no other language."""

import ast
import re
from itertools import combinations

from tests.paths import ROOT

SHORTEST = 18  # characters
LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`')
COMMENT = re.compile(r"^\s*(?://|/?\*).*$|(?<=[\s;])// .*$", re.MULTILINE)
# Said without the core: a `Fraction` is made while its module loads.
BY_HAND = {"JavaScript": {"the denominator is 0"}}
GAP = re.compile(r"\$?\{[^}]*\}")


def sentences_in(texts):
    """The parts of strings that are long enough, without what is filled in."""
    parts = (part.strip(" ;,:.") for text in texts for part in GAP.split(text))
    return {part for part in parts if len(part) >= SHORTEST and " " in part}


def strings_of_python(source):
    """The strings of a module, without docstrings."""
    tree = ast.parse(source)
    docs = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    constants = (node for node in ast.walk(tree) if isinstance(node, ast.Constant))
    return [c.value for c in constants if isinstance(c.value, str) and id(c) not in docs]


def strings_of(source):
    """The strings of C++ or JavaScript, of which neighbours are one."""
    joined = re.sub(r'"\s*\n\s*"', "", COMMENT.sub("", source))
    return [one or other for one, other in LITERAL.findall(joined)]


def read(folder, pattern, strings):
    """The sentences of the files of a folder."""
    files = (path for path in sorted((ROOT / folder).rglob(pattern)) if path.name != "rows.js")
    skipped = {"tests", "fuzz", "soak"}
    sources = (path.read_text("utf-8") for path in files if not skipped & set(path.parts))
    return sentences_in(text for source in sources for text in strings(source))


def test_no_sentence_is_in_two_languages():
    cpp = set().union(
        *(
            read(folder, suffix, strings_of)
            for folder in ("core", "bind")
            for suffix in ("*.cpp", "*.hpp")
        )
    )
    written = {
        "C++": cpp,
        "Python": read("src/facevalue", "*.py", strings_of_python),
        "JavaScript": read("js/src", "*.js", strings_of),
        "pages": read("src/facevalue/web/pages/js", "*.js", strings_of),
    }
    assert all(len(found) > 3 for found in written.values())
    repeated = {
        f"{one} and {other}: {sentence}"
        for one, other in combinations(written, 2)
        for sentence in written[one] & written[other] - BY_HAND.get(other, set())
    }
    assert set() == repeated
