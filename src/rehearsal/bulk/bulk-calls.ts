import { defined } from "../../lib/defined.js";
import { isJsonObject } from "../../lib/json-text.js";
import type { Answer, CallContext } from "../call-context.js";
import { readListOf, readQueryInteger, readTexts } from "../read-input.js";
import { badRequest } from "../refusal.js";
import { wholeUser } from "../user-json.js";
import type { BulkEntry, BulkStatus } from "./bulk-store.js";
import type { BulkLogin, QueuedUser } from "./bulk-user.js";
import { importBulkUser } from "./import-bulk-user.js";
import { readBulkUser } from "./read-bulk-user.js";

const MOST_ADDED = 10_000;
const MOST_LISTED = 500;
const USUALLY_LISTED = 100;
const MOST_REMOVED = 500;

/** `POST /bulk-import/users`: up to 10,000 users for the job; one bad user refuses all (`BulkImportAPI.java`). */
export function addBulkUsers(context: CallContext): Answer {
  const users = readListOf(context.input, "users", isJsonObject);
  if (users.length === 0) return { status: "OK" };
  if (users.length > MOST_ADDED) throw refusedWith({ error: `You can only add ${MOST_ADDED} users at a time.` });
  const externalIds = new Set<string>();
  const read = users.map((user) => {
    const errors: string[] = [];
    return { user: readBulkUser(user, { context, externalIds, errors }), errors };
  });
  const faulty = read.flatMap(({ errors }, index) => (errors.length === 0 ? [] : [{ index, errors }]));
  if (faulty.length > 0) {
    throw refusedWith({
      error: "Data has missing or invalid fields. Please check the users field for more details.",
      users: faulty,
    });
  }
  const added = read.flatMap(({ user }) => user ?? []);
  context.bulk.add(added, context.settings.now());
  return { status: "OK", users: added.map(addedJson) };
}

/** `POST /bulk-import/import`: one user, at once (`ImportUserAPI.java`). */
export async function importOneBulkUser(context: CallContext): Promise<Answer> {
  const { input, settings, accounts, version } = context;
  const errors: string[] = [];
  const user = readBulkUser(input, { context, externalIds: new Set(), errors });
  if (user === undefined) throw refusedWith({ errors });
  const fault = await importBulkUser(user, context, settings);
  if (fault !== undefined) throw refusedWith({ errors: [fault] });
  const made = accounts.findUser(user.id);
  return { status: "OK", user: made && wholeUser(accounts, made, version) };
}

/** `GET /bulk-import/users`: users who wait or failed; hashes and secrets are in it, as at the core. */
export function listBulkUsers({ query, bulk }: CallContext): Answer {
  const limit = readQueryInteger(query, "limit") ?? USUALLY_LISTED;
  if (limit > MOST_LISTED) throw badRequest(`Max limit allowed is ${MOST_LISTED}`);
  if (limit < 1) throw badRequest("limit must a positive integer with min value 1");
  const entries = bulk.list(readStatus(query));
  const token = query.get("paginationToken");
  const from = token === null ? 0 : entries.findIndex((entry) => tokenFor(entry) === token);
  if (from < 0) throw badRequest("invalid pagination token");
  const next = entries[from + limit];
  return {
    status: "OK",
    users: entries.slice(from, from + limit).map(entryJson),
    ...(next === undefined ? {} : { nextPaginationToken: tokenFor(next) }),
  };
}

/** `GET /bulk-import/users/count` (`CountBulkImportUsersAPI.java`). */
export function countBulkUsers({ query, bulk }: CallContext): Answer {
  return { status: "OK", count: bulk.count(readStatus(query)) };
}

/** `POST /bulk-import/users/remove`; the answer has no status (`DeleteBulkImportUserAPI.java`). */
export function removeBulkUsers({ input, bulk }: CallContext): Answer {
  const ids = readTexts(input, "ids");
  if (ids.length > MOST_REMOVED) throw badRequest(`Field name 'ids' cannot contain more than ${MOST_REMOVED} elements`);
  if (ids.includes("")) throw badRequest("Field name 'ids' cannot contain an empty string");
  const deletedIds = ids.filter((id) => bulk.remove(id));
  return { deletedIds, invalidIds: ids.filter((id) => !deletedIds.includes(id)) };
}

const STATUSES: readonly BulkStatus[] = ["NEW", "PROCESSING", "FAILED"];

function readStatus(query: URLSearchParams): BulkStatus | undefined {
  const text = query.get("status");
  const status = STATUSES.find((known) => known === text);
  if (text === null || status !== undefined) return status;
  throw badRequest("Invalid value for status. Pass one of NEW, PROCESSING, or FAILED!");
}

/** The core writes JSON into the text of a refusal. */
const refusedWith = (body: object) => badRequest(JSON.stringify(body));

const tokenFor = ({ user, createdAt }: BulkEntry): string => Buffer.from(`${user.id};${createdAt}`).toString("base64");

const entryJson = ({ user, ...rest }: BulkEntry) => ({ ...user, ...rest });

function addedJson({ id, externalUserId, loginMethods }: QueuedUser) {
  return {
    userId: externalUserId ?? id,
    loginMethods: loginMethods.map((login) => ({
      recipeId: login.recipeId,
      userId: login.superTokensUserId,
      tenants: login.tenantIds,
      ...contactJson(login),
    })),
  };
}

function contactJson({ recipeId, email, phoneNumber, thirdPartyId, thirdPartyUserId }: BulkLogin) {
  if (recipeId !== "thirdparty") return defined({ email, phoneNumber });
  return { ...defined({ email }), thirdpartyId: thirdPartyId, thirdpartyUserId: thirdPartyUserId };
}
