"""Games with wild cards and jokers, compared with the oracle, which tries all cards."""

import json
import pickle
import random
from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from facevalue import CardError, RuleError, poker
from facevalue.cli.main import main
from facevalue.poker.hands.canonical import canonical_masks
from facevalue.poker.hands.masks import bits_of, subsets
from tests.oracles import poker as reference
from tests.oracles.rows import vectors
from tests.poker.hands.test_games import places
from tests.web.http.test_api import ask

FIVE = poker.game_named("five-card, jokers=1")
# A game, the number of its cards that are wild in a hand, and the size of a hand.
CASES = [
    ("five-card", 1, 5),
    ("five-card", 2, 5),
    ("deuce7", 1, 5),
    ("badugi", 1, 4),
    ("badugi", 2, 4),
    ("razz", 1, 6),
    ("stud", 1, 7),
    ("stud8", 1, 6),
    ("three-card", 1, 3),
    ("three-card", 2, 3),
    ("four-card", 1, 5),
    ("four-card", 2, 4),
    ("badeucey", 1, 5),
]


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        ("five-card", 0),
        ("five-card, wild=2", sum(1 << suit * 13 for suit in range(4))),
        ("five-card, jokers=1", 1 << 52),
        ("five-card, jokers=2", 0b11 << 52),
    ],
)
def test_the_mask_of_wild_cards_has_the_jokers_after_the_52_cards(game, expected):
    assert expected == poker.game_named(game).wild_cards


