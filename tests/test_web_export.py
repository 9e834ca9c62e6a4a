"""The pages as static files work without a server and without a network."""

from __future__ import annotations

import functools
import http.server
import json
import struct
import subprocess
import sys
import threading
from contextlib import contextmanager
from pathlib import Path

import pytest

import facevalue as fv
from tests.web_browser import button, says

pytestmark = pytest.mark.slow


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def exported(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site") / "below"
    command = [sys.executable, "-m", "facevalue", "serve", "--export", str(folder)]
    subprocess.run(command, check=True, capture_output=True)
    return folder


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


def data(exported, name):
    return json.loads((exported / "data" / f"{name}.json").read_text(encoding="utf-8"))


def test_all_solvable_hands_are_exported_with_the_results_of_python(exported):
    hands = data(exported, "hands")
    assert len(hands) == 1362
    for key in ("3,3,8,8", "1,1,4,6", "2,5,6,6"):
        assert [str(answer) for answer in fv.solve(key)] == hands[key]["solutions"]
        assert str(fv.hint(key, level=9)).splitlines() == hands[key]["hints"]
        assert fv.difficulty(key).as_dict() == hands[key]["difficulty"]


def test_the_days_are_the_same_as_on_the_server(exported):
    days = data(exported, "days")
    found = fv.puzzle.daily(days["first"])
    cards, (numbers, target, best), (digits, answers) = days["days"][0]
    assert "".join(map(str, found.classic.cards)) == cards
    assert (list(found.countdown.numbers), found.countdown.target) == (numbers, target)
    assert fv.check(best, numbers, target, "countdown").correct
    assert (days["first"], days["number"]) == (found.date, found.number)
    assert days.keys() == {"first", "number", "days"}
    assert len(days["days"]) >= 3 * 365
    assert list(found.digits[0].numbers) == digits
    for puzzle, answer in zip(found.digits, answers, strict=True):
        assert fv.check(answer, puzzle.numbers, puzzle.target, "digits").correct


def test_the_random_rounds_are_the_same_as_on_the_server_with_a_best_answer(exported):
    rounds = data(exported, "rounds")
    for large, found in rounds["countdown"].items():
        for seed in (0, 7, 299):
            numbers, target, best = found[seed]
            puzzle = fv.deal("countdown", seed=seed, large=int(large) if large else None)
            assert (list(puzzle.numbers), puzzle.target) == (numbers, target)
            verdict = fv.check(best, numbers, target, "countdown")
            assert abs(verdict.value - target) == puzzle.closest().distance
    numbers, answers = rounds["digits"][""][7]
    puzzles = fv.puzzle.deal_game("digits", seed=7)
    assert list(puzzles[0].numbers) == numbers
    for puzzle, answer in zip(puzzles, answers, strict=True):
        assert fv.check(answer, numbers, puzzle.target, "digits").correct


def test_no_random_round_is_the_round_of_a_day(exported):
    of_days = {
        (game, *sorted(round_[0]), str(round_[1]))
        for _, *rounds in data(exported, "days")["days"]
        for game, round_ in zip(("countdown", "digits"), rounds, strict=True)
    }
    random = [
        (game, *sorted(round_[0]), str(round_[1]))
        for game, by_large in data(exported, "rounds").items()
        for rounds in by_large.values()
        for round_ in rounds
        if round_
    ]
    assert len(random) > 2000
    assert of_days.isdisjoint(random)


def test_a_round_that_a_copy_does_not_have_is_reported(site, page):
    page.goto(f"{site}/countdown.html?seed=400")
    button(page, "Start").click()
    _expect(says(page)).to_have_text(
        "This copy of the pages has no round with the seed 400; it has those below 300."
    )
    page.goto(f"{site}/digits.html?seed=20270201")
    _expect(page.get_by_role("alert")).to_contain_text("belong to the daily puzzles")


def test_a_day_that_has_not_come_stays_shut_in_a_copy(site, page):
    page.goto(f"{site}/daily.html?date=2027-02-01")
    _expect(page.get_by_role("alert")).to_contain_text(
        "The puzzles of Monday, 1 February 2027 are not out yet"
    )
    _expect(page.locator(".piece").locator("visible=true")).to_have_count(0)


def test_hints_in_a_copy_speak_of_the_numbers_on_the_table(site, page):
    page.goto(f"{site}/index.html?cards=8s,8h,3d,3c")
    _expect(says(page)).to_contain_text("make 24")
    for key in "1-2h":
        page.keyboard.press(key)
    _expect(page.locator(".hints li")).to_have_text(
        ["You cannot make 24 from here. Use Undo to go back."]
    )
    for key in ["Escape", *"1/34-3"]:
        page.keyboard.press(key)
    _expect(page.locator(".hand .piece")).to_have_count(2)
    for lines in (["24 can still be made"], ["24 can still be made", "step 1: 8 / (1/3) = 24"]):
        page.keyboard.press("h")
        _expect(page.locator(".hints li")).to_have_text(lines)


def test_a_copy_warns_of_no_target_that_it_does_not_know(site, page):
    page.goto(f"{site}/index.html?cards=6s,6h,5d,2c&target=17")
    _expect(says(page)).to_contain_text("make 17")
    for key in "1-2":
        page.keyboard.press(key)
    page.wait_for_timeout(300)  # longer than the table takes
    _expect(says(page)).to_have_text("6 − 6 = 0.")


def test_the_table_of_three_numbers_shows_which_of_them_make_24(exported):
    left = data(exported, "left")
    known = [(value, pair) for value in left["solvable"] for pair in left["pairs"]]
    assert len(left["pairs"]) == 91
    for value, pair in known[::37]:
        bit = int(left["solvable"][value], 16) >> left["pairs"].index(pair) & 1
        assert (fv.count([value, *pair.split(",")]) > 0) == bit
    for first, second in (("1", "13"), ("8", "3"), ("7", "7")):
        assert {str(value) for value in fv.values([first, second])} <= left["solvable"].keys()


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
    verdicts = page.evaluate(
        """async (questions) => {
            const { answer } = await import("./js/exported.js");
            return Promise.all(questions.map((question) => answer("check", question)));
        }""",
        questions,
    )
    for question, found in zip(questions, verdicts, strict=True):
        typed, *puzzle = question.values()
        verdict = fv.check(typed, *puzzle)
        assert (verdict.correct, _is_legal(verdict)) == (
            found["correct"],
            found["value"] is not None,
        ), typed
        if _is_legal(verdict):
            assert str(verdict.value) == found["value"]
            distance = abs(verdict.value - puzzle[1])
            points = fv.puzzle.rules_named(puzzle[2]).scoring.points_for(distance)
            assert (str(distance), points) == (found["distance"], found["points"])
        elif verdict.reason is fv.Reason.WRONG_NUMBERS:
            assert verdict.message == found["message"]
        elif verdict.reason is fv.Reason.MALFORMED:
            assert (verdict.position, verdict.message.partition(": ")[0]) == (
                found["position"],
                found["message"],
            )


def _is_legal(verdict):
    return verdict.reason in (fv.Reason.CORRECT, fv.Reason.WRONG_VALUE)


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
        for key in keys:
            page.keyboard.press(key)
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


def test_digits_is_played_typed_and_there_every_day(exported, site, page):
    numbers, answers = data(exported, "rounds")["digits"][""][5]
    page.goto(f"{site}/digits.html?seed=5")
    typed = page.get_by_label("Or type an answer")
    for place, answer in enumerate(answers):
        _expect(page.locator(".goal strong")).to_have_text(str(fv.Expression(answer).value))
        typed.fill(answer)
        typed.press("Enter")
        _expect(says(page)).to_contain_text("3 stars")
        _expect(page.locator(".answer-list .expression")).to_contain_text(answer)
        if place < len(answers) - 1:
            button(page, "Next target").click()
    page.goto(f"{site}/daily.html?date=2026-01-06")
    page.get_by_role("tab", name="Digits").click()
    _expect(page.locator("#game-digits .piece")).to_have_count(len(numbers))


def test_an_export_is_written_again_but_nothing_else_is_overwritten(tmp_path):
    (tmp_path / "letter.txt").write_text("dear", encoding="utf-8")
    command = [sys.executable, "-m", "facevalue", "serve", "--export", str(tmp_path)]
    refused = subprocess.run(command, check=False, capture_output=True, text=True)
    assert refused.returncode != 0
    assert "has other files" in refused.stderr
    assert ["letter.txt"] == [path.name for path in tmp_path.iterdir()]


def test_a_file_is_not_taken_for_the_folder_of_an_export(tmp_path):
    path = tmp_path / "letter.txt"
    path.write_text("dear", encoding="utf-8")
    command = [sys.executable, "-m", "facevalue", "serve", "--export", str(path)]
    refused = subprocess.run(command, check=False, capture_output=True, text=True)
    assert refused.returncode == 2
    assert "letter.txt' is a file" in refused.stderr


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
    for key in "4*33-11*2":
        page.keyboard.press(key)
    _expect(page.locator(".says")).to_contain_text("Solved in")
    answers = [f"{answer} = 24" for answer in fv.solve("6 6 5 2")]
    _expect(page.locator(".answer-list .expression")).to_have_text(answers)


def _plays_countdown(page, site):
    page.goto(f"{site}/countdown.html?seed=3")
    page.get_by_role("button", name="Start").click()
    _expect(page.locator(".hand .piece")).to_have_count(6)
    page.get_by_role("button", name="Submit answer").click()
    _expect(page.locator(".says")).to_contain_text("points")
    _expect(page.locator(".answer-list .expression")).to_have_count(1)


def test_the_caches_of_other_copies_on_the_host_stay(site, page):
    page.goto(f"{site}/index.html")
    page.evaluate("caches.open('facevalue http://127.0.0.1/other/ 1').then(() => true)")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    names = page.evaluate("caches.keys()")
    assert len(names) == 2
    assert any(f"{site}/ " in name for name in names)


def test_a_copy_says_nothing_about_hands_that_it_does_not_have(site, page):
    page.goto(f"{site}/index.html?numbers=6,6,5,2&target=17")
    button(page, "Hint").click()
    _expect(says(page)).to_contain_text("knows hands of four cards that make 24")
    button(page, "Show solutions").click()
    _expect(says(page)).to_contain_text("knows hands of four cards that make 24")
    _expect(page.get_by_text("No solution")).to_have_count(0)


@pytest.mark.parametrize("date", ["March 1, 2026", "2026-3-1", "today"])
def test_a_date_that_a_copy_cannot_read_is_reported(site, page, date):
    page.goto(f"{site}/daily.html?date={date}")
    _expect(page.get_by_role("alert")).to_have_text(
        f"The date must be a day such as 2026-03-01, not “{date}”."
    )
