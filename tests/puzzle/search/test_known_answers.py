"""Known results of every kind: figures that must not change, and messages for bad input.

Most are also in the golden sessions, but one command rewrites all golden sessions.
"""

import re
from math import comb

import pytest

import facevalue as fv
from facevalue import poker
from facevalue.cli.main import main
from facevalue.sheets import sheet
from tests.oracles import poker as reference
from tests.oracles.rows import vectors
from tests.poker.equities.shares import shares_of

# Equity -------------------------------------------------------------------------------------------

# The hands, the options, and how often each hand wins and ties of how many deals.
EXACT = vectors("known-answers", "equity")


@pytest.mark.few_quick(1)
@pytest.mark.parametrize(
    ("hands", "options", "deals", "counts"), [(*row[:3], row[3:]) for row in EXACT]
)
def test_hands_win_and_tie_as_often_as_is_known(hands, options, deals, counts):
    answer = poker.equity(*hands, **options)
    assert (deals, True) == (answer.deals, answer.exact)
    assert counts == [[share.win, share.tie] for share in answer.players]


def test_three_hands_of_omaha_hi_lo_win_as_often_as_is_known():
    answer = poker.equity("As2sQhJh", "Ac2d8c7d", "3h4h5s6s", game="omaha8")
    assert (658_008, True) == (answer.deals, answer.exact)
    assert [
        (258_295, 6567, 0, 154_440),
        (217_890, 6915, 0, 154_440),
        (174_908, 348, 174_570, 108),
    ] == [(share.win, share.tie, share.low_win, share.low_tie) for share in answer.players]


def cards(text):
    return reference.cards(" ".join(re.findall("..", text.replace(" ", ""))))


def combos(texts):
    return [(cards("".join(map(str, hand))), 1) for hand in texts]


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    "row", [EXACT[2], EXACT[3], EXACT[6]], ids=["holdem", "omaha", "shortdeck"]
)
def test_dealing_all_cards_gives_the_known_answers(row):
    hands, options, deals, *counts = row
    game = options.get("game", "holdem")
    parsed = [
        [(cards(hand), 1)]
        if re.fullmatch("([2-9TJQKA][cdhs])+", hand)
        else combos(
            hand for hand in poker.Range.parse(hand) if not {*map(str, hand)} & {"Ah", "Kh"}
        )
        for hand in hands
    ]
    board, dead = (cards(options.get(name, "")) for name in ("board", "dead"))
    if game == "shortdeck":
        parsed = [
            [(hand, w) for hand, w in player if {*hand} <= {*reference.SHORT_DECK}]
            for player in parsed
        ]
    pots = reference.pots(game, parsed, board, dead)
    assert deals == pots.deals
    shares = shares_of(pots.deals, pots.high)
    assert counts == [[share.win, share.tie] for share in shares]


# Samples and seeds --------------------------------------------------------------------------------


@pytest.mark.parametrize(("hands", "options", "counts"), vectors("known-answers", "samples"))
def test_a_seed_gives_these_samples_forever(hands, options, counts):
    for workers in (1, 3):
        answer = poker.equity(*hands, workers=workers, **options)
        assert counts == [[share.win, share.tie] for share in answer.players]
        assert (options["seed"], False) == (answer.seed, answer.exact)


def test_a_seed_gives_these_deals_forever():
    countdown = fv.puzzle.deals("countdown", seed=75, large=2)
    assert [
        "100 75 6 8 6 9 -> 666 (countdown)",
        "50 75 6 8 8 10 -> 273 (countdown)",
        "75 25 8 10 9 6 -> 600 (countdown)",
    ] == [str(next(countdown)) for _ in range(3)]
    assert "13 9 2 16 11 -> 10 (krypto)" == str(fv.deal("krypto", seed=24))


@pytest.mark.parametrize(("expected", "options"), vectors("known-answers", "puzzles"))
def test_a_seed_gives_these_puzzles_forever(expected, options):
    assert expected == [str(puzzle) for puzzle in fv.generate(count=len(expected), **options)]


def test_a_seed_gives_this_sheet_forever():
    sections = dict(sheet(count=3, seed=7).sections)
    assert ["7 5 7 5", "3 12 3 12", "4 4 1 8"] == numbers_of(sections["easy"])
    assert ["12 11 9 7", "4 7 2 5", "5 8 13 9"] == numbers_of(sections["hard"])
    (hard,) = sheet("countdown", difficulties=("hard",), large=2, count=2, seed=7).sections
    assert ["50 75 8 1 7 4", "50 75 9 2 6 4"] == numbers_of(hard[1])
    assert [870, 853] == [deal.target for deal in hard[1]]


