import { DIGEST_BYTES, type DigestName } from "../../lib/digest-bytes.js";
import { base64Of, hexOf, layout, sequence } from "../../lib/grammar.js";
import { refuse } from "../../problems/expression.js";
import { type DigestExpression, parseDigestExpression } from "../expression/parse-expression.js";
import { BCRYPT_STRING, ofString } from "./bcrypt.js";
import { type Recipe, recipe, type Step } from "./recipe.js";
import { type FormatRow, type Notes, type Recipes, reads, verifiable, type Writers } from "./row.js";

/** What `declareHash` puts together: how a column came about, the columns that this takes, and the digest. */

const DECLARED = sequence`${base64Of("expression", { padding: "none" })}$${base64Of("columns", { padding: "none", least: 0, most: 2048 })}$`;

export const DECLARED_FORMATS = [
  ...(Object.keys(DIGEST_BYTES) as DigestName[]).map(declared),
  verifiable({
    name: "declared-bcrypt",
    scheme: "bcrypt",
    treatment: "keep",
    problem: "wrapping/prehashed",
    markers: ["$declared-bcrypt$"],
    read: reads(layout`$declared-bcrypt$${DECLARED}${BCRYPT_STRING}`),
    reason: "bcrypt is over the digest of the password.",
  }),
] satisfies readonly FormatRow[];

function declared<const Digest extends DigestName>(digest: Digest) {
  return verifiable({
    name: `declared-${digest}`,
    scheme: digest,
    treatment: "keep",
    markers: [`$declared-${digest}$`],
    read: reads(layout`$declared-${digest}$${DECLARED}${hexOf("key", DIGEST_BYTES[digest])}`),
    reason: "A fast digest of password and salt; the service does not verify it.",
  });
}

interface DeclaredParts {
  readonly expression: Uint8Array;
  readonly columns: Uint8Array;
}

function ofDeclared(outermost: DigestName, parts: DeclaredParts & { readonly key: Uint8Array }): Recipe {
  return recipe([expressionStep(outermost, parts)], parts.key);
}

/** Made by hand, a text can say what is not an expression, or one of another digest: the step carries the refusal. */
function expressionStep(outermost: DigestExpression["outermost"], parts: DeclaredParts): Step {
  const [text, values] = [parts.expression, parts.columns].map((bytes) => new TextDecoder().decode(bytes));
  const parsed = parseDigestExpression(text as string);
  if (!parsed.ok) return { kind: "expression", expression: parsed, columns: {} };
  const names = parsed.value.columns;
  const given = (values as string).split("\0");
  const isWhole = names.length === 0 ? values === "" : given.length === names.length;
  if (!isWhole || parsed.value.outermost !== outermost) {
    const message = "the expression in the text is not of this digest, or of other columns";
    return { kind: "expression", expression: refuse("expression/malformed", message), columns: {} };
  }
  const columns = Object.fromEntries(names.map((name, at) => [name, given[at] as string]));
  return { kind: "expression", expression: parsed, columns };
}

/** What each computes: only a verification needs it. */
export const DECLARED_RECIPES: Recipes<typeof DECLARED_FORMATS> = {
  "declared-md5": (parts) => ofDeclared("md5", parts),
  "declared-sha1": (parts) => ofDeclared("sha1", parts),
  "declared-sha224": (parts) => ofDeclared("sha224", parts),
  "declared-sha256": (parts) => ofDeclared("sha256", parts),
  "declared-sha384": (parts) => ofDeclared("sha384", parts),
  "declared-sha512": (parts) => ofDeclared("sha512", parts),
  "declared-bcrypt": ({ hash, ...parts }) => ofString(hash, () => [expressionStep("bcrypt", parts)]),
};

const DECLARER = "any system, put together by declareHash from an expression and the columns that it names";

/** Who writes each: only who identifies a hash needs it. */
export const DECLARED_WRITERS: Writers<typeof DECLARED_FORMATS> = {
  "declared-md5": DECLARER,
  "declared-sha1": DECLARER,
  "declared-sha224": DECLARER,
  "declared-sha256": DECLARER,
  "declared-sha384": DECLARER,
  "declared-sha512": DECLARER,
  "declared-bcrypt": DECLARER,
};

const REFERENCE = "https://www.php.net/manual/en/function.hash.php";

/** What documentation says of each: a bundle that only reads hashes leaves it out. */
export const DECLARED_NOTES: Notes<typeof DECLARED_FORMATS> = {
  "declared-md5": /* @__PURE__ */ noteOf("md5"),
  "declared-sha1": /* @__PURE__ */ noteOf("sha1"),
  "declared-sha224": /* @__PURE__ */ noteOf("sha224"),
  "declared-sha256": /* @__PURE__ */ noteOf("sha256"),
  "declared-sha384": /* @__PURE__ */ noteOf("sha384"),
  "declared-sha512": /* @__PURE__ */ noteOf("sha512"),
  "declared-bcrypt": {
    layout: "$declared-bcrypt$<base64 of the expression>$<base64 of the columns>$$2y$…",
    reference: REFERENCE,
  },
};

function noteOf(digest: DigestName) {
  const digits = 2 * DIGEST_BYTES[digest];
  return {
    layout: `$declared-${digest}$<base64 of the expression>$<base64 of the columns>$<${digits} hex digits>`,
    reference: REFERENCE,
  };
}
