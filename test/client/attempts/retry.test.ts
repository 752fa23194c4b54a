import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { completePolicy, nextDelay, parseRetryAfter, sleepFor } from "../../../src/client/attempts/retry.js";

const NOW = Date.UTC(1994, 10, 6, 8, 49, 0);

describe("parseRetryAfter", () => {
  it.each([
    ["120", 120_000],
    [" 0 ", 0],
    // RFC 9110 section 5.6.7: the three forms of an HTTP date
    ["Sun, 06 Nov 1994 08:49:37 GMT", 37_000],
    ["Sunday, 06-Nov-94 08:49:37 GMT", 37_000],
    ["Sun, 06 Nov 1994 08:48:00 GMT", 0],
    ["-1", undefined],
    ["1.5", undefined],
    ["soon", undefined],
    ["Someday", undefined],
    ["", undefined],
    ["99999999999", undefined],
    ["1".repeat(1_000), undefined],
    [null, undefined],
  ])("reads %j as %j", (header, expected) => {
    expect(parseRetryAfter(header, NOW)).toBe(expected);
  });

  it("reads any header without an exception, and never into the past", () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        expect(parseRetryAfter(header, NOW) ?? 0).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe("the delay before the next attempt", () => {
  const policy = completePolicy({ attempts: 61 });

  it("stays within the doubling span, on top of what the service asked for", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.option(fc.integer({ min: 0, max: policy.maxRetryAfterMs }), { nil: undefined }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (attempt, retryAfterMs, random) => {
          const delay = nextDelay(policy, attempt, retryAfterMs, () => random) as number;
          const span = Math.min(policy.maxDelayMs, 200 * 2 ** (attempt - 1));
          expect(delay).toBeGreaterThanOrEqual(retryAfterMs ?? 0);
          expect(delay).toBeLessThanOrEqual((retryAfterMs ?? 0) + span);
        },
      ),
    );
  });

  it("is none after the last attempt, or where the service asks for more patience than there is", () => {
    const delays = [59, 60, 61].map((attempt) => nextDelay(policy, attempt, undefined, () => 0));
    expect(delays).toEqual([0, 0, undefined]);
    const [longest, longer] = [0, 1].map((more) => nextDelay(policy, 1, policy.maxRetryAfterMs + more, () => 0));
    expect([longest, longer]).toEqual([policy.maxRetryAfterMs, undefined]);
  });
});

describe("a retry policy", () => {
  it("is the default one where something is left out, also as undefined", () => {
    const usual = { attempts: 5, baseDelayMs: 200, maxDelayMs: 20_000, maxRetryAfterMs: 120_000 };
    expect(completePolicy({ baseDelayMs: undefined, attempts: 3 })).toEqual({ ...usual, attempts: 3 });
    expect(completePolicy()).toEqual(usual);
  });

  it.each([
    { attempts: 0 },
    { attempts: 1.5 },
    { baseDelayMs: -1 },
    { maxDelayMs: Number.NaN },
    { maxRetryAfterMs: "1" as unknown as number, baseDelayMs: Number.NaN },
  ])("is refused with %j", (policy) => {
    expect(() => completePolicy(policy)).toThrow(TypeError);
  });

  it("gives pauses that a timer can hold, whatever is in it", () => {
    const huge = completePolicy({ attempts: 9_999, maxRetryAfterMs: Number.POSITIVE_INFINITY, baseDelayMs: 0 });
    expect(nextDelay(huge, 1, 9_999_999_999_000, () => 0.5)).toBe(2 ** 31 - 1);
    expect(nextDelay(huge, 5_000, undefined, () => 0.5)).toBe(0);
  });
});

describe("sleepFor", () => {
  it("does not wake at once when it is to sleep for longer than a timer can", async () => {
    const controller = new AbortController();
    const sleeping = sleepFor(1e12, controller.signal).then(() => "woken");
    const later = new Promise((resolve) => setTimeout(resolve, 20, "asleep"));
    expect(await Promise.race([sleeping, later])).toBe("asleep");
    controller.abort();
    await sleeping;
  });

  it("ends when the signal fires", async () => {
    const controller = new AbortController();
    const sleeping = sleepFor(3_600_000, controller.signal);
    controller.abort();
    await sleeping;
    await sleepFor(3_600_000, AbortSignal.abort());
  });
});
