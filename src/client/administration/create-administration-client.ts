import { keepSecret } from "../../lib/kept-secret.js";
import { requireArgument } from "../../lib/require-argument.js";
import { requireNames } from "../../lib/require-names.js";
import { refuse } from "../../problems/client.js";
import { type Problem, type Result, type ServiceText, success } from "../../result.js";
import { type AdministrationPaths, resolveServiceProfile, type ServiceProfile } from "../../service/profile.js";
import type { CallOptions } from "../attempts/call-options.js";
import type { GoodAnswer } from "../attempts/judge-attempt.js";
import { performRequest } from "../attempts/perform-call.js";
import { CALLS } from "../calls/calls.js";
import { type Connection, connectionFor, describedClient, type ImportClientOptions } from "../connection.js";
import type { RequestBody } from "../fields/request-body.js";
import { refuseReply } from "../replies/reply.js";
import { administrationCalls, type BulkPath } from "./administration-calls.js";
import { type FoundUser, readFoundUser } from "./found-user.js";

/** What users are found by: each of these that is given. */
export interface AccountInfo {
  readonly email?: string | undefined;
  readonly phoneNumber?: string | undefined;
  readonly thirdPartyId?: string | undefined;
  readonly thirdPartyUserId?: string | undefined;
}

/** A TOTP device as a service shows it. */
export interface FoundDevice {
  readonly name: string;
  /** Seconds. */
  readonly period: number;
  /** Steps. */
  readonly skew: number;
  /** False where its user has begun to add it and has shown no code of it yet: it asks for none. */
  readonly verified?: boolean | undefined;
}

/** How a sign-in ended. */
export interface SignIn {
  /** False where the service does not know the address or finds the password wrong; it does not say which. */
  readonly isSignedIn: boolean;
  /** Of the whole user. */
  readonly userId?: ServiceText | undefined;
}

/**
 * The calls beside those of the interface, of which a profile says which its service has
 * (`administration`). A call that it does not have gives `client/call-not-offered`.
 */
export interface AdministrationClient {
  readonly service: ServiceProfile;
  /** Whether the service has a call. */
  has(call: keyof AdministrationPaths): boolean;
  /**
   * Sends a hash import (4.7) that no service of this interface can carry out: the text is not a hash. The
   * refusal shows who answers. Changes nothing where it is refused.
   */
  probe(request: ProbeRequest, options?: CallOptions): Promise<Result<unknown>>;
  /** Versions of the interface that the service speaks. */
  listVersions(options?: CallOptions): Promise<Result<readonly string[]>>;
  /** Names of the paid features that are enabled. */
  listFeatures(options?: CallOptions): Promise<Result<readonly string[]>>;
  /** Users of the tenant who have any of what is given. */
  findUsers(info: AccountInfo, options?: CallOptions): Promise<Result<readonly FoundUser[]>>;
  /** Undefined where there is no such user. */
  findUser(userId: string, options?: CallOptions): Promise<Result<FoundUser | undefined>>;
  signIn(email: string, password: string, options?: CallOptions): Promise<Result<SignIn>>;
  /**
   * Makes an account with a password and gives its user's ID. Undefined where the address has an account already, also one
   * that an earlier attempt without an answer has made: it keeps its password, and the service does not give its ID.
   */
  signUp(email: string, password: string, options?: CallOptions): Promise<Result<string | undefined>>;
  /** Whether a code is one that a device of the user shows now. */
  verifyTotp(userId: string, code: string, options?: CallOptions): Promise<Result<boolean>>;
  /** Sessions of the user that have not ended. */
  countSessions(userId: string, options?: CallOptions): Promise<Result<number>>;
  /** A user's TOTP devices, without their secrets: whether a login has to ask for a code. Empty for an unknown ID, too. */
  listDevices(userId: string, options?: CallOptions): Promise<Result<readonly FoundDevice[]>>;
  /** Removes a device of a user; OK also where there is none of the name. */
  removeDevice(userId: string, deviceName: string, options?: CallOptions): Promise<Result<undefined>>;
  /** Names of the roles that exist. */
  listRoles(options?: CallOptions): Promise<Result<readonly string[]>>;
  /** Names of the roles that a user has in the tenant. */
  listUserRoles(userId: string, options?: CallOptions): Promise<Result<readonly string[]>>;
  /** Marks an e-mail address of a user as verified; OK also where it was before. */
  verifyEmail(userId: string, email: string, options?: CallOptions): Promise<Result<undefined>>;
  /** Takes that mark away. */
  unverifyEmail(userId: string, email: string, options?: CallOptions): Promise<Result<undefined>>;
  /** Deletes one way to log in, and the user with the last one. OK also for an unknown ID. */
  deleteLogin(loginId: string, options?: CallOptions): Promise<Result<undefined>>;
}

