"""The address of a page contains its query, in a real browser; and painted poker ranges."""

import re

import pytest

import facevalue as fv
from tests.web.browser import Caught, button, expect, says

pytestmark = pytest.mark.slow


def test_a_puzzle_with_a_fraction_as_its_target_is_played(site, page):
    page.goto(f"{site}/solve?numbers=1,2,3,4&target=7/2")
    page.get_by_role("link", name="Play this").click()
    expect(page.locator(".goal strong")).to_have_text("7/2")
    expect(page).to_have_url(re.compile("target=7/2"))


def test_a_target_that_is_not_a_number_is_reported(site, page):
    page.goto(f"{site}/?numbers=1,2,3,4&target=many")
    expect(page.get_by_role("alert")).to_contain_text("not “many”")
    button(page, "Next").click()
    expect(says(page)).to_contain_text("Use every number once to make 24")


def test_back_repeats_the_query_of_the_address(site, page):
    page.goto(f"{site}/solve?numbers=8,8,3,3")
    expect(page.locator(".answer-list .expression")).to_have_text(["8/(3-8/3) = 24"])
    page.get_by_role("textbox", name="Target").fill("100")
    page.get_by_label("Rules").select_option("countdown")
    page.get_by_label("Notation").select_option("prefix")
    button(page, "Solve").click()
    expect(page).to_have_url(re.compile("target=100"))
    page.go_back()
    expect(page.locator(".answer-list .expression")).to_have_text(["8/(3-8/3) = 24"])
    expect(page.get_by_role("textbox", name="Target")).to_have_value("")
    expect(page.get_by_label("Rules")).to_have_value("classic")
    summary = fv.RULES["classic"].summary
    expect(page.locator("#rules-summary")).to_have_text(summary)


def test_the_hand_to_evaluate_is_in_the_address(site, page):
    page.goto(f"{site}/poker")
    page.get_by_label("5 to 7 cards").fill("7C 5D 4H 3S 2C")
    button(page, "Evaluate").click()
    expect(page.locator("#worth")).to_contain_text("High Card, Seven")
    expect(page).to_have_url(re.compile("hand=7C"))
    page.reload()
    expect(page.locator("#worth")).to_contain_text("High Card, Seven")
    button(page, "Choose from the deck").click()
    page.locator("#deck").get_by_role("button", name="two of clubs").click()
    expect(page.locator("#worth")).to_be_empty()
    expect(page).not_to_have_url(re.compile("2[Cc]"))


def paint(page, *hands):
    """Drags over cells of the grid; the mouse stays down."""
    cells = [page.locator(f'#grid button[value="{hand}"]') for hand in hands]
    cells[0].scroll_into_view_if_needed()
    cells[0].hover()
    page.mouse.down()
    for cell in cells[1:]:
        cell.hover()


def emptied_grid(site, page):
    page.goto(f"{site}/poker?players=22&players=QsQd")
    button(page, "No hand").click()
    expect(page.locator('#grid button[value="22"]')).to_have_attribute("aria-pressed", "false")


def test_a_stroke_begun_before_the_last_one_is_answered_is_kept(site, page):
    ranges = Caught(page, "range", is_on=False)
    emptied_grid(site, page)
    ranges.start()
    paint(page, "AKs", "AQs")
    page.mouse.up()
    ranges.until(1)
    paint(page, "KK")
    ranges.stop()
    ranges.until_answered()
    page.mouse.up()
    expect(page.get_by_label("Hand or range")).to_have_value(str(fv.poker.Range("AKs,AQs,KK")))


def test_a_click_of_a_screen_reader_and_the_space_bar_paint_a_cell(site, page):
    emptied_grid(site, page)
    page.locator('#grid button[value="AA"]').evaluate("cell => cell.click()")
    expect(page.get_by_label("Hand or range")).to_have_value("AA")
    page.locator('#grid button[value="AA"]').focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    expect(page.get_by_label("Hand or range")).to_have_value(str(fv.poker.Range("AA,AKs")))
