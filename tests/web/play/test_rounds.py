"""Rounds in a real browser: quick fingers, the Back button, a server that is slow or fails."""

import json
import re

import pytest

import facevalue as fv
from tests.web.browser import (
    HAND,
    KEYS,
    STORED,
    Caught,
    button,
    expect,
    open_hand,
    press,
    says,
    solve_hand,
    store,
    type_answer,
    watched,
)

pytestmark = pytest.mark.slow


def test_the_back_button_leaves_a_game_that_began_without_a_question(site, page):
    page.goto(f"{site}/judge")
    page.goto(f"{site}/")
    expect(page).to_have_url(re.compile("cards="))
    page.go_back()
    expect(page).to_have_url(f"{site}/judge")
    page.goto(f"{site}/digits")
    expect(page).to_have_url(re.compile("seed="))
    page.go_back()
    expect(page).to_have_url(f"{site}/judge")


def test_back_shows_the_hand_before(site, page):
    open_hand(page, f"{site}/{HAND}")
    page.keyboard.press("n")
    expect(page).not_to_have_url(f"{site}/{HAND}")
    page.go_back()
    expect(says(page)).to_contain_text("6, 6, 5, 2. Use every number")


def test_the_link_that_skips_to_the_content_leaves_the_game_alone(site, page):
    open_hand(page, f"{site}/{HAND}")
    press(page, "4*3")
    expect(page.locator(".hand .piece")).to_have_count(3)
    page.get_by_role("link", name="Skip to the content").focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("#main"))
    expect(page.locator(".hand .piece")).to_have_count(3)
    expect(page.locator(".steps-made li")).to_have_count(1)


def test_keys_do_nothing_behind_an_open_dialog(site, page):
    open_hand(page, f"{site}/{HAND}")
    button(page, "Clear…").click()
    press(page, ("h", "n", "4"))
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    expect(page).to_have_url(f"{site}/{HAND}")
    expect(page.locator(".hints")).to_have_count(0)
    expect(says(page)).to_contain_text("Use every number once to make 24")


def test_a_typed_answer_sent_twice_counts_once(site, page):
    answers = Caught(page, "check")
    open_hand(page, f"{site}/{HAND}")
    typed = page.get_by_label("Or type the whole answer")
    typed.fill("(5-2)*6+6")
    typed.press("Enter")
    typed.press("Enter")
    answers.until(2)
    answers.release()
    expect(says(page)).to_contain_text("Solved in")
    expect(page.locator("#record")).to_contain_text("Solved1")


def test_an_answer_judged_late_does_not_win_the_next_hand(site, page):
    answers = Caught(page, "check")
    open_hand(page, f"{site}/{HAND}")
    type_answer(page, "(5-2)*6+6")
    answers.until(1)
    button(page, "Next").click()
    expect(page).not_to_have_url(f"{site}/{HAND}")
    answers.release()
    answers.until_answered()
    expect(says(page)).to_contain_text("Use every number once")
    expect(page.locator("#record")).to_contain_text("Solved0")


def test_two_simultaneous_requests_for_a_hint_show_one_level(site, page):
    hints = Caught(page, "hint")
    open_hand(page, f"{site}/{HAND}")
    for _ in range(3):
        page.keyboard.press("h")
    hints.until(1)
    hints.stop()
    expect(page.locator(".hints li")).to_have_text(str(fv.hint("6 6 5 2")).splitlines())
    page.keyboard.press("h")
    expect(page.locator(".hints li")).to_have_text(str(fv.hint("6 6 5 2", level=2)).splitlines())


def test_a_round_without_a_judge_is_not_counted_and_may_be_tried_again(site, browser):
    with watched(browser) as page:
        answers = Caught(page, "check", {"error": "LimitError", "message": "not enough memory"})
        page.goto(f"{site}/countdown?seed=7&large=2")
        page.get_by_label("Clock").select_option("off")
        button(page, "Start").click()
        expect(page.locator(".hand .piece")).to_have_count(6)
        button(page, "Submit answer").click()
        expect(says(page)).to_contain_text("Not enough memory.")
        expect(page.locator("#record")).to_contain_text("Rounds0")
        answers.stop()
        button(page, "Try again").click()
        expect(says(page)).to_contain_text("points")
        expect(page.locator("#record")).to_contain_text("Rounds1")


