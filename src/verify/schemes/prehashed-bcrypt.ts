import { createHash, createHmac } from "node:crypto";
import { type BcryptHash, formatBcrypt } from "../../hash/bcrypt.js";
import type { Canonical } from "../../hash/hash-reading.js";
import type { Prehash } from "../../hash/source-context.js";
import { cryptValue } from "../../lib/crypt-base64.js";
import { failure, type Result, refuse, success } from "../../result.js";
import { type Coverage, coverageOfChange } from "../coverage.js";
import { encodeBcryptDigest } from "../engines/native-engines.js";
import { field, utf8 } from "../fields.js";
import { overLimit } from "../limits.js";
import type { Groups, Plan, PlanContext, Planner } from "../plan.js";
import { trimmedAsPhp } from "../source-passwords.js";
import { planArgon2 } from "./argon2.js";
import { type BcryptInput, bcryptCoverage, bcryptDigest, pepperedCoverage, planBcrypt } from "./bcrypt.js";
import { phpassDigest } from "./phpass.js";

/** Formats whose bcrypt or argon2 is over something else than the password. */
export const PREHASHED_BCRYPT: Readonly<Record<string, Planner>> = {
  "wordpress-bcrypt": prehashed(
    (password) => utf8(createHmac("sha384", "wp-sha384").update(trimmedAsPhp(password)).digest("base64")),
    trimCoverage,
  ),
  "django-bcrypt-sha256": prehashed((password) => utf8(hexDigest("sha256", password))),
  "drupal-migrated-bcrypt": prehashed((password) => md5Hex(trimmedAsPhp(password)), trimCoverage),
  "passlib-bcrypt-sha256-v1": passlib((password) =>
    utf8(createHash("sha256").update(password).digest("base64")),
  ),
  "woltlab-vbulletin-bcrypt": prehashed(md5Hex),
  "woltlab-vbulletin-argon2": (groups, context) => planArgon2(field(groups, "argon2"), context, md5Hex),
  "woltlab-double-bcrypt": (groups, context) => planDoubleBcrypt(field(groups, "bcrypt"), context),
  "phpbb-combined-bcrypt": phpbb,
  "request-tracker-bcrypt": requestTracker,
  "passlib-bcrypt-sha256-v2": passlib((password, { salt }) =>
    utf8(createHmac("sha256", salt).update(password).digest("base64")),
  ),
};

/** A standard hash from a system that hashes or peppers the password first. */
export function planOverPrehash(
  { scheme, text }: Pick<Canonical, "scheme" | "text">,
  prehash: Prehash,
  context: PlanContext,
): Result<Plan> {
  if (prehash === "bcrypt") return planDoubleBcrypt(text, context);
  const input = inputOf(prehash, context.pepper);
  if (!input.ok) return input;
  return scheme === "argon2"
    ? planArgon2(text, context, input.value.of)
    : planBcrypt(text, context, input.value);
}

type Transform = (password: Uint8Array) => Uint8Array;

/** A `BcryptInput` that the password alone decides. */
interface TransformedInput extends BcryptInput {
  readonly of: Transform;
}

/** A digest in text, which has no NUL; of the longest one bcrypt cuts off, 288 bits are left. */
function digested(
  of: Transform,
  coverage: (password: Uint8Array) => Coverage = () => "whole",
): TransformedInput {
  return { of, coverage };
}

function trimCoverage(password: Uint8Array): Coverage {
  return coverageOfChange(password, trimmedAsPhp(password), "trimmed");
}

/** Prehashes that need nothing but the password. */
const PREHASHES = {
  "sha256-hex": (password) => utf8(hexDigest("sha256", password)),
  "sha512-hex": (password) => utf8(hexDigest("sha512", password)),
  "md5-hex": md5Hex,
  "sha384-base64": (password) => utf8(createHash("sha384").update(password).digest("base64")),
} as const satisfies Record<string, Transform>;

function inputOf(prehash: Exclude<Prehash, "bcrypt">, pepper: string | undefined): Result<TransformedInput> {
  if (prehash === "user-name-prepended") {
    return refuse("scheme/unsupported", "the hash is over the user's name and the password");
  }
  if (prehash === "other-column-added") {
    return refuse("scheme/unsupported", "the hash is over the password and the value of another column");
  }
  if (prehash !== "pepper-appended" && prehash !== "hmac-sha512-base64")
    return success(digested(PREHASHES[prehash]));
  if (pepper === undefined) {
    return refuse("verify/pepper-missing", "the hash is over the password and a site-wide secret", {
      field: "pepper",
    });
  }
  const of: Transform = (password) => mixPepper(password, pepper, prehash);
  if (prehash === "hmac-sha512-base64") return success(digested(of));
  return success({ of, coverage: (password, hash) => pepperedCoverage(password, utf8(pepper), hash) });
}

/** Puts the site-wide secret and the password together. */
export function mixPepper(
  password: Uint8Array,
  pepper: string,
  how: "pepper-appended" | "hmac-sha512-base64",
): Uint8Array {
  if (how === "pepper-appended") return Buffer.concat([password, utf8(pepper)]);
  return utf8(createHmac("sha512", pepper).update(password).digest("base64"));
}

function prehashed(transform: Transform, coverage?: (password: Uint8Array) => Coverage): Planner {
  return (groups, context) => planBcrypt(field(groups, "bcrypt"), context, digested(transform, coverage));
}

function planDoubleBcrypt(text: string, context: PlanContext): Result<Plan> {
  const computations = 2 * (context.computations ?? 1);
  return planBcrypt(text, { ...context, computations }, { of: bcryptText, coverage: bcryptCoverage });
}

/** WoltLab's: what crypt(3) makes of the password under the same version, cost and salt. */
async function bcryptText(
  password: Uint8Array,
  hash: BcryptHash,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  const digest = encodeBcryptDigest(await bcryptDigest(password, hash, signal));
  return utf8(formatBcrypt({ ...hash, digest }));
}

/** phpBB's update put bcrypt over the 22 characters that phpass had made of the password. */
function phpbb(groups: Groups, context: PlanContext): Result<Plan> {
  const rounds = 2 ** cryptValue(field(groups, "rounds"));
  const over = overLimit(context, { digestRounds: rounds });
  if (over !== null) return failure(over);
  const { version, cost, bcryptSalt, digest } = groups;
  return planBcrypt(`$${version}$${cost}$${bcryptSalt}${digest}`, context, {
    of: async (password, _, signal) =>
      utf8(await phpassDigest("md5", field(groups, "salt"), rounds, password, signal)),
    coverage: () => "whole",
  });
}

/** passlib writes the parts of bcrypt in an order of its own. */
function passlib(of: (password: Uint8Array, hash: BcryptHash) => Uint8Array): Planner {
  return (groups, context) => {
    const { version, cost = "", salt, digest } = groups;
    return planBcrypt(`$${version}$${cost.padStart(2, "0")}$${salt}${digest}`, context, {
      of,
      coverage: () => "whole",
    });
  };
}

/** The SHA-512 goes in as it is, with a NUL behind it as bcrypt puts one behind any password. */
function requestTracker({ cost, salt, digest }: Groups, context: PlanContext): Result<Plan> {
  return planBcrypt(
    `$2b$${cost}$${salt}${digest}`,
    context,
    digested((password) => createHash("sha512").update(password).digest()),
  );
}

function md5Hex(password: Uint8Array): Uint8Array {
  return utf8(hexDigest("md5", password));
}

function hexDigest(algorithm: "md5" | "sha256" | "sha512", password: Uint8Array): string {
  return createHash(algorithm).update(password).digest("hex");
}
