"""Every row of `GAMES` compared with the oracle on random hands and on critical ones."""

import json
import operator
import os
import pickle
import random
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from facevalue import Card, CardError, RuleError, poker
from facevalue.cli.main import main
from facevalue.poker import Game
from facevalue.poker.hands import batch
from facevalue.poker.hands.masks import mask_of
from tests.oracles import poker as reference
from tests.oracles.rows import vectors
from tests.web.http.test_api import ask

DEALS = 40
CASES = [
    (name, hole, board)
    for name, game in reference.GAMES.items()
    for hole in game.hole
    for board in game.board
]
HI_LO = [name for name, game in reference.GAMES.items() if len(game.rankings) > 1]


def evaluate(game, hole, board):
    return poker.evaluate(reference.text(hole), game, board=reference.text(board))


def decks(game):
    """The deck of a game, and parts of it in which flushes, straights, pairs and lows abound."""
    yield game.deck
    yield [card for card in game.deck if card[1] in "cd"]
    yield [card for card in game.deck if card[1] in "hs" or card[0] == reference.ACE]
    yield [card for card in game.deck if card[0] <= 9 or card[0] == reference.ACE]
    yield [card for card in game.deck if card[0] >= 10]


def deals(name, hole, board):
    """Random hole cards and boards; of each, also one that differs from it in one card."""
    randomness = random.Random(f"{name} {hole} {board}")
    for deck in decks(reference.GAMES[name]):
        for _ in range(DEALS if len(deck) >= hole + board + 1 else 0):
            *cards, other = randomness.sample(deck, hole + board + 1)
            yield cards[:hole], cards[hole:]
            yield [other, *cards[1:hole]], cards[hole:]


def places(strengths):
    """The ranks of strengths, the weakest first; equals share a rank, None has no rank."""
    order = {strength: place for place, strength in enumerate(sorted(set(strengths) - {None}))}
    return [order.get(strength) for strength in strengths]


def test_the_oracle_has_the_same_games():
    assert set(reference.GAMES) == set(poker.GAMES)


@pytest.mark.few_slow(10)
@pytest.mark.few_quick(9)
@pytest.mark.parametrize(("name", "hole", "board"), CASES)
def test_hands_are_ranked_and_played_as_by_the_oracle(name, hole, board):
    game = reference.GAMES[name]
    dealt = list(deals(name, hole, board))
    expected = [reference.best(game.rankings[0], *deal, game.ways) for deal in dealt]
    strengths = [evaluate(name, *deal) for deal in dealt]
    assert places([strength for strength, _ in expected]) == places(strengths)
    for (_, choices), strength in zip(expected, strengths, strict=True):
        assert frozenset(reference.cards(" ".join(map(str, strength.best)))) in choices


@pytest.mark.parametrize(("name", "hole", "board"), [case for case in CASES if case[0] in HI_LO])
def test_lows_are_ranked_and_played_as_by_the_oracle(name, hole, board):
    game = reference.GAMES[name]
    dealt = list(deals(name, hole, board))
    expected = [reference.best(game.rankings[1], *deal, game.ways) for deal in dealt]
    lows = [evaluate(name, *deal).low for deal in dealt]
    assert places([strength for strength, _ in expected]) == places(lows)
    for (_, choices), low in zip(expected, lows, strict=True):
        if low is not None:
            assert frozenset(reference.cards(" ".join(map(str, low.best)))) in choices


# Rules of the games ----------------------------------------------------------------------------


def part(row, side):
    """The strength, or low strength, of a hand of a vector, or None."""
    if row[side] == "-":
        return None
    hole, _, board = row[side].partition("|")
    strength = poker.evaluate(hole, row["game"], board=board)
    has_two = poker.GAMES[row["game"]].low is not None
    return strength.low if has_two and row["part"] == "low" else strength


@pytest.mark.parametrize("row", reference.known("order"), ids=lambda row: row["rule"])
def test_the_rules_of_a_game_decide(row):
    left, right = part(row, "left"), part(row, "right")
    if row["sign"] == "=":
        assert left == right
    else:
        assert left is not None
        assert right is None or (left > right and right < left and left != right)


