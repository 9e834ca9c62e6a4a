"""A server with the pages and a Chromium to visit them, for tests/web."""

import json
import os
import shutil
from contextlib import contextmanager

import pytest

from facevalue.web.pages import read_file
from tests.web.server import serving

# .ci/run sets this to "required": a missing browser then fails the tests and does not skip them.
IS_REQUIRED = os.environ.get("FACEVALUE_BROWSER") == "required"


def _missing(what):
    if IS_REQUIRED:
        pytest.fail(f"{what} is missing, and FACEVALUE_BROWSER=required")
    pytest.skip(f"{what} is missing")


def chromium_path():
    """Where Debian or another system has put Chromium.

    The headless shell has no windows, and takes a third of the CPU time.
    """
    for name in ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"):
        if path := shutil.which(name):
            return path
    return _missing("Chromium")


@contextmanager
def chromium():
    """A headless Chromium."""
    try:
        from playwright.sync_api import expect, sync_playwright  # noqa: PLC0415 - not all have it
    except ImportError:
        _missing("playwright")
    expect.set_options(timeout=20_000)  # on a busy machine a page takes its time
    with sync_playwright() as play:
        browser = play.chromium.launch(
            executable_path=chromium_path(), args=["--no-sandbox", "--disable-gpu"]
        )
        yield browser
        browser.close()


@contextmanager
def site():
    """The address of a running server."""
    for package in ("h11", "starlette", "uvicorn"):
        try:
            __import__(package)
        except ImportError:
            _missing(package)
    with serving() as server:
        yield f"http://127.0.0.1:{server.port}"


def expect(locator):
    """Playwright's assertions about what is on a page; they wait until it is there."""
    from playwright.sync_api import expect  # noqa: PLC0415 - not all have it

    return expect(locator)


def says(page):
    """The line under the table."""
    return page.locator(".says").locator("visible=true")


def button(page, name):
    """The button with this name."""
    return page.get_by_role("button", name=name)


HAND = "?cards=6s,6h,5d,2c"
KEYS = "4*33-11*2"  # these solve it
PAST = "2026-03-01"
STORED = "localStorage.getItem('facevalue')"


def press(page, keys):
    """Press one key after the other."""
    for key in keys:
        page.keyboard.press(key)


def open_hand(page, address):
    """Open a hand of Play, and wait for it."""
    page.goto(address)
    expect(says(page)).to_contain_text("make 24")


def solve_hand(page):
    """Solve HAND with the keyboard."""
    press(page, KEYS)
    expect(says(page)).to_contain_text("Solved in")


def type_answer(page, text):
    """Type a whole answer."""
    typed = page.get_by_label("Or type the whole answer")
    typed.fill(text)
    typed.press("Enter")


def store(page, record):
    """Store a record, as a string or as what JSON says, for the next page."""
    text = record if isinstance(record, str) else json.dumps(record)
    page.evaluate("text => localStorage.setItem('facevalue', text)", text)


def stored_record(page):
    """The record that the page has stored."""
    return json.loads(page.evaluate(STORED))


# What a page sends to the worker that answers: the requests of a verb are delayed or refused.
_CAUGHT = """(() => {
    const sent = Worker.prototype.postMessage;
    const caught = (window.caught = { isOn: IS_ON, waiting: [], unanswered: new Set() });
    const ended = Worker.prototype.terminate;
    Worker.prototype.terminate = function () {
        caught.unanswered.clear(); // the page sends the others again
        return ended.call(this);
    };
    caught.release = () => caught.waiting.splice(0).forEach((send) => send());
    Worker.prototype.postMessage = function (message) {
        if (message.verb !== VERB) return sent.call(this, message);
        const { id } = message;
        const refused = new MessageEvent("message", { data: { id, error: ERROR } });
        const send = () => {
            caught.unanswered.add(id);
            this.addEventListener("message", ({ data }) => caught.unanswered.delete(data.id));
            sent.call(this, message);
        };
        if (!caught.isOn) send();
        else if (ERROR) this.dispatchEvent(refused);
        else caught.waiting.push(send);
    };
})()"""


class Caught:
    """The requests of a verb, which are delayed until they are released; or refused with an error.

    Make it before the page is opened.
    """

    def __init__(self, page, verb, error=None, *, is_on=True):
        self._page = page
        script = _CAUGHT
        for name, value in {"VERB": verb, "ERROR": error, "IS_ON": is_on}.items():
            script = script.replace(name, json.dumps(value))
        page.add_init_script(script)

    def start(self):
        """Catch requests from now on."""
        self._page.evaluate("window.caught.isOn = true")

    def until(self, count):
        """Wait until at least this many requests are delayed."""
        self._page.wait_for_function("count => window.caught.waiting.length >= count", arg=count)

    def release(self):
        """Send the delayed requests; later ones are delayed."""
        self._page.evaluate("window.caught.release()")

    def stop(self):
        """Send the delayed requests and all later ones."""
        self._page.evaluate("window.caught.isOn = false, window.caught.release()")

    def until_answered(self):
        """Wait until the page has received the answers to all requests that were sent."""
        self._page.wait_for_function("() => window.caught.unanswered.size === 0")


def ask(page, questions):
    """Return the answers of a worker of the pages to pairs of a verb and a query."""
    return page.evaluate(
        """async (questions) => {
            const worker = new Worker("js/shared/worker.js", { type: "module" });
            const answers = [];
            for (const [verb, query] of questions) {
                worker.postMessage({ id: answers.length, verb, query });
                const { data } = await new Promise((resolve, reject) => {
                    worker.onmessage = resolve;
                    worker.onerror = () => reject(new Error("the worker has failed"));
                });
                answers.push(data.result ?? data.error);
            }
            worker.terminate();
            return answers;
        }""",
        [list(question) for question in questions],
    )


def serve_modules(page):
    """Serve the modules of the pages below /modules/; the pages load them in one file."""

    def answer(route):
        path = route.request.url.partition("/modules/")[2]
        route.fulfill(body=read_file(path), content_type="text/javascript")

    page.route("**/modules/**", answer)


@contextmanager
def watched(browser, **options):
    """A new page; at the end, it has contacted no other host, and nothing was refused or thrown."""
    context = browser.new_context(reduced_motion="reduce", **options)
    page = context.new_page()
    hosts, faults = set(), []
    page.on("request", lambda request: hosts.add(request.url.split("/")[2]))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
    yield page
    own = page.url.split("/")[2]
    context.close()
    assert hosts <= {own, ""}, "the pages hosts another host"
    # A test may refuse a file with this status. Everything else is a fault.
    assert [] == [fault for fault in faults if "503" not in fault]