def hands(seed, count, cards):
    """Random hands, half of them with few ranks and suits, and so with straights and flushes."""
    randomness = random.Random(seed)
    low = [card for card in reference.DECK if card[0] < 9 and card[1] in "cd"]
    for _ in range(count // 2):
        yield randomness.sample(reference.DECK, cards)
        yield randomness.sample(low, cards)


def compare(name, wild, size, count):
    game = poker.GAMES[name].replace(name="wild", jokers=wild)
    natural = list(hands(f"{name} {wild}", count, size - wild))
    found = [poker.evaluate(f"{reference.text(hand)} {'joker ' * wild}", game) for hand in natural]
    rules = reference.GAMES[name]
    for side, ranking in enumerate(rules.rankings):
        expected = [
            reference.best_with_wild_cards(ranking, hand, wild, rules.ways) for hand in natural
        ]
        strengths = [strength.low if side else strength for strength in found]
        scores = [None if strength is None else strength.score for strength in strengths]
        assert places(scores) == places(expected)


@pytest.mark.parametrize(("name", "wild", "size"), CASES)
def test_hands_are_the_best_that_the_oracle_finds(name, wild, size):
    compare(name, wild, size, 12 if wild == 2 else 40)


@pytest.mark.parametrize(
    "count",
    [
        pytest.param(5000, marks=pytest.mark.slow),
        pytest.param(100_000, marks=pytest.mark.exhaustive),
    ],
)
def test_many_hands_with_a_joker_are_the_best_that_the_oracle_finds(count):
    compare("five-card", 1, 5, count)


@pytest.mark.parametrize(
    "spelling", ["wild=A", "wild=AcAdAhAs", "jokers=2", "wild=AcAd,jokers=2", "wild=As Ad Ac Ah"]
)
def test_a_rank_cards_and_jokers_are_wild_alike(spelling):
    game = poker.game_named(f"five-card, {spelling}")
    wild = ["joker", "joker"] if "jokers" in spelling else ["Ad", "Ac"]
    strength = poker.evaluate([*wild, "2h", "3h", "7h"], game)
    assert strength.description == "Flush, Ace high"
    assert " ".join(map(str, strength.best)) == "Ah Kh 7h 3h 2h"


# Published for a deck of 53 cards. Of the hands without a joker, 1,302,540 have no pair.
JOKER_COUNTS = {
    "Five of a Kind": 13,
    "Straight Flush": 204 - 40,
    "Four of a Kind": 3120 - 624,
    "Full House": 6552 - 3744,
    "Flush": 7804 - 5108,
    "Straight": 20_532 - 10_200,
    "Three of a Kind": 137_280 - 54_912,
    "Two Pair": 123_552 - 123_552,
    "One Pair": 1_268_088 - 1_098_240,
}


@pytest.mark.slow
def test_all_270_725_hands_with_a_joker_have_the_published_categories():
    natural = subsets(bits_of((1 << 52) - 1), 4)
    classes, counts = np.unique(canonical_masks(natural), return_counts=True)
    values = poker.evaluate_many(classes | np.uint64(1 << 52), game=FIVE)
    categories = Counter()
    for value, count in zip(values.tolist(), counts.tolist(), strict=True):
        first = next(name for name, last in LAST_VALUES.items() if value <= last)
        categories["Five of a Kind" if value <= 0 else first] += count
    assert dict(categories) == {name: count for name, count in JOKER_COUNTS.items() if count}


# Cactus Kev's value of the weakest hand of each category.
LAST_VALUES = dict(vectors("games", "last values"))


@pytest.mark.parametrize(
    ("game", "hand", "board", "best"),
    [
        # A wild card is not a card that the hand has, so there is no second ace of spades; but it
        # makes five of a kind.
        ("five-card, wild=2", "As Ks 9s 4s 2h", "", "Flush, Ace high"),
        ("five-card, wild=2", "As Ah 9d 9s 2h", "", "Full House, Aces full of Nines"),
        ("holdem, wild=2", "2c 7d", "Ah Ac 9s 4d 3h", "Three of a Kind, Aces"),
        ("holdem, jokers=2", "joker Kh", "Qh Jh joker 2c 3d", "Royal Flush"),
        ("shortdeck, jokers=1", "joker Kh", "Kd Kc 9s 7d", "Four of a Kind, Kings"),
        ("omaha, jokers=1", "joker Kh 2d 2c", "Qh Jh Th 2s 3d", "Royal Flush"),
        ("three-card, jokers=1", "As Kh joker", "", "Straight, Ace high"),
        ("four-card, wild=2", "As Ah Ad Ac 2s", "", "Four of a Kind, Aces"),
        ("razz, jokers=1", "As 2d 3c 4h joker Ks Qd", "", "Five-four low"),
        ("badugi, jokers=2", "As joker joker Kd", "", "Badugi, King high"),
    ],
)
def test_wild_cards_are_any_cards_that_the_hand_and_the_board_lack(game, hand, board, best):
    strength = poker.evaluate(hand, game, board=board)
    assert strength.description == best
    assert pickle.loads(pickle.dumps(strength)) == strength
    assert len(set(strength.best)) == len(strength.best)


@pytest.mark.parametrize(
    ("game", "hand", "board", "best"),
    [
        ("five-card, wild=2", "As Ah Ad Ac 2s", "", "As As Ah Ad Ac"),
        ("five-card, wild=2", "2s 2h 2d 2c 7s", "", "7s 7s 7h 7d 7c"),
        ("five-card, wild=2", "Kd Kh 2s 2h 2d", "", "Ks Ks Kh Kd Kc"),
        ("stud, wild=2, jokers=2", "2s 2h 2d 2c joker joker 3c", "", "As As Ah Ad Ac"),
        ("shortdeck, jokers=1", "6h 6d", "6s 6c joker Ah Kh", "6s 6s 6h 6d 6c"),
        ("omaha, jokers=1", "As Kh 2d 2c", "2h 2s joker 9s 3d", "2s 2s 2h 2d 2c"),
    ],
)
def test_five_of_a_kind_beats_a_royal_flush(game, hand, board, best):
    strength = poker.evaluate(hand, game, board=board)
    assert (strength.category, " ".join(map(str, strength.best))) == ("Five of a Kind", best)
    assert (strength.value, strength.category_number) == (None, None)
    assert strength.as_dict()["cactus_kev"] is None
    assert pickle.loads(pickle.dumps(strength)) == strength
    rules = strength.game.replace(from_hole=0)
    royal = poker.evaluate("As Ks Qs Js Ts", rules)
    assert strength.score > royal.score
    assert royal.description == "Royal Flush"


def test_five_of_a_kind_has_the_scores_above_all_other_hands():
    rows = [" ".join(f"{rank}{suit}" for suit in "shdc") + " Jo" for rank in "23456789TJQKA"]
    found = [poker.evaluate(row, FIVE) for row in rows]
    assert [strength.score for strength in found] == list(range(7463, 7476))
    values = poker.evaluate_many(rows, game=FIVE)
    assert (values.tolist(), values.dtype) == (list(range(0, -13, -1)), np.int16)


@pytest.mark.parametrize(
    "spelling", ["joker", "JOKER", "Jo", "jo", "*", "🃏", "🂿", "🃟", "🃏\ufe0f"]
)
def test_jokers_have_several_spellings(spelling):
    for hand in (f"AhKh{spelling}Qh Jh", f"Ah, Kh {spelling}, Qh Jh", ["Ah", spelling, "KhQhJh"]):
        assert poker.evaluate(hand, FIVE).description == "Royal Flush"
    assert poker.showdown([f"Ah Kh {spelling} Qh Jh 2c 3c 4c 5d 7d"], FIVE).wins == (1, 0)
    with pytest.raises(CardError, match="jokers need a game that has them"):
        poker.evaluate(f"Ah Kh Qh Jh {spelling}")


def test_each_half_of_the_pot_uses_the_joker_in_its_own_way():
    strength = poker.evaluate("As Ad 3c 4h 6d joker", "stud8, jokers=1")
    assert (strength.description, strength.low.description) == (
        "Three of a Kind, Aces",
        "Six-four low",
    )
    assert poker.evaluate("As Ad Kc Kh Qd joker", "stud8, jokers=1").low is None


def test_many_hands_have_the_values_of_single_ones():
    rows = ["2s Ks Kh 7d 3c", "2s 2d 9h 7d 3c", "As Ks Kh 7d 3c"]
    expected = [poker.evaluate(row, "five-card, wild=2").value for row in rows]
    assert poker.evaluate_many(rows, game="five-card, wild=2").tolist() == expected
    ids = [[card.id for card in poker.evaluate(row).cards] for row in rows]
    for given in (np.array(ids, np.uint8), poker.masks(rows)):
        assert poker.evaluate_many(given, game="five-card, wild=2").tolist() == expected
    with_board = poker.evaluate_many(["joker 7d"], game="holdem, jokers=1", board="Ah Ac 9s 4d")
    assert with_board.tolist() == [poker.value("Ah Ac As 9s 7d")]


def test_players_are_compared_with_their_wild_cards():
    game = "holdem, wild=2, jokers=1"
    assert poker.winners("2c3d", "AhAd", board="joker Ac 7d 8d 9s", game=game) == (1,)
    assert poker.winners("joker 3d", "9h9d", board="Ac 9c 7s 4h 4d", game=game) == (1,)
    line = "Ah Kh Qh 7d 2c 9s 9d 9c 7s 3h"
    assert poker.showdown([line], "five-card, wild=2").wins == (0, 1)
    assert poker.showdown([line], "five-card, wild=9").wins == (0, 1)
    assert poker.showdown([line], "five-card, wild=Q").wins == (0, 1)
    assert poker.showdown(["Ah Ac Qh 7d 2c 9s 9d Kc 7s 3h"], "five-card, wild=2").wins == (1, 0)


@pytest.mark.parametrize(
    ("message", "call"),
    [
        ("has 1 joker, not 2", lambda: poker.evaluate("joker joker Ah Kh Qh", FIVE)),
        ("has 1 joker, not 2", lambda: poker.winners(*["joker Ah 2h 3h 4h"] * 2, game=FIVE)),
        ("'Ah' is repeated", lambda: poker.evaluate("joker Ah Ah Kh Qh", FIVE)),
        ("needs 5 cards, not 4", lambda: poker.evaluate("joker Ah Kh Qh", FIVE)),
        ("such as 'five-card,jokers=1': 'joker'", lambda: poker.evaluate("joker Ah Kh Qh 2c")),
        ("row 2: .*joker", lambda: poker.evaluate_many(["joker Ah Kh Qh 2c", "joker"], game=FIVE)),
        (
            "row 1: a mask of .* must have only bits 0 to 52: 0x2",
            lambda: poker.evaluate_many(np.array([2**53 + 15], np.uint64), game=FIVE),
        ),
    ],
)
def test_bad_jokers_are_refused(message, call):
    with pytest.raises(CardError, match=message.replace("'Ah'", "'[Aa]h'")):
        call()


WILD = poker.game_named("holdem, wild=2")


@pytest.mark.parametrize(
    "call",
    [
        lambda: poker.by_next_card("AhKh", "QsQd", board="2h7d9c", game=WILD),
        lambda: poker.range_equities("AA", "KK", game=WILD),
        lambda: poker.parse_range("AA", WILD),
        lambda: poker.percentile("AhKh", WILD),
        lambda: poker.outs("AhKh", "2h7d9c", game=WILD),
        lambda: poker.push_fold(10, game=WILD),
    ],
)
def test_other_functions_refuse_wild_cards_with_one_sentence(call):
    with pytest.raises(RuleError) as refused:
        call()
    sentence = "has wild cards, which only work where hands are evaluated or compared"
    assert str(refused.value) == f"'holdem,wild=2' {sentence}"


@pytest.mark.parametrize(
    ("message", "call"),
    [
        ("jokers must be a whole number from 0 to 2", lambda: poker.game_named("jokers=3")),
        ("wild must be a rank such as 2", lambda: poker.game_named("wild=Q2")),
        ("wild must be a string, not None", lambda: poker.Game("x", hole=5, board=0, wild=None)),
        ("36 cards, without the wild card '2s'", lambda: poker.game_named("shortdeck, wild=2")),
    ],
)
def test_games_that_cannot_have_wild_cards_are_refused(message, call):
    with pytest.raises(RuleError, match=message):
        call()


@pytest.mark.parametrize(
    ("wild", "stored"),
    [("2", "2"), ("10", "T"), (10, "T"), ("j", "J"), ("jh JS", "JsJh"), ("", "")],
)
def test_wild_cards_are_a_rank_or_cards(wild, stored):
    game = poker.Game("x", hole=5, board=0, wild=wild)
    assert game.wild == stored
    assert eval(repr(game), {"Game": poker.Game}) == game
    assert (game.has_wild_cards, game.hand_count) == (bool(stored), 2_598_960)
    assert FIVE.hand_count == 2_869_685


def test_subsets_are_all_of_them():
    for size in range(4):
        found = subsets(bits_of(0b1101011), size).tolist()
        bits = (1, 2, 8, 32, 64)
        assert found == sorted(map(sum, combinations(bits, size)))


def test_the_command_and_the_server_take_jokers(capsys):
    question = {"cards": "joker Kd Kh 7c 3d", "game": "five-card,jokers=1"}
    main(["hand", *question["cards"].split(), "--game", question["game"], "--json"])
    printed = json.loads(capsys.readouterr().out)
    found = ask("hand", **question).json
    for content in (printed, found):
        assert content["description"] == "Three of a Kind, Kings"
        assert content["cards"] == ["Kh", "Kd", "7c", "3d", "joker"]
        assert content["best"] == ["Ks", "Kh", "Kd", "7c", "3d"]
    main(["hand", "AhAdAcAsJo", "--game", "five-card,jokers=1", "--explain"])
    refused = capsys.readouterr().err
    assert "five of a kind has no explanation" in refused
    explained = ask("hand", cards="AhAdAcAsJo", game="five-card,jokers=1", explain="true")
    assert "five of a kind has no explanation" in explained.json["message"]
    deal = {"players": "AhKh", "many": [("players", "QsQd")], "board": "2h7d9c"}
    assert ask("equity", game="wild=2", **deal).json["deals"] == 990
    assert ask("equity", game="jokers=1", **deal).json["deals"] == 1035
