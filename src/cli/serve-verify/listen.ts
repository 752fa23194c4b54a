import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type BrowserGuard, browserTrace, ownHosts } from "../../lib/browser-guard.js";
import { listenOn } from "../../rehearsal/internal.js";

type Handler = (request: Request) => Promise<Response>;

/** A call is a few KiB from a machine nearby: a slower caller holds a connection for nothing. */
const TIMEOUTS = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  keepAliveTimeout: 10_000,
  connectionsCheckingInterval: 2_000,
} as const;
/** Callers on one of these are asked to come again; others are not connected. */
const CONNECTIONS_BEYOND = 512;
const MILLISECONDS_TO_END = 5_000;

interface Place {
  /** 0 takes any free one. */
  readonly port: number;
  readonly host: string;
  /** That the handler answers at a time. */
  readonly calls: number;
  /** Names of the proxy in front that lets calls in; undefined where they show who they are themselves. */
  readonly proxyNames: readonly string[] | undefined;
  /** Gets told why a call was refused that a web page may have sent. */
  readonly onPage: (reason: string) => void;
}

export async function listen(handler: Handler, { port, host, calls, proxyNames, onPage }: Place) {
  const guard: BrowserGuard = {
    allowedOrigins: new Set(),
    ...(proxyNames === undefined ? {} : { isOwnHost: ownHosts(host, proxyNames) }),
  };
  const guarded = (request: IncomingMessage): Response | undefined => {
    const { headers, method = "GET", socket } = request;
    const reason = browserTrace({ headers, method, localPort: socket.localPort ?? 0 }, guard);
    if (reason === undefined) return undefined;
    onPage(reason);
    return Response.json({ error: { code: "serve/caller-refused", message: reason } }, { status: 403 });
  };
  const server = createServer(TIMEOUTS, (request, response) => {
    answer(handler, guarded(request), request, response).catch(() => response.destroy());
  });
  server.maxConnections = calls + CONNECTIONS_BEYOND;
  const url = await listenOn(server, port, host);
  return {
    url,
    /** Takes no further calls, and gives the ones under way a moment to end. */
    close: () =>
      new Promise<void>((resolve) => {
        const cut = setTimeout(() => server.closeAllConnections(), MILLISECONDS_TO_END);
        server.close(() => {
          clearTimeout(cut);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}

async function answer(
  handler: Handler,
  refused: Response | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { url: target = "/" } = request;
  // Two slashes at its beginning do not name a host.
  const url = target.startsWith("/") ? `${ORIGIN}${target}` : target;
  if (!URL.canParse(url) || refused !== undefined) {
    return send(request, response, refused ?? new Response("{}", { status: 400 }));
  }
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  await send(request, response, await handler(requestOf(request, new URL(url), gone.signal)));
}

const ORIGIN = "http://localhost";

function requestOf(incoming: IncomingMessage, url: URL, signal: AbortSignal): Request {
  const { method = "GET", headers } = incoming;
  const pairs = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(", ") : value]],
  );
  const hasBody = method !== "GET" && method !== "HEAD";
  const init = { method, headers: pairs, signal };
  return new Request(url, hasBody ? ({ ...init, body: streamOf(incoming), duplex: "half" } as RequestInit) : init);
}

/** The body as it is asked for. The connection stays until the reply is sent. */
function streamOf(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  const chunks = (incoming as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
    },
    { highWaterMark: 0 },
  );
}

async function send(request: IncomingMessage, response: ServerResponse, reply: Response): Promise<void> {
  const body = Buffer.from(await reply.arrayBuffer());
  response.writeHead(reply.status, {
    ...Object.fromEntries(reply.headers),
    "content-length": body.length,
    // The rest of a body that was not read must not be taken for the next request.
    ...(request.complete ? {} : { connection: "close" }),
  });
  response.end(body, () => {
    if (!request.complete) request.destroy();
  });
}
