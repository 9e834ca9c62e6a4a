"""The pages in a real browser: mouse, finger and keyboard."""

import re

import pytest

import facevalue as fv
from tests.web.browser import HAND, Caught, button, expect, open_hand, press, says, watched

pytestmark = pytest.mark.slow

# The pages without requests, and the others with results on them.
LEFT_EMPTY = ["daily", "sprint", "challenge", "countdown", "digits", "you", "docs"]
FILLED = [
    "?cards=6s,6h,5d,2c",
    "solve?numbers=1,3,5,7,25,50&target=765&rules=countdown",
    "judge?answer=6*6-5*3&numbers=6,6,5,2",
    "poker?players=AhKh&players=QQ&hand=7C5D4H3S2C",
    "poker?game=omaha8&players=AsAh2d3c&players=KsKhQdJd&board=4c5d8h&hand=As2c6d7d",
    "poker?game=stud&players=AhKhQhJh&players=QsQd2c&players=5c6c7d",
]


SOLUTION = ["2, two of clubs", "times", "5, five of diamonds", "10", "minus", "6, six of spades"]


def test_a_hand_is_solved_with_the_mouse(site, page):
    page.goto(f"{site}/{HAND}")
    for name in [*SOLUTION, "4", "times", "6, six of hearts"]:
        page.locator(".felt").get_by_role("button", name=name, exact=True).click()
    expect(says(page)).to_contain_text("(2*5-6)*6 = 24")
    expect(says(page)).to_contain_text("Solved in")
    expect(page.locator("#record")).to_contain_text("Solved1")


def test_a_hand_is_solved_by_touch(site, browser):
    with watched(
        browser, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    ) as page:
        page.goto(f"{site}/{HAND}")
        for name in [*SOLUTION, "4", "times", "6, six of hearts"]:
            page.locator(".felt").get_by_role("button", name=name, exact=True).tap()
        expect(says(page)).to_contain_text("Solved in")


def test_a_hand_is_solved_with_keys_and_n_deals_the_next(site, page):
    open_hand(page, f"{site}/{HAND}")
    press(page, "4*33-11*2")
    expect(says(page)).to_contain_text("Solved in")
    page.keyboard.press("n")
    expect(page).not_to_have_url(f"{site}/{HAND}")
    expect(page.locator(".hand .piece")).to_have_count(4)


