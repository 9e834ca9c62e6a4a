"""Video poker: pay tables as people write them, half coins, and whole sessions."""

from fractions import Fraction
from random import Random

import pytest

from facevalue import CardError, RuleError, deadline, poker
from facevalue.cards import Card
from facevalue.errors import DeadlineError

DEUCES = (
    "royal-flush=800, four-deuces=200, wild-royal-flush=25, five-of-a-kind=15, straight-flush=9, "
    "four-of-a-kind=5, full-house=3, flush=2, straight=2, three-of-a-kind=1"
)
NINE_SIX = poker.PAY_TABLES["jacks-or-better"]
SPELLED_NINE_SIX = ",".join(
    f"{name.replace(' ', '-')}={payout}" for name, payout in NINE_SIX.pays.items()
)


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("Deuces Wild", "deuces-wild"),
        ("deuceswild", "deuces-wild"),
        ("full pay Deuces", "deuces-wild"),
        ("9/6", "jacks-or-better"),
        ("9/6 Jacks", "jacks-or-better"),
        ("Jacks or Better 9/6", "jacks-or-better"),
        ("9-6 jacks or better", "jacks-or-better"),
        ("Jacks_or_Better", "jacks-or-better"),
        ("JoB 8/5", "jacks-or-better-8-5"),
        ("7/5", "jacks-or-better-7-5"),
        ("JACKS OR BETTER (6/5)", "jacks-or-better-6-5"),
        ("jacks-or-better-9-5", "jacks-or-better-9-5"),
        ("NSUD", "not-so-ugly-deuces"),
        ("Not So Ugly Deuces Wild", "not-so-ugly-deuces"),
        ("Bonus", "bonus-poker"),
        ("8/5 Bonus Poker", "bonus-poker"),
        ("10/7 Double Bonus", "double-bonus"),
        ("DDB", "double-double-bonus"),
        ("9/6 double double bonus poker", "double-double-bonus"),
        ("Joker Poker (kings or better)", "joker-poker"),
        ("Joker Wild", "joker-poker"),
    ],
)
def test_pay_tables_are_found_in_any_spelling(written, name):
    assert poker.pay_table_named(written).name == name


@pytest.mark.parametrize("name", poker.PAY_TABLES)
def test_the_name_of_each_pay_table_may_have_other_separators(name):
    for separator in " -_./":
        written = name.replace("-", separator)
        for spelled in (written, written.upper(), f" {written.title()} "):
            assert poker.pay_table_named(spelled).name == name


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("Duces Wild", "unknown pay table 'Duces Wild'; did you mean 'deuces-wild'"),
        ("10/6", "unknown pay table '10/6'; choose one of jacks-or-better"),
        ("poker", "unknown pay table 'poker'"),
        ("", "unknown pay table ''"),
        ("x" * 10**6, "unknown pay table"),
    ],
)
def test_other_names_of_pay_tables_get_a_suggestion(written, message):
    with pytest.raises(RuleError) as refused:
        poker.video_poker("Ah Kh Qh Jh Jc", written)
    assert str(refused.value).startswith(message)
    assert len(str(refused.value)) < 300


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("Royal_Flush", "royal flush"),
        ("natural royal", "royal flush"),
        ("ROYAL-FLUSH", "royal flush"),
        ("4 of a kind", "four of a kind"),
        ("Quads", "four of a kind"),
        ("2 Pair", "two pair"),
        ("two pairs", "two pair"),
        ("Boat", "full house"),
        ("4 deuces", "four deuces"),
        ("Jacks+", "jacks or better"),
        ("pair of kings or better", "kings or better"),
        ("four aces with 2, 3 or 4", "four aces with 2, 3 or 4"),
        ("Four 5s-Kings", "four 5s to kings"),
    ],
)
def test_hands_are_named_in_any_spelling(written, name):
    assert poker.PayTable("mine", {written: 7}, jokers=1).pays == {name: 7}
    assert poker.PayTable("mine", f"{written}=7", jokers=1).pays == {name: 7}


@pytest.mark.parametrize("name", poker.PAYING_HANDS)
def test_each_hand_is_read_as_it_is_named(name):
    for written in (name, name.title(), name.replace(" ", "-"), name.replace(" ", "_").upper()):
        spelled = f"{written}=3/2, flush=1" if name != "flush" else "flush=3/2"
        assert poker.PayTable("mine", spelled).pays[name] == Fraction(3, 2)


