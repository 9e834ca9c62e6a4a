"""The page of the player in a real browser: history, the record as a file, damaged storage."""

from pathlib import Path

import pytest

from tests.web.browser import (
    HAND,
    PAST,
    button,
    expect,
    open_hand,
    says,
    serve_modules,
    solve_hand,
    store,
)

pytestmark = pytest.mark.slow


def solve(site, page):
    open_hand(page, f"{site}/{HAND}")
    page.wait_for_load_state("networkidle")
    solve_hand(page)


def test_a_hand_is_in_the_history_and_can_be_played_again(site, page):
    solve(site, page)
    page.goto(f"{site}/daily?date={PAST}")
    button(page, "Show solutions").click()
    page.goto(f"{site}/you")
    rows = page.locator("#history tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("Daily 24: 2026-03-01")
    expect(rows.first).to_contain_text("not solved")
    expect(rows.nth(1)).to_contain_text("24: 2c 5d 6h 6s")
    page.locator("#longest a").click()
    expect(page.locator(".hand .piece")).to_have_count(4)
    expect(says(page)).to_contain_text("You have solved this before")


def test_times_are_compared_by_difficulty(site, page):
    page.goto(f"{site}/judge")
    hands = {
        f"numbers={number}": {
            "first_seen": "2026-03-01",
            "seconds": seconds,
            "outcome": {
                "ended": "2026-03-01T10:00:00Z",
                "solved": True,
                "percentile": percentile,
                "people": 50,
            },
        }
        for number, (seconds, percentile) in enumerate([(5, 10), (7, 20), (65, 30), (30, 99.9)])
    }
    record = {"version": 2, "puzzles": {"play": hands}}
    store(page, record)
    page.goto(f"{site}/you")
    rows = page.locator("#levels tbody tr")
    expect(rows.first.locator("th, td")).to_have_text(["easy", "3", "0:07", "0:50"])
    expect(rows.nth(1).locator("th, td")).to_have_text(["medium", "0", "–", "–"])  # noqa: RUF001
    expect(rows.nth(2).locator("th, td")).to_have_text(["hard", "1", "0:30", "0:50"])
    expect(page.locator("#longest tbody th").first).to_have_text("2")


def test_a_long_history_is_shown_in_parts(site, page):
    page.goto(f"{site}/judge")
    outcome = {"ended": "2026-03-01T10:00:00Z", "solved": True}
    hands = {f"numbers={number}": {"first_seen": "x", "outcome": outcome} for number in range(70)}
    record = {"version": 2, "puzzles": {"play": hands}}
    store(page, record)
    page.goto(f"{site}/you")
    expect(page.locator("#history tbody tr")).to_have_count(30)
    button(page, "Show more").click()
    button(page, "Show more").click()
    expect(page.locator("#history tbody tr")).to_have_count(70)
    expect(button(page, "Show more")).to_have_count(0)


def test_a_saved_record_is_loaded_in_another_browser(site, browser, page, tmp_path):
    solve(site, page)
    page.goto(f"{site}/you")
    with page.expect_download() as saving:
        button(page, "Save as a file").click()
    saved = tmp_path / "facevalue.json"
    saving.value.save_as(saved)
    other = browser.new_context().new_page()
    other.goto(f"{site}/you")
    expect(other.locator("#record")).to_contain_text("Solved0")
    other.locator("input[type=file]").set_input_files(saved)
    button(other, "Replace everything").click()
    expect(other.get_by_text("The record has been loaded.")).to_be_visible()
    expect(other.locator("#record")).to_contain_text("Solved1")
    expect(other.locator("#history tbody tr")).to_have_count(1)
    other.reload()
    expect(other.locator("#record")).to_contain_text("Solved1")
    other.context.close()


@pytest.mark.parametrize("content", ["{", "[]", '{"version": 99}', '"x"', "null"])
def test_a_file_that_is_not_a_record_changes_nothing(site, page, tmp_path, content):
    solve(site, page)
    page.goto(f"{site}/you")
    wrong = tmp_path / "wrong.json"
    wrong.write_text(content)
    page.locator("input[type=file]").set_input_files(wrong)
    button(page, "Replace everything").click()
    expect(page.get_by_text("This file is not a record that was saved here.")).to_be_visible()
    expect(page.locator("#record")).to_contain_text("Solved1")


@pytest.mark.parametrize("text", ['{"version": 2, "play', "5", "nonsense"])
def test_a_damaged_record_is_set_aside_and_can_be_saved(site, page, text):
    page.goto(f"{site}/judge")
    store(page, text)
    solve(site, page)
    page.goto(f"{site}/you")
    expect(page.locator("#record")).to_contain_text("Solved1")
    with page.expect_download() as saving:
        button(page, "Save the old one as a file").click()
    assert Path(saving.value.path()).read_text(encoding="utf-8") == text
    button(page, "Clear…").click()
    button(page, "Clear everything").click()
    expect(page.locator("#damaged")).to_be_hidden()


RATING = """async (levels) => {
    const { ratingAfter } = await import("/modules/js/record/rating.js");
    const percentiles = Array.from({ length: 200 }, (_, at) => (37 * at) % 100);
    const play = (isFast) => ratingAfter(percentiles.map((each) => ({ percentile: each, isFast: isFast(each) })));
    const few = Array.from({ length: 4 }, () => ({ percentile: 50, isFast: true }));
    return [ratingAfter(few), play(() => false), play(() => true), ...levels.map((level) => play((each) => each < level))];
}"""  # noqa: E501


def test_the_rating_is_where_a_player_is_as_fast_as_people(site, page):
    serve_modules(page)
    page.goto(f"{site}/judge")
    levels = [20, 50, 80]
    few, lowest, highest, *found = page.evaluate(RATING, levels)
    assert few is None
    assert (lowest, highest) == (0, 100)
    for level, rating in zip(levels, found, strict=True):
        assert abs(level - rating) <= 8


def test_the_rating_counts_rated_hands_in_the_order_of_play(site, page):
    page.goto(f"{site}/judge")
    hands = {
        f"numbers={number}": {
            "first_seen": "2026-03-01",
            "seconds": seconds,
            "outcome": {
                "ended": f"2026-03-0{number}T10:00:00Z",
                "solved": True,
                "percentile": 90,
                "people": people,
            },
        }
        for number, (seconds, people) in enumerate([(5, 50)] * 5 + [(5, None)], 1)
    }
    record = {"version": 2, "puzzles": {"play": hands}}
    store(page, record)
    page.goto(f"{site}/you")
    rating = 25.0
    for _ in range(5):
        rating += 8 * (1 - 1 / (1 + 10 ** ((90 - rating) / 30)))
    expect(page.locator("#record")).to_contain_text(f"Rating{rating:.0f}")
    page.goto(f"{site}/{HAND}")
    expect(page.locator("#record")).not_to_contain_text("Rating")
    page.locator("#choices summary").click()
    page.get_by_label("Difficulty").select_option("ladder")
    expect(page.locator("#record")).to_contain_text(f"Rating{rating:.0f}")
