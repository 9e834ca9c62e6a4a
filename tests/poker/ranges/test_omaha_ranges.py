"""Ranges of Omaha: what items mean, weights, strings that parse back, and equity over ranges."""

import pickle
import random
import tracemalloc
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from facevalue import CardError, LimitError, RangeError, RuleError
from facevalue.cards import parse_cards
from facevalue.poker import OmahaRange, Range, equity
from facevalue.poker.hands.masks import mask_of
from facevalue.poker.ranges.omaha import MAX_HANDS
from tests.oracles import poker as reference
from tests.oracles.rows import vectors

BIT = {card: mask_of(reference.text([card])) for card in reference.DECK}


def has(hand, item, suits):
    """Whether cards can be put on the places of an item, tried in all orders: slow and obvious."""
    if suits:
        pairs = sum(count > 1 for count in Counter(suit for _, suit in hand).values())
        if not {"ds": pairs > 1, "ss": pairs == 1, "rainbow": pairs == 0}[suits]:
            return False
    return fits(list(hand), item)


def fits(hand, places):
    if not places:
        return True
    rank, suit = places[0]
    return any(
        fits([other for other in hand if other != card], places[1:])
        for card in hand
        if rank in ("*", reference.RANKS[card[0] - 2]) and suit in ("", card[1])
    )


@pytest.mark.few_quick(3)
@pytest.mark.parametrize(("text", "places", "suits"), vectors("ranges", "omaha places"))
def test_an_item_means_the_hands_whose_cards_fit_its_places(text, places, suits):
    item = [(place[0], place[1:]) for place in places]
    expected = sorted(
        sum(map(BIT.__getitem__, hand))
        for hand in combinations(reference.DECK, 4)
        if may_fit(hand, places) and has(hand, item, suits)
    )
    found = OmahaRange.parse(text)
    assert expected == found.masks.tolist()
    assert (len(expected), len(expected)) == (len(found), found.total)


# Each item, and what a hand is by the numbers of cards of each rank, and of each suit, sorted.
BY_COUNTS = {
    "RROO": lambda ranks, _: sorted(ranks.values()) == [2, 2],
    "RRON": lambda ranks, _: sorted(ranks.values()) == [1, 1, 2],
    "RONP": lambda ranks, _: len(ranks) == 4,
    "$np": lambda ranks, _: len(ranks) == 4,
    "$op": lambda ranks, _: sorted(ranks.values()) == [1, 1, 2],
    "$tp": lambda ranks, _: sorted(ranks.values()) == [2, 2],
    "AA:xxyy": lambda ranks, suits: ranks["A"] >= 2 and suits == [2, 2],
    "AA$np": lambda _ranks, _suits: False,
    "****:xyzz": lambda _, suits: suits == [1, 1, 2],
    "K:xxxy$op": lambda ranks, suits: (
        ranks["K"] > 0 and suits == [1, 3] and sorted(ranks.values()) == [1, 1, 2]
    ),
    "[AKQJ][AKQJ]..": lambda ranks, _: sum(ranks[rank] for rank in "AKQJ") >= 2,
    "[98][98]JT": lambda ranks, _: ranks["J"] and ranks["T"] and ranks["9"] + ranks["8"] >= 2,
    "JJ**+": lambda ranks, _: any(ranks[rank] >= 2 for rank in "JQKA"),
    "JT98-8765": lambda ranks, _: (
        set(ranks) in [set("JT98"), set("T987"), set("9876"), set("8765")]
    ),
    "99xx-JJxx": lambda ranks, _: any(ranks[rank] >= 2 for rank in "9TJ"),
    "Q9-T7$ds": lambda ranks, suits: (
        suits == [2, 2] and any(ranks[a] and ranks[b] for a, b in ("Q9", "J8", "T7"))
    ),
}


