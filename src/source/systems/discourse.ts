import { type Fields, idText } from "../fields/field.js";
import { composedOf } from "../system/hashes.js";
import { type Row, read } from "../system/row.js";
import { factorNotCarried, firstRule, hold, leftOut, resetDue } from "../system/rules.js";
import { fromPostgres, ofPart, system } from "../system/system.js";
import { ALWAYS, filled, hasPassed, is, isAhead, isOther, NEVER, no, not, unmarked, yes } from "../system/tests.js";

/** The user followed the link of a mail to the address. */
const FOLLOWED = /* @__PURE__ */ read("email", (user) => {
  const email = idText(user.own("email"))?.trim().toLowerCase();
  const isOf = (token: Row) => String(token.own("email")).toLowerCase() === email;
  return user.parts("tokens").some((token) => isOf(token) && token.writtenFlag("confirmed") === true);
});

/**
 * Discourse's users, whose addresses, hashes, second factors and social logins are in tables of their own.
 *
 * @see https://github.com/discourse/discourse app/models/user.rb, user_password.rb, user_second_factor.rb
 */
export const DISCOURSE = /* @__PURE__ */ system("discourse", {
  title: "Discourse",
  howToExport: fromPostgres(
    [
      ...["users", "user_emails", "user_passwords", "user_second_factors", "user_security_keys"],
      ...["user_associated_accounts", "email_tokens"],
    ],
    'In the container of the official installation: su postgres -c "pg_dump … discourse".',
  ),
  users: { tables: "users", columns: ["id username"], except: { reads: ["id"], of: isSystem } },
  user: {
    id: "id",
    email: "email",
    verified: FOLLOWED,
    userName: "username",
    // Older releases have the hash in the user's own row.
    hash: ofPart("hashes", composedOf("discourse", "password_hash password_salt password_algorithm")),
  },
  rules: [
    firstRule(hold("invited", yes("staged")), hold("unconfirmed", no("active"))),
    hold("banned", isAhead("suspended_till")),
    resetDue(ofPart("hashes", hasPassed("password_expired_at"))),
  ],
  parts: [
    { name: "hashes", tables: "user_passwords", columns: ["user_id password_hash password_salt"], holds: "passwords" },
    {
      name: "factors",
      tables: "user_second_factors",
      columns: ["user_id method data enabled"],
      except: not(is("method", "1")),
      // A second factor is enabled with its first code.
      factor: {
        ...{ secret: "data", encoding: "base32", confirmed: yes("enabled"), deviceName: "name" },
        where: ALWAYS,
      },
    },
    {
      name: "keys",
      tables: "user_security_keys",
      columns: ["user_id credential_id factor_type"],
      except: unmarked("enabled"),
      // 0 is a second factor; the others are passkeys, which log in by themselves.
      rules: [
        factorNotCarried(is("factor_type", "0"), "user_security_keys (webauthn)"),
        leftOut("passkeys (user_security_keys)", isOther("factor_type", "0")),
      ],
    },
    {
      name: "logins",
      tables: "user_associated_accounts",
      columns: ["user_id provider_name provider_uid"],
      login: { provider: "provider_name", userId: "provider_uid", verified: NEVER },
    },
    { name: "tokens", tables: "email_tokens", columns: ["user_id email confirmed"], holds: "verified addresses" },
    {
      name: "emails",
      tables: "user_emails",
      columns: ["user_id email primary"],
      email: { at: "email", first: filled("primary"), verified: FOLLOWED },
    },
  ],
  joined: "created_at",
  lastLogin: "last_seen_at",
  notCarried: `updated_at name last_posted_at admin trust_level approved approved_by_id approved_at previous_visit_at
    suspended_at date_of_birth views flag_level ip_address moderator title uploaded_avatar_id locale primary_group_id
    registration_ip_address first_seen_at silenced_till username_lower group_locked_trust_level
    manual_locked_trust_level secure_identifier flair_group_id last_seen_reviewable_id required_fields_version
    seen_notification_id last_emailed_at`,
  likeness: {
    sure: ["id username trust_level", "user_id provider_name provider_uid info", "user_id email primary"],
    possible: ["user_id password_hash password_salt", "user_id method data enabled"],
  },
});

/** The forum's own accounts have negative numbers. */
function isSystem({ id }: Fields): boolean {
  return Number(id) < 0;
}
