import {
  addBulkUsers,
  countBulkUsers,
  importOneBulkUser,
  listBulkUsers,
  removeBulkUsers,
} from "../bulk/bulk-calls.js";
import type { Handler } from "../call-context.js";
import { consumePasswordlessCode } from "../calls/consume-passwordless-code.js";
import { createPasswordlessCode } from "../calls/create-passwordless-code.js";
import { importPasswordHash } from "../calls/import-password-hash.js";
import { importThirdPartyUser } from "../calls/import-third-party-user.js";
import { importTotpDevice } from "../calls/import-totp-device.js";
import { linkAccounts } from "../calls/link-accounts.js";
import { makePrimaryUser } from "../calls/make-primary-user.js";
import { updatePasswordlessUser } from "../calls/update-passwordless-user.js";
import { checkTotp } from "../extras/check-totp.js";
import { signIn, trySignIn } from "../logins/sign-in.js";
import { signUp } from "../logins/sign-up.js";
import { listTotpDevices, removeTotpDevice } from "../logins/totp-devices.js";
import { updateLogin } from "../logins/update-login.js";
import { verifyUserTotp } from "../logins/verify-totp.js";
import { Refusal } from "../refusal.js";
import { listFeatures, listVersions } from "../service-facts.js";
import { createSession, refreshSession, regenerateToken } from "../sessions/create-session.js";
import { findSession, listSessions, listSigningKeys, removeSessions } from "../sessions/read-sessions.js";
import { describeTenant } from "../tenants.js";
import { countUsers } from "../users/count-users.js";
import { findUser } from "../users/find-user.js";
import { findUsersByInfo } from "../users/find-users-by-info.js";
import { listUsers } from "../users/list-users.js";
import { findMapping, mapUserId, removeMapping } from "../users/map-user-id.js";
import { removeUser } from "../users/remove-user.js";
import { findMetadata, removeMetadata, updateMetadata } from "../users/user-metadata.js";
import { createRole, giveRole, listRoles, listUserRoles } from "../users/user-roles.js";
import {
  createVerificationToken,
  findVerification,
  revokeVerificationTokens,
  unverifyEmail,
  verifyEmail,
} from "../verification/verify-email.js";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** Whether a call belongs to a tenant or to the whole application. */
export type Scope = "tenant" | "app";

export interface Route {
  readonly path: string;
  readonly handlers: Readonly<Partial<Record<Method, Handled>>>;
  /** `/apiversion` asks for no version. */
  readonly asksForVersion?: false;
  /** Keys that verify access tokens are public. */
  readonly asksForKey?: false;
}

export interface Handled {
  readonly scope: Scope;
  readonly handler: Handler;
  /** Whether it has an answer of its own to a tenant that does not exist. */
  readonly answersUnknownTenants?: true;
}

/** The eight calls: written again here, because a double must not take them from its subject. */
const EIGHT: readonly Route[] = [
  post("/recipe/totp/device/import", "app", importTotpDevice),
  post("/recipe/signinup/code", "tenant", createPasswordlessCode),
  post("/recipe/signinup/code/consume", "tenant", consumePasswordlessCode),
  { path: "/recipe/user", handlers: { PUT: { scope: "app", handler: updateByRecipe } } },
  post("/recipe/accountlinking/user/primary", "app", makePrimaryUser),
  post("/recipe/accountlinking/user/link", "app", linkAccounts),
  post("/recipe/user/passwordhash/import", "tenant", importPasswordHash),
  post("/recipe/signinup", "tenant", importThirdPartyUser),
];