def drag(page, start, end):
    """Drag from the middle of an element to the middle of another."""
    boxes = [each.bounding_box() for each in (start, end)]
    (x, y), (to_x, to_y) = [
        (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes
    ]
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move((x + to_x) / 2, (y + to_y) / 2)
    page.mouse.move(to_x, to_y)
    page.mouse.up()


def test_a_hand_is_solved_by_dragging(site, page):
    page.goto(f"{site}/{HAND}")
    pieces = page.locator(".hand .piece")
    expect(pieces).to_have_count(4)
    drag(page, pieces.nth(3), pieces.nth(2))
    expect(says(page)).to_have_text("2 and 5: choose an operation.")
    button(page, "times").click()
    expect(pieces).to_have_count(3)
    # A piece may also be dropped on an operation.
    drag(page, button(page, "10"), button(page, "minus"))
    expect(says(page)).to_have_text("10 minus: choose the second number.")
    button(page, "6, six of spades").click()
    drag(page, button(page, "4"), button(page, "6, six of hearts"))
    page.keyboard.press("*")
    expect(says(page)).to_contain_text("(2*5-6)*6 = 24")


def test_a_piece_that_is_dropped_elsewhere_stays(site, page):
    page.goto(f"{site}/{HAND}")
    pieces = page.locator(".hand .piece")
    expect(pieces).to_have_count(4)
    drag(page, pieces.first, page.locator(".goal"))
    expect(page.locator(".piece[aria-pressed=true]")).to_have_count(0)
    pieces.first.click()
    expect(pieces.first).to_have_attribute("aria-pressed", "true")
    pieces.first.click()
    drag(page, pieces.first, pieces.nth(1))
    expect(page.locator(".piece[aria-pressed=true]")).to_have_count(2)
    pieces.nth(2).click()
    expect(page.locator(".piece[aria-pressed=true]")).to_have_count(1)


def test_tab_and_enter_alone_make_a_step(site, page):
    page.goto(f"{site}/{HAND}")
    card = button(page, "6, six of spades")
    expect(card).to_be_visible()
    for _ in range(30):
        page.keyboard.press("Tab")
        if card.evaluate("element => element === document.activeElement"):
            break
    expect(card).to_be_focused()
    page.keyboard.press("Enter")
    expect(card).to_have_attribute("aria-pressed", "true")
    for _ in range(4):
        page.keyboard.press("Tab")
    expect(button(page, "plus")).to_be_focused()


def test_undo_takes_a_step_back_and_escape_all(site, page):
    page.goto(f"{site}/{HAND}")
    pieces = page.locator(".hand .piece")
    expect(pieces).to_have_count(4)
    press(page, "4*33-1")
    expect(pieces).to_have_count(2)
    page.keyboard.press("Backspace")
    expect(pieces).to_have_count(3)
    page.keyboard.press("Escape")
    expect(pieces).to_have_count(4)
    expect(says(page)).to_have_text("All steps undone.")


def test_fractions_are_exact(site, page):
    open_hand(page, f"{site}/?cards=8s,8h,3d,3c")
    press(page, "1/34-32/3")
    expect(says(page)).to_contain_text("8/(3-8/3) = 24")


def test_a_step_that_leaves_no_way_is_followed_by_a_quiet_warning_that_can_be_off(site, page):
    open_hand(page, f"{site}/{HAND}")
    assert fv.puzzle.still_solvable(["6 - 6 = 0"], "6 6 5 2") == [False]
    press(page, "1-2")
    expect(says(page)).to_contain_text("You cannot make 24 from here.")
    page.keyboard.press("Escape")
    page.get_by_text("Settings", exact=True).click()
    page.get_by_label("Show a warning").uncheck()
    press(page, "1-2")
    expect(says(page)).to_have_text("6 − 6 = 0.")


def test_each_hint_is_the_same_as_in_python(site, page):
    open_hand(page, f"{site}/{HAND}")
    for level in range(1, 7):
        page.keyboard.press("h")
        lines = str(fv.hint("6 6 5 2", level=level)).splitlines()
        expect(page.locator(".hints li")).to_have_text(lines)


def test_giving_up_shows_all_solutions_and_the_percentile(site, page):
    page.goto(f"{site}/{HAND}")
    button(page, "Show solutions").click()
    answers = [f"{answer} = 24" for answer in fv.solve("6 6 5 2")]
    expect(page.locator(".answer-list .expression")).to_have_text(answers)
    percentile = round(fv.difficulty("6 6 5 2").percentile)
    expect(page.get_by_text(f"Harder for people than {percentile}%")).to_be_visible()


def test_a_typed_answer_is_judged_and_the_place_marked(site, page):
    page.goto(f"{site}/{HAND}")
    typed = page.get_by_label("Or type the whole answer")
    typed.fill("6*6-5*3")
    typed.press("Enter")
    expect(page.locator(".marked mark")).to_have_text("3")
    expect(page.get_by_text("3 is not one of the numbers; 2 is unused")).to_be_visible()
    typed.fill("(5-2)x6+6")
    typed.press("Enter")
    expect(says(page)).to_contain_text("Solved in")


def test_the_daily_puzzle_is_the_same_for_everybody(site, browser):
    dealt = []
    for _ in range(2):
        with watched(browser) as page:
            page.goto(f"{site}/daily?date=2026-03-01")
            cards = page.locator("#game-24 .piece")
            expect(cards).to_have_count(4)
            dealt.append([card.get_attribute("aria-label") for card in cards.all()])
    assert dealt[0] == dealt[1]


def test_a_daily_result_is_kept_and_shared_in_words(site, page):
    page.goto(f"{site}/daily?date=2026-03-01")
    button(page, "Show solutions").click()
    shared = page.get_by_label("Your results, without spoilers")
    expect(shared).to_have_value(re.compile(r"^facevalue daily \d+, 2026-03-01\n24: not solved\.$"))
    page.reload()
    expect(shared).to_have_value(re.compile("24: not solved"))
    assert "127.0.0.1" not in shared.input_value()
    button(page, "Clear…").click()
    button(page, "Clear everything").click()
    expect(shared).to_be_hidden()


def test_a_countdown_round_is_played_scored_and_explained(site, page):
    page.goto(f"{site}/countdown?seed=7&large=2")
    page.get_by_label("Clock").select_option("off")
    button(page, "Start").click()
    pieces = page.locator(".hand .piece")
    expect(pieces).to_have_count(6)
    puzzle = fv.deal("countdown", seed=7, large=2)
    target, numbers = puzzle.target, puzzle.numbers
    expect(page.locator(".goal strong")).to_have_text(str(target))
    typed = page.get_by_label("Or type an answer")
    typed.fill(str(numbers[0]))
    typed.press("Enter")
    expect(page.locator(".felt .facts")).to_contain_text("Best so far")
    solution = str(fv.solve(numbers, target, "countdown").first)
    typed.fill(solution)
    typed.press("Enter")
    expect(says(page)).to_contain_text("10 points")
    expect(page.locator(".answer-list .expression").first).to_have_text(f"{solution} = {target}")
    button(page, "Next round").click()
    expect(pieces).to_have_count(6)
    expect(page).not_to_have_url(re.compile("seed=7&"))


def test_the_clock_of_countdown_ends_the_round(site, page):
    page.clock.install()
    page.goto(f"{site}/countdown?seed=7")
    button(page, "Start").click()
    expect(page.locator(".hand .piece")).to_have_count(6)
    page.clock.run_for(31_000)
    expect(says(page)).to_contain_text("Time is up.")


def test_five_targets_of_digits_are_worth_stars(site, page):
    page.goto(f"{site}/digits?seed=24")
    targets = page.locator(".targets li")
    expect(targets).to_have_count(5)
    for place in range(5):
        target = targets.nth(place).locator("strong").inner_text()
        expect(page.locator(".goal strong")).to_have_text(target)
        pieces = page.locator(".hand .piece").all()
        numbers = [piece.get_attribute("aria-label") for piece in pieces]
        answer = fv.solve(numbers, target, "digits").first
        page.get_by_label("Or type an answer").fill(str(answer))
        page.get_by_label("Or type an answer").press("Enter")
        expect(says(page)).to_contain_text("3 stars")
        if place < 4:
            button(page, "Next target").click()
    expect(page.locator("#record")).to_contain_text("Stars15")


def test_any_target_of_digits_may_be_played_first(site, page):
    page.goto(f"{site}/digits?seed=24")
    last = page.locator(".targets button").last
    target = last.locator("strong").inner_text()
    last.click()
    expect(page.locator(".goal strong")).to_have_text(target)
    button(page, "Submit answer").click()
    expect(last).to_be_disabled()
    page.reload()
    expect(last).to_be_disabled()
    expect(page.locator(".targets li").first).to_have_attribute("aria-current", "step")
    button(page, "Submit answer").click()
    button(page, "Next target").click()
    expect(page.locator(".targets li").nth(1)).to_have_attribute("aria-current", "step")


def test_a_subtraction_turns_round_where_no_result_may_be_negative(site, page):
    page.goto(f"{site}/digits?seed=24")
    expect(page.locator(".hand .piece")).to_have_count(6)
    numbers = [
        int(piece.get_attribute("aria-label")) for piece in page.locator(".hand .piece").all()
    ]
    low, high = sorted(range(6), key=numbers.__getitem__)[:: len(numbers) - 1]
    press(page, (str(low + 1), "-", str(high + 1)))
    expect(says(page)).to_contain_text(
        f"{numbers[high]} − {numbers[low]} = {numbers[high] - numbers[low]}"
    )


def test_one_key_adds_or_multiplies_all_that_is_left(site, page):
    open_hand(page, f"{site}/?numbers=2,3,4")
    page.keyboard.press("a")
    expect(says(page)).to_contain_text("9, not 24")
    page.keyboard.press("Escape")
    page.keyboard.press("s")
    expect(says(page)).to_contain_text("2*3*4 = 24")


def test_a_chosen_result_stays_chosen_in_chains(site, page):
    page.goto(f"{site}/{HAND}")
    page.get_by_text("Settings", exact=True).click()
    page.get_by_label("Choose the result of a step at once").check()
    page.locator("h1").click()
    press(page, "4*3")
    expect(button(page, "10")).to_have_attribute("aria-pressed", "true")
    press(page, "-1*2")
    expect(says(page)).to_contain_text("(2*5-6)*6 = 24")


@pytest.mark.parametrize("sounds", [False, True])
def test_a_right_answer_sounds_only_if_chosen(site, page, sounds):
    page.add_init_script(
        """const start = OscillatorNode.prototype.start;
        window.tones = 0;
        OscillatorNode.prototype.start = function (...when) {
            window.tones += 1;
            return start.apply(this, when);
        };"""
    )
    page.goto(f"{site}/{HAND}")
    page.get_by_text("Settings", exact=True).click()
    expect(page.get_by_label("Play a sound")).not_to_be_checked()
    page.get_by_label("Play a sound").set_checked(sounds)
    page.locator("h1").click()
    press(page, "4*33-11*2")
    expect(says(page)).to_contain_text("Solved in")
    assert page.evaluate("window.tones") == 2 * sounds


def test_the_next_hand_may_come_by_itself(site, page):
    page.goto(f"{site}/{HAND}")
    page.get_by_text("Settings", exact=True).click()
    page.get_by_label("Continue by itself").check()
    page.locator("h1").click()
    press(page, "4*33-11*2")
    expect(says(page)).to_contain_text("Solved in")
    expect(page).not_to_have_url(f"{site}/{HAND}")


@pytest.mark.parametrize("answer", ["(2x5-6)x6", "[2×5−6]×6", "{2·5-6}*6 = 24"])
def test_typed_answers_take_the_signs_that_people_write(site, page, answer):
    page.goto(f"{site}/{HAND}")
    page.get_by_label("Or type the whole answer").fill(answer)
    page.get_by_label("Or type the whole answer").press("Enter")
    expect(says(page)).to_contain_text("Solved in")


def test_typed_answers_take_the_letters_of_court_cards(site, page):
    page.goto(f"{site}/?cards=Ks,Ad,2h")
    page.get_by_label("Or type the whole answer").fill("(K−A)×2")
    page.get_by_label("Or type the whole answer").press("Enter")
    expect(says(page)).to_contain_text("Solved in")


def test_the_win_compares_your_time_with_the_time_of_people(site, page):
    open_hand(page, f"{site}/{HAND}")
    page.wait_for_load_state("networkidle")
    press(page, "4*33-11*2")
    seconds = round(fv.difficulty("6 6 5 2").seconds)
    people = f"{seconds // 60}:{seconds % 60:02}"
    expect(says(page)).to_contain_text(f"People take about {people}.")
    expect(page.get_by_role("heading", name="times as fast as people")).to_be_visible()
    expect(page.locator(".pace dd").nth(1)).to_have_text(people)


def test_hints_and_solutions_are_next_to_the_table_on_a_small_laptop(site, browser):
    with watched(browser, viewport={"width": 1366, "height": 768}) as page:
        open_hand(page, f"{site}/{HAND}")
        page.keyboard.press("h")
        expect(page.locator(".hints li").first).to_be_in_viewport(ratio=1)
        expect(page.locator(".felt")).to_be_in_viewport(ratio=1)
        button(page, "Show solutions").click()
        expect(page.locator(".answer-list .expression").first).to_be_in_viewport(ratio=1)


def test_a_hint_is_visible_on_a_phone(site, browser):
    with watched(
        browser, viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True
    ) as page:
        page.goto(f"{site}/{HAND}")
        button(page, "Hint").tap()
        expect(page.locator(".hints li").first).to_be_in_viewport(ratio=1)


def test_the_address_of_solve_contains_its_query(site, page):
    page.goto(f"{site}/solve?numbers=8,8,3,3")
    expect(page.locator(".answer-list .expression")).to_have_text(["8/(3-8/3) = 24"])
    page.get_by_role("textbox", name="Numbers").fill("1 1 1 1")
    page.get_by_role("button", name="Solve").click()
    expect(page).to_have_url(re.compile("numbers=1"))
    expect(page.get_by_text("The closest value is 20 away from 24")).to_be_visible()
    page.go_back()
    expect(page.locator(".answer-list .expression")).to_have_text(["8/(3-8/3) = 24"])


def test_solve_links_to_a_game_with_the_same_numbers(site, page):
    page.goto(f"{site}/solve?numbers=8,8,3,3")
    page.get_by_role("link", name="Play this").click()
    expect(page.locator(".hand .piece")).to_have_count(4)
    expect(says(page)).to_contain_text("8, 8, 3, 3")


def test_the_picture_of_reach_shows_each_target_that_cannot_be_made(site, page):
    page.goto(f"{site}/solve?numbers=1,2,3&rules=countdown&target=9")
    missing = fv.reachable("1 2 3", "countdown", low=1, high=999).missing
    expect(page.locator(".reach-picture .cannot")).to_have_count(len(missing))


def test_a_square_of_the_picture_leads_to_its_target(site, page):
    page.goto(f"{site}/solve?numbers=1,2,3&rules=countdown&target=9")
    page.locator(".reach-picture a", has=page.locator("title", has_text="7: can")).first.click()
    expect(page).to_have_url(re.compile("target=7&rules=countdown$"))
    expect(page.locator(".answer-list .expression").first).to_contain_text("= 7")


def test_solve_opens_with_an_example_and_plain_names(site, page):
    page.goto(f"{site}/solve")
    expect(page.locator(".answer-list .expression")).to_have_text(["8/(3-8/3) = 24"])
    expect(page.get_by_role("textbox", name="Numbers")).to_have_value("8 8 3 3")
    names = page.locator("#rules > option").all_inner_texts()
    assert names[0] == "24"
    assert not {"raku-left", "oberon"} & set(names)
    assert len(page.locator("#rules option").all()) == len(fv.RULES)


def test_many_solutions_are_shown_in_parts(site, page):
    page.goto(f"{site}/solve?numbers=1,2,3,4,5,6")
    rows = page.locator(".answer-list li")
    expect(rows).to_have_count(20)
    button(page, "Show 20 more of 180").click()
    expect(rows).to_have_count(40)
    expect(rows.nth(20)).to_be_focused()


def test_a_mistyped_address_shows_a_page_with_links(site, browser):
    page = browser.new_page()
    assert page.goto(f"{site}/dayly/x").status == 404
    page.get_by_role("link", name="The puzzles of today").click()
    expect(page.locator("#game-24 .piece")).to_have_count(4)
    page.close()


def test_the_page_of_the_api_has_the_header_of_the_site(site, page):
    page.goto(f"{site}/docs")
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="Solve").click()
    expect(page).to_have_url(f"{site}/solve.html")


