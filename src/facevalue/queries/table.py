"""The table of queries, from which every interface is made.

To add a query, write a public function with a docstring and add a `Query` here.
"""

from __future__ import annotations

from itertools import chain
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import facevalue as fv
from facevalue import poker, puzzle
from facevalue.errors import counted
from facevalue.options import take
from facevalue.queries import parameters as p
from facevalue.queries.query import BARE, BLOCK, LINE, Note, Query, Result
from facevalue.value import as_json, as_share

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from facevalue.cards import CardsLike
    from facevalue.poker import Strength

_LINES = (
    'A single - reads puzzles from stdin, one per line: numbers, then "-> target" and "(rules)" '
    "if they are not the defaults, or a JSON object with numbers, target and rules. Empty lines "
    "and comments after # are skipped. The exit code is the highest of all lines."
)
_NUMBERS_HELP = (
    "NUMBERS are whole numbers, fractions like 3/4, decimals, or cards like KS. A single - reads "
    "puzzles from stdin, as in solve."
)
_CLOSEST_HELP = "If there is no solution, the command shows the closest values and exits with 1."
# How many numbers a Countdown puzzle has, and the largest tile.
_COUNTDOWN, _LARGEST_TILE = 6, 100
# A single number with so many digits is probably one number per digit.
_DIGITS_IN_A_ROW = range(3, 7)
# Puzzles of so few numbers are quick, unless the numbers are large.
_FEW, _SMALL = 4, 1000


def _has_few_numbers(arguments: Mapping[str, Any]) -> bool:
    numbers = arguments["numbers"]
    parts = (part for number in numbers for part in number.as_integer_ratio())
    return len(numbers) <= _FEW and max(map(abs, parts)) <= _SMALL


def _never(_: Mapping[str, Any]) -> bool:
    return False


# Solutions


def _solutions_as_json(result: Result) -> Any:  # noqa: ANN401 - an object for `json.dumps`
    solutions, notation = result.value, result["notation"]
    if result["first"]:
        simplest = solutions.first
        listed = [] if simplest is None else [simplest.as_dict(notation)]
        content = {
            "distinct": solutions.distinct,
            "solution_count": None if listed else 0,
            "solutions": listed,
            "truncated": bool(listed),
        }
    else:
        content = solutions.as_dict(notation, most=result["most"])
    content["candidate_count"] = solutions.stats.candidates
    content |= {"distance": 0, "closest": []}
    if content["solution_count"] == 0:
        closest = find_closest(solutions)
        if isinstance(closest, fv.LimitError):
            content["distance"] = None
        else:
            content["distance"] = as_json(closest.distance)
            content["closest"] = [way.as_dict(notation) for way in closest]
    return content | ({"stats": solutions.stats.as_dict()} if result["stats"] else {})


def find_closest(solutions: fv.Solutions) -> puzzle.Closest | fv.LimitError:
    """Return the values closest to the target, or the error if finding them would take too long."""
    try:
        return solutions.closest()
    except fv.LimitError as error:
        return error


def _guess_meaning(result: Result) -> str:
    """Return a question about numbers that are probably meant differently, or ""."""
    *numbers, last = result.value.numbers
    if not result.has_default_target:
        return ""
    if len(numbers) == _COUNTDOWN and last > _LARGEST_TILE:
        meant = f"{' '.join(map(str, numbers))} = {last} --rules countdown"
        return f"{last} counts as a seventh number; did you mean {meant}"
    digits = str(last)
    if not numbers and digits.isdigit() and len(digits) in _DIGITS_IN_A_ROW and not result.value:
        return f"{digits} is one number; did you mean {' '.join(digits)}"
    return ""


def _solutions_as_lines(result: Result) -> Iterator[str | fv.LimitError]:
    solutions, notation = result.value, result["notation"]
    is_solved = False
    for expression in take(solutions, 1 if result["first"] else result["most"]):
        shown = expression.to(notation)
        yield f"\n{shown}" if is_solved and "\n" in shown else shown
        is_solved = True
    if not is_solved:
        closest = find_closest(solutions)
        if isinstance(closest, fv.LimitError):
            yield closest
            yield solutions.rules.no_solution
        else:
            leads = f"{solutions.rules.no_solution}; closest is", "equally close is"
            for lead, way in zip(leads, closest, strict=False):
                shown = way.to(notation)
                yield f"{lead}\n{shown}" if "\n" in shown else f"{lead} {way.value} = {shown}"
    if guess := _guess_meaning(result):
        yield Note(f"facevalue: {guess}?")
    if result["stats"]:
        stats = solutions.stats
        unit = "candidates walked through" if stats.handled else "look-ups in tables"
        workers = len(stats.handled) or 1
        if stats.candidates is not None:
            yield Note(counted(stats.candidates, "candidate"))
        yield Note(f"{stats.searched} {unit} in {stats.seconds:.6f} s, workers: {workers}")
        for number, handled in enumerate(stats.handled, 1):
            yield Note(f"worker {number} handled {counted(handled, 'candidate')}")


