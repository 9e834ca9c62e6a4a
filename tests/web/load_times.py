"""How long the first page takes on slow 4G: `python -m tests.web.load_times`.

Slow 4G is 1.6 Mbit/s and 150 ms for each request, as in Lighthouse. The times are until the first
hand is on the table: of a first visit to `facevalue serve`, of a later one, for which the browser
has kept the files, and the same of an export, whose service worker has all files. Python's server
of the export does not compress them; most static hosts do.
"""

from __future__ import annotations

import argparse
import functools
import http.server
import tempfile
import threading
from contextlib import contextmanager
from statistics import median

from facevalue.web.exporting import export
from tests.web.browser import chromium, site

SLOW_4G = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1.6e6 / 8,
    "uploadThroughput": 750e3 / 8,
}
# The time at which the first card of a hand is drawn. A wait of Playwright would add up to 0.5 s.
WATCH = """window.dealt = new Promise((resolve) => {
    new MutationObserver((_, observer) => {
        if (!document.querySelector(".hand .piece")) return;
        observer.disconnect();
        requestAnimationFrame(() => resolve(performance.now()));
    }).observe(document, { childList: true, subtree: true });
})"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A server of files that logs nothing."""

    def log_message(self, *_):
        """Log nothing."""


@contextmanager
def exported():
    """The address of an export on a static server."""
    with tempfile.TemporaryDirectory() as folder:
        export(folder)
        handler = functools.partial(Quiet, directory=folder)
        with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            yield f"http://127.0.0.1:{server.server_port}/"
            server.shutdown()


def load(page, address):
    """Open a page; return the milliseconds until it shows a hand."""
    page.goto(address, wait_until="commit")
    return page.evaluate("window.dealt")


def visit_twice(browser, address, *, has_worker):
    """Return the times of a first visit and a second one."""
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    page.add_init_script(WATCH)
    slow = context.new_cdp_session(page)
    slow.send("Network.emulateNetworkConditions", SLOW_4G)
    first = load(page, address)
    page.wait_for_load_state("networkidle")
    if has_worker:
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    second = load(page, address)
    context.close()
    return first, second


def main() -> None:
    """Print the medians of some visits."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--repeat", type=int, default=5)
    count = parser.parse_args().repeat
    with site() as served, exported() as static, chromium() as browser:
        visits = [visit_twice(browser, served, has_worker=False) for _ in range(count)]
        kept = [visit_twice(browser, static, has_worker=True) for _ in range(count)]
    for name, times in (
        ("first visit", [first for first, _ in visits]),
        ("second visit", [second for _, second in visits]),
        ("first visit, export without compression", [first for first, _ in kept]),
        ("second visit, service worker", [second for _, second in kept]),
    ):
        print(f"{name}: {median(times) / 1000:.2f} s")  # noqa: T201 - the output


if __name__ == "__main__":
    main()
