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
import { FAST_SALTED, type FormatRow, verifiable } from "./row.js";

const FAST = "A fast digest; the service does not verify it.";
const TWICE = "Two fast digests, one over the other; the service does not verify it.";
const LINE_STOPS = "\n\0";
const LDAP_SERVERS = "LDAP servers and Dovecot";
const KRATOS_SYSTEM = "Ory Kratos (users imported from elsewhere)";
const BASE64_CHARACTERS = characters("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/");
const PRINTABLE_BUT_QUOTE = characters(
  "!#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~",
);

const SHA2 = { sha224: "sha224", sha256: "sha256", sha384: "sha384", sha512: "sha512" } as const;
const HMAC_DIGESTS = { md4: "md4", md5: "md5", sha1: "sha1", ...SHA2 } as const;
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

/** One digest of the password, plain, salted or keyed: systems without iterations. */
export const DIGEST_FORMATS: readonly FormatRow[] = [
  // The LDAP digests: bare and salted.
  ldapDigest("md5", ["MD5", "LDAP-MD5", "PLAIN-MD5"]),
  ldapSaltedDigest("md5", "SMD5"),
  ldapDigest("sha1", ["SHA", "SHA1"]),
  ldapSaltedDigest("sha1", "SSHA"),
  ldapDigest("sha256", ["SHA256"]),
  ldapSaltedDigest("sha256", "SSHA256"),
  ldapDigest("sha384", ["SHA384"]),
  ldapSaltedDigest("sha384", "SSHA384"),
  ldapDigest("sha512", ["SHA512"]),
  ldapSaltedDigest("sha512", "SSHA512"),
  // Digests after a name, of which only one system writes each.
  verifiable("django-md5", "md5", {
    system: "Django MD5PasswordHasher, UnsaltedMD5PasswordHasher",
    layout: "md5$<salt>$<32 hex digits>",
    read: layout`md5$${textWithout("salt", "$", 0, 256)}$${hexOf("key", 16)}`,
    recipe: djangoOrWerkzeug("md5"),
    reason: "A fast digest; the service does not verify it. Werkzeug wrote the same layout over HMAC-MD5.",
    reference: DJANGO,
  }),
  verifiable("django-sha1", "sha1", {
    system: "Django SHA1PasswordHasher, UnsaltedSHA1PasswordHasher",
    layout: "sha1$<salt>$<40 hex digits>",
    read: layout`sha1$${textWithout("salt", "$", 0, 256)}$${hexOf("key", 20)}`,
    recipe: djangoOrWerkzeug("sha1"),
    reason: "A fast digest; the service does not verify it. Werkzeug wrote the same layout over HMAC-SHA1.",
    reference: DJANGO,
  }),
  verifiable("werkzeug-hmac", "hmac", {
    system: "Werkzeug before 2.3",
    layout: "sha256$<salt>$<hex digest>",
    read: layout`${word("digest", SHA2)}$${textWithout("salt", "$", 1, 256)}$${hexOf("key", 28, 64)}`,
    fits: ({ digest, key }) => key.length === DIGEST_BYTES[digest],
    recipe: ({ digest, salt, key }) => recipe([{ kind: "hmac", digest, key: utf8(salt) }], key),
    reason: "An HMAC keyed with the salt; the service does not verify it.",
    reference: WERKZEUG,
  }),
  // Before those of Django and Werkzeug where the source is named: the salt comes after the password.
  web2pyDigest("md5"),
  web2pyDigest("sha1"),
  web2pyDigest("sha256"),
  web2pyDigest("sha512"),
  verifiable("mediawiki-md5", "md5", {
    system: "MediaWiki before 1.24 (:A: and :B:)",
    layout: ":B:<salt>:<32 hex digits>",
    // An old release wrote :A: before salted hashes too.
    read: layout`:${either(sequence`A:${MD5_KEY}`, sequence`${either("A", "B")}:${textWithout("salt", ":\n\0", 1, 64)}:${MD5_KEY}`)}`,
    recipe: ({ key = new Uint8Array(), salt }) => recipe(mediawikiSteps(salt), key),
    reason: FAST,
    reference: MEDIAWIKI,
  }),
  verifiable("joomla-sha256", "sha256", {
    system: "Joomla 2.5 and 3 before 3.3",
    layout: "{SHA256}<64 hex digits>:<salt>",
    read: layout`{SHA256}${hexOf("key", 32)}:${UNIX_SALT}`,
    recipe: ({ key, salt }) => saltAfter("sha256", key, utf8(salt)),
    reason: FAST_SALTED,
    reference: JOOMLA,
  }),
  verifiable("request-tracker-sha512", "sha512", {
    system: "Request Tracker 4.0",
    layout: "!sha512!<16 characters salt>!<86 characters base64>",
    // The salt is used as the text that it is.
    read: layout`!sha512!${run("salt", BASE64_CHARACTERS, 16)}!${SHA512_BARE}`,
    recipe: ({ salt, key }) => recipe([{ kind: "digest", digest: "sha512", before: utf8(salt) }], key),
    reason: "A fast digest of salt and password; the service does not verify it.",
    reference: REQUEST_TRACKER,
  }),
  verifiable("mosquitto-sha512", "sha512", {
    system: "Eclipse Mosquitto before 2",
    layout: "$6$<base64 of 12 bytes salt>$<base64 of 64 bytes>",
    last: true,
    read: layout`$6$${base64Of("salt", { padding: "none", least: 12, most: 12 })}$${SHA512_WHOLE}`,
    recipe: ({ salt, key }) => saltAfter("sha512", key, salt),
    reason: FAST_SALTED,
    reference: MOSQUITTO,
  }),
  verifiable("kratos-md5", "md5", {
    system: KRATOS_SYSTEM,
    layout: "$md5$<base64 of the digest>",
    last: true,
    read: layout`$md5$${base64Of("key", { padding: "whole", least: 16, most: 16 })}`,
    recipe: (parts) => ofKey("md5", parts),
    reason: "A fast digest without a salt; the service does not verify it.",
    reference: KRATOS,
  }),
  kratosFormatted("md5"),
  kratosFormatted("sha1"),
  kratosFormatted("sha256"),
  kratosFormatted("sha512"),
  verifiable("kratos-hmac", "hmac", {
    system: KRATOS_SYSTEM,
    layout: "$hmac-sha256$<base64 of the hex digest>$<base64 key>",
    read: layout`$hmac-${word("digest", HMAC_DIGESTS)}$${base64Of("digits", WHOLE)}$${base64Of("secret", WHOLE)}`,
    fits: ({ digest, digits }) =>
      digits.length === 2 * DIGEST_BYTES[digest] && /^[0-9a-f]+$/.test(charactersOf(digits.bytes())),
    recipe: ({ digest, digits, secret }) =>
      recipe(
        [
          { kind: "hmac", digest, key: secret },
          { kind: "encode", as: "hex" },
        ],
        digits,
      ),
    reason: "An HMAC keyed with what comes beside it; the service does not verify it.",
    reference: KRATOS,
  }),
  verifiable("authme", "sha256", {
    system: "AuthMe",
    layout: "$SHA$<16 hex digits salt>$<64 hex digits>",
    read: layout`$SHA$${run("salt", characters("0123456789abcdef"), 16)}$${hexOf("key", 32)}`,
    recipe: ({ salt, key }) => twice("sha256", key, salt),
    reason: TWICE,
    reference: "https://github.com/AuthMe/AuthMeReloaded",
  }),
  verifiable("woltlab-vbulletin-md5", "md5", {
    system: "WoltLab Suite (users imported from vBulletin 3, 4 and 5)",
    layout: "Vb5:<32 hex digits>:<salt>",
    read: layout`${either("vb", "Vb")}${either("3:", "4:", "5:")}${hexOf("key", 16)}:${UNIX_SALT}`,
    recipe: ({ key, salt }) => twice("md5", key, salt),
    reason: TWICE,
    reference: woltlab("Vb5.class.php"),
  }),
  verifiable("smf-sha1", "sha1", {
    system: "Simple Machines Forum 1.1 and 2.0, put together with the user's name by composeHash",
    layout: "smf$<base64 of the name>$<40 hex digits>",
    read: layout`smf$${base64Of("name", { padding: "whole" })}$${hexOf("key", 20)}`,
    recipe: ({ name, key }) => recipe([{ kind: "digest", digest: "sha1", before: name }], key),
    reason: "A fast digest of the user's name and the password; the service does not verify it.",
    reference: SMF,
  }),
  xenforo("sha256", "XenForo before 1.2 (XF:Core)"),
  xenforo("sha1", "XenForo before 1.2 (XF:Core) on a PHP without SHA-256"),
  springDigest("md4", "MD4"),
  springDigest("md5", "MD5"),
  springDigest("sha1", "SHA-1"),
  springDigest("sha256", "SHA-256"),
  liferayDigest("sha1", "SHA-1"),
  liferayDigest("sha256", "SHA-256"),
  liferayDigest("sha384", "SHA-384"),
  verifiable("spring-ldap-sha1", "sha1", {
    system: "Spring Security {ldap} (LdapShaPasswordEncoder)",
    layout: "{ldap}{SHA}<base64 of the digest>",
    read: layout`{ldap}${either("{SHA}", "{sha}")}${base64Of("key", { padding: "whole", least: 20, most: 20 })}`,
    recipe: (parts) => ofKey("sha1", parts),
    reason: FAST,
    reference: SPRING,
  }),
  verifiable("spring-ldap-salted-sha1", "sha1", {
    system: "Spring Security {ldap} (LdapShaPasswordEncoder)",
    layout: "{ldap}{SSHA}<base64 of digest and salt>",
    read: layout`{ldap}${either("{SSHA}", "{ssha}")}${base64Of("value", { padding: "whole", least: 21, most: 276 })}`,
    recipe: (parts) => ofSaltedValue("sha1", parts),
    reason: FAST,
    reference: SPRING,
  }),
  // Bare digests, which say nothing by themselves, of systems that are known to write them.
  verifiable("source-md5", "md5", {
    system:
      "WordPress before 2.5, Drupal 6, phpBB 2, Django's UnsaltedMD5PasswordHasher, Piwik before 3; by source only",
    layout: "<32 hex digits>",
    sources: ["wordpress", "drupal", "phpbb", "django", "suitecrm", "matomo"],
    read: layout`${hexOf("key", 16)}`,
    recipe: (parts) => ofKey("md5", parts),
    reason: "A fast digest without a salt; the service does not verify it.",
    reference: "https://developer.wordpress.org/reference/functions/wp_check_password/",
  }),
  verifiable("joomla-md5", "md5", {
    system: "Joomla before 3.2; by source only",
    layout: "<32 hex digits>[:<salt>]",
    sources: ["joomla"],
    read: layout`${hexOf("key", 16)}${optional(sequence`:${UNIX_SALT}`)}`,
    recipe: ({ key, salt = "" }) => saltAfter("md5", key, utf8(salt)),
    reason: FAST_SALTED,
    reference: JOOMLA,
  }),
  verifiable("vbulletin-md5", "md5", {
    system: "vBulletin 3 and 4; by source only",
    layout: "<32 hex digits>:<salt>",
    sources: ["vbulletin"],
    read: layout`${hexOf("key", 16)}:${UNIX_SALT}`,
    recipe: ({ key, salt }) => twice("md5", key, salt),
    reason: TWICE,
    reference: woltlab("Vb3.class.php"),
  }),
  verifiable("mybb-md5", "md5", {
    system: "MyBB; by source only",
    layout: "<32 hex digits>:<salt>",
    sources: ["mybb"],
    read: layout`${hexOf("key", 16)}:${UNIX_SALT}`,
    recipe: ({ key, salt }) =>
      recipe(
        [
          { kind: "digest", digest: "md5" },
          { kind: "encode", as: "hex" },
          { kind: "digested-salt", digest: "md5", salt: utf8(salt) },
          { kind: "digest", digest: "md5" },
        ],
        key,
      ),
    reason: "A fast digest over the digests of salt and password; the service does not verify it.",
    reference: "https://github.com/mybb/mybb inc/functions_user.php",
  }),
  verifiable("source-sha1", "sha1", {
    system: "ownCloud before 5 and Nextcloud instances that began there; by source only",
    layout: "<40 hex digits>",
    sources: ["nextcloud", "owncloud"],
    read: layout`${hexOf("key", 20)}`,
    recipe: (parts) => ofKey("sha1", parts),
    reason: "A fast digest without a salt; the service does not verify it.",
    reference: "https://github.com/nextcloud/server lib/private/Security/Hasher.php",
  }),
] satisfies readonly FormatRow[];

