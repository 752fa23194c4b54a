import { eachOnce } from "../fields/contacts.js";
import { type Fields, isFields, ownField } from "../fields/field.js";
import { type Contact, type Likeness, type Row, read } from "../system/row.js";
import { factorNotCarried, leftOut } from "../system/rules.js";
import { mostHave, type SystemRules, someHave } from "../system/system.js";
import { ALWAYS, all, any, is, not, type Test, yes } from "../system/tests.js";

/** Of the preferences of all apps only two say who a user is. */
const IS_EMAIL = /* @__PURE__ */ all(is("appid", "settings"), is("configkey", "email"));
const IS_ENABLED = /* @__PURE__ */ all(is("appid", "core"), is("configkey", "enabled"));

/** Of a factor's `state`: the user gave a code; and the user switched the factor off. */
const CONFIRMED = "2";
const OFF = "0";

/** A factor of an app whose secret is in the export is read there. */
const IS_LOST: Test = /* @__PURE__ */ read("provider_id", (row) => {
  const provider = row.text("provider_id");
  return provider !== "webauthn" && (provider !== "totp" || row.parts("totp").length === 0);
});

/**
 * Tables of ownCloud and of Nextcloud, which began as ownCloud 9: where the two differ, a row's columns tell whose it is,
 * so that each is read rightly under the other's name too.
 */
export const CLOUD: Omit<SystemRules, "title" | "howToExport" | "likeness"> = {
  users: { tables: "*users", columns: ["uid password"] },
  user: { id: "uid", emails: read("", readEmails), userName: "uid", hash: "password" },
  rules: [read("", holdBack)],
  parts: [
    {
      name: "preferences",
      holds: "e-mail addresses, users who are held back",
      tables: "*preferences",
      columns: ["userid appid configkey configvalue"],
      key: "userid",
      except: not(any(IS_EMAIL, IS_ENABLED)),
      guards: IS_ENABLED,
    },
    { name: "accounts", tables: "*accounts", columns: ["uid data"], key: "uid", guards: not(ALWAYS) },
    { name: "owncloud accounts", tables: "*accounts", columns: ["user_id lower_user_id state"] },
    {
      name: "totp",
      tables: "*twofactor_totp_secrets",
      columns: ["user_id secret"],
      factor: {
        ...{ secret: "secret", encoding: "base32", encrypted: "nextcloud", where: not(is("state", OFF)) },
        // Nextcloud has `state`; its earlier releases, and ownCloud, have `verified` or neither.
        confirmed: read("state verified", (row) => {
          const state = row.id("state");
          return state === undefined ? row.writtenFlag("verified") !== false : state === CONFIRMED;
        }),
        // Since release 17.1 of the app an administrator may choose another than SHA-1.
        algorithm: "algorithm",
        // Steps to either side within which both take a code.
        skew: 3,
        field: "oc_twofactor_totp_secrets",
      },
    },
    {
      name: "providers",
      tables: "*twofactor_providers",
      columns: ["provider_id uid enabled"],
      key: "uid",
      // Which second factors are on, whatever app keeps them.
      except: is("provider_id", "backup_codes"),
      rules: [
        factorNotCarried(all(yes("enabled"), is("provider_id", "webauthn")), "oc_twofactor_providers (webauthn)"),
        factorNotCarried(all(yes("enabled"), IS_LOST), "oc_twofactor_providers"),
      ],
    },
    {
      name: "recovery",
      tables: "*twofactor_backupcodes",
      columns: ["user_id code used"],
      once: [leftOut("recovery codes", ALWAYS)],
      guards: not(ALWAYS),
    },
  ],
  encryption: ["nextcloud"],
  // Nextcloud alone has the second.
  notCarried: "displayname uid_lower",
};

/** Under the prefix that an installation has unless another one was chosen; its columns tell one that has another. */
const OWN_TABLE = /(?:^|\.)oc_(?:users|preferences|accounts|twofactor_totp_secrets|twofactor_backupcodes)$/;

type Cloud = "nextcloud" | "owncloud";

/** How much rows look like those of one of the two, and not of the other. */
export function likenessTo(own: Cloud): (records: readonly Fields[], table?: string) => Likeness {
  return (records, table) => {
    const cloud = cloudOf(records, table);
    if (cloud === own) return "sure";
    return cloud === "either" ? "possible" : "no";
  };
}

/** Whose rows these are, as far as their columns and the numbers before their hashes tell. */
function cloudOf(records: readonly Fields[], table = ""): Cloud | "either" | undefined {
  if (mostHave(records, "lower_user_id", "state")) return "owncloud";
  if (mostHave(records, "uid", "displayname", "password")) {
    return someHave(records, "uid_lower") || records.some(hasLaterHash) ? "nextcloud" : "either";
  }
  if (!OWN_TABLE.test(table)) return undefined;
  if (mostHave(records, "uid", "data") || mostHave(records, "secret", "state")) return "nextcloud";
  return mostHave(records, "secret", "last_validated_key") ? "owncloud" : "either";
}

/** ownCloud's hasher has the number 1 alone. */
function hasLaterHash({ password }: Fields): boolean {
  return typeof password === "string" && /^[23]\|/.test(password);
}

/** Of an account's `state`: the user may log in, and the user was deleted. */
const ENABLED = 1;
const DELETED = 3;

/** The preference is Nextcloud's, and ownCloud's before release 10, which has the state of an account in its place. */
function holdBack(user: Row): boolean {
  const { holdBack: hold } = user.context;
  const enabled = user.parts("preferences").find(({ fields }) => IS_ENABLED.of(fields));
  const states = user.parts("owncloud accounts").map((row) => row.wholeNumber("state", 0, DELETED));
  if (states.includes(DELETED)) hold("deleted", "state");
  else if (states.some((state) => state !== undefined && state !== ENABLED)) hold("disabled", "state");
  else if (enabled?.writtenFlag("configvalue") === false) hold("disabled", "enabled");
  return true;
}

function readEmails(user: Row): readonly Contact[] {
  const settings = user.parts("preferences").filter(({ fields }) => IS_EMAIL.of(fields));
  const own = settings.flatMap(({ fields }) => user.of({ email: fields.configvalue }).emails("email"));
  const ofState = user.parts("owncloud accounts").flatMap((row) => row.emails("email"));
  return eachOnce([...own, ...ofState, ...user.parts("accounts").flatMap(accountEmails)]);
}

/** `verified` of an account's property: 0 not, 1 in progress, 2 verified. */
const VERIFIED = "2";

/** The address of a user's account: an object of properties, or, since release 25 or so, a list of them. */
function accountEmails(row: Row): readonly Contact[] {
  const data = row.json("data");
  const listed = Array.isArray(data) ? data.find((one) => isFields(one) && one.name === "email") : undefined;
  const property = isFields(data) ? ownField(data, "email") : listed;
  if (!isFields(property)) return [];
  row.leaveOut("oc_accounts.data");
  return row.of({ email: property.value }).emails("email", String(property.verified) === VERIFIED);
}
