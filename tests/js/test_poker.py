"""Poker in JavaScript gives the same hands, equities and errors as Python."""

import random

import numpy as np
import pytest

from facevalue import poker
from facevalue.cards import parse_cards
from facevalue.value import as_share
from tests.js.test_js import both, compare
from tests.js.wasm import answer, call_all, needs_wasm
from tests.oracles.rows import vectors

pytestmark = [pytest.mark.slow, needs_wasm]


def drawn(game, words, players=1):
    """Hands of a game and a board, as strings."""
    rules = poker.GAMES[game]
    deck = [f"{rank}{suit}" for rank in rules.ranks for suit in "cdhs"]
    cards = words.sample(deck, players * rules.hole + rules.board)
    hands = [" ".join(cards[at * rules.hole : (at + 1) * rules.hole]) for at in range(players)]
    return hands, " ".join(cards[players * rules.hole :])


def strength(hand, game, board):
    found = poker.evaluate(hand, game, board=board)
    return found.as_dict() | {"score": found.score}


@both
@pytest.mark.parametrize("game", poker.GAMES)
def test_hands_of_every_game_are_the_same(game, is_long):
    words, calls, expected = random.Random(game), [], []
    for _ in range(300 if is_long else 20):
        hands, board = drawn(game, words, players=3)
        calls.append(["poker", "evaluate", [hands[0], game, {"board": board}]])
        expected.append(strength(hands[0], game, board))
        calls.append(["poker", "winners", [hands, {"game": game, "board": board}]])
        expected.append(list(poker.winners(*hands, game=game, board=board)))
    compare(calls, expected)


def test_values_are_the_same():
    words = random.Random(1)
    hands = [words.sample(range(52), words.choice((5, 6, 7))) for _ in range(500)]
    compare([["poker", "value", [hand]] for hand in hands], list(map(poker.value, hands)))


@both
def test_equities_of_known_hands_are_the_same(is_long):
    words, calls, expected = random.Random(2), [], []
    games = ("holdem", "shortdeck", "omaha", "omaha8", "courchevel", "deuce7", "stud8")
    for game in games:
        for players in (2, 3, 2):
            for _ in range(10 if is_long else 1):
                hands, board = drawn(game, words, players)
                shown = " ".join(board.split()[: words.choice((3, 4, 5))])
                calls.append(["poker", "equity", [hands, {"game": game, "board": shown}]])
                expected.append(poker.equity(*hands, game=game, board=shown).as_dict())
    calls.append(["poker", "equity", [["AhKh vs QsQd"]]])
    expected.append(poker.equity("AhKh", "QsQd").as_dict())
    options = {"samples": 10_000, "seed": 5}
    for game in ("stud", "badugi", "omaha6"):
        hands, _ = drawn(game, words, 2)
        calls.append(["poker", "equity", [hands, {"game": game, **options}]])
        expected.append(poker.equity(*hands, game=game, **options).as_dict())
    compare(calls, expected)


def test_ranges_of_omaha_are_not_taken_for_more_players():
    calls, expected = [], []
    two, many, weighted = "AsAhKsKh, QcQd5c4c", "AAKK", "AsAhKsKh:0.5, QcQd5c4c"
    for game in ("omaha", "omaha8"):
        for players in ([two, "8s8h9c9d"], [many, "8s8h9c9d"], ["8s8h9c9d", weighted, "TsThAcAd"]):
            options = {"game": game, "board": "2h7d3cJsQh"}
            calls.append(["poker", "equity", [players, options]])
            expected.append(poker.equity(*players, **options).as_dict())
    compare(calls, expected)


ODD_HANDS = [
    *("", "Ah", "Ah Kh Qh Jh", "AhAhKhQhJh", "Ah Kh Qh Jh 1s", "Zh", "A", "Ax", "10♦ 7♠ 2c 3c 4c"),
    *("[A h] [K d] [2 c] [3 c] [4 c]", "🂡 🂾 2c 3c 4c", "D5 H12 c2 s14 h3", [51, 50, 3, 2, 1]),
    *(
        [52, 0, 1, 2, 3],
        ["As", "Kd", "2c", "3c", "x"],
        5,
        "As,Kd,2c,3c,4c",
        "As Ks Qs Js Ts 9s 8s 7s",
    ),
]


