import { parseProviderScrypt } from "../hash/index.js";
import { type Result, requireText } from "../result.js";
import { verifyLimits } from "./run/limits.js";
import { planRecipe } from "./run/plan.js";
import { runPlan, type Verification } from "./run/run-plan.js";
import { signerKeyRecipe } from "./run/signer-key.js";

/**
 * Checks a password against a canonical provider-scrypt string, with the default limits.
 *
 * @param password Text, taken in UTF-8, or bytes; at most 1024 bytes.
 * @param hash `$f_scrypt$…` exactly as `normalizeHash` or `buildProviderScrypt` gives it.
 * @param signerKey `base64_signer_key` of the account's hash parameters.
 * @returns Whether it matches; or a `provider-scrypt/…` problem of the string or the
 * signer key, or a `verify/…` problem: over a limit, queue full.
 * @see https://github.com/firebase/scrypt
 *
 * @example
 * ```ts
 * import { verifyProviderScrypt } from "credport/verify";
 *
 * const signerKey = "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==";
 * const hash = "lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==";
 * const text = `$f_scrypt$${hash}$42xEC+ixf3L2lw==$m=14$r=8$s=Bw==`;
 * const verified = await verifyProviderScrypt("user1password", text, signerKey);
 * verified.ok && verified.value.matches; // => true
 * ```
 */
export async function verifyProviderScrypt(
  password: string | Uint8Array,
  hash: string,
  signerKey: string,
): Promise<Result<Verification>> {
  requireText(hash, "hash");
  requireText(signerKey, "signerKey");
  const parsed = parseProviderScrypt(hash);
  if (!parsed.ok) return parsed;
  const recipe = signerKeyRecipe(parsed.value, signerKey);
  if (!recipe.ok) return recipe;
  const limits = verifyLimits();
  const request = {
    scheme: "provider-scrypt",
    forms: [[]],
    source: undefined,
    limits,
    warnings: [],
  } as const;
  const plan = planRecipe(recipe.value, request);
  return plan.ok ? runPlan(plan.value, password, limits) : plan;
}
