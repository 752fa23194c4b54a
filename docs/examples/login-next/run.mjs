/**
 * Calls the route as Next would, with users of an old system: `npm install`, `node run.mjs`. Next itself is
 * not needed for it.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLoginRoute } from "./lib/fallback.mjs";
import { BESIDE_THE_PASSWORD, LONG_PASSWORD, LONG_PASSWORD_HASH } from "./lib/sample-user.mjs";
import { startService } from "./lib/service.mjs";

const folder = await mkdtemp(join(tmpdir(), "login-next-"));
const file = join(folder, "users.ndjson");
// Sample hashes, published as known answers: crypt_blowfish, hashcat's examples.
const users = [
  ["1", "ann@example.com", "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"],
  ["2", "bob@example.com", "$P$984478476IagS59wHZvyQMArzfx58u.", BESIDE_THE_PASSWORD, "bob"],
  ["4", "kim@example.com", LONG_PASSWORD_HASH],
].map(([externalUserId, email, passwordHash, more, ...names]) => ({
  externalUserId,
  identifiers: [email, ...names],
  email,
  emailVerified: true,
  passwordHash,
  ...more,
}));
await writeFile(file, users.map((user) => `${JSON.stringify(user)}\n`).join(""), { mode: 0o600 });
process.env.FALLBACK_FILE = file;
const { POST } = await import("./app/api/login/route.mjs");

const bodies = [
  { email: "ann@example.com", password: "a wrong one" },
  { email: "ann@example.com", password: "U*U" },
  { email: "ann@example.com", password: "U*U" },
  { email: "bob", password: "hashcat" },
  { email: "bob", password: "hashcat" },
  { email: "bob@example.com", password: "hashcat" },
  { email: "kim@example.com", password: LONG_PASSWORD },
  { email: "nobody@example.com", password: "whatever" },
  { email: "ann@example.com" },
  { email: "ann@example.com", password: "x".repeat(20_000) },
];
async function statusOf(post, body) {
  const request = new Request("http://localhost:3000/api/login", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return (await post(request)).status;
}
for (const body of bodies) {
  process.stdout.write(`${body.email} ${await statusOf(POST, body)}\n`);
}
const postWhileDown = createLoginRoute(file, async (store) => {
  const { service, close } = await startService(store);
  await close();
  return service;
});
process.stdout.write(`while the service is down ${await statusOf(postWhileDown, bodies[1])}\n`);
await rm(folder, { recursive: true });
process.exit();