@pytest.mark.parametrize(
    "written",
    [
        SPELLED_NINE_SIX,
        SPELLED_NINE_SIX.replace(",", "\n"),
        SPELLED_NINE_SIX.replace(",", ";\r\n\n# a comment\n").replace("=", ": "),
        SPELLED_NINE_SIX.replace(",", "\n").replace("=", "\t"),
        "{" + ", ".join(f'"{name}": {payout}' for name, payout in NINE_SIX.pays.items()) + "}",
    ],
)
def test_pays_may_be_a_line_or_several_or_json(written):
    assert poker.PayTable("mine", written).pays == NINE_SIX.pays


@pytest.mark.slow
def test_a_spelled_table_has_the_return_of_the_machine():
    table = poker.PayTable("mine", DEUCES, is_deuces_wild=True)
    assert f"{float(table.expected_return()):.7f}" == "1.0076196"


def test_a_spelled_machine_plays_like_its_row():
    ours = poker.video_poker("2c 2d 7h 8s Ts", "deuces wild", pays=DEUCES)
    assert ours.holds == poker.video_poker("2c 2d 7h 8s Ts", "deuces-wild").holds
    assert ours.pay_table == "custom deuces-wild"
    mapping = dict(poker.PAY_TABLES["deuces-wild"].pays)
    assert poker.video_poker("2c 2d 7h 8s Ts", "deuces-wild", pays=mapping) == ours


def test_the_return_of_a_spelled_table_is_the_known_one():
    found = poker.PayTable("mine", SPELLED_NINE_SIX).expected_return()
    assert found == Fraction(1653526326983, 1661102543100)


def test_half_coins_are_exact():
    halves = {name: Fraction(payout, 2) for name, payout in NINE_SIX.pays.items()}
    table = poker.PayTable("halves", halves)
    assert table.pays["full house"] == Fraction(9, 2)
    assert table.pays["royal flush"] == 400
    assert table.expected_return() == Fraction(1653526326983, 2 * 1661102543100)
    ours = poker.video_poker("Ah Kh Qh Jh Jc", table).holds
    whole = poker.video_poker("Ah Kh Qh Jh Jc").holds
    assert [2 * hold.value for hold in ours] == [hold.value for hold in whole]
    for half in ("0.5", 0.5, "1/2"):
        assert poker.PayTable("mine", {"flush": half}).pays == {"flush": Fraction(1, 2)}
    assert poker.PayTable("mine", "flush=1.50").as_dict()["pays"] == {"flush": "3/2"}


@pytest.mark.parametrize(
    ("flush", "straight"), [("7/3", "4.25"), ("0.00001", "1"), ("49999.5", "1/2"), (1, "99999/2")]
)
def test_a_kept_hand_pays_exactly_its_payout(flush, straight):
    pays = {"flush": flush, "straight": straight}
    for hand, payout in (("2c 4c 6c 8c Tc", flush), ("2c 3c 4c 5c 6d", straight)):
        held = poker.video_poker(hand, pays=pays).holds
        kept = next(hold.value for hold in held if len(hold.cards) == 5)
        assert kept == Fraction(payout)


@pytest.mark.parametrize(
    ("pays", "message"),
    [
        ("royal-flash=800", "unknown hand 'royal-flash'; did you mean 'royal flush'"),
        ("flush", "expected pays such as 'royal-flush=800, flush=6', not 'flush'"),
        ("flush=", "the payout for flush must be a number from 0 to 100,000, such as 9 or 1.5"),
        ("=5", "unknown hand ''"),
        ("flush=-1", "the payout for flush must be"),
        ("flush=1e3", "the payout for flush must be"),
        ("flush=100001", "the payout for flush must be"),
        ("flush=6, Flush=7", "the hand 'flush' is named twice; keep one of them"),
        ("", "expected pays such as"),
        ("# nothing", "expected pays such as"),
        ('{"flush": 6', "expected pays such as"),
        ('{"flush": 6, "flush": 7}', "the hand 'flush' is named twice"),
        ("x=1," * 10**6, "pays have at most 10,000 characters"),
        ({"flush": 6, "FLUSH": 7}, "the hand 'flush' is named twice"),
        ({"flush": float("nan")}, "the payout for flush must be"),
        ({"flush": None}, "the payout for flush must be"),
        ({"flush": Fraction(1, 100_001)}, "payouts must be whole numbers of a part"),
        ({"flush": 100_000, "straight": "1/2"}, "payouts must be whole numbers of a part"),
        ({5: 6}, "unknown hand 5; choose one of royal flush"),
        (7, "pays must map names of hands to payouts, not 7"),
        ([("flush", 6)], "pays must map"),
    ],
)
def test_other_pays_are_refused_in_a_line(pays, message):
    for call in (
        lambda: poker.PayTable("mine", pays),
        lambda: poker.video_poker("Ah Kh Qh Jh Jc", pays=pays),
    ):
        with pytest.raises(RuleError) as refused:
            call()
        assert str(refused.value).startswith(message)
        assert len(str(refused.value)) < 400
        assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("table", "hand"),
    [
        ("9/6", "four deuces"),
        ("9/6", "five of a kind"),
        ("9/6", "wild royal flush"),
        ("joker-poker", "four deuces"),
    ],
)
def test_a_hand_that_the_deck_cannot_have_is_refused(table, hand):
    with pytest.raises(RuleError, match=f"has no {hand}; choose"):
        poker.video_poker("Ah Kh Qh Jh Jc", table, pays={hand: 5})


