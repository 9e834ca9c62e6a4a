"""A list of stilted words, and what to write instead.

    python -m tests.docs.words [PATH]...    prints `file:line: words: remedy` for these files

It checks everything written for people: pages, docstrings, comments, messages and names of tests.
It skips code: blocks and `spans` of code, examples in docstrings, string literals of tests.
"""

import bisect
import io
import json
import re
import sys
import tokenize
from pathlib import Path
from typing import NamedTuple

from tests.paths import ROOT

LOOKED_AT = (
    *(".ci", ".github", "benchmarks", "bind", "core", "docs", "packaging", "src", "tests", "tools"),
    *("CHANGELOG.md", "CMakeLists.txt", "CODE_OF_CONDUCT.md", "CONTRIBUTING.md", "README.md"),
    *("SECURITY.md", "mkdocs.yml", "pyproject.toml"),
)
# Files generated from others, and this list of words.
GENERATED = {
    "docs/reference/commands.md",
    "docs/puzzles/rules.md",
    "docs/about/stack-words.md",
    "tests/docs/words.py",
}
NOT_READ = ("core/fuzz/corpus/", "tests/transcripts/", "tests/vectors/")
UNIT = r"(?:seconds?|minutes?|hours?|lines?|rows?|cores?|hands?|puzzles?|answers?|deals?|calls?)"
COUNTED = r"(?:\d|\d [µmn]?s|\d [MGk]?B|bytes|thousand|million|billion|dollars)"

# People hold cards, as in "you hold two aces".
PEOPLE = ("you", "player", "players", "hero", "nobody", "who", "may", "to")
SOMEBODY = "".join(rf"(?<!\b{who} )" for who in PEOPLE)

# Patterns, which ignore case, and what to write instead. A ▮ replaces code.
REMEDIES = {
    r"\btexts\b|\b(?:a|one|each|every|another|this|that) text\b"
    r"(?! (?:file|field|box|column|area|editor|format|input|adventure|model|cell)\b)": (
        "string, input, answer, file contents"
    ),
    r"\b(?:stands?|stood)\b(?!-| (?:for|in for|out|alone|up)\b)": "is, appears, is defined in",
    r"\b(?:tells?|told|telling)\b(?! apart\b)": "print, report, show, return",
    r"(?<!\buser )\b(?:(?-i:[Aa]sk(?:s|ing)?)(?! for)|asked)\b"
    r"(?! (?:a|the|your) (?:model|user|player)s?\b)": ("call, query, request, look up"),
    r"\b(?:that|those) of\b": "repeat the noun",
    rf"{SOMEBODY}\b(?:holds?|held|holding)\b"
    r"(?!(?: (?:the|a|an|its|this|no) (?:lock|GIL|reference)|[- ]?outs?| ?[\u2019']em)\b)": (
        "contain, store, keep; apply, be true"
    ),
    r"\b(?:third|quarter|fifth|tenth)s? (?:less|more) time\b": "1.5x faster, 20 % faster",
    r"\btoo(?=\s*(?:[.,;:)]|$))": "also, before the verb",
    r"(?<!\bat )\bleast\b(?! (?:common|recently|significant|squares)\b)": (
        "minimum, smallest, lowest, fewest"
    ),
    r"\bgreatest\b(?! common divisor)": "maximum, largest, highest",
    r"(?<!\bthere )\b(?:is|are|was|were|be|has|have|had) (?-i:none)\b(?! of\b)": "negate the verb",
    r"\b(?:that|which) (?:is|are|was|were) nothing\b": "negate the verb",
    r"(?<!\bthere )(?<!\bwhy )\b(?:is|are|was|were) no\b"
    r"(?! (?:longer|more|less|fewer|better|worse|larger|smaller|slower|faster|use|way|need)\b)": (
        "is not a, are not"
    ),
    r"\bblanks?\b(?! (?:lines?|rows?|pages?|cells?)\b)": "space, whitespace",
    r"(?<!\bone )\bof (?:its|their|your|our|his|her|my) own\b": "custom, separate, its own",
    r"\bbeside\b": "next to, with, compared with",
    r"\b(?:go|goes|going|went) on\b": "continue, resume",
    r"\bdear(?:er|est)?\b": "expensive, slow",
    r"\bmend(?:s|ed|ing)?\b": "fix",
    r"\bperhaps\b": "optionally, may, if any",
    r"\bdata sets?\b": "dataset",
    rf"\b{COUNTED}(?: \w+s)? an? {UNIT}\b": "per second, per line",
    r"\bprocessors?\b": "CPU",
    r"\bpieces of (?:a|the|its|their) (?:deck|game)s?\b": "tiles, cards",
    r"\bhand(?:s|ed|ing)?(?: (?:it|them|this|that))? over\b": "pass",
    r"\ba want of\b|\bfor want of\b": "lack, without",
    r"\b(?:anew|thereof|thereby|nought|lest|betwixt|amid)\b": "a word of today",
    r"\bfor ever\b": "forever",
    r"\bgiv(?:e|es|en|ing) away\b": "reveal",
    r"▮ takes? (?:them|it)\b(?! (?:as|from|to)\b)": "as for",
    r"\bin (?:their|its) order\b": "in order, in the given order",
    r"\bof equal \w+,? the\b": "among equals",
    r"\bnone twice\b": "without repeats",
    r"\b(?:numbers?|values?|results?) of (?:more than|up to|at most) \S+ digits\b": "with",
    r"\bof different length\b": "of different lengths",
    r"\bfilled up with\b": "padded with",
    r"\bsome (?:nano|micro|milli)?(?:seconds|minutes|hundredths|megabytes)\b": "a few",
    r"\bby experience\b": "measured, estimated",
    r"\bbetween two looks\b": "between two checks",
    r"\bcount of numbers\b": "how many numbers, size",
    r"\bon the way\b(?! (?:to|from|back|up|down)\b)": "along the way, among the results",
    r"\b(?:would|will) do\b(?=\s*[.,;:)])": "is enough",
    r"\brightly\b": "correctly",
    r"(?-i:\bWhether it (?:is|can|has|may)\b)": "True if, Return whether",
    r"\bslips? of the finger\b": "typo",
}
_REMEDY = [(re.compile(pattern, re.IGNORECASE), remedy) for pattern, remedy in REMEDIES.items()]

