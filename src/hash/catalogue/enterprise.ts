import { utf8 } from "../../lib/bytes.js";
import { DIGEST_BYTES, type DigestName } from "../../lib/digest-bytes.js";
import {
  base64Of,
  caseless,
  characters,
  decimal,
  hexOf,
  layout,
  literal,
  run,
  textWithout,
} from "../../lib/grammar.js";
import { hexBytes, hexOf as hexText } from "../../lib/hex.js";
import { parseDigestExpression } from "../expression/parse-expression.js";
import { type Recipe, recipe, type Step } from "./recipe.js";
import { HASHCAT, JOHN } from "./references.js";
import { FAST_SALTED, type FormatRow, ITERATED, recognised, verifiable } from "./row.js";

const ENCODED = "Encoded, not hashed: the text gives the password away, which has to be changed.";
const HEX = "0123456789abcdef";
const HEX_CHARACTERS = characters(HEX);
const LETTERS_AND_DIGITS = characters("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");
const WHOLE = { padding: "whole" } as const;
const ROUNDS = decimal("rounds");
const WIDE: Step = { kind: "utf16le", from: "utf-8" };

/** What servers, directories and devices of companies keep, in their own columns or as crackers write these. */
export const ENTERPRISE_FORMATS: readonly FormatRow[] = [
  episerver("sha1", "0"),
  episerver("sha256", "1"),
  verifiable("hmailserver", "sha256", {
    system: "hMailServer",
    layout: "<6 characters salt><64 hex digits>",
    begins: HEX,
    applies: (text) => text.length === 70,
    read: layout`${run("salt", HEX_CHARACTERS, 6)}${hexOf("key", 32)}`,
    recipe: ({ salt, key }) => recipe([{ kind: "digest", digest: "sha256", before: utf8(salt) }], key),
    reason: FAST_SALTED,
    reference:
      "https://github.com/hmailserver/hmailserver hmailserver/source/Server/Common/Util/Hashing/HashCreator.cpp",
  }),
  netscaler("1", "sha1"),
  netscaler("2", "sha512"),
  fortinet("AK1", "sha1"),
  fortinet("SH2", "sha256"),
  sspr("md5", "0"),
  sspr("sha1", "1"),
  sspr("sha1", "2"),
  sspr("sha256", "3"),
  sspr("sha512", "4"),
  verifiable("dahua", "md5", {
    system: "Dahua cameras and recorders, as John the Ripper writes it",
    layout: "$dahua$<8 characters>",
    read: layout`$dahua$${run("digest", LETTERS_AND_DIGITS, 8)}`,
    recipe: ({ digest }) =>
      recipe(
        [
          { kind: "digest", digest: "md5" },
          { kind: "encode", as: "dahua" },
        ],
        utf8(digest),
      ),
    reason: "Half of an MD5 without a salt; the service does not verify it.",
    reference: JOHN,
  }),
  sap("x-issha", "sha1"),
  sap("x-isSHA256", "sha256"),
  sap("x-isSHA384", "sha384"),
  sap("x-isSHA512", "sha512"),
  verifiable("oracle-otm", "sha256", {
    system: "Oracle Transportation Management",
    layout: "otm_sha256:<rounds>:<salt>:<base64 of 32 bytes>",
    read: layout`otm_sha256:${ROUNDS}:${textWithout("salt", ":\n\0", 1, 64)}:${base64Of("key", { ...WHOLE, least: 32, most: 32 })}`,
    recipe: ({ rounds, salt, key }) => iterated("sha256", rounds, salt, key),
    reason: ITERATED,
    reference: HASHCAT,
  }),
  recognised("domino", "proprietary", {
    system: "HCL (Lotus) Domino 6 and later",
    layout: "(G<19 characters>), (H<48 to 50 characters>)",
    begins: "(",
    pattern: /^\((?:G[0-9A-Za-z+/]{19}|H[0-9A-Za-z+/]{48,50})\)$/,
    reason:
      "Domino's own digest: users log in against Domino's LDAP until they have a new hash, or set a new password.",
    reference: JOHN,
  }),
  recognised("sap-codvn", "proprietary", {
    system: "SAP, CODVN B, D, F and G (USR02), as crackers write it",
    layout: "<USER>$<16 or 40 hex digits>",
    begins: "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_",
    applies: (text) => text.includes("$"),
    last: true,
    pattern: /^[A-Z0-9_][A-Z0-9_ ]{0,39}\$(?:[0-9A-F]{16}|[0-9A-F]{40})$/,
    reason: "SAP's own digest over the user's name; PWDSALTEDHASH of the same row, {x-issha, …}, is verified.",
    reference: HASHCAT,
  }),
  recognised("racf", "proprietary", {
    system: "IBM RACF (z/OS)",
    layout: "$racf$*<USER>*<hex digits>",
    markers: ["$racf$"],
    pattern: /^\$racf\$\*[^*\n\0]{1,8}\*[0-9A-Fa-f]{16,256}$/,
    reason: "DES or AES over the user's name in EBCDIC: only RACF checks it, and users set a new password.",
    reference: JOHN,
  }),
  recognised("sybase-ase", "proprietary", {
    system: "SAP (Sybase) ASE 15.0.2 and later",
    layout: "0xc007<16 hex digits salt><64 hex digits>",
    begins: "0",
    pattern: /^0xc007[0-9A-Fa-f]{80}$/,
    reason: "A database account, not an application's user; neither the service nor credport verifies it.",
    reference: JOHN,
  }),
  recognised("lan-manager", "proprietary", {
    system: "Windows and Samba (LM hash), as John the Ripper writes it",
    layout: "$LM$<16 or 32 hex digits>",
    markers: ["$LM$"],
    pattern: /^\$LM\$(?:[0-9A-Fa-f]{16}){1,2}$/,
    reason: "DES over 7 upper-case letters at a time; the NT hash of the same account is verified.",
    reference: "https://passlib.readthedocs.io/en/stable/lib/passlib.hash.lmhash.html",
  }),
  recognised("kerberos-key", "proprietary", {
    system: "Kerberos key distribution centres, as John the Ripper writes keys",
    layout: "$krb5db$<encryption type>$<user>$<realm>$<hex key>",
    markers: ["$krb5db$"],
    pattern: /^\$krb5db\$(?:17|18|23)\$[^$\n\0]{1,256}\$[^$\n\0]{1,256}\$[0-9A-Fa-f]{32,64}$/,
    reason: "A key of the realm, with which the account can be entered as it is; users set a new password.",
    reference: JOHN,
  }),
  recognised("cisco-type-7", "reversible", {
    system: "Cisco IOS type 7",
    layout: "7 <2 digits><hex digits>",
    begins: "7",
    pattern: /^7 [0-5][0-9](?:[0-9A-Fa-f]{2}){1,64}$/,
    reason: ENCODED,
    reference: "https://passlib.readthedocs.io/en/stable/lib/passlib.hash.cisco_type7.html",
  }),
  recognised("juniper-type-9", "reversible", {
    system: "Juniper Junos $9$",
    layout: "$9$<characters>",
    last: true,
    markers: ["$9$"],
    pattern: /^\$9\$[0-9A-Za-z./-]{4,256}$/,
    reason: ENCODED,
    reference: "https://www.juniper.net/documentation/us/en/software/junos/user-access",
  }),
];

