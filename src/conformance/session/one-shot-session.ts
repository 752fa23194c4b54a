import { basename } from "node:path";
import { success } from "../../result.js";
import { asciiJson } from "../protocol/ascii-json.js";
import type { Answer } from "../protocol/messages.js";
import { parseObject, readAnswer } from "../protocol/read-reply.js";
import type { ConformanceCase } from "../suite/conformance-case.js";
import { describeEnding, type ProcessOptions, Program, withStderr } from "./program.js";
import type { Exchange, FaultKind, OpenSession, OutputLimits } from "./session.js";

const ACCEPTED = 0;
const REFUSED = 1;

/** Runs a program once for each case: for tools that can't loop. */
export function oneShotSessions({ command, limits, signal, env }: ProcessOptions): OpenSession {
  return async () =>
    success({
      implementation: { name: basename(command[0] ?? ""), version: "unknown", language: "unknown" },
      operations: null,
      spoken: {},
      run: (vector, timeoutMs) => runOnce(new Program(command, limits, signal, env), limits, vector, timeoutMs),
      close: async () => null,
    });
}

async function runOnce(
  program: Program,
  limits: OutputLimits,
  { id, operation, input }: ConformanceCase,
  timeoutMs: number,
): Promise<Exchange> {
  const output = collect(program, limits);
  program.write(asciiJson({ id, operation, input }));
  program.closeInput();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    void program.kill();
  }, timeoutMs);
  const ending = await program.ended;
  clearTimeout(timer);
  if (output.isTooMuch()) return fault("too-much-output", "the program wrote far more than an answer", program);
  if (isLate) return fault("timeout", `no answer within ${timeoutMs / 1000} s`, program);
  if (ending.startFailure !== undefined) return fault("gone", `the program ${describeEnding(ending)}`, program);
  if (ending.code === ACCEPTED) {
    const read = parseObject(output.text(), "text");
    if ("value" in read) return { answer: { ok: read.value } };
    return fault("rubbish", `the program accepted the case but wrote ${read.fault}`, program);
  }
  if (ending.code === REFUSED) return { answer: readRefusal(output.text()) };
  return fault("crashed", `the program ${describeEnding(ending)}`, program);
}

function collect(program: Program, { lineBytes }: OutputLimits) {
  const chunks: Buffer[] = [];
  let bytes = 0;
  program.stdout.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= lineBytes) chunks.push(chunk);
    else void program.kill();
  });
  return { isTooMuch: () => bytes > lineBytes, text: () => Buffer.concat(chunks).toString("utf8") };
}

/** A refusal may say why, as `{ "code": … }`; it need not. */
function readRefusal(text: string): Answer {
  const reason = parseObject(text);
  const refusal = "value" in reason ? readAnswer({ error: reason.value }) : reason;
  return "value" in refusal ? refusal.value : { error: {} };
}

function fault(kind: FaultKind, sentence: string, program: Program): Exchange {
  return { fault: { kind, context: withStderr(sentence, program) } };
}
