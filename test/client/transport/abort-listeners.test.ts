import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { sendOnce, type Transport } from "../../../src/client/transport/transport.js";

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
