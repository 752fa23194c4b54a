import { type AddressInfo, createServer } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import {
  type AttemptEvent,
  createImportClient,
  type ImportClientOptions,
  mayHaveHappened,
} from "../../../src/client/index.js";
import { FAULTS, type Fault, startFaultyServer, statusOnly, tooManyRequests } from "../faulty-server.js";
import { BCRYPT, SECRET } from "../samples.js";

let server: Awaited<ReturnType<typeof startFaultyServer>> | undefined;

afterEach(() => server?.close());

/** After which nothing comes any more. */
const WITHOUT_END: readonly unknown[] = [FAULTS.silent, FAULTS.slowHeadersThenSilent];

/** A client whose pauses pass at once and are written down; its clock does not move. */
async function clientAgainst(plan: readonly (Fault | "resetInRequest")[], options: Partial<ImportClientOptions> = {}) {
  server = await startFaultyServer(plan);
  const pauses: number[] = [];
  const client = createImportClient({
    baseUrl: server.url,
    apiKey: "key",
    // A busy machine is to end no other call.
    timeoutMs: plan.some((fault) => WITHOUT_END.includes(fault)) ? 150 : 60_000,
    now: () => Date.UTC(2026, 0, 1),
    random: () => 0.5,
    sleep: async (milliseconds) => void pauses.push(milliseconds),
    ...options,
  });
  return { client, pauses };
}

/** Safe to repeat, and not safe to repeat. */
const hash = { email: "a@example.com", passwordHash: BCRYPT };
const code = { preAuthSessionId: "s", linkCode: "l" };

describe.each([
  ["Node's client", {}],
  ["fetch", { fetch: globalThis.fetch }],
])("over %s, a call that is safe to repeat survives", (_transport, transport) => {
  it.each([
    ["a reset in the middle of the request", "resetInRequest" as const],
    ["a reset before the reply", FAULTS.resetBeforeReply],
    ["a reset in the middle of the reply", FAULTS.resetInReply],
    ["half a body", FAULTS.halfABody],
    ["silence", FAULTS.silent],
    ["a reply that stops coming", FAULTS.slowHeadersThenSilent],
    ["an answer that is not HTTP", FAULTS.garbage],
    ["a web page with status 200", FAULTS.html200],
    ["a web page with status 502", FAULTS.html502],
    ["an internal error", FAULTS.error500],
    ["an unavailable service", FAULTS.error503],
    ["a limit on the rate", tooManyRequests("1")],
  ])("%s", async (_name, fault) => {
    const { client, pauses } = await clientAgainst([fault, fault, FAULTS.ok], transport);
    const reply = await client.importPasswordHash(hash);
    expect(reply).toMatchObject({ ok: true, value: { userId: "u-1" } });
    expect(pauses).toHaveLength(2);
    expect(server?.connections()).toBe(3);
  });

  it("a burst of different failures", async () => {
    const { client } = await clientAgainst([
      FAULTS.error500,
      FAULTS.html502,
      FAULTS.error503,
      FAULTS.resetInReply,
      FAULTS.ok,
    ]);
    expect((await client.linkAccounts({ primaryUserId: "u", recipeUserId: "p" })).ok).toBe(true);
  });
});

