"""The poker page in a real browser, in games other than hold'em."""

import re

import pytest

import facevalue as fv
from tests.web.browser import Caught, button, expect, says, watched

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


def paste(page, text):
    page.evaluate(
        """(text) => {
            const clipboardData = new DataTransfer();
            clipboardData.setData("text", text);
            const event = new ClipboardEvent("paste", { clipboardData, cancelable: true });
            document.getElementById("range").dispatchEvent(event);
        }""",
        text,
    )


def test_a_hand_history_fills_the_hands_and_the_board(site, page):
    page.goto(f"{site}/poker?players=7h7d&players=QQ")
    expect_some_shares(page)
    history = "Dealt to Ann [Ah Kh]\nBob: shows [Qs Qd]\n*** FLOP *** [2h 7d 9c]\n"
    paste(page, history)
    expect_shares(page, fv.poker.equity(history))
    expect(page).to_have_url(re.compile("players=AhKh&players=QsQd&board=9c7d2h"))
    paste(page, "Hello\nworld")
    expect(says(page)).to_contain_text("expected a hand history", ignore_case=True)
    button(page, "Undo").click()
    expect_shares(page, fv.poker.equity("7h7d", "QQ"))


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


def test_the_suits_within_a_cell_can_be_chosen(site, page):
    page.goto(f"{site}/poker?players=QsQd&players=22,AKs:1/3,AhQh")
    button(page, "Player 2").click()
    range_text = page.get_by_label("Hand or range")
    expect(page.locator("#suits")).to_contain_text("Click a cell")
    page.locator('#grid button[value="JTs"]').click()
    expect(range_text).to_have_value("22, JTs, AhQh, AKs:1/3")
    suits = page.locator("#suits")
    expect(suits.get_by_role("button")).to_have_count(4)
    suits.get_by_role("button", name="jack of hearts ten of hearts").click()
    expect(range_text).to_have_value(str(fv.poker.Range("22, AKs:1/3, AhQh, JsTs, JdTd, JcTc")))
    page.locator('#grid button[value="AQs"]').click()
    expect(range_text).to_have_value("22, AQs, JsTs, JdTd, JcTc, AKs:1/3")
    page.locator('#grid button[value="55"]').click()
    expect(suits.get_by_role("button")).to_have_count(6)
    page.locator('#grid button[value="A5o"]').click()
    expect(suits.get_by_role("button")).to_have_count(12)


RANGES = "QQ+, AKs, 98s", "JJ+, AQs+, AK"
TABLE = f"poker?players={RANGES[0]}&players={RANGES[1]}&board=Qh7h6c".replace("+", "%2B")


def opened(page, title):
    """The part of the page with this title, opened."""
    part = page.locator("#studies details").filter(has=page.locator("summary", has_text=title))
    # With a key: shares that are just counted move the part, and a click may miss it.
    part.locator("summary").press("Enter")
    expect(part).to_have_attribute("open", "")
    return part


def test_made_hands_and_draws_of_a_range(site, page):
    page.goto(f"{site}/{TABLE}")
    found = fv.poker.breakdown(RANGES[0], "Qh7h6c")
    part = opened(page, "Made hands")
    tables = part.locator("table")
    expect(tables).to_have_count(2)
    for parts, table in zip((found.made, found.draws), tables.all(), strict=True):
        rows = [f"{name}{100 * float(share):.1f} %" for name, share in parts.items() if share]
        expect(table.locator("tbody tr")).to_have_text(rows)


def test_the_chances_of_a_hand_of_omaha(site, page):
    page.goto(f"{site}/poker?game=omaha&players=AsAhKdKc&players=QsJsTd9d&board=Qd7h6c")
    found = fv.poker.odds("AsAhKdKc", "Qd7h6c", game="omaha").as_dict()
    part = opened(page, "Made hands")
    expect(part).to_contain_text(f"Now: {found['category']}.")
    chances = [100 * found[when]["Straight"]["decimal"] for when in ("next", "final")]
    row = part.locator("tbody tr").filter(has_text="Straight").last
    expect(row).to_have_text("Straight" + "".join(f"{chance:.1f} %" for chance in chances))