def test_the_judge_marks_the_place_and_names_the_reason(site, page):
    page.goto(f"{site}/judge")
    page.get_by_label("Answer", exact=False).first.fill("(6-2)*(5+1")
    page.get_by_role("textbox", name="Numbers").fill("6 6 5 2")
    page.get_by_role("button", name="Judge").click()
    expect(page.locator("#verdict")).to_contain_text("Expected ) or an operator at the end")
    expect(page.locator("#verdict mark")).to_have_count(1)
    expect(page).to_have_url(re.compile("answer="))
    page.get_by_label("Answer", exact=False).first.fill("KxA+J")
    page.get_by_role("textbox", name="Numbers").fill("K A J")
    page.get_by_role("button", name="Judge").click()
    expect(page.locator("#verdict")).to_contain_text("13*1+11")


@pytest.mark.parametrize(
    ("name", "fields", "shown"),
    [
        ("judge", {"Answer": "6*4", "Numbers": "6 4"}, "6*4 = 24"),
        ("solve", {"Numbers": "1 2 3 4"}, "1*2*3*4 = 24"),
    ],
)
def test_what_is_typed_before_the_rules_are_there_stays(site, page, name, fields, shown):
    caught = Caught(page, "rules")
    page.goto(f"{site}/{name}")
    caught.until(1)
    for field, text in fields.items():
        page.get_by_role("textbox", name=field).fill(text)
    caught.stop()
    expect(page.get_by_label("Rules").locator("option").first).to_be_attached()
    caught.until_answered()
    for field, text in fields.items():
        expect(page.get_by_role("textbox", name=field)).to_have_value(text)
    page.get_by_role("button", name=name.title()).click()
    expect(page.locator("main")).to_contain_text(shown)


