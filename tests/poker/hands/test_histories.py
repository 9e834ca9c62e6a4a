"""Hand histories that people paste: which lines are one deal, and which cards are known."""

import io
import random
import re
import sys
import time
import warnings

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facevalue import CardError, LimitError, poker
from facevalue.cards import Card
from facevalue.cli.main import main
from facevalue.poker.hands.histories import is_history, number_deals
from tests.adapters.frameworks import framework
from tests.web.http.test_api import ask

SHORT_NAMES = ["Ann", "Bob", "Cat", "Dan", "Eve"]  # as pokerkit reads them
NAMES = ["Ann", "Bob [x]", "[Eve]", "a: b", "Zoë 2"]
SITES = {"holdem": "Hold'em No Limit", "omaha": "Omaha Pot Limit"}


def cards(ids):
    return " ".join(str(Card(each)) for each in ids)


def history(hands, board, *, game="holdem", names=NAMES, number=1):
    """A hand that is shown down: all players call, and then check."""
    players = dict(zip(names, hands, strict=False))
    first, *_, last = players
    flop, turn, river = board[:3], board[3:4], board[4:]
    win = poker.winners(*hands, board=board, game=game)
    won = 2 * len(players) // len(win)
    return "\n".join(
        [
            f"PokerStars Hand #{number}:  {SITES[game]} ($1/$2 USD) - 2026/01/05 20:11:02 ET",
            f"Table 'Aludra IV' 6-max Seat #{len(players)} is the button",
            *(f"Seat {at}: {name} ($100 in chips)" for at, name in enumerate(players, 1)),
            f"{first}: posts small blind $1",
            f"{list(players)[1]}: posts big blind $2",
            "*** HOLE CARDS ***",
            f"Dealt to {first} [{cards(hands[0])}]",
            *(f"{name}: calls $2" for name in list(players)[2:]),
            f"{first}: calls $1",
            f"{list(players)[1]}: checks",
            f"*** FLOP *** [{cards(flop)}]",
            *(f"{name}: checks" for name in players),
            f'{last} said, "{first}: shows [2c 2d]"',
            f"*** TURN *** [{cards(flop)}] [{cards(turn)}]",
            *(f"{name}: checks" for name in players),
            f"*** RIVER *** [{cards(flop + turn)}] [{cards(river)}]",
            *(f"{name}: checks" for name in players),
            "*** SHOW DOWN ***",
            *(f"{name}: shows [{cards(hand)}] (a hand)" for name, hand in players.items()),
            *(f"{list(players)[at]} collected ${won} from pot" for at in win),
            "*** SUMMARY ***",
            f"Total pot ${2 * len(players)} | Rake $0",
            f"Board [{cards(board)}]",
            *(
                f"Seat {at}: {name}{' (button)' * (name == last)} showed [{cards(hand)}] and won"
                for at, (name, hand) in enumerate(players.items(), 1)
            ),
            "",
            "",
        ]
    )


def deal(rng, players, game="holdem"):
    size = poker.GAMES[game].hole
    ids = rng.sample(range(52), 5 + size * players)
    hands = [ids[at : at + size] for at in range(5, len(ids), size)]
    return hands, ids[:5]


@given(st.integers(2, 5), st.sampled_from(["holdem", "omaha"]), st.randoms(use_true_random=False))
def test_a_history_is_its_hands_and_its_board(players, game, rng):
    hands, board = deal(rng, players, game)
    text = history(hands, board, game=game)
    asked = {"game": game, "seed": 1}
    names = (*NAMES[:players],)
    found = poker.equity(text, **asked)
    assert found.names == names
    assert found.replace(names=()) == poker.equity(*hands, board=board, **asked)
    flop = {"board": board[:3], "samples": 100}
    found = poker.equity(text, **asked, **flop)
    assert found.replace(names=()) == poker.equity(*hands, **asked, **flop)
    win = poker.winners(*hands, board=board, game=game)
    found = poker.showdown(text, game, players=players)
    alone = tuple(int(win == (player,)) for player in range(players))
    assert (alone, int(len(win) > 1)) == (found.wins, found.ties)
    assert found.names == names


