import { INSPECT, redacted } from "../lib/redact.js";
import { type Problem, problem, type Result, success } from "../result.js";
import { resolveServiceProfile, type ServiceProfile, type ServiceProfileName } from "../service/profile.js";
import { readBaseUrl, readTenantPath } from "./base-url.js";
import {
  buildCodeConsumption,
  buildCodeCreation,
  buildHashImport,
  buildLink,
  buildPasswordlessUpdate,
  buildPrimary,
  buildThirdPartyImport,
  buildTotpImport,
  type RequestBody,
} from "./build-request.js";
import { defaultTransport } from "./default-transport.js";
import type { CallName } from "./endpoints.js";
import { type FetchLike, fetchTransport } from "./fetch-transport.js";
import type { ImportCalls, ImportClient } from "./import-client.js";
import { migratePasswordless } from "./migrate-passwordless.js";
import { migrateTotp } from "./migrate-totp.js";
import { ClientOptionError } from "./option-error.js";
import { type AttemptEvent, type Connection, type GoodAnswer, performCall } from "./perform-call.js";
import {
  describedWithoutSecrets,
  type PasswordlessCodeReply,
  type Reply,
  type ReplyBody,
} from "./replies.js";
import type { CallOptions } from "./requests.js";
import { completePolicy, type PolicyOptions, sleepFor } from "./retry.js";
import type { ServiceAnswer } from "./service-text.js";
import { type ExtractUserId, findUserId } from "./user-id.js";

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
   * over `undici` with connections kept open, or over the platform's `fetch` where `undici` can't send.
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

/**
 * A client for the eight administrative calls of the identity migration
 * interface (specification section 4) and the two sequences made of them.
 *
 * Every call takes a request and gives back a `Result`: bad data is refused
 * with `request/…` problems before anything is sent, and whatever the network
 * or the service do comes back as a `client/…` problem, with the service's own
 * `status` and `httpStatus` beside it. Requests are repeated only where that is
 * safe (docs/client.md). The one exception that is thrown is a `TypeError` for
 * options that cannot be meant.
 *
 * @example
 * ```ts
 * import { createImportClient } from "credport/client";
 * import { createRehearsalService } from "credport/rehearsal";
 * const rehearsal = createRehearsalService();
 * const client = createImportClient({ baseUrl: "http://localhost", apiKey: "rehearsal", fetch: rehearsal.fetch });
 * const reply = await client.importThirdPartyUser({
 *   thirdPartyId: "google",
 *   thirdPartyUserId: "1081",
 *   email: { id: "a@example.com", isVerified: true },
 * });
 * reply.ok; // => true
 * ```
 */
export function createImportClient(options: ImportClientOptions): ImportClient {
  const service = resolveServiceProfile(options.service);
  const connection = connectionFor(options, service);
  const extractUserId = guarded(options.extractUserId);

  async function call<R extends Reply>(
    name: CallName,
    build: () => Result<RequestBody>,
    callOptions: CallOptions | undefined,
    finish: (reply: Reply, answer: ServiceAnswer) => Result<R>,
  ): Promise<Result<R>> {
    const body = build();
    if (!body.ok) return body;
    const reply = await performCall(connection, name, body.value, callOptions);
    if (!reply.ok) return reply;
    const finished = finish(
      makeReply(reply.value, extractUserId(reply.value.body, name)),
      reply.value.answer,
    );
    if (!finished.ok) return finished;
    return success(describedWithoutSecrets(finished.value, reply.value.answer), body.warnings);
  }

  const plain = (reply: Reply): Result<Reply> => success(reply);
  const calls: ImportCalls = {
    service,
    importTotpDevice: (request, at) =>
      call(
        "importTotpDevice",
        () => buildTotpImport(request, service),
        at,
        (reply, answer) => {
          const deviceName = answer.id(reply.body.deviceName);
          return success(deviceName === undefined ? reply : { ...reply, deviceName });
        },
      ),
    createPasswordlessCode: (request, at) =>
      call("createPasswordlessCode", () => buildCodeCreation(request, service), at, makeCodeReply),
    consumePasswordlessCode: (request, at) =>
      call("consumePasswordlessCode", () => buildCodeConsumption(request), at, plain),
    updatePasswordlessUser: (request, at) =>
      call("updatePasswordlessUser", () => buildPasswordlessUpdate(request, service), at, plain),
    makePrimaryUser: (request, at) =>
      call("makePrimaryUser", () => buildPrimary(request, service), at, plain),
    linkAccounts: (request, at) => call("linkAccounts", () => buildLink(request, service), at, plain),
    importPasswordHash: (request, at) =>
      call("importPasswordHash", () => buildHashImport(request, service), at, plain),
    importThirdPartyUser: (request, at) =>
      call("importThirdPartyUser", () => buildThirdPartyImport(request, service), at, plain),
  };
  const client: ImportClient = {
    ...calls,
    migrateTotp: (request, at) => migrateTotp(calls, request, at),
    migratePasswordless: (request, at) => migratePasswordless(calls, request, at),
  };
  const { base } = connection.address;
  return Object.defineProperty(client, INSPECT, {
    value: () => ({ baseUrl: base, service: service.name, apiKey: redacted(options.apiKey) }),
  });
}