/** ASP.NET's membership provider, with salt and digest put together as crackers write them. */
function episerver(digest: DigestName, version: string) {
  const bytes = DIGEST_BYTES[digest];
  return verifiable(`episerver-${digest}`, digest, {
    system: "Episerver 6 (ASP.NET membership), as crackers write its columns",
    layout: `$episerver$*${version}*<base64 salt>*<base64 digest>`,
    read: layout`$episerver$*${literal(version)}*${base64Of("salt", WHOLE)}*${base64Of("key", { least: bytes, most: bytes })}`,
    recipe: ({ salt, key }) => recipe([WIDE, { kind: "digest", digest, before: salt }], key),
    reason: FAST_SALTED,
    reference: HASHCAT,
  });
}

/** The NUL that ends the password is hashed with it. */
function netscaler(mark: string, digest: DigestName) {
  const bytes = DIGEST_BYTES[digest];
  return verifiable(`netscaler-${digest}`, digest, {
    system: "Citrix NetScaler",
    layout: `${mark}<8 hex digits salt><${2 * DIGEST_BYTES[digest]} hex digits>`,
    begins: mark,
    applies: (text) => text.length === 9 + 2 * bytes,
    read: layout`${literal(mark)}${run("salt", HEX_CHARACTERS, 8)}${hexOf("key", bytes)}`,
    recipe: ({ salt, key }) => recipe([{ kind: "digest", digest, before: utf8(salt), after: new Uint8Array(1) }], key),
    reason: FAST_SALTED,
    reference: HASHCAT,
  });
}

