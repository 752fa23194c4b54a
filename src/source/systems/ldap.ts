import { identifyHash } from "../../hash/index.js";
import { hexBytes } from "../../lib/hex.js";
import { counted } from "../../lib/plural.js";
import { words } from "../../lib/words.js";
import { problem as unsupported } from "../../problems/otpauth.js";
import { problem } from "../../problems/user.js";
import { noteMissingHash, notePlainPassword } from "../fields/composed-hash.js";
import type { Fields } from "../fields/field.js";
import { ldif } from "../readers/ldif/ldif.js";
import { type Password, type RecordRole, type Row, read, type TotpEnrolment } from "../system/row.js";
import { howTo, system } from "../system/system.js";

/** IDs that a directory keeps for good, by which programs know its entries: OpenLDAP, 389, FreeIPA, Active Directory. */
const IDS = ["entryuuid", "nsuniqueid", "ipauniqueid", "objectguid", "uid", "dn"];

/** Classes of entries that people log in with; computers of Active Directory are users as well. */
const PERSONS: ReadonlySet<string> = new Set(
  words("person organizationalperson inetorgperson posixaccount shadowaccount account user"),
);

/** Computers of Active Directory; entries that 389 has deleted, and keeps for its replicas. */
const NO_PERSONS: ReadonlySet<string> = new Set(["computer", "nstombstone"]);

/** FreeIPA's entry of an authenticator app, or of a device that counts; its owner is named by their entry. */
const TOKEN = "ipatoken";

/** Shells that refuse a login. */
const NO_SHELL = /\/(?:nologin|false)$/;
const AD_DISABLED = 2;
const MILLISECONDS_A_DAY = 86_400_000;

/** Attributes of times from which on an account is closed. */
const ENDS = words("krbprincipalexpiration pwdendtime ds-pwp-account-expiration-time loginexpirationtime");
/** Attributes of times from which on a password has to be replaced. */
const PASSWORD_ENDS = words("passwordexpirationtime krbpasswordexpiration");
/** Attributes that say in a word that an account is closed; 389 Directory Server also gives such an account a role. */
const CLOSED: Readonly<Record<string, RegExp>> = {
  nsaccountlock: /^true$/i,
  pwdaccountlockedtime: /./,
  loginshell: NO_SHELL,
  sambaacctflags: /^\[[^\]]*D/,
  inetuserstatus: /^(?:inactive|disabled)$/i,
  nsroledn: /^cn=ns(?:managed|admin)?disabledrole,/i,
  nsrole: /^cn=ns(?:managed|admin)?disabledrole,/i,
  "ds-pwp-account-disabled": /^true$/i,
  logindisabled: /^true$/i,
};

/** Attributes of `shadow(5)` and of others that need reckoning. */
const SHADOW = words("shadowexpire shadowlastchange shadowmax");
const MORE_STATES = words("dn pwdreset pwdstarttime useraccountcontrol sambakickofftime accountexpires pwdlastset");

/** Attributes in which directories keep keys of second factors, or name them. */
const OTHER_FACTORS = words("oathtotptoken oathhotptoken oathtoken oathsecret");
/** The ways of `ipaUserAuthType` in which the directory's password counts. */
const WAYS_BY_PASSWORD: ReadonlySet<string> = new Set(["password", "otp", "hardened"]);

/**
 * A directory's entries as LDIF: OpenLDAP, 389 Directory Server, FreeIPA, and others with the classes of RFC 4519.
 * Active Directory exports no hashes.
 *
 * FreeIPA keeps second factors in entries of their own, beside those of their owners.
 *
 * @see https://www.rfc-editor.org/rfc/rfc4519
 * @see https://github.com/freeipa/freeipa — install/share/70ipaotp.ldif
 * @see https://www.rfc-editor.org/rfc/rfc2307
 */