def test_odd_hands_give_the_same_results_and_sentences():
    calls = [["poker", "evaluate", [hand]] for hand in ODD_HANDS]
    expected = [answer(strength, hand, "holdem", "") for hand in ODD_HANDS]
    calls += [["poker", "evaluate", ["AsKsQsJs", "omaha"]]]
    expected += [answer(strength, "AsKsQsJs", "omaha", "")]
    for game in ("plo", "Omaha Hi/Lo", "holden", "6+"):
        calls.append(["poker", "evaluate", ["AsKsQsJsTs", game]])
        expected.append(answer(strength, "AsKsQsJsTs", game, ""))
    board = "Qh 7d 9c 2s 3h"
    for hand in ("", "As", "AsKs", "AsKsQs"):
        calls.append(["poker", "evaluate", [hand, "holdem", {"board": board}]])
        expected.append(answer(strength, hand, "holdem", board))
        calls.append(["poker", "winners", [["AhKh", hand], {"board": board}]])
        expected.append(answer(winners, ["AhKh", hand], board))
    calls.append(["poker", "evaluate", ["AsKsQs", "stud", {"board": "2c 3c"}]])
    expected.append(answer(strength, "AsKsQs", "stud", "2c 3c"))
    for hands, board in ((["AhKh", "AhQd"], ""), (["AhKh"], ""), (["AhKh", "QsQd"], "Ah2c3c")):
        calls.append(["poker", "equity", [hands, {"board": board}]])
        expected.append(answer(equity, hands, board))
    compare(calls, expected)


def winners(hands, board):
    return list(poker.winners(*hands, board=board))


def equity(hands, board):
    return poker.equity(*hands, board=board).as_dict()


def test_cards_are_read_the_same():
    texts = ["AhKd", "ah kd", "A♥K♦", "1h 13d", "10h", "hA dK", "14s"]
    expected = [[card.id for card in parse_cards(text)] for text in texts]
    compare([["poker", "parseCards", [text]] for text in texts], expected)


SPELLED_GAMES = vectors("js-calls", "games")


@needs_wasm
def test_options_change_games():
    calls, expected = [], []
    for game in SPELLED_GAMES:
        for cards in ("AhKhQh", "AhKhQhTh", "AhKh", "Ah2h3h4h5h"):
            calls.append(["poker", "evaluate", [cards, game, {"board": "JhTd9c7s6s"}]])
            expected.append(evaluated(cards, game, "JhTd9c7s6s"))
    compare(calls, expected)


def evaluated(cards, game, board):
    return answer(
        lambda: (
            (found := poker.evaluate(cards, game, board=board)).as_dict() | {"score": found.score}
        )
    )


STUDIES = [
    ("QQ+, AKs, 98s", "Qh7h6c"),
    ("22+, A2s+, K9s+, T7s+, 54s", "8h5d2c"),
    ("random", "8h8d2c"),
    ("random", "AhKhQh2c"),
    ("AKs:0.5, 87s:0.25, TT", "9s8s7sTs"),
    ("random", "8h8d8c8s2c"),
    ("55, A2, KQ", "AhKhQh2c3d"),
    ("AhKh", "Qh7h"),
    ("AA", "AhAdAc"),
    ("no range", "Qh7h6c"),
]


def breakdown(hands, board, **options):
    return poker.breakdown(hands, board, **options).as_dict()


@both
def test_breakdowns_are_the_same(is_long):
    cases = STUDIES if is_long else [case for case in STUDIES if case[0] != "random"]
    calls = [["poker", "breakdown", [hands, board, {}]] for hands, board in cases]
    expected = [answer(breakdown, hands, board) for hands, board in cases]
    calls.append(["poker", "breakdown", ["QQ+", "Qh7h6c", {"dead": "QsQdQc"}]])
    expected.append(answer(breakdown, "QQ+", "Qh7h6c", dead="QsQdQc"))
    compare(calls, expected)


def by_next_card(*players, **options):
    found = poker.by_next_card(*players, **options)
    return {str(card): equity.as_dict() for card, equity in found.items()}


def test_equities_by_the_next_card_are_the_same():
    cases = [
        (["AhKh", "QQ"], {"board": "2h7d9c"}),
        (["AhKh", "QQ+, JTs", "55"], {"board": "2h7d9cTs"}),
        (["AsAh2d3c", "KsKhQdJd"], {"board": "4c5d8hTh", "game": "omaha8", "dead": "2c"}),
        (["AhKh", "QsQd"], {"board": "2h7d9c3s4c"}),
        (["AhKhQhJh", "QsQd"], {"board": "", "game": "stud"}),
        (["AhKh"], {"board": "2h7d9c"}),
    ]
    calls = [["poker", "byNextCard", [players, options]] for players, options in cases]
    compare(calls, [answer(by_next_card, *players, **options) for players, options in cases])


