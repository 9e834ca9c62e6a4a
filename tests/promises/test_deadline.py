"""A deadline ends every long call soon, and the next result is right."""

import gc
import io
import multiprocessing
import pickle
import signal
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager

import pytest

import facevalue as fv
from facevalue import budget, datasets, poker, stack
from facevalue.datasets.examples import card_images
from facevalue.datasets.files import arrow_columns, json_rows
from facevalue.datasets.files.writer import WRITERS
from facevalue.locks import Lock
from facevalue.puzzle import Episode, Round
from facevalue.queries.table import QUERIES
from tests.promises.long_calls import LONG, LONG_QUERIES, SHORT, used

CALLS = {**LONG, **LONG_QUERIES}


@pytest.mark.parametrize("name", SHORT)
def test_a_query_without_a_long_call_is_quick(name):
    query = QUERIES[name]
    arguments = {
        parameter.name: parameter.example
        for parameter in query.parameters
        if parameter.name in query.required
    }
    seconds = []
    for _ in range(2):  # the first call may make a table
        start = time.thread_time()
        used(query.answer(arguments).json_lines())
        seconds.append(time.thread_time() - start)
    assert min(seconds) < 0.5


def time_until_the_end(name):
    """CPU time of this thread in seconds, which does not grow while the machine is busy.

    Without the garbage collector, which takes the longer the more other tests have left.
    """
    gc.disable()
    try:
        start = time.thread_time()
        with (
            fv.deadline(0.05),
            pytest.raises(fv.DeadlineError, match=r"stopped after 0\.05 seconds"),
        ):
            CALLS[name]()
        return time.thread_time() - start
    finally:
        gc.enable()


@pytest.mark.few_quick(16)
@pytest.mark.parametrize("name", CALLS)
def test_a_long_call_ends_at_its_deadline(name):
    # The first call may load modules, and other processes slow some calls down by half.
    seconds = []
    while not seconds or (seconds[-1] >= 0.15 and len(seconds) < 10):
        seconds.append(time_until_the_end(name))
    assert seconds[-1] < 0.15, seconds
    assert fv.solve("8 8 3 3").first.value == 24
    assert poker.evaluate("7H 7S 7D AS AC") > poker.evaluate("7H 7S 6D AS AC")


@pytest.mark.few_slow(8)
@pytest.mark.slow
@pytest.mark.parametrize("name", LONG)
def test_each_thread_has_its_own_deadline(name):
    ends = {}

    def call(seconds):
        try:
            with fv.deadline(seconds):
                LONG[name]()
        except fv.DeadlineError as error:
            ends[seconds] = str(error)
        except BaseException as error:  # noqa: BLE001 - the test shows any error
            ends[seconds] = repr(error)

    threads = [threading.Thread(target=call, args=(seconds,)) for seconds in (0, 0.05, 0.1, 0.15)]
    for thread in threads:
        thread.start()
    assert fv.solve("8 8 3 3").first.value == 24
    for thread in threads:
        thread.join(60)
    assert sorted(ends) == [0, 0.05, 0.1, 0.15]
    for seconds, end in ends.items():
        assert end.startswith(f"stopped after {seconds} second")
    assert fv.solve("8 8 3 3").first.value == 24


def test_the_deadline_is_looked_at_before_each_card_of_a_picture(monkeypatch):
    pytest.importorskip("PIL", reason="Pillow is not installed")
    counted = []
    monkeypatch.setattr(card_images, "check_deadline", lambda: counted.append(None))
    card_images.draw_cards([8, 8, 3, 3, 100, 75], seed=1)  # 5 milliseconds per card
    assert len(counted) >= 6


# Calls that change an object, and so wait while another thread has its lock.
WAITING = {
    "Episode.take": (lambda: Episode(fv.Puzzle("8 8 3 3")), lambda episode: episode.take("undo")),
    "Round.hint": (lambda: Round(fv.Puzzle("8 8 3 3")), Round.hint),
    "Round.end": (lambda: Round(fv.Puzzle("8 8 3 3")), Round.end),
    "Curriculum.draw": (datasets.Curriculum, datasets.Curriculum.draw),
    "generate": (fv.generate, next),
    "deals": (fv.puzzle.deals, next),
    "Deck.deal": (fv.Deck, fv.Deck.deal),
    "Listener.feed": (stack.Listener, lambda listener: listener.feed("1")),
}


@contextmanager
def held(lock):
    """Another thread has the lock."""
    is_held, is_over = threading.Event(), threading.Event()

    def hold():
        with lock:
            is_held.set()
            is_over.wait()

    thread = threading.Thread(target=hold)
    thread.start()
    is_held.wait()
    try:
        yield
    finally:
        is_over.set()
        thread.join()


