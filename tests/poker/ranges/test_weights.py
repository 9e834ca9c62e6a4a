"""Ranges with weights of any type, counted like Python's integers and fractions."""

import random
from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np
import pytest

from facevalue import CardError, LimitError, _core
from facevalue.poker import Range, equity, evaluate_many, range_equities
from facevalue.poker.hands.masks import mask_of
from tests.oracles import poker as reference

TURN, RIVER = "2h7d9c3s", "2h7d9c3s4d"
# On both sides of the bounds of the words in which the core may count.
WEIGHTS = [1, 2, 2**8, 2**16 - 1, 2**16, 2**16 + 1, 2**20, 2**31, 2**32 - 1]


def cards(text):
    return reference.cards(" ".join(text[at : at + 2] for at in range(0, len(text), 2)))


def text(hand):
    return reference.text(hand).replace(" ", "")


@cache
def strength(hand, board):
    return reference.best(reference.high, hand, board)[0]


def outcome(hero, villain, board):
    """How many of the boards still to come hero wins, ties, and meets."""
    left = [card for card in reference.DECK if card not in {*hero, *villain, *board}]
    met = [
        (
            strength(hero, tuple(sorted(board + more))),
            strength(villain, tuple(sorted(board + more))),
        )
        for more in combinations(left, 5 - len(board))
    ]
    return sum(a > b for a, b in met), sum(a == b for a, b in met), len(met)


def weighed(hero, villains, board):
    """The same against a range: hands with whole weights."""
    sums = [0, 0, 0]
    for villain, weight in villains.items():
        if not {*hero, *board} & {*villain}:
            found = outcome(hero, villain, board)
            sums = [each + weight * more for each, more in zip(sums, found, strict=True)]
    return sums


def hands(rng, count, board):
    left = [card for card in reference.DECK if card not in board]
    return [tuple(hand) for hand in rng.sample([*combinations(left, 2)], count)]


def counted(heroes, villains, board, workers=1):
    """The counts of the core."""
    masks = [
        np.array([mask_of(text(hand)) for hand in each], np.uint64) for each in (heroes, villains)
    ]
    weights = np.array([*villains.values()], np.uint32)
    return _core.range_equities(*masks, weights, mask_of(text(board)), 0, workers).tolist()


# Few hands ----------------------------------------------------------------------------------------


def test_a_tie_with_a_hand_of_an_odd_weight_counts_with_all_its_digits():
    expected = Fraction(4_358_027, 24_716_054)
    villain = "AsKs:0.123457, QsQd"
    (share,) = range_equities("AhKh", villain, board=TURN).values()
    assert expected == share == equity("AhKh", villain, board=TURN).players[0].equity
    ties, wins = Fraction(123_457, 1_000_000), Fraction(6, 44)
    assert expected == (ties / 2 + wins) / (ties + 1)


@pytest.mark.parametrize("half", [2**31 - 1, 2**31, 2**31 + 1])
def test_weights_that_add_up_to_a_power_of_two_count_with_all_their_digits(half):
    pairs, kings = Range("QsQd"), Range("AsKs")
    both = Range({"QsQd": 1, "AsKs": Fraction(half - 1, half + 1)})
    (pair,), (king,), (found,) = (
        range_equities("AhKh", villains, board=TURN).values() for villains in (pairs, kings, both)
    )
    assert ((half + 1) * pair + (half - 1) * king) / (2 * half) == found


@pytest.mark.few_slow(3)
@pytest.mark.few_quick(3)
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("board", [TURN, RIVER])
def test_few_hands_of_large_weights_win_and_tie_by_the_rules(board, seed):
    rng, shared = random.Random(seed), cards(board)
    heroes = hands(rng, 5, shared)
    # The same hands in other suits make ties.
    twins = [tuple((rank, rng.choice("cdhs")) for rank, _ in hand) for hand in heroes]
    different = [
        hand for hand in twins if len({*hand} - {*shared}) == 2 and hand[::-1] not in twins
    ]
    villains = {hand: rng.choice(WEIGHTS) for hand in {*hands(rng, 6, shared), *different}}
    expected = [weighed(hero, villains, shared) for hero in heroes]
    assert expected == counted(heroes, villains, shared) == counted(heroes, villains, shared, 2)
    assert any(ties for _, ties, _ in expected)
    range_of = Range({text(hand): Fraction(weight, 2**32 - 1) for hand, weight in villains.items()})
    found = range_equities(Range(dict.fromkeys(map(text, heroes), 1)), range_of, board=board)
    assert [Fraction(2 * wins + ties, 2 * total) for wins, ties, total in expected if total] == [
        found[next(each for each in found if {*map(str, each)} == {*_names(hero)})]
        for hero, (_, _, total) in zip(heroes, expected, strict=True)
        if total
    ]


def _names(hand):
    return reference.text(hand).split()


@pytest.mark.few_slow(1)
@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_few_hands_of_large_weights_on_a_flop_win_and_tie_by_the_rules(seed):
    rng, shared = random.Random(seed), cards("2h7d9c")
    heroes = hands(rng, 3, shared)
    villains = {hand: rng.choice(WEIGHTS) for hand in hands(rng, 4, shared)}
    villains |= {tuple((rank, "s") for rank, _ in heroes[0]): 2**32 - 1}
    villains = {hand: weight for hand, weight in villains.items() if len({*hand}) == 2}
    assert [weighed(hero, villains, shared) for hero in heroes] == counted(heroes, villains, shared)


