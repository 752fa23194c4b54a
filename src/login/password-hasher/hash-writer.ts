import { formatArgon2, formatBcrypt } from "../../hash/index.js";
import type { Computation } from "../../hash/internal.js";
import { encodeBase64Unpadded } from "../../lib/base64.js";
import { encodeBcryptBase64 } from "../../lib/bcrypt-base64.js";
import { counted } from "../../lib/plural.js";
import { secretText } from "../../lib/redact.js";
import { problem } from "../../problems/login.js";
import { problem as verifyProblem } from "../../problems/verify.js";
import { failure, type Problem, type Result } from "../../result.js";
import type { VerifyLimits } from "../../verify/index.js";
import { deriveInGate, type Plan, passwordBytes, planVerification } from "../../verify/internal.js";
import { isOwnSalt, marked, ownSalt } from "./own-salt.js";
import type { WriteScheme } from "./write-scheme.js";

type Written = Extract<Computation, { kind: WriteScheme["kind"] }>;

/** One kind of hash that is written here. */
interface Row<Step extends Written> {
  /** Random bytes of the salt. bcrypt's 16 have the mark among them. */
  readonly saltBytes: number;
  /** What `write` has beside the kind. */
  readonly parts: readonly (keyof Omit<Step, "kind" | "salt">)[];
  readonly format: (step: Step, key: Uint8Array) => string;
  /** Why no hash is made of this password: another text would match it as well. */
  readonly fault: (password: Uint8Array) => Problem | null;
  /** Whether a hash of the first kind is as good as one of the second. */
  readonly isAsGood: (stored: Step, written: Omit<Step, "salt">) => boolean;
}

const SALT_BYTES = 16;
const BCRYPT_BYTES = 72;
const BCRYPT_DIGEST_BYTES = 23;

const ROWS: { readonly [Kind in Written["kind"]]: Row<Extract<Written, { kind: Kind }>> } = {
  argon2: {
    saltBytes: SALT_BYTES,
    parts: ["variant", "version", "length", "memoryCost", "timeCost", "parallelism"],
    format: (step, digest) => formatArgon2({ ...step, digest }),
    fault: () => null,
    isAsGood: (stored, written) =>
      stored.variant === written.variant &&
      stored.version === written.version &&
      isNoLower(stored, written, "memoryCost", "timeCost", "parallelism", "length"),
  },
  bcrypt: {
    saltBytes: 11,
    parts: ["version", "cost"],
    format: ({ version, cost, salt }, key) =>
      formatBcrypt({ version, cost, salt: encodeBcryptBase64(salt), digest: encodeBcryptBase64(key) }),
    fault: (password) => {
      if (password.includes(0)) return nulFault();
      if (password.length <= BCRYPT_BYTES) return null;
      const length = counted(password.length, "byte");
      return problem("login/password-too-long", `the password is ${length} long; bcrypt reads ${BCRYPT_BYTES}`);
    },
    // The other letters are one algorithm.
    isAsGood: (stored, written) => stored.version !== "2x" && isNoLower(stored, written, "cost"),
  },
  scrypt: {
    saltBytes: SALT_BYTES,
    parts: ["length", "n", "r", "p"],
    format: ({ n, r, p, salt }, key) =>
      `$scrypt$ln=${Math.log2(n)},r=${r},p=${p}$${encodeBase64Unpadded(salt)}$${encodeBase64Unpadded(key)}`,
    fault: (password) => (password.at(-1) === 0 ? nulFault() : null),
    isAsGood: (stored, written) => isNoLower(stored, written, "n", "r", "p", "length"),
  },
};

/** No check matches it: the account would be one that no password opens. */
function emptyFault(): Problem {
  return verifyProblem("verify/password-not-text", "the password is empty");
}

function nulFault(): Problem {
  return problem("login/password-with-nul", "the password has a NUL, which the new hash can't tell from its end");
}

function isNoLower<Name extends string>(
  stored: Readonly<Record<Name, number>> & Pick<Written, "salt">,
  written: Readonly<Record<Name, number>>,
  ...names: readonly Name[]
): boolean {
  return stored.salt.length >= SALT_BYTES && names.every((name) => stored[name] >= written[name]);
}

function rowOf(kind: Written["kind"]): Row<Written> {
  return ROWS[kind] as unknown as Row<Written>;
}

/** Writes new hashes, and knows those that it would write. */
export interface HashWriter {
  readonly hash: (password: string | Uint8Array, signal?: AbortSignal) => Promise<Result<string>>;
  /** A hash of no known password, for users who do not exist. */
  readonly dummy: string;
  /** Whether a stored hash is as good as what would be written now, and in the same notation. */
  readonly isCurrent: (plan: Plan, stored: string) => boolean;
}

/** Throws for costs that make no hash, and for those that the limits refuse: what is written must be readable. */
export function createHashWriter(write: WriteScheme, limits: VerifyLimits): HashWriter {
  if (!isWhole(write)) throw new TypeError("write must be what argon2id, bcrypt or scrypt gives");
  const row = rowOf(write.kind);
  const keyBytes = write.kind === "bcrypt" ? BCRYPT_DIGEST_BYTES : write.length;
  const withSalt = (salt: Uint8Array): Written => ({ ...write, salt }) as Written;
  const dummy = row.format(withSalt(marked(new Uint8Array(row.saltBytes))), new Uint8Array(keyBytes));
  const planned = planVerification(dummy, { limits });
  if (!planned.ok) throw new TypeError(`write: ${planned.problems[0].message}`);
  const { memoryBytes } = planned.value;
  return {
    dummy,
    isCurrent: (plan, stored) => {
      const sole = soleStep(plan);
      if (sole?.step.kind !== write.kind || !row.isAsGood(sole.step, write)) return false;
      // The reader took white space off: a column of fixed width adds it.
      return row.format(sole.step, sole.key) === stored.trim();
    },
    hash: async (password, signal) => {
      const bytes = passwordBytes(password, limits);
      if (!bytes.ok) return bytes;
      const fault = bytes.value.length === 0 ? emptyFault() : row.fault(bytes.value);
      if (fault !== null) return failure(fault);
      const step = withSalt(ownSalt(row.saltBytes));
      const key = await deriveInGate({ steps: [step], memoryBytes }, bytes.value, limits, signal);
      // Listed: a copy that lacked it would be taken for success.
      return key.ok ? secretText(row.format(step, key.value)) : key;
    },
  };
}

/** Whether the plan is of a hash that this package has written. */
export function isOwn(plan: Plan): boolean {
  const sole = soleStep(plan);
  return sole !== undefined && isOwnSalt(sole.step.salt);
}

/** The computation of a hash of a kind that is written here, where it is over the password and nothing else. */
function soleStep({ forms, readings }: Plan): { readonly step: Written; readonly key: Uint8Array } | undefined {
  const [form, ...otherForms] = forms;
  const [reading, ...otherReadings] = readings;
  const [step, ...otherSteps] = reading?.steps ?? [];
  if (otherForms.length + otherReadings.length + otherSteps.length > 0) return undefined;
  if (reading === undefined || step === undefined || form === undefined || form.length > 0) return undefined;
  return isWritten(step) ? { step, key: reading.key } : undefined;
}

/** Whether all is there that `argon2id`, `bcrypt` or `scrypt` gives: costs that were put together by hand lack some of it. */
function isWhole(write: WriteScheme): boolean {
  return isWritten(write) && ROWS[write.kind].parts.every((part) => Object.hasOwn(write, part));
}

function isWritten(step: { readonly kind: string } | null | undefined): step is Written {
  return Object.hasOwn(ROWS, step?.kind ?? "");
}
