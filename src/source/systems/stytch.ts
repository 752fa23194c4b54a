import { composedHash, noteMissingHash, noteUnknownAlgorithm } from "../fields/composed-hash.js";
import { isFields, isSetField } from "../fields/field.js";
import { changed } from "../system/place.js";
import { type Password, type Row, read } from "../system/row.js";
import { factorNotCarried, holdIn, leftOut } from "../system/rules.js";
import { howTo, system } from "../system/system.js";
import { rowsOf } from "../system/table-rows.js";
import { flag, not } from "../system/tests.js";

const IS_VERIFIED = /* @__PURE__ */ flag("verified");

/**
 * The table of hashes that Stytch sends, with its parameters above the header, joined with the users that its
 * interface lists; either may be the export.
 *
 * @see https://github.com/FusionAuth/fusionauth-import-scripts — stytch
 * @see https://stytch.com/docs/api/search-users
 */
export const STYTCH = /* @__PURE__ */ system("stytch", {
  title: "Stytch",
  howToExport: howTo(
    [
      "# The hashes: ask the support for the export of password hashes. The users, up to 1,000 in an answer:",
      'curl --request POST --user "$PROJECT_ID:$SECRET" https://api.stytch.com/v1/users/search \\',
      "  --header 'Content-Type: application/json' --data '{\"limit\": 1000}' > users.json",
    ],
    "Least privileges: a secret of the project; Stytch has no lesser one. Give the file of hashes with --join hashes.csv. For more users, ask again with the cursor of the last answer, and put the lists together.",
  ),
  // A user may have the columns of their hash beside their own.
  users: {
    ...rowsOf([
      { tables: [], columns: [["user_id", "emails"]], key: ["user_id"] },
      { tables: [], columns: [["id", "hash", "salt"]], key: ["id"], part: "hashes" },
    ]),
    partsFillIn: true,
  },
  user: { id: "user_id", hash: read("password hash salt hash_method", readHash) },
  rules: [
    holdIn("status", { pending: "unconfirmed" }),
    factorNotCarried(read("totps", (user) => user.objects("totps").filter((totp) => totp.flag("verified")).length > 0)),
    // Beside a password they are a second factor.
    factorNotCarried(read("webauthn_registrations password hash", hasKeys), "webauthn_registrations"),
  ],
  lists: [
    { list: "emails", email: { at: "email", verified: IS_VERIFIED, first: IS_VERIFIED } },
    {
      list: "phone_numbers",
      // Stytch sends a code to each number; one without an answer is not one to log in with.
      phone: { at: "phone_number", where: IS_VERIFIED, verified: IS_VERIFIED },
      rules: [leftOut("unverified phone number", not(IS_VERIFIED))],
    },
    {
      list: "providers",
      login: { provider: changed("provider_type", (name) => name.toLowerCase()), userId: "provider_subject" },
      notCarried: "oauth_user_registration_id profile_picture_url locale",
    },
  ],
  alsoRead: "id",
  joined: "created_at",
  notCarried: `name trusted_metadata untrusted_metadata biometric_registrations crypto_wallets request_id status_code
    hashAlgorithm project_id external_id roles is_locked lock_created_at lock_expires_at`,
  likeness: { sure: ["user_id emails totps", "id hash salt hash_method"] },
});

function hasKeys(user: Row): boolean {
  const keys = user.objects("webauthn_registrations").filter((key) => key.flag("verified"));
  const isAlone = !user.isSet("hash") && !user.isSet("password");
  if (keys.length > 0 && isAlone) user.leaveOut("webauthn_registrations");
  return keys.length > 0 && !isAlone;
}

/** What the lines above the table say, in every export that is published. */
const KEY_BYTES = 32;

/** Some scripts put the hash beside the user; otherwise it is a row of the other file. */
function readHash(user: Row): Password | undefined {
  const { findings } = user;
  const [row = user] = user.parts("hashes");
  const hash = row.text("hash");
  if (hash !== undefined) {
    const salt = row.text("salt");
    if ((row.text("hash_method") ?? "scrypt") !== "scrypt") return noteUnknownAlgorithm("hash_method", findings);
    return user.statedHash(() => composedHash("stytch", { hash, salt }, findings), { bytes: KEY_BYTES }, "hash");
  }
  const password = user.own("password");
  if (isFields(password) && isSetField(password, "password_id")) {
    noteMissingHash("password", "the user has a password, and the hash is not in the export", findings);
  }
  return undefined;
}
