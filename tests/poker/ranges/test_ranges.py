"""Ranges: every common notation, nothing dropped, strings and back, grids, the verb."""

import copy
import pickle
import random
import re
from decimal import Decimal
from fractions import Fraction
from itertools import combinations, pairwise, permutations
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from facevalue import Card, CardError, LimitError, RangeError, RuleError, poker
from facevalue.cards import RANKS
from facevalue.cli.main import main
from facevalue.poker import STARTING_HANDS, Range
from facevalue.poker.ranges.items import exact_weight
from tests.cli.started import on_a_terminal
from tests.oracles import ranges as oracle
from tests.oracles.rows import vectors
from tests.tables import starting_hands

HALF = Fraction(1, 2)
HANDS = [f"{b}{a}" for a, b in combinations(map(Card, range(52)), 2)]


def names(text):
    """The starting hands that are wholly in a range; nothing else may be in it."""
    found = {name: share for name, share in Range.parse(text).starting_hands.items() if share}
    assert set(found.values()) == {1}
    return " ".join(found)


@pytest.mark.parametrize(("expected", "text"), vectors("ranges", "counts"))
def test_a_string_means_so_many_hands(expected, text):
    assert expected == len(Range.parse(text))


@pytest.mark.parametrize(("expected", "text"), vectors("ranges", "starting hands"))
def test_a_row_of_starting_hands_is_these(expected, text):
    assert sorted(expected.split()) == sorted(names(text).split())


@pytest.mark.parametrize(("expected", "text"), vectors("ranges", "weights"))
def test_a_weight_is_read_in_every_notation(expected, text):
    assert Fraction(expected) == Range.parse(text).weight("AsAd")


@pytest.mark.parametrize("card", ["2c", "Kh", "As"])
def test_a_card_and_a_star_are_all_hands_with_that_card(card):
    with_card = {hand for hand in HANDS if card in (hand[:2], hand[2:])}
    assert with_card == {"".join(map(str, hand)) for hand in Range(f"{card}*")}
    for suit in "cdhs":
        of_suit = {hand for hand in with_card if suit in hand.replace(card, "")}
        assert of_suit == {"".join(map(str, hand)) for hand in Range(f"{card}x{suit}")}


def test_removing_hands_leaves_all_other_hands():
    everything, taken = set(Range("any")), set(Range("AKs, 22"))
    assert everything - taken == set(Range("!AKs, !22"))
    assert Range("any, AKs:0, 22:0") == Range("!AKs, !22")


def test_a_number_before_a_colon_is_a_hand_where_a_weight_follows():
    assert Range.parse("98:0.5") == Range.parse("0.5(98)")
    assert Range.parse("98:55/66") == Range.parse("5/6(98)")
    assert Range.parse("98:55%") == Range.parse("55%(98)")
    assert Range.parse("98:AA") == Range.parse("98%(AA)")
    assert Range.parse("98:55") == Range.parse("98%(55)")


@pytest.mark.parametrize(("position", "text"), vectors("ranges", "refusals"))
def test_an_invalid_range_is_refused_at_its_place(position, text):
    with pytest.raises(RangeError) as caught:
        Range.parse(text)
    assert (text, position) == (caught.value.text, caught.value.position)
    assert str(caught.value).startswith("expected ")
    assert "\n" not in str(caught.value)


def test_a_range_is_parsed_from_text_only():
    with pytest.raises(RangeError, match="a range must be a string: '7'"):
        Range.parse(7)


@pytest.mark.parametrize(("expected", "text"), vectors("ranges", "short"))
def test_the_text_of_a_range_is_short(expected, text):
    assert expected == str(Range.parse(text))


