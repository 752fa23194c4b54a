import { encodeBase64 } from "../../lib/base64.js";
import { hexBytes } from "../../lib/hex.js";
import { noteIncompleteHash, noteUnknownAlgorithm } from "../fields/composed-hash.js";
import { idText } from "../fields/field.js";
import { type Password, type Row, read } from "../system/row.js";
import { factorNotCarried, hold } from "../system/rules.js";
import { howTo, system } from "../system/system.js";
import { all, flag, has, not } from "../system/tests.js";

/**
 * Users that Appwrite's interface for servers lists, joined with their identities.
 *
 * @see https://github.com/appwrite/appwrite — src/Appwrite/Utopia/Response/Model/User.php, Identity.php, Algo….php
 */
export const APPWRITE = /* @__PURE__ */ system("appwrite", {
  title: "Appwrite",
  comparedWith:
    "1.9.6 of 2026-07-22: appwrite/appwrite: src/Appwrite/Utopia/Response/Model, app/config/collections/common.php",
  howToExport: howTo(
    [
      'curl -H "X-Appwrite-Project: PROJECT" -H "X-Appwrite-Key: $APPWRITE_KEY" \\',
      '  "https://HOST/v1/users?queries[]=%7B%22method%22:%22limit%22,%22values%22:[100]%7D" > users.json',
      "# the same with /v1/users/identities > identities.json, then: --join identities.json",
    ],
    "Least privileges: a key of the project with the scope users.read. Each answer has at most as many users as its " +
      "limit says; ask for the next ones with the query cursorAfter and the last user's ID, and put the lists together, " +
      "or give them as one JSON object a line. Secrets of second factors are in no answer.",
  ),
  users: { tables: "", columns: ["$id emailVerification"] },
  keys: "identities",
  user: {
    id: "$id",
    email: "email",
    verified: flag("emailVerification"),
    phone: { at: "phone", verified: flag("phoneVerification") },
    hash: read("password hash hashOptions", readPassword),
  },
  rules: [
    hold("disabled", all(has("status"), not(flag("status")))),
    // The switch of the account, whatever factors the user has enrolled.
    factorNotCarried(flag("mfa")),
  ],
  parts: [
    {
      name: "identities",
      tables: "",
      columns: ["userId provider providerUid"],
      key: "userId",
      login: { provider: "provider", userId: "providerUid", email: "providerEmail", field: "identities" },
      alsoRead: "$id",
      notCarried: "$createdAt $updatedAt $sequence providerAccessTokenExpiry",
      secrets: "providerAccessToken providerRefreshToken",
    },
  ],
  joined: "registration $createdAt",
  notCarried: `$updatedAt $sequence name labels passwordUpdate prefs targets accessedAt emailCanonical emailIsFree
    emailIsDisposable emailIsCorporate emailIsCanonical impersonator impersonatorUserId`,
  likeness: {
    sure: ["$id emailVerification phoneVerification"],
    sureOfSome: ["userId providerUid providerAccessToken"],
  },
});

type Reading = (hash: string, options: Row) => Password | undefined;

/** Appwrite's names of hashers; it keeps the hashes of users that came from elsewhere until their next login. */
const HASHERS: Readonly<Record<string, Reading>> = {
  argon2: ofScheme("argon2"),
  bcrypt: ofScheme("bcrypt"),
  // Its class writes bcrypt as well, unless it is told to write portable hashes.
  phpass: ofScheme("phpass", "bcrypt"),
  md5: (hash, options) => ofDigest(hash, "MD5", options),
  sha: readSha,
  scrypt: readScrypt,
  scryptMod: readFirebaseScrypt,
};

/** A whole string. The options are the project's, and PHP does not know those of argon2: every hash has PHP's own costs. */
function ofScheme(...is: readonly string[]): Reading {
  return (hash, options) => options.statedHash(hash, { is }, "hash");
}

function readPassword(user: Row): Password | undefined {
  const hash = user.text("password");
  if (hash === undefined) return undefined;
  const name = user.text("hash") ?? "";
  const read = Object.hasOwn(HASHERS, name) ? HASHERS[name] : undefined;
  if (read === undefined) return noteUnknownAlgorithm("hash", user.findings);
  return read(hash, user.jsonObject("hashOptions") ?? user.of({}));
}

/** LDAP's spelling of a digest of the password alone. */
function ofDigest(digits: string, name: string, options: Row): Password | undefined {
  const digest = hexBytes(digits);
  if (digest === null) return noteIncompleteHash("password", options.findings);
  return options.hash(`{${name}}${encodeBase64(digest)}`);
}

const LDAP_NAMES: Readonly<Record<string, string>> = {
  sha1: "SHA",
  sha256: "SHA256",
  sha384: "SHA384",
  sha512: "SHA512",
};

function readSha(hash: string, options: Row): Password | undefined {
  const version = options.text("version") ?? "";
  const name = Object.hasOwn(LDAP_NAMES, version) ? LDAP_NAMES[version] : undefined;
  if (name === undefined) return noteUnknownAlgorithm("hashOptions.version", options.findings);
  return ofDigest(hash, name, options);
}

/** Werkzeug's spelling: costs, salt as text, and digits. What Appwrite calls `costCpu` is N, and `costMemory` r. */
function readScrypt(hash: string, options: Row): Password | undefined {
  const [n, r, p] = ["costCpu", "costMemory", "costParallel"].map((name) => idText(options.own(name)));
  const salt = options.text("salt");
  if (n === undefined || r === undefined || p === undefined || salt === undefined) {
    return noteIncompleteHash("hashOptions", options.findings);
  }
  return options.hash(`scrypt:${n}:${r}:${p}$${salt}$${hash}`);
}

/** Firebase's scrypt, in the spelling that has the signer key of the project that the user came from. */
function readFirebaseScrypt(hash: string, options: Row): Password | undefined {
  const parts = ["salt", "saltSeparator", "signerKey"].map((name) => options.text(name));
  if (parts.includes(undefined)) return noteIncompleteHash("hashOptions", options.findings);
  const [salt, separator, signerKey] = parts;
  return options.hash(`$fbscrypt$v=1,n=14,r=8,p=1,ss=${separator},sk=${signerKey}$${salt}$${hash}`);
}
