import { EventEmitter, once } from "node:events";
import { type ClientRequest, createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { describe, expect, it, vi } from "vitest";
import { createImportClient, mayHaveHappened } from "../../../src/client/index.js";
import { defaultTransport, type HttpClients } from "../../../src/client/transport/default-transport.js";
import type { FetchLike } from "../../../src/client/transport/fetch-transport.js";
import { nodeTransport } from "../../../src/client/transport/node-transport.js";
import { type Exchange, NotSentError, type Patience, sendOnce } from "../../../src/client/transport/transport.js";

const EXCHANGE: Exchange = {
  url: "https://auth.example.com/recipe/signinup",
  method: "POST",
  headers: {},
  body: "{}",
  maxReplyBytes: 1000,
};
const PATIENCE = { timeoutMs: 2_000, signal: undefined };

const answering: FetchLike = async () => new Response("by fetch");

async function sendBy(clients: Partial<HttpClients>) {
  const attempt = await sendOnce(
    defaultTransport({ modules: undefined, fetch: answering, ...clients }),
    EXCHANGE,
    PATIENCE,
  );
  return attempt.kind === "answered" ? new TextDecoder().decode(attempt.bytes) : attempt;
}

/** A request that goes nowhere: what happens to it is said by the test. */
class StillRequest extends EventEmitter {
  end(): void {}
  destroy(): void {}
}

/** Node's modules, where `act` says what happens to each request. */
function modulesOf(act: (request: EventEmitter) => void): NonNullable<HttpClients["modules"]> {
  const module = {
    Agent: class {},
    request: () => {
      const request = new StillRequest();
      queueMicrotask(() => act(request));
      return request as unknown as ClientRequest;
    },
  };
  return [module, module];
}

function respond(request: EventEmitter): void {
  const response = Object.assign(new EventEmitter(), { statusCode: 200, headers: {} });
  request.emit("response", response);
  response.emit("data", Buffer.from("by Node"));
  response.emit("end");
}

describe("without a fetch of the caller's, requests go", () => {
  it("over Node's client where there is one", async () => {
    expect(await sendBy({ modules: modulesOf(respond) })).toBe("by Node");
  });

  it("over the platform's fetch where there is none", async () => {
    expect(await sendBy({})).toBe("by fetch");
  });

  it.each<[string, object]>([
    ["Bun", { versions: { ...process.versions, bun: "1.4.5" }, getBuiltinModule: process.getBuiltinModule }],
    ["Deno", { versions: { ...process.versions, deno: "2.9.6" }, getBuiltinModule: process.getBuiltinModule }],
    ["a worker without Node's modules", { getBuiltinModule: () => undefined }],
    [
      "a process that may not have them",
      {
        getBuiltinModule: () => {
          throw new Error("access denied");
        },
      },
    ],
  ])("over the platform's fetch in %s", async (_what, platform) => {
    vi.stubGlobal("fetch", answering);
    vi.stubGlobal("process", platform);
    try {
      const attempt = await sendOnce(defaultTransport(), EXCHANGE, PATIENCE);
      expect(attempt.kind === "answered" && new TextDecoder().decode(attempt.bytes)).toBe("by fetch");
    } finally {
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
    let asked = 0;
    const transport = defaultTransport({
      get modules() {
        asked++;
        return modulesOf(respond);
      },
      fetch: undefined,
    });
    await Promise.all([1, 2, 3].map(() => sendOnce(transport, EXCHANGE, PATIENCE)));
    expect(asked).toBe(1);
  });
});

describe("over Node's client", () => {
  /** An address of this machine, in brackets, with a query. */
  async function served(host: string) {
    const seen: { readonly url: string; readonly text: string; readonly headers: IncomingHttpHeaders }[] = [];
    const sockets = new Set<Socket>();
    const server = createServer((request, response) => {
      sockets.add(request.socket);
      let text = "";
      request.on("data", (data) => {
        text += data;
      });
      request.on("end", () => {
        seen.push({ url: request.url ?? "", text, headers: request.headers });
        response.setHeader("Retry-After", "7").end("answered");
      });
    });
    await once(server.listen(0, host), "listening");
    const { port } = server.address() as AddressInfo;
    const url = `http://${host.includes(":") ? `[${host}]` : host}:${port}/recipe/signinup?a=b`;
    return { url, seen, sockets, close: () => server.close() };
  }

  it.each(["127.0.0.1", "::1"])("requests to %s go over one connection that is kept open", async (host) => {
    const { url, seen, sockets, close } = await served(host);
    const transport = defaultTransport();
    for (const body of ["{}", undefined, '{"a":"ä"}']) {
      const exchange = { ...EXCHANGE, url, body, headers: { "api-key": "key" } };
      expect(await sendOnce(transport, exchange, PATIENCE)).toMatchObject({
        kind: "answered",
        httpStatus: 200,
        retryAfter: "7",
        date: expect.stringMatching(/GMT$/),
        bytes: Buffer.from("answered"),
      });
    }
    expect(seen.map(({ url: path, text }) => [path, text])).toEqual(
      ["{}", "", '{"a":"ä"}'].map((text) => ["/recipe/signinup?a=b", text]),
    );
    expect(seen.map(({ headers }) => headers["content-length"])).toEqual(["2", "0", "10"]);
    expect(sockets.size).toBe(1);
    close();
  });

  it("a service that does not speak TLS is said to be unreachable for that", async () => {
    const { url, close } = await served("127.0.0.1");
    const exchange = { ...EXCHANGE, url: url.replace("http:", "https:") };
    expect(await sendOnce(defaultTransport(), exchange, PATIENCE)).toMatchObject({
      kind: "unreachable",
      isTls: true,
    });
    close();
  });
});

describe("a fault before the first byte was written is not a doubt", () => {
  const coded = (code: string) => Object.assign(new Error("x"), { code });
  const connecting = () => Object.assign(new EventEmitter(), { connecting: true });
  const sendTo = (url: string, act: (request: EventEmitter) => void, patience: Patience = PATIENCE) =>
    sendOnce(nodeTransport(modulesOf(act)), { ...EXCHANGE, url }, patience);

  it.each<[string, string, (request: EventEmitter) => void, string]>([
    ["no socket is there", "http", () => {}, "unreachable"],
    ["no connection comes about", "http", (request) => request.emit("socket", connecting()), "unreachable"],
    [
      "the connection is there, and it breaks off",
      "http",
      (request) => {
        const socket = connecting();
        request.emit("socket", socket);
        socket.emit("connect");
      },
      "lost",
    ],
    [
      "the connection is there, but nothing is agreed on",
      "https",
      (request) => {
        const socket = connecting();
        request.emit("socket", socket);
        socket.emit("connect");
      },
      "unreachable",
    ],
    [
      "a connection is used again",
      "http",
      (request) => request.emit("socket", Object.assign(new EventEmitter(), { connecting: false })),
      "lost",
    ],
    ["a socket says nothing until all is written", "http", (request) => request.emit("finish"), "lost"],
  ])("over Node's client: %s, %s", async (_what, protocol, act, kind) => {
    const attempt = await sendTo(`${protocol}://auth.example.com/`, (request) => {
      act(request);
      request.emit("error", coded("ECONNRESET"));
    });
    expect(attempt).toMatchObject({ kind, reason: "ECONNRESET" });
  });

  it("over Node's client: a request that can't be made", async () => {
    const [module] = modulesOf(() => {});
    const broken = {
      ...module,
      request: () => {
        throw new TypeError("Invalid character in header content");
      },
    };
    const attempt = await sendOnce(nodeTransport([broken, broken]), EXCHANGE, PATIENCE);
    expect(attempt).toMatchObject({ kind: "unreachable", reason: "NOT_SENT" });
  });

  it("over Node's client: the time is up, or the caller ends the call, while there is no connection", async () => {
    const wait = (request: EventEmitter) => request.emit("socket", connecting());
    expect(await sendTo(EXCHANGE.url, wait, { ...PATIENCE, timeoutMs: 5 })).toEqual({
      kind: "unreachable",
      reason: "TIMED_OUT",
      isTls: false,
    });
    const controller = new AbortController();
    const pending = sendTo(EXCHANGE.url, wait, { ...PATIENCE, signal: controller.signal });
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
