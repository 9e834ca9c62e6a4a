"""The queries about poker.

To add a query, write a public function with a docstring and add a `Query` here.

JSON:
    explanation (list of text): the steps of Cactus Kev's evaluator.
    starting_hand (starting_hand): only for two cards of hold'em.
    grid (real by name): the share of each starting hand that is in the range.
    by_card (equity_now by name): the result for each possible next card.
"""

from __future__ import annotations

from collections.abc import Iterator

import facevalue as fv
from facevalue import poker
from facevalue.cards import CardsLike
from facevalue.errors import refuse
from facevalue.queries import parameters as p
from facevalue.queries.query import Query, Result, always


def list_games(game: str | None = None) -> tuple[poker.Game, ...]:
    """List the poker games, or describe one of them."""
    return tuple(poker.GAMES.values()) if game is None else (poker.game_named(game),)


def _games_as_lines(result: Result) -> Iterator[str]:
    if not result.arguments:
        return (f"{game.name}: {game.summary}" for game in result.value)
    return (f"{name}: {value}" for name, value in result.value[0].as_dict().items())


def _explain(strength: poker.Strength) -> Iterator[str]:
    """Return the steps of Cactus Kev's evaluator.

    Raises:
        RuleError: the game has another ranking than "high", or it is five of a kind.
    """
    if strength.value is None and strength.ranking.name == "high":
        refuse("no value of five")
    if strength.value is None:
        refuse("no explanation", strength.game.name)
    return poker.cactus.explain(strength.best)


def _hand_as_lines(result: Result) -> Iterator[str]:
    strength = result.value
    if isinstance(strength, poker.StartingHand):
        yield from str(strength).splitlines()
        return
    steps = list(_explain(strength)) if result["explain"] else []
    yield strength.description
    yield f"plays {' '.join(map(str, strength.best))}"
    if strength.value:
        yield f"value {strength.value}, where 1 is the best and 7462 the worst"
    if strength.low:
        yield f"low: {strength.low}, plays {' '.join(map(str, strength.low.best))}"
    elif strength.game.low:
        yield "low: none"
    yield from steps


_TWO_CARDS = len("10h 10s")  # characters, at most


def describe_hand(
    cards: CardsLike, game: str = "holdem", *, board: CardsLike = ""
) -> poker.Strength | poker.StartingHand:
    """Evaluate a poker hand, or describe two hole cards."""
    row = poker.game_named(game)
    if not board and row == poker.GAMES["holdem"] and len(fv.parse_cards(cards)) == row.hole:
        return poker.starting_hand(cards)
    return poker.evaluate(cards, row, board=board)


def _range_as_lines(result: Result) -> Iterator[str]:
    hands, game = result.value, poker.game_named(result["game"])
    if result["picture"]:
        raise fv.RuleError(
            f"a picture shows a grid of starting hands, which {game.name} does not have"
        )
    yield str(hands)
    if isinstance(hands, poker.Range):
        yield from hands.grid.splitlines()
    weight = "" if hands.total == len(hands) else f", weighing {float(hands.total):.6g}"
    share = 100 * hands.total / game.hand_count
    yield f"{len(hands)} of {game.hand_count} combinations{weight}: {float(share):.2f}%"


