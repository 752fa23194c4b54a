import { createHash, timingSafeEqual } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { AccountStore } from "../account-store.js";
import { BulkStore } from "../bulk/bulk-store.js";
import { runBulkJob } from "../bulk/import-bulk-user.js";
import { type AppState, followsInterface, type RehearsalSettings } from "../call-context.js";
import { CodeStore } from "../code-store.js";
import { FaultPlan } from "../faults.js";
import { type InterfaceVersion, isAtLeast, newestOf, readInterfaceVersion } from "../interface-version.js";
import { parseInput } from "../read-input.js";
import { badRequest, Refusal } from "../refusal.js";
import { SessionStore } from "../sessions/session-store.js";
import { existsTenant, unknownTenant } from "../tenants.js";
import { TotpStore } from "../totp-store.js";
import { RoleStore } from "../users/role-store.js";
import { VerificationStore } from "../verification/verification-store.js";
import { type FoundRoute, findRoute, type Handled, type Method, type Route } from "./routes.js";

interface RehearsalRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Headers;
  /** Undefined where it was longer than the service reads. */
  readonly body: string | undefined;
}

export interface RehearsalAnswer {
  readonly httpStatus: number;
  readonly contentType: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The connection ends in place of this answer. */
  readonly breaksOff?: true;
}

const ORIGIN = "http://rehearsal.invalid";

/** The whole service without a socket: requests in, answers out. */
export class Dispatcher {
  readonly settings: RehearsalSettings;
  readonly #isKeyGood: (headers: Headers) => boolean;
  readonly #faults: FaultPlan;
  /** By the ID of the application. */
  readonly apps = new Map<string, AppState>();
  /** Requests answered by path. */
  readonly requests = new Map<string, number>();

  constructor(settings: RehearsalSettings) {
    this.settings = settings;
    this.#faults = new FaultPlan(settings.faults);
    this.#isKeyGood = apiKeyCheck(settings.apiKeys);
  }

  /** Carries a request out, unless a fault is in its way. */
  async answer(request: RehearsalRequest): Promise<RehearsalAnswer> {
    const { instead, delayMs, breaksOff } = this.#faults.next() ?? {};
    if (delayMs !== undefined) await setTimeout(delayMs);
    if (instead !== undefined) {
      const { httpStatus, text, headers = {} } = instead;
      return { ...textAnswer(httpStatus, text), headers };
    }
    const answer = await this.#safeAnswer(request);
    return breaksOff === undefined ? answer : { ...answer, breaksOff };
  }

  async #safeAnswer(request: RehearsalRequest): Promise<RehearsalAnswer> {
    try {
      return await this.#answer(request);
    } catch (error) {
      if (error instanceof Refusal) return textAnswer(error.httpStatus, error.message);
      return textAnswer(500, `Internal Error: ${error instanceof Error ? error.name : typeof error}`);
    }
  }

  async #answer({ method, target, headers, body }: RehearsalRequest): Promise<RehearsalAnswer> {
    if (!URL.canParse(target, ORIGIN)) throw badRequest("Invalid path");
    const url = new URL(target, ORIGIN);
    const found = findRoute(url.pathname);
    // As at the core, a greeting needs no key.
    if (isHello(url.pathname)) return textAnswer(200, "Hello");
    if (found.route?.asksForKey === true && !this.#isKeyGood(headers)) throw new Refusal(401, "Invalid API key");
    const version = this.#versionOf(headers, found.route);
    const handled = this.#requireHandler(found, method, version);
    this.requests.set(handled.path, (this.requests.get(handled.path) ?? 0) + 1);
    if (body === undefined) throw new Refusal(413, "Request body is too large");
    const app = this.#appOf(found.appId);
    await runBulkJob(app, this.settings);
    const answer = await handled.handler({
      ...app,
      settings: this.settings,
      appId: found.appId,
      tenantId: found.tenantId,
      version,
      recipe: headers.get("rid"),
      query: url.searchParams,
      input: method === "GET" ? {} : parseInput(body),
    });
    return { httpStatus: 200, contentType: "application/json; charset=UTF-8", body: `${JSON.stringify(answer)}\n` };
  }

  #versionOf(headers: Headers, route: Route | undefined): InterfaceVersion {
    const { versions } = this.settings;
    if (followsInterface(this.settings) || route?.asksForVersion === false) return newestOf(versions);
    return readInterfaceVersion(headers.get("cdi-version"), versions);
  }

  #requireHandler(
    { route, appId, tenantId }: FoundRoute,
    method: string,
    version: InterfaceVersion,
  ): Handled & Pick<Route, "path"> {
    if (route === undefined) throw new Refusal(404, "Not found");
    if (tenantId !== "public" && !isAtLeast(version, [3, 0])) throw new Refusal(404, "Not found");
    const handled = Object.hasOwn(route.handlers, method) ? route.handlers[method as Method] : undefined;
    if (handled === undefined) throw new Refusal(405, "Method not supported");
    const isOfApp = handled.scope === "app";
    if (isOfApp && tenantId !== "public" && isAtLeast(version, [5, 0])) {
      throw new Refusal(403, "Only public tenantId can call this app specific API");
    }
    const asked = isOfApp ? "public" : tenantId;
    if (handled.answersUnknownTenants !== true && !existsTenant(this.settings, appId, asked)) {
      throw unknownTenant(appId, asked);
    }
    return { ...handled, path: route.path };
  }

  #appOf(appId: string): AppState {
    const known = this.apps.get(appId);
    if (known !== undefined) return known;
    const { now } = this.settings;
    const app: AppState = {
      accounts: new AccountStore(now),
      codes: new CodeStore(),
      totp: new TotpStore(),
      verification: new VerificationStore(),
      sessions: new SessionStore(),
      metadata: new Map(),
      roles: new RoleStore(),
      bulk: new BulkStore(),
    };
    this.apps.set(appId, app);
    return app;
  }
}

const isHello = (pathname: string): boolean => /^\/(?:hello\/?)?$/i.test(pathname);

function textAnswer(httpStatus: number, text: string): RehearsalAnswer {
  return { httpStatus, contentType: "text/html; charset=UTF-8", body: `${text}\n` };
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/**
 * A check of the API key that takes the same time whatever the key is: digests
 * are compared, and all of them. Without configured keys every call is allowed.
 */
function apiKeyCheck(apiKeys: readonly string[]): (headers: Headers) => boolean {
  if (apiKeys.length === 0) return () => true;
  const digests = apiKeys.map((key) => digest(key.trim()));
  return (headers) => {
    const given = digest(keyOf(headers).trim());
    return digests.reduce((matches, known) => timingSafeEqual(known, given) || matches, false);
  };
}

/** `api-key`, or `Authorization` with or without the word Bearer where that is absent. */
function keyOf(headers: Headers): string {
  return headers.get("api-key") ?? (headers.get("authorization") ?? "").replace(/^Bearer\s/i, "");
}
