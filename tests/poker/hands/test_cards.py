"""Cards in every notation, their numbers, and decks that a seed decides."""

import copy
import pickle
from collections import Counter
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

import facevalue as fv
from facevalue import Card, CardError, Deck, parse_cards
from facevalue.cards import RANKS, SUITS, cards_in, drawn
from tests.oracles import cards as oracle

CARDS = [Card(number) for number in range(52)]
NAMES = [rank + suit for rank in RANKS for suit in SUITS]
# Every sign that stands for a suit, with and without a selector of how to show it.
SPELLINGS = {
    "c": ["c", "C", "♣", "♧", "♣\ufe0e", "♣\ufe0f"],
    "d": ["d", "D", "♦", "♢", "♦\ufe0e", "♦\ufe0f"],
    "h": ["h", "H", "♥", "♡", "♥\ufe0e", "♥\ufe0f"],
    "s": ["s", "S", "♠", "♤", "♠\ufe0e", "♠\ufe0f"],
}

cards = st.sampled_from(CARDS)


def spelled(card):
    ranks = {card.rank, card.rank.lower()} | ({"10"} if card.rank == "T" else set())
    return [rank + suit for rank in sorted(ranks) for suit in SPELLINGS[card.suit]]


def test_ids_count_suits_within_ranks():
    assert NAMES == [str(card) for card in CARDS]
    assert list(range(52)) == [card.id for card in CARDS]


@pytest.mark.parametrize("card", CARDS, ids=str)
def test_every_spelling_is_read(card):
    for text in spelled(card):
        assert [card] * 3 == [Card.parse(text), Card.parse(f" {text}\n"), *parse_cards(text)]


@pytest.mark.parametrize("card", CARDS, ids=str)
def test_a_card_is_one_object_in_all_its_forms(card):
    made = (Card.parse(str(card)), eval(repr(card)), pickle.loads(pickle.dumps(card)))
    assert all(each is card for each in (*made, copy.copy(card), copy.deepcopy(card)))


def test_a_card_is_frozen_and_not_a_number():
    with pytest.raises(AttributeError):
        CARDS[0].id = 1
    assert CARDS[0] != 0
    assert len({*CARDS, *CARDS}) == 52


def test_cards_sort_by_their_ids_and_are_not_compared_with_anything_else():
    assert list(CARDS) == sorted(Deck(seed=1))
    with pytest.raises(TypeError):
        sorted([CARDS[0], 1])


@pytest.mark.parametrize(
    ("text", "rank", "suit", "value", "kev"),
    [
        ("KD", "K", "d", 13, 134236965),
        ("5S", "5", "s", 5, 529159),
        ("JC", "J", "c", 11, 33589533),
        ("7C", "7", "c", 7, 2131213),
        ("2C", "2", "c", 2, 98306),
        ("AS", "A", "s", 1, 268442665),
    ],
)
def test_a_card_has_a_rank_a_suit_a_value_and_kevs_word(text, rank, suit, value, kev):
    card = Card.parse(text)
    assert (rank, suit, value, kev) == (card.rank, card.suit, card.value, card.kev)


BAD = [
    ("0s", "expected a rank of 23456789TJQKA: '0s'"),
    ("15s", "expected a suit of cdhs: '15s'"),
    ("", "expected a rank of 23456789TJQKA: ''"),
    ("♥", "expected a rank of 23456789TJQKA: '♥'"),
    ("hx", "expected a rank of 23456789TJQKA: 'hx'"),
    ("\u212as", "unknown rank '\u212a' (U+212A, not a plain letter): '\u212as'"),  # Kelvin's sign
    ("٢s", "expected a rank of 23456789TJQKA: '٢s'"),  # the Arabic 2
    ("A", "expected a suit of cdhs: 'A'"),
    ("10", "expected a suit of cdhs: '10'"),
    ("Ax", "expected a suit of cdhs: 'Ax'"),
    ("A\u017f", "unknown suit '\u017f' (U+017F, not a plain letter): 'A\u017f'"),  # the long s
    ("A s", "expected a suit of cdhs: 'A s'"),
    ("AHH", "expected one card, a rank and a suit: 'AHH'"),
    ("AhKd", "expected one card, a rank and a suit: 'AhKd'"),
    ("Ah\ufe0f\ufe0f", "expected one card, a rank and a suit: 'Ah\ufe0f\ufe0f'"),
    (b"Ah", "a card must be a string, not b'Ah'"),
    (5, "a card must be a string, not 5"),
]


