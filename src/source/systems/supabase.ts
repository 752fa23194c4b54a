import { noteMissingHash } from "../fields/composed-hash.js";
import { type Fields, idText, isSetField, momentOf, ownField, saysSomething } from "../fields/field.js";
import { decryptedHash, decryptedSecret } from "../fields/second-factor.js";
import { firstOf, where } from "../system/place.js";
import { type Likeness, type Password, type Row, read, type TotpEnrolment } from "../system/row.js";
import { firstRule, hold, leftOut } from "../system/rules.js";
import { fromPostgres, mostHave, someHave, system } from "../system/system.js";
import { ALWAYS, all, any, filled, is, isAhead, not, type RowTest, yes } from "../system/tests.js";

/** Logins of Supabase's own. */
const OWN_PROVIDERS = ["email", "phone", "anonymous_users"];

/** Rows of a table, or objects in a list of the user's that the administrator's interface gives. */
const IDENTITIES = {
  columnsAs: "identities",
  login: {
    where: /* @__PURE__ */ not(is("provider", ...OWN_PROVIDERS)),
    provider: "provider",
    // Older releases kept the provider's ID in the column id.
    userId: /* @__PURE__ */ firstOf("provider_id id"),
    // Its email_verified is also true for providers that say nothing of it: internal/api/provider/notion.go, slack.go.
    email: /* @__PURE__ */ read("identity_data", (row) => ({ fields: dataOf(row).fields, name: "email" })),
  },
  alsoRead: "user_id email",
  notCarried: "identity_id last_sign_in_at created_at updated_at",
};
const FACTORS = {
  columnsAs: "mfa_factors",
  factor: /* @__PURE__ */ read("id friendly_name factor_type status secret", readFactor),
  alsoRead: "user_id",
  notCarried: `created_at updated_at phone last_challenged_at web_authn_credential web_authn_aaguid
    last_webauthn_challenge_data`,
};

/** An account that a person has, and of which nothing is confirmed. */
const IS_OPEN = /* @__PURE__ */ not(
  any(...["email_confirmed_at", "phone_confirmed_at", "confirmed_at"].map(filled), yes("is_anonymous")),
);

/**
 * The tables `auth.users`, `auth.identities` and `auth.mfa_factors`, in one dump or apart; the dashboard's CSV; the
 * users that the administrator's interface lists, which have no hashes.
 *
 * @see https://github.com/supabase/auth — internal/models/user.go, identity.go, factor.go
 */
export const SUPABASE = /* @__PURE__ */ system("supabase", {
  title: "Supabase Auth",
  comparedWith: "v2.196.0 of 2026-08-20: supabase/auth: migrations, internal/models/user.go, internal/api/token.go",
  howToExport: fromPostgres(
    ["auth.users", "auth.identities", "auth.mfa_factors", "auth.webauthn_credentials"],
    "DATABASE is the project's connection string, in the dashboard under Connect. The role postgres of a project may read the schema auth. Any other role also needs BYPASSRLS: the tables have row-level security, at which pg_dump stops. With database encryption, hashes and second factors are encrypted: the keys go into a file for --decrypt-key-file.",
  ),
  users: { tables: "auth.users", columns: ["id encrypted_password", "id aud"] },
  user: {
    id: "id",
    email: where(not(isErased("email", /@/)), "email"),
    // What they look at beside these is kept in the profile as well.
    verified: read("email email_confirmed_at confirmation_sent_at identities", (user) => {
      const isConfirmed = isEmailConfirmed(user);
      // Counted: of a server of one's own that is older than the marks of identities, these are many.
      if (!isConfirmed && saysSomething(user.fields, "email_confirmed_at")) user.leaveOut(UNPROVEN);
      return isConfirmed;
    }),
    phones: read("phone phone_confirmed_at confirmation_sent_at identities", (user) => {
      if (isErased("phone", /^\+?\d+$/).of(user.fields)) return [];
      return user.confirmedPhones("phone", isPhoneConfirmed(user), { isWithoutPlus: true });
    }),
    hash: read("encrypted_password", readHash),
  },
  rules: [
    hold("banned", isAhead("banned_until")),
    hold("deleted", filled("deleted_at")),
    firstRule(
      hold("invited", all(IS_OPEN, filled("invited_at")), "invited_at"),
      hold("unconfirmed", IS_OPEN, "email_confirmed_at"),
    ),
    read("raw_app_meta_data app_metadata", noteMissingIdentities),
  ],
  parts: [
    { ...IDENTITIES, name: "identities", tables: "auth.identities", columns: ["user_id identity_data provider"] },
    { ...FACTORS, name: "mfa_factors", tables: "auth.mfa_factors", columns: ["user_id factor_type status"] },
    {
      name: "webauthn",
      tables: "auth.webauthn_credentials",
      columns: ["user_id credential_id public_key"],
      once: [leftOut("passkeys (webauthn_credentials)", ALWAYS)],
    },
  ],
  lists: [
    { ...IDENTITIES, list: "identities" },
    { ...FACTORS, list: "factors" },
  ],
  joined: "created_at",
  lastLogin: "last_sign_in_at",
  encryption: ["supabase"],
  notCarried: `instance_id aud role raw_user_meta_data user_metadata is_super_admin is_sso_user updated_at
    email_change new_email phone_change new_phone recovery_sent_at email_change_sent_at phone_change_sent_at
    email_change_confirm_status reauthentication_sent_at`,
  secrets: `confirmation_token recovery_token email_change_token_new email_change_token_current email_change_token
    phone_change_token reauthentication_token`,
  likeness,
});

