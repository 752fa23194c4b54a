import { bytesOfCharacters, charactersOf, utf8 } from "../../lib/bytes.js";
import { DIGEST_BYTES, type DigestName } from "../../lib/digest-bytes.js";
import {
  base64Of,
  caseless,
  characters,
  decimal,
  type EncodedBytes,
  either,
  hexOf,
  layout,
  optional,
  type Part,
  run,
  sequence,
  textWithout,
  word,
} from "../../lib/grammar.js";
import type { Scheme } from "../scheme.js";
import { type Reading, type Recipe, recipe, type Step } from "./recipe.js";
import {
  DJANGO,
  JOOMLA,
  KRATOS,
  LDAP,
  MEDIAWIKI,
  MOSQUITTO,
  REQUEST_TRACKER,
  SMF,
  SPRING,
  WERKZEUG,
  woltlab,
} from "./references.js";
import {
  type FormatRow,
  type Notes,
  type Recipes,
  reads,
  readsWhere,
  verifiable,
  type Writers,
} from "./row.js";
import { suffixed } from "./suffixed.js";

/** One digest of the password, plain, salted or keyed: systems without iterations. */

const FAST = "A fast digest; the service does not verify it.";
const FAST_SALTED = "A fast digest of password and salt; the service does not verify it.";
const TWICE = "Two fast digests, one over the other; the service does not verify it.";
const LINE_STOPS = "\n\0";
const LDAP_SERVERS = "LDAP servers and Dovecot";
const KRATOS_SYSTEM = "Ory Kratos (users imported from elsewhere)";
const BASE64_CHARACTERS = characters("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/");
const PRINTABLE_BUT_QUOTE = characters(
  "!#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~",
);

const SHA2 = { sha224: "sha224", sha256: "sha256", sha384: "sha384", sha512: "sha512" } as const;
const MD5_AND_SHA = { md5: "md5", sha1: "sha1", ...SHA2 } as const;
const WHOLE = { padding: "whole" } as const;
const MD5_KEY = hexOf("key", 16);
const SHA512_BARE = base64Of("key", { padding: "none", least: 64, most: 64 });
const SHA512_WHOLE = base64Of("key", { ...WHOLE, least: 64, most: 64 });

/** The digest of the password and then the salt. */
function saltAfter(digest: DigestName, key: Uint8Array, salt?: Uint8Array): Recipe {
  return recipe([{ kind: "digest", digest, ...(salt === undefined ? {} : { after: salt }) }], key);
}

/** The digest of the password's hexadecimal digest and then the salt. */
function twice(digest: DigestName, key: Uint8Array, salt: string): Recipe {
  const steps: readonly Step[] = [
    { kind: "digest", digest },
    { kind: "encode", as: "hex" },
    { kind: "digest", digest, after: utf8(salt) },
  ];
  return recipe(steps, key);
}

/**
 * Django's digest of salt and password, and Werkzeug's HMAC under the salt, have one
 * layout. Both are tried, unless the caller names the system; either is as hard to guess.
 */
function djangoOrWerkzeug(digest: "md5" | "sha1") {
  return ({ salt, key }: { salt: string; key: Uint8Array }): Recipe => {
    const django: Reading = { steps: [{ kind: "digest", digest, before: utf8(salt) }], key, of: ["django"] };
    if (salt === "") return { readings: [django] };
    return {
      readings: [django, { steps: [{ kind: "hmac", digest, key: utf8(salt) }], key, of: ["werkzeug"] }],
    };
  };
}

const UNIX_SALT = textWithout("salt", LINE_STOPS, 1, 64);

