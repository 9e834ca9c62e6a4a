"""The poker page in a real browser, in games other than hold'em."""

from __future__ import annotations

import re

import pytest

import facevalue as fv
from tests.web_browser import button, says, watched

expect = pytest.importorskip("playwright.sync_api").expect

pytestmark = pytest.mark.slow


def expect_shares(page, found):
    """The shares of the players, once they are counted."""
    shares = [percent(share) for share in found.players]
    expect(page.locator(".seat .share")).to_have_text(shares, timeout=20_000)


def expect_some_shares(page):
    expect(page.locator(".seat .share")).to_have_count(2, timeout=20_000)


def percent(share):
    return f"{100 * float(share.equity):.2f} %"


def choose(page, title):
    page.get_by_label("Game", exact=True).select_option(label=title)


def test_the_games_to_choose_are_the_same_as_in_python(site, page):
    page.goto(f"{site}/poker")
    options = page.locator("#game option")
    expect(options).to_have_text([game.title for game in fv.poker.GAMES.values()])
    choose(page, "Seven-card stud")
    expect(page.locator("#game-says")).to_have_text(fv.poker.GAMES["stud"].summary)
    expect(page).to_have_url(re.compile("game=stud"))


def test_the_address_contains_the_game_and_both_halves_of_the_pot_are_shown(site, page):
    hands, board = ("AsAh2d3c", "KsKhQdJd"), "4c5d8h"
    players = "&".join(f"players={hand}" for hand in hands)
    page.goto(f"{site}/poker?game=omaha8&{players}&board={board}&hand=As2c6d7d")
    found = fv.poker.equity(*hands, board=board, game="omaha8")
    expect_shares(page, found)
    expect(says(page)).to_contain_text("Exact: all")
    low = found.players[0].low_win / found.deals
    expect(page.locator(".seat").first).to_contain_text(f"low: wins {100 * low:.1f} %")
    worth = fv.poker.evaluate("As2c6d7d", "omaha8", board=board)
    for half in (worth, worth.low):
        expect(page.locator("#worth")).to_contain_text(half.description)
    expect(page.locator(".kev li").first).to_be_visible()


def test_stud_has_no_board_no_grid_and_deals_the_cards_that_are_missing(site, page):
    page.goto(f"{site}/poker?game=stud&players=AhKhQhJhTh&players=QsQd2c7c8c")
    expect_some_shares(page)
    found = fv.poker.equity("AhKhQhJhTh", "QsQd2c7c8c", game="stud")
    expect_shares(page, found)
    expect(page.get_by_role("button", name=re.compile("^Board"))).to_have_count(0)
    expect(page.locator("#grid")).to_be_hidden()
    expect(page.get_by_role("button", name="Any hand")).to_be_hidden()
    expect(page.locator("#range-says")).to_have_text(
        "5 of 7 cards are known; the others are dealt."
    )
    for card in ("nine of spades", "nine of diamonds"):
        page.locator("#deck").get_by_role("button", name=card).click()
    expect(page.locator("#range-says")).to_have_text("All 7 cards are known.")
    again = fv.poker.equity("AhKhQhJhTh9s9d", "QsQd2c7c8c", game="stud")
    expect_shares(page, again)


def test_short_deck_has_its_own_cards_and_grid(site, page):
    page.goto(f"{site}/poker?game=shortdeck&players=AhKh&players=QQ&board=7d8s9s")
    expect(page.locator("#grid button")).to_have_count(81)
    expect(page.locator("#deck button:visible")).to_have_count(36)
    found = fv.poker.equity("AhKh", "QQ", board="7d8s9s", game="shortdeck")
    expect_shares(page, found)


def test_another_game_keeps_the_cards_that_fit_and_has_an_answer_at_once(site, page):
    page.goto(f"{site}/poker?players=AhKh&players=QQ&board=2h7d9c")
    expect_some_shares(page)
    choose(page, "Badugi")
    expect(page.locator(".seat .text").first).to_have_text("AhKh")
    expect_some_shares(page)
    choose(page, "Omaha")
    expect(page.locator(".seat .text").first).to_have_text(re.compile("^AhKh.{4}$"))
    expect_some_shares(page)


def test_a_hand_that_ranks_otherwise_has_no_number_and_no_steps(site, page):
    page.goto(f"{site}/poker?game=badugi&players=As2d&players=Kc&hand=As2d3c4h")
    expect(page.locator("#worth")).to_contain_text(
        fv.poker.evaluate("As2d3c4h", "badugi").description
    )
    expect(page.locator("#worth")).not_to_contain_text("7462")
    expect(page.locator(".kev li")).to_have_count(0)


def pick(page, *cards):
    for card in cards:
        page.locator("#deck").get_by_role("button", name=card, exact=True).click()


def seat_texts(page):
    return page.locator(".seat .text")


