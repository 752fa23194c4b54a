import { encodeBase64 } from "../../lib/base64.js";
import { utf8, utf16le } from "../../lib/bytes.js";
import { DERIVING_BYTES, type DerivingDigest } from "../../lib/digest-bytes.js";
import {
  base64Of,
  caseless,
  decimal,
  type EncodedBytes,
  either,
  hexNumber,
  hexOf,
  layout,
  literal,
  optional,
  type Part,
  run,
  sequence,
  textWithout,
  word,
} from "../../lib/grammar.js";
import { mediawikiSteps } from "./digests.js";
import { crypt, DIGITS } from "./parts.js";
import { type Recipe, recipe, type Step } from "./recipe.js";
import { AIX, DJANGO, DOVECOT, HASHCAT, JOHN, MEDIAWIKI, MOSQUITTO, OPENDJ, SPRING, WERKZEUG } from "./references.js";
import { type FormatRow, recognised, verifiable } from "./row.js";

/** A derived key of a length that is the writer's choice: a shorter one is a cut column, and easy to hit. */
const LEAST_KEY_BYTES = 16;

interface Pbkdf2Parts {
  /** One that isn't named is SHA-1, the only one that the first releases of each system had. */
  readonly digest?: DerivingDigest;
  readonly iterations: number;
  readonly salt: Uint8Array;
  readonly key: Uint8Array;
}

function pbkdf2({ digest = "sha1", iterations, salt, key }: Pbkdf2Parts, before: readonly Step[] = []): Recipe {
  const step = { kind: "pbkdf2", digest, iterations, salt, length: key.length } as const;
  return { readings: [{ steps: [...before, step], key }] };
}

/** Ory Kratos computes SHA-3 under two names of SHA-2; a text that was put together elsewhere means what it says. */
function fromPhc(parts: Pbkdf2Parts): Recipe {
  const { readings } = pbkdf2(parts);
  const byKratos = parts.digest === "sha224" ? "sha3-224" : parts.digest === "sha384" ? "sha3-384" : null;
  return { readings: byKratos ? [...readings, ...pbkdf2({ ...parts, digest: byKratos }).readings] : readings };
}

function hasWholeKey({ digest = "sha1", key }: { digest?: DerivingDigest; key: EncodedBytes }): boolean {
  return key.length === DERIVING_BYTES[digest];
}

/** The key is as long as the text says, where it says so. */
function hasSaidLength({ length, key }: { length?: number; key: EncodedBytes }): boolean {
  return length === undefined || key.length === length;
}

function split(value: Uint8Array, saltBytes: number, digest: DerivingDigest, iterations: number): Recipe {
  return pbkdf2({ digest, iterations, salt: value.slice(0, saltBytes), key: value.slice(saltBytes) });
}

const LOWER_DIGESTS = { sha1: "sha1", sha256: "sha256", sha512: "sha512" } as const;
const PHC_DIGESTS = { ...LOWER_DIGESTS, sha224: "sha224", sha384: "sha384" } as const;
const UPPER_DIGESTS = { SHA1: "sha1", SHA256: "sha256", SHA512: "sha512" } as const;

/** `-sha256`, or nothing. */
function namedAfter<const Words extends Readonly<Record<string, DerivingDigest>>>(
  mark: string,
  words: Words,
): Part<{ digest?: DerivingDigest }> {
  return optional(sequence`${literal(mark)}${word("digest", words)}`);
}

