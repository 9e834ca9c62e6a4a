"""The same answers as pokerkit and eval7, where they are installed (the extra `bench`)."""

import random

import pytest

from facevalue import Card, poker

pytestmark = pytest.mark.slow

HANDS = 1_000  # per game: pokerkit takes up to a millisecond for each
POKERKIT = {
    "holdem": "StandardHighHand",
    "shortdeck": "ShortDeckHoldemHand",
    "omaha": "OmahaHoldemHand",
    "omaha6": "OmahaHoldemHand",
    "stud": "StandardHighHand",
    "razz": "RegularLowHand",
    "deuce7": "StandardLowHand",
    "badugi": "BadugiHand",
}
LOW_HANDS = {"omaha8": "OmahaEightOrBetterLowHand", "stud8": "EightOrBetterLowHand"}


def random_hands(game, count):
    """Cards of a hand and of a full board."""
    randomness = random.Random(f"other packages: {game}")
    row = poker.GAMES[game]
    deck = range(52 - row.deck, 52)
    for _ in range(count):
        cards = [str(Card(each)) for each in randomness.sample(deck, row.hole + row.board)]
        yield "".join(cards[: row.hole]), "".join(cards[row.hole :])


def is_same_order(ours, theirs):
    """Whether hands next to each other are stronger, equal or weaker in both lists."""
    return all(
        (one > other, one == other) == (their > second, their == second)
        for one, other, their, second in zip(ours, ours[1:], theirs, theirs[1:], strict=False)
    )


@pytest.mark.parametrize("game", POKERKIT)
def test_pokerkit_orders_hands_in_the_same_way(game):
    pokerkit = pytest.importorskip("pokerkit", reason="pokerkit is not installed")
    kind = getattr(pokerkit, POKERKIT[game])
    hands = list(random_hands(game, HANDS))
    theirs = [kind.from_game(hand, board) for hand, board in hands]
    assert is_same_order([poker.evaluate(hand, game, board=board) for hand, board in hands], theirs)


@pytest.mark.parametrize("game", LOW_HANDS)
def test_pokerkit_finds_the_same_low_hands(game):
    pokerkit = pytest.importorskip("pokerkit", reason="pokerkit is not installed")
    kind = getattr(pokerkit, LOW_HANDS[game])
    ours, theirs = [], []
    for hand, board in random_hands(game, HANDS):
        low = poker.evaluate(hand, game, board=board).low
        found = kind.from_game_or_none(hand, board)
        assert (low is None) == (found is None)
        if low is not None:
            ours.append(low)
            theirs.append(found)
    assert len(ours) > HANDS / 10
    assert is_same_order(ours, theirs)


def test_pokerkit_values_stacks_in_the_same_way():
    pokerkit = pytest.importorskip("pokerkit", reason="pokerkit is not installed")
    randomness = random.Random("other packages: icm")
    for players in range(2, 8):
        stacks = [randomness.randint(1, 10_000) for _ in range(players)]
        payouts = sorted((randomness.randint(1, 100) for _ in range(players)), reverse=True)
        theirs = pokerkit.calculate_icm(payouts, stacks)
        assert list(map(float, poker.icm(stacks, payouts))) == pytest.approx(list(theirs))


def test_eval7_orders_hands_of_seven_in_the_same_way():
    eval7 = pytest.importorskip("eval7", reason="eval7 is not installed")
    names = {"Trips": "Three of a Kind", "Quads": "Four of a Kind", "Pair": "One Pair"}
    ours, theirs = [], []
    for hand, _ in random_hands("stud", 20 * HANDS):
        ours.append(poker.evaluate(hand))
        theirs.append(eval7.evaluate([eval7.Card(hand[i : i + 2]) for i in range(0, 14, 2)]))
        name = eval7.handtype(theirs[-1])
        assert ours[-1].category == names.get(name, name)
    assert is_same_order(ours, theirs)
