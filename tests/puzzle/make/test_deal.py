"""Dealing: the deck of each game, frequencies, and the same deals for a seed."""

from collections import Counter
from datetime import date
from fractions import Fraction
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

import facevalue as fv
from facevalue import randomness
from tests.oracles.rows import vectors

SEEDS = st.integers(0, 2**64 - 1)
LARGE = (25, 50, 75, 100)


def dealt(count, *arguments, **options):
    return list(islice(fv.puzzle.deals(*arguments, **options), count))


def test_every_game_is_dealt_from_a_deck_and_every_deck_is_of_a_game():
    assert set(fv.puzzle.DECKS.values()) == {rules.deck for rules in fv.RULES.values()}


OWN = fv.Rules(
    "mine",
    size=3,
    use="any",
    target=7,
    deck=fv.puzzle.DeckSpec("coins", kind="tiles", small=(1, 1, 2, 5, 10), large=(20, 50), size=4),
    scoring=fv.puzzle.Scoring("near", ((0, 4), (2, 1)), no_solution=3),
)


def test_custom_rules_are_dealt_generated_played_and_solved():
    deal = fv.deal(OWN, seed=1, large=1)
    assert deal.rules == OWN
    assert deal.numbers[0] in (20, 50)
    assert (3, 7) == (len(deal.numbers), deal.target)
    assert {1, 2, 5, 10, 20, 50} == {
        int(number) for puzzle in fv.generate(OWN) for number in puzzle.numbers
    }
    current = fv.puzzle.Round(fv.Puzzle("1 5 2", rules=OWN))
    current.answer("1+5+2")
    assert (1, 4) == (current.points, current.most_points)
    assert current.answer("5+2").correct


def test_large_tiles_are_limited_by_the_number_of_tiles():
    assert {3} == {len(fv.deal(OWN, seed=seed, large=2).numbers) for seed in range(20)}
    few = fv.puzzle.DeckSpec("few", kind="tiles", small=(1, 2), large=(25, 50, 75), size=4)
    assert 4 == len(fv.deal(fv.Rules("few", deck=few), seed=1, large=2).numbers)
    with pytest.raises(fv.RuleError, match="large must be a whole number from 2 to 3, not 0"):
        fv.deal(fv.Rules("few", deck=few), seed=1, large=0)
    with pytest.raises(fv.RuleError, match="large must be a whole number from 0 to 3, not 4"):
        fv.deal(fv.Rules("three", size=3, deck="countdown-tiles"), large=4)


@pytest.mark.parametrize(
    "options",
    [
        {"small": "123"},
        {"small": (1, "2")},
        {"small": (1.5,)},
        {"small": ()},
        {"small": (10**10,)},
        {"small": (52,), "kind": "cards"},
        {"large": None},
        {"targets": range(0, 100, 10)},
        {"targets": (9, 1)},
        {"targets": range(10**30)},
        {"next_is_target": 1},
        {"name": ""},
        {"summary": None},
    ],
)
def test_a_deck_of_wrong_things_is_refused(options):
    right = {"name": "mine", "kind": "tiles", "small": (1, 2), "size": 1}
    with pytest.raises(fv.RuleError):
        fv.puzzle.DeckSpec(**right | options)
    with pytest.raises(fv.RuleError):
        fv.Rules("mine", deck=right | options)


@pytest.mark.parametrize(
    ("name", "points", "no_solution"),
    [
        ("exact", [10, 0, 0, 0, 0, 0, 0, 0], 10),
        ("countdown", [10, 7, 7, 5, 5, 0, 0, 0], 0),
        ("stars", [3, 2, 2, 2, 2, 1, 1, 0], 0),
    ],
)
def test_a_scoring_gives_its_points_by_distance(name, points, no_solution):
    scoring = fv.puzzle.SCORINGS[name]
    distances = (0, 1, 5, 6, 10, 11, 25, 26)
    assert points == [scoring.points_for(distance) for distance in distances]
    assert no_solution == scoring.no_solution


