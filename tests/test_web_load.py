"""The web server under load, on this machine only: processor time, errors, waiting, memory."""

import http.client
import json
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations_with_replacement, cycle, islice
from threading import Event
from time import perf_counter

import pytest

from facevalue import poker

pytest.importorskip("uvicorn", reason="the web server is an extra: pip install 'facevalue[web]'")

from tests.web_server import LONG, QUICK, serving

QUICK_ONES = [
    QUICK,
    "/api/check?numbers=6,6,5,2&target=17&answer=6*(2%2B5)/6",
    "/api/deal?seed=24",
    "/api/daily?date=2026-01-31",
    "/api/difficulty?numbers=8,8,3,3",
    "/api/hand?cards=7H7S7DASAC",
    "/api/solve?numbers=8,8,3,3",
    "/api/hint?numbers=8,8,3,3&level=2",
]
SLOW_ONES = [
    "/api/solve?numbers=75,50,2,3,8,7&target=812&rules=countdown",
    "/api/reach?numbers=75,50,2,3,8,7",
    "/api/equity?players=AhKh&players=QsQd",
    "/api/range?hands=QQ%2B,AKs",
    "/api/generate?count=3",
]
RANKS = "AKQJT98765432"
# The dearest of what each route allows.
DEAREST = [
    LONG,
    "/api/solve?numbers=2,3,5,7,11,13,17&target=1000",
    "/api/reach?numbers=2,3,5,7,11,13,17&rules=classic&low=1&high=10000",
    "/api/equity?samples=2000000" + "&players=random" * 6,
    "/api/generate?rules=countdown&count=20",
    "/api/range?game=omaha&hands=" + "****:0.5," * 150 + "AA**",
    "/api/range?game=omaha&hands=" + ",".join(f"{a}{b}**:0.5" for a in RANKS for b in RANKS),
    "/api/difficulty?numbers=25,50,75,100,3,7,9&target=812&rules=countdown",
    "/api/closest?numbers=999983/7,1/999979,999961/3,13/17",
]


class Client:
    """A connection that stays open for many questions."""

    def __init__(self, port):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.connection.close()

    def get(self, path):
        self.connection.request("GET", path)
        reply = self.connection.getresponse()
        return reply.status, reply.read()


def new_ones():
    """Quick questions that were not asked before."""
    for number, hand in enumerate(combinations_with_replacement(range(1, 14), 4)):
        numbers = "numbers=" + ",".join(map(str, hand))
        yield f"/api/check?{numbers}&answer=({hand[0]}%2B{hand[1]})*{hand[2]}-{hand[3]}"
        yield f"/api/solve?{numbers}"
        yield f"/api/hint?{numbers}&level={number % 3 + 1}"
        yield f"/api/difficulty?{numbers}"
        yield f"/api/count?{numbers}"
        yield f"/api/deal?seed={number}"


QUESTIONS = {
    "/health": lambda: cycle(["/health"]),
    "a quick question asked before": lambda: cycle(QUICK_ONES),
    "a new quick question": new_ones,
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", QUESTIONS)
def test_a_quick_question_takes_little_processor_time(kind):
    poker.matchup("AsAh", "KsKh")  # a server that finds no table of match-ups computes it first
    with serving() as server, Client(server.port) as client:
        paths = QUESTIONS[kind]()
        for path in islice(paths, 400):
            assert client.get(path)[0] == 200
        before = server.processor_seconds()
        for path in islice(paths, 4000):
            client.get(path)
        each = (server.processor_seconds() - before) / 4000 * 1000
        print(f"processor time of {kind}: {each:.3f} ms")  # noqa: T201 - pytest -s shows it
        assert each < 3  # ten times the aim: a closer bound would fail on a busy machine


@pytest.mark.slow
def test_20_000_mixed_questions_are_answered():
    with serving("--deadline", "30") as server:

        def ask(part):
            paths = islice(cycle(QUICK_ONES * 4 + SLOW_ONES), part, part + 2500)
            with Client(server.port) as client:
                return [client.get(path)[0] for path in paths]

        with ThreadPoolExecutor(8) as pool:
            statuses = [status for found in pool.map(ask, range(8)) for status in found]
        assert len(statuses) == 20_000
        assert set(statuses) == {200}


@pytest.mark.slow
def test_quick_questions_wait_little_behind_the_dearest_ones():
    with serving() as server:
        is_over = Event()

        def press(number):
            found = set()
            with Client(server.port) as client:
                for path in islice(cycle(DEAREST), number, None):
                    if is_over.wait(0.01):
                        break
                    found.add(client.get(path)[0])
            return found

        def quick():
            times = []
            with Client(server.port) as client:
                for path in islice(cycle(QUICK_ONES), 200):
                    start = perf_counter()
                    assert client.get(path)[0] == 200
                    times.append(perf_counter() - start)
                    is_over.wait(0.05)
            return sorted(times)

        with ThreadPoolExecutor(65) as pool:
            pressing = [pool.submit(press, number) for number in range(64)]
            times = pool.submit(quick).result()
            is_over.set()
            statuses = set().union(*(each.result() for each in pressing))
        late = times[197] * 1000
        print(f"p99 {late:.0f} ms, memory {server.most_megabytes():.0f} MB")  # noqa: T201 - as above
        assert statuses <= {200, 503}
        assert late < 2000  # the deadline: a closer bound would fail on a busy machine
        assert server.most_megabytes() < 300


def test_the_questions_of_the_load_are_right():
    with serving("--deadline", "30") as server:
        for path in QUICK_ONES + SLOW_ONES:
            status, _, body = server.get(path)
            assert status == 200, (path, json.loads(body))
