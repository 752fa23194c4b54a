import type { ImportClient } from "../../src/client/index.js";

/** A bcrypt hash of "correct horse battery staple", made with bcryptjs. */
export const BCRYPT = "$2b$04$S4L8PyTG8JqcqvgTNcauV.JnfD76hw6Zoa9xp8IxFhbZLdXZrjz7W";
/** RFC 6238's test key "12345678901234567890" in base32. */
export const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
export const CODE_REPLY = {
  status: "OK",
  preAuthSessionId: "session-1",
  codeId: "0b6a5d9c-6b5f-4f3e-9a53-0a8f2b6f0001",
  deviceId: "device-1",
  userInputCode: "123456",
  linkCode: "link-1",
  timeCreated: 1700000000000,
  codeLifetime: 900000,
};

/** One good request for each of the eight calls, with the body it must become. */
export const GOOD_CALLS: readonly {
  readonly name: Exclude<keyof ImportClient, "service" | "migrateTotp" | "migratePasswordless">;
  readonly request: unknown;
  readonly body: string;
}[] = [
  {
    name: "importTotpDevice",
    request: { userId: "u-1", secretKey: SECRET, skew: 1, period: 30, deviceName: "phone" },
    body: `{"userId":"u-1","secretKey":"${SECRET}","skew":1,"period":30,"deviceName":"phone"}`,
  },
  { name: "createPasswordlessCode", request: { email: "a@example.com" }, body: '{"email":"a@example.com"}' },
  {
    name: "consumePasswordlessCode",
    request: { preAuthSessionId: "session-1", linkCode: "link-1" },
    body: '{"preAuthSessionId":"session-1","linkCode":"link-1"}',
  },
  {
    name: "updatePasswordlessUser",
    request: { userId: "p-1", email: "a@example.com", phoneNumber: "+15555550100" },
    body: '{"userId":"p-1","email":"a@example.com","phoneNumber":"+15555550100"}',
  },
  { name: "makePrimaryUser", request: { recipeUserId: "u-1" }, body: '{"recipeUserId":"u-1"}' },
  {
    name: "linkAccounts",
    request: { primaryUserId: "u-1", recipeUserId: "p-1" },
    body: '{"primaryUserId":"u-1","recipeUserId":"p-1"}',
  },
  {
    name: "importPasswordHash",
    request: { email: "a@example.com", passwordHash: BCRYPT },
    body: `{"email":"a@example.com","passwordHash":"${BCRYPT}"}`,
  },
  {
    name: "importThirdPartyUser",
    request: {
      thirdPartyId: "google",
      thirdPartyUserId: "1081",
      email: { id: "a@example.com", isVerified: true },
    },
    body: '{"thirdPartyId":"google","thirdPartyUserId":"1081","email":{"id":"a@example.com","isVerified":true}}',
  },
];
