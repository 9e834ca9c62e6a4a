"""Printed sheets: their puzzles, and the PDF read back."""

import hashlib
import io
import json
import re
import subprocess
import sys

import pypdf
import pytest

import facevalue as fv
from facevalue.cli.main import main
from facevalue.puzzle import DIFFICULTIES
from facevalue.puzzle.model.rules_options import GROUPINGS
from facevalue.sheets import PAPER_SIZES, Sheet, pdf, sheet
from facevalue.sheets.instructions import how_to_play
from tests.oracles.rows import vectors
from tests.sheets import drawings

POINTS = 72 / 25.4  # in a millimetre
SUMS = fv.Rules("sums", operators="+-", target=10)


def read(content):
    return pypdf.PdfReader(io.BytesIO(content))


def puzzles(dealt):
    return [deal for _, deals in dealt.sections for deal in deals]


def test_the_usual_sheet_has_twenty_easy_and_twenty_hard_hands():
    dealt = sheet(seed=1)
    assert [("easy", 20), ("hard", 20)] == [(name, len(deals)) for name, deals in dealt.sections]
    assert all(len(deal.cards) == 4 and deal.target == 24 for deal in puzzles(dealt))


@pytest.mark.few_quick(1)
@pytest.mark.parametrize("rules", ["classic", "whole", "countdown", "krypto", "make10"])
def test_every_puzzle_can_be_solved_and_none_comes_twice(rules):
    dealt = sheet(rules, difficulties=list(DIFFICULTIES), count=12, seed=2)
    every = puzzles(dealt)
    assert all(deal.solve() for deal in every)
    assert len({(tuple(sorted(deal.numbers)), deal.target) for deal in every}) == 36


def test_easy_hands_are_easier_than_hard_ones():
    (_, easy), (_, medium), (_, hard) = sheet(difficulties=list(DIFFICULTIES), seed=3).sections
    rated = [
        [fv.difficulty(deal.numbers).percentile for deal in deals] for deals in (easy, medium, hard)
    ]
    assert max(rated[0]) < min(rated[1]) < max(rated[1]) < min(rated[2])
    assert all(each == sorted(each) for each in rated)


def test_the_same_seed_makes_the_same_sheet():
    assert sheet(seed=4) == sheet(seed=4)
    assert sheet(seed=4) != sheet(seed=5)
    assert sheet(seed=4, difficulties=["hard"]).sections[0] == sheet(seed=4).sections[1]


def test_a_sheet_with_a_random_seed_prints_the_seed():
    dealt = sheet(count=2)
    assert dealt == sheet(count=2, seed=dealt.seed)


def test_there_are_as_many_large_tiles_as_requested():
    for deal in puzzles(sheet("countdown", count=3, large=3, seed=6)):
        assert sum(number > 10 for number in deal.numbers) == 3


@pytest.mark.parametrize(("options", "message"), vectors("rules", "impossible sheets"))
def test_impossible_deals_are_refused(options, message):
    with pytest.raises(fv.RuleError) as error:
        sheet(**options)
    assert message in str(error.value)


@pytest.mark.slow
def test_more_puzzles_than_there_are_is_refused():
    with pytest.raises(fv.LimitError, match=r"^only 5 different puzzles found, 100 requested; "):
        sheet(low=1, high=4, count=100, seed=1)


@pytest.mark.few_quick(1)
@pytest.mark.parametrize(("paper", "size"), [("a4", (210, 297)), ("letter", (215.9, 279.4))])
def test_the_pages_have_the_size_of_the_paper(paper, size):
    document = read(pdf(sheet(seed=1), paper=paper))
    assert len(document.pages) == 3
    for page in document.pages:
        found = (page.mediabox.width / POINTS, page.mediabox.height / POINTS)
        assert found == pytest.approx(size, abs=0.1)


@pytest.mark.slow
def test_each_difficulty_begins_a_page_and_solutions_have_separate_pages():
    document = read(pdf(sheet(count=25, seed=1)))
    heads = [page.extract_text().splitlines()[0] for page in document.pages]
    expected = ["easy", "easy", "hard", "hard", "answers"]
    assert heads == [f"Make 24: {name}" for name in expected]


@pytest.mark.slow
def test_solutions_that_do_not_fit_on_a_page_continue_on_the_next():
    pages = read(pdf(sheet(difficulties=["easy"], count=130, seed=1))).pages
    answers = [page.extract_text().splitlines() for page in pages]
    answers = [lines for lines in answers if lines[0] == "Make 24: answers"]
    numbered = [sum(line.partition(".")[0].isdigit() for line in lines) for lines in answers]
    assert len(numbered) == 2
    assert sum(numbered) == 130
    assert min(numbered) > 0


def test_a_page_of_hands_has_their_ranks_and_no_solution():
    dealt = sheet(seed=7)
    lines = read(pdf(dealt)).pages[0].extract_text().splitlines()
    for place, deal in enumerate(dealt.sections[0][1], 1):
        ranks = " ".join(card.rank.replace("T", "10") for card in deal.cards)
        assert f"{place}. {ranks}" in lines
    assert lines.count("= 24") == 20
    assert not any(" = 24" in line for line in lines)
    assert "facevalue, rules classic, seed 7, page 1" in lines


