"""Links in a real browser: every page explains a wrong address."""

import re

import pytest

import facevalue as fv
from tests.web.browser import button, expect, open_hand, press, says, serve_modules

pytestmark = pytest.mark.slow

# An address, and what the page says about it.
BROKEN = {
    "?cards=Ts,1h,2c,3d": "The cards must be a list such as Ts,6h,5d,2c, not “Ts,1h,2c,3d”.",
    "?cards=Ts": "A puzzle has 2 to 6 cards; the address has 1.",
    "?cards=2s,3s,4s,5s,6s,7s,8s": "A puzzle has 2 to 6 cards; the address has 7.",
    "?cards=Ts,2c,Ts,3d": "The address has the card Ts twice.",
    "?cards=6s,6h,5d,2c&cards=2s,3s": "The address has “cards” twice.",
    "?cards=6s,6h,5d,2c&numbers=1,2,3,4": "The address has both cards and numbers",
    "?numbers=8,x,3,3": "The numbers must be a whole number or a fraction such as 7/2, not “x”.",
    "?numbers=8": "A puzzle has 2 to 6 numbers; the address has 1.",
    "?numbers=1,2,3,4,5,6,7": "A puzzle has 2 to 6 numbers; the address has 7.",
    "?numbers=8,8,3/0,3": "not “3/0”",
    "?numbers=8,8,3,3&target=many": "The target must be a whole number or a fraction",
    "?target=17": "The address has a target but no cards and no numbers.",
    "?card=Ts,6h,2c,3d": "This page does not know “card” in its address; it knows cards, numbers",
    "daily?date=2026-02-30": "2026-02-30",
    "daily?date=tomorrow": "tomorrow",
    "daily?date=2025-12-31": "2025-12-31",
    "daily?date=2026-03-01&date=2026-03-02": "The address has “date” twice.",
    "daily?day=2026-03-01": "This page does not know “day” in its address; it knows date.",
    "countdown?seed=first": "The seed must be a whole number with at most 15 digits, not “first”.",
    "countdown?seed=20270201": "The seeds from 20260101 to 99991231 belong to the daily puzzles",
    "countdown?seed=7&large=9": "There is no choice “9” for large; choose one from the list.",
    "countdown?large=many": "There is no choice “many” for large",
    "countdown?seed=7&big=2": "This page does not know “big” in its address",
    "digits?seed=-1": "The seed must be a whole number with at most 15 digits, not “-1”.",
    "digits?seed=20270201": "belong to the daily puzzles; 20270201 is one of them.",
    "digits?number=7": "This page does not know “number” in its address; it knows seed.",
    "solve?numbers=8,8,3,3&rules=chess": "There is no choice “chess” for rules; choose one from",
    "solve?numbers=8,8,3,3&notation=greek": "There is no choice “greek” for notation",
    "solve?numbers=8,8,3,3&goal=24": "This page does not know “goal” in its address",
    "solve?numbers=8,8,3,3&target=24&target=25": "The address has “target” twice.",
    "judge?answer=8&numbers=8,3&rules=chess": "There is no choice “chess” for rules",
    "judge?answer=8&numbers=8,3&steps=1": "“steps” must be true or false, not “1”.",
    "judge?answer=8&number=8,3": "This page does not know “number” in its address",
    "poker?game=chess": "There is no game “chess”; choose one from the list.",
    "poker?players=AhKh&players=QQ&board=2h7d9c3s4s5s6s": "The board has 7 cards; Texas hold'em has",  # noqa: E501
    "poker?players=AhKh&players=QQ&board=2h7x9c": "“board” must be cards such as 2h7d9c",
    "poker?players=AhKh&players=QQ&dead=joker": "“dead” must be cards such as 2h7d9c",
    "poker?players=AhKh&players=QQ&dead=2c3c4c5c6c7c8c9cTc": "The address has 9 dead cards",
    "poker?players=AhKh": "The address has one player; there must be two or more.",
    "poker?" + "&".join(["players=QQ"] * 11): "The address has 11 players; the page allows 10.",
    "poker?game=stud&board=2h": "The board has 1 card; Seven-card stud has no board.",
    "poker?player=AhKh": "This page does not know “player” in its address; it knows game",
}


