"""The stack language: output, errors, and an unchanged stack after an error."""

import math
import os
import re
from fractions import Fraction
from functools import reduce
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import facevalue as fv
from facevalue import poker, stack
from facevalue.stack import WORDS, Complex, Sequence, Stack, run
from facevalue.stack.printing import WHOLE, printed
from facevalue.stack.values import MAX_DEPTH, as_value, same
from tests.oracles.rows import vectors
from tests.paths import DOCS

DATA = os.environ.get("FACEVALUE_TEST_DATA")
needs_data = pytest.mark.skipif(not DATA, reason="FACEVALUE_TEST_DATA is not set")
HELP = "\n\nType :help for debugging help.\n"


def shown(line):
    """The output of Factor's listener for a line on an empty stack."""
    stack, text = Stack(), ""
    try:
        stack = stack.run(line)
        text = stack.printed
    except fv.StackError as error:
        text = error.listing + HELP
    return text + (f"\n--- Data stack:\n{stack}\n" if len(stack) else "")


def test_python_lists_may_be_nested_as_deep_as_those_that_are_typed():
    nested = reduce(lambda inside, _: [inside], range(MAX_DEPTH), [])[0]
    assert as_value(nested) == as_value(nested)
    with pytest.raises(fv.LimitError, match=f"at most {MAX_DEPTH} deep"):
        as_value([nested])


@needs_data
def test_every_session_of_real_factor_comes_out_to_the_letter():
    text = (Path(DATA) / "factor-transcripts.txt").read_text(encoding="utf-8")
    sessions = [part.partition("\n") for part in re.split(r"(?m)^> ", text)[1:]]
    assert len(sessions) >= 100
    for line, _, output in sessions:
        assert output.rstrip("\n") == shown(line).rstrip("\n"), line


# The output of Factor 0.95, from its documentation, its source, or a session.
PRINTED = dict(vectors("stack", "printed"))


@pytest.mark.parametrize("line", PRINTED)
def test_a_line_prints_the_same_as_in_factor(line):
    assert PRINTED[line] == run(line).printed.rstrip("\n")


def test_a_long_sequence_is_printed_on_many_lines():
    assert (
        "{\n" + "".join(f"    {n}\n" for n in range(30)) + "}\n" == run("30 iota >array .").printed
    )
    words = " ".join(["1 +"] * 20)
    assert "[\n    " in run(f"[ {words} ] .").printed
    printed = run(f"[ {words} ] .").printed
    assert max(map(len, printed.splitlines())) <= 64
    assert printed.split() == ["[", *words.split(), "]"]


@pytest.mark.parametrize(
    "words", [[str(10**digits) for digits in range(9)] * 10, ["1", "+"] * 40, ["swap", "dup"] * 30]
)
def test_each_line_of_a_long_quotation_is_as_full_as_possible(words):
    lines = run(f"[ {' '.join(words)} ] .").printed.splitlines()
    assert lines[0] == "["
    assert lines[-1] == "]"
    inner = lines[1:-1]
    assert " ".join(words).split() == " ".join(inner).split()
    for line, after in pairwise(inner):
        assert line.startswith("    ")
        assert len(line) <= 64
        assert len(line) + 1 + len(after.split()[0]) > 64


def test_more_than_a_hundred_elements_are_counted():
    lines = run("120 iota >array .").printed.splitlines()
    assert "    ~20 more~" == lines[-2]
    assert len(lines) == 103


def test_a_long_string_is_cut():
    assert f'"{"a" * 61}..."\n' == run(f'"{"a" * 70}" .').printed


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("{ { 1 2 } [ 3 ] }", "{ ~array~ ~quotation~ }"),
        ("20 iota >array", "{ 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 ~5 more~ }"),
        ("10 iota", "T{ iota f 10 }"),
        ("10 [1,b]", "T{ range f 1 10 1 }"),
    ],
)
def test_the_data_stack_shows_a_value_in_one_line(text, line):
    assert line == str(run(text))


def test_the_data_stack_shows_ten_values():
    assert ["(2 more items)", *map(str, range(2, 12))] == str(run("12 iota [ ] each")).splitlines()


ERRORS = dict(vectors("stack", "errors"))


@pytest.mark.parametrize("line", ERRORS)
def test_an_error_is_one_line_and_changes_nothing(line):
    message, listing = ERRORS[line]
    before = Stack([1, "two"]).run(": own ( -- ) ;").run("{ }").run("drop")
    stack = Stack() if "the stack" in message else before
    with pytest.raises(fv.StackError) as caught:
        stack.run(line)
    assert message == str(caught.value)
    assert listing in (None, caught.value.listing)
    assert before.values == (1, "two")
    with pytest.raises(fv.StackError):
        before.run(f": late ( -- ) ; {line if stack is before else 'bogus'}")
    assert [each.name for each in before.definitions] == ["own"]


