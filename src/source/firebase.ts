import { identifyHash } from "../hash/identify-hash.js";
import { buildProviderScrypt } from "../hash/provider-scrypt.js";
import { problem, type Result, refuse } from "../result.js";
import type { ServiceProfile } from "../service/profile.js";
import { assembleUser } from "./assemble-user.js";
import {
  emailField,
  type Fields,
  type Findings,
  flagField,
  isFields,
  listField,
  phoneField,
  refuseDisabled,
  textField,
  userIdField,
} from "./field.js";
import { type FieldTable, noteFieldsLeftOut } from "./field-table.js";
import type { FirebaseHashConfig } from "./firebase-hash-config.js";
import type { ReadUser, ThirdPartyLogin } from "./normalized-user.js";
import { type HashOrigin, type Password, readPassword } from "./read-password.js";

export interface FirebaseOptions {
  readonly hashConfig?: FirebaseHashConfig;
  readonly service: ServiceProfile;
  /** Import users that the old provider has disabled: they can then log in again. */
  readonly includeDisabled: boolean;
  /** Of hashes that are not Firebase's own, where the caller knows more than that Firebase verified them. */
  readonly origin: HashOrigin;
}

const USER: FieldTable = {
  read: new Set([
    ...["localId", "email", "emailVerified", "phoneNumber", "disabled"],
    ...["passwordHash", "salt", "passwordSalt", "version", "providerUserInfo", "mfaInfo"],
  ]),
  notCarried: new Set([
    ...["displayName", "photoUrl", "customAttributes", "tenantId", "screenName", "language", "timeZone"],
    ...["createdAt", "lastLoginAt", "lastSignedInAt", "lastRefreshAt", "passwordUpdatedAt", "validSince"],
    ...["customAuth", "emailLinkSignin", "initialEmail", "dateOfBirth"],
  ]),
};

const PROVIDER: FieldTable = {
  list: "providerUserInfo",
  read: new Set(["providerId", "rawId", "federatedId", "email"]),
  notCarried: new Set(["displayName", "photoUrl", "phoneNumber", "screenName"]),
};

export const FIREBASE_TABLES: readonly FieldTable[] = [USER, PROVIDER];

/** Firebase's provider IDs and the service's usual ones; others are kept as they are. */
const PROVIDERS: ReadonlyMap<string, string> = new Map([
  ["google.com", "google"],
  ["facebook.com", "facebook"],
  ["twitter.com", "twitter"],
  ["github.com", "github"],
  ["apple.com", "apple"],
  ["microsoft.com", "microsoft"],
  ["linkedin.com", "linkedin"],
  ["yahoo.com", "yahoo"],
]);

/** Entries of `providerUserInfo` that repeat the user's own e-mail address or phone number. */
const OWN_PROVIDERS: ReadonlySet<string> = new Set(["password", "phone", "emailLink"]);

/**
 * One user of `firebase auth:export` or of the Admin SDK.
 *
 * @see https://github.com/firebase/firebase-tools — src/accountExporter.ts
 */
export function readFirebaseUser(
  value: unknown,
  options: FirebaseOptions,
  findings: Findings,
): Result<ReadUser> {
  if (!isFields(value)) return refuse("user/not-an-object", "the record is not a JSON object");
  const externalUserId = userIdField(value, "localId", findings);
  const email = emailField(value, "email", findings);
  const phoneNumber = phoneField(value, "phoneNumber", findings);
  const emailVerified = flagField(value, "emailVerified", findings) && email !== undefined;
  refuseDisabled(value, options.includeDisabled, findings);
  noteFieldsLeftOut(value, USER, findings);
  const password = readUserPassword(value, options, findings);
  const thirdParty = readProviders(value, { email, emailVerified }, options.service, findings);
  if (listField(value, "mfaInfo", findings).length > 0) {
    findings.warnings.push(
      problem("user/second-factor-not-carried", "the second factor's secret is not in the export", {
        field: "mfaInfo",
      }),
    );
  }
  const parts = { externalUserId, email, emailVerified, phoneNumber, password, thirdParty, totp: [] };
  return assembleUser(parts, findings);
}

function readUserPassword(
  fields: Fields,
  options: FirebaseOptions,
  findings: Findings,
): Password | undefined {
  const hash = textField(fields, "passwordHash", findings);
  const salt = textField(fields, "salt", findings) ?? textField(fields, "passwordSalt", findings);
  if (hash === undefined) return undefined;
  if (isForeignHash(hash)) return readPassword(hash, options.origin, options.service, findings);
  refuseOlderVersion(fields, findings);
  const text = composeHash(hash, salt, options.hashConfig, findings);
  if (!text.ok) {
    findings.problems.push(...text.problems);
    return undefined;
  }
  return readPassword(text.value, { source: "firebase" }, options.service, findings);
}