def numbers_of(deals):
    return [" ".join(map(str, deal.numbers)) for deal in deals]


# Puzzles ------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_whole_game_of_countdown_is_known_by_its_large_tiles():
    game = fv.whole_game()
    # By large tiles: choices, draws, pairs with a solution, choices that make every target.
    expected = [
        (0, 2850, 38_760, 1_966_573, 5),
        (1, 5808, 62_016, 4_971_884, 614),
        (2, 3690, 29_070, 3_195_793, 603),
        (3, 840, 4560, 693_971, 4),
        (4, 55, 190, 43_765, 0),
    ]
    found = [
        (stats.large, stats.choices, stats.draws, stats.pairs, stats.complete)
        for stats in game.by_large
    ]
    assert expected == found
    assert [comb(4, large) * comb(20, 6 - large) for large in range(5)] == [row[2] for row in found]
    assert [13_243, 134_596, 10_871_986, 1226] == [
        sum(row[k] for row in found) for k in range(1, 5)
    ]
    hardest = [(947, 9017), (941, 9045), (967, 9166), (933, 9188), (937, 9207)]
    hardest += [(983, 9257), (977, 9310), (953, 9338), (929, 9355), (971, 9364)]
    assert hardest == list(game.targets.items())[:10]


def test_124_hands_of_four_different_digits_make_24_but_two():
    game = fv.whole_game("classic", tiles=range(1, 10), size=4, low=24, high=24)
    assert (126, 124) == (game.total.choices, game.total.pairs)


@pytest.mark.parametrize(
    ("count", "numbers", "target", "rules"), vectors("known-answers", "solutions")
)
def test_puzzles_have_as_many_solutions_as_is_known(count, numbers, target, rules):
    assert count == fv.count(numbers, target, rules) == len(list(fv.solve(numbers, target, rules)))


@pytest.mark.parametrize(
    ("values", "distance", "numbers", "target", "rules"), vectors("known-answers", "nearest")
)
def test_the_nearest_values_are_known(values, distance, numbers, target, rules):
    found = fv.closest(numbers, target, rules)
    assert (values, distance) == (list(map(str, found.values)), str(found.distance))


# Hands --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "description", "low", "hand", "board", "game"),
    [
        (6272, "High Card, Ace", None, "AsKsQhJh", "Ts9h2c", "omaha"),
        (2604, "Two Pair, Kings and Queens", "Eight-four low", "As2dKcKd", "3h4c8sQdQh", "omaha8"),
        (2602, "Two Pair, Kings and Queens", None, "As2dKcKd", "3h4cTsQdQh", "omaha8"),
        (409, "Flush, Ace high", None, "AsKs", "Ts9s2s2d", "holdem"),
        (251, "Full House, Sevens full of Aces", None, "7h7s7dAsAc", "", "holdem"),
    ],
)
def test_known_hands_have_their_known_values(value, description, low, hand, board, game):  # noqa: PLR0917 - a row
    found = poker.evaluate(hand, game, board=board)
    assert (value, description) == (found.value, found.description)
    assert low == (found.low and found.low.description)


def test_a_range_of_omaha_has_as_many_hands_as_is_known():
    found = poker.OmahaRange.parse("AA**, AKQJds:0.5")
    assert (6997, 6979) == (len(found), found.total)


def test_the_existing_puzzles_come_before_the_error(capfd):
    assert 2 == main(["generate", "--needs-fraction", "--count", "17", "--seed", "0"])
    out, err = capfd.readouterr()
    assert ["2 5 5 10 -> 24", "2 7 7 10 -> 24"] == out.splitlines()[:2]
    assert 16 == len(out.splitlines())
    assert "facevalue: only 16 puzzles match, 17 requested; leave out --needs-fraction\n" == err


def test_a_dataset_of_another_spec_is_not_overwritten(tmp_path, capfd):
    folder = str(tmp_path / "set")
    assert 0 == main(["dataset", "build", "-o", folder, "--count", "20"])
    before = {path.name: path.read_bytes() for path in (tmp_path / "set").iterdir()}
    assert 2 == main(["dataset", "build", "-o", folder, "--count", "30"])
    message = "contains a dataset with another spec; choose an empty folder or the same spec\n"
    assert capfd.readouterr().err.endswith(message)
    assert before == {path.name: path.read_bytes() for path in (tmp_path / "set").iterdir()}
