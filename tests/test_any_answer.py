"""`extract="any"` finds the answers that models state, and nothing else."""

import json
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import facevalue as fv
from facevalue.puzzle import FOUND_BY

RIGHT, OTHER = "8/(3-8/3)", "8*3-8/3"
NUMBERS = [8, 8, 3, 3]
BAR = r"\frac{8}{3-\frac{8}{3}}"
GRADER = fv.Grader("classic", "relaxed", "any")

STYLES = {
    "answer_tag": [
        f"<answer>{RIGHT}</answer>",
        f"<ANSWER> {RIGHT} </ANSWER>",
        f"I think so.\n< answer >{RIGHT}< / answer >",
        f"<think>8*3? no, wait</think><answer>{RIGHT} = 24</answer>",
        f"<answer>{OTHER}</answer>\n<answer>{RIGHT}</answer>",
    ],
    "boxed": [
        rf"The result is \boxed{{{RIGHT}}}.",
        rf"$\boxed{{{RIGHT} = 24}}$",
        rf"\[\boxed{{{BAR}}}\]",
        rf"\fbox{{{RIGHT}}}",
        rf"${RIGHT} = \boxed{{24}}$",
        rf"$$ {BAR} = \boxed{{24}} $$",
        rf"So {RIGHT} = \boxed{{24}}.",
    ],
    "hashes": [f"We compute.\n#### {RIGHT}", f"#### Step one\n#### {RIGHT} = 24"],
    "phrase": [
        f"The final answer is {RIGHT}.",
        f"Final answer: {RIGHT}",
        f"**Final Answer:** {RIGHT}",
        f"**Final answer: {RIGHT} = 24**",
        f"Final Answer\n{RIGHT} = 24",
        f"**Final Answer**\n\n$${BAR}$$",
        f"The answer is: {RIGHT} = 24",
        f"So, the answer is **{RIGHT}**.",
        f"Answer: `{RIGHT}`",
        f"Answer: {RIGHT}, which uses every number once.",
        f"### Answer:\n\\[\n{BAR} = 24\n\\]",
        f"ANSWER: {RIGHT}",
        rf"Final answer: ${BAR}$.",
        r"The answer is $8 \div (3 - 8 \div 3)$.",
        "Answer: 8 ÷ (3 − 8÷3) = 24",
        f"No, the answer is {RIGHT}.",
        f"The answer is {OTHER}.\nThe answer is {RIGHT}.",
    ],
    "json": [
        f'{{"answer": "{RIGHT}"}}',
        f'```json\n{{"thought": "x", "answer": "{RIGHT} = 24"}}\n```',
        f"{{'answer': '{RIGHT}'}}",
        r"""{"answer": "8\/(3-8\/3)"}""",
        r"""{"answer": "8\u00f7(3 \u2212 8\u00F73)\n"}""",
        r"""{"answer": "\\frac{8}{3-\\frac{8}{3}} = 24"}""",
        r"""{"why": "it is \"easy\"", "answer": "8 \\div (3 - 8 \\div 3)", "sure": true}""",
        r"""{"answer": "\"8/(3-8/3)\""}""",
        r"""{'answer': '8\u00f7(3-8/3)'}""",
    ],
    "code_block": [
        f"Here you go:\n```\n{RIGHT}\n```",
        f"```python\n{RIGHT}\n```\nThis makes 24.",
        f"```text\n8/3 = 8/3\n{RIGHT} = 24\n```",
        f"**Answer:**\n```\n{RIGHT}\n```",
    ],
    "bold": [
        f"One solution is **{RIGHT}**.",
        f"**Solution**\n\n**{RIGHT} = 24**\n\nEvery number is used exactly once.",
    ],
    "last_line": [
        RIGHT,
        f"{RIGHT} = 24",
        f"24 = {RIGHT}",
        f"Sure! Here is one way:\n\n{RIGHT} = 24",
        f"Let me think.\n8/3 is 2.67 and 3-8/3 = 1/3.\nSo {RIGHT} = 24.",
        f"Solution: {RIGHT}",
        f"1. {RIGHT} = 24",
        f"- {RIGHT} = 24\n\nThis uses each number once.",
        rf"\( {RIGHT} \)",
        "8 ÷ (3 − 8 ÷ 3) = 24",
        "We can use: 8 / (3 - (8 / 3)) = 24 ✅",
        f"Therefore:\n$$ {BAR} = 24 $$",
        f"`{RIGHT}`",
        f"“{RIGHT}”",
        f"*{RIGHT}*",
        f"Solution: {RIGHT} = 24\n\nLet me know if you would like another one!",
        f"答案是：{RIGHT}",  # noqa: RUF001
        "Die Lösung lautet: 8:(3-8:3) = 24",
    ],
}
SAID = [(by, text) for by, texts in STYLES.items() for text in texts]

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
WITHDRAWN = (
    "Wait, that is wrong.",
    "No wait, 8/3 is not allowed twice.",
    "Oops, I used 3 three times. I cannot find one.",
    "Sorry, that is a mistake.",
    "Actually this doesn't work.",
    "That's not correct.",
    "Hmm, that isn't 24.",
    "I take it back.",
    "Scratch that.",
    "On second thought, there is no solution.",
    "This is incorrect, so I give up.",
    "It fails.",
    "Never mind, impossible.",
    "Ignore the line above.",
    "Disregard that.",
)
# denies it,
DENIED = (
    "It is not ",
    "The answer is not ",
    "I doubt that it is ",
    "The wrong answer is ",
    "Incorrect answer: ",
    "Wrong answer: ",
    "I don't think the answer is ",
    "It can't be ",
    "It is never ",
    "If only it were ",
)
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
TWO = (
    "<answer>{0}</answer> or <answer>{1}</answer>",
    r"\boxed{{{0}}} or \boxed{{{1}}}",
    "The answer is {0} or {1}.",
    "{0} or {1}",
    "Answer: {0}, {1}",
    "<answer>{0} or {1}</answer>",
    "<answer>{0}\n{1}</answer>",
    r"\boxed{{{0}, {1}}}",
    "Either {0} or {1}.",
    "#### {0} or {1}",
    "Final answer: {0} (or {1})",
    "```\n{0} or {1}\n```",
)
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
# Strings of JSON that cannot be read, or that say something else than their letters.
BROKEN = (
    rf"{RIGHT}\d",
    rf"{RIGHT}\\",
    rf"\x20{RIGHT}",
    rf"\u00{RIGHT}",
    rf"{RIGHT}\u",
    rf"{RIGHT}\u002",
    rf"{RIGHT}\u002g",
    rf"{RIGHT}\u0000",
    rf"{RIGHT}\ud83d",
    rf"\ude00{RIGHT}",
    rf"{RIGHT}\ud83d\u0020",
    rf"\U00000020{RIGHT}",
    rf"\040{RIGHT}",
    rf"{RIGHT}\ ",
    rf"{RIGHT}\u0021",
    rf"{RIGHT}\u0022, or \u0022{OTHER}",
    f"{RIGHT}\\",
    rf"{OTHER}\u0008\b\b\b\b\b\b\b\b{RIGHT}",
    r"8 \div (3 - 8 \div 3)",
    r"\frac{8}{3-\frac{8}{3}}",
    r"8 \times 3",
    r"\uff18/(3-8/3)",
    r"8\u200b/(3-8/3)",
)
ELSE = (
    f"{RIGHT} = 24\n<answer>24</answer>",
    f"{RIGHT}\nThe answer is {OTHER}",
    f"**{RIGHT}**\n\\boxed{{{OTHER}}}",
    f"Answer: {RIGHT}\n<answer>none</answer>",
    f"It may be {RIGHT}.\n<answer></answer>",
    f"{RIGHT}\n\\boxed{{\\text{{no solution}}}}",
    f"<answer>{RIGHT} = 25</answer>",
    f"<answer>{RIGHT}",
    f"\\boxed{{{RIGHT}",
    f"<answer>print({RIGHT})</answer>",
    f"<answer>{RIGHT}!</answer>",
    f"\\boxed{{{RIGHT}+0}}",
    f"<answer>about {RIGHT}</answer>",
    f"Is it {RIGHT}?",
    f"{RIGHT} = 24?",
    f"The puzzle {RIGHT} asks for 24",
    f"Could {RIGHT} be it",
    f"If {RIGHT} were allowed",
    f"Perhaps {RIGHT} = 24",
    f"Try {RIGHT}",
    f"Suppose {RIGHT} = 24",
    f"Closest I got: {RIGHT}",
    f"Step 1: {RIGHT} = 24",
    f"{RIGHT} = 24 + 1",
    f"{RIGHT} = 23",
    f"{RIGHT} ≈ 24",
    f"What about {RIGHT}",
    f"I tried {RIGHT} = 24 but gave up",
    f"x = {RIGHT} + y",
    f"f({RIGHT})",
    f"print({RIGHT})",
    *(f'{{"answer": "{said}"}}' for said in BROKEN),
    f"{RIGHT} and {OTHER}",
    f"{RIGHT}; {OTHER}",
    f"{RIGHT} -> {OTHER}",
    "8 3 8 3",
    "",
    "24",
    "no idea",
    "The answer is 24.",
    r"\boxed{24}",
    "<answer>24</answer>",
    "#### 24",
)
NOT_SAID = [
    *(f"{stated.format(RIGHT)}\n{taken}" for stated in STATED for taken in WITHDRAWN),
    *(before + mark.format(RIGHT) for before in (*DENIED, *SHOWN) for mark in MARKS),
    *THOUGHTS,
    *(two.format(*pair) for two in TWO for pair in ((RIGHT, OTHER), (OTHER, RIGHT))),
    *(later.format(RIGHT, OTHER) for later in LATER),
    *ELSE,
]


