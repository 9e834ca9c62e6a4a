// Loads a WebAssembly file of the core and sends it requests (bind/wasm/calls.hpp).

import { errorOf, FaceValueError, LimitError } from "./errors.js";

const READY = 0, REFUSED = 2;
const MOST_BYTES = 3; // of a character of a string in UTF-8
// An instance that has grown to more is dropped after the call, since memory of WebAssembly never shrinks.
const MAX_KEPT = 48 * 2 ** 20;
const TOO_MUCH_MEMORY = "the search needs too much memory; give fewer or smaller numbers";
const encoder = new TextEncoder(), decoder = new TextDecoder();

/** The compiled file next to this module, in a browser, a worker, Node or Deno. */
export async function compiled(name) {
  const address = new URL(`../${name}`, import.meta.url);
  if (address.protocol === "file:") {
    const { readFile } = await import("node:fs/promises");
    return WebAssembly.compile(await readFile(address));
  }
  const response = await fetch(address);
  if (!response.ok) throw new Error(`cannot load ${address}: ${response.status}`);
  const isTyped = response.headers.get("Content-Type")?.startsWith("application/wasm");
  return isTyped ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/** An instance of the core, which is made again when a call ran out of memory; `tables` are the rows that queries read. */
export class Core {
  constructor(module, tables) {
    Object.assign(this, { module, tables });
    this.start();
  }

  start() {
    // The core uses no operating system; its standard library names a few functions that are never called.
    const imports = {};
    for (const { module, name } of WebAssembly.Module.imports(this.module)) (imports[module] ??= {})[name] = () => 0;
    this.exports = new WebAssembly.Instance(this.module, imports).exports;
    this.exports._initialize();
    this.kept = new Set();
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

  /** The result of a query with arguments as JSON, which may need the order of Omaha hands. */
  query(name, request, reviver, order) {
    const text = this.guarded(() => {
      this.prepare(order);
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

  /** Hands over what an instance keeps: the tables, and the order of Omaha hands. */
  prepare(order) {
    this.once("tables", () => this.answer("tables", this.tables));
    if (!order) return;
    this.once("order", () => {
      this.write(order);
      this.exports.omaha_order(order.length);
    });
  }

  /** Makes a call whose effect an instance keeps; it is made again after a new start. */
  once(key, call) {
    if (this.kept.has(key)) return;
    call();
    this.kept.add(key);
  }
}
