import { addBulkUsers, countBulkUsers, importOneBulkUser, listBulkUsers, removeBulkUsers } from "../bulk/bulk-calls.js";
import type { Handler } from "../call-context.js";
import { consumePasswordlessCode } from "../calls/consume-passwordless-code.js";
import { createPasswordlessCode } from "../calls/create-passwordless-code.js";
import { importPasswordHash } from "../calls/import-password-hash.js";
import { importThirdPartyUser } from "../calls/import-third-party-user.js";
import { importTotpDevice } from "../calls/import-totp-device.js";
import { linkAccounts } from "../calls/link-accounts.js";
import { makePrimaryUser } from "../calls/make-primary-user.js";
import { updatePasswordlessUser } from "../calls/update-passwordless-user.js";
import { signIn, trySignIn } from "../logins/sign-in.js";
import { signUp } from "../logins/sign-up.js";
import { checkTotp, listTotpDevices, removeTotpDevice, verifyUserTotp } from "../logins/totp.js";
import { updateLogin } from "../logins/update-login.js";
import { Refusal } from "../refusal.js";
import { listFeatures, listVersions } from "../service-facts.js";
import { createSession, refreshSession, regenerateToken } from "../sessions/create-session.js";
import { findSession, listSessions, listSigningKeys, removeSessions } from "../sessions/read-sessions.js";
import { describeTenant } from "../tenants.js";
import { findUser, findUsersByInfo } from "../users/find-users.js";
import { countUsers, listUsers } from "../users/list-users.js";
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
type Scope = "tenant" | "app";

type Handlers = Readonly<Partial<Record<Method, Handled>>>;

export interface Route {
  readonly path: string;
  readonly handlers: Handlers;
  readonly asksForVersion: boolean;
  readonly asksForKey: boolean;
}

export interface Handled {
  readonly scope: Scope;
  readonly handler: Handler;
  /** Whether it has an answer of its own to a tenant that does not exist. */
  readonly answersUnknownTenants?: true;
}

const app = (handler: Handler): Handled => ({ scope: "app", handler });
const tenant = (handler: Handler): Handled => ({ scope: "tenant", handler });

/** The keys that verify access tokens are public. */
const KEYS_PATH = "/.well-known/jwks.json";