/**
 * The account's parameters are those of hashes of version 0.
 *
 * @see https://github.com/firebase/firebase-tools — src/accountExporter.ts leaves other hashes out
 */
function refuseOlderVersion(fields: Fields, findings: Findings): void {
  const version = Object.hasOwn(fields, "version") ? (fields.version ?? 0) : 0;
  if (version === 0 || version === "0") return;
  findings.problems.push(
    problem("user/hash-version", "the hash is of another version than the account's hash parameters", {
      field: "version",
    }),
  );
}

/** Base64 whose first byte is not a dollar sign: what Firebase itself writes. */
const OWN_HASH = /^(?!J[A-P])[A-Za-z0-9+/_-]{1,2048}={0,2}$/;

/** A hash that was once imported into Firebase or made by its emulator, and not its own scrypt. */
function isForeignHash(hash: string): boolean {
  if (OWN_HASH.test(hash)) return false;
  const { wrapping, scheme, disposition } = identifyHash(hash);
  if (scheme === "unknown" || scheme === "ambiguous-digest") return false;
  return disposition !== "malformed" || wrapping !== null || hash.startsWith("$");
}

function composeHash(
  passwordHash: string,
  salt: string | undefined,
  config: FirebaseHashConfig | undefined,
  findings: Findings,
): Result<string> {
  if (config === undefined) {
    return refuse("source/hash-config-missing", "Firebase's hash parameters were not given", {
      field: "passwordHash",
    });
  }
  const { saltSeparator, rounds, memCost } = config;
  const built = buildProviderScrypt({ passwordHash, salt: salt ?? "", saltSeparator, rounds, memCost });
  if (built.ok) findings.changes.push(...repairsOf({ passwordHash, salt: salt ?? "" }, built.value));
  return built;
}

/** What building rewrote: the fields that are not in the string letter for letter. */
function repairsOf(given: { passwordHash: string; salt: string }, built: string) {
  const [, , passwordHash, salt] = built.split("$");
  const canonical = { passwordHash, salt };
  return (["passwordHash", "salt"] as const)
    .filter((field) => given[field] !== canonical[field])
    .map((field) => ({
      kind: /[-_]/.test(given[field]) ? ("alphabet-converted" as const) : ("padding-added" as const),
      message: `base64 of ${field} was written in the standard alphabet with padding`,
      field,
    }));
}

function readProviders(
  fields: Fields,
  own: { email: string | undefined; emailVerified: boolean },
  service: ServiceProfile,
  findings: Findings,
): readonly ThirdPartyLogin[] {
  const logins: ThirdPartyLogin[] = [];
  for (const entry of listField(fields, "providerUserInfo", findings)) {
    if (!isFields(entry)) {
      findings.problems.push(
        problem("user/field-wrong-type", "an entry of providerUserInfo is not an object", {
          field: "providerUserInfo",
        }),
      );
      continue;
    }
    noteFieldsLeftOut(entry, PROVIDER, findings);
    const login = readProvider(entry, own, service, findings);
    if (login !== undefined) logins.push(login);
  }
  return logins;
}

function readProvider(
  entry: Fields,
  own: { email: string | undefined; emailVerified: boolean },
  { limits }: ServiceProfile,
  findings: Findings,
): ThirdPartyLogin | undefined {
  const providerId = textField(entry, "providerId", findings);
  if (providerId !== undefined && OWN_PROVIDERS.has(providerId)) return undefined;
  const thirdPartyUserId = textField(entry, "rawId", findings) ?? textField(entry, "federatedId", findings);
  if (providerId === undefined || thirdPartyUserId === undefined) {
    findings.problems.push(
      problem("user/third-party-incomplete", "a social login lacks providerId or rawId", {
        field: "providerUserInfo",
      }),
    );
    return undefined;
  }
  const thirdPartyId = PROVIDERS.get(providerId) ?? providerId;
  findings.identify("third-party", `${thirdPartyId}\n${thirdPartyUserId}`);
  if (thirdPartyId.length > limits.thirdPartyId || thirdPartyUserId.length > limits.thirdPartyUserId) {
    findings.problems.push(
      problem("user/third-party-too-long", "the service does not keep an ID this long of a social login", {
        field: "providerUserInfo",
      }),
    );
    return undefined;
  }
  const email = emailField(entry, "email", findings) ?? own.email;
  if (email === undefined) {
    findings.problems.push(
      problem(
        "user/third-party-email-missing",
        "a social login has no e-mail address, which the import call requires",
        { field: "providerUserInfo" },
      ),
    );
    return undefined;
  }
  const isVerified = own.emailVerified && email.toLowerCase() === own.email?.toLowerCase();
  return { thirdPartyId, thirdPartyUserId, email, isVerified };
}
