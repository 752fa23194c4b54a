import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface PlannedReply {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** Answers every request with what `reply` says, and keeps what came in. */
export async function startRecordingServer(reply: (request: RecordedRequest, count: number) => PlannedReply) {
  const requests: RecordedRequest[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const { method = "", url = "", headers } = request;
    requests.push({ method, path: url, headers, body });
    const planned = reply(requests.at(-1)!, requests.length);
    response.writeHead(planned.status ?? 200, { "content-type": "application/json", ...planned.headers });
    response.end(planned.body ?? '{"status":"OK"}');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
