import { encodeBase64Unpadded } from "../../lib/base64.js";
import { utf8 } from "../../lib/bytes.js";
import { DIGEST_BYTES } from "../../lib/digest-bytes.js";
import { hexOf } from "../../lib/hex.js";
import { counted } from "../../lib/plural.js";
import { secretText } from "../../lib/redact.js";
import { refuse } from "../../problems/hash-text.js";
import { problem } from "../../problems/wrapping.js";
import { failure, type Result, requireText } from "../../result.js";
import { parseBcrypt } from "../bcrypt/bcrypt.js";
import { DECODERS, undecodableColumn } from "./decode-text.js";
import { type DigestExpression, MOST_COLUMN_BYTES } from "./parse-expression.js";

/**
 * Puts a hash together with how it came about: one text for a login-time fallback, which needs no column beside it.
 *
 * @param expression What `parseDigestExpression` gives.
 * @param hash The text of the password column, with or without blanks at its end: hexadecimal in either case, with or
 * without `0x`; base64 where the
 * expression ends in `base64(…)`; a bcrypt hash where it ends in `bcrypt(…)`.
 * @param columns The columns that the expression names, as texts.
 * @returns A text for `verifyPassword` and what takes hashes: `$declared-sha1$…`. Problems that can come back:
 * `wrapping/incomplete` for a column that is missing or not whole text, `wrapping/undecodable` for a text that is not such a digest, or a column that `unhex`,
 * `unbase64`, `latin1` or `windows1252` can't read,
 * `hash/too-long` where the columns have more than 2,048 bytes together.
 *
 * @example
 * ```ts
 * import { declareHash, identifyHash, parseDigestExpression } from "credport";
 *
 * const expression = parseDigestExpression("md5(salt . password)");
 * const declared = expression.ok && declareHash(expression.value, "67a1e09bb1f83f5007dc119c14d663aa", { salt: "x" });
 * declared && declared.ok && identifyHash(declared.value).disposition; // => "verifiable"
 * ```
 */
export function declareHash(
  expression: DigestExpression,
  hash: string,
  columns: Readonly<Record<string, string>> = {},
): Result<string> {
  if (!Array.isArray(expression?.columns)) throw new TypeError("expression must be the value of parseDigestExpression");
  requireText(hash, "hash");
  const missing = expression.columns.find((name) => !Object.hasOwn(columns, name) || !isWhole(columns[name]));
  if (missing !== undefined) {
    const message = "a column that the expression names is missing or is not text";
    return failure(problem("wrapping/incomplete", message, { field: missing }));
  }
  const stored = storedText(expression, hash);
  if (stored === null) {
    const meant = expression.outermost === "bcrypt" ? "a bcrypt hash" : `a digest of ${expression.outermost}`;
    return failure(problem("wrapping/undecodable", `the hash is not ${meant}, as the expression says`));
  }
  const unread = undecodableColumn(expression.root, columns);
  if (unread !== undefined) {
    const [field, kind] = unread;
    return failure(problem("wrapping/undecodable", `${field} is not ${kind}, as the expression says`, { field }));
  }
  const values = expression.columns.map((name) => columns[name]).join("\0");
  const [how, what] = [utf8(expression.text), utf8(values)];
  if (what.length > MOST_COLUMN_BYTES) {
    const message = `the columns that the expression names have ${counted(what.length, "byte")}; the maximum is ${MOST_COLUMN_BYTES}`;
    return refuse("hash/too-long", message);
  }
  return secretText(
    `$declared-${expression.outermost}$${encodeBase64Unpadded(how)}$${encodeBase64Unpadded(what)}$${stored}`,
  );
}

/** Whether a column is text that can be told from the next one, and has bytes to its end. */
function isWhole(text: unknown): boolean {
  return typeof text === "string" && !/[\0\p{Surrogate}]/u.test(text);
}

/** As the text has it; null where the column's value is of another kind or length. */
function storedText({ outermost, written }: DigestExpression, hash: string): string | null {
  const whole = hash.trimEnd();
  if (outermost === "bcrypt") return parseBcrypt(whole).ok ? whole : null;
  const bytes = DECODERS[written === "base64" ? "unbase64" : "unhex"](hash);
  return bytes?.length === DIGEST_BYTES[outermost] ? hexOf(bytes) : null;
}