@pytest.mark.parametrize("points", [None, (), 5, ((0,),), ((0, "x"),), ((0, 1, 2),), ((-1, 5),)])
def test_a_scoring_of_wrong_things_is_refused(points):
    with pytest.raises(fv.RuleError):
        fv.puzzle.Scoring("mine", points)


def test_a_scoring_needs_a_name():
    with pytest.raises(fv.RuleError, match="name"):
        fv.puzzle.Scoring("", ((0, 1),))


@pytest.mark.parametrize("fields", [{}, {"kind": "tiles"}, {"nosuch": 1}])
def test_a_deck_with_missing_or_unknown_fields_is_refused(fields):
    with pytest.raises(fv.RuleError, match=r"^deck: "):
        fv.Rules("mine", deck=fields)


def test_rules_are_read_back_from_their_fields():
    assert fv.Rules(**OWN.as_dict()) == OWN


def test_custom_rules_that_need_more_cards_than_their_deck_has_are_refused():
    rules = fv.Rules(
        "many", size=6, deck=fv.puzzle.DeckSpec("d", kind="tiles", small=(1, 2), size=2)
    )
    with pytest.raises(fv.RuleError, match="size must be a whole number from 1 to 2, not 6"):
        fv.deal(rules)


@pytest.mark.parametrize("rules", fv.RULES)
def test_a_deal_can_be_posed_under_its_rules(rules):
    deal = fv.deal(rules, seed=1)
    assert deal.rules == fv.RULES[rules]
    assert len(deal.numbers) == fv.RULES[rules].dealt
    assert deal.solve().target == deal.target


@given(seed=SEEDS, rules=st.sampled_from(sorted(fv.RULES)))
def test_the_same_seed_deals_the_same(seed, rules):
    assert fv.deal(rules, seed=seed) == fv.deal(rules, seed=seed)


def test_without_a_seed_deals_differ():
    assert len({str(fv.deal("countdown")) for _ in range(20)}) > 1


def test_a_seed_deals_the_same_on_every_machine():
    assert str(fv.deal(seed=24)) == "6c 7s 4d 3d -> 24"
    assert str(fv.deal("countdown", seed=24)) == "1 3 100 10 8 10 -> 964 (countdown)"
    assert str(fv.deal("krypto", seed=24)) == "13 9 2 16 11 -> 10 (krypto)"
    assert str(fv.deal("make10", seed=24)) == "8 5 8 5 -> 10 (make10)"


@given(seed=SEEDS)
def test_cards_are_different_and_match_the_numbers(seed):
    deal = fv.deal(seed=seed)
    assert len(set(deal.cards)) == 4
    assert list(deal.numbers) == [card.value for card in deal.cards]
    assert deal.target == 24


@given(seed=SEEDS, large=st.integers(0, 4))
def test_as_many_large_tiles_as_requested_come_first(seed, large):
    deal = fv.deal("countdown", seed=seed, large=large)
    assert [number in LARGE for number in deal.numbers] == [True] * large + [False] * (6 - large)
    assert all(count == 1 for number, count in Counter(deal.numbers).items() if number in LARGE)
    assert all(1 <= number <= 10 for number in deal.numbers[large:])
    assert max(Counter(deal.numbers).values()) <= 2
    assert 101 <= deal.target <= 999


@pytest.mark.slow
def test_tiles_are_drawn_from_all_24_alike():
    counts = Counter(number for deal in dealt(4000, "countdown", seed=2) for number in deal.numbers)
    # Each of the 24 tiles comes in a quarter of the draws: 1000, give or take five deviations.
    assert set(counts) == {*range(1, 11), *LARGE}
    assert all(850 < count / (1 if tile in LARGE else 2) < 1150 for tile, count in counts.items())


@pytest.mark.slow
def test_every_target_of_countdown_comes():
    targets = {int(deal.target) for deal in dealt(12_000, "countdown", seed=3)}
    assert targets == set(range(101, 1000))


