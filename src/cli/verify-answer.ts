import {
  type Change,
  type HashIdentity,
  identifyHash,
  type NormalizedHash,
  normalizeHash,
} from "../index.js";
import { importableHash } from "../login/plan-migration.js";
import type { Problem, ProblemCode, Result } from "../result.js";
import type { ServiceProfileName } from "../service/profile.js";
import { coversPassword } from "../verify/coverage.js";
import { estimateVerification, type Verification, type VerifyOptions } from "../verify/index.js";
import { mismatchCauses } from "./mismatch-causes.js";

/** What was asked. */
export interface VerifySubject {
  readonly hash: string;
  readonly password: string;
  readonly options: VerifyOptions;
  readonly service: ServiceProfileName;
}

/** What `credport verify` says; holds neither hash nor password. */
export interface VerifyAnswer {
  /** Null where nothing could be found out. */
  readonly matches: boolean | null;
  readonly scheme: HashIdentity["scheme"];
  readonly wrapping: HashIdentity["wrapping"];
  readonly disposition: HashIdentity["disposition"];
  /** Cost parameters under the scheme's own names; absent where they could not be read. */
  readonly parameters?: Readonly<Record<string, number | string>>;
  readonly memoryBytes?: number;
  /** Of this one verification, with the loading of the engine. */
  readonly milliseconds?: number;
  readonly needsRehash?: boolean;
  /** What normalizeHash does to the text. */
  readonly changes: readonly Change[];
  /** After a mismatch its usual causes. */
  readonly next: readonly string[];
  /** Why the hash could not be verified. */
  readonly problems: readonly Problem[];
  readonly warnings: readonly Problem[];
}

/** Puts together what the hash is, what its verification found, and what follows. */
export function answerVerification(
  subject: VerifySubject,
  verified: Result<Verification>,
  milliseconds: number,
): VerifyAnswer {
  const { hash, options, service } = subject;
  const { source, pepper } = options;
  const context = {
    ...(source === undefined ? {} : { source }),
    ...(pepper === undefined ? {} : { peppered: pepper !== "" }),
  };
  const { scheme, wrapping, disposition } = identifyHash(hash, context);
  const normalized = normalizeHash(hash, { ...context, service });
  const estimate = estimateVerification(hash, options);
  const { parameters, memoryBytes } = estimate.ok ? estimate.value : {};
  return {
    matches: verified.ok ? verified.value.matches : null,
    scheme,
    wrapping,
    disposition,
    ...(parameters === undefined ? {} : { parameters }),
    ...(memoryBytes === undefined ? {} : { memoryBytes }),
    ...(verified.ok ? { milliseconds, needsRehash: verified.value.needsRehash } : {}),
    changes: normalized.ok ? normalized.value.changes : [],
    next: verified.ok ? nextSteps(subject, verified.value, normalized) : [],
    problems: verified.ok ? [] : verified.problems.map(inWordsOfTheCommand),
    warnings: normalized.ok ? normalized.warnings : [],
  };
}

/** What stands in for the library's remedy, which speaks of its arguments. */
const REMEDIES: Partial<Readonly<Record<ProblemCode, string>>> = {
  "verify/pepper-missing":
    "Give --peppered or --pepper-file, with the secret from the old system's configuration; or --no-peppered if it has none.",
  "verify/signer-key-missing":
    "Give --signer-key-file, with base64_signer_key of the old provider's hash parameters.",
  "verify/cost-over-limit":
    "Look at where this hash comes from; if it is genuine, raise the limit that is named with --limit <name>=<number>.",
  "verify/memory-over-limit":
    "Look at where this hash comes from; if it is genuine and this machine has the memory, raise --limit memoryBytes=<number>.",
  "verify/password-too-long":
    "Check what was piped in; if the password is genuine, raise --limit passwordBytes=<number>.",
};

function inWordsOfTheCommand(found: Problem): Problem {
  const remedy = REMEDIES[found.code];
  return remedy === undefined ? found : { ...found, remedy };
}

const FALLBACK =
  "Keep it for the login-time fallback (credport/login), which brings the user over at the next login.";

function nextSteps(
  subject: VerifySubject,
  { matches, needsRehash, coverage }: Verification,
  normalized: Result<NormalizedHash>,
): readonly string[] {
  if (!matches) return mismatchCauses(subject);
  if (!normalized.ok) {
    return [
      `Don't import it, ${normalized.problems[0].code}: ${fullStop(normalized.problems[0].message)}`,
      FALLBACK,
    ];
  }
  const { hash, password, options, service } = subject;
  const { source, pepper } = options;
  if (importableHash(hash, password, { source, pepper, service }) === null) {
    return [
      "Don't rely on importing it: the service takes the hash, but not with this very password, as the warning says.",
      FALLBACK,
    ];
  }
  if (!coversPassword(coverage)) {
    return [
      "Import it (credport import, or importPasswordHash), but have nobody hash this password again: the check did not see all of it, so it may be more than the user's.",
    ];
  }
  const rehash = needsRehash
    ? ["After that, have the service hash the password anew at the next login."]
    : [];
  return [
    "Import it (credport import, or importPasswordHash): the service verifies this very password.",
    ...rehash,
  ];
}

function fullStop(sentence: string): string {
  return sentence.endsWith(".") ? sentence : `${sentence}.`;
}