export const LDAP = /* @__PURE__ */ system("ldap", {
  title: "an LDAP directory",
  howToExport: howTo(
    [
      "# OpenLDAP, on the server:",
      "slapcat -l users.ldif",
      "# others:",
      "ldapsearch -LLL -x -D ACCOUNT -W -b BASE '(objectClass=person)' '*' '+' nsAccountLock nsRoleDN \\",
      "  pwdAccountLockedTime pwdReset passwordExpirationTime > users.ldif",
      "# FreeIPA, with its second factors:",
      "ldapsearch -LLL -x -D ACCOUNT -W -b BASE '(|(objectClass=person)(objectClass=ipaToken))' '*' '+' > users.ldif",
    ],
    "Least privileges: an account that may read userPassword and the state of accounts in that one base, and of FreeIPA's " +
      "tokens ipatokenOTPkey; without it the entries have no hashes. Raise its limit of size, or the search is cut " +
      "short. slapcat reads the whole database.",
  ),
  users: { readers: [ldif()], roleOf: roleOfEntry },
  user: {
    id: read(IDS.join(" "), ({ fields }) => {
      return ownValues(fields, IDS.find((name) => ownValue(fields, name) !== undefined) ?? "dn");
    }),
    // A directory does not say that any address or number is confirmed.
    emails: read("mail", (entry) =>
      valuesOf(entry.fields, "mail").flatMap((mail) => entry.of({ mail }).emails("mail")),
    ),
    // People write it themselves, and it would be a login by code.
    phones: read("mobile", (entry) => {
      if (valuesOf(entry.fields, "mobile").length > 0) entry.leaveOut("mobile");
      return [];
    }),
    userName: read("uid samaccountname", (entry) => {
      const { fields, findings } = entry;
      const name = valuesOf(fields, "uid").length > 0 ? "uid" : "samaccountname";
      const value = ownValue(fields, name);
      if (value === undefined && valuesOf(fields, name).length > 0) entry.leaveOut(name);
      else if (value !== undefined && name === "uid") {
        // Of entries side by side, one has it in its name; people may write it into theirs. Active Directory lets them not.
        const beside = nameKey(fields.dn)?.replace(FIRST_PART, "");
        findings.identify(isInName(fields, name, value) ? "name" : "listed-name", `${beside}\n${value.toLowerCase()}`);
      }
      return ownValues(fields, name);
    }),
    hash: read("userpassword", passwordInUse),
  },
  idField: "dn",
  rules: [read([...ENDS, ...PASSWORD_ENDS, ...Object.keys(CLOSED), ...SHADOW, ...MORE_STATES].join(" "), holdBack)],
  factors: [
    read("ipauserauthtype", readTokens),
    read(OTHER_FACTORS.join(" "), (entry) =>
      OTHER_FACTORS.filter((name) => valuesOf(entry.fields, name).length > 0).flatMap((name) =>
        entry.factorNotCarried(name),
      ),
    ),
  ],
  alsoRead: "objectclass",
  notCarried: `cn sn givenname displayname initials title description employeenumber o ou telephonenumber homephone
    facsimiletelephonenumber street postaladdress postalcode l st preferredlanguage labeleduri jpegphoto manager
    memberof departmentnumber employeetype uidnumber gidnumber homedirectory gecos shadowmin shadowwarning
    shadowinactive structuralobjectclass creatorsname createtimestamp entrycsn modifiersname modifytimestamp entrydn
    parentid entryid subschemasubentry hassubordinates pwdchangedtime krbprincipalname krbcanonicalname
    krblastpwdchange ipapasskey mepmanagedentry ipasshpubkey userprincipalname whencreated`,
  secrets: `sambantpassword sambalmpassword sambapasswordhistory pwdhistory passwordhistory krbprincipalkey
    krbextradata ipanthash unicodepwd userpkcs12`,
  likeness: ([first = {}]) => ("dn" in first && ("objectclass" in first || "userpassword" in first) ? "sure" : "no"),
});

/** The values of an attribute. */
function valuesOf(entry: Fields, name: string): readonly string[] {
  const values = Object.hasOwn(entry, name) ? entry[name] : undefined;
  const list = Array.isArray(values) ? values : [values];
  return list.filter((value): value is string => typeof value === "string" && value !== "");
}

function roleOfEntry(entry: Fields): RecordRole {
  const classes = valuesOf(entry, "objectclass").map((name) => name.toLowerCase());
  if (classes.includes(TOKEN)) {
    return { role: "part", part: TOKEN, key: nameKey(valuesOf(entry, "ipatokenowner")[0]) };
  }
  // A search for some attributes alone leaves the classes out: then a password makes a user.
  const isUser = classes.length === 0 ? valuesOf(entry, "userpassword").length > 0 : hasAny(PERSONS, classes);
  const isPerson = isUser && !hasAny(NO_PERSONS, classes);
  return isPerson ? { role: "user", key: nameKey(entry.dn) } : { role: "other" };
}

const hasAny = (some: ReadonlySet<string>, classes: readonly string[]) => classes.some((name) => some.has(name));

/** Names of entries are compared without case and spaces between their parts. */
function nameKey(name: unknown): string | undefined {
  return typeof name === "string" ? name.replace(/\s*([,=+])\s*/g, "$1").toLowerCase() : undefined;
}

/** An entry's one value of an attribute, under its name. */
function ownValues(entry: Fields, name: string) {
  return { fields: { [name]: ownValue(entry, name) }, name };
}

/** Of several values that which is in the entry's own name: people may add others, and another person's. */
function ownValue(entry: Fields, name: string): string | undefined {
  const values = valuesOf(entry, name);
  return values.length < 2 ? values[0] : values.find((value) => isInName(entry, name, value));
}