# Exceptions: patterns of the file and of the words as they are printed, and the reason.
ALLOWED = [
    (
        r"draws|video_poker|docs/reference/",
        r"[Hh]old|held",
        "in video poker you hold cards and draw others",
    ),
    (r"remarks.cpp", r"asked|hold on|take it back", "phrases that the code looks for"),
]


class Offence(NamedTuple):
    file: str
    line: int
    words: str
    remedy: str

    def __str__(self):
        return f"{self.file}:{self.line}: {self.words}: {self.remedy}"


def files_in(place):
    """The files to check in a folder, or the file itself."""
    for path in sorted(place.rglob("*")) if place.is_dir() else [place]:
        name = path.relative_to(ROOT).as_posix()
        is_made = name in GENERATED or path.with_name(path.name + ".in").exists()
        if path.is_file() and not is_made and not name.startswith(NOT_READ) and reader_of(path):
            yield path


def find_offences(path, exceptions=ALLOWED):
    """The offences of a file by line."""
    name = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else path.name
    text = path.read_text(encoding="utf-8")
    words, starts, lines, end = [], [], [], 0
    for line, prose in reader_of(path)(text):
        for word in prose.split():
            words.append(word)
            starts.append(end)
            lines.append(line)
            end += len(word) + 1
    joined = " ".join(words)
    found = []
    for pattern, remedy in _REMEDY:
        for match in pattern.finditer(joined):
            line = lines[bisect.bisect_right(starts, match.start()) - 1]
            before, after = joined[: match.start()].split(), joined[match.end() :].split()
            shown = " ".join([*before[-1:], match[0], *after[:1]])
            if not is_allowed(name, shown, exceptions):
                found.append(Offence(name, line, shown, remedy))
    return sorted(found)


def is_allowed(name, words, exceptions=ALLOWED):
    """Whether there is an exception for these words in this file."""
    return any(re.search(file, name) and re.search(kept, words) for file, kept, _ in exceptions)


def read_python(text):
    """Comments, docstrings, and string literals with a space."""
    yield from _read_python(text, literals=True)


def read_tests(text):
    """Comments, docstrings and the names of tests."""
    yield from _read_python(text, literals=False)


def _read_python(text, *, literals):
    last, is_start = "", True
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        (kind, string, (line, _), _, _) = token
        if kind == tokenize.COMMENT:
            yield from numbered(line, without_spans(string.lstrip("#!: ")))
        elif kind == tokenize.STRING and is_start:
            yield from numbered(line, without_spans(without_examples(string)))
        elif kind in LITERALS and literals and " " in string:
            prose = re.sub(r"^\w*[\"']+|[\"']+$", "", string)
            yield from numbered(line, re.sub(r"\{[^{}]*\}", " ▮ ", prose))
        elif kind != tokenize.NL:
            is_test = not literals and last == "def" and string.startswith("test_")
            yield line, f"▮ {string[5:].replace('_', ' ')} ." if is_test else "▮"
        if kind not in (tokenize.COMMENT, tokenize.NL):
            is_start, last = kind in (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT), string


LITERALS = {tokenize.STRING, getattr(tokenize, "FSTRING_MIDDLE", tokenize.STRING)}


