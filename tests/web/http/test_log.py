"""The log of the web server: clients cannot fill it."""

import logging
from contextlib import ExitStack, suppress

import pytest

pytest.importorskip("uvicorn", reason="the web server is an extra: pip install 'facevalue[web]'")

from facevalue.web import logs
from facevalue.web.connections import MAX_PER_CLIENT
from facevalue.web.logs import MAX_RECORDS, FewRecords
from tests.web.server import QUICK, serving

HOST = b"host: 127.0.0.1\r\n"
CHUNKED = b"transfer-encoding: chunked\r\n\r\n"
BAD_REQUESTS = {
    "not HTTP": b"\x16\x03\x01 hello\r\n\r\n",
    "two hosts": b"GET /health HTTP/1.1\r\n" + HOST * 2 + b"\r\n",
    "websocket": b"GET / HTTP/1.1\r\nconnection: upgrade\r\nupgrade: websocket\r\n"
    + HOST
    + b"\r\n",
    "HTTP/2": b"GET / HTTP/1.1\r\nconnection: upgrade\r\nupgrade: h2c\r\n" + HOST + b"\r\n",
    "a bad body of a quick question": b"POST /health HTTP/1.1\r\n" + HOST + CHUNKED + b"no\r\n",
    "a bad body": b"POST /api/check HTTP/1.1\r\n" + HOST + CHUNKED + b"no\r\n",
    "a bad body of a slow question": b"GET /api/reach?numbers=1,2,3,4,5 HTTP/1.1\r\n"
    + HOST
    + CHUNKED
    + b"no\r\n",
    "a bad request after a good one": b"GET /health HTTP/1.1\r\n" + HOST + b"\r\nno\r\n\r\n",
}


@pytest.fixture(scope="module")
def logged(tmp_path_factory):
    """A server and the file of its log."""
    path = tmp_path_factory.mktemp("log") / "log.txt"
    with path.open("a") as log, serving(log=log) as server:
        yield server, path


@pytest.mark.parametrize("data", BAD_REQUESTS.values(), ids=BAD_REQUESTS)
def test_bad_requests_are_not_logged(logged, data):
    server, path = logged
    path.write_text("")
    for _ in range(20):
        with server.begin(data) as connection, suppress(ConnectionResetError):
            assert connection.recv(1000).startswith(b"HTTP/1.1 ")
    assert server.get(QUICK)[0] == 200
    assert path.read_text() == ""


def test_a_bad_body_after_the_response_is_not_logged(logged):
    server, path = logged
    path.write_text("")
    for _ in range(20):
        with server.begin(b"POST /health HTTP/1.1\r\n" + HOST + CHUNKED) as connection:
            received = connection.recv(1000)
            while not received.endswith(b"}"):
                received += connection.recv(1000)
            assert received.startswith(b"HTTP/1.1 405 ")
            connection.sendall(b"no\r\n")
            assert connection.recv(1000) == b""
    assert path.read_text() == ""


def test_refused_connections_are_logged_a_few_times(logged):
    server, path = logged
    path.write_text("")
    with ExitStack() as stack:
        for _ in range(MAX_PER_CLIENT + 50):
            stack.enter_context(server.begin(b""))
        while stack.enter_context(server.begin(b"")).recv(100)[:12] != b"HTTP/1.1 503":
            pass
    lines = path.read_text().splitlines()
    assert lines == ["facevalue: refused a connection from 127.0.0.1: it has 250"] * MAX_RECORDS


def logger_of(monkeypatch):
    """A function that logs, the list of what it printed, and the hands of its clock."""
    now, printed = [100.0], []
    monkeypatch.setattr(logs, "monotonic", lambda: now[0])

    class Printer(logging.Handler):
        def emit(self, record):
            printed.append(record.getMessage())

    logger = logging.Logger("test")  # noqa: LOG001 - it is of this test alone
    logger.addHandler(Printer())
    logger.handlers[0].addFilter(FewRecords(max_records=2, seconds=10))
    return logger, printed, now


def test_a_few_records_of_each_place_are_printed_in_a_period(monkeypatch):
    logger, printed, _ = logger_of(monkeypatch)
    for number in range(5):
        logger.warning("one %d", number)
        logger.warning("other %d", number)
    assert printed == ["one 0", "other 0", "one 1", "other 1"]


def test_the_next_period_begins_with_how_many_were_not_printed(monkeypatch):
    logger, printed, now = logger_of(monkeypatch)
    for each in range(1003):
        now[0] = 100.0 if each < 1000 else 110.0
        logger.warning("number %d", each)
    assert printed == [
        "number 0",
        "number 1",
        "number 1000 (and 998 more like this before)",
        "number 1001",
    ]
