import { utf8 } from "../../lib/bytes.js";
import { DIGEST_BYTES, type DigestName } from "../../lib/digest-bytes.js";
import {
  base64Of,
  characters,
  decimal,
  hexOf,
  layout,
  optional,
  run,
  sequence,
  textWithout,
  word,
} from "../../lib/grammar.js";
import { type Recipe, recipe, type Step } from "./recipe.js";
import { OAK, SPRING } from "./references.js";
import { type FormatRow, ITERATED, verifiable } from "./row.js";

interface IteratedParts {
  readonly digest: DigestName;
  /** How often the digest is taken in all. */
  readonly rounds: number;
  readonly salt: Uint8Array;
  readonly key: Uint8Array;
}

function iterated({ digest, rounds, salt, key }: IteratedParts): Recipe {
  return recipe([{ kind: "iterated-digest", digest, rounds, salt }], key);
}

const FSHP_DIGESTS = { 0: "sha1", 1: "sha256", 2: "sha384", 3: "sha512" } as const;
const SHIRO_DIGESTS = {
  MD5: "md5",
  "SHA-1": "sha1",
  "SHA-256": "sha256",
  "SHA-384": "sha384",
  "SHA-512": "sha512",
} as const;

const ROUNDS = decimal("rounds");
const SALT_BYTES = decimal("saltBytes", { digits: 4, least: 0 });
const SHIRO_SALT = base64Of("salt", { least: 0, most: 256 });
const JACKRABBIT_SALT = run("salt", characters("0123456789abcdef"), 2, 128);

/** Digests of salt and password that are taken again and again: PBKDF1 by another name. */
export const ITERATED_DIGEST_FORMATS: readonly FormatRow[] = [
  verifiable("fshp", "fshp", {
    system: "Fairly Secure Hashed Password",
    layout: "{FSHP<variant>|<salt bytes>|<rounds>}<base64 of salt and digest>",
    treatment: null,
    read: layout`{FSHP${word("digest", FSHP_DIGESTS)}|${SALT_BYTES}|${ROUNDS}}${base64Of("value", { padding: "whole", least: 20 })}`,
    fits: ({ digest, saltBytes, value }) => value.length === saltBytes + DIGEST_BYTES[digest],
    recipe: ({ digest, saltBytes, rounds, value }) =>
      iterated({ digest, rounds, salt: value.slice(0, saltBytes), key: value.slice(saltBytes) }),
    reason: ITERATED,
    reference: "https://passlib.readthedocs.io/en/stable/lib/passlib.hash.fshp.html",
  }),
  verifiable("shiro1", "shiro", {
    system: "Apache Shiro 1",
    layout: "$shiro1$SHA-256$<iterations>$<base64 salt>$<base64 digest>",
    treatment: null,
    read: layout`$shiro1$${word("digest", SHIRO_DIGESTS)}$${ROUNDS}$${SHIRO_SALT}$${base64Of("key", { least: 16, most: 64 })}`,
    fits: ({ digest, key }) => key.length === DIGEST_BYTES[digest],
    recipe: iterated,
    reason: ITERATED,
    reference: "https://shiro.apache.org/command-line-hasher.html",
  }),
  verifiable("spring-standard", "sha256", {
    system: "Spring Security {sha256} (StandardPasswordEncoder)",
    layout: "{sha256}<hex of 8 bytes salt and 32 bytes digest>",
    // Without a site-wide secret, as the delegating encoder makes it.
    read: layout`{sha256}${hexOf("salt", 8, 8, "any")}${hexOf("key", 32, 32, "any")}`,
    recipe: (parts) => iterated({ digest: "sha256", rounds: 1024, ...parts }),
    reason: "1024 rounds of a fast digest; the service does not verify it.",
    reference: SPRING,
  }),
  verifiable("shopware-sha256", "sha256", {
    system: "Shopware 5; Shopware 6, of customers who were brought from 5",
    layout: "<rounds>:<salt>:<64 hex digits>",
    sources: ["shopware"],
    read: layout`${ROUNDS}:${textWithout("salt", ":\n\0", 1, 64)}:${hexOf("key", 32)}`,
    recipe: ofShopware,
    reason: "An iterated digest of password and salt; the service does not verify it.",
    reference: "https://github.com/shopware5/shopware engine/Shopware/Components/Password/Encoder/Sha256.php",
  }),
  jackrabbit("sha1", "SHA-1"),
  jackrabbit("sha256", "SHA-256"),
  jackrabbit("sha512", "SHA-512"),
];

function jackrabbit(digest: DigestName, javaName: string) {
  return verifiable(`jackrabbit-${digest}`, digest, {
    system: "Apache Jackrabbit, Adobe Experience Manager",
    layout: `{${javaName}}<hex salt>-<rounds>-<${2 * DIGEST_BYTES[digest]} hex digits>`,
    read: layout`{${javaName}}${JACKRABBIT_SALT}-${optional(sequence`${ROUNDS}-`)}${hexOf("key", DIGEST_BYTES[digest])}`,
    recipe: ofJackrabbit(digest),
    reason: "An iterated digest of salt and password; the service does not verify it.",
    reference: OAK,
  });
}

interface JackrabbitParts {
  readonly rounds?: number;
  readonly salt: string;
  readonly key: Uint8Array;
}

/** The salt is used as the text of its digits; without the number in the middle the digest is taken once. */
function ofJackrabbit(digest: DigestName) {
  return ({ rounds = 1, salt, key }: JackrabbitParts): Recipe => iterated({ digest, rounds, salt: utf8(salt), key });
}

/** The number in the text is of the rounds after the first. */
function ofShopware({ rounds, salt, key }: { rounds: number; salt: string; key: Uint8Array }): Recipe {
  const salted: Step = { kind: "surround", before: new Uint8Array(), after: utf8(salt) };
  return recipe([salted, { kind: "chained-digest", digest: "sha256", rounds: rounds + 1 }], key);
}
