/** The most characters that a service stores of each field; `Infinity` where it has no limit. */
export interface ServiceLimits {
  readonly passwordHash: number;
  readonly email: number;
  readonly userId: number;
  readonly totpSecret: number;
  readonly deviceName: number;
  readonly thirdPartyId: number;
  readonly thirdPartyUserId: number;
}

/** Names of the built-in service profiles. */
export type ServiceProfileName = "default" | "supertokens";

/**
 * The wire names and limits of a deployment of the service. `default` is the
 * published interface; `supertokens` is the public core that speaks it.
 */
export interface ServiceProfile {
  readonly name: string;
  /** Value of `hashingAlgorithm` for provider-scrypt on the hash import (4.7). */
  readonly providerScryptAlgorithm: string;
  /** Configuration key that holds the signer key (2.4 rule 3). */
  readonly signerKeySetting: string;
  readonly signerKeyEnvironmentVariable: string;
  /** Name of the field that names the user on the passwordless update (4.4). */
  readonly updateUserIdField: "userId" | "recipeUserId";
  /**
   * Sent as `cdi-version` when set: the lowest version that has every call. Without it the newest
   * version of the core that answers would apply. 5.1 is spoken by cores from 9.1.0 on; in 5.0 the
   * core still refuses logins that calls, deprecated since, have switched off.
   */
  readonly interfaceVersion?: string;
  /** What the service stores; longer text is refused before it is sent. In characters. */
  readonly limits: ServiceLimits;
  /** Faults of the service's provider-scrypt parser that a string must avoid. */
  readonly providerScryptParser: {
    readonly refusesEmptySeparator: boolean;
    readonly cutsSeparatorAfterSEquals: boolean;
    /** Passwords are read as US-ASCII, so users with other characters can't log in. */
    readonly asciiPasswordsOnly: boolean;
  };
  /**
   * How the service keeps and compares phone numbers: as they are sent, or in the form that Google's
   * libphonenumber gives them, in which a trunk zero after the country code is gone.
   */
  readonly phoneNumbers: "as-sent" | "libphonenumber";
  /** The only TOTP parameters that the service verifies. */
  readonly totp: { readonly algorithm: "SHA1"; readonly digits: 6 };
  /** Whether the service always names the user it made. */
  readonly namesUsers?: boolean;
  /** Paths of the calls that the service has besides those of the interface. */
  readonly administration?: AdministrationPaths;
  /** What the service calls its paid features, where it can list those that are enabled. */
  readonly paidFeatures?: { readonly totp: string; readonly linking: string };
}

/**
 * Paths of calls that are not part of the interface; a service does not have those that are left out.
 * `bulkUsers` queues users for the bulk import and lists those that are queued or failed.
 */
export type AdministrationPaths = Readonly<
  Partial<
    Record<
      | "listVersions"
      | "listFeatures"
      | "findUsers"
      | "findUser"
      | "signIn"
      | "signUp"
      | "verifyTotp"
      | "listSessions"
      | "deleteUser"
      | "listDevices"
      | "removeDevice"
      | "listRoles"
      | "listUserRoles"
      | "createVerificationToken"
      | "verifyEmail"
      | "unverifyEmail"
      | "bulkUsers"
      | "countBulkUsers"
      | "removeBulkUsers",
      string
    >
  >
>;

/** What a service makes of hashes. */
export type HashFacts = Pick<ServiceProfile, "name" | "providerScryptAlgorithm" | "limits" | "providerScryptParser">;

const ANY = Number.POSITIVE_INFINITY;

/** Apart from the other facts: a bundle that normalises hashes needs no more than this. */
const HASH_FACTS: Readonly<Record<ServiceProfileName, HashFacts>> = {
  default: {
    name: "default",
    providerScryptAlgorithm: "provider_scrypt",
    limits: {
      passwordHash: ANY,
      email: ANY,
      userId: ANY,
      totpSecret: ANY,
      deviceName: ANY,
      thirdPartyId: ANY,
      thirdPartyUserId: ANY,
    },
    providerScryptParser: {
      refusesEmptySeparator: false,
      cutsSeparatorAfterSEquals: false,
      asciiPasswordsOnly: false,
    },
  },
  supertokens: {
    name: "supertokens",
    providerScryptAlgorithm: "firebase_scrypt",
    limits: {
      passwordHash: 256,
      email: 256,
      userId: 128,
      totpSecret: 256,
      deviceName: 256,
      thirdPartyId: 28,
      thirdPartyUserId: 256,
    },
    providerScryptParser: {
      refusesEmptySeparator: true,
      cutsSeparatorAfterSEquals: true,
      asciiPasswordsOnly: true,
    },
  },
};

/** The built-in service profiles: `default`, the published interface, and `supertokens`, the public core. */
export const SERVICE_PROFILES: Readonly<Record<ServiceProfileName, ServiceProfile>> = /* @__PURE__ */ withHashFacts({
  default: {
    signerKeySetting: "provider_password_hashing_signer_key",
    signerKeyEnvironmentVariable: "PROVIDER_PASSWORD_HASHING_SIGNER_KEY",
    updateUserIdField: "userId",
    phoneNumbers: "as-sent",
    totp: { algorithm: "SHA1", digits: 6 },
  },
  supertokens: {
    signerKeySetting: "firebase_password_hashing_signer_key",
    signerKeyEnvironmentVariable: "FIREBASE_PASSWORD_HASHING_SIGNER_KEY",
    updateUserIdField: "recipeUserId",
    interfaceVersion: "5.1",
    phoneNumbers: "libphonenumber",
    namesUsers: true,
    totp: { algorithm: "SHA1", digits: 6 },
    administration: {
      listVersions: "/apiversion",
      listFeatures: "/ee/featureflag",
      findUsers: "/users/by-accountinfo",
      findUser: "/user/id",
      signIn: "/recipe/signin",
      signUp: "/recipe/signup",
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
});

type OtherFacts = Omit<ServiceProfile, keyof HashFacts>;

function withHashFacts(others: Readonly<Record<ServiceProfileName, OtherFacts>>) {
  return {
    default: { ...HASH_FACTS.default, ...others.default },
    supertokens: { ...HASH_FACTS.supertokens, ...others.supertokens },
  };
}

/** The profile itself, given by name or as the caller's own. A name of no profile is a caller's bug. */
export function resolveServiceProfile(service: ServiceProfileName | ServiceProfile = "default"): ServiceProfile {
  return isOwn(service) ? service : rowOf(SERVICE_PROFILES, service);
}

/** Whether a service has a call beside those of the interface. */
export function hasCall(
  service: ServiceProfileName | ServiceProfile | undefined,
  call: keyof AdministrationPaths,
): boolean {
  return resolveServiceProfile(service).administration?.[call] !== undefined;
}

/** The same with no more than `HASH_FACTS`. */
export function hashFactsOf(service: ServiceProfileName | HashFacts = "default"): HashFacts {
  return isOwn(service) ? service : rowOf(HASH_FACTS, service);
}

function isOwn<Facts extends HashFacts>(service: ServiceProfileName | Facts): service is Facts {
  return typeof service === "object" && typeof service?.limits === "object";
}

function rowOf<Row>(rows: Readonly<Record<ServiceProfileName, Row>>, name: ServiceProfileName): Row {
  if (Object.hasOwn(HASH_FACTS, name)) return rows[name];
  throw new TypeError(`service must be one of ${Object.keys(HASH_FACTS).join(", ")}, or a profile`);
}
