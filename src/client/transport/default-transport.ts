import { builtinModule } from "../../lib/builtin-module.js";
import { type FetchLike, fetchTransport } from "./fetch-transport.js";
import { type HttpModule, nodeTransport } from "./node-transport.js";
import { NotSentError, type Transport } from "./transport.js";

/** What can send requests where the caller names nothing. */
export interface HttpClients {
  /** Node's `http` and `https`, or undefined. */
  readonly modules: readonly [http: HttpModule, https: HttpModule] | undefined;
  readonly fetch: FetchLike | undefined;
}

const PLATFORM: HttpClients = {
  get modules(): HttpClients["modules"] {
    const [http, https] = ["node:http", "node:https"].map(builtinModule) as (HttpModule | undefined)[];
    if (http === undefined || https === undefined) return undefined;
    // Bun and Deno have these modules too, over clients of their own, which don't tell when a connection is there.
    const isNode = process.versions.bun === undefined && process.versions.deno === undefined;
    return isNode ? [http, https] : undefined;
  },
  get fetch() {
    return globalThis.fetch as FetchLike | undefined;
  },
};

/** Sends over Node's own client where there is one, else over the platform's `fetch`. Found with the first request. */
export function defaultTransport(clients: HttpClients = PLATFORM): Transport {
  let found: Transport | undefined;
  return (exchange, ending) => {
    found ??= findTransport(clients);
    return found(exchange, ending);
  };
}

function findTransport({ modules, fetch }: HttpClients): Transport {
  if (modules !== undefined) return nodeTransport(modules);
  if (typeof fetch === "function") return fetchTransport(fetch);
  return async () => {
    throw new NotSentError("NO_HTTP_CLIENT");
  };
}
