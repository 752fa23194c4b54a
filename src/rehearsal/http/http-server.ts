import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import {
  type AllowedOrigins,
  allowedOriginOf,
  type BrowserGuard,
  browserTrace,
  ownHosts,
} from "../../lib/browser-guard.js";
import { sharingHeaders } from "../allowed-origins.js";
import type { Dispatcher, RehearsalAnswer } from "./dispatch.js";
import { bodyText, mostBodyBytes } from "./in-process-fetch.js";
import { listenOn } from "./listen-on.js";

/** A rehearsal service that listens for HTTP requests. */
export interface ListeningService {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  /** Stops listening and ends open connections. */
  close(): Promise<void>;
}

/**
 * Serves the dispatcher over HTTP. Port 0 takes any free one. Whatever a web page could have sent is
 * answered with 403 before it is read: pages reach the ports of the machine that shows them.
 */
export async function listenOverHttp(
  dispatcher: Dispatcher,
  port: number,
  host: string,
  allowedOrigins: AllowedOrigins,
): Promise<ListeningService> {
  const guard: BrowserGuard = { isOwnHost: ownHosts(host), allowedOrigins };
  const server = createServer((request, response) => {
    const refused = refusalOf(request, guard);
    if (refused !== undefined) return send(response, refused, true);
    const origin = allowedOriginOf(request.headers, allowedOrigins);
    for (const [name, value] of Object.entries(sharingHeaders(origin))) response.setHeader(name, value);
    if (origin !== undefined && request.method === "OPTIONS") return send(response, MAY_SEND, false);
    // A connection that breaks off is not an error here.
    answerOver(dispatcher, request, response).catch(() => response.destroy());
  });
  const url = await listenOn(server, port, host);
  return {
    url,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** To a page that asks before it sends; what it may send is in the headers. */
const MAY_SEND: RehearsalAnswer = { httpStatus: 200, contentType: "text/plain; charset=UTF-8", body: "" };

function refusalOf(request: IncomingMessage, guard: BrowserGuard): RehearsalAnswer | undefined {
  const { headers, method = "GET", socket } = request;
  const reason = browserTrace({ headers, method, localPort: socket.localPort ?? 0 }, guard);
  if (reason === undefined) return undefined;
  return { httpStatus: 403, contentType: "text/plain; charset=UTF-8", body: `Refused: ${reason}\n` };
}

async function answerOver(dispatcher: Dispatcher, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readBounded(request);
  const answer = await dispatcher.answer({
    method: request.method ?? "GET",
    target: request.url ?? "/",
    headers: new Headers(textHeaders(request)),
    body,
  });
  if (answer.breaksOff === true) request.socket.resetAndDestroy();
  else send(response, answer, body === undefined);
}

/** The text of the body, or undefined where it is longer than the service reads. */
async function readBounded(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  const most = mostBodyBytes(request.url ?? "/");
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > most) return undefined;
    chunks.push(chunk);
  }
  return bodyText(Buffer.concat(chunks), request.headers["content-type"]);
}

const HEADERS = ["api-key", "authorization", "cdi-version", "rid"];

function textHeaders({ headers }: IncomingMessage): [string, string][] {
  return HEADERS.flatMap((name): [string, string][] => {
    const value = headers[name];
    return typeof value === "string" ? [[name, value]] : [];
  });
}

function send(
  response: ServerResponse,
  { httpStatus, contentType, body, headers }: RehearsalAnswer,
  wasCutOff: boolean,
): void {
  response.writeHead(httpStatus, {
    ...headers,
    "content-type": contentType,
    "content-length": Buffer.byteLength(body),
    // A browser must not show as a page or run as a script what quotes a request.
    "x-content-type-options": "nosniff",
    // The rest of a body that was not read must not be taken for the next request.
    ...(wasCutOff ? { connection: "close" } : {}),
  });
  response.end(body);
}
