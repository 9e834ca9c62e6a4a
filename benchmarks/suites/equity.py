"""Times of equity calculations; every result is checked."""

from __future__ import annotations

import importlib
import random
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any

from rich.console import Console

from benchmarks.report import Work, compare, comparison, figures
from facevalue import poker

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.table import Table


HERO, VILLAIN, FLOP = "AhKh", "QsQd", "2h7d9c"
WIDE = ("QQ+, AKs", "22+, A2s+, KTs+, AJo+")
OMAHA = ("AsKsQhJh", "9c9d8c7d")
OMAHA_SIX = ("AsKsQhJh3c3d", "9c9d8c7dAhKd")
SAMPLES = 2_000_000
HANDS = 1326


def in_process() -> Iterator[Work]:
    """Work inside one process, on one core."""
    yield from before_the_flop()
    yield from on_the_flop()
    yield from omaha()
    yield from other_games()
    yield from simulations()


def random_deals(count: int, *sizes: int) -> list[tuple[str, ...]]:
    """Random deals of hands, or of hands and a board, of these sizes; the same on every machine."""
    source = random.Random(f"deals {sizes}")  # noqa: S311 - the same on every machine
    cards = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    deals = []
    for _ in range(count):
        drawn = iter(source.sample(cards, sum(sizes)))
        deals.append(tuple("".join(islice(drawn, size)) for size in sizes))
    return deals


# Pairs of ranges, each used once.
RANGES = [(f"{low}%", f"{high}%") for low, high in zip(range(3, 16), range(15, 54, 3), strict=True)]


THREE_RANGES = [(f"{low}%", f"{high}%", "3%") for low in (1, 2, 3) for high in (2, 3)]


def before_the_flop() -> Iterator[Work]:
    """Two hands and two ranges; the first call loads the table of match-ups."""
    yield Work(
        "matchup: two hands, from the table",
        2e-6,
        lambda hands: poker.matchup(*hands),
        "499.8316",
        lambda found: f"{sum(won + tied / 2 for won, tied, _ in found) / 1712304:.4f}",
        questions=random_deals(1001, 2, 2),
    )
    yield Work(
        "equity: two hands, from the table",
        4e-6,
        lambda hands: poker.equity(*hands),
        "499.8316",
        sum_of_shares,
        questions=random_deals(1001, 2, 2),
    )
    yield Work(
        "matrix: 1326 x 1326", 30e-3, poker.equity_matrix, (HANDS, HANDS), lambda all_: all_.shape
    )
    yield Work(
        "equity: a range against a range",
        10e-3,
        lambda ranges: poker.equity(*ranges),
        "7.5759",
        sum_of_shares,
        questions=RANGES,
    )
    yield exactly("the same ranges again, " + " v ".join(WIDE), 1e-3, WIDE, "0.712830658")
    yield Work(
        "equity: three hands",
        0.2e-3,
        lambda hands: poker.equity(*hands),
        "96.6077",
        sum_of_shares,
        questions=random_deals(301, 2, 2, 2),
    )
    yield Work(
        "equity: three ranges, each of up to 50 hands",
        0.5,
        lambda ranges: poker.equity(*ranges, exact=True),
        "2.1840",
        sum_of_shares,
        questions=THREE_RANGES,
    )
    yield Work(
        "equity: a hand against two pairs, with a dead card",
        0.2e-3,
        lambda deal: poker.equity(deal[0], "QQ, JJ", dead=deal[1]),
        "21.7494",
        sum_of_shares,
        questions=random_deals(101, 2, 1),
    )


def on_the_flop() -> Iterator[Work]:
    """Ranges and three players on a flop."""
    yield Work(
        "equity: a hand against random on a flop",
        0.2e-3,
        lambda deal: poker.equity(deal[0], "random", board=deal[1]),
        "49.3680",
        sum_of_shares,
        questions=random_deals(101, 2, 3),
    )
    yield Work(
        "range_equities: all hands against random on a flop",
        4e-3,
        lambda deal: poker.range_equities("random", "random", board=deal[0]),
        1176 * 100,
        lambda found: sum(map(len, found)),
        questions=random_deals(101, 3),
    )
    yield Work(
        "equity: two hands and random on a flop",
        0.3e-3,
        lambda deal: poker.equity(deal[0], deal[1], "random", board=deal[2]),
        "29.2608",
        sum_of_shares,
        questions=random_deals(101, 2, 2, 3),
    )


