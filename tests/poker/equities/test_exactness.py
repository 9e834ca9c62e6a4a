"""Equities that count or sample, as requested; and the deals of OMPEval's tests."""

import random
from fractions import Fraction
from itertools import product

import pytest

from facevalue import FaceValueError, LimitError, RuleError, _core
from facevalue.cli.main import main
from facevalue.poker import GAMES, Range, equity
from facevalue.poker.hands.masks import mask_of
from tests.oracles import poker as reference

# Deals by the set of players who share the pot, a bit each, from the tests of OMPEval.
OMPEVAL = [
    (("AA", "KK"), "", "", [0, 50371344, 10986372, 285228]),
    (("AK", "random"), "2c3c", "", [0, 159167583, 108567320, 6233737]),
    (
        ("random", "AA", "33"),
        "2c3c8h",
        "6h",
        [0, 808395, 1681125, 20076, 12151512, 0, 0, 0],
    ),
    (
        ("random", "random", "AK"),
        "4hAd3c4c7c",
        "6h",
        [0, 1461364, 1461364, 6386, 6760010, 42420, 42420, 108],
    ),
    (("3d7d", "2h9h", "2c9c"), "5d5h5c", "3s3c", [0, 183, 28, 0, 28, 0, 380, 201]),
    (
        ("AA,KK", "KK,QQ", "QQ,AA"),
        "",
        "",
        [0, 348272820, 119882736, 37653912, 303253020, 74015280, 1266624, 3904200],
    ),
]


@pytest.mark.parametrize(("players", "board", "dead", "sets"), OMPEVAL)
def test_the_deals_of_ompeval_are_counted_by_the_set_of_winners(players, board, dead, sets):
    found = equity(*players, board=board, dead=dead, exact=True)
    assert found.deals == sum(sets)
    assert [share.win for share in found] == [sets[1 << place] for place in range(len(players))]
    ties = {
        tuple(place for place in range(len(players)) if which >> place & 1): count
        for which, count in enumerate(sets)
        if count and which.bit_count() > 1
    }
    assert ties == found.ties


@pytest.mark.parametrize(
    ("players", "dead"), [(("AhKh", "QQ"), "2c"), (("AA", "KK"), "As"), (("AKs", "QQ"), "2c")]
)
def test_ranges_with_dead_cards_are_the_sum_of_their_hands(players, dead):
    found = equity(*players, dead=dead)
    ranges = [Range.parse(player).without(dead).combos for player in players]
    sums = [0, 0, 0]
    for mine, other in product(*ranges):
        if not {*mine} & {*other}:
            part = equity(mine, other, dead=dead)
            for place, count in enumerate((part[0].win, part[0].tie, part.deals)):
                sums[place] += count
    assert [found[0].win, found[0].tie, found.deals] == sums
    assert found.exact


def test_ranges_of_the_same_cards_are_not_hands_with_a_board():
    players = "4c4h, 8dKh, 7cJd", "7cTd, 4c8d, 4hKh", "4c7c, TdJd, 4hKh"
    found, ranges = equity(*players), equity(*map(Range, players))
    assert (found.exact, found.deals, found.players) == (True, 1370754, ranges.players)
    with pytest.raises(FaceValueError, match="give the board once, with `board='6d5d4c3c2c'`"):
        equity("AhKh2c3c4c5d6d", "QsQd2c3c4c5d6d")


def test_a_hand_against_two_queens_with_a_dead_card_is_as_published():
    found = equity("AhKh", "QQ", dead="2c")
    assert f"{float(found[0].equity):.6f}" == "0.467267"
    found = equity("AhKh", "QsQd", dead="2c3d")
    assert found.deals == 1_370_754
    assert f"{float(100 * found[0].equity):.4f}" == "47.6041"


def test_three_players_before_the_flop_are_counted_as_board_by_board():
    randomness = random.Random(65)
    for _ in range(2):
        cards = randomness.sample(reference.DECK, 8)
        hands = [reference.text(cards[at : at + 2]).replace(" ", "") for at in (0, 2, 4)]
        dead = reference.text(cards[6:]).replace(" ", "")
        parts = [equity(*hands, board=[card], dead=dead) for card in left_of(hands, dead)]
        found = equity(*hands, dead=dead)
        assert [5 * share.win for share in found] == [
            sum(part[place].win for part in parts) for place in range(3)
        ]
        assert 5 * found.deals == sum(part.deals for part in parts)


def left_of(hands, dead):
    gone = mask_of("".join([*hands, dead]))
    return [card for card in range(52) if not mask_of([card]) & gone]


