import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { RehearsalService } from "../../src/rehearsal/index.js";

/** What happens to one request on its way. */
export interface Fault {
  /** How often the service carries it out before anything else happens. */
  readonly carriedOut: 0 | 1 | 2;
  /** What the caller gets in place of the answer; without it, the last answer itself. */
  readonly instead?: (response: ServerResponse, answer: string) => void;
}

const text =
  (status: number, body: string, headers: Record<string, string> = {}) =>
  (response: ServerResponse): void => {
    response.writeHead(status, { "content-type": "text/html", ...headers });
    response.end(body);
  };

/** Breaks the connection off; the half that was written must be on its way first. */
const reset = (response: ServerResponse): void => {
  response.socket?.resetAndDestroy();
};

export const FAULTS = {
  "a reset in the middle of the request": { carriedOut: 0, instead: reset },
  "a reset after the request was carried out": { carriedOut: 1, instead: reset },
  "a reset in the middle of the reply": {
    carriedOut: 1,
    instead: (response, answer) => {
      response.writeHead(200, { "content-length": answer.length });
      response.write(answer.slice(0, 5), () => reset(response));
    },
  },
  "half a body": {
    carriedOut: 1,
    instead: (response, answer) => {
      response.writeHead(200, { "content-length": answer.length });
      response.write(answer.slice(0, 5), () => response.socket?.end());
    },
  },
  "a silent reply": { carriedOut: 1, instead: () => {} },
  "a reply that stops": {
    carriedOut: 1,
    instead: (response, answer) => {
      response.writeHead(200, { "content-length": answer.length });
      response.write(answer.slice(0, 5));
    },
  },
  "a slow reply": {
    carriedOut: 1,
    instead: (response, answer) => {
      setTimeout(() => response.end(answer), 20);
    },
  },
  "429 with seconds": { carriedOut: 0, instead: text(429, "slow down", { "retry-after": "2" }) },
  "429 with a date": {
    carriedOut: 0,
    instead: (response) =>
      text(429, "slow down", { "retry-after": new Date(Date.now() + 3_000).toUTCString() })(response),
  },
  "429 without a time": { carriedOut: 0, instead: text(429, "slow down") },
  "500 before": { carriedOut: 0, instead: text(500, "java.lang.NullPointerException\n") },
  "500 after": { carriedOut: 1, instead: text(500, "java.lang.NullPointerException\n") },
  "502 with a web page": { carriedOut: 0, instead: text(502, "<html><h1>Bad Gateway</h1></html>") },
  "503 after": { carriedOut: 1, instead: text(503, "draining", { "retry-after": "1" }) },
  "200 with a web page": { carriedOut: 0, instead: text(200, "<html>Welcome to nginx</html>") },
  "200 with rubbish": { carriedOut: 1, instead: text(200, "\u0000\u0001]}{") },
  "duplicate delivery": { carriedOut: 2 },
} satisfies Record<string, Fault>;

/** The rehearsal service on a port, with a network in front of it that has faults. */
export async function startFaultyService(
  rehearsal: RehearsalService,
  faultOf: (request: number, path: string) => Fault | undefined,
) {
  let requests = 0;
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    const fault: Fault = faultOf(++requests, request.url ?? "/") ?? { carriedOut: 1 };
    let reply: Response | undefined;
    for (let time = 0; time < fault.carriedOut; time++) {
      const { rid = "" } = request.headers as { rid?: string };
      const headers = rid === "" ? {} : { rid };
      reply = await rehearsal.fetch(`http://localhost${request.url}`, {
        method: request.method ?? "POST",
        headers,
        body,
      });
    }
    const answered = reply === undefined ? "" : await reply.text();
    if (fault.instead !== undefined) return fault.instead(response, answered);
    response.writeHead(reply?.status ?? 500, { "content-type": "application/json" });
    response.end(answered);
  }
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request.setEncoding("utf8")) body += chunk;
  return body;
}