@given(st.lists(st.sampled_from(["AhKh QsQd", "# no", "", "Dealt to A [Ah Kh]", "Seat 1: A"])))
def test_no_line_is_lost_or_counted_twice(lines):
    deals = list(number_deals(lines))
    found = [line for _, text in deals for line in (text.splitlines() if "\n" in text else [text])]
    assert lines == found
    for number, text in deals:
        assert lines[number - 1] == text.split("\n")[0]
        assert is_history(text) == ("\n" in text)


def test_many_histories_are_many_deals(tmp_path, capfd):
    rng = random.Random(8)
    deals = [deal(rng, 2) for _ in range(20)]
    text = "".join(history(*each, number=at) for at, each in enumerate(deals, 1))
    path = tmp_path / "hands.txt"
    path.write_text("\ufeff" + text.replace("\n", "\r\n"), encoding="utf-8")
    assert main(["showdown", str(path)]) == 0
    winners = [poker.winners(*hands, board=board) for hands, board in deals]
    wins = [sum(win == (player,) for win in winners) for player in (0, 1)]
    out = capfd.readouterr().out.splitlines()
    assert [f"{name} wins {won}" for name, won in zip(NAMES, wins, strict=False)] == out[:2]


SHOWN = "Dealt to {} [Ah Kh]\n{}: shows [Qs Qd]\nBoard [2h 7d 9c Ts 3d]\n\n"


def test_equities_print_the_names_of_a_history():
    found = poker.equity(SHOWN.format("Ann B", "Cy"), "JJ", board="2h7d9c")
    assert found.names == ("Ann B", "Cy", "")
    assert [line[:11] for line in str(found).splitlines()[:3]] == [
        "Ann B  AhKh",
        "Cy     QsQd",
        "       JJ  ",
    ]
    assert "<td>Ann B</td><td>AhKh</td>" in found._repr_html_()
    assert found.as_dict()["names"] == ["Ann B", "Cy", ""]
    for equity in poker.by_next_card(SHOWN.format("A", "B"), board="2h7d9cTs").values():
        assert equity.names == ("A", "B")


def test_without_a_history_there_are_no_names():
    found = poker.equity("AhKh", "QsQd", board="2h7d9c")
    assert found.names == ()
    assert "names" not in found.as_dict()
    assert "names" not in poker.showdown(["5H 5C 6S 7S KD 2C 3S 8S 8D TD"]).as_dict()


def test_names_are_printed_with_escapes_and_cut():
    found = poker.equity(SHOWN.format("a\x1b[31mb", "y" * 10_000), board="2h7d9c")
    assert found.names == ("a\x1b[31mb", "y" * 10_000)
    assert str(found).isprintable() == ("\n" not in str(found))
    assert "\x1b" not in str(found)
    assert max(map(len, str(found).splitlines())) < 150


@pytest.mark.parametrize(
    ("lines", "names"),
    [
        ([("A", "B"), ("A", "B")], ("A", "B")),
        ([("A", "B"), ("B", "A")], ()),
        ([("A", "B"), ("A", "B"), ("A", "C"), ("A", "B")], ()),
    ],
)
def test_a_showdown_has_names_if_they_are_the_same_in_all_deals(lines, names):
    text = "".join(SHOWN.format(*players) for players in lines)
    assert poker.showdown(text).names == names
    mixed = [*text.splitlines(), "", "5H 5C 6S 7S KD 2C 3S 8S 8D TD"]
    assert poker.showdown(mixed).names == ()
    assert poker.showdown([*text.splitlines(), "", "5H 5C 6S 7S KD vs 2C 3S 8S 8D TD"]).names == ()


def test_a_line_of_cards_and_a_history_are_deals_of_one_file():
    cards_of_all = "5H 5C 6S 7S KD 2C 3S 8S 8D TD"
    short = ["Dealt to A [Ah Kh]", "B: shows [Qs Qd]", "Board [2h 7d 9c Ts 3d]", ""]
    found = poker.showdown([cards_of_all, *short, cards_of_all])
    assert (3, (0, 3)) == (found.deals, found.wins)
    with pytest.raises(CardError, match="line 2: the hand history has 1 known hand, not 2"):
        poker.showdown([cards_of_all, *short[:1]])


