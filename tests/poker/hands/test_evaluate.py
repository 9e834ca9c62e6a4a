"""The value of one hand, arrays of hands, and counts of all hands, compared with the oracle."""

import os
import random
import subprocess
import sys
import warnings
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import chain, combinations, islice, permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from facevalue import Card, CardError, _core, poker
from facevalue.poker import cactus
from tests.oracles import poker as reference
from tests.oracles.rows import vectors

DECK = range(52)
# Around the widths of vectors, and some more, so that every length of a last part is met.
LENGTHS = [*range(70), 127, 128, 129, 1000]
# Where a bad row may hide among a thousand: both ends, and about the widths of vectors.
PLACES = [0, 1, 15, 16, 31, 32, 33, 63, 64, 511, 512, 998, 999]

any_hand = st.integers(5, 7).flatmap(
    lambda count: st.lists(st.sampled_from(DECK), min_size=count, max_size=count, unique=True)
)


def dealt(hands, cards, deck=DECK):
    """Random hands of card ids, one a row; the same each time."""
    randomness = random.Random(54)
    return np.array([randomness.sample(deck, cards) for _ in range(hands)], dtype=np.uint8)


def oracle(ids):
    """Kev's values of hands of card ids."""
    return [reference.kev([reference.DECK[card] for card in hand]) for hand in ids]


def ids_of(hands):
    """Hands of the oracle as card ids, one a row."""
    return np.array([[reference.DECK.index(card) for card in hand] for hand in hands], np.uint8)


@cache
def one_of_each_class():
    """A hand of every value from 1 to 7462."""
    found = {
        reference.kev(hand): hand for hand in chain(reference.all_ranks(), reference.all_flushes())
    }
    return ids_of(found[value] for value in range(1, 7463))


# Known answers ------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", reference.known("kev-values"), ids=lambda row: row["cards"])
def test_hands_have_the_values_that_others_published(row):
    strength = poker.evaluate(row["cards"])
    assert (int(row["value"]), row["category"]) == (strength.value, strength.category)


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_all_hands_are_counted_by_category_as_published(cards):
    published = {
        row["category"]: int(row["hands"])
        for row in reference.known("category-counts")
        if row["cards"] == str(cards)
    }
    assert published == poker.count_categories(cards)


@pytest.mark.parametrize("cards", [5, 7])
def test_hands_have_as_many_different_values_in_each_category_as_published(cards):
    published = {
        row["category"]: int(row["classes"])
        for row in reference.known("category-counts")
        if row["cards"] == str(cards)
    }
    # Hands above a flush contain their lowest rank: three of that rank are lower.
    flushes = [
        (*hand, *[(hand[0][0], suit) for suit in "dh"[: cards - 5]])
        for hand in reference.all_flushes()
    ]
    hands = np.concatenate([ids_of(reference.all_ranks(cards)), ids_of(flushes)])
    values = set(poker.evaluate_many(hands).tolist())
    categories = {
        value: reference.CATEGORIES[strength[0]] for strength, value in reference.values().items()
    }
    assert published == Counter(categories[value] for value in values)


# Compared with the oracle -------------------------------------------------------------------------


def test_the_classes_are_numbered_from_1_for_the_best():
    hands = one_of_each_class()
    assert list(range(1, 7463)) == poker.evaluate_many(hands).tolist()
    assert list(range(1, 7463)) == poker.evaluate_many(poker.masks(hands)).tolist()


def test_every_class_has_its_category():
    hands = one_of_each_class().tolist()
    categories = [reference.category([reference.DECK[card] for card in hand]) for hand in hands]
    assert categories == [poker.evaluate(hand).category for hand in hands]


@pytest.mark.parametrize("value", [cactus.hand_value, cactus.hashed_value])
def test_kevs_evaluator_agrees_on_every_class(value):
    assert list(range(1, 7463)) == [value(hand) for hand in one_of_each_class().tolist()]


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_random_hands_agree_with_the_oracle(cards):
    hands = dealt(1000, cards)
    expected = oracle(hands)
    assert expected == poker.evaluate_many(hands).tolist()
    assert expected == poker.evaluate_many(poker.masks(hands)).tolist()
    assert expected == [poker.evaluate(hand).value for hand in hands.tolist()]


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_hands_of_few_ranks_or_suits_agree_with_the_oracle(cards):
    # Among these, full houses, fours, flushes and straight flushes are common.
    decks = (range(16), range(36, 52), range(0, 52, 4), [*range(0, 52, 4), 51, 47, 3], range(24))
    hands = np.concatenate([dealt(200, cards, deck) for deck in decks])
    assert oracle(hands) == poker.evaluate_many(hands).tolist()


