"""The JSON of every question: what `--json` prints and what the web server sends.

Each function asks one question and returns an object for `json.dumps`. The keys mean the same in
all of them; docs/json.md explains them, and `schema` returns a JSON Schema that checks them.
"""

from __future__ import annotations

import json
from importlib import resources
from typing import TYPE_CHECKING, Any

import facevalue as fv
from facevalue.value import as_json, as_share

if TYPE_CHECKING:
    from collections.abc import Iterator

    from facevalue import Puzzle, Solutions, Verdict
    from facevalue.poker import OmahaRange, Range, Strength
    from facevalue.puzzle import Closest, PuzzleQuery

    Answer = dict[str, Any]


def solve(
    puzzle: Puzzle,
    *,
    notation: Any = "infix",  # noqa: ANN401 - a name from outside, which the library checks
    most: int | None = None,
    first: bool = False,
    stats: bool = False,
    **options: Any,  # noqa: ANN401 - those of `fv.solve`
) -> Answer:
    """The puzzle and its solutions, and the closest values where it has none.

    Args:
        puzzle: the puzzle to solve.
        notation: the notation of the expressions.
        most: list at most this many solutions; None for all.
        first: find only the simplest solution. `solution_count` is then null unless it is 0.
        stats: add what the search did.
        **options: `distinct`, `method`, `workers` and `limit`, as for `fv.solve`.

    Raises:
        FaceValueError: as for `fv.solve`.

    >>> answer = solve(fv.Puzzle("1 1 1 1"))
    >>> answer["solution_count"], answer["distance"], answer["closest"][0]["expression"]
    (0, 20, '1+1+1+1')
    """
    solutions = puzzle.solve(**options)
    listed = _first(solutions, notation) if first else solutions.as_dict(notation, most=most)
    figures = solutions.stats
    answer = puzzle.as_dict() | listed | {"candidate_count": figures.candidates}
    answer |= _closest(solutions, notation, is_solved=listed["solution_count"] != 0)
    return answer | ({"stats": figures.as_dict()} if stats else {})


def _first(solutions: Solutions, notation: str) -> Answer:
    simplest = solutions.first
    listed = [] if simplest is None else [simplest.as_dict(notation)]
    return {
        "distinct": solutions.distinct,
        "solution_count": None if listed else 0,
        "solutions": listed,
        "truncated": bool(listed),
    }


def _closest(solutions: Solutions, notation: str, *, is_solved: bool) -> Answer:
    if is_solved:
        return {"distance": 0, "closest": []}
    found = nearest(solutions)
    if found is None:
        return {"distance": None, "closest": []}
    answer = found.as_dict(notation)
    return {name: answer[name] for name in ("distance", "closest")}


def nearest(solutions: Solutions) -> Closest | None:
    """The values closest to the target; None where it would take too long to find them."""
    try:
        return solutions.closest()
    except fv.LimitError:
        return None


def count(puzzle: Puzzle, **options: Any) -> Answer:  # noqa: ANN401 - those of `fv.count`
    """The puzzle and how many distinct solutions it has.

    >>> count(fv.Puzzle("2 4 8 10"))["solution_count"]
    11
    """
    solutions = puzzle.solve(**options)
    found = {"distinct": solutions.distinct, "solution_count": solutions.count()}
    return puzzle.as_dict() | found


def closest(puzzle: Puzzle, *, notation: Any = "infix", **options: Any) -> Answer:  # noqa: ANN401 - as above
    """The puzzle and the closest values that can be made; `distance` is 0 if it has a solution.

    >>> closest(fv.Puzzle("1 1 1 1"))["distance"]
    20
    """
    return puzzle.as_dict() | puzzle.closest(**options).as_dict(notation)


def hint(puzzle: Puzzle, level: int = 1, **options: Any) -> Answer:  # noqa: ANN401 - as above
    """The puzzle and a hint that reveals no more than its level allows.

    >>> hint(fv.Puzzle("8 8 3 3"), 2)["operation"]
    '/'
    """
    return puzzle.as_dict() | puzzle.hint(level, **options).as_dict()


