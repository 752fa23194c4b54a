import { utf8 } from "../../lib/bytes.js";
import { decimal, either, hexOf, layout, literal, optional, type Part, run, sequence } from "../../lib/grammar.js";
import { parseArgon2 } from "../argon2/argon2.js";
import type { Argon2Hash } from "../argon2/argon2-hash.js";
import { decodeWholeBase64 } from "./decode.js";
import { MAGENTO_SALT_CHARACTERS } from "./parts.js";
import type { Computation, Reading, Recipe, Step } from "./recipe.js";
import { recomposeMagento, sodiumSalt } from "./recompose.js";
import { DJANGO, DOVECOT, MAGENTO, MEDIAWIKI, NEXTCLOUD, SPRING, woltlab } from "./references.js";
import { decode, type FormatRow, native, recompose, strip, verifiable } from "./row.js";
import { ARGON2 } from "./standard-beginnings.js";
import { argon2Recipe } from "./standard-recipes.js";

/** A sound argon2 string to the end of the text. */
const ARGON2_STRING: Part<{ hash: Argon2Hash }> = {
  read: (text, at, into) => {
    const parsed = parseArgon2(text.slice(at));
    if (!parsed.ok) return ~(at + (parsed.problems[0].offset ?? 0));
    into.push("hash", parsed.value);
    return text.length;
  },
};

const MD5_HEX: readonly Step[] = [
  { kind: "digest", digest: "md5" },
  { kind: "encode", as: "hex" },
];

interface Costs {
  /** KiB. */
  readonly memoryCost: number;
  readonly timeCost: number;
}

/** What libsodium called interactive: since 1.0.15, and before. A string of version 2 does not say which. */
const INTERACTIVE: readonly [Costs, Costs] = [
  { memoryCost: 65_536, timeCost: 2 },
  { memoryCost: 32_768, timeCost: 4 },
];
const ARGON2ID_BYTES = 32;
const HEX: Step = { kind: "encode", as: "hex" };

const HEX_DIGITS = "0123456789abcdef";
const DIGEST_AND_SALT = sequence`${hexOf("key", 32)}:${run("salt", MAGENTO_SALT_CHARACTERS, 1, 128)}:`;

/** The layers that an update of Magento put one over another, the oldest first: md5, SHA-256, argon2id. */
type Layer = "0" | "1" | "2" | Costs;

function layerStep(layer: Layer, salt: string, interactive: Costs): Step {
  if (layer === "0") return { kind: "digest", digest: "md5", before: utf8(salt) };
  if (layer === "1") return { kind: "digest", digest: "sha256", before: utf8(salt) };
  return sodiumStep(layer === "2" ? interactive : layer, salt);
}

function sodiumStep({ memoryCost, timeCost }: Costs, salt: string): Computation {
  const saltBytes = utf8(sodiumSalt(salt));
  const rest = { parallelism: 1, salt: saltBytes, length: ARGON2ID_BYTES } as const;
  return { kind: "argon2", variant: "argon2id", version: 19, memoryCost, timeCost, ...rest };
}

/** Each layer but the last passes on its digest in hexadecimal. */
function layered(layers: readonly Layer[], salt: string, key: Uint8Array): Recipe {
  const reading = (interactive: Costs): Reading => ({
    key,
    steps: layers.flatMap((layer, at) => {
      const step = layerStep(layer, salt, interactive);
      return at === 0 ? [step] : [HEX, step];
    }),
  });
  const [today, before] = INTERACTIVE;
  return { readings: layers.includes("2") ? [reading(today), reading(before)] : [reading(today)] };
}

const OLD_LAYERS = sequence`${oldLayer("first")}${optional(oldLayer("second"))}${optional(oldLayer("third"))}`;
const LATER_LAYERS = either(literal("2"), sequence`3_32_${decimal("timeCost")}_${decimal("bytes", { digits: 13 })}`);

