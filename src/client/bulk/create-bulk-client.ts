import { defined } from "../../lib/defined.js";
import { counted } from "../../lib/plural.js";
import { requireArgument } from "../../lib/require-argument.js";
import { refuse } from "../../problems/client.js";
import { problem as requestProblem } from "../../problems/request.js";
import { failure, type Problem, type Result, success } from "../../result.js";
import { resolveServiceProfile, type ServiceProfile } from "../../service/profile.js";
import type { AdministrationCall } from "../administration/administration-calls.js";
import type { CallOptions } from "../attempts/call-options.js";
import type { GoodAnswer } from "../attempts/judge-attempt.js";
import { type PreparedRequest, performRequest } from "../attempts/perform-call.js";
import { type Connection, connectionFor, describedClient, type ImportClientOptions } from "../connection.js";
import { refuseReply } from "../replies/reply.js";
import type { ServiceAnswer } from "../replies/service-text.js";
import { BULK_NON_SECRETS, type BulkUser, MOST_BULK_USERS } from "./bulk-user.js";
import { checkBulkUser, doubledIdProblem, doubledIds } from "./check-bulk-users.js";
import { type BulkEntry, readAdded, readEntry, readRefusals, type UserRefusal } from "./read-bulk-reply.js";

/** What a service says of the users of one call. */
export type AddedUsers =
  | {
      readonly kind: "added";
      /** By external ID the IDs of their logins, where the service shows them. */
      readonly loginIds: ReadonlyMap<string, readonly string[]>;
      /** Of the users sent, external IDs that are not in the service's list of users; none where it gives no list. */
      readonly notListed: ReadonlySet<string>;
    }
  /** None was taken in, for the sake of these. */
  | { readonly kind: "refused"; readonly users: readonly UserRefusal[] };

/** A part of the list. */
export interface BulkPage {
  readonly entries: readonly BulkEntry[];
  /** Of the next part; undefined where this is the last one. */
  readonly nextToken: string | undefined;
}

/** What becomes of a user who waits for the job. */
export type BulkStatus = "NEW" | "PROCESSING" | "FAILED";

/**
 * The calls of the bulk import, of which a profile says whether its service has them. A service without them
 * gives `client/call-not-offered`.
 */
export interface BulkClient {
  readonly service: ServiceProfile;
  readonly isOffered: boolean;
  /**
   * Hands up to 10,000 users to the service's job. Not repeated by itself where it may have been carried out:
   * a user who is there twice fails for the second time, or stays PROCESSING at a core before 12.0.9.
   *
   * Problems: `request/…` where a user would be refused or never be finished, and nothing is sent then.
   */
  add(users: readonly BulkUser[], options?: CallOptions): Promise<Result<AddedUsers>>;
  /** Queued and failed users; imported users are not listed. */
  list(
    of: { readonly status?: BulkStatus | undefined; readonly token?: string | undefined },
    options?: CallOptions,
  ): Promise<Result<BulkPage>>;
  count(status?: BulkStatus, options?: CallOptions): Promise<Result<number>>;
  /** Takes entries off the list, by their own IDs, at most 500. */
  remove(ids: readonly string[], options?: CallOptions): Promise<Result<undefined>>;
}

/** A call with ten thousand users takes its time, and lists them all in its answer. */
const AT_LEAST = { timeoutMs: 300_000, maxReplyBytes: 67_108_864 };
const MOST_LISTED = 500;

/**
 * A client for the bulk import of the public core, which makes users with everything that belongs to them in a
 * job of its own, within minutes. Conventions and options are those of `createImportClient`.
 *
 * @see supertokens-core 12.1.1, `webserver/api/bulkimport/`
 *
 * @example
 * ```ts
 * import { createBulkClient } from "credport/client";
 * import { createRehearsalService } from "credport/rehearsal";
 *
 * const { fetch } = createRehearsalService({ service: "supertokens" });
 * const bulk = createBulkClient({ baseUrl: "http://localhost", apiKey: "rehearsal", service: "supertokens", fetch });
 * const login = { recipeId: "passwordless", phoneNumber: "+15555550100", isVerified: true, isPrimary: false } as const;
 * const added = await bulk.add([{ externalUserId: "old-1", loginMethods: [{ ...login, tenantIds: ["public"] }] }]);
 * added.ok && added.value.kind; // => "added"
 * ```
 */
export function createBulkClient(options: ImportClientOptions): BulkClient {
  requireArgument("options", options, "object");
  const service = resolveServiceProfile(options.service);
  const connection = connectionFor("createBulkClient", options, service);
  const client = new ConnectedBulk(connection, service);
  return describedClient(client, connection);
}

type Prepared = Omit<PreparedRequest, "endpoint" | "nonSecrets"> & {
  readonly call: AdministrationCall;
  readonly method: "GET" | "POST";
  readonly path: string | undefined;
};

