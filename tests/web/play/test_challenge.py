"""Challenges in a real browser: the same hands by a link, and times next to each other."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest

import facevalue as fv
from tests.web.browser import button, expect, says, type_answer, watched

pytestmark = pytest.mark.slow

SEED = 7
FIRST = 1_000_000_000 + 100 * SEED  # the seed of its first hand


def hand(place, seed=FIRST):
    return fv.deal("classic", seed=seed + place, solvable=True)


def answer(page, place):
    type_answer(page, str(hand(place).solve().first))


def start(page):
    button(page, "Start").click()
    expect(page.locator(".facts")).to_contain_text("Hand 1 of 5")


def play(page, *, skipping=()):
    start(page)
    for place in range(5):
        numbers = ", ".join(map(str, hand(place).numbers))
        expect(page.locator(".facts")).to_contain_text(f"Hand {place + 1} of 5")
        labels = [each.get_attribute("aria-label") for each in page.locator(".hand .piece").all()]
        assert ", ".join(label.split(",")[0] for label in labels) == numbers
        if place in skipping:
            button(page, "Skip").click()
        else:
            answer(page, place)
    expect(says(page)).to_contain_text("All hands are over.")


def sent_link(page):
    return page.get_by_label("Link", exact=True).input_value()


def test_the_link_of_a_played_challenge_compares_the_times_of_two_players(site, browser):
    with watched(browser) as page:
        page.goto(f"{site}/challenge?seed={SEED}&hands=5")
        play(page, skipping={2})
        expect(page.locator("#times-say")).to_contain_text("You solved 4 of 5 hands in 0:0")
        page.get_by_label("Your name").fill("Ann")
        link = sent_link(page)
    query = parse_qs(urlsplit(link).query)
    assert query["name"] == ["Ann"]
    assert query["times"][0].split(",")[2] == "x"
    with watched(browser) as page:
        page.goto(link)
        expect(says(page)).to_contain_text("Ann challenges you to 5 hands.")
        play(page)
        expect(page.locator("#times-say")).to_contain_text("You win. You solved 5 of 5 hands")
        expect(page.locator("#times-say")).to_contain_text("Ann solved 4 in")
        expect(page.locator("#times thead th")).to_have_text(["Hand", "You", "Ann", "People"])
        expect(page.locator("#times tbody tr").nth(2).locator("td").nth(1)).to_have_text("–")  # noqa: RUF001
        seconds = round(fv.difficulty(hand(0).numbers).seconds)
        expect(page.locator("#times tbody tr").first.locator("td").last).to_have_text(
            f"{seconds // 60}:{seconds % 60:02}"
        )


@pytest.mark.parametrize("change", ["times", "name", "cut"])
def test_damaged_times_are_refused(site, page, change):
    page.goto(f"{site}/challenge?seed={SEED}&hands=5")
    play(page, skipping=set(range(5)))
    link = sent_link(page)
    damaged = {
        "times": link.replace("x,x", "x,1.5", 1),
        "name": link.replace("&sum=", "&name=Bob&sum="),
        "cut": link[:-3],
    }[change]
    assert damaged != link
    page.goto(damaged)
    expect(page.get_by_role("alert")).to_contain_text("The times in this link are damaged")


def test_a_challenge_resumes_after_a_reload_and_counts_once(site, page):
    page.goto(f"{site}/challenge?seed={SEED}&hands=5")
    start(page)
    answer(page, 0)
    expect(page.locator(".facts")).to_contain_text("Hand 2 of 5")
    page.reload()
    expect(says(page)).to_contain_text("You can resume.")
    button(page, "Start").click()
    for place in range(1, 5):
        expect(page.locator(".facts")).to_contain_text(f"Hand {place + 1} of 5")
        answer(page, place)
    expect(page.locator("#times-say")).to_contain_text("You solved 5 of 5")
    link = sent_link(page)
    page.reload()
    expect(page.locator("#times-say")).to_contain_text("You solved 5 of 5")
    button(page, "Play again").click()
    for _ in range(5):
        button(page, "Skip").click()
    expect(says(page)).to_contain_text("Only your first times count.")
    assert sent_link(page) == link


def test_a_new_challenge_has_as_many_hands_as_chosen(site, page):
    page.goto(f"{site}/challenge")
    expect(page).to_have_url(re.compile("hands=5$"))
    page.locator("#hands").select_option("20")
    expect(page).to_have_url(re.compile("hands=20$"))
    button(page, "Start").click()
    expect(page.locator(".facts")).to_contain_text("Hand 1 of 20")
    page.goto(f"{site}/challenge")
    expect(page).to_have_url(re.compile("hands=20$"))


def test_a_sheet_for_a_class_has_the_hands_and_their_solutions(site, page):
    page.goto(f"{site}/challenge?seed={SEED}&hands=5")
    page.evaluate("window.print = () => { window.printed = true }")
    button(page, "Print for a class").click()
    page.wait_for_function("window.printed")
    page.emulate_media(media="print")
    expect(page.locator("#sheet .hands > li")).to_have_count(5)
    expect(page.locator("#sheet .card-face").first).to_be_visible()
    expect(page.locator("#game")).to_be_hidden()
    solutions = [
        f"{', '.join(map(str, hand(place).numbers))}: {hand(place).solve().first} = 24"
        for place in range(5)
    ]
    expect(page.locator("#sheet .solutions li")).to_have_text(solutions)


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("seed=x", "The seed must be a whole number with at most 9 digits, not “x”."),
        ("seed=7&hands=6", "A challenge has 5, 10, 20 hands, not “6”."),
        ("hands=5", "The address of a challenge needs a seed."),
    ],
)
def test_a_wrong_address_of_a_challenge_is_explained(site, page, query, words):
    page.goto(f"{site}/challenge?{query}")
    expect(page.get_by_role("alert")).to_have_text(words)
    button(page, "New hands").click()
    expect(button(page, "Start")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)
