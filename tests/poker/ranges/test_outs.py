"""Outs and percentiles, compared with evaluating one hand after another."""

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest

from facevalue import Card, CardError, FaceValueError, LimitError, RangeError, RuleError, poker
from facevalue.cards import parse_cards

CARDS = [Card(number) for number in range(52)]
ORDER = ["High Card", "One Pair", "Two Pair", "Three of a Kind", "Straight", "Flush"]
ORDER += ["Full House", "Four of a Kind", "Straight Flush"]


def dealt(seed, *sizes):
    cards = random.Random(seed).sample(CARDS, len(CARDS))
    parts = [[cards.pop() for _ in range(size)] for size in sizes]
    return [*parts, cards]


def texts(cards):
    return " ".join(map(str, cards))


# Outs ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("count", "hand", "board"),
    [
        (15, "AhKh", "Qh 7h 2c"),  # a flush, or a pair of the hole cards
        (14, "9s8d", "7h 6c Kd"),  # a straight, or a pair of the hole cards
        (2, "2s2h", "Ah Kd 7c"),  # a set; a pair on the board does not count
        (7, "7s7h", "7d 2c Kd"),  # a full house, or four of a kind
        (1, "AsAd", "Ah Kd Kc 7s"),  # four aces
        (6, "2s3d", "Ah Kd Kc Ks"),  # a full house
        (0, "AhKd", "Qs Js Ts 9s"),
    ],
)
def test_outs_are_as_many_as_players_count(count, hand, board):
    assert count == len(poker.outs(hand, board))


def test_outs_against_a_hand_are_those_that_win():
    assert "Jh Th 9h 8h 6h 5h 4h 3h" == texts(poker.outs("AhKh", "Qh 7h 2c", "QsQd"))
    assert () == poker.outs("AhKh", "Qh Qc 2c", "QsQd")


@pytest.mark.parametrize("game", ["holdem", "omaha", "omaha5", "omaha8"])
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("size", [3, 4])
def test_outs_against_hands_are_the_cards_with_which_only_the_hand_wins(game, seed, size):
    hole = poker.GAMES[game].hole
    mine, one, other, board, rest = dealt(seed, hole, hole, hole, size)
    for rivals, given in (([one], texts(one)), ([one, other], [one, texts(other)])):
        wins = {
            card
            for card in rest + ([] if len(rivals) > 1 else other)
            if poker.winners(mine, *rivals, board=[*board, card], game=game) == (0,)
        }
        assert wins == set(poker.outs(mine, board, given, game=game))


@pytest.mark.parametrize("game", ["holdem", "shortdeck", "omaha"])
@pytest.mark.parametrize(
    "count",
    [
        20,
        pytest.param(300, marks=pytest.mark.slow),
        pytest.param(5000, marks=pytest.mark.exhaustive),
    ],
)
def test_outs_against_ranges_win_in_every_deal_that_is_possible(game, count):
    hole = poker.GAMES[game].hole
    deck = [card for card in CARDS if card.rank in poker.GAMES[game].ranks]
    for seed in range(count):
        chance = random.Random(seed)
        cards = chance.sample(deck, len(deck))
        mine, board, rest = cards[:hole], cards[hole : hole + 4], cards[hole + 4 :]
        few = rest[: hole * 3 + 1]  # so that hands share cards
        ranges = [
            {tuple(sorted(chance.sample(few, hole))) for _ in range(chance.randint(1, 5))}
            for _ in range(chance.randint(1, 3))
        ]
        given = [_in_one_way(list(hands), chance, game) for hands in ranges]
        wins, comes = dict.fromkeys(rest, True), set()
        for hands in product(*ranges):
            held = {card for hand in hands for card in hand}
            if len(held) < hole * len(hands):
                continue
            for card in rest:
                if card not in held:
                    comes.add(card)
                    deal = [mine, *hands]
                    shared = [*board, card]
                    wins[card] &= poker.winners(*deal, board=shared, game=game) == (0,)
        if not comes:
            with pytest.raises(CardError, match=r"together|both in another hand"):
                poker.outs(mine, board, given, game=game)
            continue
        expected = {card for card in comes if wins[card]}
        assert expected == set(poker.outs(mine, board, given, game=game)), seed


def _in_one_way(hands, chance, game):
    """A range in one of the ways that people write it."""
    strings = ["".join(map(str, hand)) for hand in hands]
    kind = poker.OmahaRange if game == "omaha" else poker.Range
    ways = [", ".join(strings), kind(", ".join(strings))]
    if len(hands) == 1:
        ways += [strings[0], list(hands[0]), [card.id for card in hands[0]], " ".join(strings)]
    return chance.choice(ways)


