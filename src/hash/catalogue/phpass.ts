import { utf8 } from "../../lib/bytes.js";
import { cryptValue, isWholeCryptBase64 } from "../../lib/crypt-base64.js";
import { characters, either, layout, run, sequence } from "../../lib/grammar.js";
import { crypt } from "./parts.js";
import { type Recipe, recipe, type Step } from "./recipe.js";
import { type FormatRow, verifiable } from "./row.js";

/** log2 of the rounds, 7 to 30, in one character. */
const ROUNDS = characters("56789ABCDEFGHIJKLMNOPQRS");
const DRUPAL_7 = "https://api.drupal.org/api/drupal/includes%21password.inc/7.x";

interface PhpassParts {
  readonly rounds: string;
  readonly salt: string;
  readonly digest: string;
}

/** The step of phpass' settings; MD5 gives 22 characters, Drupal's SHA-512 the first 43. */
export function phpassStep(digest: "md5" | "sha512", { rounds, salt }: Omit<PhpassParts, "digest">): Step {
  const length = digest === "md5" ? 22 : 43;
  return { kind: "phpass", digest, rounds: 2 ** cryptValue(rounds), salt: utf8(salt), length };
}

function phpass(digest: "md5" | "sha512", parts: PhpassParts, before: readonly Step[] = []): Recipe {
  return recipe([...before, phpassStep(digest, parts)], utf8(parts.digest));
}

export const PHPASS_ROUNDS = run("rounds", ROUNDS, 1);
export const PHPASS_SALT = crypt("salt", 8);
const HEAD = sequence`${PHPASS_ROUNDS}${PHPASS_SALT}`;

const TRIMMED: readonly Step[] = [{ kind: "php-trim" }];

/** Drupal 6 and older kept the bare MD5, which the update hashed again. */
const MD5_HEX: readonly Step[] = [
  { kind: "php-trim" },
  { kind: "digest", digest: "md5" },
  { kind: "encode", as: "hex" },
];

/** phpass' portable hash and Drupal's. */
export const PHPASS_FORMATS: readonly FormatRow[] = [
  verifiable("phpass", "phpass", {
    system: "WordPress before 6.8, phpBB 3.0, Drupal 6 and other PHP applications (phpass portable hash)",
    layout: "$P$<rounds><8 characters salt><22 characters digest>",
    treatment: null,
    read: layout`$${either("P", "H")}$${HEAD}${crypt("digest", 22)}`,
    fits: ({ digest }) => isWholeCryptBase64(digest),
    recipe: (parts) => phpass("md5", parts),
    reason: "Iterated MD5; the service does not verify it.",
    reference: "https://www.openwall.com/phpass/",
  }),
  verifiable("drupal-sha512", "drupal-sha512", {
    system: "Drupal 7 to 10.0",
    layout: "$S$<rounds><8 characters salt><43 characters digest>",
    treatment: null,
    read: layout`$S$${HEAD}${crypt("digest", 43)}`,
    recipe: (parts) => phpass("sha512", parts, TRIMMED),
    reason: "Iterated SHA-512; the service does not verify it.",
    reference: DRUPAL_7,
  }),
  verifiable("drupal-migrated", "drupal-sha512", {
    system: "Drupal 7 (a Drupal 6 hash hashed again)",
    layout: "U$S$… or U$P$…",
    problem: "wrapping/prehashed",
    read: layout`U$${either(sequence`S$${HEAD}${crypt("sha512", 43)}`, sequence`${either("P", "H")}$${HEAD}${crypt("md5", 22)}`)}`,
    recipe: fromDrupalUpdate,
    reason: "The outer hash is over the MD5 of the password.",
    reference: DRUPAL_7,
  }),
];

/** The update put the outer hash over the 32 digits of the old one. */
function fromDrupalUpdate({ sha512, md5, ...rest }: Partial<DrupalUpdate>): Recipe {
  // Each of the two layouts has a salt, its rounds and one of the digests.
  const settings = rest as Pick<DrupalUpdate, "rounds" | "salt">;
  return sha512 === undefined
    ? phpass("md5", { ...settings, digest: md5 as string }, MD5_HEX)
    : phpass("sha512", { ...settings, digest: sha512 }, MD5_HEX);
}

type DrupalUpdate = Readonly<Record<"rounds" | "salt" | "sha512" | "md5", string>>;
