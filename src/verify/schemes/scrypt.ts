import { base64Bytes } from "../../lib/base64.js";
import { cryptNumber, decodeCryptBase64 } from "../../lib/crypt-base64.js";
import { failure, type Result, success } from "../../result.js";
import { equalBytes } from "../constant-time.js";
import { type Coverage, coverageOfChange, coverageOfHmacKey, narrower } from "../coverage.js";
import { derive } from "../derive.js";
import { scryptMemoryBytes } from "../engines/native-engines.js";
import { field, hexBytes, malformed, numberField, utf8 } from "../fields.js";
import { overLimit } from "../limits.js";
import { scryptNeedsRehash } from "../needs-rehash.js";
import { normalizedForm } from "../password-bytes.js";
import type { Groups, Plan, PlanContext, Planner } from "../plan.js";

/** What every spelling of plain scrypt comes down to. */
interface Scrypt {
  readonly n: number;
  readonly r: number;
  readonly p: number;
  readonly salt: Uint8Array | null;
  readonly key: Uint8Array | null;
  readonly treat?: (password: Uint8Array) => Uint8Array;
  /** Another r that the string may have been made with. */
  readonly otherR?: number;
}

const SPELLINGS: Readonly<Record<string, (groups: Groups, context: PlanContext) => Scrypt>> = {
  "passlib-scrypt": (groups) => ({
    ...costs(groups, 2 ** numberField(groups, "logN")),
    ...base64Parts(groups),
  }),
  "kratos-scrypt": (groups) => ({ ...costs(groups, numberField(groups, "n")), ...base64Parts(groups) }),
  "django-scrypt": (groups) => ({
    ...costs(groups, numberField(groups, "n")),
    salt: utf8(field(groups, "salt")),
    key: base64Bytes(field(groups, "digest")),
  }),
  "werkzeug-scrypt": (groups) => ({
    ...costs(groups, numberField(groups, "n")),
    salt: utf8(field(groups, "salt")),
    key: hexBytes(field(groups, "digest")),
  }),
  "spring-scrypt": fromSpring,
  "crypt-scrypt": (groups) => ({
    n: 2 ** cryptNumber(field(groups, "logN")),
    r: cryptNumber(field(groups, "r")),
    p: cryptNumber(field(groups, "p")),
    salt: utf8(field(groups, "salt")),
    key: decodeCryptBase64(field(groups, "digest")),
  }),
  "better-auth-scrypt": fromBetterAuthOrNode,
  "lucia-scrypt": fromLucia,
};

/** What others made with Node's own defaults has the same shape; only a source rules it out. */
function fromBetterAuthOrNode(groups: Groups, { source }: PlanContext): Scrypt {
  const parts = fromLucia(groups);
  return source === "better-auth" || source === "lucia" ? parts : { ...parts, otherR: 8 };
}

/** Better Auth took Lucia's over: the salt is used as the text that it is, the costs are fixed. */
function fromLucia(groups: Groups): Scrypt {
  return {
    n: 16_384,
    r: 16,
    p: 1,
    salt: utf8(field(groups, "salt")),
    key: hexBytes(field(groups, "digest")),
    treat: (password) => normalizedForm(password, "NFKC"),
  };
}

/** A planner for each spelling of plain scrypt. */
export const SCRYPT: Readonly<Record<string, Planner>> = Object.fromEntries(
  Object.entries(SPELLINGS).map(([name, read]): [string, Planner] => [
    name,
    (groups, context) => planScrypt(name, read(groups, context), context),
  ]),
);

function planScrypt(name: string, parts: Scrypt, context: PlanContext): Result<Plan> {
  const { n, r, p, salt, key, otherR, treat = (password) => password } = parts;
  if (salt === null || key === null) return malformed(`the base64 of ${name} is damaged`);
  const memoryBytes = scryptMemoryBytes(n, r, p);
  const work = [r, ...(otherR === undefined ? [] : [otherR])].map((each) =>
    scryptWork({ n, r: each, p }, key.length),
  );
  const over = overLimit(context, { memoryBytes, scryptWork: work.reduce((sum, each) => sum + each) });
  if (over !== null) return failure(over);
  return success({
    scheme: "scrypt",
    parameters: { n, r, p },
    memoryBytes,
    needsRehash: scryptNeedsRehash({ n, r, p }),
    matches: async (password, signal) => {
      const request = { password: treat(password), salt, n, p, length: key.length };
      if (equalBytes(await derive("scrypt", { ...request, r }, signal), key)) return true;
      return (
        otherR !== undefined && equalBytes(await derive("scrypt", { ...request, r: otherR }, signal), key)
      );
    },
    coverage: (password) => coverageOver(password, treat(password)),
  });
}

function coverageOver(password: Uint8Array, treated: Uint8Array): Coverage {
  return narrower(coverageOfHmacKey(treated), coverageOfChange(password, treated, "respelled"));
}

/** PBKDF2 makes 128·r·p bytes first, and reads them again for each 32 bytes of the key. */
function scryptWork({ n, r, p }: Pick<Scrypt, "n" | "r" | "p">, keyBytes: number): number {
  return r * p * Math.max(n, 2 * (8 + Math.ceil(keyBytes / 32)));
}

function costs(groups: Groups, n: number): Pick<Scrypt, "n" | "r" | "p"> {
  return { n, r: numberField(groups, "r"), p: numberField(groups, "p") };
}

function base64Parts(groups: Groups): Pick<Scrypt, "salt" | "key"> {
  return { salt: base64Bytes(field(groups, "salt")), key: base64Bytes(field(groups, "digest")) };
}

/** SCryptPasswordEncoder writes log2 N, r and p into one hexadecimal number: 16, 8 and 8 bits. */
function fromSpring(groups: Groups): Scrypt {
  const parameters = Number.parseInt(field(groups, "parameters"), 16);
  const n = 2 ** Math.floor(parameters / 65_536);
  return { n, r: (parameters >> 8) & 255, p: parameters & 255, ...base64Parts(groups) };
}
