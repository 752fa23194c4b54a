import { buildProviderScrypt, parseProviderScrypt } from "../hash/index.js";
import { formatProviderScrypt, providerScryptRecipe } from "../hash/internal.js";
import { encodeBase64 } from "../lib/base64.js";
import { secretText } from "../lib/redact.js";
import { requireArgument } from "../lib/require-argument.js";
import { type Result, requireText } from "../result.js";
import { verifyLimits } from "./run/limits.js";
import { planRecipe } from "./run/plan.js";
import { deriveInGate } from "./run/run-plan.js";
import { decodeSignerKey } from "./run/signer-key.js";
import { passwordBytes } from "./steps/password-bytes.js";

/** The account's hash parameters and one user's salt. */
export interface ProviderScryptOptions {
  /** `base64_signer_key`. */
  readonly signerKey: string;
  /** Base64, at least 1 byte. */
  readonly salt: string;
  /** `base64_salt_separator`: base64, usually `Bw==`. */
  readonly saltSeparator: string;
  /** log2 of scrypt's N, usually 14. */
  readonly memCost: number;
  /** scrypt's r, usually 8. */
  readonly rounds: number;
}

/**
 * Hashes a password as the provider did: for test users and rehearsals.
 *
 * @param password Text, taken in UTF-8, or bytes; at most 1024 bytes.
 * @param options The account's parameters and the salt, base64 in either alphabet.
 * @returns The canonical `$f_scrypt$…`; or a `provider-scrypt/…` problem of a
 * parameter, or a `verify/…` problem: over a limit, queue full.
 * @see https://github.com/firebase/scrypt
 *
 * @example
 * ```ts
 * import { hashProviderScrypt } from "credport/verify";
 *
 * const account = { saltSeparator: "Bw==", memCost: 1, rounds: 1, signerKey: "c3VwZXJsb25na2V5" };
 * const hashed = await hashProviderScrypt("test", { ...account, salt: "TmFDbA==" });
 * hashed.ok && hashed.value.endsWith("$TmFDbA==$m=1$r=1$s=Bw=="); // => true
 * ```
 */
export async function hashProviderScrypt(
  password: string | Uint8Array,
  options: ProviderScryptOptions,
): Promise<Result<string>> {
  requireArgument("options", options, "object");
  requireText(options.signerKey, "signerKey");
  const limits = verifyLimits();
  const bytes = passwordBytes(password, limits);
  if (!bytes.ok) return bytes;
  const signerKey = decodeSignerKey(options.signerKey);
  if (!signerKey.ok) return signerKey;
  // Built with the signer key in the hash's place, so that the one parser judges every other part.
  const built = buildProviderScrypt({ ...options, passwordHash: encodeBase64(signerKey.value) });
  if (!built.ok) return built;
  const parsed = parseProviderScrypt(built.value);
  if (!parsed.ok) return parsed;
  const recipe = providerScryptRecipe(parsed.value, signerKey.value);
  const plan = planRecipe(recipe, {
    scheme: "provider-scrypt",
    forms: [[]],
    source: undefined,
    limits,
    warnings: [],
  });
  if (!plan.ok) return plan;
  const [{ steps }] = recipe.readings;
  const derived = await deriveInGate({ steps, memoryBytes: plan.value.memoryBytes }, bytes.value, limits);
  if (!derived.ok) return derived;
  return secretText(formatProviderScrypt({ ...parsed.value, passwordHash: derived.value }));
}