/** The standard string and what is put around it. */
export const ARGON2_FORMATS: readonly FormatRow[] = [
  native("argon2", "argon2", {
    system: "argon2: the reference library, PHP, libsodium, node packages",
    layout: "$argon2id$v=19$m=<KiB>,t=<passes>,p=<lanes>$<salt>$<digest>",
    markers: ["$argon2d$", "$argon2i$", "$argon2id$", "$argon2$"],
    reason: "The service verifies it as it is.",
    reference: "https://github.com/P-H-C/phc-winner-argon2 src/encoding.c",
  }),
  decode("janssen-argon2", {
    system: "Gluu and Janssen",
    layout: "{ARGON2}<base64 of $argon2…>",
    markers: ["{argon2}"],
    applies: (text) => text.charAt("{ARGON2}".length) !== "$",
    decode: (text) => decodeWholeBase64(text, "{ARGON2}".length),
    inner: ARGON2,
    reason: "The payload is base64 of a standard hash of the password.",
    reference:
      "https://github.com/JanssenProject/jans jans-orm/core/src/main/java/io/jans/orm/operation/auth/PasswordEncryptionHelper.java",
  }),
  strip("spring-argon2", {
    system: "Spring Security {argon2}; Dovecot {ARGON2}",
    layout: "{argon2}$argon2id$…",
    markers: ["{argon2}"],
    applies: (text) => text.charAt("{argon2}".length) === "$",
    inner: ARGON2,
    reference: SPRING,
  }),
  strip("spring-argon2-v5.8", {
    system: "Spring Security 5.8 and later",
    layout: "{argon2@SpringSecurity_v5_8}$argon2id$…",
    markers: ["{argon2@springsecurity_v5_8}"],
    inner: ARGON2,
    reference: SPRING,
  }),
  strip("dovecot-argon2i", {
    system: "Dovecot",
    layout: "{ARGON2I}$argon2i$…",
    markers: ["{argon2i}"],
    inner: ["$argon2i$"],
    reference: DOVECOT,
  }),
  strip("dovecot-argon2id", {
    system: "Dovecot; some Spring applications",
    layout: "{ARGON2ID}$argon2id$…",
    markers: ["{argon2id}"],
    inner: ["$argon2id$"],
    reference: DOVECOT,
  }),
  strip("django-argon2", {
    system: "Django Argon2PasswordHasher",
    layout: "argon2$argon2id$v=19$…",
    markers: ["argon2$"],
    skip: 6,
    inner: ARGON2,
    reason: "The rest, from its dollar sign on, is a standard hash of the password.",
    reference: DJANGO,
  }),
  strip("nextcloud-argon2id", {
    system: "Nextcloud",
    layout: "3|$argon2id$…",
    markers: ["3|"],
    inner: ["$argon2id$"],
    reference: NEXTCLOUD,
  }),
  strip("nextcloud-argon2i", {
    system: "Nextcloud",
    layout: "2|$argon2i$…",
    markers: ["2|"],
    inner: ["$argon2i$"],
    reference: NEXTCLOUD,
  }),
  strip("mediawiki-argon2", {
    system: "MediaWiki",
    layout: ":argon2:$argon2id$…",
    markers: [":argon2:"],
    inner: ARGON2,
    reference: MEDIAWIKI,
  }),
  strip("woltlab-argon2", {
    system: "WoltLab Suite 5.4 and later",
    layout: "Argon2:$argon2i$…",
    markers: ["Argon2:"],
    inner: ARGON2,
    reference: woltlab("Argon2.class.php"),
  }),
  verifiable("woltlab-vbulletin-argon2", "argon2", {
    system: "WoltLab Suite (users imported from vBulletin 5)",
    layout: "Vb5Argon2:$argon2id$…",
    problem: "wrapping/prehashed",
    read: layout`${either("vb5Argon2:", "Vb5Argon2:")}${ARGON2_STRING}`,
    recipe: ({ hash }) => argon2Recipe(hash, MD5_HEX),
    reason: "The hash is over the MD5 of the password.",
    reference: woltlab("Vb5Argon2.class.php"),
  }),
  // Magento's, which are over libsodium's argon2id or over older digests.
  recompose("magento-argon2", "argon2", {
    system: "Magento 2.4 and later, Adobe Commerce",
    layout: "<64 hex digits>:<salt>:3_32_<passes>_<bytes of memory>",
    begins: HEX_DIGITS,
    applies: hasColonAt64,
    recompose: recomposeMagento,
    reason: "It carries every part of argon2id: libsodium's salt is the first 16 characters.",
    reference: MAGENTO,
  }),
  verifiable("magento-argon2-unnamed-costs", "argon2", {
    system: "Magento 2.3 and 2.4, Adobe Commerce",
    layout: "<64 hex digits>:<salt>:2",
    begins: HEX_DIGITS,
    applies: hasColonAt64,
    read: layout`${DIGEST_AND_SALT}2`,
    recipe: ({ salt, key }) => layered(["2"], salt, key),
    reason: "argon2id at the costs that libsodium had on that server, which the string does not carry.",
    reference: MAGENTO,
  }),
  verifiable("magento-argon2-layered", "argon2", {
    system: "Magento 2.3 and later, Adobe Commerce (an older hash hashed again)",
    layout: "<64 hex digits>:<salt>:<0 or 1>:3_32_<passes>_<bytes of memory>",
    problem: "wrapping/prehashed",
    begins: HEX_DIGITS,
    applies: hasColonAt64,
    read: layout`${DIGEST_AND_SALT}${OLD_LAYERS}${LATER_LAYERS}`,
    fits: ({ bytes = 8192 }) => bytes >= 8192, // argon2 of one lane takes 8 KiB at least.
    recipe: fromLayers,
    reason: "argon2id is over an older digest of the password.",
    reference: MAGENTO,
  }),
  verifiable("magento-sha256", "sha256", {
    system: "Magento 2, Adobe Commerce",
    layout: "<64 hex digits>:<salt>:1",
    begins: HEX_DIGITS,
    applies: hasColonAt64,
    read: layout`${DIGEST_AND_SALT}${optional(oldLayer("first", "0"))}1`,
    recipe: ({ salt, key, first }) => layered(first === undefined ? ["1"] : ["0", "1"], salt, key),
    reason: "A fast digest; the service does not verify it.",
    reference: MAGENTO,
  }),
  verifiable("magento-md5", "md5", {
    system: "Magento 2 (a hash of Magento 1)",
    layout: "<32 hex digits>:<salt>:0",
    begins: HEX_DIGITS,
    applies: hasColonAt32,
    read: layout`${hexOf("key", 16)}:${run("salt", MAGENTO_SALT_CHARACTERS, 1, 128)}:0`,
    recipe: ({ salt, key }) => layered(["0"], salt, key),
    reason: "A fast digest; the service does not verify it.",
    reference: MAGENTO,
  }),
];

function hasColonAt32(text: string): boolean {
  return text.charAt(32) === ":";
}

function hasColonAt64(text: string): boolean {
  return text.charAt(64) === ":";
}

/** `0:`, `1:` or `2:`, where another layer follows. */
function oldLayer<Name extends string>(name: Name, layers = "012"): Part<Record<Name, "0" | "1" | "2">> {
  return {
    read: (text, at, into) => {
      const layer = text.charAt(at);
      if (!layers.includes(layer) || text.charAt(at + 1) !== ":") return ~at;
      into.push(name, layer);
      return at + 2;
    },
  };
}

interface LayeredFields {
  readonly key: Uint8Array;
  readonly salt: string;
  readonly first: Layer;
  readonly second?: Layer;
  readonly third?: Layer;
  readonly timeCost?: number;
  readonly bytes?: number;
}

function fromLayers({ key, salt, first, second, third, timeCost, bytes }: LayeredFields): Recipe {
  // The string has both or neither.
  const last: Layer =
    bytes === undefined ? "2" : { memoryCost: Math.floor(bytes / 1024), timeCost: timeCost as number };
  const layers = [first, second, third, last].filter((layer) => layer !== undefined);
  return layered(layers, salt, key);
}
