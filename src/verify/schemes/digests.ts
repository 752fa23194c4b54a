import { createHash, createHmac } from "node:crypto";
import type { Scheme } from "../../hash/scheme.js";
import { base64Bytes } from "../../lib/base64.js";
import { DIGEST_BYTES, type DigestName } from "../../lib/digest-bytes.js";
import { type Result, success } from "../../result.js";
import { equalBytes } from "../constant-time.js";
import { field, hexBytes, malformed } from "../fields.js";
import type { Groups, Plan, Planner } from "../plan.js";

/** One digest of the password, plain, salted or keyed: systems without iterations. */
export const DIGESTS: Readonly<Record<string, Planner>> = {
  ...Object.fromEntries(
    (["md5", "sha1", "sha256", "sha384", "sha512"] as const).flatMap((digest) => [
      [`ldap-${digest}`, ldap(digest, false)],
      [`ldap-salted-${digest}`, ldap(digest, true)],
    ]),
  ),
  "django-md5": djangoOrWerkzeug("md5"),
  "django-sha1": djangoOrWerkzeug("sha1"),
  "werkzeug-hmac": werkzeug,
  "mediawiki-md5": mediawiki,
  "source-md5": suffixSalted("md5"),
  "source-sha1": suffixSalted("sha1"),
  "joomla-md5": suffixSalted("md5"),
  "joomla-sha256": suffixSalted("sha256"),
  "spring-md5": suffixSalted("md5"),
  "spring-sha1": suffixSalted("sha1"),
  "spring-sha256": suffixSalted("sha256"),
  "spring-ldap-sha1": ldap("sha1", false),
  "spring-ldap-salted-sha1": ldap("sha1", true),
  "request-tracker-sha512": requestTracker,
  "mosquitto-sha512": mosquitto,
  "kratos-md5": ldap("md5", false),
  ...Object.fromEntries(
    (["md5", "sha1", "sha256", "sha512"] as const).map((digest) => [
      `kratos-formatted-${digest}`,
      formatted(digest),
    ]),
  ),
  "kratos-hmac": kratosHmac,
  authme: twice("sha256"),
  "vbulletin-md5": twice("md5"),
  "woltlab-vbulletin-md5": twice("md5"),
  "xenforo-sha1": twice("sha1"),
  "xenforo-sha256": twice("sha256"),
};

/** The digest of the password with the salt, where there is one, behind it. */
function suffixSalted(digest: DigestName): Planner {
  return (groups) => {
    const expected = hexBytes(field(groups, "digest"));
    // Spring's enters the digest with its braces.
    const salt = groups.salt ?? groups.bracedSalt ?? "";
    return plan(digest, (password) =>
      equalBytes(createHash(digest).update(password).update(salt).digest(), expected),
    );
  };
}

/** The salt is used as the text that it is, and stands in front. */
function requestTracker(groups: Groups): Result<Plan> {
  const salt = field(groups, "salt");
  const expected = base64Field(groups, "base64Digest");
  return plan("sha512", (password) =>
    equalBytes(createHash("sha512").update(salt).update(password).digest(), expected),
  );
}

/** SHA-512 of the password and then the salt's bytes. */
function mosquitto(groups: Groups): Result<Plan> {
  const [salt, expected] = [base64Field(groups, "salt"), base64Field(groups, "digest")];
  return plan("sha512", (password) =>
    equalBytes(createHash("sha512").update(password).update(salt).digest(), expected),
  );
}

/** Ory Kratos': salt and password stand where the format says, each put in once. */
function formatted(digest: DigestName): Planner {
  return (groups) => {
    const format = Buffer.from(base64Field(groups, "format")).toString("latin1");
    const salt = Buffer.from(base64Field(groups, "salt")).toString("latin1");
    const expected = base64Field(groups, "digest");
    return plan(digest as Scheme, (password) => {
      const typed = Buffer.from(password).toString("latin1");
      const filled = format.replace(/\{SALT\}|\{PASSWORD\}/g, (name) => (name === "{SALT}" ? salt : typed));
      return equalBytes(createHash(digest).update(filled, "latin1").digest(), expected);
    });
  };
}