@pytest.mark.parametrize(("by", "completion"), SAID)
def test_a_stated_answer_is_found_by_the_rule_that_fits(by, completion):
    verdict = GRADER.verdict(completion, NUMBERS)
    assert verdict.correct
    assert verdict.found_by == by


def test_every_rule_has_styles():
    assert list(STYLES) == list(FOUND_BY)
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
        else:  # a string with escapes
            assert len(start) == len(answer) + 1
            assert by == "json"
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


@given(st.text(max_size=200))
def test_any_text_is_judged(text):
    verdict = GRADER.verdict(f"{text}<answer>{RIGHT}</answer>", NUMBERS)
    assert verdict.reason in (fv.Reason.CORRECT, fv.Reason.NO_ANSWER, fv.Reason.MALFORMED)


@pytest.mark.few_quick(8)
@pytest.mark.parametrize(
    "piece",
    [
        "<",
        "<answer>",
        "</answer",
        "< ",
        "\\",
        "\\boxed{",
        "\\boxed ",
        "####",
        "#### 1+",
        "**",
        "* *",
        "```",
        "``` 1",
        '"answer"',
        '{"answer":',
        '{"answer": "',
        '{"answer": "\\\\',
        '"answer":"\\"',
        "'answer':\"",
        "answer:",
        "the answer is ",
        "1 ",
        "x ",
        "1x",
        "a ",
        "A ",
        "wait",
        "n't",
        "\n",
        "\n1",
        "1+1\n",
        "×",
        "<think>",
        "</think>",
        "(",
        "final",
    ],
)
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