def test_outs_against_all_hands_of_omaha_beat_every_hand():
    mine, board = parse_cards("KsJsQh2h"), parse_cards("Qs Ts 7d 5c")
    found = poker.outs(mine, board, "random", game="omaha")
    rest = [card for card in CARDS if card not in {*mine, *board}]
    for card in parse_cards("As 9s 8s 7c 3d"):
        others = [other.id for other in rest if other != card]
        hands = poker.masks(list(combinations(others, 4)))
        best = poker.evaluate_many(hands, game="omaha", board=[*board, card]).min()
        own = poker.evaluate(mine, "omaha", board=[*board, card]).value
        assert (own < best) == (card in found)
    assert "As 9s" == texts(found)


READERS = {
    "equity": lambda player: poker.equity("2c2d", player, board="3s4h5d").deals,
    "by_next_card": lambda player: len(poker.by_next_card("2c2d", player, board="3s4h5d6d")),
    "odds": lambda player: poker.odds("2c2d", "3s4h5d", opponents=player).ahead.deals,
    "outs": lambda player: poker.outs("2c2d", "3s4h5d", player),
    "range_equities": lambda player: len(poker.range_equities(player, "22", board="3s4h5d")),
    "breakdown": lambda player: poker.breakdown(player, "3s4h5d").combos,
}
PLAYERS = [
    *("AsKs", "As Ks", "QQ+, AKs", "Ks5h, 5s4h", "15%", "A♠K♠", "0.5(AA, KK)", "AA:0.5"),
    *(["As", "Ks"], [51, 47], (Card(51), Card(47)), np.array([51, 47]), poker.Range("QQ+")),
]
BAD_PLAYERS = [
    "",
    "Qs",
    "QsQdQh",
    "QsQdQhQc",
    "AsAs",
    "foo",
    ["As"],
    [51, 51],
    {},
    None,
    1.5,
    [1.5],
]
BAD_PLAYERS += [
    poker.OmahaRange("AA**"),
    float("nan"),
    np.array([1.5, 2]),
    int,
    [None],
    b"AsKs",
]


@pytest.mark.parametrize("player", PLAYERS, ids=repr)
def test_every_function_reads_the_hands_of_a_player(player):
    assert all(read(player) is not None for read in READERS.values())


@pytest.mark.parametrize("player", BAD_PLAYERS, ids=repr)
def test_every_function_refuses_what_is_not_the_hands_of_a_player(player):
    def refusal(read):
        with pytest.raises(FaceValueError) as caught:
            read(player)
        return type(caught.value), str(caught.value)

    # None means no rival for outs, and a number is a count for odds.
    readers = {
        name: read
        for name, read in READERS.items()
        if (name, type(player)) not in {("outs", type(None)), ("odds", float)}
    }
    assert 1 == len({refusal(read) for read in readers.values()})


@pytest.mark.parametrize("game", ["holdem", "shortdeck", "omaha"])
@pytest.mark.parametrize(
    "count",
    [
        30,
        pytest.param(300, marks=pytest.mark.slow),
        pytest.param(3000, marks=pytest.mark.exhaustive),
    ],
)
def test_outs_agree_with_categories_in_every_game(game, count):
    row = poker.GAMES[game]
    order = [*ORDER]
    if game == "shortdeck":
        order[5:7] = order[6:4:-1]
    deck = [card for card in CARDS if card.rank in row.ranks]
    for seed in range(count):
        cards = random.Random(seed).sample(deck, len(deck))
        mine, board, rest = cards[: row.hole], cards[row.hole :][: 3 + seed % 2], cards[8:]

        def place(shared, hand=mine):
            if not hand and len(shared) < 5:
                times = sorted(Counter(card.rank for card in shared).values(), reverse=True)[:2]
                return order.index(OF_FEW[tuple(times)])
            strength = poker.evaluate(
                hand or shared, game if hand else BOARD[game], board=shared if hand else ""
            )
            return order.index(strength.category)

        expected = []
        for card in sorted(set(rest) | set(cards[row.hole + len(board) : 8]), reverse=True):
            now, later = place(board), place([*board, card])
            before, after = place(board, []), place([*board, card], [])
            is_paired = card.rank in {own.rank for own in mine}
            if later > max(now, after) and (later - now > after - before or is_paired):
                expected.append(card)
        assert tuple(expected) == poker.outs(mine, board, game=game)


