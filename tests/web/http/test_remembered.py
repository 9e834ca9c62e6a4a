"""Results of quick requests are cached, up to a number of bytes."""

import asyncio
import json

import pytest

pytest.importorskip("uvicorn", reason="the web server is an extra: pip install 'facevalue[web]'")

import datetime as dt

from facevalue.web.remembered import Remembered
from facevalue.web.server import Application
from tests.web.http.test_api import call


def kept(*questions):
    """The replies of one server, and how many answers it remembers."""
    application = Application(deadline=30)
    replies = [
        asyncio.run(call(f"/api/{verb}", query, application=application))
        for verb, query in questions
    ]
    return replies, len(application._remembered)  # noqa: SLF001 - it is seen nowhere else


@pytest.mark.parametrize("verb", ["solve", "count", "closest", "hint", "difficulty"])
def test_a_repeated_request_has_the_same_result(verb):
    question = (verb, "numbers=8,8,3,3")
    (first, again), count = kept(question, question)
    assert (first.status, first.body, first.headers) == (200, again.body, again.headers)
    assert count == 1


def test_questions_that_differ_are_kept_apart():
    numbers = ["8,8,3,3", "6,6,5,2", "1,1,1,1"]
    questions = [(verb, f"numbers={each}") for verb in ("solve", "count") for each in numbers]
    replies, count = kept(*questions, *questions)
    bodies = [reply.body for reply in replies]
    assert bodies[:6] == bodies[6:]
    assert (len(set(bodies)), count) == (6, 6)


@pytest.mark.parametrize(
    ("verb", "query", "is_kept"),
    [
        ("deal", "seed=24", True),
        ("deal", "solvable=true", False),
        ("daily", "date=2026-01-31", True),
        ("daily", "", False),
        ("rules", "", True),
        ("solve", "numbers=8,8,x", False),
        ("solve", "numbers=1,2,3,4,5", False),
        ("hand", "cards=7H7S7DASAC&explain=true", False),
    ],
)
def test_only_quick_answers_that_never_change_are_kept(verb, query, is_kept):
    assert kept((verb, query))[1] == is_kept


def test_the_puzzles_of_today_change_at_midnight(monkeypatch):
    application = Application()

    def today(day):
        class Clock(dt.datetime):
            @classmethod
            def now(cls, zone):
                return cls(2026, 3, day, tzinfo=zone)

        monkeypatch.setattr(dt, "datetime", Clock)
        return asyncio.run(call("/api/daily", application=application)).json["date"]

    assert [today(1), today(2)] == ["2026-03-01", "2026-03-02"]


def test_answers_used_least_recently_are_forgotten_first():
    some = Remembered(max_bytes=3 * 1301)  # each entry counts 300 bytes more
    for name in (b"a", b"b", b"c"):
        some.keep("/api/solve", name, name * 1000)
    assert some.get("/api/solve", b"a") == b"a" * 1000
    some.keep("/api/solve", b"d", b"d" * 1000)
    assert [some.get("/api/solve", name) is None for name in (b"a", b"b", b"c", b"d")] == [
        *(False, True),
        *(False, False),
    ]
    some.keep("/api/solve", b"d", b"e")
    assert (len(some), some.get("/api/solve", b"d")) == (3, b"e")


def test_an_answer_larger_than_the_whole_memory_is_not_kept():
    some = Remembered(max_bytes=1000)
    some.keep("/api/solve", b"a", b"a" * 2000)
    assert (len(some), some.get("/api/solve", b"a")) == (0, None)
    some.keep("/api/solve", b"b", b"b")
    assert len(some) == 1


def test_an_internal_error_is_reported_without_a_traceback(monkeypatch):
    async def broken(*_):
        raise ZeroDivisionError("a secret")

    monkeypatch.setattr(Application, "_answer_query", broken)
    (reply,), _ = kept(("solve", "numbers=8,8,3,3"))
    assert reply.status == 500
    error = {"error": "InternalError", "message": "this request could not be answered"}
    assert error.items() <= json.loads(reply.body).items()