def test_the_sixth_card_of_krypto_is_the_target():
    pack = [*range(1, 7)] * 3 + [*range(7, 11)] * 4 + [*range(11, 18)] * 2 + [*range(18, 26)]
    assert len(pack) == 56
    for deal in dealt(200, "krypto", seed=4):
        drawn = Counter(map(int, (*deal.numbers, deal.target)))
        assert sum(drawn.values()) == 6
        assert drawn <= Counter(pack)


def test_digits_may_all_be_the_same():
    deals = dealt(4000, "make10", seed=5)
    assert any(len(set(deal.numbers)) == 1 for deal in deals)
    assert {int(number) for deal in deals for number in deal.numbers} == set(range(10))
    assert min(min(deal.numbers) for deal in dealt(200, "oberon", seed=5)) == 1


def test_solvable_deals_are_those_that_have_a_solution():
    every = dealt(60, seed=6)
    solvable = [deal for deal in every if fv.solve(deal.numbers)]
    assert solvable == dealt(len(solvable), seed=6, solvable=True)
    assert len(solvable) < len(every)


def test_four_cards_make_24_as_often_as_they_should():
    deals = dealt(3000, seed=7)
    share = fv.solvable_many([list(map(int, deal.numbers)) for deal in deals]).mean()
    assert share == pytest.approx(0.8046, abs=0.03)  # four deviations


@pytest.mark.parametrize(("arguments", "options", "message"), vectors("rules", "impossible deals"))
def test_impossible_deals_are_refused_before_the_first_deal(arguments, options, message):
    with pytest.raises(fv.RuleError) as error:
        fv.puzzle.deals(*arguments, **options)
    assert str(error.value).startswith(message)


def test_dealing_ends_even_if_puzzles_are_hardly_ever_solvable():
    sums = fv.Rules("classic", operators="+", target=1000)
    with pytest.raises(
        fv.LimitError, match="2000 deals in a row have no solution; the last one was '"
    ):
        fv.deal(sums, seed=1, solvable=True)


@pytest.mark.parametrize(
    ("kind", "numbers", "message"),
    [
        ("dice", 2, "kind must be one of cards, tiles, digits, not 'dice'"),
        ("tiles", 4, "size must be a whole number from 1 to 3, not 4"),
        ("tiles", 0, "size must be a whole number from 1 to 3, not 0"),
    ],
)
def test_a_deck_that_cannot_be_dealt_from_is_refused(kind, numbers, message):
    with pytest.raises(fv.RuleError) as error:
        fv.puzzle.DeckSpec("mine", kind=kind, small=(1, 2, 3), size=numbers)
    assert str(error.value) == message


def test_a_deal_is_a_value():
    deal = fv.Puzzle("6 6 5 2", "17")
    assert deal == fv.Puzzle([6, 6, 5, 2], 17)
    assert hash(deal) == hash(fv.Puzzle([6, 6, 5, 2], Fraction(17)))
    assert str(deal) == "6 6 5 2 -> 17"
    assert str(fv.Puzzle("KS QD 3C 3H", cards=fv.parse_cards("KS QD 3C 3H"))) == "Ks Qd 3c 3h -> 24"


@pytest.mark.parametrize(
    "puzzle",
    [
        fv.Puzzle(cards="KS QD 3C 3H"),
        fv.Puzzle("13 12 3 3"),
        fv.Puzzle("-1 3/4 5", "7/2", "countdown"),
        fv.deal("krypto", seed=3),
    ],
)
def test_the_text_of_a_puzzle_means_the_same_puzzle(puzzle):
    assert fv.Puzzle.parse(str(puzzle)) == puzzle


def test_a_string_that_repeats_a_card_means_numbers():
    assert fv.Puzzle.parse("KS KS 3C 3H") == fv.Puzzle("13 13 3 3")


