import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import type { RehearsalService } from "../../src/rehearsal/index.js";

/** What a test puts in the place of an answer; undefined leaves the answer to the double. */
export type Override = (path: string, body: Record<string, unknown>) => Response | undefined;

/**
 * A rehearsal service on a port, with a test's own answers in front of it. Notes what was asked for, and who was
 * deleted.
 */
export async function startDouble(rehearsal: RehearsalService, override: Override = () => undefined) {
  const requests: string[] = [];
  const deleted: string[] = [];
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request.setEncoding("utf8")) text += chunk;
    const { method = "GET", url = "/" } = request;
    const { pathname } = new URL(url, "http://localhost");
    const body = (text === "" ? {} : JSON.parse(text)) as Record<string, unknown>;
    requests.push(`${method} ${pathname}`);
    if (pathname === "/user/remove") deleted.push(body.userId as string);
    const init = { method, headers: headersOf(request), ...(method === "GET" ? {} : { body: text }) };
    const reply = override(pathname, body) ?? (await rehearsal.fetch(`http://localhost${url}`, init));
    response.writeHead(reply.status, { "content-type": reply.headers.get("content-type") ?? "text/html" });
    response.end(await reply.text());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, requests, deleted };
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    ["rid", "cdi-version", "api-key"].flatMap((name) => {
      const value = headers[name];
      return typeof value === "string" ? [[name, value]] : [];
    }),
  );
}
