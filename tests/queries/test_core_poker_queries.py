"""The core answers queries about poker with the same JSON and the same errors as Python.

Shares have no decimals there, and a sampled equity has the square of its standard error.
"""

import json
import random
from fractions import Fraction

import pytest

from facevalue import _core, poker
from facevalue.cards import parse_cards
from facevalue.errors import FaceValueError
from facevalue.poker.hands.game_rows import ROWS

TABLES = _core.PokerTables(json.dumps(ROWS))
DECK = [f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "cdhs"]


def ask(name, **arguments):
    try:
        return json.loads(TABLES.query(name, json.dumps(arguments)))
    except FaceValueError as error:
        return type(error).__name__, str(error)


def plain(found):
    """JSON without decimals, and with variances in the place of standard errors."""
    if isinstance(found, list):
        return [plain(item) for item in found]
    if not isinstance(found, dict):
        return str(found) if isinstance(found, int) and found > 2**53 else found
    if found.keys() == {"fraction", "decimal"}:
        return {"fraction": found["fraction"]}
    return {key: plain(value) for key, value in found.items() if key != "standard_error"}


def in_core(found):
    """The same without variances, which Python does not show."""
    if isinstance(found, list):
        return [in_core(item) for item in found]
    if not isinstance(found, dict):
        return found
    return {key: in_core(value) for key, value in found.items() if key != "variance"}


def expected(function, *given, **options):
    try:
        return plain(function(*given, **options))
    except FaceValueError as error:
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


def renamed(hand, board):
    both = zip(("cards", "board"), poker.canonical(hand, board), strict=True)
    return {name: [str(card) for card in parse_cards(part)] for name, part in both}


def test_suits_are_renamed_as_in_python():
    for hand, board in (("AhKh", "Qh7d2c"), ("AdKc", ""), ("AhKh", "Qh7d2c2d3d"), ("Ah", "AhKd")):
        assert ask("canonical", hand=hand, board=board) == expected(renamed, hand, board)


RANGES = [("QQ+, AKs:0.5", "holdem"), ("33+", "shortdeck"), ("AA**", "omaha"), ("random", "plo5")]


@pytest.mark.parametrize(("hands", "game"), [*RANGES, ("QQ", "stud"), ("QQ+ x", "holdem")])
def test_ranges_are_read_as_in_python(hands, game):
    found = ask("range", hands=hands, game=game, combos=True)
    shares = found.pop("starting_hands", {}) if isinstance(found, dict) else {}
    assert found == expected(range_of, hands, game)
    for name, share in shares.items():
        assert Fraction(share) == poker.parse_range(hands, game).starting_hands[name]


def range_of(hands, game):
    parsed, rules = poker.parse_range(hands, game), poker.game_named(game)
    share = {"fraction": str(Fraction(parsed.total) / rules.hand_count)}
    return parsed.as_dict() | {"game": rules.name, "share": share}


EQUITIES = [
    (["AhKh", "QsQd"], {"board": "Qh7h2c"}),
    (["AhKh vs QQ+ | JTs"], {"board": "2h7d9c", "dead": "As"}),
    (["AsKsQhJh", "AA**:0.5"], {"game": "omaha", "board": "Ts9h2c"}),
    (["X X 8h", "4d ? ?"], {"game": "deuce7"}),
    (["AsKsQhJh", "2c3c4c5c"], {"game": "omaha8", "board": "Ts9h2d"}),
    (["AhKhQd", "QsQd"], {}),
    (["AhKhQdJd", "QsQd"], {}),
    (["AA"], {}),
    (["AA", "AA"], {"dead": "AhAd"}),
]


@pytest.mark.parametrize(("players", "options"), EQUITIES)
def test_equities_are_the_same_as_in_python(players, options):
    sampled = {"samples": 500, "seed": 7}
    found = in_core(ask("equity", players=players, **options, **sampled))
    there = expected(lambda: poker.equity(*players, **options, **sampled).as_dict())
    assert found == there


@pytest.mark.parametrize(("players", "options"), [EQUITIES[0], EQUITIES[1], EQUITIES[4]])
def test_few_deals_are_counted_as_in_python(players, options):
    found = in_core(ask("equity", players=players, seed=7, **options))
    assert found == expected(lambda: poker.equity(*players, seed=7, **options).as_dict())
    assert found["exact"]


def test_odds_outs_and_breakdowns_are_the_same_as_in_python():
    for hand, board in (("AhKh", "Qh7h2c"), ("AhKh", ""), ("8s7s", "9d6c2h3h"), ("AhKh", "AhKd2c")):
        found = in_core(ask("odds", hand=hand, board=board, seed=1))
        assert found == expected(lambda: poker.odds(hand, board, seed=1).as_dict())  # noqa: B023
        found = ask("outs", hand=hand, board=board, against=["QQ", "JJ"])
        there = expected(lambda: list(map(str, poker.outs(hand, board, ["QQ", "JJ"]))))  # noqa: B023
        assert (found["cards"] if isinstance(found, dict) else found) == there
    for hands, board in (("QQ+, AKs, 98s", "Qh7h6c"), ("AhKh", "Qh7h"), ("AA:0.25, KQ", "AhKh2c")):
        found = ask("breakdown", hands=hands, board=board)
        assert found == expected(lambda: poker.breakdown(hands, board).as_dict())  # noqa: B023


def test_next_cards_and_range_equities_are_the_same_as_in_python():
    for players, board in ((["AhKh", "QsQd"], "Qh7h2c"), (["AhKh", "QQ:0.5, JJ"], "Qh7h2c3d")):
        found = in_core(ask("by-next-card", players=players, board=board, seed=3))["by_card"]
        cards = poker.by_next_card(*players, board=board, seed=3).items()
        assert found == {str(card): plain(each.as_dict()) for card, each in cards}
    found = ask("range-equities", hero="AA, 72o", villain="KK", board="2c3c4c")
    there = poker.range_equities("AA, 72o", "KK", board="2c3c4c")
    equities = {"".join(map(str, cards)): share for cards, share in there.items()}
    assert found["equities"] == {hand: {"fraction": str(share)} for hand, share in equities.items()}
    assert found["starting_hands"] == {
        name: {"fraction": str(share)} for name, share in there.starting_hands.items()
    }


@pytest.mark.parametrize("cards", ["Ah 10d", [51, "2c"], "", "AhAh", [52], 5, "Ahx", ["AhKh"]])
def test_cards_are_parsed_as_in_python(cards):
    found = ask("parse-cards", cards=cards)
    there = expected(lambda: {"ids": [card.id for card in parse_cards(cards)]})
    assert found == there