/** A hash import that must be refused. */
export interface ProbeRequest {
  readonly email: string;
  /** Not a hash. */
  readonly passwordHash: string;
  readonly hashingAlgorithm?: string | undefined;
}

/**
 * A client for the calls that are not part of the interface: what an operator has to know of a service
 * before and after an import. Conventions and options are those of `createImportClient`.
 *
 * @example
 * ```ts
 * import { createAdministrationClient } from "credport/client";
 * import { createRehearsalService } from "credport/rehearsal";
 * const { fetch } = createRehearsalService({ service: "supertokens" });
 * const service = "supertokens";
 * const client = createAdministrationClient({ baseUrl: "http://localhost", apiKey: "rehearsal", service, fetch });
 * const versions = await client.listVersions();
 * versions.ok && versions.value.includes("5.1"); // => true
 * ```
 */
export function createAdministrationClient(options: ImportClientOptions): AdministrationClient {
  requireArgument("options", options, "object");
  const service = resolveServiceProfile(options.service);
  const connection = connectionFor("createAdministrationClient", options, service);
  const client = new ConnectedAdministration(connection, service);
  keepSecret(client, options.apiKey);
  return describedClient(client, connection);
}

type Query = Readonly<Record<string, string>>;

interface Content {
  readonly query?: Query;
  readonly body?: RequestBody;
  readonly options: CallOptions | undefined;
}

class ConnectedAdministration implements AdministrationClient {
  readonly service: ServiceProfile;
  readonly #connection: Connection;

  constructor(connection: Connection, service: ServiceProfile) {
    this.#connection = connection;
    this.service = service;
  }

  has(call: keyof AdministrationPaths): boolean {
    return this.service.administration?.[call] !== undefined;
  }

  probe({ email, passwordHash, hashingAlgorithm }: ProbeRequest, options?: CallOptions) {
    const { endpoint } = CALLS.importPasswordHash;
    const algorithm = hashingAlgorithm === undefined ? {} : { hashingAlgorithm };
    const body = { email, passwordHash, ...algorithm };
    const open = { email: "open", passwordHash: "open", hashingAlgorithm: "open" } as const;
    return performRequest(
      this.#connection,
      { call: "probe", endpoint, body, nonSecrets: open, isHarmless: true, hasStatus: true },
      options,
    );
  }

