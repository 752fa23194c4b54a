import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import type { RehearsalService } from "../../src/rehearsal/index.js";

/** What a test puts in the place of an answer; undefined leaves the answer to the double. */
export type Override = (path: string, body: Record<string, unknown>) => Response | undefined;

/**
 * The public core's calls beside the import calls, over a rehearsal service: sign-in and TOTP verification
 * in its words, sessions and deletions by lists of the test's. On a port, so that clients and the command
 * line reach it.
 */
export async function startDouble(rehearsal: RehearsalService, override: Override = () => undefined) {
  const requests: string[] = [];
  const sessions = new Map<string, number>();
  const deleted: string[] = [];
  const forward = (path: string, body: object) =>
    rehearsal.fetch(`http://localhost${path}`, { method: "POST", body: JSON.stringify(body) });
  const answer = async (method: string, url: string, text: string, headers: Record<string, string>) => {
    const { pathname, searchParams } = new URL(url, "http://localhost");
    const body = (text === "" ? {} : JSON.parse(text)) as Record<string, unknown>;
    const replaced = override(pathname, body);
    if (replaced !== undefined) return replaced;
    switch (pathname) {
      case "/ee/featureflag":
        return Response.json({ status: "OK", features: ["mfa", "account_linking"], usageStats: {} });
      case "/recipe/signin": {
        const reply = await forward("/rehearsal/signin", body);
        if (!reply.ok) return reply;
        const { status, userId } = (await reply.json()) as { status: string; userId?: string };
        return Response.json(status === "OK" ? { status, user: { id: userId } } : { status });
      }
      case "/recipe/totp/verify":
        return forward("/rehearsal/totp", body);
      case "/recipe/session/user": {
        const count = sessions.get(searchParams.get("userId") ?? "") ?? 0;
        return Response.json({ status: "OK", sessionHandles: Array.from({ length: count }, () => "handle") });
      }
      case "/user/remove":
        deleted.push(body.userId as string);
        return Response.json({ status: "OK" });
      default: {
        const init = method === "GET" ? {} : { body: text };
        return rehearsal.fetch(`http://localhost${url}`, { method, headers, ...init });
      }
    }
  };
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request.setEncoding("utf8")) text += chunk;
    const { method = "GET", url = "/" } = request;
    requests.push(`${method} ${url.split("?")[0]}`);
    const headers = Object.fromEntries(
      ["rid", "cdi-version", "api-key"].flatMap((name) => {
        const value = request.headers[name];
        return typeof value === "string" ? [[name, value]] : [];
      }),
    );
    const reply = await answer(method, url, text, headers);
    response.writeHead(reply.status, { "content-type": reply.headers.get("content-type") ?? "text/html" });
    response.end(await reply.text());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, requests, sessions, deleted };
}
