import { deviceNames } from "../../client/internal.js";
import type { NormalizedUser } from "../../source/index.js";
import type { KeyedPrint } from "./keyed-print.js";

/**
 * What a user was like when they were sent, part by part: keyed fingerprints, from which nothing can be tested
 * without the journal's own key, and with it only guesses that are whole. Of a hash that takes its salt.
 */
export interface UserPrint {
  readonly password?: string;
  readonly email?: string;
  /** An address that was left out of the login by one-time code. */
  readonly leftOut?: string;
  /** The address was verified, `later` in a later export alone, which sets no mark; absent also in journals of older versions. */
  readonly verified?: true | "later";
  readonly phone?: string;
  /** In the order in which they were sent. */
  readonly social?: readonly string[];
  readonly totp?: readonly string[];
  /** Of the names of these devices, for an undo; absent in journals of older versions. */
  readonly names?: readonly string[];
}

/**
 * Fingerprints of what the import calls carry. Names of devices are not compared with those of a second export: where they alone have
 * changed, nothing could be sent. The address of a social login too, which the service takes
 * from the provider at the next sign-in.
 *
 * @param keyed Under the journal's key: 128 bits, so no two parts of a billion users have the same by chance.
 */
export function printOf(user: NormalizedUser, keyed: KeyedPrint): UserPrint {
  const { externalUserId, passwordHash, email, emailVerified, phoneNumber, thirdParty, totp } = user;
  // The ID is part of each, so that two users with the same number don't look alike.
  const print = (...parts: readonly (string | number)[]): string => keyed(JSON.stringify(parts));
  const made: { -readonly [Part in keyof UserPrint]: UserPrint[Part] } = {};
  if (passwordHash !== undefined) made.password = print("password", externalUserId, passwordHash);
  const address = email === undefined ? undefined : print("email", externalUserId, email.toLowerCase());
  const isLeftOut = user.codesToPhoneAlone === true;
  if (address !== undefined && isLeftOut) made.leftOut = address;
  // Of the login by phone alone, no call carries it.
  if (address !== undefined && (!isLeftOut || passwordHash !== undefined || thirdParty.length > 0))
    made.email = address;
  if (email !== undefined && emailVerified) made.verified = true;
  if (phoneNumber !== undefined) made.phone = print("phone", externalUserId, phoneNumber);
  if (thirdParty.length > 0) {
    made.social = thirdParty.map(({ thirdPartyId, thirdPartyUserId }) =>
      print("social", externalUserId, thirdPartyId, thirdPartyUserId),
    );
  }
  if (totp.length > 0) {
    made.totp = totp.map(({ secretKey, period, skew }) => print("totp", externalUserId, secretKey, period, skew));
    const names = deviceNames(totp.map(({ deviceName }) => deviceName));
    made.names = names.map((name) => print("name", externalUserId, name.trim()));
  }
  return made;
}

export function addressOf({ email, leftOut }: UserPrint): string | undefined {
  return email ?? leftOut;
}

/** Whether any part is as it was. */
export function hasInCommon(was: UserPrint, now: UserPrint): boolean {
  const partsOf = (print: UserPrint): readonly (string | undefined)[] => {
    const { password, phone, social = [], totp = [] } = print;
    return [password, phone, addressOf(print), ...social, ...totp];
  };
  const before = new Set(partsOf(was));
  return partsOf(now).some((part) => part !== undefined && before.has(part));
}

/** Any value may appear in a file. */
export function isUserPrint(value: unknown): value is UserPrint {
  if (typeof value !== "object" || value === null) return false;
  const {
    password = "",
    email = "",
    leftOut = "",
    phone = "",
    social = [],
    totp = [],
    names = [],
  } = value as Record<string, unknown>;
  return (
    [password, email, leftOut, phone].every((print) => typeof print === "string") &&
    [social, totp, names].every((list) => Array.isArray(list) && list.every((print) => typeof print === "string"))
  );
}
