"""Sprints, the ladder and the choices of Play in a real browser."""

import re

import pytest

import facevalue as fv
from tests.web.browser import (
    button,
    expect,
    open_hand,
    press,
    says,
    store,
    stored_record,
    type_answer,
)

pytestmark = pytest.mark.slow


def numbers_on(page):
    return [
        piece.get_attribute("aria-label").split(",")[0]
        for piece in page.locator(".hand .piece").all()
    ]


def start(site, page):
    page.clock.install()
    page.goto(f"{site}/sprint")
    button(page, "Start").click()
    expect(page.locator(".hand .piece")).to_have_count(4)


def solve(page, count):
    """Solve a hand; `count` are solved then. Returns how hard it was."""
    numbers = numbers_on(page)
    type_answer(page, str(fv.solve(numbers).first))
    expect(says(page)).to_contain_text("Right:")
    points = sum(10 + 2 * min(row, 10) for row in range(count))
    expect(page.locator(".facts")).to_contain_text(f"{points} points")
    return fv.difficulty(numbers).percentile


def test_a_sprint_gives_more_points_for_a_row_and_its_hands_become_harder(site, page):
    start(site, page)
    for count in (1, 2, 3):
        low = 5 * (count - 1)
        assert low <= solve(page, count) <= low + 25
    page.clock.run_for(181_000)
    expect(says(page)).to_contain_text("Time is up: 36 points for 3 hands.")
    expect(says(page)).to_contain_text("Your best sprint.")
    expect(page.locator("#record")).to_contain_text("Today36")
    stored = stored_record(page)
    assert [run["hands"] for run in stored["sprint"]["runs"]] == [3]


def test_a_wrong_answer_and_a_skip_cost_time_and_end_the_row(site, page):
    start(site, page)
    solve(page, 1)
    type_answer(page, "+".join(numbers_on(page)) + "+0")
    expect(says(page)).to_contain_text("A wrong answer costs 5 seconds.")
    page.locator("h1").click()
    page.keyboard.press("n")
    expect(says(page)).to_contain_text("Skipped, for 10 seconds.")
    page.clock.run_for(1_000)
    expect(page.locator(".facts")).to_contain_text(re.compile(r"2:4[0-5] left, 10 points$"))
    page.clock.run_for(166_000)
    expect(says(page)).to_contain_text("Time is up: 10 points for 1 hand.")


def test_what_is_typed_when_the_sprint_ends_counts(site, page):
    start(site, page)
    solution = str(fv.solve(numbers_on(page)).first)
    page.get_by_label("Or type the whole answer").fill(solution)
    page.clock.run_for(181_000)
    expect(says(page)).to_contain_text("Time is up: 10 points for 1 hand.")


def test_a_sprint_has_no_hints_and_shows_no_solution(site, page):
    start(site, page)
    page.keyboard.press("h")
    expect(button(page, "Hint")).to_have_count(0)
    expect(button(page, "Show solutions")).to_have_count(0)
    solve(page, 1)
    expect(page.locator(".answer-list")).to_have_count(0)


def choose(page, **choices):
    page.locator("#choices summary").click()
    for name, value in choices.items():
        before = page.url
        page.locator(f"#choose-{name}").select_option(value)
        expect(page).not_to_have_url(before)


@pytest.mark.parametrize("level", ["easy", "hard"])
def test_hands_are_dealt_by_difficulty_and_the_choice_is_remembered(site, page, level):
    open_hand(page, f"{site}/")
    choose(page, level=level)
    low, high = {"easy": (0, 33), "hard": (67, 100)}[level]
    assert low <= fv.difficulty(numbers_on(page)).percentile <= high
    page.reload()
    expect(page.locator("#choices summary")).to_contain_text(f"{level} difficulty")
    page.keyboard.press("n")
    expect(page.locator(".hand .piece")).to_have_count(4)


def test_the_target_and_the_number_of_cards_can_be_chosen(site, page):
    open_hand(page, f"{site}/")
    choose(page, target="36", size="5")
    expect(page.locator(".hand .piece")).to_have_count(5)
    expect(page.locator("h1")).to_have_text("Make 36 from five cards")
    assert fv.count(numbers_on(page), 36) > 0


@pytest.mark.parametrize("rules", ["whole", "krypto", "krypto-any", "make10", "train"])
def test_a_hand_of_other_rules_is_solved_step_by_step_and_its_link_keeps_the_rules(
    site, page, rules
):
    open_hand(page, f"{site}/")
    choose(page, rules=rules)
    expect(page).to_have_url(re.compile(f"rules={rules}$"))
    numbers, target = numbers_on(page), page.locator(".goal strong").inner_text()
    page.keyboard.press("h")
    expect(page.locator(".hints li")).to_have_text(
        str(fv.hint(numbers, target, rules)).splitlines()
    )
    type_answer(page, str(fv.solve(numbers, target, rules).first))
    expect(says(page)).to_contain_text("Solved in")


def test_hints_for_what_is_left_of_krypto_use_its_rules(site, page):
    open_hand(page, f"{site}/?numbers=1,2,3,4,12&target=24&rules=krypto")
    press(page, "1-2")  # turned round: 2 - 1
    expect(says(page)).to_contain_text("2 − 1 = 1.")
    page.keyboard.press("h")
    expect(page.get_by_role("heading", name="Hints for 1, 3, 4, 12")).to_be_visible()
    expect(page.locator(".hints li")).to_have_text(
        str(fv.hint("1 3 4 12", 24, "whole")).splitlines()
    )


def test_train_digits_keep_their_order(site, page):
    page.goto(f"{site}/?numbers=9,1,1,1&target=10&rules=train")
    expect(says(page)).to_contain_text("make 10")
    press(page, "1+3")
    expect(says(page)).to_contain_text("combine two neighbours")
    page.keyboard.press("Escape")
    press(page, "2-1")  # 9 is first
    expect(page.locator(".steps-made li")).to_have_text(["9 − 1 = 8"])


def test_rules_that_the_page_does_not_play_are_refused(site, page):
    page.goto(f"{site}/?numbers=1,2&rules=digits")
    expect(page.get_by_role("alert")).to_contain_text("does not play by the rules “digits”")


def test_the_ladder_goes_up_with_quick_answers_and_down_after_giving_up(site, page):
    open_hand(page, f"{site}/")
    choose(page, level="ladder")
    summary = page.locator("#choices summary")
    expect(summary).to_contain_text("rung 1 of 20")
    for rung in (2, 3):
        numbers = numbers_on(page)
        assert fv.difficulty(numbers).percentile <= 5 * (rung - 1)
        page.wait_for_load_state("networkidle")
        type_answer(page, str(fv.solve(numbers).first))
        expect(summary).to_contain_text(f"rung {rung} of 20")
        before = page.url
        button(page, "Next hand").click()
        expect(page).not_to_have_url(before)
    button(page, "Show solutions").click()
    expect(summary).to_contain_text("rung 2 of 20")


def test_damaged_choices_are_the_usual_ones(site, page):
    page.goto(f"{site}/judge")
    settings = {"play_rules": "oberon", "play_size": "99", "play_level": 5}
    damaged = {"version": 2, "settings": settings, "play": {"rung": "x", "times": [None, "a", 3]}}
    store(page, damaged)
    page.goto(f"{site}/")
    expect(page.locator("#choices summary")).to_have_text("4 cards, make 24, any difficulty")
    expect(page.locator("#record")).to_contain_text("0:03")
