import { LDAP } from "./brace-references.js";
import { type HashFormat, legacy } from "./hash-format.js";
import { suffixed } from "./suffixed.js";

/** The LDAP digests: bare and salted, base64 or (Dovecot's suffix) hexadecimal. */
export function ldapDigests(): readonly HashFormat[] {
  const rows = [
    { scheme: "md5", bytes: 16, names: ["MD5", "LDAP-MD5", "PLAIN-MD5"], salted: ["SMD5"] },
    { scheme: "sha1", bytes: 20, names: ["SHA", "SHA1"], salted: ["SSHA"] },
    { scheme: "sha256", bytes: 32, names: ["SHA256"], salted: ["SSHA256"] },
    { scheme: "sha384", bytes: 48, names: ["SHA384"], salted: ["SSHA384"] },
    { scheme: "sha512", bytes: 64, names: ["SHA512"], salted: ["SSHA512"] },
  ] as const;
  return rows.flatMap(({ scheme, bytes, names, salted }) => [
    ldapDigest(`ldap-${scheme}`, scheme, names, bytes, bytes),
    ldapDigest(`ldap-salted-${scheme}`, scheme, salted, bytes + 1, bytes + 256),
  ]);
}

function ldapDigest(
  name: string,
  scheme: "md5" | "sha1" | "sha256" | "sha384" | "sha512",
  names: readonly string[],
  leastBytes: number,
  mostBytes: number,
): HashFormat {
  const first = names[0] as string;
  const alternatives = names.map((spelling) => caseless(spelling)).join("|");
  const least = Math.ceil((leastBytes * 4) / 3);
  const most = Math.ceil((mostBytes * 4) / 3);
  const hex = `(?<hex>(?:[0-9A-Fa-f]{2}){${leastBytes},${mostBytes}})`;
  const base64 = `(?<base64>[A-Za-z0-9+/]{${least},${most}}={0,2})`;
  // A salted value is read as hexadecimal only where the suffix says so: its length alone can't tell.
  const bare = leastBytes === mostBytes ? `(?:${hex}|${base64})` : base64;
  return legacy({
    name,
    system: "LDAP servers and Dovecot",
    scheme,
    treatment: "keep",
    disposition: "verifiable",
    markers: names.flatMap((spelling) => suffixed(spelling.toLowerCase())),
    layout:
      leastBytes === mostBytes ? `{${first}}<base64 of the digest>` : `{${first}}<base64 of digest and salt>`,
    pattern: new RegExp(
      `^\\{(?:${alternatives})(?:\\.${caseless("hex")}\\}${named(hex, "suffixedHex")}|\\.(?:${caseless("b64")}|${caseless("base64")})\\}${named(base64, "suffixedBase64")}|\\}${bare})$`,
    ),
    reason: "A fast digest; the service does not verify it.",
    reference: LDAP,
  });
}

/** Node 20 refuses a group name that occurs twice, even in alternatives. */
function named(group: string, name: string): string {
  return group.replace(/^\(\?<[a-z0-9]+>/, `(?<${name}>`);
}

function caseless(text: string): string {
  return text.replace(/[A-Za-z]/g, (letter) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`);
}