_SOLVE = Query(
    function="solve",
    parameters=(
        *p.PUZZLE,
        p.DISTINCT,
        p.NOTATION,
        p.FIRST,
        p.LISTED,
        p.STATS,
        p.METHOD,
        p.WORKERS,
        p.LIMIT,
    ),
    section="Solve",
    details=(
        f"NUMBERS are whole numbers, fractions like 3/4, decimals, or cards like KS. {_LINES}\n\n"
        f"{_CLOSEST_HELP}"
    ),
    examples=(
        "solve 6 6 5 2 --target 17",
        "solve KS QD 3C 3H --first --notation steps",
        "solve 75 50 2 3 8 7 --target 812 --rules countdown --json",
    ),
    fields="distinct solution_count solutions truncated candidate_count distance closest stats?",
    to_json=_solutions_as_json,
    to_lines=_solutions_as_lines,
    found=lambda result: result.value,
    layout=lambda result: BARE if result["first"] else BLOCK,
    is_quick=_has_few_numbers,
)
_COUNT = Query(
    function="count",
    parameters=(*p.PUZZLE, p.DISTINCT, p.METHOD, p.WORKERS, p.LIMIT),
    section="Solve",
    details=_NUMBERS_HELP,
    examples=("count 2 4 8 10", "count 1 2 3 4 5 6 --target 100 --distinct raw"),
    fields="distinct solution_count",
    to_json=lambda result: {
        "distinct": result["distinct"] or (result.puzzle and result.puzzle.rules.usual_distinct),
        "solution_count": result.value,
    },
    layout=lambda _: LINE,
    is_quick=_has_few_numbers,
)
_CLOSEST = Query(
    function="closest",
    parameters=(*p.PUZZLE, p.NOTATION, p.LIMIT),
    section="Solve",
    details=(
        "There are two if a value below the target and one above are equally close. The exit code "
        f"is 0 if the target itself can be made, otherwise 1.\n\n{_NUMBERS_HELP}"
    ),
    examples=(
        "closest 1 1 1 1",
        "closest 1 2 3 4 5 50 --target 838 --rules countdown",
    ),
    fields="distance closest",
    to_json=lambda result: result.value.as_dict(result["notation"]),
    found=lambda result: result.value.distance == 0,
    is_quick=_has_few_numbers,
)
_HINT = Query(
    function="hint",
    parameters=(*p.PUZZLE, p.LEVEL, p.LIMIT),
    section="Solve",
    details=(
        "Level 1 shows how many solutions there are, and whether all of them need a fraction, a "
        "negative number or a division. Level 2 adds the last operation of the simplest solution, "
        "level 3 its first step, level 4 its second, and so on.\n\n"
        f"{_NUMBERS_HELP} {_CLOSEST_HELP}"
    ),
    examples=("hint 8 8 3 3", "hint 8 8 3 3 --level 3"),
    fields="level is_last solution_count needs allowed operation steps solution closest_values "
    "lines",
    to_json=lambda result: result.value.as_dict() | {"lines": str(result.value).splitlines()},
    found=lambda result: result.value.solution_count,
    is_quick=_has_few_numbers,
)


def _difficulty_as_json(result: Result) -> Any:  # noqa: ANN401 - an object for `json.dumps`
    rated = result.value
    if rated is None:
        return {"difficulty": None, "score": None, "parts": {}}
    return {"difficulty": rated.as_dict(), "score": rated.score, "parts": dict(rated.parts)}