const HANDLERS: Readonly<Record<string, Handlers>> = {
  // The eight calls: written again here, because a double must not take them from its subject
  "/recipe/totp/device/import": { POST: app(importTotpDevice) },
  "/recipe/signinup/code": { POST: tenant(createPasswordlessCode) },
  "/recipe/signinup/code/consume": { POST: tenant(consumePasswordlessCode) },
  "/recipe/user": { PUT: app(updateByRecipe) },
  "/recipe/accountlinking/user/primary": { POST: app(makePrimaryUser) },
  "/recipe/accountlinking/user/link": { POST: app(linkAccounts) },
  "/recipe/user/passwordhash/import": { POST: tenant(importPasswordHash) },
  "/recipe/signinup": { POST: tenant(importThirdPartyUser) },
  // What an application needs that signs users in, and what a migration reads back
  "/apiversion": { GET: app(listVersions) },
  "/ee/featureflag": { GET: app(listFeatures) },
  "/recipe/signup": { POST: tenant(signUp) },
  "/recipe/signin": { POST: tenant(signIn) },
  "/recipe/totp/verify": { POST: tenant(verifyUserTotp) },
  "/recipe/totp/device/list": { GET: app(listTotpDevices) },
  "/recipe/totp/device/remove": { POST: app(removeTotpDevice) },
  "/user/id": { GET: app(findUser) },
  "/user/remove": { POST: app(removeUser) },
  "/users": { GET: tenant(listUsers) },
  "/users/count": { GET: tenant(countUsers) },
  "/users/by-accountinfo": { GET: tenant(findUsersByInfo) },
  "/recipe/userid/map": { GET: app(findMapping), POST: app(mapUserId) },
  "/recipe/user/metadata": { GET: app(findMetadata), PUT: app(updateMetadata) },
  "/recipe/user/metadata/remove": { POST: app(removeMetadata) },
  "/recipe/multitenancy/tenant/v2": { GET: { ...tenant(describeTenant), answersUnknownTenants: true } },
  "/recipe/role": { PUT: app(createRole) },
  "/recipe/roles": { GET: app(listRoles) },
  "/recipe/user/roles": { GET: tenant(listUserRoles) },
  "/recipe/user/role": { PUT: tenant(giveRole) },
  "/bulk-import/users": { GET: app(listBulkUsers), POST: app(addBulkUsers) },
  "/bulk-import/users/count": { GET: app(countBulkUsers) },
  "/bulk-import/users/remove": { POST: app(removeBulkUsers) },
  "/bulk-import/import": { POST: app(importOneBulkUser) },
  "/recipe/userid/map/remove": { POST: app(removeMapping) },
  "/recipe/user/email/verify": { GET: app(findVerification), POST: tenant(verifyEmail) },
  "/recipe/session": { GET: app(findSession), POST: tenant(createSession) },
  "/recipe/session/user": { GET: tenant(listSessions) },
  "/recipe/session/refresh": { POST: app(refreshSession) },
  "/recipe/session/regenerate": { POST: app(regenerateToken) },
  "/recipe/session/remove": { POST: tenant(removeSessions) },
  [KEYS_PATH]: { GET: app(listSigningKeys) },
  "/recipe/user/email/verify/remove": { POST: app(unverifyEmail) },
  "/recipe/user/email/verify/token": { POST: tenant(createVerificationToken) },
  "/recipe/user/email/verify/token/remove": { POST: tenant(revokeVerificationTokens) },
  // What no service has, for rehearsals only
  "/rehearsal/signin": { POST: tenant(trySignIn) },
  "/rehearsal/totp": { POST: app(checkTotp) },
};

const ROUTES: ReadonlyMap<string, Route> = new Map(
  Object.entries(HANDLERS).map(([path, handlers]) => {
    const asksForKey = path !== KEYS_PATH;
    return [path, { path, handlers, asksForKey, asksForVersion: asksForKey && path !== "/apiversion" }];
  }),
);

/** Three parts of the core share this path. Without a known `rid` the one that registered first answers (`RecipeRouter.java`). */
function updateByRecipe(context: Parameters<Handler>[0]): ReturnType<Handler> {
  if (context.recipe === "passwordless") return updatePasswordlessUser(context);
  if (context.recipe === "thirdparty") throw new Refusal(405, "Method not supported");
  return updateLogin(context);
}

export interface FoundRoute {
  /** Undefined where nothing answers at this path. */
  readonly route: Route | undefined;
  readonly appId: string;
  readonly tenantId: string;
}

const PUBLIC = "public";
const TENANT = /^[a-z0-9-]+$/;
const APP = /^appid-[a-z0-9-]*$/;

/** Takes `[/appid-<application>][/<tenant>]` off a path; case does not matter anywhere in it (`WebserverAPI.java`). */
export function findRoute(pathname: string): FoundRoute {
  const segments = pathname.toLowerCase().split("/").slice(1);
  if (segments.at(-1) === "") segments.pop();
  const [first = ""] = segments;
  const hasApp = APP.test(first);
  const appId = hasApp ? first.slice("appid-".length) || PUBLIC : PUBLIC;
  const rest = hasApp ? segments.slice(1) : segments;
  const direct = ROUTES.get(`/${rest.join("/")}`);
  if (direct !== undefined) return { route: direct, appId, tenantId: PUBLIC };
  const [tenantId = "", ...path] = rest;
  const route = TENANT.test(tenantId) ? ROUTES.get(`/${path.join("/")}`) : undefined;
  return { route, appId, tenantId: route === undefined ? PUBLIC : tenantId };
}
