import type { ServiceProfile } from "../service/profile.js";
import type { AccountStore, RecipeId } from "./account-store.js";
import type { BulkStore } from "./bulk/bulk-store.js";
import type { CodeStore } from "./code-store.js";
import type { BulkFault, RehearsalFault } from "./faults.js";
import { type InterfaceVersion, isAtLeast } from "./interface-version.js";
import type { Input } from "./read-input.js";
import { Refusal } from "./refusal.js";
import type { SessionStore } from "./sessions/session-store.js";
import type { KnownTenants } from "./tenants.js";
import type { TotpStore } from "./totp-store.js";
import type { RoleStore } from "./users/role-store.js";
import type { VerificationStore } from "./verification/verification-store.js";

/** Whether a password belongs to a stored hash. */
export type VerifyStoredPassword = (
  password: string,
  passwordHash: string,
  signerKey: string | undefined,
) => Promise<boolean>;

export interface RehearsalSettings {
  readonly profile: ServiceProfile;
  readonly apiKeys: readonly string[];
  readonly signerKey: string | undefined;
  readonly isLicensed: boolean;
  readonly codeLifetimeMs: number;
  readonly maxCodeInputAttempts: number;
  /** Versions of the interface that are spoken, oldest first. */
  readonly versions: readonly string[];
  readonly tenants: KnownTenants;
  readonly faults: readonly RehearsalFault[];
  readonly bulk: { readonly delayMs: number; readonly faults: readonly BulkFault[] };
  readonly disabledRecipes: ReadonlySet<RecipeId>;
  readonly now: () => number;
  readonly verify: VerifyStoredPassword;
}

export interface AppState {
  readonly accounts: AccountStore;
  readonly codes: CodeStore;
  readonly totp: TotpStore;
  readonly verification: VerificationStore;
  readonly sessions: SessionStore;
  readonly roles: RoleStore;
  readonly bulk: BulkStore;
  /** What applications keep of users, by any text that they call a user. */
  readonly metadata: Map<string, Readonly<Record<string, unknown>>>;
}

export interface CallContext extends AppState {
  readonly settings: RehearsalSettings;
  readonly appId: string;
  readonly tenantId: string;
  readonly version: InterfaceVersion;
  /** The request header `rid`. */
  readonly recipe: string | null;
  readonly query: URLSearchParams;
  readonly input: Input;
}

/** A JSON object to be sent with HTTP status 200. */
export type Answer = Readonly<Record<string, unknown>>;

export type Handler = (context: CallContext) => Answer | Promise<Answer>;

/** Whether the profile follows the published interface to the letter, or the core in the wild. */
export const followsInterface = ({ profile }: RehearsalSettings): boolean => profile.interfaceVersion === undefined;

const RECIPE_NAMES: Readonly<Record<RecipeId, string>> = {
  emailpassword: "Email password",
  passwordless: "Passwordless",
  thirdparty: "Third Party",
};

export function requireRecipe({ settings }: CallContext, recipeId: RecipeId): void {
  if (!settings.disabledRecipes.has(recipeId)) return;
  throw new Refusal(403, `${RECIPE_NAMES[recipeId]} login not enabled for tenant`);
}

/** The interface says `userId`; the core asks for `recipeUserId` from version 4.0 on. */
export function updatedIdField({ settings, version }: CallContext): string {
  if (followsInterface(settings)) return settings.profile.updateUserIdField;
  return isAtLeast(version, [4, 0]) ? "recipeUserId" : "userId";
}
