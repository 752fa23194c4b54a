import { refuse } from "../../problems/conformance.js";
import { type Result, success } from "../../result.js";
import { asciiJson } from "../protocol/ascii-json.js";
import {
  type ByeRequest,
  type HelloReply,
  type HelloRequest,
  PROTOCOL_VERSION,
  type RunRequest,
} from "../protocol/messages.js";
import { readHelloReply, readRunReply } from "../protocol/read-reply.js";
import { shownText } from "../protocol/shown-text.js";
import type { ConformanceCase } from "../suite/conformance-case.js";
import { LineReader } from "./line-reader.js";
import { describeEnding, type ProcessOptions, Program, withStderr } from "./program.js";
import type { Exchange, Fault, FaultKind, OpenSession, OutputLimits, Session } from "./session.js";

/** Milliseconds that a program has until it says hello. */
const DEFAULT_HELLO_TIMEOUT_MS = 30_000;
/** Milliseconds more for a hello, to tell a program that is slow to start from one that holds its output back. */
const LATE_MS = 2000;
/** Milliseconds to see whether closing standard input brings out what a program did not flush. */
const UNFLUSHED_MS = 500;
const LONGEST_QUOTE = 120;

/** Opens sessions with a program that reads cases and writes answers, a line each. */
export function processSessions({
  command,
  limits,
  signal,
  env,
  helloTimeoutMs = DEFAULT_HELLO_TIMEOUT_MS,
}: ProcessOptions & { readonly helloTimeoutMs?: number | undefined }): OpenSession {
  return async () => {
    const conversation = new Conversation(new Program(command, limits, signal, env), limits);
    const hello = await greet(conversation, helloTimeoutMs);
    if (!hello.ok) await conversation.program.kill();
    return hello.ok ? success(sessionOf(conversation, hello.value)) : hello;
  };
}

async function greet(conversation: Conversation, timeoutMs: number): Promise<Result<HelloReply>> {
  const request: HelloRequest = { cmd: "hello", protocol: PROTOCOL_VERSION };
  const received = await conversation.exchange(asciiJson(request), timeoutMs);
  if ("fault" in received) {
    const ending = await conversation.startFailure();
    const noHello = `the program sent no hello: ${received.fault.context}`;
    const why = ending === undefined ? noHello : `the program could not be started (${ending})`;
    return refuse("conformance/adapter-unusable", why);
  }
  const hello = readHelloReply(received.line);
  if ("fault" in hello) {
    const other = `instead of a hello the program sent ${hello.fault}: ${quote(received.line)}`;
    return refuse("conformance/adapter-unusable", withStderr(other, conversation.program));
  }
  const { protocol } = hello.value;
  if (protocol === PROTOCOL_VERSION) return success(hello.value);
  const versions = `the program speaks version ${protocol} of the protocol; this is version ${PROTOCOL_VERSION}`;
  return refuse("conformance/adapter-unusable", versions, {
    remedy:
      "Use an adapter for this version of the protocol, or the version of credport that the adapter was written for.",
  });
}

function sessionOf(conversation: Conversation, hello: HelloReply): Session {
  const { implementation, operations, protocol: _, ...spoken } = hello;
  let seq = 0;
  return {
    implementation,
    operations,
    spoken,
    run: async (vector: ConformanceCase, timeoutMs: number): Promise<Exchange> => {
      const { id, operation, input } = vector;
      const request: RunRequest = { cmd: "run", seq: ++seq, id, operation, input };
      const received = await conversation.exchange(asciiJson(request), timeoutMs);
      if ("fault" in received) return { fault: received.fault };
      const reply = readRunReply(received.line, seq);
      if (!("fault" in reply)) return { answer: reply.value };
      const kind = reply.isWrongSequenceNumber ? "wrong-sequence-number" : "rubbish";
      const context = `the program sent ${reply.fault}: ${quote(received.line)}`;
      return { fault: { kind, context: withStderr(context, conversation.program) } };
    },
    close: async () => {
      const bye: ByeRequest = { cmd: "bye" };
      conversation.program.write(asciiJson(bye));
      await conversation.program.end();
      return conversation.uncalledFor();
    },
  };
}

type Received = { readonly line: string } | { readonly fault: Fault };

