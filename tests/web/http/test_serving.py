"""The web server as a process: signals, clients that leave or are slow, a full queue."""

import json
from contextlib import suppress
from pathlib import Path
from time import monotonic

import pytest

pytest.importorskip("uvicorn", reason="the web server is an extra: pip install 'facevalue[web]'")

from facevalue.cli.main import main
from tests.web.server import LONG, QUICK, serving, until

FEW_FILES = 20
REACH = "/api/reach?numbers=1,2,3&low=1&high=9"


@pytest.fixture(scope="module")
def server():
    with serving("--deadline", "30") as running:
        yield running


def seconds_of(ask):
    start = monotonic()
    ask()
    return monotonic() - start


def busy(server, count=6):
    """The connections of slow questions, of which two are being answered and the others wait."""
    before = server.processor_seconds()
    connections = [server.begin_get(LONG) for _ in range(count)]
    until(lambda: server.processor_seconds() - before > 0.1)
    return connections


def is_refused(server, connections):
    """Whether one slow question more finds the queue full; if not, it waits in it."""
    connections.append(server.begin_get(LONG))
    connections[-1].settimeout(0.5)
    try:
        return connections[-1].recv(1000).startswith(b"HTTP/1.1 503 ")
    except TimeoutError:
        return False


def test_the_server_answers(server):
    status, headers, body = server.get(QUICK)
    assert status == 200
    assert headers["content-type"] == "application/json"
    assert json.loads(body)["correct"] is True


def test_the_threads_are_free_soon_after_their_clients_have_left(server):
    connections = busy(server)
    for connection in connections:
        connection.close()
    # The aim is 0.2 s; the rest is for a busy machine, but well below the deadline of 30 s.
    assert seconds_of(lambda: server.get(REACH)) < 10


def test_a_full_queue_refuses_at_once_and_quick_questions_are_answered(server):
    connections = busy(server, 18)
    replies = []

    def is_full():
        # On a busy machine a slow question may end between the two, and leave its place.
        if is_refused(server, connections):
            with suppress(TimeoutError):
                replies.append(server.get(REACH, timeout=1))
        return replies

    try:
        until(is_full)
        status, headers, body = replies[0]
        assert status == 503
        assert headers["retry-after"] == "30"
        assert json.loads(body)["error"] == "QueueFullError"
        assert server.get(QUICK)[0] == 200
    finally:
        for connection in connections:
            connection.close()


def reply(server, data):
    """All that the server answers to some bytes; nothing if it drops the connection."""
    with server.begin(b"") as connection:
        with suppress(OSError):  # closed while we were sending
            connection.sendall(data)
        try:
            return b"".join(iter(lambda: connection.recv(65_536), b""))
        except ConnectionResetError:  # what was sent after the answer makes the system drop it
            return b""


LINE = b"GET /health HTTP/1.1\r\n"
HOST = b"host: 127.0.0.1\r\n"


@pytest.mark.parametrize(
    "data",
    [
        LINE + HOST + (b"x-long: " + b"a" * 65_536 + b"\r\n") * 16,
        LINE + b"x-long: " + b"a" * 2**20,
        LINE + HOST + b"a: b\r\n" * 10_000,
        b"GET /" + b"a" * 50_000 + b" HTTP/1.1\r\n\r\n",
    ],
    ids=["long headers", "one long header", "many headers", "a long address"],
)
def test_more_than_32_kilobytes_of_headers_are_refused(server, data):
    assert reply(server, data)[:13] in (b"HTTP/1.1 400 ", b"")
    assert server.get(QUICK)[0] == 200


def test_31_kilobytes_of_headers_are_read(server):
    with server.begin(LINE + HOST + b"x-long: " + b"a" * 31_000 + b"\r\n\r\n") as connection:
        assert connection.recv(1000).startswith(b"HTTP/1.1 200 ")


def test_a_long_query_is_refused(server):
    assert server.get("/api/hand?cards=" + "A" * 9000)[0] == 413


