import { readFileSync } from "node:fs";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import bcrypt from "bcryptjs";
import { describe, expect, it } from "vitest";
import { CALLS } from "../../../src/client/calls/calls.js";
import { createImportClient } from "../../../src/client/index.js";
import { createRehearsalService, type RehearsalOptions } from "../../../src/rehearsal/index.js";
import { talk } from "../../rehearsal/talk.js";
import { BCRYPT, SECRET } from "../samples.js";

interface Operation {
  readonly operationId: string;
  readonly "x-scope": string;
  readonly parameters: readonly { readonly $ref: string }[];
  readonly responses: Record<string, unknown>;
}

const document = JSON.parse(readFileSync(new URL("../../../docs/openapi.json", import.meta.url), "utf8"));
const ajv = new Ajv2020({ strict: false, allErrors: true });
ajv.addSchema(document, "openapi");

const OPERATIONS: readonly (Operation & { readonly method: string; readonly path: string })[] = Object.entries(
  document.paths as Record<string, Record<string, Operation>>,
).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    ...operation,
    method: method.toUpperCase(),
    path,
  })),
);

const pointerPart = (key: string): string => encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1"));

function schemaAt(...keys: readonly string[]): ValidateFunction {
  return ajv.getSchema(`openapi#/${keys.map(pointerPart).join("/")}`) as ValidateFunction;
}

function expectFit(validate: ValidateFunction, value: unknown, where: string): void {
  const fits = validate(value);
  expect(fits, `${where}: ${ajv.errorsText(validate.errors)}`).toBe(true);
}

/** Where an array is described that may hold anything. */
function arraysWithoutItems(schema: unknown, path = ""): readonly string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const here = "type" in schema && schema.type === "array" && !("items" in schema) ? [path] : [];
  return [...here, ...Object.entries(schema).flatMap(([name, inner]) => arraysWithoutItems(inner, `${path}/${name}`))];
}

/** A rehearsal service with a fetch in front that holds every request and every reply to the document. */
function heldToTheDocument(options: RehearsalOptions) {
  const rehearsal = createRehearsalService(options);
  const seen = new Set<string>();
  const fetch = async (url: string, init: { method: string; headers: Record<string, string>; body?: string }) => {
    const path = new URL(url).pathname;
    const operation = OPERATIONS.find((one) => one.path === path && one.method === init.method)!;
    const where = `${operation.operationId} in ${rehearsal.service.name}`;
    const type = init.headers["Content-Type"]!;
    expectFit(
      schemaAt("paths", path, init.method.toLowerCase(), "requestBody", "content", type, "schema"),
      JSON.parse(init.body ?? ""),
      where,
    );
    const asksForRecipe = operation.parameters.some(({ $ref }) => $ref.endsWith("/Recipe"));
    expect(init.headers.rid).toBe(asksForRecipe ? "passwordless" : undefined);
    expect(init.headers["api-key"]).toBeTruthy();

    const response = await rehearsal.fetch(url, init);
    const text = await response.clone().text();
    if (response.status === 200) {
      const content = ["responses", "200", "content", "application/json", "schema"];
      expectFit(schemaAt("paths", path, init.method.toLowerCase(), ...content), JSON.parse(text), where);
      seen.add(`${operation.operationId} ${JSON.parse(text).status}`);
    } else {
      expect(Object.keys(operation.responses)).toContain(String(response.status));
      expect(response.headers.get("content-type")).toMatch(/^text\/html/);
      seen.add(`${operation.operationId} ${response.status}`);
    }
    return response;
  };
  const client = createImportClient({
    baseUrl: "http://localhost",
    apiKey: "key",
    retry: { attempts: 1 },
    ...(options.service === undefined ? {} : { service: options.service }),
    fetch,
  });
  return { client, seen, rehearsal };
}