describe("a call that is not safe to repeat", () => {
  it.each([
    ["client/reply-lost", "resetInRequest" as const],
    ["client/reply-lost", FAULTS.resetBeforeReply],
    ["client/reply-lost", FAULTS.halfABody],
    ["client/reply-lost", FAULTS.silent],
    ["client/service-error", FAULTS.error500],
    ["client/service-error", FAULTS.error503],
    ["client/reply-not-json", FAULTS.html200],
  ])("ends in doubt with %s after one attempt", async (expected, fault) => {
    const { client } = await clientAgainst([fault, FAULTS.ok]);
    const reply = await client.consumePasswordlessCode(code);
    expect(reply).toMatchObject({ ok: false, problems: [{ code: expected }] });
    expect(!reply.ok && mayHaveHappened(reply.problems)).toBe(true);
    expect(server?.connections()).toBe(1);
  });

  it("is repeated after a refusal for want of pace, which changed nothing", async () => {
    const { client } = await clientAgainst([tooManyRequests("0"), FAULTS.ok]);
    expect((await client.consumePasswordlessCode(code)).ok).toBe(true);
  });

  it("is a device without a name, but not one with a name", async () => {
    const device = { userId: "u-1", secretKey: SECRET, skew: 1, period: 30 };
    const nameless = await clientAgainst([FAULTS.error500, FAULTS.ok]);
    expect((await nameless.client.importTotpDevice(device)).ok).toBe(false);
    await server?.close();
    const named = await clientAgainst([FAULTS.error500, FAULTS.ok]);
    expect((await named.client.importTotpDevice({ ...device, deviceName: "phone" })).ok).toBe(true);
  });
});

describe("pauses", () => {
  it("wait as long as Retry-After says in seconds, plus jitter", async () => {
    const { client, pauses } = await clientAgainst([tooManyRequests("7"), FAULTS.ok]);
    await client.importPasswordHash(hash);
    expect(pauses).toEqual([7_100]);
  });

  it("wait as long as Retry-After says by a date, plus jitter", async () => {
    const { client, pauses } = await clientAgainst([tooManyRequests("Thu, 01 Jan 2026 00:00:30 GMT"), FAULTS.ok]);
    await client.importPasswordHash(hash);
    expect(pauses).toEqual([30_100]);
  });

  it("grow with each attempt", async () => {
    const { client, pauses } = await clientAgainst([FAULTS.error500]);
    await client.importPasswordHash(hash);
    expect(pauses).toEqual([100, 200, 400, 800]);
  });

  it("are not made when the service asks for more than the policy allows", async () => {
    const { client, pauses } = await clientAgainst([tooManyRequests("86400"), FAULTS.ok]);
    expect(await client.importPasswordHash(hash)).toMatchObject({
      ok: false,
      problems: [{ code: "client/rate-limited" }],
    });
    expect(pauses).toEqual([]);
  });

  it("that the service asks for are told, also where they are longer than the policy bears", async () => {
    const events: AttemptEvent[] = [];
    const { client } = await clientAgainst([tooManyRequests("150"), FAULTS.ok], {
      onAttempt: (event) => events.push(event),
    });
    await client.importPasswordHash(hash);
    expect(events).toMatchObject([{ httpStatus: 429, retryAfterMs: 150_000 }]);
    expect(events[0]).not.toHaveProperty("delayMs");
  });

  it("are never longer than a timer can hold, nor without a length", async () => {
    const retry = { maxRetryAfterMs: Number.POSITIVE_INFINITY, baseDelayMs: undefined, attempts: 2 };
    const { client, pauses } = await clientAgainst([tooManyRequests("9999999999"), FAULTS.ok], { retry });
    await client.importPasswordHash(hash);
    expect(pauses).toEqual([0x7fffffff]);
  });
});

describe("before every attempt", () => {
  it("the caller may hold it back: a rate is kept by the client's own repeats too", async () => {
    const { client } = await clientAgainst([FAULTS.error500, FAULTS.error503, FAULTS.ok]);
    const seen: number[] = [];
    const reply = await client.importPasswordHash(hash, {
      beforeAttempt: async (attempt) => {
        seen.push(attempt, server?.connections() ?? 0);
      },
    });
    expect(reply.ok).toBe(true);
    // Each was asked for before its connection was made.
    expect(seen).toEqual([1, 0, 2, 1, 3, 2]);
  });

  it("the caller may end it while it is held back", async () => {
    const { client } = await clientAgainst([FAULTS.error500, FAULTS.ok]);
    const controller = new AbortController();
    const reply = await client.importPasswordHash(hash, {
      signal: controller.signal,
      beforeAttempt: (attempt) => (attempt === 2 ? controller.abort() : undefined),
    });
    expect(reply).toMatchObject({
      ok: false,
      problems: [{ code: "client/not-sent" }, { code: "client/service-error" }],
    });
    expect(server?.connections()).toBe(1);
  });

  it("the caller may end the call there by false", async () => {
    const { client } = await clientAgainst([FAULTS.error500, FAULTS.ok]);
    const reply = await client.importPasswordHash(hash, { beforeAttempt: async (attempt) => attempt === 1 });
    expect(reply).toMatchObject({
      ok: false,
      problems: [{ code: "client/not-sent" }, { code: "client/service-error" }],
    });
    expect(server?.connections()).toBe(1);
  });
});