BOARD = {game: "shortdeck" if game == "shortdeck" else "holdem" for game in poker.GAMES}
OF_FEW = {(1, 1): "High Card", (2, 1): "One Pair", (2, 2): "Two Pair", (3, 1): "Three of a Kind"}
OF_FEW |= {(4,): "Four of a Kind", (3,): "Three of a Kind"}


@pytest.mark.parametrize("seed", range(10))
def test_outs_lift_the_hand_more_than_the_board(seed):
    mine, board, rest = dealt(seed, 2, 4)
    lead, before = _lead(mine, board), ORDER.index(poker.evaluate(mine, board=board).category)
    expected = set()
    for card in rest:
        after = ORDER.index(poker.evaluate(mine, board=[*board, card]).category)
        is_paired = card.rank in {own.rank for own in mine}
        now = _lead(mine, [*board, card])
        if after > before and now > 0 and (is_paired or now > lead):
            expected.add(card)
    assert expected == set(poker.outs(mine, board))


def _lead(hand, board):
    """How far the category of a hand is above the category of a board of four or five cards."""
    ranks = [card.rank for card in board]
    if len(board) == 5:
        alone = poker.evaluate(board).category
    else:
        pairs = sorted((ranks.count(rank) for rank in set(ranks)), reverse=True)
        names = {(4,): 7, (3, 1): 3, (2, 2): 2, (2, 1, 1): 1, (1, 1, 1, 1): 0}
        alone = ORDER[names[tuple(pairs)]]
    return ORDER.index(poker.evaluate(hand, board=board).category) - ORDER.index(alone)


def test_a_flush_is_above_a_full_house_in_short_deck():
    assert "9h 8h 6h" == texts(
        poker.outs("AhKh", "Qh 7h 7d", "QsQc", game="shortdeck", dead="Jh Th")
    )
    assert "Ks Kh Kc 9s 9h 9d 7c" == texts(poker.outs("7s7h", "7d 9c Kd", game="shortdeck"))


def test_dead_cards_are_not_outs():
    assert 15 - 2 == len(poker.outs("AhKh", "Qh 7h 2c", dead="As 2h"))


@pytest.mark.parametrize(
    ("error", "message", "arguments", "options"),
    [
        (CardError, "outs needs a board of 3 or 4 cards in holdem", ("AhKh", "Qh 7h 2c 3d 4d"), {}),
        (CardError, "outs needs a board of 3 or 4 cards in holdem", ("AhKh", ""), {}),
        (CardError, "holdem needs 2 cards, not 3", ("AhKhQd", "Qh 7h 2c"), {}),
        (RangeError, "expected a hand like QQ, AKs or AhKh", ("AhKh", "Qh 7h 2c", "Qs"), {}),
        (CardError, "holdem needs 2 cards, not 1", ("AhKh", "Qh 7h 2c", ["Qs"]), {}),
        (CardError, "expected a hand or a range: 'vs'", ("AhKh", "Qh 7h 2c", "vs"), {}),
        (CardError, "cannot be dealt together", ("AhKh", "Qh 7h 2c", ["AA", "AA"]), {}),
        (CardError, "no hand of 'AA' is possible", ("AhKh", "As Ac 2c", ["KK", "AA"]), {}),
        (
            LimitError,
            "up to 2,000,000 hands, not 2,598,960",
            ("AsKsQhJh2h", "Ts9s2d", "random"),
            {"game": "omaha5"},
        ),
        (CardError, "'Ah' is both in the hand and in another", ("AhKh", "Qh 7h 2c", "AhQd"), {}),
        (CardError, "'Ah' is both in the hand and on the board", ("AhKh", "Ah 7h 2c"), {}),
        (
            CardError,
            "'Ah' is both in the hand and among the dead",
            ("AhKh", "Qh 7h 2c"),
            {"dead": "Ah"},
        ),
        (RuleError, "stud has no board", ("AhKh", "Qh 7h 2c"), {"game": "stud"}),
    ],
)
def test_outs_of_impossible_deals_are_errors(error, message, arguments, options):
    with pytest.raises(error, match=message):
        poker.outs(*arguments, **options)


def test_outs_of_own_games_with_low_hands_need_a_rival():
    game = poker.Game("low", hole=2, board=5, ranking="low-a5")
    with pytest.raises(RuleError, match="name the hands to win against"):
        poker.outs("AhKh", "Qh 7h 2c", game=game)
    assert poker.outs("Ah3h", "Qh 7h 2c", "KhKd", game=game)


