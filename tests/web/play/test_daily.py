"""The puzzles of a day in a real browser: what is new today, other days, and results to share."""

import json
import re
from datetime import date, timedelta
from pathlib import Path

import pytest

import facevalue as fv
from tests.web.browser import PAST, button, expect, says, serve_modules, store, type_answer

pytestmark = pytest.mark.slow


def solve_24(page, day):
    type_answer(page, str(fv.puzzle.daily(day).classic.solve().first))
    expect(says(page)).to_contain_text("Solved in")


def today():
    return date.fromisoformat(fv.puzzle.daily().date)


def test_the_first_page_says_what_is_left_today(site, page):
    page.goto(f"{site}/")
    line = page.get_by_role("link", name=re.compile("New today"))
    expect(line).to_contain_text(re.compile(r"next in \d+:\d\d \(UTC\)"))
    line.click()
    solve_24(page, None)
    page.goto(f"{site}/")
    expect(page.locator(".today")).to_contain_text("2 of 3 left today")
    expect(page.locator(".today")).to_contain_text("1 day in a row")
    expect(page.locator(".today .is-done")).to_contain_text("24")


def test_the_next_puzzles_are_announced_and_linked_when_they_are_out(site, page):
    page.clock.install(time="2026-03-01T18:48:30Z")
    page.goto(f"{site}/daily?date={PAST}")
    expect(page.locator("#next")).to_have_text("next in 5:12 (UTC)")
    page.clock.run_for(60_000)
    expect(page.locator("#next")).to_have_text("next in 5:11 (UTC)")
    page.clock.set_system_time("2026-03-02T00:00:20Z")
    page.clock.run_for(20_000)
    expect(page.get_by_role("link", name="New puzzles are out")).to_be_visible()


@pytest.mark.parametrize(
    ("locale", "words"),
    [("en-US", "Sunday, March 1, 2026"), ("en-GB", "1 March 2026"), ("fr-FR", "1 March 2026")],
)
def test_the_date_is_written_as_in_the_readers_country(site, browser, locale, words):
    context = browser.new_context(locale=locale)
    page = context.new_page()
    page.goto(f"{site}/daily?date={PAST}")
    expect(page.locator("#day")).to_contain_text(words)
    context.close()


def test_the_archive_shows_what_was_done_on_each_day(site, page):
    page.goto(f"{site}/daily?date={PAST}")
    solve_24(page, PAST)
    day = page.locator("#archive").get_by_role("link", name=re.compile("March 1, 2026: 24 solved"))
    expect(day).to_have_attribute("aria-current", "date")
    assert "Countdown not played" in day.get_attribute("aria-label")
    button(page, "April 2026").click()
    expect(page.locator("#archive a")).to_have_count(30)
    page.locator("#archive").get_by_role("link", name=re.compile("April 5, 2026")).click()
    expect(page).to_have_url(f"{site}/daily.html?date=2026-04-05")
    expect(page.locator("#game-24 .piece")).to_have_count(4)


def test_the_archive_ends_at_the_first_day_and_today(site, page):
    page.goto(f"{site}/daily?date=2026-01-01")
    expect(button(page, "December 2025")).to_be_disabled()
    page.goto(f"{site}/daily")
    expect(page.locator("#archive a")).to_have_count(today().day)
    after = today().replace(day=28) + timedelta(7)
    expect(button(page, f"{after:%B %Y}")).to_be_disabled()


def test_after_a_win_the_results_can_be_copied_as_text(site, browser):
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(f"{site}/daily?date={PAST}")
    solve_24(page, PAST)
    button(page, "Share").click()
    expect(page.locator("#share-says")).to_have_text("Copied.")
    copied = page.evaluate("navigator.clipboard.readText()")
    lines = copied.splitlines()
    assert lines[0] == f"facevalue daily {fv.puzzle.daily(PAST).number}, {PAST}"
    assert re.fullmatch(r"24: solved in \d+ seconds? with no hints; people take .*[.]", lines[1])
    assert len(lines) == 2  # no address that nobody else can open
    context.close()


def test_the_picture_is_described_and_saved(site, page):
    page.goto(f"{site}/daily?date={PAST}")
    solve_24(page, PAST)
    picture = page.get_by_role("img", name=re.compile("Picture of squares and stars. 24: solved"))
    expect(picture).to_be_visible()
    with page.expect_download() as saving:
        button(page, "Save picture").click()
    assert saving.value.suggested_filename == f"facevalue-{PAST}.png"
    assert Path(saving.value.path()).read_bytes().startswith(b"\x89PNG")


def test_a_public_address_is_shared(site, page):
    serve_modules(page)
    page.goto(f"{site}/daily?date={PAST}")
    for host, is_public in {
        "example.org": True,
        "127.0.0.1": False,
        "localhost": False,
        "192.168.1.7": False,
        "172.20.0.1": False,
        "172.32.0.1": True,
        "10.0.0.1": False,
        "games.local": False,
        "[::1]": False,
    }.items():
        found = page.evaluate(
            "async host => (await import('./modules/js/shared/shell.js')).isPublic(host)", host
        )
        assert (host, found) == (host, is_public)


def test_a_damaged_day_does_not_stop_the_page(site, page):
    page.goto(f"{site}/judge")
    damaged = {
        "24": {"first_seen": "x", "seconds": None, "hints": "3", "outcome": {}},
        "countdown": {"first_seen": "x", "progress": {"best": 5, "limit": []}},
        "digits": {"first_seen": "x", "progress": {"stars": 7}},
    }
    text = json.dumps({"version": 2, "daily": {PAST: damaged, "x": {"24": 5}}})
    store(page, text)
    page.goto(f"{site}/daily?date={PAST}")
    expect(page.locator("#game-24 .piece")).to_have_count(4)
    page.get_by_role("tab", name="Digits").click()
    expect(page.locator("#game-digits .piece")).to_have_count(6)
    page.get_by_role("tab", name="Countdown").click()
    button(page, "Start").click()
    expect(page.locator("#game-countdown .piece")).to_have_count(6)