describe("an answer with", () => {
  it.each([408, 425])("HTTP %i is not a decision: a call that is safe to repeat is repeated", async (httpStatus) => {
    const { client } = await clientAgainst([statusOnly(httpStatus), FAULTS.ok]);
    expect((await client.importPasswordHash(hash)).ok).toBe(true);
  });

  it("HTTP 408 leaves open whether the call was carried out, and HTTP 425 says that it was not", async () => {
    const lost = await clientAgainst([statusOnly(408), FAULTS.ok]);
    const reply = await lost.client.consumePasswordlessCode(code);
    expect(reply).toMatchObject({ ok: false, problems: [{ code: "client/reply-lost", httpStatus: 408 }] });
    expect(!reply.ok && mayHaveHappened(reply.problems)).toBe(true);
    await server?.close();
    const early = await clientAgainst([statusOnly(425), FAULTS.ok]);
    expect((await early.client.consumePasswordlessCode(code)).ok).toBe(true);
  });
});

describe("a call ends", () => {
  it("with the number of attempts, when they are used up", async () => {
    const { client } = await clientAgainst([FAULTS.error500], { retry: { attempts: 3 } });
    const reply = await client.importPasswordHash(hash);
    expect(reply.ok === false && reply.problems[0].message).toMatch(/NullPointerException \(attempt 3\)$/);
    expect(server?.connections()).toBe(3);
  });

  it("at once where nothing listens, and says that nothing was sent", async () => {
    const probe = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => probe.once("listening", resolve));
    const { port } = probe.address() as AddressInfo;
    await new Promise((resolve) => probe.close(resolve));
    const { client, pauses } = await clientAgainst([FAULTS.ok], { baseUrl: `http://127.0.0.1:${port}` });
    const reply = await client.consumePasswordlessCode(code);
    expect(reply).toMatchObject({ ok: false, problems: [{ code: "client/unreachable" }] });
    expect(!reply.ok && mayHaveHappened(reply.problems)).toBe(false);
    expect(pauses).toHaveLength(4);
  });

  it("in doubt when an earlier attempt may have got through, though the last one did not", async () => {
    const errors = ["ECONNRESET", "ECONNREFUSED"];
    const { client } = await clientAgainst([FAULTS.ok], {
      retry: { attempts: 2 },
      fetch: async () => {
        throw Object.assign(new TypeError("fetch failed"), { cause: { code: errors.shift() } });
      },
    });
    const reply = await client.importPasswordHash(hash);
    expect(reply).toMatchObject({
      ok: false,
      problems: [{ code: "client/unreachable" }, { code: "client/reply-lost" }],
    });
    expect(!reply.ok && mayHaveHappened(reply.problems)).toBe(true);
  });

  it("without a second attempt where the certificate is wrong", async () => {
    const { client, pauses } = await clientAgainst([FAULTS.ok], {
      fetch: async () => {
        throw Object.assign(new TypeError("fetch failed"), {
          cause: { code: "DEPTH_ZERO_SELF_SIGNED_CERT" },
        });
      },
    });
    expect(await client.importPasswordHash(hash)).toMatchObject({
      ok: false,
      problems: [{ code: "client/tls-failed" }],
    });
    expect(pauses).toEqual([]);
  });

  it("when the signal fires while the answer is awaited", async () => {
    const { client } = await clientAgainst([FAULTS.silent], { timeoutMs: 10_000 });
    const controller = new AbortController();
    const pending = client.importPasswordHash(hash, { signal: controller.signal });
    while (server?.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    const reply = await pending;
    expect(reply).toMatchObject({ ok: false, problems: [{ code: "client/aborted" }] });
    expect(!reply.ok && mayHaveHappened(reply.problems)).toBe(true);
  });

  it("when the signal fires during a pause", async () => {
    const controller = new AbortController();
    const { client } = await clientAgainst([tooManyRequests("1"), FAULTS.ok], {
      sleep: async () => controller.abort(),
    });
    const reply = await client.importPasswordHash(hash, { signal: controller.signal });
    expect(reply).toMatchObject({
      ok: false,
      problems: [{ code: "client/not-sent" }, { code: "client/rate-limited" }],
    });
    expect(!reply.ok && mayHaveHappened(reply.problems)).toBe(false);
  });

  it("before anything is sent when the signal has fired already", async () => {
    const { client } = await clientAgainst([FAULTS.ok]);
    const reply = await client.importPasswordHash(hash, { signal: AbortSignal.abort() });
    expect(reply).toMatchObject({ ok: false, problems: [{ code: "client/not-sent" }] });
    expect(server?.connections()).toBe(0);
  });

  it("in time even if fetch ignores its signal", async () => {
    const { client } = await clientAgainst([FAULTS.ok], {
      timeoutMs: 20,
      retry: { attempts: 1 },
      fetch: () => new Promise(() => {}),
    });
    expect(await client.importPasswordHash(hash)).toMatchObject({
      ok: false,
      problems: [{ code: "client/reply-lost" }],
    });
  });

  it("and tells after every attempt how it went", async () => {
    const events: unknown[] = [];
    const { client } = await clientAgainst([tooManyRequests("2"), FAULTS.resetBeforeReply, FAULTS.ok], {
      onAttempt: (event) => events.push(event),
    });
    await client.importPasswordHash(hash);
    expect(events).toEqual([
      {
        call: "importPasswordHash",
        attempt: 1,
        elapsedMs: 0,
        httpStatus: 429,
        delayMs: 2_100,
        retryAfterMs: 2_000,
      },
      { call: "importPasswordHash", attempt: 2, elapsedMs: 0, mayHaveHappened: true, delayMs: 200 },
      { call: "importPasswordHash", attempt: 3, elapsedMs: 0, httpStatus: 200 },
    ]);
  });
});

