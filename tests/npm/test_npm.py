"""The package for npm as people use it: runtimes, TypeScript, bundlers, pages, workers.

`FACEVALUE_NPM` names a folder where the package and the tools of package.json are installed, as
.ci/run does.
"""

import gzip
import json
import os
import re
import shutil
import socket
import subprocess
import threading
import time
import urllib.error
import urllib.request
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.paths import ROOT

TOOLS = os.environ.get("FACEVALUE_NPM", "")
PAGES = Path(__file__).with_name("pages")
README = ROOT / "js" / "README.md"
# What `answers` of pages/all.js returns.
ANSWERS = [
    *("8/(3-8/3)", 1, 1, "Full House, Sevens full of Aces"),
    *([0], [166], "197833/428076"),
]
HTML = '<!doctype html><meta charset="utf-8"><title>page</title><body>'
# Of all code of a page that needs only `value`, compressed.
MOST_FOR_VALUE = 40_000

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not TOOLS, reason="FACEVALUE_NPM is not set: the folder with the package and its tools"
    ),
]


@pytest.fixture
def folder(tmp_path):
    """A project with the pages, which finds the package and the tools."""
    shutil.copytree(PAGES, tmp_path, dirs_exist_ok=True)
    (tmp_path / "node_modules").symlink_to(Path(TOOLS, "node_modules"))
    (tmp_path / "package.json").write_text('{ "private": true, "type": "module" }\n')
    return tmp_path


