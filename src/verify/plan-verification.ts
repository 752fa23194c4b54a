import { groupsOf, type HashReading } from "../hash/hash-reading.js";
import { readHash } from "../hash/read-hash.js";
import type { SourceName } from "../hash/source-context.js";
import { type Problem, type Result, refuse, requireText, success } from "../result.js";
import { type VerifyLimits, verifyLimits } from "./limits.js";
import type { Plan, PlanContext } from "./plan.js";
import { planArgon2 } from "./schemes/argon2.js";
import { planBcrypt } from "./schemes/bcrypt.js";
import { mixPepper, planOverPrehash } from "./schemes/prehashed-bcrypt.js";
import { planProviderScrypt } from "./schemes/provider-scrypt.js";
import {
  formsOfSource,
  passwordsOfSource,
  type ReceivedPassword,
  receivedAsTyped,
  systemOf,
} from "./source-passwords.js";
import { VERIFIERS } from "./verifiers.js";

/** What a hash text does not say about how its password was hashed, and what a verification may cost. */
export interface PlanOptions {
  /** `base64_signer_key`, for provider-scrypt; not needed where the hash text carries it. */
  readonly signerKey?: string;
  /** The system that the hash comes from: it can say what the password was turned into first. */
  readonly source?: SourceName;
  /** The site-wide secret that the system appends to each password before bcrypt. */
  readonly pepper?: string;
  readonly limits?: Partial<VerifyLimits>;
}

/** A plan with what the reading of the hash had to say. */
export interface ReadPlan {
  readonly plan: Plan;
  /** What the plan is to be tried with for a password, one after the other. */
  readonly received: (password: Uint8Array) => readonly ReceivedPassword[];
  readonly warnings: readonly Problem[];
}

/** Everything that can be refused without computing anything. */
export function planVerification(hash: string, options: PlanOptions): Result<ReadPlan> {
  requireText(hash, "hash");
  const { source, pepper, signerKey } = options;
  const context: PlanContext = { limits: verifyLimits(options.limits), source, pepper, signerKey };
  const canonical = planStandard(hash, context);
  if (canonical?.ok) {
    return success({ plan: canonical.value, received: receivedAsTyped, warnings: canonical.warnings });
  }
  const reading = readHash(hash, {
    ...(source === undefined ? {} : { source }),
    ...(pepper === undefined ? {} : { peppered: pepper !== "" }),
  });
  const system = systemOf(source, reading.format?.name);
  const computations = formsOfSource(system, reading.scheme);
  const planned = planReading(reading, { ...context, computations });
  if (!planned.ok) return planned;
  const plan = planned.value;
  const peppered = pepperOf(reading, context);
  const received = (password: Uint8Array): readonly ReceivedPassword[] =>
    passwordsOfSource(password, system, plan.scheme).map((form) => ({
      ...form,
      bytes: peppered(form.bytes),
    }));
  return success({ plan, received, warnings: reading.warnings });
}

/** The pepper's part in legacy schemes; in a standard string it is the reading that says what it is over. */
function pepperOf(
  { canonical }: HashReading,
  { pepper, source }: PlanContext,
): (password: Uint8Array) => Uint8Array {
  if (canonical !== null || pepper === undefined || pepper === "") return (password) => password;
  const how = source === "flask-security" ? "hmac-sha512-base64" : "pepper-appended";
  return (password) => mixPepper(password, pepper, how);
}

/** The short way for a standard string of which no source says otherwise: most are. */
function planStandard(hash: string, context: PlanContext): Result<Plan> | null {
  if (context.source !== undefined || context.pepper !== undefined) return null;
  if (hash.startsWith("$2")) return planBcrypt(hash, context);
  return hash.startsWith("$argon2") ? planArgon2(hash, context) : null;
}

function planReading(reading: HashReading, context: PlanContext): Result<Plan> {
  const { canonical, prehash, disposition, format } = reading;
  if (disposition === "importable" || disposition === "verifiable") {
    if (canonical !== null) {
      return prehash === undefined
        ? planCanonical(reading, context)
        : planOverPrehash(canonical, prehash, context);
    }
    const planner = VERIFIERS.get(format?.name ?? "");
    if (planner !== undefined) return planner(groupsOf(reading), context);
  }
  const [first, ...others] = reading.problems;
  if (first === undefined) return refuse("scheme/unsupported", "no verifier reads this hash");
  return { ok: false, problems: [first, ...others] };
}

function planCanonical({ canonical }: HashReading, context: PlanContext): Result<Plan> {
  if (canonical?.providerScrypt !== undefined) {
    const signerKey = canonical.signerKey ?? context.signerKey;
    return planProviderScrypt(canonical.providerScrypt, { ...context, signerKey });
  }
  return canonical?.scheme === "argon2"
    ? planArgon2(canonical.text, context)
    : planBcrypt(canonical?.text ?? "", context);
}