def difficulty(puzzle: Puzzle, **options: Any) -> Answer:  # noqa: ANN401 - as above
    """The puzzle and how hard it is for people; `difficulty` is null if it has no solution.

    >>> difficulty(fv.Puzzle("1 1 1 1"))["difficulty"]
    """
    rated = fv.difficulty(puzzle.numbers, puzzle.target, puzzle.rules, **options)
    if rated is None:
        return puzzle.as_dict() | {"difficulty": None, "score": None, "parts": {}}
    parts = {"score": rated.score, "parts": dict(rated.parts)}
    return puzzle.as_dict() | {"difficulty": rated.as_dict()} | parts


def candidates(
    numbers: Any,  # noqa: ANN401 - checked by the library, as the rest
    rules: Any = "classic",  # noqa: ANN401
    *,
    notation: str = "infix",
    most: int | None = None,
) -> Answer:
    """How many expressions the rules allow, and the first `most` of them, or all.

    >>> candidates("1 2", most=1)["expressions"]
    [{'expression': '1+2', 'value': 3, 'steps': ['1 + 2 = 3']}]
    """
    return fv.candidates(numbers, rules).as_dict(notation, most=most)


def check(
    answer: str,
    numbers: Any,  # noqa: ANN401 - checked by the library, as the rest
    target: Any = None,  # noqa: ANN401
    rules: Any = "classic",  # noqa: ANN401
    *,
    syntax: Any = "lenient",  # noqa: ANN401
    steps: bool = False,
) -> Answer:
    """The puzzle, an answer to it, and whether the answer is right; with `steps`, one per line.

    >>> verdict = check("6*(2+5)/6", [6, 6, 5, 2], 17)
    >>> verdict["correct"], verdict["reason"], verdict["value"]
    (False, 'wrong_value', 7)
    """
    verdict = judged(answer, numbers, target, rules, syntax=syntax, steps=steps)
    row = fv.puzzle.rules_named(rules)
    goal = row.target if target is None else fv.puzzle.parse_number(target, any_size=True)
    asked = {
        "numbers": as_json(fv.puzzle.parse_numbers(numbers, any_size=True)),
        "target": as_json(goal),
        "rules": as_json(row),
        "answer": answer,
    }
    return asked | verdict.as_dict()


def judged(
    answer: str,
    *puzzle: Any,  # noqa: ANN401 - numbers, target and rules, checked by the library
    syntax: Any = "lenient",  # noqa: ANN401 - as above
    steps: bool = False,
    **named: Any,  # noqa: ANN401 - the same by name
) -> Verdict:
    """The verdict on an answer; with `steps`, on a list of steps, one per line.

    >>> judged("3*8=24", [3, 8], steps=True).correct
    True
    """
    if steps:
        return fv.check_steps(answer, *puzzle, **named)
    return fv.check(answer, *puzzle, **named, syntax=syntax)


def reach(numbers: Any, rules: Any = "countdown", **bounds: Any) -> Answer:  # noqa: ANN401 - as above
    """Which targets from `low` to `high` the numbers make, and which they do not.

    >>> reach("1 2", low=1, high=4)["missing"]
    [4]
    """
    return fv.reachable(numbers, rules, **bounds).as_dict()


def values(
    numbers: Any,  # noqa: ANN401 - checked by the library, as the rest
    rules: Any = "classic",  # noqa: ANN401
    *,
    notation: str = "infix",
    **options: Any,  # noqa: ANN401
) -> Answer:
    """Every value that the numbers make, each with its simplest expression.

    >>> values("1 2")["value_count"]
    5
    """
    return fv.values(numbers, rules, **options).as_dict(notation)


def deals(**options: Any) -> Iterator[Answer]:  # noqa: ANN401 - those of `fv.puzzle.deals`
    """Puzzles as they are dealt, without end.

    >>> next(deals(seed=24))["cards"]
    ['6c', '7s', '4d', '3d']
    """
    return (puzzle.as_dict() for puzzle in fv.puzzle.deals(**options))


