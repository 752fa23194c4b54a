import { type Fields, isFields } from "../fields/field.js";
import type { ThirdPartyLogin, TotpEnrolment } from "../normalized-user.js";
import { readRewritten } from "../readers/item-batches.js";
import type { ReaderItem, RecordReader } from "../readers/record-reader.js";
import { kindOf, type PartRules } from "../system/parts.js";
import { type RecordRole, type Row, read, type Source } from "../system/row.js";
import { factorNotCarried, hold, leftOut } from "../system/rules.js";
import { AS_NAMED } from "../system/spelling.js";
import { type About, howTo, mostHave, system } from "../system/system.js";
import { tableName, tableReaders } from "../system/table-readers.js";
import { type RowKind, rolesOf } from "../system/table-rows.js";
import { ALWAYS, no, unmarked, yes } from "../system/tests.js";
import { DJANGO_HASH, TOTP_DEVICE } from "./shared-django.js";

const OWNER = "user_id user";

/** The tables of django-allauth, django-otp, django-two-factor-auth and Python Social Auth. */
const PARTS: readonly PartRules[] = [
  { ...TOTP_DEVICE, name: "totp", tables: "otp_totp_totpdevice", columns: ["key step t0"], key: OWNER },
  {
    name: "emails",
    columnsAs: "account_emailaddress",
    tables: "account_emailaddress",
    columns: ["email verified primary"],
    key: OWNER,
    email: { at: "email", verified: yes("verified"), first: yes("primary") },
    alsoRead: "id model",
    notCarried: "",
  },
  {
    name: "logins",
    columnsAs: "socialaccount",
    tables: "socialaccount_socialaccount social_auth_usersocialauth",
    columns: ["provider uid extra_data"],
    key: OWNER,
    login: read("provider uid extra_data", readLogin),
    alsoRead: "id model",
    notCarried: "last_login date_joined created modified",
  },
  {
    name: "authenticators",
    tables: "mfa_authenticator",
    columns: ["type data"],
    key: OWNER,
    factor: read("type data", readAuthenticator),
  },
  {
    name: "devices",
    tables: `two_factor_phonedevice phonenumber_phonedevice two_factor_webauthn_webauthndevice otp_email_emaildevice
      otp_webauthn_webauthncredential otp_hotp_hotpdevice otp_twilio_twiliosmsdevice otp_yubikey_yubikeydevice
      otp_yubikey_remoteyubikeydevice trench_mfamethod`,
    columns: ["number key method"],
    key: OWNER,
    except: unmarked("confirmed"),
    once: [factorNotCarried(ALWAYS, "devices")],
  },
  {
    name: "recovery",
    tables: "otp_static_staticdevice",
    columns: [],
    key: OWNER,
    once: [leftOut("recovery codes", ALWAYS)],
  },
];

/** What every user model has, whatever its table is called. */
const USER_COLUMNS = ["password", "last_login"];

const KINDS: readonly RowKind[] = [
  ...PARTS.map((part) => kindOf(part, AS_NAMED)),
  { tables: ["auth_user", "*_user"], columns: [USER_COLUMNS], key: ["id"] },
];
const ROLES = rolesOf(KINDS);

/**
 * Django: `manage.py dumpdata`, or the tables `auth_user` (or of a user model of one's own), `account_emailaddress`,
 * `socialaccount_socialaccount` and `otp_totp_totpdevice`.
 *
 * @see https://docs.djangoproject.com/en/stable/ref/contrib/auth/
 * @see https://github.com/pennersr/django-allauth — account, socialaccount and mfa models
 * @see https://github.com/django-otp/django-otp — plugins/otp_totp/models.py
 */
export const DJANGO = /* @__PURE__ */ system("django", {
  title: "Django",
  comparedWith:
    "6.1.3, django-allauth 65.16.1, django-otp 1.7.0 of 2026-11-03: django/django: django/contrib/auth/models.py, hashers.py; pennersr/django-allauth: allauth/mfa/models.py; django-otp/django-otp: src/django_otp/plugins",
  howToExport: howTo(
    [
      "python manage.py dumpdata auth.user > django.json",
      "# Add the models of installed apps: dumpdata stops at one that is missing, and the logins of others are lost.",
      "# allauth: account.emailaddress socialaccount.socialaccount mfa.authenticator; django-otp: otp_totp.totpdevice",
      "# otp_email.emaildevice otp_hotp.hotpdevice; django-two-factor-auth: two_factor.phonedevice",
    ],
    "Least privileges: settings whose database role has SELECT on these models' tables alone. Name a user model of your own in the place of auth.user, and do not give --natural-foreign and --natural-primary: they leave out the IDs.",
  ),
  users: { readers: djangoReaders(), roleOf },
  user: { id: "id", email: "email", userName: "username", hash: DJANGO_HASH },
  alsoRead: "model",
  rules: [hold("disabled", no("is_active"))],
  parts: PARTS,
  joined: "date_joined",
  lastLogin: "last_login",
  notCarried: "first_name last_name is_staff is_superuser groups user_permissions",
  likeness,
});

