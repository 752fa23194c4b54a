import { type HashFormat, legacy } from "./hash-format.js";
import { encodedHmacFits, formattedDigestFits } from "./sound-parts.js";

const KRATOS = "https://github.com/ory/kratos hash/hash_comparator.go";
const KRATOS_SYSTEM = "Ory Kratos (users imported from elsewhere)";
const BASE64 = "[A-Za-z0-9+/]{0,1366}={0,2}";

/** What Ory Kratos takes at import in notations of its own; crypt(3)'s under longer names. */
export const KRATOS_FORMATS: readonly HashFormat[] = [
  legacy({
    name: "kratos-md5-crypt",
    system: KRATOS_SYSTEM,
    scheme: "md5-crypt",
    treatment: "keep",
    disposition: "verifiable",
    markers: ["md5-crypt"],
    layout: "$md5-crypt$<salt, up to 8>$<22 characters digest>",
    pattern: /^\$md5-crypt\$(?<salt>[^$:\n]{0,8})\$(?<digest>[./0-9A-Za-z]{22})$/,
    reason: "The md5-crypt of crypt(3) under another name; the service does not verify it.",
    reference: KRATOS,
  }),
  legacy({
    name: "kratos-sha256-crypt",
    system: KRATOS_SYSTEM,
    scheme: "sha256-crypt",
    treatment: "keep",
    disposition: "verifiable",
    markers: ["sha256-crypt"],
    layout: "$sha256-crypt$[rounds=<n>$]<salt, up to 16>$<43 characters digest>",
    pattern:
      /^\$sha256-crypt\$(?:rounds=(?<rounds>[1-9][0-9]{3,8})\$)?(?<salt>[^$:\n]{0,16})\$(?<digest>[./0-9A-Za-z]{43})$/,
    reason: "The sha256-crypt of crypt(3) under another name; the service does not verify it.",
    reference: KRATOS,
  }),
  legacy({
    name: "kratos-sha512-crypt",
    system: KRATOS_SYSTEM,
    scheme: "sha512-crypt",
    treatment: "keep",
    disposition: "verifiable",
    markers: ["sha512-crypt"],
    layout: "$sha512-crypt$[rounds=<n>$]<salt, up to 16>$<86 characters digest>",
    pattern:
      /^\$sha512-crypt\$(?:rounds=(?<rounds>[1-9][0-9]{3,8})\$)?(?<salt>[^$:\n]{0,16})\$(?<digest>[./0-9A-Za-z]{86})$/,
    reason: "The sha512-crypt of crypt(3) under another name; the service does not verify it.",
    reference: KRATOS,
  }),
  legacy({
    name: "kratos-md5",
    system: KRATOS_SYSTEM,
    scheme: "md5",
    treatment: "keep",
    disposition: "verifiable",
    markers: ["md5"],
    layout: "$md5$<base64 of the digest>",
    pattern: /^\$md5\$(?<base64>[A-Za-z0-9+/]{22}==)$/,
    reason: "A fast digest without a salt; the service does not verify it.",
    reference: KRATOS,
  }),
  ...(["md5", "sha1", "sha256", "sha512"] as const).map((scheme) =>
    legacy({
      name: `kratos-formatted-${scheme}`,
      system: KRATOS_SYSTEM,
      scheme,
      treatment: "keep",
      disposition: "verifiable",
      markers: [scheme],
      layout: `$${scheme}$pf=<base64 of {SALT}{PASSWORD}>$<base64 salt>$<base64 digest>`,
      pattern: new RegExp(
        `^\\$(?<hash>${scheme})\\$pf=(?<format>${BASE64})\\$(?<salt>${BASE64})\\$(?<digest>${BASE64})$`,
      ),
      isSound: formattedDigestFits,
      reason: "A fast digest of password and salt, in an order that the text gives.",
      reference: KRATOS,
    }),
  ),
  legacy({
    name: "kratos-hmac",
    system: KRATOS_SYSTEM,
    scheme: "hmac",
    treatment: "keep",
    disposition: "verifiable",
    markers: ["hmac-md5", "hmac-sha1", "hmac-sha224", "hmac-sha256", "hmac-sha384", "hmac-sha512"],
    layout: "$hmac-sha256$<base64 of the hex digest>$<base64 key>",
    pattern: new RegExp(
      `^\\$hmac-(?<hash>md5|sha1|sha224|sha256|sha384|sha512)\\$(?<digest>${BASE64})\\$(?<key>${BASE64})$`,
    ),
    isSound: encodedHmacFits,
    reason: "An HMAC keyed with what stands beside it; the service does not verify it.",
    reference: KRATOS,
  }),
];