def omaha() -> Iterator[Work]:
    """Two hands before the flop."""
    yield exactly("Omaha, four cards", 1.5e-3, OMAHA, "0.527539392", game="omaha")
    yield exactly("Omaha, six cards", 1.5e-3, OMAHA_SIX, "0.511041659", game="omaha6")
    yield exactly("Omaha hi-lo, four cards", 5e-3, OMAHA, "0.422619355", game="omaha8")


def other_games() -> Iterator[Work]:
    """Games with other decks or rankings, with hidden cards, and an Omaha range."""
    aces = ("AA**", "KKQJ, TT98ds:0.5")
    yield exactly(
        "Omaha, AA** v a range on a flop", 0.15, aces, "0.817827341", board=FLOP, game="omaha"
    )
    for name, goal, players, expected in (
        ("shortdeck", 10e-3, (HERO, VILLAIN), "0.542773220"),
        ("stud", 10e-3, ("AsAhKd", "QsQh2d"), "0.668459386"),
        ("razz", 0.5, ("As2h3d", "8s7h2d"), "0.603016114"),
        ("badugi", 1e-3, ("As2h3d", "4s5h6d"), "0.807246377"),
    ):
        what = f"{name}, {' v '.join(players)}"
        yield exactly(what, goal, players, expected, game=name)


def simulations() -> Iterator[Work]:
    """Sampled equity; the seed determines the result."""
    for name, players, rate, expected in (
        ("AhKh v QsQd", (HERO, VILLAIN), 200e6, "0.461979250"),
        ("AhKh v five random hands", (HERO, *["random"] * 5), 45e6, "0.310830375"),
    ):
        yield Work(
            f"equity: {name}, sampled",
            SAMPLES / rate,
            partial(poker.equity, *players, samples=SAMPLES, seed=54),
            expected,
            first_share,
            SAMPLES,
        )


def exactly(
    name: str,
    goal: float,
    players: tuple[str, ...],
    expected: str,
    *,
    board: str = "",
    game: str = "holdem",
) -> Work:
    """Exact equity; the result is the share of the first player."""
    call = partial(poker.equity, *players, board=board, game=poker.GAMES[game])
    return Work(f"equity: {name}", goal, call, expected, first_share)


def first_share(answer: poker.Equity) -> str:
    """The share of the first player, with nine digits."""
    return f"{float(answer.players[0].equity):.9f}"


def sum_of_shares(answers: list[poker.Equity]) -> str:
    """The sum of the shares of the first players, with four digits."""
    return f"{float(sum(answer.players[0].equity for answer in answers)):.4f}"


def main() -> bool:
    """Print the figures; return whether every result was right."""
    shown, right = figures(in_process())
    console = Console(width=180)
    console.print(shown)
    compared, agree = compare_packages()
    console.print(compared)
    return right and agree


POKER_EQUITY, POKERFAST, EVAL7, XIAPL = "poker_equity", "pokerfast", "eval7", "xiapl"
DIFFERENT = 1e-6  # tolerance for floats, which have 32 bits in eval7
ERRORS = 5  # allowed difference of samples in standard errors


def compare_packages() -> tuple[Table, bool]:
    """Compares facevalue with other packages, and returns whether the answers agree.

    Wrong answers of other packages are marked. eval7 may disagree, since some of its answers are
    known to be wrong.
    """
    shown, right = comparison(), True
    for rival, what, questions, theirs, ours in comparisons():
        is_same = compare(shown, rival, what, questions, theirs=theirs, ours=ours, agree=agrees)
        right &= is_same or rival == EVAL7
    return shown, right


def comparisons() -> Iterator[tuple[Any, ...]]:
    """The package, the kind of calculation, the inputs, and the calls of both packages."""
    for what, theirs, game, sizes, count in (
        ("two hands", "holdem", "holdem", (2, 2), 21),
        ("two hands on a flop", "holdem", "holdem", (2, 2, 3), 101),
        ("two hands of Omaha", "omaha", "omaha", (4, 4), 9),
        ("two hands of six-card Omaha", "omaha_six", "omaha6", (6, 6), 9),
        ("two hands of Omaha hi-lo", "omaha_hi_lo", "omaha8", (4, 4), 9),
    ):
        deals = random_deals(count, *sizes)
        yield POKER_EQUITY, what, deals, partial(poker_equity, theirs), partial(exact, game)
    for what, sizes, count in (
        ("two hands", (2, 2), 21),
        ("three hands", (2, 2, 2), 21),
        ("two hands on a flop", (2, 2, 3), 101),
    ):
        yield XIAPL, what, random_deals(count, *sizes), xiapl, partial(exact, "holdem")
    flops = [(hand, "random", board) for hand, board in random_deals(41, 2, 3)]
    three = [(*deal[:2], "random", deal[2]) for deal in random_deals(41, 2, 2, 3)]
    for what, questions in (
        ("two hands", random_deals(21, 2, 2)),
        ("a range against a range", [(*pair, "") for pair in WRITTEN]),
        ("a hand against random", [(hand, "random", "") for (hand,) in random_deals(6, 2)]),
        ("a hand against random on a flop", flops),
        ("two hands and random on a flop", three),
    ):
        yield POKERFAST, what, questions, pokerfast, partial(exact, "holdem")
    for what, size in (("river", 5), ("flop", 3)):
        questions = [(hand, WIDE[0], board) for hand, board in random_deals(41, 2, size)]
        name = f"a hand against {WIDE[0]} on a {what}"
        yield EVAL7, name, questions, eval7, partial(exact, "holdem")
    name = f"two hands, {SAMPLES:,} samples"
    yield EVAL7, name, random_deals(7, 2, 2), eval7_sampled, sampled


