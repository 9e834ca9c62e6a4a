"""The difficulty of puzzles, and the other labels of many puzzles."""

import csv
import hashlib
import os
import random
import re
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from functools import cache
from hashlib import sha256
from itertools import combinations_with_replacement, pairwise
from math import isnan, log2
from operator import mul
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import facevalue as fv
from facevalue import _core
from tests.oracles import puzzles as reference
from tests.oracles.rows import FRACTION_HANDS, HANDS
from tests.paths import DOCS
from tests.tables import difficulty_models as models
from tests.tables import fit_difficulty as fit
from tests.tables import fit_language_models as fit_models
from tests.tables import language_models

SOME = [(3, 3, 8, 8), (1, 1, 4, 6), (2, 4, 10, 10), (6, 6, 6, 6), (1, 2, 12, 12), (0, 3, 8, 1)]
PAGE = (DOCS / "puzzles" / "difficulty.md").read_text(encoding="utf-8")
needs_times = pytest.mark.skipif(
    "FACEVALUE_TEST_DATA" not in os.environ, reason="FACEVALUE_TEST_DATA is not set"
)


def random_hands(seed, count, most, size=4, least=1):
    draw = random.Random(seed)
    return [[draw.randint(least, most) for _ in range(size)] for _ in range(count)]


def counted(hands, target=24):
    """The solutions of each hand, by a search for it alone."""
    return np.array([fv.solve(hand, target).count() for hand in hands])


def rounds(seed, count):
    """Rounds of Countdown: tiles and targets."""
    draw = random.Random(seed)
    tiles = [*range(1, 11), *range(1, 11), 25, 50, 75, 100]
    drawn = [draw.sample(tiles, 6) for _ in range(count)]
    return drawn, [draw.randint(101, 999) for _ in range(count)]


# Labels -------------------------------------------------------------------------------------------


def test_the_simplest_solutions_are_there_only_on_request():
    hands = [[3, 3, 8, 8], [1, 1, 1, 1], [1, 1, 4, 6]]
    expected = [str(fv.solve(hand).first) if fv.solve(hand) else None for hand in hands]
    assert ["8/(3-8/3)", None] == expected[:2]
    plain, full = fv.label_many(hands), fv.label_many(hands, simplest=True)
    assert plain.simplest is None is plain[1:].simplest
    assert expected == full.simplest.tolist()
    assert expected[1:] == full[1:].simplest.tolist()
    joined = type(plain).joined
    assert joined([plain, plain]).simplest is None is joined([full, plain]).simplest
    assert expected * 2 == joined([full, full]).simplest.tolist()
    query = fv.puzzle.PuzzleQuery()
    assert query.batch(7, range(50)).labels.simplest is None
    assert None is next(query.batches(7, count=9)).labels.simplest
    assert all(query.batch(7, range(50), simplest=True).labels.simplest)


def test_the_labels_of_all_hands_agree_with_the_solver():
    labels = fv.label_many(HANDS)
    assert 3017 == labels.solution_count.sum()
    assert 1362 == labels.solvable.sum()
    np.testing.assert_array_equal(labels.solution_count, fv.count_many(HANDS))
    np.testing.assert_array_equal(labels.solvable, labels.solution_count > 0)


def test_the_hands_that_need_a_fraction_are_the_known_ones():
    labels = fv.label_many(HANDS)
    known = {tuple(map(int, hand.split())) for hand in FRACTION_HANDS.split(",")}
    found = {hand for hand, needs in zip(HANDS, labels.needs_fraction, strict=True) if needs}
    assert known == found


@pytest.mark.parametrize(
    ("least", "most"), [(1, 6), (1, 13), (-9, 12), (0, 50), (1, 999), (1, 30_000)]
)
@pytest.mark.parametrize("target", [24, 0, -3, 36])
def test_random_hands_have_the_labels_of_the_solver(least, most, target):
    hands = random_hands(most, 150, most, least=least)
    labels = fv.label_many(hands, target)
    whole = fv.Rules("whole numbers", values="integer")
    counts = counted(hands, target)
    np.testing.assert_array_equal(counts, labels.solution_count)
    np.testing.assert_array_equal(counts, fv.count_many(hands, target))
    np.testing.assert_array_equal(counts > 0, labels.solvable)
    np.testing.assert_array_equal(counts > 0, fv.solvable_many(hands, target))
    np.testing.assert_array_equal(
        labels.solvable & ~fv.solvable_many(hands, target, whole), labels.needs_fraction
    )
    np.testing.assert_array_equal(~labels.solvable, np.isnan(labels.difficulty))


