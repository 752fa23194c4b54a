import { noteIncompleteHash, noteMissingHash, noteUnverifiable, statedBy } from "../fields/composed-hash.js";
import { isFields, ownField } from "../fields/field.js";
import type { RecordOrigin, RecordRole } from "../source.js";
import { firstOf } from "../system/place.js";
import { type Contact, type Password, type Row, read } from "../system/row.js";
import { hold } from "../system/rules.js";
import { howTo, ofPart, system } from "../system/system.js";
import { tableReaders } from "../system/table-readers.js";
import { yes } from "../system/tests.js";
import { composerOf } from "./clerk/compose-digest.js";

/** The user as the backend's interface lists them, joined to the row with the hash. */
const LISTED = "listed";

/**
 * The dashboard's CSV with the hashes, of the old header and of the new one; to be joined with the users that the
 * backend's interface lists, which have the social logins. Also what Clerk's own importer takes.
 *
 * @see https://clerk.com/docs/guides/development/migrating/export-from-clerk
 * @see https://github.com/clerk/migration-script
 */
export const CLERK = /* @__PURE__ */ system("clerk", {
  title: "Clerk",
  comparedWith: "documentation of 2026-08-21: clerk/clerk-docs: clerk-typedoc/backend",
  howToExport: howTo(
    [
      "# Dashboard: Settings, User exports, Export all users; then the social logins, up to 500 in an answer:",
      'curl -H "Authorization: Bearer $CLERK_SECRET_KEY" "https://api.clerk.com/v1/users?limit=500" > listed.json',
    ],
    "Least privileges: an administrator of the workspace for the CSV, which alone has hashes; the interface knows no lesser key than a secret key of the instance. Give the list with --join listed.json, and for more users than 500 the next ones (offset=500) with a --join each.",
  ),
  users: {
    readers: tableReaders({
      tables: [],
      required: [
        ["id", "password_hasher"],
        ["id", "external_accounts"],
        ["userId", "passwordHasher"],
      ],
    }),
    roleOf,
  },
  user: {
    id: firstOf("id userId"),
    emails: read(
      `email email_addresses primary_email_address verified_email_addresses unverified_email_addresses
        primary_email_address_id`,
      readEmails,
    ),
    phones: read(
      `phone_numbers primary_phone_number verified_phone_numbers unverified_phone_numbers primary_phone_number_id`,
      readPhones,
    ),
    userName: "username",
    hash: read("password_digest password_hasher password passwordHasher password_enabled", readHash),
  },
  rules: [
    hold("banned", ofPart(LISTED, yes("banned"))),
    read("totp_secret totp_enabled two_factor_enabled phone_numbers", noteFactors),
  ],
  factors: [{ secret: "totp_secret", encoding: "base32" }],
  lists: [
    {
      list: "external_accounts",
      inPart: LISTED,
      login: { provider: "provider", userId: "provider_user_id", email: "email_address" },
      // Of the login, not of the address.
      notCarried: `verification object id identification_id approved_scopes first_name last_name avatar_url image_url
        username phone_number public_metadata label created_at updated_at`,
    },
  ],
  joined: "created_at",
  lastLogin: "last_sign_in_at last_active_at",
  notCarried: `first_name last_name firstName lastName unsafe_metadata public_metadata private_metadata external_id
    image_url has_image profile_image_url object updated_at locked backup_code_enabled lockout_expires_in_seconds
    web3_wallets passkeys saml_accounts enterprise_accounts primary_web3_wallet_id verification_attempts_remaining
    create_organization_enabled delete_self_enabled legal_accepted_at mfa_enabled_at mfa_disabled_at
    public_metadata_version`,
  likeness: {
    sure: ["password_digest password_hasher", "userId passwordHasher", "id external_accounts email_addresses"],
  },
});

function roleOf(record: Row["fields"], { isJoined }: RecordOrigin): RecordRole {
  const id = ownField(record, "id");
  const key = typeof id === "string" ? id : undefined;
  const isListed = isJoined && Object.hasOwn(record, "external_accounts");
  return isListed ? { role: "part", part: LISTED, key, aloneIsUser: true } : { role: "user", key };
}

/** An address or number as text, with what is known of it. */
interface Written {
  readonly text: string;
  readonly isVerified: boolean;
}