def range_equities(*ranges, **options):
    return poker.range_equities(*ranges, **options).as_dict()


def test_equities_of_each_hand_of_a_range_are_the_same():
    cases = [
        (["AA, 72o", "KK"], {}),
        (["QQ+, AK:0.5, 98s", "JJ+, AQs+:0.25"], {"board": "Qh7h6c"}),
        (["AhKh", "QQ"], {"dead": "QsAs", "board": "2h7d9c3s4c"}),
        (["AKs", "99"], {"game": "shortdeck", "board": "8h7d9c"}),
        (["AA", "KK"], {"game": "omaha"}),
        (["AA", "AhAd"], {"board": "Ac2c3c"}),
    ]
    calls = [["poker", "rangeEquities", [*ranges, options]] for ranges, options in cases]
    compare(calls, [answer(range_equities, *ranges, **options) for ranges, options in cases])


def shares(found):
    return [as_share(each) for each in found]


def test_prizes_are_the_same():
    amounts = [
        ([5000, 3000, 2000], [50, 30, 20]),
        ("5,250 3,125, 2,375", "50"),
        ([0.1, "3/4", 7], [1, 0.5]),
        ([1e-7, 12.25], "3/7"),
        (list(range(1000, 11000, 1000)), [50, 30, 20]),
        ("5,250 3125 2,375", "50"),
        ([], [1]),
        ([1, 0], [1]),
        ([1, -2], [1]),
        ([1, 2], [3, 2, 1]),
        ([True], [1]),
        (7, [1]),
        (["x"], [1]),
    ]
    calls = [["poker", "icm", [*each]] for each in amounts]
    compare(calls, [answer(lambda *given: shares(poker.icm(*given)), *each) for each in amounts])


def test_percentiles_are_the_same():
    hands = [
        ("AhKh", "holdem", ""),
        ("AhKh", "holdem", "Qh7h2c"),
        ("AsAhKsKh", "omaha", ""),
        ("AsAhKsKh", "omaha8", "Qh7h2c"),
        ("7H 7S 7D AS AC", "holdem", ""),
        ("4s 3h 2d Ac", "badugi", ""),
        ("AsKs", "shortdeck", ""),
        ("AsKs", "holdem", "As 3d 4h"),
        ("As2s3s4s5s6h7h", "razz", ""),
        ("AsKs", "holden", ""),
    ]
    calls = [["poker", "percentile", [hand, game, {"board": board}]] for hand, game, board in hands]
    expected = [
        answer(lambda *given: as_share(poker.percentile(*given[:2], board=given[2])), *each)
        for each in hands
    ]
    compare(calls, expected)


def test_push_or_fold_is_the_same():
    options = [
        (10, {}),
        ("7.5", {"ante": "1/8"}),
        (1, {"game": "shortdeck"}),
        (12.25, {"ante": 0.5, "game": "six plus"}),
        (100, {}),
        (101, {}),
        ("1/2", {}),
        ("x", {}),
        (10, {"ante": -1}),
        (10, {"ante": "9.5"}),
        (10, {"game": "omaha"}),
        ("x", {"game": "stud, wild=2"}),
    ]
    calls = [["poker", "pushFold", [stack, named]] for stack, named in options]
    expected = [
        answer(lambda stack, named: poker.push_fold(stack, **named).as_dict(), *each)
        for each in options
    ]
    compare(calls, expected)


def test_winners_of_several_decks_are_the_same():
    deals = [
        (["AhAh", "KhKd"], {"board": "2c5d9sTcJd", "decks": 2}),
        (["AhKh", "QsQd"], {"board": "Ah5d9sTcJd", "decks": 2}),
        (["AsAh", "8d9d"], {"board": "AsAhAcTdJd", "decks": 2}),
        (["AsKd", [0, "2h"]], {"board": "Qs9cTh9h2h", "decks": 10}),
        (["AhKh", "QsQd"], {"board": "2c5d9sTcJd", "decks": 2}),
        (["AcAc2d3h", "AcAs2d3h"], {"game": "badugi", "decks": 3}),
        (["2h2h3h4h7h", "2c3d4h5s7d"], {"game": "deuce7", "decks": 2}),
        (["AhAh", "AhKd"], {"board": "2c3c4c", "decks": 2}),
        (["AhAhAd", "KhKd"], {"board": "2c3c4c", "decks": 2}),
        (["AhAh3c4c5c", "KhKd3d4d5d"], {"game": "five-card,wild=2", "decks": 2}),
        (["AhAh3c4c5c", "KhKd3d4d5d"], {"game": "five-card,jokers=1", "decks": 2}),
        (["AhKh", "QhQd"], {"board": "2c3c4c", "decks": 0}),
        (["AhAh", "x"], {"decks": 2}),
        (["AhAh", [52]], {"decks": 2}),
    ]
    calls = [["poker", "winners", [*each]] for each in deals]
    expected = [
        answer(lambda hands, named: list(poker.winners(*hands, **named)), *each) for each in deals
    ]
    compare(calls, expected)


