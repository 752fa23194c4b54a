import { type AddressInfo, createServer, type Socket } from "node:net";

/** What a connection does with a request; the last one of a plan is repeated. */
export type Fault = (socket: Socket) => void;

const httpReply = (status: string, body: string, headers = ""): string =>
  `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n${headers}\r\n${body}`;

export const FAULTS = {
  ok: (socket) => socket.end(httpReply("200 OK", '{"status":"OK","user":{"id":"u-1"}}')),
  resetBeforeReply: (socket) => socket.resetAndDestroy(),
  resetInReply: (socket) => {
    socket.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{", () => socket.resetAndDestroy());
  },
  halfABody: (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"status":"OK"'),
  silent: () => {},
  slowHeadersThenSilent: (socket) => socket.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"),
  garbage: (socket) => socket.end("this is not HTTP\r\n\r\n"),
  html200: (socket) => socket.end(httpReply("200 OK", "<html><body>Welcome</body></html>")),
  html502: (socket) => socket.end(httpReply("502 Bad Gateway", "<html><h1>502</h1></html>")),
  error500: (socket) => socket.end(httpReply("500 Internal Server Error", "java.lang.NullPointerException")),
  error503: (socket) => socket.end(httpReply("503 Service Unavailable", "starting", "Retry-After: 3\r\n")),
  redirect: (socket) => socket.end(httpReply("302 Found", "", "Location: http://127.0.0.1:1/elsewhere\r\n")),
  endless: (socket) => {
    socket.on("error", () => {});
    socket.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
    const chunk = `${(65_536).toString(16)}\r\n${"x".repeat(65_536)}\r\n`;
    const more = (): void => {
      while (!socket.destroyed && socket.write(chunk));
    };
    socket.on("drain", more);
    more();
  },
} satisfies Record<string, Fault>;

export const tooManyRequests =
  (retryAfter: string): Fault =>
  (socket) =>
    socket.end(httpReply("429 Too Many Requests", "slow down", `Retry-After: ${retryAfter}\r\n`));

export const statusOnly =
  (httpStatus: number): Fault =>
  (socket) =>
    socket.end(httpReply(`${httpStatus} Such`, ""));

/** A raw server that reads each request whole and then does what the plan says; `resetInRequest` acts earlier. */
export async function startFaultyServer(plan: readonly (Fault | "resetInRequest")[]) {
  let connections = 0;
  const requests: string[] = [];
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    const fault = plan[Math.min(connections++, plan.length - 1)] as Fault | "resetInRequest";
    open.add(socket);
    socket.on("close", () => open.delete(socket));
    socket.on("error", () => {});
    let text = "";
    socket.on("data", (data) => {
      if (fault === "resetInRequest") {
        socket.resetAndDestroy();
        return;
      }
      text += data;
      const headEnd = text.indexOf("\r\n\r\n");
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
      if (headEnd < 0 || text.length < headEnd + 4 + length) return;
      requests.push(text.slice(headEnd + 4));
      text = "";
      fault(socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    connections: () => connections,
    /** Connections that are open now. */
    open: () => open.size,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}