/** `:A:` is the MD5 of the password, `:B:` that of the salt, a dash and the hexadecimal of the former. */
export function mediawikiSteps(salt: string | undefined): readonly Step[] {
  const bare: Step = { kind: "digest", digest: "md5" };
  if (salt === undefined || salt === "") return [bare];
  return [bare, { kind: "encode", as: "hex" }, { kind: "digest", digest: "md5", before: utf8(`${salt}-`) }];
}

/** PHP's serialisation says the length of each text. */
function xenforo(digest: "sha1" | "sha256", system: string) {
  const digits = String(2 * DIGEST_BYTES[digest]);
  const key = hexOf("key", DIGEST_BYTES[digest]);
  const saltLength = decimal("saltLength", { digits: 3 });
  const salt = run("salt", PRINTABLE_BUT_QUOTE, 1, 128);
  const named = `${digest.length}:"${digest}`;
  return verifiable(`xenforo-${digest}`, digest, {
    system,
    layout: `a:3:{s:4:"hash";s:${2 * DIGEST_BYTES[digest]}:"<hex>";s:4:"salt";s:${2 * DIGEST_BYTES[digest]}:"<salt>";s:8:"hashFunc";s:${digest.length}:"${digest}";}`,
    read: layout`a:3:{s:4:"hash";s:${digits}:"${key}";s:4:"salt";s:${saltLength}:"${salt}";s:8:"hashFunc";s:${named}";}`,
    fits: ({ salt, saltLength }) => salt.length === saltLength,
    recipe: ({ key, salt }) => twice(digest, key, salt),
    reason: TWICE,
    reference: woltlab("Xf1.class.php"),
  });
}

