import type { Problem, ProblemCode, Result } from "../../result.js";

/** What replaces the remedy of a function's caller, who is told of arguments, with one for an operator. */
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
  "secret/otpauth-uri": "Leave out --encoding: the URI says how to read its secret.",
  "otpauth/migration-unspecified":
    "Ask which app wrote it; if that app means SHA1, 6 digits and TOTP, add --unspecified usual.",
};

/** A problem with the remedy that names options of the command line. */
export function forOperator(found: Problem): Problem {
  const remedy = REMEDIES[found.code];
  return remedy === undefined ? found : { ...found, remedy };
}

/** The same for all problems of a result. */
export function resultForOperator<T>(result: Result<T>): Result<T> {
  if (result.ok) return result;
  const [first, ...others] = result.problems;
  return { ok: false, problems: [forOperator(first), ...others.map(forOperator)] };
}