@st.composite
def any_item(draw):
    """An item of one hand, of a starting hand, or of several."""
    high, low = sorted(draw(st.tuples(*[st.integers(0, 12)] * 2)), reverse=True)
    rank, kind = RANKS[high], "" if high == low else draw(st.sampled_from(["", "s", "o"]))
    step, drop = draw(st.integers(0, low)), draw(st.integers(0, low))
    # The end of a run: both ranks are lower by a step, or only the kicker of two different ranks.
    has_step = high == low or draw(st.booleans())
    run = RANKS[high - step] + RANKS[low - step] if has_step else rank + RANKS[low - drop]
    forms = [
        *(f"{rank}{RANKS[low]}{kind}", f"{rank}{RANKS[low]}{kind}+", f"{rank}?", "random"),
        *(f"{rank}x{kind if high != low else 's'}+", draw(st.sampled_from(HANDS)), f"{rank}s*h"),
        *(f"{rank}c*", f"{rank}{RANKS[low]}{kind}-{run}{kind}", f"{rank}{RANKS[low]}-{run}{kind}"),
    ]
    return draw(st.sampled_from(forms))


@given(any_item())
def test_an_item_means_the_hands_that_its_form_says(item):
    assert oracle.hands_of(item) == list(Range(item))


@pytest.mark.parametrize("percent", [0, 1, 7, 33, 99, 100])
def test_a_percentage_means_the_best_starting_hands(percent):
    assert oracle.best(percent) == list(Range(f"{percent}%"))


@given(
    st.sampled_from(RANKS),
    st.sampled_from(["", "?", "x", "X", "c", "d", "h", "s"]),
    st.sampled_from(["?", "??", "x", "xx", "XX"]),
    st.booleans(),
)
def test_a_card_that_is_hidden_may_be_any(rank, suit, hidden, is_first):
    known = rank + suit
    words = [hidden, known] if is_first else [known, hidden]
    item = f"{known}*" if suit in {"c", "d", "h", "s"} else f"{rank}?"
    assert oracle.hands_of(item) == list(Range(" ".join(words)))


weights = st.one_of(
    st.just(Fraction(1)),
    st.sampled_from([HALF, Fraction(1, 3), Fraction(3, 8)]),
    st.fractions(0, 1, max_denominator=10**18 - 1),
)
items = st.sampled_from(
    [
        *STARTING_HANDS,
        "QQ+",
        "A2s+",
        "K9+",
        "77-JJ",
        "A5o-A2o",
        "T9s-65s",
        "15%",
        "5%-20%",
        "random",
    ]
)
texts = st.lists(st.tuples(items, weights), max_size=8).map(
    lambda parts: ", ".join(f"{weight}({item})" for item, weight in parts) or "0%"
)


@given(texts)
def test_the_text_of_a_range_parses_back_to_the_same_range(text):
    found = Range.parse(text)
    assert found == Range.parse(str(found))
    assert hash(found) == hash(Range.parse(str(found)))


@given(st.dictionaries(st.sampled_from(HANDS), weights))
def test_any_hands_and_weights_survive_text(combos):
    found = Range(combos)
    assert found == Range.parse(str(found))
    assert {hand: weight for hand, weight in combos.items() if weight} == {
        "".join(map(str, cards)): weight for cards, weight in found.combos.items()
    }


@given(st.text("AKQT9210sohdc♠+-,;:()[]/%@.*=! xXrandomytp", max_size=30))
def test_any_text_is_a_range_or_refused_with_a_place(text):
    try:
        found = Range.parse(text)
    except RangeError as error:
        position = error.position
    else:
        position = 0
        assert found == Range.parse(str(found))
    assert 0 <= position <= len(text)


def test_a_long_text_is_read_in_time():
    assert len(Range.parse(" , ".join(["AA"] * 3000) + " " * 30_000)) == 6
    with pytest.raises(RangeError):
        Range.parse("0.5(" * 100_000)


def test_a_range_survives_repr_copies_and_pickles():
    found = Range.parse("QQ+, AKs:0.5")
    assert found == eval(repr(found), {"Range": Range})
    assert found == copy.deepcopy(found) == pickle.loads(pickle.dumps(found))


