import { encodeBase64 } from "../../lib/base64.js";
import { hexBytes } from "../../lib/hex.js";
import { noteIncompleteHash, noteMissingHash, noteUnreadAlgorithm, statedBy } from "../fields/composed-hash.js";
import { isFields } from "../fields/field.js";
import { called } from "../system/place.js";
import { type Password, type Row, read, type ThirdPartyLogin, type TotpEnrolment } from "../system/row.js";
import { hold } from "../system/rules.js";
import { IN_BOTH_CASES } from "../system/spelling.js";
import { type About, fromPostgres, system } from "../system/system.js";
import { yes } from "../system/tests.js";
import { legacyHash } from "./logto/legacy-hash.js";

/**
 * The table `users` of Logto's database, or the users that its management interface lists, which have no hashes.
 *
 * @see https://github.com/logto-io/logto — packages/schemas/tables/users.sql
 */
export const LOGTO = /* @__PURE__ */ system("logto", {
  title: "Logto",
  comparedWith:
    "v1.42.0 of 2026-07-30: logto-io/logto: packages/schemas/tables/users.sql, packages/schemas/src/foundations/jsonb-types/users.ts",
  howToExport: fromPostgres(["users"], "The interface lists users without hashes."),
  spelling: IN_BOTH_CASES,
  users: { tables: "users", columns: ["id primaryEmail"], isAlone: true },
  user: {
    id: "id",
    // Logto has no mark of verification; an administrator may have typed the address.
    email: called("email", "primaryEmail"),
    phones: read("primaryPhone", (user) => user.phones("primaryPhone", false, { isWithoutPlus: true })),
    userName: "username",
    hash: read("passwordEncrypted passwordEncryptionMethod hasPassword", readHash),
  },
  rules: [hold("disabled", yes("isSuspended"))],
  logins: [read("identities", readIdentities)],
  factors: [read("mfaVerifications mfaVerificationFactors", readFactors)],
  joined: "createdAt",
  lastLogin: "lastSignInAt",
  mustReset: "isPasswordExpired",
  notCarried: `tenantId name avatar profile applicationId customData logtoConfig updatedAt passwordUpdatedAt
    ssoIdentities cimdClientId`,
  likeness: { sure: ["id primaryEmail isSuspended"] },
});

/** Methods whose texts say what they are. */
const READ_METHODS = { Argon2d: ["argon2d"], Argon2i: ["argon2i"], Argon2id: ["argon2id"], Bcrypt: ["bcrypt"] };
/** LDAP's names for digests of the password alone, which Logto keeps in hexadecimal. */
const DIGESTS = { MD5: "MD5", SHA1: "SHA", SHA256: "SHA256" };

function readHash(user: Row): Password | undefined {
  const { findings } = user;
  const text = user.text("passwordEncrypted");
  const method = user.text("passwordEncryptionMethod");
  if (text === undefined) {
    const hasPassword = user.writtenFlag("hasPassword") === true;
    const message = "the list of users has no hash of the user's password";
    if (hasPassword) noteMissingHash("passwordEncrypted", message, findings);
    return undefined;
  }
  if (method !== undefined && Object.hasOwn(DIGESTS, method)) {
    const digest = hexBytes(text);
    if (digest === null) return noteIncompleteHash("passwordEncrypted", findings);
    return user.hash(`{${DIGESTS[method as keyof typeof DIGESTS]}}${encodeBase64(digest)}`);
  }
  if (method === "Legacy") return user.hash(() => legacyHash(text, findings));
  const stated = statedBy(READ_METHODS, method);
  if (stated !== undefined) return user.statedHash(text, stated, "passwordEncryptionMethod");
  return noteUnreadAlgorithm("by the method", method, "passwordEncryptionMethod", findings);
}

function readIdentities(user: Row, { emails }: About): readonly ThirdPartyLogin[] {
  return Object.entries(user.jsonObject("identities")?.fields ?? {}).flatMap(([provider, value]) => {
    const identity = user.of(isFields(value) ? value : {});
    const { details } = identity.fields;
    const email = isFields(details) ? user.of(details).email("email") : undefined;
    return user.login({ provider, userId: identity.text("userId"), email, field: "identities" }, emails);
  });
}

function readFactors(user: Row): readonly TotpEnrolment[] {
  const said = user.json("mfaVerifications");
  // The interface names the kinds alone.
  const kinds = user.json("mfaVerificationFactors");
  const named = said === undefined && Array.isArray(kinds) ? kinds.filter((kind) => kind !== "BackupCode") : [];
  for (const _ of named) user.factorNotCarried("mfaVerificationFactors");
  return (Array.isArray(said) ? said.filter(isFields) : []).flatMap((factor) => {
    const secret = user.of(factor).text("key");
    if (factor.type === "Totp" && secret !== undefined) {
      return user.factor({ field: "mfaVerifications", secret, encoding: "base32" });
    }
    if (factor.type === "BackupCode") user.leaveOut("recovery codes");
    else user.factorNotCarried(factor.type === "WebAuthn" ? "mfaVerifications (webauthn)" : "mfaVerifications");
    return [];
  });
}
