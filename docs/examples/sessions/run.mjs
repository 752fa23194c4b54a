/**
 * Moves two users with their sessions: one has the old system's JWT, the other its cookie. Starts the rehearsal in
 * the place of the new service: `npm install`, `node run.mjs`
 */
import { createHmac, randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createImportClient } from "credport/client";
import { createRehearsalService } from "credport/rehearsal";
import { SignJWT } from "jose";
import supertokens from "supertokens-node";
import EmailPassword from "supertokens-node/recipe/emailpassword/index.js";
import Session from "supertokens-node/recipe/session/index.js";
import { createExchangeServer } from "./server.mjs";
import { createSpentTokens } from "./spent-tokens.mjs";

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
  recipeList: [EmailPassword.init(), Session.init()],
});

// The users of the old system, under their old IDs. A disabled user may not exchange.
const client = createImportClient({ baseUrl: url, apiKey, service: "supertokens" });
const disabled = new Set(["old-3"]);
for (const id of ["old-1", "old-2", "old-3"]) {
  const passwordHash = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
  const imported = await client.importPasswordHash({ email: `${id}@example.com`, passwordHash });
  if (!imported.ok) throw new Error(imported.problems[0].message);
  await supertokens.createUserIdMapping({ superTokensUserId: imported.value.userId, externalUserId: id });
}

const DAY = 86_400_000;
const jwt = { key: randomBytes(32), issuer: "https://old.example.com", audience: "shop" };
const cookieSecret = "the old session secret";
const sessionId = randomBytes(24).toString("base64url");
const oldSessions = new Map([[sessionId, { userId: "old-2", endsAt: Date.now() + DAY }]]);
const folder = await mkdtemp(join(tmpdir(), "spent-tokens-"));
const spentTokens = createSpentTokens(folder);
const parts = {
  jwt,
  cookie: { name: "connect.sid", secret: cookieSecret, findSession: async (id) => oldSessions.get(id) },
  spentTokens,
  async findUser(oldUserId) {
    const found = await supertokens.getUserIdMapping({ userId: oldUserId, userIdType: "EXTERNAL" });
    return found.status === "OK" ? { userId: oldUserId, mayExchange: !disabled.has(oldUserId) } : undefined;
  },
  async openSession(userId) {
    const recipeUserId = supertokens.convertToRecipeUserId(userId);
    const session = await Session.createNewSessionWithoutRequestResponse("public", recipeUserId);
    const { accessToken, refreshToken } = session.getAllSessionTokensDangerously();
    return { accessToken, refreshToken };
  },
  ownOrigin: "https://shop.example.com",
};
// Two processes, as they would be behind a load balancer: they share the folder.
const servers = [1, 2].map(() =>
  createExchangeServer({ ...parts, until: Date.now() + 30 * DAY }).listen(0, "127.0.0.1"),
);
const late = createExchangeServer({ ...parts, until: Date.now() - 1 }).listen(0, "127.0.0.1");
await Promise.all([...servers, late].map((server) => new Promise((resolve) => server.once("listening", resolve))));

async function exchange(server, headers) {
  const response = await fetch(`http://127.0.0.1:${server.address().port}/session/exchange`, {
    method: "POST",
    headers: { origin: parts.ownOrigin, ...headers },
  });
  return response;
}

/** A token of the old system, as it made them. */
const oldJwt = (userId, { key = jwt.key, alg = "HS256", ends = "1h", ...claims } = {}) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg })
    .setSubject(userId)
    .setJti(randomBytes(8).toString("hex"))
    .setIssuer(claims.iss ?? jwt.issuer)
    .setAudience(jwt.audience)
    .setIssuedAt()
    .setExpirationTime(ends)
    .sign(key);
const bearer = (token) => ({ authorization: `Bearer ${token}` });
const cookieOf = (id, secret = cookieSecret) => {
  const signature = createHmac("sha256", secret).update(id).digest("base64").replace(/=+$/, "");
  return { cookie: `other=1; connect.sid=${encodeURIComponent(`s:${id}.${signature}`)}` };
};

const print = (what, said) => process.stdout.write(`${what.padEnd(38)}${said}\n`);
async function userOf(response) {
  if (response.status !== 204) return `${response.status} ${(await response.json()).error}`;
  const [access] = response.headers.getSetCookie().filter((text) => text.startsWith("sAccessToken="));
  const token = decodeURIComponent(access.slice("sAccessToken=".length).split(";")[0]);
  return `session of ${(await Session.getSessionWithoutRequestResponse(token)).getUserId()}`;
}

const token = await oldJwt("old-1");
const [first, second] = servers;
// Twenty at a time, on two servers: one session comes of it.
const flood = await Promise.all(Array.from({ length: 20 }, (_, index) => exchange(servers[index % 2], bearer(token))));
const won = flood.filter(({ status }) => status === 204);
print("a JWT, sent twenty times at once", `${won.length} session, ${flood.length - won.length} refused`);
print("who that is", await userOf(won[0]));
print("the same JWT later", await userOf(await exchange(second, bearer(token))));
const byCookie = await exchange(first, cookieOf(sessionId));
print("a cookie", await userOf(byCookie));
print(
  "the old cookie is taken away",
  byCookie.headers.getSetCookie().some((text) => /^connect\.sid=;/.test(text)),
);
print("the same cookie later", await userOf(await exchange(second, cookieOf(sessionId))));
print("a cookie with another signature", await userOf(await exchange(first, cookieOf(sessionId, "guessed"))));
print(
  "a session that is not there",
  await userOf(await exchange(first, cookieOf(randomBytes(24).toString("base64url")))),
);
print(
  "a JWT of another key",
  await userOf(await exchange(first, bearer(await oldJwt("old-1", { key: randomBytes(32) })))),
);
print(
  "a JWT of another issuer",
  await userOf(await exchange(first, bearer(await oldJwt("old-1", { iss: "https://x.example" })))),
);
print(
  "a JWT that has ended",
  await userOf(await exchange(first, bearer(await oldJwt("old-1", { ends: Math.floor(Date.now() / 1000) - 60 })))),
);
const [, payload] = token.split(".");
const none = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${payload}.AA`;
print("a JWT without a signature", await userOf(await exchange(first, bearer(none))));
print("a user who is disabled", await userOf(await exchange(first, bearer(await oldJwt("old-3")))));
print("a user who was not migrated", await userOf(await exchange(first, bearer(await oldJwt("old-9")))));
const elsewhere = { ...bearer(await oldJwt("old-1")), origin: "https://evil.example" };
print("from another page", await userOf(await exchange(first, elsewhere)));
print("after the last day", await userOf(await exchange(late, bearer(await oldJwt("old-1")))));
print("nothing at all", await userOf(await exchange(first, {})));
const unspent = bearer(await oldJwt("old-1"));
await close();
print("while the service is down", await userOf(await exchange(first, unspent)));

await Promise.all([...servers, late].map((server) => new Promise((resolve) => server.close(resolve))));
await rm(folder, { recursive: true });
