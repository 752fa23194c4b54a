import { describe, expect, it, vi } from "vitest";
import { createImportClient, mayHaveHappened } from "../../../src/client/index.js";
import { defaultTransport, type HttpClients } from "../../../src/client/transport/default-transport.js";
import type { FetchLike } from "../../../src/client/transport/fetch-transport.js";
import { type Exchange, NotSentError, sendOnce } from "../../../src/client/transport/transport.js";
import { openAgent, undiciTransport } from "../../../src/client/transport/undici-transport.js";

const EXCHANGE: Exchange = {
  url: "https://auth.example.com/recipe/signinup",
  method: "POST",
  headers: {},
  body: "{}",
  maxReplyBytes: 1000,
};
const PATIENCE = { timeoutMs: 2_000, signal: undefined };

const loads = (module: unknown) => async () => module;
const answering: FetchLike = async () => new Response("by fetch");

async function sendBy(clients: Partial<HttpClients>) {
  const transport = defaultTransport({ loadUndici: loads({}), fetch: answering, ...clients });
  const attempt = await sendOnce(transport, EXCHANGE, PATIENCE);
  return attempt.kind === "answered" ? new TextDecoder().decode(attempt.bytes) : attempt;
}

/** Answers without a network. */
class WorkingAgent {
  dispatch(_options: unknown, handler: Record<string, (...args: unknown[]) => void>) {
    const controller = { abort: () => {} };
    handler.onRequestStart?.(controller);
    handler.onResponseStart?.(controller, 200, {});
    handler.onResponseData?.(controller, Buffer.from("by undici"));
    handler.onResponseEnd?.(controller, {});
    return true;
  }
}

describe("without a fetch of the caller's, requests go", () => {
  it("over undici where its agent can send", async () => {
    expect(await sendBy({ loadUndici: loads({ Agent: WorkingAgent }) })).toBe("by undici");
  });

  it.each<[string, () => Promise<unknown>]>([
    ["an agent that can't send, as Bun's", loads({ Agent: class {} })],
    [
      "an agent that can't be made",
      loads({
        Agent: class {
          constructor() {
            throw new Error("no");
          }
        },
      }),
    ],
    ["no agent", loads({})],
    [
      "no module",
      async () => {
        throw new Error("Cannot find package 'undici'");
      },
    ],
  ])("over the platform's fetch where undici has %s", async (_what, loadUndici) => {
    expect(await sendBy({ loadUndici })).toBe("by fetch");
  });

  it("over the platform's fetch where the environment may not be read, which undici does as it connects", async () => {
    const environment = Object.getOwnPropertyDescriptor(process, "env")!;
    vi.stubGlobal("fetch", answering);
    Object.defineProperty(process, "env", {
      configurable: true,
      get: () => {
        throw new Error("Requires env access");
      },
    });
    try {
      const attempt = await sendOnce(defaultTransport(), EXCHANGE, PATIENCE);
      expect(attempt.kind === "answered" && new TextDecoder().decode(attempt.bytes)).toBe("by fetch");
    } finally {
      Object.defineProperty(process, "env", environment);
      vi.unstubAllGlobals();
    }
  });

  it("nowhere where there is neither, and the caller is told that nothing was sent", async () => {
    expect(await sendBy({ fetch: undefined })).toEqual({
      kind: "unreachable",
      reason: "NO_HTTP_CLIENT",
      isTls: false,
    });
  });

  it("over what was found with the first of them", async () => {
    let loaded = 0;
    const transport = defaultTransport({
      loadUndici: async () => {
        loaded++;
        return { Agent: WorkingAgent };
      },
      fetch: undefined,
    });
    await Promise.all([1, 2, 3].map(() => sendOnce(transport, EXCHANGE, PATIENCE)));
    await sendOnce(transport, EXCHANGE, PATIENCE);
    expect(loaded).toBe(1);
  });

  it("to a real server over the undici that is installed", async () => {
    expect(await openAgent(() => import("undici"))).toBeDefined();
  });
});

describe("a fault before the first byte was written is not a doubt", () => {
  const failingAt = (when: "call" | "start" | "before start", error: unknown) => ({
    dispatch(_options: unknown, handler: Record<string, (...args: unknown[]) => void>) {
      if (when === "call") throw error;
      const controller = { abort: () => {} };
      if (when === "start") handler.onRequestStart?.(controller);
      handler.onResponseError?.(controller, error);
      return true;
    },
  });
  const coded = (code: string) => Object.assign(new Error("x"), { code });

  it.each([
    [
      "the agent throws",
      "call",
      new TypeError("dispatch is not a function"),
      { kind: "unreachable", reason: "NOT_SENT" },
    ],
    [
      "no connection comes about",
      "before start",
      coded("ECONNREFUSED"),
      { kind: "unreachable", reason: "ECONNREFUSED" },
    ],
    [
      "it breaks off while it is made",
      "before start",
      coded("ECONNRESET"),
      { kind: "unreachable", reason: "ECONNRESET" },
    ],
    [
      "the certificate is wrong",
      "before start",
      coded("DEPTH_ZERO_SELF_SIGNED_CERT"),
      { kind: "unreachable", isTls: true },
    ],
    ["it breaks off later", "start", coded("ECONNRESET"), { kind: "lost", reason: "ECONNRESET" }],
  ] as const)("over undici: %s", async (_what, when, error, expected) => {
    const transport = undiciTransport(failingAt(when, error) as never);
    expect(await sendOnce(transport, EXCHANGE, PATIENCE)).toMatchObject(expected);
  });

  it("over undici: the time is up, or the caller ends the call, while there is no connection", async () => {
    const transport = undiciTransport({ dispatch: () => true } as never);
    expect(await sendOnce(transport, EXCHANGE, { ...PATIENCE, timeoutMs: 5 })).toEqual({
      kind: "unreachable",
      reason: "TIMED_OUT",
      isTls: false,
    });
    const controller = new AbortController();
    const pending = sendOnce(transport, EXCHANGE, { ...PATIENCE, signal: controller.signal });
    controller.abort();
    expect(await pending).toEqual({ kind: "not-sent" });
  });

  it("for the caller: a call that must not be repeated is repeated, and its end is certain", async () => {
    let attempts = 0;
    const client = createImportClient({
      baseUrl: "https://auth.example.com",
      apiKey: "key",
      retry: { attempts: 3 },
      sleep: async () => {},
      fetch: async () => {
        attempts++;
        throw new NotSentError("NO_HTTP_CLIENT");
      },
    });
    const reply = await client.consumePasswordlessCode({ preAuthSessionId: "s", linkCode: "l" });
    expect(reply).toMatchObject({ ok: false, problems: [{ code: "client/unreachable" }] });
    expect(reply.ok || mayHaveHappened(reply.problems)).toBe(false);
    expect(attempts).toBe(3);
  });

  it("is what a fetch of another runtime says in its own words", async () => {
    for (const code of ["ConnectionRefused", "FailedToOpenSocket", "ECONNREFUSED"]) {
      const attempt = await sendBy({ fetch: async () => Promise.reject(coded(code)) });
      expect(attempt).toEqual({ kind: "unreachable", reason: code, isTls: false });
    }
  });
});

it("a fetch that is not a function is refused when the client is made, not at the first user", () => {
  const options = { baseUrl: "https://auth.example.com", apiKey: "key", fetch: "fetch" as never };
  expect(() => createImportClient(options)).toThrow(/fetch must be a function/);
});
