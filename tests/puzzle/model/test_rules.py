"""Rules and operations: the built-in rules, and messages for wrong options."""

import copy
import pickle
import re
from collections import Counter
from fractions import Fraction
from itertools import islice, product

import pytest

import facevalue as fv
from facevalue import _core
from facevalue.cards import Card
from facevalue.errors import RuleError
from facevalue.puzzle.model.core_rules import step_mask
from facevalue.puzzle.model.operations import OPERATIONS
from facevalue.puzzle.model.rules import RULES, Rules
from facevalue.puzzle.model.rules_options import GROUPINGS, ORDERS, USES
from facevalue.puzzle.model.rules_spelling import rules_named
from facevalue.puzzle.model.value_sets import VALUES
from tests.oracles.rows import vectors


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_every_game_has_a_description_and_a_source(rules):
    assert rules.summary.endswith(".")
    assert "https://" in rules.source or rules.source.startswith('"'), "a link or an article"
    assert rules.variants.endswith(".")


def test_krypto_follows_the_published_rules():
    """Its international rules allow neither fractions nor negative numbers."""
    numbers = "10 11 15 19 23"
    for answer, target in (("19/(11-15/10)+23", 25), ("(10-11)*15+19+23", 27)):
        assert fv.check(answer, numbers, target, "krypto-any")
        assert fv.Reason.FORBIDDEN_VALUE == fv.check(answer, numbers, target, "krypto").reason
    deals = [fv.deal("krypto", seed=seed) for seed in range(3000)]
    rows = [list(map(int, deal.numbers)) for deal in deals]
    targets = [int(deal.target) for deal in deals]
    assert 2991 == (fv.count_many(rows, targets, "krypto") > 0).sum()
    assert 2994 == (fv.count_many(rows, targets, "krypto-any") > 0).sum()


@pytest.mark.parametrize(("expected", "name"), vectors("rules", "games"))
def test_games_have_their_options(expected, name):
    rules = RULES[name]
    options = [rules.use, rules.order, rules.grouping, rules.values, rules.size, rules.target]
    assert expected == options


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_rules_are_values(rules):
    assert rules == eval(repr(rules), {"Rules": Rules})
    assert rules == copy.copy(rules) == pickle.loads(pickle.dumps(rules))
    assert 1 == len({rules, copy.deepcopy(rules)})


def test_rules_are_frozen():
    with pytest.raises(AttributeError):
        RULES["classic"].target = 25
    with pytest.raises(AttributeError):
        del RULES["classic"].target
    with pytest.raises(TypeError):
        RULES["mine"] = RULES["classic"]


def test_rules_differ_when_an_option_does():
    assert Rules("mine") != Rules("mine", target=25)
    assert Rules("mine") != "mine"


def test_operators_are_kept_in_one_order_without_repeats():
    assert "+-*/" == Rules("mine", operators="/*-+--").operators


@pytest.mark.parametrize(("message", "option", "given"), vectors("rules", "wrong options"))
def test_a_wrong_option_is_refused_with_the_allowed_values(message, option, given):
    with pytest.raises(RuleError) as error:
        Rules(**{"name": "mine", option: given})
    assert message == str(error.value)


def test_rules_are_found_by_name_or_given_themselves():
    mine = Rules("mine", target=7)
    assert mine is rules_named(mine)
    assert RULES["krypto"] is rules_named("krypto")


def test_an_unknown_name_is_refused_with_the_known_ones():
    with pytest.raises(RuleError) as error:
        rules_named("foo")
    some = ", ".join([*RULES][:5])
    message = f"unknown rules 'foo'; choose one of {some}, ... (fv.RULES lists all {len(RULES)})"
    assert message == str(error.value)


