"""Cactus Kev's evaluator agrees with the printed article, and its steps are right."""

import random
from collections import Counter
from itertools import combinations

import pytest

from facevalue import Card, CardError, Deck, RuleError, poker
from facevalue.poker import cactus, equity
from facevalue.poker.hands.rankings import CATEGORIES
from tests.oracles.rows import vectors

RANDOM = random.Random(54)


def numbers(text):
    return tuple(map(int, text.split()))


@pytest.mark.parametrize(("printed", "table", "start"), vectors("players", "kevs tables"))
def test_the_tables_are_the_same_as_in_the_article(printed, table, start):
    expected = numbers(printed)
    assert expected == getattr(cactus, table)[start : start + len(expected)]


def test_the_tables_are_as_long_as_in_the_article():
    lengths = [len(getattr(cactus, name)) for name in ("FLUSHES", "UNIQUE5", "PRODUCTS", "VALUES")]
    assert [7937, 7937, 4888, 4888] == lengths
    assert not any(cactus.FLUSHES[:31] + cactus.UNIQUE5[:31])


def test_every_value_is_in_exactly_one_table():
    tables = cactus.FLUSHES + cactus.UNIQUE5 + cactus.VALUES
    assert list(range(1, 7463)) == sorted(value for value in tables if value)


def test_there_is_no_other_table():
    with pytest.raises(AttributeError, match="SIXES"):
        _ = cactus.SIXES


def test_categories_end_where_the_article_says():
    counts = Counter(map(cactus.value_rank, range(1, 7463)))
    expected = [10, 156, 156, 1277, 10, 858, 858, 2860, 1277]
    assert expected == [counts[place] for place in range(9)]
    by_rules = Counter(
        poker.RANKINGS["high"].category_of(ranks, one_suit=one_suit)
        for ranks, one_suit in cactus.kinds()
    )
    assert dict(zip(CATEGORIES, expected, strict=True)) == by_rules


@pytest.mark.parametrize(("value", "cards"), vectors("players", "kevs values"))
def test_hands_have_the_values_that_kev_gives_them(value, cards):
    assert value == cactus.hand_value(cards) == cactus.hashed_value(cards)


def test_the_words_of_the_article():
    hand = cactus.words("7C 5D 4H 3S 2C")
    assert (2131213, 541447, 270853, 135427, 98306) == hand
    assert 7462 == cactus.hand_value(hand) == cactus.hand_value(list(hand))
    assert ["7c", "5d", "4h", "3s", "2c"] == [cactus.card_text(word) for word in hand]


def test_a_hand_is_printed_and_read_again():
    hand = cactus.shuffled(7)[:7]
    assert hand == cactus.words(cactus.hand_text(hand))
    assert "Kd" == cactus.hand_text([134236965])


def test_the_words_are_shuffled_as_the_deck_is():
    assert [card.kev for card in Deck(54)] == list(cactus.shuffled(54))
    assert set(cactus.deck()) == set(cactus.shuffled(54))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("hands", "board"),
    [
        (("AhKh", "QsQd"), ""),
        (("AhKh", "QsQd", "7c7d"), "2h7h9c"),
        (("2c2d", "3c3d"), "AsKsQsJsTs"),
    ],
)
def test_simulated_odds_are_within_five_standard_errors_of_the_exact_ones(hands, board):
    samples = 400
    odds = cactus.holdem_odds(*hands, board=board, samples=samples, seed=3)
    assert odds == cactus.holdem_odds(*hands, board=board, samples=samples, seed=3)
    exact = equity(*hands, board=board)
    for (wins, ties), share in zip(odds, exact.players, strict=True):
        for count, expected in ((wins, share.win), (ties, share.tie)):
            chance = expected / exact.deals
            error = (chance * (1 - chance) / samples) ** 0.5
            assert abs(count / samples - chance) <= 5 * error


@pytest.mark.parametrize(
    ("error", "message", "hands", "options"),
    [
        (CardError, "at least two hands", ("AhKh",), {}),
        (CardError, "at least two hands", ("AhKh", "QsQdJc"), {}),
        (CardError, "up to five", ("AhKh", "QsQd"), {"board": "2c3c4c5c6c7c"}),
        (CardError, "'Ah' is repeated", ("AhKh", "AhQd"), {}),
        (CardError, "'Qd' is repeated", ("AhKh", "QsQd"), {"board": "Qd"}),
        (
            CardError,
            "too few for 24 hands",
            [cactus.deck()[i : i + 2] for i in range(0, 48, 2)],
            {},
        ),
        (CardError, "seed must be", ("AhKh", "QsQd"), {"seed": -1}),
        (RuleError, "samples must be", ("AhKh", "QsQd"), {"samples": 0}),
    ],
)
def test_odds_that_cannot_be_simulated_are_refused(error, message, hands, options):
    with pytest.raises(error, match=message):
        cactus.holdem_odds(*hands, **options)