@pytest.mark.parametrize("name", [name for name in reference.GAMES if name not in HI_LO])
def test_games_of_one_half_have_no_low(name):
    hole, board = next(deals(name, reference.GAMES[name].hole[-1], reference.GAMES[name].board[-1]))
    assert evaluate(name, hole, board).low is None


# Laws --------------------------------------------------------------------------------------------


@st.composite
def dealt(draw):
    """A game, and the cards of a player and the board in it."""
    name, hole, board = draw(st.sampled_from(CASES))
    deck = st.sampled_from(reference.GAMES[name].deck)
    cards = draw(st.lists(deck, min_size=hole + board, max_size=hole + board, unique=True))
    return name, cards[:hole], cards[hole:]


def both(strength):
    return strength, strength.low


@given(dealt(), st.randoms())
def test_the_order_of_cards_is_nothing(deal, order):
    name, hole, board = deal
    mixed = order.sample(hole, len(hole)), order.sample(board, len(board))
    assert both(evaluate(name, hole, board)) == both(evaluate(name, *mixed))


@given(dealt(), st.permutations("cdhs"))
def test_suits_can_be_renamed(deal, suits):
    name, hole, board = deal
    renamed = [
        [(rank, suits["cdhs".index(suit)]) for rank, suit in cards] for cards in (hole, board)
    ]
    assert both(evaluate(name, hole, board)) == both(evaluate(name, *renamed))


@given(dealt().filter(lambda deal: len(deal[2]) < 5 and deal[2]), st.data())
def test_one_more_card_on_the_board_makes_no_hand_weaker(deal, data):
    name, hole, board = deal
    left = [card for card in reference.GAMES[name].deck if card not in hole + board]
    longer = [*board, data.draw(st.sampled_from(left))]
    before, after = evaluate(name, hole, board), evaluate(name, hole, longer)
    assert after >= before
    assert before.low is None or after.low >= before.low


@given(dealt().filter(lambda deal: poker.GAMES[deal[0]].ranking.name == "high"))
def test_the_cards_that_play_are_worth_the_hand(deal):
    strength = evaluate(*deal)
    assert strength.value == poker.evaluate(strength.best).value


@given(dealt())
def test_a_pickled_strength_is_the_same_with_its_cards(deal):
    strength = evaluate(*deal)
    for half in filter(None, both(strength)):
        again = pickle.loads(pickle.dumps(half))
        assert (half, half.cards, half.board) == (again, again.cards, again.board)


@given(dealt(), dealt())
def test_strengths_of_different_games_have_no_order(one, other):
    strengths = evaluate(*one), evaluate(*other)
    if one[0] == other[0]:
        assert (strengths[0] < strengths[1]) + (strengths[0] >= strengths[1]) == 1
        return
    assert strengths[0] != strengths[1]
    with pytest.raises(TypeError):
        assert strengths[0] < strengths[1]


def test_the_two_halves_of_a_pot_have_no_order():
    strength = poker.evaluate("As 2d Kc Kd", "omaha8", board="3h 4c 8s Qd Qh")
    assert strength != strength.low
    with pytest.raises(TypeError):
        assert strength > strength.low


# Deal after deal ----------------------------------------------------------------------------------


def test_project_euler_54_has_its_published_answer():
    folder = os.environ.get("FACEVALUE_TEST_DATA")
    if folder is None:
        pytest.skip("FACEVALUE_TEST_DATA is not set")
    deals = (Path(folder) / "euler54-poker.txt").read_text(encoding="utf-8").splitlines()
    match = poker.showdown(deals)
    assert (1000, (376, 624), 0) == (match.deals, match.wins, match.ties)