/** Lines out, lines in, one for one. */
class Conversation {
  readonly program: Program;
  #waiting: ((received: Received) => void) | null = null;
  /** A line that no request led to. */
  #surplus: string | null = null;
  #excess: FaultKind | null = null;
  #crash: Fault | null = null;
  #hasAnswered = false;
  readonly #reader: LineReader;

  constructor(program: Program, limits: OutputLimits) {
    this.program = program;
    this.#reader = new LineReader(
      limits,
      (line) => this.#receive(line),
      (kind) => this.#stop(kind),
    );
    program.stdout.on("data", (chunk: Buffer) => this.#reader.push(chunk));
    void program.ended.then((ending) => {
      const context = withStderr(`the program ${describeEnding(ending)}`, program);
      this.#crash = { kind: "crashed", context };
      this.#settle({ fault: this.#crash });
    });
  }

  /** Sends a line and waits for one. */
  async exchange(line: string, timeoutMs: number): Promise<Received> {
    const early = this.#earlyFault();
    if (early !== null) return { fault: early };
    let timer: NodeJS.Timeout | undefined;
    const received = await new Promise<Received | "timeout">((resolve) => {
      this.#waiting = resolve;
      timer = setTimeout(() => resolve("timeout"), timeoutMs);
      this.program.write(line);
    });
    clearTimeout(timer);
    if (received !== "timeout") this.#hasAnswered = true;
    return received === "timeout" ? { fault: await this.#explainTimeout(timeoutMs) } : received;
  }

  /** What it said without being asked, also after its bye and without a line end; null if nothing. */
  uncalledFor(): Fault | null {
    if (this.#surplus === null && this.#reader.unfinished() !== "") this.#surplus = this.#reader.unfinished();
    return this.#surplus === null && this.#excess === null ? null : this.#earlyFault();
  }

  /** Why the program never ran, where it did not. */
  async startFailure(): Promise<string | undefined> {
    await this.program.kill();
    return (await this.program.ended).startFailure;
  }

  #receive(line: string): void {
    if (this.#waiting === null) this.#surplus ??= line;
    else this.#settle({ line });
  }

  #settle(received: Received): void {
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.(received);
  }

  #stop(kind: FaultKind): void {
    this.#excess = kind;
    const fault = this.#earlyFault();
    if (fault !== null) this.#settle({ fault });
    void this.program.kill();
  }

  /** What went wrong since the last answer. */
  #earlyFault(): Fault | null {
    if (this.#excess !== null) {
      const what = this.#excess === "line-too-long" ? "a line without end" : "far more than answers";
      return { kind: this.#excess, context: `the program wrote ${what}` };
    }
    if (this.#surplus === null) return this.#crash;
    const context = `the program sent a line that was not asked for: ${quote(this.#surplus)}`;
    return { kind: "rubbish", context: withStderr(context, this.program) };
  }

  /** What answers only once its standard input is closed has its answers in a buffer. */
  async #explainTimeout(timeoutMs: number): Promise<Fault> {
    const slow = `no answer within ${timeoutMs / 1000} s`;
    // A program that sent a line before does flush its lines.
    const why = this.#hasAnswered ? "" : await this.#explainSilence();
    await this.program.kill();
    return { kind: "timeout", context: withStderr(`${slow}${why}`, this.program) };
  }

  async #explainSilence(): Promise<string> {
    if (await this.#hasLineWithin(LATE_MS)) return "; it came later: the program is slow to start";
    this.program.closeInput();
    const isHeldBack = await this.#hasLineWithin(UNFLUSHED_MS);
    const flush = "it came when standard input was closed: the program must flush its output after each line";
    return isHeldBack ? `; ${flush}` : "";
  }

  async #hasLineWithin(milliseconds: number): Promise<boolean> {
    const has = await new Promise<boolean>((resolve) => {
      this.#waiting = (received) => resolve("line" in received);
      setTimeout(() => resolve(false), milliseconds);
    });
    this.#waiting = null;
    return has;
  }
}

/** The beginning of a line, in quotation marks, its control characters escaped. */
function quote(line: string): string {
  const shown = shownText(JSON.stringify(line.slice(0, LONGEST_QUOTE)));
  return line.length > LONGEST_QUOTE ? `${shown} …` : shown;
}
