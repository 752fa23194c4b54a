/**
 * Writes the users of an old system as `credport check --fallback` does, starts the new service's stand-in and the
 * server, logs them in and prints what happened: `npm install`, `node run.mjs`
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fallbackStatus, openFallbackStore } from "credport/login";
import { BESIDE_THE_PASSWORD, describeAccounts, LONG_PASSWORD, LONG_PASSWORD_HASH } from "./sample-user.mjs";
import { createLoginServer } from "./server.mjs";
import { startService } from "./service.mjs";

// Sample hashes, published as known answers: crypt_blowfish, hashcat's examples.
const users = [
  ["1", "ann@example.com", "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"],
  ["2", "bob@example.com", "$P$984478476IagS59wHZvyQMArzfx58u.", BESIDE_THE_PASSWORD, "bob"],
  ["3", "eve@example.com", "$2a$05$cut.off"],
  ["4", "kim@example.com", LONG_PASSWORD_HASH],
];
const folder = await mkdtemp(join(tmpdir(), "login-fastify-"));
const file = join(folder, "users.ndjson");
const lines = users.map(([externalUserId, email, passwordHash, more, ...names]) =>
  JSON.stringify({
    externalUserId,
    identifiers: [email, ...names],
    email,
    emailVerified: true,
    passwordHash,
    ...more,
  }),
);
await writeFile(file, `${lines.join("\n")}\n`, { mode: 0o600 });

const opened = await openFallbackStore(file, { peppers: process.env });
if (opened.ok === false) throw new Error(opened.problems[0].message);
const started = await startService(opened.value);
const server = createLoginServer({ service: started.service, store: opened.value });
const url = await server.listen({ port: 0, host: "127.0.0.1" });

const logins = [
  ["ann@example.com", "a wrong one"],
  ["ann@example.com", "U*U"],
  ["ann@example.com", "U*U"],
  ["ANN@example.com", "a wrong one"],
  ["bob", "hashcat"],
  ["bob", "hashcat"],
  ["bob@example.com", "hashcat"],
  ["eve@example.com", "whatever"],
  ["kim@example.com", LONG_PASSWORD],
  ["nobody@example.com", "whatever"],
  ["nobody@example.com", ["not a text"]],
];
async function logIn(email, password) {
  const { status } = await fetch(`${url}/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  return status;
}
for (const [email, password] of logins) {
  process.stdout.write(`${email} ${await logIn(email, password)}\n`);
}
const status = await fallbackStatus(file);
process.stdout.write(`${describeAccounts(started.state())}, left: ${status.value.left}\n`);
await started.close();
process.stdout.write(`while the service is down ${await logIn("ann@example.com", "U*U")}\n`);

await server.close();
await opened.value.close();
await rm(folder, { recursive: true });
