import { DIGEST_BYTES, type DigestName } from "../../lib/digest-bytes.js";
import { base64Of, hexOf, layout, sequence } from "../../lib/grammar.js";
import { refuse } from "../../problems/expression.js";
import { expressionsIn } from "../expression/either-expression.js";
import { type DigestExpression, MOST_COLUMN_BYTES } from "../expression/parse-expression.js";
import { BCRYPT_STRING, ofString } from "./bcrypt.js";
import type { Reading, Step } from "./recipe.js";
import { FAST_SALTED, type FormatRow, verifiable } from "./row.js";

/** What `declareHash` puts together: how a column came about, the columns that this takes, and the digest. */

const DECLARED = sequence`${base64Of("expression", { padding: "none" })}$${base64Of("columns", { padding: "none", least: 0, most: MOST_COLUMN_BYTES })}$`;

const DECLARER = "any system, put together by declareHash from an expression and the columns that it names";
const REFERENCE = "https://www.php.net/manual/en/function.hash.php";

export const DECLARED_FORMATS: readonly FormatRow[] = [
  declared("md5"),
  declared("md4"),
  declared("sha1"),
  declared("sha224"),
  declared("sha256"),
  declared("sha384"),
  declared("sha512"),
  verifiable("declared-bcrypt", "bcrypt", {
    system: DECLARER,
    layout: "$declared-bcrypt$<base64 of the expression>$<base64 of the columns>$$2y$…",
    problem: "wrapping/prehashed",
    read: layout`$declared-bcrypt$${DECLARED}${BCRYPT_STRING}`,
    recipe: ({ hash, ...parts }) => ofString(hash, () => expressionSteps("bcrypt", parts).slice(0, 1)),
    reason: "bcrypt is over the digest of the password.",
    reference: REFERENCE,
  }),
];

function declared(digest: DigestName) {
  return verifiable(`declared-${digest}`, digest, {
    system: DECLARER,
    layout: `$declared-${digest}$<base64 of the expression>$<base64 of the columns>$<${2 * DIGEST_BYTES[digest]} hex digits>`,
    read: layout`$declared-${digest}$${DECLARED}${hexOf("key", DIGEST_BYTES[digest])}`,
    recipe: ({ key, ...parts }) => {
      const [first, ...others] = expressionSteps(digest, parts).map((step) => ({ steps: [step], key }));
      return { readings: [first as Reading, ...others] };
    },
    reason: FAST_SALTED,
    reference: REFERENCE,
  });
}

interface DeclaredParts {
  readonly expression: Uint8Array;
  readonly columns: Uint8Array;
}

/**
 * A reading for each expression that the text has. Made by hand, a text can say what is not an expression, or one of another
 * digest: the step carries the refusal.
 */
function expressionSteps(outermost: DigestExpression["outermost"], parts: DeclaredParts): readonly Step[] {
  const [text = "", values = ""] = [parts.expression, parts.columns].map((bytes) => new TextDecoder().decode(bytes));
  const expressions = expressionsIn(text);
  const names = [...new Set(expressions.flatMap((one) => (one.ok ? one.value.columns : [])))];
  const given = values.split("\0");
  const isWhole = names.length === 0 ? values === "" : given.length === names.length;
  const columns = Object.fromEntries(names.map((name, at) => [name, given[at] ?? ""]));
  return expressions.map((one) => {
    const isOther = one.ok && !(isWhole && one.value.outermost === outermost);
    return { kind: "expression", expression: isOther ? refuse("expression/malformed", OTHER) : one, columns };
  });
}

const OTHER = "the expression in the text is not of this digest, or of other columns";
