"""The core answers queries about poker with the same JSON and the same errors as Python."""

import json
import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import facevalue as fv
from facevalue import _core, poker
from facevalue.cards import parse_cards
from facevalue.door import ask_core
from facevalue.queries.table import QUERIES
from facevalue.value import as_share
from tests.queries.query_results import POKER_RESULTS

DECK = [f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "cdhs"]


def ask(name, **arguments):
    try:
        return json.loads(ask_core(name, arguments)[0])
    except fv.FaceValueError as error:
        return type(error).__name__, str(error)


def expected(function, *given, **options):
    try:
        return function(*given, **options)
    except fv.FaceValueError as error:
        return type(error).__name__, str(error)


def strength(cards, game="holdem", board=""):
    found = poker.evaluate(cards, game, board=board)
    return found.as_dict() | {"score": found.score}


def deals(game, count):
    """Hands of a game, sometimes with a card too many or one that is dealt twice."""
    rules, source = poker.game_named(game), random.Random(game)
    deck = [card for card in DECK if card[0] in rules.ranks]
    for _ in range(count):
        cards = source.sample(deck, rules.hole + rules.board)
        hand, board = cards[: rules.hole], cards[rules.hole :]
        hand = source.choice([hand] * 6 + [[*hand, hand[0]], hand[1:], [*hand, "2x"]])
        yield "".join(hand), "".join(board)


SPELLED = ["plo", "Omaha, hole=5", "five-card, jokers=1", "stud, wild=2", "omha", "", "hole=9"]


@pytest.mark.parametrize("game", [*poker.GAMES, *SPELLED])
def test_hands_are_evaluated_as_in_python(game):
    is_wrong = game in ("omha", "", "hole=9")
    for cards, board in deals("holdem" if is_wrong else game, 40):
        found = ask("evaluate", cards=cards, game=game, board=board)
        assert found == expected(strength, cards, game, board)


def test_jokers_are_read_in_strings_and_lists():
    for cards in ("joker Kd Kh 7c 3d", ["Joker", "Kd", 47, "7c", "3d"], "joker joker 2c 3c 4c"):
        for game in ("five-card, jokers=1", "five-card, jokers=2", "five-card"):
            assert ask("evaluate", cards=cards, game=game) == expected(strength, cards, game)


@pytest.mark.parametrize("game", poker.GAMES)
def test_winners_are_the_same_as_in_python(game):
    rules, source = poker.GAMES[game], random.Random(game)
    deck = [card for card in DECK if card[0] in rules.ranks]
    for _ in range(20):
        cards = source.sample(deck, 3 * rules.hole + rules.board)
        hands = ["".join(cards[at * rules.hole : (at + 1) * rules.hole]) for at in range(3)]
        board = "".join(cards[3 * rules.hole :])
        found = ask("winners", hands=hands, game=game, board=board)
        assert tuple(found["winners"]) == poker.winners(*hands, game=game, board=board)
    assert ask("winners", hands=["AhKh", "AhQd"], board="2c3c4c5d7d") == expected(
        poker.winners, "AhKh", "AhQd", board="2c3c4c5d7d"
    )


@pytest.mark.parametrize("cards", ["Ah 10d", [51, "2c"], "", "AhAh", [52], 5, "Ahx", ["AhKh"]])
def test_cards_are_parsed_as_in_python(cards):
    found = ask("parse-cards", cards=cards)
    there = expected(lambda: {"ids": [card.id for card in parse_cards(cards)]})
    assert found == there