const FIRST_PART = /^(?:\\.|[^,\\])*/;

function isInName(entry: Fields, name: string, value: string): boolean {
  const [first = ""] = FIRST_PART.exec(String(entry.dn).toLowerCase()) ?? [];
  const parts = (first.match(/(?:\\.|[^\\+])+/g) ?? []).map((part) =>
    part
      .replace(/\\(?![0-9a-f])/g, "")
      .trim()
      .replace(/\s*=\s*/, "="),
  );
  return parts.includes(`${name}=${value.toLowerCase()}`);
}

/** Enabled tokens of a user who is asked for codes, or of whom only the whole directory's settings say it. */
function readTokens(entry: Row): readonly TotpEnrolment[] {
  const ways = waysOf(entry);
  const isAsked = ways.length === 0 || ways.includes("otp");
  if (ways.includes("otp") && entry.parts(TOKEN).length === 0) {
    const message = "the user logs in with codes, and their token is not in the file";
    entry.findings.warn("user/second-factor-not-carried", message, "ipauserauthtype");
  }
  return entry.parts(TOKEN).flatMap((token) => {
    const isDisabled = /^true$/i.test(valuesOf(token.fields, "ipatokendisabled")[0] ?? "");
    if (isAsked && !isDisabled && isInForce(token.fields, entry.context.now)) return readToken(token);
    entry.leaveOut("second factor that is not in use");
    return [];
  });
}

function readToken(token: Row): readonly TotpEnrolment[] {
  const { findings } = token;
  const first = (name: string) => valuesOf(token.fields, name)[0];
  const key = first("ipatokenotpkey");
  if (key === undefined) return token.factorNotCarried(TOKEN);
  if (first("ipatokenhotpcounter") !== undefined) {
    const message = "the second factor counts its codes (HOTP), which the service does not verify";
    findings.warn("user/second-factor-not-carried", message, TOKEN);
    return [];
  }
  const period = token.of({ period: first("ipatokentotptimestep") }).wholeNumber("period", 1, 86_400) ?? 30;
  const offset = Number(first("ipatokentotpclockoffset") ?? 0);
  if (!(Math.abs(offset) < period)) {
    const message = "the second factor's clock is off by more than one of its codes";
    findings.problems.push(unsupported("otpauth/unsupported", message, { field: TOKEN }));
    return [];
  }
  return token.factor({
    ...{ field: TOKEN, secret: keyBytes(key), encoding: "utf8", period },
    ...{ digits: first("ipatokenotpdigits"), algorithm: first("ipatokenotpalgorithm") },
    deviceName: first("description"),
  });
}

/** The attribute is bytes, which the reader shows as text where they are text. */
function keyBytes(text: string): Uint8Array {
  return (text.startsWith("\\x") ? hexBytes(text.slice(2)) : null) ?? new TextEncoder().encode(text);
}

/** Between the dates of a token, where it has them. */
function isInForce(token: Fields, now: number): boolean {
  const [from, until] = ["ipatokennotbefore", "ipatokennotafter"].map((name) =>
    generalizedTime(valuesOf(token, name)[0]),
  );
  return (from === undefined || from <= now) && (until === undefined || until > now);
}

/** RFC 4517's `20250101120000Z`, in milliseconds. */
function generalizedTime(text: string | undefined): number | undefined {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:[.,]\d+)?Z$/.exec(text ?? "");
  if (parts === null) return undefined;
  const [year = 0, month = 0, day, hour, minute, second] = parts.slice(1).map(Number);
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** What FreeIPA accepts of a user; none: what it accepts of all. */
function waysOf(entry: Row): readonly string[] {
  return valuesOf(entry.fields, "ipauserauthtype").map((way) => way.toLowerCase());
}

/** Active Directory counts tenths of microseconds since 1601; 0 and the highest number are never. */
const FILETIME_OF_1970 = 11_644_473_600_000;
const MOST_FILETIME = 9e18;

/** When an account is closed, by attributes with numbers; NaN where they do not say. */
const NUMBERED_ENDS: Readonly<Record<string, (number: number) => number>> = {
  shadowexpire: (days) => days * MILLISECONDS_A_DAY,
  sambakickofftime: (seconds) => (seconds > 0 ? seconds * 1000 : Number.NaN),
  accountexpires: (time) => (time > 0 && time < MOST_FILETIME ? time / 10_000 - FILETIME_OF_1970 : Number.NaN),
};