@pytest.mark.few_quick(5)
@pytest.mark.parametrize("name", ["stud", "razz", "five-card", "deuce7", "badugi"])
@pytest.mark.parametrize("players", [2, 3, 5])
def test_hands_side_by_side_win_as_often_as_by_the_oracle(name, players):
    game = reference.GAMES[name]
    size = game.hole[-1]
    wins, ties, lines = [0] * players, 0, []
    for cards, _ in deals(name, size * players, 0):
        hands = [cards[start : start + size] for start in range(0, len(cards), size)]
        strengths = [reference.best(game.rankings[0], hand, (), game.ways)[0] for hand in hands]
        best = [player for player in range(players) if strengths[player] == max(strengths)]
        ties += len(best) > 1
        wins[best[0]] += len(best) == 1
        lines.append(reference.text(cards))
    match = poker.showdown(lines, name, players=players)
    assert (len(lines), tuple(wins), ties) == (match.deals, match.wins, match.ties)


@pytest.mark.parametrize(
    ("message", "line"),
    [
        ("line 3: 'As' is repeated", "As Kd Qd Jd Td As 2c 3c 4c 5c"),
        ("line 3: 9 cards cannot be split among 2 players", "As Kd Qd Jd Td 2c 3c 4c 5c"),
        ("line 3: holdem needs 5", "As Kd Qd Jd 2c 3c 4c 5c"),
        ("line 3: expected a rank of 23456789TJQKA: '0s'", "0s Kd Qd Jd Td 2c 3c 4c 5c 6c"),
    ],
)
def test_an_invalid_line_is_named(message, line):
    lines = ["# two players", "7h 7s 7d As Ac Kd Qs Jc Th 9s", line]
    with pytest.raises(CardError) as caught:
        poker.showdown(lines)
    assert str(caught.value).startswith(message)


# Errors ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", reference.GAMES)
def test_wrong_counts_of_cards_are_refused(name):
    game = reference.GAMES[name]
    deck = list(game.deck)
    random.Random(54).shuffle(deck)
    takes_all = game.ways is not reference.two_and_three
    play = {"badugi": 4, "three-card": 3, "four-card": 4}.get(name, 5)
    most = max(game.hole) + max(game.board)
    if (most > play and name not in HI_LO) or name == "stud8":
        most = len(deck)  # more cards than are dealt also have a best hand
    for hole in range(9):
        for board in range(8):
            is_without_board = takes_all and not board and play <= hole <= most
            good = is_without_board or fits(game, hole, board)
            cards = deck[:hole], deck[hole : hole + board]
            if good:
                assert evaluate(name, *cards)
            else:
                with pytest.raises(CardError, match=name):
                    evaluate(name, *cards)


def fits(game, hole, board):
    return hole in game.hole and board in game.board


@pytest.mark.parametrize(("message", "game", "cards", "board"), vectors("games", "other cards"))
def test_cards_outside_the_deck_of_the_game_are_refused(message, game, cards, board):
    with pytest.raises(CardError) as caught:
        poker.evaluate(cards, game, board=board)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("game", ["", "texan", "HOLDEN ", None, 5, ["holdem"]])
def test_an_unknown_game_is_refused(game):
    with pytest.raises(RuleError, match=r"unknown game .*holdem"):
        poker.evaluate("As Kd Qd Jd Td", game)


# Your own games

PINEAPPLE = Game("pineapple", hole=3, board=5)


@pytest.mark.parametrize(("options", "message"), vectors("games", "unplayable"))
def test_a_game_that_cannot_be_played_is_refused(options, message):
    with pytest.raises(RuleError, match=message):
        Game(**({"name": "mine", "hole": 3, "board": 5} | options))


def test_an_own_game_works_wherever_a_name_does():
    cards, board = "AhKh2c", "QhJhTh3d3s"
    assert "Royal Flush" == poker.evaluate(cards, PINEAPPLE, board=board).description
    assert [1] == poker.evaluate_many([[50, 46, 0]], game=PINEAPPLE, board=board).tolist()
    answer = poker.equity(cards, "QsQd9d", game=PINEAPPLE, board="Th9h3d")
    assert ("pineapple", True) == (answer.game, answer.exact)
    assert (1, 0) == poker.showdown(["AhKhQhJhTh 7c5d4h3s2c"], PINEAPPLE).wins


