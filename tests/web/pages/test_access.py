"""Keyboards, screen readers and user settings on the pages, in a real browser."""

import json
import re
from pathlib import Path

import pytest

import facevalue as fv
from tests.web.browser import HAND, Caught, button, expect, watched

pytestmark = pytest.mark.slow


def test_escape_closes_the_menu_and_returns_to_its_button(site, browser):
    with watched(browser, viewport={"width": 390, "height": 844}) as page:
        page.goto(f"{site}/{HAND}")
        menu = page.locator("header").get_by_role("button", name="Pages")
        menu.click()
        link = page.get_by_role("link", name="Play 24")
        page.keyboard.press("Tab")
        expect(link).to_be_focused()
        page.keyboard.press("Escape")
        expect(link).to_be_hidden()
        expect(menu).to_be_focused()
        expect(menu).to_have_attribute("aria-expanded", "false")


def test_the_focus_goes_to_the_next_game_when_one_of_the_day_ends(site, page):
    page.goto(f"{site}/daily?date=2026-03-01")
    button(page, "Show solutions").click()
    expect(button(page, "Play Countdown")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("tab", name="Countdown")).to_be_focused()
    button(page, "Start").click()
    button(page, "Submit answer").click()
    expect(button(page, "Play Digits")).to_be_focused()


def test_buttons_name_their_keys_as_browsers_do(site, page):
    page.goto(f"{site}/{HAND}")
    expect(button(page, "Undo")).to_have_attribute("aria-keyshortcuts", "Backspace")
    expect(page.locator(".felt").get_by_role("button", name="Clear")).to_have_attribute(
        "aria-keyshortcuts", "Escape"
    )
    assert button(page, "Show solutions").get_attribute("aria-keyshortcuts") is None


@pytest.mark.parametrize("path", [HAND, "solve?numbers=8,8,3,3", "countdown"])
def test_only_short_lines_are_read_aloud(site, page, path):
    page.goto(f"{site}/{path}", wait_until="networkidle")
    assert page.locator("[aria-live]").locator("ol, ul").count() == 0
    assert page.locator("[aria-live]:has(.answer-list)").count() == 0


def test_nothing_moves_where_reduced_motion_is_wished(site, browser):
    def animations(motion):
        context = browser.new_context(reduced_motion=motion)
        page = context.new_page()
        page.goto(f"{site}/{HAND}")
        expect(page.locator(".is-dealt")).to_have_count(4)
        styles = "({ animationName, transitionDuration }) => [animationName, transitionDuration]"
        piece = page.locator(".is-dealt").first
        found = piece.evaluate(f"piece => ({styles})(getComputedStyle(piece))")
        context.close()
        return found

    assert animations("reduce") == ["none", "0s"]
    assert animations("no-preference") == ["deal", "0.14s, 0.14s"]


def test_the_results_are_saved_as_a_file(site, page):
    page.goto(f"{site}/daily?date=2026-03-01")
    button(page, "Show solutions").click()
    with page.expect_download() as saving:
        button(page, "Save as a file").click()
    assert saving.value.suggested_filename == "facevalue.json"
    saved = json.loads(Path(saving.value.path()).read_text(encoding="utf-8"))
    daily = saved["daily"]["2026-03-01"]["24"]
    assert daily["outcome"]["solved"] is False
    assert saved["version"] == 2
    assert "tabs" not in saved


def test_clear_resets_the_colours_and_the_settings(site, page):
    page.goto(f"{site}/{HAND}")
    page.get_by_role("button", name=re.compile("^Colours")).click()
    page.get_by_text("Settings", exact=True).click()
    page.get_by_label("Show a warning").uncheck()
    button(page, "Clear…").click()
    button(page, "Clear everything").click()
    expect(page.get_by_label("Show a warning")).to_be_checked()
    expect(page.locator("html")).not_to_have_attribute("data-theme", re.compile("."))
    assert page.evaluate("localStorage.getItem('facevalue.theme')") is None


def test_clear_works_on_a_day_that_cannot_be_shown(site, page):
    Caught(page, "daily", {"error": "LimitError", "message": "not enough memory"})
    page.goto(f"{site}/daily")
    expect(page.get_by_text("Not enough memory.")).to_be_visible()
    button(page, "Clear…").click()
    button(page, "Clear everything").click()
    expect(page.get_by_text("Everything has been cleared.")).to_be_visible()


def test_a_long_list_of_solutions_says_that_it_is_cut(site, page):
    page.goto(f"{site}/?numbers=1,2,3,4,5,6")
    button(page, "Show solutions").click()
    count = fv.count("1 2 3 4 5 6")
    assert count > 200
    expect(page.get_by_role("heading", name=f"{count} solutions, the first 200")).to_be_visible()


@pytest.mark.parametrize("game", ["countdown", "digits"])
def test_the_points_agree_with_the_rules(site, page, game):
    page.goto(f"{site}/{game}")
    (_, most), (near, less), *_ = fv.RULES[game].scoring.points
    expect(page.locator("#scoring")).to_contain_text(f"The target gives {most} ")
    expect(page.locator("#scoring")).to_contain_text(f"within {near} gives {less}")


def test_the_shared_result_has_times_in_words(site, page):
    page.goto(f"{site}/judge")
    result = {"24": {"solved": True, "seconds": 65.2, "hints": 0}}
    page.evaluate(
        "daily => localStorage.setItem('facevalue', JSON.stringify({ daily }))",
        {"2026-03-01": result},
    )
    page.goto(f"{site}/daily?date=2026-03-01")
    shared = page.get_by_label("Your results, without spoilers")
    expect(shared).to_have_value(re.compile("solved in 1 minute 5 seconds with no hints"))


def test_the_page_of_the_api_shows_results_and_says_if_there_is_none(site, page):
    page.goto(f"{site}/")
    page.get_by_role("link", name="The JSON API").click()
    solve = page.locator("section", has=page.get_by_text("/api/solve", exact=False)).first
    solve.get_by_role("button", name="Show the response").click()
    expect(solve.locator("pre")).to_contain_text("8/(3-8/3)")
    page.route("**/openapi.json", lambda each: each.fulfill(status=503, body="gone"))
    page.reload()
    expect(page.locator("#routes")).to_have_text("The server does not answer. Is it still running?")
    installed = page.evaluate(
        "navigator.serviceWorker.getRegistrations().then((all) => all.length)"
    )
    assert 0 == installed  # on this computer
