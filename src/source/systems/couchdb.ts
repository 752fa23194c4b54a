import { utf8 } from "../../lib/bytes.js";
import { hexBytes } from "../../lib/hex.js";
import { composePbkdf2, countOf, noteIncompleteHash, noteUnreadAlgorithm } from "../fields/composed-hash.js";
import { declared } from "../system/hashes.js";
import { type Password, type Row, read } from "../system/row.js";
import { howTo, system } from "../system/system.js";

/** What CouchDB calls the digest that PBKDF2 is made with; releases before 3.4 name none. */
const DIGESTS: Readonly<Record<string, "sha1" | "sha256" | "sha512">> = {
  sha: "sha1",
  sha256: "sha256",
  sha512: "sha512",
};

/**
 * The documents of CouchDB's database `_users`.
 *
 * @see https://github.com/apache/couchdb src/couch/src/couch_users_db.erl, couch_passwords.erl, as of 3.5 (August 2026)
 */
export const COUCHDB = /* @__PURE__ */ system("couchdb", {
  title: "CouchDB",
  comparedWith:
    "3.5.2 of 2026-05-11: apache/couchdb: src/couch/src/couch_httpd_auth.erl, couch_users_db.erl, couch_passwords.erl",
  howToExport: howTo(
    [
      "curl --user ADMIN https://HOST:6984/_users/_find --header 'Content-Type: application/json' \\",
      '  --data \'{"selector":{"type":"user"},"limit":1000000}\' > users.json',
    ],
    "Least privileges: a server administrator; no other user may read them all. Users have a name alone, unless the application keeps more in their documents.",
  ),
  users: { tables: "", columns: ["name password_scheme", "name type roles"], isAlone: true },
  keys: "docs",
  user: {
    id: "_id",
    email: "email",
    userName: "name",
    hash: read("password_scheme derived_key salt iterations pbkdf2_prf password_sha", readHash),
  },
  // The server asks for codes once there is a key.
  factors: [
    read("totp", (user) => {
      const totp = user.object("totp");
      if (totp === undefined) return [];
      const [field, secret] = ["totp", totp.text("key") ?? ""];
      const algorithm = totp.text("algorithm")?.replace(/^sha$/, "sha1");
      return user.factor({ field, secret, encoding: "base32", algorithm, digits: totp.own("length") });
    }),
  ],
  notCarried: "_rev type roles",
  likeness: { sure: ["_id password_scheme", "_id derived_key", "_id password_sha salt"] },
});

/** What authenticate_int_pbkdf2() of couch_httpd_auth.erl takes where a document names none. */
const USUAL_ITERATIONS = 10_000;

const SIMPLE = /* @__PURE__ */ declared("password_sha", { 40: "sha1(password . salt)" });

function readHash(user: Row, about: Parameters<typeof SIMPLE.of>[2]): Password | undefined {
  // Documents of releases before 1.3 name none.
  const scheme = user.text("password_scheme") ?? (user.isSet("password_sha") ? "simple" : undefined);
  if (scheme === undefined) return undefined;
  if (scheme === "simple") return SIMPLE.of(user.fields, user.context, about);
  const digest = DIGESTS[user.text("pbkdf2_prf") ?? "sha"];
  if (scheme !== "pbkdf2" || digest === undefined) {
    return noteUnreadAlgorithm("of the scheme", scheme, "password_scheme", user.findings);
  }
  const [key, salt] = [hexBytes(user.text("derived_key") ?? ""), user.text("salt")];
  const iterations = user.has("iterations") ? countOf(user.fields, "iterations") : USUAL_ITERATIONS;
  if (key === null || salt === undefined || iterations === undefined) {
    return noteIncompleteHash("derived_key", user.findings);
  }
  return user.hash(composePbkdf2({ digest, iterations, salt: utf8(salt), hash: key }));
}