const ROUNDS = decimal("iterations");
const HEX_ROUNDS = hexNumber("iterations", 8);
const LENGTH = decimal("length", { digits: 4 });
const DIGEST = word("digest", LOWER_DIGESTS);
const SHA256 = word("digest", { SHA256: "sha256" });
const SALT = base64Of("salt");
const SALT_TEXT = textWithout("salt", "$", 1, 256);
const OLD_SALT = textWithout("oldSalt", "!\n\0", 0, 64);
const KEY = base64Of("key", { least: LEAST_KEY_BYTES });
const JACKRABBIT_KEY = hexOf("key", LEAST_KEY_BYTES, 64);
const BARE_SALT = base64Of("salt", { padding: "none" });
const BARE_KEY = base64Of("key", { padding: "none", least: LEAST_KEY_BYTES });
const URL_SAFE = { alphabet: "url-safe" } as const;
const PASSLIB = { alphabet: "passlib", padding: "none" } as const;
const PASSLIB_SALT = base64Of("salt", { ...PASSLIB, least: 0 });
const PASSLIB_KEY = base64Of("key", PASSLIB);
const DLITZ_KEY = base64Of("key", { ...PASSLIB, least: 24, most: 24 });
const CTA_KEY = base64Of("key", { ...URL_SAFE, padding: "whole", least: 20, most: 20 });
const OLD_SPRING = sequence`}${hexOf("value", 40)}`;
const NEW_SPRING = sequence`@SpringSecurity_v5_8}${hexOf("newValue", 48)}`;
const WHOLE = { padding: "whole", least: 20, most: 64 } as const;
const SHA512_KEY = base64Of("key", { padding: "whole", least: 64, most: 64 });
const ANY_DIGEST = word("digest", { md5: "md5", ...PHC_DIGESTS });
const WHOLE_SALT = base64Of("salt", { padding: "whole" });
const WHOLE_KEY = base64Of("key", { padding: "whole", least: LEAST_KEY_BYTES });
const BYTES_24 = { padding: "none", least: 24, most: 24 } as const;
const HEX_SALT = hexOf("salt", 1, 256, "any");
const DOT_OR_DOLLAR = either("$", ".");
const NT_STEPS: readonly Step[] = [
  { kind: "utf16le", from: "utf-8" },
  { kind: "digest", digest: "md4" },
];
const UPPER_HEX: readonly Step[] = [
  { kind: "encode", as: "hex" },
  { kind: "fold-case", to: "upper" },
];
const WIDE_BYTES: Step = { kind: "utf16le", from: "bytes" };
const LIFERAY_VALUE = base64Of("value", { padding: "whole", least: 32, most: 88 });
const CRACKSTATION = "https://github.com/defuse/password-hashing";
const LIFERAY = "https://github.com/liferay/liferay-portal PBKDF2PasswordEncryptor.java";