def test_a_line_of_several_lines_names_the_line_of_the_error():
    with pytest.raises(fv.StackError) as caught:
        run("1\n2 bogus 3")
    assert caught.value.listing.startswith("2: 2 bogus 3\n          ^\n")


@pytest.mark.few_quick(6)
@pytest.mark.parametrize(
    "text",
    [
        ": forever ( -- ) forever ; forever",
        "[ t ] loop",
        "{ 1 } [ t ] [ dup append ] while",
        '"a" [ t ] [ dup append ] while',
        "[ t ] [ 1 ] while",
        "{ } [ t ] [ 1array ] while",
        "1 [ t ] [ 1/3 * ] while",
        "9 99999999 ^",
        "1 999999999999 shift",
        "999999999999 iota",
        "99999999999 0 <array>",
        "[ t ] [ 1 . ] while",
        "{ " * 200,
        "9" * 5000,
        "10000 iota [ ] map 9999 [ dup reverse drop ] times",
    ],
)
def test_a_program_without_end_or_bounds_is_refused(text):
    with pytest.raises(fv.LimitError):
        run(text)


def test_words_may_nest_as_deep_as_python_never_could():
    assert "5000" == str(run(": down ( n -- ) dup 0 > [ 1 - down 1 + ] when ; 5000 down"))


def test_words_of_a_program_do_not_change_words_of_the_library():
    text = ": + ( x y -- z ) - ; : neg ( x -- y ) ; { 1 2 3 } sum 5 3 +"
    assert (6, 2) == run(text).values


def test_a_word_that_is_defined_again_changes_the_words_that_use_it():
    stack = run(": one ( -- x ) 1 ; : two ( -- x ) one one + ;").run(": one ( -- x ) 10 ;")
    assert (20,) == stack.run("two").values


@pytest.mark.parametrize("hand", ["8 8 3 3", "2 4 8 10", "1 2 3 4", "3 3 8 8", "1 5 5 5"])
def test_solutions_in_postfix_run_here(hand):
    solutions = fv.solve(hand, distinct="raw")
    assert len(solutions) > 0
    for solution in solutions:
        assert (24,) == run(solution.to("postfix")).values


def test_solutions_with_fractions_and_negative_numbers_run_here():
    for target in ("10", "-3/4", "17"):
        for solution in fv.solve("1/2 -3 4 2", target):
            assert (solution.value,) == run(solution.to("postfix")).values


POKER = {
    '"KD" >ckf .': "134236965",
    '"7C 5D 4H 3S 2C" parse-cards .': "{ 2131213 541447 270853 135427 98306 }",
    '"7H 7S 7D AS AC" hand-rank .': '"Full House"',
    '"7H 7S 7D AS AC" string>hand-name .': '"Full House"',
    '"7C 5D 4H 3S 2C" "KD QS JC TH 9S" [ string>value ] bi@ > .': "t",
    '"KD QS JC TH 9S" parse-cards hand-value value>rank .': "4",
    '"KD 5S" parse-cards [ card>string ] map " " join .': '"KD 5S"',
}


@pytest.mark.parametrize("line", POKER)
def test_the_poker_words_agree_with_the_factor_program(line):
    assert POKER[line] == run(line).printed.rstrip("\n")


def test_hands_have_the_same_names_as_in_the_evaluator():
    hands = ["AS KS QS JS TS", "AS AH AD AC KS", "2S 2H 4D 4S 5H", "7C 5D 4H 3S 2C"]
    for hand in hands:
        assert (poker.cactus.hand_rank(hand),) == run(f'"{hand}" hand-rank').values


def test_invalid_cards_are_an_error_of_cards():
    with pytest.raises(fv.CardError):
        run('"7X" >ckf')


PAGE = (DOCS / "about" / "stack.md").read_text(encoding="utf-8")
ARTICLE = "\n\n".join(re.findall(r"(?s)^```factor\n(.*?)\n```$", PAGE, re.MULTILINE))


def typed(program, **files):
    """The output and errors of a program typed line by line, and the listener after it."""
    listener, printed, errors = stack.Listener(Stack(files=files)), "", []
    for line in program.splitlines():
        try:
            if listener.feed(line):
                printed += listener.stack.printed
        except fv.FaceValueError as error:
            errors.append(str(error))
    return printed, errors, listener