_DIFFICULTY = Query(
    function="difficulty",
    parameters=(*p.PUZZLE, p.RATED_FOR, p.LIMIT),
    section="Solve",
    details=(
        "Prints a percentile and, for four numbers that make 24, the seconds that people need. "
        "--model language-model rates the puzzle for language models. "
        f"{_NUMBERS_HELP} The exit code is 1 if a puzzle has no solution."
    ),
    examples=(
        "difficulty 8 8 3 3",
        "difficulty 75 50 2 3 8 7 --target 812 --rules countdown",
        "difficulty 44 19 35 --target 98 --model language-model",
    ),
    fields="difficulty score parts",
    to_json=_difficulty_as_json,
    to_lines=lambda result: (str(result.value or "no solution"),),
    found=lambda result: result.value is not None,
    layout=lambda _: LINE,
    is_quick=_has_few_numbers,
)
_CANDIDATES = Query(
    function="candidates",
    parameters=(p.NUMBERS, p.RULES, p.DIGITS, p.NOTATION, p.ONLY_COUNT),
    section="Solve",
    details=_NUMBERS_HELP,
    examples=("candidates 6 6 5 2 --rules forth --count", "candidates 1 2 3 4 --notation apl"),
    fields="numbers rules candidate_count expressions truncated",
    to_json=lambda result: result.value.as_dict(
        result["notation"], most=0 if result["count"] else None
    ),
    to_lines=lambda result: (
        (str(result.value.count()),)
        if result["count"]
        else (item.to(result["notation"]) for item in result.value)
    ),
    layout=lambda result: LINE if result["count"] else BLOCK,
    is_quick=_never,
)


# Targets


def _reach_lines(result: Result) -> Iterator[str]:
    reachable = result.value
    if result["picture"]:
        yield reachable.svg.rstrip("\n")
    elif result["missing"]:
        yield from map(str, reachable.missing)
    else:
        yield from str(reachable).splitlines()
        targets = counted(len(reachable.marks), "target")
        yield f"{_make(reachable.numbers)} {len(reachable)} of {targets}"


def _values_lines(result: Result) -> Iterator[str]:
    values = result.value
    for value, expression in values.items():
        yield f"{value} = {expression.to(result['notation'])}"
    yield f"{_make(values.numbers)} {counted(len(values), 'value')}"


def _make(numbers: Sequence[object]) -> str:
    """Return the numbers as the subject of a sentence, with its verb."""
    return f"{' '.join(map(str, numbers))} {'makes' if len(numbers) == 1 else 'make'}"


_REACH = Query(
    function="reachable",
    name="reach",
    parameters=(
        p.NUMBERS,
        p.RULES,
        p.DIGITS,
        p.LOW_TARGET,
        p.HIGH_TARGET,
        p.MISSING,
        p.SVG,
        p.LIMIT,
    ),
    section="Solve",
    details=f"A target that can be made is shown as #, any other as a dot.\n\n{_NUMBERS_HELP}",
    examples=(
        "reach 75 50 2 3 8 7",
        "reach 1 2 3 4 5 50 --missing",
        "reach 4 4 4 4 --rules classic --low 0 --high 300 --picture > fours.svg",
    ),
    fields="numbers rules low high reachable_count reachable missing",
    to_lines=_reach_lines,
    found=lambda result: len(result.value),
    layout=lambda _: BARE,
    is_quick=_never,
    amounts=lambda given: {"targets": given.get("high", 999) - given.get("low", 100) + 1},
)
_VALUES = Query(
    function="values",
    parameters=(p.NUMBERS, p.RULES, p.DIGITS, p.NOTATION, p.LOW_VALUE, p.HIGH_VALUE, p.LIMIT),
    section="Solve",
    details=f"Fractions and negative values are included.\n\n{_NUMBERS_HELP}",
    examples=("values 6 6 5 2 --rules apl --notation apl", "values 4 4 4 4 --low 0 --high 10"),
    fields="numbers rules low high value_count expressions",
    to_json=lambda result: result.value.as_dict(result["notation"]),
    to_lines=_values_lines,
    found=lambda result: len(result.value),
    layout=lambda _: BARE,
    is_quick=_never,
)
_WHOLE_GAME = Query(
    function="whole_game",
    parameters=(
        p.RULES,
        p.TILES,
        p.TILE_COUNT,
        p.LOW_TARGET,
        p.HIGH_TARGET,
        p.WORKERS,
        p.LIMIT,
    ),
    counts="choices",
    section="Solve",
    examples=(
        "whole-game",
        "whole-game --rules whole --tiles 1,2,3,4,5,6,7,8,9 --size 4 --low 1 --high 100",
    ),
    fields="rules low high total by_large choices_by_target",
    interfaces=p.SHELL,
)


# Answers


