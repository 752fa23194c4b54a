import { identifyHash } from "../../hash/index.js";
import { counted } from "../../lib/plural.js";
import { problem } from "../../problems/user.js";
import type { UserDraft } from "../assemble-user.js";
import { emailField, type Fields, textField, userIdField } from "../fields/field.js";
import type { FieldTable } from "../fields/field-table.js";
import { phoneNumberField } from "../fields/phone-number.js";
import type { Password } from "../fields/read-password.js";
import { howTo } from "../how-to-export.js";
import type { Contact } from "../normalized-user.js";
import { ldif } from "../readers/ldif/ldif.js";
import type { RecordContext, RecordRole, Source } from "../source.js";

/** IDs that a directory keeps for good, by which programs know its entries: OpenLDAP, 389, FreeIPA, Active Directory. */
const IDS = ["entryuuid", "nsuniqueid", "ipauniqueid", "objectguid", "uid", "dn"] as const;

const USER: FieldTable = {
  read: new Set([
    ...IDS,
    ...["objectclass", "mail", "mobile", "userpassword", "samaccountname"],
    ...["nsaccountlock", "loginshell", "pwdaccountlockedtime", "useraccountcontrol", "shadowexpire"],
  ]),
  notCarried: new Set([
    ...[
      "cn",
      "sn",
      "givenname",
      "displayname",
      "initials",
      "title",
      "description",
      "employeenumber",
      "o",
      "ou",
    ],
    ...[
      "telephonenumber",
      "homephone",
      "facsimiletelephonenumber",
      "street",
      "postaladdress",
      "postalcode",
      "l",
      "st",
    ],
    ...[
      "preferredlanguage",
      "labeleduri",
      "jpegphoto",
      "manager",
      "memberof",
      "departmentnumber",
      "employeetype",
    ],
    ...["uidnumber", "gidnumber", "homedirectory", "gecos", "shadowlastchange", "shadowmin", "shadowmax"],
    ...[
      "shadowwarning",
      "shadowinactive",
      "structuralobjectclass",
      "creatorsname",
      "createtimestamp",
      "entrycsn",
    ],
    ...["modifiersname", "modifytimestamp", "entrydn", "parentid", "entryid", "subschemasubentry"],
    ...["hassubordinates", "pwdchangedtime", "krbprincipalname", "krbcanonicalname", "krblastpwdchange"],
    ...["krbpasswordexpiration", "mepmanagedentry", "ipasshpubkey", "userprincipalname", "whencreated"],
  ]),
  secrets: new Set([
    ...["sambantpassword", "sambalmpassword", "sambapasswordhistory", "pwdhistory", "passwordhistory"],
    ...["krbprincipalkey", "krbextradata", "ipanthash", "unicodepwd", "userpkcs12"],
  ]),
};

/** Classes of entries that people log in with; computers of Active Directory are users as well. */
const PERSONS: ReadonlySet<string> = new Set([
  ...["person", "organizationalperson", "inetorgperson", "posixaccount", "shadowaccount", "account", "user"],
]);

/** Shells with which nobody gets in. */
const NO_SHELL = /\/(?:nologin|false)$/;
const AD_DISABLED = 2;
const MILLISECONDS_A_DAY = 86_400_000;

/**
 * A directory's entries as LDIF: OpenLDAP, 389 Directory Server, FreeIPA, and others with the classes of RFC 4519.
 * Active Directory exports no hashes.
 *
 * @see https://www.rfc-editor.org/rfc/rfc4519
 * @see https://www.rfc-editor.org/rfc/rfc2307
 */
export const LDAP = {
  name: "ldap",
  title: "an LDAP directory",
  howToExport: howTo(
    [
      "# OpenLDAP, on the server:",
      "slapcat -l users.ldif",
      "# others:",
      "ldapsearch -LLL -x -D ACCOUNT -W -b BASE '(objectClass=person)' '*' '+' nsAccountLock \\",
      "  pwdAccountLockedTime > users.ldif",
    ],
    "Least privileges: an account that may read userPassword and the state of accounts in that one base; without it the " +
      "entries have no hashes. Raise its limit of size, or the search is cut short. slapcat reads the whole database.",
  ),
  origin: "ldap",
  readers: [ldif()],
  idField: "dn",
  fields: [USER],
  otherFields: "counted",
  detect: ([first]) => (first !== undefined && "dn" in first && "objectclass" in first ? "sure" : "no"),
  roleOf: roleOfEntry,
  toUser: readUser,
} as const satisfies Source;

