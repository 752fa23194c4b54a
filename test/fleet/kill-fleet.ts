import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { createRehearsalService, type RehearsalService, type RehearsalState } from "../../src/rehearsal/index.js";
import { PROGRAM } from "../cli/run-built-cli.js";

/** A service of this process that tells of each request before it is answered. */
export class WatchedService {
  readonly #rehearsal: RehearsalService;
  readonly #server = createServer();
  requests = 0;
  /** Path and address of each request, in order. */
  readonly asked: { readonly path: string; readonly email: string }[] = [];
  /** Called with each request; what it gives is done around the request. */
  onRequest: (request: number) => { readonly before?: () => void; readonly after?: () => void } = () => ({});

  constructor(service: "default" | "supertokens" = "default") {
    this.#rehearsal = createRehearsalService({ service });
  }

  async listen(): Promise<string> {
    this.#server.on("request", (request: IncomingMessage, response) => {
      this.#answer(request).then(
        ({ status, text, after }) => {
          response.writeHead(status, { "content-type": "application/json" });
          response.end(text, after);
        },
        () => response.destroy(),
      );
    });
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return this.address();
  }

  address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  state(): RehearsalState {
    return this.#rehearsal.state();
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #answer(request: IncomingMessage) {
    let body = "";
    for await (const text of request.setEncoding("utf8")) body += text;
    this.asked.push({ path: request.url ?? "", email: emailIn(body) });
    const { before, after } = this.onRequest(++this.requests);
    before?.();
    const { rid } = request.headers;
    const reply = await this.#rehearsal.fetch(`http://localhost${request.url}`, {
      method: request.method ?? "POST",
      headers: typeof rid === "string" ? { rid, "api-key": "kill-test" } : { "api-key": "kill-test" },
      // A request that reads has none.
      ...(body === "" ? {} : { body }),
    });
    return { status: reply.status, text: await reply.text(), after };
  }
}

function emailIn(body: string): string {
  const { email } = body.startsWith("{") ? (JSON.parse(body) as { readonly email?: unknown }) : {};
  return typeof email === "string" ? email : "";
}

/** Workers by the real command, each started again when it was killed. */
export class WorkerCrew {
  readonly #args: readonly string[];
  readonly #children = new Set<ChildProcess>();
  readonly faults: string[] = [];
  kills = 0;

  constructor(args: readonly string[]) {
    this.#args = args;
  }

  /** Resolves when every worker has come to the end by itself. */
  async work(count: number): Promise<void> {
    await Promise.all(Array.from({ length: count }, () => this.#untilDone()));
  }

  /** Kills one of those that are at work; does nothing where there is none. */
  kill(random: () => number): void {
    const child = this.#any(random);
    if (child?.kill("SIGKILL") === true) this.kills++;
  }

  /** Suspends one for longer than a worker may be silent. */
  async suspend(random: () => number, milliseconds: number): Promise<void> {
    const child = this.#any(random);
    if (child?.kill("SIGSTOP") !== true) return;
    await sleep(milliseconds);
    child.kill("SIGCONT");
  }

  /** Sends all of them a signal: to stop for a while, or to continue. */
  signalAll(signal: "SIGSTOP" | "SIGCONT"): void {
    for (const child of this.#children) child.kill(signal);
  }

  killAll(): void {
    for (const child of this.#children) child.kill("SIGKILL");
  }

  #any(random: () => number): ChildProcess | undefined {
    const all = [...this.#children];
    return all[Math.floor(random() * all.length)];
  }

  async #untilDone(): Promise<void> {
    for (;;) {
      const child = spawn(process.execPath, [PROGRAM, ...this.#args], {
        env: { PATH: process.env.PATH ?? "", CREDPORT_API_KEY: "kill-test" },
        stdio: ["ignore", "pipe", "pipe"],
      });
      this.#children.add(child);
      let said = "";
      for (const stream of [child.stdout, child.stderr]) {
        stream?.setEncoding("utf8").on("data", (text: string) => {
          said += text;
        });
      }
      const [code, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
      this.#children.delete(child);
      if (signal === "SIGKILL") continue;
      if (code !== 0) this.faults.push(said);
      return;
    }
  }
}