/** Bare digests, which say nothing by themselves, of systems that are known to write them. */
const OF_A_SOURCE = [
  verifiable({
    name: "source-md5",
    scheme: "md5",
    treatment: "keep",
    sources: ["wordpress", "drupal", "phpbb", "django", "suitecrm"],
    markers: [],
    read: reads(layout`${hexOf("key", 16)}`),
    reason: "A fast digest without a salt; the service does not verify it.",
  }),
  verifiable({
    name: "joomla-md5",
    scheme: "md5",
    treatment: "keep",
    sources: ["joomla"],
    markers: [],
    read: reads(layout`${hexOf("key", 16)}${optional(sequence`:${UNIX_SALT}`)}`),
    reason: FAST_SALTED,
  }),
  verifiable({
    name: "vbulletin-md5",
    scheme: "md5",
    treatment: "keep",
    sources: ["vbulletin"],
    markers: [],
    read: reads(layout`${hexOf("key", 16)}:${UNIX_SALT}`),
    reason: TWICE,
  }),
  verifiable({
    name: "mybb-md5",
    scheme: "md5",
    treatment: "keep",
    sources: ["mybb"],
    markers: [],
    read: reads(layout`${hexOf("key", 16)}:${UNIX_SALT}`),
    reason: "A fast digest over the digests of salt and password; the service does not verify it.",
  }),
  verifiable({
    name: "source-sha1",
    scheme: "sha1",
    treatment: "keep",
    sources: ["nextcloud", "owncloud"],
    markers: [],
    read: reads(layout`${hexOf("key", 20)}`),
    reason: "A fast digest without a salt; the service does not verify it.",
  }),
] satisfies readonly FormatRow[];