/** MessageDigestPasswordEncoder: the salt comes in braces. */
function springDigest(digest: DigestName, javaName: string) {
  const salt = optional(sequence`{${textWithout("salt", "{}\n\0", 0, 256)}}`);
  return verifiable(`spring-${digest}`, digest, {
    system: `Spring Security {${javaName}} (MessageDigestPasswordEncoder)`,
    layout: `{${javaName}}{<salt>}<${2 * DIGEST_BYTES[digest]} hex digits>`,
    read: layout`{${javaName}}${salt}${hexOf("key", DIGEST_BYTES[digest])}`,
    // The salt enters the digest with its braces.
    recipe: ({ salt, key }) => saltAfter(digest, key, salt === undefined ? undefined : utf8(`{${salt}}`)),
    reason: FAST_SALTED,
    reference: SPRING,
  });
}

/** Java's names as Spring has them, but base64 after them. */
function liferayDigest(digest: DigestName, javaName: string) {
  const bytes = DIGEST_BYTES[digest];
  return verifiable(`liferay-${digest}`, digest, {
    system: "Liferay before 6.2, named by a later release",
    layout: `{${javaName}}<base64 of the digest>`,
    read: layout`{${javaName}}${base64Of("key", { ...WHOLE, least: bytes, most: bytes })}`,
    recipe: (parts) => ofKey(digest, parts),
    reason: FAST,
    reference: "https://github.com/liferay/liferay-portal DefaultPasswordEncryptor.java",
  });
}