def test_dead_cards_take_their_hands_away():
    assert len(Range.parse("AA").without("As")) == 3
    assert Range.parse("AA", dead="As") == Range.parse("AA").without("As")
    assert len(Range.parse("random", dead="As Kd")) == 50 * 49 // 2
    assert "AsKs" not in Range.parse("AKs:0.5", dead="Ks")
    with pytest.raises(CardError, match="expected a rank"):
        Range.parse("AA", dead="0s")


def test_a_range_says_what_it_contains():
    found = Range.parse("AsAd, AK:0.5")
    assert (17, Fraction(9), Fraction(9, 1326)) == (len(found), found.total, found.share)
    assert (Card.parse("As"), Card.parse("Ad")) in list(found)
    assert "AdAs" in found
    assert "AhAc" not in found
    assert Fraction(1, 6) == found.starting_hands["AA"]
    assert len(found.masks) == len(found.weights) == len(found)
    with pytest.raises(CardError, match="a hand must have 2 cards"):
        found.weight("As")


@pytest.mark.parametrize(
    "weight",
    [
        *(2, -1, True, "1", None, 1j, np.True_, Fraction(1, 10**18 + 1), 1e-19, 1.0000001),
        *(float("nan"), float("inf"), Decimal("NaN"), Decimal("sNaN")),
        *(Decimal("1e999999"), Decimal("1e-999999")),
    ],
)
def test_a_weight_is_exact_and_at_most_1(weight):
    with pytest.raises(RangeError, match="a weight must be a number from 0 to 1"):
        Range({"AsAd": weight})


@pytest.mark.parametrize(
    "weight",
    [0.1, Decimal("0.1"), Fraction(1, 10), np.float64(0.1), np.float32(0.1), Decimal("1e-1")],
)
def test_a_weight_is_the_decimal_that_people_typed(weight):
    assert Fraction(1, 10) == Range({"AsAd": weight}).weight("AsAd")


# Arguments of a range, and combined ranges


@pytest.mark.parametrize(
    ("expected", "combos"),
    [
        ("AhKh", ["AhKh"]),
        ("AhKh", [("Ah", "Kh")]),
        ("AhKh", ["Ah, Kh"]),
        ("AhKh", [[Card("Ah"), Card("Kh")]]),
        ("AhKh", np.array([[50, 46]])),
        ("QQ+, AKs", ["QQ+", "AKs"]),
        ("QQ+, AKs", (text for text in ("QQ+", "AKs"))),
        ("QQ+:0.5", {"QQ+": 0.5}),
        ("KK+", ["QQ+", "QQ:0"]),
        ("QQ+, KK:0.5", {"QQ+": 1, "KK": 0.5}),
        ("QQ, AA", {"QQ+": 1, ("Kh", "Kd"): 0, "KK": 0}),
        ("QQ+, AKs:0.5", Range("QQ+, AKs:0.5")),
        ("AhKh, QQ:0.5", Range("AhKh, QQ:0.5").combos),
        ("AhKh, QQ", list(Range("AhKh, QQ:0.5"))),
        ("0%", []),
        ("0%", {}),
    ],
    ids=lambda given: given if isinstance(given, str) else type(given).__name__,
)
def test_a_range_is_made_of_strings_hands_and_weights(expected, combos):
    assert Range(expected) == Range(combos)


@pytest.mark.parametrize(
    ("message", "combos"),
    [
        ("a range must be a string, hands, or a mapping from hands to weights: '5'", 5),
        ("expected a hand like QQ, AKs or AhKh: 'Ah'", ["Ah", "Kh"]),
        ("cards must be a string or a sequence", [Card("Ah"), Card("Kh")]),
        ("a hand must have 2 cards", [["Ah", "Kh", "Qh"]]),
        ("these hands must have no weights: 'AA:0.5'", {"AA:0.5": 1}),
        ("these hands must have no weights: '!AA'", {"!AA": 1}),
        ("expected a hand like QQ, AKs or AhKh: 'foo'", ["AA", "foo"]),
    ],
)
def test_objects_that_make_no_range_are_refused(message, combos):
    with pytest.raises((RangeError, CardError), match=message) as caught:
        Range(combos)
    assert getattr(caught.value, "position", 0) in (0, None)