def test_video_poker_is_the_same():
    table = {"name": "mine", "pays": {"Flush": 10, "four deuces": 7}, "is_deuces_wild": True}
    hands = [
        ("Ah Kh Qh Jh Jc",),
        ("joker 2d 2s Ks Qd", "joker-poker"),
        ("2c 2d 7h 8s Ts", table),
        (["Ah", 47, 0, 1, 2], "Deuces-Wild"),
        ("AhKh",),
        ("joker Ah Kh Qh Jh",),
        ("AhKhQhJhTh", "bonus-pokr"),
        ("AhKhQhJhTh", {"name": "mine", "pays": {"flush": -1}}),
        ("AhKhQhJhTh", {"name": "mine", "pays": {}}),
    ]

    def play(cards, pay_table="jacks-or-better"):
        if isinstance(pay_table, dict):
            pay_table = poker.PayTable(**pay_table)
        return poker.video_poker(cards, pay_table).as_dict()

    calls = [["poker", "videoPoker", [*each]] for each in hands]
    compare(calls, [answer(play, *each) for each in hands])


BATCHES = "../../tests/js/js_deals.mjs"


def test_deals_and_showdowns_are_the_same():
    options = [
        (1000, 9, {"seed": 24}),
        (700, 2, {"seed": 2**53 - 1, "board": "7d Ah", "dead": "Kd"}),
        (50, 4, {"seed": 1, "game": "omaha8"}),
        (50, 3, {"seed": 1, "game": "shortdeck"}),
        (40, 6, {"seed": 3, "game": "stud"}),
        (0, 4, {"seed": 3}),
        (-1, 2, {"seed": 1}),
        (1, 11, {"seed": 1}),
        (10**12, 2, {"seed": 1}),
        (1, 2, {"seed": -1}),
        (1, 2, {"seed": 1, "board": "Ah", "dead": "Ah"}),
        (1, 2, {"seed": 1, "board": "Ah", "game": "stud"}),
        (1, 7, {"seed": 1, "game": "omaha6"}),
    ]

    def deal(count, players, given):
        dealt = poker.deal_many(count, players, **given)
        game = given.get("game", "holdem")
        chips = poker.showdown_many(dealt.hands, dealt.board, game=game)
        found = (dealt.hands, dealt.board, chips)
        return [*([int(each) for each in rows.ravel()] for rows in found), given["seed"]]

    compare(
        [[BATCHES, "deal", [*each]] for each in options], [answer(deal, *each) for each in options]
    )


def test_rows_that_cannot_be_decided_are_refused_as_in_python():
    rows = [
        ([0, 1, 2, 3], "7h 8h 9h", 2),
        ([0, 1, 2, 3, 0, 1, 2, 3], [9, 10, 11, 12, 13, 9, 10, 11, 12, 13], 2),
        ([0, 1, 0, 3], "3c 4c 5c", 2),
        ([0, 1, 2, 3, 0, 1, 2, 52], [9, 10, 11, 12, 13, 9, 10, 11, 12, 13], 2),
        ([0, 1, 2, 3], "3c 4c 5c 6c 7c 8c", 2),
        ([0, 1, 2, 3], "", 2),
    ]

    def decide(hands, board, players):
        shaped = np.array(hands, np.uint8).reshape(-1, players, 2)
        if isinstance(board, list):
            board = np.array(board, np.uint8).reshape(len(shaped), -1)
        return poker.showdown_many(shaped, board).ravel().tolist()

    compare(
        [[BATCHES, "decide", [*each]] for each in rows], [answer(decide, *each) for each in rows]
    )
    calls = [[BATCHES, "decide", [[0, 1, 2], "7h 8h 9h", 2]]]
    calls += [["poker", "deals", [10**12, 2, {"limit": None}]]]
    found, (_, too_large) = call_all(calls)
    assert "1,000,000,000,000 deals would take about 25 hours" in too_large
    message = "hands must be rows of 4 ids, 2 for each of 2 players, not 3 ids"
    assert found == ["CardError", message]
