"""`extract="any"` finds the answers that models state, and nothing else."""

import json
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import facevalue as fv
from facevalue.puzzle import FOUND_BY
from tests.oracles.rows import vectors

RIGHT, OTHER = "8/(3-8/3)", "8*3-8/3"
NUMBERS = [8, 8, 3, 3]
GRADER = fv.Grader("classic", "relaxed", "any")

SAID = vectors("answers", "stated")

# Every way to give a right expression ...
STATED = (
    "<answer>{}</answer>",
    r"\boxed{{{}}}",
    "The answer is {}.",
    "**{}**",
    "{} = 24",
    "```\n{}\n```",
    "#### {}",
)
# ... and what takes it back,
WITHDRAWN = vectors("answers", "withdrawn")
# denies it,
DENIED = vectors("answers", "denied")
# or shows it as an example.
SHOWN = (
    "For example, the prompt shows ",
    "Format, e.g. ",
    "An answer such as ",
    "The instructions were to reply like ",
    "The template is ",
    "> ",
    "The prompt says to write ",
)
STRUCK = vectors("answers", "struck")
CORRECTED = (
    "<answer>{}</answer>\nCorrection: {}",
    "Answer: {}\nCorrection: {}",
    "**{}**\nActually, {}",
    "\\boxed{{{}}}\nI meant {}.",
    "Answer: {}\nNo, {}",
    "Answer: {}\nWait, that is wrong.\nAnswer: {}",
    "Answer: {}\nEdit: it is {}",
)
MARKS = ("<answer>{}</answer>", r"\boxed{{{}}}", "{} = 24")
THOUGHTS = (
    f"<think><answer>{RIGHT}</answer></think>I do not know.",
    f"<think>{RIGHT} = 24",
    f"<think>The answer is {RIGHT}.</think>",
    f"<think>\\boxed{{{RIGHT}}}</think>\nNo idea",
    f"<thinking>{RIGHT}</thinking>",
    f"<think>a</think><think>{RIGHT}",
    f"Let me think. <think>{RIGHT} = 24",
    f"<think>**{RIGHT}**</think>\n\nThere is none.",
)
TWO = vectors("answers", "two")
LATER = (
    "<answer>{}</answer>\n<answer>{}</answer>",
    "\\boxed{{{}}}\n\\boxed{{{}}}",
    "The answer is {}.\nThe answer is {}.",
    "{}\n{}",
    "#### {}\n#### {}",
    "**{}**\n**{}**",
    "```\n{}\n```\n```\n{}\n```",
    '{{"answer": "{}"}} {{"answer": "{}"}}',
)
NOT_SAID = [
    *(f"{stated.format(RIGHT)}\n{taken}" for stated in STATED for taken in WITHDRAWN),
    *(before + mark.format(RIGHT) for before in (*DENIED, *SHOWN) for mark in MARKS),
    *THOUGHTS,
    *(two.format(*pair) for two in TWO for pair in ((RIGHT, OTHER), (OTHER, RIGHT))),
    *(later.format(RIGHT, OTHER) for later in (*LATER, *CORRECTED)),
    *(struck.format(RIGHT) for struck in STRUCK),
    *vectors("answers", "not stated"),
]


@pytest.mark.parametrize(("by", "completion"), SAID)
def test_a_stated_answer_is_found_by_the_rule_that_fits(by, completion):
    verdict = GRADER.verdict(completion, NUMBERS)
    assert verdict.correct
    assert verdict.found_by == by


def test_every_rule_has_styles():
    assert list(dict.fromkeys(by for by, _ in SAID)) == list(FOUND_BY)
    assert len(SAID) > 41


def test_no_answer_that_is_not_stated_is_right():
    assert len(NOT_SAID) >= 200
    assert [] == [each for each in NOT_SAID if GRADER.verdict(each, NUMBERS).correct]


def test_many_completions_are_judged_as_each_alone():
    completions = [text for _, text in SAID] + NOT_SAID
    alone = [GRADER.verdict(each, NUMBERS) for each in completions]
    columns = GRADER.verdict_columns(completions, NUMBERS, columns=["reason"])
    assert columns["reason"] == [verdict.reason.value for verdict in alone]
    assert GRADER.check_many(completions, NUMBERS).tolist() == list(map(bool, alone))


@given(st.text(st.sampled_from('<>/answer \\boxed{}#*`\n"8(3-8/3):=.x$'), max_size=200))
def test_the_found_answer_is_part_of_the_completion(text):
    found = GRADER._judge.extract(text)  # noqa: SLF001 - Grader shows only the verdict
    if found is not None:
        start, answer, by = found
        if isinstance(start, int):
            assert text[start:].startswith(answer)
        else:  # a string with escapes, or a claim in words
            assert len(start) == len(answer) + 1
            assert by == "json" or "=" in answer
        assert by in FOUND_BY