@pytest.mark.few_slow(6)
@pytest.mark.few_quick(1)
@pytest.mark.parametrize("item", BY_COUNTS)
def test_the_notation_of_propokertools_means_the_hands_with_these_counts(item):
    expected = []
    for hand in combinations(reference.DECK, 4):
        ranks = Counter(reference.RANKS[rank - 2] for rank, _ in hand)
        suits = sorted(Counter(suit for _, suit in hand).values())
        if BY_COUNTS[item](ranks, suits):
            expected.append(sum(map(BIT.__getitem__, hand)))
    found = OmahaRange(item)
    assert sorted(expected) == found.masks.tolist()
    assert found == OmahaRange(str(found))
    some = random.Random(5).sample(expected, min(20, len(expected)))
    assert all(found.weight(cards(mask)) == 1 for mask in some)


@pytest.mark.parametrize("item", BY_COUNTS)
def test_a_hand_has_a_weight_if_its_counts_fit(item):
    hands = ["AsAhAdAc", "AsAhAdKs", "AsAhKsKh", "AsAhKdQc", "AsAhKsQs", "AsKsQsJs", "AsKsQsJh"]
    hands += ["AsKhQdJc", "KsQs9h8h", "JsTs9s8h", "TsTh9s8h", "JsJhTsTh", "2s3s4h5d"]
    found = OmahaRange(item)
    for hand in hands:
        ranks, suits = Counter(hand[::2]), sorted(Counter(hand[1::2]).values())
        assert bool(BY_COUNTS[item](ranks, suits)) == (found.weight(hand) == 1), hand


def may_fit(hand, places):
    """Saves most of the trying: every named rank is there."""
    return {reference.RANKS[rank - 2] for rank, _ in hand} >= {
        place[0] for place in places if place != "*"
    }


@pytest.mark.parametrize(("count", "text", "cards"), vectors("ranges", "omaha counts"))
def test_there_are_as_many_hands_as_counted_by_hand(count, text, cards):
    assert count == len(OmahaRange.parse(text, cards=cards))


def test_the_three_ways_to_share_suits_are_all_hands():
    parts = [OmahaRange.parse(f"****{suits}") for suits in ("ds", "ss", "rainbow")]
    assert 270_725 == sum(map(len, parts))
    assert {13**4} == {len(parts[2])}


def test_of_two_items_with_the_same_hand_the_later_one_decides():
    found = OmahaRange.parse("AA**, AAKK:0.5, AAAA:0; 25%(QQQQ, JJJJ)")
    assert Fraction(1, 2) == found.weight("AsAhKsKh")
    assert "AsAhAdAc" not in found
    assert "AsAhAdKc" in found
    assert Fraction(1, 4) == found.weight("QsQhQdQc")
    assert (6961 - 1 + 2, 6961 - 1 - 18 + Fraction(1, 2)) == (len(found), found.total)
    weights = zip(found.masks.tolist(), found.weights, strict=True)
    scale = max(found.mask_weights.values()) / max(found.weights)
    assert found.mask_weights == {hand: scale * weight for hand, weight in weights}


def test_of_equal_items_only_the_last_counts():
    text = "AA**:0, KK**:0.25, AA**:0.5, KK**:0"
    assert OmahaRange.parse("AA**:0.5, KK**:0").weights == OmahaRange.parse(text).weights
    tracemalloc.start()
    found = OmahaRange.parse("****:0.5," * 150 + "AA**")
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert 270_725 == len(found)
    assert most < 50_000_000  # about 10 MB for all hands


def test_the_items_of_a_range_are_bounded_together():
    with pytest.raises(LimitError, match="up to 2000000 hands"):
        OmahaRange.parse("As*****:0, Ks*****:0, AKQJT9", cards=6)  # 2,349,060 hands in each


PLACES = st.one_of(
    st.just("*"),
    st.sampled_from(reference.RANKS),
    st.sampled_from([reference.text([card]) for card in reference.DECK]),
)
ITEMS = st.tuples(
    st.lists(PLACES, min_size=4, max_size=4),
    st.sampled_from(["", "ds", "ss", "rainbow"]),
    st.sampled_from(["", ":0.5", ":1/3", "@25", "@0"]),
)


def parsed(items):
    try:
        return OmahaRange.parse(", ".join("".join([*places, *rest]) for places, *rest in items))
    except RangeError:  # a card twice, or a rank five times
        return None