@pytest.mark.parametrize("game", poker.GAMES.values(), ids=poker.GAMES)
def test_every_game_names_the_text_that_it_follows_and_its_variants(game):
    assert "https://" in game.source
    assert game.variants.endswith(".")
    row = game.as_dict()
    assert (game.source, game.variants) == (row["source"], row["variants"])


@pytest.mark.parametrize("game", [PINEAPPLE, *poker.GAMES.values()])
def test_a_game_is_shown_as_code_and_survives_a_pickle(game):
    assert game == eval(repr(game), vars(poker) | {"GAMES": poker.GAMES, "Game": Game})
    assert game == pickle.loads(pickle.dumps(game))


def test_rankings_are_fixed():
    with pytest.raises(TypeError, match="rankings are fixed"):
        poker.Ranking()
    assert poker.RANKINGS["high"] is pickle.loads(pickle.dumps(poker.RANKINGS["high"]))
    assert poker.Game("mine", hole=2, board=5, ranking=poker.RANKINGS["high"]).ranking.cards == 5


@pytest.mark.parametrize("game", ["omaha", "omaha8", "five-card"])
def test_many_hands_in_a_game_are_evaluated_as_one_by_one(game):
    row, source = poker.GAMES[game], np.random.default_rng(7)
    hands = np.array([source.permutation(47)[: row.hole] for _ in range(50)])
    board = [*range(47, 52)][: row.board]
    expected = [poker.evaluate(hand.tolist(), game, board=board).value for hand in hands]
    assert expected == poker.evaluate_many(hands, game=game, board=board).tolist()
    assert expected == poker.evaluate_many(poker.masks(hands), game=game, board=board).tolist()


@pytest.mark.parametrize("kind", ["<u8", ">u8", "<i8", ">i8", "=q", "=Q", "longlong", "ulonglong"])
@pytest.mark.parametrize("game", ["holdem", "omaha", "badugi"])
def test_masks_are_64_bit_integers_of_any_type_and_byte_order(kind, game):
    source = np.random.default_rng(7)
    size, board = (7, "") if game == "holdem" else (4, "2c3c4c" if game == "omaha" else "")
    ids = np.array([source.permutation(range(12, 52))[:size] for _ in range(20)])
    masks = poker.masks(ids)
    expected = poker.evaluate_many(masks, game=game, board=board)
    for array in (masks.astype(kind), masks.astype(kind)[::-1][::-1]):
        assert (expected == poker.evaluate_many(array, game=game, board=board)).all()


def test_an_invalid_array_of_masks_is_refused():
    masks = poker.masks([[51, 47, 43, 39, 35]] * 2)
    with pytest.raises(CardError, match="the hands must be ids of shape"):
        poker.evaluate_many([51, 47, 43, 39], game="badugi")  # one hand, and four cards as a mask
    with pytest.raises(CardError, match=r"must be ids of shape .*, or an array of masks"):
        poker.evaluate_many(masks.astype(np.int32))
    with pytest.raises(CardError, match="row 2: a mask must have 5 to 7 of the bits 0 to 51: 0xf"):
        poker.evaluate_many(np.array([masks[0], -1], np.int64))


SHORT_HIGH = Game("short high", hole=2, board=5, deck=36)