/** Every device has the same text after the password. */
function fortinet(mark: string, digest: DigestName) {
  const bytes = 12 + DIGEST_BYTES[digest];
  return verifiable(`fortinet-${digest}`, digest, {
    system: "Fortinet FortiOS",
    layout: `${mark}<base64 of 12 bytes of salt and the digest>`,
    begins: mark.charAt(0),
    read: layout`${literal(mark)}${base64Of("value", { ...WHOLE, least: bytes, most: bytes })}`,
    recipe: ({ value }) => ofFortinet(digest, value),
    reason: FAST_SALTED,
    reference: JOHN,
  });
}

const FORTINET_TEXT = "a388ba2e424cb04a537930c13107cc3fa1329029a9815b70";

function ofFortinet(digest: DigestName, value: Uint8Array): Recipe {
  const after = hexBytes(FORTINET_TEXT) as Uint8Array;
  return recipe([{ kind: "digest", digest, before: value.slice(0, 12), after }], value.slice(12));
}

/** The forms 0 and 1 have no salt. */
function sspr(digest: DigestName, form: string) {
  return verifiable(`sspr-${form}`, digest, {
    system: "NetIQ Self Service Password Reset, as crackers write its records",
    layout: `$sspr$${form}$<rounds>$<salt>$<${2 * DIGEST_BYTES[digest]} hex digits>`,
    read: layout`$sspr$${literal(form)}$${ROUNDS}$${textWithout("salt", "$\n\0", 1, 64)}$${hexOf("key", DIGEST_BYTES[digest])}`,
    fits: ({ salt }) => salt === "NONE" || form > "1",
    recipe: ({ rounds, salt, key }) => iterated(digest, rounds, form > "1" ? salt : "", key),
    reason: ITERATED,
    reference: JOHN,
  });
}

function iterated(digest: DigestName, rounds: number, salt: string, key: Uint8Array): Recipe {
  return recipe([{ kind: "iterated-digest", digest, rounds, salt: utf8(salt) }], key);
}

function sap(name: string, digest: DigestName) {
  const least = DIGEST_BYTES[digest] + 1;
  return verifiable(`sap-${digest}`, digest, {
    system: "SAP, CODVN H (PWDSALTEDHASH)",
    layout: `{${name}, <rounds>}<base64 of the digest and the salt>`,
    read: layout`${caseless(`{${name}, `)}${ROUNDS}}${base64Of("value", { ...WHOLE, least, most: least + 63 })}`,
    recipe: ({ rounds, value }) => ofSap(digest, rounds, value),
    reason: ITERATED,
    reference: HASHCAT,
  });
}

/** The digest of the password and what was before, which is the salt at first. */
function ofSap(digest: DigestName, rounds: number, value: Uint8Array): Recipe {
  const expression = parseDigestExpression(`rounds(${rounds}, unhex(salt), raw(${digest}(password . before)))`);
  const salt = hexText(value.subarray(DIGEST_BYTES[digest]));
  return recipe([{ kind: "expression", expression, columns: { salt } }], value.slice(0, DIGEST_BYTES[digest]));
}