@given(st.lists(ITEMS, min_size=1, max_size=3))
def test_a_range_parses_back_from_its_text(items):
    found = parsed(items)
    if found is not None:
        assert found == OmahaRange.parse(str(found))
        assert found == eval(repr(found), {"OmahaRange": OmahaRange})


@given(st.text("AKs[], *+-:%15dROxy$", max_size=10))
@example("[,]")
@example("[ ]AK*")
def test_any_string_is_a_range_or_refused(string):
    try:
        found = OmahaRange(string)
    except (RangeError, LimitError):
        return
    assert OmahaRange.parse(str(found)) == found


@given(ITEMS, st.randoms(use_true_random=False))
def test_the_hands_are_those_that_have_a_weight(item, rng):
    found = parsed([item])
    if found is None:
        return
    masks = set() if found.is_everything else set(found.masks.tolist())
    for _ in range(20):
        hand = rng.sample(reference.DECK, 4)
        expected = found.is_everything or sum(map(BIT.__getitem__, hand)) in masks
        assert expected == (reference.text(hand) in found)


@pytest.mark.parametrize(("message", "position", "text"), vectors("ranges", "omaha refusals"))
def test_an_invalid_range_is_pointed_at(message, position, text):
    with pytest.raises(RangeError, match=message) as caught:
        OmahaRange.parse(text)
    assert (text, position) == (caught.value.text, caught.value.position)


def test_other_things_than_text_are_refused():
    with pytest.raises(RangeError, match="a range must be a string, hands, or a mapping"):
        OmahaRange.parse(5)
    with pytest.raises(RuleError, match="cards must be a whole number from 4 to 6, not 7"):
        OmahaRange.parse("AA*****", cards=7)
    with pytest.raises(RangeError, match="at most four cards of a rank"):
        OmahaRange.parse("5s5555", cards=5)
    with pytest.raises(CardError, match="a hand must have 4 cards"):
        OmahaRange.parse("AA**").weight("AsAh")
    with pytest.raises(LimitError, match="up to 2000000 hands"):
        OmahaRange.parse("A*****", cards=6)
    assert MAX_HANDS == 2_000_000


# Equity


def test_equity_over_ranges_is_the_weighted_sum_over_their_hands():
    board = "2h7d9c3s4d"
    hero, villain = "AAKKds, AsKsQhJh:0.5", "QQJJ, TT9*ds:1/3, 2c2d8c8d"
    found = equity(hero, villain, game="omaha", board=board)
    pots = deals = Fraction(0)
    for mine, weight in OmahaRange.parse(hero).mask_weights.items():
        for other, counted in OmahaRange.parse(villain).mask_weights.items():
            if mine & other or (mine | other) & mask_of(board):
                continue
            hands = [cards(mine), cards(other)]
            share = equity(*hands, game="omaha", board=board).players[0].equity
            pots, deals = pots + weight * counted * share, deals + weight * counted
    assert found.exact
    assert pots / deals == found.players[0].equity


def cards(mask):
    return "".join(reference.text([card]) for card in reference.DECK if BIT[card] & mask)


@pytest.mark.parametrize("game", ["omaha", "omaha8"])
def test_all_hands_are_met_by_all_hands_alike(game):
    found = equity("random", "****", game=game, board="2h7d9c3s4d")
    one, other = found.players
    assert found.exact
    assert one == other
    assert Fraction(1, 2) == one.equity
    hero = equity("AsKsQhJh", "random", game=game, board="2h7d9c3s4d")
    listed = equity("AsKsQhJh", "****ds, ****ss, ****rainbow", game=game, board="2h7d9c3s4d")
    assert hero.players == listed.players