@pytest.mark.parametrize(
    ("allowed", "value"),
    [
        ({"rational", "nonnegative", "integer", "natural", "positive"}, 1),
        ({"rational", "nonnegative", "integer", "natural"}, 0),
        ({"rational", "integer"}, -1),
        ({"rational", "nonnegative"}, Fraction(5, 6)),
        ({"rational"}, Fraction(-5, 6)),
    ],
)
def test_sets_of_values_contain_the_right_numbers(allowed, value):
    assert allowed == {name for name in VALUES if Rules(name, values=name).allows(Fraction(value))}


def test_an_unknown_set_of_values_is_refused():
    with pytest.raises(RuleError, match=r"^values must be one of rational, .*, not "):
        Rules("real", values="real")


def test_operations_apply_and_commute_by_their_rows():
    assert tuple("+-*/") == tuple(operation.symbol for operation in OPERATIONS.values())
    six, two = Fraction(6), Fraction(2)
    assert [8, 4, 12, 3] == [operation.apply(six, two) for operation in OPERATIONS.values()]
    assert [True, False, True, False] == [row.commutes for row in OPERATIONS.values()]


def test_a_division_by_zero_has_no_result():
    assert OPERATIONS["/"].apply(Fraction(0), Fraction(0)) is None


def test_an_operation_is_shown_by_its_row():
    assert "OPERATIONS['/']" == repr(OPERATIONS["/"])


@pytest.mark.parametrize(
    ("field", "value"),
    [("operators", "^"), ("operators", ""), ("use", "some"), ("order", "x"), ("grouping", "tree")],
)
def test_rules_that_got_past_their_checks_are_refused_where_they_are_used(field, value):
    rules = fv.Rules("mine")
    object.__setattr__(rules, field, value)  # as a pickle may do
    for ask in (
        lambda: fv.count_many([[1, 2]], [3], rules),
        lambda: list(fv.candidates("1 2", rules)),
    ):
        with pytest.raises(fv.FaceValueError, match=r"unknown|expected"):
            ask()


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        (
            lambda: fv.solve("8 8 3 3", rules="contdown"),
            "unknown rules 'contdown'; did you mean",
        ),
        (
            lambda: Rules("mine", values="Intger"),
            "values must be one of rational, nonnegative, integer, natural, positive, not 'Intger'",
        ),
        (
            lambda: fv.Expression.parse("1", "postfx"),
            "unknown notation 'postfx'; did you mean",
        ),
        (
            lambda: fv.check("1", "1", syntax="lenint"),
            "unknown syntax 'lenint'; did you mean",
        ),
        (
            lambda: fv.poker.evaluate("As", "Holden"),
            "unknown game 'Holden'; did you mean",
        ),
    ],
)
def test_a_near_miss_is_suggested(call, expected):
    with pytest.raises(RuleError) as error:
        call()
    assert str(error.value).startswith(expected)


def test_names_are_found_in_upper_and_lower_case():
    assert RULES["countdown"] is fv.Puzzle("1 2", 3, "Countdown").rules
    assert "any" == Rules("mine", use="ANY").use
    assert "÷" in fv.Expression.parse("1/2+3").to("Unicode")
    assert "razz" == fv.poker.evaluate("As 2s 3s 4s 5s", "Razz").game.name


def test_rules_and_core_use_the_same_words():
    words = {
        "operators": "+-*/",
        "use": "all",
        "order": "any",
        "grouping": "any",
        "values": "natural",
    }
    known = {"use": USES, "order": ORDERS, "grouping": GROUPINGS, "values": VALUES}
    for option, rows in known.items():
        for word in rows:
            assert _core.Rules(**(words | {option: word}))
        with pytest.raises(RuleError, match="unknown"):
            _core.Rules(**(words | {option: "nope"}))
    for operators in ("^", "+^", "", "++"):
        with pytest.raises(RuleError, match="unknown operators"):
            _core.Rules(**(words | {"operators": operators}))