/** Ory Kratos': the text holds the hexadecimal digits of the HMAC, and its key. */
function kratosHmac(groups: Groups): Result<Plan> {
  const digest = field(groups, "hash") as DigestName;
  const [expected, key] = [base64Field(groups, "digest"), base64Field(groups, "key")];
  return plan("hmac", (password) =>
    equalBytes(Buffer.from(createHmac(digest, key).update(password).digest("hex")), expected),
  );
}

function base64Field(groups: Groups, name: string): Uint8Array {
  return base64Bytes(field(groups, name)) ?? new Uint8Array();
}

/** The digest of the password's hexadecimal digest with the salt behind it. */
function twice(digest: DigestName): Planner {
  return (groups) => {
    const salt = field(groups, "salt");
    const expected = hexBytes(field(groups, "digest"));
    return plan(digest, (password) =>
      equalBytes(
        createHash(digest)
          .update(createHash(digest).update(password).digest("hex") + salt)
          .digest(),
        expected,
      ),
    );
  };
}

/** The digest of the password and then the salt, which stands behind it in the value. */
function ldap(digest: DigestName, salted: boolean): Planner {
  return (groups) => {
    const value = ldapValue(groups);
    const least = DIGEST_BYTES[digest] + (salted ? 1 : 0);
    if (value === null || value.length < least || (!salted && value.length > least)) {
      return malformed("the value is damaged or has another length than its digest");
    }
    const expected = value.slice(0, DIGEST_BYTES[digest]);
    const salt = value.slice(DIGEST_BYTES[digest]);
    return plan(digest, (password) =>
      equalBytes(createHash(digest).update(password).update(salt).digest(), expected),
    );
  };
}

/** Dovecot's suffixes name the encoding; without one it is base64, or hexadecimal by its length. */
function ldapValue(groups: Groups): Uint8Array | null {
  const hex = groups.hex ?? groups.suffixedHex;
  if (hex !== undefined) return hexBytes(hex);
  return base64Bytes(groups.base64 ?? groups.suffixedBase64 ?? "");
}

/**
 * Django's digest of salt and password, and Werkzeug's HMAC under the salt, have one
 * layout. Both are tried, unless the source says which it is; either is as hard to guess.
 */
function djangoOrWerkzeug(digest: "md5" | "sha1"): Planner {
  return (groups, { source }) => {
    const salt = field(groups, "salt");
    const expected = hexBytes(field(groups, "digest"));
    return plan(digest, (password) => {
      const django = equalBytes(createHash(digest).update(salt).update(password).digest(), expected);
      const keyed = salt !== "" && equalBytes(createHmac(digest, salt).update(password).digest(), expected);
      if (source === "django") return django;
      if (source === "werkzeug" && salt !== "") return keyed;
      return django || keyed;
    });
  };
}

function werkzeug(groups: Groups): Result<Plan> {
  const digest = field(groups, "hash") as DigestName;
  const expected = hexBytes(field(groups, "digest"));
  const key = field(groups, "salt");
  return plan("hmac", (password) => equalBytes(createHmac(digest, key).update(password).digest(), expected));
}

function mediawiki(groups: Groups): Result<Plan> {
  const expected = hexBytes(field(groups, "digest"));
  return plan("md5", (password) => equalBytes(mediawikiMd5(password, groups.salt), expected));
}

/** `:A:` is the MD5 of the password, `:B:` that of the salt, a dash and the hexadecimal of the former. */
export function mediawikiMd5(password: Uint8Array, salt: string | undefined): Buffer {
  const bare = createHash("md5").update(password).digest();
  if (salt === undefined) return bare;
  return createHash("md5")
    .update(`${salt}-${bare.toString("hex")}`)
    .digest();
}

function plan(scheme: Scheme, matches: (password: Uint8Array) => boolean): Result<Plan> {
  return success({
    scheme,
    parameters: {},
    memoryBytes: 0,
    needsRehash: true,
    matches: async (password) => matches(password),
  });
}