def test_equity_reads_histories_from_stdin(monkeypatch, capfd):
    (hands, board), (others, other_board) = deal(random.Random(1), 2), deal(random.Random(2), 2)
    text = history(hands, board) + history(others, other_board, number=2)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode()), "utf-8"))
    main(["equity", "-"])
    results = capfd.readouterr().out
    expected = [poker.equity(history(hands, board)), poker.equity(history(others, other_board))]
    assert "\n\n".join(map(str, expected)) + "\n" == results


def test_a_history_and_a_range_are_two_players():
    text = "Dealt to A [Ah Kh]\n*** FLOP *** [2h 7d 9c]"
    expected = poker.equity("AhKh", "QQ+", board="2h7d9c").replace(names=("A", ""))
    assert expected == poker.equity(text, "QQ+") == poker.equity([text, "QQ+"])


def test_a_card_that_is_not_shown_may_be_any():
    text = "Dealt to A [Ah Kh]\nB: shows [Qd]\n*** FLOP *** [2h 7d 9c]"
    assert poker.equity("AhKh", "Qd ?", board="2h7d9c") == poker.equity(text).replace(names=())
    with pytest.raises(CardError, match="the board of the hand history has 3 cards, not 5"):
        poker.showdown(text)


def test_a_server_takes_a_history_of_usual_length():
    hands, board = deal(random.Random(3), 5)
    text = history(hands, board)
    text += 'Ann said, "ok"\n' * 100
    reply = ask("equity", many=[("players", text)])
    assert 200 == reply.status
    assert 5 == len(reply.json["players"])


@pytest.mark.parametrize(
    "line", ["Dealt to " + "[" * 99_000 + "]", "x: shows [" * 9_000, "]" * 90_000]
)
def test_a_long_line_is_read_in_linear_time(line):
    start = time.perf_counter()
    with pytest.raises(CardError):
        poker.equity("*** HOLE CARDS ***\n" + line)
    assert time.perf_counter() - start < 1


def test_a_history_has_a_bounded_length():
    lines = ["PokerStars Hand #1: Hold'em"] + ["Ann: checks"] * 1_000_000
    with pytest.raises(LimitError, match="a hand history may have up to 100000 bytes"):
        poker.showdown(lines)
    with pytest.raises(LimitError, match="a hand history may have up to 100000 bytes"):
        poker.equity("\n".join(lines))


def test_a_name_is_never_printed_raw():
    many = [f"p{at}\x1b[31m: shows [{Card(2 * at)} {Card(2 * at + 1)}]" for at in range(12)]
    with pytest.raises(CardError) as caught:
        poker.equity("\n".join(many))
    assert re.fullmatch(
        r"a hand history may have up to 10 known hands; .*\\x1b.*", str(caught.value)
    )


@pytest.mark.slow
def test_pokerkit_reads_the_same():
    game = "holdem"  # the only game that pokerkit reads in this form
    pokerkit = framework("pokerkit")
    rng = random.Random(9)
    for number in range(1, 30):
        hands, board = deal(rng, rng.randrange(2, 6), game)
        text = history(hands, board, game=game, names=SHORT_NAMES, number=number)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            (read,) = pokerkit.HandHistory.from_pokerstars(text, error_status=True)
            *_, state = read
        pairs = re.findall(r"p(\d) sm (\w+)|d db (\w+)", "\n".join(read.actions))
        shown = {int(player): hand for player, hand, _ in pairs if player}
        dealt = "".join(street for _, _, street in pairs)
        known = [shown[player] for player in sorted(shown)]
        ours = poker.equity(text, game=game)
        theirs = poker.equity(*known, board=dealt, game=game)
        assert theirs.deals == ours.deals == 1
        assert sorted(map(str, theirs.players)) == sorted(map(str, ours.players))
        best = {read.players[at] for at, chips in enumerate(state.payoffs) if chips > 0}
        win = poker.winners(*hands, board=board, game=game)
        if len(win) < len(hands):
            assert best == {SHORT_NAMES[at] for at in win}