def check(
    answer: str,
    numbers: Any,  # noqa: ANN401 - checked by the library, as the rest
    target: Any = None,  # noqa: ANN401
    rules: Any = "classic",  # noqa: ANN401
    *,
    syntax: str = "lenient",
    allow: tuple[str, ...] = (),
    steps: bool = False,
) -> fv.Verdict:
    """Check an answer; if it is wrong, show why and where."""
    spelling = fv.SYNTAXES[syntax].replace(**dict.fromkeys(allow, True))
    judge = fv.check_steps if steps else fv.check
    return judge(answer, numbers, target, rules, syntax=spelling)


def _verdict_as_json(result: Result) -> Any:  # noqa: ANN401 - an object for `json.dumps`
    verdict = result.value
    given = result["numbers"], result["target"], result["rules"]
    numbers, target, rules = puzzle.read_puzzle(*given, any_size=True)
    content = {
        "numbers": as_json(numbers),
        "target": as_json(target),
        "rules": as_json(rules),
        "answer": result["answer"],
    }
    distance = points = None
    if verdict.reason in (fv.Reason.CORRECT, fv.Reason.WRONG_VALUE) and verdict.value is not None:
        distance = abs(verdict.value - target)
        points = rules.scoring.points_for(distance)
    return content | verdict.as_dict() | {"distance": as_json(distance), "points": points}


_CHECK = Query(
    function=check,
    parameters=(p.ANSWER, *p.PUZZLE, p.SYNTAX, p.ALLOW, p.IS_STEPS),
    section="Judge",
    details=(
        "A single - reads answers from stdin, one per line; with --steps, all of stdin is one "
        "answer."
    ),
    examples=(
        'check "6*(2+5/6)" --numbers 6,6,5,2 --target 17',
        r"check '\frac{8}{3-\frac{8}{3}} = 24' --numbers 3,3,8,8",
        "check - --numbers 1,2,3,4 --json < answers.txt",
    ),
    fields="numbers target rules answer correct reason value expression position message distance "
    "points",
    to_json=_verdict_as_json,
    to_lines=lambda result: (f"{result.value.reason}: {result.value.message}",),
    found=lambda result: result.value.correct,
    layout=lambda _: BARE,
    has_body=True,
)
_STEP_WORDS = {True: "solvable", False: "not solvable", None: "unreadable"}
_STILL_SOLVABLE = Query(
    function="puzzle.still_solvable",
    parameters=(p.STEPS, *p.PUZZLE, p.LIMIT),
    section="Judge",
    details="A single - reads all of stdin as the steps.",
    examples=("still-solvable '8 / 3 = 8/3' --numbers 3,3,8,8",),
    fields="still_solvable",
    to_json=lambda result: {"still_solvable": result.value},
    to_lines=lambda result: (_STEP_WORDS[item] for item in result.value),
    found=lambda result: all(result.value),
    layout=lambda _: BARE,
    is_quick=_has_few_numbers,
)


# Puzzles


def _deal_as_json(result: Result) -> Any:  # noqa: ANN401 - an object for `json.dumps`
    first, *more = result.value
    targets = [as_json(item.target) for item in result.value] if more else []
    return first.as_dict() | {"seed": result["seed"]} | ({"targets": targets} if targets else {})


_DEAL = Query(
    function="puzzle.deal_game",
    name="deal",
    parameters=(p.RULES, p.SEED, p.LARGE, p.SOLVABLE),
    interfaces=p.HTTP,
    fields="numbers target rules cards seed targets?",
    to_json=_deal_as_json,
    constant="seed",
)


def _generate_batches(result: Result) -> Iterator[puzzle.PuzzleBatch]:
    if result["all"] and "count" in result.arguments:
        raise fv.RuleError("`all` cannot be combined with `count`; use one of them")
    batches: Iterator[puzzle.PuzzleBatch]
    batches = result.value.batches(result["seed"], count=None if result["all"] else result["count"])
    return batches


_GENERATE = Query(
    function="puzzle.PuzzleQuery",
    name="generate",
    parameters=(
        p.RULES,
        p.PUZZLE_COUNT,
        p.ALL,
        p.SEED,
        p.SIZE,
        p.LOW,
        p.HIGH,
        p.TARGETS,
        p.DIFFICULTY,
        p.DIFFICULTY_MODEL,
        p.SOLUTION_COUNT,
        p.HAS_SOLUTION,
        p.NEEDS_FRACTION,
        p.DEALABLE,
    ),
    section="Make",
    details=(
        "'facevalue solve -' reads the lines. --json adds how many solutions a puzzle has, whether "
        "it needs a fraction, and how hard it is. The same options and seed print the same "
        "puzzles on every machine."
    ),
    examples=(
        "generate --count 3 --seed 7",
        "generate --needs-fraction --all",
        "generate --rules countdown --solution-count 1 --count 5 --json",
        "generate --low 1 --high 20 --target 10-99 --difficulty 90-100",
    ),
    item="labelled_puzzle",
    items_key="puzzles",
    to_json=lambda result: chain.from_iterable(
        batch.as_dicts() for batch in _generate_batches(result)
    ),
    to_lines=lambda result: map(str, chain.from_iterable(_generate_batches(result))),
    is_quick=_never,
    constant="seed",
)