/** Digests after a name, of which only one system writes each. */
const NAMED = [
  verifiable({
    name: "django-md5",
    scheme: "md5",
    treatment: "keep",
    markers: ["md5$"],
    read: reads(layout`md5$${textWithout("salt", "$", 0, 256)}$${hexOf("key", 16)}`),
    reason: "A fast digest; the service does not verify it. Werkzeug wrote the same layout over HMAC-MD5.",
  }),
  verifiable({
    name: "django-sha1",
    scheme: "sha1",
    treatment: "keep",
    markers: ["sha1$"],
    read: reads(layout`sha1$${textWithout("salt", "$", 0, 256)}$${hexOf("key", 20)}`),
    reason: "A fast digest; the service does not verify it. Werkzeug wrote the same layout over HMAC-SHA1.",
  }),
  verifiable({
    name: "werkzeug-hmac",
    scheme: "hmac",
    treatment: "keep",
    markers: ["sha224$", "sha256$", "sha384$", "sha512$"],
    read: readsWhere(
      layout`${word("digest", SHA2)}$${textWithout("salt", "$", 1, 256)}$${hexOf("key", 28, 64)}`,
      ({ digest, key }) => key.length === DIGEST_BYTES[digest],
    ),
    reason: "An HMAC keyed with the salt; the service does not verify it.",
  }),
  verifiable({
    name: "mediawiki-md5",
    scheme: "md5",
    treatment: "keep",
    markers: [":A:", ":B:"],
    // An old release wrote :A: before salted hashes too.
    read: reads(
      layout`:${either(sequence`A:${MD5_KEY}`, sequence`${either("A", "B")}:${textWithout("salt", ":\n\0", 1, 64)}:${MD5_KEY}`)}`,
    ),
    reason: FAST,
  }),
  verifiable({
    name: "joomla-sha256",
    scheme: "sha256",
    treatment: "keep",
    markers: ["{sha256}"],
    read: reads(layout`{SHA256}${hexOf("key", 32)}:${UNIX_SALT}`),
    reason: FAST_SALTED,
  }),
  verifiable({
    name: "request-tracker-sha512",
    scheme: "sha512",
    treatment: "keep",
    markers: ["!sha512!"],
    // The salt is used as the text that it is.
    read: reads(layout`!sha512!${run("salt", BASE64_CHARACTERS, 16)}!${SHA512_BARE}`),
    reason: "A fast digest of salt and password; the service does not verify it.",
  }),
  verifiable({
    name: "mosquitto-sha512",
    scheme: "sha512",
    treatment: "keep",
    last: true,
    markers: ["$6$"],
    read: reads(layout`$6$${base64Of("salt", { padding: "none", least: 12, most: 12 })}$${SHA512_WHOLE}`),
    reason: FAST_SALTED,
  }),
  verifiable({
    name: "kratos-md5",
    scheme: "md5",
    treatment: "keep",
    last: true,
    markers: ["$md5$"],
    read: reads(layout`$md5$${base64Of("key", { padding: "whole", least: 16, most: 16 })}`),
    reason: "A fast digest without a salt; the service does not verify it.",
  }),
  ...(["md5", "sha1", "sha256", "sha512"] as const).map(kratosFormatted),
  verifiable({
    name: "kratos-hmac",
    scheme: "hmac",
    treatment: "keep",
    markers: ["md5", "sha1", "sha224", "sha256", "sha384", "sha512"].map((digest) => `$hmac-${digest}$`),
    read: readsWhere(
      layout`$hmac-${word("digest", MD5_AND_SHA)}$${base64Of("digits", WHOLE)}$${base64Of("secret", WHOLE)}`,
      ({ digest, digits }) =>
        digits.length === 2 * DIGEST_BYTES[digest] && /^[0-9a-f]+$/.test(charactersOf(digits.bytes())),
    ),
    reason: "An HMAC keyed with what comes beside it; the service does not verify it.",
  }),
  verifiable({
    name: "authme",
    scheme: "sha256",
    treatment: "keep",
    markers: ["$SHA$"],
    read: reads(layout`$SHA$${run("salt", characters("0123456789abcdef"), 16)}$${hexOf("key", 32)}`),
    reason: TWICE,
  }),
  verifiable({
    name: "woltlab-vbulletin-md5",
    scheme: "md5",
    treatment: "keep",
    markers: ["vb3:", "Vb3:", "vb4:", "Vb4:", "vb5:", "Vb5:"],
    read: reads(layout`${caseless("vb")}${either("3:", "4:", "5:")}${hexOf("key", 16)}:${UNIX_SALT}`),
    reason: TWICE,
  }),
  verifiable({
    name: "smf-sha1",
    scheme: "sha1",
    treatment: "keep",
    markers: ["smf$"],
    read: reads(layout`smf$${base64Of("name", { padding: "whole" })}$${hexOf("key", 20)}`),
    reason: "A fast digest of the user's name and the password; the service does not verify it.",
  }),
  xenforo("sha256"),
  xenforo("sha1"),
  springDigest("md5", "MD5"),
  springDigest("sha1", "SHA-1"),
  springDigest("sha256", "SHA-256"),
  verifiable({
    name: "spring-ldap-sha1",
    scheme: "sha1",
    treatment: "keep",
    markers: ["{ldap}"],
    read: reads(
      layout`{ldap}${either("{SHA}", "{sha}")}${base64Of("key", { padding: "whole", least: 20, most: 20 })}`,
    ),
    reason: FAST,
  }),
  verifiable({
    name: "spring-ldap-salted-sha1",
    scheme: "sha1",
    treatment: "keep",
    markers: ["{ldap}"],
    read: reads(
      layout`{ldap}${either("{SSHA}", "{ssha}")}${base64Of("value", { padding: "whole", least: 21, most: 276 })}`,
    ),
    reason: FAST,
  }),
] satisfies readonly FormatRow[];

/** `:A:` is the MD5 of the password, `:B:` that of the salt, a dash and the hexadecimal of the former. */
export function mediawikiSteps(salt: string | undefined): readonly Step[] {
  const bare: Step = { kind: "digest", digest: "md5" };
  if (salt === undefined || salt === "") return [bare];
  return [bare, { kind: "encode", as: "hex" }, { kind: "digest", digest: "md5", before: utf8(`${salt}-`) }];
}