def test_five_cards_agree_with_the_oracle():
    hands = list(islice(combinations(DECK, 5), 0, None, 150))
    assert oracle(hands) == poker.evaluate_many(np.array(hands, np.uint8)).tolist()


@pytest.mark.exhaustive
@pytest.mark.parametrize("cards", [6, 7])
def test_every_collection_of_ranks_agrees_with_the_oracle(cards):
    hands = ids_of(reference.all_ranks(cards))
    assert oracle(hands) == poker.evaluate_many(hands).tolist()


@pytest.mark.exhaustive
def test_all_hands_of_five_cards_agree_with_the_oracle():
    hands = np.array(list(combinations(DECK, 5)), np.uint8)
    values = poker.evaluate_many(hands).tolist()
    wrong = [
        (hand, value)
        for hand, value in zip(hands.tolist(), values, strict=True)
        if reference.values()[reference.high([reference.DECK[card] for card in hand])] != value
    ]
    assert ([], set(range(1, 7463))) == (wrong, set(values))


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_the_best_five_are_five_of_the_cards_and_worth_as_much(cards):
    for hand in dealt(200, cards).tolist():
        strength = poker.evaluate(hand)
        best = [card.id for card in strength.best]
        assert set(best) <= set(hand)
        assert (5, [strength.value]) == (len(set(best)), oracle([best]))


@pytest.mark.parametrize(
    "cards",
    [
        "7H 7S 7D AS AC",
        "7h7s7dAsAc",
        "[7h 7s], [7d], [As, Ac]",
        "7♥ 7♠ 7♦ A♠ A♣",
        ["7h", "7s", "7d", "As", "Ac"],
        ("7h", 23, "7d", Card(51), 48),
        [22, 23, 21, 51, 48],
        {22, 23, 21, 51, 48},
        iter([22, 23, 21, 51, 48]),
        bytes([22, 23, 21, 51, 48]),
        np.array([22, 23, 21, 51, 48], np.uint8),
        np.array([22, 23, 21, 51, 48]),
        np.array(["7h", "7s", "7d", "As", "Ac"]),
        [np.uint8(22), np.int64(23), 21, 51, 48],
    ],
    ids=lambda cards: type(cards).__name__,
)
def test_cards_may_be_in_any_form(cards):
    assert "Full House, Sevens full of Aces" == poker.evaluate(cards).description


def test_a_board_may_be_in_any_form():
    boards = ["7d As Ac", ["7d", "As", "Ac"], [21, 51, 48], np.array([21, 51, 48], np.uint8)]
    strengths = [poker.evaluate(np.array([22, 23]), board=board) for board in boards]
    assert {poker.evaluate("7h 7s 7d As Ac")} == set(strengths)


# Symmetries ---------------------------------------------------------------------------------------


@given(any_hand, st.randoms())
def test_the_order_of_cards_is_nothing(hand, order):
    shuffled = order.sample(hand, len(hand))
    assert poker.evaluate(hand) == poker.evaluate(shuffled)
    assert len(set(poker.evaluate_many(np.array([hand, shuffled], np.uint8)))) == 1


@given(any_hand)
def test_suits_can_be_renamed(hand):
    renamed = [
        [card - card % 4 + suits[card % 4] for card in hand] for suits in permutations(range(4))
    ]
    assert {poker.evaluate(hand).value} == set(
        poker.evaluate_many(np.array(renamed, np.uint8)).tolist()
    )


@given(any_hand, any_hand)
def test_stronger_hands_are_greater_and_have_smaller_values(one, other):
    strengths = [poker.evaluate(hand) for hand in (one, other)]
    (value,), (other_value,) = oracle([one]), oracle([other])
    assert (value < other_value) == (strengths[0] > strengths[1])
    assert (value == other_value) == (strengths[0] == strengths[1])
    assert (value <= other_value) == (strengths[0] >= strengths[1])
    assert (value > other_value) is (strengths[0] < strengths[1])
    assert (value >= other_value) is (strengths[0] <= strengths[1])