@pytest.mark.parametrize("name", ["judge", "solve"])
def test_a_button_pressed_before_the_rules_are_there_does_what_it_says(site, page, name):
    caught = Caught(page, "rules")
    page.goto(f"{site}/{name}")
    caught.until(1)
    if name == "judge":
        page.get_by_role("textbox", name="Answer").fill("6*4")
    page.get_by_role("textbox", name="Numbers").fill("6 4")
    page.get_by_role("button", name=name.title()).click()
    caught.stop()
    expect(page.locator("main")).to_contain_text("6*4 = 24" if name == "judge" else "4*6 = 24")


def test_a_range_painted_by_dragging_gives_its_exact_share(site, page):
    page.goto(f"{site}/poker?players=QsQd&players=22")
    button(page, "Player 2").click()
    expect(page.get_by_label("Hand or range")).to_have_value("22")
    button(page, "No hand").click()
    start, end = (page.locator(f'#grid button[value="{hand}"]') for hand in ("AKs", "ATs"))
    expect(start).to_have_attribute("aria-pressed", "false")
    start.scroll_into_view_if_needed()
    start.hover()
    page.mouse.down()
    for hand in ("AQs", "AJs"):
        page.locator(f'#grid button[value="{hand}"]').hover()
    end.hover()
    page.mouse.up()
    expect(page.get_by_label("Hand or range")).to_have_value("ATs+")
    equity = fv.poker.equity("QsQd", "ATs+").players[0].equity
    expect(page.locator(".seat .share").first).to_have_text(f"{100 * float(equity):.2f} %")
    expect(says(page)).to_contain_text("Exact: all")


