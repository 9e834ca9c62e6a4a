"""Results on a phone: a sheet at the lower edge that is always in view."""

import re

import pytest

import facevalue as fv
from tests.web.browser import expect, watched

pytestmark = pytest.mark.slow

PHONES = [(390, 844), (320, 568)]


def phone(browser, width=390, height=844):
    return watched(
        browser, viewport={"width": width, "height": height}, is_mobile=True, has_touch=True
    )


@pytest.mark.parametrize("size", PHONES)
def test_the_solutions_are_on_a_sheet_that_opens(site, browser, size):
    with phone(browser, *size) as page:
        page.goto(f"{site}/solve?numbers=6,6,5,2")
        first, second = [f"{solution} = 24" for solution in fv.solve("6 6 5 2")]
        sheet = page.get_by_role("region", name="Solutions")
        expect(sheet.get_by_text("2 distinct solutions")).to_be_in_viewport(ratio=1)
        expect(sheet.get_by_text(first)).to_be_in_viewport(ratio=1)
        expect(sheet.get_by_text(second)).to_be_hidden()
        sheet.get_by_role("button", name="Show the whole result").tap()
        expect(sheet.get_by_text(second)).to_be_in_viewport(ratio=1)
        expect(sheet.get_by_text("Harder for people than")).to_be_visible()
        page.keyboard.press("Escape")
        expect(sheet.get_by_text(second)).to_be_hidden()


@pytest.mark.parametrize("size", PHONES)
def test_the_shares_are_on_a_sheet_that_opens(site, browser, size):
    with phone(browser, *size) as page:
        page.goto(f"{site}/poker?players=AhKh&players=QsQd&board=2h7d9c")
        shares = fv.poker.equity("AhKh", "QsQd", board="2h7d9c").players
        first, second = [f"{100 * float(share.equity):.1f} %" for share in shares]
        line = page.locator("#summary")
        expect(line).to_have_text(f"1: {first}   2: {second}")
        for place in ("#range", "#hand", ".foot"):
            page.locator(place).scroll_into_view_if_needed()
            expect(line).to_be_in_viewport(ratio=1)
        sheet = page.get_by_role("region", name="Result")
        expect(sheet.get_by_text("Player 1")).to_be_hidden()
        sheet.get_by_role("button", name="Show the whole result").tap()
        expect(sheet.get_by_text("Player 1")).to_be_in_viewport(ratio=1)
        expect(sheet).to_contain_text("Exact: all")
        sheet.get_by_role("button", name="Show less").tap()
        expect(sheet.get_by_text("Player 1")).to_be_hidden()


def test_the_sheet_says_why_there_are_no_shares(site, browser):
    with phone(browser) as page:
        page.goto(f"{site}/poker")
        page.get_by_role("button", name="Clear the table").tap()
        expect(page.locator("#summary")).to_have_text(re.compile("^Two or more players need"))


@pytest.mark.parametrize("path", ["solve?numbers=6,6,5,2", "poker?players=AhKh&players=QQ"])
def test_the_end_of_the_page_is_not_behind_the_sheet(site, browser, path):
    with phone(browser) as page:
        page.goto(f"{site}/{path}", wait_until="networkidle")
        # The page may still grow when its answers come.
        page.wait_for_function(
            """() => {
                scrollTo(0, document.body.scrollHeight);
                const boxOf = (name) => document.querySelector(name).getBoundingClientRect();
                return boxOf(".foot p").bottom <= boxOf(".sheet").top;
            }"""
        )


@pytest.mark.parametrize("path", ["solve?numbers=6,6,5,2", "poker?players=AhKh&players=QQ"])
def test_axe_finds_nothing_with_an_open_sheet(site, browser, path):
    axe = pytest.importorskip("axe_core_python.sync_playwright").Axe()
    with phone(browser) as page:
        page.goto(f"{site}/{path}", wait_until="networkidle")
        page.get_by_role("button", name="Show the whole result").tap()
        for colours in ("light", "dark"):
            page.emulate_media(color_scheme=colours)
            found = axe.run(page, options={"resultTypes": ["violations"]})["violations"]
            assert [(fault["id"], fault["nodes"][0]["html"][:160]) for fault in found] == []


def test_on_a_wide_screen_the_solutions_stay_in_the_page(site, browser):
    with watched(browser, viewport={"width": 1366, "height": 768}) as page:
        page.goto(f"{site}/solve?numbers=6,6,5,2")
        expect(page.get_by_text("2 distinct solutions")).to_be_visible()
        expect(page.get_by_role("button", name="Show the whole result")).to_be_hidden()
        expect(page.get_by_role("heading", name="Solutions")).to_be_visible()


def middle(element):
    box = element.bounding_box()
    return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}


def test_a_finger_drags_a_tile_onto_another(site, browser):
    with phone(browser) as page:
        page.goto(f"{site}/digits?seed=24")
        tiles = page.locator(".hand .piece")
        expect(tiles).to_have_count(6)
        first, second = [tiles.nth(at).get_attribute("aria-label") for at in (0, 2)]
        start, end = middle(tiles.nth(0)), middle(tiles.nth(2))
        finger = page.context.new_cdp_session(page)
        steps = [
            {"x": start["x"] + (end["x"] - start["x"]) * part / 5, "y": start["y"]}
            for part in range(6)
        ]
        for kind, points in [
            ("touchStart", steps[:1]),
            *(("touchMove", [step]) for step in steps),
            ("touchEnd", []),
        ]:
            finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        expect(page.locator(".says")).to_contain_text(f"{first} and {second}: choose an operation.")
        page.keyboard.press("+")
        expect(tiles).to_have_count(5)
        expect(page.locator(".steps-made")).to_have_text(
            f"{first} + {second} = {int(first) + int(second)}"
        )