/** pbkdf2 in every spelling. */
export const PBKDF2_FORMATS: readonly FormatRow[] = [
  verifiable("passlib-pbkdf2", "pbkdf2", {
    system: "passlib, Odoo",
    layout: "$pbkdf2-sha256$<rounds>$<salt>$<digest> in passlib's own base64",
    treatment: null,
    read: layout`$pbkdf2${namedAfter("-", LOWER_DIGESTS)}$${ROUNDS}$${PASSLIB_SALT}$${PASSLIB_KEY}`,
    fits: hasWholeKey,
    recipe: pbkdf2,
    reference: "https://passlib.readthedocs.io/en/stable/lib/passlib.hash.pbkdf2_digest.html",
  }),
  verifiable("phc-pbkdf2", "pbkdf2", {
    system: "Ory Kratos, Discourse (PHC notation)",
    layout: "$pbkdf2-sha256$i=<rounds>,l=<bytes>$<salt>$<digest>",
    treatment: null,
    read: layout`$pbkdf2${namedAfter("-", PHC_DIGESTS)}$i=${ROUNDS}${optional(sequence`,l=${LENGTH}`)}$${SALT}$${KEY}`,
    fits: hasSaidLength,
    recipe: fromPhc,
    reference: "https://github.com/ory/kratos hash/hash_comparator.go",
  }),
  verifiable("mattermost-pbkdf2", "pbkdf2", {
    system: "Mattermost 11 and later",
    layout: "$pbkdf2$f=SHA256,w=<rounds>,l=<bytes>$<salt>$<digest>",
    read: layout`$pbkdf2$f=${SHA256},w=${ROUNDS},l=${LENGTH}$${BARE_SALT}$${BARE_KEY}`,
    fits: hasSaidLength,
    recipe: pbkdf2,
    reference: "https://github.com/mattermost/mattermost server/channels/app/password/hashers/pbkdf2.go",
  }),
  verifiable("dlitz-pbkdf2", "pbkdf2", {
    system: "Dwayne Litzenberger's PBKDF2.py, passlib",
    layout: "$p5k2$<hexadecimal rounds>$<salt>$<32 characters digest>",
    read: layout`$p5k2$${optional(HEX_ROUNDS)}$${crypt("salt", 0, 1024)}$${DLITZ_KEY}`,
    recipe: fromDlitz,
    reference: "https://passlib.readthedocs.io/en/stable/lib/passlib.hash.dlitz_pbkdf2_sha1.html",
  }),
  verifiable("cta-pbkdf2", "pbkdf2", {
    system: "Cryptacular, passlib",
    layout: "$p5k2$<hexadecimal rounds>$<base64url salt>$<28 characters base64url digest>",
    read: layout`$p5k2$${HEX_ROUNDS}$${base64Of("salt", { ...URL_SAFE, least: 0 })}$${CTA_KEY}`,
    recipe: (parts) => pbkdf2({ digest: "sha1", ...parts }),
    reference: "https://passlib.readthedocs.io/en/stable/lib/passlib.hash.cta_pbkdf2_sha1.html",
  }),
  verifiable("django-pbkdf2", "pbkdf2", {
    system: "Django PBKDF2PasswordHasher and PBKDF2SHA1PasswordHasher",
    layout: "pbkdf2_sha256$<rounds>$<salt>$<base64 digest>",
    read: layout`pbkdf2_${DIGEST}$${ROUNDS}$${SALT_TEXT}$${base64Of("key", WHOLE)}`,
    fits: hasWholeKey,
    recipe: ({ salt, ...parts }) => pbkdf2({ ...parts, salt: utf8(salt) }),
    reference: DJANGO,
  }),
  verifiable("authme-pbkdf2", "pbkdf2", {
    system: "AuthMe",
    layout: "pbkdf2_sha256$10000$<salt>$<128 hex digits>",
    // AuthMe derives with 10,000 rounds whatever the text says.
    read: layout`pbkdf2_sha256$10000$${SALT_TEXT}$${either(hexOf("key", 64), hexOf("key", 64, 64, "upper"))}`,
    recipe: ({ salt, key = new Uint8Array() }) =>
      pbkdf2({ digest: "sha256", iterations: 10_000, salt: utf8(salt), key }),
    reference: "https://github.com/AuthMe/AuthMeReloaded src/main/java/fr/xephi/authme/security/crypts/Pbkdf2.java",
  }),
  verifiable("mosquitto-pbkdf2", "pbkdf2", {
    system: "Eclipse Mosquitto 2 and later",
    layout: "$7$<rounds>$<base64 salt>$<base64 of 64 bytes>",
    last: true,
    read: layout`$7$${ROUNDS}$${base64Of("salt", { most: 96 })}$${SHA512_KEY}`,
    recipe: (parts) => pbkdf2({ digest: "sha512", ...parts }),
    reference: MOSQUITTO,
  }),
  verifiable("aix-sha", "pbkdf2", {
    system: "AIX (loadable password algorithms)",
    layout: "{ssha256}<log2 rounds>$<16 characters salt>$<digest>",
    last: true,
    read: layout`{s${DIGEST}}${run("logRounds", DIGITS, 2)}$${crypt("salt", 1, 64)}$${crypt("text", 27, 86)}`,
    fits: ({ digest, text }) => text.length === Math.ceil((DERIVING_BYTES[digest] * 8) / 6),
    recipe: fromAix,
    reference: AIX,
  }),
  recognised("clerk-pbkdf2-hex", "pbkdf2", {
    system: "Clerk pbkdf2_sha1 and pbkdf2_sha512_hex",
    layout: "pbkdf2_sha1$<rounds>$<salt>$<hex digest>",
    markers: ["pbkdf2_sha1$", "pbkdf2_sha512$"],
    pattern: /^pbkdf2_sha(?:1|512)\$[1-9][0-9]{0,9}\$[^$]{1,256}\$[0-9a-f]{40,128}$/,
    reason: "Neither the service nor credport verifies this notation of pbkdf2.",
    reference: "https://clerk.com/docs/reference/backend/user/create-user",
  }),
  verifiable("web2py-pbkdf2", "pbkdf2", {
    system: "web2py, py4web",
    layout: "pbkdf2(<rounds>,<bytes>,sha512)$<salt>$<hex digest>",
    begins: "p",
    read: layout`pbkdf2(${ROUNDS},${LENGTH},${word("digest", PHC_DIGESTS)})$${SALT_TEXT}$${hexOf("key", LEAST_KEY_BYTES, 64)}`,
    fits: hasSaidLength,
    recipe: ({ salt, ...parts }) => pbkdf2({ ...parts, salt: utf8(salt) }),
    reference: "https://github.com/web2py/pydal pydal/validators.py",
  }),
  verifiable("hex-pbkdf2", "pbkdf2", {
    system: "John the Ripper and hashcat, of any system (NetIQ SSPR, macOS, GRUB)",
    layout: "$pbkdf2-hmac-sha512$<rounds>$<hex salt>$<hex digest>",
    read: layout`$pbkdf2-hmac-${ANY_DIGEST}$${ROUNDS}${DOT_OR_DOLLAR}${HEX_SALT}${DOT_OR_DOLLAR}${hexOf("key", LEAST_KEY_BYTES, 128, "any")}`,
    recipe: pbkdf2,
    reference: JOHN,
  }),
  verifiable("grub-pbkdf2", "pbkdf2", {
    system: "GRUB 2",
    layout: "grub.pbkdf2.sha512.<rounds>.<hex salt>.<128 hex digits>",
    begins: "g",
    read: layout`grub.pbkdf2.sha512.${ROUNDS}.${HEX_SALT}.${hexOf("key", 64, 64, "any")}`,
    recipe: (parts) => pbkdf2({ ...parts, digest: "sha512" }),
    reference: "https://passlib.readthedocs.io/en/stable/lib/passlib.hash.grub_pbkdf2_sha512.html",
  }),
  verifiable("macos-pbkdf2", "pbkdf2", {
    system: "macOS 10.8 and later, as crackers write ShadowHashData",
    layout: "$ml$<rounds>$<64 hex digits salt>$<128 or 256 hex digits>",
    read: layout`$ml$${ROUNDS}$${hexOf("salt", 32, 32, "any")}$${hexOf("key", 64, 128, "any")}`,
    fits: ({ key }) => key.length % 64 === 0,
    recipe: (parts) => pbkdf2({ ...parts, digest: "sha512" }),
    reference: HASHCAT,
  }),
  verifiable("cisco-type-8", "pbkdf2", {
    system: "Cisco IOS type 8",
    layout: "$8$<14 characters salt>$<43 characters digest>",
    read: layout`$8$${crypt("salt", 14)}$${base64Of("key", { alphabet: "crypt", padding: "none", least: 32, most: 32 })}`,
    recipe: ({ salt, key }) => pbkdf2({ digest: "sha256", iterations: 20_000, salt: utf8(salt), key }),
    reference: HASHCAT,
  }),
  verifiable("azure-ad-sync", "pbkdf2", {
    system: "Microsoft Entra Connect (what it makes of an NT hash)",
    layout: "v1;PPH1_MD4,<20 hex digits salt>,<rounds>,<64 hex digits>;",
    begins: "v",
    read: layout`v1;PPH1_MD4,${hexOf("salt", 10, 10, "any")},${ROUNDS},${hexOf("key", 32, 32, "any")}${optional(";")}`,
    recipe: (parts) => pbkdf2({ ...parts, digest: "sha256" }, [...NT_STEPS, ...UPPER_HEX, WIDE_BYTES]),
    reference: HASHCAT,
  }),
  verifiable("windows-dcc2", "pbkdf2", {
    system: "Windows Vista and later: cached domain logins (DCC2, mscash2)",
    layout: "$DCC2$<rounds>#<user>#<32 hex digits>",
    read: layout`$DCC2$${ROUNDS}#${textWithout("user", "#\n\0", 1, 256)}#${hexOf("key", 16, 16, "any")}`,
    recipe: fromDcc2,
    reference: "https://passlib.readthedocs.io/en/stable/lib/passlib.hash.msdcc2.html",
  }),
  verifiable("solarwinds-orion", "pbkdf2", {
    system: "SolarWinds Orion, as crackers write its columns",
    layout: "$solarwinds$0$<user>$<base64 digest>, $solarwinds$1$<base64 salt>$<base64 digest>",
    read: layout`$solarwinds$${either(
      sequence`0$${textWithout("user", "$\n\0", 1, 256)}`,
      sequence`1$${base64Of("salt", { padding: "whole", least: 16, most: 16 })}`,
    )}$${SHA512_KEY}`,
    recipe: fromSolarwinds,
    reference: HASHCAT,
  }),
  verifiable("werkzeug-pbkdf2", "pbkdf2", {
    system: "Werkzeug, Flask",
    layout: "pbkdf2:sha256:<rounds>$<salt>$<hex digest>",
    read: layout`pbkdf2:${word("digest", PHC_DIGESTS)}:${ROUNDS}$${SALT_TEXT}$${hexOf("key", 20, 64)}`,
    fits: hasWholeKey,
    recipe: ({ salt, ...parts }) => pbkdf2({ ...parts, salt: utf8(salt) }),
    reference: WERKZEUG,
  }),
  recognised("werkzeug-pbkdf2-unnamed", "pbkdf2", {
    system: "Werkzeug, Flask (rounds left out, or a digest that few have)",
    layout: "pbkdf2:sha256$<salt>$<hex digest>",
    markers: ["pbkdf2:"],
    pattern:
      /^pbkdf2:(?:[a-z0-9_-]{2,16}|(?!sha(?:1|224|256|384|512):)[a-z0-9_-]{2,16}:[1-9][0-9]{0,9})\$[^$]{1,256}\$(?:[0-9a-f]{2}){16,64}$/,
    reason: "The rounds are the default of the Werkzeug that made it, or the digest is none of SHA-1 and SHA-2.",
    reference: WERKZEUG,
  }),
  verifiable("dovecot-pbkdf2", "pbkdf2", {
    system: "Dovecot",
    layout: "{PBKDF2}$1$<salt>$<rounds>$<40 hex digits>",
    read: layout`${caseless("{PBKDF2}")}$1$${SALT_TEXT}$${ROUNDS}$${hexOf("key", 20, 20, "any")}`,
    recipe: ({ salt, ...parts }) => pbkdf2({ digest: "sha1", ...parts, salt: utf8(salt) }),
    reference: DOVECOT,
  }),
  verifiable("openldap-pbkdf2", "pbkdf2", {
    system: "OpenLDAP pw-pbkdf2",
    layout: "{PBKDF2-SHA256}<rounds>$<salt>$<digest> in passlib's base64",
    read: layout`{PBKDF2${namedAfter("-", UPPER_DIGESTS)}}${ROUNDS}$${base64Of("salt", PASSLIB)}$${PASSLIB_KEY}`,
    fits: hasWholeKey,
    recipe: pbkdf2,
    reference: "https://github.com/openldap/openldap contrib/slapd-modules/passwd/pbkdf2",
  }),
  verifiable("opendj-pbkdf2", "pbkdf2", {
    system: "OpenDJ, ForgeRock",
    layout: "{PBKDF2-HMAC-SHA256}<rounds>:<base64 of digest and 8 bytes salt>",
    read: layout`{PBKDF2${namedAfter("-HMAC-", UPPER_DIGESTS)}}${ROUNDS}:${base64Of("value")}`,
    fits: hasKeyAndSalt,
    recipe: fromOpendj,
    reference: OPENDJ,
  }),
  verifiable("spring-pbkdf2", "pbkdf2", {
    system: "Spring Security {pbkdf2}, {pbkdf2@SpringSecurity_v5_8}",
    layout: "{pbkdf2}<hex of salt and digest>",
    // Pbkdf2PasswordEncoder's defaults before 5.8 and since; the string carries none of them.
    read: layout`{pbkdf2${either(OLD_SPRING, NEW_SPRING)}`,
    recipe: ({ value, newValue }) =>
      newValue === undefined
        ? split(value ?? new Uint8Array(), 8, "sha1", 185_000)
        : split(newValue, 16, "sha256", 310_000),
    reference: SPRING,
  }),
  verifiable("389ds-pbkdf2", "pbkdf2", {
    system: "389 Directory Server 1.3.6 to 1.4",
    layout: "{PBKDF2_SHA256}<base64 of 4 bytes rounds, 64 bytes salt and 256 bytes digest>",
    read: layout`${caseless("{PBKDF2_SHA256}")}${base64Of("value", { padding: "none", least: 324, most: 324 })}`,
    fits: hasRounds,
    recipe: from389ds,
    reference: "https://github.com/389ds/389-ds-base ldap/servers/plugins/pwdstorage",
  }),
  verifiable("389ds-pbkdf2-current", "pbkdf2", {
    system: "389 Directory Server 2 and later",
    layout: "{PBKDF2-SHA256}<rounds>$<base64 salt>$<base64 digest>",
    read: layout`{PBKDF2${namedAfter("-", UPPER_DIGESTS)}}${ROUNDS}$${SALT}$${base64Of("key", WHOLE)}`,
    fits: hasWholeKey,
    recipe: pbkdf2,
    reference: "https://github.com/389ds/389-ds-base src/plugins/pwdchan",
  }),
  verifiable("atlassian-pbkdf2", "pbkdf2", {
    system: "Atlassian Crowd, Jira, Confluence",
    layout: "{PKCS5S2}<base64 of 16 bytes salt and 32 bytes digest>",
    read: layout`{PKCS5S2}${base64Of("value", { padding: "none", least: 48, most: 48 })}`,
    recipe: ({ value }) => split(value, 16, "sha1", 10_000),
    reference: "https://passlib.readthedocs.io/en/stable/lib/passlib.hash.atlassian_pbkdf2_sha1.html",
  }),
  verifiable("jackrabbit-pbkdf2", "pbkdf2", {
    system: "Apache Jackrabbit Oak, Adobe Experience Manager",
    layout: "{PBKDF2WithHmacSHA256}<hex salt>-<rounds>-<hex digest>",
    read: layout`{PBKDF2WithHmac${word("digest", UPPER_DIGESTS)}}${hexOf("salt", 1, 64)}-${ROUNDS}-${JACKRABBIT_KEY}`,
    recipe: pbkdf2,
    reference: "https://jackrabbit.apache.org/oak/docs/security/user/default.html",
  }),
  verifiable("mediawiki-pbkdf2", "pbkdf2", {
    system: "MediaWiki",
    layout: ":pbkdf2:<hash>:<rounds>:<bytes>:<base64 salt>:<base64 digest>",
    read: layout`:pbkdf2:${DIGEST}:${ROUNDS}:${LENGTH}:${SALT}:${KEY}`,
    fits: hasSaidLength,
    recipe: pbkdf2,
    reference: MEDIAWIKI,
  }),
  verifiable("mediawiki-pbkdf2-legacy", "pbkdf2", {
    system: "MediaWiki (a hash of :A: or :B: hashed again by wrapOldPasswords.php)",
    layout: ":pbkdf2-legacyB:!<hash>:<rounds>:<bytes>!<old salt>!<base64 salt>!<base64 digest>",
    problem: "wrapping/prehashed",
    read: layout`:pbkdf2-legacy${either("A", "B")}:!${DIGEST}:${ROUNDS}:${LENGTH}!${OLD_SALT}!${SALT}!${KEY}`,
    fits: hasSaidLength,
    recipe: fromMediawikiLegacy,
    reason: "pbkdf2 is over an old MD5 hash of the password.",
    reference: "https://github.com/wikimedia/mediawiki includes/password/LayeredParameterizedPassword.php",
  }),
  verifiable("aspnet-identity-v3", "pbkdf2", {
    system: "ASP.NET Core Identity",
    layout: "base64 of 01, PRF, rounds, salt length, salt, digest",
    begins: "A",
    applies: (text) => text.startsWith("AQAAAA"),
    read: layout`${base64Of("value", { least: 45 })}`,
    fits: isAspnet3,
    recipe: fromAspnet3,
    reference: "https://github.com/dotnet/aspnetcore src/Identity/Extensions.Core/src/PasswordHasher.cs",
  }),
  verifiable("aspnet-identity-v2", "pbkdf2", {
    system: "ASP.NET Identity 2, Membership",
    layout: "base64 of 00, 16 bytes salt, 32 bytes digest",
    begins: "A",
    // The first byte is NUL.
    applies: (text) => /^A[A-P]/.test(text),
    read: layout`${base64Of("value", { padding: "whole", least: 49, most: 49 })}`,
    recipe: ({ value }) => split(value.subarray(1), 16, "sha1", 1000),
    reference: "https://github.com/dotnet/aspnetcore src/Identity/Extensions.Core/src/PasswordHasher.cs",
  }),
  verifiable("crackstation-pbkdf2", "pbkdf2", {
    system: "CrackStation's password-hashing (PHP, Ruby, C#, Java), hashcat",
    layout: "sha1:<rounds>:[<bytes>:]<base64 salt>:<base64 digest>",
    read: layout`${ANY_DIGEST}:${ROUNDS}:${optional(sequence`${LENGTH}:`)}${WHOLE_SALT}:${WHOLE_KEY}`,
    fits: hasSaidLength,
    recipe: fromCrackstation,
    reference: CRACKSTATION,
  }),
  verifiable("crackstation-pbkdf2-unnamed", "pbkdf2", {
    system: "CrackStation's password-hashing before 2.0 (C#, Java), Java code after it",
    layout: "<rounds>:<base64 or hex salt>:<base64 or hex digest>",
    begins: "123456789",
    read: layout`${ROUNDS}:${either(
      sequence`${hexOf("salt", 8, 32)}:${hexOf("key", 64)}`,
      sequence`${hexOf("salt", 24)}:${hexOf("key", 24)}`,
      sequence`${base64Of("salt", BYTES_24)}:${base64Of("key", BYTES_24)}`,
    )}`,
    recipe: ({ iterations, salt = new Uint8Array(), key = new Uint8Array() }) => pbkdf2({ iterations, salt, key }),
    reference: CRACKSTATION,
  }),
  verifiable("liferay-pbkdf2", "pbkdf2", {
    system: "Liferay 6.2 and later",
    layout: "{PBKDF2WithHmacSHA1}<base64 of bits, rounds, 8 or 16 bytes salt, digest>",
    read: layout`{PBKDF2WithHmac${word("digest", UPPER_DIGESTS)}}${LIFERAY_VALUE}`,
    fits: isLiferay,
    recipe: fromLiferay,
    reference: LIFERAY,
  }),
  verifiable("liferay-pbkdf2-unnamed", "pbkdf2", {
    system: "Liferay 6.2 and later, without a legacy algorithm in its settings",
    layout: "<base64 of bits, rounds, 8 or 16 bytes salt, digest>",
    begins: "A",
    applies: (text) => text.startsWith("AAAA"),
    read: layout`${LIFERAY_VALUE}`,
    fits: isLiferay,
    recipe: fromLiferay,
    reference: LIFERAY,
  }),
];