@pytest.mark.parametrize(
    ("message", "game", "hands", "board"),
    [
        (
            "row 2: '2c' is both in the hand and on the board",
            "omaha",
            ["As Kd Qd Jd", "2c Ks Qs Js"],
            "2c 3c 4c",
        ),
        (
            "row 3: '3c' is both in the hand and on the board",
            PINEAPPLE,
            ["As Kd Qd", "As Ks Qs", "3c 4s 5s"],
            "2c 3c 4c",
        ),
        (
            "row 1: omaha needs 4 cards and a board of 3 to 5, not 3",
            "omaha",
            ["As Kd Qd"],
            "2c 3c 4c",
        ),
        ("row 2: omaha needs 4 cards and", "omaha", ["As Kd Qd Jd", "As Kd Qd"], "2c 3c 4c"),
        (
            "row 2: .* deck of short high .* without '5d'",
            SHORT_HIGH,
            ["As Kd", "5d Ks"],
            "6c 7c 8c",
        ),
    ],
)
def test_many_hands_that_cannot_be_played_are_refused_with_the_first_such_row(
    message, game, hands, board
):
    masks = np.array([mask_of(hand) for hand in hands], np.uint64)
    with pytest.raises(CardError, match=f"^{message}"):
        poker.evaluate_many(masks, game=game, board=board)


def test_the_first_row_of_each_size_is_also_found_without_numpy_2(monkeypatch):
    hands = np.array([0b111, 0b1, 0b1110, 0b11, 0b10], np.uint64)
    expected = [1, 3, 0]
    assert expected == batch._first_of_each_size(hands)  # noqa: SLF001 - it depends on NumPy
    monkeypatch.delattr(np, "bitwise_count", raising=False)
    assert expected == batch._first_of_each_size(hands)  # noqa: SLF001


@pytest.mark.parametrize("game", poker.GAMES)
def test_many_hands_are_ordered_in_every_game_as_strengths_are(game):
    row, source = poker.GAMES[game], np.random.default_rng(7)
    first = 52 - row.deck
    cards = [source.permutation(range(first, 47 if row.board else 52)) for _ in range(60)]
    hands, board = [each[: row.hole].tolist() for each in cards], [47, 48, 49, 50, 51][: row.board]
    strengths = [poker.evaluate(hand, game, board=board) for hand in hands]
    values = poker.evaluate_many(hands, game=game, board=board).tolist()
    ranks = {value: rank for rank, value in enumerate(sorted(set(values), reverse=True))}
    scores = {score: rank for rank, score in enumerate(sorted({each.score for each in strengths}))}
    assert [ranks[value] for value in values] == [scores[each.score] for each in strengths]
    assert min(values) >= 1


@pytest.mark.parametrize(
    ("game", "best"),
    [
        ("razz", "As 2d 3h 4c 5s"),
        ("deuce7", "7s 5d 4h 3c 2s"),
        ("badugi", "As 2d 3h 4c"),
        ("shortdeck", "Ah Kh Qh Jh Th"),
        ("five-card", "Ah Kh Qh Jh Th"),
    ],
)
def test_the_best_hand_there_is_has_the_value_1(game, best):
    kind = np.uint16 if game == "five-card" else np.uint32
    out = np.empty(1, kind)
    assert poker.evaluate_many([best], game=game, out=out) is out
    assert [1] == out.tolist()
    assert kind == poker.evaluate_many([best], game=game).dtype
    with pytest.raises(CardError, match="out must be an array of uint"):
        poker.evaluate_many([best], game=game, out=np.empty(1, np.int64))


@pytest.mark.parametrize("game", ["holdem", "omaha", "stud", "five-card"])
def test_many_hands_are_strings_cards_and_ids(game):
    row, source = poker.GAMES[game], np.random.default_rng(8)
    ids = [source.permutation(range(5, 52))[: row.hole].tolist() for _ in range(20)]
    board = "2c 2d 2h 2s 3c"[: 3 * row.board]
    cards = [[Card(each) for each in hand] for hand in ids]
    texts = ["".join(map(str, hand)) for hand in cards]
    expected = [poker.evaluate(hand, game, board=board).value for hand in texts]
    arrays = np.array(texts), np.array(texts, object), np.array(cards, object)
    for hands in (ids, cards, texts, tuple(texts), iter(texts), *arrays, [texts[0], *cards[1:]]):
        assert expected == poker.evaluate_many(hands, game=game, board=board).tolist()
    assert poker.masks(ids).tolist() == poker.masks(texts).tolist() == poker.masks(cards).tolist()


