import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";
import { beforeEach, expect, it } from "vitest";
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
