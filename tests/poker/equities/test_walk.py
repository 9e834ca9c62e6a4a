"""The core of equity compared with the oracle: walks, match-ups before the flop, and ranges."""

import operator
import random
from functools import cache, reduce
from itertools import chain, combinations, product
from math import prod

import numpy as np
import pytest

from facevalue import _core, parse_cards
from tests.oracles import poker as reference

ALL_HANDS = [(low, high) for high in range(52) for low in range(high)]
BOARDS = 1_712_304  # that two hands can meet
KINDS = 47_008


def mask(text):
    return sum(1 << 13 * (card.id % 4) + card.id // 4 for card in parse_cards(text))


def mask_of(ids):
    return sum(1 << 13 * (card % 4) + card // 4 for card in ids)


def union(*masks):
    return reduce(operator.or_, masks)


def dealt(randomness, *sizes):
    """Different card ids in sets of these sizes."""
    deck = iter(randomness.sample(range(52), sum(sizes)))
    return [[next(deck) for _ in range(size)] for size in sizes]


def strength(ids):
    """Greater is stronger."""
    return -reference.kev([reference.DECK[card] for card in ids])


def oracle(hands, board, dead):
    """How often each set of players wins, a bit each, board by board."""
    sets = [0] * 2 ** len(hands)
    left = sorted(set(range(52)) - {*board, *dead, *chain(*hands)})
    for more in combinations(left, 5 - len(board)):
        strengths = [strength([*hand, *board, *more]) for hand in hands]
        best = max(strengths)
        sets[sum(1 << player for player, own in enumerate(strengths) if own == best)] += 1
    return sets


def walk(hands, board="", dead="", workers=1):
    return _core.walk_hands([mask(hand) for hand in hands], mask(board), mask(dead), workers)


def range_equities(heroes, villains, board, *, weights=None, dead=0, workers=1):
    villain_weights = np.array([1] * len(villains) if weights is None else weights, np.uint32)
    hero_masks, villain_masks = np.array(heroes, np.uint64), np.array(villains, np.uint64)
    return _core.range_equities(hero_masks, villain_masks, villain_weights, board, dead, workers)


@cache
def table():
    return _core.matchup_table(1)


def number(hand):
    """The place of a hand's mask in the order of `ALL_HANDS`."""
    return [mask_of(ids) for ids in ALL_HANDS].index(hand)


def looked_up(hero, villain):
    kind, turned = divmod(int(_core.matchup_kinds()[number(hero), number(villain)]), 2)
    wins, ties = table()[kind].tolist()
    return (BOARDS - wins - ties if turned else wins), ties, BOARDS


# Hand against hand --------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("hero", "villain", "wins", "ties"),
    [
        ("AhKh", "QsQd", 787_966, 6_732),
        ("AsAc", "KsKc", 1_410_336, 9_308),
        ("AsAh", "KdKc", 1_388_072, 6_538),
    ],
)
def test_two_hands_before_the_flop_win_as_often_as_published(hero, villain, wins, ties):
    assert _core.matchup(mask(hero), mask(villain)) == (wins, ties, BOARDS)
    assert walk([hero, villain]) == (BOARDS, [0, wins, BOARDS - wins - ties, ties])
    assert looked_up(mask(hero), mask(villain)) == (wins, ties, BOARDS)


def test_two_hands_on_a_flop_win_as_often_as_published():
    assert walk(["AhKh", "QsQd"], "2h7d9c") == (990, [0, 280, 710, 0])


@pytest.mark.slow
def test_walks_that_leave_out_each_card_in_turn_see_every_board_43_times():
    hands = [mask("AhKh"), mask("Kd9s")]
    wins, ties, _ = _core.matchup(*hands)
    left = [1 << bit for bit in range(52) if not (sum(hands) >> bit) & 1]
    walks = [_core.walk_hands(hands, 0, dead, 1)[1] for dead in left]
    assert 43 * wins == sum(sets[0b01] for sets in walks)
    assert 43 * ties == sum(sets[0b11] for sets in walks)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_the_table_and_rank_patterns_agree_on_random_hands(seed):
    randomness = random.Random(seed)
    pairs = [dealt(randomness, 2, 2) for _ in range(30)]
    for hero, villain in ((mask_of(one), mask_of(other)) for one, other in pairs):
        assert _core.matchup(hero, villain) == looked_up(hero, villain)


def test_the_names_of_suits_are_nothing():
    assert _core.matchup(mask("AhKh"), mask("Qh9s")) == _core.matchup(mask("AcKc"), mask("Qc9d"))


def test_a_hand_that_comes_against_itself_in_other_suits_has_no_edge():
    wins, ties, boards = _core.matchup(mask("AhKs"), mask("AsKh"))
    assert boards == 2 * wins + ties


# Many hands, boards and dead cards ----------------------------------------------------------------


@pytest.mark.parametrize("players", range(2, 11))
@pytest.mark.parametrize("street", [4, 5])
def test_hands_win_what_the_oracle_says(players, street):
    randomness = random.Random(10 * street + players)
    *hands, board, dead = dealt(randomness, *[2] * players, street, 3)
    masks = [mask_of(hand) for hand in hands]
    boards, sets = _core.walk_hands(masks, mask_of(board), mask_of(dead), 1)
    assert oracle(hands, board, dead) == sets
    assert boards == (45 - 2 * players if street == 4 else 1)


def test_an_incomplete_board_is_not_taken_for_a_finished_one():
    assert walk(["AhKh", "QsQd"], "2h7d9c5s")[0] == 44
    assert walk(["AhKh", "QsQd"], "2h7d9c5s3s")[0] == 1


def test_somebody_of_ten_hands_wins_each_board():
    hands = [f"{rank}c{rank}d" for rank in "23456789TJ"]
    boards, sets = walk(hands, "")
    assert boards == 201_376 == sum(sets)
    assert sets[0] == 0


def test_players_who_all_play_the_board_share_it():
    board = "TsJsQsKsAs"
    assert walk(["2c2d", "3c3d", "4c4d"], board) == (1, [0] * 7 + [1])


def test_the_number_of_workers_is_nothing():
    hands = ["AhKh", "QsQd", "7c6c"]
    assert walk(hands) == walk(hands, workers=3)


@pytest.mark.parametrize(
    ("hands", "board", "dead", "said"),
    [
        (["AhKh"], "", "", "2 to 10 hands"),
        (["AhKh"] * 11, "", "", "2 to 10 hands"),
        (["AhKh", "AhQs"], "", "", "different cards"),
        (["AhKh", "QsQd"], "Qs2c3c", "", "different cards"),
        (["AhKh", "QsQd"], "2c3c4c", "2c", "different cards"),
        (["AhKhQh", "QsQd"], "", "", "hands of two cards"),
        (["AhKh", "QsQd"], "2c3c4c5c6c7c", "", "0 to 5 cards"),
    ],
)
def test_an_invalid_deal_is_refused(hands, board, dead, said):
    with pytest.raises(ValueError, match=said):
        walk(hands, board, dead)


def test_cards_beyond_the_deck_are_refused():
    with pytest.raises(ValueError, match="two cards"):
        _core.walk_hands([mask("AhKh"), 3 << 52], 0, 0, 1)
    with pytest.raises(ValueError, match="different cards"):
        _core.walk_hands([mask("AhKh"), mask("QsQd")], 1 << 60, 0, 1)
    with pytest.raises(ValueError, match="two different cards"):
        _core.matchup(mask("AhKh"), mask("KhQs"))


# All match-ups ------------------------------------------------------------------------------------


def test_a_hand_against_a_random_one_wins_as_often_as_published():
    kinds = _core.matchup_kinds()[number(mask("AhKh"))]
    kinds = kinds[kinds < 2 * KINDS]
    wins, ties = table()[kinds // 2].astype(int).T
    losses = BOARDS - wins - ties
    assert 1_389_004_215 == np.where(kinds % 2, losses, wins).sum()
    assert 673_957_209 == np.where(kinds % 2, wins, losses).sum()
    assert 34_610_976 == ties.sum()


def test_there_are_47008_kinds_of_match_ups_and_none_of_hands_that_share_a_card():
    kinds = _core.matchup_kinds()
    assert table().shape == (KINDS, 2)
    assert np.array_equal(np.arange(KINDS + 1), np.unique(kinds // 2))
    masks = np.array([mask_of(ids) for ids in ALL_HANDS])
    assert np.array_equal((masks[:, None] & masks) != 0, kinds == 2 * KINDS)


@pytest.mark.slow
def test_the_table_is_the_same_for_any_number_of_workers():
    assert np.array_equal(table(), _core.matchup_table(2))


# Ranges -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("heroes", [1, 3, 4, 40])
def test_ranges_win_the_weighted_sum_of_their_hands(heroes):
    randomness = random.Random(heroes)
    board, dead = (mask_of(ids) for ids in dealt(randomness, 3, 2))
    heroes = [mask_of(randomness.choice(ALL_HANDS)) for _ in range(heroes)]
    villains = [mask_of(ids) for ids in randomness.sample(ALL_HANDS, 50)]
    weights = [randomness.randrange(100) for _ in villains]
    expected = []
    for hero in heroes:
        sums = np.zeros(3, np.uint64)
        for villain, weight in zip(villains, weights, strict=True):
            if hero & villain or (hero | villain) & (board | dead):
                continue
            boards, sets = _core.walk_hands([hero, villain], board, dead, 1)
            sums += np.array([sets[0b01], sets[0b11], boards], np.uint64) * np.uint64(weight)
        expected.append(sums.tolist())
    sums = range_equities(heroes, villains, board, weights=weights, dead=dead, workers=2)
    assert expected == sums.tolist()


def test_all_hands_against_all_hands_lose_what_they_win():
    hands = [mask_of(ids) for ids in ALL_HANDS]
    sums = range_equities(hands, hands, mask("2h7d9c"))
    wins, ties, total = sums.sum(axis=0).tolist()
    assert total == 2 * wins + ties
    assert total == 1176 * 1081 * 990


def test_impossible_hands_meet_no_other_hand():
    board = mask("2h7d9c")
    assert range_equities([mask("2hAs")], [mask("QsQd")], board).tolist() == [[0, 0, 0]]
    assert range_equities([mask("AhKh")], [mask("AhQd")], board).tolist() == [[0, 0, 0]]
    assert range_equities([], [mask("AhQd")], board).tolist() == []


def test_a_repeated_hand_gets_a_repeated_result():
    hero, villain, board = mask("AhKh"), mask("QsQd"), mask("2h7d9c")
    assert (
        range_equities([hero] * 2, [villain], board, weights=[3]).tolist()
        == [[3 * 280, 0, 3 * 990]] * 2
    )


def test_a_villain_who_holds_a_hand_twice_is_refused():
    with pytest.raises(ValueError, match="different hands"):
        range_equities([mask("AhKh")], [mask("QsQd")] * 2, 0)


def deals(*players):
    """Ranges as the core takes them: (mask, weight) pairs to arrays."""
    return [
        (
            np.array([mask for mask, _ in hands], np.uint64),
            np.array([w for _, w in hands], np.uint32),
        )
        for hands in players
    ]


def test_three_ranges_win_the_weighted_sum_of_their_deals():
    randomness = random.Random(3)
    board = mask("2h7d9c")
    players = [
        [(mask_of(randomness.choice(ALL_HANDS)), randomness.randrange(9)) for _ in range(size)]
        for size in (3, 5, 7)
    ]
    expected, boards = np.zeros(8, int), 0
    for hands in product(*players):
        masks = [hand for hand, _ in hands]
        if len(masks) * 2 + 3 == union(*masks, board).bit_count():
            seen, sets = _core.walk_hands(masks, board, 0, 1)
            weight = prod(weight for _, weight in hands)
            boards += weight * seen
            expected += weight * np.array(sets)
    assert boards > 0
    assert (boards, expected.tolist()) == _core.walk_ranges(deals(*players), board, 0, 2)


def test_two_ranges_share_what_their_hands_win():
    board, heroes = mask("2h7d9c"), [mask("AhKh"), mask("QsQd"), mask("9d8d"), mask("7c6c")]
    villains = [mask("AsKs"), mask("Td9s"), mask("QcQh")]
    players = deals([(hand, 2) for hand in heroes], [(hand, 3) for hand in villains])
    boards, sets = _core.walk_ranges(players, board, 0, 1)
    wins, ties, total = 6 * range_equities(heroes, villains, board).sum(axis=0)
    assert (total, wins, ties) == (boards, sets[0b01], sets[0b11])


def test_weights_beyond_64_bits_are_left_to_others():
    heavy = [(mask("AhKh"), 2**32 - 1)], [(mask("QsQd"), 2**32 - 1)]
    assert _core.walk_ranges(deals(*heavy), mask("2h7d9c"), 0, 1) is None


def test_one_range_is_too_few():
    with pytest.raises(ValueError, match="2 to 10 ranges"):
        _core.walk_ranges(deals([(mask("AhKh"), 1)]), 0, 0, 1)


def test_ranges_without_a_weight_for_each_hand_are_refused():
    with pytest.raises(ValueError, match="a weight for each hand"):
        range_equities([mask("AhKh")], [mask("QsQd")], 0, weights=[1, 2])