/** PHP's serialisation says the length of each text. */
function xenforo<const Digest extends "sha1" | "sha256">(digest: Digest) {
  const digits = String(2 * DIGEST_BYTES[digest]);
  const key = hexOf("key", DIGEST_BYTES[digest]);
  const saltLength = decimal("saltLength", { digits: 3 });
  const salt = run("salt", PRINTABLE_BUT_QUOTE, 1, 128);
  const named = `${digest.length}:"${digest}`;
  return verifiable({
    name: `xenforo-${digest}`,
    scheme: digest,
    treatment: "keep",
    markers: ["a:"],
    read: readsWhere(
      layout`a:3:{s:4:"hash";s:${digits}:"${key}";s:4:"salt";s:${saltLength}:"${salt}";s:8:"hashFunc";s:${named}";}`,
      ({ salt, saltLength }) => salt.length === saltLength,
    ),
    reason: TWICE,
  });
}

/** MessageDigestPasswordEncoder: the salt comes in braces. */
function springDigest<const Digest extends "md5" | "sha1" | "sha256">(digest: Digest, javaName: string) {
  const bytes = DIGEST_BYTES[digest];
  return verifiable({
    name: `spring-${digest}`,
    scheme: digest,
    treatment: "keep",
    markers: [`{${javaName.toLowerCase()}}`],
    read: reads(
      layout`{${javaName}}${optional(sequence`{${textWithout("salt", "{}\n\0", 0, 256)}}`)}${hexOf("key", bytes)}`,
    ),
    reason: FAST_SALTED,
  });
}

const PASSWORD_MARK = "{PASSWORD}";

/** Ory Kratos': salt and password are put where the format says. */
function kratosFormatted<const Digest extends "md5" | "sha1" | "sha256" | "sha512">(digest: Digest) {
  const key = base64Of("key", { ...WHOLE, least: DIGEST_BYTES[digest], most: DIGEST_BYTES[digest] });
  return verifiable({
    name: `kratos-formatted-${digest}`,
    scheme: digest,
    treatment: "keep",
    last: true,
    markers: [`$${digest}$`],
    read: readsWhere(
      layout`$${digest}$pf=${base64Of("format", WHOLE)}$${base64Of("salt", { ...WHOLE, least: 0 })}$${key}`,
      ({ format }) => charactersOf(format.bytes()).split(PASSWORD_MARK).length === 2,
    ),
    reason: "A fast digest of password and salt, in an order that the text gives.",
  });
}

const LDAP_DIGESTS = [
  { digest: "md5", names: ["MD5", "LDAP-MD5", "PLAIN-MD5"], salted: ["SMD5"] },
  { digest: "sha1", names: ["SHA", "SHA1"], salted: ["SSHA"] },
  { digest: "sha256", names: ["SHA256"], salted: ["SSHA256"] },
  { digest: "sha384", names: ["SHA384"], salted: ["SSHA384"] },
  { digest: "sha512", names: ["SHA512"], salted: ["SSHA512"] },
] as const;

type LdapDigest = (typeof LDAP_DIGESTS)[number]["digest"];

/** The LDAP digests: bare and salted, base64 or (Dovecot's suffix) hexadecimal. */
const OF_LDAP = LDAP_DIGESTS.flatMap(({ digest, names, salted }) => [
  ldapDigest(digest, names),
  ldapSaltedDigest(digest, salted),
]);

function ldapDigest<const Digest extends LdapDigest>(digest: Digest, names: readonly string[]) {
  const bytes = DIGEST_BYTES[digest];
  const rules = { padding: "whole", least: bytes, most: bytes } as const;
  return verifiable({
    ...ldapRow(`ldap-${digest}`, digest, names),
    // Without a suffix it is base64, or hexadecimal by its length.
    read: reads(
      layout`${either(
        suffixedName(names, ["}"], either(hexAlone("key", bytes), base64Of("key", rules))),
        suffixedName(names, [".hex}"], hexOf("key", bytes, bytes, "any")),
        suffixedName(names, [".b64}", ".base64}"], base64Of("key", rules)),
      )}`,
    ),
  });
}

