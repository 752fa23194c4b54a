import { requireArgument } from "../lib/require-argument.js";
import { success } from "../result.js";
import { resolveServiceProfile, type ServiceProfile } from "../service/profile.js";
import type { GoodAnswer } from "./attempts/judge-attempt.js";
import { performCall } from "./attempts/perform-call.js";
import { bodyOf, CALL_NAMES, CALLS, type CallMethod, type CallMethods, type CallName } from "./calls/calls.js";
import { type Connection, connectionFor, describedClient, type ImportClientOptions } from "./connection.js";
import type { ImportCalls, ImportClient } from "./import-client.js";
import { describedWithoutSecrets, type Reply, type ReplyBody } from "./replies/reply.js";
import { type ExtractUserId, findUserId } from "./replies/user-id.js";
import { migratePasswordless } from "./sequences/migrate-passwordless.js";
import { migrateTotp } from "./sequences/migrate-totp.js";

/**
 * A client for the eight administrative calls of the identity migration interface and the
 * two sequences made of them.
 *
 * Every call takes a request and gives back a `Result`: bad data is refused with `request/…` problems before
 * anything is sent, and whatever the network or the service do comes back as a `client/…` problem, with the
 * service's own `status` and `httpStatus` beside it. Requests are repeated only where that is safe
 * (docs/client.md). The one exception that is thrown is a `TypeError` for options that cannot be meant.
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
  requireArgument("options", options, "object");
  const service = resolveServiceProfile(options.service);
  const connection = connectionFor("createImportClient", options, service);
  const site = { connection, service, extractUserId: guarded(options.extractUserId) };
  const methods = Object.fromEntries(CALL_NAMES.map((name) => [name, methodOf(name, site)])) as CallMethods;
  const calls: ImportCalls = { service, ...methods };
  const client: ImportClient = {
    ...calls,
    migrateTotp: (request, at) => migrateTotp(calls, request, at),
    migratePasswordless: (request, at) => migratePasswordless(calls, request, at),
  };
  return describedClient(client, connection);
}

interface CallSite {
  readonly connection: Connection;
  readonly service: ServiceProfile;
  readonly extractUserId: ExtractUserId;
}

/** The method of the client that makes a call: builds, sends and reads as the call says. */
function methodOf<Name extends CallName>(
  name: Name,
  { connection, service, extractUserId }: CallSite,
): CallMethod<Name> {
  const { read } = CALLS[name];
  return async (request, options) => {
    const body = bodyOf(name, request, service);
    if (!body.ok) return body;
    const sent = await performCall(connection, name, body.value, options);
    if (!sent.ok) return sent;
    const { answer } = sent.value;
    const reply = read(makeReply(sent.value, extractUserId(sent.value.body, name)), answer, body.value);
    return reply.ok ? success(describedWithoutSecrets(reply.value, answer), body.warnings) : reply;
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
  const reply: { -readonly [Field in keyof Reply]: Reply[Field] } = { status: "OK", body };
  if (userId !== undefined) reply.userId = userId;
  if (alreadyThere !== undefined) reply.alreadyThere = alreadyThere;
  return reply;
}

/** A flag means the same in the reply to any call: the interface itself shows none. */
const FLAGS = Object.values(CALLS).flatMap(({ existedBefore = [] }) => existedBefore);

/** What the service in the wild says by one of its flags; undefined where there is none. */
function wasAlreadyThere(body: ReplyBody): boolean | undefined {
  const flag = FLAGS.find(({ field }) => typeof body[field] === "boolean");
  return flag === undefined ? undefined : body[flag.field] === flag.value;
}