def test_the_slider_and_any_hand_set_a_range(site, page):
    page.goto(f"{site}/poker?players=AhKh&players=QQ")
    page.get_by_label("The best").fill("10")
    expect(page.get_by_label("Hand or range")).to_have_value(str(fv.poker.Range("10%")))
    button(page, "Any hand").click()
    expect(page.get_by_label("Hand or range")).to_have_value("random")


def test_the_deck_fills_the_chosen_place(site, page):
    page.goto(f"{site}/poker?players=AhKh&players=QQ")
    page.get_by_role("button", name=re.compile("^Board")).click()
    for card in ("two of hearts", "seven of diamonds", "nine of clubs"):
        page.locator("#deck").get_by_role("button", name=card).click()
    expect(page.get_by_role("button", name=re.compile("^Board: two of hearts"))).to_be_visible()
    equity = fv.poker.equity("AhKh", "QQ", board="2h7d9c").players[0].equity
    expect(page.locator(".seat .share").first).to_have_text(f"{100 * float(equity):.2f} %")
    expect(page.locator("#deck").get_by_role("button", name="ace of hearts")).to_be_disabled()


def test_the_worth_of_a_hand_comes_with_the_steps_of_the_evaluator(site, page):
    page.goto(f"{site}/poker")
    page.get_by_label("5 to 7 cards").fill("7C 5D 4H 3S 2C")
    page.get_by_role("button", name="Evaluate").click()
    expect(page.locator("#worth")).to_contain_text("High Card, Seven")
    expect(page.locator(".kev li").first).to_contain_text("2131213")


