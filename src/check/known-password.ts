import { parseProviderScrypt } from "../hash/index.js";
import { encodeBase64 } from "../lib/base64.js";
import { defined } from "../lib/defined.js";
import { isVerifiedAtService } from "../problems/ascii-only.js";
import type { Problem } from "../result.js";
import type { FirebaseHashConfig, LoginOnlyUser, TotpEnrolment, UserRecord } from "../source/index.js";
import { hashProviderScrypt, verifyPassword, verifyTotp } from "../verify/index.js";

/** A user of the export whose password the operator knows. */
export interface KnownPassword {
  /** E-mail address, phone number, user name or ID, as in the export. */
  readonly identifier: string;
  readonly password: string;
  /** A code that the user's device shows now, which proves the second factor too. */
  readonly totp?: string | undefined;
}

/** What became of the known password. */
export interface KnownPasswordResult {
  readonly outcome:
    | "matches"
    | "mismatch"
    /** The password matches; the code belongs to no second factor of the user. */
    | "totp-mismatch"
    | "user-not-found"
    | "user-refused"
    | "no-password"
    | "not-verified";
  /** A clause for a person: what it proves, or where to look. */
  readonly message: string;
}

export const NOT_FOUND: KnownPasswordResult = {
  outcome: "user-not-found",
  message: "no record of the export has this e-mail address, phone number, user name or ID",
};

/**
 * Whether a known password or code was tried and does not match. All others that don't match could not be tested.
 */
export function isWrong({ outcome }: Pick<KnownPasswordResult, "outcome">): boolean {
  return outcome === "mismatch" || outcome === "totp-mismatch";
}

/** What known passwords are proven with. */
export interface KnownSettings {
  readonly config: FirebaseHashConfig | undefined;
  /** The old system's site-wide secret. */
  readonly pepper: string | undefined;
  /** When the codes of second factors were given. */
  readonly unixSeconds: number;
}

/** Verifies a known password against the user's hash as it would be imported, or left to the fallback. */
export async function proveKnownPassword(
  { result, loginOnly }: UserRecord,
  { password, totp }: KnownPassword,
  { config, pepper, unixSeconds }: KnownSettings,
): Promise<KnownPasswordResult> {
  if (!result.ok && loginOnly === undefined) {
    const codes = result.problems.map(({ code }) => code).join(", ");
    return { outcome: "user-refused", message: `the record is not importable (${codes}): choose another user` };
  }
  const user = loginOnly?.user ?? (result.ok ? result.value.user : undefined);
  const proven =
    loginOnly === undefined
      ? await proveImported(password, user?.passwordHash, config)
      : await proveLoginOnly(password, loginOnly, pepper);
  if (proven.outcome !== "matches") return proven;
  if (totp !== undefined && !isCodeOf(user?.totp ?? [], totp, unixSeconds)) {
    return { outcome: "totp-mismatch", message: TOTP_MISMATCH };
  }
  const isAtService = loginOnly !== undefined || !result.ok || isVerifiedAtService(password, result.warnings);
  const more = [...(totp === undefined ? [] : [OF_FACTOR]), ...(isAtService ? [] : [NOT_AT_SERVICE])];
  return { ...proven, message: [proven.message, ...more].join("; ") };
}

const OF_FACTOR = "the code is that of a second factor";
const NOT_AT_SERVICE =
  "but the user can't sign in with it at the service, which verifies this hash for ASCII passwords only: they need a reset or the fallback, and import --known another user";

const TOTP_MISMATCH =
  "the password matches, but the code belongs to none of the user's second factors: look at the secret's encoding, and at the clocks";

function isCodeOf(devices: readonly TotpEnrolment[], code: string, unixSeconds: number): boolean {
  return devices.some((device) => {
    const verified = verifyTotp(code, device, { unixSeconds });
    return verified.ok && verified.value.matches;
  });
}

async function proveLoginOnly(
  password: string,
  { hash, source, peppered }: LoginOnlyUser,
  given: string | undefined,
): Promise<KnownPasswordResult> {
  const pepper = peppered === false ? "" : given;
  const verified = await verifyPassword(password, hash, defined({ source, pepper }));
  if (!verified.ok) return { outcome: "not-verified", message: verified.problems[0].message };
  return verified.value.matches
    ? { outcome: "matches", message: "the password matches the hash as the fallback verifies it" }
    : { outcome: "mismatch", message: MISMATCH };
}