const PASSWORD_MARK = "{PASSWORD}";

/** Ory Kratos': salt and password are put where the format says. */
function kratosFormatted(digest: DigestName) {
  const key = base64Of("key", { ...WHOLE, least: DIGEST_BYTES[digest], most: DIGEST_BYTES[digest] });
  return verifiable(`kratos-formatted-${digest}`, digest, {
    system: KRATOS_SYSTEM,
    layout: `$${digest}$pf=<base64 of {SALT}{PASSWORD}>$<base64 salt>$<base64 digest>`,
    last: true,
    read: layout`$${digest}$pf=${base64Of("format", WHOLE)}$${base64Of("salt", { ...WHOLE, least: 0 })}$${key}`,
    fits: ({ format }) => charactersOf(format.bytes()).split(PASSWORD_MARK).length === 2,
    recipe: (parts) => ofKratosFormat(digest, parts),
    reason: "A fast digest of password and salt, in an order that the text gives.",
    reference: KRATOS,
  });
}

/** Of an application that names its own digest instead of the usual PBKDF2. */
function web2pyDigest(digest: DigestName) {
  return verifiable(`web2py-${digest}`, digest, {
    system: "web2py, py4web; by source only",
    layout: `${digest}$<salt>$<${2 * DIGEST_BYTES[digest]} hex digits>`,
    sources: ["web2py"],
    read: layout`${digest}$${textWithout("salt", "$", 0, 256)}$${hexOf("key", DIGEST_BYTES[digest])}`,
    recipe: ({ key, salt }) => saltAfter(digest, key, utf8(salt)),
    reason: FAST_SALTED,
    reference: "https://github.com/web2py/pydal pydal/validators.py",
  });
}

