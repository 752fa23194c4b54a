import { unlisted } from "../../lib/unlisted.js";
import type { Problem, ServiceText } from "../../result.js";
import { type LoginContact, readThirdParty } from "../administration/found-user.js";
import type { ReplyBody } from "../replies/reply.js";
import { Sent } from "../replies/sent.js";
import { ServiceAnswer, told, toldProblem } from "../replies/service-text.js";
import { BULK_NON_SECRETS, type BulkUser } from "./bulk-user.js";

/** A user for whose sake the service refused a request. */
export interface UserRefusal {
  /** Position in the request. */
  readonly index: number;
  /** The service's sentences. */
  readonly problems: readonly [Problem, ...Problem[]];
}

/** A user who is queued, or whose import failed. */
export interface BulkEntry {
  /** Of the entry. */
  readonly id: string;
  readonly externalUserId: string | undefined;
  /** As they were sent; not in what lists an entry's fields. */
  readonly logins: readonly LoginContact[];
  readonly status: string;
  /** Why the user could not be made, in the service's words. */
  readonly message: ServiceText | undefined;
  /** The service's code of that: `E003`. */
  readonly code: string | undefined;
}

/** More sentences about one user are of no use. */
const MOST_SENTENCES = 10;
/** Characters of a reply that are looked at for one sentence. */
const LONGEST_SENTENCE = 2048;

/** The list of faults in the text of a refusal (`BulkImportAPI.java`); none where it is about all of them. */
export function readRefusals(
  answer: ServiceAnswer,
  users: readonly BulkUser[],
  apiKey: string,
): readonly UserRefusal[] {
  const listed: unknown = answer.json()?.users;
  if (!Array.isArray(listed)) return [];
  const found = new Map<number, UserRefusal>();
  for (const one of listed) {
    const { index, errors } = (one ?? {}) as ReplyBody;
    const user = typeof index === "number" ? users[index] : undefined;
    if (user === undefined || !Array.isArray(errors)) continue;
    const texts = errors.filter((text) => typeof text === "string").slice(0, MOST_SENTENCES);
    const [first, ...others] = texts.map((text: string) => sentence(text, user, apiKey));
    if (first !== undefined) found.set(index as number, { index: index as number, problems: [first, ...others] });
  }
  return [...found.values()];
}

function sentence(text: string, user: BulkUser, apiKey: string): Problem {
  const said = screened(text, apiKey, user as unknown as ReplyBody);
  return toldProblem("client/bad-request", told`the service answered HTTP ${400}: ${said}`, {
    httpStatus: 400,
  });
}

/** Who is in the list of users that an answer gives. */
export function readAdded(
  body: ReplyBody,
  sent: readonly BulkUser[],
): { readonly loginIds: ReadonlyMap<string, readonly string[]>; readonly notListed: ReadonlySet<string> } {
  const notListed = new Set<unknown>();
  if (Array.isArray(body.users)) {
    for (const { externalUserId } of sent) notListed.add(externalUserId);
    for (const user of body.users) notListed.delete(((user ?? {}) as ReplyBody).userId);
  }
  return { loginIds: readLoginIds(body, sent), notListed: notListed as ReadonlySet<string> };
}

/** By external ID; only what looks like an ID that the core makes (`Utils.getUUID`) can be one. */
function readLoginIds({ users }: ReplyBody, sent: readonly BulkUser[]): ReadonlyMap<string, readonly string[]> {
  const ids = new Map<string, readonly string[]>();
  if (!Array.isArray(users)) return ids;
  const known = new Set(sent.map(({ externalUserId }) => externalUserId));
  for (const user of users) {
    const { userId, loginMethods } = (user ?? {}) as ReplyBody;
    if (typeof userId !== "string" || !known.has(userId) || !Array.isArray(loginMethods)) continue;
    const own = loginMethods.map((login) => ((login ?? {}) as ReplyBody).userId);
    if (own.length > 0 && own.every((id) => typeof id === "string" && UUID.test(id))) ids.set(userId, own as string[]);
  }
  return ids;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** IDs of entries and users; the core stores 128 characters. */
const LONGEST_ID = 1024;

/** An entry of the list; it shows hashes and secrets, which are left behind here. */
export function readEntry(value: unknown, apiKey: string): BulkEntry | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { errorMessage, ...user } = value as ReplyBody;
  const { id, externalUserId, status, loginMethods } = user;
  if (!isId(id) || typeof status !== "string") return undefined;
  const text = typeof errorMessage === "string" ? errorMessage : undefined;
  const entry = {
    id,
    externalUserId: isId(externalUserId) ? externalUserId : undefined,
    logins: Array.isArray(loginMethods) ? loginMethods.map(readEntryLogin) : [],
    status,
    message: text === undefined ? undefined : screened(text, apiKey, user),
    code: text === undefined ? undefined : /^E[0-9]{3}(?=:)/.exec(text)?.[0],
  };
  // Loggers write an entry whole.
  return unlisted(entry, "logins");
}

function readEntryLogin(value: unknown): LoginContact {
  const { recipeId, email, phoneNumber, thirdPartyId, thirdPartyUserId, timeJoinedInMSSinceEpoch } = (value ??
    {}) as ReplyBody;
  return {
    recipeId: textIn(recipeId),
    timeJoined: typeof timeJoinedInMSSinceEpoch === "number" ? timeJoinedInMSSinceEpoch : undefined,
    email: textIn(email),
    phoneNumber: textIn(phoneNumber),
    thirdParty: readThirdParty({ id: thirdPartyId, userId: thirdPartyUserId }),
  };
}

const textIn = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

const isId = (value: unknown): value is string =>
  typeof value === "string" && value !== "" && value.length <= LONGEST_ID;

/** What the user has is taken out of what is said of them. */
function screened(text: string, apiKey: string, user: ReplyBody): ServiceText {
  const bytes = new TextEncoder().encode(text.slice(0, LONGEST_SENTENCE));
  return new ServiceAnswer(bytes, LONGEST_SENTENCE, new Sent(apiKey, user, BULK_NON_SECRETS)).excerpt();
}