def test_an_operator_that_is_none_of_the_four_is_refused_everywhere():
    forged = copy.copy(RULES["classic"].replace(name="forged"))
    object.__setattr__(forged, "operators", "^")
    with pytest.raises(RuleError, match="operators must be"):
        pickle.loads(pickle.dumps(forged))
    with pytest.raises(RuleError, match="unknown operators"):
        list(fv.candidates("2 3 3", rules=forged))
    with pytest.raises(RuleError, match="unknown operators"):
        fv.check("2^3*3", "2 3 3", 24, forged)
    with pytest.raises(RuleError, match="unknown operator: '\\^'"):
        _core.Syntax([("^", "operator", "^")], "infix", ("{", "-", "/", "}"))
    with pytest.raises(RuleError, match="unknown operator: '\\^'"):
        _core.canonical([("", 2, 1), ("", 3, 1), ("^", 0, 1)])
    with pytest.raises(TypeError):
        OPERATIONS["^"] = OPERATIONS["*"]


def test_python_and_core_have_the_same_reasons():
    assert [reason.value for reason in fv.Reason] == _core.reasons()


@pytest.mark.parametrize(
    ("left", "right", "name"), [(8, Fraction(3), "left"), (Fraction(8), 3, "right")]
)
def test_a_result_equals_the_result_of_two_fractions(left, right, name):
    with pytest.raises(RuleError, match=f"{name} must be"):
        RULES["classic"].result(left, "+", right)


@pytest.mark.parametrize(
    ("spelling", "rules"),
    [
        ("train, target=2016", RULES["train"].replace(target=2016)),
        (" countdown , use = all,target=7", RULES["countdown"].replace(use="all", target=7)),
        ("order=given,operators=-+", RULES["classic"].replace(order="given", operators="+-")),
        ("classic,size=3,target=-7", RULES["classic"].replace(size=3, target=-7)),
    ],
)
def test_rules_are_a_name_and_options(spelling, rules):
    read = rules_named(spelling)
    assert rules == read.replace(name=rules.name, summary=rules.summary, variants=rules.variants)
    assert read == rules_named(read.name), "its name is a spelling"
    puzzle = fv.Puzzle("1 2 3", 6, read)
    assert puzzle == fv.Puzzle.parse(str(puzzle))


@pytest.mark.parametrize(("spelling", "message"), vectors("rules", "refused"))
def test_wrong_options_of_rules_are_refused(spelling, message):
    with pytest.raises(fv.RuleError, match=re.escape(message)):
        rules_named(spelling)


TENS = "faces=10,ace=11"


def test_rules_decide_what_cards_count():
    rules = rules_named(TENS)
    assert [11, 10, 10, 10] == [rules.card_values[rank] for rank in "AJQK"]
    assert Counter(rules.deck_values) == {**dict.fromkeys((*range(2, 10), 11), 4), 10: 16}
    for spelling in (
        "A K 3 T",
        "Ah Ks 3d 10c",
        ["A", "K", 3, 10],
        [Card.parse("Ah"), "k", "3", 10],
    ):
        assert list(fv.solve("11 10 3 10")) == list(fv.solve(spelling, rules=TENS))