/** PHP's first releases used the salt as the text that it is; later ones say how long the digest is. */
function fromCrackstation(parts: Pbkdf2Parts & { readonly length?: number }): Recipe {
  const [bytes] = pbkdf2(parts).readings;
  if (parts.length !== undefined) return { readings: [bytes] };
  const [text] = pbkdf2({ ...parts, salt: utf8(encodeBase64(parts.salt)) }).readings;
  return { readings: [text, bytes] };
}

/** Bits of the digest and rounds as big-endian words, the salt and the digest. */
function isLiferay({ value }: { value: EncodedBytes }): boolean {
  const words = wordsOf(value.bytes());
  const [bits, rounds] = [words.getUint32(0), words.getUint32(4)];
  const saltBytes = value.length - LIFERAY_HEAD_BYTES - bits / 8;
  return bits >= 8 * LEAST_KEY_BYTES && rounds > 0 && (saltBytes === 8 || saltBytes === 16);
}

function fromLiferay({ digest = "sha1", value }: { digest?: DerivingDigest; value: Uint8Array }): Recipe {
  const words = wordsOf(value);
  const rest = value.subarray(LIFERAY_HEAD_BYTES);
  return split(rest, rest.length - words.getUint32(0) / 8, digest, words.getUint32(4));
}

const LIFERAY_HEAD_BYTES = 8;