def test_the_deck_has_all_words():
    assert [Card(number).kev for number in range(52)] == list(cactus.deck())
    assert 52 == len(set(cactus.deck()))


def test_the_search_and_the_perfect_hash_find_every_product():
    places = [cactus.find(product) for product in cactus.PRODUCTS]
    hashed = [cactus.perfect_hash(product) for product in cactus.PRODUCTS]
    assert list(range(4888)) == places
    assert 4888 == len(set(hashed))
    assert set(hashed) <= set(range(len(cactus.HASH_VALUES)))
    assert list(cactus.VALUES) == [cactus.HASH_VALUES[place] for place in hashed]


@pytest.mark.parametrize("product", [0, 47, 49, 104553158])
def test_no_other_product_is_found(product):
    with pytest.raises(CardError, match=str(product)):
        cactus.find(product)


def test_seven_cards_are_worth_their_best_five():
    assert 190 == cactus.holdem_value("AS KD JC KH 2D 2S KC")
    for _ in range(50):
        hand = RANDOM.sample(range(52), 7)
        assert poker.evaluate(hand).value == cactus.holdem_value(hand)
        assert poker.evaluate(hand).value == cactus.hand_value(cactus.best_hand(hand))


@pytest.mark.parametrize("hole", [4, 5, 6])
@pytest.mark.parametrize("board", [3, 4, 5])
def test_omaha_takes_two_and_three(hole, board):
    game = "omaha" if hole == 4 else f"omaha{hole}"
    for _ in range(10):
        cards = RANDOM.sample(range(52), hole + board)
        own, shared = cards[:hole], cards[hole:]
        expected = min(
            cactus.hand_value([*two, *three])
            for two in combinations(own, 2)
            for three in combinations(shared, 3)
        )
        assert expected == cactus.omaha_value(own, shared)
        assert expected == poker.evaluate(own, game, board=shared).value


def test_two_aces_on_a_board_of_four_spades_make_no_flush():
    assert (
        "One Pair"
        == CATEGORIES[cactus.value_rank(cactus.omaha_value("As Ac 2h 3d", "Ks Qs Js 9s 7d"))]
    )


@pytest.mark.parametrize(
    ("call", "given", "message"),
    [
        (cactus.hand_value, "7C 5D 4H 3S", "the hand must have 5 cards, not 4"),
        (cactus.hand_value, "7C 5D 4H 3S 2C 2D", "the hand must have 5 cards, not 6"),
        (cactus.hand_value, "7C 5D 4H 3S 7C", "'7c' is repeated"),
        (cactus.hand_value, [2131213] * 5, "'7c' is repeated"),
        (cactus.hand_value, [2131214, 1, 2, 3, 4], "no card has the 32-bit word 2131214"),
        (cactus.card_text, 7, "no card has the 32-bit word 7"),
        (cactus.best_hand, "7C 5D 4H 3S", "the hand must have at least 5 cards, not 4"),
        (cactus.value_rank, 0, "a value must be from 1 to 7462, not 0"),
        (cactus.value_rank, 7463, "a value must be from 1 to 7462, not 7463"),
        (cactus.bitfield, "0s", "expected a rank of 23456789TJQKA: '0s'"),
    ],
)
def test_input_that_the_program_misreads_is_refused(call, given, message):
    with pytest.raises(CardError) as caught:
        call(given)
    assert message == str(caught.value)


@pytest.mark.parametrize(
    ("hole", "board", "message"),
    [
        ("As", "Ks Qs Js", "the hand must have at least 2 cards and the board 3, not 1 and 3"),
        ("As Ac", "Ks Qs", "the hand must have at least 2 cards and the board 3, not 2 and 2"),
        ("As Ac", "Ks Qs As", "'As' is repeated"),
    ],
)
def test_no_omaha_hand_is_refused(hole, board, message):
    with pytest.raises(CardError) as caught:
        cactus.omaha_value(hole, board)
    assert message == str(caught.value)


@pytest.mark.parametrize("place", range(9))
def test_the_steps_end_with_the_value(place):
    value = next(value for value in range(1, 7463) if cactus.value_rank(value) == place)
    ranks, one_suit = cactus.kinds()[value - 1]
    hand = [4 * rank + (0 if one_suit else suit % 4) for suit, rank in enumerate(sorted(ranks))]
    steps = list(cactus.explain(hand))
    assert steps[-1].startswith(f"{value}: {CATEGORIES[place]}, ")
    assert all(str(Card(number)) in "".join(steps) for number in hand)
    assert f" = {value}" in "".join(steps[5:-1])


def test_the_steps_of_seven_cards_start_with_the_best_five():
    assert "the best five of 7: Kd Kh 2d 2s Kc" == next(cactus.explain("AS KD JC KH 2D 2S KC"))


@pytest.mark.parametrize("product", ["x", 1.5, None])
def test_a_product_that_is_not_a_whole_number_is_refused(product):
    with pytest.raises(CardError, match="a product of primes must be a whole number"):
        cactus.perfect_hash(product)