@pytest.mark.exhaustive
def test_every_hand_to_fifty_without_a_one_is_counted_as_the_solver_does():
    hands = [hand for hand in combinations_with_replacement(range(51), 4) if sum(hand) % 7 == 3]
    np.testing.assert_array_equal(counted(hands), fv.label_many(hands).solution_count)


@pytest.mark.parametrize("rules", ["whole", "make10", "countdown", "raku-left"])
def test_other_rules_have_the_labels_of_the_solver(rules):
    hands = random_hands(5, 60, 20)
    labels = fv.label_many(hands, 24, rules)
    np.testing.assert_array_equal(fv.count_many(hands, 24, rules), labels.solution_count)
    np.testing.assert_array_equal(~labels.solvable, np.isnan(labels.difficulty))


def test_countdown_needs_no_fraction():
    drawn, targets = rounds(3, 40)
    labels = fv.label_many(drawn, targets, "countdown")
    np.testing.assert_array_equal(fv.count_many(drawn, targets, "countdown"), labels.solution_count)
    assert not labels.needs_fraction.any()


def test_five_numbers_may_need_a_fraction():
    hands = random_hands(8, 200, 13, size=5)
    labels = fv.label_many(hands, 241)
    whole = fv.Rules("whole numbers", values="integer")
    expected = labels.solvable & ~fv.solvable_many(hands, 241, whole)
    np.testing.assert_array_equal(expected, labels.needs_fraction)
    assert labels.needs_fraction.any()


@pytest.mark.parametrize("rules", ["classic", "countdown"])
def test_labels_do_not_depend_on_the_workers(rules):
    hands = random_hands(6, 200, 30)
    one, two = (fv.label_many(hands, 24, rules, workers=workers) for workers in (1, 2))
    for name in fv.puzzle.Labels.__slots__:
        np.testing.assert_array_equal(getattr(one, name), getattr(two, name))


def test_many_labels_equal_the_labels_of_single_puzzles():
    hands = HANDS[::40]
    for hand, percentile in zip(hands, fv.label_many(hands).difficulty, strict=True):
        alone = fv.difficulty(hand)
        assert (isnan(percentile) and alone is None) or alone.percentile == percentile


def test_no_puzzles_have_no_labels():
    labels = fv.label_many(np.empty((0, 4), int))
    assert 0 == len(labels)
    assert "<Labels: 0 puzzles, 0 solvable>" == repr(labels)


@pytest.mark.slow
@pytest.mark.parametrize("lanes", ["plain", "avx2", "avx512"])
def test_all_vectors_give_the_same_labels(lanes):
    code = (
        "import facevalue as fv; from itertools import combinations_with_replacement as hands\n"
        "labels = fv.label_many(list(hands(range(1, 40, 3), 4)))\n"
        "print(labels.solution_count.sum(), labels.needs_fraction.sum())\n"
        "print(labels.difficulty[labels.solvable].sum())"
    )
    printed = {
        subprocess.run(
            [sys.executable, "-c", code],
            env=os.environ | {"FACEVALUE_LANES": way},
            check=True,
            capture_output=True,
            encoding="utf-8",
        ).stdout
        for way in ("", lanes)
    }
    assert 1 == len(printed)


def test_numbers_of_another_shape_are_refused():
    with pytest.raises(fv.RuleError):
        fv.label_many([1, 2, 3, 4])
    with pytest.raises(fv.NotationError):
        fv.label_many([[1 / 3, 2, 3, 4]])
    with pytest.raises(fv.LimitError):
        fv.label_many([[10**18] * 13])


# Difficulty ---------------------------------------------------------------------------------------