@pytest.mark.parametrize("name", WAITING)
def test_a_thread_waits_for_another_only_until_its_deadline(name):
    make, call = WAITING[name]
    shared = make()
    with held(shared._lock), fv.deadline(0.01), pytest.raises(fv.DeadlineError):  # noqa: SLF001
        call(shared)
    call(shared)


def test_a_handler_in_the_middle_of_a_change_is_refused_another():
    episode = Episode(fv.Puzzle("8 8 3 3"))
    with episode._lock, pytest.raises(RuntimeError, match="call of the same object"):  # noqa: SLF001
        episode.take("undo")
    assert episode.take("undo").kind == "invalid"


def test_a_lock_waits_until_another_thread_leaves_it():
    lock, order = Lock(), []

    def wait():
        with lock:
            order.append("second")

    with lock:
        thread = threading.Thread(target=wait)
        thread.start()
        thread.join(0.05)  # it waits
        order.append("first")
    thread.join()
    assert order == ["first", "second"]


@pytest.mark.parametrize("name", ["datasets.audit", "datasets.grade", "datasets.label"])
def test_a_piece_of_a_file_is_not_parsed_to_its_end(name, monkeypatch):
    limit, parsed, parse = fv.deadline(None), [], json_rows._parse  # noqa: SLF001

    def parse_and_cancel(lines):
        parsed.extend(lines)
        if len(parsed) > 500:
            limit.cancel()
        return parse(lines)

    monkeypatch.setattr(json_rows, "_parse", parse_and_cancel)
    with limit, pytest.raises(fv.DeadlineError):
        LONG[name]()
    assert 500 <= len(parsed) < 1000  # of a piece of 8192, or 2048 that are labelled


def looks(monkeypatch, call):
    """How often a call looks at the deadline while it walks through rows."""
    counted = []
    with monkeypatch.context() as patch:
        for module in (budget, arrow_columns):
            patch.setattr(module, "check_deadline", lambda: counted.append(None))
        call()
    return len(counted)


def named(kind):
    file = io.BytesIO()
    file.name = f"rows.{kind}"
    return file


@pytest.mark.few_quick(1)
@pytest.mark.parametrize("kind", WRITERS)
def test_the_deadline_is_looked_at_while_rows_are_read_judged_and_written(kind, monkeypatch):
    row = b'{"completion": "<answer>3*8</answer>", "numbers": [3, 8], "target": 24}\n'
    given, written, labelled = named(kind), named(kind), named(kind)
    datasets.grade(io.BytesIO(row * 8192), output=given)
    often = 8192 // 512

    def graded(output=None):
        given.seek(0)
        datasets.grade(given, output=output)

    def label():
        given.seek(0)
        datasets.label(given, labelled)

    reading = looks(monkeypatch, graded)
    assert reading >= often
    assert looks(monkeypatch, lambda: graded(written)) - reading >= often
    assert looks(monkeypatch, label) >= 2 * often
    assert looks(monkeypatch, lambda: datasets.audit(io.BytesIO(row * 8192))) >= 4 * often


def seconds_late(call, seconds):
    """CPU time from the cancellation of a call, after this many seconds, to its end.

    What a deadline does, but on a clock that does not run on while the machine is busy.
    """
    limit = fv.deadline(None)
    before = signal.signal(signal.SIGPROF, lambda *_: limit.cancel())
    start = time.process_time()
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        with limit:
            call()
    except fv.DeadlineError:
        pass
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
    return time.process_time() - start - seconds


# Calls that also take long after the search: half a million strings, and 245,000 values.
HANDED_OVER = {
    "solve_many": lambda: fv.solve_many([[-1, 2, 3, 4, 5, 6, 7, 8]], 24),
    "values": lambda: len(fv.values("2 2 2 3 5 7 11")),
}


def is_ever_in_time(name, share):
    """Whether one of three calls ends soon after its cancellation, at this share of its time."""
    seconds = share * (seconds_late(HANDED_OVER[name], 60) + 60)
    return any(seconds_late(HANDED_OVER[name], seconds) < 0.15 for _ in range(3))


@pytest.mark.few_slow(2)
@pytest.mark.slow
@pytest.mark.parametrize("share", [0.5, 0.75, 0.9])
@pytest.mark.parametrize("name", HANDED_OVER)
def test_results_are_converted_only_until_the_deadline(name, share):
    # In a separate process, because CPU time of threads of other tests would be counted.
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        assert pool.submit(is_ever_in_time, name, share).result()


@pytest.mark.slow
def test_a_build_ends_at_its_deadline_and_resumes_later(tmp_path):
    spec = datasets.Spec(count=100_000, low=1, high=99, shard_rows=5000)
    with fv.deadline(0.1), pytest.raises(fv.DeadlineError):
        datasets.build(spec, tmp_path / "data", workers=2)
    assert datasets.build(spec, tmp_path / "data").rows == 100_000