def test_a_round_that_cannot_begin_says_why_and_may_be_started_again(site, browser):
    with watched(browser) as page:
        rules = Caught(page, "rules", {"error": "LimitError", "message": "not enough memory"})
        page.goto(f"{site}/countdown?seed=7&large=2")
        button(page, "Start").click()
        expect(says(page)).to_contain_text("Not enough memory.")
        rules.stop()
        button(page, "Start").click()
        expect(page.locator(".hand .piece")).to_have_count(6)


def test_n_does_nothing_until_the_judge_has_answered(site, page):
    answers = Caught(page, "check")
    page.goto(f"{site}/digits?seed=24")
    expect(page.locator(".hand .piece")).to_have_count(6)
    button(page, "Submit answer").click()
    answers.until(1)
    answers.release()
    expect(button(page, "Next target")).to_be_focused()
    page.keyboard.press("n")
    button(page, "Submit answer").click()
    answers.until(1)
    page.keyboard.press("n")
    expect(page.locator(".hand .piece").first).to_be_disabled()
    expect(button(page, "Next target")).to_have_count(0)
    answers.release()
    expect(button(page, "Next target")).to_be_visible()
    expect(page.locator(".targets li[aria-current]")).to_contain_text("to play")


SOLVED = f"JSON.parse({STORED})?.play.solved"


def test_two_tabs_add_to_one_record(site, page):
    page.goto(f"{site}/{HAND}")
    other = page.context.new_page()
    other.goto(f"{site}/?numbers=12,2&target=24")
    for tab, keys in ((page, KEYS), (other, "1*2")):
        expect(says(tab)).to_contain_text("make 24")
        press(tab, keys)
        expect(says(tab)).to_contain_text("Solved in")
        # A tab sees what another one has stored some time later.
        other.wait_for_function(f"() => {SOLVED}")
    expect(other.locator("#record")).to_contain_text("Solved2")


def test_what_another_tab_overwrites_is_added_again_once(site, page):
    open_hand(page, f"{site}/{HAND}")
    other = page.context.new_page()
    other.goto(f"{site}/judge")
    other.wait_for_function(f"() => {STORED}")
    before = other.evaluate(STORED)
    solve_hand(page)
    other.wait_for_function(f"() => {SOLVED} === 1")
    # A tab that did not know of the end yet would store this.
    store(other, before)
    other.wait_for_function(f"() => {SOLVED} === 1")
    (puzzle,) = json.loads(other.evaluate(STORED))["puzzles"]["play"].values()
    assert puzzle["outcome"]["solved"]
    other.evaluate(f"localStorage.setItem('facevalue', {STORED} + ' ')")
    page.wait_for_timeout(200)  # in which the page would add it a second time
    assert page.evaluate(SOLVED) == 1


def test_a_record_cleared_in_one_tab_remains_empty_in_both(site, page):
    open_hand(page, f"{site}/{HAND}")
    solve_hand(page)
    other = page.context.new_page()
    other.goto(f"{site}/you")
    button(other, "Clear…").click()
    button(other, "Clear everything").click()
    page.wait_for_function(f"() => {SOLVED} === 0")
    page.wait_for_timeout(200)  # in which the page would add it again
    assert page.evaluate(SOLVED) == 0


@pytest.mark.parametrize("stored", ["5", "{", '{"play":{"times":null,"solved":3}}', '{"daily":[]}'])
def test_a_damaged_record_is_read_as_far_as_it_can_be(site, page, stored):
    page.goto(f"{site}/judge")
    store(page, stored)
    open_hand(page, f"{site}/{HAND}")
    expect(page.locator("#record")).to_contain_text(f"Solved{3 * ('solved' in stored)}")
