import { HASH_FACTS } from "./hash-facts.js";
import { requireProfileName, type ServiceProfileName } from "./limits.js";
import type { ServiceProfile } from "./service-profile.js";

export type { ServiceLimits, ServiceProfileName } from "./limits.js";
export type { AdministrationPaths, ServiceProfile } from "./service-profile.js";

/** The built-in service profiles: `default`, the published interface, and `supertokens`, the public core. */
export const SERVICE_PROFILES: Readonly<Record<ServiceProfileName, ServiceProfile>> = {
  default: {
    ...HASH_FACTS.default,
    signerKeySetting: "provider_password_hashing_signer_key",
    signerKeyEnvironmentVariable: "PROVIDER_PASSWORD_HASHING_SIGNER_KEY",
    updateUserIdField: "userId",
    phoneNumbers: "as-sent",
    totp: { algorithm: "SHA1", digits: 6 },
  },
  supertokens: {
    ...HASH_FACTS.supertokens,
    signerKeySetting: "firebase_password_hashing_signer_key",
    signerKeyEnvironmentVariable: "FIREBASE_PASSWORD_HASHING_SIGNER_KEY",
    updateUserIdField: "recipeUserId",
    interfaceVersion: "5.1",
    phoneNumbers: "libphonenumber",
    totp: { algorithm: "SHA1", digits: 6 },
    administration: {
      listVersions: "/apiversion",
      listFeatures: "/ee/featureflag",
      findUsers: "/users/by-accountinfo",
      findUser: "/user/id",
      signIn: "/recipe/signin",
      verifyTotp: "/recipe/totp/verify",
      listSessions: "/recipe/session/user",
      deleteUser: "/user/remove",
      listDevices: "/recipe/totp/device/list",
      removeDevice: "/recipe/totp/device/remove",
      listRoles: "/recipe/roles",
      listUserRoles: "/recipe/user/roles",
      createVerificationToken: "/recipe/user/email/verify/token",
      verifyEmail: "/recipe/user/email/verify",
      unverifyEmail: "/recipe/user/email/verify/remove",
      bulkUsers: "/bulk-import/users",
      countBulkUsers: "/bulk-import/users/count",
      removeBulkUsers: "/bulk-import/users/remove",
    },
    paidFeatures: { totp: "mfa", linking: "account_linking" },
  },
};

/** The profile itself, whether it was given by name or as one of the caller's own. */
export function resolveServiceProfile(
  service: ServiceProfileName | ServiceProfile = "default",
): ServiceProfile {
  if (typeof service !== "string") return service;
  requireProfileName(service);
  return SERVICE_PROFILES[service];
}