def test_hands_of_different_sizes_may_be_strings():
    assert [1, 251] == poker.evaluate_many(["AsKsQsJsTs", "7H 7S 7D AS AC 2c 2d"]).tolist()


def test_a_strength_cannot_be_made_up():
    with pytest.raises(TypeError, match=r"call poker\.evaluate to get a strength"):
        poker.Strength()
    low = poker.evaluate("As 2d 3h 4s", "omaha8", board="5c 6d 7h").low
    make, (game, is_low, hole, _) = low.__reduce__()
    assert is_low
    with pytest.raises(CardError, match="no low hand in the pickle of a Strength"):
        make(game, is_low, hole, mask_of("Kc Kd Kh"))


def test_only_strengths_of_the_same_game_are_compared():
    weak, strong = (poker.evaluate(cards) for cards in ("As Kd Qd Jd 9c", "As Ad Qd Jd 9c"))
    same = poker.evaluate("Ah Kc Qc Jc 9d")
    assert (True, True, False, False) == (
        weak < strong,
        weak <= strong,
        weak > strong,
        weak >= strong,
    )
    assert (False, True, False, True) == (weak < same, weak <= same, weak > same, weak >= same)
    for compare in (operator.lt, operator.le, operator.gt, operator.ge):
        with pytest.raises(TypeError, match="cannot compare a Strength with 7000"):
            compare(weak, 7000)
        with pytest.raises(TypeError, match="cannot compare strengths of different games"):
            compare(weak, poker.evaluate("As Kd Qd Jd 9c", "five-card"))
    assert weak != 7000


def test_badugi_has_a_category_for_one_to_four_cards():
    category = poker.RANKINGS["badugi"].category
    assert 4 == len({category(cards) for cards in ("As", "As 2d", "As 2d 3c", "As 2d 3c 4h")})
    for cards in ("", "As 2d 3c 4h 5s"):
        with pytest.raises(CardError):
            category(cards)


@pytest.mark.parametrize("game", ["holdem", "omaha", "omaha8", "shortdeck", "razz", "badugi"])
def test_the_winners_have_the_highest_strength(game):
    row, source = poker.GAMES[game], random.Random(11)
    sizes = set()
    for _ in range(100):
        cards = source.sample(range(52 - row.deck, 52), row.board + 4 * row.hole)
        board, rest = cards[: row.board], cards[row.board :]
        hands = [rest[place : place + row.hole] for place in range(0, len(rest), row.hole)]
        strengths = [poker.evaluate(hand, game, board=board) for hand in hands]
        expected = [each for each in range(4) if all(strengths[each] >= s for s in strengths)]
        assert expected == list(poker.winners(*hands, board=board, game=game))
        sizes.add(len(expected))
    assert 1 in sizes


@pytest.mark.parametrize("count", [2000, pytest.param(100_000, marks=pytest.mark.exhaustive)])
def test_the_core_finds_the_winners_of_holdem_that_strengths_have(count):
    source = random.Random(12)
    for _ in range(count):
        players, shared = source.randint(1, 9), source.randint(3, 5)
        cards = source.sample(range(52), shared + 2 * players)
        board, rest = cards[:shared], cards[shared:]
        hands = [rest[place : place + 2] for place in range(0, len(rest), 2)]
        strengths = [poker.evaluate(hand, "holdem", board=board) for hand in hands]
        best = max(strengths)
        expected = tuple(place for place, each in enumerate(strengths) if each == best)
        texts = ["".join(str(Card(card)) for card in hand) for hand in hands]
        assert expected == poker.winners(*hands, board=board)
        assert expected == poker.winners(*texts, board=" ".join(str(Card(card)) for card in board))


@pytest.mark.parametrize("count", [2000, pytest.param(100_000, marks=pytest.mark.exhaustive)])
def test_the_core_reads_deals_like_everything_else(count):
    source = random.Random(13)
    lines = [
        " ".join(str(Card(card)) for card in source.sample(range(52), 10)) for _ in range(count)
    ]
    assert poker.showdown(lines) == poker.showdown([line.replace(" ", ",") for line in lines])


