import { request } from "node:http";
import { connect } from "node:net";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { browserTrace, ownHosts } from "../../src/lib/browser-guard.js";
import { createRehearsalService, type ListeningService } from "../../src/rehearsal/index.js";

const CODE = "/recipe/signinup/code";
const USER = "/user/id?userId=nobody";
const JSON_TYPE = { "content-type": "application/json" };
const BODY = JSON.stringify({ email: "a@example.com" });

let listening: ListeningService | undefined;

afterEach(async () => {
  await listening?.close();
  listening = undefined;
});

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly body?: string;
  readonly headers?: Record<string, string>;
}

/** `PORT` in a header stands for the port of the service. */
async function send(sent: Sent, host?: string) {
  const rehearsal = createRehearsalService();
  const started = await rehearsal.listen(0, host);
  listening = started;
  const { port } = new URL(started.url);
  const headers = Object.fromEntries(
    Object.entries(sent.headers ?? {}).map(([name, value]) => [name, value.replace("PORT", port)]),
  );
  const { method = "GET", path = USER, body = "" } = sent;
  const answer = await new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    const sending = request(
      { host: new URL(started.url).hostname.replace(/[[\]]/g, ""), port, method, path, headers },
      (response) => {
        let text = "";
        response.on("data", (chunk) => {
          text += chunk;
        });
        response.on("end", () => resolve({ status: response.statusCode, text }));
      },
    );
    sending.on("error", reject);
    sending.end(body);
  });
  return { ...answer, counts: rehearsal.state().counts, requests: rehearsal.state().requests };
}

const post = (headers: Record<string, string>): Sent => ({ method: "POST", path: CODE, body: BODY, headers });

