import { SPRING } from "./brace-references.js";
import { type HashFormat, legacy } from "./hash-format.js";

const OAK = "https://jackrabbit.apache.org/oak/docs/security/user/default.html";

/** `{NAME}…` as Spring Security's and Jackrabbit's digests write it; names in the spelling of Java. */
export const JAVA_DIGESTS: readonly HashFormat[] = [
  springDigest("md5", "MD5", 16),
  springDigest("sha1", "SHA-1", 20),
  springDigest("sha256", "SHA-256", 32),
  legacy({
    name: "spring-standard",
    system: "Spring Security {sha256} (StandardPasswordEncoder)",
    scheme: "sha256",
    treatment: "keep",
    disposition: "verifiable",
    markers: ["sha256"],
    layout: "{sha256}<hex of 8 bytes salt and 32 bytes digest>",
    pattern: /^\{sha256\}(?<value>[0-9a-f]{80})$/,
    reason: "1024 rounds of a fast digest; the service does not verify it.",
    reference: SPRING,
  }),
  legacy({
    name: "spring-md4",
    system: "Spring Security {MD4}",
    scheme: "md4",
    treatment: "keep",
    disposition: "unsupported",
    markers: ["md4"],
    layout: "{MD4}{<salt>}<32 hex digits>",
    pattern: /^\{MD4\}(?:\{[^{}\n\0]{0,256}\})?[0-9a-f]{32}$/,
    reason: "MD4 is no longer in OpenSSL; neither the service nor credport verifies it.",
    reference: SPRING,
  }),
  legacy({
    name: "spring-ldap-sha1",
    system: "Spring Security {ldap} (LdapShaPasswordEncoder)",
    scheme: "sha1",
    treatment: "keep",
    disposition: "verifiable",
    markers: ["ldap"],
    layout: "{ldap}{SHA}<base64 of the digest>",
    pattern: /^\{ldap\}\{(?:SHA|sha)\}(?<base64>[A-Za-z0-9+/]{27}=)$/,
    reason: "A fast digest; the service does not verify it.",
    reference: SPRING,
  }),
  legacy({
    name: "spring-ldap-salted-sha1",
    system: "Spring Security {ldap} (LdapShaPasswordEncoder)",
    scheme: "sha1",
    treatment: "keep",
    disposition: "verifiable",
    markers: ["ldap"],
    layout: "{ldap}{SSHA}<base64 of digest and salt>",
    pattern: /^\{ldap\}\{(?:SSHA|ssha)\}(?<base64>[A-Za-z0-9+/]{28,368}={0,2})$/,
    reason: "A fast digest; the service does not verify it.",
    reference: SPRING,
  }),
  jackrabbitDigest("sha1", "SHA-1", 20),
  jackrabbitDigest("sha256", "SHA-256", 32),
  jackrabbitDigest("sha512", "SHA-512", 64),
  legacy({
    name: "jackrabbit-pbkdf2",
    system: "Apache Jackrabbit Oak, Adobe Experience Manager",
    scheme: "pbkdf2",
    treatment: "keep",
    disposition: "verifiable",
    markers: ["pbkdf2withhmacsha1", "pbkdf2withhmacsha256", "pbkdf2withhmacsha512"],
    layout: "{PBKDF2WithHmacSHA256}<hex salt>-<rounds>-<hex digest>",
    pattern:
      /^\{PBKDF2WithHmac(?<hash>SHA1|SHA256|SHA512)\}(?<salt>(?:[0-9a-f]{2}){1,64})-(?<rounds>[1-9][0-9]{0,9})-(?<digest>(?:[0-9a-f]{2}){16,64})$/,
    reason: "The service does not verify pbkdf2.",
    reference: OAK,
  }),
];

/** MessageDigestPasswordEncoder: the salt stands in braces and enters the digest with them. */
function springDigest(scheme: "md5" | "sha1" | "sha256", javaName: string, bytes: number): HashFormat {
  return legacy({
    name: `spring-${scheme}`,
    system: `Spring Security {${javaName}} (MessageDigestPasswordEncoder)`,
    scheme,
    treatment: "keep",
    disposition: "verifiable",
    markers: [javaName.toLowerCase()],
    layout: `{${javaName}}{<salt>}<${2 * bytes} hex digits>`,
    pattern: new RegExp(
      `^\\{${javaName}\\}(?<bracedSalt>(?:\\{[^{}\\n\\0]{0,256}\\})?)(?<digest>[0-9a-f]{${2 * bytes}})$`,
    ),
    reason: "A fast digest of password and salt; the service does not verify it.",
    reference: SPRING,
  });
}

/** Without the number in the middle the digest is taken once. */
function jackrabbitDigest(scheme: "sha1" | "sha256" | "sha512", javaName: string, bytes: number): HashFormat {
  return legacy({
    name: `jackrabbit-${scheme}`,
    system: "Apache Jackrabbit, Adobe Experience Manager",
    scheme,
    treatment: "keep",
    disposition: "verifiable",
    markers: [javaName.toLowerCase()],
    layout: `{${javaName}}<hex salt>-<rounds>-<${2 * bytes} hex digits>`,
    pattern: new RegExp(
      `^\\{${javaName}\\}(?<salt>[0-9a-f]{2,128})-(?:(?<rounds>[1-9][0-9]{0,9})-)?(?<digest>[0-9a-f]{${2 * bytes}})$`,
    ),
    reason: "An iterated digest of salt and password; the service does not verify it.",
    reference: OAK,
  });
}