def test_a_call_in_time_is_not_ended():
    with fv.deadline(60) as limit:
        assert fv.count("2 4 8 10") == 11
        assert not limit.is_over
    assert not limit.is_over
    with fv.deadline(None):
        assert fv.count("2 4 8 10") == 11


def test_a_call_that_starts_late_is_ended_and_the_same_object_answers_later():
    solutions = fv.solve("2 4 8 10")
    with fv.deadline(0) as limit:
        assert limit.is_over
        with pytest.raises(fv.DeadlineError):
            len(solutions)
        with pytest.raises(fv.DeadlineError):
            list(solutions)
    assert len(solutions) == len(list(solutions)) == 11


def test_an_interrupted_search_starts_again():
    solutions = fv.solve([2, 3, 5, 7, 8, 11, 12, 13], 99991)
    with fv.deadline(0.02), pytest.raises(fv.DeadlineError):
        len(solutions)
    assert len(solutions) == 1


def test_a_long_search_that_is_stopped_ends_soon():
    numbers = [100, 10, 3, 1, 9, 7, 3, 3, 1, 4, 50, 7]
    start = time.monotonic()
    with fv.deadline(0.5), pytest.raises(fv.DeadlineError):
        fv.count(numbers, 1, "whole", limit=None)
    assert time.monotonic() - start < 10


def test_the_earliest_of_nested_deadlines_counts():
    with (
        fv.deadline(60),
        fv.deadline(0.02),
        fv.deadline(30) as inner,
        pytest.raises(fv.DeadlineError, match=r"after 0\.02 seconds"),
    ):
        LONG["count"]()
    assert not inner.is_over
    with fv.deadline(0.02) as outer:
        with pytest.raises(fv.DeadlineError), fv.deadline(30):
            LONG["count"]()
        assert outer.is_over
    assert fv.count("2 4 8 10") == 11


def test_another_thread_can_cancel():
    with fv.deadline(None) as limit:
        timer = threading.Timer(0.05, limit.cancel)
        timer.start()
        with pytest.raises(fv.DeadlineError, match="stopped, because its deadline was cancelled"):
            LONG["count"]()
        assert limit.is_over
        timer.join()
    limit.cancel()  # too late, and nothing happens
    assert fv.count("2 4 8 10") == 11


def test_a_deadline_does_not_apply_to_other_threads():
    found = []
    with fv.deadline(0):
        thread = threading.Thread(target=lambda: found.append(fv.count("2 4 8 10")))
        thread.start()
        thread.join()
    assert found == [11]


def test_one_with_at_a_time_uses_a_deadline():
    limit = fv.deadline(60)
    with limit, pytest.raises(fv.RuleError, match="in use"), limit:
        pass
    with limit:
        assert fv.count("2 4 8 10") == 11


def limited(seconds):
    with fv.deadline(seconds):
        yield 1
        yield 2


def test_a_deadline_that_is_dropped_without_leaving_ends():
    for _ in range(100):
        fv.deadline(0).__enter__()
        assert 1 == fv.count("8 8 3 3")


def test_generators_may_leave_their_deadlines_in_any_order():
    late, soon = limited(60), limited(0)
    assert (next(late), next(soon)) == (1, 1)
    with pytest.raises(fv.DeadlineError):
        fv.count("2 4 8 10")
    late.close()
    with pytest.raises(fv.DeadlineError):
        fv.count("2 4 8 10")
    soon.close()
    assert fv.count("2 4 8 10") == 11


def test_a_generator_may_be_closed_by_another_thread():
    generator = limited(0)
    next(generator)
    thread = threading.Thread(target=generator.close)
    thread.start()
    thread.join()
    del generator
    gc.collect()
    assert fv.count("2 4 8 10") == 11
    with fv.deadline(0), pytest.raises(fv.DeadlineError):
        fv.count("2 4 8 10")
    assert fv.count("2 4 8 10") == 11


@pytest.mark.parametrize("seconds", ["1", -1, float("nan"), float("inf"), 10**400, [], b"1"])
def test_seconds_must_be_a_number(seconds):
    with pytest.raises(fv.RuleError, match="seconds must be"):
        fv.deadline(seconds)


def test_very_long_deadlines_do_not_overflow():
    for seconds in (1e18, 1e300):
        with fv.deadline(seconds) as limit:
            assert not limit.is_over


def test_the_error_survives_pickling():
    for error in (fv.DeadlineError(0.5), fv.DeadlineError(None)):
        again = pickle.loads(pickle.dumps(error))
        assert (str(error), error.seconds) == (str(again), again.seconds)
