import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A package that was packed, with its manifest. */
export interface PackedPackage {
  readonly manifest: { readonly name: string; readonly version: string };
  readonly tarball: string;
}

/** What npm asks a registry for about a package: its versions, each with its archive. */
function documentOf({ manifest, tarball }: PackedPackage, origin: string) {
  const { name, version } = manifest;
  const integrity = `sha512-${createHash("sha512").update(readFileSync(tarball)).digest("base64")}`;
  const dist = { integrity, tarball: `${origin}/${name}.tgz` };
  return { name, "dist-tags": { latest: version }, versions: { [version]: { ...manifest, dist } } };
}

/**
 * A registry of npm in which packed packages are published; it leads on to another one for all others.
 *
 * @returns Its address, and what ends it.
 */
export async function serveRegistry(packages: readonly PackedPackage[], others: string) {
  let origin = "";
  const answer = ({ url = "/" }: IncomingMessage, response: ServerResponse) => {
    const own = packages.find(({ manifest }) => url === `/${manifest.name}` || url === `/${manifest.name}.tgz`);
    if (own === undefined) response.writeHead(302, { location: new URL(url.slice(1), others).href }).end();
    else if (url.endsWith(".tgz")) response.end(readFileSync(own.tarball));
    else response.setHeader("content-type", "application/json").end(JSON.stringify(documentOf(own, origin)));
  };
  const server = createServer(answer);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { origin, close };
}
