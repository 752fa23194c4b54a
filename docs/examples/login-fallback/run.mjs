/**
 * Starts the service and the login server, logs users of an old system in, and prints
 * what happened: `npm install`, `node run.mjs`
 */
import { createMemoryStore } from "./memory-store.mjs";
import { BESIDE_THE_PASSWORD, describeAccounts, LONG_PASSWORD, LONG_PASSWORD_HASH } from "./sample-user.mjs";
import { createLoginServer } from "./server.mjs";
import { startService } from "./service.mjs";

// Sample hashes, published as known answers: crypt_blowfish, hashcat's examples.
const store = createMemoryStore([
  {
    id: "1",
    identifiers: ["ann@example.com"],
    email: "ann@example.com",
    passwordHash: "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW",
  },
  {
    id: "2",
    identifiers: ["bob@example.com", "bob"],
    email: "bob@example.com",
    passwordHash: "$P$984478476IagS59wHZvyQMArzfx58u.",
    ...BESIDE_THE_PASSWORD,
  },
  {
    id: "3",
    identifiers: ["eve@example.com"],
    email: "eve@example.com",
    passwordHash: "$2a$05$cut.off",
  },
  {
    id: "4",
    identifiers: ["kim@example.com"],
    email: "kim@example.com",
    passwordHash: LONG_PASSWORD_HASH,
  },
]);

const started = await startService(store);
const server = createLoginServer({ service: started.service, store }).listen(0, "127.0.0.1");
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
  ["bob", "hashcat"],
  ["bob", "hashcat"],
  ["bob@example.com", "hashcat"],
  ["eve@example.com", "whatever"],
  ["kim@example.com", LONG_PASSWORD],
  ["nobody@example.com", "whatever"],
];
for (const [email, password] of logins) {
  process.stdout.write(`${email} ${await logIn(email, password)}\n`);
}
process.stdout.write(`${describeAccounts(started.state())}\n`);
await started.close();
process.stdout.write(`while the service is down ${await logIn("ann@example.com", "U*U")}\n`);

await new Promise((resolve) => server.close(resolve));