@pytest.mark.slow
def test_every_solution_on_the_last_page_is_right():
    dealt = sheet("countdown", count=10, seed=8)
    lines = read(pdf(dealt)).pages[-1].extract_text().splitlines()
    solutions = [line for line in lines if " = " in line]
    assert len(solutions) == 20
    for line, deal in zip(solutions, puzzles(dealt), strict=True):
        answer = line.partition(":  ")[2].rpartition("  (")[0]
        assert fv.check(answer, deal.numbers, deal.target, "countdown").correct


def test_tiles_and_targets_are_printed():
    dealt = sheet("countdown", difficulties=["hard"], count=3, seed=9)
    lines = read(pdf(dealt)).pages[0].extract_text().splitlines()
    for place, deal in enumerate(puzzles(dealt), 1):
        at = lines.index(f"{place}. {' '.join(map(str, deal.numbers))}")
        assert lines[at + 1] == f"= {deal.target}"


@pytest.mark.parametrize("file", drawings.FILES)
def test_nothing_on_a_sheet_or_in_a_picture_has_moved(file):
    """`python -m tests.sheets.drawings --write` after a change that is meant to move something."""
    assert drawings.FILES[file]() == (drawings.VECTORS / file).read_text(encoding="utf-8")


def test_lines_to_write_on_are_level():
    dealt = sheet("countdown", difficulties=["hard"], count=3, seed=9)
    drawn = read(pdf(dealt)).pages[0].get_contents().get_data().decode("latin-1")
    lines = re.findall(r"([\d.]+) ([\d.]+) m ([\d.]+) ([\d.]+) l S", drawn)
    long = [each for each in (list(map(float, line)) for line in lines) if each[2] - each[0] > 80]
    assert len(long) == 2 + 3  # for the name, the date and three answers
    assert all(y == end for _, y, _, end in long)


def test_nothing_is_printed_beyond_the_margins():
    found = []

    def look(text, matrix, _, __, size):
        if text.strip():
            found.append((matrix[4] / POINTS, matrix[5] / POINTS, size))

    document = read(pdf(sheet("countdown", count=25, seed=7), paper="letter"))
    for page in document.pages:
        page.extract_text(
            visitor_text=lambda text, cm, tm, font, size: look(text, tm, cm, font, size)
        )
    assert min(x for x, _, _ in found) >= 13.9
    assert max(x for x, _, _ in found) <= 215.9 - 14
    assert min(y for _, y, _ in found) >= 13.9
    assert max(y for _, y, _ in found) <= 279.4 - 14