function djangoReaders(): Source["readers"] {
  const tables = KINDS.flatMap((one) => one.tables);
  const told = KINDS.flatMap(({ columns }) => columns);
  const [first, ...others] = tableReaders({
    tables,
    required: [...told, ["id", "password"], ["model", "fields"]],
    userColumns: USER_COLUMNS,
  });
  return [djangoDump(first), ...others.map(djangoDump)];
}

/** A dumped model's table, as Django names it. */
function tableOf(record: Fields, table: string | undefined): string | undefined {
  const { model } = record;
  return typeof model === "string" && Object.hasOwn(record, "model") ? model.replace(".", "_") : table;
}

function roleOf(record: Fields, { table }: { readonly table?: string | undefined }): RecordRole {
  const name = tableOf(record, table);
  // Models of other things have no password; a user model of one's own has the two columns of every such one.
  const role = ROLES(record, name) ?? { role: record.model === undefined ? "user" : "other" };
  // Of several user models each is numbered from 1: --table-prefix names one.
  return role.role === "user" && name !== undefined ? { ...role, prefix: tableName(name) } : role;
}

function likeness(records: readonly Fields[], table?: string) {
  const models = records.filter(({ model }) => typeof model === "string" && /^\w+\.\w+$/.test(model));
  if (models.length * 2 > records.length) return "sure";
  const name = tableName(table);
  // Others have a table auth_user too: Django's has passwords, and web2py's what users registered with.
  const isOwnTable =
    name === "auth_user"
      ? mostHave(records, "password") && !mostHave(records, "registration_key") && !mostHave(records, "action_token")
      : name !== undefined && KINDS.some(({ tables }) => tables.includes(name));
  if (isOwnTable || mostHave(records, "key", "t0", "tolerance", "drift")) return "sure";
  if (mostHave(records, "password_salt")) return "no";
  return mostHave(records, "password", "last_login", "is_superuser") ? "sure" : "no";
}

function readLogin(row: Row, { emails }: About): readonly ThirdPartyLogin[] {
  const provider = row.text("provider");
  const userId = row.id("uid");
  if (userId?.includes("@") === true && provider?.startsWith("google") === true) {
    // Python Social Auth keeps the address without USE_UNIQUE_USER_ID; Google's ID is a number.
    const message = "the social login has the user's address where their ID at the provider should be";
    row.findings.fault("user/third-party-unusable", message, "socialaccount.uid");
    return [];
  }
  const email = row.jsonObject("extra_data")?.email("email");
  return row.login({ provider, userId, email, field: "socialaccount" }, emails);
}

/** A row of allauth.mfa: a time-based factor is there once it was confirmed. */
function readAuthenticator(row: Row): readonly TotpEnrolment[] {
  const type = row.text("type");
  const field = "mfa_authenticator";
  if (type === "recovery_codes") row.leaveOut("recovery codes");
  else if (type !== "totp") row.factorNotCarried(field);
  if (type !== "totp") return [];
  return row.factor({ field, secret: row.jsonObject("data")?.text("secret") ?? "", encoding: "base32" });
}

/**
 * A reader that also finds the rows in what `manage.py dumpdata` writes: `{ model, pk, fields }` becomes a row with the
 * columns of `fields`, `id` and `model`.
 *
 * @see https://docs.djangoproject.com/en/stable/topics/serialization/
 */
function djangoDump(reader: RecordReader): RecordReader {
  return { ...reader, read: readRewritten(reader, rowItem) };
}

function rowItem(item: ReaderItem): ReaderItem {
  return item.kind === "record" ? { ...item, value: rowOf(item.value) } : item;
}

function rowOf(value: unknown): unknown {
  if (!isFields(value)) return value;
  const { model, pk, fields } = value;
  return typeof model === "string" && isFields(fields) ? { ...fields, model, id: pk } : value;
}
