import { Buffer, isUtf8 } from "../../runtime/index.js";
import { type Fields, idText } from "../fields/field.js";
import { type PhpValue, readPhpSerialized } from "../fields/php-serialized.js";
import { type Row, read, type TotpEnrolment } from "../system/row.js";
import { holdWhere } from "../system/rules.js";
import { fromMysql, system } from "../system/system.js";
import { any, is, not } from "../system/tests.js";

/** The rows of `usermeta` that say something of second factors; most others are a profile's or a session's. */
const TWO_FACTOR = "_two_factor_totp_key";
const TWO_FACTOR_PROVIDERS = "_two_factor_enabled_providers";
const REALLY_SIMPLE = "rsssl_two_fa_status_totp";
const AUTHENTICATOR = "googleauthenticator_secret";
const AUTHENTICATOR_STATE = "googleauthenticator_enabled";
/** Melapress' WP 2FA encrypts its secrets. */
const WP_2FA = "wp_2fa_totp_key";
/** Rows that BuddyPress has of users who were there and of those who have not confirmed; and one that all users have. */
const BUDDYPRESS = ["last_activity", "activation_key"];
const NICKNAME = "nickname";
const WP_2FA_METHOD = "wp_2fa_enabled_methods";
const REALLY_SIMPLE_EMAIL = "rsssl_two_fa_status_email";
const FACTOR_KEYS = [
  ...[TWO_FACTOR, TWO_FACTOR_PROVIDERS, REALLY_SIMPLE, REALLY_SIMPLE_EMAIL],
  ...[AUTHENTICATOR, AUTHENTICATOR_STATE, WP_2FA, WP_2FA_METHOD],
];
const IS_READ = /* @__PURE__ */ is("meta_key", ...FACTOR_KEYS, ...BUDDYPRESS, NICKNAME);

/**
 * Second factors of plugins whose secrets are encrypted or not known: Two Factor Authentication and All-In-One Security, Solid
 * Security, miniOrange, and any other that names its secret so. A key alone is also there of who has only seen the page.
 */
const OTHER_FACTORS: readonly (readonly [key: RegExp, value: RegExp])[] = [
  [/^tfa_enable_tfa$/, /^(?:1|true|yes|on)$/i],
  [/^itsec_two_factor_enabled_providers$/, /^a:[1-9]/],
  [/^mo2f_configured_2FA_method$/i, /^(?!none$|0$).+/i],
  [/(?:two_?factor|2fa|tfa|totp|otp|authenticator)\w*_(?:secret|seed)/i, /^.{8}/s],
];
const HAS_OTHER_FACTOR = {
  reads: ["meta_key", "meta_value"],
  of: ({ meta_key: key, meta_value: value }: Fields) =>
    !FACTOR_KEYS.includes(String(key)) &&
    OTHER_FACTORS.some(([name, content]) => name.test(String(key)) && content.test(String(value ?? ""))),
};

/** A user's roles on a site, under the prefix of its tables, unless they have none. */
const HAS_ROLES = {
  reads: ["meta_key", "meta_value"],
  of: ({ meta_key: key, meta_value: value }: Fields) =>
    /capabilities$/.test(String(key)) && /^a:[1-9]/.test(String(value)),
};

/**
 * WordPress' tables of users and of what plugins keep for them, whatever their prefix.
 *
 * @see https://developer.wordpress.org/apis/database/ wp_users, wp_usermeta
 * @see https://github.com/WordPress/two-factor providers/class-two-factor-totp.php
 */
export const WORDPRESS = /* @__PURE__ */ system("wordpress", {
  title: "WordPress",
  comparedWith:
    "6.8.6, Two Factor 0.16.0 of 2026-03-27: WordPress/WordPress: wp-includes/pluggable.php; WordPress/two-factor: class-two-factor-core.php, providers",
  howToExport: fromMysql(
    ["wp_users", "wp_usermeta", ["wp_wfls_2fa_secrets", "second factors of the plugin Wordfence"]],
    "With another prefix than wp_, name the tables as they are. With shell access to the site, without second factors: wp user list --fields=ID,user_login,user_email,user_pass,user_status --format=csv > users.csv",
  ),
  users: { tables: "*users", columns: ["ID user_email", "ID user_login"] },
  user: { id: "ID", email: "user_email", userName: "user_login", hash: "user_pass" },
  rules: [read("user_status spam", holdByStatus), ...holdWhere("banned", "spam"), ...holdWhere("deleted", "deleted")],
  // In JSON the rows of usermeta may be nested.
  factors: [read("meta", readMeta)],
  parts: [
    {
      name: "meta",
      holds: "second factors, users who are held back",
      tables: "*usermeta",
      columns: ["user_id meta_key meta_value"],
      except: not(any(IS_READ, HAS_ROLES, HAS_OTHER_FACTOR)),
    },
    {
      name: "wordfence",
      tables: "*wfls_2fa_secrets",
      columns: ["user_id secret recovery mode"],
      factor: read("secret", wordfence),
    },
  ],
  joined: "user_registered",
  notCarried: `user_nicename user_url display_name first_name last_name nickname description roles url user_level
    wp_capabilities`,
  // A key that was mailed, as a hash of the same form as a password's.
  secrets: "user_activation_key",
  likeness: { sure: ["user_login user_pass", "umeta_id"], possible: ["user_login user_email"] },
});

