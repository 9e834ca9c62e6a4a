"""The memory of the pages in a real browser: hints, time and outcomes survive a reload."""

import json
import re
from datetime import date, timedelta

import pytest

import facevalue as fv
from tests.web.browser import (
    HAND,
    KEYS,
    PAST,
    button,
    expect,
    open_hand,
    press,
    says,
    solve_hand,
    store,
    stored_record,
    type_answer,
)

pytestmark = pytest.mark.slow


def take_all_hints(page, numbers):
    """Takes hints until the solution is among them; how many they were."""
    count = fv.hint(numbers, level=99).level
    for level in range(1, count + 1):
        page.keyboard.press("h")
        lines = str(fv.hint(numbers, level=level)).splitlines()
        expect(page.locator(".hints li").locator("visible=true")).to_have_count(len(lines))
    return count


def solve_daily_24(page, day):
    type_answer(page, str(fv.puzzle.daily(day).classic.solve().first))
    expect(says(page)).to_contain_text("olved in")


def hide(page, *, hidden):
    """Hides or shows the page, as another tab of the browser does."""
    page.evaluate(
        """hidden => {
            Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
            document.dispatchEvent(new Event("visibilitychange"));
        }""",
        hidden,
    )


def shared(page):
    return page.get_by_label("Your results, without spoilers")


def figure(page, name):
    return page.locator(f'#record dl > div:has(dt:text-is("{name}")) dd')


def test_a_reload_takes_back_neither_the_hints_nor_the_time_of_a_daily(site, page):
    page.clock.install()
    open_hand(page, f"{site}/daily?date={PAST}")
    hints = take_all_hints(page, fv.puzzle.daily(PAST).classic.numbers)
    page.clock.run_for(65_000)
    page.reload()
    expect(says(page)).to_contain_text(f"So far with {hints} hints, the last hint the solution")
    solve_daily_24(page, PAST)
    words = f"24: solved in 1 minute \\d+ seconds with {hints} hints, the last hint the solution"
    expect(shared(page)).to_have_value(re.compile(words))


def test_a_reload_after_giving_up_does_not_make_a_daily_solved(site, page):
    open_hand(page, f"{site}/daily?date={PAST}")
    button(page, "Show solutions").click()
    page.reload()
    expect(says(page)).to_contain_text("You have seen the solution; it no longer counts.")
    solve_daily_24(page, PAST)
    expect(says(page)).to_contain_text("This was a replay and does not count.")
    expect(shared(page)).to_have_value(re.compile("24: not solved[.]"))


@pytest.mark.parametrize("how", ["all hints", "Show solutions"])
def test_a_hand_whose_solution_was_shown_does_not_count_as_solved_after_a_reload(site, page, how):
    open_hand(page, f"{site}/{HAND}")
    if how == "all hints":
        take_all_hints(page, "6 6 5 2")
    else:
        button(page, how).click()
        expect(page.locator(".answer-list")).to_be_visible()
    page.reload()
    expect(says(page)).to_contain_text("make 24")
    solve_hand(page)
    expect(figure(page, "Solved")).to_have_text("0")
    expect(figure(page, "In a row")).to_have_text("0")


def test_a_hint_taken_before_a_reload_is_not_counted_again(site, page):
    open_hand(page, f"{site}/{HAND}")
    for level in (1, 2):
        page.keyboard.press("h")
        lines = str(fv.hint("6 6 5 2", level=level)).splitlines()
        expect(page.locator(".hints li")).to_have_text(lines)
    page.reload()
    expect(says(page)).to_contain_text("So far with 2 hints.")
    page.keyboard.press("h")
    lines = str(fv.hint("6 6 5 2", level=3)).splitlines()
    expect(page.locator(".hints li")).to_have_text(lines)
    press(page, KEYS)
    expect(says(page)).to_contain_text("with 3 hints.")


def test_one_link_that_is_solved_again_counts_once(site, page):
    for order in ("6s,6h,5d,2c", "6s,6h,5d,2c", "6s,6h,5d,2c"):
        open_hand(page, f"{site}/?cards={order}")
        solve_hand(page)
    open_hand(page, f"{site}/?cards=2c,5d,6h,6s")
    press(page, "1*2")
    press(page, "2-3")
    press(page, "3*4")
    expect(says(page)).to_contain_text("This was a replay and does not count.")
    expect(figure(page, "Solved")).to_have_text("1")
    expect(figure(page, "Best row")).to_have_text("1")


