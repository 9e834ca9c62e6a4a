// Makes the package of npm in dist: `npm ci && npm run build`. From src, the types and the compiled files it makes
//   esm, cjs           for import and require, with the compiled cores in the code
//   lean               for pages that load the compiled cores from an address
//   facevalue.min.js   for <script>, with the global `facevalue`

import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { deflateRawSync } from "node:zlib";
import { build, transform } from "esbuild";

const TARGET = "es2022"; // classes with private fields, `??=`
const at = (path) => new URL(path, import.meta.url);

/** The module of a compiled file with its bytes. */
function embedded(name) {
  const packed = deflateRawSync(readFileSync(at(`${name}.wasm`)), { level: 9 }).toString("base64");
  return `import { unpacked } from "../unpacked.js";\nexport const source = () => unpacked("${packed}");\n`;
}

/** The reader of such bytes, with the functions of fflate that it needs. */
const unpacked = await build({ entryPoints: [at("unpacked.js").pathname], bundle: true, format: "esm", target: TARGET, minify: true, legalComments: "none", write: false });

const modules = new Map(readdirSync(at("src"), { recursive: true }).filter((path) => path.endsWith(".js")).map((path) => [path, readFileSync(at(`src/${path}`), "utf8")]));
const cores = [...modules.keys()].filter((path) => path.startsWith("wasm/"));
const whole = new Map([...modules, ["unpacked.js", unpacked.outputFiles[0].text], ...cores.map((path) => [path, embedded(path.slice("wasm/".length, -".js".length))])]);

function write(path, text) {
  mkdirSync(new URL(".", at(path)), { recursive: true });
  writeFileSync(at(path), text);
}

rmSync(at("dist"), { recursive: true, force: true });
for (const [path, text] of whole) {
  write(`dist/esm/${path}`, text);
  write(`dist/cjs/${path}`, (await transform(text, { format: "cjs", target: TARGET })).code);
}
write("dist/cjs/package.json", '{ "type": "commonjs", "sideEffects": false }\n');
for (const [path, text] of modules) write(`dist/lean/src/${path}`, text);
for (const path of cores) cpSync(at(path.slice("wasm/".length).replace(/js$/, "wasm")), at(`dist/lean/${path.slice("wasm/".length).replace(/js$/, "wasm")}`));
for (const kind of ["esm", "cjs", "lean/src"]) cpSync(at("types"), at(`dist/${kind}`), { recursive: true });
await build({ entryPoints: [at("dist/esm/index.js").pathname], bundle: true, format: "iife", globalName: "facevalue", target: TARGET, minify: true, outfile: at("dist/facevalue.min.js").pathname });
