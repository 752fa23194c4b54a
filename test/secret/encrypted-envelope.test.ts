import { describe, expect, it } from "vitest";
import { encryptedBy } from "../../src/secret/encrypted-envelope.js";

const HEX = "0123456789abcdef";
const times = (text: string, count: number): string => text.repeat(count);
const JSON_OBJECT = "a JSON envelope, as in Supabase Auth,";

/** Each text is either whole, or one step away from it. */
const TEXTS: readonly (readonly [what: string, text: string, system: string | null])[] = [
  ["nothing", "", null],
  ["a key in base32", "JBSWY3DPEHPK3PXP", null],
  ["Laravel's envelope in base64", "eyJpdiI6Ik", "Laravel"],
  ["Laravel's envelope after white space", " \n eyJpdiI6Ik", "Laravel"],
  ["Laravel's envelope as JSON", '{"iv":"', "Laravel"],
  ["Rails' envelope as JSON", '{"p":"', "Rails"],
  ["Rails' envelope in base64", "eyJwIjoi", "Rails"],
  ["Better Auth's mark", "$ba$2$x", "Better Auth"],
  ["Better Auth's mark without its end", "$ba", null],
  ["Vault's mark", "vault:v1:x", "HashiCorp Vault"],
  ["a Fernet token", "gAAAAABk", "Fernet"],
  ["a Data Protection payload", "CfDJ8N", "ASP.NET Core Data Protection"],
  ["a Data Protection payload, raw", "\u0009\u00f0\u00c9\u00f0", null],
  ["openssl enc in base64", "U2FsdGVkX18", "OpenSSL"],
  ["openssl enc, raw", "Salted__x", "OpenSSL"],
  ["an armoured message", "-----BEGIN PGP MESSAGE-----", "OpenPGP"],

  ["a JSON object", '{"alg":"x"}', JSON_OBJECT],
  ["a JSON object with spaces", ' { "alg": "x" } ', JSON_OBJECT],
  ["a JSON object over lines", '{\r\n\t"alg": "x"\r\n}\n', JSON_OBJECT],
  ["a tilde, the last of the printable characters", '{"alg":"~"}', JSON_OBJECT],
  ["a delete character", '{"alg":"\u007f"}', null],
  ["another character than ASCII", '{"alg":"é"}', null],
  ["a control character", '{"alg":"\u001f"}', null],
  ["a vertical tab", '{"alg":"\u000b"}', null],
  ["an object without its end", '{"alg":"x"', null],
  ["an object without its begin", '"alg":"x"}', null],
  ["braces without a name", "{alg}", null],

  ["Nextcloud's three groups", [times(HEX, 2), "iv", times(HEX, 2)].join("|"), "Nextcloud"],
  ["ownCloud's four groups", ["v2", HEX, times(HEX, 2), times(HEX, 2)].join("|"), "ownCloud"],
  ["Nextcloud's four groups", [HEX, "iv", times(HEX, 2), "3"].join("|"), "Nextcloud"],
  ["two groups", [HEX, times(HEX, 2)].join("|"), null],
  ["five groups", [HEX, "iv", times(HEX, 2), "3", ""].join("|"), null],
  ["a first group that is too short", [HEX.slice(1), "iv", times(HEX, 2)].join("|"), null],
  ["a third group that is too short", [HEX, "iv", times(HEX, 2).slice(1)].join("|"), null],
  ["a first group that is not hexadecimal", [`${HEX}g`, "iv", times(HEX, 2)].join("|"), null],
  ["a third group that is not hexadecimal", [HEX, "iv", `${times(HEX, 2)}g`].join("|"), null],

  ["Gitea's second form", `v2:${times(HEX, 4)}`, "Gitea"],
  ["Gitea's second form, too short", `v2:${times(HEX, 4).slice(1)}`, null],
  ["Gitea's second form, not hexadecimal", `v2:${times(HEX, 4)}z`, null],
  ["Gitea's first form has no mark", `v1:${times(HEX, 4)}`, null],

  ["Rails' message with a tag", `ZGF0YQ==--${times("a", 16)}--${times("b", 22)}==`, "Rails"],
  ["Rails' message with a tag and a line's end", `ZGF0YQ==--${times("a", 16)}--${times("b", 22)}==\n`, "Rails"],
  ["an iv of another length", `ZGF0YQ==--${times("a", 17)}--${times("b", 22)}==`, null],
  ["a tag of another length", `ZGF0YQ==--${times("a", 16)}--${times("b", 23)}==`, null],
  ["a tag without padding", `ZGF0YQ==--${times("a", 16)}--${times("b", 24)}`, null],
  ["Rails' message with SHA-1", `ZGF0YQ==--${times("0", 40)}`, "Rails"],
  ["Rails' message with SHA-256", `ZGF0YQ==--${times("0", 64)}`, "Rails"],
  ["a digest of another length", `ZGF0YQ==--${times("0", 41)}`, null],
  ["a digest that is not hexadecimal", `ZGF0YQ==--${times("z", 40)}`, null],
  ["a long digest that is not hexadecimal", `ZGF0YQ==--${times("z", 64)}`, null],

  ["a JSON Web Encryption", "eyJhbGciOiJ.b.c.d.e", "a JSON Web Encryption"],
  ["a JSON Web Signature", "eyJhbGciOiJ.b.c", null],
  ["five groups of another thing", "a.b.c.d.e", null],
];

describe("encryptedBy", () => {
  it.each(TEXTS)("tells who wrote %s", (_what, text, system) => {
    expect(encryptedBy(text)).toBe(system);
  });
});
