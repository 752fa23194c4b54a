import { declareHash, parseDigestExpression } from "../hash/index.js";
import { type ColumnKind, DECODERS, type KnownParts, usualExpressions } from "../hash/internal.js";
import { DIGEST_BYTES, type DigestName } from "../lib/digest-bytes.js";
import { problem } from "../problems/wrapping.js";
import { failure, type Result, success } from "../result.js";
import type { VerifyLimits } from "./run/limits.js";
import { verifyPassword } from "./verify-password.js";

/** One account whose password is known. */
export interface KnownHash extends KnownParts {
  readonly hash: string;
  readonly limits?: Partial<VerifyLimits> | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Which of the usual expressions make this hash of this password. */
export interface FoundExpressions {
  /** More than one where the account's values do not tell them apart. */
  readonly expressions: readonly string[];
  readonly tried: number;
}

/**
 * Tries the usual expressions on one account whose password is known. Each is computed as a login would compute it.
 *
 * @param known The hash, the password, and the columns that may be in it; a column that is empty here tells nothing of
 * where it goes, and is refused.
 * @returns All that fit, and how many were tried. Problems that can come back: `wrapping/incomplete` for an empty column,
 * `wrapping/undecodable` where the text is not a bare digest and not bcrypt, `verify/aborted`.
 */
export async function findDigestExpression(known: KnownHash): Promise<Result<FoundExpressions>> {
  const empty = Object.keys(known.columns).find((name) => known.columns[name] === "");
  if (empty !== undefined) {
    const message = "the column is empty for this user, so nothing tells where it goes";
    return failure(problem("wrapping/incomplete", message, { field: empty }));
  }
  const kinds = kindsOf(known.hash);
  if (kinds.length === 0) {
    const message = "the text is not a digest in hexadecimal digits or base64 and not a bcrypt hash";
    return failure(problem("wrapping/undecodable", message));
  }
  const expressions: string[] = [];
  let tried = 0;
  for (const texts of kinds.flatMap((kind) => usualExpressions(kind, known))) {
    if (expressions.length > 0) break;
    tried += texts.length;
    for (const text of texts) {
      const fits = await isFitting(text, known);
      if (!fits.ok) return fits;
      if (fits.value) expressions.push(text);
    }
  }
  return success({ expressions, tried });
}

/** 64 hexadecimal digits are base64 of 48 bytes as well. */
function kindsOf(hash: string): readonly ColumnKind[] {
  if (hash.startsWith("$2")) return [{ outermost: "bcrypt", written: "hex" }];
  const read = { hex: DECODERS.unhex(hash), base64: DECODERS.unbase64(hash) };
  return (["hex", "base64"] as const).flatMap((written) => {
    return digestsOf(read[written]?.length).map((outermost) => ({ outermost, written }));
  });
}

/** Of 16 bytes MD5 comes first, and MD4 as in NT hashes after it. */
function digestsOf(bytes: number | undefined): readonly DigestName[] {
  return (Object.keys(DIGEST_BYTES) as DigestName[]).filter((name) => DIGEST_BYTES[name] === bytes);
}

async function isFitting(text: string, known: KnownHash): Promise<Result<boolean>> {
  const { password, hash, columns, limits, signal, pepper } = known;
  const expression = parseDigestExpression(text);
  if (!expression.ok) throw new TypeError(`${text}: ${expression.problems[0].message}`);
  const declared = declareHash(expression.value, hash, columns);
  // An expression that can't read a column does not fit it.
  if (!declared.ok) return declared.problems[0].code === "wrapping/undecodable" ? success(false) : declared;
  const verified = await verifyPassword(password, declared.value, { limits, signal, pepper });
  if (verified.ok) return success(verified.value.matches);
  // Of more rounds than may be computed nothing is known, and what is left is tried.
  return verified.problems[0].code === "verify/cost-over-limit" ? success(false) : verified;
}
