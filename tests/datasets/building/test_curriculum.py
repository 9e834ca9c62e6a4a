"""A curriculum: bands of difficulty, drawn by how often their puzzles are solved."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import islice

import pytest

import facevalue as fv
from facevalue.datasets import Curriculum
from facevalue.errors import RuleError
from tests.adapters.frameworks import framework


def played(curriculum, chances, count):
    """How often each band comes if its puzzles are solved in so many of 10 attempts."""
    counts, tries = Counter(), Counter()
    for _ in range(count):
        band, _ = curriculum.draw()
        counts[band] += 1
        tries[band] += 1
        curriculum.record(band, is_solved=tries[band] * 7 % 10 < chances[band])
    return counts


def test_bands_that_are_solved_half_of_the_time_come_most():
    counts = played(Curriculum(seed=24), (10, 5, 0, 1), 1000)
    # The chances are proportional to p * (1 - p): 0.02, 0.25, 0.02 and 0.09 for 50 results.
    assert counts[1] > 550
    assert 300 > counts[3] > 100
    assert max(counts[0], counts[2]) < 100
    assert min(counts.values()) > 10  # every band comes again


def test_a_band_that_becomes_easier_comes_less_often():
    curriculum = Curriculum(seed=1, window=20, bands=[(0, 50), (50, 100)])
    before = played(curriculum, (5, 0), 300)
    after = played(curriculum, (10, 5), 300)
    assert before[0] > 230
    assert after[1] > 230


def test_the_rates_follow_the_rule_of_succession_in_the_window():
    curriculum = Curriculum(seed=1, window=3)
    assert curriculum.rates == (Fraction(1, 2),) * 4
    for is_solved in (True, True, True, False, False):
        curriculum.record(2, is_solved=is_solved)
    assert curriculum.rates == (Fraction(1, 2), Fraction(1, 2), Fraction(2, 5), Fraction(1, 2))
    assert repr(curriculum) == (
        "<Curriculum of classic: (0, 25): 50%, (25, 50): 50%, (50, 75): 40%, (75, 100): 50%>"
    )


@pytest.mark.parametrize("count", [4, pytest.param(40, marks=pytest.mark.exhaustive)])
def test_the_seed_and_the_results_decide_the_puzzles(count):
    def drawn(seed):
        curriculum = Curriculum("countdown", seed=seed)
        rows = []
        for index in range(count):
            band, puzzle = curriculum.draw()
            curriculum.record(band, is_solved=index % 3 == 0)
            rows.append((band, puzzle))
        return rows

    rows = drawn(1)
    assert rows == drawn(1)
    assert rows != drawn(2)
    for band, puzzle in rows:
        low, high = Curriculum().bands[band]
        assert low <= fv.difficulty(puzzle.numbers, puzzle.target, "countdown").percentile <= high


def test_no_puzzle_of_a_band_comes_twice_before_all_have_come():
    few = len(list(fv.generate("classic", difficulty=(99.5, 100))))
    curriculum = Curriculum(bands=[(99.5, 100)], seed=1)
    puzzles = [curriculum.draw()[1] for _ in range(3 * few)]
    assert len({puzzle.key for puzzle in puzzles[:few]}) == few
    assert len({puzzle.key for puzzle in puzzles[few : 2 * few]}) == few
    assert puzzles[:few] != puzzles[few : 2 * few]


def test_names_sizes_and_models_of_difficulty_are_passed_on():
    curriculum = Curriculum(bands=["easy", "hard"], size=3, seed=1)
    puzzles = [curriculum.draw()[1] for _ in range(20)]
    assert {len(puzzle.numbers) for puzzle in puzzles} == {3}
    model = Curriculum(bands=[(0, 50), (50, 100)], difficulty_model="language-model", seed=1)
    band, puzzle = model.draw()
    assert puzzle == next(
        fv.generate(difficulty=model.bands[band], difficulty_model="language-model", seed=1)
    )


@pytest.mark.parametrize(
    "wrong",
    [
        {"bands": []},
        {"bands": [(0, 1)] * 101},
        {"bands": "easy"},
        {"bands": [(50, 20)]},
        {"window": 0},
        {"window": 10_001},
        {"seed": -1},
        {"size": 10},
        {"difficulty_model": "dogs"},
        {"rules": "chess"},
    ],
)
def test_options_out_of_bounds_are_refused(wrong):
    with pytest.raises(RuleError):
        Curriculum(**wrong)


def test_results_must_be_for_a_band_and_yes_or_no():
    curriculum = Curriculum(seed=1)
    for band, is_solved in ((-1, True), (4, True), (True, True), (0, 1)):
        with pytest.raises(RuleError):
            curriculum.record(band, is_solved=is_solved)


def test_threads_may_share_a_curriculum():
    curriculum = Curriculum(bands=[(0, 49), (51, 100)], seed=1)

    def play(_):
        band, puzzle = curriculum.draw()
        curriculum.record(band, is_solved=True)
        return puzzle

    with ThreadPoolExecutor(8) as pool:
        puzzles = list(pool.map(play, range(400)))
    assert len({puzzle.key for puzzle in puzzles}) == 400


def test_the_environment_of_gymnasium_plays_a_curriculum():
    adapter = framework("facevalue.adapters.gymnasium")
    curriculum = Curriculum("classic", size=3, bands=["easy", "hard"], seed=24)
    env, same = (
        adapter.PuzzleEnv(curriculum=curriculum),
        Curriculum(size=3, bands=["easy", "hard"], seed=24),
    )
    for _ in range(20):
        _, info = env.reset()
        band, puzzle = same.draw()
        assert (info["numbers"], info["target"]) == ([*map(int, puzzle.numbers)], puzzle.target)
        same.record(band, is_solved=False)
        first = next(place for place, free in enumerate(info["action_mask"]) if not free)
        assert env.step(first)[2]  # not allowed, so the episode is over
        env.step(first)
        assert curriculum.rates == same.rates
    env.reset(options={"puzzle": fv.Puzzle("3 8 1")})
    env.step(first)
    assert curriculum.rates == same.rates  # this puzzle was not drawn
    _, info = env.reset()
    for _ in range(2):
        env.step(next(place for place, free in enumerate(info["action_mask"]) if free))
    for wrong in ({"puzzles": [fv.Puzzle("3 8")]}, {"rules": "classic"}):
        with pytest.raises(RuleError, match="either a curriculum"):
            adapter.PuzzleEnv(curriculum=curriculum, **wrong)
    with pytest.raises(RuleError, match="curriculum"):
        adapter.PuzzleEnv(curriculum=0.5)


def test_a_solved_episode_raises_the_rate_of_its_band():
    adapter = framework("facevalue.adapters.gymnasium")
    curriculum = Curriculum(size=2, bands=[(0, 100)], seed=24)
    env = adapter.PuzzleEnv(curriculum=curriculum)
    for _ in range(5):
        _, info = env.reset()
        steps = fv.solve(info["numbers"])[0].steps()
        first, symbol, second = steps[0].split(" = ")[0].split()
        places = [str(number) for number in info["numbers"]]
        left = places.index(first)
        right = next(i for i, text in enumerate(places) if text == second and i != left)
        assert env.step(env.encode_action(left, right, symbol))[1] == 1.0
    assert curriculum.rates == (Fraction(6, 7),)


def test_the_puzzles_of_a_band_come_from_generate():
    curriculum = Curriculum(bands=[(0, 100)], seed=5)
    expected = list(islice(fv.generate(difficulty=(0, 100), seed=5), 5))
    assert [curriculum.draw()[1] for _ in range(5)] == expected