@given(any_hand.filter(lambda hand: len(hand) == 7))
def test_seven_cards_are_worth_their_best_five(hand):
    fives = np.array(list(combinations(hand, 5)), np.uint8)
    assert poker.evaluate(hand).value == poker.evaluate_many(fives).min()


# Arrays -------------------------------------------------------------------------------------------


def test_bit_13_times_suit_plus_rank_stands_for_a_card():
    ids = dealt(100, 7)
    expected = [sum(1 << 13 * (card % 4) + card // 4 for card in hand) for hand in ids.tolist()]
    masks = poker.masks(ids)
    assert (np.uint64, expected) == (masks.dtype, masks.tolist())


def test_masks_of_five_six_and_seven_cards_can_be_mixed():
    parts = [dealt(50, cards) for cards in (5, 6, 7)]
    mixed = np.concatenate([poker.masks(part) for part in parts])
    order = np.random.default_rng(54).permutation(len(mixed))
    expected = np.concatenate([poker.evaluate_many(part) for part in parts])
    assert expected[order].tolist() == poker.evaluate_many(mixed[order]).tolist()


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_every_number_of_rows_is_evaluated_to_the_last(cards):
    ids = dealt(max(LENGTHS), cards)
    expected, masks = oracle(ids), poker.masks(ids)
    for count in LENGTHS:
        assert expected[:count] == poker.evaluate_many(ids[:count]).tolist()
        assert expected[:count] == poker.evaluate_many(masks[:count]).tolist()


def test_values_are_small_whole_numbers_one_for_each_row():
    values = poker.evaluate_many(dealt(3, 7))
    assert (np.uint16, (3,)) == (values.dtype, values.shape)


def test_no_rows_have_no_values():
    assert [] == poker.evaluate_many(np.zeros((0, 7), np.uint8)).tolist()
    assert [] == poker.evaluate_many(np.zeros(0, np.uint64)).tolist()


def test_arrays_may_be_cut_from_others():
    ids = dealt(200, 7)
    expected = poker.evaluate_many(ids)
    wide = np.zeros((200, 9), np.uint8)
    wide[:, 1:8] = ids
    assert expected.tolist() == poker.evaluate_many(wide[:, 1:8]).tolist()
    assert expected.tolist() == poker.evaluate_many(np.asfortranarray(ids)).tolist()
    assert expected[::-3].tolist() == poker.evaluate_many(ids[::-3]).tolist()
    assert expected[::2].tolist() == poker.evaluate_many(poker.masks(ids)[::2]).tolist()
    ids.setflags(write=False)
    assert expected.tolist() == poker.evaluate_many(ids).tolist()


def test_values_are_written_only_into_the_given_array():
    ids = dealt(100, 7)
    room = np.zeros(102, np.uint16)
    assert np.shares_memory(poker.evaluate_many(ids, out=room[1:101]), room)
    assert [0, *oracle(ids), 0] == room.tolist()
    poker.evaluate_many(poker.masks(ids)[::-1], out=room[1:101])
    assert [0, *oracle(ids[::-1]), 0] == room.tolist()


@pytest.mark.parametrize("workers", [1, 2, 3, 64])
def test_workers_change_no_answer(workers):
    ids = np.tile(dealt(1000, 7), (40, 1))
    expected = oracle(ids[:1000]) * 40
    assert expected == poker.evaluate_many(ids, workers=workers).tolist()
    assert expected == poker.evaluate_many(poker.masks(ids), workers=workers).tolist()


def test_threads_of_python_do_not_disturb_each_other():
    parts = [np.tile(dealt(500, cards), (40, 1)) for cards in (5, 6, 7, 7, 6, 5)]
    expected = [oracle(part[:500]) * 40 for part in parts]
    with ThreadPoolExecutor(4) as pool:
        values = list(pool.map(poker.evaluate_many, parts))
    assert expected == [part.tolist() for part in values]


def test_categories_are_counted_the_same_by_any_number_of_workers():
    assert poker.count_categories(5) == poker.count_categories(5, workers=3)


# Errors -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("message", "cards"), vectors("cards", "hands"))
def test_an_invalid_hand_is_refused_in_one_line(message, cards):
    with pytest.raises(CardError) as caught:
        poker.evaluate(cards)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.few_quick(14)
@pytest.mark.parametrize("cards", [5, 6, 7])
@pytest.mark.parametrize("bad", ["repeated", 52, 63, 64, 127, 128, 255])
@pytest.mark.parametrize("workers", [1, 2])
def test_the_first_bad_row_of_ids_is_named(cards, bad, workers):
    for row in PLACES:
        ids = dealt(1000, cards)
        for place in (row, 999):
            ids[place, 1 + row % (cards - 1)] = ids[place, 0] if bad == "repeated" else bad
        with pytest.raises(CardError, match=rf"\brow {row + 1}\b"):
            poker.evaluate_many(ids, workers=workers)


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_every_two_places_of_a_row_are_looked_at(cards):
    for first, second in combinations(range(cards), 2):
        for card in (0, 3, 17, 30, 48, 51):
            ids = dealt(40, cards, [other for other in DECK if other != card])
            ids[33, [first, second]] = card
            with pytest.raises(CardError, match=r"\brow 34\b"):
                poker.evaluate_many(ids)


@pytest.mark.parametrize(
    "mask",
    [0, 0b1111, 0b11111111, 0b1111 | 1 << 52, 0b11111 | 1 << 63, 0b111111 | 1 << 55, 2**64 - 1],
)
@pytest.mark.parametrize("workers", [1, 2])
def test_the_first_bad_mask_is_named(mask, workers):
    for row in PLACES:
        masks = poker.masks(dealt(1000, 7))
        masks[[row, 999]] = mask
        with pytest.raises(CardError, match=rf"\brow {row + 1}\b"):
            poker.evaluate_many(masks, workers=workers)


@pytest.mark.parametrize(
    "cards",
    [
        np.zeros((3, 4), np.uint8),
        np.zeros((3, 8), np.uint8),
        np.zeros((3, 5, 1), np.uint8),
        np.zeros(5, np.uint8),
        np.zeros((3, 5)),
        np.zeros(3),
        np.uint8(3),
        np.array(["As Kd Qd Jd"]),
        "As Kd Qd Jd Td",
        ["As Kd Qd Jd Td", "As Kd Qd Jd As"],
        ["As Kd Qd Jd Td", None],
        [["As", "Kd", "Qd", "Jd", 1.5]],
        [[0, 1, 2, 3, -5]],
        [[0, 1, 2, 3, 260]],
        [[0, 1, 2, 3, 2**32]],
        [[0, 1, 2, 3, 4], [0, 1, 2, 3]],
    ],
)
def test_invalid_arrays_of_hands_are_refused(cards):
    with pytest.raises(CardError):
        poker.evaluate_many(cards)


@pytest.mark.parametrize(
    "out",
    [
        np.zeros(9, np.uint16),
        np.zeros(11, np.uint16),
        np.zeros(10, np.int64),
        np.zeros((10, 1), np.uint16),
        np.zeros(20, np.uint16)[::2],
        np.zeros(10, ">u2"),
        [0] * 10,
    ],
)
def test_a_wrong_place_for_the_values_is_refused(out):
    with pytest.raises((CardError, TypeError)):
        poker.evaluate_many(dealt(10, 7), out=out)


def test_a_place_for_the_values_that_cannot_be_written_is_refused():
    out = np.zeros(10, np.uint16)
    out.setflags(write=False)
    with pytest.raises((CardError, TypeError)):
        poker.evaluate_many(dealt(10, 7), out=out)
    assert [0] * 10 == out.tolist()


@pytest.mark.parametrize("workers", [0, -1, 65, 2**40])
def test_workers_are_1_to_64(workers):
    with pytest.raises(ValueError, match="workers"):
        poker.evaluate_many(dealt(10, 7), workers=workers)


@pytest.mark.parametrize("cards", [4, 8, 0, -1])
def test_only_hands_of_five_six_and_seven_cards_are_counted(cards):
    with pytest.raises(CardError, match=str(cards)):
        poker.count_categories(cards)


# Narrower vectors ---------------------------------------------------------------------------------

# Prints the path taken, the values of all hands of a file, what is wrong with bad ones, and counts.
SCRIPT = """
import sys
import warnings
import numpy as np
from facevalue import Card, CardError, _core, poker
from facevalue.poker import cactus

print(_core.simd())
for hands in np.load(sys.argv[1]).values():
    masks = poker.masks(hands)
    print(*poker.evaluate_many(hands))
    print(*poker.evaluate_many(masks))
    hands[[33, 70], 1] = hands[[33, 70], 4]
    masks[[70, 99]] = 0
    for bad in hands, masks:
        try:
            poker.evaluate_many(bad)
        except CardError as error:
            print(error)
print(poker.count_categories(5), poker.count_categories(7))
"""


def printed(path, lanes):
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, path],
        check=True,
        capture_output=True,
        encoding="utf-8",
        env=os.environ | {"FACEVALUE_LANES": lanes},
    )
    return done.stdout.splitlines()