PLAYERS = [
    (["AhKh", "QsQd"], {"board": "Qh7h2c"}),
    (["AhKh vs QQ+ | JTs"], {"board": "2h7d9c", "dead": "As"}),
    (["AA:0.3333, KK@7", "22+"], {"board": "2h7d9c"}),
    (["AsKsQhJh", "AA**:0.5"], {"game": "omaha", "board": "Ts9h2c"}),
    (["AsKsQhJh", "15%"], {"game": "plo", "board": "Ts9h2c"}),
    (["X X 8h", "4d ? ?"], {"game": "deuce7"}),
    (["AsKsQhJh", "2c3c4c5c"], {"game": "omaha8", "board": "Ts9h2d"}),
    (["AhKhQd", "QsQd"], {}),
    (["AhKhQdJd", "QsQd"], {}),
    (["AA"], {}),
    (["AA", "AA"], {"dead": "AhAd"}),
]
RANGES = [
    ("QQ+, AKs:0.5", "holdem"),
    ("15%", "holdem"),
    ("33+", "shortdeck"),
    ("AA**", "omaha"),
    ("15%", "omaha"),
    ("random", "plo5"),
    ("QQ", "stud"),
    ("QQ+ x", "holdem"),
]
HANDS = [("AhKh", "Qh7h2c"), ("AhKh", ""), ("8s7s", "9d6c2h3h"), ("AhKh", "AhKd2c")]
CALLS = [
    *(("equity", {"players": who, **more, "samples": 500, "seed": 7}) for who, more in PLAYERS),
    *(("equity", {"players": who, **more, "seed": 7}) for who, more in (*PLAYERS[:5], PLAYERS[6])),
    ("equity", {"players": ["AA", "KK"], "samples": 10**12, "seed": 1}),
    ("equity", {"players": ["AhKh", "QsQd"]}),
    ("equity", {"players": ["Dealt to A [Ah Kh]\nB: shows [Qs Qd]", "JJ"], "board": "2h7d9c"}),
    ("equity", {"players": ["AhKh", "random"]}),
    *(("by-next-card", {"players": who, **more, "seed": 7}) for who, more in PLAYERS[:4]),
    ("by-next-card", {"players": ["AhKh", "QsQd"], "board": "Qh7h2c3d4s", "seed": 7}),
    *(("range", {"hands": hands, "game": game}) for hands, game in RANGES),
    ("range", {"hands": "QQ+, AKs", "dead": "As Kd"}),
    ("range", {"hands": "AA**", "game": "omaha", "dead": "As Kd"}),
    *(("canonical", {"hand": hand, "board": board}) for hand, board in HANDS),
    *(("outs", {"hand": hand, "board": board}) for hand, board in HANDS),
    *(("outs", {"hand": hand, "board": board, "against": ["QQ", "JJ"]}) for hand, board in HANDS),
    ("outs", {"hand": "AhKh", "board": "QsQdQc2d", "against": "QhJh"}),
    *(("odds", {"hand": hand, "board": board, "seed": 1}) for hand, board in HANDS),
    ("odds", {"hand": "AhKh", "board": "Qh7h2c", "opponents": "QQ+, AK", "seed": 1}),
    ("odds", {"hand": "AhKh", "board": "Qh7h2c", "opponents": 5, "samples": 50, "seed": 1}),
    ("odds", {"hand": "AhKh", "board": "Qh7h2c", "opponents": 2, "exact": False, "seed": 1}),
    ("odds", {"hand": "AhKh", "board": "Qh7h2c", "opponents": 5, "exact": True, "seed": 1}),
    ("odds", {"hand": "AhKh", "board": "Qh7h2c", "samples": 50, "seed": 1}),
    ("breakdown", {"hands": "QQ+, AKs, 98s", "board": "Qh7h6c"}),
    ("breakdown", {"hands": "AhKh", "board": "Qh7h"}),
    ("breakdown", {"hands": "AA:0.25, KQ", "board": "AhKh2c3d4s"}),
    ("range-equities", {"hero": "AA, 72o", "villain": "KK"}),
    ("range-equities", {"hero": "AA:0.3, 72o", "villain": "KK, QQ@20", "board": "2c3c4c"}),
    ("range-equities", {"hero": "random", "villain": "random", "dead": "As"}),
    ("hand", {"cards": "7H 7S 7D AS AC", "explain": True}),
    ("hand", {"cards": "AhKh"}),
    ("hand", {"cards": ["Ah", "Ah"]}),
    ("hand", {"cards": "7h2c", "game": "nlhe", "board": ""}),
    ("hand", {"cards": "AhKh", "game": "shortdeck"}),
    ("hand", {"cards": "AhKh", "board": "Qh7h2c"}),
    ("hand", {"cards": "As2dKcKd", "board": "3h4c8sQdQh", "game": "omaha8"}),
    ("hand", {"cards": "7C 5D 4H 3S 2C", "game": "deuce7", "explain": True}),
    ("icm", {"stacks": ["5000", "3000", "2000"], "payouts": ["50", "30", "20"]}),
    ("icm", {"stacks": ["5000"], "payouts": [Fraction(1, 3), 2]}),
    *(("push-fold", {"stack": stack}) for stack in ("1", "10", "7.5", "100", "1/2", "x", "1e3")),
    ("push-fold", {"stack": "10", "ante": "1/8", "game": "six plus"}),
    ("push-fold", {"stack": 10, "ante": "9.5"}),
    *(
        ("push-fold-three", {"stack": stack, "seed": 24, "game": "shortdeck"})
        for stack in ("10", "7.5", "9 12 7", [10, 10], "x")
    ),
    ("push-fold-three", {"stack": 10, "ante": "1/8", "game": "6+", "seed": 24}),
    ("push-fold-three", {"stack": 10, "game": "omaha", "seed": 24}),
    ("push-fold-three", {"stack": 10, "game": "shortdeck", "seed": -1}),
    ("push-fold", {"stack": "10", "ante": "-1", "game": "omaha"}),
    ("video-poker", {"cards": "Ah Kh Qh Jh Jc", "pay_table": "double-bonus"}),
    ("video-poker", {"cards": "joker 2d 2s Ks Qd", "pay_table": "joker-poker"}),
    ("video-poker", {"cards": "AhKh"}),
    ("video-poker", {"cards": "2c 2d 7h 8s Ts", "pay_table": "NSUD", "pays": "quads=4.5"}),
    ("video-poker", {"cards": "2c 2d 7h 8s Ts", "pays": {"Full House": "3/2", "flush": 0.5}}),
    ("video-poker", {"cards": "2c 2d 7h 8s Ts", "pays": "4 deuces=1"}),
    ("video-session", {"hands": "Ah Kh Qh Jh Jc\n\n2c 2d 7h 8s Ts # a pair"}),
    ("video-session", {"hands": ["Ah Kh Qh Jh joker"], "pay_table": "joker wild"}),
    ("video-session", {"hands": ["2c 2d 7h 8s Ts", "AhKh"], "pays": "trips=1"}),
    ("video-session", {"hands": ""}),
    ("games", {}),
    *(("games", {"game": game}) for game in ("big o", "omaha,deck=36", "five-card,jokers=2", "x")),
]


