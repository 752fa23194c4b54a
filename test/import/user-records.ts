import type { NormalizedUser, UserRecord } from "../../src/source/index.js";

const BCRYPT = "$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy";
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

export const emailOf = (number: number): string => `user-${number}@example.com`;
export const phoneOf = (number: number): string => `+1555${String(number).padStart(7, "0")}`;

/** A user of one of six kinds, by turns; no two share anything. */
export function makeUser(number: number): NormalizedUser {
  const email = emailOf(number);
  const password = { email, passwordHash: BCRYPT };
  const social = { thirdPartyId: "google", thirdPartyUserId: `g-${number}`, email, isVerified: true };
  const device = { secretKey: SECRET, period: 30, skew: 1 };
  const base = { externalUserId: `old-${number}`, emailVerified: false, thirdParty: [], totp: [] };
  const kinds: readonly NormalizedUser[] = [
    { ...base, ...password },
    { ...base, ...password, totp: [device, { ...device, deviceName: "phone" }] },
    { ...base, ...password, phoneNumber: phoneOf(number), totp: [device] },
    { ...base, ...password, thirdParty: [social] },
    { ...base, phoneNumber: phoneOf(number) },
    { ...base, email, thirdParty: [social], phoneNumber: phoneOf(number), totp: [device] },
  ];
  return kinds[number % kinds.length] as NormalizedUser;
}

export function recordOf(user: NormalizedUser, index: number): UserRecord {
  return {
    kind: "user",
    index,
    line: index + 1,
    userId: user.externalUserId,
    identifiers: [],
    result: { ok: true, value: { user, changes: [] }, warnings: [] },
  };
}

export async function* recordsOf(users: Iterable<NormalizedUser>): AsyncGenerator<UserRecord> {
  let index = 0;
  for (const user of users) yield recordOf(user, index++);
}

export function makeUsers(count: number): NormalizedUser[] {
  return Array.from({ length: count }, (_, number) => makeUser(number));
}