/** The values of an attribute. */
function valuesOf(entry: Fields, name: string): readonly string[] {
  const values = Object.hasOwn(entry, name) ? entry[name] : undefined;
  const list = Array.isArray(values) ? values : [values];
  return list.filter((value): value is string => typeof value === "string" && value !== "");
}

function roleOfEntry(entry: Fields): RecordRole {
  const classes = valuesOf(entry, "objectclass").map((name) => name.toLowerCase());
  const isPerson = classes.some((name) => PERSONS.has(name)) && !classes.includes("computer");
  return isPerson ? { role: "user" } : { role: "other" };
}

function readUser(entry: Fields, context: RecordContext): UserDraft {
  const { findings } = context;
  const first = Object.fromEntries([...USER.read].map((name) => [name, valuesOf(entry, name)[0]]));
  holdBack(first, context);
  const id = IDS.find((name) => first[name] !== undefined) ?? "dn";
  return {
    externalUserId: userIdField(first, id, findings),
    emails: valuesOf(entry, "mail").flatMap((mail) => contactOf(emailField({ mail }, "mail", findings))),
    phoneNumbers: valuesOf(entry, "mobile").flatMap((mobile) =>
      contactOf(phoneNumberField({ mobile }, "mobile", context)),
    ),
    userName: textField(first, "uid", findings) ?? textField(first, "samaccountname", findings),
    password: passwordOf(entry, context),
    thirdParty: [],
    totp: [],
  };
}

/** A directory does not say that anybody confirmed an address or number. */
function contactOf(value: string | undefined): readonly Contact[] {
  return value === undefined ? [] : [{ value, isVerified: false }];
}

/** The ways in which directories say that an account is closed. */
function holdBack(first: Fields, context: RecordContext): void {
  const { holdBack: hold, now } = context;
  const text = (name: string) => (typeof first[name] === "string" ? first[name] : "");
  if (/,cn=deleted users,cn=accounts,cn=provisioning,/i.test(text("dn"))) hold("deleted", "dn");
  if (/,cn=staged users,cn=accounts,cn=provisioning,/i.test(text("dn"))) hold("invited", "dn");
  const expires = /^[0-9]{1,9}$/.test(text("shadowexpire")) ? Number(text("shadowexpire")) : undefined;
  const signs = {
    nsaccountlock: /^true$/i.test(text("nsaccountlock")),
    pwdaccountlockedtime: text("pwdaccountlockedtime") !== "",
    loginshell: NO_SHELL.test(text("loginshell")),
    useraccountcontrol: (Number(text("useraccountcontrol")) & AD_DISABLED) !== 0,
    shadowexpire: expires !== undefined && expires * MILLISECONDS_A_DAY <= now,
  };
  const sign = Object.entries(signs).find(([, isSet]) => isSet)?.[0];
  if (sign !== undefined) hold("disabled", sign);
}

/** Of several values the one that can be imported; each would open the account, and the service keeps one. */
function passwordOf(entry: Fields, context: RecordContext): Password | undefined {
  const { findings } = context;
  const values = valuesOf(entry, "userpassword");
  const [only] = values;
  if (only === undefined) {
    if (valuesOf(entry, "samaccountname").length > 0) noteNoHashes(context);
    return undefined;
  }
  if (values.length === 1) return context.password(only);
  const dispositions = values.map((value) => identifyHash(value, { source: "ldap" }).disposition);
  const importable = values.filter((_, place) => dispositions[place] === "importable");
  const verifiable = values.filter((_, place) => dispositions[place] === "verifiable");
  const [chosen] = importable.length > 0 ? importable : verifiable;
  const message = `the user has ${counted(values.length, "password")}, and only one can be carried over`;
  const several = problem("user/several-passwords", message, { field: "userpassword" });
  const isClear =
    chosen !== undefined && (importable.length === 1 || (importable.length === 0 && verifiable.length === 1));
  if (!isClear) {
    findings.problems.push(several);
    return undefined;
  }
  findings.warnings.push(several);
  return context.password(chosen);
}

function noteNoHashes({ findings }: RecordContext): void {
  const message = "password hashes are not in the exports of Active Directory";
  findings.problems.push(problem("user/password-not-exported", message, { field: "userpassword" }));
}
