import { getEventListeners } from "node:events";
import { describe, expect, it, onTestFinished } from "vitest";
import { sleepFor } from "../../src/client/attempts/retry.js";
import { sendOnce, type Transport } from "../../src/client/transport/transport.js";
import { orAborted } from "../../src/fleet/run-pace.js";
import { answeredAtLeast, answeredWithin } from "../../src/login/settle.js";
import { createGate } from "../../src/verify/run/gate.js";

const EXCHANGE = {
  url: "https://auth.example.com/",
  method: "POST",
  headers: {},
  body: "{}",
  maxReplyBytes: 9,
};
const ANSWER = { httpStatus: 200, retryAfter: null, date: null, bytes: new Uint8Array() };

const silent: Transport = () => new Promise(() => {});
const listeners = (signal: AbortSignal) => getEventListeners(signal, "abort").length;

describe("exchanges that share a signal", () => {
  it("all end when it fires, and listen to it as one", async () => {
    const controller = new AbortController();
    const patience = { timeoutMs: 60_000, signal: controller.signal };
    const pending = [1, 2, 3].map(() => sendOnce(silent, EXCHANGE, patience));
    expect(listeners(controller.signal)).toBe(1);
    controller.abort();
    expect(await Promise.all(pending)).toEqual(Array(3).fill({ kind: "aborted" }));
    expect(await sendOnce(silent, EXCHANGE, patience)).toEqual({ kind: "not-sent" });
    expect(listeners(controller.signal)).toBe(0);
  });

  it("leave it alone once they have ended, and can come back to it", async () => {
    const controller = new AbortController();
    const patience = { timeoutMs: 60_000, signal: controller.signal };
    const ends: (() => void)[] = [];
    const answering: Transport = () => new Promise((resolve) => ends.push(() => resolve(ANSWER)));
    const [first, second] = [1, 2].map(() => sendOnce(answering, EXCHANGE, patience));
    ends[0]?.();
    expect(await first).toMatchObject({ kind: "answered" });
    expect(listeners(controller.signal)).toBe(1);
    ends[1]?.();
    expect(await second).toMatchObject({ kind: "answered" });
    expect(listeners(controller.signal)).toBe(0);
    const third = sendOnce(silent, EXCHANGE, patience);
    controller.abort();
    expect(await third).toEqual({ kind: "aborted" });
  });

  it("keep their place when an earlier one, which had timed out, ends once more", async () => {
    const controller = new AbortController();
    const { signal } = controller;
    let breakOff = (_: Error): void => undefined;
    const slow: Transport = () =>
      new Promise((_, reject) => {
        breakOff = reject;
      });
    expect(await sendOnce(slow, EXCHANGE, { timeoutMs: 1, signal })).toEqual({ kind: "timed-out" });
    const second = sendOnce(silent, EXCHANGE, { timeoutMs: 60_000, signal });
    breakOff(new Error("reset"));
    await new Promise(setImmediate);
    expect(listeners(signal)).toBe(1);
    controller.abort();
    expect(await second).toEqual({ kind: "aborted" });
  });

  it("are no other signal's", async () => {
    const [one, other] = [new AbortController(), new AbortController()];
    const pending = sendOnce(silent, EXCHANGE, { timeoutMs: 60_000, signal: other.signal });
    const ended = sendOnce(silent, EXCHANGE, { timeoutMs: 60_000, signal: one.signal });
    one.abort();
    expect(await ended).toEqual({ kind: "aborted" });
    other.abort();
    expect(await pending).toEqual({ kind: "aborted" });
  });
});

/** Each waits for something until the signal fires. */
const WAITS: Readonly<Record<string, (signal: AbortSignal) => Promise<unknown>>> = {
  "pauses between attempts": (signal) => sleepFor(60_000, signal),
  "turns of a fleet's pace": (signal) => orAborted(new Promise(() => {}), signal),
  "places in the gate of verifications": (signal) => FULL.enter(1, LIMITS, signal),
  "login attempts with an end": (signal) => answeredWithin(60_000, signal, () => new Promise(() => {}), String),
  "login attempts with a least time": (signal) => answeredAtLeast(60_000, signal, async () => "answer"),
};
const LIMITS = { concurrency: 1, totalMemoryBytes: 1, queueLength: 100 };
const FULL = createGate();
void FULL.enter(1, LIMITS);

describe("one signal for more waits than Node expects of one", () => {
  it.each(Object.entries(WAITS))("is listened to once by %s, without a warning", async (_, wait) => {
    const warnings: Error[] = [];
    const note = (warning: Error) => warnings.push(warning);
    process.on("warning", note);
    onTestFinished(() => void process.off("warning", note));
    const ending = new AbortController();
    const waiting = Array.from({ length: 20 }, () => wait(ending.signal));
    await new Promise(setImmediate);
    expect(listeners(ending.signal)).toBe(1);
    ending.abort();
    await Promise.all(waiting);
    expect(listeners(ending.signal)).toBe(0);
    // Node says it in a later turn.
    await new Promise(setImmediate);
    expect(warnings).toEqual([]);
  });
});
