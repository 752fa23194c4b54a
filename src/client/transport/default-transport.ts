import { type FetchLike, fetchTransport } from "./fetch-transport.js";
import { NotSentError, type Transport } from "./transport.js";
import { openAgent, undiciTransport } from "./undici-transport.js";

/** What can send requests where the caller names nothing. */
export interface HttpClients {
  /** Loads `undici`, or what the platform gives in its place. */
  loadUndici(): Promise<unknown>;
  readonly fetch: FetchLike | undefined;
}

const PLATFORM: HttpClients = {
  async loadUndici() {
    requireEnvironment();
    return import("undici");
  },
  get fetch() {
    return globalThis.fetch as FetchLike | undefined;
  },
};

/**
 * undici asks for this variable as it connects, and no request is sent where it may not, as under Deno's permissions.
 * Throws what the runtime throws.
 */
function requireEnvironment(): unknown {
  return process.env.JEST_WORKER_ID;
}

/**
 * Sends over `undici` where it can, else over the platform's `fetch`: Bun has an `undici` of its own
 * that can't send by itself, and a bundle may have none. Found with the first request, by what is
 * there, not by the name of the platform.
 */
export function defaultTransport(clients: HttpClients = PLATFORM): Transport {
  let found: Promise<Transport> | undefined;
  let transport: Transport | undefined;
  const sendFirst: Transport = async (exchange, ending) => {
    ending.isUnsent = true;
    found ??= findTransport(clients);
    transport ??= await found;
    ending.isUnsent = false;
    return transport(exchange, ending);
  };
  return (exchange, ending) => (transport ?? sendFirst)(exchange, ending);
}

async function findTransport({ loadUndici, fetch }: HttpClients): Promise<Transport> {
  const agent = await openAgent(loadUndici);
  if (agent !== undefined) return undiciTransport(agent);
  if (typeof fetch === "function") return fetchTransport(fetch);
  return async () => {
    throw new NotSentError("NO_HTTP_CLIENT");
  };
}