def test_what_cards_count_is_the_same_in_every_function():
    hand, numbers = "A K J 4", [11, 10, 10, 4]
    assert list(fv.Puzzle(hand, rules=TENS).numbers) == numbers
    assert list(fv.Puzzle.parse(f"{hand} -> 24 ({TENS})").numbers) == numbers
    assert list(fv.Puzzle(cards="Ah Ks Jd 4c", rules=TENS).numbers) == numbers
    assert fv.count(hand, 24, TENS) == fv.count(numbers)
    assert fv.count_many([hand, hand], 24, TENS).tolist() == fv.count_many([numbers] * 2).tolist()
    assert fv.solvable_many([hand, "K K K K 1/2"], 24, TENS).tolist() == [
        bool(fv.count(numbers)),
        bool(fv.count("10 10 10 10 1/2")),
    ]
    assert list(fv.reachable(hand, TENS, low=1, high=30)) == list(
        fv.reachable(numbers, "classic", low=1, high=30)
    )
    assert list(fv.values(hand, TENS)) == list(fv.values(numbers, "classic"))
    assert len(fv.candidates(hand, TENS)) == len(fv.candidates(numbers, "classic"))
    with pytest.raises(fv.RuleError, match="the values of the cards 'Ah Ks' are not"):
        fv.Puzzle("1 13", cards="Ah Ks", rules=TENS)


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("A+K+J-4", "wrong_value"),
        ("11+10+10-4", "wrong_value"),
        ("A+K+J-7", "wrong_numbers"),
        ("11+13+11-4", "wrong_numbers"),
        ("(K-4)*(A-J)+4", "wrong_numbers"),
    ],
)
def test_answers_count_cards_as_the_rules_do(answer, reason):
    assert reason == fv.check(answer, "A K J 4", 24, TENS, syntax="relaxed").reason
    for target in (24, 27):
        verdict = fv.check(answer, "A K J 4", target, TENS, syntax="relaxed")
        assert [verdict.correct] == list(
            fv.check_many([answer], ["A K J 4"], target, TENS, syntax="relaxed")
        )
        assert verdict.correct == (reason == "wrong_value" and target == 27)


def test_deals_and_generated_puzzles_count_cards_as_the_rules_do():
    rules = rules_named(TENS)
    for puzzle in islice(fv.puzzle.deals(rules, seed=1), 50):
        assert [rules.card_values[card.rank] for card in puzzle.cards] == list(puzzle.numbers)
    made = fv.generate(rules, seed=1, count=200)
    largest = {max(puzzle.numbers) for puzzle in made}
    assert 11 == max(largest)
    assert all(1 not in puzzle.numbers for puzzle in made)
    assert any(
        puzzle.numbers.count(10) == 4 for puzzle in fv.generate(rules, solvable=False, seed=1)
    )


@pytest.mark.parametrize("option", ["faces=0", "faces=15", "faces=ten", "ace=0", "ace=15"])
def test_what_cards_count_is_a_small_number(option):
    name = option.partition("=")[0]
    with pytest.raises(fv.RuleError, match=f"{name} must be a whole number from 1 to 14, not"):
        rules_named(option)


@pytest.mark.parametrize("value", range(1, 15))
def test_answers_may_count_faces_as_any_of_the_allowed_numbers(value):
    rules = rules_named(f"faces={value},ace={15 - value}")
    assert fv.check("K*A", "Q A", value * (15 - value), rules, syntax="relaxed").correct


@pytest.mark.parametrize("values", VALUES)
@pytest.mark.parametrize("largest", [None, 20, 10**15])
@pytest.mark.parametrize("operators", ["+-*/", "-/"])
def test_the_mask_of_steps_has_those_with_a_result_of_64_bits(values, largest, operators):
    rules = Rules("all", values=values, largest=largest, operators=operators)
    numbers = [Fraction(n, d) for n in (-6, -1, 0, 1, 3, 12, 2**31, 2**62) for d in (1, 2, 7)]
    numbers += [Fraction(2**63 - 1), Fraction(1 - 2**63, 2**63 - 2), None]
    expected = []
    for (first, left), (second, right) in product(enumerate(numbers), repeat=2):
        for symbol in operators:
            result = None
            if first != second and left is not None and right is not None:
                result = rules.result(left, symbol, right)
            fits = result is not None and max(abs(n) for n in result.as_integer_ratio()) < 2**63
            expected.append(fits)
    assert expected == [*map(bool, step_mask(numbers, rules))]


@pytest.mark.parametrize(
    "call", [fv.solve, fv.count, fv.closest, fv.hint, fv.difficulty, fv.Puzzle]
)
def test_a_target_of_rules_that_is_too_large_to_search_is_refused(call):
    large = fv.Rules("large", target=10**30)
    with pytest.raises(fv.LimitError, match="the solver takes numbers up to"):
        call("1 2", rules=large)
    assert fv.check("1+2", "1 2", rules=large).reason == "wrong_value"