# Percentiles --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("size", [3, 4, 5])
def test_percentiles_on_a_board_count_all_other_hands(seed, size):
    mine, board, rest = dealt(seed, 2, size)
    strength = poker.evaluate(mine, board=board)
    points = [
        (strength > other) + Fraction(strength == other, 2)
        for other in (poker.evaluate(list(pair), board=board) for pair in combinations(rest, 2))
    ]
    assert 100 * Fraction(sum(points), len(points)) == poker.percentile(mine, board=board)


@pytest.mark.slow
def test_percentiles_in_omaha_count_all_other_hands():
    # A royal flush on the board's three cards: a tie would need both hole cards.
    assert 100 == poker.percentile("AsKs2h3h", "omaha", board="Qs Js Ts")
    mine, board = "AsAh2h3c", "Ad 7c 2d"
    others = [card for card in CARDS if card not in parse_cards(f"{mine} {board}")]
    hands = poker.masks([list(hand) for hand in combinations([card.id for card in others], 4)])
    values = poker.evaluate_many(hands, game="omaha", board=board)
    own = poker.evaluate(mine, "omaha", board=board).value
    points = 2 * int((values > own).sum()) + int((values == own).sum())
    assert Fraction(100 * points, 2 * len(values)) == poker.percentile(mine, "omaha", board=board)


def test_percentiles_of_five_cards_come_from_the_counts_of_all_hands():
    # Of 2,598,960 hands, 40 are straight flushes, of which 4 are royal.
    assert 100 * Fraction(2_598_960 - 2, 2_598_960) == poker.percentile("As Ks Qs Js Ts")
    assert 100 * Fraction(2_598_960 - 40 - 8 - 2, 2_598_960) == poker.percentile("As Ah Ad Ac Js")
    assert 100 * Fraction(510, 2_598_960) == poker.percentile("7C 5D 4H 3S 2C")


@pytest.mark.slow
def test_percentiles_of_seven_cards_come_from_the_counts_of_all_hands():
    royal = 4 * 1081  # the other two cards are any
    total = 133_784_560
    assert 100 * Fraction(2 * total - royal, 2 * total) == poker.percentile("AsKsQsJsTs2c3d")
    assert poker.percentile("AsKsQsJsTs2c3d") == poker.percentile("AsKsQsJsTs2c3d", "stud")


def test_percentiles_of_low_hands_are_greater_for_the_winner():
    assert poker.percentile("7d 5s 4s 3s 2s", "deuce7") > 99
    assert poker.percentile("4s 3h 2d Ac", "badugi") == 100 * (1 - Fraction(24, 2 * 270_725))
    assert poker.percentile("As Ah Ad Ac Js", "deuce7") < 1


def test_percentiles_of_starting_hands_follow_their_order():
    found = [poker.percentile(_first(name)) for name in poker.STARTING_HANDS]
    assert found == sorted(found, reverse=True)
    assert 100 * (1 - Fraction(3, 1326)) == found[0]
    weights = [len(poker.Range(name)) for name in poker.STARTING_HANDS]
    assert 50 * 1326 == sum(each * weight for each, weight in zip(found, weights, strict=True))


def _first(name):
    return next(iter(poker.Range(name)))


@pytest.mark.parametrize(
    ("error", "message", "arguments", "options"),
    [
        (CardError, "a board of 3 to 5, not", ("AsKsQhJhTh9c", "omaha6"), {}),
        (CardError, "holdem needs 2 cards with a board, not 3", ("AsKsQs",), {"board": "2c 3d 4h"}),
        (CardError, "'As' is both in the hand and on the board", ("AsKs",), {"board": "As 3d 4h"}),
        (CardError, "shortdeck needs 5 to 7 cards", ("AsKsQs", "shortdeck"), {}),
        (CardError, "shortdeck has only 36 cards, without '5s'", ("As5s", "shortdeck"), {}),
        (LimitError, "133,784,560 hands would take", ("As2s3s4s5s6h7h", "razz"), {}),
        (RuleError, "unknown game", ("AsKs", "holden"), {}),
    ],
)
def test_percentiles_of_impossible_hands_are_errors(error, message, arguments, options):
    with pytest.raises(error, match=message):
        poker.percentile(*arguments, **options)


# One deal or many ---------------------------------------------------------------------------------


def test_a_showdown_of_one_string_points_to_winners():
    with pytest.raises(CardError, match=r"to compare the hands of one deal, use winners"):
        poker.showdown("AhKh")
    assert (0,) == poker.winners("AhKh", "QsQd", board="2c 3c 4c 5d 9h")


def test_a_card_that_is_in_the_hand_and_on_the_board_is_named():
    with pytest.raises(CardError, match="in the hand and on the board"):
        poker.percentile("AsKs", board="As2c3d")