@pytest.mark.slow
def test_every_path_gives_the_same_results(tmp_path):
    path, hands = str(tmp_path / "hands.npz"), [dealt(1000, cards) for cards in (5, 6, 7)]
    np.savez(path, *hands)
    widest, plain = printed(path, ""), printed(path, "plain")
    assert "plain" == plain[0]
    assert plain[1:] == widest[1:] == printed(path, "avx2")[1:]
    values = [list(map(int, line.split())) for line in plain if line[:1].isdigit()]
    assert [oracle(some) for some in hands for _ in range(2)] == values
    assert ["row 34", "row 71"] * 3 == [line[:6] for line in plain if line.startswith("row")]


def test_an_invalid_hand_has_no_value_in_the_core():
    masks = [0, 0b1111, 0b11111111, 0b1111 | 1 << 52, 0b11111 | 1 << 63, 2**64 - 1]
    assert [0] * len(masks) == [_core.hand_value(mask) for mask in masks]


def test_truth_values_are_not_ids_of_cards():
    for hands in ([[51, 47, 43, 39, True]], [(0, 1, 2, 3, np.True_)]):
        with pytest.raises(CardError, match="row 1: the id of a card must be from 0 to 51, not "):
            poker.evaluate_many(hands)


@pytest.mark.parametrize("number", [1e300, -1e300, 2.0**63, float("inf"), float("nan"), 1.5])
def test_numbers_that_are_not_ids_are_refused_without_a_warning(number):
    with warnings.catch_warnings(action="error"), pytest.raises(CardError):
        poker.evaluate_many([[number, 2.0, 3.0, 4.0, 5.0]])


