/**
 * What a user's program does, in few lines, for bundlers: verifies the vectors in a file, lets a user in, and sends an
 * import over HTTP with the client's own transport. Prints one line of JSON. Without a file: how bcrypt and argon2 are
 * computed.
 */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createImportClient } from "credport/client";
import { createLoginFallback } from "credport/login";
import { enginesAvailable, verifyPassword } from "credport/verify";

const BCRYPT = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";

/** Bytes that are not text have no engine where neither native code nor hash-wasm is, and so has `$2x$`. */
async function verdictOn({ input: { hash, password, ...options }, outputs, problem }) {
  const given = typeof password === "string" ? password : Buffer.from(password.hex, "hex");
  const result = await verifyPassword(given, hash, options);
  if (result.ok) return outputs.some(({ matches }) => matches === result.value.matches) ? "right" : "wrong";
  const { code } = result.problems[0];
  if (code === problem) return "right";
  const isKnownGap = typeof password !== "string" || hash.includes("$2x$");
  return code === "verify/engine-missing" && isKnownGap ? "without engine" : "wrong";
}

async function vectors() {
  const found = { right: [], wrong: [], "without engine": [] };
  const cases = JSON.parse(readFileSync(process.argv[2], "utf8"));
  for (const one of cases) found[await verdictOn(one)].push(one.id);
  return { passed: found.right.length, withoutEngine: found["without engine"].length, failed: found.wrong };
}

async function login() {
  const findLegacyUser = async () => ({ id: "1", passwordHash: BCRYPT });
  const fallback = createLoginFallback({ findLegacyUser, importUser: async () => undefined });
  return (await fallback.attempt("ann", "U*U")).kind;
}

async function client() {
  const user = { id: "u1", emails: ["a@example.com"], loginMethods: [] };
  const server = createServer((_, response) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ status: "OK", user }));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const baseUrl = `http://127.0.0.1:${server.address().port}`;
    const sender = createImportClient({ baseUrl, apiKey: "any" });
    const reply = await sender.importPasswordHash({ email: "a@example.com", passwordHash: BCRYPT });
    return reply.ok ? "imports" : reply.problems[0].code;
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function engines() {
  return (await enginesAvailable()).slice(0, 2).map(({ kind }) => kind);
}

(async () => {
  const hasVectors = process.argv.length > 2;
  const answers = hasVectors
    ? { vectors: await vectors(), login: await login(), client: await client() }
    : { engines: await engines() };
  process.stdout.write(`${JSON.stringify(answers)}\n`, () => process.exit(0));
})();
