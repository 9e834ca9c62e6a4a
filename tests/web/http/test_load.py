"""The web server under load, on this machine: CPU time, errors, waiting, memory."""

import http.client
import json
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from itertools import combinations_with_replacement, cycle, islice
from select import select
from threading import Event
from time import perf_counter, sleep

import pytest

from facevalue import poker

pytest.importorskip("uvicorn", reason="the web server is an extra: pip install 'facevalue[web]'")

from facevalue.web.lanes import QUEUE, THREADS
from tests.web.server import LONG, QUICK, serving, until

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
# The most expensive request that each route allows.
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
    """Quick requests without repetition."""
    for number, hand in enumerate(combinations_with_replacement(range(1, 14), 4)):
        numbers = "numbers=" + ",".join(map(str, hand))
        yield f"/api/check?{numbers}&answer=({hand[0]}%2B{hand[1]})*{hand[2]}-{hand[3]}"
        yield f"/api/solve?{numbers}"
        yield f"/api/hint?{numbers}&level={number % 3 + 1}"
        yield f"/api/difficulty?{numbers}"
        yield f"/api/count?{numbers}"
        yield f"/api/deal?seed={number}"


def sizes(slow, exhaustive):
    """The size of a load in each slow run, and before a release."""
    marks = pytest.mark.slow, pytest.mark.exhaustive
    return [pytest.param(n, marks=mark) for n, mark in zip((slow, exhaustive), marks, strict=True)]


QUESTIONS = {
    "/health": lambda: cycle(["/health"]),
    "a quick question asked before": lambda: cycle(QUICK_ONES),
    "a new quick question": new_ones,
}


@pytest.mark.parametrize("count", sizes(1000, 4000))
@pytest.mark.parametrize("kind", QUESTIONS)
def test_a_quick_request_takes_little_cpu_time(kind, count):
    poker.matchup("AsAh", "KsKh")  # a server that finds no table of match-ups computes it first
    with serving() as server, Client(server.port) as client:
        paths = QUESTIONS[kind]()
        for path in islice(paths, count // 10):
            assert client.get(path)[0] == 200
        before = server.processor_seconds()
        for path in islice(paths, count):
            client.get(path)
        each = (server.processor_seconds() - before) / count * 1000
        print(f"processor time of {kind}: {each:.3f} ms")  # noqa: T201 - pytest -s shows it
        assert each < 3  # ten times the aim: a closer bound would fail on a busy machine


@pytest.mark.parametrize("count", sizes(4_000, 20_000))
def test_mixed_questions_are_answered(count):
    with serving("--deadline", "30") as server:

        def ask(part):
            paths = islice(cycle(QUICK_ONES * 4 + SLOW_ONES), part, part + count // 8)
            with Client(server.port) as client:
                return [client.get(path)[0] for path in paths]

        with ThreadPoolExecutor(8) as pool:
            statuses = [status for found in pool.map(ask, range(8)) for status in found]
        assert len(statuses) == count
        assert set(statuses) == {200}


def answered(connections):
    return select(connections, [], [], 0)[0]


@pytest.mark.slow
def test_quick_requests_are_answered_while_a_full_queue_of_slow_ones_waits():
    with serving("--deadline", "60") as server, ExitStack() as stack:
        sent = THREADS + QUEUE + 6
        slow = [stack.enter_context(server.begin_get(LONG)) for _ in range(sent)]
        until(lambda: len(answered(slow)) == 6)  # refused, as the queue is full
        with Client(server.port) as client:
            for path in QUICK_ONES:
                assert client.get(path)[0] == 200
        assert len(answered(slow)) < sent


@pytest.mark.parametrize("count", sizes(60, 200))
def test_the_most_expensive_requests_take_bounded_memory(count):
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
                for path in islice(cycle(QUICK_ONES), count):
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
        late = times[count * 985 // 1000] * 1000
        print(f"p98.5 {late:.0f} ms, memory {server.most_megabytes():.0f} MB")  # noqa: T201 - as above
        assert statuses <= {200, 503}
        assert server.most_megabytes() < 300


def flood(server, seconds, *, is_reading):
    """Sends requests without end on one connection; returns how many bytes it could send."""
    requests = b"GET /health HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n" * 1000
    end = perf_counter() + seconds
    sent = 0
    with server.begin(b"") as connection:
        connection.setblocking(False)  # noqa: FBT003 - the name of its argument is "flag"
        while (left := end - perf_counter()) > 0:
            to_read = [connection] if is_reading else []
            readable, writable, _ = select(to_read, [connection], [], left)
            if readable:
                connection.recv(2**20)
            if writable:
                sent += connection.send(requests[sent % len(requests) :])
    return sent


@contextmanager
def prepared():
    """A server that has the table of match-ups, and its memory then."""
    with serving() as server:
        until(lambda: server.get("/api/equity?players=QQ%2B,AKs&players=JJ%2B")[0] == 200)
        yield server, server.megabytes()


@pytest.mark.slow
def test_requests_without_end_that_are_not_answered_stay_in_the_system():
    with prepared() as (server, before):
        assert flood(server, 1, is_reading=False) > 0
        assert server.most_megabytes() - before < 20
        assert server.get(QUICK)[0] == 200


@pytest.mark.parametrize("seconds", sizes(3, 10))
def test_a_client_that_sends_requests_without_end_takes_nothing_from_others(seconds):
    with prepared() as (server, before), ThreadPoolExecutor(1) as pool:
        flooding = pool.submit(flood, server, seconds, is_reading=True)
        times = []
        while not flooding.done():
            start = perf_counter()
            assert server.get("/health")[0] == 200
            times.append(perf_counter() - start)
            sleep(0.02)
        median, most = sorted(times)[len(times) // 2] * 1000, max(times) * 1000
        grown = server.most_megabytes() - before
        print(f"others wait {median:.1f} ms, at most {most:.1f}; {grown:.1f} MB")  # noqa: T201
        assert flooding.result() > 10**5 * seconds
        assert grown < 20


@pytest.mark.parametrize("clients", sizes(3, 8))
def test_the_memory_of_a_load_is_returned_after_it(clients):
    def press(number):
        with Client(server.port) as client:
            for path in islice(cycle(DEAREST), number, number + len(DEAREST)):
                client.get(path)

    with prepared() as (server, before), ThreadPoolExecutor(clients) as pool:
        found = []
        for _ in range(2):
            list(pool.map(press, range(clients)))
            found.append(server.megabytes() - before)
        print(f"{before:.0f} MB, after loads", *(f"+{each:.0f}" for each in found))  # noqa: T201
        assert found[0] < 50  # 30 of tables that are made once; a load takes a hundred more
        assert found[1] < found[0] + 10


def test_the_questions_of_the_load_are_right():
    with serving("--deadline", "30") as server:
        for path in QUICK_ONES + SLOW_ONES:
            status, _, body = server.get(path)
            assert status == 200, (path, json.loads(body))
