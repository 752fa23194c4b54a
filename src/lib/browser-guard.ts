/** Origins of the pages and extensions that may call, as browsers write them in `Origin`. */
export type AllowedOrigins = ReadonlySet<string>;

/** The headers by which pages are told from programs, as Node gives them. */
interface CallerHeaders {
  readonly host?: string | undefined;
  readonly origin?: string | undefined;
  readonly "sec-fetch-site"?: string | undefined;
  readonly "content-type"?: string | undefined;
}

/** What a request shows of who sent it and to which name. */
interface Caller {
  readonly headers: CallerHeaders;
  readonly method: string;
  /** On which the request came in. */
  readonly localPort: number;
}

/** Whether the text is a host under which this service may be called, on its own port or another one. */
type HostCheck = (hostname: string, isOwnPort: boolean) => boolean;

/** Under which names the service is called, and which pages may call it. */
export interface BrowserGuard {
  /** Any name will do without it: for calls that show a secret. */
  readonly isOwnHost?: HostCheck;
  readonly allowedOrigins: AllowedOrigins;
}

/**
 * Why a request is refused because a web page may have sent it; undefined where none can have.
 *
 * A page in the operator's browser can reach every port of this machine. It can't leave out `Origin`
 * where it sends data, can't call itself `Host: 127.0.0.1` after its own name was pointed here (DNS
 * rebinding), and can't send JSON to another origin without asking first, which is refused as well.
 */
export function browserTrace(
  { headers, method, localPort }: Caller,
  { isOwnHost, allowedOrigins }: BrowserGuard,
): string | undefined {
  const isAllowed = allowedOriginOf(headers, allowedOrigins) !== undefined;
  if (isOwnHost !== undefined && !isOwnAddress(headers.host, localPort, isOwnHost)) {
    return "the header Host does not name this service";
  }
  if (headers.origin !== undefined && !isAllowed) return "the header Origin says that a web page sent the request";
  if ((headers["sec-fetch-site"] ?? "none") !== "none" && !isAllowed) {
    return "the header Sec-Fetch-Site says that a web page sent the request";
  }
  const isRead = READS.has(method) || JSON_TYPE.test(headers["content-type"] ?? "");
  return isRead ? undefined : "the header Content-Type is not application/json";
}

/** Without a body, or the browser's own question whether a page may send one. */
const READS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);
const JSON_TYPE = /^application\/json[ \t]*(?:;|$)/i;

function isOwnAddress(host: string | undefined, localPort: number, isOwnHost: HostCheck): boolean {
  if (host === undefined || !HOST.test(host) || !URL.canParse(`http://${host}`)) return false;
  const { hostname, port } = new URL(`http://${host}`);
  return isOwnHost(hostname, Number(port || DEFAULT_PORT) === localPort);
}

/** A name or an address with its port, and nothing that a URL would take for a user or a path. */
const HOST = /^[A-Za-z0-9._:[\]-]{1,260}$/;
const DEFAULT_PORT = 80;

const LOOPBACK = /^(?:localhost|127(?:\.[0-9]{1,3}){3}|\[::1\])$/;
const ADDRESS = /^(?:[0-9]{1,3}(?:\.[0-9]{1,3}){3}|\[[0-9a-f:.]+\])$/;
const EVERY_ADDRESS: ReadonlySet<string> = new Set(["0.0.0.0", "[::]"]);

/**
 * Names of this machine for itself, and the one that the service was told to listen on. Where it
 * listens on every address, each of them is its own: an address can't be pointed elsewhere. What a proxy in front is
 * called by is the service's too, on the proxy's port.
 */
export function ownHosts(listensOn: string, proxyNames: readonly string[] = []): HostCheck {
  const given = hostnameOf(listensOn);
  const ofProxy = new Set(proxyNames.map(hostnameOf));
  return (hostname, isOwnPort) => {
    const isOfMachine =
      LOOPBACK.test(hostname) || hostname === given || (EVERY_ADDRESS.has(given) && ADDRESS.test(hostname));
    return ofProxy.has(hostname) || (isOwnPort && isOfMachine);
  };
}

/** Whether a text is a host's name or address alone, without port or path. */
export function isHostname(text: string): boolean {
  return HOST.test(text) && URL.canParse(`http://${text}/`) && new URL(`http://${text}/`).hostname === hostnameOf(text);
}

/** The request's own origin where it is allowed. */
export function allowedOriginOf(
  { origin }: { readonly origin?: string | undefined },
  allowed: AllowedOrigins,
): string | undefined {
  return origin !== undefined && allowed.has(origin) ? origin : undefined;
}

/** As a URL writes it. */
function hostnameOf(host: string): string {
  const text = host.includes(":") ? `[${host}]` : host;
  return URL.canParse(`http://${text}`) ? new URL(`http://${text}`).hostname : text;
}