@pytest.mark.parametrize(("text", "message"), BAD)
def test_an_invalid_card_is_refused_in_one_line(text, message):
    with pytest.raises(CardError) as caught:
        Card.parse(text)
    assert message == str(caught.value)


@given(st.text("AKT9210jqchdsS♥♤\ufe0f🂡🃞🂬[], \t\u3000x", max_size=20))
def test_any_text_is_read_as_its_regular_expression_says(text):
    expected = oracle.cards_in(text)
    if expected is None:
        with pytest.raises(CardError):
            cards_in(text)
    else:
        assert expected == list(cards_in(text))


@pytest.mark.parametrize("number", [52, -1, 255, 2**70, True, 3.0, None, [3]])
def test_ids_are_0_to_51(number):
    with pytest.raises(CardError, match="the id of a card must be from 0 to 51, not "):
        Card(number)


@pytest.mark.parametrize(
    "text",
    [
        "7H 7S 7D AS 10C",
        "7h7s7dAstc",
        "7h,7s,7d,As,Tc",
        " 7h, 7s ,\t7d\nAs  Tc ",
        "[7h 7s 7d] [As] [10c]",
        "7♥7♠7♦A♠10♣",
        "7♡️ 7♤ 7♢ A♠️ 10♧",
        ["7h", "7S", Card.parse("7d"), 51, "10♣"],
        (Card.parse(text) for text in ("7h", "7s", "7d", "As", "Tc")),
    ],
)
def test_cards_are_read_with_any_separator_or_without(text):
    assert [22, 23, 21, 51, 32] == [card.id for card in parse_cards(text)]


@given(st.lists(cards, unique=True), st.sampled_from(["", " ", ",", ", ", "] ["]))
def test_written_cards_are_read_again(hand, between):
    assert tuple(hand) == parse_cards(between.join(map(str, hand)))
    assert tuple(hand) == parse_cards(hand) == parse_cards([card.id for card in hand])


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("Ah Ah", "'Ah' is repeated"),
        ("7♥ 8s 7H", "'7h' is repeated"),
        ([51, "As"], "'As' is repeated"),
        ("Ah;Kd", "expected a rank of 23456789TJQKA: 'Ah;Kd'"),
        ("Ah K d", "expected a suit of cdhs: 'K'"),
        ("Ah0s", "expected a rank of 23456789TJQKA: 'Ah0s'"),
        (["Ah Kd"], "expected one card, a rank and a suit: 'Ah Kd'"),
        ([[]], "the id of a card must be from 0 to 51, not []"),
        (b"A", "the id of a card must be from 0 to 51, not 65"),
        (5, "cards must be a string or a sequence, not 5"),
        (None, "cards must be a string or a sequence, not None"),
        ("x" * 10**6, f"expected a rank of 23456789TJQKA: '{'x' * 40}...'"),
    ],
)
def test_invalid_cards_are_refused_in_one_line(given, message):
    with pytest.raises(CardError) as caught:
        parse_cards(given)
    assert message == str(caught.value)


def test_no_cards_are_accepted():
    assert () == parse_cards("") == parse_cards(" [] ") == parse_cards([])


@given(st.text(alphabet="234TJQKA1cdhs♠♡️[], ", max_size=12))
def test_any_text_gives_cards_or_an_error_in_one_line(text):
    try:
        outcome = parse_cards(text)
    except CardError as error:
        outcome = str(error)
    assert "\n" not in outcome
    assert isinstance(outcome, str) or set(outcome) <= set(CARDS)