@pytest.mark.few_quick(1)
@pytest.mark.parametrize(
    ("players", "game", "board"),
    [
        (("AA**", "KKQJ, TT98ds"), "omaha", "2h7d9c"),
        (("AA2*", "KKQJ, 2345:0.5"), "omaha8", "2h7d9c3s"),
        (("AA***", "KKQJT, TT98*"), "omaha5", "2h7d9c3s4d"),
        (("AsKs**", "KKQJ", "A5T9"), "omaha8", "2h7d9c3s4d"),
    ],
)
def test_samples_of_ranges_are_within_five_standard_errors(players, game, board):
    exact = equity(*players, game=game, board=board)
    sampled = equity(*players, game=game, board=board, samples=20_000, seed=5)
    assert (True, False) == (exact.exact, sampled.exact)
    assert 1 == sum(share.equity for share in exact.players)
    for expected, share in zip(exact.players, sampled.players, strict=True):
        assert abs(expected.equity - share.equity) <= 5 * share.standard_error


def test_ranges_before_the_flop_are_sampled():
    found = equity("AA**", "KK**", game="omaha", seed=3)
    assert "sampled" in str(found)
    assert ("AA**", "KK**") == found.hands


def test_hands_and_ranges_are_told_apart():
    two = equity("AsKsQhJh, AdKdQcJc", "9c9d8c7d", game="omaha", board="Ts9h2c")
    assert two.hands[0] == "AsKsQhJh, AdKdQcJc"
    spaced = equity("As, Ks, Qh, Jh", "9c 9d 8c 7d", game="omaha", board="Ts9h2c")
    assert spaced == equity("AsKsQhJh", "9c9d8c7d", game="omaha", board="Ts9h2c")
    made = OmahaRange.parse("9c9d8c7d")
    assert spaced.players == equity("AsKsQhJh", made, game="omaha", board="Ts9h2c").players


@pytest.mark.parametrize(
    ("error", "message", "players", "game"),
    [
        (RangeError, "a hand of 4 cards", ("AA*", "KK**"), "omaha"),
        (RangeError, "hands of 5 cards", (OmahaRange.parse("AA**"), "KK***"), "omaha5"),
        (RuleError, "omaha has no ranges of two cards", (Range.parse("AA"), "KK**"), "omaha"),
        (RuleError, "stud has no Omaha ranges", (OmahaRange.parse("AA**"), "KsKd"), "stud"),
        (CardError, "'As' is repeated", ("AsAsKdKh", "KK**"), "omaha"),
        (CardError, "omaha needs 4 cards", ("AsAh", "KK**"), "omaha"),
    ],
)
def test_hands_that_fit_no_game_are_refused(error, message, players, game):
    with pytest.raises(error, match=message):
        equity(*players, game=game)


def test_a_range_of_random_items_is_dealt_as_slowly_counted():
    rng = random.Random(3)
    deck = rng.sample(reference.DECK, 52)
    board, left, dead = tuple(deck[:5]), deck[5:18], deck[18:]
    players = [
        [(tuple(hand), 1) for hand in rng.sample(list(combinations(left, 4)), 12)] for _ in range(2)
    ]
    pots = reference.pots("omaha8", players, board, dead)
    texts = [", ".join(reference.text(h).replace(" ", "") for h, _ in player) for player in players]
    found = equity(*texts, game="omaha8", board=reference.text(board))
    for share, alone in zip(found.players, (0b01, 0b10), strict=True):
        assert (pots.high[alone], pots.high[0b11]) == (share.win, share.tie)
        assert (pots.low[alone], pots.low[0b11]) == (share.low_win, share.low_tie)


def test_omaha_also_reads_all_notations_of_weights_and_of_all_hands():
    assert OmahaRange("AA**:0.5") == OmahaRange("AA**=0.5") == OmahaRange("AA**(50%)")
    assert OmahaRange("****") == OmahaRange("any") == OmahaRange("ATC")
    assert len(OmahaRange("!AA**")) == 270725 - 6961
    assert len(OmahaRange("AA**, !AAKK")) == 6961 - 36


# Ranges like sets ---------------------------------------------------------------------------------

SETS = ["AA**:0.3, AAK*:0.5", "AAK*, AAKK:0.25", "KK**, AAKK", "AAQQds:0.7, AsAhKsKh", "AAKK:0"]


def held(found):
    return dict(zip(found.masks.tolist(), found.weights, strict=True))