def generate(
    query: PuzzleQuery,
    seed: int = 0,
    *,
    count: int | None = None,
) -> Iterator[Answer]:
    """Puzzles that match a query, each with its labels.

    >>> next(generate(fv.puzzle.PuzzleQuery(), 7, count=1))["solution_count"]
    2
    """
    for batch in query.batches(seed, count=count):
        yield from batch.as_dicts()


def hand(
    cards: Any,  # noqa: ANN401 - checked by the library, as the rest
    game: Any = "holdem",  # noqa: ANN401
    *,
    board: Any = "",  # noqa: ANN401
    explain: bool = False,
) -> Answer:
    """What a poker hand is worth; with `explain`, the steps of Cactus Kev's evaluator.

    >>> hand("7H 7S 7D AS AC")["category"]
    'Full House'
    """
    strength = fv.poker.evaluate(cards, game, board=board)
    explained = {"explanation": list(explanation(strength))} if explain else {}
    return strength.as_dict() | explained


def explanation(strength: Strength) -> Iterator[str]:
    """The steps of Cactus Kev's evaluator, as text.

    Raises:
        RuleError: the game has another ranking than "high".

    >>> list(explanation(fv.poker.evaluate("7C 5D 4H 3S 2C")))[-2]
    'UNIQUE5[47] = 7462'
    """
    if strength.value is None:
        game = strength.game.name
        raise fv.RuleError(
            f"only hands of games with the ranking 'high' are explained, not {game!r}"
        )
    return fv.poker.cactus.explain(strength.best)


def poker_range(text: str, game: Any = "holdem", *, dead: Any = "") -> Answer:  # noqa: ANN401 - as above
    """The hands of a range; `share` is its part of all hands that can be dealt.

    >>> poker_range("QQ+")["share"]["fraction"]
    '3/221'
    """
    return range_answer(fv.poker.parse_range(text, game, dead=dead), game)


def range_answer(found: Range | OmahaRange, game: Any = "holdem") -> Answer:  # noqa: ANN401 - as above
    """The hands of a range that is parsed already."""
    row = fv.poker.game_named(game)
    return {"game": row.name} | found.as_dict() | {"share": as_share(found.total / row.hand_count)}


def equity(*players: Any, **options: Any) -> Answer:  # noqa: ANN401 - those of `fv.poker.equity`
    """How much of the pot each player wins on average.

    >>> equity("AhKh", "QsQd", board="2h7d9c")["players"][0]["equity"]["fraction"]
    '28/99'
    """
    return fv.poker.equity(*players, **options).as_dict()


def rules(name: Any = None) -> Answer | list[Answer]:  # noqa: ANN401 - as above
    """A row of the rules, or the list of all rows.

    >>> rules("make10")["target"]
    10
    """
    if name is not None:
        return fv.puzzle.rules_named(name).as_dict()
    return [row.as_dict() for row in fv.RULES.values()]


def solved_deal(puzzle: Puzzle, section: str) -> Answer:
    """A puzzle of a printed sheet, with its section and its simplest solution."""
    return {"section": section} | puzzle.as_dict() | puzzle.solve().as_dict(most=1)


def error(problem: Exception) -> Answer:
    """The class, the message and the position of an error; the position may be null.

    >>> error(fv.NotationError("expected a number", "x", 0))
    {'error': 'NotationError', 'message': "expected a number: 'x'", 'position': 0}
    """
    return {
        "error": type(problem).__name__,
        "message": str(problem),
        "position": getattr(problem, "position", None),
    }


def schema() -> Answer:
    """The JSON Schema (draft 2020-12) of all answers; `$defs` has one schema for each verb.

    >>> schema()["$defs"]["error"]["required"]
    ['error', 'message', 'position']
    """
    text = resources.files("facevalue").joinpath("schema.json").read_text(encoding="utf-8")
    found: Answer = json.loads(text)
    return found


def line(answer: object) -> str:
    """An answer as one line of JSON."""
    return json.dumps(answer, ensure_ascii=False)