def _daily_as_json(result: Result) -> Any:  # noqa: ANN401 - an object for `json.dumps`
    day = result.value
    first, *_ = day.digits
    digits = first.as_dict() | {"targets": [as_json(item.target) for item in day.digits]}
    return day.as_dict() | {"digits": digits}


_DAILY = Query(
    function="puzzle.daily",
    parameters=(p.DATE,),
    section="Play",
    examples=("daily", "daily 2026-01-31 --json"),
    fields="date number seed first classic countdown digits",
    to_json=_daily_as_json,
    to_lines=lambda result: map(
        str, (result.value.classic, result.value.countdown, *result.value.digits)
    ),
    constant="date",
)


# Lists


def list_rules(rules: str | None = None) -> tuple[fv.Rules, ...]:
    """List the rules of all games, or describe one of them."""
    return tuple(fv.RULES.values()) if rules is None else (puzzle.rules_named(rules),)


def list_games(game: str | None = None) -> tuple[poker.Game, ...]:
    """List the poker games, or describe one of them."""
    return tuple(poker.GAMES.values()) if game is None else (poker.game_named(game),)


def list_notations() -> tuple[puzzle.Notation, ...]:
    """List the notations of expressions."""
    return tuple(fv.NOTATIONS.values())


def _rows_as_lines(result: Result) -> Iterator[str]:
    if not result.arguments:
        return (f"{item.name}: {item.summary}" for item in result.value)
    return (f"{name}: {value}" for name, value in result.value[0].as_dict().items())


def _game_as_json(game: poker.Game) -> Any:  # noqa: ANN401 - an object for `json.dumps`
    sizes = {
        name: [(span := getattr(game, name))[0], span[-1]] for name in ("hole_sizes", "hand_sizes")
    }
    return (
        game.as_dict()
        | sizes
        | {
            "ranks": game.ranks,
            "board_sizes": [game.board_sizes[0], game.board_sizes[-1]] if game.from_hole else None,
            "hand_count": game.hand_count,
            "has_ranges": game.has_ranges,
            "has_starting_hands": game.has_starting_hands,
            "has_explanation": game.ranking.name == "high",
        }
    )


def _notation_as_json(notation: puzzle.Notation) -> Any:  # noqa: ANN401 - an object for `json.dumps`
    return {name: getattr(notation, name) for name in ("name", "summary", "example")}


_RULES = Query(
    function=list_rules,
    name="rules",
    parameters=(p.LISTED_RULES,),
    section="Solve",
    examples=("rules", "rules countdown", "rules --json"),
    item="rules_row",
    items_key="rules",
    to_json=lambda result: (
        item.as_dict() | {"deck": item.deck.as_dict(), "scoring": item.scoring.as_dict()}
        for item in result.value
    ),
    to_lines=_rows_as_lines,
)
_GAMES = Query(
    function=list_games,
    name="games",
    parameters=(p.LISTED_GAME,),
    section="Poker",
    examples=("games", "games omaha8"),
    item="game_row",
    items_key="games",
    to_json=lambda result: map(_game_as_json, result.value),
    to_lines=_rows_as_lines,
)
_VECTORS = Query(
    function="puzzle.grader_vectors",
    name="vectors",
    section="Judge",
    details=(
        "Each has a puzzle, a completion, whether it is right, and why. Run your grader on the "
        "lines of --json, and compare its verdicts with `correct`."
    ),
    examples=("vectors", "vectors --json > vectors.jsonl"),
    item="vector_row",
    items_key="vectors",
    to_json=lambda result: (vector.as_dict() for vector in result.value),
    to_lines=lambda result: (
        f"{vector.id}: {'right' if vector.correct else 'wrong'}, {vector.why}"
        for vector in result.value
    ),
)
_NOTATIONS = Query(
    function=list_notations,
    name="notations",
    section="Solve",
    examples=("notations",),
    item="notation_row",
    items_key="notations",
    to_json=lambda result: map(_notation_as_json, result.value),
    to_lines=lambda result: (
        f"{item.name}: {item.example.replace(chr(10), '; ')}" for item in result.value
    ),
)


