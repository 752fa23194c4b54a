/**
 * An application with supertokens-node, pointed at the rehearsal in place of a core: it signs a new user
 * up, imports one with a hash and an authenticator app, signs that one in and verifies a code.
 */
import { createHmac } from "node:crypto";
import { createImportClient } from "credport/client";
import { createRehearsalService } from "credport/rehearsal";
import supertokens from "supertokens-node";
import EmailPassword from "supertokens-node/recipe/emailpassword/index.js";
import MultiFactorAuth from "supertokens-node/recipe/multifactorauth/index.js";
import Session from "supertokens-node/recipe/session/index.js";
import TOTP from "supertokens-node/recipe/totp/index.js";

const apiKey = "an-invented-key-0123456789";
const rehearsal = createRehearsalService({
  service: "supertokens",
  interfaceVersions: ["5.1", "5.4"],
  apiKeys: [apiKey],
});
const { url, close } = await rehearsal.listen();

supertokens.init({
  framework: "custom",
  telemetry: false,
  supertokens: { connectionURI: url, apiKey },
  appInfo: { appName: "example", apiDomain: "http://localhost:3001", websiteDomain: "http://localhost:3000" },
  recipeList: [EmailPassword.init(), Session.init(), MultiFactorAuth.init(), TOTP.init()],
});

const print = (what, status) => process.stdout.write(`${what.padEnd(34)}${status}\n`);

const made = await EmailPassword.signUp("public", "new@example.com", "a new password 1");
print("sign-up", made.status);

const client = createImportClient({ baseUrl: url, apiKey, service: "supertokens" });
const imported = await client.importPasswordHash({
  email: "ada@example.com",
  // Of the password U*U, from OpenBSD's test suite.
  passwordHash: "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW",
});
if (!imported.ok) throw new Error(imported.problems[0].message);
const { userId } = imported.value;
print("import of a hash", "OK");

const device = {
  userId,
  secretKey: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
  skew: 1,
  period: 30,
  deviceName: "phone",
};
const added = await client.importTotpDevice(device);
if (!added.ok) throw new Error(added.problems[0].message);
print("import of an authenticator app", "OK");

const wrong = await EmailPassword.signIn("public", "ada@example.com", "U*V");
print("sign-in with a wrong password", wrong.status);
const signedIn = await EmailPassword.signIn("public", "ada@example.com", "U*U");
print("sign-in with the old password", signedIn.status);

const session = await Session.createNewSessionWithoutRequestResponse("public", signedIn.recipeUserId);
const read = await Session.getSessionWithoutRequestResponse(session.getAccessToken());
print("session of that user", read.getUserId() === userId ? "OK" : "of somebody else");

const verified = await TOTP.verifyTOTP("public", userId, codeNow("12345678901234567890"));
print("code of the authenticator app", verified.status);
const again = await TOTP.verifyTOTP("public", userId, "000000");
print("a wrong code", again.status);

await close();

/** RFC 6238: what an authenticator app shows for this key. */
function codeNow(key) {
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const digest = createHmac("sha1", key).update(step).digest();
  const code = digest.readUInt32BE(digest[19] & 15) & 0x7fffffff;
  return String(code % 1_000_000).padStart(6, "0");
}