def test_an_unsolvable_puzzle_has_no_difficulty():
    assert fv.difficulty("1 1 1 1") is None
    assert isnan(fv.label_many([[1, 1, 1, 1]]).difficulty[0])


@pytest.mark.parametrize("hand", [*SOME, *HANDS[5::230]])
def test_the_effort_of_a_hand_agrees_with_the_slow_reference(hand):
    ways = reference.ways(hand, 24)
    counted, shown = _core.hand_features(hand, 24)
    names = _core.step_features()
    found = {
        tuple(sorted(name for name, count in zip(names, row, strict=True) for _ in range(count)))
        for row in counted
    }
    assert {reference.asks(tree) for tree in ways} == found
    ones, different, total, even, needs_fraction, doublings, awkward, divisors, *ordered = shown
    assert (hand.count(1), len(set(hand)), sum(hand)) == (ones, different, total)
    assert sum(number % 2 == 0 for number in hand) == even
    assert sum(number in (5, 7, 11, 13) for number in hand) == awkward
    assert sum(number in (2, 3, 4, 6, 8, 12) for number in hand) == divisors
    assert sorted(hand) == ordered
    is_whole = ["fraction" not in reference.asks(tree) for tree in ways]
    assert (not any(is_whole)) == bool(needs_fraction)
    assert 0 <= 64 * log2(max(len(ways), 1)) - doublings < 1.01


@pytest.mark.parametrize("hand", SOME)
def test_the_score_is_the_race_of_all_different_ways(hand):
    rated = fv.difficulty(hand)
    different = {reference.asks(tree) for tree in reference.ways(hand, 24)}
    costs = [sum(models.STEP_FEATURES[name] for name in asks) for asks in different]
    race = -log2(sum(2 ** (-cost / 64) for cost in costs))
    parts = dict(rated.parts)
    assert parts["parallel effort"] == pytest.approx(
        64 * race * models.PARALLEL_EFFORT / 1000, abs=0.3
    )
    assert rated.score == pytest.approx(sum(parts.values()))
    ones = models.NUMBER_FEATURES["ones"] / 1000
    assert ones * hand.count(1) == pytest.approx(parts["ones"])