const PRINTABLE = /^[\u0021-\u007e](?:[\u0020-\u007e]*[\u0021-\u007e])?$/;

function connectionFor(options: ImportClientOptions, service: ServiceProfile): Connection {
  const { baseUrl, apiKey, tenantPath, timeoutMs = 30_000, maxReplyBytes = 1 << 20 } = options;
  if (typeof apiKey !== "string" || !PRINTABLE.test(apiKey)) {
    throw new ClientOptionError(
      "apiKey",
      "must be printable ASCII text without blanks or line breaks at its ends",
    );
  }
  if (options.fetch !== undefined && typeof options.fetch !== "function") {
    throw new TypeError("fetch must be a function");
  }
  if (!(timeoutMs > 0 && timeoutMs <= 0x7fffffff))
    throw new TypeError("timeoutMs must be from 1 to 2147483647");
  if (!(maxReplyBytes > 0)) throw new TypeError("maxReplyBytes must be positive");
  return {
    transport: options.fetch === undefined ? defaultTransport() : fetchTransport(options.fetch),
    address: { base: readBaseUrl(baseUrl, options.allowPlainHttp === true), ...readTenantPath(tenantPath) },
    apiKey,
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      ...(service.interfaceVersion === undefined ? {} : { "cdi-version": service.interfaceVersion }),
    },
    timeoutMs,
    maxReplyBytes,
    retry: completePolicy(options.retry),
    now: options.now ?? Date.now,
    random: options.random ?? Math.random,
    sleep: options.sleep ?? sleepFor,
    onAttempt: options.onAttempt ?? (() => {}),
  };
}

/** A successful call stays one, also where the caller's function stumbles over its reply. */
function guarded(extractUserId: ExtractUserId = findUserId): ExtractUserId {
  return (body, call) => {
    try {
      return extractUserId(body, call);
    } catch {
      return undefined;
    }
  };
}

/** @param found What may be the user's ID; functions of callers may give back anything. */
function makeReply({ body, answer }: GoodAnswer, found: unknown): Reply {
  const userId = answer.id(found);
  const alreadyThere = wasAlreadyThere(body);
  return {
    status: "OK",
    ...(userId === undefined ? {} : { userId }),
    ...(alreadyThere === undefined ? {} : { alreadyThere }),
    body,
  };
}

/** The four flags of the service in the wild that say the same in different words. */
function wasAlreadyThere(body: ReplyBody): boolean | undefined {
  const { createdNewUser, didUserAlreadyExist, wasAlreadyAPrimaryUser, accountsAlreadyLinked } = body;
  if (typeof createdNewUser === "boolean") return !createdNewUser;
  return [didUserAlreadyExist, wasAlreadyAPrimaryUser, accountsAlreadyLinked].find(
    (flag) => typeof flag === "boolean",
  ) as boolean | undefined;
}

const CODE_TEXTS = ["preAuthSessionId", "codeId", "deviceId", "userInputCode", "linkCode"] as const;
const CODE_NUMBERS = ["timeCreated", "codeLifetime"] as const;

/** The one reply whose fields the interface promises (2.3), so they are held to it. */
function makeCodeReply(reply: Reply): Result<PasswordlessCodeReply> {
  const { body } = reply;
  const missing: Problem[] = [
    ...CODE_TEXTS.filter((field) => typeof body[field] !== "string" || body[field] === ""),
    ...CODE_NUMBERS.filter((field) => !Number.isInteger(body[field])),
  ].map((field) => problem("client/reply-unexpected", `the answer has no ${field}`, { field }));
  const [first, ...others] = missing;
  if (first !== undefined) return { ok: false, problems: [first, ...others] };
  const promised = Object.fromEntries([...CODE_TEXTS, ...CODE_NUMBERS].map((field) => [field, body[field]]));
  return success({ ...reply, ...promised } as PasswordlessCodeReply);
}
