"""Pages, docstrings, comments, messages and names of tests are in everyday English."""

import re

import pytest

from tests.docs.words import ALLOWED, LOOKED_AT, READERS, ROOT, files_in, find_offences, is_allowed


def test_everything_written_for_people_is_in_everyday_english():
    files = [path for place in LOOKED_AT for path in files_in(ROOT / place)]
    found = [offence for path in files for offence in find_offences(path)]
    assert len(files) > 500
    assert not found, "\n".join(["rewrite in plain English:", *map(str, found)])


# The contents of a file, and the checked words by line.
READ = {
    ".py": (
        '''def stands():  # told
    """Holds `data set`.

    >>> ask()
    3
    """
    raise Error("a text " f"of {asked} is none", "blank")
''',
        {1: "told", 2: "Holds .", 7: "a text of is none"},
    ),
    ".md": ("A `text` [is](held.md)\n```\ntold\n```\nhere.", {1: "A [is", 5: "here."}),
    ".cpp": (
        """int ask = 1'000'000;  // told\nthrow Error("a text", "blank");\n/* it\n * stands */""",
        {1: "told", 2: "a text", 3: "it", 4: "stands"},
    ),
    ".js": ("ask(`a ${told} text`);  // here", {1: "a text here"}),
    ".html": (
        '<p class="told" title="a text">here\n<code>ask</code></p><script>\nask()</script>now',
        {1: "a text here", 3: "now"},
    ),
    ".toml": ('ask = "a text"  # told', {1: "told"}),
}


@pytest.mark.parametrize("suffix", READ)
def test_prose_is_checked_and_code_is_not(suffix):
    text, expected = READ[suffix]
    found = {}
    for line, prose in READERS[suffix](text):
        words = prose.replace("▮", " ").split()
        if words:
            found[line] = " ".join([*found.get(line, "").split(), *words])
    assert expected == found


def test_a_word_is_found_across_lines_but_not_across_code(tmp_path):
    path = tmp_path / "page.md"
    page = "The sum is that\nof two `numbers`. A `tool` text is a\n\ntext.\n"
    path.write_text(page, encoding="utf-8")
    found = [(offence.line, offence.words) for offence in find_offences(path)]
    assert [(1, "is that of two")] == found


def test_every_exception_is_needed():
    files = [path for place in LOOKED_AT for path in files_in(ROOT / place)]
    for exception in ALLOWED:
        named = [
            path for path in files if re.search(exception[0], path.relative_to(ROOT).as_posix())
        ]
        found = [offence for path in named for offence in find_offences(path, [])]
        assert any(is_allowed(offence.file, offence.words, [exception]) for offence in found)
