import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import * as check from "../../src/check/index.js";
import * as client from "../../src/client/index.js";
import * as conformance from "../../src/conformance/index.js";
import * as fleet from "../../src/fleet/index.js";
import * as imports from "../../src/import/index.js";
import * as pure from "../../src/index.js";
import * as login from "../../src/login/index.js";
import { openKvStore } from "../../src/login/store/kv.js";
import { openPostgresStore } from "../../src/login/store/postgres.js";
import { openRedisStore } from "../../src/login/store/redis.js";
import * as rehearsal from "../../src/rehearsal/index.js";
import * as serve from "../../src/serve/index.js";
import * as source from "../../src/source/index.js";
import * as verify from "../../src/verify/index.js";

const API = resolve(import.meta.dirname, "../../docs/api");
// Known answer: crypt_blowfish.
const BCRYPT = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
const URI = "otpauth://totp/a?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const connection = { baseUrl: "http://localhost", apiKey: "key" };
const run = { runFile: "/nowhere/users.fleet" };
const input = { async *[Symbol.asyncIterator]() {} };
const open = () => input;

const FALLBACK_USER = {
  user: { externalUserId: "1", email: "a@example.com", emailVerified: true, thirdParty: [], totp: [] },
  hash: BCRYPT,
};

const CLIENT = client.createImportClient(connection);
const UNDO = {
  ...{ journal: "/nowhere/journal", administration: client.createAdministrationClient(connection) },
  target: { baseUrl: "http://localhost", tenantPath: "", profile: "default" },
};

/** Each with all that it needs, and what is added to its options. */
const CALLS: Readonly<Record<string, (more: object) => unknown>> = {
  identifyHash: (more) => pure.identifyHash(BCRYPT, more),
  normalizeHash: (more) => pure.normalizeHash(BCRYPT, more),
  toBase32Secret: (more) => pure.toBase32Secret("61", "hex", more),
  readSecretText: (more) => pure.readSecretText(URI, more),
  parseOtpauthUri: (more) => pure.parseOtpauthUri(URI, more),
  parseOtpauthMigrationUri: (more) => pure.parseOtpauthMigrationUri(URI, more),
  parseOtpauthMigrationBatch: (more) => pure.parseOtpauthMigrationBatch(URI, more),
  verifyPassword: (more) => verify.verifyPassword("U*U", BCRYPT, more),
  estimateVerification: (more) => verify.estimateVerification(BCRYPT, more),
  createDummyVerification: (more) => verify.createDummyVerification(BCRYPT, more),
  createImportClient: (more) => client.createImportClient({ ...connection, ...more }),
  createAdministrationClient: (more) => client.createAdministrationClient({ ...connection, ...more }),
  createBulkClient: (more) => client.createBulkClient({ ...connection, ...more }),
  checkExport: (more) => check.checkExport(open, { from: "firebase", ...more }),
  checkRecords: (more) => check.checkRecords((async function* () {})(), more),
  isReadyToImport: (more) => check.isReadyToImport({ problems: [], warnings: [], notices: [] } as never, more),
  readExport: (more) => source.readExport(input, { from: "firebase", ...more }).next(),
  readUniqueUsers: (more) => source.readUniqueUsers(open, { from: "firebase", ...more }),
  parseUser: (more) => source.parseUser("{}", more),
  importUsers: (more) => imports.importUsers(input, { client: CLIENT, existing: { policy: "overwrite" }, ...more }),
  previewImport: (more) => imports.previewImport(input, more),
  undoImport: (more) => imports.undoImport({ ...UNDO, ...more }),
  preflightService: (more) => imports.preflightService(UNDO.administration, more),
  createRehearsalService: (more) => rehearsal.createRehearsalService(more),
  createTokenCheck: (more) =>
    serve.createTokenCheck({ issuer: "i", audience: "a", keys: async () => ({ keys: [] }), ...more }),
  runConformance: (more) =>
    conformance.runConformance(conformance.credportImplementation("1"), {
      only: ["secret-to-base32/refused-*"],
      ...more,
    }),
  planFleet: (more) =>
    fleet.planFleet({ ...run, input: "/nowhere", from: "auth0", redis: "redis://127.0.0.1:1", ...more }),
  fleetStatus: (more) => fleet.fleetStatus({ ...run, ...more }),
  pauseFleet: (more) => fleet.pauseFleet({ ...run, ...more }),
  resumeFleet: (more) => fleet.resumeFleet({ ...run, ...more }),
  cancelFleet: (more) => fleet.cancelFleet({ ...run, ...more }),
  cleanFleet: (more) => fleet.cleanFleet({ ...run, ...more }),
  fleetReport: (more) => fleet.fleetReport({ ...run, folders: [], ...more }),
  workFleet: (more) => fleet.workFleet({ ...run, folder: "/nowhere", source: { from: "auth0" }, ...more }),
  fallbackStatus: (more) => login.fallbackStatus("/nowhere/users.ndjson", more),
  formatFallbackUser: (more) => login.formatFallbackUser(FALLBACK_USER, more),
};

/** What is wrong with a call, if it is a caller's bug. */
async function faultOf(call: () => unknown): Promise<string | undefined> {
  try {
    await call();
    return undefined;
  } catch (error) {
    return error instanceof TypeError ? error.message : undefined;
  }
}

it.each(Object.entries(CALLS))("%s refuses an option that it does not know", async (_, call) => {
  expect(await faultOf(() => call({ unheardOf: true }))).toMatch(/ has no option unheardOf: there are /);
  expect(await faultOf(() => call({}))).toBeUndefined();
});

