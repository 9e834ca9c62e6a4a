"""A real web server in a separate process, for tests."""

import http.client
import os
import re
import signal
import socket
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

# It takes some ten seconds, most of them in the core.
LONG = "/api/closest?numbers=2,3,5,7,11,13,17&target=1000000000"
QUICK = "/api/check?numbers=8,8,3,3&answer=8/(3-8/3)"


class Server:
    """A running server: its process and its port."""

    def __init__(self, process, port):
        self.process = process
        self.port = port

    def get(self, path, *, timeout=10, source="127.0.0.1"):
        """The status, the headers and the body of a GET request; `source` is its own address."""
        connection = http.client.HTTPConnection(
            "127.0.0.1", self.port, timeout=timeout, source_address=(source, 0)
        )
        try:
            connection.request("GET", path)
            reply = connection.getresponse()
            return reply.status, dict(reply.getheaders()), reply.read()
        finally:
            connection.close()

    def begin(self, data):
        """A connection to which some bytes are sent; the caller closes it."""
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=10)
        connection.sendall(data)
        return connection

    def begin_get(self, path):
        return self.begin(f"GET {path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n".encode())

    def processor_seconds(self):
        """The CPU time that the process has used, from /proc."""
        fields = self._proc("stat").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def megabytes(self):
        """The memory of the process, from /proc."""
        return self._status("VmRSS") / 1024

    def most_megabytes(self):
        """The peak memory of the process, from /proc."""
        return self._status("VmHWM") / 1024

    def open_files(self):
        """The number of open files and connections of the process, from /proc."""
        return len(list(Path(f"/proc/{self.process.pid}/fd").iterdir()))

    def _status(self, key):
        return int(re.search(rf"{key}:\s+(\d+) kB", self._proc("status"))[1])

    def _proc(self, name):
        return Path(f"/proc/{self.process.pid}/{name}").read_text(encoding="ascii")

    def end(self):
        """Sends SIGTERM and returns how many seconds the server takes to end."""
        start = monotonic()
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=20)
        return monotonic() - start


def until(condition, seconds=20):
    """Wait until the condition is true."""
    end = monotonic() + seconds
    while not condition():
        assert monotonic() < end, "it does not come to be"
        sleep(0.01)


@contextmanager
def serving(*options, cache=None, log=None):
    """A server on a free port of this machine.

    Args:
        *options: of the command line.
        cache: its cache folder, if not the usual.
        log: an open file for what it writes to stderr.
    """
    command = [sys.executable, "-m", "facevalue", "serve", "--port", "0", *options]
    more = {} if cache is None else {"XDG_CACHE_HOME": str(cache)}
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=log, encoding="utf-8", env=os.environ | more
    )
    try:
        line = process.stdout.readline()
        server = Server(process, int(re.search(r":(\d+)/", line)[1]))
        _wait_for(server)
        yield server
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def _wait_for(server):
    until(lambda: _is_answering(server), 60)


def _is_answering(server):
    try:
        return server.get("/health")[0] == 200
    except OSError:
        return False