  async listVersions(options?: CallOptions): Promise<Result<readonly string[]>> {
    return listIn(await this.#perform("listVersions", { options }), "versions");
  }

  async listFeatures(options?: CallOptions): Promise<Result<readonly string[]>> {
    return listIn(await this.#perform("listFeatures", { options }), "features");
  }

  async findUsers(info: AccountInfo, options?: CallOptions): Promise<Result<readonly FoundUser[]>> {
    requireNames("findUsers", info, ["email", "phoneNumber", "thirdPartyId", "thirdPartyUserId"]);
    const given = Object.entries(info).filter(([, value]) => value !== undefined);
    if (given.length === 0) throw new TypeError("findUsers needs an address, a number or a social login");
    const query = { doUnionOfAccountInfo: "true", ...(Object.fromEntries(given) as Query) };
    const found = await this.#perform("findUsers", { query, options });
    if (!found.ok) return found;
    const { body, answer } = found.value;
    if (!Array.isArray(body.users)) return refuseReply("users");
    const users = body.users.map((user) => readFoundUser(user, answer));
    return users.includes(undefined) ? refuseReply("users") : success(users as readonly FoundUser[]);
  }

  async findUser(userId: string, options?: CallOptions): Promise<Result<FoundUser | undefined>> {
    const found = await this.#perform("findUser", { query: { userId }, options });
    if (!found.ok) return isStatus(found.problems, "UNKNOWN_USER_ID_ERROR") ? success(undefined) : found;
    const user = readFoundUser(found.value.body.user, found.value.answer);
    return user === undefined ? refuseReply("user") : success(user);
  }

  async signIn(email: string, password: string, options?: CallOptions): Promise<Result<SignIn>> {
    const signedIn = await this.#perform("signIn", { body: { email, password }, options });
    if (!signedIn.ok) {
      const isWrong = isStatus(signedIn.problems, "WRONG_CREDENTIALS_ERROR");
      return isWrong ? success({ isSignedIn: false }) : signedIn;
    }
    const { body, answer } = signedIn.value;
    return success({ isSignedIn: true, userId: readFoundUser(body.user, answer)?.userId });
  }

  async signUp(email: string, password: string, options?: CallOptions): Promise<Result<string | undefined>> {
    const made = await this.#perform("signUp", { body: { email, password }, options });
    if (!made.ok) return isStatus(made.problems, "EMAIL_ALREADY_EXISTS_ERROR") ? success(undefined) : made;
    const user = readFoundUser(made.value.body.user, made.value.answer);
    return user === undefined ? refuseReply("user") : success(String(user.userId));
  }

  async verifyTotp(userId: string, totp: string, options?: CallOptions): Promise<Result<boolean>> {
    const verified = await this.#perform("verifyTotp", { body: { userId, totp }, options });
    if (verified.ok) return success(true);
    const isNo = ["INVALID_TOTP_ERROR", "UNKNOWN_USER_ID_ERROR"].some((no) => isStatus(verified.problems, no));
    return isNo ? success(false) : verified;
  }

  async countSessions(userId: string, options?: CallOptions): Promise<Result<number>> {
    const query = { userId, fetchAcrossAllTenants: "true" };
    const sessions = listIn(await this.#perform("listSessions", { query, options }), "sessionHandles");
    return sessions.ok ? success(sessions.value.length) : sessions;
  }

  async deleteLogin(userId: string, options?: CallOptions): Promise<Result<undefined>> {
    const body = { userId, removeAllLinkedAccounts: false };
    const deleted = await this.#perform("deleteUser", { body, options });
    return deleted.ok ? success(undefined) : deleted;
  }

  async listDevices(userId: string, options?: CallOptions): Promise<Result<readonly FoundDevice[]>> {
    const listed = await this.#perform("listDevices", { query: { userId }, options });
    if (!listed.ok) return listed;
    const { devices } = listed.value.body;
    return Array.isArray(devices) && devices.every(isDevice) ? success(devices) : refuseReply("devices");
  }

  async removeDevice(userId: string, deviceName: string, options?: CallOptions): Promise<Result<undefined>> {
    const removed = await this.#perform("removeDevice", { body: { userId, deviceName }, options });
    // A service that has none of the user's devices any more may not know the user.
    return removed.ok || isStatus(removed.problems, "UNKNOWN_USER_ID_ERROR") ? success(undefined) : removed;
  }

  async listRoles(options?: CallOptions): Promise<Result<readonly string[]>> {
    return namesIn(await this.#perform("listRoles", { options }), "roles");
  }

  async listUserRoles(userId: string, options?: CallOptions): Promise<Result<readonly string[]>> {
    return namesIn(await this.#perform("listUserRoles", { query: { userId }, options }), "roles");
  }

  async verifyEmail(userId: string, email: string, options?: CallOptions): Promise<Result<undefined>> {
    const verified = await this.#verifyOnce(userId, email, options);
    if (verified.ok || !isStatus(verified.problems, "EMAIL_VERIFICATION_INVALID_TOKEN_ERROR")) return verified;
    // An attempt whose answer was lost has used the token; the next one is not made where the address is verified.
    return this.#verifyOnce(userId, email, options);
  }

  async #verifyOnce(userId: string, email: string, options?: CallOptions): Promise<Result<undefined>> {
    const made = await this.#perform("createVerificationToken", { body: { userId, email }, options });
    if (!made.ok) {
      return isStatus(made.problems, "EMAIL_ALREADY_VERIFIED_ERROR") ? success(undefined) : made;
    }
    const { token } = made.value.body;
    if (typeof token !== "string") return refuseReply("token");
    const verified = await this.#perform("verifyEmail", { body: { method: "token", token }, options });
    return verified.ok ? success(undefined) : verified;
  }

  async unverifyEmail(userId: string, email: string, options?: CallOptions): Promise<Result<undefined>> {
    const taken = await this.#perform("unverifyEmail", { body: { userId, email }, options });
    return taken.ok ? success(undefined) : taken;
  }

  /** Rejects where an argument is of another kind. */
  async #perform(
    call: Exclude<keyof AdministrationPaths, BulkPath>,
    { query, body, options }: Content,
  ): Promise<Result<GoodAnswer>> {
    const path = this.service.administration?.[call];
    if (path === undefined) {
      return refuse("client/call-not-offered", `the profile ${this.service.name} has no call ${call}`);
    }
    requireTexts(CALLED[call] ?? call, { ...query, ...body });
    const { nonSecrets, hasStatus, ...endpoint } = administrationCalls()[call];
    const content = query === undefined ? { body } : { body, query: new URLSearchParams(query).toString() };
    return performRequest(
      this.#connection,
      { call, endpoint: { ...endpoint, path }, ...content, nonSecrets, isHarmless: true, hasStatus },
      options,
    );
  }
}

/** Functions with another name than their call. */
const CALLED: Readonly<Record<string, string>> = {
  listSessions: "countSessions",
  deleteUser: "deleteLogin",
  createVerificationToken: "verifyEmail",
};

/** A password and a code may be empty: the service says that they are wrong. */
const MAY_BE_EMPTY: readonly string[] = ["password", "totp"];

/** An answer about no user, to what is not an ID, would be taken for one about the user: that they have no second factor. */
function requireTexts(call: string, fields: object): void {
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === "boolean" || (typeof value === "string" && (value !== "" || MAY_BE_EMPTY.includes(name))))
      continue;
    throw new TypeError(`${name} of ${call} must be a text that is not empty`);
  }
}

function isStatus([first]: readonly Problem[], status: string): boolean {
  return first?.status === status;
}

function isDevice(value: unknown): value is FoundDevice {
  const { name, period, skew } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return typeof name === "string" && typeof period === "number" && typeof skew === "number";
}

/** Names to compare with, and not to be shown. */
function namesIn(answered: Result<GoodAnswer>, field: string): Result<readonly string[]> {
  if (!answered.ok) return answered;
  const { [field]: list } = answered.value.body;
  return Array.isArray(list) && list.every((text) => typeof text === "string") ? success(list) : refuseReply(field);
}

/** Texts of a list. A list that holds anything else is refused. */
function listIn(answered: Result<GoodAnswer>, field: string): Result<readonly string[]> {
  if (!answered.ok) return answered;
  const { [field]: list } = answered.value.body;
  if (!Array.isArray(list) || !list.every((text) => typeof text === "string")) return refuseReply(field);
  return success(list.map((text: string) => answered.value.answer.word(text)));
}