/** WordPress itself neither sets nor reads the status: BuddyPress does, and plugins of multisites. */
function holdByStatus(user: Row): boolean {
  const status = user.wholeNumber("user_status", -128, 127) ?? 0;
  if (status === 0) return false;
  const keys = metaRows(user).map(({ fields }) => fields.meta_key);
  const isObeyed = BUDDYPRESS.some((key) => keys.includes(key)) || user.has("spam");
  if (!isObeyed && keys.length > 0) {
    user.leaveOut("user_status");
    return false;
  }
  const reason = status === 1 ? "banned" : status === 2 ? "unconfirmed" : "disabled";
  const doubt = isObeyed ? "" : "; without BuddyPress they can log in, and the rows of usermeta that tell are not here";
  const message = `user_status is ${status}, by which BuddyPress keeps the user out${doubt}`;
  user.context.holdBack(reason, "user_status", message);
  return true;
}

function metaRows(user: Row): readonly Row[] {
  return [...(user.has("meta") ? user.objects("meta") : []), ...user.parts("meta")];
}

function readMeta(user: Row): readonly TotpEnrolment[] {
  if (metaRows(user).some(({ fields }) => HAS_ROLES.of(fields))) user.leaveOut("roles (wp_capabilities)");
  for (const { fields } of metaRows(user).filter((row) => HAS_OTHER_FACTOR.of(row.fields))) {
    user.factorNotCarried(String(fields.meta_key));
  }
  const meta = new Map(
    metaRows(user).flatMap((row) => {
      const key = idText(row.own("meta_key"));
      const value = IS_READ.of(row.fields) ? row.text("meta_value") : undefined;
      return key === undefined || value === undefined ? [] : [[key, value] as const];
    }),
  );
  return [...twoFactor(meta, user), ...authenticator(meta, user)];
}

const TOTP_PROVIDER = "Two_Factor_Totp";
/** Providers of the plugin that are not second factors by themselves. */
const NO_FACTORS: ReadonlySet<unknown> = new Set(["Two_Factor_Backup_Codes", "Two_Factor_Dummy"]);

/** Steps to either side within which both take a code. */
const TWO_FACTOR_SKEW = 4;

/** The plugin Two Factor, which asks for a code where the provider is enabled, and Really Simple Security. */
function twoFactor(meta: ReadonlyMap<string, string>, user: Row): readonly TotpEnrolment[] {
  if (meta.has(WP_2FA) || meta.has(WP_2FA_METHOD)) user.factorNotCarried(WP_2FA);
  if (meta.get(REALLY_SIMPLE_EMAIL) === "active") user.factorNotCarried(REALLY_SIMPLE_EMAIL);
  const providers = valuesOf(readPhpSerialized(meta.get(TWO_FACTOR_PROVIDERS) ?? ""));
  const secret = meta.get(TWO_FACTOR);
  for (const provider of providers) {
    const isRead = provider === TOTP_PROVIDER && secret !== undefined;
    if (!isRead && !NO_FACTORS.has(provider)) user.factorNotCarried(TWO_FACTOR_PROVIDERS);
  }
  if (secret === undefined) return [];
  // Newer releases may encrypt it.
  if (!/^[A-Za-z2-7=\s]+$/.test(secret)) return user.factorNotCarried(TWO_FACTOR);
  const isConfirmed = providers.includes(TOTP_PROVIDER) || meta.get(REALLY_SIMPLE) === "active";
  return user.factor({ field: TWO_FACTOR, secret, encoding: "base32", isConfirmed, skew: TWO_FACTOR_SKEW });
}

function valuesOf(value: PhpValue | undefined): readonly PhpValue[] {
  return value instanceof Map ? [...value.values()] : [];
}

/** The plugin Google Authenticator. */
function authenticator(meta: ReadonlyMap<string, string>, user: Row): readonly TotpEnrolment[] {
  const secret = meta.get(AUTHENTICATOR);
  const isConfirmed = meta.get(AUTHENTICATOR_STATE) === "enabled";
  if (secret === undefined) return [];
  return user.factor({ field: AUTHENTICATOR, secret, encoding: "base32", isConfirmed });
}

const KEY_BYTES = 20;
const REENCODED = `the file was saved in another encoding: secret does not have the ${KEY_BYTES} bytes of Wordfence's keys; export it with --hex-blob`;

/** Wordfence Login Security keeps the secret's bytes once the user has given a code. */
function wordfence(row: Row): readonly TotpEnrolment[] {
  const secret = row.text("secret");
  if (secret === undefined) return [];
  const hex = /^(?:\\x|0x)((?:[0-9a-f]{2})+)$/i.exec(secret)?.[1];
  const key = hex === undefined ? new TextEncoder().encode(secret) : Buffer.from(hex, "hex");
  // Bytes that a program has taken for letters are more.
  if (key.length !== KEY_BYTES && isUtf8(key) && key.some((byte) => byte >= 0x80)) {
    row.findings.fault("user/field-wrong-type", REENCODED, "secret");
    return [];
  }
  return row.factor({ field: "secret", secret: hex ?? secret, encoding: hex === undefined ? "utf8" : "hex" });
}