@pytest.mark.few_quick(2)
@pytest.mark.parametrize("one", SETS)
@pytest.mark.parametrize("other", SETS)
def test_ranges_combine_weight_by_weight(one, other):
    first, second = OmahaRange(one), OmahaRange(other)
    mine, theirs = held(first), held(second)
    for joined, found in (
        (max, first | other),
        (min, first & second),
        (lambda a, b: max(a - b, 0), first - second),
    ):
        hands = mine | theirs
        weights = {hand: joined(mine.get(hand, 0), theirs.get(hand, 0)) for hand in hands}
        assert {hand: weight for hand, weight in weights.items() if weight} == held(found)
        if len(str(found)) < 10_000:
            assert found == OmahaRange(str(found)) == pickle.loads(pickle.dumps(found))


@pytest.mark.parametrize("text", ["AA**", "AA**:0.3, AAK*:0.5", "random, !AA**"])
def test_the_complement_has_one_minus_each_weight(text):
    found = OmahaRange(text)
    missing = ~found
    assert comb(52, 4) == found.total + missing.total
    assert found.masks.tolist() == (~missing).masks.tolist()
    assert found.weights == (~missing).weights
    assert len(found) + len(missing) >= comb(52, 4)


def test_plain_ranges_stay_short_when_they_combine():
    aces = OmahaRange("AA**")
    assert "AA**, KK**" == str(aces | "KK**")
    assert "AA**, AAKK:0" == str(aces - "AAKK")
    assert "****, AA**:0" == str(~aces)
    assert aces == aces | aces == aces & "random" == aces | "AA**"
    assert 0 == len(aces - aces) == len(aces & "KKK2")


def test_ranges_are_made_of_hands_and_of_weights():
    assert OmahaRange("AsAhKsKh, AAQQ") == OmahaRange(["AsAhKsKh", "AAQQ"])
    assert OmahaRange("AsAhKsKh") == OmahaRange([parse_cards("As Ah Ks Kh")])
    assert OmahaRange("AA**:0.5, KK**") == OmahaRange({"AA**": 0.5, "KK**": 1})
    assert OmahaRange("AA**") == OmahaRange(OmahaRange("AA**"))


def test_a_string_is_in_a_range_if_all_its_hands_are():
    found = OmahaRange("AAK*")
    assert "AAKK" in found
    assert OmahaRange("AAKK") in found
    assert "AsAhKd2c" in found
    assert "KK**" not in found
    assert "AA**" in OmahaRange("random")


@pytest.mark.parametrize(
    ("error", "call"),
    [
        (RangeError, lambda: OmahaRange(5)),
        (RangeError, lambda: OmahaRange([])),
        (RangeError, lambda: OmahaRange({"AA**": 2})),
        (RangeError, lambda: OmahaRange({"AA**:0.5": 0.5})),
        (RangeError, lambda: OmahaRange("AA***", cards=5) | "AA**"),
        (RangeError, lambda: OmahaRange(OmahaRange("AA**"), cards=5)),
        (CardError, lambda: OmahaRange([["As", "As", "Kd", "Kh"]])),
        (LimitError, lambda: ~OmahaRange("AA***", cards=5)),
        pytest.param(
            LimitError, lambda: OmahaRange("random:0.5") | "AA**:0.7", marks=pytest.mark.slow
        ),
        (TypeError, lambda: OmahaRange("AA**") | 5),
        (TypeError, lambda: 5 - OmahaRange("AA**")),
    ],
)
def test_ranges_that_do_not_combine_are_errors(error, call):
    with pytest.raises(error):
        call()


def test_a_weight_of_18_decimals_survives_in_a_union():
    finest = OmahaRange.parse("0.000000000000000001(AsAhKsKh)")
    found = finest | OmahaRange.parse("0.5(AsAhKsQh)")
    assert found.weight("AsAhKsKh") == Fraction(1, 10**18)


def test_the_hands_of_a_range_cannot_be_changed():
    with pytest.raises(ValueError, match="read-only"):
        OmahaRange.parse("AA**").masks[0] = 0