# Ranges that every package can read.
WRITTEN = [(f"{pair}+, AKs", "22+, A2s+, KTs+, AJo+") for pair in ("TT", "JJ", "QQ", "KK", "99")]
WRITTEN += [(f"{pair}+", "55+, A8s+, KQs, AQo+") for pair in ("TT", "JJ", "QQ", "88", "77")]


def exact(game: Any, deal: tuple[str, ...]) -> poker.Equity:
    """The exact equity; the last string of a deal is the board, if there are more than two."""
    has_board = len(deal) > TWO and len(deal[-1]) != len(deal[0])
    *players, board = deal if has_board else (*deal, "")
    if game == "holdem":
        return poker.equity(*players, board=board) if board else poker.equity(*players)
    return poker.equity(*players, board=board, game=game)


def sampled(hands: tuple[str, str]) -> poker.Equity:
    """The equity of two hands from samples."""
    return poker.equity(*hands, samples=SAMPLES, seed=54)


TWO = 2


def agrees(share: float, answer: poker.Equity) -> bool:
    """Whether the shares of the first player agree within rounding and sampling errors."""
    ours = answer.players[0]
    allowed = DIFFERENT + ERRORS * (ours.standard_error or 0)
    return abs(share - float(ours.equity)) < allowed


def poker_equity(game: str, deal: tuple[str, ...]) -> float:
    """The share of the first player by poker-equity (many games, in Rust)."""
    package: Any = importlib.import_module(POKER_EQUITY)
    answer = package.exact_from_text(game, list(deal[:2]), "".join(deal[2:]))
    return float(answer["players"][0]["equity"])


def xiapl(deal: tuple[str, ...]) -> float:
    """The share of the first player by xiapl (in C++)."""
    package: Any = importlib.import_module(f"{XIAPL}.simulation")
    masks = [mask_of_xiapl(cards) for cards in deal]
    board = masks.pop() if len(deal[-1]) > 2 * TWO else 0
    return float(
        package.calculate_equity(masks, board, package.SimulationOptions.exact()).players[0].equity
    )


def mask_of_xiapl(text: str) -> int:
    """Cards as xiapl takes them."""
    card: Any = importlib.import_module(f"{XIAPL}.card").Card
    utilities: Any = importlib.import_module(f"{XIAPL}.utils")
    cards = [card.from_string(text[at : at + 2]) for at in range(0, len(text), 2)]
    return int(utilities.cards_to_mask(cards))


def pokerfast(deal: tuple[str, ...]) -> float:
    """The share of the first player by pokerfast (hold'em with OMPEval, in C++)."""
    package: Any = importlib.import_module(f"{POKERFAST}.equity")
    *players, board = deal if len(deal) > TWO else (*deal, "")
    return float(package.equity([player.replace(" ", "") for player in players], board)[0])


def eval7(deal: tuple[str, str, str]) -> float:
    """The share of the first player by eval7's exact calculation."""
    package: Any = importlib.import_module(EVAL7)
    hand, shared = eval7_cards(deal[0]), eval7_cards(deal[2])
    return float(package.py_hand_vs_range_exact(hand, package.HandRange(deal[1]), shared))


def eval7_sampled(hands: tuple[str, str]) -> float:
    """The share of the first player by eval7's simulation."""
    package: Any = importlib.import_module(EVAL7)
    villain = package.HandRange(hands[1])
    return float(package.py_hand_vs_range_monte_carlo(eval7_cards(hands[0]), villain, (), SAMPLES))


def eval7_cards(text: str) -> tuple[Any, ...]:
    """Cards in eval7's form."""
    package: Any = importlib.import_module(EVAL7)
    return tuple(package.Card(text[at : at + 2]) for at in range(0, len(text), 2))
