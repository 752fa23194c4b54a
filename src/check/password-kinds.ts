import { identifyHash, type Scheme } from "../hash/index.js";
import { OTHER_NAMES, type Tally, TallySheet } from "../lib/tally.js";
import type { Result } from "../result.js";
import type { ContentCount, LoginOnlyUser, UserRecord } from "../source/index.js";
import { isWithPassword } from "../source/internal.js";
import { estimateVerification, type VerificationEstimate, type VerifyLimits } from "../verify/index.js";
import { costText, NO_LIMITS } from "../verify/internal.js";
import type { SchemeShare } from "./check-report.js";

/** What the login of a user of the fallback costs. */
export type Estimate = Result<VerificationEstimate>;

export function estimateOf(
  { hash, source, peppered }: Pick<LoginOnlyUser, "hash" | "source" | "peppered">,
  limits: Partial<VerifyLimits> = {},
): Estimate {
  return estimateVerification(hash, {
    limits,
    ...(source === undefined ? {} : { source }),
    // A pepper of any value costs what the real one costs.
    ...(peppered === undefined ? {} : { pepper: peppered ? "pepper" : "" }),
  });
}

/** Kinds that are kept apart while they are counted, since some systems choose the cost at random. */
export const MOST_KINDS = 1000;
const MOST_SHARES = 20;

/** After the name of a kind: the password comes at login. */
const AT_LOGIN = "\n";

/** What the hashes of users are. */
export class PasswordKinds {
  /** By the part of a hash that says its cost: most are of one kind. */
  readonly #bySetting = new Map<string, string>();

  /** Scheme and cost of the user's password, as the name of a tally; none where the user is refused or has none. */
  of({ result, loginOnly }: UserRecord, estimate: Estimate | undefined): readonly string[] {
    if (loginOnly !== undefined) {
      const kind = estimate?.ok === true ? nameOf(estimate.value) : kindOf(loginOnly);
      return [kind + AT_LOGIN];
    }
    if (!result.ok || !isWithPassword(result.value.user)) return [];
    return [this.#kindOfCanonical(result.value.user.passwordHash ?? "")];
  }

  #kindOfCanonical(hash: string): string {
    const setting = settingOf(hash);
    const known = this.#bySetting.get(setting);
    if (known !== undefined) return known;
    const kind = kindOf({ hash, peppered: false });
    // Where the hash is sound: one that a program of the caller's has made need not be.
    const isSound = setting !== "" && kind.includes(" ");
    if (isSound && this.#bySetting.size < MOST_KINDS) this.#bySetting.set(setting, kind);
    return kind;
  }
}

/** What a canonical form says of scheme and cost: all but salt and digest. */
function settingOf(hash: string): string {
  if (hash.startsWith("$2")) return hash.slice(0, "$2b$10$".length);
  if (hash.startsWith("$f")) return hash.slice(hash.lastIndexOf("$m="));
  return hash.startsWith("$argon2") ? hash.slice(0, hash.indexOf("$", hash.indexOf("$m=") + 1)) : "";
}

/** Of 64 bytes, as each of Firebase: the cost is the same under any. */
const SIGNER_KEY = `${"A".repeat(86)}==`;

/** Of a hash that may cost anything, and may be over what the check does not have. */
function kindOf({ hash, source, peppered }: Pick<LoginOnlyUser, "hash" | "source" | "peppered">): string {
  const context = source === undefined ? {} : { source };
  const estimate = estimateVerification(hash, {
    ...context,
    limits: NO_LIMITS,
    pepper: peppered === false ? "" : "pepper",
    signerKey: SIGNER_KEY,
  });
  return estimate.ok ? nameOf(estimate.value) : identifyHash(hash, context).scheme;
}

function nameOf({ scheme, parameters }: VerificationEstimate): string {
  const cost = costText(parameters);
  return cost === "" ? scheme : `${scheme} ${cost}`;
}

/**
 * Most frequent first; what is beyond 20 kinds is one share.
 *
 * @param tallies Of the names that `PasswordKinds` gives.
 * @param all The users whom the shares add up to.
 */
export function schemeShares(
  tallies: readonly Tally[],
  { carried, atLogin }: Pick<ContentCount, "carried" | "atLogin">,
): readonly SchemeShare[] {
  const sheet = new TallySheet();
  const laterOf = new Map<string, number>();
  for (const { name: counted, ...tally } of tallies) {
    if (counted === OTHER_NAMES) continue;
    const name = counted.replace(AT_LOGIN, "");
    if (name !== counted) laterOf.set(name, tally.records);
    sheet.addTallies([{ ...tally, name }]);
  }
  const shares = sheet
    .tallies()
    .slice(0, MOST_SHARES)
    .map((tally) => shareOf(tally, laterOf.get(tally.name) ?? 0));
  const others = shares.reduce(
    (left, share) => ({ users: left.users - share.users, atLogin: left.atLogin - share.atLogin }),
    { users: carried, atLogin },
  );
  return others.users === 0 ? shares : [...shares, { scheme: null, cost: "", ...others, firstLines: [] }];
}

function shareOf({ name, records: users, ...places }: Tally, atLogin: number): SchemeShare {
  const [scheme = ""] = name.split(" ", 1);
  return { scheme: scheme as Scheme, cost: name.slice(scheme.length + 1), users, atLogin, ...places };
}