@pytest.mark.parametrize("path", [*LEFT_EMPTY, *FILLED])
def test_no_page_scrolls_sideways_at_320_pixels(site, browser, path):
    with watched(
        browser, viewport={"width": 320, "height": 568}, is_mobile=True, has_touch=True
    ) as page:
        page.goto(f"{site}/{path}", wait_until="networkidle")
        assert page.evaluate("document.documentElement.scrollWidth") <= 320


@pytest.mark.parametrize("path", [*LEFT_EMPTY, *FILLED, "?numbers=1,2,3,4,5,6"])
def test_targets_have_24_pixels_and_nothing_leaves_the_felt_at_320_pixels(site, browser, path):
    with watched(
        browser, viewport={"width": 320, "height": 568}, is_mobile=True, has_touch=True
    ) as page:
        page.goto(f"{site}/{path}", wait_until="networkidle")
        small = page.evaluate(
            """() => [...document.querySelectorAll("button, select, input, textarea, summary, a")]
                .filter((each) => each.checkVisibility())
                .filter((each) => !each.closest("p, .skip, .reach-picture"))
                .map((each) => [each.outerHTML.slice(0, 90), each.getBoundingClientRect()])
                .filter(([, { width, height }]) => Math.min(width, height) < 24)
                .map(([html, { width, height }]) => `${html} ${width} ${height}`)"""
        )
        assert small == []
        outside = page.evaluate(
            """() => [...document.querySelectorAll(".felt")].flatMap((felt) => {
                const { left, right } = felt.getBoundingClientRect();
                return [...felt.querySelectorAll("*")]
                    .filter((each) => each.checkVisibility() && !each.closest(".unseen, svg *"))
                    .filter((each) => {
                        const box = each.getBoundingClientRect();
                        return box.width && (box.left < left || box.right > right);
                    })
                    .map((each) => each.outerHTML.slice(0, 90));
            })"""
        )
        assert outside == []