SESSION = ["Ah Kh Qh Jh Jc", "2c 2d 7h 8s Ts", "3c 5d 8h Js Kd"]


def test_a_session_has_the_best_hold_of_each_hand():
    found = poker.video_session(SESSION)
    assert list(found) == [poker.video_poker(hand).best for hand in SESSION]
    assert found.total_payout == sum(hold.value for hold in found)
    assert (len(found), found[1], found.pay_table) == (3, found.holds[1], "jacks-or-better")
    assert poker.video_session(iter(SESSION)) == found
    assert poker.video_session("\n".join(["# my evening", *SESSION, "", ""])) == found
    assert poker.video_session([[Card(card) for card in hand.split()] for hand in SESSION]) == found


@pytest.mark.parametrize("table", ["double-double-bonus", "deuces-wild", "joker-poker"])
def test_a_session_is_played_as_hand_by_hand(table):
    random, row = Random(table), poker.PAY_TABLES[table]
    deck = [*map(Card, range(52)), *["joker"] * row.jokers]
    hands = [random.sample(deck, 5) for _ in range(100)]
    assert list(poker.video_session(hands, table)) == [
        poker.video_poker(hand, table).best for hand in hands
    ]


def test_a_session_is_shown_with_a_total():
    assert str(poker.video_session(SESSION[:2])).splitlines() == [
        "Ah Kh Qh Jh Jc  hold Ah Kh Qh Jh   18.5319",
        "2c 2d 7h 8s Ts  hold 2c 2d          0.8237",
        "2 hands pay 19.3556 on average, 9.6778 each",
    ]
    assert str(poker.video_session([])) == "0 hands pay 0.0000 on average"


def test_a_session_takes_the_pays_of_a_custom_table():
    halves = {name: Fraction(payout, 2) for name, payout in NINE_SIX.pays.items()}
    ours = poker.video_session(SESSION, pays=halves)
    assert 2 * ours.total_payout == poker.video_session(SESSION).total_payout


@pytest.mark.parametrize(
    ("hands", "message"),
    [
        (["Ah Kh Qh Jh Jc", "AhKh"], "hand 2: video poker has hands of five cards, not 2: 'AhKh'"),
        ("\nAh Kh Qh Jh Jc\n# x\nAh Kh Qh Jh Jx\n", "line 4: "),
        (["Ah Kh Qh Jh joker"], "hand 1: the deck of jacks-or-better has 0 jokers"),
        (["Ah Kh Qh Jh Jh"], "hand 1: "),
        ([5], "hand 1: "),
        (7, "hands must be a string with a hand per line, or a list of hands, not 7"),
    ],
)
def test_a_wrong_hand_of_a_session_is_named(hands, message):
    with pytest.raises(CardError) as refused:
        poker.video_session(hands)
    assert str(refused.value).startswith(message)


@pytest.mark.slow
def test_a_session_has_a_bound():
    with pytest.raises(CardError, match="a session has at most 100,000 hands"):
        poker.video_session("AhKhQhJhJc\n" * 100_001)


def test_a_deadline_ends_a_session():
    poker.video_session([])
    with deadline(0.05), pytest.raises(DeadlineError):
        poker.video_session("AhKhQhJhJc\n" * 100_000)