/** The text is compared, since its last bits are not whole bytes. */
function fromAix(parts: { digest: DerivingDigest; logRounds: string; salt: string; text: string }): Recipe {
  const { digest, logRounds, salt, text } = parts;
  const step = { kind: "pbkdf2", digest, iterations: 2 ** Number(logRounds), salt: utf8(salt) } as const;
  const steps = [{ ...step, length: DERIVING_BYTES[digest] }, { kind: "encode", as: "aix-base64" } as const];
  return recipe(steps, utf8(text));
}

/** The NT hash, hashed again with the user's name, which is the salt as well. */
function fromDcc2({ user, ...parts }: { iterations: number; user: string; key: Uint8Array }): Recipe {
  const salt = utf16le(user.toLowerCase());
  return pbkdf2({ ...parts, salt }, [...NT_STEPS, { kind: "digest", digest: "md4", after: salt }]);
}

/** A short name is filled up with digits of Orion's own. */
function fromSolarwinds(parts: { user?: string; salt?: Uint8Array; key: Uint8Array }): Recipe {
  const { user, salt = utf8(`${user}1244352345234`).subarray(0, 8), key } = parts;
  const derive = { kind: "pbkdf2", digest: "sha1", iterations: 1000, salt, length: 1024 } as const;
  return recipe([derive, { kind: "digest", digest: "sha512" }], key);
}

