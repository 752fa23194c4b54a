import { type Change, type HashIdentity, identifyHash, normalizeHash } from "../../index.js";
import { defined } from "../../lib/defined.js";
import { adviseOnHash, type HashAdvice } from "../../login/index.js";
import type { MismatchCauseName } from "../../login/internal.js";
import type { Problem, Result } from "../../result.js";
import type { ServiceProfileName } from "../../service/profile.js";
import { estimateVerification, type Verification, type VerifyOptions } from "../../verify/index.js";
import { forOperator } from "../output/remedies.js";

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
  /** What to do; after a mismatch its usual causes. */
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
  const { hash, password, options, service } = subject;
  const { source, pepper } = options;
  const context = defined({ source, peppered: pepper === undefined ? undefined : pepper !== "" });
  const { scheme, wrapping, disposition } = identifyHash(hash, context);
  const normalized = normalizeHash(hash, { ...context, service });
  const estimate = estimateVerification(hash, options);
  const { parameters, memoryBytes } = estimate.ok ? estimate.value : {};
  return {
    matches: verified.ok ? verified.value.matches : null,
    ...{ scheme, wrapping, disposition },
    ...defined({ parameters, memoryBytes }),
    ...(verified.ok ? { milliseconds, needsRehash: verified.value.needsRehash } : {}),
    changes: normalized.ok ? normalized.value.changes : [],
    warnings: normalized.ok ? normalized.warnings : [],
    next: verified.ok ? nextSteps(adviseOnHash({ hash, password, source, pepper, service }, verified.value)) : [],
    problems: verified.ok ? [] : verified.problems.map(forOperator),
  };
}

function nextSteps(advice: HashAdvice): readonly string[] {
  if (advice.advice === "find-cause") {
    return advice.causes.map(({ cause, message }) => `${message}${ADD[cause] ?? ""}`);
  }
  if (advice.advice === "keep-for-fallback") return [whyNotImport(advice.reason), FALLBACK];
  return IMPORT[advice.rehash];
}

/** The options that help to look into a cause. */
const ADD: Partial<Readonly<Record<MismatchCauseName, string>>> = {
  "source-unnamed": "; name it with --source",
  "other-source": "; look at --source again",
  "pepper-unnamed": "; give it with --peppered",
  "hash-parameters": "; credport check --known names the right value if one of the usual mistakes was made",
};

function whyNotImport(reason: Problem | "password-altered"): string {
  return reason === "password-altered"
    ? "Don't rely on importing it: the service accepts the hash, but not with this very password, as the warning says."
    : `Don't import it, ${reason.code}: ${reason.message.replace(/\.$/, "")}.`;
}

const FALLBACK = "Keep it for the login-time fallback (credport/login), which brings the user over at the next login.";

const IMPORTABLE = "Import it (credport import, or importPasswordHash): the service verifies this very password.";

const IMPORT: Readonly<Record<(HashAdvice & { readonly advice: "import" })["rehash"], readonly string[]>> = {
  "not-needed": [IMPORTABLE],
  needed: [IMPORTABLE, "After that, have the service hash the password again at the next login."],
  never: [
    "Import it (credport import, or importPasswordHash), but never hash this password again: the check did not see all of it, and it may be longer than the user's.",
  ],
};
