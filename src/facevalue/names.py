"""The public names of all packages, and where they are defined. They are imported on first use.

For example, code that uses poker does not import puzzles. The stubs next to the packages
(`__init__.pyi`) show the same names to type checkers; `python -m tests.stubs` writes them from this
table.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# For each package, its modules, or modules elsewhere, with the public names that they define. An
# empty module name lists public modules.
PUBLIC = {
    "facevalue": {
        "": "adapters datasets poker puzzle stack",
        "budget": "deadline",
        "cards": "Card Deck parse_cards",
        "errors": "CardError DeadlineError FaceValueError LimitError NotationError RangeError "
        "RuleError StackError",
        "puzzle": "NOTATIONS RULES SYNTAXES Expression Grader Puzzle Reason Rules Solutions Syntax "
        "Verdict candidates check check_many check_steps closest count count_many daily deal "
        "difficulty "
        "generate hint label_many reachable reachable_many solvable_many solve solve_many "
        "table values whole_game",
        "version": "__version__",
    },
    "facevalue.puzzle": {
        "model.decks": "DECKS DeckSpec KINDS",
        "model.digest": "digest digest_many rules_key split_bounds split_of splits_of",
        "model.numbers": "LARGEST_PART number_text parse_number parse_numbers",
        "model.scoring": "SCORINGS Scoring",
        "model.rules": "FUNCTIONS GROUPINGS OPERATIONS ORDERS RULES USES VALUES Function Operation "
        "Rules ValueSet rules_named step_mask",
        "model.spelling": "Spelling read_puzzle read_spelling",
        "notation.evaluation": "Reason",
        "notation.expression": "Expression",
        "notation.notations": "NOTATIONS Notation",
        "notation.steps": "step_text",
        "notation.syntax": "SYNTAXES Syntax",
        "search.batch": "count_many solvable_many solve_many",
        "search.candidates": "Candidates candidates",
        "search.closest": "Closest",
        "search.reach": "Reachable reachable",
        "search.reach_batch": "reachable_many",
        "search.solve": "Solutions Stats closest count solve",
        "search.table": "table",
        "search.values": "Values values",
        "search.whole_game": "TILES WholeGame WholeGameStats whole_game",
        "judge.check": "check check_many verdict_columns",
        "judge.check_steps": "check_steps",
        "judge.grader_vectors": "GraderAudit GraderVector audit_grader grader_vectors",
        "judge.grader": "EXTRACTS FOUND_BY NO_SOLUTION_ANSWERS Grader",
        "judge.still_solvable": "still_solvable",
        "judge.judge": "VERDICT_COLUMNS",
        "judge.verdict": "Verdict",
        "make.daily": "Daily daily",
        "make.deal": "deal deal_game deals",
        "make.difficulty": "DIFFICULTIES DIFFICULTY_MODELS Difficulty difficulty",
        "make.episode": "Episode NextStep Outlook REWARDS Reward TURNS Turn",
        "make.generate": "Generated PuzzleQuery generate",
        "make.hint": "Hint hint",
        "make.labels": "Labels label_many",
        "make.puzzle": "Puzzle",
        "make.puzzle_batch": "PuzzleBatch",
        "make.round": "Round",
    },
    "facevalue.poker": {
        "": "cactus",
        "facevalue.cards": "Card Deck parse_cards",
        "hands.batch": "count_categories evaluate_many masks",
        "hands.canonical": "canonical",
        "hands.deals": "Deals POT deal_many showdown_many",
        "hands.games": "GAMES Game game_named",
        "hands.kev_value": "value",
        "hands.rankings": "RANKINGS Ranking",
        "hands.showdown": "ShowdownResult showdown winners",
        "hands.strength": "Strength evaluate",
        "ranges.by_game": "parse_range",
        "ranges.holdem": "Range",
        "ranges.omaha": "OmahaRange",
        "ranges.outs": "outs",
        "ranges.percentile": "percentile",
        "ranges.starting_hands": "STARTING_HANDS",
        "equities.equity": "equity",
        "equities.equity_result": "Equity Share",
        "equities.next_card": "by_next_card",
        "equities.preflop": "MATCHUP_COUNT equity_matrix hand_index matchup",
        "equities.range_equities": "RangeEquities range_equities",
        "equities.starting_hand": "StartingHand starting_hand",
        "draws.breakdown": "Breakdown DRAWS MADE_HANDS breakdown",
        "draws.odds": "Odds odds",
        "draws.pay_tables": "PAY_TABLES PAYING_HANDS PayTable",
        "draws.video_poker": "Hold VideoPoker video_poker",
        "tournaments.icm": "icm",
        "tournaments.push_fold": "PushFold push_fold",
    },
    "facevalue.datasets": {
        "tables.engines": "ENGINES",
        "tables.files": "FILE_TYPES",
        "tables.puzzle_reader": "PuzzleReader PuzzleRows ROLES",
        "tables.skipped_rows": "NoRowsError SkippedRow",
        "building.build": "build",
        "building.curriculum": "Curriculum",
        "building.formats": "FORMATS Format",
        "building.manifest": "FileRecord Manifest ShardRecord",
        "examples.search_traces": "OUTCOMES STRATEGIES Trace trace traces",
        "building.spec": "Spec SPLIT_BY",
        "building.splitting": "Splitter",
        "building.templates": "TEMPLATES Template template_named",
        "labelling.label": "label",
        "labelling.label_counts": "LabelCounts",
        "grading.breakdown": "GRADED_BY GradedPart",
        "grading.grade": "grade",
        "grading.grades": "Grades",
        "grading.model_comparison": "ModelComparison",
        "grading.pass_rates": "PassRates Rate",
        "auditing.audit": "audit",
        "auditing.faults": "FAULTS Fault",
        "auditing.report": "Audit",
    },
    "facevalue.stack": {
        "reading": "Definition",
        "library": "WORDS",
        "running": "Listener Stack run",
        "values": "Complex Iota Sequence Word Wrapper",
        "words": "Row",
    },
    "facevalue.adapters": {
        "": "environment gymnasium lm_eval openrlhf ray_data reasoning_gym tinyzero trl verifiers "
        "verl",
    },
}


# What people look for under another name.
GUESSES = {
    "Hand": "write a hand as a string: facevalue.poker.evaluate('Ah Kh Qh Jh Th')",
    "Board": "write a board as a string: facevalue.poker.equity('AhKh', 'QQ', board='2c7d9h')",
    "Evaluator": "call facevalue.poker.evaluate('Ah Kh Qh Jh Th')",
    "Game24": "call facevalue.solve('8 8 3 3')",
    "Countdown": "call facevalue.solve('75 50 2 3 8 7 -> 812', rules='countdown')",
    "compare": "call facevalue.poker.winners('AhKh', 'QsQd', board='2c7d9h')",
    "hints": "call facevalue.hint('8 8 3 3', level=2)",
    "is_solvable": "call facevalue.count('8 8 3 3'), which is 0 without a solution",
    "play": "run facevalue play in a shell",
    "random": "call facevalue.deal(), or facevalue.generate(count=10)",
    "rate": "call facevalue.difficulty('8 8 3 3')",
    "reward": "call facevalue.Grader().score('<answer>8/(3-8/3)</answer>', '8 8 3 3')",
    "score": "call facevalue.Grader().score('<answer>8/(3-8/3)</answer>', '8 8 3 3')",
    "solvable": "call facevalue.count('8 8 3 3'), which is 0 without a solution",
    "solve24": "call facevalue.solve('8 8 3 3')",
    "validate": "call facevalue.check('8/(3-8/3)', '8 8 3 3')",
    "Solver": "call facevalue.solve('8 8 3 3')",
    "verify": "call facevalue.check('8/(3-8/3)', '8 8 3 3')",
}


def public_names(package: str) -> Iterator[tuple[str, str]]:
    """Yield each public name of a package, and the module that defines it.

    >>> dict(public_names("facevalue"))["Card"]
    'facevalue.cards'
    """
    for file, names in PUBLIC[package].items():
        for name in names.split():
            is_elsewhere = file.startswith("facevalue.")
            yield name, file if is_elsewhere else f"{package}.{file or name}"


def describe_unknown(package: str, name: str) -> str:
    """Say that a package has no such name, and where something with this name is.

    >>> describe_unknown("facevalue", "equity")
    "module 'facevalue' has no attribute 'equity'; it is facevalue.poker.equity"
    """
    others = [other for other in PUBLIC if name in dict(public_names(other))]
    remedy = f"it is {others[0]}.{name}" if others else GUESSES.get(name, "")
    message = f"module {package!r} has no attribute {name!r}"
    return f"{message}; {remedy}" if remedy else message


def lazy(package: str) -> tuple[Callable[[str], object], Callable[[], list[str]], list[str]]:
    """Return the `__getattr__`, `__dir__` and `__all__` of a package.

    >>> get, names, _ = lazy("facevalue.poker")
    >>> get("evaluate").__name__, "evaluate" in names()
    ('evaluate', True)
    """
    modules, here = dict(public_names(package)), sys.modules[package]

    def get(name: str) -> object:
        if name not in modules:
            raise AttributeError(describe_unknown(package, name), name=name, obj=here)
        __import__(modules[name])  # because `importlib` is slow to import
        module = sys.modules[modules[name]]
        value = module if modules[name] == f"{package}.{name}" else getattr(module, name)
        setattr(here, name, value)  # for the next use
        return value

    def names() -> list[str]:
        return sorted({*modules, *(name for name in vars(here) if name.startswith("__"))})

    return get, names, sorted(name for name in modules if not name.startswith("_"))
