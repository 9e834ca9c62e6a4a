"""Graders and batches agree with single checks; completions are read as in the policy."""

import copy
import json
import pickle
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import facevalue as fv
from tests.oracles import answers as reference
from tests.oracles import policy
from tests.oracles.policy import seen

LAWFUL = settings(derandomize=True, database=None, deadline=None, max_examples=500)

EXTRACTS = list(reference.EXTRACTIONS)
EXPRESSIONS = st.text("0123456789+-*/()= ", max_size=24) | st.from_regex(
    r"\A\(?1?[0-9]([-+*/]\(?1?[0-9]\)?){1,4}\Z"
)
GOOD, BAD = "(1+2+3)*4", "1+2+3+4"


def of_row(row, syntax):
    named = fv.SYNTAXES[syntax].replace(**policy.syntax_options(row))
    grader = fv.Grader(policy.rules_of(row), named, **policy.grader_options(row))
    return seen(grader.verdict(row["answer"], row["numbers"], row["target"]))


# Completions --------------------------------------------------------------------------------------


@pytest.mark.parametrize("section", policy.sections("completion"))
def test_completions_are_judged_as_the_policy_says(section):
    assert [] == policy.differences(section, of_row)


def test_completions_are_judged_as_people_judged_them():
    for case in policy.cases():
        for syntax in case["syntaxes"] if case["kind"] == "completion" else ():
            assert case["correct"] == (of_row(case, syntax).reason == "correct"), case


PIECES = ["<answer>", "</answer>", "<answer>", "</answer>", "<think>", "</think>", r"\boxed{", "}"]
PIECES += ["{", "\\", r"\{", r"\}", "<", "answer>", "</", GOOD, BAD, " ", "\n", "1+2", "x", "24"]
PIECES += ["\U0001f600", "<Answer>", "$", r"\boxed{1*2*3*4}", f"<answer>{GOOD} = 24</answer>"]
completions = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)


@LAWFUL
@given(completions, st.sampled_from(EXTRACTS), st.booleans(), st.sampled_from(list(fv.SYNTAXES)))
def test_completions_are_judged_as_the_slow_judge_does(text, extract, after_think, syntax):
    options = {"rules": fv.RULES["classic"], "extract": extract, "after_think": after_think}
    grader = fv.Grader(syntax=syntax, extract=extract, after_think=after_think)
    slow = options | {"syntax": reference.SYNTAXES[syntax]}
    expected = reference.verdict(text, [1, 2, 3, 4], 24, slow)
    assert expected == seen(grader.verdict(text, [1, 2, 3, 4], 24))
    messages = [{"role": "user", "content": "?"}, {"role": "assistant", "content": text}]
    assert expected == seen(grader.verdict(messages, [1, 2, 3, 4], 24))