class ConnectedBulk implements BulkClient {
  readonly service: ServiceProfile;
  readonly #connection: Connection;

  constructor(connection: Connection, service: ServiceProfile) {
    this.#connection = connection;
    this.service = service;
  }

  get isOffered(): boolean {
    return this.service.administration?.bulkUsers !== undefined;
  }

  async add(users: readonly BulkUser[], options?: CallOptions): Promise<Result<AddedUsers>> {
    const [first, ...others] = faultsOf(users, this.service);
    if (first !== undefined) return failure(first, ...others);
    let refusals: readonly UserRefusal[] = [];
    const onRefusal = (answer: ServiceAnswer): void => {
      refusals = readRefusals(answer, users, this.#connection.apiKey);
    };
    const added = await this.#perform(
      {
        ...{ call: "addBulkUsers", method: "POST", path: this.service.administration?.bulkUsers },
        ...{ body: { users }, isHarmless: false, hasStatus: true, atLeast: AT_LEAST, onRefusal },
      },
      options,
    );
    if (added.ok) return success({ kind: "added", ...readAdded(added.value.body, users) });
    const isOfUsers = added.problems[0].code === "client/bad-request" && refusals.length > 0;
    return isOfUsers ? success({ kind: "refused", users: refusals }) : added;
  }

  async list({ status, token }: Parameters<BulkClient["list"]>[0], options?: CallOptions): Promise<Result<BulkPage>> {
    const query = new URLSearchParams({
      limit: String(MOST_LISTED),
      ...defined({ status, paginationToken: token }),
    }).toString();
    const listed = await this.#read("listBulkUsers", this.service.administration?.bulkUsers, query, options);
    if (!listed.ok) return listed;
    const { users, nextPaginationToken } = listed.value.body;
    if (!Array.isArray(users)) return refuseReply("users");
    const { apiKey } = this.#connection;
    const entries = users.map((user) => readEntry(user, apiKey));
    if (entries.includes(undefined)) return refuseReply("users");
    const nextToken = typeof nextPaginationToken === "string" ? nextPaginationToken : undefined;
    return success({ entries: entries as readonly BulkEntry[], nextToken });
  }

  async count(status?: BulkStatus, options?: CallOptions): Promise<Result<number>> {
    const query = new URLSearchParams(status === undefined ? {} : { status }).toString();
    const path = this.service.administration?.countBulkUsers;
    const counted = await this.#read("countBulkUsers", path, query, options);
    if (!counted.ok) return counted;
    const { count } = counted.value.body;
    return typeof count === "number" && count >= 0 ? success(count) : refuseReply("count");
  }

  async remove(ids: readonly string[], options?: CallOptions): Promise<Result<undefined>> {
    const removed = await this.#perform(
      {
        ...{ call: "removeBulkUsers", method: "POST", path: this.service.administration?.removeBulkUsers },
        ...{ body: { ids }, isHarmless: true, hasStatus: false },
      },
      options,
    );
    if (!removed.ok) return removed;
    return Array.isArray(removed.value.body.deletedIds) ? success(undefined) : refuseReply("deletedIds");
  }

  #read(call: AdministrationCall, path: string | undefined, query: string, options?: CallOptions) {
    return this.#perform(
      {
        ...{ call, method: "GET", path, query, body: undefined },
        ...{ isHarmless: true, hasStatus: true, atLeast: AT_LEAST },
      },
      options,
    );
  }

  async #perform(
    { method, path, ...request }: Prepared,
    options: CallOptions | undefined,
  ): Promise<Result<GoodAnswer>> {
    if (path === undefined) {
      const message = `the profile ${this.service.name} has no call ${request.call}`;
      return refuse("client/call-not-offered", message);
    }
    const endpoint = { method, path, scope: "app", headers: {} } as const;
    return performRequest(
      this.#connection,
      { ...request, endpoint, nonSecrets: { ...BULK_NON_SECRETS, ids: "open" } },
      options,
    );
  }
}

const BATCH = "Send from 1 to 10,000 users in a request.";

/** All that is wrong with a request; each fault says whose it is. */
function faultsOf(users: readonly BulkUser[], service: ServiceProfile): readonly Problem[] {
  if (users.length === 0 || users.length > MOST_BULK_USERS) {
    const message = `the request has ${counted(users.length, "user")}; the service takes 1 to ${MOST_BULK_USERS}`;
    return [requestProblem("request/field-invalid", message, { field: "users", remedy: BATCH })];
  }
  const own = users.flatMap((user, at) => checkBulkUser(user, service).map((fault) => inUser(fault, at)));
  return [...own, ...doubledIds(users).map((at) => inUser(doubledIdProblem(), at))];
}

const inUser = (fault: Problem, at: number): Problem => ({ ...fault, field: `users[${at}].${fault.field}` });