async function proveImported(
  password: string,
  passwordHash: string | undefined,
  config: FirebaseHashConfig | undefined,
): Promise<KnownPasswordResult> {
  if (passwordHash === undefined) {
    return { outcome: "no-password", message: "the user has no password: choose another one" };
  }
  const { signerKey } = config ?? {};
  const verified = await verifyPassword(password, passwordHash, defined({ signerKey }));
  if (!verified.ok) return notVerified(password, passwordHash, config, verified.problems[0]);
  if (!verified.value.matches) return mismatch(password, passwordHash, config);
  const isFirebase = verified.value.scheme === "provider-scrypt";
  return {
    outcome: "matches",
    message: isFirebase ? PARAMETERS_RIGHT : "the password matches the hash as it would be imported",
  };
}

const PARAMETERS_RIGHT = "the password matches: signer key, salt separator, rounds and memory cost are right";
const MISMATCH = "the password does not match: try again, or choose another user";
const MISMATCH_EVEN_SO =
  "the password does not match, not even with the usual separator, rounds and memory costs; check the signer key first: it must be copied whole and belong to this project";

/** No provider uses memory costs above it, and they take gigabytes. */
const MOST_USUAL_MEM_COST = 16;

async function notVerified(
  password: string,
  passwordHash: string,
  config: FirebaseHashConfig | undefined,
  { message }: Problem,
): Promise<KnownPasswordResult> {
  const isCostly = config !== undefined && config.memCost > MOST_USUAL_MEM_COST;
  if (!isCostly || !parseProviderScrypt(passwordHash).ok) return { outcome: "not-verified", message };
  const right = await rightParameters(password, passwordHash, config);
  if (right !== null) return { outcome: "mismatch", message: right };
  const costly = `a verification with mem_cost ${config.memCost} takes more memory than allowed; the usual value is 14: check mem_cost in the hash parameters first`;
  return { outcome: "not-verified", message: costly };
}

async function mismatch(
  password: string,
  passwordHash: string,
  config: FirebaseHashConfig | undefined,
): Promise<KnownPasswordResult> {
  if (!parseProviderScrypt(passwordHash).ok || config === undefined) {
    return { outcome: "mismatch", message: MISMATCH };
  }
  const right = await rightParameters(password, passwordHash, config);
  return { outcome: "mismatch", message: right ?? MISMATCH_EVEN_SO };
}

/** What to correct in the hash parameters, where one of the usual mistakes is in them. */
async function rightParameters(
  password: string,
  passwordHash: string,
  config: FirebaseHashConfig,
): Promise<string | null> {
  const parsed = parseProviderScrypt(passwordHash);
  if (!parsed.ok) return null;
  const salt = encodeBase64(parsed.value.salt);
  for (const { message, changed } of neighbours(config)) {
    const hash = await hashProviderScrypt(password, { ...config, ...changed, salt });
    if (hash.ok && hash.value.split("$")[2] === passwordHash.split("$")[2]) return message;
  }
  return null;
}

/** The usual mistakes in the hash parameters, one at a time. */
function neighbours(config: FirebaseHashConfig) {
  const { rounds, memCost } = config;
  const separators = ["Bw==", ""].filter((separator) => separator !== config.saltSeparator);
  const swapped = memCost !== rounds && rounds <= MOST_USUAL_MEM_COST && memCost <= 30;
  const isSwapped = `the password matches with rounds and mem_cost swapped: in the hash parameters set rounds to ${memCost} and mem_cost to ${rounds}`;
  return [
    ...separators.map((saltSeparator) => {
      return {
        message: rightIs(`base64_salt_separator ${saltSeparator || "left empty"}`),
        changed: { saltSeparator },
      };
    }),
    ...(swapped ? [{ message: isSwapped, changed: { rounds: memCost, memCost: rounds } }] : []),
    ...near(14, memCost).map((cost) => {
      return { message: rightIs(`mem_cost ${cost} instead of ${memCost}`), changed: { memCost: cost } };
    }),
    ...near(8, rounds).map((count) => {
      return { message: rightIs(`rounds ${count} instead of ${rounds}`), changed: { rounds: count } };
    }),
  ];
}

/** The costs and the usual separators are not secret; what was given for the separator may be one. */
function rightIs(right: string): string {
  return `the password matches with ${right}: correct it in the hash parameters`;
}

/** The usual value of a cost, and those next to the given one. */
function near(usual: number, given: number): readonly number[] {
  const values = new Set([usual, given - 1, given + 1]);
  return [...values].filter((value) => value !== given && value >= 1 && value <= MOST_USUAL_MEM_COST);
}