# Poker


def _explain(strength: Strength) -> Iterator[str]:
    """Return the steps of Cactus Kev's evaluator.

    Raises:
        RuleError: the game has another ranking than "high".
    """
    if strength.value is None:
        game = strength.game.name
        raise fv.RuleError(f"only games with the ranking 'high' have explanations, not {game!r}")
    return poker.cactus.explain(strength.best)


def _hand_as_json(result: Result) -> Any:  # noqa: ANN401 - an object for `json.dumps`
    content: dict[str, Any] = result.value.as_dict()
    if isinstance(result.value, poker.StartingHand):
        return content
    return content | ({"explanation": list(_explain(result.value))} if result["explain"] else {})


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
) -> Strength | poker.StartingHand:
    """Evaluate a poker hand, or describe two hole cards."""
    row = poker.game_named(game)
    if not board and row == poker.GAMES["holdem"] and len(fv.parse_cards(cards)) == row.hole:
        return poker.starting_hand(cards)
    return poker.evaluate(cards, row, board=board)


_HAND = Query(
    function=describe_hand,
    name="hand",
    parameters=(p.CARDS, p.BOARD, p.GAME, p.EXPLAIN),
    section="Poker",
    details=(
        "Each card is a rank and a suit, such as KS, 10h or Q♦; spaces between cards are optional. "
        "A single - reads hands from stdin, one per line.\n\n"
        "Two cards of hold'em without a board are described as a starting hand.\n\n"
        'In games with the ranking "high", the value goes from 1, a royal flush, to 7462: a lower '
        "value is stronger."
    ),
    examples=(
        "hand 7H 7S 7D AS AC",
        "hand AhKh",
        "hand AsKs --board 'Ts 9s 2s 2d'",
        "hand As2dKcKd --board 3h4c8sQdQh --game omaha8 --json",
        "hand joker Kd Kh 7c 3d --game five-card,jokers=1",
        "hand 7C 5D 4H 3S 2C --explain",
    ),
    fields="game cards board cactus_kev category description best low_hand? explanation? "
    "starting_hand?",
    to_json=_hand_as_json,
    to_lines=_hand_as_lines,
    # The first explanation computes the tables of Kev's evaluator, which takes a second or more.
    # Two cards need the table of match-ups, which also takes time once.
    is_quick=lambda arguments: (
        not arguments.get("explain") and len(arguments["cards"]) > _TWO_CARDS
    ),
)
_EQUITY = Query(
    function="poker.equity",
    parameters=(p.PLAYERS, p.BOARD, p.DEAD, p.GAME, p.SAMPLES, p.SEED, p.LIMIT),
    section="Poker",
    details=(
        "Each of PLAYERS is a hand such as AhKh, or a range in quotes: 'QQ+, AKs' or random in "
        "hold'em and short deck, 'AA**, AsKs**' in Omaha. In stud and draw games a hand may be "
        "incomplete. If the exact result would take more than a few seconds, deals are sampled, "
        "and the output says so. A single - reads deals from stdin, one per line: the players, "
        "with ranges in quotes."
    ),
    examples=(
        "equity AhKh QsQd",
        "equity AhKh 'QQ+, AKs, JTs' --board '2h 7d 9c'",
        "equity AsKsQhJh 9c9d8c7d --board Ts9h2c --game omaha --json",
        "equity 'AA**' 'KK**, QQJJds' --board Ts9h2c --game omaha",
        "equity AsAhKd QsQh2d --game stud",
        "equity AhKh QsQd random random --samples 1000000 --seed 54",
    ),
    fields="game method exact deals seed players",
    is_quick=_never,
)


def _range_as_json(result: Result) -> Any:  # noqa: ANN401 - an object for `json.dumps`
    hands, game = result.value, poker.game_named(result["game"])
    share = as_share(hands.total / game.hand_count)
    content = {"game": game.name} | hands.as_dict() | {"share": share}
    if not isinstance(hands, poker.Range):
        return content
    grid = {name: float(part) for name, part in hands.starting_hands.items() if part}
    return content | {"grid": grid}