@pytest.mark.slow
@needs_data
def test_the_poker_article_runs_as_it_is_printed():
    hands = (Path(DATA) / "euler54-poker.txt").read_text(encoding="ascii")
    printed, errors, _ = typed(ARTICLE, **{"poker.txt": hands})
    number = 1 + ARTICLE[: ARTICLE.index("flush;")].count("\n")
    page_lines = PAGE[PAGE.index("poker.factor\n{") :].splitlines()[1:6]
    assert ["no word named 'flush;'; write flush ;"] == errors
    assert f"facevalue: line {number}: {errors[0]}" == page_lines.pop(1)
    assert page_lines == printed.splitlines()


def test_the_words_of_the_article_give_the_values_of_the_evaluator():
    _, _, listener = typed(ARTICLE.replace("flush;", "flush ;").replace("euler054 .", ""))
    own = {each.name for each in listener.stack.definitions if not each.error}
    assert {">ckf", "hand-value", "shuffle", "flush?", "print-hand", "euler054"} <= own
    assert not own & {"flushes-table", "unique5-table", "products-table", "values-table"}
    deck = listener.stack.run("<deck>")[0].items
    assert set(poker.cactus.deck()) == set(deck)
    assert listener.stack.run('"8C 8D" parse-cards').run("print-hand").printed == "8C 8D\n"
    cards = [str(fv.Card(number)) for number in range(52)]
    hands = [cards[start::step][:5] for step in range(1, 10) for start in range(9)]
    for hand in hands:
        value, rank = listener.stack.run(f'"{" ".join(hand)}" dup string>value swap hand-rank')
        assert (poker.cactus.hand_value(hand), poker.cactus.hand_rank(hand)) == (value, rank), hand


@pytest.mark.parametrize("name", ["flushes", "unique5", "products", "values"])
def test_the_article_and_the_evaluator_have_the_same_tables(name):
    [table] = run(f"{name}-table")
    assert getattr(poker.cactus, name.upper()) == table.items


BROKEN = dict(vectors("stack", "broken"))


@pytest.mark.parametrize("program", BROKEN)
def test_an_error_in_lines_that_belong_together_is_reported_once(program):
    expected, messages = BROKEN[program]
    printed, errors, listener = typed(program)
    assert expected == printed
    assert len(messages) == len(errors)
    for message, error in zip(messages, errors, strict=True):
        assert error.startswith(message)
    assert not listener.is_open


def test_a_word_whose_definition_failed_says_why():
    _, errors, listener = typed(": one ( -- x )\nbogus ;\n: two ( -- x ) one ;")
    assert 1 == len(errors)
    with pytest.raises(fv.StackError, match="'one' is not defined, because of an error: no word"):
        listener.stack.run("two")


def test_a_word_that_no_vocabulary_has_is_not_run():
    stack = fv.stack.Stack().replace(values=(fv.stack.Word("nope"),))
    with pytest.raises(fv.StackError, match="'nope' is not defined"):
        stack.run("execute")


def test_only_given_files_are_read():
    files = {"a.txt": "one\r\ntwo\n", "/b/c.txt": ""}
    assert ('{ "one" "two" }\n' * 2) == run(
        '"a.txt" ascii file-lines . "resource:x/a.txt" utf8 file-lines .', files=files
    ).printed
    assert "{ }\n" == run('"/b/c.txt" ascii file-lines .', files=files).printed
    for path in (__file__, "c.txt", "/etc/hostname", "../a", ""):
        with pytest.raises(fv.StackError, match="may not read"):
            run(f'"{path}" ascii file-lines', files=files)
    with pytest.raises(fv.LimitError):
        run('"a.txt" ascii file-lines', files={"a.txt": "1234567\n" * 20_000})


@needs_data
def test_the_first_player_wins_376_of_the_thousand_hands():
    lines = (Path(DATA) / "euler54-poker.txt").read_text(encoding="ascii")
    assert (376,) == run("euler054", files={"poker.txt": lines}).values


def test_the_vocabularies_have_the_names_of_factor():
    poker_hands = {"source-054", "euler054"}
    assert {row.vocabulary for name, row in WORDS.items() if name in poker_hands} == {
        "project-euler.054"
    }
    assert {WORDS[name].vocabulary for name in (">ckf", "hand-value", "VALUE_STR")} == {"poker"}


def test_every_word_has_code_and_an_effect_with_two_sides():
    for name, row in WORDS.items():
        assert (name, 2) == (name, len(row.effect.split("--")))
        assert bool(row.body) != bool(row.function)


SAMPLES = {
    "n": 3,
    "quot": "[ ]",
    "str": '"a"',
    "seq": "{ 3 }",
    "real": 2,
    "rational": "1/2",
    "number": 2,
}


# Words whose quotations take and leave something else than `[ ]` does, or that need other input.
ELSEWHERE = {"case", "cond", "loop", "while", "until", "euler054", "source-054", "execute", ">ckf"}