def run(folder, *command, env=None):
    """Run a program in a project; what it printed."""
    done = subprocess.run(
        command,
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        encoding="utf-8",
        env={**os.environ, **(env or {})},
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def tool(name):
    """The path of a tool of package.json."""
    return str(Path(TOOLS, "node_modules", ".bin", name))


@pytest.fixture
def shown(folder, browser):
    """A function that opens a page of the project; the JSON that it shows."""
    page = browser.new_page()
    problems = []
    page.on("pageerror", lambda error: problems.append(str(error)))

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    def show(path):
        handler = partial(Quiet, directory=str(folder))
        with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            page.goto(f"http://127.0.0.1:{server.server_port}/{path}")
            page.wait_for_function("document.body?.textContent.trim() !== ''", timeout=20_000)
            found = page.evaluate("document.body.textContent")
            server.shutdown()
        assert problems == []
        return json.loads(found)

    yield show
    page.close()


def write_page(folder, script, kind=""):
    """Write a page with a script."""
    (folder / "page.html").write_text(f'{HTML}<script {kind} src="{script}"></script>')
    return "page.html"


# --- runtimes


RUNTIMES = {"node": [], "bun": ["run"], "deno": ["run", "--no-prompt"]}


@pytest.mark.parametrize("file", ["print.js", "required.cjs"])
@pytest.mark.parametrize("runtime", RUNTIMES)
def test_a_runtime_imports_and_requires_the_package(folder, runtime, file):
    program = "node" if runtime == "node" else tool(runtime)
    assert json.loads(run(folder, program, *RUNTIMES[runtime], file)) == ANSWERS


def test_require_finds_what_import_finds(folder):
    code = """
        import { createRequire } from "node:module";
        import * as imported from "facevalue";
        const required = createRequire(import.meta.url)("facevalue");
        console.log(JSON.stringify([Object.keys(imported).sort(), Object.keys(required).sort()]));
    """
    imported, required = json.loads(run(folder, "node", "--input-type=module", "--eval", code))
    assert imported == required
    assert {"solve", "equity", "init", "puzzle", "poker"} < set(imported)


def test_modules_without_the_cores_in_the_code_also_work_in_node(folder):
    code = """
        import { init, solve, value } from "facevalue/lean";
        const before = solve("8 8 3 3").solutions[0].expression;
        await init();
        console.log(JSON.stringify([before, value("AhKhQhJhTh")]));
    """
    assert json.loads(run(folder, "node", "--input-type=module", "--eval", code)) == [
        "8/(3-8/3)",
        1,
    ]


def test_init_refuses_other_values_than_addresses_and_modules(folder):
    code = """
        import { init } from "facevalue";
        const EMPTY = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
        const refused = (from) => init(from).catch((error) => `${error}`);
        const given = [5, { numbers: 5 }, null, { number: new WebAssembly.Module(EMPTY) }];
        console.log(JSON.stringify(await Promise.all(given.map(refused))));
    """
    found = json.loads(run(folder, "node", "--input-type=module", "--eval", code))
    start = "RuleError: init takes the address of a folder or compiled modules by name, not "
    unknown = "RuleError: init has no core 'number'; did you mean 'numbers'?"
    assert found == [f"{start}5", f"{start}[object Object]", f"{start}None", unknown]


def test_a_class_of_errors_is_the_same_in_all_modules(folder):
    code = """
        import { FaceValueError, RuleError } from "facevalue";
        import { value } from "facevalue/poker";
        import { solve } from "facevalue/puzzle";
        const caught = (call) => { try { call(); } catch (error) { return error; } };
        const errors = [caught(() => value("Ah")), caught(() => solve("8 8", 24, "chess"))];
        const ours = errors.map((each) => each instanceof FaceValueError);
        console.log(JSON.stringify([...ours, errors[1] instanceof RuleError]));
    """
    found = json.loads(run(folder, "node", "--input-type=module", "--eval", code))
    assert found == [True, True, True]


def test_the_examples_of_the_readme_print_what_they_say(folder):
    text = README.read_text(encoding="utf-8")
    for block in re.findall(r"```js\n(.*?)```", text, re.DOTALL):
        expected = re.findall(r"console\.log\(.*\); // (.*)", block)
        assert run(folder, "node", "--input-type=module", "--eval", block).splitlines() == expected


# --- TypeScript and checkers of packages


@pytest.mark.parametrize("file", ["types.mts", "types.cts"])
def test_the_types_agree_with_what_runs(folder, file):
    options = ["--module", "nodenext", "--target", "es2022", "--strict", "--noEmitOnError"]
    run(folder, tool("tsc"), *options, "--lib", "es2022,dom", file)
    printed = run(folder, "node", file.replace("ts", "js"))
    assert (
        printed
        == {
            "types.mts": "24 1 1 true true holdem needs 5 to 7 cards, not 1 1 5 true 1\n",
            "types.cts": "24 1 true 1\n",
        }[file]
    )


def test_checkers_find_nothing_wrong_with_the_package(folder):
    (packed,) = Path(TOOLS).glob("facevalue-*.tgz")
    found = run(folder, tool("publint"), str(packed), "--strict")
    assert "All good!" in found
    ignored = ["--exclude-entrypoints", "./*.wasm", "--profile", "node16"]
    run(folder, tool("attw"), str(packed), *ignored, "--ignore-rules", "cjs-resolves-to-esm")


# --- bundlers


def bundle_with_esbuild(folder, entry, out):
    run(folder, tool("esbuild"), entry, "--bundle", "--minify", "--format=iife", f"--outfile={out}")


def bundle_with_rollup(folder, entry, out):
    options = ["--plugin", "node-resolve={browser: true}", "--format", "iife"]
    run(folder, tool("rollup"), entry, *options, "--file", "long.js")
    run(folder, tool("esbuild"), "long.js", "--minify", f"--outfile={out}")


def bundle_with_webpack(folder, entry, out):
    options = ["--mode", "production", "--entry", f"./{entry}", "--output-path", "."]
    run(folder, tool("webpack"), *options, "--output-filename", out)


def bundle_with_parcel(folder, entry, out):
    (folder / "in.html").write_text(f'{HTML}<script type="module" src="{entry}"></script>')
    options = ["--no-cache", "--no-source-maps", "--dist-dir", "parcel"]
    run(folder, tool("parcel"), "build", "in.html", *options, env={"CI": "1"})
    (made,) = (folder / "parcel").glob("*.js")
    shutil.copy(made, folder / out)


BUNDLERS = {
    "esbuild": bundle_with_esbuild,
    "rollup": bundle_with_rollup,
    "webpack": bundle_with_webpack,
    "parcel": bundle_with_parcel,
}


@pytest.mark.parametrize("name", BUNDLERS)
def test_a_bundler_makes_a_page_without_configuration(folder, shown, name):
    BUNDLERS[name](folder, "page.js", "made.js")
    assert shown(write_page(folder, "made.js")) == ANSWERS


@pytest.mark.parametrize("name", BUNDLERS)
def test_a_page_that_needs_only_the_value_of_a_hand_is_small(folder, shown, name):
    BUNDLERS[name](folder, "value.js", "made.js")
    size = len(gzip.compress((folder / "made.js").read_bytes(), 9))
    assert (shown(write_page(folder, "made.js")), size < MOST_FOR_VALUE) == (1, True), size


@pytest.mark.parametrize("form", ["esm", "cjs"])
def test_esbuild_bundles_for_node(folder, form):
    out = "made.mjs" if form == "esm" else "made.cjs"
    entry = "print.js" if form == "esm" else "required.cjs"
    options = ["--bundle", "--platform=node", f"--format={form}", f"--outfile={out}"]
    run(folder, tool("esbuild"), entry, *options)
    (folder / "node_modules").unlink()
    assert json.loads(run(folder, "node", out)) == ANSWERS


@pytest.mark.parametrize("entry", ["page.js", "with_worker.js", "lean.js"])
def test_vite_makes_a_page(folder, shown, entry):
    (folder / "index.html").write_text(f'{HTML}<script type="module" src="/{entry}"></script>')
    run(folder, tool("vite"), "build", "--base", "./", "--outDir", "made")
    assert shown("made/index.html") == (ANSWERS[0] if entry == "lean.js" else ANSWERS)


def test_webpack_makes_a_page_with_a_worker(folder, shown):
    bundle_with_webpack(folder, "with_worker.js", "made.js")
    assert shown(write_page(folder, "made.js")) == ANSWERS


# --- without a bundler


def test_one_file_makes_a_global_variable(folder, shown):
    shutil.copy(folder / "node_modules/facevalue/dist/facevalue.min.js", folder)
    script = "document.body.textContent = facevalue.value('AhKhQhJhTh')"
    page = f'{HTML}<script src="facevalue.min.js"></script><script>{script}</script>'
    (folder / "page.html").write_text(page)
    assert shown("page.html") == 1


@pytest.mark.parametrize("kind", ["esm", "lean/src"])
def test_a_browser_loads_the_modules_themselves(folder, shown, kind):
    code = f"""
        import {{ init, solve }} from "./node_modules/facevalue/dist/{kind}/puzzle.js";
        await init();
        document.body.textContent = JSON.stringify(solve("8 8 3 3").solutions[0].expression);
    """
    (folder / "page.html").write_text(f'{HTML}<script type="module">{code}</script>')
    assert shown("page.html") == ANSWERS[0]


def test_files_may_be_at_another_address(folder, shown):
    shutil.copytree(folder / "node_modules/facevalue/dist/lean", folder / "cores")
    code = """
        import { init, value } from "./node_modules/facevalue/dist/lean/src/poker.js";
        let message = "";
        try { value("AhKhQhJhTh"); } catch (error) { message = error.message; }
        await init("cores");
        document.body.textContent = JSON.stringify([message, value("AhKhQhJhTh")]);
    """
    (folder / "page.html").write_text(f'{HTML}<script type="module">{code}</script>')
    message = "the compiled core is not loaded yet; `await init()` first"
    assert shown("page.html") == [message, 1]


WORKER = """using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (
    modules = [(name = "made.mjs", esModule = embed "made.mjs"),
      (name = "numbers.wasm", wasm = embed "cores/numbers.wasm"),
      (name = "values.wasm", wasm = embed "cores/values.wasm")],
    compatibilityDate = "2026-01-01"))],
  sockets = [(name = "http", address = "127.0.0.1:%d", http = (), service = "main")]);
"""


def answer_at(address):
    """What a server answers, which may just have been started."""
    for _ in range(100):
        try:
            with urllib.request.urlopen(address) as answer:  # noqa: S310 - our own address
                return answer.read()
        except urllib.error.HTTPError as error:
            pytest.fail(f"{error}: {error.read().decode()}")
        except urllib.error.URLError:
            time.sleep(0.1)
    return pytest.fail("no answer")


def test_a_worker_that_may_not_compile_bytes_takes_compiled_files(folder):
    """Workerd runs Cloudflare Workers."""
    options = ["--bundle", "--format=esm", "--external:*.wasm", "--outfile=made.mjs"]
    run(folder, tool("esbuild"), "service.js", *options)
    shutil.copytree(folder / "node_modules/facevalue/dist/lean", folder / "cores")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    (folder / "config.capnp").write_text(WORKER % port)
    served = subprocess.Popen([tool("workerd"), "serve", "config.capnp"], cwd=folder)
    try:
        assert json.loads(answer_at(f"http://127.0.0.1:{port}/")) == [ANSWERS[0], 1]
    finally:
        served.kill()
        served.wait()


def test_every_file_of_the_package_is_meant_to_be_there():
    listed = run(TOOLS, "tar", "-tf", *(str(path) for path in Path(TOOLS).glob("facevalue-*.tgz")))
    tops = {re.sub(r"^package/", "", path).split("/")[0] for path in listed.splitlines()}
    assert tops == {
        *("LICENSE", "NOTICE", "README.md", "dist", "licenses", "package.json", "poker", "puzzle"),
    }