@pytest.mark.parametrize(
    ("message", "hands", "board"),
    [
        ("winners needs at least one hand", [], "2c 3c 4c"),
        ("'Ah' is both in the hand .* and in the hand", ["AhKh", "AhQh"], "2c 3c 4c"),
        ("'Ah' is both in the hand .* and on the board", ["AhKh", "QsQd"], "Ah 3c 4c"),
        ("holdem needs 5 to 7 cards, not 2", ["AhKh", "QsQd"], ""),
    ],
)
def test_hands_that_cannot_meet_have_no_winner(message, hands, board):
    with pytest.raises(CardError, match=message):
        poker.winners(*hands, board=board)


@pytest.mark.parametrize(
    ("spelling", "game"),
    [
        ("hole=5, board=5, low=low-8", Game("mine", hole=5, board=5, low="low-8")),
        ("holdem,hole=3", Game("mine", hole=3, board=5)),
        (" PLO , hole = 3", Game("mine", hole=3, board=5, from_hole=2)),
        ("Omaha Hi/Lo, from-hole=3", Game("mine", hole=4, board=5, from_hole=3, low="low-8")),
        ("ranking=short,deck=36", Game("mine", hole=2, board=5, ranking="short", deck=36)),
    ],
)
def test_a_game_is_a_name_and_options(spelling, game):
    read = poker.game_named(spelling)
    assert read == game.replace(name=read.name, title=read.name)
    assert read == poker.game_named(read.name), "its name is a spelling"
    assert read.name not in poker.GAMES


@pytest.mark.parametrize(("spelling", "message"), vectors("games", "wrong options"))
def test_wrong_options_of_games_are_refused(spelling, message):
    with pytest.raises(RuleError) as caught:
        poker.game_named(spelling)
    assert message in str(caught.value)


def test_a_game_with_options_works_in_the_shell_and_in_http(capfd):
    hands, spelling = ("AhKhQh", "2c2d5s"), "hole=3"
    expected = poker.equity(*hands, board="Th9h3d", game=Game("mine", hole=3, board=5))
    assert 0 == main(["equity", *hands, "--board", "Th9h3d", "--game", spelling, "--json"])
    found = json.loads(capfd.readouterr().out)
    players = [("players", hand) for hand in hands]
    reply = ask("equity", board="Th9h3d", game=spelling, many=players)
    assert 200 == reply.status
    wins = [share.win for share in expected.players]
    for result in (found, reply.json):
        assert "holdem,hole=3" == result["game"]
        assert wins == [player["win"] for player in result["players"]]
    assert 2 == main(["equity", *hands, "--game", "hole=9"])
    assert 422 == ask("equity", game="hole=9", many=players).status


@pytest.mark.parametrize(
    "ask_poker",
    [
        lambda **options: poker.evaluate("AsKs", **options),
        lambda **options: poker.odds("AsKs", **options),
        lambda **options: poker.outs("AsKs", **options),
        lambda **options: poker.equity("AsKs", "QsQd", **options),
        lambda **options: poker.range_equities("AsKs", "QsQd", **options),
        lambda **options: poker.deal_many(1, 2, **options),
    ],
    ids=["evaluate", "odds", "outs", "equity", "range_equities", "deal_many"],
)
def test_a_board_has_only_cards_of_the_deck(ask_poker):
    assert ask_poker(game="shortdeck", board="6c7d9h") is not None
    with pytest.raises(CardError, match="deck of shortdeck has only 36 cards, without '5c'"):
        ask_poker(game="shortdeck", board="5c7d9h")


def test_a_game_may_have_any_name():
    for name in ("x\ud800", "a\nb", "\0"):
        game = Game(name, hole=2, board=5)
        assert "High Card" == poker.evaluate("AhKh", game, board="2c3c4d").category
        with pytest.raises(CardError, match="needs 5 to 7 cards, not 2") as caught:
            poker.evaluate("AhKh", game)
        assert str(caught.value).startswith(name)
