"""Hand histories that pokerkit writes, read again: the cards decide who won."""

import random

import pytest

from facevalue import RuleError, poker
from facevalue.adapters.poker.pokerkit import GAMES, PlayedHand, read_hands
from tests.adapters.frameworks import framework

pytestmark = [
    pytest.mark.slow,
    pytest.mark.usefixtures("pokerkit"),
]

PLAYERS = 3
BLINDS = {"blinds_or_straddles": [50, 100, 0]}
NO_LIMIT = BLINDS | {"min_bet": 100}
LIMIT = BLINDS | {"small_bet": 100, "big_bet": 200}
STUD = {"bring_in": 50, "small_bet": 100, "big_bet": 200}
OPTIONS = {
    "NT": NO_LIMIT,
    "FT": LIMIT,
    "NS": {"blinds_or_straddles": [0, 0, 100], "min_bet": 100},
    "PO": NO_LIMIT,
    "FO/8": LIMIT,
    "F7S": STUD,
    "F7S/8": STUD,
    "FR": STUD,
    "N2L1D": NO_LIMIT,
    "F2L3D": LIMIT,
    "FB": LIMIT,
}
FOLDED = """
variant = "NT"
ante_trimming_status = true
antes = [0, 0, 0]
blinds_or_straddles = [2, 4, 0]
min_bet = 2
starting_stacks = [110, 50, 200]
actions = ["d dh p1 ????", "d dh p2 9s2h", "d dh p3 ????", "p3 cbr 7", "p1 cc", "p2 f",
  "d db 2c4d5s", "p1 cc", "p3 cbr 20", "p1 f"]
players = ["Ann", "Bob", "Cid"]
"""


@pytest.fixture(name="pokerkit")
def _pokerkit():
    return framework("pokerkit")


def played(pokerkit, variant):
    """A hand in which nobody bets or folds, with random discards."""
    equal = {"antes": [0] * PLAYERS, "starting_stacks": [10_000] * PLAYERS}
    options = equal | OPTIONS[variant]
    game = pokerkit.HandHistory(
        variant=variant, ante_trimming_status=True, actions=[], **options
    ).create_game()
    game.automations = tuple(pokerkit.Automation)
    state = game(equal["starting_stacks"], PLAYERS)
    while state.status:
        if state.can_post_bring_in():
            state.post_bring_in()
        elif state.can_check_or_call():
            state.check_or_call()
        else:
            cards = state.hole_cards[state.stand_patter_or_discarder_index]
            state.stand_pat_or_discard(random.sample(list(cards), random.randint(0, 3)))
    return pokerkit.HandHistory.from_game_state(game, state)


@pytest.mark.parametrize("variant", GAMES)
@pytest.mark.parametrize("count", [3, pytest.param(100, marks=pytest.mark.slow)])
def test_the_cards_of_each_variant_decide_who_wins(pokerkit, variant, count, tmp_path):
    random.seed(f"{variant} {count}")
    path = tmp_path / "hands.phhs"
    with path.open("wb") as file:
        pokerkit.HandHistory.dump_all([played(pokerkit, variant) for _ in range(count)], file)
    hands = list(read_hands(path))
    assert len(hands) == count
    for hand in hands:
        result = poker.equity(*hand.in_play, board=hand.board, game=hand.game)
        pot = 100 * PLAYERS if "blinds_or_straddles" in OPTIONS[variant] else 50 * PLAYERS
        expected = [float(share.equity) * pot - pot / PLAYERS for share in result]
        assert list(hand.winnings) == pytest.approx(expected, abs=2)  # odd chips


def test_a_hand_that_folds_is_known_if_it_was_dealt_openly(tmp_path):
    path = tmp_path / "one.phh"
    path.write_text(FOLDED)
    assert [
        PlayedHand(
            game="holdem",
            players=("Ann", "Bob", "Cid"),
            hands=("", "9s2h", ""),
            board="2c4d5s",
            folded=(True, True, False),
            winnings=(-7, -4, 11),
        )
    ] == list(read_hands(str(path)))
    assert next(read_hands(path)).in_play == ()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hello", "'one.phh' is not a PHH file: "),
        ('variant = "NT"', "'one.phh' is not a PHH file: .*antes"),
        (FOLDED.replace('"p2 f"', '"p2 cbr 5"'), "hand 1 of 'one.phh' cannot be played: "),
    ],
)
def test_other_files_are_refused(text, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "one.phh").write_text(text)
    with pytest.raises(RuleError, match=message):
        list(read_hands("one.phh"))


def test_a_missing_file_is_reported(tmp_path):
    with pytest.raises(FileNotFoundError):
        list(read_hands(tmp_path / "one.phh"))