def test_the_deck_moves_on_to_the_next_hand_and_then_to_the_board(site, page):
    page.goto(f"{site}/poker")
    button(page, "Clear the table").click()
    pick(page, "ace of hearts")
    expect(page.locator(".seat").first).to_contain_text("1 card to choose.")
    expect(page.locator(".says .is-bad")).to_have_count(0)
    pick(page, "king of hearts", "queen of spades", "queen of diamonds")
    expect(seat_texts(page)).to_have_text(["AhKh", "QsQd"])
    expect_shares(page, fv.poker.equity("AhKh", "QsQd"))
    pick(page, "two of hearts", "seven of diamonds", "nine of clubs")
    expect_shares(page, fv.poker.equity("AhKh", "QsQd", board="2h7d9c"))


def test_a_third_card_deletes_nothing(site, page):
    page.goto(f"{site}/poker?players=AhKh&players=QQ&board=2h7d9c3s4s")
    expect_some_shares(page)
    button(page, "Player 1").first.click()
    pick(page, "jack of clubs")
    expect(says(page)).to_contain_text("This place is full.")
    expect(seat_texts(page)).to_have_text(["AhKh", "QQ"])


def test_a_seat_that_cannot_be_read_does_not_hide_the_others(site, browser):
    page = browser.new_page()  # the fixture `page` refuses the errors of the browser about queries
    page.goto(f"{site}/poker?players=AhKh&players=nonsense&players=QQ")
    found = fv.poker.equity("AhKh", "QQ")
    expect_shares(page, found)
    expect(page.locator(".seat").nth(1).locator(".is-bad")).to_be_visible()
    expect(says(page)).to_contain_text("Without player 2.")
    page.close()


def test_changes_can_be_undone(site, page):
    page.goto(f"{site}/poker?players=AhKh&players=QQ")
    expect(button(page, "Undo")).to_be_disabled()
    button(page, "Add a player").click()
    button(page, "Clear the table").click()
    expect(seat_texts(page).first).to_have_text("choose cards or a range")
    button(page, "Undo").click()
    expect(page.locator(".seat")).to_have_count(3)
    button(page, "Undo").click()
    expect(seat_texts(page)).to_have_text(["AhKh", "QQ"])
    expect_shares(page, fv.poker.equity("AhKh", "QQ"))


def test_streets_are_dealt_at_random_and_keep_the_cards_before(site, page):
    page.goto(f"{site}/poker?players=AhKh&players=QsQd")
    boards = {}
    for street, count in {"Flop": 3, "Turn": 4, "River": 5}.items():
        button(page, street).click()
        expect(page).to_have_url(re.compile(f"board=(..){{{count}}}(&|$)"))
        boards[street] = re.search("board=(.*?)(&|$)", page.url)[1]
    assert boards["River"].startswith(boards["Turn"])
    assert boards["Turn"].startswith(boards["Flop"])
    assert not set(re.findall("..", boards["River"])) & {"Ah", "Kh", "Qs", "Qd"}
    expect_shares(page, fv.poker.equity("AhKh", "QsQd", board=boards["River"]))


def test_ten_players_have_seats(site, page):
    page.goto(f"{site}/poker?players=AhKh&players=QQ")
    for _ in range(8):
        button(page, "Add a player").click()
    expect(button(page, "Add a player")).to_be_disabled()
    expect(page.locator(".seat .share")).to_have_count(10, timeout=20_000)


def test_ranges_by_position_and_saved_ones_can_be_chosen(site, page):
    page.goto(f"{site}/poker?players=AhKh&players=QQ")
    page.get_by_label("Usual and saved ranges").select_option(label="Button: 40 %")
    expect(page.get_by_label("Hand or range")).to_have_value(str(fv.poker.Range("40%")))
    button(page, "Save this range").click()
    page.reload()
    button(page, "Player 2").first.click()
    page.get_by_label("Usual and saved ranges").select_option(index=6)
    expect(page.get_by_label("Hand or range")).to_have_value(str(fv.poker.Range("40%")))


def test_cards_of_a_hand_history_can_be_pasted(site, page):
    page.goto(f"{site}/poker?players=AhKh&players=QQ")
    page.get_by_label("Hand or range").fill("[Jd Tc]")
    page.get_by_label("Hand or range").press("Enter")
    expect_shares(page, fv.poker.equity("JdTc", "QQ"))


def test_the_result_stays_in_view_on_a_phone(site, browser):
    with watched(
        browser, viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True
    ) as page:
        page.goto(f"{site}/poker?players=AhKh&players=QsQd")
        expect_some_shares(page)
        page.locator("#grid").scroll_into_view_if_needed()
        expect(page.locator("#summary")).to_be_in_viewport(ratio=1)


def test_the_deck_and_the_grid_are_next_to_the_seats_on_a_small_laptop(site, browser):
    with watched(browser, viewport={"width": 1366, "height": 768}) as page:
        page.goto(f"{site}/poker?players=AhKh&players=QsQd")
        expect_some_shares(page)
        expect(page.locator("#deck")).to_be_in_viewport(ratio=1)
        page.locator("#grid").scroll_into_view_if_needed()
        expect(page.locator(".seat .share").first).to_be_in_viewport(ratio=1)