def test_all_hands_of_a_string_are_looked_up():
    found = Range("AKs, QQ:0.5")
    assert "AKs" in found
    assert "AsKs" in found
    assert ("As", "Ks") in found
    assert "QQ, AKs" in found
    assert Range("AKs:0.1") in found
    assert "AK" not in found
    assert "AhKd" not in found
    assert Range("any") not in found
    with pytest.raises(RangeError, match="expected a hand like QQ, AKs or AhKh: 'As'"):
        assert "As" in found
    with pytest.raises(RangeError, match="these hands must have no weights"):
        assert "QQ:0.5" in found
    with pytest.raises(CardError):
        assert None in found


def slowly(operation, *ranges):
    """The weights of all hands, each computed from the weights in the ranges."""
    return {hand: operation(*(each.weight(hand) for each in ranges)) for hand in HANDS[::7]}


@pytest.mark.slow
@given(texts, texts)
def test_ranges_combine_hand_by_hand(one, other):
    a, b = Range(one), Range(other)
    assert slowly(max, a, b) == slowly(Fraction, a | b)
    assert slowly(min, a, b) == slowly(Fraction, a & b)
    assert slowly(lambda x: 1 - x, a) == slowly(Fraction, ~a)
    assert ~(a | b) == ~a & ~b
    assert ~~a == a
    assert a | other == b | a
    assert a | one == a == a & a
    for each in (a | b, a & b, ~a):
        assert each == Range.parse(str(each))


@pytest.mark.slow
@given(texts, texts)
def test_subtraction_lowers_the_weights(one, other):
    a, b = Range(one), Range(other)
    try:
        rest = a - b
    except LimitError:
        assert any(
            (x - y).denominator > 10**18 for x in set(a.weights) for y in set(b.weights) if x > y
        )
    else:
        assert slowly(lambda x, y: max(x - y, 0), a, b) == slowly(Fraction, rest)
        assert rest == one - b == Range.parse(str(rest))


def test_only_a_string_may_replace_a_range_in_an_operation():
    assert Range("KK+") == "AA" | Range("KK") == Range("KK") | "AA"
    assert Range("AA") == "KK+" & Range("AA, QQ")
    assert Range("QQ") == "QQ, AA" - Range("KK+")
    assert Range("AA:0.25") == Range("AA") - "AA:0.75"
    assert Range("!AA") == ~Range("AA")
    with pytest.raises(RangeError, match="'foo'"):
        Range("AA") | "foo"
    for other in (5, None, ["KK"], {"KK": 1}):
        with pytest.raises(TypeError):
            Range("AA") | other


# The order of the starting hands


def test_the_order_has_each_starting_hand_once():
    sizes = starting_hands.sizes("holdem")
    assert set(sizes) == set(STARTING_HANDS)
    assert len(STARTING_HANDS) == 169
    assert sum(sizes.values()) == 1326


def test_percentages_are_slices_of_the_order():
    assert Range.parse("0.5%") == Range.parse("AA")
    assert Range.parse("4%") == Range.parse("77+, AKs")
    low, high = Range.parse("15%"), Range.parse("15%-40%")
    assert not set(low) & set(high)
    assert set(low) | set(high) == set(Range.parse("40%"))
    assert Range.parse("40%-15%") == high == Range.parse("15-40%")


@pytest.mark.parametrize("percent", range(1, 101))
def test_a_percentage_is_never_passed_and_nearly_reached(percent):
    share = 100 * Range.parse(f"{percent}%").share
    assert share <= percent < share + Fraction(1200, 1326)


