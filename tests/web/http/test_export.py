"""The pages as static files work without a server and without a network."""

import functools
import http.server
import json
import os
import struct
import subprocess
import sys
import threading
from contextlib import contextmanager
from pathlib import Path
from time import time

import pytest

import facevalue as fv
from facevalue.queries import QUERIES
from facevalue.web import exporting
from tests.js.wasm import needs_wasm
from tests.web.browser import ask, button, press, says, type_answer, watched
from tests.web.server import until

pytestmark = [pytest.mark.slow, needs_wasm]


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def exported(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site") / "below"
    command = [sys.executable, "-m", "facevalue", "serve", "--export", str(folder)]
    subprocess.run(command, check=True, capture_output=True)
    return folder


def test_a_page_that_is_opened_as_a_file_says_what_to_do(exported, browser):
    page = browser.new_page()  # the fixture `page` refuses the errors of the browser about modules
    page.goto((exported / "index.html").as_uri())
    _expect(page.get_by_role("alert")).to_contain_text("python -m http.server")
    page.close()


class Redirecting(Quiet):
    """Some hosts answer /daily.html with a redirect to /daily."""

    def do_GET(self):
        if self.path.partition("?")[0].endswith(".html"):
            self.send_response(308)
            self.send_header("location", self.path.replace(".html", "", 1))
            self.end_headers()
        else:
            super().do_GET()

    def translate_path(self, path):
        found = super().translate_path(path)
        return f"{found}.html" if Path(f"{found}.html").exists() else found


@pytest.fixture(scope="module")
def site(exported):
    """The export on a plain static server, below a folder, as on many hosts."""
    with hosted(Quiet, exported) as address:
        yield address


@contextmanager
def hosted(kind, exported):
    handler = functools.partial(kind, directory=exported.parent)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/below"
        server.shutdown()


def test_the_icons_have_the_sizes_in_the_manifest(exported):
    manifest = json.loads((exported / "manifest.webmanifest").read_text(encoding="utf-8"))
    for icon in manifest["icons"]:
        content = (exported / icon["src"]).read_bytes()
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", content[16:24])
            assert f"{width}x{height}" == icon["sizes"]
    assert [icon["sizes"] for icon in manifest["icons"]] == ["any", "192x192", "512x512"]


def test_a_day_that_has_not_come_stays_shut_in_a_copy(site, page):
    page.goto(f"{site}/daily.html?date=2027-02-01")
    _expect(page.get_by_role("alert")).to_contain_text(
        "The puzzles of Monday, February 1, 2027 are not out yet"
    )
    _expect(page.locator(".piece").locator("visible=true")).to_have_count(0)


def test_hints_in_a_copy_speak_of_the_numbers_on_the_table(site, page):
    page.goto(f"{site}/index.html?cards=8s,8h,3d,3c")
    _expect(says(page)).to_contain_text("make 24")
    press(page, "1-2h")
    _expect(page.locator(".hints li")).to_have_text(
        ["Take back one step.", *str(fv.hint("8 8 3 3")).splitlines()]
    )
    press(page, ["Escape", *"1/34-3"])
    _expect(page.locator(".hand .piece")).to_have_count(2)
    for level in (1, 2):
        page.keyboard.press("h")
        lines = str(fv.hint("8 1/3", level=level)).splitlines()
        _expect(page.locator(".hints li")).to_have_text(lines)


# Answers to the classic 6 6 5 2 and to a round of Countdown: right, wrong and malformed.
TYPED = [
    *(
        "(2*5-6)*6",
        " ( 2 × 5 − 6 ) * 6 ",
        "6+6+5+2",
        "6*6",
        "6*6-5*3",
        "(6-2)*(5+1",
        "6*",
        "",
        "6 6",
    ),
    *(
        "6/(5-5)",
        "x+1",
        "(2*5-6)*6)",
        "-6+6",
        "1+/2",
        "2(3)",
        "()",
        "6-6/(2+5)",
        "6.5*2",
        "6/6/(5-2)",
    ),
    *("(2*5-6)*6 = 24", "24 = (2*5-6)*6", "(2*5-6)*6=25", "6+6+5+2 = 19", "6 = 24", "6* = 24"),
    *("24 = 6*", "= 24", "19=6+6+5+2", "25 = (2*5-6)*6", "6/(5-5)=24"),
    *("6*6*6+6", "2+2+2+5+5+7-8", "1+2+3+4+7+8+9+10+11+12+13+14+15+16+17", "5+6+2"),
    *("(6+6)*2*5/5", "((6+6))*(5-2)", "6+6*2+5", "6/(6-6)+5+2", "(5+2)*6-6", "٣+6"),
]
TYPED_TILES = [
    *("(8-2)*3 = 18", "8/3 = 2", "(75+7)*(8+2) = 820"),
    "(75+7)*(8+2)",
    "75*75",
    "(100*(3+6))+50+2+2+2",
    "3-8",
    "8/3",
    "7",
    "50*(8+7)+75-3*2",
    "(2-8)*3",
    "(75-3)*8",
]


def test_a_typed_answer_is_judged_as_the_library_judges_it(site, page):
    page.goto(f"{site}/index.html")
    classic = {"numbers": [6, 6, 5, 2], "target": 24, "rules": "classic"}
    tiles = {"numbers": [75, 50, 2, 3, 8, 7], "target": 812, "rules": "countdown"}
    questions = [{"answer": text} | classic for text in TYPED]
    questions += [{"answer": text} | tiles for text in TYPED_TILES]
    questions += [question | {"syntax": "relaxed"} for question in questions]
    questions.append({"answer": "KxQ-J", "numbers": "K Q J", "syntax": "relaxed"})
    found = ask(page, [("check", question) for question in questions])
    assert [json.loads(QUERIES["check"].answer(question).text) for question in questions] == found


# Keys and the steps that they make.
STEPS = {
    "1-2": ["8 - 8 = 0"],
    "1/3": ["8 / 3 = 8/3"],
    "1/34-3": ["8 / 3 = 8/3", "3 - 8/3 = 1/3"],
    "1*23*4": ["8 * 8 = 64", "3 * 3 = 9"],
}


def test_a_step_that_leaves_no_way_is_warned_about_as_on_the_server(site, page):
    warning = "You cannot make 24 from here."
    page.goto(f"{site}/index.html?cards=8s,8h,3d,3c")
    _expect(says(page)).to_contain_text("make 24")
    for keys, steps in STEPS.items():
        page.keyboard.press("Escape")
        press(page, keys)
        _expect(page.locator(".steps-made li")).to_have_count(len(steps))
        if fv.puzzle.still_solvable(steps, "8 8 3 3")[-1]:
            page.wait_for_timeout(300)  # longer than the table takes
            _expect(says(page)).not_to_contain_text(warning)
        else:
            _expect(says(page)).to_contain_text(warning)


def test_hands_without_a_solution_may_be_dealt_and_claimed(site, page):
    page.goto(f"{site}/index.html?cards=As,Ah,Ad,Ac")
    page.get_by_text("Settings", exact=True).click()
    page.get_by_label("Also deal hands without a solution").check()
    button(page, "No solution").click()
    _expect(says(page)).to_contain_text("Right: there is no solution.")


def test_digits_is_played_typed_and_there_every_day(site, page):
    puzzles = fv.puzzle.deal_game("digits", seed=5)
    page.goto(f"{site}/digits.html?seed=5")
    typed = page.get_by_label("Or type an answer")
    for place, puzzle in enumerate(puzzles):
        answer = str(puzzle.solve().first)
        _expect(page.locator(".goal strong")).to_have_text(str(puzzle.target))
        typed.fill(answer)
        typed.press("Enter")
        _expect(says(page)).to_contain_text("3 stars")
        _expect(page.locator(".answer-list .expression").first).to_contain_text(answer)
        if place < len(puzzles) - 1:
            button(page, "Next target").click()
    page.goto(f"{site}/daily.html?date=2026-01-06")
    page.get_by_role("tab", name="Digits").click()
    _expect(page.locator("#game-digits .piece")).to_have_count(len(puzzles[0].numbers))


def test_puzzles_are_solved_with_difficulty_and_reach(site, page):
    page.goto(f"{site}/solve.html?numbers=8,8,3,3&notation=unicode")
    _expect(page.locator(".answer-list .expression")).to_have_text(["8 ÷ (3 − 8 ÷ 3) = 24"])
    _expect(page.locator("#difficulty")).to_contain_text("about 116 seconds")
    reachable = len(fv.reachable("8 8 3 3", "classic", low=1, high=999))
    _expect(page.locator("#reach-words")).to_contain_text(f"{reachable} of the targets")
    page.goto(f"{site}/solve.html?numbers=1,1,1,1")
    _expect(page.locator("#answers-say")).to_contain_text("20 away from 24")


def test_a_long_search_is_ended_by_the_next_one(site, page):
    page.goto(f"{site}/solve.html")
    _expect(page.locator("#notation option")).to_have_count(len(fv.NOTATIONS))
    numbers = page.locator("#numbers")
    numbers.fill("2 3 4 5 6 7 8 9")
    button(page, "Solve").click()
    _expect(page.locator("#answers-say")).to_have_text("Searching…")
    numbers.fill("8 8 3 3")
    button(page, "Solve").click()
    _expect(page.locator("#answers-say")).to_contain_text("1 distinct solution")


def test_answers_are_judged_on_their_page(site, page):
    page.goto(f"{site}/judge.html?answer=8*3%2B3&numbers=8,8,3,3")
    _expect(page.locator("#verdict")).to_contain_text("8 is unused")


# Queries of the poker page.
POKER = {
    "range": [
        {"hands": "QQ+, AKs:0.5", "game": "holdem"},
        {"hands": "77+", "game": "shortdeck"},
        {"hands": "AAKKds, AA**:0.5", "game": "omaha"},
    ],
    "hand": [
        {"cards": "AhKhQhJhTh", "game": "holdem", "explain": True},
        {"cards": "AsKsQdJd", "game": "omaha", "board": "Ts9s8h2c3c"},
        {"cards": "As2s3d4d", "game": "omaha8", "board": "5s6s8h2c3c"},
    ],
    "equity": [
        {"players": ["AhKh", "QQ"], "board": "", "dead": "", "game": "holdem"},
        {"players": ["AK, 99", "random"], "board": "Kd7h2c", "dead": "As", "game": "holdem"},
        {"players": ["AhKhQhJh", "9c9d8c7d"], "board": "2c3d4h", "dead": "", "game": "omaha"},
    ],
}


def test_poker_is_answered_as_by_the_server(site, page):
    page.goto(f"{site}/poker.html")
    questions = [(verb, question) for verb, list_ in POKER.items() for question in list_]
    found = ask(page, questions)
    for (verb, question), result in zip(questions, found, strict=True):
        result.pop("score", None)  # only in JavaScript
        assert json.loads(QUERIES[verb].answer(question).text) == result


def test_the_poker_page_shows_shares_ranges_and_hands(site, page):
    page.goto(f"{site}/poker.html?players=AhKh&players=QQ%2B&board=Kd7h2c&hand=AhKhKd7h2c")
    equity = fv.poker.equity("AhKh", "QQ+", board="Kd7h2c")
    for seat, share in enumerate(equity.players):
        shown = page.locator(".seat .share").nth(seat)
        _expect(shown).to_have_text(f"{100 * float(share.equity):.2f} %")
    _expect(page.locator("#worth")).to_contain_text("One Pair, Kings")
    steps = list(fv.poker.cactus.explain(fv.poker.evaluate("AhKhKd7h2c").best))
    _expect(page.locator("#worth .kev li")).to_have_text(steps)
    page.locator(".seat-open").nth(1).click()
    _expect(page.locator("#range-says")).to_contain_text("18 of 1,326 hands")
    _expect(page.locator("#grid [value=QQ]")).to_have_attribute("aria-pressed", "true")


def test_omaha_hands_and_ranges_are_compared(site, page):
    page.goto(f"{site}/poker.html?game=omaha&players=AsAhKdKc&players=QsQhJdJc&board=2c3d4h")
    equity = fv.poker.equity("AsAhKdKc", "QsQhJdJc", board="2c3d4h", game="omaha")
    share = f"{100 * float(equity.players[0].equity):.2f} %"
    _expect(page.locator(".seat .share").first).to_have_text(share)
    page.goto(f"{site}/poker.html?game=omaha&players=AAKK&players=QQ**")
    _expect(page.locator("#range-says")).to_contain_text("36 of 270,725 hands")
    page.goto(f"{site}/poker.html?game=omaha&players=15%25ds&players=QQ**&board=2c3d4h5s")
    _expect(page.locator("#range-says")).to_contain_text("10,242 of 270,725 hands")
    page.goto(f"{site}/poker.html?game=omaha&players=AAKK&players=QQ**")
    _expect(page.locator("main")).to_contain_text("Sampled: 1,000,000 deals")


@pytest.mark.parametrize("kind", [Quiet, Redirecting])
def test_the_export_plays_with_the_network_cut(exported, browser, kind):
    with hosted(kind, exported) as site:
        context = browser.new_context(reduced_motion="reduce")
        page = context.new_page()
        page.goto(f"{site}/index.html")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        context.set_offline(True)
        _plays_24(page, site)
        _plays_countdown(page, site)
        page.goto(f"{site}/daily.html?date={fv.puzzle.daily().date}")
        _expect(page.locator("#game-24 .piece")).to_have_count(4)
        context.close()


def _expect(locator):
    from playwright.sync_api import expect  # noqa: PLC0415 - not all have it

    return expect(locator)


def _plays_24(page, site):
    page.goto(f"{site}/index.html?cards=6s,6h,5d,2c")
    _expect(page.locator(".hand .piece")).to_have_count(4)
    page.keyboard.press("h")
    lines = str(fv.hint("6 6 5 2", level=1)).splitlines()
    _expect(page.locator(".hints li")).to_have_text(lines)
    press(page, "4*33-11*2")
    _expect(page.locator(".says")).to_contain_text("Solved in")
    answers = [f"{answer} = 24" for answer in fv.solve("6 6 5 2")]
    _expect(page.locator(".answer-list .expression")).to_have_text(answers)


def _plays_countdown(page, site):
    page.goto(f"{site}/countdown.html?seed=3")
    page.get_by_role("button", name="Start").click()
    _expect(page.locator(".hand .piece")).to_have_count(6)
    page.get_by_role("button", name="Submit answer").click()
    _expect(page.locator(".says")).to_contain_text("points")
    _expect(page.locator(".answer-list .expression")).not_to_have_count(0)


class Caching(Quiet):
    """Many hosts let browsers use a file for ten minutes without a request."""

    def end_headers(self):
        self.send_header("cache-control", "max-age=600")
        super().end_headers()


def test_a_new_export_is_seen_on_the_second_visit_though_browsers_cache_its_files(
    tmp_path, browser, monkeypatch
):
    folder = tmp_path / "below"
    exporting.export(folder)
    with hosted(Caching, folder) as site, watched(browser) as page:
        page.goto(f"{site}/index.html")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        (old,) = page.evaluate("caches.keys()")
        read = exporting.read_file

        def read_new(path):
            return read(path).replace(b"<title", b'<meta name="release" content="2"><title')

        monkeypatch.setattr(exporting, "read_file", read_new)
        exporting.export(folder)
        for path in folder.rglob("*"):  # what a host calls modified is modified a second later
            os.utime(path, (time() + 2, time() + 2))
        page.goto(f"{site}/index.html")
        until(lambda: old not in page.evaluate("caches.keys()"), 60)
        page.goto(f"{site}/index.html")
        assert page.locator("meta[name=release]").get_attribute("content") == "2"


def test_the_caches_of_other_copies_on_the_host_stay(site, page):
    page.goto(f"{site}/index.html")
    page.evaluate("caches.open('facevalue http://127.0.0.1/other/ 1').then(() => true)")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    names = page.evaluate("caches.keys()")
    assert len(names) == 2
    assert any(f"{site}/ " in name for name in names)


def test_hands_with_another_target_have_hints_and_solutions(site, page):
    page.goto(f"{site}/index.html?numbers=6,6,5,2&target=17")
    button(page, "Hint").click()
    _expect(page.locator(".hints li").first).to_have_text("1 solution")
    button(page, "Show solutions").click()
    _expect(page.locator(".answer-list .expression")).to_have_text(["(5/6+2)*6 = 17"])


@pytest.mark.parametrize("date", ["March 1, 2026", "2026-3-1", "today"])
def test_a_date_that_a_copy_cannot_read_is_reported(site, page, date):
    page.goto(f"{site}/daily.html?date={date}")
    _expect(page.get_by_role("alert")).to_contain_text(f"not '{date}'")


def test_a_copy_deals_by_difficulty_and_other_rules(site, page):
    page.goto(f"{site}/index.html")
    _expect(says(page)).to_contain_text("make 24")
    page.locator("#choices summary").click()
    for name, value, words in (("level", "hard", "cards="), ("rules", "krypto", "rules=krypto")):
        before = page.url
        page.locator(f"#choose-{name}").select_option(value)
        _expect(page).not_to_have_url(before)
        assert words in page.url
    _expect(page.locator(".hand .piece")).to_have_count(5)


def test_a_sprint_and_a_challenge_are_played_in_a_copy(site, page):
    page.goto(f"{site}/sprint.html")
    button(page, "Start").click()
    _expect(page.locator(".hand .piece")).to_have_count(4)
    numbers = [
        each.get_attribute("aria-label").split(",")[0]
        for each in page.locator(".hand .piece").all()
    ]
    type_answer(page, str(fv.solve(numbers).first))
    _expect(says(page)).to_contain_text("Right: 10 points.")
    page.goto(f"{site}/challenge.html?seed=7&hands=5")
    button(page, "Start").click()
    _expect(page.locator(".facts")).to_contain_text("Hand 1 of 5")
    puzzle = fv.deal("classic", seed=1_000_000_700, solvable=True)
    labels = [each.get_attribute("aria-label") for each in page.locator(".hand .piece").all()]
    assert [label.split(",")[0] for label in labels] == [str(each) for each in puzzle.numbers]
    link = page.get_by_label("Link", exact=True).input_value()
    assert link.endswith("/below/challenge.html?seed=7&hands=5")


def test_a_copy_leaves_out_a_seat_that_is_not_filled(site, page):
    page.goto(f"{site}/poker.html?players=AhKh&players=QsQd&board=2h7d9c")
    button(page, "Add a player").click()
    button(page, "No hand").click()
    found = fv.poker.equity("AhKh", "QsQd", board="2h7d9c")
    share = f"{100 * float(found.players[0].equity):.2f} %"
    _expect(page.locator(".seat .share").first).to_have_text(share)
    _expect(says(page)).to_contain_text("Without player 3.")


def test_the_page_of_the_player_works_in_a_copy(site, page):
    page.goto(f"{site}/you.html")
    _expect(page.locator("#record")).to_contain_text("Best sprint")


def test_a_copy_studies_ranges_as_the_server_does(site, page):
    hero, villain, board = "QQ+, AKs, 98s", "JJ+, AQs+", "Qh7h6c"
    players = f"players={hero}&players={villain}".replace("+", "%2B")
    page.goto(f"{site}/poker.html?{players}&board={board}")
    for title in ("Made hands", "next card", "each hand"):
        page.locator("#studies summary").filter(has_text=title).click()
    made = fv.poker.breakdown(hero, board).made
    best = next(name for name, share in made.items() if share)
    studies = page.locator("#studies")
    _expect(studies).to_contain_text(f"{best}{100 * float(made[best]):.1f} %")
    next_card = fv.poker.by_next_card(hero, villain, board=board)
    highest = max(100 * float(shares[0].equity) for shares in next_card.values())
    _expect(studies).to_contain_text(f"{highest:.1f} %")
    each = fv.poker.range_equities(hero, villain, board=board).starting_hands
    _expect(studies).to_contain_text(f"QQ{100 * float(each['QQ']):.0f}")


def test_a_copy_speaks_chinese(site, browser):
    with watched(browser, locale="zh-CN") as page:
        page.goto(f"{site}/index.html?cards=8s,8h,3d,3c")
        _expect(says(page)).to_contain_text("算出 24")
        page.keyboard.press("h")
        _expect(page.locator(".hints li").last).to_contain_text("不需要")