const DLITZ_DEFAULT_ROUNDS = 400;

/** The salt is the text up to the digest, in which the default number of rounds is left out. */
function fromDlitz(parts: { iterations?: number; salt: string; key: Uint8Array }): Recipe {
  const { iterations = DLITZ_DEFAULT_ROUNDS, salt, key } = parts;
  const written = iterations === DLITZ_DEFAULT_ROUNDS ? "" : iterations.toString(16);
  return pbkdf2({ digest: "sha1", iterations, salt: utf8(`$p5k2$${written}$${salt}`), key });
}

function wordsOf(value: Uint8Array): DataView {
  return new DataView(value.buffer, value.byteOffset);
}

function hasRounds({ value }: { value: EncodedBytes }): boolean {
  return wordsOf(value.bytes()).getUint32(0) > 0;
}

/** Rounds as a big-endian word, 64 bytes of salt and 256 of key. */
function from389ds({ value }: { value: Uint8Array }): Recipe {
  return split(value.subarray(4), 64, "sha256", wordsOf(value).getUint32(0));
}

function hasKeyAndSalt({ digest = "sha1", value }: { digest?: DerivingDigest; value: EncodedBytes }): boolean {
  return value.length >= DERIVING_BYTES[digest] + 8;
}

/** The key comes before the salt. */
function fromOpendj(fields: { digest?: DerivingDigest; iterations: number; value: Uint8Array }): Recipe {
  const { digest = "sha1", iterations, value } = fields;
  const keyBytes = DERIVING_BYTES[digest];
  return pbkdf2({ digest, iterations, salt: value.slice(keyBytes), key: value.slice(0, keyBytes) });
}