function likeness(records: readonly Fields[], table?: string): Likeness {
  if (table?.startsWith("auth.") && mostHave(records, "id")) return "sure";
  if (mostHave(records, "id", "encrypted_password", "email_confirmed_at")) return "sure";
  if (mostHave(records, "id", "aud", "app_metadata")) return "sure";
  if (someHave(records, "user_id", "identity_data", "provider")) return "sure";
  return someHave(records, "user_id", "factor_type", "friendly_name") ? "sure" : "no";
}

/** Where Supabase deletes a user and keeps the row, it has a digest in place of the address and the number. */
function isErased(column: string, form: RegExp): RowTest {
  return {
    reads: [column, "deleted_at"],
    of: (row) => {
      const value = ownField(row, column);
      return isSetField(row, "deleted_at") && typeof value === "string" && !form.test(value);
    },
  };
}

function dataOf(identity: Row): Row {
  return identity.jsonObject("identity_data") ?? identity.of({});
}

/** The user's identities, whichever way they are listed. */
function identitiesOf(user: Row): readonly Row[] {
  return [...user.parts("identities"), ...user.objects("identities")];
}

function providersOf(user: Row): readonly unknown[] {
  return identitiesOf(user).map(({ fields }) => fields.provider);
}

/** The identities of a kind of provider that have the user's own address or number. */
function namesakesOf(user: Row, kind: "email" | "phone", isOfKind: (provider: string) => boolean): readonly Row[] {
  const written = (value: unknown) => String(value ?? "").toLowerCase();
  const own = written(user.own(kind));
  return identitiesOf(user).filter((identity) => {
    const provider = written(identity.own("provider"));
    // That of a number does not always repeat it.
    const said = dataOf(identity).own(kind) ?? (provider === kind ? own : undefined);
    return isOfKind(provider) && written(said) === own;
  });
}

/** What they say of it. */
function marksOf(identities: readonly Row[], kind: "email" | "phone") {
  return identities.map((identity) => dataOf(identity).writtenFlag(`${kind}_verified`));
}

/** A server for single sign-on is of a customer's, and says any address. */
const IS_OF_OTHERS = (provider: string) => !OWN_PROVIDERS.includes(provider) && !provider.startsWith("sso:");

/** From release 2.166 on, a link that confirms an address has its identity say so; projects had it some weeks later. */
const MARKED_SINCE = /* @__PURE__ */ Date.parse("2025-03-01");

/**
 * With automatic confirmation Supabase writes the moment without any proof, and for guests who give an address the mark of
 * the identity as well: no message was sent then. Who signs up a second time is confirmed so as well, and the mark is not set.
 *
 * @see https://github.com/supabase/auth — internal/api/signup.go, verify.go, user.go
 */
function isEmailConfirmed(user: Row): boolean {
  if (!saysSomething(user.fields, "email_confirmed_at")) return false;
  if (marksOf(namesakesOf(user, "email", IS_OF_OTHERS), "email").some((mark) => mark !== false)) return true;
  const own = namesakesOf(user, "email", (provider) => provider === "email");
  const marks = marksOf(own, "email");
  const confirmed = momentOf(user.own("email_confirmed_at")) ?? 0;
  const isMarked = marks.includes(true);
  if (marks.includes(false) && !isMarked && confirmed >= MARKED_SINCE) return false;
  if (user.isSet("invited_at") && (isMarked || sentBefore(user, "email", "invited_at") <= MOST_VALID_MS)) return true;
  // The first link by which users sign in, or set a password, confirms them as well.
  const recovered = sentBefore(user, "email", "recovery_sent_at");
  if (isInTime(recovered)) return true;
  const sent = sentBefore(user, "email", "confirmation_sent_at");
  // The moment may be of a later link, or of a user with a number of a later code by SMS, which undo no mark. A guest's
  // identity comes with the confirmation; a link confirms one that is there.
  const wasThere = (row: Row) => confirmed - (momentOf(row.own("created_at")) ?? confirmed) >= SOONEST_CODE_MS;
  if (isMarked && Math.min(sent || 0, recovered || 0) < 0 && own.every(wasThere)) return true;
  if (sent < 0 ? !user.isSet("phone") : sent <= MOST_VALID_MS) return true;
  // Later changes are always by a link, and leave the moment of the first confirmation.
  return wasChanged(user, "email") && sentBefore(user, "email", "email_change_sent_at") <= MOST_VALID_MS;
}

