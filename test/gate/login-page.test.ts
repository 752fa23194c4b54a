import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";
import { beforeEach, expect, it } from "vitest";
import { createAdministrationClient } from "../../src/client/index.js";
import { createRehearsalService } from "../../src/rehearsal/index.js";
import { useTemporaryFolder } from "../temporary-folder.js";

/** The servers of docs/login.md, as a reader copies them, over the built package. */
const ROOT = resolve(import.meta.dirname, "../..");
const PAGE = readFileSync(join(ROOT, "docs/login.md"), "utf8");
const HEADERS = { "content-type": "application/json" };

type Post = (request: Request) => Promise<Response>;

const temporary = useTemporaryFolder();
beforeEach(() => {
  mkdirSync(join(temporary.path(), "node_modules"));
  for (const name of ["credport", "express"]) {
    const target = name === "credport" ? ROOT : join(ROOT, "node_modules", name);
    symlinkSync(target, join(temporary.path(), "node_modules", name));
  }
});

/** The block in which this line is, with other values in place of some texts. */
async function copied<Module>(line: string, values: Readonly<Record<string, string>>): Promise<Module> {
  const block = [...PAGE.matchAll(/^```ts compile-only\n([\s\S]*?)^```/gm)].find(([, code]) => code?.includes(line));
  let code = block?.[1] ?? "";
  for (const [text, value] of Object.entries(values)) {
    expect(code).toContain(text);
    code = code.replace(text, () => value);
  }
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 };
  const path = join(temporary.path(), "server.mjs");
  writeFileSync(path, ts.transpileModule(code, { compilerOptions }).outputText);
  return (await import(/* @vite-ignore */ pathToFileURL(path).href)) as Module;
}

it("the whole server asks for the second factor that an account has", async () => {
  const apiKeys = ["an-invented-key-0123456789"];
  const rehearsal = createRehearsalService({ service: "supertokens", apiKeys });
  const { url, close } = await rehearsal.listen();
  const totp = [{ secretKey: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", period: 30, skew: 1, deviceName: "phone" }];
  // Known answer: crypt_blowfish, for U*U.
  const passwordHash = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
  const users = [["ann"], ["bob", { totp }]].map(([name, more = {}]) => {
    const email = `${name}@example.com`;
    return { externalUserId: name, identifiers: [email], email, emailVerified: true, passwordHash, ...Object(more) };
  });
  const file = join(temporary.path(), "users.ndjson");
  writeFileSync(file, users.map((user) => `${JSON.stringify(user)}\n`).join(""), { mode: 0o600 });
  const { POST } = await copied<{ POST: Post }>("openFallbackStore(", {
    '"users.ndjson"': JSON.stringify(file),
    '"http://127.0.0.1:3567"': JSON.stringify(url),
    '"the key"': JSON.stringify(apiKeys[0]),
  });
  const answered = async (name: string) => {
    const answer = await POST(login(`${name}@example.com`, "U*U"));
    return [answer.status, await answer.json()];
  };
  try {
    // At the first login, which brings them over, and at a later one.
    for (const _ of [1, 2]) {
      expect(await answered("ann")).toEqual([200, { loggedIn: true, needsCode: false }]);
      expect(await answered("bob")).toEqual([200, { loggedIn: false, needsCode: true }]);
    }
  } finally {
    await close();
  }
});

const LETS_IN = '{ logIn: async () => ({ kind: "signed-in", loggedIn: true, account: { userId: "u1" } }) }';

function login(email: string, password: string, url = "https://app.example/login") {
  return new Request(url, { method: "POST", headers: HEADERS, body: JSON.stringify({ email, password }) });
}

it("the server for Express logs in by an address of its own", async () => {
  const { server } = await copied<{ server: { listen: (port: number, listening: () => void) => Listening } }>(
    "expressDoors(fallback",
    { "declare const fallback: LoginServer;": `const fallback = ${LETS_IN};` },
  );
  const listening = await new Promise<Listening>((resolve) => {
    const started = server.listen(0, () => resolve(started));
  });
  try {
    const { port } = listening.address();
    const answer = await fetch(login("ann@example.com", "U*U", `http://127.0.0.1:${port}/login`));
    expect([answer.status, await answer.json()]).toEqual([200, { loggedIn: true }]);
  } finally {
    listening.close();
  }
});

interface Listening {
  readonly address: () => AddressInfo;
  readonly close: () => void;
}

it("the route for Next opens the store at the first request, and once more after it could not", async () => {
  const open = `let opened = 0;
    const open = async () => { if (++opened === 1) throw new Error("no file yet"); return ${LETS_IN}; };
    export const howOften = () => opened;`;
  const { POST, howOften } = await copied<{ POST: Post; howOften: () => number }>("let opening", {
    "declare const open: () => Promise<LoginServer>;": open,
  });
  expect(howOften()).toBe(0);
  await expect(POST(login("ann@example.com", "U*U"))).rejects.toThrow("no file yet");
  for (const _ of [1, 2]) expect((await POST(login("ann@example.com", "U*U"))).status).toBe(200);
  expect(howOften()).toBe(2);
});

it("the page of the client names each call of an administration client", () => {
  const client = createAdministrationClient({
    baseUrl: "http://localhost",
    apiKey: "rehearsal",
    service: "supertokens",
  });
  const page = readFileSync(join(ROOT, "docs/client.md"), "utf8");
  const calls = Object.getOwnPropertyNames(Object.getPrototypeOf(client)).filter((name) => name !== "constructor");
  expect(calls).toContain("listDevices");
  expect(calls.filter((name) => !page.includes(`\`${name}`))).toEqual([]);
});
