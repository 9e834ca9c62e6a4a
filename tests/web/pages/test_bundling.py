"""The modules of a page in one file: the same results as the modules by themselves."""

import gzip
import re
import shutil
import subprocess

import pytest

from facevalue.web.bundling import BundlingError, bundle
from facevalue.web.exporting import PAGES, site_files
from tests.js.wasm import needs_wasm
from tests.oracles.rows import vectors
from tests.paths import DOCS

DOCS = DOCS / "puzzles" / "browser.md"
# All forms of import and export; each module prints when it runs.
MODULES = {
    "js/page.js": """\
// A comment with `import` and one ` of its signs.
import { addOne, Adder as Sum } from "./shared/tools.js";
import table from "./shared/table.js";
import "./shared/effect.js";
import { later, waited } from "../package/src/late.js";

/** Lines
 * import { nothing } from "./nowhere.js"; */
console.log(addOne(1), new Sum(2).plus(3), [...table], waited);
for (const number of later()) console.log(number);
export const name = "page";
export async function load() {
  const { default: own, place } = await import("./shared/on_demand.js");
  return [own, place.split("/").slice(-2).join("/")];
}
console.log(JSON.stringify(await load()));
""",
    "js/shared/tools.js": """\
import { waited } from "../../package/src/late.js";
console.log("tools", waited, new URL("./effect.js", import.meta.url).pathname.split("/").at(-2));
export function addOne(number) {
  return number + 1;
}
export class Adder {
  constructor(number) {
    this.number = number;
  }
  plus(number) {
    return this.number + number;
  }
}
""",
    "js/shared/table.js": "export default [\n  1,\n  2,\n];\n",
    "js/shared/effect.js": """\
import { addOne } from "./tools.js";
console.log("effect", addOne(5));
""",
    "package/src/late.js": """\
export { later } from "./counted.js";
export const waited = await new Promise((resolve) => setTimeout(resolve, 1, "waited"));
""",
    "package/src/counted.js": """\
console.log("counted");
export function* later() {
  yield 7;
}
""",
    "js/shared/on_demand.js": """\
console.log("on demand");
export const place = new URL("../icon.svg", import.meta.url).pathname;
export default "demanded";
""",
}


def printed(folder, files, entry):
    """What Node prints when it runs a module among some files."""
    for path, content in {**files, "package.json": '{"type": "module"}'}.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(content, encoding="utf-8")
    command = ["node", str(folder / entry)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


needs_node = pytest.mark.skipif(not shutil.which("node"), reason="needs Node")


@needs_node
def test_a_bundle_prints_what_its_modules_print(tmp_path):
    content, later = bundle("js/page.js", MODULES.__getitem__)
    on_demand = "js/shared/on_demand.js"
    assert later == {on_demand}
    joined = {"js/page.js": content.decode(), on_demand: MODULES[on_demand]}
    expected = printed(tmp_path / "modules", MODULES, "js/page.js")
    assert expected == printed(tmp_path / "bundle", joined, "js/page.js")
    assert expected.splitlines()[:3] == ["counted", "tools waited shared", "effect 6"]
    assert expected.splitlines()[-1] == '["demanded","js/icon.svg"]'


@needs_node
def test_a_bundle_exports_what_its_entry_exports(tmp_path):
    content, _ = bundle("js/page.js", MODULES.__getitem__)
    user = 'import * as page from "./page.js";\nconsole.log(Object.keys(page).join(" "));\n'
    files = {**MODULES, "js/page.js": content.decode(), "js/user.js": user}
    assert printed(tmp_path, files, "js/user.js").splitlines()[-1] == "load name"


def test_a_module_without_imports_stays_as_it_is():
    source = MODULES["package/src/counted.js"]
    content, _ = bundle("package/src/counted.js", MODULES.__getitem__)
    assert content.decode() == source


@pytest.mark.parametrize("line", vectors("pages", "imports"))
def test_other_forms_of_import_and_export_are_refused(line):
    sources = {"js/page.js": f"const before = 1;\n{line}\n", "js/tools.js": "export class A {}\n"}
    with pytest.raises(BundlingError, match=r"js/page\.js, line 2: "):
        bundle("js/page.js", sources.__getitem__)


def test_an_import_of_what_a_module_does_not_export_is_refused():
    sources = {
        "js/page.js": 'import { a, b } from "./tools.js";\n',
        "js/tools.js": "export const a = 1, b = 2;\n",
    }
    with pytest.raises(BundlingError, match=r"^js/tools\.js does not export b: js/page\.js$"):
        bundle("js/page.js", sources.__getitem__)


def test_modules_that_import_each_other_are_refused():
    sources = {
        "js/page.js": 'import { a } from "./a.js";\n',
        "js/a.js": 'import { b } from "./b.js";\nexport const a = 1;\n',
        "js/b.js": 'import { a } from "./a.js";\nexport const b = 1;\n',
    }
    with pytest.raises(BundlingError, match=r"js/a\.js -> js/b\.js -> js/a\.js"):
        bundle("js/page.js", sources.__getitem__)


@needs_wasm
def test_the_docs_say_how_large_the_exported_pages_are():
    files = site_files().values()
    size = sum(map(len, files)) / 1e6
    compressed = sum(min(len(each), len(gzip.compress(each))) for each in files) / 1e3
    stated = re.search(r"about (\S+) MB, or (\d+) kB compressed", DOCS.read_text())
    assert [float(each) for each in stated.groups()] == pytest.approx([size, compressed], rel=0.05)


@pytest.mark.slow
@needs_wasm
def test_each_page_has_one_module(tmp_path):
    files = site_files()
    scripts = {path for path in files if path.endswith(".js") and "/" in path}
    pages = {f"js/{'play' if name == 'index' else name}.js" for name in PAGES}
    answers = {f"js/shared/{name}.js" for name in ("worker", "poker_answers")}
    assert scripts == {*pages, *answers, "facevalue/src/puzzle/core.js", "js/opening.js"}
    for path in scripts:
        module = tmp_path / f"{path.replace('/', '_')}.mjs"
        module.write_bytes(files[path])
        subprocess.run(["node", "--check", str(module)], check=True)
