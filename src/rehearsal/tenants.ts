import type { RecipeId } from "./account-store.js";
import type { Answer, CallContext, RehearsalSettings } from "./call-context.js";
import { badRequest, type Refusal } from "./refusal.js";

const PUBLIC = "public";

/** Applications and tenants that exist; undefined where every one does. */
export type KnownTenants = ReadonlySet<string> | undefined;

/**
 * Reads names as the paths of calls have them: `t1`, `appid-shop`, `appid-shop/t1`. The application
 * `public` exists always, and each application has a tenant `public`.
 */
export function knownTenants(names: readonly string[] | undefined): KnownTenants {
  if (names === undefined) return undefined;
  const known = names.flatMap((name) => {
    const [first = "", tenant = PUBLIC] = name.toLowerCase().split("/");
    if (!first.startsWith(APP)) return [keyOf(PUBLIC, first)];
    const appId = first.slice(APP.length);
    return [keyOf(appId, PUBLIC), keyOf(appId, tenant)];
  });
  return new Set([keyOf(PUBLIC, PUBLIC), ...known]);
}

const APP = "appid-";
const keyOf = (appId: string, tenantId: string): string => `${appId}/${tenantId}`;

export function existsTenant({ tenants }: RehearsalSettings, appId: string, tenantId: string): boolean {
  return tenants === undefined || tenants.has(keyOf(appId, tenantId));
}

/** The text of `TenantOrAppNotFoundException.java`; this service has no domains of its own. */
export const unknownTenant = (appId: string, tenantId: string): Refusal =>
  badRequest(
    "AppId or tenantId not found => Tenant with the following connectionURIDomain, appId and tenantId " +
      `combination not found: (, ${appId}, ${tenantId})`,
  );

/** How the ways to log in are called as first factors (`TenantConfig.java`). */
const FIRST_FACTORS = {
  emailpassword: ["emailpassword"],
  thirdparty: ["thirdparty"],
  passwordless: ["otp-email", "otp-phone", "link-email", "link-phone"],
} as const;

/** `GET /recipe/multitenancy/tenant/v2`, with no provider configured (`TenantConfig.java`). */
export function describeTenant({ settings, appId, tenantId }: CallContext): Answer {
  if (!existsTenant(settings, appId, tenantId)) return { status: "TENANT_NOT_FOUND_ERROR" };
  const { disabledRecipes } = settings;
  const all = Object.entries(FIRST_FACTORS) as readonly [RecipeId, readonly string[]][];
  const firstFactors = all.flatMap(([recipe, factors]) => (disabledRecipes.has(recipe) ? [] : factors));
  return {
    tenantId,
    thirdParty: { providers: [] },
    ...(disabledRecipes.size === 0 ? {} : { firstFactors }),
    coreConfig: {},
    status: "OK",
  };
}