/** Days since 1970; 0 asks for another password at the next login, and a highest age does once it is reached. */
function isShadowDue(number: (name: string) => number, now: number): boolean {
  const [changed, most] = [number("shadowlastchange"), number("shadowmax")];
  return changed === 0 || (changed > 0 && most >= 0 && (changed + most) * MILLISECONDS_A_DAY <= now);
}

/** The ways in which directories say that a password has to be replaced. */
function notePasswordDue({ fields, context }: Row, number: (name: string) => number): void {
  const { mustReset, now } = context;
  if (/^true$/i.test(valuesOf(fields, "pwdreset")[0] ?? "")) mustReset("pwdReset");
  // 389 Directory Server writes 1970 where an administrator's password has to be replaced, FreeIPA the moment itself.
  for (const name of PASSWORD_ENDS) if (hasGoneBy(fields, name, now)) mustReset(name);
  if (isShadowDue(number, now)) mustReset("shadowlastchange");
  if (number("pwdlastset") === 0) mustReset("pwdlastset");
}

function hasGoneBy(fields: Fields, name: string, now: number): boolean {
  return (generalizedTime(valuesOf(fields, name)[0]) ?? Number.POSITIVE_INFINITY) <= now;
}

/** The ways in which directories say that an account is closed. */
function holdBack(entry: Row): boolean {
  const { fields, context } = entry;
  const { holdBack: hold, now } = context;
  const text = (name: string) => valuesOf(fields, name)[0] ?? "";
  const number = (name: string) => (/^[0-9]{1,19}$/.test(text(name)) ? Number(text(name)) : Number.NaN);
  notePasswordDue(entry, number);
  if (/,cn=deleted users,cn=accounts,cn=provisioning,/i.test(text("dn"))) hold("deleted", "dn");
  if (/,cn=staged users,cn=accounts,cn=provisioning,/i.test(text("dn"))) hold("invited", "dn");
  if (/^(?:deleted|removed)$/i.test(text("inetuserstatus"))) hold("deleted", "inetuserstatus");
  const starts = generalizedTime(text("pwdstarttime")) ?? 0;
  const sign =
    Object.keys(CLOSED).find((name) => valuesOf(fields, name).some((value) => CLOSED[name]?.test(value))) ??
    ENDS.find((name) => hasGoneBy(fields, name, now)) ??
    ((number("useraccountcontrol") & AD_DISABLED) !== 0 ? "useraccountcontrol" : undefined) ??
    (starts > now ? "pwdstarttime" : undefined) ??
    Object.keys(NUMBERED_ENDS).find((name) => (NUMBERED_ENDS[name]?.(number(name)) ?? Number.NaN) <= now);
  if (sign !== undefined) hold("disabled", sign);
  return sign !== undefined;
}

/** FreeIPA leaves a password in place that it no longer accepts: of a user of RADIUS, of another provider, of a passkey. */
function passwordInUse(entry: Row): Password | undefined {
  const ways = waysOf(entry);
  if (ways.length === 0 || ways.some((way) => WAYS_BY_PASSWORD.has(way))) return passwordOf(entry);
  const message = "the user logs in elsewhere, and the directory does not accept the password that it has";
  return noteMissingHash("ipauserauthtype", message, entry.findings);
}

/** Of several values the one that can be imported; each would open the account, and the service keeps one. */
function passwordOf(entry: Row): Password | undefined {
  const { findings, fields } = entry;
  const values = valuesOf(fields, "userpassword");
  const [only] = values;
  if (only === undefined) {
    if (valuesOf(fields, "samaccountname").length === 0) return undefined;
    return noteMissingHash("userpassword", "password hashes are not in the exports of Active Directory", findings);
  }
  if (values.every(isPlain)) return notePlainPassword("userpassword", findings);
  if (values.length === 1) return entry.hash(only);
  const having = (disposition: string) =>
    values.filter((value) => !isPlain(value) && dispositionOf(value) === disposition);
  const [importable, verifiable] = [having("importable"), having("verifiable")];
  const [chosen, ...others] = importable.length > 0 ? importable : verifiable;
  const message = `the user has ${counted(values.length, "password")}, and only one can be carried over`;
  const several = problem("user/several-passwords", message, { field: "userpassword" });
  const isClear = chosen !== undefined && others.length === 0;
  (isClear ? findings.warnings : findings.problems).push(several);
  return isClear ? entry.hash(chosen) : undefined;
}

function dispositionOf(value: string) {
  return identifyHash(value, { source: "ldap" }).disposition;
}

/**
 * RFC 4519: a value without `{scheme}` is the password itself, whatever its length. A string that names its scheme
 * between dollar signs is not: directories that were filled from another system have such hashes.
 */
function isPlain(value: string): boolean {
  if (value.startsWith("{")) return false;
  return !value.startsWith("$") || identifyHash(value, { source: "ldap" }).scheme === "unknown";
}
