import { describedAs } from "../../lib/redact.js";
import { type OptionNames, requireOptions } from "../../lib/require-names.js";
import { resolveServiceProfile, type ServiceProfile, type ServiceProfileName } from "../../service/profile.js";
import type { RecipeId } from "../account-store.js";
import { readAllowedOrigins } from "../allowed-origins.js";
import type { VerifyStoredPassword } from "../call-context.js";
import { describeState, type RehearsalState } from "../describe-state.js";
import type { BulkFault, RehearsalFault } from "../faults.js";
import { spokenVersions } from "../interface-version.js";
import { knownTenants } from "../tenants.js";
import { verifyStoredPassword } from "../verify-stored-password.js";
import { Dispatcher } from "./dispatch.js";
import { type ListeningService, listenOverHttp } from "./http-server.js";
import { inProcessFetch } from "./in-process-fetch.js";

/** What the rehearsal service imitates and which parts of it are switched off. */
export interface RehearsalOptions {
  /** `default` follows the published interface, `supertokens` the public core that speaks it. */
  readonly service?: ServiceProfileName | ServiceProfile | undefined;
  /** API keys, one of which callers must send; without any, none is needed. */
  readonly apiKeys?: readonly string[] | undefined;
  /** The old provider's signer key, padded base64. Without it provider-scrypt hashes are refused. */
  readonly signerKey?: string | undefined;
  /** Whether the paid features are on: TOTP devices, primary users, links. True by default. */
  readonly licensed?: boolean | undefined;
  /** Versions of the interface that it speaks, such as `5.1`; all of 2.7 to 5.6 by default. */
  readonly interfaceVersions?: readonly string[] | undefined;
  /** What goes wrong on purpose, and how often; nothing by default. */
  readonly faults?: readonly RehearsalFault[] | undefined;
  /**
   * The bulk import: milliseconds until its job has looked at users, 0 by default, and what goes wrong
   * with it on purpose.
   */
  readonly bulk?: { readonly delayMs?: number; readonly faults?: readonly BulkFault[] } | undefined;
  /** Milliseconds that a one-time code lives. 900,000 by default. */
  readonly codeLifetimeMs?: number | undefined;
  /**
   * Tenants and applications that exist beside `public`, as paths name them: `t1`, `appid-shop`,
   * `appid-shop/t1`. Left out, every one does.
   */
  readonly tenants?: readonly string[] | undefined;
  /**
   * Origins of pages and browser extensions that may call over HTTP, such as `chrome-extension://<id>` or
   * `http://localhost:5173`; none by default. Scripts of such an origin can read everything that is here.
   */
  readonly allowedOrigins?: readonly string[] | undefined;
  /** Ways to log in that are switched off. */
  readonly disabledRecipes?: readonly RecipeId[] | undefined;
  /** Milliseconds since the epoch; for tests. */
  readonly now?: (() => number) | undefined;
  /** How the sign-in check verifies a password; credport's own `verifyPassword` by default. */
  readonly verify?: VerifyStoredPassword | undefined;
}

/** A rehearsal service: in this process through `fetch`, or over HTTP through `listen`. */
export interface RehearsalService {
  readonly service: ServiceProfile;
  /** Answers like a network would, in this process. Host and port of the URL do not matter. */
  readonly fetch: typeof globalThis.fetch;
  /**
   * Serves over HTTP, on 127.0.0.1 unless `host` says otherwise; port 0, the default, picks a free one.
   * Answers 403 to whatever a web page could have sent: a `Host` other than this service's, any
   * `Origin` but the allowed ones, a `Sec-Fetch-Site` other than `none`, a body that is not `application/json`.
   */
  listen(port?: number, host?: string): Promise<ListeningService>;
  /** Everything that was imported so far, without a hash, a secret or a code. */
  state(): RehearsalState;
}

const MAX_CODE_INPUT_ATTEMPTS = 5;

const KNOWN: OptionNames<RehearsalOptions> = {
  ...{ service: true, apiKeys: true, signerKey: true, licensed: true, interfaceVersions: true, faults: true },
  ...{ bulk: true, codeLifetimeMs: true, tenants: true, allowedOrigins: true, disabledRecipes: true },
  ...{ now: true, verify: true },
};

/**
 * An embedded implementation of the interface with its complete state machine, to rehearse a migration on. It keeps
 * everything in memory and is not an authentication service. It accepts what the service that its profile names
 * accepts; `POST /rehearsal/signin` then shows what really verifies.
 *
 * Sources: the specification for the profile `default`; supertokens-core 12.1.1 for the profile `supertokens` and
 * wherever the specification is silent. docs/rehearsal.md lists the calls beside the eight.
 *
 * @example
 * ```ts
 * import { createRehearsalService } from "credport/rehearsal";
 * const rehearsal = createRehearsalService({ service: "supertokens", apiKeys: ["rehearsal-key"] });
 * const response = await rehearsal.fetch("http://localhost/recipe/signinup/code", {
 *   method: "POST",
 *   headers: { "api-key": "another-key" },
 *   body: JSON.stringify({ email: "a@example.com" }),
 * });
 * response.status; // => 401
 * ```
 */
export function createRehearsalService(options: RehearsalOptions = {}): RehearsalService {
  requireOptions("createRehearsalService", options, KNOWN);
  const profile = resolveServiceProfile(options.service);
  const allowedOrigins = readAllowedOrigins(options.allowedOrigins);
  const dispatcher = new Dispatcher({
    profile,
    apiKeys: options.apiKeys ?? [],
    signerKey: options.signerKey,
    isLicensed: options.licensed ?? true,
    codeLifetimeMs: options.codeLifetimeMs ?? 900_000,
    maxCodeInputAttempts: MAX_CODE_INPUT_ATTEMPTS,
    versions: spokenVersions(options.interfaceVersions),
    faults: options.faults ?? [],
    bulk: { delayMs: options.bulk?.delayMs ?? 0, faults: options.bulk?.faults ?? [] },
    tenants: knownTenants(options.tenants),
    disabledRecipes: new Set(options.disabledRecipes),
    now: options.now ?? Date.now,
    verify: options.verify ?? verifyStoredPassword,
  });
  const service: RehearsalService = {
    service: profile,
    fetch: inProcessFetch(dispatcher),
    listen: (port = 0, host = "127.0.0.1") => listenOverHttp(dispatcher, port, host, allowedOrigins),
    state: () => describeState(dispatcher),
  };
  return describedAs(service, () => ({ service: profile.name, counts: describeState(dispatcher).counts }));
}
