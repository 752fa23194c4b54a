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
import { passwordsOfSource } from "./source-passwords.js";
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
  readonly warnings: readonly Problem[];
}

/** Everything that can be refused without computing anything. */
export function planVerification(hash: string, options: PlanOptions): Result<ReadPlan> {
  requireText(hash, "hash");
  const { source, pepper, signerKey } = options;
  const context: PlanContext = { limits: verifyLimits(options.limits), source, pepper, signerKey };
  const canonical = planStandard(hash, context);
  if (canonical?.ok) return success({ plan: canonical.value, warnings: canonical.warnings });
  const reading = readHash(hash, {
    ...(source === undefined ? {} : { source }),
    ...(pepper === undefined ? {} : { peppered: pepper !== "" }),
  });
  const planned = planReading(reading, context);
  if (!planned.ok) return planned;
  const system = source ?? SYSTEMS_OF_FORMATS[reading.format?.name ?? ""];
  const peppered = pepperOf(reading, context);
  const plan: Plan = {
    ...planned.value,
    matches: (password, signal) => {
      const received = passwordsOfSource(password, system, planned.value.scheme);
      return matchesAny(planned.value, received.map(peppered), signal);
    },
  };
  return success({ plan, warnings: reading.warnings });
}

/** Formats that only one system writes, and whose own treatment of passwords is not all that it does. */
const SYSTEMS_OF_FORMATS: Readonly<Record<string, SourceName>> = { "wordpress-bcrypt": "wordpress" };

/** The pepper's part in legacy schemes; in a standard string it is the reading that says what it is over. */
function pepperOf(
  { canonical }: HashReading,
  { pepper, source }: PlanContext,
): (password: Uint8Array) => Uint8Array {
  if (canonical !== null || pepper === undefined || pepper === "") return (password) => password;
  const how = source === "flask-security" ? "hmac-sha512-base64" : "pepper-appended";
  return (password) => mixPepper(password, pepper, how);
}

/** One after the other: together they would hold more than the plan says. */
async function matchesAny(
  plan: Plan,
  passwords: readonly Uint8Array[],
  signal: AbortSignal | undefined,
): Promise<boolean> {
  for (const password of passwords) {
    if (signal?.aborted) return false;
    if (await plan.matches(password, signal)) return true;
  }
  return false;
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