describe("a page in the operator's browser", () => {
  it.each<[string, Sent]>([
    ["posts a form", post({ "content-type": "application/x-www-form-urlencoded" })],
    ["posts a form as text", post({ "content-type": "text/plain" })],
    ["posts a form in parts", post({ "content-type": "multipart/form-data; boundary=x" })],
    ["posts bytes without a type", post({})],
    ["posts two types at once", post({ "content-type": "text/plain; application/json" })],
    ["posts a type that only begins like JSON", post({ "content-type": "application/jsonp" })],
    ["posts JSON from its origin", post({ ...JSON_TYPE, origin: "https://evil.example" })],
    ["posts JSON from a sandboxed frame or a file", post({ ...JSON_TYPE, origin: "null" })],
    ["posts JSON from another port of this machine", post({ ...JSON_TYPE, origin: "http://localhost:8080" })],
    ["posts JSON after its name was pointed here", post({ ...JSON_TYPE, host: "evil.example:PORT" })],
    ["reads after its name was pointed here", { headers: { host: "evil.example:PORT" } }],
    ["reads under a name that begins like ours", { headers: { host: "localhost.evil.example:PORT" } }],
    ["reads under a name that begins like our address", { headers: { host: "127.0.0.1.evil.example:PORT" } }],
    ["reads under a name without a port", { headers: { host: "localhost" } }],
    ["reads under another port of ours", { headers: { host: "localhost:1" } }],
    ["reads under a name with a user in it", { headers: { host: "localhost:PORT@evil.example" } }],
    ["reads under the address of every interface", { headers: { host: "0.0.0.0:PORT" } }],
    ["loads us as a script of another site", { headers: { "sec-fetch-site": "cross-site" } }],
    ["loads us from another port of this machine", { headers: { "sec-fetch-site": "same-site" } }],
    ["loads us from a page of ours", { headers: { "sec-fetch-site": "same-origin" } }],
    [
      "asks whether it may",
      {
        method: "OPTIONS",
        path: CODE,
        headers: { origin: "https://evil.example", "access-control-request-method": "POST" },
      },
    ],
    [
      "opens a web socket",
      { headers: { origin: "https://evil.example", connection: "Upgrade", upgrade: "websocket" } },
    ],
  ])("%s, and is refused with 403", async (_name, sent) => {
    const { status, text, counts, requests } = await send(sent);
    expect(status).toBe(403);
    expect(text).toMatch(/^Refused: the header /);
    expect([counts.codes, counts.users, requests]).toEqual([0, 0, {}]);
  });

  it("gets no answer that allows its origin or that is run as a script", async () => {
    listening = await createRehearsalService().listen();
    const answer = await fetch(listening.url + USER);
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect([...answer.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
  });

  it("is refused without its body being waited for, and the connection ends", async () => {
    listening = await createRehearsalService().listen();
    const { port } = new URL(listening.url);
    const text = await new Promise<string>((resolve) => {
      let received = "";
      const socket = connect(Number(port), "127.0.0.1");
      socket.on("data", (data) => {
        received += data;
      });
      socket.on("close", () => resolve(received));
      socket.write(`POST ${CODE} HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 1000000\r\n\r\n{`);
    });
    expect(text).toMatch(/^HTTP\/1\.1 403 /);
    expect(text).toMatch(/connection: close/i);
  });
});

describe("a page or an extension whose origin is allowed", () => {
  const EXTENSION = "chrome-extension://abcdefghijklmnopabcdefghijklmnop";
  const ask = async (sent: RequestInit & { headers: Record<string, string> }) => {
    const rehearsal = createRehearsalService({ allowedOrigins: [EXTENSION, "http://localhost:5173"] });
    listening = await rehearsal.listen();
    const answer = await fetch(listening.url + CODE, sent);
    return { answer, counts: rehearsal.state().counts };
  };

  it("is answered, and the browser is told that it may read the answer", async () => {
    const headers = { ...JSON_TYPE, origin: EXTENSION, "sec-fetch-site": "cross-site" };
    const { answer, counts } = await ask({ method: "POST", body: BODY, headers });
    expect([answer.status, counts.codes]).toEqual([200, 1]);
    expect(answer.headers.get("access-control-allow-origin")).toBe(EXTENSION);
    expect(answer.headers.get("access-control-expose-headers")).toBe("retry-after");
    expect(answer.headers.get("vary")).toBe("origin");
  });

  it("asks before it sends, and nothing is done yet", async () => {
    const { answer, counts } = await ask({
      method: "OPTIONS",
      headers: { origin: "http://localhost:5173", "access-control-request-method": "POST" },
    });
    expect([answer.status, await answer.text(), counts.codes]).toEqual([200, "", 0]);
    expect(answer.headers.get("access-control-allow-methods")).toContain("POST");
    expect(answer.headers.get("access-control-allow-headers")).toContain("api-key");
  });

  it.each<[string, Record<string, string>]>([
    ["another origin", { ...JSON_TYPE, origin: "http://localhost:5174" }],
    ["another origin that begins alike", { ...JSON_TYPE, origin: "http://localhost:51733" }],
    ["a form", { "content-type": "text/plain", origin: EXTENSION }],
    ["a name that was pointed here", { ...JSON_TYPE, origin: EXTENSION, host: "evil.example" }],
    ["no origin from another site", { ...JSON_TYPE, "sec-fetch-site": "cross-site" }],
  ])("%s is refused all the same", async (_name, headers) => {
    const rehearsal = createRehearsalService({ allowedOrigins: [EXTENSION, "http://localhost:5173"] });
    listening = await rehearsal.listen();
    const { hostname, port } = new URL(listening.url);
    const status = await new Promise((resolve, reject) => {
      const sending = request({ hostname, port, method: "POST", path: CODE, headers }, (response) => {
        response.resume();
        resolve([response.statusCode, response.headers["access-control-allow-origin"]]);
      });
      sending.on("error", reject);
      sending.end(BODY);
    });
    expect(status).toEqual([403, undefined]);
    expect(rehearsal.state().counts.codes).toBe(0);
  });

  it.each(["*", "null", "", "http://localhost:5173/", "localhost:5173", "http://*.example", "http://a b", "HTTP://a"])(
    "is not named as %j",
    (origin) => {
      expect(() => createRehearsalService({ allowedOrigins: [origin] })).toThrow(TypeError);
    },
  );
});

describe("a program", () => {
  it.each<[string, Sent, string | undefined]>([
    ["with the address", post(JSON_TYPE), undefined],
    ["with a name of this machine", post({ ...JSON_TYPE, host: "localhost:PORT" }), undefined],
    ["with a character set", post({ "content-type": "Application/JSON; charset=utf-8" }), undefined],
    ["on another loopback address", post(JSON_TYPE), "127.0.0.2"],
    ["on every address", post({ ...JSON_TYPE, host: "192.0.2.7:PORT" }), "0.0.0.0"],
  ])("%s is answered", async (_name, sent, host) => {
    const { status, counts } = await send(sent, host);
    expect([status, counts.codes]).toEqual([200, 1]);
  });

  it("is answered by a read without a content type, and by one that somebody typed in", async () => {
    expect((await send({})).status).toBe(200);
    await listening?.close();
    expect((await send({ headers: { "sec-fetch-site": "none" } })).status).toBe(200);
  });

  it("in the same process has no browser, so nothing is asked of its headers", async () => {
    const headers = { origin: "https://evil.example", "content-type": "text/plain" };
    const init = { method: "POST", headers, body: BODY };
    expect((await createRehearsalService().fetch(`http://evil.example${CODE}`, init)).status).toBe(200);
  });
});

describe("the hosts of the service", () => {
  it.each([
    ["127.0.0.1", "localhost", true],
    ["127.0.0.1", "[::1]", true],
    ["127.0.0.1", "192.0.2.7", false],
    ["rehearsal.test", "rehearsal.test", true],
    ["Rehearsal.Test", "rehearsal.test", true],
    ["rehearsal.test", "evil.example", false],
    ["192.0.2.7", "192.0.2.7", true],
    ["192.0.2.7", "192.0.2.8", false],
    ["2001:db8::7", "[2001:db8::7]", true],
    ["::", "[2001:db8::7]", true],
    ["::", "192.0.2.7", true],
    ["0.0.0.0", "evil.example", false],
    ["::", "evil.example", false],
  ])("listening on %s, %s is its own: %s", (listensOn, hostname, isOwn) => {
    expect(ownHosts(listensOn)(hostname, true)).toBe(isOwn);
  });

  it.each([undefined, "", ":3567", "localhost:3567/", "localhost:3567#", "[::1:3567", "a b:3567"])(
    "are named by no header Host such as %j",
    (host) => {
      const headers = host === undefined ? {} : { host };
      expect(
        browserTrace({ headers, method: "GET", localPort: 3567 }, { isOwnHost: () => true, allowedOrigins: new Set() }),
      ).toMatch(/Host/);
    },
  );

  it("are not names that somebody else could have registered, whatever they look like", () => {
    const guard = { isOwnHost: ownHosts("127.0.0.1"), allowedOrigins: new Set<string>() };
    fc.assert(
      fc.property(fc.oneof(fc.domain(), fc.string(), fc.webAuthority({ withPort: true })), (host) => {
        const headers = { host: `${host}:3567` };
        expect(browserTrace({ headers, method: "GET", localPort: 3567 }, guard)).toBeDefined();
      }),
    );
  });
});