def test_exact_counts_and_sampled_samples_whatever_they_cost():
    assert equity("AhKh", "QsQd", exact=False, seed=1).deals == 1_000_000
    assert equity("AhKh", "QsQd", exact=False, samples=10, seed=1).deals == 10
    assert not equity("AhKh", "QsQd", samples=10, seed=1).exact
    assert equity("AhKh", "QsQd", exact=True).exact
    # Without a choice, the limit decides.
    ranges = "22+", "A2s+", "KTs+"
    assert equity(*ranges).exact
    assert not equity(*ranges, limit=0.001, seed=1).exact


def test_an_exact_result_that_takes_too_long_is_refused_with_its_deals_and_seconds():
    with pytest.raises(
        LimitError, match="counting 2,511,587,045,167,200 deals would take"
    ) as refused:
        equity("random", "random", "random", exact=True)
    assert refused.value.seconds > 60
    assert refused.value.allowance == "limit=None"
    with pytest.raises(LimitError, match="counting 39,732 deals"):
        equity("AhKh", "random", "7c6c", board="2h7d9cTd", exact=True, limit=1e-9)
    assert equity("AA", "KK", "QQ", exact=True, limit=None).exact


def test_more_deals_than_can_be_counted_are_refused_even_without_a_limit():
    with pytest.raises(LimitError, match="too many deals"):
        equity(*["random"] * 5, exact=True, limit=None)
    assert not equity(*["random"] * 5, seed=1, limit=None, samples=1000).exact


def test_samples_and_an_exact_result_exclude_each_other():
    with pytest.raises(RuleError, match="leave out `exact=True`, or the number of samples"):
        equity("AhKh", "QsQd", exact=True, samples=5)
    with pytest.raises(RuleError, match="exact must be True or False, not 1"):
        equity("AhKh", "QQ", exact=1)
    with pytest.raises(RuleError, match="limit must be a finite number"):
        equity("AhKh", "QQ", limit="soon")


def test_the_number_of_workers_never_decides_whether_deals_are_sampled():
    options = {"seed": 3, "limit": 1.5 * seconds_of("22+", "22+", "22+") / 2}
    found = [equity("22+", "22+", "22+", workers=workers, **options) for workers in (1, 2)]
    assert found[0] == found[1]
    assert not found[0].exact


def seconds_of(*ranges):
    return _core.counting_seconds(GAMES["holdem"].core, [Range.parse(each) for each in ranges], 0)


@pytest.mark.parametrize(
    ("options", "said"),
    [(["--exact"], "exact, 1712304 deals"), (["--sampled", "--samples", "5"], "sampled, 5 deals")],
)
def test_the_command_counts_or_samples(options, said, capsys):
    assert main(["equity", "AhKh", "QsQd", *options]) == 0
    assert said in capsys.readouterr().out


def test_the_command_names_its_own_option_for_any_price(capsys):
    assert main(["equity", "random", "random", "random", "--exact"]) == 2
    assert "--no-limit" in capsys.readouterr().err


@pytest.mark.parametrize("game", ["omaha8", "stud8", "omaha5-8"])
@pytest.mark.parametrize("count", [2, 3])
def test_scoops_are_the_whole_pots_of_one_player(game, count):
    cards = random.Random(f"{game} {count}").sample(reference.DECK, 52)
    row = GAMES[game]
    hole = row.hole if row.board else row.hole - 1
    hands = [tuple(cards[at * hole : at * hole + hole]) for at in range(count)]
    rest = cards[count * hole :]
    board, dead = tuple(rest[: 3 if row.board else 0]), tuple(rest[13:])
    pots = reference.pots(game, [[(hand, 1)] for hand in hands], board, dead)
    found = equity(
        *(reference.text(hand) for hand in hands),
        board=reference.text(board),
        dead=reference.text(dead),
        game=game,
    )
    for place, share in enumerate(found):
        alone = 1 << place
        assert share.scoop == pots.both[alone] + pots.both[alone | alone << count]
    assert found.deals == pots.deals


def test_there_is_no_scoop_without_a_low_half():
    assert [share.scoop for share in equity("AhKh", "QsQd")] == [None, None]


def test_errors_of_equities_are_ours():
    for options in ({"exact": "no"}, {"limit": float("nan")}, {"samples": 0}, {"exact": []}):
        with pytest.raises(FaceValueError):
            equity("AhKh", "QsQd", **options)


def test_weights_of_three_ranges_before_the_flop_count():
    """Also those whose products do not fit in 64 bits."""
    for small in (Fraction(1, 3), Fraction(1, 10**17 - 3)):
        ranges = [
            {"AhKh": small, "7c7d": Fraction(1)},
            {"QsQd": Fraction(1), "8s8d": small},
            {"2c2d": Fraction(1)},
        ]
        found = equity(*map(Range, ranges))
        pot = deals = Fraction(0)
        for one, other in product(*(each.items() for each in ranges[:2])):
            part = equity(one[0], other[0], "2c2d")
            pot += one[1] * other[1] * part[0].equity
            deals += one[1] * other[1]
        assert found.exact
        assert found[0].equity == pot / deals