def test_a_hand_that_is_skipped_ends_the_row(site, page):
    open_hand(page, f"{site}/{HAND}")
    press(page, KEYS)
    expect(figure(page, "In a row")).to_have_text("1")
    page.keyboard.press("n")
    expect(page).not_to_have_url(f"{site}/{HAND}")
    expect(figure(page, "In a row")).to_have_text("1")
    dealt = page.url
    page.keyboard.press("n")
    expect(page).not_to_have_url(dealt)
    expect(figure(page, "In a row")).to_have_text("0")
    expect(figure(page, "Best row")).to_have_text("1")


def test_a_hand_that_was_dealt_waits_and_cannot_be_skipped_by_leaving(site, page):
    page.goto(f"{site}/")
    expect(page).to_have_url(re.compile("cards="))
    dealt = page.url
    page.goto(f"{site}/judge")
    page.goto(f"{site}/")
    expect(page).to_have_url(dealt)
    open_hand(page, f"{site}/{HAND}")
    solve_hand(page)
    page.keyboard.press("n")
    expect(page).to_have_url(dealt)
    expect(figure(page, "In a row")).to_have_text("1")


def test_the_time_of_a_daily_stops_while_another_game_is_played(site, page):
    page.clock.install()
    open_hand(page, f"{site}/daily?date={PAST}")
    page.get_by_role("tab", name="Countdown").click()
    page.clock.run_for(600_000)
    page.get_by_role("tab", name="24").click()
    hide(page, hidden=True)
    page.clock.run_for(600_000)
    hide(page, hidden=False)
    page.clock.run_for(62_000)
    solve_daily_24(page, PAST)
    expect(shared(page)).to_have_value(re.compile("24: solved in 1 minute"))


def test_the_clock_of_a_round_stops_while_another_game_is_played(site, page):
    page.clock.install()
    page.goto(f"{site}/daily?date={PAST}")
    page.get_by_role("tab", name="Countdown").click()
    button(page, "Start").click()
    expect(page.locator("#game-countdown .piece")).to_have_count(6)
    page.get_by_role("tab", name="24").click()
    page.clock.run_for(60_000)
    page.get_by_role("tab", name="Countdown").click()
    page.clock.run_for(5_000)
    expect(says(page)).to_contain_text("Make")
    page.clock.run_for(26_000)
    expect(says(page)).to_contain_text("Time is up.")


def test_only_a_puzzle_solved_on_its_day_feeds_the_streak(site, page):
    today = date.fromisoformat(fv.puzzle.daily().date)
    for days in (1, 2):
        day = today - timedelta(days)
        open_hand(page, f"{site}/daily?date={day}")
        if days == 1:
            button(page, "Show solutions").click()
        else:
            solve_daily_24(page, day)
        expect(figure(page, "Days played")).to_have_text(str(days))
        expect(figure(page, "Days in a row")).to_have_text("0")
    open_hand(page, f"{site}/daily")
    solve_daily_24(page, today)
    expect(figure(page, "Days in a row")).to_have_text("1")


@pytest.mark.parametrize("how", ["all hints", "Show solutions"])
def test_a_puzzle_of_today_whose_solution_was_shown_feeds_no_streak(site, page, how):
    open_hand(page, f"{site}/daily")
    if how == "all hints":
        take_all_hints(page, fv.puzzle.daily().classic.numbers)
        solve_daily_24(page, None)
    else:
        button(page, how).click()
    expect(figure(page, "Days played")).to_have_text("1")
    expect(figure(page, "Days in a row")).to_have_text("0")


