import { createRequire } from "node:module";
import * as threads from "node:worker_threads";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

const require = createRequire(import.meta.url);
const SCRYPT = {
  file: require.resolve("scrypt-js"),
  task: "scrypt-js",
  input: { password: Buffer.from("k"), salt: Buffer.alloc(16), n: 16, r: 1, p: 1, length: 16 },
} as const;
const ENDLESS = { ...SCRYPT, input: { ...SCRYPT.input, n: 2 ** 20, r: 8 } };

const started: threads.Worker[] = [];

/** The module anew, in a process of so many cores, and all workers that it starts. */
async function workers(cores = 2) {
  class Watched extends threads.Worker {
    constructor(...parameters: ConstructorParameters<typeof threads.Worker>) {
      super(...parameters);
      started.push(this);
    }
  }
  const real = process.getBuiltinModule.bind(process);
  vi.spyOn(process, "getBuiltinModule").mockImplementation(((name: string) => {
    if (name === "node:worker_threads") return { ...threads, Worker: Watched };
    return name === "node:os" ? { availableParallelism: () => cores } : real(name);
  }) as typeof process.getBuiltinModule);
  const module = await import("../../../src/verify/engines/portable-worker.js");
  return { ...module, started };
}

const exitOf = (worker: threads.Worker | undefined) =>
  new Promise((resolve) => (worker as threads.Worker).once("exit", resolve));

beforeEach(() => vi.resetModules());
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(started.splice(0).map((worker) => worker.terminate()));
  vi.restoreAllMocks();
  vi.resetModules();
});

describe("jobs in worker threads", () => {
  it("one after the other have the same worker, and at once one each", async () => {
    const { runInWorker, started } = await workers();
    const first = await runInWorker(SCRYPT);
    expect(await runInWorker(SCRYPT)).toEqual(first);
    expect(started).toHaveLength(1);
    await Promise.all([runInWorker(SCRYPT), runInWorker(SCRYPT)]);
    expect(started).toHaveLength(2);
  });

  it("have the worker that was prepared for them", async () => {
    const { prepareWorker, runInWorker, started } = await workers();
    prepareWorker();
    await runInWorker(SCRYPT);
    expect(started).toHaveLength(1);
  });

  it("leave no more idle workers than there are cores", async () => {
    const { runInWorker, started } = await workers(1);
    await Promise.all([runInWorker(SCRYPT), runInWorker(SCRYPT)]);
    await Promise.race(started.map(exitOf));
    await Promise.all([runInWorker(SCRYPT), runInWorker(SCRYPT)]);
    expect(started).toHaveLength(3);
  });

  it("fail with what the package says, after which the worker is used again", async () => {
    const { runInWorker, started } = await workers();
    const missing = { ...SCRYPT, file: "/there/is/no/such/package" };
    await expect(runInWorker(missing)).rejects.toThrow("Cannot find module");
    await expect(runInWorker(SCRYPT)).resolves.toHaveLength(16);
    expect(started).toHaveLength(1);
  });

  it("fail where the worker ends under them, after which there is another", async () => {
    const { runInWorker, started } = await workers();
    const failure = expect(runInWorker(ENDLESS)).rejects.toThrow("the worker thread ended");
    await started[0]?.terminate();
    await failure;
    await expect(runInWorker(SCRYPT)).resolves.toHaveLength(16);
    expect(started).toHaveLength(2);
  });

  it("end in the middle of the work when they are aborted", async () => {
    const { runInWorker, started } = await workers();
    const controller = new AbortController();
    const failure = expect(runInWorker(ENDLESS, controller.signal)).rejects.toThrow("enough");
    const exit = exitOf(started[0]);
    controller.abort(new Error("enough"));
    await failure;
    await exit;
    await expect(runInWorker(SCRYPT, AbortSignal.abort(new Error("too late")))).rejects.toThrow("too late");
  });

  it("take no part in what is aborted later", async () => {
    const { runInWorker, started } = await workers();
    const controller = new AbortController();
    await runInWorker(SCRYPT, controller.signal);
    controller.abort();
    await runInWorker(SCRYPT);
    expect(started).toHaveLength(1);
    expect(started[0]?.listenerCount("message")).toBe(0);
  });

  it("keep the process alive while they run, and idle workers do not", async () => {
    const { runInWorker, prepareWorker, started } = await workers();
    prepareWorker();
    const [ref, unref] = (["ref", "unref"] as const).map((name) => vi.spyOn(started[0] as threads.Worker, name));
    const running = runInWorker(SCRYPT);
    expect(ref).toHaveBeenCalledOnce();
    expect(unref).not.toHaveBeenCalled();
    await running;
    expect(unref).toHaveBeenCalledOnce();
  });
});

describe("an idle worker", () => {
  it("ends after five seconds without a job", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { runInWorker, prepareWorker, started } = await workers();
    prepareWorker();
    vi.advanceTimersByTime(4_000);
    await runInWorker(SCRYPT);
    vi.advanceTimersByTime(4_000);
    await runInWorker(SCRYPT);
    expect(started).toHaveLength(1);
    const exit = exitOf(started[0]);
    vi.advanceTimersByTime(5_000);
    await exit;
    await runInWorker(SCRYPT);
    expect(started).toHaveLength(2);
  });
});

it("a runtime without worker threads says so", async () => {
  vi.spyOn(process, "getBuiltinModule").mockReturnValue(undefined as never);
  const { prepareWorker } = await import("../../../src/verify/engines/portable-worker.js");
  expect(prepareWorker).toThrow("no worker threads");
  const { loadScryptJs } = await import("../../../src/verify/engines/portable-engines.js");
  await expect(loadScryptJs()).rejects.toThrow("no worker thread");
});
