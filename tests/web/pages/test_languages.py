"""The pages in every language: one table of strings each, and no other strings for people."""

import json
import re
from contextlib import contextmanager
from html.parser import HTMLParser
from pathlib import Path

import pytest

import facevalue as fv
from facevalue.web import pages
from facevalue.web.pages import core_sentences, list_paths, read_file
from tests.paths import ROOT
from tests.project.test_sentences import strings_of, strings_of_python
from tests.web.browser import expect, press, serve_modules, watched

FOLDER = Path(pages.__file__).with_suffix("")
TABLES = {
    path.stem: json.loads(path.read_text(encoding="utf-8"))
    for path in (FOLDER / "languages").iterdir()
}
ENGLISH = TABLES["en"]
OTHERS = sorted(set(TABLES) - {"en"})
HTML = sorted(FOLDER.glob("*.html"))
SCRIPTS = sorted(FOLDER.glob("**/*.js"))


def _strings(value):
    return value.values() if isinstance(value, dict) else [value]


def _placeholders(value):
    return {name for string in _strings(value) for name in re.findall(r"{(\w+)}", string)}


def _with_core(table, core):
    """The strings of a table and of the library, by their keys."""
    strings = {key: value for key, value in table.items() if key != "core"}
    return strings | {f"core: {key}": value for key, value in core.items()}


ENGLISH_AND_CORE = _with_core(ENGLISH, core_sentences())


@pytest.mark.parametrize("language", OTHERS)
def test_all_tables_have_the_same_keys_and_placeholders(language):
    table = _with_core(TABLES[language], TABLES[language]["core"])
    assert list(table) == list(ENGLISH_AND_CORE)
    differ = [
        key
        for key, value in ENGLISH_AND_CORE.items()
        if _placeholders(table[key]) != _placeholders(value)
    ]
    assert differ == []


@pytest.mark.parametrize("language", OTHERS)
def test_markup_is_the_same_in_all_tables(language):
    def tags(value):
        return sorted(tag for string in _strings(value) for tag in re.findall("<[^>]*>", string))

    table = _with_core(TABLES[language], TABLES[language]["core"])
    differ = [key for key, value in ENGLISH_AND_CORE.items() if tags(table[key]) != tags(value)]
    assert differ == []


def test_opening_js_lists_every_table():
    listed = (FOLDER / "js/opening.js").read_text(encoding="utf-8")
    for language in TABLES:
        assert re.search(rf'[ {{"]{language}"?: "', listed)


class Texts(HTMLParser):
    """Collects what a person would read on a page, apart from elements whose string has a key."""

    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, tag, attributes):
        keyed = {name.removeprefix("data-t-") for name, _ in attributes}
        for name, value in attributes:
            shown = name in {"aria-label", "title", "placeholder", "alt"}
            if shown and name not in keyed and re.search("[A-Za-z]{2}", value):
                self.found.append((tag, name, value))

    def handle_data(self, data):
        if re.search("[A-Za-z]{2}", data):
            self.found.append(data)


@pytest.mark.parametrize("path", HTML, ids=lambda path: path.stem)
def test_all_strings_of_pages_are_in_the_table(path):
    parser = Texts()
    parser.feed(path.read_text(encoding="utf-8"))
    # The name of the site, names of keys, and the options that stay until the real ones are here.
    assert set(parser.found) <= {"facevalue", "Backspace", "Esc", "classic", "infix"}


def _code(path):
    """A script without its comments."""
    text = path.read_text(encoding="utf-8")
    return re.sub(r"(?<!:)//[^\n]*|/\*.*?\*/", "", text, flags=re.DOTALL)


def _used_keys(code):
    """The keys that a script uses, and the beginnings of keys that it completes."""
    whole = re.findall(r'"([\w-]+(?:\.[\w*/+-]+)+|[a-z]+)"', code)
    begun = re.findall(r"`([\w-]+\.(?:[a-z]+_)?)\$\{[^`]*?\}(\w*)`", code)
    return set(whole), set(begun)


def test_every_key_that_is_used_exists():
    for path in SCRIPTS:
        for key in re.findall(r'\bt\(\s*(?:[^"`(]*\? )?"([^"]+)"', _code(path)):
            assert key in ENGLISH, (path.name, key)
    for path in HTML:
        for key in re.findall(r'data-t(?:-[a-z-]+)?="([^"]+)"', path.read_text(encoding="utf-8")):
            assert key in ENGLISH, (path.name, key)


