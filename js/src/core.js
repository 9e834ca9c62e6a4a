// Loads a WebAssembly file of the core and calls its functions with lines of text (bind/wasm/calls.hpp).

import { errorOf, LimitError } from "./errors.js";

const READY = 0, REFUSED = 2;
// An instance that has grown to more is dropped after the call, since memory of WebAssembly never shrinks.
const MAX_KEPT = 32 * 2 ** 20;
const TOO_MUCH_MEMORY = "the search needs too much memory; give fewer or smaller numbers";
const encoder = new TextEncoder(), decoder = new TextDecoder();

/** A string in UTF-8; surrogates without a partner, which have no UTF-8, are three bytes like other characters. */
function encoded(text) {
  if (!/\p{Surrogate}/u.test(text)) return encoder.encode(text);
  const bytes = [...text].flatMap((character) => {
    const code = character.codePointAt(0);
    const isAlone = code >= 0xd800 && code < 0xe000;
    return isAlone ? [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)] : [...encoder.encode(character)];
  });
  return Uint8Array.from(bytes);
}

/** The string of bytes that `encoded` makes. */
function decoded(bytes) {
  const text = decoder.decode(bytes);
  if (!text.includes("\ufffd")) return text;
  const units = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  const parts = units.split(/(\xed[\xa0-\xbf][\x80-\xbf])/).map((part) => Uint8Array.from(part, (unit) => unit.charCodeAt(0)));
  return parts.map((part, at) => (at % 2 ? String.fromCharCode(0xd000 | ((part[1] & 0x3f) << 6) | (part[2] & 0x3f)) : decoder.decode(part))).join("");
}


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

/** The error in a reply of the core (`refuse` in bind/wasm/calls.hpp). */
function problemIn(reply) {
  const [head, sentence, ...lines] = reply.split("\n");
  const [name, position, limit, partLines] = head.split(" ");
  const part = partLines === "0" ? undefined : lines.splice(0, Number(partLines)).join("\n");
  return errorOf(name, sentence, lines.join("\n"), Number(position), Number.isSafeInteger(Number(limit)) ? Number(limit) : BigInt(limit), part);
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

  /** The lines of the result of a function of the core; the last item may have line ends. */
  call(name, ...lines) {
    const text = decoded(this.answer(name, ...lines));
    return text.endsWith("\n") ? text.slice(0, -1).split("\n") : text ? [text] : [];
  }

  /** The bytes of the result. */
  answer(name, ...lines) {
    const { status, bytes } = this.guarded(() => {
      const request = encoded(lines.join("\n"));
      this.write(request);
      return { status: this.exports[name](request.length), bytes: this.result().slice() };
    });
    if (status === READY) return bytes;
    const text = decoded(bytes);
    if (status === REFUSED) throw problemIn(text);
    throw new Error(`the core cannot read the request ${name}: ${lines.join("; ").slice(0, 200)}`);
  }

  /** The result of a call; without memory for it, an error and a new instance. */
  guarded(call) {
    try {
      return call();
    } catch (error) {
      this.start();
      if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) throw new LimitError(TOO_MUCH_MEMORY, null);
      throw error;
    } finally {
      if (this.bytes > MAX_KEPT) this.start();
    }
  }

  /** The result of a query with arguments as JSON. */
  query(name, request, reviver) {
    this.sendTables();
    return JSON.parse(decoded(this.answer("query", name, request)), reviver);
  }

  sendTables() {
    this.once("tables", () => this.answer("tables", this.tables));
  }

  /** Hands over the order of Omaha hands. */
  useOmahaOrder(places) {
    this.sendTables();
    this.once("order", () => this.guarded(() => {
      this.write(places);
      this.exports.omaha_order(places.length);
    }));
  }

  /** Makes a call whose effect an instance keeps; it is made again after a new start. */
  once(key, call) {
    if (this.kept.has(key)) return;
    call();
    this.kept.add(key);
  }
}
