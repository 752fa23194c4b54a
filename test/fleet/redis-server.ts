import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { Redis } from "ioredis";
import { needsProgram } from "../needs.js";

/** Tests with a real Redis, which .ci/run installs. */
export const REDIS = needsProgram("redis-server");

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** A Redis on loopback that keeps what it is told in a folder, and can be killed and started again. */
export class TestRedis {
  readonly port: number;
  readonly #folder: string;
  #process: ChildProcess | undefined;

  private constructor(port: number, folder: string) {
    this.port = port;
    this.#folder = folder;
  }

  static async start(folder: string): Promise<TestRedis> {
    const redis = new TestRedis(await freePort(), folder);
    await redis.start();
    return redis;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const options = ["--port", String(this.port), "--bind", "127.0.0.1", "--dir", this.#folder];
    const durable = ["--appendonly", "yes", "--save", "", "--maxmemory-policy", "noeviction"];
    this.#process = spawn("redis-server", [...options, ...durable], { stdio: ["ignore", "pipe", "inherit"] });
    const { stdout } = this.#process;
    for await (const text of stdout?.setEncoding("utf8") ?? []) {
      if (String(text).includes("Ready to accept connections")) break;
    }
  }

  /** As an operator does it who takes the wrong one. */
  async flush(): Promise<void> {
    const redis = new Redis(this.url);
    await redis.flushall();
    redis.disconnect();
  }

  async kill(): Promise<void> {
    const process = this.#process;
    if (process === undefined || process.exitCode !== null || process.signalCode !== null) return;
    process.kill("SIGKILL");
    await once(process, "close");
  }
}
