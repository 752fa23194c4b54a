import type { Result } from "../../result.js";
import { declareHash } from "./declared-hash.js";
import { type DigestExpression, parseDigestExpression } from "./parse-expression.js";

/** Between expressions; no sound one has it outside quotation marks. */
const BETWEEN = "\0";

/** As `declareHash`, where any one of several expressions of one digest may have made the hash. */
export function declareEither(
  expressions: readonly [DigestExpression, ...DigestExpression[]],
  hash: string,
  values: Readonly<Record<string, string>>,
): Result<string> {
  const text = expressions.map((one) => one.text).join(BETWEEN);
  const columns = [...new Set(expressions.flatMap((one) => one.columns))];
  return declareHash({ ...expressions[0], text, columns }, hash, values);
}

/** The expressions in such a text: one, or several. */
export function expressionsIn(text: string): readonly Result<DigestExpression>[] {
  const whole = parseDigestExpression(text);
  return whole.ok ? [whole] : text.split(BETWEEN).map(parseDigestExpression);
}
