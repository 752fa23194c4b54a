import { encodeBase64Unpadded } from "../../lib/base64.js";
import { requireArgument, requireParts } from "../../lib/require-argument.js";
import { type Result, requireText, success } from "../../result.js";
import { type CanonicalForm, change, NO_CHANGES } from "../text/change.js";
import { MAX_HASH_LENGTH, surroundingCharacters } from "../text/surrounding-characters.js";
import type { Argon2Hash } from "./argon2-hash.js";
import { isCanonicalArgon2, readCanonicalArgon2 } from "./read-canonical-argon2.js";
import { scanArgon2 } from "./scan-argon2.js";

export type { Argon2Hash, Argon2Variant } from "./argon2-hash.js";

/**
 * Reads an argon2 hash string strictly: the reference implementation's grammar.
 *
 * @param text `$argon2d`, `$argon2i` or `$argon2id`, `$v=16` or `$v=19` (absent
 * means 16), `$m=…,t=…,p=…` in this order, salt and digest in standard base64
 * without padding, with unused bits zero. Nothing around it.
 * @returns The parts, or the first fault with its place; every `argon2/…` code but
 * `argon2/unusual-digest-length` (a warning), or `hash/surrounding-characters`.
 * Deviations that `normalizeHash` repairs are refused here.
 * @see https://github.com/P-H-C/phc-winner-argon2 — src/encoding.c, include/argon2.h
 *
 * @example
 * ```ts
 * import { parseArgon2 } from "credport";
 *
 * const parsed = parseArgon2("$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4");
 * parsed.ok && [parsed.value.memoryCost, parsed.value.salt.length]; // => [256, 8]
 * ```
 */
export function parseArgon2(text: string): Result<Argon2Hash> {
  requireText(text, "text");
  const canonical = text.length <= MAX_HASH_LENGTH ? readCanonicalArgon2(text) : null;
  if (canonical !== null) return success(canonical);
  const scan = surroundingCharacters(text) ?? scanArgon2(text);
  if (!scan.ok) return scan;
  const { hash, deviations } = scan.value;
  const [first] = deviations;
  return first === undefined ? success(hash, scan.warnings) : { ok: false, problems: [first.problem] };
}

/**
 * Writes an argon2 hash string from its parts, always with its version.
 *
 * @param hash Parts as `parseArgon2` gives them.
 * @returns `$argon2id$v=19$m=…,t=…,p=…$<salt>$<digest>`, base64 without padding.
 * @throws TypeError if a part is outside its range.
 *
 * @example
 * ```ts
 * import { formatArgon2 } from "credport";
 *
 * const salt = new Uint8Array(8);
 * const digest = new Uint8Array(4);
 * const parameters = { variant: "argon2id", version: 19, memoryCost: 8, timeCost: 1, parallelism: 1 } as const;
 * formatArgon2({ ...parameters, salt, digest }); // => "$argon2id$v=19$m=8,t=1,p=1$AAAAAAAAAAA$AAAAAA"
 * ```
 */
export function formatArgon2(hash: Argon2Hash): string {
  requireArgument("hash", hash, "object", { salt: "bytes", digest: "bytes" });
  const sound: Argon2Hash = {
    ...{ variant: "argon2id", version: 19, memoryCost: 2 ** 32 - 1, timeCost: 1, parallelism: 1 },
    ...{ salt: new Uint8Array(16), digest: new Uint8Array(32) },
  };
  requireParts(hash, sound, (parts) => parseArgon2(compose(parts)).ok, {
    variant: "argon2d, argon2i or argon2id",
    version: "16 or 19",
    timeCost: "a whole number from 1 to 4294967295",
    parallelism: "a whole number from 1 to 16777215",
    salt: "at least 8 bytes",
    digest: "at least 4 bytes",
    memoryCost: "a whole number of KiB from 8 for each lane to 4294967295",
  });
  return compose(hash);
}

/** The canonical form: version written, parameters in the order m,t,p, standard base64 without padding. */
export function canonicalArgon2(text: string): Result<CanonicalForm> {
  if (isCanonicalArgon2(text)) return success({ text, changes: NO_CHANGES });
  const scan = scanArgon2(text);
  if (!scan.ok) return scan;
  const { hash, hasVersion, deviations } = scan.value;
  if (hasVersion && deviations.length === 0) return success({ text, changes: NO_CHANGES }, scan.warnings);
  const changes = deviations.map((deviation) => deviation.change);
  if (!hasVersion)
    changes.unshift(change("version-added", "v=16 was written out: a string without a version has it", "v"));
  return success({ text: compose(hash), changes }, scan.warnings);
}

function compose({ variant, version, memoryCost, timeCost, parallelism, salt, digest }: Argon2Hash): string {
  const parameters = `m=${memoryCost},t=${timeCost},p=${parallelism}`;
  return `$${variant}$v=${version}$${parameters}$${encodeBase64Unpadded(salt)}$${encodeBase64Unpadded(digest)}`;
}