@pytest.mark.parametrize("extract", EXTRACTS)
@pytest.mark.parametrize("after_think", [False, True])
def test_a_long_completion_of_any_piece_is_judged(extract, after_think):
    grader = fv.Grader(extract=extract, after_think=after_think)
    pieces = [*PIECES[:-2], r"\boxed{\boxed{", "<answer><answer", r"\\", "{}", "</think><answer>"]
    for piece in pieces:
        assert not grader.verdict(piece * (400_000 // len(piece)), [1, 2, 3, 4], 24).correct


@pytest.mark.parametrize(
    ("expected", "completion"),
    [
        ("no_answer", None),
        ("malformed", 24),
        ("malformed", b"<answer>24</answer>"),
        ("malformed", 24.0),
        ("no_answer", []),
        ("no_answer", [{"role": "assistant", "content": None}]),
        ("no_answer", [{"role": "assistant", "content": [{"type": "text", "text": "24"}]}]),
        ("no_answer", [{"role": "user", "content": "<answer>24</answer>"}]),
        ("no_answer", [{"role": "assistant"}]),
        ("correct", [{"role": "assistant", "content": "<answer>24</answer>"}]),
        ("correct", ({"role": "assistant", "content": "<answer>24</answer>"},)),
        ("no_answer", "\ud800"),
        ("unknown_symbol", "<answer>\ud800</answer>"),
    ],
)
def test_nothing_that_is_given_as_completion_raises(expected, completion):
    assert expected == fv.Grader().verdict(completion, [24], 24).reason


# Scores -------------------------------------------------------------------------------------------

TEXTS = [
    f"<answer>{GOOD}</answer>",
    f"<answer>{BAD}</answer>",
    f"<answer>{GOOD} = 25</answer>",
    "<answer>(1+2+3)**4</answer>",
    "<answer></answer>",
    "no tag",
    "",
    None,
    [{"role": "assistant", "content": f"<answer>{GOOD}</answer>"}],
    "<answer>\U0001f600</answer>",
]


def test_scores_are_for_right_answers_for_answers_and_for_none():
    grader = fv.Grader(score=2.0, format_score=0.25)
    expected = [2.0, 0.25, 0.25, 0.25, 0.25, 0.0, 0.0, 0.0, 2.0, 0.25]
    assert expected == [grader.score(text, [1, 2, 3, 4], 24) for text in TEXTS]
    assert expected == grader.score_many(TEXTS, [[1, 2, 3, 4]] * len(TEXTS), 24).tolist()
    assert [1.0, 0.0] == [fv.Grader().score(text, [1, 2, 3, 4], 24) for text in TEXTS[:2]]


@pytest.mark.parametrize("workers", [1, 2, 5])
@pytest.mark.parametrize("extract", EXTRACTS)
def test_many_completions_are_judged_one_by_one(extract, workers):
    grader = fv.Grader(extract=extract, syntax="strict", format_score=0.1)
    texts = [*TEXTS, GOOD, BAD, f"\\boxed{{{GOOD}}}"] * 20
    numbers = [[1, 2, 3, 4], [4, 6]] * (len(texts) // 2)
    targets = [24, 10] * (len(texts) // 2)
    triples = list(zip(texts, numbers, targets, strict=True))
    singly = [grader.verdict(*triple) for triple in triples]
    right = grader.check_many(texts, numbers, targets, workers=workers)
    assert list(map(bool, singly)) == right.tolist()
    columns = grader.verdict_columns(texts, numbers, targets, columns=["reason"], workers=workers)
    assert {"reason": [verdict.reason.value for verdict in singly]} == columns
    scores = grader.score_many(texts, numbers, targets, workers=workers)
    assert [grader.score(*triple) for triple in triples] == scores.tolist()
    assert (np.dtype(bool), np.dtype("float64")) == (right.dtype, scores.dtype)


def row_of(verdict):
    value = None if verdict.value is None else fv.puzzle.number_text(verdict.value)
    reason, place = verdict.reason.value, verdict.position
    return verdict.correct, reason, value, place, verdict.message, verdict.found_by


# Answers that the core explains itself, and those that it leaves to Python.
TOLD = [
    "3*8",
    "3+8",
    "8/3",
    "3-8",
    "3*8*9",
    "3",
    "8*3*8*1",
    "3*8 = 24",
    "24 = 3*8",
    "3*8=25",
    "3/(8-8)",
    "-3*-8",
    "{1/2}*3",
    "{-3}*8",
    "3*8*{2/4}",
    "9" * 30,
    "9*" * 40 + "9",
    "1+" * 150 + "1",
    "1/" * 30 + "7",
    "3**8",
    "3*8\u00b2",
    "",
    "\U0001f600 3*8",
    "9223372036854775807*3",
]
HANDS = [[3, 8], [1, 2, 3, 4], ["3", "8"], "3 8", [fv.Card("3H"), 8], [-3, 8], ["1/2", 3], [10**30]]


@pytest.mark.few_slow(36)
@pytest.mark.few_quick(24)
@pytest.mark.parametrize("extract", ["whole", "last_answer_tag", "any"])
@pytest.mark.parametrize("rules", ["classic", "countdown", "whole", "oberon"])
@pytest.mark.parametrize("hand", HANDS, ids=str)
def test_columns_of_verdicts_equal_single_verdicts(hand, rules, extract):
    grader = fv.Grader(rules, "relaxed", extract)
    texts = [f"so <answer>{text}</answer>" if extract != "whole" else text for text in TOLD]
    texts += [None, 5, *TEXTS]
    for target in (24, None, "3/2", 10**30, str(10**30)):
        columns = grader.verdict_columns(texts, [hand] * len(texts), target)
        found = list(zip(*columns.values(), strict=True))
        singly = [grader.verdict(text, hand, target) for text in texts]
        assert found == [row_of(verdict) for verdict in singly]


@given(st.lists(st.tuples(EXPRESSIONS, st.lists(st.integers(0, 12), min_size=1, max_size=5))))
def test_columns_of_verdicts_on_any_answers_equal_single_verdicts(questions):
    grader = fv.Grader("countdown", extract="whole")
    texts, numbers = [text for text, _ in questions], [each for _, each in questions]
    columns = grader.verdict_columns(texts, numbers, list(range(len(texts))), workers=2)
    assert list(columns) == ["correct", "reason", "value", "position", "message", "found_by"]
    singly = [grader.verdict(*each, at) for at, each in enumerate(questions)]
    assert list(zip(*columns.values(), strict=True)) == [row_of(verdict) for verdict in singly]


def test_graders_are_frozen_values():
    grader = fv.Grader("countdown", extract="boxed", after_think=True, format_score=0.5)
    assert grader == copy.copy(grader) == pickle.loads(pickle.dumps(grader))
    assert 1 == len({grader, copy.deepcopy(grader)})
    assert grader != fv.Grader("countdown", extract="boxed", after_think=True)
    with pytest.raises(AttributeError):
        grader.score = 2.0


@pytest.mark.parametrize(
    "options", [{"extract": "json"}, {"rules": "unknown"}, {"syntax": "sloppy"}, {"extract": None}]
)
def test_options_of_a_grader_are_checked(options):
    with pytest.raises(fv.RuleError):
        fv.Grader(**options)


# Answers by the many ------------------------------------------------------------------------------

ANSWERS = [GOOD, BAD, "2*3*4", "", None, "4!", "1/0", "(1+2+3)*4 = 24", "(1+2+3)*4=9", "x", 24, b""]
ANSWERS += ["1" * 10_000, "(" * 200_000, "\ud800", "1\u00d72\u00d73\u00d74", "(1+2+3)*4\0"]


@pytest.mark.parametrize("syntax", fv.SYNTAXES)
@pytest.mark.parametrize("rules", ["classic", "whole", "countdown", "oberon"])
def test_many_answers_are_judged_one_by_one(rules, syntax):
    numbers = [1, 2, 3, 4]
    singly = [fv.check(text, numbers, 24, rules, syntax=syntax) for text in ANSWERS]
    right = fv.check_many(ANSWERS, numbers, 24, rules, syntax=syntax)
    assert (list(map(bool, singly)), np.dtype(bool)) == (right.tolist(), right.dtype)
    columns = fv.puzzle.verdict_columns(ANSWERS, numbers, 24, rules, syntax=syntax)
    assert list(map(row_of, singly)) == list(zip(*columns.values(), strict=True))


def test_a_batch_is_as_true_as_its_answers():
    """`.mean()` is the share of right answers, and `if` means what it says."""
    right = fv.check_many(["8*3", "8+3"], [8, 3])
    assert [bool(fv.check(answer, [8, 3])) for answer in ("8*3", "8+3")] == right.tolist()
    assert (0.5, True) == (right.mean(), bool(right[0]))
    completions = ["<answer>8*3</answer>", "<answer>8+3</answer>"]
    assert [True, False] == fv.Grader().check_many(completions, [8, 3]).tolist()


def test_columns_of_verdicts_are_those_that_are_named():
    named = fv.puzzle.verdict_columns(["8*3", "8+3"], [8, 3], columns=("value", "correct"))
    assert {"value": ["24", "11"], "correct": [True, False]} == named
    assert ["value", "correct"] == list(named)
    assert {} == fv.Grader().verdict_columns(["8*3"], [8, 3], columns=())
    with pytest.raises(fv.RuleError, match="unknown column 'reasons'"):
        fv.Grader().verdict_columns(["8*3"], [8, 3], columns=["reasons"])


ROWS = [[1, 2, 3, 4], [6, 6, 5, 2], [24], [8, 8, 3, 3, 1]]
TARGETS = [24, 17, 24, 24]
RAGGED = [GOOD, "6*(2+5/6)", "24", "8/(3-8/3)"]


def test_numbers_of_many_answers_may_be_ragged():
    assert [True, True, True, False] == fv.check_many(RAGGED, ROWS, TARGETS).tolist()
    assert [True, False, True, False] == fv.check_many(RAGGED, ROWS).tolist()
    assert [True, True, True, False] == fv.check_many(
        RAGGED, [np.array(row) for row in ROWS], TARGETS
    ).tolist()
    assert [True, True, True, False] == fv.check_many(
        tuple(RAGGED), ROWS, np.array(TARGETS)
    ).tolist()


def test_answers_and_numbers_may_be_arrays():
    answers = np.array([GOOD, "4*3*2*1", "1+2+3+4"])
    numbers = np.array([[1, 2, 3, 4]] * 3)
    assert [True, True, False] == fv.check_many(answers, numbers).tolist()
    assert [True, True, False] == fv.check_many(
        answers.astype(object), numbers.astype("uint8")
    ).tolist()
    assert [True, True, False] == fv.check_many(answers, numbers[0]).tolist()


def test_numbers_of_many_answers_may_be_fractions():
    assert [True, True] == fv.check_many(["{3/4}*32", "{-5}+29"], [["3/4", 32], [-5, 29]]).tolist()


@pytest.mark.parametrize("numbers", ["6 6 5 2", "6,6,5,2", "6, 6, 5, 2"])
def test_one_string_of_numbers_is_one_puzzle_for_all_answers(numbers):
    answers = ["6*(2+5/6)", "6*6-5*2", "6+6+5"]
    assert [True, False, False] == fv.check_many(answers, numbers, 17).tolist()
    assert [False, False, False] == fv.check_many(answers, numbers).tolist()
    assert [True, True, False] == fv.check_many(answers, numbers, [17, 26, 17]).tolist()
    # As many characters or words as answers: still one puzzle.
    assert [True] * 4 == fv.check_many(answers[:1] * 4, numbers, 17, workers=2).tolist()
    assert [True] * len(numbers) == fv.check_many(answers[:1] * len(numbers), numbers, 17).tolist()


def test_no_answers_have_no_verdicts():
    right = fv.check_many([], [1, 2, 3, 4])
    assert ((0,), np.dtype(bool)) == (right.shape, right.dtype)
    assert (0,) == fv.Grader().score_many([], [], []).shape


def test_arrow_strings_are_answers():
    pyarrow = pytest.importorskip("pyarrow")
    answers = pyarrow.array([GOOD, None, BAD, "1\u00d72\u00d73\u00d74"])
    assert [True, False, False, True] == fv.check_many(answers, [1, 2, 3, 4]).tolist()
    assert [False, False] == fv.check_many(answers.slice(1, 2), [1, 2, 3, 4]).tolist()
    chunks = pyarrow.chunked_array([answers, answers.slice(1, 2)])
    assert [True, False, False, True, False, False] == fv.check_many(chunks, [1, 2, 3, 4]).tolist()


@pytest.mark.parametrize(
    ("numbers", "targets"),
    [([[1, 2, 3, 4]], 24), ([[1, 2, 3, 4]] * 3, 24), ([1, 2, 3, 4], [24, 24, 24])],
)
def test_as_many_numbers_and_targets_as_answers_are_expected(numbers, targets):
    with pytest.raises(fv.FaceValueError):
        fv.check_many([GOOD, BAD], numbers, targets)


@pytest.mark.parametrize("workers", [1, 2, 3, 16])
def test_workers_change_nothing(workers):
    answers = ANSWERS * 30
    expected = fv.check_many(answers, [1, 2, 3, 4]).tolist()
    assert expected == fv.check_many(answers, [1, 2, 3, 4], workers=workers).tolist()


def test_many_threads_may_judge_at_once():
    grader = fv.Grader()
    numbers = [[1, 2, 3, 4]] * len(TEXTS)
    expected = grader.score_many(TEXTS, numbers, 24).tolist()

    def judged(_):
        return grader.score_many(TEXTS, numbers, 24).tolist(), fv.check(GOOD, numbers[0]).correct

    with ThreadPoolExecutor(8) as pool:
        assert [(expected, True)] * 100 == list(pool.map(judged, range(100)))


def test_the_judged_cases_are_judged_alike_in_one_batch():
    cases = [case for case in policy.cases() if case["kind"] == "expr" and not case["options"]]
    plain = [case for case in cases if case["rules"] == {"use": "all", "values": "rational"}]
    columns = [[case[name] for case in plain] for name in ("answer", "numbers", "target")]
    for syntax in fv.SYNTAXES:
        right = fv.check_many(*columns, syntax=syntax)
        for case, is_right in zip(plain, right.tolist(), strict=True):
            assert syntax not in case["syntaxes"] or case["correct"] == is_right, json.dumps(case)


def test_wide_numbers_keep_their_braces_in_a_batch():
    answers, rows, targets = (
        ["9223372036854775808*{-1}", "{-1}+2"],
        [[2**63, -1], [-1, 2]],
        [-(2**63), 1],
    )
    assert [True, True] == fv.check_many(answers, rows, targets).tolist()
    assert [True, False] == fv.check_many(answers, rows, [-(2**63), 24]).tolist()
    assert fv.check(answers[0], rows[0], targets[0]).correct


@pytest.mark.parametrize("name", ["loose", ["strict"], None, 5])
def test_unknown_names_are_refused_with_the_known_ones(name):
    with pytest.raises(
        fv.RuleError, match=r"^unknown syntax .*; choose one of strict, lenient, relaxed$"
    ):
        fv.check("1", [1], syntax=name)
    with pytest.raises(fv.RuleError, match=r"^unknown rules .*; choose one of classic, "):
        fv.Grader(name)


def test_no_answers_are_judged_at_once():
    assert [] == fv.check_many([], []).tolist() == fv.check_many([], [4, 6]).tolist()
    with pytest.raises(fv.RuleError, match=r"^there are no numbers: "):
        fv.check_many(["24"], [])


def test_a_batch_in_many_chunks_is_judged_like_its_answers():
    answers = ["4*6", "4+6", "4*", "", "24"] * 10_000
    reasons = ["correct", "wrong_value", "malformed", "malformed", "wrong_numbers"] * 10_000
    right = [reason == "correct" for reason in reasons]
    for numbers, targets, workers in (([4, 6], None, 1), ([[4, 6]] * 50_000, [24] * 50_000, 3)):
        assert right == fv.check_many(answers, numbers, targets, workers=workers).tolist()
        columns = fv.puzzle.verdict_columns(
            answers, numbers, targets, columns=["reason"], workers=workers
        )
        assert reasons == columns["reason"]


def test_arrow_messages_are_read_like_lists_of_messages():
    pyarrow = pytest.importorskip("pyarrow")
    chats = [[{"role": "assistant", "content": f"<answer>{text}</answer>"}] for text in (GOOD, BAD)]
    rows = [[1, 2, 3, 4]] * 2
    grader = fv.Grader()
    assert grader.score_many(chats, rows).tolist() == [1.0, 0.0]
    assert grader.score_many(pyarrow.array(chats), rows).tolist() == [1.0, 0.0]
    texts = pyarrow.array([chat[0]["content"] for chat in chats])
    for kind in (texts, texts.cast("large_string"), texts.dictionary_encode()):
        assert grader.score_many(kind, rows).tolist() == [1.0, 0.0]


def test_an_answer_that_ends_too_early_is_at_fault_at_its_end():
    verdict = fv.Grader().verdict("so <answer>3*(8</answer> it is", [3, 8], 24)
    assert str(verdict) == "expected ) or an operator at the end: '3*(8'"
    assert verdict.position == len("so <answer>3*(8")


@pytest.mark.parametrize("before", ["", "a", "é", "🂡", "\ud800"])
@pytest.mark.parametrize("after", ["", "a", "é", "🂡", "\ud800"])
def test_a_position_counts_characters_whatever_is_before_and_after(before, after):
    for count in (1, 9, 300):
        start = f"{before * count}<answer>3×(8"
        completion = f"{start}</answer>{after * 20}"
        assert fv.Grader().verdict(completion, [3, 8]).position == len(start)
        columns = fv.Grader().verdict_columns([completion], [3, 8], columns=["position"])
        assert columns["position"] == [len(start)]