/** What an application needs that signs users in, and what a migration reads back. */
const BESIDE: readonly Route[] = [
  { ...get("/apiversion", "app", listVersions), asksForVersion: false },
  get("/ee/featureflag", "app", listFeatures),
  post("/recipe/signup", "tenant", signUp),
  post("/recipe/signin", "tenant", signIn),
  post("/recipe/totp/verify", "tenant", verifyUserTotp),
  get("/recipe/totp/device/list", "app", listTotpDevices),
  post("/recipe/totp/device/remove", "app", removeTotpDevice),
  get("/user/id", "app", findUser),
  post("/user/remove", "app", removeUser),
  get("/users", "tenant", listUsers),
  get("/users/count", "tenant", countUsers),
  get("/users/by-accountinfo", "tenant", findUsersByInfo),
  {
    path: "/recipe/userid/map",
    handlers: { GET: { scope: "app", handler: findMapping }, POST: { scope: "app", handler: mapUserId } },
  },
  {
    path: "/recipe/user/metadata",
    handlers: {
      GET: { scope: "app", handler: findMetadata },
      PUT: { scope: "app", handler: updateMetadata },
    },
  },
  post("/recipe/user/metadata/remove", "app", removeMetadata),
  {
    path: "/recipe/multitenancy/tenant/v2",
    handlers: { GET: { scope: "tenant", handler: describeTenant, answersUnknownTenants: true } },
  },
  { path: "/recipe/role", handlers: { PUT: { scope: "app", handler: createRole } } },
  get("/recipe/roles", "app", listRoles),
  get("/recipe/user/roles", "tenant", listUserRoles),
  { path: "/recipe/user/role", handlers: { PUT: { scope: "tenant", handler: giveRole } } },
  {
    path: "/bulk-import/users",
    handlers: {
      GET: { scope: "app", handler: listBulkUsers },
      POST: { scope: "app", handler: addBulkUsers },
    },
  },
  get("/bulk-import/users/count", "app", countBulkUsers),
  post("/bulk-import/users/remove", "app", removeBulkUsers),
  post("/bulk-import/import", "app", importOneBulkUser),
  post("/recipe/userid/map/remove", "app", removeMapping),
  {
    path: "/recipe/user/email/verify",
    handlers: {
      GET: { scope: "app", handler: findVerification },
      POST: { scope: "tenant", handler: verifyEmail },
    },
  },
  {
    path: "/recipe/session",
    handlers: {
      GET: { scope: "app", handler: findSession },
      POST: { scope: "tenant", handler: createSession },
    },
  },
  get("/recipe/session/user", "tenant", listSessions),
  post("/recipe/session/refresh", "app", refreshSession),
  post("/recipe/session/regenerate", "app", regenerateToken),
  post("/recipe/session/remove", "tenant", removeSessions),
  { ...get("/.well-known/jwks.json", "app", listSigningKeys), asksForVersion: false, asksForKey: false },
  post("/recipe/user/email/verify/remove", "app", unverifyEmail),
  post("/recipe/user/email/verify/token", "tenant", createVerificationToken),
  post("/recipe/user/email/verify/token/remove", "tenant", revokeVerificationTokens),
];

/** What no service has, for rehearsals only. */
const EXTRAS: readonly Route[] = [
  post("/rehearsal/signin", "tenant", trySignIn),
  post("/rehearsal/totp", "app", checkTotp),
];

export const ROUTES: ReadonlyMap<string, Route> = new Map(
  [...EIGHT, ...BESIDE, ...EXTRAS].map((route) => [route.path, route]),
);

function get(path: string, scope: Scope, handler: Handler): Route {
  return { path, handlers: { GET: { scope, handler } } };
}

function post(path: string, scope: Scope, handler: Handler): Route {
  return { path, handlers: { POST: { scope, handler } } };
}

/** Three parts of the core share this path. Without a known `rid` the one that registered first answers (`RecipeRouter.java`). */
function updateByRecipe(context: Parameters<Handler>[0]): ReturnType<Handler> {
  if (context.recipe === "passwordless") return updatePasswordlessUser(context);
  if (context.recipe === "thirdparty") throw new Refusal(405, "Method not supported");
  return updateLogin(context);
}
