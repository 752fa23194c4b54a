import { isBytes } from "../../lib/bytes.js";

const STREAM = "must be a stream of the file's bytes, such as createReadStream(path) gives";

/** Throws for what can't be read: a promise of a stream, as an async function gives it, or nothing. */
export function requireStream(input: unknown): void {
  const { [Symbol.asyncIterator]: ofBytes, [Symbol.iterator]: ofSome } = Object(input) as AsyncIterable<Uint8Array> &
    Iterable<Uint8Array>;
  if (typeof (ofBytes ?? ofSome) === "function" && typeof input !== "string") return;
  const found = input instanceof Promise ? "a promise: open can't be async" : "not one";
  throw new TypeError(`what is read ${STREAM}, and is ${found}`);
}

/** The chunks of an input, to be asked for one by one. */
export function iteratorOf(input: AsyncIterable<Uint8Array>): AsyncIterator<Uint8Array> {
  requireStream(input);
  if (typeof input[Symbol.asyncIterator] !== "function") throw new TypeError(`what is read ${STREAM}, and no list`);
  return input[Symbol.asyncIterator]();
}

/** Throws for a chunk that is not bytes: text may have lost some, and the file may be UTF-16. */
export function requireBytes(chunk: unknown): void {
  if (isBytes(chunk)) return;
  const found = typeof chunk === "string" ? "text: open the file without an encoding" : "something else";
  throw new TypeError(`what is read ${STREAM}, and it has ${found}`);
}
