import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");

/** An application with the recipe of docs/login.md, over the embedded service: prints how each request ended. */
const APP = `
import supertokens from "supertokens-node";
import Session from "supertokens-node/recipe/session/index.js";
import { CollectingResponse, middleware, PreParsedRequest } from "supertokens-node/framework/custom/index.js";
import { createAdministrationClient, createImportClient } from "credport/client";
import { createImportService, createLoginFallback } from "credport/login";
import { createRehearsalService } from "credport/rehearsal";

const apiKey = "an-invented-key-0123456789";
const rehearsal = createRehearsalService({ service: "supertokens", interfaceVersions: ["5.1", "5.4"], apiKeys: [apiKey] });
const { url, close } = await rehearsal.listen();
const connection = { baseUrl: url, apiKey, service: "supertokens" };
// Known answer: crypt_blowfish, for U*U.
const passwordHash = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
const emails = ["ada@example.com", "bob@example.com"];
const users = new Map(emails.map((email) => [email, { id: email, email, emailVerified: true, passwordHash }]));
const store = {
  hasBegun: async () => false,
  noteBegun: async () => true,
  findLegacyUser: async (email) => users.get(email) ?? null,
  forgetUser: async ({ email }) => users.delete(email),
};
const [client, administration] = [createImportClient(connection), createAdministrationClient(connection)];
globalThis.fallback = createLoginFallback({ store, service: createImportService({ client, administration, store }) });
const { recipe } = await import("./recipe.mjs");
const appInfo = { appName: "a", apiDomain: "http://localhost:3001", websiteDomain: "http://localhost:3000" };
const supertokensOf = { connectionURI: url, apiKey };
supertokens.init({ framework: "custom", telemetry: false, supertokens: supertokensOf, appInfo, recipeList: [recipe, Session.init()] });

async function post(path, fields) {
  const formFields = Object.entries(fields).map(([id, value]) => ({ id, value }));
  const headers = new Headers({ "content-type": "application/json", rid: "emailpassword", "st-auth-mode": "header" });
  const parsed = { getFormBody: async () => ({}), getJSONBody: async () => ({ formFields }) };
  const at = "http://localhost:3001/auth" + path;
  const request = new PreParsedRequest({ method: "post", url: at, query: {}, headers, cookies: {}, ...parsed });
  const response = new CollectingResponse();
  await middleware()(request, response);
  console.log(path, fields.email, JSON.parse(response.body).status);
}
await post("/signin", { email: "ada@example.com", password: "U*V" });
await post("/signup", { email: "ada@example.com", password: "a password 1" });
await post("/signin", { email: "ada@example.com", password: "U*U" });
await post("/signin", { email: "ada@example.com", password: "U*U" });
await post("/signup", { email: "new@example.com", password: "a password 1" });
console.log([...users.keys()].join());
await close();
process.exit();
`;

it("the recipe of docs/login.md logs users of the old system in by SuperTokens' own routes, at the first try", () => {
  const page = readFileSync(join(ROOT, "docs/login.md"), "utf8");
  const [, block = ""] = /## With SuperTokens' SDK[\s\S]*?```ts compile-only\n([\s\S]*?)```/.exec(page) ?? [];
  const code = block
    .replace("declare const fallback: LoginServer;", "const fallback = globalThis.fallback;")
    .replace('recipe/emailpassword"', 'recipe/emailpassword/index.js"');
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 };
  const folder = mkdtempSync(join(tmpdir(), "credport-recipe-"));
  try {
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(ROOT, join(folder, "node_modules/credport"));
    symlinkSync(join(ROOT, "node_modules/supertokens-node"), join(folder, "node_modules/supertokens-node"));
    writeFileSync(join(folder, "recipe.mjs"), ts.transpileModule(code, { compilerOptions }).outputText);
    writeFileSync(join(folder, "app.mjs"), APP);
    const printed = execFileSync(process.execPath, ["app.mjs"], { cwd: folder, encoding: "utf8" });
    expect(printed.trim().split("\n")).toEqual([
      "/signin ada@example.com WRONG_CREDENTIALS_ERROR",
      "/signup ada@example.com FIELD_ERROR",
      "/signin ada@example.com OK",
      "/signin ada@example.com OK",
      "/signup new@example.com OK",
      "bob@example.com",
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
