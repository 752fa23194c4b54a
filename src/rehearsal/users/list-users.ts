import { words } from "../../lib/words.js";
import type { AccountStore, LoginMethod, User } from "../account-store.js";
import type { Answer, CallContext } from "../call-context.js";
import { isAtLeast } from "../interface-version.js";
import { readQueryInteger } from "../read-input.js";
import { badRequest } from "../refusal.js";
import { flatUser, joinedAt, wholeUser } from "../user-json.js";

const MOST = 500;
const USUAL = 100;

/**
 * `GET /users`: a page of the users of a tenant by the time they joined (`UsersAPI.java`). The
 * dashboard's search by beginnings of addresses is left out.
 */
export function listUsers({ query, accounts, tenantId, version }: CallContext): Answer {
  const hasRecipe = recipeFilter(query);
  const limit = readQueryInteger(query, "limit");
  const order = query.get("timeJoinedOrder") ?? "ASC";
  if (order !== "ASC" && order !== "DESC") throw badRequest("timeJoinedOrder can be either ASC OR DESC");
  if (limit !== undefined && limit > MOST) throw badRequest(`max limit allowed is ${MOST}`);
  if (limit !== undefined && limit < 1) throw badRequest("limit must a positive integer with min value 1");
  const token = query.get("paginationToken");
  const from = token === null ? undefined : readToken(token);
  const users = [...usersWhere(accounts, (method) => method.tenantIds.includes(tenantId) && hasRecipe(method))]
    .map((user) => ({ user, id: user.id, joined: joinedAt(user) }))
    .sort((one, other) => compare(one, other, order))
    .filter((place) => from === undefined || compare(place, from, order) >= 0);
  const next = users[limit ?? USUAL];
  return {
    status: "OK",
    users: users.slice(0, limit ?? USUAL).map(({ user }) => shown(user)),
    ...(next === undefined ? {} : { nextPaginationToken: tokenFor(next) }),
  };

  function shown(user: User): unknown {
    if (isAtLeast(version, [4, 0])) return wholeUser(accounts, user, version);
    const [method] = user.methods;
    return method && { recipeId: method.recipeId, user: flatUser(accounts, method, version) };
  }
}

interface Place {
  readonly id: string;
  readonly joined: number;
}

/** Among users of one millisecond the larger ID comes first, whichever the order. */
function compare(one: Place, other: Place, order: "ASC" | "DESC"): number {
  if (one.joined !== other.joined) return (one.joined - other.joined) * (order === "ASC" ? 1 : -1);
  if (one.id === other.id) return 0;
  return one.id > other.id ? -1 : 1;
}

/** ID and time of the first user of the next page (`UserPaginationToken.java`). */
const tokenFor = ({ id, joined }: Place): string => Buffer.from(`${id};${joined}`).toString("base64");

function readToken(token: string): Place {
  const [id = "", joined = "", ...rest] = Buffer.from(token, "base64").toString("utf8").split(";");
  if (rest.length > 0 || !/^[+-]?[0-9]{1,15}$/.test(joined)) throw badRequest("invalid pagination token");
  return { id, joined: Number(joined) };
}

/** `GET /users/count`: whole users of this tenant, or of all (`UsersCountAPI.java`). */
export function countUsers({ query, accounts, tenantId, version, settings }: CallContext): Answer {
  const hasRecipe = recipeFilter(query);
  const inAllTenants = isTrue(query.get("includeAllTenants"));
  const isHere = ({ tenantIds }: LoginMethod) => inAllTenants || tenantIds.includes(tenantId);
  const users = usersWhere(accounts, (method) => isHere(method) && hasRecipe(method));
  // Newer cores may answer from a snapshot if they are allowed to. This one never has to.
  const mayApproximate = isTrue(query.get("allowApproximate")) && isAtLeast(version, [5, 6]);
  return { status: "OK", count: users.size, ...(mayApproximate ? { approximate: false, asOf: settings.now() } : {}) };
}

const isTrue = (text: string | null): boolean => text?.toLowerCase() === "true";

/** Names of parts of the service that a call may name; users have login methods of some of them only (`RECIPE_ID.java`). */
const RECIPE_IDS: ReadonlySet<string> = new Set(
  words(`emailpassword thirdparty session emailverification jwt passwordless usermetadata userroles useridmapping
    dashboard totp multitenancy accountlinking mfa oauth webauthn`),
);

/** The login methods that a call asks for; without the parameter, or with an empty one, all of them. */
function recipeFilter(query: URLSearchParams): (method: LoginMethod) => boolean {
  const names = (query.get("includeRecipeIds") ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  for (const name of names) if (!RECIPE_IDS.has(name)) throw badRequest(`Unknown recipe ID: ${name}`);
  return names.length === 0 ? () => true : ({ recipeId }) => names.includes(recipeId);
}

/** Whole users with a login method that the filter lets through, in the order in which they were made. */
function usersWhere(accounts: AccountStore, isWanted: (method: LoginMethod) => boolean): ReadonlySet<User> {
  const users = new Set<User>();
  for (const method of accounts.methods()) if (isWanted(method)) users.add(method.user);
  return users;
}
