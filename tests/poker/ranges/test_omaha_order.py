"""The orders of Omaha starting hands, compared with the equity of single hands."""

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb, prod

import numpy as np
import pytest

from facevalue import Card, LimitError, RangeError, _core, poker
from facevalue.cards import RANKS
from facevalue.poker.hands.canonical import canonical_masks
from facevalue.poker.hands.masks import cards_of, mask_of
from facevalue.poker.ranges.omaha_order import core_order, places_file
from tests.tables import omaha_order

GAMES = {4: "omaha", 5: "omaha5", 6: "omaha6"}


def points_of(hands, boards):
    """The points of hands on all boards with the ranks of these boards."""
    masks = (np.array(list(map(mask_of, cards)), np.uint64) for cards in (hands, boards))
    return _core.omaha_points(*masks, 1).tolist()


def boards_with(ranks, hand):
    """All boards with these ranks and without the cards of a hand."""
    left = [card for card in map(Card, range(52)) if card.rank in ranks and str(card) not in hand]
    wanted = sorted(ranks)
    return [five for five in combinations(left, 5) if sorted(card.rank for card in five) == wanted]


def points_by_equity(hand, ranks):
    """The same points of one hand, by dealing each board; those that differ by suits once."""
    cards = [hand[at : at + 2] for at in range(0, len(hand), 2)]
    boards = Counter(poker.canonical(hand, list(five)) for five in boards_with(ranks, cards))
    points = 0
    for (known, board), count in boards.items():
        share = poker.equity(
            known, "random", board=board, game=GAMES[len(cards)], exact=True, limit=None
        )[0]
        points += count * (2 * share.win + share.tie)
    return points


def any_hand(seed, cards, ranks):
    """A random hand that leaves few boards with these ranks, some with flushes."""
    drawn = random.Random(f"{seed} {cards}")
    deck = [f"{rank}{suit}" for rank in RANKS for suit in "cdhs"]
    near = [card for card in deck if card[0] in ranks]
    hand = drawn.sample(near, cards - 1)
    return "".join([*hand, drawn.choice([card for card in deck if card not in hand])])


@pytest.mark.parametrize(
    ("hand", "ranks"),
    [
        ("AsKsAhKh", "QQJTT"),  # a straight, and a full house without it
        ("AcAdAsKs", "AKQJT"),  # straight flushes
        ("5s4s2h2d", "AA3A6"),
        ("9c9d8c7d", "9999K"),
        ("AcKcQdJdTh", "KKK22"),
        ("6s5s4s5h6h", "66554"),
    ],
)
def test_a_hand_has_the_points_of_its_equity_against_random(hand, ranks):
    board = "".join(map(str, boards_with(ranks, "")[0]))
    assert points_of([hand], [board]) == [points_by_equity(hand, ranks)]


@pytest.mark.slow
@pytest.mark.few_slow(4)
@pytest.mark.parametrize(
    ("cards", "seed"),
    [*((5, seed) for seed in range(20)), *((4, seed) for seed in range(4)), (6, 23)],
)
def test_any_hands_have_the_points_of_their_equities(cards, seed):
    drawn = random.Random(seed)
    ranks = "".join(drawn.sample(RANKS, 5)) if seed % 2 else "".join(drawn.choices(RANKS, k=5))
    hand = any_hand(seed, cards, ranks)
    board = "".join(map(str, boards_with(ranks, "")[0]))
    assert points_of([hand], [board]) == [points_by_equity(hand, ranks)]


@pytest.mark.parametrize("cards", [4, 5])
def test_two_hands_share_two_points_on_each_board(cards):
    hands, counts = omaha_order.starting_hands(cards)
    boards = {"2c2d2h2sKh": 1, "AhKhQhJhTh": 1, "7c7d5c5d9s": 1}
    points = _core.omaha_points(hands, np.array(list(map(mask_of, boards)), np.uint64), 2)
    dealt = sum(len(boards_with(board[::2], "")) for board in boards)
    assert dealt == 4 + 4**5 + 6 * 6 * 4
    rivals = comb(47, cards) * comb(47 - cards, cards)
    assert int((counts.astype(object) * points.astype(object)).sum()) == dealt * rivals