@pytest.mark.exhaustive
def test_the_order_is_the_order_of_equity_over_all_deals():
    points, sizes = starting_hands.points("holdem"), starting_hands.sizes("holdem")
    # The known counts of AhKh, times its four suits: wins twice, ties once.
    assert 4 * (2 * 1_389_004_215 + 34_610_976) == points["AKs"]
    expected = sorted(points, key=lambda hand: Fraction(points[hand], sizes[hand]), reverse=True)
    assert tuple(expected) == STARTING_HANDS


def short_deck_order():
    """The starting hands of short deck, the best first, by their percentiles."""
    hands = starting_hands.sizes("shortdeck")
    return sorted(hands, key=lambda name: -poker.percentile(hand_of(name), "shortdeck"))


def hand_of(name):
    return next(iter(Range(name)))


def test_short_deck_has_an_order_by_its_equities():
    order = short_deck_order()
    shares = [poker.equity(name, "random", game="shortdeck")[0].equity for name in order]
    assert len(order) == 81
    assert all(better > worse for better, worse in pairwise(shares))


@pytest.mark.slow
def test_the_order_of_short_deck_is_the_order_of_equity_over_all_deals():
    points, sizes = starting_hands.points("shortdeck"), starting_hands.sizes("shortdeck")
    assert short_deck_order() == sorted(
        points, key=lambda hand: -Fraction(points[hand], sizes[hand])
    )
    share = poker.equity("76o", "random", game="shortdeck")[0]
    assert points["76o"] == 2 * share.win + share.tie


def test_percentages_in_short_deck_are_of_its_630_hands():
    hands, sizes = Range("0%", deck=36), starting_hands.sizes("shortdeck")
    for name in short_deck_order():
        hands |= name
        assert poker.parse_range(f"{10 * len(hands)}/63%", "shortdeck") == hands
        weaker, own = 630 - len(hands), sizes[name]
        found = poker.percentile(hand_of(name), "shortdeck")
        assert found == Fraction(100 * (2 * weaker + own), 2 * 630)
    assert len(hands) == 630
    assert hands == Range("random", deck=36)
    assert poker.parse_range("15%", "shortdeck") == Range("TT+, ATs+, AJo+, KJs+, QJs", deck=36)
    given = poker.equity("15%", "random", game="shortdeck", board="Ts8s7h")
    assert given == poker.equity(
        Range("TT+, ATs+, AJo+, KJs+, QJs"), "random", game="shortdeck", board="Ts8s7h"
    )


def test_a_range_of_a_short_deck_has_hands_and_shares_of_its_deck():
    best = Range("15%", deck=36)
    assert best == Range.parse("15%", deck=36) == Range([*best], deck=36)
    assert (len(best), best.share, len(~best)) == (94, Fraction(94, 630), 536)
    assert Range("22+, 54s", deck=36) == Range("66+", deck=36)
    assert Range("66+") != Range("66+", deck=36)
    half = Range({"15%": HALF}, deck=36)
    assert (half.total, half.share) == (47, Fraction(47, 630))
    assert (half | "10%").share == Fraction(half.total + HALF * len(Range("10%", deck=36)), 630)
    assert ("15%" in best, "16%" in best, "22" in ~best) == (True, False, False)
    assert best.without("As").deck == best.replace(combos="AA").deck == 36
    for copied in (pickle.loads(pickle.dumps(best)), copy.copy(best), eval(repr(best))):
        assert (copied, copied.share) == (best, best.share)
    assert poker.push_fold(10, game="shortdeck").push.deck == 36


def test_there_are_decks_of_52_and_36_cards():
    for deck in (40, "x", None):
        with pytest.raises(RuleError, match="deck must be"):
            Range("AA", deck=deck)


# Pictures