def without_examples(docstring):
    """Replace each example and its output by ▮."""
    return re.sub(r"(?m)^[ \t]*>>>.*(?:\n.*\S.*)*", without_words, docstring.strip("r\"'"))


def read_markdown(text):
    """Everything except code and the addresses of links."""
    fence = None
    for line, row in enumerate(text.splitlines(), start=1):
        mark = re.match(r" *(```|~~~)", row)
        if mark and fence in (None, mark[1]):
            fence = None if fence else mark[1]
            yield line, "▮"
        elif fence is None:
            yield line, without_spans(re.sub(r"\]\([^)]*\)|<[^>]*>", " ▮ ", row)) or "▮"


def read_notebook(text):
    """The Markdown cells."""
    for cell in json.loads(text)["cells"]:
        if cell["cell_type"] == "markdown":
            for _, prose in read_markdown("".join(cell["source"])):
                first = next(iter(prose.split()), "")
                place = text.find(json.dumps(first)[1:-1])
                yield text.count("\n", 0, place) + 1, prose


# String literals and comments of C++, JavaScript and style sheets.
_SINGLE = r"(?P<single>(?:\\.|[^'\\\n])*)"
C_PARTS = re.compile(
    r'R"(?P<tag>\w*)\((?P<raw>(?s:.)*?)\)(?P=tag)"|"(?P<double>(?:\\.|[^"\\\n])*)"'
    rf"|'{_SINGLE}'|`(?P<back>(?:\\.|[^`\\])*)`|//(?P<line>[^\n]*)|/\*(?P<block>(?s:.)*?)\*/"
)
# In C++ a single quote may also separate digits.
CPP_PARTS = re.compile(C_PARTS.pattern.replace(_SINGLE, r"(?P<single>\\?.)"))


def read_c(text, parts=C_PARTS):
    """Comments, and string literals with a space."""
    end = 0
    for match in parts.finditer(text):
        kind = match.lastgroup
        is_comment = kind in ("line", "block")
        if not is_comment and " " not in match[kind]:
            continue
        line = text.count("\n", 0, match.start()) + 1
        if not (is_comment and text[end : match.start()].strip() == ""):
            yield line, "▮"
        prose = re.sub(r"\$\{[^{}]*\}", "▮", re.sub(r"(?m)^\s*[*/]+", "", match[kind]))
        yield from numbered(line, without_spans(prose) if is_comment else prose)
        end = match.end()


def read_cpp(text):
    """The same for C++."""
    return read_c(text, CPP_PARTS)


def read_html(text):
    """Visible text, attributes that are read aloud, and comments."""
    text = re.sub(r"(?s)<(script|style|code|pre)\b.*?</\1>", without_words, text)
    attributes = r'\b(?:title|alt|placeholder|content|aria-label)="([^"]*)"'
    tags = r"(?s)<(?!!--)[^>]*>"
    text = re.sub(tags, lambda tag: without_words(tag, *re.findall(attributes, tag[0])), text)
    yield from numbered(1, text)


def read_comments(text):
    """Comments that begin with # at the start of a line or after a space."""
    for line, row in enumerate(text.splitlines(), start=1):
        comment = re.search(r"(?:^|\s)#+ (.*)", row)
        yield line, without_spans(comment[1]) if comment else "▮"


def numbered(first, text):
    """The lines with their numbers, starting at `first`."""
    return enumerate(text.split("\n"), start=first)


def without_words(match, *keep):
    """Replace a match by ▮, its line breaks, and the words to keep."""
    return " ▮ ".join(["", *keep, ""]) + "\n" * match[0].count("\n")


def without_spans(prose):
    """Replace each span of code by ▮."""
    return re.sub(r"(`+)[^`]*\1", "▮", prose)


READERS = {
    ".py": read_python,
    ".md": read_markdown,
    ".in": read_markdown,
    ".ipynb": read_notebook,
    **dict.fromkeys((".cpp", ".hpp", ".c"), read_cpp),
    **dict.fromkeys((".js", ".css"), read_c),
    **dict.fromkeys((".html", ".inc"), read_html),
    **dict.fromkeys((".toml", ".yml", ".txt"), read_comments),
}


def reader_of(path):
    """The function that reads this kind of file, or None."""
    folder = path.relative_to(ROOT).parts[0] if path.is_relative_to(ROOT) else ""
    if folder == ".ci":
        return read_comments
    if path.suffix == ".py" and folder in ("tests", "tools", "benchmarks"):
        return read_tests
    return READERS.get(path.suffix)


def main(places):
    """Print the offences; return 1 if there are any, else 0."""
    found = [
        offence
        for place in places or LOOKED_AT
        for path in files_in((Path.cwd() / place) if places else (ROOT / place))
        for offence in find_offences(path)
    ]
    print(*found, sep="\n")
    print(f"{len(found)} to rewrite")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
