"""The web server limits the number of connections and their idle time."""

import asyncio
import gc
import socket
import weakref
from contextlib import ExitStack, contextmanager

import pytest

pytest.importorskip("uvicorn", reason="the web server is an extra: pip install 'facevalue[web]'")

import uvicorn

from facevalue.web import connections
from facevalue.web.connections import MAX_PER_CLIENT, Connections, Loop
from facevalue.web.server import Application
from tests.web.server import LONG, QUICK, serving, until

HEAD = b"GET /health HTTP/1.1\r\nhost: 127.0.0.1\r\n"


class Repeater(asyncio.Protocol):
    """Respond with as many bytes as requested."""

    def __init__(self):
        self.is_lost = asyncio.Event()

    def connection_made(self, transport):
        self.transport = transport

    def data_received(self, data):
        self.transport.write(b"x" * int(data))

    def connection_lost(self, _):
        self.is_lost.set()


class Running:
    """A server in this process: its limits, its port, and the protocols that it has made."""

    def __init__(self, limits):
        self.limits = limits
        self.protocols = []
        self.port = 0

    def new_protocol(self):
        self.protocols.append(Repeater())
        return self.protocols[-1]

    async def connect(self, source="127.0.0.1"):
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=(source, 0))

    async def are_lost(self):
        for protocol in self.protocols:
            await protocol.is_lost.wait()


def run(test, **limits):
    """The result of `test`, which is called with a server that repeats."""

    async def running():
        loop = asyncio.get_running_loop()
        loop.connections = Connections(**limits)
        found = Running(loop.connections)
        server = await loop.create_server(found.new_protocol, "127.0.0.1", 0)
        found.port = server.sockets[0].getsockname()[1]
        try:
            return await asyncio.wait_for(test(found), 20)
        finally:
            server.close()

    with asyncio.Runner(loop_factory=Loop) as runner:
        return runner.run(running())


async def is_accepted(running, source):
    """Whether one connection more is accepted, and the connection, which stays open."""
    reader, writer = await running.connect(source)
    writer.write(b"3")
    try:
        return await reader.read(3) == b"xxx", writer
    except ConnectionResetError:
        return False, writer


def accepted(*sources, **limits):
    """Which of several connections that stay open are accepted."""

    async def test(running):
        found = [await is_accepted(running, source) for source in sources]
        assert len(running.limits) == sum(is_ok for is_ok, _ in found)
        for _, writer in found:
            writer.close()
        await running.are_lost()
        again, writer = await is_accepted(running, sources[0])
        assert again
        writer.close()
        return [is_ok for is_ok, _ in found]

    return run(test, **limits)


def test_one_address_has_some_connections_and_others_have_theirs():
    sources = ["127.0.0.1"] * 4 + ["127.0.0.2"] * 2
    assert accepted(*sources, max_per_client=3) == [True, True, True, False, True, True]


def test_the_total_number_of_connections_is_limited():
    sources = [f"127.0.0.{number}" for number in range(1, 6)]
    assert accepted(*sources, max_open=3) == [True, True, True, False, False]


def test_a_refused_connection_gets_a_response():
    async def test(running):
        _, first = await running.connect()
        reader, second = await running.connect()
        response = await reader.read()
        first.close()
        second.close()
        return response

    response = run(test, max_open=1)
    assert response.startswith(b"HTTP/1.1 503 Service Unavailable\r\n")
    assert response.endswith(b"\r\n\r\ntoo many connections; try again later")


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("192.0.2.1", "192.0.2.2", False),
        ("2001:db8::1", "2001:db8::ffff:1", True),
        ("2001:db8:0:1::1", "2001:db8:0:2::1", False),
        ("fe80::1%eth0", "fe80::2%eth0", True),
    ],
)
def test_a_client_is_an_ipv4_address_or_an_ipv6_network(one, other, is_same):
    class Transport:
        def __init__(self, host):
            self.ends = {"peername": (host, 1), "sockname": ("::", 80)}

        def get_extra_info(self, name):
            return self.ends[name]

    async def client(host):
        connection = connections.Connection(Connections(), Repeater)
        connection.connection_made(Transport(host))
        found = connection.client
        connection.connection_lost(None)
        return found

    found = [asyncio.run(client(host)) for host in (one, other)]
    assert (found[0] == found[1]) == is_same