describe.each([
  ["Node's client", {}],
  ["fetch", { fetch: globalThis.fetch }],
])("over %s, a call ends", (_transport, transport) => {
  it("at a redirect, which would carry the API key along", async () => {
    const { client } = await clientAgainst([FAULTS.redirect, FAULTS.ok], transport);
    expect(await client.importPasswordHash(hash)).toMatchObject({
      ok: false,
      problems: [{ code: "client/redirected", httpStatus: 302 }],
    });
    expect(server?.connections()).toBe(1);
  });

  it("at an answer without an end, having read no more than the limit", async () => {
    const { client } = await clientAgainst([FAULTS.endless], {
      ...transport,
      maxReplyBytes: 100_000,
      timeoutMs: 5_000,
    });
    expect(await client.importPasswordHash(hash)).toMatchObject({
      ok: false,
      problems: [{ code: "client/reply-unexpected" }],
    });
  });

  it("when the signal fires, and so does the connection", async () => {
    const { client } = await clientAgainst([FAULTS.slowHeadersThenSilent], {
      ...transport,
      timeoutMs: 10_000,
    });
    const controller = new AbortController();
    const pending = client.importPasswordHash(hash, { signal: controller.signal });
    while (server?.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    expect(await pending).toMatchObject({ ok: false, problems: [{ code: "client/aborted" }] });
    while ((server?.open() ?? 0) > 0) await new Promise((resolve) => setImmediate(resolve));
  });
});