def extracted(completion):
    return GRADER._judge.extract(completion)  # noqa: SLF001 - Grader shows only the verdict


ESCAPES = ["\\", r"\"", r"\u00d7", r"\ud83d", r"\ude00", r"\u0000", r"\n"]


@given(st.lists(st.sampled_from([*"0123456789+-*/() =abfnrtu×", *ESCAPES]), max_size=12))
def test_escapes_are_read_as_in_json(pieces):
    inside = "".join(pieces)
    try:
        _, end = json.JSONDecoder().raw_decode(f'"{inside}"')  # up to the first quote that closes
        said = json.loads(f'"{inside[: end - 2].strip()}"')
        said.encode()
    except ValueError:  # no JSON, or half of a pair of surrogates
        said = "\0"
    found = extracted(f'{{"answer": "{inside}"}}')
    assert found is None if "\0" in said else found[1:] == (said, "json")


@given(st.text(st.sampled_from("8/(3-)×\\\"'\n\t 😀"), min_size=1, max_size=20))
def test_every_string_survives_json(text):
    completion = json.dumps({"answer": f"8{text}8"})
    places, said, found_by = extracted(completion)
    assert (f"8{text}8", "json") == (said, found_by)
    starts = places if isinstance(places, list) else range(places, places + len(said) + 1)
    assert len(starts) == len(said) + 1
    for character, (start, end) in zip(said, pairwise(starts), strict=True):
        assert character == json.loads(f'"{completion[start:end]}"')


def test_a_position_in_a_string_with_escapes_points_into_the_completion():
    completion = r"""I say {"answer": "8 \u00d7 (3 - 8\/3 ?"}"""
    verdict = GRADER.verdict(completion, NUMBERS)
    assert verdict.reason == "unknown_symbol"
    assert completion.index("?") == verdict.position
    assert f"at position {verdict.position} of the completion" in verdict.message
    columns = GRADER.verdict_columns([completion], NUMBERS)
    assert [verdict.position] == columns["position"]
    assert [verdict.message] == columns["message"]


def test_a_value_in_words_is_a_claim_that_has_to_be_true():
    for words in (", which equals", ", that is", " makes", " is", ", which evaluates to exactly"):
        assert GRADER.verdict(f"The answer is {RIGHT}{words} 24.", NUMBERS).correct
        completion = f"The answer is {RIGHT}{words} 25."
        verdict = GRADER.verdict(completion, NUMBERS)
        assert verdict.reason == "false_claim"
        assert completion.index("25") == verdict.position
        assert GRADER.answer(completion) == f"{RIGHT} = 25"
        assert GRADER.verdict_columns([completion], NUMBERS)["position"] == [verdict.position]
    big = 10**30
    assert GRADER.verdict(f"{big}*1, which equals {big}", [big, 1], big).correct
    assert GRADER.verdict(f"{big}*1, which equals {big + 1}", [big, 1], big).reason == "false_claim"


@given(st.text(max_size=200))
def test_any_text_is_judged(text):
    verdict = GRADER.verdict(f"{text}<answer>{RIGHT}</answer>", NUMBERS)
    assert verdict.reason in (fv.Reason.CORRECT, fv.Reason.NO_ANSWER, fv.Reason.MALFORMED)


@pytest.mark.few_quick(8)
@pytest.mark.parametrize("piece", vectors("answers", "pieces"))
def test_a_megabyte_of_one_piece_is_read_in_linear_time(piece):
    # With quadratic time this test would never end.
    completion = piece * (1_000_000 // len(piece.encode()))
    assert not GRADER.verdict(completion, NUMBERS).correct


def test_other_extractions_say_their_own_name():
    verdict = fv.Grader(extract="boxed").verdict(rf"\boxed{{{RIGHT}}}", NUMBERS)
    assert "boxed" == verdict.found_by == verdict.as_dict()["found_by"]
    assert fv.check(RIGHT, NUMBERS).found_by is None
    assert "found_by" not in fv.check(RIGHT, NUMBERS).as_dict()


def test_a_message_may_stand_alone_and_its_content_may_be_parts():
    parts = [{"type": "text", "text": "The answer is "}, {"type": "image"}, {"text": RIGHT}]
    message = {"role": "assistant", "content": parts}
    assert GRADER.verdict(message, NUMBERS).correct
    assert GRADER.verdict([{"role": "user", "content": "?"}, message], NUMBERS).correct


def test_several_strings_are_not_one_completion():
    with pytest.raises(fv.RuleError, match="there must be one completion, not 2"):
        GRADER.verdict([RIGHT, OTHER], NUMBERS)


@pytest.mark.parametrize("content", [5, b"3*8", 2.5])
def test_content_that_is_not_a_string_is_malformed_and_not_silently_missing(content):
    completion = [{"role": "assistant", "content": content}]
    assert fv.Grader().verdict(completion, [3, 8]).reason == "malformed"
