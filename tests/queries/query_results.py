"""The JSON of queries that the core answers, made from the results of Python's functions."""

import facevalue as fv
from facevalue import poker
from facevalue.queries.number_queries import find_closest
from facevalue.value import as_json, as_share


def puzzle_of(result):
    found = result.query.read_puzzle(result.arguments)
    cards = fv.Puzzle.parse(given).cards if isinstance(given := result["numbers"], str) else ()
    return fv.Puzzle(found.numbers, found.target, found.rules, cards=cards)


def solve(result):
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
    return puzzle_of(result).as_dict() | content


def count(result):
    distinct = result["distinct"] or puzzle_of(result).rules.usual_distinct
    return puzzle_of(result).as_dict() | {"distinct": distinct, "solution_count": result.value}


def difficulty(result):
    rated = result.value
    content = {"difficulty": None, "score": None, "parts": {}}
    if rated is not None:
        parts = dict(rated.parts)
        content = {"difficulty": rated.as_dict(), "score": rated.score, "parts": parts}
    return puzzle_of(result).as_dict() | content


def check(result):
    verdict = result.value
    found = result.query.read_puzzle(result.arguments)
    target, rules = found.target, found.rules
    distance = points = None
    if verdict.reason in (fv.Reason.CORRECT, fv.Reason.WRONG_VALUE) and verdict.value is not None:
        distance = abs(verdict.value - target)
        points = rules.scoring.points_for(distance)
    return {
        "numbers": as_json(found.numbers),
        "target": as_json(target),
        "rules": as_json(rules),
        "answer": result["answer"],
        **verdict.as_dict(),
        "distance": as_json(distance),
        "points": points,
    }


def deal(result):
    first, *more = result.value
    targets = {"targets": [as_json(each.target) for each in result.value]} if more else {}
    return first.as_dict() | {"seed": result["seed"]} | targets


def daily(result):
    day = result.value
    first, *_ = day.digits
    digits = first.as_dict() | {"targets": [as_json(each.target) for each in day.digits]}
    return day.as_dict() | {"digits": digits}


def rules(result):
    rows = {"deck": lambda row: row.deck.as_dict(), "scoring": lambda row: row.scoring.as_dict()}
    full = [
        row.as_dict() | {name: find(row) for name, find in rows.items()} for row in result.value
    ]
    return {"rules": full}


def notations(result):
    names = "name", "summary", "example"
    return {"notations": [{name: getattr(row, name) for name in names} for row in result.value]}


def hand(result):
    found = result.value
    content = found.as_dict()
    if isinstance(found, poker.Strength) and result["explain"]:
        if found.value is None:
            name = found.game.name
            message = f"only games with the ranking 'high' have explanations, not {name!r}"
            raise fv.RuleError(message)
        content["explanation"] = list(poker.cactus.explain(found.best))
    return content


def poker_range(result):
    hands, game = result.value, poker.game_named(result["game"])
    share = as_share(hands.total / game.hand_count)
    content = {"game": game.name} | hands.as_dict() | {"share": share}
    if isinstance(hands, poker.Range):
        shares = hands.starting_hands.items()
        content["grid"] = {name: float(share) for name, share in shares if share}
    return content


def canonical(result):
    both = zip(("cards", "board"), result.value, strict=True)
    return {name: [str(card) for card in fv.parse_cards(cards)] for name, cards in both}


def game(row):
    sizes = {name: getattr(row, name) for name in ("hole_sizes", "hand_sizes")}
    return (
        row.as_dict()
        | {name: [span[0], span[-1]] for name, span in sizes.items()}
        | {
            "ranks": row.ranks,
            "board_sizes": [row.board_sizes[0], row.board_sizes[-1]] if row.from_hole else None,
            "hand_count": row.hand_count,
            "has_ranges": row.has_ranges,
            "has_starting_hands": row.has_starting_hands,
            "has_explanation": row.ranking.name == "high",
        }
    )


RESULTS = {
    "solve": solve,
    "count": count,
    "closest": lambda result: (
        puzzle_of(result).as_dict() | result.value.as_dict(result["notation"])
    ),
    "hint": lambda result: (
        puzzle_of(result).as_dict()
        | result.value.as_dict()
        | {"lines": str(result.value).splitlines()}
    ),
    "difficulty": difficulty,
    "candidates": lambda result: result.value.as_dict(
        result["notation"], most=0 if result["count"] else None
    ),
    "values": lambda result: result.value.as_dict(result["notation"]),
    "reach": lambda result: result.value.as_dict(),
    "check": check,
    "still-solvable": lambda result: {"still_solvable": result.value},
    "deal": deal,
    "daily": daily,
    "rules": rules,
    "notations": notations,
}

POKER_RESULTS = {
    "equity": lambda result: result.value.as_dict(),
    "by-next-card": lambda result: {
        "by_card": {str(card): found.as_dict() for card, found in result.value.items()}
    },
    "range": poker_range,
    "canonical": canonical,
    "outs": lambda result: {"cards": [str(card) for card in result.value]},
    "odds": lambda result: result.value.as_dict(),
    "breakdown": lambda result: result.value.as_dict(),
    "range-equities": lambda result: result.value.as_dict(),
    "hand": hand,
    "icm": lambda result: result.value.as_dict(),
    "push-fold": lambda result: result.value.as_dict(),
    "push-fold-three": lambda result: result.value.as_dict(),
    "video-poker": lambda result: result.value.as_dict(),
    "video-session": lambda result: result.value.as_dict(),
    "games": lambda result: {"games": list(map(game, result.value))},
}