def test_the_equity_after_each_card_that_may_come(site, page):
    page.goto(f"{site}/{TABLE}")
    found = fv.poker.by_next_card(*RANGES, board="Qh7h6c")
    equities = {str(card): float(100 * shares[0].equity) for card, shares in found.items()}
    part = opened(page, "next card")
    cells = part.locator("td.heat:not(.is-out)")
    in_order = [equities[r + s] for s in "shdc" for r in "AKQJT98765432" if r + s in equities]
    expect(cells).to_have_text([f"{equity:.0f}" for equity in in_order])
    expect(part).to_contain_text(f"Highest: five of spades {equities['5s']:.1f} %")


def test_the_equity_of_each_hand_of_the_chosen_player(site, page):
    page.goto(f"{site}/{TABLE}")
    part = opened(page, "each hand")
    for at, name in ((0, "Player 1"), (1, "Player 2")):
        button(page, name).first.click()
        hero, villain = RANGES[at], RANGES[1 - at]
        means = fv.poker.range_equities(hero, villain, board="Qh7h6c").starting_hands
        cells = part.locator("td.heat:not(.is-out)")
        expect(cells).to_have_count(len(means))
        expect(part).to_contain_text(f"For player {at + 1}.")
        text = cells.all_inner_texts()
        assert sorted("".join(each.split()) for each in text) == sorted(
            f"{hand}{100 * float(share):.0f}" for hand, share in means.items()
        )


def test_pot_odds_say_what_a_call_needs_and_gains(site, page):
    page.goto(f"{site}/poker?players=AhKh&players=QsQd&board=2h7d9c")
    expect_some_shares(page)
    share = fv.poker.equity("AhKh", "QsQd", board="2h7d9c").players[0].equity
    page.get_by_label("Pot, with the bet").fill("90")
    page.get_by_label("To call").fill("30")
    says_pot = page.locator("#pot-says")
    expect(says_pot).to_contain_text("A call needs 25.00 % of the pot.")
    gain = share * 120 - 30
    expect(says_pot).to_contain_text(f"a call gains {round(float(gain), 2):g} on average.")
    page.get_by_label("To call").fill("45.5")
    expect(says_pot).to_contain_text("a call loses")
    page.get_by_label("To call").fill("x")
    expect(says_pot).to_have_text("Type two amounts, such as 100 and 50.")


def test_what_cannot_be_studied_says_what_is_missing(site, page):
    page.goto(f"{site}/poker?game=stud&players=AhKhQhJh&players=QsQd2c")
    expect_some_shares(page)
    expect(opened(page, "next card")).to_contain_text("This needs a flop or a turn.")
    expect(opened(page, "each hand")).to_contain_text("and two players.")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_the_studies(site, browser, scheme):
    axe = pytest.importorskip("axe_core_python.sync_playwright").Axe()
    with watched(browser, color_scheme=scheme) as page:
        page.goto(f"{site}/{TABLE}")
        for title in ("Made hands", "next card", "each hand"):
            expect(opened(page, title).locator("table").first).to_be_visible()
        found = axe.run(page, options={"resultTypes": ["violations"]})["violations"]
        assert [(fault["id"], fault["nodes"][0]["html"][:160]) for fault in found] == []


@pytest.mark.parametrize("is_typed", [False, True], ids=["mouse", "space bar"])
def test_a_button_that_is_pressed_while_an_answer_arrives_does_what_it_says(site, page, is_typed):
    caught = Caught(page, "equity")
    page.goto(f"{site}/poker?players=AhKh&players=QsQd")
    caught.until(1)
    player = button(page, "Player 2")
    player.focus() if is_typed else player.hover()
    page.keyboard.down(" ") if is_typed else page.mouse.down()
    caught.stop()
    caught.until_answered()
    page.wait_for_timeout(300)  # for what the page does with the answer
    page.keyboard.up(" ") if is_typed else page.mouse.up()
    expect(player).to_have_attribute("aria-pressed", "true")
    expect_shares(page, fv.poker.equity("AhKh", "QsQd"))