describe("docs/openapi.json", () => {
  it("has the eight calls of the client's table and nothing else", () => {
    const documented = OPERATIONS.map(({ operationId, method, path, "x-scope": scope }) => [
      operationId,
      { method, path, scope },
    ]);
    const table = Object.entries(CALLS).map(
      ([
        name,
        {
          endpoint: { method, path, scope },
        },
      ]) => [name, { method, path, scope }],
    );
    expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(table));
    expect(document.openapi).toMatch(/^3\.1\./);
  });

  it("is a valid OpenAPI document", async () => {
    const judge = new Validator();
    const { valid, errors } = await judge.validate(structuredClone(document));
    expect(errors ?? []).toEqual([]);
    expect([valid, judge.version]).toEqual([true, "3.1"]);
    const broken = structuredClone(document);
    broken.paths["/recipe/user"].put.responses["200"] = { content: {} };
    expect((await new Validator().validate(broken)).valid).toBe(false);
  });

  it.each(Object.keys(document.components.schemas))("says of %s all that code generators ask for", (name) => {
    const strict = new Ajv2020({ strict: true });
    strict.addVocabulary(Object.keys(document));
    strict.addSchema(document, "openapi");
    expect(() => strict.getSchema(`openapi#/components/schemas/${name}`)).not.toThrow();
    expect(arraysWithoutItems(document.components.schemas[name])).toEqual([]);
  });

  it("has no reference that leads nowhere", () => {
    const references = JSON.stringify(document).match(/"\$ref":"[^"]+"/g) ?? [];
    for (const reference of new Set(references)) {
      const path = JSON.parse(`{${reference}}`).$ref.slice(2).split("/");
      expect(
        path.reduce((at: Record<string, never>, key: string) => at?.[key], document),
        reference,
      ).toBeDefined();
    }
  });

  it.each(["default", "supertokens"] as const)(
    "fits what client and rehearsal service say in the profile %s",
    async (service) => {
      const { client, seen } = heldToTheDocument({ service });
      const firstFactor = { kind: "password-hash", email: "a@example.com", passwordHash: BCRYPT } as const;
      const device = { secretKey: SECRET, skew: 1, period: 30 };
      for (let run = 0; run < 2; run++) {
        expect((await client.migrateTotp({ firstFactor, devices: [device] })).ok).toBe(true);
        expect(
          (
            await client.migratePasswordless({
              firstFactor,
              email: "a@example.com",
              phoneNumber: "+15555550100",
            })
          ).ok,
        ).toBe(true);
      }
      const user = await client.importThirdPartyUser({
        thirdPartyId: "google",
        thirdPartyUserId: "1081",
        email: { id: "a@example.com", isVerified: true },
      });
      const recipeUserId = (user.ok && user.value.userId) || "";
      await client.importTotpDevice({ ...device, userId: recipeUserId });
      await client.makePrimaryUser({ recipeUserId });
      await client.makePrimaryUser({ recipeUserId: "nobody" });
      await client.linkAccounts({ primaryUserId: recipeUserId, recipeUserId });
      await client.consumePasswordlessCode({ preAuthSessionId: "x", linkCode: "abcd" });
      await client.updatePasswordlessUser({ userId: "nobody", email: "b@example.com" });
      expect([...seen].sort()).toEqual([
        "consumePasswordlessCode OK",
        "consumePasswordlessCode RESTART_FLOW_ERROR",
        "createPasswordlessCode OK",
        "importPasswordHash OK",
        "importThirdPartyUser OK",
        "importTotpDevice DEVICE_ALREADY_EXISTS_ERROR",
        "importTotpDevice OK",
        "linkAccounts INPUT_USER_IS_NOT_A_PRIMARY_USER",
        "linkAccounts OK",
        "makePrimaryUser 400",
        "makePrimaryUser ACCOUNT_INFO_ALREADY_ASSOCIATED_WITH_ANOTHER_PRIMARY_USER_ID_ERROR",
        "makePrimaryUser OK",
        "updatePasswordlessUser OK",
        "updatePasswordlessUser UNKNOWN_USER_ID_ERROR",
      ]);
    },
  );

  it("fits provider-scrypt and the refusals of licence and key", async () => {
    const passwordHash =
      "$f_scrypt$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==$42xEC+ixf3L2lw==$m=14$r=8$s=Bw==";
    const poor = heldToTheDocument({ licensed: false });
    await poor.client.importTotpDevice({ userId: "u", secretKey: SECRET, skew: 1, period: 30 });
    expect(await poor.client.importPasswordHash({ email: "a@example.com", passwordHash })).toMatchObject({
      ok: false,
      problems: [{ code: "client/signer-key-missing" }],
    });
    const closed = heldToTheDocument({ apiKeys: ["another"] });
    await closed.client.makePrimaryUser({ recipeUserId: "u" });
    expect([...poor.seen, ...closed.seen].sort()).toEqual([
      "importPasswordHash 500",
      "importTotpDevice 402",
      "makePrimaryUser 401",
    ]);
  });

  it.each([
    ["TotpDevice", { userId: "u", secretKey: "lower" }],
    ["CodeRequest", { email: "a@b.c", phoneNumber: "+15555550100" }],
    ["PasswordlessUpdate", { userId: "u" }],
    ["PasswordHash", { email: "a@b.c", passwordHash: bcrypt.hashSync("x", 4), hashingAlgorithm: "provider_scrypt" }],
    ["ThirdPartyUser", { thirdPartyId: "g", thirdPartyUserId: "1", email: { id: "a@b.c" } }],
    ["Code", { status: "OK" }],
  ])("is strict enough to refuse a wrong %s", (name, value) => {
    expect(schemaAt("components", "schemas", name)(value)).toBe(false);
  });
});

describe("client and rehearsal service without the document in between", () => {
  it("agree on the sign-in of an imported user", async () => {
    const rehearsal = createRehearsalService({ verify: bcrypt.compare });
    const client = createImportClient({ baseUrl: "http://localhost", apiKey: "key", fetch: rehearsal.fetch });
    const imported = await client.importPasswordHash({ email: "a@example.com", passwordHash: BCRYPT });
    const body = { email: "a@example.com", password: "correct horse battery staple" };
    const signedIn = await talk(rehearsal, "POST", "/rehearsal/signin", body);
    expect(signedIn.json).toEqual({ status: "OK", userId: imported.ok && imported.value.userId });
  });
});