POKER_QUERIES = (
    Query(
        function="poker.equity",
        parameters=(
            p.PLAYERS,
            p.BOARD,
            p.DEAD,
            p.GAME,
            p.EXACT,
            p.SAMPLE_COUNT,
            p.SHOWN_SEED,
            p.LIMIT,
        ),
        details=(
            "Each of PLAYERS is a hand such as AhKh, or a range in quotes: 'QQ+, AKs' or random in "
            "hold'em and short deck, 'AA**, AsKs**' in Omaha. In stud and draw games a hand may be "
            "incomplete. If the exact result would take more than ten seconds, deals are "
            "sampled, and the output says so. A single - reads deals from stdin, one per line: the "
            "players, with ranges in quotes. A hand history of PokerStars gives its known hands "
            "and its board, also in several lines of stdin."
        ),
        examples=(
            "equity AhKh QsQd",
            "equity AhKh 'QQ+, AKs, JTs' --board '2h 7d 9c'",
            "equity AsKsQhJh 9c9d8c7d --board Ts9h2c --game omaha --json",
            "equity 'AA**' 'KK**, QQJJds' --board Ts9h2c --game omaha",
            "equity AsAhKd QsQh2d --game stud",
            "equity AhKh QsQd random random --samples 1000000 --seed 54",
        ),
        keys="poker.Equity",
    ),
    Query(
        function="poker.parse_range",
        name="range",
        parameters=(p.RANGE, p.DEAD, p.PICTURE, p.RANGED_GAME),
        details=(
            "A range is a list of hands such as QQ, AKs, AKo, AhKh, QQ+, A2s+, 77-JJ, A5s-A2s, "
            "T9s-65s, 15%, 5%-20%, random, broadway, suited connectors; with weights AA:0.5, "
            "0.5(AA, KK), AA@50, 50%:AQs, [50]AQs[/50]. A percentage means the hands that win most "
            "often against a random hand. In Omaha, hands are written AA**, AsKs**, AAKKds or 15%, "
            "and there is no grid. A single - reads ranges from stdin, one per line."
        ),
        examples=(
            "range 'QQ+, AKs, A5s-A2s, T9s-65s'",
            "range '22+, A2s+, 0.5(KTs+, AJo+)' --dead 'As Kd'",
            "range 15% --picture svg > grid.svg",
            "range 'AA**, KKQJds:0.5' --game omaha",
        ),
        keys="game range hand_size? combo_count total_weight share combos? grid?",
        to_lines=_range_as_lines,
    ),
    Query(
        function=describe_hand,
        name="hand",
        parameters=(p.CARDS, p.BOARD, p.GAME, p.EXPLAIN),
        details=(
            "Each card is a rank and a suit, such as KS, 10h or Q♦; spaces between cards are "
            "optional. A single - reads hands from stdin, one per line.\n\n"
            "Two cards of hold'em without a board are described as a starting hand.\n\n"
            'In games with the ranking "high", the value goes from 1, a royal flush, to 7462: a '
            "lower value is stronger. Five of a kind, which wild cards make, has no value."
        ),
        examples=(
            "hand 7H 7S 7D AS AC",
            "hand AhKh",
            "hand AsKs --board 'Ts 9s 2s 2d'",
            "hand As2dKcKd --board 3h4c8sQdQh --game omaha8 --json",
            "hand joker Kd Kh 7c 3d --game five-card,jokers=1",
            "hand 7C 5D 4H 3S 2C --explain",
        ),
        keys="poker.Strength explanation? starting_hand?",
        to_lines=_hand_as_lines,
        # The first explanation computes the tables of Kev's evaluator, which takes a second.
        # Two cards need the table of match-ups, which also takes time once.
        quick=lambda arguments: (
            not arguments.get("explain") and len(arguments["cards"]) > _TWO_CARDS
        ),
    ),
    Query(
        function="poker.outs",
        parameters=(p.HAND, p.KNOWN_BOARD, p.AGAINST, p.DEAD, p.GAME),
        details=(
            "Prints the cards that improve the category of HAND or, with --against, make it win."
        ),
        examples=("outs AhKh --board Qh7h2c", "outs AhKh --board Qh7h2c --against QsQd"),
        keys="cards",
        to_lines=lambda result: (" ".join(map(str, result.value)) or "no outs",),
        found=lambda result: result.value,
        quick=always,
    ),
    Query(
        function="poker.odds",
        parameters=(
            p.HAND,
            p.BOARD_SO_FAR,
            p.OPPONENTS,
            p.DEAD,
            p.GAME,
            p.EXACT,
            p.SAMPLE_COUNT,
            p.SHOWN_SEED,
            p.LIMIT,
        ),
        details=(
            "Prints the chance of each category after the next card and when all cards have come. "
            "The chances are exact. Who is ahead is sampled if counting would take more than ten "
            "seconds, and the output says so."
        ),
        examples=(
            "odds AhKh --board Qh7h2c",
            "odds AhKh --board Qh7h2c --opponents 'QQ+, AK'",
            "odds AsKsQhJh --game omaha --json",
        ),
        keys="poker.Odds",
    ),
    Query(
        function="poker.breakdown",
        parameters=(p.RANGE, p.BOARD_SO_FAR, p.DEAD),
        details="Prints which part of a hold'em range has each made hand and each draw.",
        examples=("breakdown 'QQ+, AKs, 98s' --board Qh7h6c",),
        keys="poker.Breakdown",
    ),
    Query(
        function="poker.by_next_card",
        parameters=(p.PLAYERS, p.BOARD_SO_FAR, p.DEAD, p.GAME, p.SHOWN_SEED),
        details="Prints the equity of each player after each card, the highest card first.",
        examples=("by-next-card AhKh QsQd --board Qh7h2c",),
        keys="by_card",
        to_lines=lambda result: (
            f"{card}  " + "  ".join(f"{float(100 * share.equity):8.4f}%" for share in found)
            for card, found in result.value.items()
        ),
    ),
    Query(
        function="poker.range_equities",
        parameters=(p.HERO, p.VILLAIN, p.BOARD_SO_FAR, p.DEAD, p.PICTURE, p.LIMIT),
        details=(
            "Prints the grid of starting hands with their mean equity in percent; --json has the "
            "equity of each hand."
        ),
        examples=(
            "range-equities 'QQ+, AK, 98s' --villain 'JJ+, AQs+' --board Qh7h6c",
            "range-equities random --villain 'QQ+, AK' --picture svg > equities.svg",
        ),
        keys="poker.RangeEquities",
    ),
    Query(
        function="poker.canonical",
        parameters=(p.HAND, p.BOARD_SO_FAR),
        examples=("canonical AhKh --board Qh7d2c",),
        keys="cards board",
        to_lines=lambda result: (" ".join(filter(None, result.value)),),
        quick=always,
    ),
    Query(
        function="poker.video_poker",
        parameters=(p.DRAWN_CARDS, p.PAY_TABLE, p.PAYS),
        details=(
            "Prints the five best choices, and what each pays on average per coin bet. Hands that "
            "--pays does not name pay nothing. A single - reads hands from stdin, one per line."
        ),
        examples=(
            "video-poker Ah Kh Qh Jh Jc",
            "video-poker joker 2d 2s Ks Qd --pay-table joker-poker",
            "video-poker 2c 2d 7h 8s Ts --pay-table 'Deuces Wild' --pays four-deuces=200,quads=4.5",
        ),
        keys="poker.VideoPoker",
    ),
    Query(
        function="poker.video_session",
        parameters=(p.SESSION, p.PAY_TABLE, p.PAYS),
        details=(
            "Prints the best cards to hold for each hand, what that pays on average per coin bet, "
            "and the total. HANDS is a file with five cards per line; a single - reads stdin. "
            "Empty lines, and comments after #, are ignored."
        ),
        examples=(
            "video-session hands.txt --pay-table 9/6",
            "video-session - --pay-table 'Deuces Wild' --json < hands.txt",
        ),
        keys="poker.VideoSession",
    ),
    Query(
        function="poker.push_fold",
        parameters=(
            p.STACK,
            p.ANTE,
            p.SMALL_BLIND,
            p.BIG_BLIND,
            p.PAYOUTS,
            p.PUSHED_GAME,
            p.SVG,
        ),
        details=(
            "The weight of a hand, as in 84s:0.996, is how often to push or call with it. With "
            "--payouts, players win prize money by the independent chip model."
        ),
        examples=(
            "push-fold 10",
            "push-fold 8 --ante 0.1 --json",
            "push-fold 10 --game shortdeck",
            "push-fold 3000 4500 2500 --big-blind 400 --payouts 50,30,20",
        ),
        keys="poker.PushFold",
    ),
    Query(
        function="poker.push_fold_three",
        parameters=(
            p.STACK_OF_THREE,
            p.ANTE,
            p.SMALL_BLIND,
            p.BIG_BLIND,
            p.PUSHED_GAME,
            p.SHOWN_SEED,
            p.SVG,
        ),
        details=(
            "The result is an approximation: what three hands win is sampled, and the last line "
            "says how much the strategies can be exploited. Players win chips; there are no "
            "payouts."
        ),
        examples=(
            "push-fold-three 10 --seed 54",
            "push-fold-three 4000 2500 8000 --big-blind 400 --seed 54 --json",
        ),
        keys="poker.PushFoldThree",
    ),
    Query(
        function="poker.icm",
        parameters=(p.STACKS, p.PAYOUTS),
        details=(
            "Prints one line per player: the stack with its share of all chips, and the expected "
            "prize with its share of all prizes. If exact numbers would take more than a few "
            "seconds, the last line says how far the prizes are from the exact ones at most."
        ),
        examples=(
            "icm 5000 3000 2000 --payouts 50,30,20",
            "icm 12,500 8,250.50 4,000 --payouts 1,250.50 600 --json",
            "icm Ann=5000 Bob=3000 --payouts 50,30",
        ),
        keys="poker.Icm",
    ),
    Query(
        function=list_games,
        name="games",
        parameters=(p.LISTED_GAME,),
        examples=("games", "games omaha8"),
        keys="games: poker.Game",
        to_lines=_games_as_lines,
        quick=always,
    ),
)
