/** What a user of the old system has beside a password, with an invented secret. */
export const BESIDE_THE_PASSWORD = {
  phoneNumber: "+15555550100",
  thirdParty: [{ thirdPartyId: "google", thirdPartyUserId: "1081", email: "bob@example.com", isVerified: true }],
  totp: [{ secretKey: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", period: 30, skew: 1, deviceName: "phone" }],
};

/** A password of 73 bytes, and what phpBB and WordPress kept of it: a published vector of passlib. */
export const LONG_PASSWORD = "0123456789012345678901234567890123456789012345678901234567890123456789012";
export const LONG_PASSWORD_HASH = "$P$53wLJAn9olyTFKiJKxLNw7Y4zeqevU.";

/** What the accounts of the service's stand-in have, as a line of text. */
export function describeAccounts({ counts: { users, loginMethods, devices } }) {
  const logins = Object.entries(loginMethods).map(([kind, count]) => `${count} ${kind}`);
  return `users in the new service: ${users} (${logins.join(", ")}, ${devices} authenticator app)`;
}