def test_every_key_is_used():
    markup = (*HTML, FOLDER / "head.inc")
    used = {
        key
        for path in markup
        for key in re.findall(r'data-t[\w-]*="([^"]+)"', path.read_text(encoding="utf-8"))
    }
    begun = set()
    for path in SCRIPTS:
        whole, parts = _used_keys(_code(path))
        used |= whole
        begun |= parts
    unused = [
        key
        for key in ENGLISH
        if key != "core"
        and key not in used
        and not any(key.startswith(start) and key.endswith(end) for start, end in begun)
    ]
    assert unused == []


# A string that a person may read: two words, or one that begins with a capital letter.
SENTENCE = re.compile(r"[A-Za-z]{2,}[,.:;]? [a-z]{2,}|^[A-Z][a-z]+")
CODES = {
    *("AbortError", "Content-Type", "Backspace", "Esc", "Escape", "Enter", "English"),
    *("AsAhKd", "AhKh", "Kc", "Qd", "Jh", "Ts"),
    *("Iowan Old Style", "Palatino Linotype", "DejaVu Serif", "system-ui, sans-serif"),
    *("button is-main", "day is-out", "detail is-bad", "icon-button menu-button"),
    *("heat is-out", "heats of-hands", "px px"),
    *("#seats button, #board button", ".month-row button"),
}
# These run without the page, and they only send error messages, as the library does.
WORKERS = {"worker.js", "service-worker.js"}


