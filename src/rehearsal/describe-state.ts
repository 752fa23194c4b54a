import { defined } from "../lib/defined.js";
import type { LoginMethod, RecipeId, User } from "./account-store.js";
import type { AppState, RehearsalSettings } from "./call-context.js";
import { type HashFamily, hashFamily } from "./hash-acceptance.js";
import type { Dispatcher } from "./http/dispatch.js";

/** What the rehearsal service holds, without a hash, a secret or a code. */
export interface RehearsalState {
  readonly counts: RehearsalCounts;
  readonly users: readonly RehearsalUser[];
  readonly devices: readonly RehearsalDevice[];
  /** Requests answered by path. */
  readonly requests: Readonly<Record<string, number>>;
}

/** How much was imported into a rehearsal service. */
export interface RehearsalCounts {
  /** Whole users: a linked login method does not count by itself. */
  readonly users: number;
  readonly primaryUsers: number;
  /** Login methods that are linked to another user. */
  readonly links: number;
  readonly loginMethods: Readonly<Record<RecipeId, number>>;
  readonly devices: number;
  /** One-time codes not yet used; expired ones among them. */
  readonly codes: number;
}

/** A user of a rehearsal service, with all their login methods. */
export interface RehearsalUser {
  readonly appId: string;
  /** The external ID where one is mapped. */
  readonly id: string;
  readonly isPrimary: boolean;
  readonly loginMethods: readonly RehearsalLoginMethod[];
}

/** One way in which a user of a rehearsal service logs in. */
export interface RehearsalLoginMethod {
  readonly recipeId: RecipeId;
  readonly recipeUserId: string;
  /** The first of its tenants. */
  readonly tenantId: string;
  /** Where it is in several. */
  readonly tenantIds?: readonly string[];
  readonly verified: boolean;
  readonly email?: string;
  readonly phoneNumber?: string;
  readonly thirdParty?: { readonly id: string; readonly userId: string };
  /** Of the stored password hash. */
  readonly scheme?: HashFamily;
}

/** A TOTP device in a rehearsal service, without its secret. */
export interface RehearsalDevice {
  readonly appId: string;
  readonly userId: string;
  readonly deviceName: string;
  readonly skew: number;
  readonly period: number;
}

export function describeState(dispatcher: Dispatcher): RehearsalState {
  const apps = [...dispatcher.apps];
  const users = apps.flatMap(([appId, app]) => describeUsers(appId, app, dispatcher.settings));
  const devices = apps.flatMap(([appId, { totp }]) =>
    [...totp.all()].map(([userId, { deviceName, skew, period }]) => ({ appId, userId, deviceName, skew, period })),
  );
  const methods = users.flatMap(({ loginMethods }) => loginMethods);
  const countOf = (recipeId: RecipeId): number => methods.filter((method) => method.recipeId === recipeId).length;
  return {
    counts: {
      users: users.length,
      primaryUsers: users.filter(({ isPrimary }) => isPrimary).length,
      links: methods.length - users.length,
      loginMethods: {
        emailpassword: countOf("emailpassword"),
        passwordless: countOf("passwordless"),
        thirdparty: countOf("thirdparty"),
      },
      devices: devices.length,
      codes: apps.reduce((sum, [, { codes }]) => sum + codes.codeCount, 0),
    },
    users,
    devices,
    requests: Object.fromEntries(dispatcher.requests),
  };
}

function describeUsers(appId: string, { accounts }: AppState, settings: RehearsalSettings): readonly RehearsalUser[] {
  const users = new Set<User>([...accounts.methods()].map(({ user }) => user));
  return [...users].map(({ id, isPrimary, methods }) => ({
    appId,
    id: accounts.shownId(id),
    isPrimary,
    loginMethods: methods.map((method) => ({
      ...describeMethod(method, settings),
      recipeUserId: accounts.shownId(method.recipeUserId),
    })),
  }));
}

function describeMethod({ passwordHash, ...method }: LoginMethod, settings: RehearsalSettings): RehearsalLoginMethod {
  const { recipeId, recipeUserId, tenantIds, verified, email, phoneNumber, thirdParty } = method;
  const scheme = passwordHash === undefined ? undefined : hashFamily(passwordHash, settings);
  return {
    recipeId,
    recipeUserId,
    tenantId: tenantIds[0] ?? "public",
    ...(tenantIds.length > 1 ? { tenantIds } : {}),
    verified,
    ...defined({ email, phoneNumber, thirdParty, scheme }),
  };
}