def test_floats_of_any_size_that_are_ids_are_read():
    for kind in (np.float16, np.float32, np.float64):
        assert [1] == poker.evaluate_many(np.array([[51, 47, 43, 39, 35]], kind)).tolist()


@pytest.mark.parametrize("game", ["holdem", "shortdeck", "stud8", "razz", "four-card"])
def test_the_best_hand_of_more_cards_than_are_dealt_is_the_oracles(game):
    row = reference.GAMES[game]
    source = random.Random(game)
    for count in (8, 9, 12):
        for _ in range(6):
            cards = source.sample(row.deck, count)
            strength = poker.evaluate(reference.text(cards), game)
            best, choices = reference.best(row.rankings[0], cards, (), row.ways)
            assert frozenset(reference.cards(" ".join(map(str, strength.best)))) in choices
            alone = poker.evaluate(strength.best, game)
            assert strength == alone if game != "stud8" else strength.score == alone.score
            assert best is not None
    deck = reference.text(row.deck)
    assert poker.evaluate(deck, game).description in {
        "Royal Flush",
        "Five-four low",
        "Four of a Kind, Aces",
    }
    wide = poker.evaluate_many(
        [reference.text(source.sample(row.deck, 8)) for _ in range(5)], game=game
    )
    assert len(wide) == 5


def test_only_hands_may_have_more_cards_than_are_dealt():
    eight = "2C 4S 5H 4H 5C 9H 9C KD"
    assert poker.evaluate(eight).description == "Two Pair, Nines and Fives"
    ids = np.array([[card.id for card in poker.evaluate(eight).cards]], np.uint8)
    assert poker.evaluate_many(ids).tolist() == [poker.evaluate(eight).value]
    with pytest.raises(CardError, match="holdem needs 5 to 7 cards, not 8"):
        poker.winners(eight)
    with pytest.raises(CardError, match="needs 2 cards with a board, not 8"):
        poker.evaluate(eight, board="Ah Kh Qh")
    for game, count in (("five-card", 6), ("deuce7", 6), ("three-card", 4), ("badugi", 5)):
        with pytest.raises(CardError, match=f"{game} needs"):
            poker.evaluate(" ".join(eight.split()[:count]), game)