@pytest.mark.parametrize("hosts", [b"", HOST * 2, HOST + b"host: localhost\r\n"])
def test_a_request_without_one_host_header_is_refused(server, hosts):
    assert reply(server, LINE + hosts + b"\r\n").startswith(b"HTTP/1.1 400 ")


def test_requests_that_are_not_http_are_refused(server):
    with server.begin(b"\x16\x03\x01 hello\r\n\r\n") as connection:
        assert connection.recv(1000).startswith(b"HTTP/1.1 400 ")


def test_a_half_sent_body_leaves_the_server_free(server):
    head = b"POST /api/check HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 100\r\n\r\n{"
    until(lambda: server.open_files() < FEW_FILES)  # the connections of other tests have ended
    connections = [server.begin(head) for _ in range(30)]
    until(lambda: server.open_files() >= 30)
    assert server.get(QUICK)[0] == 200
    for connection in connections:
        connection.close()
    until(lambda: server.open_files() < FEW_FILES)
    assert server.get(QUICK)[0] == 200


@pytest.mark.slow
def test_a_slow_body_and_slow_headers_are_given_up_and_blank_lines_refused(server):
    head = b"POST /api/check HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 100\r\n\r\n{"
    with (
        server.begin(head) as body,
        server.begin(b"GET / HTTP/1.1\r\nho") as headers,
        server.begin_get("/health") as blank,
    ):
        assert b"200 OK" in blank.recv(1000)  # the body of the answer may come later
        blank.sendall(b"\r\n")
        headers.settimeout(20)
        blank.settimeout(20)
        assert b"408" in body.recv(1000)
        assert b"408" in headers.recv(1000)
        assert b"400 Bad Request" in b"".join(iter(lambda: blank.recv(1000), b""))


@pytest.mark.slow
def test_sigterm_ends_the_server_while_slow_questions_run():
    with serving("--deadline", "30") as server:
        connections = busy(server)
        assert server.end() < 10
        for connection in connections:
            connection.close()


@pytest.mark.slow
def test_sigterm_ends_the_server_while_it_computes_the_table_of_match_ups(tmp_path):
    with serving(cache=tmp_path) as server:
        assert server.end() < 10


@pytest.mark.slow
def test_ranges_are_compared_soon_after_the_start_without_the_file_of_match_ups(tmp_path):
    with serving("--deadline", "0.5", cache=tmp_path) as server:
        end = monotonic() + 60  # the table takes two seconds of a machine that does nothing else
        status = 0
        while status != 200 and monotonic() < end:
            start = monotonic()
            status, _, body = server.get("/api/equity?players=QQ%2B,AKs&players=JJ%2B,AK")
            assert monotonic() - start < 10
        assert status == 200, body


def test_one_worker_is_the_process_itself(server):
    pid = server.process.pid
    assert "" == Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")


@pytest.mark.slow
def test_several_workers_serve_and_end():
    with serving("--workers", "2") as server:
        assert {server.get(QUICK)[0] for _ in range(20)} == {200}
        assert server.end() < 10


def test_a_port_in_use_is_one_line(server, capfd):
    assert main(["serve", "--port", str(server.port)]) == 3
    assert "already in use" in capfd.readouterr().err


def test_an_export_overwrites_no_other_files(tmp_path, capfd):
    (tmp_path / "letter.txt").write_text("dear", encoding="utf-8")
    assert main(["serve", "--export", str(tmp_path)]) == 2
    assert "has other files; choose a new or an empty folder" in capfd.readouterr().err
    assert ["letter.txt"] == [path.name for path in tmp_path.iterdir()]


def test_a_file_is_not_taken_for_the_folder_of_an_export(tmp_path, capfd):
    path = tmp_path / "letter.txt"
    path.write_text("dear", encoding="utf-8")
    assert main(["serve", "--export", str(path)]) == 2
    assert "letter.txt' is a file" in capfd.readouterr().err