function ldapSaltedDigest<const Digest extends LdapDigest>(digest: Digest, names: readonly string[]) {
  const [least, most] = [DIGEST_BYTES[digest] + 1, DIGEST_BYTES[digest] + 256];
  const rules = { padding: "whole", least, most } as const;
  return verifiable({
    ...ldapRow(`ldap-salted-${digest}`, digest, names),
    // A salted value is read as hexadecimal only where the suffix says so: its length alone can't tell.
    read: reads(
      layout`${either(
        suffixedName(names, [".hex}"], hexOf("value", least, most, "any")),
        suffixedName(names, ["}", ".b64}", ".base64}"], base64Of("value", rules)),
      )}`,
    ),
  });
}

function ldapRow<const Name extends string>(name: Name, scheme: Scheme, names: readonly string[]) {
  return {
    name,
    scheme,
    treatment: "keep",
    markers: names.flatMap((spelling) => suffixed(spelling.toLowerCase()).map((marker) => `{${marker}}`)),
    reason: FAST,
  } as const;
}

function suffixedName<Fields extends object>(
  names: readonly string[],
  ends: readonly string[],
  value: Part<Fields>,
): Part<Fields> {
  const spellings = names.flatMap((name) => ends.map((end) => caseless(`{${name}${end}`)));
  return sequence`${either(...spellings)}${value}` as Part<Fields>;
}

/** Hexadecimal of exactly so many bytes to the end of the text. */
function hexAlone<Name extends string>(name: Name, bytes: number): Part<Record<Name, EncodedBytes>> {
  const hex = hexOf(name, bytes, bytes, "any");
  return { read: (text, at, into) => (text.length - at === 2 * bytes ? hex.read(text, at, into) : ~at) };
}

export const DIGEST_FORMATS = [...OF_LDAP, ...NAMED, ...OF_A_SOURCE] satisfies readonly FormatRow[];

function ofKey(digest: DigestName, { key = new Uint8Array() }: { key?: Uint8Array }): Recipe {
  return saltAfter(digest, key);
}

/** The digest and the salt after it in one value. */
function ofSaltedValue(digest: DigestName, { value = new Uint8Array() }: { value?: Uint8Array }): Recipe {
  const bytes = DIGEST_BYTES[digest];
  return saltAfter(digest, value.slice(0, bytes), value.slice(bytes));
}

/** The salt enters the digest with its braces. */
function ofSpring(digest: DigestName, { salt, key }: { salt?: string; key: Uint8Array }): Recipe {
  return saltAfter(digest, key, salt === undefined ? undefined : utf8(`{${salt}}`));
}

interface KratosParts {
  readonly format: Uint8Array;
  readonly salt: Uint8Array;
  readonly key: Uint8Array;
}

function ofKratosFormat(digest: DigestName, { format, salt, key }: KratosParts): Recipe {
  const [before, after] = charactersOf(format).split(PASSWORD_MARK) as [string, string];
  const filled = (part: string) => bytesOfCharacters(part.replaceAll("{SALT}", () => charactersOf(salt)));
  return recipe([{ kind: "digest", digest, before: filled(before), after: filled(after) }], key);
}