def test_a_day_that_has_not_come_cannot_be_played(site, page):
    tomorrow = date.fromisoformat(fv.puzzle.daily().date) + timedelta(1)
    page.goto(f"{site}/daily?date={tomorrow}")
    expect(page.get_by_role("alert")).to_contain_text("are not out yet")
    expect(page.locator(".piece").locator("visible=true")).to_have_count(0)
    page.get_by_role("link", name="Today’s puzzles").click()  # noqa: RUF001 - the link
    expect(page.locator("#game-24 .piece")).to_have_count(4)
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_round_of_countdown_resumes_with_its_clock_and_counts_once(site, page):
    page.clock.install()
    page.goto(f"{site}/countdown?seed=7&large=2")
    button(page, "Start").click()
    expect(page.locator(".hand .piece")).to_have_count(6)
    press(page, "1+2")
    expect(page.locator(".steps-made li")).to_have_count(1)
    best = page.locator(".felt .facts").inner_text()
    page.clock.run_for(20_000)
    page.reload()
    expect(says(page)).to_have_text("You can resume your round.")
    button(page, "Start").click()
    expect(page.locator(".felt .facts")).to_have_text(best)
    page.clock.run_for(11_000)
    expect(says(page)).to_contain_text("Time is up.")
    expect(figure(page, "Rounds")).to_have_text("1")
    page.reload()
    expect(says(page)).to_contain_text("Only the first time counts.")
    button(page, "Start").click()
    expect(page.locator(".hand .piece")).to_have_count(6)
    button(page, "Submit answer").click()
    expect(says(page)).to_contain_text("This was a replay and does not count.")
    expect(figure(page, "Rounds")).to_have_text("1")


def test_a_target_of_digits_whose_best_answer_was_shown_is_not_dealt_again(site, page):
    page.goto(f"{site}/digits?seed=24")
    expect(page.locator(".hand .piece")).to_have_count(6)
    target = page.locator(".goal strong").inner_text()
    button(page, "Submit answer").click()
    expect(page.locator(".answer-list")).to_be_visible()
    page.reload()
    expect(page.locator(".goal strong")).not_to_have_text(re.compile(f"^({target}|…)$"))
    expect(page.locator(".targets li").nth(1)).to_have_attribute("aria-current", "step")


@pytest.mark.parametrize("is_right", [True, False])
def test_an_unfinished_answer_is_judged_when_the_time_ends(site, page, is_right):
    puzzle = fv.deal("countdown", seed=7, large=2)
    answer = str(puzzle.solve().first) if is_right else "75*("
    page.clock.install()
    page.goto(f"{site}/countdown?seed=7&large=2")
    button(page, "Start").click()
    expect(page.locator(".hand .piece")).to_have_count(6)
    typed = page.get_by_label("Or type an answer")
    typed.fill(answer)
    page.clock.run_for(31_000)
    expect(says(page)).to_contain_text("Time is up.")
    expect(typed).to_be_focused()
    expect(typed).to_have_value(answer)
    expect(figure(page, "Points")).to_have_text("10" if is_right else "0")


def test_the_focus_is_on_no_new_button_when_the_time_ends(site, page):
    page.clock.install()
    page.goto(f"{site}/countdown?seed=7&large=2")
    button(page, "Start").click()
    expect(button(page, "Submit answer")).to_be_visible()
    page.locator(".hand .piece").first.focus()
    page.clock.run_for(31_000)
    expect(button(page, "Next round")).to_be_visible()
    expect(button(page, "Next round")).not_to_be_focused()
    page.keyboard.press("Enter")
    expect(says(page)).to_contain_text("Time is up.")


def test_hints_speak_of_the_numbers_on_the_table(site, page):
    open_hand(page, f"{site}/{HAND}")
    press(page, "1-2")
    expect(page.locator(".hand .piece")).to_have_count(3)
    page.keyboard.press("h")
    expect(page.locator(".hints li")).to_have_text(
        ["Take back one step.", *str(fv.hint("6 6 5 2")).splitlines()]
    )
    page.keyboard.press("Backspace")
    press(page, "4*3")
    expect(page.locator(".hand .piece")).to_have_count(3)
    page.keyboard.press("h")
    expect(page.get_by_role("heading", name="Hints for 6, 6, 10")).to_be_visible()
    expect(page.locator(".hints li")).to_have_text(str(fv.hint("6 6 10")).splitlines())