def test_the_grid_has_aces_first_and_suited_hands_above_the_pairs():
    lines = Range.parse("AA, AKs:0.5, AKo, 22, AsQs").grid.splitlines()
    assert len(lines) == 13
    assert lines[0].split()[:4] == ["AA", "50%", "25%", "."]
    assert lines[1].split()[:2] == ["AKo", "."]
    assert lines[12].split()[12] == "22"


def test_nothing_partly_in_is_drawn_as_all_or_nothing():
    assert "99%" in Range.parse("AA:0.999").grid
    assert "1%" in Range.parse("AA:0.001").grid


def test_the_svg_is_a_picture_of_169_hands():
    found = Range.parse("QQ+, AKs:0.5")
    root = ET.fromstring(found.svg)  # noqa: S314 - ours
    space = "{http://www.w3.org/2000/svg}"
    assert root.find(f"{space}title").text == str(found)
    assert len(root.findall(f"{space}text")) == 169
    assert len(root.findall(f"{space}rect")) == 169 + 4
    assert found._repr_svg_() == found.svg


def test_the_html_is_a_table_of_169_hands():
    found = Range.parse("QQ+, AKs:0.5")
    root = ET.fromstring(found.html)  # noqa: S314 - ours
    cells = [cell.text for cell in root.iter("td")]
    assert list(found.starting_hands) == cells
    assert "50%" in next(c.get("style") for c in root.iter("td") if c.text == "AKs")
    assert found._repr_html_() == found.html


# The verb


def test_range_agrees_with_the_library(capfd):
    assert main(["range", "QQ+,", "AKs:0.5"]) == 0
    out, err = capfd.readouterr()
    found = Range.parse("QQ+, AKs:0.5")
    assert f"{found}\n{found.grid}\n22 of 1326 combinations, weighing 20: 1.51%\n" == out
    assert err == ""


@pytest.mark.parametrize("picture", ["svg", "html"])
def test_range_prints_pictures(picture, capfd):
    assert main(["range", "QQ+", "--picture", picture]) == 0
    assert getattr(Range.parse("QQ+"), picture) == capfd.readouterr().out


def test_the_grid_is_coloured_on_a_terminal():
    out = on_a_terminal("range", "QQ+, AKs:0.5", TERM="xterm-256color")
    assert "\x1b[1;33mAA" in out
    plain = re.sub(r"\x1b\[[0-9;]*m", "", out).replace("\r", "")
    drawn = [line.rstrip() for line in plain.splitlines()]
    assert Range.parse("QQ+, AKs:0.5").grid.splitlines() == drawn[1:14]


@pytest.mark.parametrize("nothing", [0, 0.0, -0.0, Fraction(0), Decimal(0), Decimal("0e-999999")])
def test_a_zero_weight_is_0_of_any_type(nothing):
    assert exact_weight(nothing) == 0


def test_a_plain_hand_is_read_as_with_a_space_between_its_cards():
    cards = [rank + suit for rank in "23456789TJQKAtjqka" for suit in "cdhsCDHS"]
    hands = random.Random(7).sample(list(permutations(cards, 2)), 2000)
    for one, other in [*hands, ("Ah", "Kh"), ("tc", "9C")]:
        if one.upper() != other.upper():
            assert Range(f"{one} {other}") == Range(one + other)


@pytest.mark.parametrize("text", ["AhAh", "tcTC", "Ah1h", "Ah0h"])
def test_an_item_like_a_plain_hand_is_read_in_full(text):
    with pytest.raises(RangeError):
        Range.parse(text)


def test_large_ranges_of_which_the_hash_knows_only_a_part_are_told_apart():
    everything = Range("random")
    hands = list(everything.combos)[:50]
    lacking = {everything - Range([hand]): hand for hand in hands}
    halved = {everything - Range({hand: Fraction(1, 2)}): hand for hand in hands}
    assert len(lacking | halved) == 100
    assert lacking[everything - Range([hands[37]])] == hands[37]
    assert halved[everything - Range({hands[37]: 0.5})] == hands[37]