/** What each computes: only a verification needs it. */
export const DIGEST_RECIPES: Recipes<typeof DIGEST_FORMATS> = {
  "ldap-md5": (parts) => ofKey("md5", parts),
  "ldap-salted-md5": (parts) => ofSaltedValue("md5", parts),
  "ldap-sha1": (parts) => ofKey("sha1", parts),
  "ldap-salted-sha1": (parts) => ofSaltedValue("sha1", parts),
  "ldap-sha256": (parts) => ofKey("sha256", parts),
  "ldap-salted-sha256": (parts) => ofSaltedValue("sha256", parts),
  "ldap-sha384": (parts) => ofKey("sha384", parts),
  "ldap-salted-sha384": (parts) => ofSaltedValue("sha384", parts),
  "ldap-sha512": (parts) => ofKey("sha512", parts),
  "ldap-salted-sha512": (parts) => ofSaltedValue("sha512", parts),
  "xenforo-sha256": ({ key, salt }) => twice("sha256", key, salt),
  "xenforo-sha1": ({ key, salt }) => twice("sha1", key, salt),
  "spring-md5": (parts) => ofSpring("md5", parts),
  "spring-sha1": (parts) => ofSpring("sha1", parts),
  "spring-sha256": (parts) => ofSpring("sha256", parts),
  "kratos-formatted-md5": (parts) => ofKratosFormat("md5", parts),
  "kratos-formatted-sha1": (parts) => ofKratosFormat("sha1", parts),
  "kratos-formatted-sha256": (parts) => ofKratosFormat("sha256", parts),
  "kratos-formatted-sha512": (parts) => ofKratosFormat("sha512", parts),
  "source-md5": (parts) => ofKey("md5", parts),
  "joomla-md5": ({ key, salt = "" }) => saltAfter("md5", key, utf8(salt)),
  "vbulletin-md5": ({ key, salt }) => twice("md5", key, salt),
  "mybb-md5": ({ key, salt }) =>
    recipe(
      [
        { kind: "digest", digest: "md5" },
        { kind: "encode", as: "hex" },
        { kind: "digested-salt", digest: "md5", salt: utf8(salt) },
        { kind: "digest", digest: "md5" },
      ],
      key,
    ),
  "source-sha1": (parts) => ofKey("sha1", parts),
  "django-md5": djangoOrWerkzeug("md5"),
  "django-sha1": djangoOrWerkzeug("sha1"),
  "werkzeug-hmac": ({ digest, salt, key }) => recipe([{ kind: "hmac", digest, key: utf8(salt) }], key),
  "mediawiki-md5": ({ key = new Uint8Array(), salt }) => recipe(mediawikiSteps(salt), key),
  "joomla-sha256": ({ key, salt }) => saltAfter("sha256", key, utf8(salt)),
  "request-tracker-sha512": ({ salt, key }) =>
    recipe([{ kind: "digest", digest: "sha512", before: utf8(salt) }], key),
  "mosquitto-sha512": ({ salt, key }) => saltAfter("sha512", key, salt),
  "kratos-md5": (parts) => ofKey("md5", parts),
  "kratos-hmac": ({ digest, digits, secret }) =>
    recipe(
      [
        { kind: "hmac", digest, key: secret },
        { kind: "encode", as: "hex" },
      ],
      digits,
    ),
  authme: ({ salt, key }) => twice("sha256", key, salt),
  "woltlab-vbulletin-md5": ({ key, salt }) => twice("md5", key, salt),
  "smf-sha1": ({ name, key }) => recipe([{ kind: "digest", digest: "sha1", before: name }], key),
  "spring-ldap-sha1": (parts) => ofKey("sha1", parts),
  "spring-ldap-salted-sha1": (parts) => ofSaltedValue("sha1", parts),
};