/** The parts of one cell. No address or number has any of these signs in it, but an address with quotation marks. */
function partsOf(user: Row, name: string): readonly string[] {
  const text = user.text(name) ?? "";
  const parts = text
    .split(/[|,;\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const isDivided = name.includes("email") && parts.some((part) => !part.includes("@"));
  if (!isDivided && !text.includes('"')) return parts;
  user.findings.fault("user/email-malformed", `${name} has an address that can't be told from a list of several`, name);
  return [];
}

/** Addresses or numbers, the primary one first. */
function writtenContacts(user: Row, kind: "email_address" | "phone_number"): readonly Written[] {
  const plural = kind === "email_address" ? "email_addresses" : "phone_numbers";
  if (Array.isArray(user.own(plural))) return listedContacts(user, kind, plural);
  const verified = partsOf(user, `verified_${plural}`);
  const others = [...partsOf(user, plural), ...partsOf(user, `unverified_${plural}`)];
  const primary = partsOf(user, `primary_${kind}`);
  const known = new Set(verified.map((text) => text.toLowerCase()));
  const all = [...new Set([...primary, ...verified, ...others])];
  return all.map((text) => ({ text, isVerified: known.has(text.toLowerCase()) }));
}

/** As the backend's interface lists them. */
function listedContacts(user: Row, kind: string, plural: string): readonly Written[] {
  const list = user.objects(plural).map(({ fields }) => fields);
  const primary = user.fields[`primary_${kind}_id`];
  const ordered = [...list.filter(({ id }) => id === primary), ...list.filter(({ id }) => id !== primary)];
  return ordered.flatMap(({ [kind]: text, verification }) => {
    const isVerified = isFields(verification) && verification.status === "verified";
    return typeof text === "string" ? [{ text, isVerified }] : [];
  });
}

function readEmails(user: Row): readonly Contact[] {
  // What Clerk's importer takes has one address of which nothing is said.
  const own = user.emails("email");
  const others = writtenContacts(user, "email_address").flatMap(({ text, isVerified }) =>
    user.of({ email: text }).emails("email", isVerified),
  );
  return [...own, ...others];
}

function readPhones(user: Row): readonly Contact[] {
  // A header without columns for unverified ones says nothing of any.
  const isUnsaid = typeof user.own("phone_numbers") === "string";
  const reserved = reservedNumbers(user);
  return writtenContacts(user, "phone_number").flatMap(({ text, isVerified }) => {
    if (reserved.has(text)) {
      user.leaveOut("phone number of a second factor");
      return [];
    }
    if (isVerified || isUnsaid) return user.of({ phone_number: text }).phones("phone_number", isVerified);
    user.leaveOut("unverified phone number");
    return [];
  });
}

/** Numbers that get codes of the second factor, which are not logins. */
function reservedNumbers(user: Row): ReadonlySet<unknown> {
  const numbers = (user.parts(LISTED)[0] ?? user).own("phone_numbers");
  const reserved = (Array.isArray(numbers) ? numbers : []).filter(
    (number) => isFields(number) && number.reserved_for_second_factor === true,
  );
  return new Set(reserved.map(({ phone_number: text }) => text));
}

function noteFactors(user: Row): boolean {
  const [listed = user] = user.parts(LISTED);
  const isCarried = user.isSet("totp_secret");
  const reserved = reservedNumbers(user);
  const lost = [
    ...(!isCarried && listed.writtenFlag("totp_enabled") === true ? ["totp_secret"] : []),
    ...[...reserved].map(() => "phone_numbers"),
  ];
  // What else the user has, the list does not say.
  const isUnnamed = listed.writtenFlag("two_factor_enabled") === true && lost.length === 0 && !isCarried;
  for (const field of isUnnamed ? ["two_factor_enabled"] : lost) user.factorNotCarried(field);
  return isUnnamed || lost.length > 0;
}

/** Hashers whose digests say by themselves what they are, and what that is. */
const READ_HASHERS = {
  argon2i: ["argon2i"],
  argon2id: ["argon2id"],
  bcrypt: ["bcrypt"],
  bcrypt_sha256_django: ["django-bcrypt-sha256"],
  ldap_ssha: ["sha1"],
  md5_phpass: ["phpass"],
  pbkdf2_sha256_django: ["django-pbkdf2"],
  phpass: ["phpass"],
  scrypt_firebase: ["provider-scrypt"],
  scrypt_werkzeug: ["werkzeug-scrypt"],
};

function readHash(user: Row): Password | undefined {
  const { findings } = user;
  const [listed = user] = user.parts(LISTED);
  const field = user.has("passwordHasher") ? "password" : "password_digest";
  const digest = user.text(field);
  const hasher = user.text(field === "password" ? "passwordHasher" : "password_hasher");
  if (digest === undefined) {
    const hasPassword = listed.writtenFlag("password_enabled") === true;
    if (hasPassword) noteMissingHash(field, "the export has no hash of the user's password", findings);
    return undefined;
  }
  const compose = composerOf(hasher);
  if (compose !== undefined) return user.hash(() => compose(digest) ?? noteIncompleteHash(field, findings));
  const stated = statedBy(READ_HASHERS, hasher);
  if (stated !== undefined) return user.statedHash(digest, stated, field);
  const name = /^\w{1,40}$/.test(hasher ?? "") ? hasher : "that is not named";
  const message = `the hash is by the hasher ${name}, of which credport can't tell what it is over`;
  return noteUnverifiable(message, field, findings);
}