const UNPROVEN = "email_confirmed_at that nothing proves";

/** How long a link or code can be followed: who is confirmed later was not confirmed by it. */
const MOST_VALID_MS = 86_400_000;

/** How long before the confirmation a message was sent, negative where it was after it; NaN without one. */
function sentBefore(user: Row, kind: "email" | "phone", sent: string): number {
  const [confirmed = Number.NaN, moment = Number.NaN] = [`${kind}_confirmed_at`, sent].map((name) =>
    momentOf(user.own(name)),
  );
  return confirmed - moment;
}

function isInTime(sent: number): boolean {
  return sent >= 0 && sent <= MOST_VALID_MS;
}

/** By a link or code: a change that is still open says nothing of what is there now. */
function wasChanged(user: Row, kind: "email" | "phone"): boolean {
  return user.isSet(`${kind}_change_sent_at`) && !user.isSet(`${kind}_change`) && !user.isSet(`new_${kind}`);
}

/** No code comes and is typed in so soon. */
const SOONEST_CODE_MS = 3000;

/**
 * A number that was added by automatic confirmation has an identity that says yes, and one that a user signed up with, one
 * that says no, whether a code was asked for or not; but a code sets the moment again.
 */
function isPhoneConfirmed(user: Row): boolean {
  if (!saysSomething(user.fields, "phone_confirmed_at")) return false;
  const sent = sentBefore(user, "phone", "confirmation_sent_at");
  if (wasChanged(user, "phone")) {
    const asked = sentBefore(user, "phone", "phone_change_sent_at");
    // Who signs in by SMS later sets the moment again.
    if (isInTime(asked) || (isInTime(sent) && sent <= asked)) return true;
  }
  const marks = marksOf(
    namesakesOf(user, "phone", (provider) => provider === "phone"),
    "phone",
  );
  const isFirst = marks.includes(false) || (!marks.includes(true) && !user.isSet("email"));
  const age = sentBefore(user, "phone", "created_at");
  return isFirst && sent <= MOST_VALID_MS && (Number.isNaN(age) ? sent : age) >= SOONEST_CODE_MS;
}

/** The administrator's interface leaves out the column: whether the user has a password can only be guessed then. */
function readHash(user: Row): Password | undefined {
  const field = "encrypted_password";
  const text = user.text(field);
  if (text !== undefined) {
    // With database encryption the column has the same envelope as a second factor's secret.
    return user.hash(() => (text.startsWith("{") ? decryptedHash(sealed(text, user), field, user.context) : text));
  }
  if (user.has(field) || !providersOf(user).includes("email")) return undefined;
  const message = "the user may log in with a password, and the list of users has no hashes";
  return noteMissingHash(field, message, user.findings);
}

/** The user's row names the providers too: a login whose row is not there would be lost without a word. */
function noteMissingIdentities(user: Row): boolean {
  const name = user.has("app_metadata") ? "app_metadata" : "raw_app_meta_data";
  const said = user.jsonObject(name);
  const known = [...OWN_PROVIDERS, ...providersOf(user)];
  const isMissing = said?.list("providers").every((provider) => known.includes(provider)) === false;
  const message = "the user has a social login whose row of auth.identities is not in the export";
  if (isMissing) user.findings.warn("user/third-party-unusable", message, name);
  return isMissing;
}

function readFactor(factor: Row): readonly TotpEnrolment[] {
  const field = "mfa_factors";
  const isConfirmed = factor.text("status") === "verified";
  const text = factor.text("secret");
  if (factor.text("factor_type") !== "totp" || (isConfirmed && text === undefined)) {
    return isConfirmed ? factor.factorNotCarried(field) : [];
  }
  const isSealed = isConfirmed && text?.startsWith("{") === true;
  const secret = isSealed ? decryptedSecret(sealed(text, factor), field, factor.context) : (text ?? "");
  if (secret === undefined) return [];
  const deviceName = factor.text("friendly_name");
  return factor.factor({ field, secret, encoding: "base32", isConfirmed, deviceName });
}

function sealed(text: string, row: Row) {
  return { system: "supabase", text, rowId: idText(row.own("id")) ?? "" } as const;
}
