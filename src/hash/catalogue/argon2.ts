import { utf8 } from "../../lib/bytes.js";
import {
  decimal,
  either,
  hexOf,
  layout,
  literal,
  optional,
  type Part,
  run,
  sequence,
} from "../../lib/grammar.js";
import { parseArgon2 } from "../argon2/argon2.js";
import type { Argon2Hash } from "../argon2/argon2-hash.js";
import { decodeWholeBase64 } from "./decode.js";
import { MAGENTO_SALT_CHARACTERS } from "./parts.js";
import type { Computation, Reading, Recipe, Step } from "./recipe.js";
import { recomposeMagento, sodiumSalt } from "./recompose.js";
import { DJANGO, DOVECOT, MAGENTO, MEDIAWIKI, NEXTCLOUD, SPRING, woltlab } from "./references.js";
import {
  decode,
  type FormatRow,
  type Notes,
  native,
  type PartsReader,
  type Recipes,
  reads,
  readsWhere,
  recompose,
  strip,
  verifiable,
  type Writers,
} from "./row.js";
import { ARGON2 } from "./standard-beginnings.js";
import { argon2Recipe } from "./standard-recipes.js";

const REST_IS_STANDARD = "The rest is a standard hash of the password.";

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

/** The standard string and what is put around it. */
const STANDARD = [
  native({ name: "argon2", scheme: "argon2", markers: ["$argon2d$", "$argon2i$", "$argon2id$", "$argon2$"] }),
  decode({
    name: "janssen-argon2",
    markers: ["{argon2}"],
    applies: (text) => text.charAt("{ARGON2}".length) !== "$",
    decode: (text) => decodeWholeBase64(text, "{ARGON2}".length),
    inner: ARGON2,
  }),
  strip({
    name: "spring-argon2",
    markers: ["{argon2}"],
    skip: "braces",
    applies: (text) => text.charAt("{argon2}".length) === "$",
    inner: ARGON2,
  }),
  strip({
    name: "spring-argon2-v5.8",
    markers: ["{argon2@springsecurity_v5_8}"],
    skip: "braces",
    inner: ARGON2,
  }),
  strip({ name: "dovecot-argon2i", markers: ["{argon2i}"], skip: "braces", inner: ["$argon2i$"] }),
  strip({ name: "dovecot-argon2id", markers: ["{argon2id}"], skip: "braces", inner: ["$argon2id$"] }),
  strip({ name: "django-argon2", markers: ["argon2$"], skip: 6, inner: ARGON2 }),
  strip({ name: "nextcloud-argon2id", markers: ["3|"], skip: 2, inner: ["$argon2id$"] }),
  strip({ name: "nextcloud-argon2i", markers: ["2|"], skip: 2, inner: ["$argon2i$"] }),
  strip({ name: "mediawiki-argon2", markers: [":argon2:"], skip: 8, inner: ARGON2 }),
  strip({ name: "woltlab-argon2", markers: ["Argon2:"], skip: 7, inner: ARGON2 }),
  verifiable({
    name: "woltlab-vbulletin-argon2",
    scheme: "argon2",
    treatment: "keep",
    problem: "wrapping/prehashed",
    markers: ["vb5Argon2:", "Vb5Argon2:"],
    read: reads(layout`${either("vb5Argon2:", "Vb5Argon2:")}${ARGON2_STRING}`),
    reason: "The hash is over the MD5 of the password.",
  }),
] satisfies readonly FormatRow[];

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
const LATER_LAYERS = either(
  literal("2"),
  sequence`3_32_${decimal("timeCost")}_${decimal("bytes", { digits: 13 })}`,
);

/** Magento's, which are over libsodium's argon2id or over older digests. */
const OF_MAGENTO = [
  recompose({
    name: "magento-argon2",
    scheme: "argon2",
    markers: [],
    begins: "0123456789abcdef",
    applies: hasColonAt64,
    recompose: recomposeMagento,
  }),
  magento({
    name: "magento-argon2-unnamed-costs",
    scheme: "argon2",
    read: reads(layout`${DIGEST_AND_SALT}2`),
    reason: "argon2id at the costs that libsodium had on that server, which the string does not carry.",
  }),
  magento({
    name: "magento-argon2-layered",
    scheme: "argon2",
    problem: "wrapping/prehashed",
    read: readsWhere(
      layout`${DIGEST_AND_SALT}${OLD_LAYERS}${LATER_LAYERS}`,
      // argon2 of one lane takes 8 KiB at least.
      ({ bytes = 8192 }) => bytes >= 8192,
    ),
    reason: "argon2id is over an older digest of the password.",
  }),
  magento({
    name: "magento-sha256",
    scheme: "sha256",
    read: reads(layout`${DIGEST_AND_SALT}${optional(oldLayer("first", "0"))}1`),
    reason: "A fast digest; the service does not verify it.",
  }),
  magento({
    name: "magento-md5",
    scheme: "md5",
    read: reads(layout`${hexOf("key", 16)}:${run("salt", MAGENTO_SALT_CHARACTERS, 1, 128)}:0`),
    reason: "A fast digest; the service does not verify it.",
  }),
] satisfies readonly FormatRow[];

type MagentoRow = Pick<Parameters<typeof verifiable>[0], "scheme" | "reason" | "problem">;

function magento<const Name extends string, Parts extends object>(
  row: MagentoRow & { readonly name: Name; readonly read: PartsReader<Parts> },
) {
  return verifiable({
    ...row,
    treatment: "keep",
    markers: [],
    begins: "0123456789abcdef",
    applies: row.name === "magento-md5" ? hasColonAt32 : hasColonAt64,
  });
}

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

