// What the adapters in JavaScript share: the loop of docs/conformance.md.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const FOLDER = new URL(".", import.meta.url).href;

/** Thrown by an operation for a case that is not the implementation's. */
export class Skipped extends Error {}

/** Text or bytes: bytes as a Buffer, text as it is. */
export function textOrBytes(value) {
  return typeof value === "string" ? value : Buffer.from(value.hex, "hex");
}

/** The version of an installed package. */
export function versionOf(name, folder) {
  return JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, folder), "utf8")).version;
}

/** A verifier of plain strings of one scheme: what begins otherwise, and what hangs on a system's habits, is skipped. */
export function verifier(schemes) {
  return async ({ hash, password, source, pepper }) => {
    if (source !== undefined || pepper !== undefined) throw new Skipped("knows no systems");
    const [, scheme, verify] = schemes.find(([prefix]) => hash.startsWith(prefix)) ?? [];
    if (verify === undefined) throw new Skipped("another scheme");
    return { matches: await verify(textOrBytes(password), hash), scheme };
  };
}

/** Text with half a surrogate pair, which JavaScript can hold. */
function expanded(value) {
  if (typeof value?.textUtf16 !== "string") return value;
  return Buffer.from(value.textUtf16, "hex").swap16().toString("utf16le");
}

async function answer(operations, { operation, input }) {
  const given = Object.fromEntries(Object.entries(input).map(([name, value]) => [name, expanded(value)]));
  try {
    return { ok: await operations[operation](given) };
  } catch (error) {
    if (error instanceof Skipped) return { skipped: { reason: error.message } };
    const said = String(error?.message ?? error);
    return isMistake(error) ? { errored: { context: `${error.name}: ${said}` } } : { error: { code: said } };
  }
}

/** Whether it is a fault of the adapter: a name that it does not have, or a call that it makes wrongly. */
function isMistake(error) {
  if (error instanceof ReferenceError) return true;
  if (!(error instanceof TypeError)) return false;
  const [, innermost = ""] = /\n\s+at ([^\n]*)/.exec(error.stack ?? "") ?? [];
  return innermost.includes(FOLDER) && !innermost.includes("node_modules");
}

/** Answers until the runner says bye. */
export async function serve({ name, version, language = "JavaScript", operations, reproduce }) {
  const implementation = { name, version, language, reproduce };
  for await (const line of createInterface({ input: process.stdin })) {
    const message = JSON.parse(line);
    if (message.cmd === "bye") break;
    const hello = { protocol: 1, implementation, operations: Object.keys(operations) };
    const reply = message.cmd === "hello" ? hello : { seq: message.seq, ...(await answer(operations, message)) };
    process.stdout.write(`${JSON.stringify(reply)}\n`);
  }
  process.exit(0);
}