@pytest.mark.parametrize("path", BROKEN)
def test_a_broken_link_says_what_is_wrong(site, browser, path):
    page = browser.new_page()
    page.goto(f"{site}/{path}")
    expect(page.get_by_role("alert")).to_contain_text(BROKEN[path])
    page.close()


# Errors that the library finds in an address; the page shows them where its answers are.
FOUND_LATER = {
    "solve?numbers=8,x": "Expected a number",
    "judge?answer=8&numbers=8,x": "Expected a number",
    "poker?players=AhKh&players=AhQh": "Ah",
    "poker?players=AhKh&players=nobody": "nobody",
    "poker?players=AhKh&players=QQ&hand=2h7d9c": "not 3",
}


@pytest.mark.parametrize("path", FOUND_LATER)
def test_errors_of_python_in_a_link_are_shown(site, browser, path):
    page = browser.new_page()
    page.goto(f"{site}/{path}")
    fault = page.locator(".error, .is-bad").filter(has_text=FOUND_LATER[path])
    expect(fault.first).to_be_visible()
    page.close()


def test_ten_may_be_written_with_two_digits(site, page):
    page.goto(f"{site}/?cards=Ts,10h,2c,3d")
    expect(says(page)).to_contain_text("10, 10, 2, 3. Use every number")
    expect(page).to_have_url(re.compile("cards=Ts,Th,2c,3d"))


def test_cards_may_have_another_target(site, page):
    page.goto(f"{site}/?cards=6s,6h,5d,2c&target=20")
    expect(says(page)).to_contain_text("make 20")
    expect(page).to_have_url(re.compile("cards=6s,6h,5d,2c&target=20"))


def test_after_a_broken_link_another_hand_may_be_dealt(site, page):
    page.goto(f"{site}/?cards=Ts")
    button(page, "Next hand").click()
    expect(says(page)).to_contain_text("make 24")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_broken_table_of_poker_stays_empty_until_it_is_filled(site, page):
    page.goto(f"{site}/poker?players=AhKh&players=QQ&board=2h7d9c3s4s5s6s")
    expect(says(page)).to_have_text("The table is empty.")
    expect(page.locator(".seat .share")).to_have_count(0)
    for name in ("Player 1", "Player 2"):
        button(page, name).first.click()
        button(page, "Any hand").click()
    expect(page.locator(".seat .share")).to_have_count(2)
    expect(page.get_by_role("alert")).to_have_count(0)


def test_rules_are_named_in_any_case(site, page):
    page.goto(f"{site}/solve?numbers=8,8,3,3&rules=Classic")
    expect(page.locator(".answer-list .expression")).to_have_text(
        [f"{answer} = 24" for answer in fv.solve("8 8 3 3")]
    )


@pytest.mark.parametrize(
    ("percentile", "words"),
    [
        (100, "Harder for people than 99% of puzzles."),
        (99.6, "Harder for people than 99% of puzzles."),
        (41.8, "Harder for people than 42% of puzzles."),
        (0.2, "One of the easiest puzzles for people."),
    ],
)
def test_no_puzzle_is_harder_than_all(site, page, percentile, words):
    serve_modules(page)
    page.goto(f"{site}/judge")
    found = page.evaluate(
        """async (percentile) => {
            const { difficultyWords } = await import("./modules/js/shared/answers.js");
            return difficultyWords({ percentile, seconds: null });
        }""",
        percentile,
    )
    assert found == words


def test_a_fraction_that_is_divided_by_has_brackets(site, page):
    open_hand(page, f"{site}/?numbers=8,1/3&target=24")
    press(page, "1/2")
    expect(page.locator(".steps-made li")).to_have_text(["8 ÷ (1/3) = 24"])
    expect(says(page)).to_contain_text("8/(1/3) = 24")