def test_points_of_boards_are_added_with_any_number_of_workers():
    hands, boards = ["AsKsAhKh", "2c3d4h5s"], ["2h7d9cJsQh", "AhKhQh2d2c", "5h5d6s6c7h"]
    each = np.array([points_of(hands, [board]) for board in boards])
    masks = (np.array(list(map(mask_of, cards)), np.uint64) for cards in (hands, boards))
    hands, boards = masks
    for workers in (1, 2, 5):
        assert np.array_equal(_core.omaha_points(hands, boards, workers), each.sum(axis=0))
    assert len(_core.omaha_points(hands[:0], boards, 1)) == 0


def test_there_is_a_board_of_each_kind_of_ranks():
    boards = _core.boards_by_ranks()
    ranks = {tuple(sorted(card.rank for card in cards_of(board))) for board in boards.tolist()}
    assert len(ranks) == len(boards) == comb(17, 5) - 13
    ways = [prod(comb(4, count) for count in Counter(each).values()) for each in ranks]
    assert sum(ways) == comb(52, 5)


@pytest.mark.parametrize(
    ("hands", "boards", "message"),
    [
        (["AsKsAhKh"], ["2c3c4c5c"], "expected boards of five cards"),
        (["AsKsAhKh"], ["2c3c4c5c6c7c"], "expected boards of five cards"),
        (["AsKsAh"], ["2c3c4c5c6c"], "expected hands of 4 to 6 cards"),
        (["AsKsAhKh", "AsKsAhKhQd"], ["2c3c4c5c6c"], "expected hands of 4 to 6 cards"),
    ],
)
def test_points_are_of_hands_and_boards(hands, boards, message):
    with pytest.raises(ValueError, match=message):
        points_of(hands, boards)


@pytest.mark.slow
def test_an_interrupted_run_resumes(tmp_path, monkeypatch, capfd):
    boards = _core.boards_by_ranks()[3000:3004]
    monkeypatch.setattr(omaha_order, "STEP", 2)

    def run(path, count):
        monkeypatch.setattr(_core, "boards_by_ranks", lambda: boards[:count])
        omaha_order.main(["4", str(path), "--workers", "1"])
        return np.load(path)

    whole = run(tmp_path / "whole.npy", 4)
    run(tmp_path / "parts.npy", 2)
    capfd.readouterr()
    assert np.array_equal(run(tmp_path / "parts.npy", 4), whole)
    assert capfd.readouterr().err == "4 of 4\n"
    points = _core.omaha_points(omaha_order.starting_hands(4)[0], boards, 1)
    assert np.array_equal(omaha_order.places(points), whole)


@pytest.mark.exhaustive
@pytest.mark.parametrize("cards", [4, 5])
def test_the_shipped_places_follow_from_the_points_on_all_boards(cards):
    hands, counts = omaha_order.starting_hands(cards)
    points = _core.omaha_points(hands, _core.boards_by_ranks(), 2)
    assert len(set(points.tolist())) == len(points), "no two starting hands are equally good"
    assert np.array_equal(omaha_order.places(points), np.load(places_file(cards)))
    # Two hands share two points on each board.
    total = comb(52, cards) * comb(52 - cards, cards) * comb(52 - 2 * cards, 5)
    assert int((counts.astype(object) * points.astype(object)).sum()) == total


@pytest.mark.parametrize("cards", [4, pytest.param(5, marks=pytest.mark.slow)])
def test_an_order_has_each_hand_once_and_each_starting_hand_together(cards):
    order = core_order(cards)
    hands, ends = order.hands(), order.ends()
    names, counts = omaha_order.starting_hands(cards)
    assert (len(hands), len(ends)) == (comb(52, cards), len(names))
    assert len(np.unique(hands)) == len(hands)
    sizes = np.diff(ends, prepend=0)
    starts = canonical_masks(hands[ends - 1])
    assert np.array_equal(np.repeat(starts, sizes), canonical_masks(hands))
    assert np.array_equal(sizes, counts[np.searchsorted(names, starts)])
    width = np.load(places_file(cards)).astype(np.uint64)
    places = sum(row << np.uint64(8 * byte) for byte, row in enumerate(width))
    assert np.array_equal(names[np.argsort(places)], starts)