def test_all_strings_of_scripts_are_in_the_table():
    found = []
    for path in SCRIPTS:
        for string in re.findall(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`', _code(path)):
            words = re.sub(r"\$\{[^}]*\}", "", "".join(string)).strip()
            if SENTENCE.search(words) and words not in CODES and path.name not in WORKERS:
                found.append((path.name, words))
    assert found == []


def test_the_server_fills_in_the_english_strings():
    for path in list_paths():
        if path.endswith(".html"):
            page = read_file(path).decode()
            assert not re.search(r"<(?:h1|h2|p|button|title|summary)[^>]* data-t=[^>]*><", page)


def test_the_pages_get_the_translation_of_each_sentence_of_the_library():
    english, chinese = (
        json.loads(read_file(f"languages/{name}.json"))["core"] for name in ("en", "zh-Hans")
    )
    assert english == {}
    sentences = core_sentences().values()
    assert list(chinese) == [each for sentence in sentences for each in _strings(sentence)]
    assert chinese[fv.poker.GAMES["omaha"].title] == "奥马哈"
    assert chinese["{count} solutions"] == chinese["{count} solution"] == "{count} 种解法"


def _strings_of_the_library():
    core = (path for path in (ROOT / "core").rglob("*.[ch]pp") if "tests" not in path.parts)
    strings = [each for path in core for each in strings_of(path.read_text("utf-8"))]
    for path in (ROOT / "src" / "facevalue").rglob("*.py"):
        strings += strings_of_python(path.read_text("utf-8"))
    return "\n".join(strings)


def _in_singular(words):
    return re.sub(r"(?<=x)es$|s$", "", re.sub(r" are$", " is", words))


def test_the_table_has_the_sentences_of_the_library_as_it_says_them():
    strings = _strings_of_the_library()
    reworded = []
    for key, value in ENGLISH["core"].items():
        for sentence in _strings(value):
            # The parts that the library puts together.
            for part in re.split(r"\{\w+\}|[,;:()]| at position| and made", sentence):
                words = part.strip()
                if words not in strings and _in_singular(words) not in strings:
                    reworded.append(f"{key}: the library does not say {words!r} of {sentence!r}")
    assert reworded == []


def test_every_rule_has_a_title():
    assert {f"rules.{name}" for name in fv.RULES} <= set(ENGLISH)


PATHS = [
    *("?cards=6s,6h,5d,2c", "daily", "sprint", "challenge?seed=7&hands=5", "countdown?seed=7"),
    *("digits?seed=24", "you", "judge?answer=6*6-5*3&numbers=6,6,5,2", "dayly/x"),
    "solve?numbers=1,3,5,7,25,50&target=765&rules=countdown",
    "poker?players=AhKh&players=QQ%2B,AKs:0.5&board=2h7d9c&hand=7C5D4H3S2C",
    "poker?game=omaha8&players=AsAh2d3c&players=KsKhQdJd&board=4c5d8h&hand=As2c6d7d",
]
# What Chinese pages write in Latin letters: names, keys, cards, notations, codes.
LATIN = re.compile(
    r"facevalue|Krypto|JSON|API|UTC|JavaScript|English|Backspace|Esc|Enter|Cactus Kev|Razz|"
    r"Courchevel|Big O|Forth|Oberon|Raku|([AKQJT2-9]{1,2}[shdcox*]?)+[+:]?"
)
# Everything that a person reads or hears on the page now, without code.
READ = """() => {
    const parts = [document.title];
    const code = "script, noscript, kbd, code, .is-code, .expression, .steps, .kev, .marked";
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
        const { parentElement: owner, data } = walk.currentNode;
        if (!owner.closest(`${code}, .languages, #notation`)) parts.push(data);
    }
    for (const name of ["aria-label", "title", "placeholder"]) {
        const named = document.querySelectorAll(`[${name}]:not(.is-code)`);
        parts.push(...[...named].map((each) => each.getAttribute(name)));
    }
    return parts;
}"""


@pytest.mark.slow
@pytest.mark.parametrize("path", PATHS)
def test_chinese_pages_have_no_english(site, browser, path):
    with watched(browser, locale="zh-CN") if path != "dayly/x" else _plain(browser) as page:
        page.goto(f"{site}/{path}", wait_until="networkidle")
        page.wait_for_selector("html:not([data-translating])", state="attached")
        press(page, "hn1+2")
        page.wait_for_load_state("networkidle")
        read = [LATIN.sub("", part) for part in page.evaluate(READ)]
        assert [part for part in read if re.search("[A-Za-z]{3}", part)] == []
        assert page.locator("html").get_attribute("lang") == "zh-Hans"


@contextmanager
def _plain(browser):
    """A page that may answer 404, in Chinese."""
    page = browser.new_page(locale="zh-CN")
    yield page
    page.close()


@pytest.mark.slow
def test_the_language_of_the_browser_comes_first_and_a_choice_is_remembered(site, browser):
    with watched(browser, locale="zh-TW") as page:
        page.goto(f"{site}/judge")
        expect(page.get_by_role("heading", level=1)).to_have_text("判题")
        page.get_by_label("语言").select_option("English")
        expect(page.get_by_role("heading", level=1)).to_have_text("Judge")
        page.goto(f"{site}/solve")
        expect(page.get_by_role("heading", level=1)).to_have_text("Solve")
        expect(page.locator("html")).to_have_attribute("lang", "en")
        page.goto(f"{site}/you")
        page.get_by_role("button", name="Clear…").click()
        page.get_by_role("button", name="Clear everything").click()
        expect(page.get_by_text("Everything has been cleared.")).to_be_visible()
        page.reload()
        expect(page.get_by_role("heading", level=1)).to_have_text("我的")
    with watched(browser, locale="fr-FR") as page:
        page.goto(f"{site}/judge")
        expect(page.get_by_role("heading", level=1)).to_have_text("Judge")
        page.get_by_label("Language").select_option("简体中文")
        expect(page.get_by_role("heading", level=1)).to_have_text("判题")


@pytest.mark.slow
@pytest.mark.parametrize(("locale", "is_visible"), [("zh-CN", False), ("en-US", True)])
def test_a_page_is_not_seen_before_it_is_translated(site, browser, locale, is_visible):
    with watched(browser, locale=locale) as page:
        # A page without its strings is shown after four seconds, which a busy machine may need.
        protocol = page.context.new_cdp_session(page)
        protocol.send("Animation.enable")
        protocol.send("Animation.setPlaybackRate", {"playbackRate": 0})
        waiting = []
        page.route("**/js/judge.js", lambda each: waiting.append(each))  # noqa: PLW0108 - it gets attributes
        page.goto(f"{site}/judge", wait_until="commit")
        while not waiting:
            page.wait_for_timeout(20)
        assert page.get_by_role("heading", level=1).is_visible() is is_visible
        waiting[0].continue_()
        expect(page.get_by_role("heading", level=1)).to_be_visible()


@pytest.mark.slow
def test_dates_and_plurals_follow_the_language(site, browser):
    titles = {
        "zh-CN": "2026年3月1日星期日",
        "en-US": "Sunday, March 1, 2026",
        "en-IE": "Sunday 1 March 2026",
    }
    for locale, words in titles.items():
        with watched(browser, locale=locale) as page:
            page.goto(f"{site}/daily?date=2026-03-01")
            expect(page.locator("#day")).to_contain_text(words)
    with watched(browser, locale="en-US") as page:
        page.goto(f"{site}/solve?numbers=8,8,3,3")
        expect(page.locator("#answers-say")).to_have_text("1 distinct solution")
        page.goto(f"{site}/solve?numbers=6,6,5,2")
        expect(page.locator("#answers-say")).to_have_text("2 distinct solutions")


HANDS = ["8 8 3 3", "6 6 5 2", "1 1 1 1", "1 2 3 4", "9 9 9 9", "2 3 4 12", "1 6 11 13"]
ANSWERS = [
    *("6*6-5*3", "(6-2)*(5+1", "6+6+5+2", "6/(6-6)+5+2", "6^2", "25=6*6", "(2*5-6)*6=25", "6 6"),
    *("abc", "", "6+6", "6+6+6", "7+8", "6/(6-6)+5-2", "()", "+", "6+6+5+2+6+6+6"),
]
STEPS = [
    *("3*8=24\n24+24=48", "6+6=12\n12+9=21", "6*6=30", "6*6=36\n36-5=31", "6*6=36\n36+6=42"),
    *("6+6=12\n12+12=24", "6-6=0\n5/0=1", "6+6=12\n5-2=3\n12*3=36", ""),
]
POKER_HANDS = [
    *("AsKsQsJsTs", "KsQsJsTs9s", "9s9h9d9cKs", "9s9h9dKcKs", "AsKsQsJs2s", "2s3h4d5c6s"),
    *("6s6h6dQcKs", "6s6hQdQcKs", "9s9hAdQcKs", "2s4h9dQcKs", "5s4s3s2sAs"),
]


# Calls with an input that people may mistype.
MISTYPED = [
    *((fv.solve, numbers) for numbers in ("a b", "", "1/0 2", "1.5.2 3", "1e30 1", f"{10**20} 2")),
    (fv.solve, "1 2 3", 24, "krypto"),
    *((fv.poker.Range, text) for text in ("AK1", "QQ:2", "22-", "AhAh", "Ah", "101%", "AA:1.2.3")),
    (fv.poker.equity, "AhKh", "AhQd"),
    (fv.poker.equity, "AA", "AhAd", {"board": "AsAc2c3c4c"}),
    (fv.poker.evaluate, "AhKh"),
    (fv.poker.evaluate, "Ah Ah Kh Qh Jh"),
    (fv.poker.evaluate, "Ah Zh Kh Qh Jh"),
    (fv.poker.evaluate, "Ah Kz Kh Qh Jh"),
    (fv.poker.breakdown, "AA", "AhAdAc"),
]


def _message(function, *given):
    options = given[-1] if isinstance(given[-1], dict) else {}
    with pytest.raises(fv.FaceValueError) as caught:
        function(*(each for each in given if each is not options), **options)
    return str(caught.value)


@pytest.mark.slow
def test_hints_verdicts_and_hands_are_translated(site, browser):
    messages = {line for hand in HANDS for line in str(fv.hint(hand, level=9)).splitlines()}
    messages |= set(str(fv.hint("3 3 8 8", rules="whole")).splitlines())
    messages |= {fv.check(answer, "6 6 5 2", syntax="relaxed").message for answer in ANSWERS}
    messages |= {
        fv.check("2-5+6+6", "6 6 5 2", rules=rules, target=9).message
        for rules in fv.RULES
        if fv.RULES[rules].size is None
    }
    messages |= {fv.check_steps(steps, "6 6 5 2").message for steps in STEPS}
    messages |= {str(fv.poker.evaluate(hand)) for hand in POKER_HANDS}
    messages |= {
        *(str(fv.poker.evaluate(hand, game="badugi")) for hand in ("As2h3d4c", "AsKsQsJs")),
        str(fv.poker.evaluate("As2h3d4c7d6s8s", game="razz")),
    }
    messages |= {_message(*call) for call in MISTYPED}
    with watched(browser, locale="zh-CN") as page:
        serve_modules(page)
        page.goto(f"{site}/judge")
        found = page.evaluate(
            """async (messages) => {
                const { translated } = await import("/modules/js/shared/language.js");
                return messages.map((message) => [message, translated(message)]);
            }""",
            sorted(messages),
        )
    # What was typed is quoted as it is.
    assert [
        pair for pair in found if re.search("[a-z]{3}", re.sub("'[^']*'|holdem|cdhs", "", pair[1]))
    ] == []