it.each([
  ["normalizeHash has no option from (did you mean source?)", () => CALLS.normalizeHash?.({ from: "meteor" })],
  ["identifyHash has no option from (did you mean source?)", () => CALLS.identifyHash?.({ from: "meteor" })],
  [
    "createImportClient has no option tenant (did you mean tenantPath?)",
    () => CALLS.createImportClient?.({ tenant: "t" }),
  ],
  [
    "createImportClient has no option tenantId (did you mean tenantPath?)",
    () => CALLS.createImportClient?.({ tenantId: "t" }),
  ],
  ["createBulkClient has no option baseURL (did you mean baseUrl?)", () => CALLS.createBulkClient?.({ baseURL: "x" })],
  [
    "createAdministrationClient has no option apiKeys (did you mean apiKey?)",
    () => CALLS.createAdministrationClient?.({ apiKeys: [] }),
  ],
  [
    "createRehearsalService has no option apiKey (did you mean apiKeys?)",
    () => CALLS.createRehearsalService?.({ apiKey: "a" }),
  ],
  ["normalizeHash takes an object of options", () => pure.normalizeHash(BCRYPT, null as never)],
])("%s", async (message, call) => {
  expect(await faultOf(call)).toBe(message);
});

it("each option of a client is taken", () => {
  const all: Required<client.ImportClientOptions> = {
    ...{
      ...connection,
      service: "default",
      tenantPath: "t1",
      fetch,
      timeoutMs: 1,
      maxReplyBytes: 1,
      retry: { attempts: 1 },
    },
    ...{
      extractUserId: () => "1",
      allowPlainHttp: false,
      onAttempt() {},
      now: () => 0,
      random: () => 0,
      sleep: async () => {},
    },
  };
  expect(() => client.createImportClient(all)).not.toThrow();
  const retry = { attempt: 1 } as client.ImportClientOptions["retry"];
  const words = "retry has no option attempt (did you mean attempts?)";
  expect(() => client.createImportClient({ ...connection, retry })).toThrow(words);
});

it("one object of options is for functions that are used together", () => {
  const options = { source: "wordpress", service: "supertokens" } as const;
  expect(pure.identifyHash(BCRYPT, options).disposition).toBe("importable");
  expect(pure.normalizeHash(BCRYPT, options).ok).toBe(true);
  const signal = new AbortController().signal;
  expect(verify.estimateVerification(BCRYPT, { source: "wordpress", signal } as verify.VerifyOptions).ok).toBe(true);
});

/** Those whose parts are all needed, so that a misspelt one is missing; data and declarations; and those of other tests. */
const OTHERS = [
  ...["hashProviderScrypt", "totpCode", "tryTotpCode", "verifyTotp"],
  ...["colonLines", "csvTable", "jsonDocument", "jsonLines", "sqlDump", "phoneNumberField"],
  ...["tableOptions", "openKvStore", "openPostgresStore", "openRedisStore", "openFallbackStore", "createImportService"],
  ...["createLoginFallback", "createPasswordHasher", "createVerifyHandler"],
  ...["webDoors", "expressDoors", "fastifyDoors"],
];
/** Not checked yet. */
/** It is given the options of `readExport`, whatever they are. */
const OPEN = ["fingerprintReading"];

it("each public function with options is one of these", () => {
  const files = readdirSync(API).map((name) => readFileSync(resolve(API, name), "utf8"));
  const found = files.flatMap((text) => [...text.matchAll(/^function (\w+)[(<].*\w(?:Options|Context)[)>" ,<]/gm)]);
  const names = [...new Set(found.map(([, name = ""]) => name))].filter(
    (name) => !/Field$|^decrypted|^second|^social/.test(name),
  );
  expect(names.filter((name) => CALLS[name] === undefined && !OTHERS.includes(name) && !OPEN.includes(name))).toEqual(
    [],
  );
});

it("an option without a value is not one", async () => {
  for (const [name, call] of Object.entries(CALLS)) {
    expect([name, await faultOf(() => call({ unheardOf: undefined }))]).toEqual([name, undefined]);
  }
});

it("what map gives beside an item is no option", async () => {
  const report = { records: 0, problems: [], warnings: [], notices: [] };
  const texts = new Map<string, string>();
  const kv = { get: async (key: string) => texts.get(key) ?? null, put: async () => 1, delete: async () => 1 };
  const hasher = login.createPasswordHasher({ write: login.bcrypt({ cost: 4 }) });
  const calls: readonly (readonly [unknown, unknown])[] = [
    ...[pure.normalizeHash, pure.identifyHash, pure.parseOtpauthUri, pure.readSecretText].map((call) => [call, URI]),
    ...[pure.parseOtpauthMigrationUri, pure.parseOtpauthMigrationBatch].map((call) => [call, URI]),
    ...[verify.estimateVerification, verify.createDummyVerification, hasher.hash].map((call) => [call, BCRYPT]),
    ...[login.fallbackStatus, login.openFallbackStore].map((call) => [call, "/nowhere/users.ndjson"]),
    [check.isReadyToImport, report],
    [login.formatFallbackUser, FALLBACK_USER],
    [openKvStore, kv],
    [openRedisStore, { call: async () => 1 }],
    [openPostgresStore, { query: async () => ({ rows: [], rowCount: 0 }) }],
  ] as never;
  for (const [call, item] of calls) {
    const given = call as ((item: unknown, at: number) => unknown) & { readonly name: string };
    expect([given.name, await faultOf(() => Promise.all([item].map(given)))]).toEqual([given.name, undefined]);
  }
  expect(await faultOf(() => verify.verifyPassword("U*U", BCRYPT, { limits: 5 as never }))).toMatch(/^limits takes/);
});