@pytest.mark.slow
@pytest.mark.parametrize("cards", [4, 5])
def test_the_order_agrees_with_sampled_equity(cards):
    hands = core_order(cards).hands()
    sampled = [
        poker.equity(list(cards_of(int(hand))), "random", game=GAMES[cards], samples=10**6, seed=1)
        for hand in hands[:: len(hands) // 8]
    ]
    equities = [shares[0].equity for shares in sampled]
    assert equities == sorted(equities, reverse=True)


@pytest.mark.parametrize("cards", [4, 5])
@pytest.mark.parametrize("percent", [0, 1, 15, 50, Fraction(1, 3), 76])
def test_a_percentage_takes_the_best_hands(percent, cards):
    hands, every = poker.OmahaRange(f"{percent}%", cards=cards), core_order(cards).hands()
    assert hands.share <= Fraction(percent) / 100 < hands.share + Fraction(24, len(every))
    assert np.array_equal(hands.masks, np.sort(every[: len(hands)]))


def test_percentages_of_all_hands_are_all_hands_if_a_range_may_have_as_many():
    assert len(poker.OmahaRange("100%")) == comb(52, 4)
    with pytest.raises(LimitError, match="a range may have up to 2000000 hands"):
        poker.OmahaRange("100%", cards=5)


def test_percentages_can_be_sliced_filtered_weighted_and_written_again():
    assert len(poker.OmahaRange("5%-20%")) == len(poker.OmahaRange("top 20% - 5%"))
    assert len(poker.OmahaRange("5%, 5%-20%")) == len(poker.OmahaRange("20%"))
    best = poker.OmahaRange("top 15 %ds, AA**@50, !AAA*")
    assert str(best) == "15%ds, AA**:0.5, AAA*:0"
    assert poker.OmahaRange(str(best)) == best
    five = poker.OmahaRange("15%ds, AA***@50", cards=5)
    assert poker.OmahaRange(str(five), cards=5) == five
    hands = core_order(4).hands()
    assert int(hands[0]) in set(poker.OmahaRange("1%").masks.tolist())
    assert list(cards_of(int(hands[0]))) in poker.OmahaRange("1%")
    assert list(cards_of(int(hands[-1]))) not in poker.OmahaRange("99%")


@pytest.mark.parametrize(
    ("text", "cards", "message"),
    [
        ("15%", 6, "percentages are for hands of 4 or 5 cards, not 6"),
        ("101%", 4, "expected a percentage from 0 to 100"),
        ("15%Z", 5, "expected a comma after a percentage"),
        ("1/0%", 4, "expected a denominator other than 0"),
    ],
)
def test_bad_percentages_are_refused(text, cards, message):
    with pytest.raises(RangeError, match=message):
        poker.OmahaRange(text, cards=cards)


@pytest.mark.parametrize("cards", [4, 5])
def test_the_percentile_of_a_hand_is_its_place_in_the_order(cards):
    order = core_order(cards)
    hands, ends = order.hands(), order.ends()
    for place in (0, 1000, len(ends) - 1):
        hand = int(hands[ends[place] - 1])
        weaker = len(hands) - int(ends[place])
        own = int(ends[place]) - (int(ends[place - 1]) if place else 0)
        found = poker.percentile(list(cards_of(hand)), GAMES[cards])
        assert found == Fraction(100 * (2 * weaker + own), 2 * len(hands))


def test_a_percentage_of_five_cards_has_the_equity_of_its_hands():
    board, hands = "2h 7d 9c Js Qh", poker.OmahaRange("2%", cards=5)
    shares = poker.equity("2%", "AsAhKsKhQd", game="omaha5", board=board)
    assert shares == poker.equity(hands, "AsAhKsKhQd", game="omaha5", board=board)
