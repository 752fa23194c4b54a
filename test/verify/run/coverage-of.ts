import { type VerifyOptions, verifyPassword } from "../../../src/verify/index.js";

/** 44 digits of hexadecimal, as a framework generates them. */
export const PEPPER = "5f4dcc3b5aa765d61d8327deb882cf99b5d9f0a4c6e8";

/** How much of the password the check has seen, where it matches. */
export async function coverageOf(password: string, hash: string, options: VerifyOptions = {}) {
  const verified = await verifyPassword(password, hash, { ...options, limits: { queueLength: 10_000 } });
  if (!verified.ok) throw new Error(verified.problems[0].code);
  return verified.value.matches ? verified.value.coverage : "no match";
}