def test_a_word_follows_its_effect_or_raises_an_error():
    left = {name: left_by(name, WORDS[name]) for name in sorted(set(WORDS) - ELSEWHERE)}
    expected = {name: len(row.effect.partition("--")[2].split()) for name, row in WORDS.items()}
    wrong = {name: size for name, size in left.items() if size not in (None, expected[name])}
    assert not wrong
    assert 100 < len([size for size in left.values() if size is not None])


def left_by(name, row):
    """How much a word leaves on the stack; None where it is an error, or runs what it finds."""
    names = row.effect.partition("--")[0].split()
    words = [str(SAMPLES.get(each.rstrip("0123456789"), 5)) for each in names]
    is_runner = any("quot" in each or each == "seq" for each in names)
    try:
        left = run(" ".join(["USE: shuffle", *words, name]))
    except fv.FaceValueError:
        return None
    return None if is_runner or name in ("clear", "execute") else len(left)


PIECES = ["1", "0", "-3/4", "2.5", "1e300", "t", "f", '"ab"', "{ 1 2 }", "{ }", "[ dup ]", "[ + ]"]
PIECES += ["[ drop 1 ]", "[ ]", "{", "}", "[", "]", ":", ";", "(", ")", "--", "x", "V{", "C{", "\\"]
PIECES += [
    "5 iota",
    "3 [1,b]",
    "USE:",
    "shuffle",
    "CONSTANT:",
    "!",
    "C{ 1 2 }",
    "{ 2 { 1 } }",
    '""',
]

numbers = st.one_of(st.integers(-(10**12), 10**12), st.fractions(max_denominator=10**6))


@given(numbers, numbers)
@settings(max_examples=40, deadline=None)
def test_whole_numbers_and_ratios_agree_with_python(x, y):
    def of(word):
        return run(f"{printed(x_value)} {printed(y_value)} {word}").values[0]

    x_value, y_value = Stack([x]).values[0], Stack([y]).values[0]
    assert x + y == of("+")
    assert x - y == of("-")
    assert x * y == of("*")
    assert (x < y) == of("<")
    if y:
        assert Fraction(x) / y == of("/")
        assert math.trunc(Fraction(x) / y) == of("/i")
        assert x - y * math.trunc(Fraction(x) / y) == of("mod")
        assert Fraction(x) % abs(y) == of("rem")


atoms = st.one_of(
    numbers,
    st.booleans(),
    st.text(st.characters(codec="utf-8"), max_size=30),
    st.builds(Complex, st.integers(), st.integers(1, 9)),
    st.sampled_from([1.5, 1e20, 0.1, -0.0, 1e-7, math.inf, 1e300]),
)
values = st.recursive(
    atoms,
    lambda inner: st.builds(
        Sequence, st.sampled_from(["array", "vector", "quotation"]), st.lists(inner, max_size=4)
    ),
    max_leaves=12,
)


@given(values)
@settings(max_examples=40, deadline=None)
def test_a_printed_value_reads_as_the_same_value(value):
    value = Stack([value]).values[0]
    assert same(value, run(printed(value, WHOLE)).values[0])


def is_answered(text):
    """Whether a program gives a stack, or one of our errors in one line."""
    try:
        return isinstance(run(text), Stack)
    except fv.FaceValueError as error:
        return "\n" not in str(error)


@given(st.lists(st.one_of(st.sampled_from(sorted(WORDS)), st.text(max_size=5)), max_size=12))
@settings(max_examples=40, deadline=None)
def test_any_words_in_any_order_give_a_stack_or_an_error_of_ours(words):
    assert is_answered(" ".join(words))
    assert is_answered(" ".join(["1 2 { 3 4 }", '"ab"', "[ dup ]", *words]))


@pytest.mark.exhaustive
@given(st.lists(st.one_of(st.sampled_from(sorted(WORDS)), st.sampled_from(PIECES)), max_size=20))
@settings(max_examples=5000, deadline=None)
def test_random_programs_give_a_stack_or_one_of_our_errors(words):
    assert is_answered(" ".join(words))


@given(st.text(max_size=200))
def test_any_text_gives_a_stack_or_an_error_of_ours(text):
    assert is_answered(text)


def test_the_page_has_the_right_number_of_words():
    assert f"and {len(WORDS)} words" in PAGE


@pytest.mark.parametrize("digits", [4001, 4300, 4301, 5000])
def test_a_number_with_too_many_digits_is_refused_everywhere(digits):
    for text in ("1" * digits, "-" + "1" * digits, "1/" + "3" * digits):
        with pytest.raises(fv.LimitError, match="numbers can have at most 4000 digits"):
            run(text)