@pytest.mark.parametrize("data", [b"3", b"2000000", b"30000000"])
def test_a_client_that_does_not_read_or_send_is_closed(monkeypatch, data):
    monkeypatch.setattr(connections, "READ_SECONDS", 0.2)
    monkeypatch.setattr(connections, "HEADER_SECONDS", 0.2)

    async def test(running):
        loop = asyncio.get_running_loop()
        with socket.create_connection(("127.0.0.1", running.port)) as client:
            client.setblocking(False)  # noqa: FBT003 - the name of its argument is "flag"
            await loop.sock_sendall(client, data)
            while not running.protocols:  # noqa: ASYNC110 - the system accepts connections first
                await asyncio.sleep(0.01)
            await running.are_lost()
            return len(running.limits)

    assert run(test) == 0


@pytest.mark.slow
def test_a_client_that_reads_in_time_gets_all_of_it(monkeypatch):
    monkeypatch.setattr(connections, "HEADER_SECONDS", 0.5)

    async def test(running):
        reader, writer = await running.connect()
        writer.write(b"30000000")
        first = await reader.readexactly(1)
        await asyncio.sleep(1)  # longer than it may idle
        rest = await reader.readexactly(29_999_999)
        late = await reader.read()
        writer.close()
        return len(first + rest), late

    size, late = run(test)
    assert size == 30_000_000
    assert late.startswith(b"HTTP/1.1 408 ")


@pytest.mark.slow
def test_a_lost_connection_is_not_kept_alive_by_its_timer():
    async def test(running):
        reader, writer = await running.connect()
        writer.write(b"1")
        await reader.read(1)
        writer.close()
        await running.are_lost()
        held = weakref.ref(running.protocols.pop())
        await asyncio.sleep(0)
        gc.collect()
        return held()

    assert run(test) is None


@contextmanager
def idle(server, count, data=b""):
    """Connections that send some bytes and then nothing."""
    with ExitStack() as stack:
        yield [stack.enter_context(server.begin(data)) for _ in range(count)]


@pytest.mark.slow
def test_a_thousand_idle_connections_do_not_shut_others_out():
    with serving() as server, idle(server, 1000, HEAD):
        until(lambda: server.open_files() >= MAX_PER_CLIENT)
        assert server.get(QUICK, source="127.0.0.2")[0] == 200
        assert server.open_files() < MAX_PER_CLIENT + 50


@pytest.mark.slow
@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_the_clock_stops_while_the_server_answers(monkeypatch, host):
    monkeypatch.setattr(connections, "HEADER_SECONDS", 0.2)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.create_server((host, 0), family=family)
    port = listener.getsockname()[1]

    async def answers():
        limited = asyncio.get_running_loop().connections.limit(Application(deadline=0.5))
        server = uvicorn.Server(uvicorn.Config(limited, http="h11", log_config=None))
        ended = asyncio.create_task(server.serve(sockets=[listener]))
        reader, writer = await asyncio.open_connection(host, port)
        writer.write(f"GET {LONG} HTTP/1.1\r\nhost: localhost\r\n\r\n".encode())
        found = await asyncio.wait_for(reader.read(), 20)
        writer.close()
        server.should_exit = True
        await ended
        return found

    with asyncio.Runner(loop_factory=Loop) as runner:
        found = runner.run(answers())
    first, second = found.split(b"HTTP/1.1 ")[1:]
    assert first.startswith(b"503 ")
    assert b"DeadlineError" in first
    assert second.startswith(b"408 ")