def _range_as_lines(result: Result) -> Iterator[str]:
    hands, game = result.value, poker.game_named(result["game"])
    if picture := result["picture"]:
        if not hasattr(hands, picture):
            raise fv.RuleError(
                f"a picture shows a grid of starting hands, which {game.name} does not have"
            )
        yield getattr(hands, picture).rstrip("\n")
        return
    yield str(hands)
    if isinstance(hands, poker.Range):
        yield from hands.grid.splitlines()
    weight = "" if hands.total == len(hands) else f", weighing {float(hands.total):.6g}"
    share = 100 * hands.total / game.hand_count
    yield f"{len(hands)} of {game.hand_count} combinations{weight}: {float(share):.2f}%"


_RANGE = Query(
    function="poker.parse_range",
    name="range",
    parameters=(p.RANGE, p.DEAD, p.PICTURE, p.RANGED_GAME),
    section="Poker",
    details=(
        "A range is a list of hands such as QQ, AKs, AKo, AhKh, QQ+, A2s+, 77-JJ, A5s-A2s, "
        "T9s-65s, 15%, 5%-20%, random; with weights AA:0.5, 0.5(AA, KK), AA@50, 50%:AQs, "
        "[50]AQs[/50]. A percentage means the hands that win most often against a random hand. "
        "In Omaha, hands are written AA**, AsKs**, AAKKds or 15%, and there is no grid. A single - "
        "reads ranges from stdin, one per line."
    ),
    examples=(
        "range 'QQ+, AKs, A5s-A2s, T9s-65s'",
        "range '22+, A2s+, 0.5(KTs+, AJo+)' --dead 'As Kd'",
        "range 15% --picture svg > grid.svg",
        "range 'AA**, KKQJds:0.5' --game omaha",
    ),
    fields="game range hand_size? combo_count total_weight share combos? grid?",
    to_json=_range_as_json,
    to_lines=_range_as_lines,
    layout=lambda result: BARE if result["picture"] else BLOCK,
    is_quick=_never,
)
_OUTS = Query(
    function="poker.outs",
    parameters=(p.HAND, p.KNOWN_BOARD, p.AGAINST, p.DEAD, p.GAME),
    section="Poker",
    details="Prints the cards that improve the category of HAND or, with --against, make it win.",
    examples=("outs AhKh --board Qh7h2c", "outs AhKh --board Qh7h2c --against QsQd"),
    fields="cards",
    to_json=lambda result: {"cards": [str(card) for card in result.value]},
    to_lines=lambda result: (" ".join(map(str, result.value)) or "no outs",),
    found=lambda result: result.value,
)
_ODDS = Query(
    function="poker.odds",
    parameters=(p.HAND, p.BOARD_SO_FAR, p.OPPONENTS, p.DEAD, p.GAME, p.SEED),
    section="Poker",
    details=(
        "Prints the chance of each category after the next card and when all cards have come. The "
        "chances are exact; with several opponents, who is ahead may be sampled."
    ),
    examples=(
        "odds AhKh --board Qh7h2c",
        "odds AhKh --board Qh7h2c --opponents 'QQ+, AK'",
        "odds AsKsQhJh --game omaha --json",
    ),
    fields="game cards board category next final ahead",
    is_quick=_never,
)
_BREAKDOWN = Query(
    function="poker.breakdown",
    parameters=(p.RANGE, p.BOARD_SO_FAR, p.DEAD),
    section="Poker",
    details="Prints which part of a hold'em range has each made hand and each draw.",
    examples=("breakdown 'QQ+, AKs, 98s' --board Qh7h6c",),
    fields="board combo_count made draw_parts",
    is_quick=_never,
)
_BY_NEXT_CARD = Query(
    function="poker.by_next_card",
    parameters=(p.PLAYERS, p.BOARD_SO_FAR, p.DEAD, p.GAME, p.SEED),
    section="Poker",
    details="Prints the equity of each player after each card, the highest card first.",
    examples=("by-next-card AhKh QsQd --board Qh7h2c",),
    fields="by_card",
    to_json=lambda result: {
        "by_card": {str(card): found.as_dict() for card, found in result.value.items()}
    },
    to_lines=lambda result: (
        f"{card}  " + "  ".join(f"{float(100 * share.equity):8.4f}%" for share in found)
        for card, found in result.value.items()
    ),
    is_quick=_never,
)


def _range_equities_as_lines(result: Result) -> Iterator[str]:
    picture = result["picture"]
    yield from (getattr(result.value, picture) if picture else result.value.grid).splitlines()


