// Compiles a WebAssembly file of the core and sends it requests (bind/wasm/calls.hpp).

import { errorOf, FaceValueError, LimitError } from "./errors.js";

const READY = 0, REFUSED = 2;
const MOST_BYTES = 3; // of a character of a string in UTF-8
// An instance that has grown to more is dropped after the call, since memory of WebAssembly never shrinks.
const MAX_KEPT = 48 * 2 ** 20;
const TOO_MUCH_MEMORY = "the search needs too much memory; give fewer or smaller numbers";
const encoder = new TextEncoder(), decoder = new TextDecoder();

/** Where a core is: at an address of its folder, which may be relative to the page, or where its module says. */
function sourceIn(from, { name, source }) {
  if (typeof from !== "string" && !(from instanceof URL)) return source();
  return new URL(`${name}.wasm`, new URL(`${from}`.replace(/\/?$/, "/"), globalThis.location?.href));
}

/** The bytes of a compiled file, which are there, or in Node, Deno and Bun also the address of a file. */
function bytesOf(found) {
  if (!(found instanceof URL)) return found;
  const files = found.protocol === "file:" && globalThis.process?.getBuiltinModule?.("node:fs");
  if (!files) throw new FaceValueError("the compiled core is not loaded yet; `await init()` first");
  return files.readFileSync(found);
}

/** Compiles at once, which some places do not allow. */
function compiledNow(found) {
  const bytes = bytesOf(found);
  try {
    return new WebAssembly.Module(bytes);
  } catch (error) {
    throw new FaceValueError(`the core cannot be compiled at once here (${error.message}); \`await init()\` first`);
  }
}

/** Compiles bytes or what is at an address without blocking the page. */
async function compiled(found) {
  if (!(found instanceof URL) || found.protocol === "file:") return WebAssembly.compile(bytesOf(found));
  const response = await fetch(found);
  if (!response.ok) throw new FaceValueError(`cannot load ${found}: ${response.status}`);
  const isTyped = response.headers.get("Content-Type")?.startsWith("application/wasm");
  return isTyped ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/**
 * The core of one compiled file. It is compiled and started at the first call, and started again when a call ran out of
 * memory.
 */
export class Core {
  /**
   * `source` returns the bytes of the file or its address; `tables` has the functions of the core that take what queries
   * read, each with a function that returns it.
   */
  constructor(name, source, tables = {}) {
    Object.assign(this, { name, source, tables, module: null, loading: null, instance: null, isReady: false });
  }

  /** Compiles without blocking the page; `from` is the address of a folder of files, or has compiled modules by name. */
  async load(from) {
    if (this.module) return this;
    if (from?.[this.name] instanceof WebAssembly.Module) this.module = from[this.name];
    else {
      this.loading ??= compiled(sourceIn(from, this)).finally(() => (this.loading = null));
      this.module = await this.loading;
    }
    return this;
  }

  start() {
    this.module ??= compiledNow(this.source());
    // The core uses no operating system; its standard library names a few functions that are never called.
    const imports = {};
    for (const { module, name } of WebAssembly.Module.imports(this.module)) (imports[module] ??= {})[name] = () => 0;
    this.instance = new WebAssembly.Instance(this.module, imports);
    this.instance.exports._initialize();
    this.isReady = false;
    return this.instance;
  }

  get exports() {
    return (this.instance ?? this.start()).exports;
  }

  get bytes() {
    return this.exports.memory.buffer.byteLength;
  }

  /** Writes a request into the core's memory. */
  write(bytes) {
    const place = this.exports.request_place(bytes.length);
    new Uint8Array(this.exports.memory.buffer, place, bytes.length).set(bytes);
  }

  /** The bytes of the last result, which the next call overwrites. */
  result() {
    return new Uint8Array(this.exports.memory.buffer, this.exports.result_place(), this.exports.result_size());
  }

  /** The numbers that a function left for us, which the next call overwrites. */
  numbers() {
    return new Uint32Array(this.exports.memory.buffer, this.exports.numbers_place(), 3);
  }

  /** The result of a function of the core as a string, inside of `guarded`. */
  answer(name, request) {
    const place = this.exports.request_place(MOST_BYTES * request.length);
    const { written } = encoder.encodeInto(request, new Uint8Array(this.exports.memory.buffer, place));
    this.call(name, written);
    return decoder.decode(this.result());
  }

  /** Calls a function of the core, whose request has so many bytes, and throws its error. */
  call(name, size) {
    const status = this.exports[name](size);
    if (status === REFUSED) throw errorOf(JSON.parse(decoder.decode(this.result())));
    if (status !== READY) throw new Error(`the core cannot read a request for ${name}`);
  }

  /** The result of a call; without memory for it, an error and a new instance. */
  guarded(call) {
    try {
      return call();
    } catch (error) {
      if (error instanceof FaceValueError) throw error;
      this.start();
      if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) throw new LimitError(TOO_MUCH_MEMORY, null);
      throw error;
    } finally {
      if (this.bytes > MAX_KEPT) this.start();
    }
  }

  /** The result of a query with arguments as JSON. */
  query(name, request, reviver) {
    const text = this.guarded(() => {
      this.prepare();
      return this.answer("query", `${name}\n${request}`);
    });
    return JSON.parse(text, reviver);
  }

  /** The bytes that a function makes of arguments as JSON and of rows of bytes. */
  batch(name, request, ...rows) {
    const head = encoder.encode(rows.length ? `${request}\n` : request), all = new Uint8Array(rows.reduce((size, row) => size + row.length, head.length));
    let place = 0;
    for (const part of [head, ...rows]) {
      all.set(part, place);
      place += part.length;
    }
    return this.guarded(() => {
      this.prepare();
      this.write(all);
      this.call(name, all.length);
      return this.result().slice();
    });
  }

  /** Hands over the tables, which an instance keeps. */
  prepare() {
    if (this.isReady) return;
    for (const [name, make] of Object.entries(this.tables)) {
      const bytes = make();
      this.write(bytes);
      this.call(name, bytes.length);
    }
    this.isReady = true;
  }
}
