import { createHash, hash } from "node:crypto";
import type { Scheme } from "../../hash/scheme.js";
import { cryptValue, encodeCryptBase64 } from "../../lib/crypt-base64.js";
import { failure, success } from "../../result.js";
import { equalBytes } from "../constant-time.js";
import { coverageOfChange } from "../coverage.js";
import { field, utf8 } from "../fields.js";
import { inSlices } from "../in-slices.js";
import { overLimit } from "../limits.js";
import type { Planner } from "../plan.js";
import { trimmedAsPhp } from "../source-passwords.js";

interface Phpass {
  readonly scheme: Scheme;
  readonly algorithm: "md5" | "sha512";
  /** Names of the pattern's groups. */
  readonly groups: { readonly rounds: string; readonly salt: string; readonly digest: string };
  readonly treat: (password: Uint8Array) => Uint8Array;
  /** Whether `treat` takes white space off. */
  readonly trims: boolean;
}

const GROUPS = { rounds: "rounds", salt: "salt", digest: "digest" } as const;
const MIGRATED_GROUPS = { rounds: "phpassRounds", salt: "phpassSalt", digest: "phpassDigest" } as const;

const phpass = planner({
  scheme: "phpass",
  algorithm: "md5",
  groups: GROUPS,
  treat: (password) => password,
  trims: false,
});
const drupal = planner({
  scheme: "drupal-sha512",
  algorithm: "sha512",
  groups: GROUPS,
  treat: trimmedAsPhp,
  trims: true,
});
const migrated = { scheme: "drupal-sha512", treat: md5OfTrimmed, trims: true } as const;
const migratedSha512 = planner({ ...migrated, algorithm: "sha512", groups: GROUPS });
const migratedMd5 = planner({ ...migrated, algorithm: "md5", groups: MIGRATED_GROUPS });

/** phpass' portable hash and Drupal's, which is the same over SHA-512. */
export const PHPASS: Readonly<Record<string, Planner>> = {
  phpass,
  "drupal-sha512": drupal,
  "drupal-migrated": (groups, context) =>
    (groups.phpassRounds === undefined ? migratedSha512 : migratedMd5)(groups, context),
};

function planner({ scheme, algorithm, groups: names, treat, trims }: Phpass): Planner {
  return (groups, context) => {
    const rounds = 2 ** cryptValue(field(groups, names.rounds));
    const over = overLimit(context, { digestRounds: rounds });
    if (over !== null) return failure(over);
    const salt = field(groups, names.salt);
    const expected = utf8(field(groups, names.digest));
    return success({
      scheme,
      parameters: { rounds },
      memoryBytes: 0,
      needsRehash: true,
      matches: async (password, signal) => {
        const text = await phpassDigest(algorithm, salt, rounds, treat(password), signal);
        // Drupal cuts its digest off at the width of its column.
        return equalBytes(utf8(text.slice(0, expected.length)), expected);
      },
      coverage: (password) =>
        trims ? coverageOfChange(password, trimmedAsPhp(password), "trimmed") : "whole",
    });
  };
}

/** H(salt password), then as often as the rounds say H(digest password), in crypt(3)'s base64. */
export async function phpassDigest(
  algorithm: "md5" | "sha512",
  salt: string,
  rounds: number,
  password: Uint8Array,
  signal?: AbortSignal,
): Promise<string> {
  let digest: Buffer = createHash(algorithm).update(salt).update(password).digest();
  const joined = Buffer.concat([digest, password]);
  await inSlices(
    rounds,
    () => {
      digest.copy(joined);
      digest = hash(algorithm, joined, "buffer");
    },
    signal,
  );
  return encodeCryptBase64(digest);
}

/** Drupal 6 and older kept the bare MD5, which the update hashed again. */
function md5OfTrimmed(password: Uint8Array): Uint8Array {
  return utf8(createHash("md5").update(trimmedAsPhp(password)).digest("hex"));
}