/** An old hash hashed again: the derivation is over its hexadecimal digest. */
function fromMediawikiLegacy({ oldSalt, ...parts }: Pbkdf2Parts & { oldSalt: string }): Recipe {
  return pbkdf2(parts, [...mediawikiSteps(oldSalt), { kind: "encode", as: "hex" }]);
}

const ASPNET_HEAD_BYTES = 13;
const ASPNET_DIGESTS = ["sha1", "sha256", "sha512"] as const;

/** 0x01, then PRF, iterations and salt length as big-endian words, the salt and the key: both at least 128 bits. */
function aspnet3Parts(value: Uint8Array) {
  const words = wordsOf(value);
  const saltBytes = words.getUint32(9);
  return {
    digest: ASPNET_DIGESTS[words.getUint32(1)],
    iterations: words.getUint32(5),
    saltBytes,
    keyBytes: value.length - ASPNET_HEAD_BYTES - saltBytes,
  };
}

function isAspnet3({ value }: { value: EncodedBytes }): boolean {
  const { digest, iterations, saltBytes, keyBytes } = aspnet3Parts(value.bytes());
  return digest !== undefined && iterations >= 1 && saltBytes >= 16 && keyBytes >= LEAST_KEY_BYTES;
}

function fromAspnet3({ value }: { value: Uint8Array }): Recipe {
  const { digest, iterations, saltBytes } = aspnet3Parts(value);
  return split(value.subarray(ASPNET_HEAD_BYTES), saltBytes, digest as DerivingDigest, iterations);
}