@pytest.mark.slow
def test_the_same_sheet_is_the_same_file_in_another_process():
    code = (
        "import hashlib; from facevalue.sheets import pdf, sheet; "
        "print(hashlib.sha256(pdf(sheet(count=4, seed=1))).hexdigest())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    here = hashlib.sha256(pdf(sheet(count=4, seed=1))).hexdigest()
    assert here == done.stdout.decode().strip()


def test_the_glyphs_that_a_page_uses_are_embedded():
    for page in read(pdf(sheet(count=2, seed=1), title="Żółć, 3½ − Ωж")).pages:
        for font in page["/Resources"]["/Font"].values():
            (below,) = font["/DescendantFonts"]
            assert "/FontFile2" in below.get_object()["/FontDescriptor"]


@pytest.mark.few_quick(3)
@pytest.mark.parametrize(
    ("expected", "rules"),
    [
        ("Use every number exactly once. You may add, subtract, multiply and divide", "classic"),
        ("No step may give a fraction or a number below 0. Each answer is 24.", "whole"),
        ("Use each number at most once; you may leave numbers out.", "countdown"),
        ("The answer is at the end of each line.", "countdown"),
        ("Keep the numbers in this order.", "oberon"),
        ("No brackets: × and ÷ come before + and −.", "oberon"),
        ("No brackets: work from left to right.", "raku-left"),
        ("Put brackets around the first two and the last two numbers, or around", "forth"),
        ("Ace is 1, jack 11, queen 12, king 13.", "classic"),
        ("You may add and subtract (+ −). Brackets are allowed.", SUMS),
    ],
)
def test_a_page_explains_the_rules_to_pupils(expected, rules):
    for page in read(pdf(sheet(rules, difficulties=["easy"], count=2, seed=1))).pages[:1]:
        assert expected in " ".join(page.extract_text().split())


def test_a_page_of_hands_has_lines_for_name_and_date():
    *hands, answers = read(pdf(sheet(count=2, seed=1))).pages
    for page in hands:
        assert {"Name", "Date"} <= set(page.extract_text().split())
    assert not {"Name", "Date"} & set(answers.extract_text().split())


def test_a_title_is_on_every_page():
    pages = read(pdf(sheet(count=2, seed=1), title="Class 4b, week 12")).pages
    heads = [page.extract_text().splitlines()[0] for page in pages]
    assert heads == [f"Class 4b, week 12: {name}" for name in ("easy", "hard", "answers")]


@pytest.mark.parametrize("title", ["", "x" * 61, "two\nlines", 5, "\x1b[2J"])
def test_a_title_that_does_not_fit_on_a_line_is_refused(title):
    with pytest.raises(fv.RuleError, match="title"):
        pdf(sheet(count=1, seed=1), title=title)


def test_easy_hands_of_cards_have_no_three_jacks_queens_and_kings():
    (_, easy), (_, hard) = sheet(count=150, seed=11).sections
    faces = [
        [sum(card.rank in "JQK" for card in deal.cards) for deal in part] for part in (easy, hard)
    ]
    assert max(faces[0]) == 2
    assert max(faces[1]) >= 3


def test_low_and_high_choose_the_cards():
    dealt = sheet("whole", count=10, seed=1, low=2, high=9)
    assert {number for deal in puzzles(dealt) for number in deal.numbers} == set(range(2, 10))
    assert all(len(deal.cards) == 4 and deal.rules == fv.RULES["whole"] for deal in puzzles(dealt))


def test_numbers_that_no_card_has_are_printed_plain():
    dealt = sheet("whole", count=15, seed=1, high=20)
    assert max(number for deal in puzzles(dealt) for number in deal.numbers) > 13
    assert not any(deal.cards for deal in puzzles(dealt))
    assert "Ace" not in read(pdf(dealt)).pages[0].extract_text()


def test_tiles_are_chosen_from_low_to_high():
    dealt = sheet("countdown", count=5, seed=1, high=9)
    assert {number for deal in puzzles(dealt) for number in deal.numbers} <= set(range(1, 10))
    assert all(max(map(deal.numbers.count, deal.numbers)) <= 2 for deal in puzzles(dealt))


def places(content):
    """The positions of the numbers of the hands on the first page, in millimetres."""
    found = {}

    def look(text, _, tm, *__):
        if text.strip().rstrip(".").isdigit() and text.strip().endswith("."):
            found[int(text.strip()[:-1])] = (round(tm[4] / POINTS), round(tm[5] / POINTS))

    read(content).pages[0].extract_text(visitor_text=look)
    return found


@pytest.mark.few_quick(1)
@pytest.mark.parametrize(("count", "rows"), [(2, 1), (7, 4), (10, 5), (20, 10)])
def test_hands_are_in_two_columns_of_the_same_length(count, rows):
    found = places(pdf(sheet(difficulties=["easy"], count=count, seed=1)))
    assert len(found) == count
    lefts = [x for x, _ in found.values()]
    assert len(set(lefts)) == 2
    assert lefts.count(min(lefts)) == rows


def test_hands_that_are_too_wide_for_two_columns_are_in_one():
    rules = fv.Rules("sums", operators="+")
    eight = fv.Puzzle(range(101, 109), 836, rules)
    found = places(pdf(Sheet(rules, 1, (("easy", (eight,) * 3),))))
    assert 3 == len(found)
    assert 1 == len({x for x, _ in found.values()})


def test_unknown_paper_is_refused():
    with pytest.raises(fv.RuleError, match="paper must be one of a4, letter, not 'a5'"):
        pdf(sheet(count=1, seed=1), paper="a5")
    assert list(PAPER_SIZES) == ["a4", "letter"]


def test_without_the_library_the_error_says_how_to_install_it(monkeypatch, capfd, tmp_path):
    monkeypatch.setitem(sys.modules, "fpdf", None)
    file = tmp_path / "hands.pdf"
    assert main(["sheet", "-o", str(file), "--count", "1"]) == 2
    assert not file.exists()
    message = "facevalue: PDF needs fpdf2: pip install 'facevalue[sheet]'\n"
    assert capfd.readouterr() == ("", message)


# The command


def test_one_command_makes_the_usual_sheet(tmp_path, capfd):
    file = tmp_path / "hands.pdf"
    assert main(["sheet", "-o", str(file)]) == 0
    assert capfd.readouterr() == ("", "")
    assert len(read(file.read_bytes()).pages) == 3


@pytest.mark.slow
def test_a_sheet_can_be_piped():
    command = [sys.executable, "-m", "facevalue", "sheet", "-o", "-", "--seed", "1"]
    assert subprocess.run(command, capture_output=True, check=True).stdout == pdf(sheet(seed=1))


def test_json_lists_the_puzzles_and_their_solutions(capfd):
    assert main(["sheet", "--json", "--seed", "1", "--count", "2", "--difficulty", "hard"]) == 0
    rows = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert len(rows) == 2
    for row in rows:
        assert row["section"] == "hard"
        assert fv.check(row["solutions"][0]["expression"], row["numbers"]).correct
        assert row["solution_count"] == len(fv.solve(row["numbers"]))


@pytest.mark.parametrize("grouping", GROUPINGS)
def test_the_instructions_say_where_brackets_may_be(grouping):
    rules = fv.Rules("own", size=4, grouping=grouping)
    words = how_to_play(sheet(rules, count=1, seed=1))
    assert ("No brackets: " in words) is (grouping in {"flat", "left"})
    assert ("the first two and the last two" in words) is (grouping == "forth")
    assert "rackets" in words