_RANGE_EQUITIES = Query(
    function="poker.range_equities",
    parameters=(p.HERO, p.VILLAIN, p.BOARD_SO_FAR, p.DEAD, p.PICTURE, p.LIMIT),
    section="Poker",
    details=(
        "Prints the grid of starting hands with their mean equity in percent; --json has the "
        "equity of each hand."
    ),
    examples=(
        "range-equities 'QQ+, AK, 98s' --villain 'JJ+, AQs+' --board Qh7h6c",
        "range-equities random --villain 'QQ+, AK' --picture svg > equities.svg",
    ),
    fields="equities starting_hands",
    to_lines=_range_equities_as_lines,
    layout=lambda result: BARE if result["picture"] else BLOCK,
    is_quick=_never,
)
_CANONICAL = Query(
    function="poker.canonical",
    parameters=(p.HAND, p.BOARD_SO_FAR),
    section="Poker",
    examples=("canonical AhKh --board Qh7d2c",),
    fields="cards board",
    to_json=lambda result: {
        name: [str(card) for card in fv.parse_cards(text)]
        for name, text in zip(("cards", "board"), result.value, strict=True)
    },
    to_lines=lambda result: (" ".join(filter(None, result.value)),),
)
_HOLDS_SHOWN = 5
_VIDEO_POKER = Query(
    function="poker.video_poker",
    parameters=(p.DRAWN_CARDS, p.PAY_TABLE),
    section="Poker",
    details="Prints the five best choices, and what each pays on average per coin bet.",
    examples=(
        "video-poker Ah Kh Qh Jh Jc",
        "video-poker joker 2d 2s Ks Qd --pay-table joker-poker",
    ),
    fields="pay_table holds",
    to_lines=lambda result: (
        f"{float(hold.value):9.4f}  hold {hold}" for hold in result.value.holds[:_HOLDS_SHOWN]
    ),
    is_quick=_never,
)


def _prizes_as_lines(result: Result) -> Iterator[str]:
    stacks = result["stacks"].replace(",", " ").split()
    for stack, prize in zip(stacks, result.value, strict=True):
        yield f"{stack:>{max(map(len, stacks))}}  {float(prize):.4f}"


_ICM = Query(
    function="poker.icm",
    parameters=(p.STACKS, p.PAYOUTS),
    section="Poker",
    details="Prints one line per player: the stack and the prize money.",
    examples=("icm 5000 3000 2000 --payouts 50,30,20",),
    fields="prizes",
    to_json=lambda result: {"prizes": [as_share(prize) for prize in result.value]},
    to_lines=_prizes_as_lines,
)


def _push_fold_as_lines(result: Result) -> Iterator[str]:
    strategy = result.value
    if result["picture"]:
        yield from strategy.svg.splitlines()
        return
    yield f"push {float(100 * strategy.push_share):.1f} %: {strategy.push}"
    yield f"call {float(100 * strategy.call_share):.1f} %: {strategy.call}"
    yield f"the small blind wins {float(strategy.expectation):+.4f} big blinds per hand"
    yield f"exploitable by {float(strategy.exploitability):.1e} big blinds per hand"


_PUSH_FOLD = Query(
    function="poker.push_fold",
    parameters=(p.STACK, p.ANTE, p.PUSHED_GAME, p.SVG),
    section="Poker",
    details="The weight of a hand, as in 84s:0.996, is how often to push or call with it.",
    examples=("push-fold 10", "push-fold 8 --ante 0.1 --json", "push-fold 10 --game shortdeck"),
    fields="game stack_size ante push push_share call call_share expectation exploitability",
    to_lines=_push_fold_as_lines,
    layout=lambda result: BARE if result["picture"] else BLOCK,
    is_quick=_never,
)
_ALL = (
    _SOLVE,
    _COUNT,
    _HINT,
    _CLOSEST,
    _DIFFICULTY,
    _CANDIDATES,
    _REACH,
    _VALUES,
    _WHOLE_GAME,
    _RULES,
    _NOTATIONS,
    _DEAL,
    _DAILY,
    _CHECK,
    _STILL_SOLVABLE,
    _VECTORS,
    _GENERATE,
    _EQUITY,
    _RANGE,
    _HAND,
    _OUTS,
    _ODDS,
    _BREAKDOWN,
    _BY_NEXT_CARD,
    _RANGE_EQUITIES,
    _CANONICAL,
    _VIDEO_POKER,
    _PUSH_FOLD,
    _ICM,
    _GAMES,
)
QUERIES: Mapping[str, Query] = MappingProxyType({query.name: query for query in _ALL})
