import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { defined } from "../../lib/defined.js";
import { jsonObject } from "../../lib/json-text.js";
import { requireArgument } from "../../lib/require-argument.js";
import { asciiJson } from "../protocol/ascii-json.js";
import { type HelloReply, PROTOCOL_VERSION, type RunReply } from "../protocol/messages.js";
import { callOperation, type Implementation } from "../session/in-process-session.js";
import type { JsonObject } from "../suite/conformance-case.js";

/**
 * Lets an implementation in JavaScript answer the cases of a runner.
 *
 * @param implementation One function for each operation that it has.
 * @param input Where the runner's lines come from: `process.stdin`.
 * @param output Where the answers go: `process.stdout`. Nothing else may be written there.
 * @returns When the runner said bye or closed the input.
 * @see docs/conformance.md
 *
 * @example
 * ```ts
 * import { PassThrough, Readable } from "node:stream";
 * import { serveAdapter } from "credport/conformance";
 *
 * const output = new PassThrough();
 * const lines = ['{ "cmd": "hello", "protocol": 1 }\n', '{ "cmd": "bye" }\n'];
 * await serveAdapter({ name: "mine", version: "1.0", language: "JavaScript", operations: {} }, Readable.from(lines), output);
 * JSON.parse(String(output.read())).operations; // => []
 * ```
 */
export async function serveAdapter(
  implementation: Implementation,
  input: AsyncIterable<string | Uint8Array>,
  output: { write(text: string): unknown },
): Promise<void> {
  requireArgument("implementation", implementation, "object", { operations: "object" });
  requireArgument("input", input, "iterable");
  requireArgument("output", output, "object", { write: "function" });
  const { operations, notations, owners, ...name } = implementation;
  const hello: HelloReply = {
    protocol: PROTOCOL_VERSION,
    implementation: name,
    operations: Object.keys(operations),
    ...defined({ notations, owners }),
  };
  const lines = Readable.from(input, { objectMode: false });
  try {
    for await (const line of createInterface({ input: lines, crlfDelay: Number.POSITIVE_INFINITY })) {
      // A line that is not such an object does not come from a runner and gets no answer.
      const message = jsonObject(line);
      if (message === undefined || message.cmd === "bye") return;
      if (message.cmd === "hello") output.write(`${asciiJson(hello)}\n`);
      if (message.cmd === "run") output.write(`${asciiJson(await replyTo(message, operations))}\n`);
    }
  } finally {
    // After a goodbye the input may still be open: it is let go of.
    lines.destroy();
  }
}

async function replyTo(
  { seq, operation, input }: Record<string, unknown>,
  operations: Implementation["operations"],
): Promise<RunReply> {
  const run = Object.hasOwn(operations, String(operation)) ? operations[String(operation)] : undefined;
  return { seq, ...(await callOperation(run, input as JsonObject)) } as RunReply;
}
