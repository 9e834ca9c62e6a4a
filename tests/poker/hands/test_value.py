"""The value of one hand, compared with the oracle; the cost and contents of a `Strength`."""

import copy
import gc
import inspect
import pickle
import random
import re

import numpy as np
import pytest

from facevalue import Card, CardError, _core, poker
from tests.oracles import poker as reference
from tests.oracles.rows import vectors

DECK = range(52)


def dealt(cards, hands=500):
    randomness = random.Random(cards)
    return [randomness.sample(DECK, cards) for _ in range(hands)]


def oracle(hand):
    return reference.kev([reference.DECK[card] for card in hand])


def forms(hand):
    """A hand in every form that the core reads itself, and in some that it does not."""
    texts = [str(Card(card)) for card in hand]
    mask = sum(1 << 13 * (card % 4) + card // 4 for card in hand)
    return {
        "ids": hand,
        "tuple of ids": tuple(hand),
        "mask": mask,
        "numpy mask": np.uint64(mask),
        "cards": list(map(Card, hand)),
        "tuple of cards": tuple(map(Card, hand)),
        "texts": texts,
        "mixed": [Card(hand[0]), texts[1], *hand[2:]],
        "text": " ".join(texts),
        "text without blanks": "".join(texts),
        "text with many blanks": f"  {'   '.join(texts)} ",
        "lower case": " ".join(texts).lower(),
        "upper case": " ".join(texts).upper(),
        "ten as a number": " ".join(texts).replace("T", "10"),
        "commas and brackets": f"[{', '.join(texts)}]",
        "signs": "".join(texts).translate(dict(zip(map(ord, "cdhs"), "♣♦♥♠", strict=True))),
        "array": np.array(hand),
        "set": set(hand),
        "iterator": iter(hand),
    }


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_a_value_agrees_with_the_oracle(cards):
    for hand in dealt(cards):
        assert oracle(hand) == poker.value(hand) == poker.evaluate(hand).value


@pytest.mark.parametrize("cards", [5, 6, 7])
@pytest.mark.parametrize("form", forms(dealt(5)[0]))
def test_a_hand_has_one_value_in_every_form(form, cards):
    for hand in dealt(cards, 20):
        expected = oracle(hand)
        assert expected == poker.value(forms(hand)[form])
        if "mask" not in form:
            assert expected == poker.evaluate(forms(hand)[form]).value


def test_each_card_has_one_bit_in_every_form():
    for card in DECK:
        bit = 1 << 13 * (card % 4) + card // 4
        rest = [other for other in DECK if other % 4 == (card + 1) % 4][:4]
        for form, hand in forms([card, *rest]).items():
            if "mask" not in form:
                assert bit == poker.evaluate(hand)._hole & bit, form  # noqa: SLF001


@pytest.mark.parametrize(("message", "cards"), vectors("cards", "values"))
def test_a_hand_without_a_value_is_refused_in_one_line(message, cards):
    with pytest.raises(CardError) as caught:
        poker.value(10**5000 if cards == "10**5000" else cards)
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["A", "1", "10", "10x", "\ud800", "\x00", "Ah\x00", "Åh", "Ah♣"])
def test_a_string_that_ends_within_a_card_is_refused(text):
    for cards in (f"2c 3d 4h 5s {text}", [0, 5, 10, 15, text]):
        for call in (poker.value, poker.evaluate):
            with pytest.raises(CardError):
                call(cards)


def test_a_wrong_call_is_refused_in_the_words_of_python():
    with pytest.raises(TypeError, match=r"value\(\) missing 1 required positional argument"):
        poker.value()
    with pytest.raises(TypeError, match=r"value\(\) takes 1 positional argument but 2 were given"):
        poker.value("AsKsQsJsTs", 1)
    with pytest.raises(TypeError, match="unexpected keyword argument 'bord'"):
        poker.evaluate("AsKsQsJsTs", bord="")


@pytest.mark.optimized_away
@pytest.mark.parametrize("function", [poker.value, poker.evaluate])
def test_a_function_of_the_core_is_like_one_of_python(function):
    assert function is pickle.loads(pickle.dumps(function))
    assert ["cards"] == list(inspect.signature(function).parameters)[:1]
    assert function.__module__.startswith("facevalue.poker.")
    assert re.match(r"(Return|Evaluate) ", function.__doc__)
    assert function("AsKsQsJsTs") == function(cards="AsKsQsJsTs")


# Strength -----------------------------------------------------------------------------------------


def test_the_garbage_collector_does_not_visit_strengths():
    assert not gc.is_tracked(poker.evaluate("AsKsQsJsTs"))


def test_a_strength_keeps_its_game_alive_until_it_is_freed():
    game = poker.Game("pineapple", hole=3, board=5)
    strengths = [poker.evaluate("Ah Kh 2c", game, board="Qh Jh Th 3d 3s") for _ in range(10)]
    del game
    assert {"pineapple"} == {each.game.name for each in strengths}


def test_strengths_of_every_way_are_the_same_value():
    quick, slow = poker.evaluate("7h7s7dAsAc"), poker.evaluate("7h7s", board="7dAsAc")
    assert (quick, hash(quick), quick.best) == (slow, hash(slow), slow.best)
    assert pickle.loads(pickle.dumps(quick)) == copy.deepcopy(quick) == quick
    assert (set(), {"7d", "As", "Ac"}) == (set(quick.board), set(map(str, slow.board)))


def test_a_strength_that_was_never_evaluated_has_no_cards():
    empty = poker.Strength.__new__(poker.Strength)
    with pytest.raises(AttributeError, match=r"not made by poker\.evaluate"):
        empty.game  # noqa: B018 - the error is the point


def test_a_strength_is_frozen():
    strength = poker.evaluate("AsKsQsJsTs")
    for name in ("score", "_hole", "other"):
        with pytest.raises(AttributeError):
            setattr(strength, name, 1)


def test_the_core_learns_all_cards_or_none():
    with pytest.raises(ValueError, match="expected 52 cards"):
        _core.know_cards([Card(0)])
