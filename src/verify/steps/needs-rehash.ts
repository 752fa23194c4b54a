/**
 * OWASP's minimums (Password Storage Cheat Sheet, as of 2025). Each row of a list is
 * as strong as the others: more memory needs fewer passes.
 *
 * @see https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
 */
export const REHASH_MINIMUMS = Object.freeze({
  /** argon2id, p = 1; m in KiB. */
  argon2id: [
    { memoryCost: 47_104, timeCost: 1 },
    { memoryCost: 19_456, timeCost: 2 },
    { memoryCost: 12_288, timeCost: 3 },
    { memoryCost: 9_216, timeCost: 4 },
    { memoryCost: 7_168, timeCost: 5 },
  ],
  /** scrypt with r = 8. */
  scrypt: [
    { n: 131_072, p: 1 },
    { n: 65_536, p: 2 },
    { n: 32_768, p: 3 },
    { n: 16_384, p: 5 },
    { n: 8_192, p: 10 },
  ],
  scryptBlockSize: 8,
  bcryptCost: 10,
  pbkdf2Iterations: { sha1: 1_300_000, sha256: 600_000, sha512: 210_000 },
});

export function argon2NeedsRehash(hash: {
  readonly variant: string;
  readonly memoryCost: number;
  readonly timeCost: number;
}): boolean {
  if (hash.variant !== "argon2id") return true;
  return !REHASH_MINIMUMS.argon2id.some(
    ({ memoryCost, timeCost }) => hash.memoryCost >= memoryCost && hash.timeCost >= timeCost,
  );
}

/** A larger r takes more memory and time, so it counts as a larger N. */
export function scryptNeedsRehash({
  n,
  r,
  p,
}: {
  readonly n: number;
  readonly r: number;
  readonly p: number;
}): boolean {
  const enlarged = (n * r) / REHASH_MINIMUMS.scryptBlockSize;
  return !REHASH_MINIMUMS.scrypt.some((minimum) => enlarged >= minimum.n && p >= minimum.p);
}

export function bcryptNeedsRehash(cost: number): boolean {
  return cost < REHASH_MINIMUMS.bcryptCost;
}

/** A digest without a minimum of its own (sha224, sha384) takes that of sha256: the stricter of its neighbours. */
export function pbkdf2NeedsRehash(digest: string, iterations: number): boolean {
  const { sha1, sha256, sha512 } = REHASH_MINIMUMS.pbkdf2Iterations;
  const minimum = digest === "sha1" ? sha1 : digest === "sha512" ? sha512 : sha256;
  return iterations < minimum;
}