# Number games


def test_number_games_take_cards():
    hand = parse_cards("KS QD 3C 3H")
    assert list(map(str, fv.solve("13 12 3 3"))) == list(map(str, fv.solve(hand)))
    assert list(map(str, fv.solve("13 12 3 3"))) == list(map(str, fv.solve("K♠️ Q♦ 3♧ 3H")))


# Decks


def test_a_seed_gives_the_same_order_everywhere():
    # Computed apart, with the published constants of SplitMix64.
    assert "8h 4s Qs 2h 3c 6c 5d As" == " ".join(map(str, Deck(54).deal(8)))


def reference_numbers(seed):
    """SplitMix64 as its authors print it, on 64 bits."""
    while True:
        seed = (seed + 0x9E3779B97F4A7C15) & (2**64 - 1)
        z = seed
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & (2**64 - 1)
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & (2**64 - 1)
        yield z ^ (z >> 31)


def test_the_generator_gives_the_published_numbers():
    numbers = reference_numbers(1234567)
    published = [6457827717110365317, 3203168211198807973, 9817491932198370423]
    assert published == [next(numbers) for _ in range(3)]


@pytest.mark.parametrize("seed", [0, 1, 54, 2**64 - 1])
def test_the_shuffle_is_fisher_and_yatess(seed):
    numbers = reference_numbers(seed)
    ids = list(range(52))
    for last in range(51, 0, -1):
        number = next(each for each in numbers if each < 2**64 - 2**64 % (last + 1))
        other = number % (last + 1)
        ids[last], ids[other] = ids[other], ids[last]
    assert ids == [card.id for card in Deck(seed)]


def test_every_card_is_dealt_once():
    assert set(CARDS) == set(Deck(seed=1).deal(52))


def test_cards_dealt_are_no_longer_in_the_deck():
    deck = Deck(seed=1)
    first, rest = deck.deal(20), list(deck)
    assert (32, set(CARDS)) == (len(deck), {*first, *rest})
    assert tuple(rest) == deck.deal(32)


def test_a_shuffle_takes_all_cards_back_in_another_order():
    deck = Deck(seed=1)
    before = deck.deal(52)
    deck.shuffle()
    after = deck.deal(52)
    assert before != after
    assert set(before) == set(after)


@pytest.mark.slow
def test_every_card_may_be_dealt_first():
    tops = Counter(Deck(seed).deal()[0] for seed in range(5200))
    assert set(CARDS) == set(tops)
    assert max(tops.values()) < 150  # 100 expected, and five standard deviations are 50


@pytest.mark.parametrize("count", [-1, 48, True, 1.0, "1", None])
def test_no_more_cards_are_dealt_than_there_are(count):
    deck = Deck(seed=1)
    deck.deal(5)
    with pytest.raises(CardError, match="cannot deal "):
        deck.deal(count)
    assert len(deck) == 47


@pytest.mark.parametrize("seed", [-1, 2**64, 1.0, True, "1"])
def test_seeds_are_whole_and_of_64_bits(seed):
    with pytest.raises(
        CardError, match="seed must be a whole number from 0 to 18446744073709551615, not "
    ):
        Deck(seed)


# Pictures


@pytest.mark.parametrize("count", [0, 1, 5, 52])
def test_a_picture_has_a_face_for_each_card(count):
    picture = ET.fromstring(drawn(CARDS[:count]))  # noqa: S314 - it is our own
    faces = picture.findall("{http://www.w3.org/2000/svg}g")
    assert count == len(faces)
    assert [card.rank.replace("T", "10") for card in CARDS[:count]] == [
        face[1].text for face in faces
    ]


def test_a_notebook_draws_a_card():
    assert drawn("Ah") == Card.parse("Ah")._repr_svg_()