@pytest.mark.parametrize("hand", SOME)
def test_corrections_are_the_sum_of_the_points_of_each_row(hand):
    parts = dict(fv.difficulty(hand).parts)
    counted, shown = _core.hand_features(hand, 24)
    costs = [np.dot(row, list(models.STEP_FEATURES.values())) for row in counted]
    rates = [Fraction(2) ** -int(cost // 64) * Fraction(2 ** (-(cost % 64) / 64)) for cost in costs]
    means = [
        int(64 * sum(map(mul, column, rates)) / sum(rates)) for column in zip(*counted, strict=True)
    ]
    uncorrected = 1000 * (sum(parts.values()) - parts["corrections"])
    effort = 1000 * parts["parallel effort"] / models.PARALLEL_EFFORT
    seen = [round(effort), round(uncorrected), *shown, *means]
    assert _core.hand_observations(hand, 24, models.people()) == pytest.approx(seen, abs=1)
    seen = _core.hand_observations(hand, 24, models.people())
    points = 0
    for first, most, yes, most_of_yes, no, most_of_no, *four in models.CORRECTIONS:
        if seen[first] <= most:
            points += four[0] if seen[yes] <= most_of_yes else four[1]
        else:
            points += four[2] if seen[no] <= most_of_no else four[3]
    assert parts["corrections"] == pytest.approx(points / 1000)


@pytest.mark.parametrize(
    ("numbers", "target", "rules"),
    [
        ("75 50 2 3 8 7", 812, "countdown"),
        ("1 2 3 4", 25, "classic"),
        ("1/2 3 -5 8", 24, "classic"),
        ("2 3 5 7 11", 1, "classic"),
        ("100000000000 300000000000 5 7", "150000000001/2", "classic"),
        ("6 6 5 2", 17, "raku-left"),
    ],
)
def test_other_puzzles_are_rated_by_the_steps_of_their_simplest_solutions(numbers, target, rules):
    rated = fv.difficulty(numbers, target, rules)
    simplest = list(fv.solve(numbers, target, rules))[:16]
    if not simplest:
        assert rated is None
        return
    different = {(reference.asks(tree_of(e)), len(e.numbers)) for e in simplest}
    costs = [
        sum(models.STEP_FEATURES[name] for name in asks) + models.EXTRA_STEP * (size - 1)
        for asks, size in different
    ]
    assert ("steps", None) == (rated.model, rated.seconds)
    race = -log2(sum(2 ** (-cost / 64) for cost in costs))
    assert rated.score == pytest.approx(race, abs=0.02)


def tree_of(expression):
    """The expression as a tree of the reference."""
    stack = []
    for token in expression.postfix:
        if isinstance(token, str):
            right, left = stack.pop(), stack.pop()
            stack.append((token, left, right))
        else:
            stack.append(token)
    return stack[0]


@given(st.permutations((2, 4, 8, 10)))
def test_the_order_of_the_numbers_does_not_matter(hand):
    assert fv.difficulty("2 4 8 10") == fv.difficulty(hand)


def test_harder_scores_have_higher_percentiles():
    rated = sorted((fv.difficulty(hand) for hand in HANDS[::7] if fv.difficulty(hand)), key=score)
    assert all(a.percentile <= b.percentile for a, b in pairwise(rated))
    assert all(a.seconds <= b.seconds for a, b in pairwise(rated))


def score(rated):
    return rated.score


def test_the_percentiles_of_all_hands_are_even():
    percentiles = fv.label_many(HANDS).difficulty
    tenths = Counter((percentiles[~np.isnan(percentiles)] // 10).astype(int))
    assert {0, 100} <= set(percentiles)
    assert all(130 <= tenths[tenth] <= 142 for tenth in range(9))


def test_whole_hands_are_as_hard_as_under_the_classic_rules():
    classic, whole = fv.difficulty("2 4 8 10"), fv.difficulty("2 4 8 10", rules="whole")
    assert classic == whole
    assert fv.difficulty("3 3 8 8", rules="whole") is None


def test_the_difficulties_of_all_hands_and_of_some_rounds_stay_the_same():
    """Every weight and every percentile of the models counts here."""
    rated = [fv.difficulty(hand) for hand in HANDS]
    people = [(each.percentile, each.seconds, each.score) for each in rated if each]
    steps = [fv.label_many(HANDS, 25), fv.label_many(*rounds(11, 300), "countdown")]
    numbers = [people, *(labels.difficulty.tolist() for labels in steps)]
    expected = "9a4609e0ef8ce59a8f793a5aab46e920a0f29c01052b8eff19edaf411401c649"
    assert expected == sha256(repr(numbers).encode()).hexdigest()


def test_a_difficulty_reads_well():
    assert "harder than 99% of puzzles, about 116 seconds" == str(fv.difficulty("3 3 8 8"))
    assert "harder than 55% of puzzles" == str(fv.difficulty("75 50 2 3 8 7", 812, "countdown"))


def test_an_invalid_puzzle_is_refused():
    with pytest.raises(fv.NotationError):
        fv.difficulty("1 2 x")
    with pytest.raises(fv.RuleError):
        fv.difficulty("1 2 3", rules="forth")
    with pytest.raises(fv.LimitError):
        fv.difficulty(range(1, 14))


# The fit ------------------------------------------------------------------------------------------


def shipped():
    return fit.Model(
        models.STEP_FEATURES,
        models.NUMBER_FEATURES,
        models.PARALLEL_EFFORT,
        models.BASE,
        models.CORRECTIONS,
    )


def column(place):
    assert tuple(row[0] for row in models.PERCENTILES) == fit.PERCENTILES
    return [row[place] for row in models.PERCENTILES]


@needs_times
def test_the_score_goes_with_the_times_of_people():
    hands, times = fit.times()
    assert 0.95 < fit.rank_correlation([fv.difficulty(hand).score for hand in hands], times)


@needs_times
def test_the_weights_agree_with_the_fit():
    hands, times = fit.times()
    model = fit.fitted(fit.analyze(hands), fit.percentiles(times))
    for ours, fitted in zip(shipped()[:2], model[:2], strict=True):
        assert list(fitted) == list(ours)
        # A solver of linear equations rounds differently on another machine.
        assert list(fitted.values()) == pytest.approx(list(ours.values()), abs=2, rel=1e-3)
    assert models.PARALLEL_EFFORT == model.effort
    assert models.BASE == pytest.approx(model.base, abs=20)
    assert column(models.TIME) == fit.seconds(times)


@needs_times
def test_the_corrections_agree_with_the_fit():
    hands, times = fit.times()
    plain = shipped()._replace(corrections=())
    found = fit.with_corrections(plain, hands, fit.percentiles(times))
    assert list(models.CORRECTIONS) == list(found.corrections)
    assert len(models.CORRECTIONS) < 300


def test_the_corrections_are_as_they_were_fitted():
    """The fit takes minutes, so this digest of its result notices a changed number at once."""
    digest = hashlib.sha256(repr(models.CORRECTIONS).encode()).hexdigest()
    assert digest.startswith("4830f14fcb1591ff")


@cache
def held_out(seed):
    """Goals, and the scores of each hand by a model that was fitted without it."""
    hands, times = fit.times()
    goals = fit.percentiles(times)
    return goals, fit.held_out(hands, goals, seed)


@needs_times
@pytest.mark.slow
def test_the_page_shows_how_well_percentiles_are_calibrated():
    goals, guesses = held_out(fit.SEEDS[0])
    bins = fit.calibration(guesses, goals)
    rows = re.findall(r"^\| (\d+) to \d+ \| (\d+) \| (\d+) to (\d+) \|$", PAGE, re.MULTILINE)
    shown = [
        [int(low) + 5, int(quarter), int(mean), int(most)] for low, mean, quarter, most in rows
    ]
    assert len(shown) == 10
    for each, row in zip(bins, shown, strict=True):
        assert each == pytest.approx(row, abs=2)
    picture = fit.picture(fit.Bin(*row) for row in shown)
    assert picture == (DOCS / "pictures" / "difficulty.svg").read_text(encoding="utf-8")


@pytest.mark.few_slow(1)
@needs_times
@pytest.mark.slow
@pytest.mark.parametrize("seed", fit.SEEDS)
def test_the_score_of_held_out_hands_correlates_with_their_times(seed):
    goals, guesses = held_out(seed)
    found = fit.rank_correlation(guesses, goals)
    assert 0.91 < found
    shown = [float(figure) for figure in re.findall(r"0\.\d{4}", PAGE)]
    assert any(abs(found - figure) < 0.0006 for figure in shown)


def test_the_percentiles_of_people_count_all_hands():
    scores = sorted(fit.scores(shipped(), HANDS))
    assert column(models.PEOPLE) == fit.at_percentiles(scores)


@pytest.mark.exhaustive
def test_the_percentiles_of_steps_count_their_puzzles():
    hands = fit.steps_scores(((hand, 24) for hand in HANDS), "classic", shipped())
    assert column(models.HANDS) == fit.at_percentiles(hands)
    rounds = fit.steps_scores(fit.rounds(), "countdown", shipped())
    assert column(models.ROUNDS) == fit.at_percentiles(rounds)


# Language models ----------------------------------------------------------------------------------


def rate(*puzzle):
    return fv.difficulty(*puzzle, model="language-model")


@pytest.mark.parametrize(
    ("puzzle", "features"),
    [
        # 98 = 44 + 19 + 35 has 12 raw solutions: 6 orders of the numbers, 2 groupings.
        (("44 19 35", 98), (3, 0, 0, 0, 64 * log2(12), 0, 64 * log2(99), 0)),
        # 8/(3-8/3) is the only one; 3 divides 3, and 8 divides 8, twice.
        (("3 3 8 8", 24), (4, 0, 2, 1, 0, 64 * log2(5), 64 * log2(25), 0)),
        # 1/2 * 4 in two orders; 4 / (1/2) is whole.
        (("1/2 4", 2), (2, 1, 0, 0, 64, 64, 64 * log2(3), 0)),
        (("-5 29", 24), (2, 0, 0, 0, 64, 0, 64 * log2(25), 0)),
    ],
)
def test_the_features_for_language_models_are_counted_by_hand(puzzle, features):
    parts = dict(rate(*puzzle).parts)
    assert parts.pop("base") == language_models.BASE / language_models.POINT
    for amount, (name, weight), points in zip(
        features, language_models.FEATURES.items(), parts.values(), strict=True
    ):
        assert points == pytest.approx(int(amount + 1e-9) * weight / language_models.POINT), name


def test_a_doubling_is_64_and_exact_beyond_any_float():
    assert [64 * power for power in range(300)] == [
        language_models.doublings(2**power) for power in range(300)
    ]
    for number in range(1, 2000):
        doublings = language_models.doublings(number)
        assert 2**doublings <= number**64 < 2 ** (doublings + 1)


# At 479522126542368721 a 64th of a doubling begins, which logarithms of 64 bits miss.
LARGE = (479522126542368719, 479522126542368720, 2**62, 2**63 - 1, Fraction(2**62, 2**61 - 1))


def test_scores_for_language_models_equal_the_reference():
    draw = random.Random(11)
    numbers = [[draw.randint(-4, 40) for _ in range(draw.randint(2, 5))] for _ in range(100)]
    puzzles = [(row, draw.randint(-9, 60)) for row in numbers] + [([n], n) for n in LARGE]
    puzzles += [(["1/2", 4, "3/4"], 2), (["-7/3", 3], -7), (["5/6", "5/3", 10], 5)]
    solvable = 0
    for row, target in puzzles:
        rated = rate(row, target)
        if rated is not None:
            solvable += 1
            features = fit_models.features_of(list(map(Fraction, row)), Fraction(target))
            score = language_models.score(features)
            assert rated.score == score / language_models.POINT
            assert rated.percentile == language_models.hundredths(score) / 100
    assert solvable > 20


def test_many_ratings_for_language_models_equal_single_ones():
    draw = random.Random(4)
    rows = [[draw.randint(-4, 40) for _ in range(draw.randint(1, 5))] for _ in range(150)]
    rows += [["1/2", 3, 5], ["1/2", 4]]
    targets = [draw.randint(-9, 99) for _ in rows]
    for rules in ("classic", "countdown"):
        labels = fv.label_many(rows, targets, rules, language_model=True)
        found = [row["language_model_percentile"] for row in labels]
        single = [rate(*puzzle, rules) for puzzle in zip(rows, targets, strict=True)]
        assert found == [None if rated is None else rated.percentile for rated in single]
        assert 20 < sum(rated is not None for rated in single) < 150
        assert labels.simplest is None
        assert labels.difficulty.tolist() == pytest.approx(
            fv.label_many(rows, targets, rules).difficulty.tolist(), nan_ok=True
        )


def test_more_numbers_than_were_measured_are_refused():
    message = "difficulty for language models needs at most 6 numbers, not 7"
    for call in (
        lambda: rate("1 2 3 4 5 6 7", 24),
        lambda: fv.label_many([range(1, 8)], 24, language_model=True),
        lambda: fv.label_many([["1/2", *range(2, 8)]], 24, language_model=True),
        lambda: fv.generate("classic", size=(3, 7), difficulty_model="language-model"),
    ):
        with pytest.raises(fv.LimitError, match=message):
            call()
    assert rate("1 2 3 4 5 6", 24).model == "language-model"
    assert rate("1 1 1 1") is None
    for call in (
        lambda: fv.difficulty("3 3 8 8", model="robots"),
        lambda: fv.generate(difficulty_model="robots"),
    ):
        with pytest.raises(fv.RuleError, match="must be one of people, language-model"):
            call()


def test_percentiles_for_language_models_are_within_the_query():
    spec = {"size": (3, 4), "low": 1, "high": 20, "target": (24, 30)}
    query = fv.puzzle.PuzzleQuery(difficulty_model="language-model", **spec)
    batch = query.batch(5, range(1500))
    ranks = batch.labels.language_model
    scores = np.array([rate(each.numbers, each.target).score for each in batch])
    assert (np.diff(ranks[np.argsort(scores, kind="stable")]) >= 0).all()
    tenths = np.bincount((ranks // 10).astype(int), minlength=10) / len(ranks)
    assert 0.05 < tenths.min() < tenths.max() < 0.15
    hard = fv.puzzle.PuzzleQuery(difficulty_model="language-model", difficulty=(80, 100), **spec)
    chosen = hard.batch(5, range(1500))
    np.testing.assert_array_equal(batch.positions[ranks >= 80], chosen.positions)
    assert chosen.labels.simplest is None
    first = next(chosen.as_dicts())["difficulty"]
    assert first == {
        "percentile": ranks[ranks >= 80][0],
        "seconds": None,
        "model": "language-model",
    }
    seeded = fv.generate(
        seed=5, count=3, difficulty="hard", difficulty_model="language-model", **spec
    )
    assert len({str(each) for each in seeded}) == 3


def test_a_percentile_within_a_query_is_the_share_of_easier_puzzles():
    query = fv.puzzle.PuzzleQuery(size=3, low=1, high=9, difficulty_model="language-model")
    batch = query.batch(0, range(query.total))
    scores = np.array([rate(each.numbers, each.target).score for each in batch])
    easier = (scores[:, None] > scores).sum(axis=1)
    shares = easier * 10_000 // len(scores) / 100
    np.testing.assert_array_equal(batch.labels.language_model, shares)
    assert len(scores) > 20


@needs_times
def test_the_rows_for_language_models_agree_with_the_fit():
    known = fit_models.outcomes(fit_models.COUNTDOWN)
    assert known.solved.shape == (250, 7)
    weights, base = fit_models.fitted(known)
    assert list(language_models.FEATURES.values()) == pytest.approx(weights, rel=1e-3, abs=20)
    assert language_models.BASE == pytest.approx(base, rel=1e-3)
    for seed in fit.SEEDS:
        found = fit.rank_correlation(fit_models.held_out(known, seed), known.failures)
        assert f"| left out, ten folds, seed {seed} | {found:.2f} |" in PAGE
    alone = fit.rank_correlation(known.features[:, 0], known.failures)
    assert f"| how many numbers there are, alone | {alone:.2f} |" in PAGE
    bins = fit_models.calibration(fit_models.held_out(known, fit.SEEDS[0]), known)
    for expected, observed in bins:
        assert f"| {expected} % | {observed} % |" in PAGE
    picture = (DOCS / "pictures" / "difficulty-language-models.svg").read_text(encoding="utf-8")
    assert fit_models.picture(bins) == picture


@needs_times
def test_the_docs_compare_ratings_with_the_times_of_people():
    path = Path(os.environ["FACEVALUE_TEST_DATA"]) / fit.FILE
    rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
    times = [float(row["AMT (s)"]) for row in rows]
    counts = fv.count_many([row["Puzzles"] for row in rows])
    alone = fit.rank_correlation(counts, times)
    assert f"The number of solutions alone has a rank correlation of {alone:.2f}." in PAGE
    (taken,) = [
        seconds for row, seconds in zip(rows, times, strict=True) if row["Puzzles"] == "8 11 12 12"
    ]
    rated = fv.difficulty("8 11 12 12").seconds
    assert f"8 11 12 12 is rated\n  about {rated:.0f} seconds, but people took {taken:.0f}." in PAGE


@needs_times
@pytest.mark.slow
def test_hands_that_gpt_4_failed_at_are_outside_the_model():
    weights, found = list(language_models.FEATURES.values()), []
    for source in fit_models.HANDS:
        hands = fit_models.outcomes(source)
        scores = fit_models.scores(hands, weights, language_models.BASE)
        found.append(f"{fit.rank_correlation(scores, hands.failures):.2f} with ")
    assert found == re.findall(r"-?[\d.]+ with (?=its|tree)", PAGE)


@pytest.mark.slow
def test_the_scores_for_language_models_are_the_percentiles_of_their_population():
    assert fit_models.marks() == list(language_models.SCORES)