export const ARGON2_FORMATS = [...STANDARD, ...OF_MAGENTO] satisfies readonly FormatRow[];

/** What each computes: only a verification needs it. */
export const ARGON2_RECIPES: Recipes<typeof ARGON2_FORMATS> = {
  "woltlab-vbulletin-argon2": ({ hash }) => argon2Recipe(hash, MD5_HEX),
  "magento-argon2-unnamed-costs": ({ salt, key }) => layered(["2"], salt, key),
  "magento-argon2-layered": fromLayers,
  "magento-sha256": ({ salt, key, first }) => layered(first === undefined ? ["1"] : ["0", "1"], salt, key),
  "magento-md5": ({ salt, key }) => layered(["0"], salt, key),
};

/** Who writes each: only who identifies a hash needs it. */
export const ARGON2_WRITERS: Writers<typeof ARGON2_FORMATS> = {
  argon2: "argon2: the reference library, PHP, libsodium, node packages",
  "janssen-argon2": "Gluu and Janssen",
  "spring-argon2": "Spring Security {argon2}; Dovecot {ARGON2}",
  "spring-argon2-v5.8": "Spring Security 5.8 and later",
  "dovecot-argon2i": "Dovecot",
  "dovecot-argon2id": "Dovecot; some Spring applications",
  "django-argon2": "Django Argon2PasswordHasher",
  "nextcloud-argon2id": "Nextcloud",
  "nextcloud-argon2i": "Nextcloud",
  "mediawiki-argon2": "MediaWiki",
  "woltlab-argon2": "WoltLab Suite 5.4 and later",
  "woltlab-vbulletin-argon2": "WoltLab Suite (users imported from vBulletin 5)",
  "magento-argon2": "Magento 2.4 and later, Adobe Commerce",
  "magento-argon2-unnamed-costs": "Magento 2.3 and 2.4, Adobe Commerce",
  "magento-argon2-layered": "Magento 2.3 and later, Adobe Commerce (an older hash hashed again)",
  "magento-sha256": "Magento 2, Adobe Commerce",
  "magento-md5": "Magento 2 (a hash of Magento 1)",
};

/** What documentation says of each: a bundle that only reads hashes leaves it out. */
export const ARGON2_NOTES: Notes<typeof ARGON2_FORMATS> = {
  argon2: {
    layout: "$argon2id$v=19$m=<KiB>,t=<passes>,p=<lanes>$<salt>$<digest>",
    reason: "The service verifies it as it is.",
    reference: "https://github.com/P-H-C/phc-winner-argon2 src/encoding.c",
  },
  "janssen-argon2": {
    layout: "{ARGON2}<base64 of $argon2…>",
    reason: "The payload is base64 of a standard hash of the password.",
    reference:
      "https://github.com/JanssenProject/jans jans-orm/core/src/main/java/io/jans/orm/operation/auth/PasswordEncryptionHelper.java",
  },
  "spring-argon2": { layout: "{argon2}$argon2id$…", reason: REST_IS_STANDARD, reference: SPRING },
  "spring-argon2-v5.8": {
    layout: "{argon2@SpringSecurity_v5_8}$argon2id$…",
    reason: REST_IS_STANDARD,
    reference: SPRING,
  },
  "dovecot-argon2i": { layout: "{ARGON2I}$argon2i$…", reason: REST_IS_STANDARD, reference: DOVECOT },
  "dovecot-argon2id": { layout: "{ARGON2ID}$argon2id$…", reason: REST_IS_STANDARD, reference: DOVECOT },
  "django-argon2": {
    layout: "argon2$argon2id$v=19$…",
    reason: "The rest, from its dollar sign on, is a standard hash of the password.",
    reference: DJANGO,
  },
  "nextcloud-argon2id": { layout: "3|$argon2id$…", reason: REST_IS_STANDARD, reference: NEXTCLOUD },
  "nextcloud-argon2i": { layout: "2|$argon2i$…", reason: REST_IS_STANDARD, reference: NEXTCLOUD },
  "mediawiki-argon2": { layout: ":argon2:$argon2id$…", reason: REST_IS_STANDARD, reference: MEDIAWIKI },
  "woltlab-argon2": {
    layout: "Argon2:$argon2i$…",
    reason: REST_IS_STANDARD,
    reference: /* @__PURE__ */ woltlab("Argon2.class.php"),
  },
  "woltlab-vbulletin-argon2": {
    layout: "Vb5Argon2:$argon2id$…",
    reference: /* @__PURE__ */ woltlab("Vb5Argon2.class.php"),
  },
  "magento-argon2": {
    layout: "<64 hex digits>:<salt>:3_32_<passes>_<bytes of memory>",
    reason: "It carries every part of argon2id: libsodium's salt is the first 16 characters.",
    reference: MAGENTO,
  },
  "magento-argon2-unnamed-costs": { layout: "<64 hex digits>:<salt>:2", reference: MAGENTO },
  "magento-argon2-layered": {
    layout: "<64 hex digits>:<salt>:<0 or 1>:3_32_<passes>_<bytes of memory>",
    reference: MAGENTO,
  },
  "magento-sha256": { layout: "<64 hex digits>:<salt>:1", reference: MAGENTO },
  "magento-md5": { layout: "<32 hex digits>:<salt>:0", reference: MAGENTO },
};