# All hands ----------------------------------------------------------------------------------------

ALL_HANDS = [*combinations(reference.DECK, 2)]


def met_by(heroes, villains, strengths, board):
    """For each hero: the weights that it beats, ties and meets, added as whole numbers."""
    found = []
    for hero in heroes:
        sums = [0, 0, 0]
        for villain, weight in villains.items():
            if not {*hero} & {*villain} and not {*board} & {*hero, *villain}:
                sums[0] += weight * (strengths[hero] > strengths[villain])
                sums[1] += weight * (strengths[hero] == strengths[villain])
                sums[2] += weight
        found.append(sums)
    return found


def weights_of(kind):
    if kind == "mixed":
        rng = random.Random(32)
        return {hand: rng.choice(WEIGHTS) for hand in ALL_HANDS}
    return dict.fromkeys(ALL_HANDS, kind)


@pytest.mark.few_quick(1)
@pytest.mark.parametrize("kind", [1, 2**16, 2**32 - 1, "mixed"])
def test_all_hands_on_a_river_meet_the_weights_that_the_rules_say(kind):
    board = cards(RIVER)
    villains = weights_of(kind)
    free = [hand for hand in ALL_HANDS if not {*hand} & {*board}]
    strengths = {hand: strength(hand, board) for hand in free}
    heroes = ALL_HANDS[::9]
    assert met_by(heroes, villains, strengths, board) == counted(heroes, villains, board)


@pytest.mark.slow
@pytest.mark.parametrize("kind", [2**32 - 1, pytest.param("mixed", marks=pytest.mark.slow)])
def test_the_largest_weights_do_not_overflow_on_a_flop(kind):
    """`evaluate_many` scores all hands on each board, and Python adds their weights."""
    board, heroes = cards("2h7d9c"), [cards("AhKh"), cards("9d9s"), cards("3c2s")]
    villains = weights_of(kind)
    pairs = np.array([[reference.DECK.index(card) for card in hand] for hand in ALL_HANDS])
    weights = np.array([*villains.values()], object)
    flop = [reference.DECK.index(card) for card in board]
    expected = [[0, 0, 0] for _ in heroes]
    for more in combinations([card for card in range(52) if card not in flop], 2):
        full = [*flop, *more]
        free = np.flatnonzero(~np.isin(pairs, full).any(axis=1))
        seven = np.hstack([pairs[free], np.tile(full, (len(free), 1))]).astype(np.uint8)
        kev = dict(zip(free.tolist(), evaluate_many(seven).tolist(), strict=True))
        values = np.array([*kev.values()])
        for hero, sums in zip(heroes, expected, strict=True):
            own = kev.get(ALL_HANDS.index(tuple(sorted(hero))))
            if own is not None:
                ids = [reference.DECK.index(card) for card in hero]
                apart = ~np.isin(pairs[free], ids).any(axis=1)
                for place, chosen in enumerate((values > own, values == own, values > 0)):
                    sums[place] += sum(weights[free[apart & chosen]].tolist())
    assert 2**40 < min(map(max, expected))
    assert expected == counted(heroes, villains, board) == counted(heroes, villains, board, 2)


def test_weights_that_become_too_fine_are_refused():
    nearly = Range({"AhAs": Fraction(1, 10**18 - 1)})
    finest = Range({"AhAs": Fraction(1, 10**18)})
    assert (nearly | finest) == nearly
    with pytest.raises(LimitError, match="the weights have too many digits; round them"):
        nearly - finest


def test_a_range_of_large_weights_against_one_of_small_weights_is_exact():
    board = "2h7d9c3s4d"
    sevens = Fraction(2**33 - 9, 2**33 + 1)
    mine = Range({"7h7s": sevens, "KhKs": Fraction(1, 2)})
    theirs, others = Range("AhAs"), Range("5c6c, QhQs")
    result = equity(mine, theirs, others, board=board)
    won, whole = Fraction(0), Fraction(0)
    for hand, weight in (("7h7s", sevens), ("KhKs", Fraction(1, 2))):
        for other in ("5c6c", "QhQs"):
            one = equity(hand, "AhAs", other, board=board)
            won, whole = won + weight * one.players[0].equity, whole + weight
    assert result.players[0].equity == won / whole


RARE = ["AcAd, AcAh:0.000000001", "AcKd, AdKs:0.000000001"]


def test_hands_that_hardly_fit_together_are_not_called_impossible():
    assert 44 == equity(*RARE, board=TURN).deals
    with pytest.raises(LimitError, match="a million tries found no deal: 'AdAc, AhAc"):
        equity(*RARE, board=TURN, samples=1000)


@pytest.mark.parametrize(
    ("players", "dead"),
    [
        (["AcAd, AhAs", "AcKd, AhKd", "AdQd, AsQd", "AcJc, AsJs"], ""),
        (["AcAd, AhAs", "KcKd, KhKs"], text(reference.DECK[:44])),  # four are left
        (["AA"] * 3, ""),
    ],
)
def test_hands_that_do_not_fit_together_are_called_impossible(players, dead):
    with pytest.raises(CardError, match="these hands cannot be dealt together"):
        equity(*players, dead=dead, samples=1000)
