"""The files of the pages, and of the JavaScript package that answers in a browser.

`head.inc` is the common start of the heads of all pages. Strings come from a table per language, in
the folder `languages`: `data-t="KEY"` in HTML is the key of the content of an element, and
`data-t-title="KEY"` the key of an attribute. The pages are sent in English; js/shared/language.js
translates them.

The library speaks English. In the table `core` of a language, each of its sentences that the pages
show has a key: `en.json` has the sentence as the library says it, and other languages have the
translation. The English of the rows of rules and games is in the rows. A message is translated by
the first sentence that it fits.
"""

from __future__ import annotations

import json
import re
from html import escape
from pathlib import Path
from typing import Any

import facevalue as fv

_FOLDER = Path(__file__).with_name("pages")
# A wheel has the package next to this file; in an editable installation it is a separate project.
_INSTALLED, _PROJECT = Path(__file__).with_name("package"), Path(__file__).parents[3] / "js"
_PACKAGE = _INSTALLED if _INSTALLED.is_dir() else _PROJECT
_ENGLISH = "languages/en.json"
_CONTENT = re.compile(r'( data-t="([\w.-]+)"[^>]*>)')
_ATTRIBUTE = re.compile(r' data-t-([a-z-]+)="([\w.-]+)"')
_SUFFIXES = {".html", ".css", ".js", ".svg", ".png", ".json", ".webmanifest"}


def _package_files() -> dict[str, Path]:
    paths = (*_PACKAGE.glob("src/**/*.js"), *_PACKAGE.glob("*.wasm"))
    return {f"facevalue/{path.relative_to(_PACKAGE).as_posix()}": path for path in paths}


def list_paths() -> list[str]:
    """Return the paths of all files, such as css/base.css and facevalue/numbers.wasm."""
    pages = (path for path in _FOLDER.rglob("*") if path.suffix in _SUFFIXES)
    return sorted([*(path.relative_to(_FOLDER).as_posix() for path in pages), *_package_files()])


def _place_of(path: str) -> Path:
    """Return where a file is: among the pages, or in the package."""
    package, inside, rest = path.partition("facevalue/")
    return _PACKAGE / rest if inside and not package else _FOLDER / path


def read_file(path: str) -> bytes:
    """Return the contents of a file.

    Pages include the head that all share, and their strings. In tables of strings, `core` is from
    the sentences of the library to their translations.
    """
    if path.startswith("languages/"):
        strings = _read_strings(path)
        strings["core"] = _translations(strings["core"])
        return json.dumps(strings, ensure_ascii=False).encode()
    if not path.endswith(".html"):
        return _place_of(path).read_bytes()
    page = _place_of(path).read_text(encoding="utf-8")
    head = (_FOLDER / "head.inc").read_text(encoding="utf-8").strip()
    strings = _read_strings(_ENGLISH)
    page = page.replace("<!-- head.inc -->", head)
    page = _CONTENT.sub(lambda found: found[1] + strings[found[2]], page)
    page = _ATTRIBUTE.sub(
        lambda found: f' {found[1]}="{escape(strings[found[2]])}"{found[0]}', page
    )
    return page.encode()


def core_sentences() -> dict[str, str | dict[str, str]]:
    """Return what the library says on the pages, by its keys: sentences, or one per plural form."""
    sentences: dict[str, str | dict[str, str]] = {
        f"rules.{name}.summary": rules.summary for name, rules in fv.RULES.items()
    }
    for name, game in fv.poker.GAMES.items():
        sentences[f"games.{name}.title"] = game.title
        sentences[f"games.{name}.summary"] = game.summary
    sentences |= {f"reason.{reason}": reason.value for reason in fv.puzzle.Reason}
    sentences |= _read_strings(_ENGLISH)["core"]
    return sentences


def _read_strings(path: str) -> dict[str, Any]:
    strings: dict[str, Any] = json.loads((_FOLDER / path).read_text(encoding="utf-8"))
    return strings


def _translations(table: dict[str, Any]) -> dict[str, str]:
    """Return the translation of each sentence of the library that differs from it."""
    found = {}
    for key, said in core_sentences().items():
        own = table.get(key, said)
        for form, sentence in said.items() if isinstance(said, dict) else [("other", said)]:
            found[sentence] = own[form] if isinstance(own, dict) else own
    return {sentence: own for sentence, own in found.items() if own != sentence}
