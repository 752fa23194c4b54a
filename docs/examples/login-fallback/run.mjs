/**
 * Starts the service and the login server, logs users of an old system in, and prints
 * what happened: `npm install`, `node run.mjs`
 */
import { BESIDE_THE_PASSWORD, describeAccounts } from "./sample-user.mjs";
import { createLoginServer } from "./server.mjs";
import { startService } from "./service.mjs";

// Sample hashes, published as known answers: crypt_blowfish, hashcat's examples.
const legacyUsers = new Map(
  [
    {
      id: "1",
      email: "ann@example.com",
      passwordHash: "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW",
    },
    {
      id: "2",
      email: "bob@example.com",
      passwordHash: "$P$984478476IagS59wHZvyQMArzfx58u.",
      ...BESIDE_THE_PASSWORD,
    },
    { id: "3", email: "eve@example.com", passwordHash: "$2a$05$cut.off" },
  ].map((user) => [user.email, user]),
);

const service = await startService();
const server = createLoginServer({ service, legacyUsers }).listen(0, "127.0.0.1");
await new Promise((resolve) => server.once("listening", resolve));
const { port } = server.address();

async function logIn(email, password) {
  const response = await fetch(`http://127.0.0.1:${port}/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  return response.status;
}

const logins = [
  ["ann@example.com", "a wrong one"],
  ["ann@example.com", "U*U"],
  ["ann@example.com", "U*U"],
  ["bob@example.com", "hashcat"],
  ["bob@example.com", "hashcat"],
  ["eve@example.com", "whatever"],
  ["nobody@example.com", "whatever"],
];
for (const [email, password] of logins) {
  process.stdout.write(`${email} ${await logIn(email, password)}\n`);
}
process.stdout.write(`${describeAccounts(service.state())}\n`);

await new Promise((resolve) => server.close(resolve));
await service.close();