def test_a_number_left_alone_has_a_hint(site, page):
    open_hand(page, f"{site}/{HAND}")
    press(page, "1-22+33+4")
    expect(page.locator(".hand .piece")).to_have_count(1)
    page.keyboard.press("h")
    expect(page.locator(".hints li")).to_have_text(
        ["Take back 3 steps.", *str(fv.hint("6 6 5 2")).splitlines()]
    )


def test_a_hint_goes_back_only_as_far_as_it_must(site, page):
    open_hand(page, f"{site}/{HAND}")
    press(page, "4*33+1")
    expect(page.locator(".hand .piece")).to_have_count(2)
    assert fv.count("16 6") == 0
    page.keyboard.press("h")
    expect(page.get_by_role("heading", name="Hints for 6, 6, 10")).to_be_visible()
    expect(page.locator(".hints li")).to_have_text(
        ["Take back one step.", *str(fv.hint("6 6 10")).splitlines()]
    )


def test_a_warning_counts_as_help(site, page):
    open_hand(page, f"{site}/{HAND}")
    press(page, "1-2")
    expect(says(page)).to_contain_text("You cannot make 24 from here.")
    page.keyboard.press("Escape")
    press(page, KEYS)
    expect(says(page)).to_contain_text("with 1 warning.")


def test_a_hand_of_a_link_may_have_no_solution_and_says_so_at_the_end(site, page):
    open_hand(page, f"{site}/?numbers=1,1,1,1")
    button(page, "No solution").click()
    expect(says(page)).to_contain_text("Right: there is no solution.")
    open_hand(page, f"{site}/?numbers=1,1,1,2")
    button(page, "Show solutions").click()
    expect(says(page)).to_have_text("This hand has no solution.")
    open_hand(page, f"{site}/?cards=8s,8h,3d,3c")
    button(page, "No solution").click()
    expect(says(page)).to_have_text("There is one solution.")
    open_hand(page, f"{site}/daily?date={PAST}")
    expect(button(page, "No solution")).to_have_count(0)


def test_a_record_of_the_first_version_is_read_but_feeds_no_streak(site, page):
    today = fv.puzzle.daily().date
    old = {
        "version": 1,
        "settings": {"warns": False},
        "play": {"solved": 3, "given_up": 1, "hints": 2, "streak": 2, "best_streak": 2},
        "daily": {
            today: {
                "24": {"solved": True, "seconds": 5, "hints": 1},
                "countdown": {"points": 7, "distance": "3", "seconds": 9},
                "digits": {"stars": 12, "of": 15},
            },
            PAST: 5,
        },
    }
    page.goto(f"{site}/judge")
    store(page, old)
    open_hand(page, f"{site}/daily")
    expect(shared(page)).to_have_value(
        re.compile(
            "24: solved in 5 seconds with 1 hint[.]\n"
            "Countdown: 7 points, 3 away[.]\nDigits: 12 of 15 stars[.]"
        )
    )
    expect(figure(page, "Days played")).to_have_text("1")
    expect(figure(page, "Days in a row")).to_have_text("0")
    open_hand(page, f"{site}/{HAND}")
    expect(figure(page, "Solved")).to_have_text("3")
    press(page, KEYS)
    expect(figure(page, "In a row")).to_have_text("3")


def test_the_stored_record_has_when_a_puzzle_was_seen_its_hints_and_its_end(site, page):
    open_hand(page, f"{site}/{HAND}")
    page.keyboard.press("h")
    expect(page.locator(".hints li")).not_to_have_count(0)
    solve_hand(page)
    stored = stored_record(page)
    (puzzle,) = stored["puzzles"]["play"].values()
    assert puzzle["first_seen"] <= puzzle["outcome"]["ended"]
    assert (puzzle["hints"], puzzle["outcome"]["solved"]) == (1, True)


def test_the_oldest_puzzles_are_forgotten(site, page):
    page.goto(f"{site}/judge")
    puzzles = {f"cards={number}": {"first_seen": "2026-01-01"} for number in range(600)}
    text = json.dumps({"version": 2, "puzzles": {"play": puzzles}})
    store(page, text)
    open_hand(page, f"{site}/{HAND}")
    solve_hand(page)
    stored = stored_record(page)["puzzles"]["play"]
    assert len(stored) == 500
    assert "cards=599" in stored
    assert "cards=100" not in stored
