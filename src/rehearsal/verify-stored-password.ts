import { verifyPassword, verifyProviderScrypt } from "../verify/index.js";
import { Refusal } from "./refusal.js";

/**
 * Verifies a password against a stored hash. A string that can't be verified is a wrong password, as it is for the
 * service in the wild; only where no answer could be worked out is there an error.
 */
export async function verifyStoredPassword(
  password: string,
  passwordHash: string,
  signerKey: string | undefined,
): Promise<boolean> {
  const verified =
    signerKey === undefined
      ? await verifyPassword(password, passwordHash)
      : await verifyProviderScrypt(password, passwordHash, signerKey);
  if (verified.ok) return verified.value.matches;
  const { code } = verified.problems[0];
  if (code.startsWith("verify/")) throw new Refusal(500, `The password could not be verified: ${code}`);
  return false;
}