# The rules of axe: all in light colours; in dark colours, rules that depend on colours.
RULES = {
    "light": {"resultTypes": ["violations"]},
    "dark": {"resultTypes": ["violations"], "runOnly": ["color-contrast", "link-in-text-block"]},
}


@pytest.mark.parametrize("path", [*LEFT_EMPTY, *FILLED])
def test_axe_finds_nothing(site, browser, path):
    from axe_core_python.sync_playwright import Axe  # noqa: PLC0415 - not all have it

    with watched(browser, color_scheme="light", viewport={"width": 1280, "height": 900}) as page:
        page.goto(f"{site}/{path}", wait_until="networkidle")
        for colours, options in RULES.items():
            page.emulate_media(color_scheme=colours)
            found = Axe().run(page, options=options)["violations"]
            assert [] == [
                (fault["id"], [node["html"][:160] for node in fault["nodes"]]) for fault in found
            ]


def test_every_button_of_the_table_is_44_pixels_or_more(site, browser):
    with watched(
        browser, viewport={"width": 320, "height": 568}, is_mobile=True, has_touch=True
    ) as page:
        page.goto(f"{site}/{HAND}")
        expect(page.locator(".hand .piece")).to_have_count(4)
        sizes = [each.bounding_box() for each in page.locator(".felt button").all()]
        assert len(sizes) == 14
        assert min(min(size["width"], size["height"]) for size in sizes) >= 44


def test_the_colours_chosen_stay(site, page):
    page.goto(f"{site}/judge")
    colours = page.get_by_role("button", name=re.compile("^Colours"))
    colours.click()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    colours.click()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_pages_of_a_server_work_offline_although_their_files_are_at_versioned_addresses(
    site, browser
):
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    page.goto(site)
    # By themselves, pages of this computer do not install it.
    page.evaluate("navigator.serviceWorker.register('service-worker.js').then(() => true)")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    context.set_offline(True)
    page.goto(f"{site}/index.html?cards=6s,6h,5d,2c")
    expect(page.locator(".hand .piece")).to_have_count(4)
    button(page, "Hint").click()
    expect(page.locator(".hints li")).not_to_have_count(0)
    page.goto(f"{site}/daily?date={fv.puzzle.daily().date}")  # without .html
    expect(page.locator("#game-24 .piece")).to_have_count(4)
    context.close()
