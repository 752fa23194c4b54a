import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * Has a server listen, and rejects where the port is taken.
 *
 * @param port 0 takes any free one.
 * @returns `http://127.0.0.1:<port>`, with the port that it has.
 */
export async function listenOn(server: Server, port: number, host: string): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  const shownHost = address.family === "IPv6" ? `[${address.address}]` : address.address;
  return `http://${shownHost}:${address.port}`;
}
