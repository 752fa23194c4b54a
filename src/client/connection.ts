import { describedAs, redacted } from "../lib/redact.js";
import { requireNames } from "../lib/require-names.js";
import type { ServiceProfile, ServiceProfileName } from "../service/profile.js";
import type { AttemptEvent } from "./attempts/attempt-event.js";
import { completePolicy, type PolicyOptions, parseHttpDate, type RetryPolicy, sleepFor } from "./attempts/retry.js";
import { readBaseUrl, readTenantPath, type ServiceAddress } from "./base-url.js";
import { ClientOptionError } from "./option-error.js";
import type { ExtractUserId } from "./replies/user-id.js";
import { defaultTransport } from "./transport/default-transport.js";
import { type FetchLike, fetchTransport } from "./transport/fetch-transport.js";
import type { Transport } from "./transport/transport.js";

/** Where the service is, how to call it, and how long to try. */
export interface ImportClientOptions {
  /** Address of the service. Plain http is taken to loopback only, unless `allowPlainHttp` says otherwise. */
  readonly baseUrl: string;
  /** Sent as the header `api-key`; shown nowhere. */
  readonly apiKey: string;
  /** Wire names and limits of the service; `default` is the published interface. */
  readonly service?: ServiceProfileName | ServiceProfile | undefined;
  /** `<tenant>`, `appid-<application>` or `appid-<application>/<tenant>`. */
  readonly tenantPath?: string | undefined;
  /**
   * An implementation of the Fetch standard, for a proxy or another platform. Left out, requests go
   * over Node's own client with connections kept open, or over the platform's `fetch` where there is none.
   */
  readonly fetch?: FetchLike | undefined;
  /** Milliseconds that one attempt may take, the reply's body included. 30,000 by default. */
  readonly timeoutMs?: number | undefined;
  /** Bytes of a reply that are read at most. 1 MiB by default. */
  readonly maxReplyBytes?: number | undefined;
  readonly retry?: PolicyOptions | undefined;
  /** For a service whose replies name the user in another place. */
  readonly extractUserId?: ExtractUserId | undefined;
  /** Lets the API key and the hashes travel unencrypted to another machine. */
  readonly allowPlainHttp?: boolean | undefined;
  /** Told after every attempt. */
  readonly onAttempt?: ((event: AttemptEvent) => void) | undefined;
  /** Milliseconds since the epoch; for tests. */
  readonly now?: (() => number) | undefined;
  /** From 0 to below 1; for tests. */
  readonly random?: (() => number) | undefined;
  /** For tests. Returns early when the signal fires. */
  readonly sleep?: ((milliseconds: number, signal?: AbortSignal) => Promise<void>) | undefined;
}

/** What a client holds on to between calls. */
export interface Connection {
  readonly transport: Transport;
  readonly address: ServiceAddress;
  readonly apiKey: string;
  /** On every call: `api-key`, `Content-Type` and, where the profile has one, `cdi-version`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly maxReplyBytes: number;
  readonly retry: RetryPolicy;
  readonly now: () => number;
  /** Reads the header `Date` of an answer. */
  readonly readDate: (header: string | null) => number | undefined;
  readonly random: () => number;
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  readonly onAttempt: (event: AttemptEvent) => void;
}

const PRINTABLE = /^[\u0021-\u007e](?:[\u0020-\u007e]*[\u0021-\u007e])?$/;

/** A test holds them to the type. */
const OPTIONS =
  "baseUrl apiKey service tenantPath fetch timeoutMs maxReplyBytes retry extractUserId allowPlainHttp onAttempt now random sleep";

/** Throws a `TypeError` for options that cannot be meant. A tenant by another name would be the public one. */
export function connectionFor(what: string, options: ImportClientOptions, service: ServiceProfile): Connection {
  requireNames(what, options, OPTIONS.split(" "));
  const { baseUrl, apiKey, tenantPath, fetch, timeoutMs = 30_000, maxReplyBytes = 1 << 20 } = options;
  const { now = Date.now, random = Math.random, sleep = sleepFor, onAttempt = () => {} } = options;
  if (typeof apiKey !== "string") throw new ClientOptionError("apiKey", "must be given, as a string");
  if (!PRINTABLE.test(apiKey)) {
    throw new ClientOptionError("apiKey", "must be printable ASCII text without blanks or line breaks at its ends");
  }
  if (fetch !== undefined && typeof fetch !== "function") throw new TypeError("fetch must be a function");
  if (!(timeoutMs > 0 && timeoutMs <= 0x7fffffff)) throw new TypeError("timeoutMs must be from 1 to 2147483647");
  if (!(maxReplyBytes > 0)) throw new TypeError("maxReplyBytes must be positive");
  return {
    transport: fetch === undefined ? defaultTransport() : fetchTransport(fetch),
    address: { base: readBaseUrl(baseUrl, options.allowPlainHttp === true), ...readTenantPath(tenantPath) },
    apiKey,
    headers: {
      "api-key": apiKey,
      "Content-Type": "application/json; charset=utf-8",
      ...(service.interfaceVersion === undefined ? {} : { "cdi-version": service.interfaceVersion }),
    },
    timeoutMs,
    maxReplyBytes,
    retry: completePolicy(options.retry),
    now,
    readDate: dateReader(),
    random,
    sleep,
    onAttempt,
  };
}

/** A service answers many times within the second that the header names. */
function dateReader(): Connection["readDate"] {
  let last: string | null = null;
  let date: number | undefined;
  return (header) => {
    if (header !== last) date = parseHttpDate(header);
    last = header;
    return date;
  };
}

const ADDRESSES = /* @__PURE__ */ new WeakMap<object, string>();

/** Which service, application and tenant a client is for; undefined for one that was made elsewhere. */
export function serviceAddressOf(client: object): string | undefined {
  return ADDRESSES.get(client);
}

/** The client of a connection, which shows where the service is and no key. */
export function describedClient<Client extends { readonly service: ServiceProfile }>(
  client: Client,
  { address, apiKey }: Connection,
): Client {
  const { base: baseUrl } = address;
  ADDRESSES.set(client, JSON.stringify(address));
  return describedAs(client, () => ({ baseUrl, service: client.service.name, apiKey: redacted(apiKey) }));
}