/** Who writes each: only who identifies a hash needs it. */
export const DIGEST_WRITERS: Writers<typeof DIGEST_FORMATS> = {
  "ldap-md5": LDAP_SERVERS,
  "ldap-salted-md5": LDAP_SERVERS,
  "ldap-sha1": LDAP_SERVERS,
  "ldap-salted-sha1": LDAP_SERVERS,
  "ldap-sha256": LDAP_SERVERS,
  "ldap-salted-sha256": LDAP_SERVERS,
  "ldap-sha384": LDAP_SERVERS,
  "ldap-salted-sha384": LDAP_SERVERS,
  "ldap-sha512": LDAP_SERVERS,
  "ldap-salted-sha512": LDAP_SERVERS,
  "xenforo-sha256": "XenForo before 1.2 (XF:Core)",
  "xenforo-sha1": "XenForo before 1.2 (XF:Core) on a PHP without SHA-256",
  "spring-md5": "Spring Security {MD5} (MessageDigestPasswordEncoder)",
  "spring-sha1": "Spring Security {SHA-1} (MessageDigestPasswordEncoder)",
  "spring-sha256": "Spring Security {SHA-256} (MessageDigestPasswordEncoder)",
  "kratos-formatted-md5": KRATOS_SYSTEM,
  "kratos-formatted-sha1": KRATOS_SYSTEM,
  "kratos-formatted-sha256": KRATOS_SYSTEM,
  "kratos-formatted-sha512": KRATOS_SYSTEM,
  "source-md5": "WordPress before 2.5, Drupal 6, phpBB 2, Django's UnsaltedMD5PasswordHasher; by source only",
  "joomla-md5": "Joomla before 3.2; by source only",
  "vbulletin-md5": "vBulletin 3 and 4; by source only",
  "mybb-md5": "MyBB; by source only",
  "source-sha1": "ownCloud before 5 and Nextcloud instances that began there; by source only",
  "django-md5": "Django MD5PasswordHasher, UnsaltedMD5PasswordHasher",
  "django-sha1": "Django SHA1PasswordHasher, UnsaltedSHA1PasswordHasher",
  "werkzeug-hmac": "Werkzeug before 2.3",
  "mediawiki-md5": "MediaWiki before 1.24 (:A: and :B:)",
  "joomla-sha256": "Joomla 2.5 and 3 before 3.3",
  "request-tracker-sha512": "Request Tracker 4.0",
  "mosquitto-sha512": "Eclipse Mosquitto before 2",
  "kratos-md5": KRATOS_SYSTEM,
  "kratos-hmac": KRATOS_SYSTEM,
  authme: "AuthMe",
  "woltlab-vbulletin-md5": "WoltLab Suite (users imported from vBulletin 3, 4 and 5)",
  "smf-sha1": "Simple Machines Forum 1.1 and 2.0, put together with the user's name by composeHash",
  "spring-ldap-sha1": "Spring Security {ldap} (LdapShaPasswordEncoder)",
  "spring-ldap-salted-sha1": "Spring Security {ldap} (LdapShaPasswordEncoder)",
};

