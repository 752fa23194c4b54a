import { createHmac } from "node:crypto";
import type { NormalizedUser } from "../../source/index.js";

/**
 * What a user was like when they were sent, part by part: keyed fingerprints, from which nothing can be tested
 * without the journal's own key, and with it only guesses that are whole. Of a hash that takes its salt.
 */
export interface UserPrint {
  readonly password?: string;
  readonly email?: string;
  readonly phone?: string;
  /** In the order in which they were sent. */
  readonly social?: readonly string[];
  readonly totp?: readonly string[];
}

/** 128 bits: no two parts of a billion users have the same by chance. */
const PRINT_BYTES = 16;

/**
 * Fingerprints of what the import calls carry. Marks of verification and names of devices are left out: where
 * they alone have changed, nothing could be sent. The address of a social login too, which the service takes
 * from the provider at the next sign-in.
 *
 * @param key Of the journal; base64url.
 */
export function printOf(user: NormalizedUser, key: string): UserPrint {
  const { externalUserId, passwordHash, email, phoneNumber, thirdParty, totp } = user;
  // The ID is part of each, so that two users with the same number don't look alike.
  const print = (part: string, ...values: readonly (string | number)[]): string =>
    keyedPrint(key, JSON.stringify([part, externalUserId, ...values]));
  return {
    ...(passwordHash === undefined ? {} : { password: print("password", passwordHash) }),
    ...(email === undefined ? {} : { email: print("email", email.toLowerCase()) }),
    ...(phoneNumber === undefined ? {} : { phone: print("phone", phoneNumber) }),
    ...(thirdParty.length === 0
      ? {}
      : {
          social: thirdParty.map(({ thirdPartyId, thirdPartyUserId }) =>
            print("social", thirdPartyId, thirdPartyUserId),
          ),
        }),
    ...(totp.length === 0
      ? {}
      : { totp: totp.map(({ secretKey, period, skew }) => print("totp", secretKey, period, skew)) }),
  };
}

export function keyedPrint(key: string, text: string): string {
  const digest = createHmac("sha256", Buffer.from(key, "base64url")).update(text).digest();
  return digest.subarray(0, PRINT_BYTES).toString("base64url");
}

/** Any value may appear in a file. */
export function isUserPrint(value: unknown): value is UserPrint {
  if (typeof value !== "object" || value === null) return false;
  const { password = "", email = "", phone = "", social = [], totp = [] } = value as Record<string, unknown>;
  return (
    [password, email, phone].every((print) => typeof print === "string") &&
    [social, totp].every((list) => Array.isArray(list) && list.every((print) => typeof print === "string"))
  );
}