@pytest.mark.parametrize(("name", "arguments"), CALLS)
def test_a_query_has_the_same_result(name, arguments):
    def in_the_core():
        result = QUERIES[name].answer(arguments)
        return result.text, result.is_found

    def in_python():
        result = QUERIES[name].call(arguments)
        return json.dumps(POKER_RESULTS[name](result)), result.is_found

    assert expected(in_the_core) == expected(in_python)


def test_each_query_about_poker_has_calls():
    asked = {name for name, _ in CALLS}
    assert asked == QUERIES.keys() & _core.poker_query_parameters().keys() == POKER_RESULTS.keys()


SHARES = st.fractions(0, 1, max_denominator=10**18 - 1).filter(bool)


@given(st.dictionaries(st.sampled_from("23456789TJQKA"), SHARES, min_size=1))
def test_the_decimal_of_a_share_is_the_nearest_one(weights):
    hands = ", ".join(f"{rank}s{rank}h:{weight}" for rank, weight in weights.items())
    share = ask("range", hands=hands)["share"]
    assert share["decimal"] == float(Fraction(share["fraction"]))


PRIZES = [
    ([5000, 3000, 2000], "50,30,20"),
    ([10**5 + 7**k for k in range(17)], list(range(17))),
    ("5,250 3125", [1]),
    (7, [0.5]),
    ([0.1, "3/4"], [1]),
    ("Ann: 5,000\nBob: 3000", "50 30"),
    ({"Ann": 5, "Bob": "3"}, [1]),
    (["Ann=5", "Bob=3"], [1]),
    (["Ann=5", 3], [1]),
]
COMPARED = [("AhKh", "holdem", "Qh7h2c"), ("AsKs", "shortdeck", ""), ("KK", "stud", "")]
DRAWN = [
    ("Ah Kh Qh Jh Jc", "double-bonus"),
    ("joker 2d2s Ks Qd", "joker-poker"),
    ("AhKh", "bonus-poker"),
    ("AhKhQhJhTh", "bonus-pokr"),
]


@pytest.mark.parametrize(("stacks", "payouts"), PRIZES)
def test_prizes_are_the_same_as_in_python(stacks, payouts):
    there = expected(lambda: poker.icm(stacks, payouts).as_dict())
    assert ask("icm", stacks=stacks, payouts=payouts) == there


@pytest.mark.parametrize(("hand", "game", "board"), COMPARED)
def test_percentiles_are_the_same_as_in_python(hand, game, board):
    there = expected(lambda: {"percentile": as_share(poker.percentile(hand, game, board=board))})
    assert ask("percentile", hand=hand, game=game, board=board) == there


@pytest.mark.parametrize(("cards", "table"), DRAWN)
def test_video_poker_is_the_same_as_in_python(cards, table):
    there = expected(lambda: poker.video_poker(cards, table).as_dict())
    assert ask("video-poker", cards=cards, pay_table=table) == there


def test_a_percentile_beyond_the_limit_is_refused():
    hand = "As2s3s4s5s6h7h"
    found = ask("percentile", hand=hand, game="razz")
    assert found == expected(poker.percentile, hand, "razz")
    assert ask("percentile", hand="AsKs", board="2c3c4c", limit="x")[0] == "RuleError"
