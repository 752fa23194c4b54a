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
import {
  type FormatRow,
  type Notes,
  type Recipes,
  reads,
  readsWhere,
  verifiable,
  type Writers,
} from "./row.js";

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
const HEX_DIGITS = characters("0123456789abcdef");

/** Digests of salt and password that are taken again and again: PBKDF1 by another name. */
export const ITERATED_DIGEST_FORMATS = [
  verifiable({
    name: "fshp",
    scheme: "fshp",
    treatment: null,
    markers: ["{fshp0|", "{fshp1|", "{fshp2|", "{fshp3|"],
    read: readsWhere(
      layout`{FSHP${word("digest", FSHP_DIGESTS)}|${SALT_BYTES}|${ROUNDS}}${base64Of("value", { padding: "whole", least: 20 })}`,
      ({ digest, saltBytes, value }) => value.length === saltBytes + DIGEST_BYTES[digest],
    ),
    reason: "An iterated digest; the service does not verify it.",
  }),
  verifiable({
    name: "shiro1",
    scheme: "shiro",
    treatment: null,
    markers: ["$shiro1$"],
    read: readsWhere(
      layout`$shiro1$${word("digest", SHIRO_DIGESTS)}$${ROUNDS}$${SHIRO_SALT}$${base64Of("key", { least: 16, most: 64 })}`,
      ({ digest, key }) => key.length === DIGEST_BYTES[digest],
    ),
    reason: "An iterated digest; the service does not verify it.",
  }),
  verifiable({
    name: "spring-standard",
    scheme: "sha256",
    treatment: "keep",
    markers: ["{sha256}"],
    // Without a site-wide secret, as the delegating encoder makes it.
    read: reads(layout`{sha256}${hexOf("salt", 8)}${hexOf("key", 32)}`),
    reason: "1024 rounds of a fast digest; the service does not verify it.",
  }),
  verifiable({
    name: "shopware-sha256",
    scheme: "sha256",
    treatment: "keep",
    sources: ["shopware"],
    markers: [],
    read: reads(layout`${ROUNDS}:${textWithout("salt", ":\n\0", 1, 64)}:${hexOf("key", 32)}`),
    reason: "An iterated digest of password and salt; the service does not verify it.",
  }),
  jackrabbit("sha1", "SHA-1"),
  jackrabbit("sha256", "SHA-256"),
  jackrabbit("sha512", "SHA-512"),
] satisfies readonly FormatRow[];

function jackrabbit<const Digest extends "sha1" | "sha256" | "sha512">(digest: Digest, javaName: string) {
  const bytes = DIGEST_BYTES[digest];
  return verifiable({
    name: `jackrabbit-${digest}`,
    scheme: digest,
    treatment: "keep",
    markers: [`{${javaName.toLowerCase()}}`],
    read: reads(
      layout`{${javaName}}${run("salt", HEX_DIGITS, 2, 128)}-${optional(sequence`${ROUNDS}-`)}${hexOf("key", bytes)}`,
    ),
    reason: "An iterated digest of salt and password; the service does not verify it.",
  });
}

interface JackrabbitParts {
  readonly rounds?: number;
  readonly salt: string;
  readonly key: Uint8Array;
}

/** The salt is used as the text of its digits; without the number in the middle the digest is taken once. */
function ofJackrabbit(digest: DigestName, { rounds = 1, salt, key }: JackrabbitParts): Recipe {
  return iterated({ digest, rounds, salt: utf8(salt), key });
}

/** The number in the text is of the rounds after the first. */
function ofShopware({ rounds, salt, key }: { rounds: number; salt: string; key: Uint8Array }): Recipe {
  const salted: Step = { kind: "surround", before: new Uint8Array(), after: utf8(salt) };
  return recipe([salted, { kind: "chained-digest", digest: "sha256", rounds: rounds + 1 }], key);
}

/** What each computes: only a verification needs it. */
export const ITERATED_DIGEST_RECIPES: Recipes<typeof ITERATED_DIGEST_FORMATS> = {
  "jackrabbit-sha1": (parts) => ofJackrabbit("sha1", parts),
  "jackrabbit-sha256": (parts) => ofJackrabbit("sha256", parts),
  "jackrabbit-sha512": (parts) => ofJackrabbit("sha512", parts),
  fshp: ({ digest, saltBytes, rounds, value }) =>
    iterated({ digest, rounds, salt: value.slice(0, saltBytes), key: value.slice(saltBytes) }),
  shiro1: iterated,
  "shopware-sha256": ofShopware,
  "spring-standard": (parts) => iterated({ digest: "sha256", rounds: 1024, ...parts }),
};

/** Who writes each: only who identifies a hash needs it. */
export const ITERATED_DIGEST_WRITERS: Writers<typeof ITERATED_DIGEST_FORMATS> = {
  "jackrabbit-sha1": "Apache Jackrabbit, Adobe Experience Manager",
  "jackrabbit-sha256": "Apache Jackrabbit, Adobe Experience Manager",
  "jackrabbit-sha512": "Apache Jackrabbit, Adobe Experience Manager",
  fshp: "Fairly Secure Hashed Password",
  shiro1: "Apache Shiro 1",
  "shopware-sha256": "Shopware 5; Shopware 6, of customers who were brought from 5",
  "spring-standard": "Spring Security {sha256} (StandardPasswordEncoder)",
};

/** What documentation says of each: a bundle that only reads hashes leaves it out. */
export const ITERATED_DIGEST_NOTES: Notes<typeof ITERATED_DIGEST_FORMATS> = {
  "jackrabbit-sha1": { layout: "{SHA-1}<hex salt>-<rounds>-<40 hex digits>", reference: OAK },
  "jackrabbit-sha256": { layout: "{SHA-256}<hex salt>-<rounds>-<64 hex digits>", reference: OAK },
  "jackrabbit-sha512": { layout: "{SHA-512}<hex salt>-<rounds>-<128 hex digits>", reference: OAK },
  fshp: {
    layout: "{FSHP<variant>|<salt bytes>|<rounds>}<base64 of salt and digest>",
    reference: "https://passlib.readthedocs.io/en/stable/lib/passlib.hash.fshp.html",
  },
  shiro1: {
    layout: "$shiro1$SHA-256$<iterations>$<base64 salt>$<base64 digest>",
    reference: "https://shiro.apache.org/command-line-hasher.html",
  },
  "shopware-sha256": {
    layout: "<rounds>:<salt>:<64 hex digits>",
    reference: "https://github.com/shopware5/shopware engine/Shopware/Components/Password/Encoder/Sha256.php",
  },
  "spring-standard": { layout: "{sha256}<hex of 8 bytes salt and 32 bytes digest>", reference: SPRING },
};
