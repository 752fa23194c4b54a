import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_RETRY, parseRetryAfter, retryDelay, sleepFor } from "../../src/client/retry.js";

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

describe("retryDelay", () => {
  it("stays within the doubling span, on top of what the service asked for", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.option(fc.integer({ min: 0, max: DEFAULT_RETRY.maxRetryAfterMs }), { nil: undefined }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (attempt, retryAfterMs, random) => {
          const delay = retryDelay(DEFAULT_RETRY, attempt, retryAfterMs, () => random) as number;
          const span = Math.min(DEFAULT_RETRY.maxDelayMs, 200 * 2 ** (attempt - 1));
          expect(delay).toBeGreaterThanOrEqual(retryAfterMs ?? 0);
          expect(delay).toBeLessThanOrEqual((retryAfterMs ?? 0) + span);
        },
      ),
    );
  });
});

describe("sleepFor", () => {
  it("ends when the signal fires", async () => {
    const controller = new AbortController();
    const sleeping = sleepFor(3_600_000, controller.signal);
    controller.abort();
    await sleeping;
    await sleepFor(3_600_000, AbortSignal.abort());
  });
});