/** Bare, in base64 or (Dovecot's suffix) hexadecimal. */
function ldapDigest(digest: DigestName, names: readonly [string, ...string[]]) {
  const bytes = DIGEST_BYTES[digest];
  const rules = { padding: "whole", least: bytes, most: bytes } as const;
  return verifiable(`ldap-${digest}`, digest, {
    system: LDAP_SERVERS,
    layout: `{${names[0]}}<base64 of the digest>`,
    // Without a suffix it is base64, or hexadecimal by its length.
    read: layout`${either(
      suffixedName(names, ["}"], either(hexAlone("key", bytes), base64Of("key", rules))),
      suffixedName(names, [".hex}"], hexOf("key", bytes, bytes, "any")),
      suffixedName(names, [".b64}", ".base64}"], base64Of("key", rules)),
    )}`,
    recipe: (parts) => ofKey(digest, parts),
    reason: FAST,
    reference: LDAP,
  });
}

/** A salted value is read as hexadecimal only where the suffix says so: its length alone can't tell. */
function ldapSaltedDigest(digest: DigestName, name: string) {
  const [least, most] = [DIGEST_BYTES[digest] + 1, DIGEST_BYTES[digest] + 256];
  return verifiable(`ldap-salted-${digest}`, digest, {
    system: LDAP_SERVERS,
    layout: `{${name}}<base64 of digest and salt>`,
    read: layout`${either(
      suffixedName([name], [".hex}"], hexOf("value", least, most, "any")),
      suffixedName([name], ["}", ".b64}", ".base64}"], base64Of("value", { ...WHOLE, least, most })),
    )}`,
    recipe: (parts) => ofSaltedValue(digest, parts),
    reason: FAST,
    reference: LDAP,
  });
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

function ofKey(digest: DigestName, { key = new Uint8Array() }: { key?: Uint8Array }): Recipe {
  return saltAfter(digest, key);
}

/** The digest and the salt after it in one value. */
function ofSaltedValue(digest: DigestName, { value = new Uint8Array() }: { value?: Uint8Array }): Recipe {
  const bytes = DIGEST_BYTES[digest];
  return saltAfter(digest, value.slice(0, bytes), value.slice(bytes));
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