/** What documentation says of each: a bundle that only reads hashes leaves it out. */
export const DIGEST_NOTES: Notes<typeof DIGEST_FORMATS> = {
  "xenforo-sha256": {
    layout: 'a:3:{s:4:"hash";s:64:"<hex>";s:4:"salt";s:64:"<salt>";s:8:"hashFunc";s:6:"sha256";}',
    reference: /* @__PURE__ */ woltlab("Xf1.class.php"),
  },
  "xenforo-sha1": {
    layout: 'a:3:{s:4:"hash";s:40:"<hex>";s:4:"salt";s:40:"<salt>";s:8:"hashFunc";s:4:"sha1";}',
    reference: /* @__PURE__ */ woltlab("Xf1.class.php"),
  },
  "spring-md5": { layout: "{MD5}{<salt>}<32 hex digits>", reference: SPRING },
  "spring-sha1": { layout: "{SHA-1}{<salt>}<40 hex digits>", reference: SPRING },
  "spring-sha256": { layout: "{SHA-256}{<salt>}<64 hex digits>", reference: SPRING },
  "kratos-formatted-md5": {
    layout: "$md5$pf=<base64 of {SALT}{PASSWORD}>$<base64 salt>$<base64 digest>",
    reference: KRATOS,
  },
  "kratos-formatted-sha1": {
    layout: "$sha1$pf=<base64 of {SALT}{PASSWORD}>$<base64 salt>$<base64 digest>",
    reference: KRATOS,
  },
  "kratos-formatted-sha256": {
    layout: "$sha256$pf=<base64 of {SALT}{PASSWORD}>$<base64 salt>$<base64 digest>",
    reference: KRATOS,
  },
  "kratos-formatted-sha512": {
    layout: "$sha512$pf=<base64 of {SALT}{PASSWORD}>$<base64 salt>$<base64 digest>",
    reference: KRATOS,
  },
  "ldap-md5": { layout: "{MD5}<base64 of the digest>", reference: LDAP },
  "ldap-salted-md5": { layout: "{SMD5}<base64 of digest and salt>", reference: LDAP },
  "ldap-sha1": { layout: "{SHA}<base64 of the digest>", reference: LDAP },
  "ldap-salted-sha1": { layout: "{SSHA}<base64 of digest and salt>", reference: LDAP },
  "ldap-sha256": { layout: "{SHA256}<base64 of the digest>", reference: LDAP },
  "ldap-salted-sha256": { layout: "{SSHA256}<base64 of digest and salt>", reference: LDAP },
  "ldap-sha384": { layout: "{SHA384}<base64 of the digest>", reference: LDAP },
  "ldap-salted-sha384": { layout: "{SSHA384}<base64 of digest and salt>", reference: LDAP },
  "ldap-sha512": { layout: "{SHA512}<base64 of the digest>", reference: LDAP },
  "ldap-salted-sha512": { layout: "{SSHA512}<base64 of digest and salt>", reference: LDAP },
  "source-md5": {
    layout: "<32 hex digits>",
    reference: "https://developer.wordpress.org/reference/functions/wp_check_password/",
  },
  "joomla-md5": { layout: "<32 hex digits>[:<salt>]", reference: JOOMLA },
  "vbulletin-md5": { layout: "<32 hex digits>:<salt>", reference: /* @__PURE__ */ woltlab("Vb3.class.php") },
  "mybb-md5": {
    layout: "<32 hex digits>:<salt>",
    reference: "https://github.com/mybb/mybb inc/functions_user.php",
  },
  "source-sha1": {
    layout: "<40 hex digits>",
    reference: "https://github.com/nextcloud/server lib/private/Security/Hasher.php",
  },
  "django-md5": { layout: "md5$<salt>$<32 hex digits>", reference: DJANGO },
  "django-sha1": { layout: "sha1$<salt>$<40 hex digits>", reference: DJANGO },
  "werkzeug-hmac": { layout: "sha256$<salt>$<hex digest>", reference: WERKZEUG },
  "mediawiki-md5": { layout: ":B:<salt>:<32 hex digits>", reference: MEDIAWIKI },
  "joomla-sha256": { layout: "{SHA256}<64 hex digits>:<salt>", reference: JOOMLA },
  "request-tracker-sha512": {
    layout: "!sha512!<16 characters salt>!<86 characters base64>",
    reference: REQUEST_TRACKER,
  },
  "mosquitto-sha512": { layout: "$6$<base64 of 12 bytes salt>$<base64 of 64 bytes>", reference: MOSQUITTO },
  "kratos-md5": { layout: "$md5$<base64 of the digest>", reference: KRATOS },
  "kratos-hmac": { layout: "$hmac-sha256$<base64 of the hex digest>$<base64 key>", reference: KRATOS },
  authme: {
    layout: "$SHA$<16 hex digits salt>$<64 hex digits>",
    reference: "https://github.com/AuthMe/AuthMeReloaded",
  },
  "woltlab-vbulletin-md5": {
    layout: "Vb5:<32 hex digits>:<salt>",
    reference: /* @__PURE__ */ woltlab("Vb5.class.php"),
  },
  "smf-sha1": { layout: "smf$<base64 of the name>$<40 hex digits>", reference: SMF },
  "spring-ldap-sha1": { layout: "{ldap}{SHA}<base64 of the digest>", reference: SPRING },
  "spring-ldap-salted-sha1": { layout: "{ldap}{SSHA}<base64 of digest and salt>", reference: SPRING },
};