def test_cards_that_are_other_numbers_are_refused():
    with pytest.raises(
        fv.RuleError, match=r"the values of the cards 'Ks Qd' are not the numbers 13 11"
    ):
        fv.Puzzle("13 11", cards=fv.parse_cards("KS QD"))


def test_the_random_words_agree_with_split_mix_64():
    # The first outputs of the authors' C program for the seed 1234567.
    words = [6457827717110365317, 3203168211198807973, 9817491932198370423]
    assert words == list(islice(randomness.split_mix64(1234567), 3))


@given(seed=SEEDS, bound=st.integers(1, 2**64 - 1))
def test_no_remainder_is_favoured(seed, bound):
    # Words from the last, incomplete, run of remainders up are drawn again.
    last = 2**64 - 2**64 % bound
    expected = next(word % bound for word in randomness.split_mix64(seed) if word < last)
    assert expected == randomness.random_below(bound, randomness.split_mix64(seed))


@given(items=st.lists(st.integers()), seed=SEEDS)
def test_a_shuffle_loses_nothing(items, seed):
    assert Counter(items) == Counter(randomness.shuffled(items, randomness.split_mix64(seed)))


def test_a_game_of_digits_has_five_rising_targets_for_the_same_numbers():
    for seed in range(20):
        game = fv.puzzle.deal_game("digits", seed=seed)
        assert len({puzzle.numbers for puzzle in game}) == 1
        for puzzle, low in zip(game, (51, 141, 231, 321, 411), strict=True):
            assert low <= puzzle.target < low + 90


def test_every_target_of_a_solvable_game_can_be_made():
    for seed in range(10):
        assert all(each.is_solvable for each in fv.puzzle.deal_game(seed=seed, solvable=True))


def test_a_game_of_one_round_is_the_deal():
    options = {"seed": 5, "large": 2, "solvable": True}
    assert fv.puzzle.deal_game("countdown", **options) == (fv.deal("countdown", **options),)
    assert fv.puzzle.deal_game("classic", seed=5)[0].cards == fv.deal(seed=5).cards


def test_a_game_whose_targets_cannot_be_made_ends():
    deck = fv.puzzle.DeckSpec(
        "far", kind="tiles", small=(1, 1), size=2, targets=range(50, 60), rounds=2
    )
    rules = fv.Rules("far", deck=deck)
    with pytest.raises(fv.LimitError, match="2000 deals in a row have a target"):
        fv.puzzle.deal_game(rules, seed=1, solvable=True)


@pytest.mark.parametrize("rounds", [0, 11, 1.5, None])
def test_a_deck_has_at_most_as_many_rounds_as_targets(rounds):
    with pytest.raises(fv.RuleError, match="rounds must be a whole number from 1 to 10"):
        fv.puzzle.DeckSpec(
            "mine", kind="tiles", small=(1, 2), size=2, targets=range(10), rounds=rounds
        )


def test_stars_are_three_two_or_one():
    stars = fv.puzzle.SCORINGS["stars"]
    assert [stars.points_for(distance) for distance in (0, 1, 10, 11, 25, 26)] == [3, 2, 2, 1, 1, 0]


def test_the_puzzles_of_a_day_are_dealt_by_its_date():
    day = fv.puzzle.daily("2026-02-01")
    assert (day.number, day.seed) == (32, 20260201)
    assert fv.puzzle.daily("2026-01-01").number == 1
    assert day.classic == fv.deal(seed=20260201, solvable=True)
    assert day.countdown == fv.deal("countdown", seed=20260201, solvable=True)
    assert day.digits == fv.puzzle.deal_game(seed=20260201, solvable=True)
    assert fv.puzzle.daily(date(2026, 2, 1)) == day


@pytest.mark.parametrize("day", ["2025-12-31", "2026-02-30", "today", 20260201, True])
def test_an_invalid_day_is_refused(day):
    with pytest.raises(fv.RuleError):
        fv.puzzle.daily(day)
