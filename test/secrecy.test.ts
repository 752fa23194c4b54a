import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Writable } from "node:stream";
import { inspect } from "node:util";
import fc from "fast-check";
import { pino } from "pino";
import { expect, it } from "vitest";
import * as check from "../src/check/index.js";
import * as client from "../src/client/index.js";
import * as conformance from "../src/conformance/index.js";
import * as fleet from "../src/fleet/index.js";
import * as imports from "../src/import/index.js";
import * as credport from "../src/index.js";
import { withoutSecrets } from "../src/lib/redact.js";
import * as login from "../src/login/index.js";
import * as rehearsal from "../src/rehearsal/index.js";
import * as serve from "../src/serve/index.js";
import { createDecryptor } from "../src/source/decryption/index.js";
import type { SourceRecord } from "../src/source/index.js";
import * as source from "../src/source/index.js";
import { arrivedRecord } from "../src/source/internal.js";
import * as verify from "../src/verify/index.js";
import { mismatchesOf } from "./functions-of.mjs";
import { handlerFor } from "./serve/call.js";
import { useTemporaryFolder } from "./temporary-folder.js";

const { checkExport, checkRecords, proveSecret } = check;
const { checkRequest, createAdministrationClient, createBulkClient, createImportClient } = client;
const { importUsers, planImport, preflightService, previewImport } = imports;
const { previewUndo, proveSignIns, readMadeUsers, readOutcomes, undoImport } = imports;
const { adviseOnHash, argon2id, createLoginFallback, createPasswordHasher, mismatchCauses } = login;
const { fallbackStatus, fallbackUsersLeft, openFallbackStore, parseFallbackUser, planFallback } = login;
const { createRehearsalService } = rehearsal;
const { parseDecryptionKeys, parseFirebaseHashConfig, parseUser, readExport } = source;
const { estimateVerification, hashProviderScrypt, verifyPassword, verifyProviderScrypt, verifyTotp } = verify;

const folder = useTemporaryFolder();

/** All ways in which a result gets into a log or an answer without anybody naming a property of it. */
function shown(value: unknown, isWritten = false): string {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const log = pino({ level: "info" }, sink as never);
  log.info({ value }, "logged");
  if (isWritten) {
    for (const one of [value].flat() as object[]) {
      // pino writes the fields of what it is given; winston copies them first.
      log.info(one);
      log.child(one).info("logged");
      log.info(Object.assign({}, one));
    }
  }
  return [
    JSON.stringify(value),
    JSON.stringify([{ value }]),
    inspect(value, { depth: null, showHidden: true, maxArrayLength: null, maxStringLength: null }),
    `${value}`,
    lines.join(""),
  ].join("\n");
}

// Known answers: crypt_blowfish, argon2's reference, Firebase's example, RFC 6238, hashcat's examples.
const BCRYPT = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
const ARGON2 = "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4";
const PHPASS = "$P$984478476IagS59wHZvyQMArzfx58u.";
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const PEPPER = "the-site-wide-pepper";
const FIREBASE = {
  signerKey: "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==",
  saltSeparator: "Bw==",
  passwordHash: "lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==",
  salt: "42xEC+ixf3L2lw==",
  memCost: 14,
  rounds: 8,
};

/** Eight characters in a row of what must not be seen: no word of a message is one of them. */
const needlesOf = (...secrets: readonly string[]): readonly string[] =>
  secrets.flatMap((secret) => secret.match(/.{8}/g) ?? []);
const NEEDLES = needlesOf(
  BCRYPT.slice(7),
  ARGON2.slice(31),
  PHPASS.slice(3),
  SECRET,
  PEPPER,
  FIREBASE.signerKey,
  FIREBASE.passwordHash,
  FIREBASE.salt,
);

async function everyRecord(
  text: string,
  from: "firebase" | "credport" | "fusionauth",
): Promise<readonly SourceRecord[]> {
  const input = new Blob([text]).stream() as unknown as AsyncIterable<Uint8Array>;
  const records: SourceRecord[] = [];
  for await (const record of readExport(input, { from, hashConfig: FIREBASE })) records.push(record);
  return records;
}

async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

const USER = {
  externalUserId: "1",
  email: "ann@example.com",
  emailVerified: true,
  passwordHash: BCRYPT,
  thirdParty: [],
  totp: [{ secretKey: SECRET, period: 30, skew: 1, deviceName: "phone" }],
};

const MIGRATION = (() => {
  const field = (number: number, bytes: Uint8Array) => [(number << 3) | 2, bytes.length, ...bytes];
  // Google Authenticator's message: a secret, a name, and SHA-1, six digits, by time; then version and parts.
  const otp = [...field(1, Buffer.from("12345678901234567890")), ...field(2, Buffer.from("ann"))];
  const device = Uint8Array.from([...otp, 0x20, 1, 0x28, 1, 0x30, 2]);
  const message = Buffer.from([...field(1, device), 0x10, 1, 0x18, 1]).toString("base64");
  return `otpauth-migration://offline?data=${encodeURIComponent(message)}`;
})();

/** One who can be imported, one for the login, one who is refused. */
const LINES = [
  USER,
  { ...USER, externalUserId: "2", email: "bob@example.com", passwordHash: PHPASS },
  { ...USER, externalUserId: "3", email: "cyd@example.com", passwordHash: BCRYPT.slice(0, -4) },
]
  .map((user) => `${JSON.stringify(user)}\n`)
  .join("");

async function checkResults(): Promise<readonly unknown[]> {
  const told: unknown[] = [];
  const tell = (...args: unknown[]) => void told.push(args);
  const callbacks = { onUser: tell, onLoginOnly: tell, onRejected: tell };
  const open = () => new Blob([LINES]).stream() as unknown as AsyncIterable<Uint8Array>;
  const checked = await checkExport(open, { from: "credport", pepper: PEPPER, ...callbacks });
  const counted = await checkRecords(readExport(open(), { from: "credport" }), callbacks);
  expect(told.length).toBe(6);
  return [checked, counted, told];
}

async function serveResults(): Promise<readonly unknown[]> {
  const users = [
    { id: "1", email: "ann@example.com", passwordHash: BCRYPT, pepper: PEPPER, totp: USER.totp },
    { id: "2", email: "bob@example.com", passwordHash: PHPASS.slice(0, -2) },
  ];
  const results: unknown[] = [];
  for (const shape of ["ory", "keycloak"] as const) {
    const { handler, send, reports } = handlerFor({ shape }, users);
    for (const identifier of ["ann@example.com", "bob@example.com", "cyd@example.com"]) {
      const path = shape === "ory" ? "/" : `/auth/${identifier}`;
      results.push(await send({ identifier, password: "U*U" }, {}, path), await send("{", {}, path));
    }
    results.push(handler, reports);
  }
  return results;
}

async function clientResults(): Promise<readonly unknown[]> {
  const service = "supertokens";
  const { fetch } = createRehearsalService({ service });
  const connection = { baseUrl: "http://localhost", apiKey: PEPPER, service, fetch } as const;
  const [bulk, administration] = [createBulkClient(connection), createAdministrationClient(connection)];
  const frame = { tenantIds: ["public"], isVerified: true, isPrimary: true } as const;
  const login = { ...frame, recipeId: "emailpassword", email: "ann@example.com" } as const;
  const userOf = (passwordHash: string) => ({
    externalUserId: "1",
    loginMethods: [{ ...login, passwordHash, hashingAlgorithm: "bcrypt" }],
    totpDevices: [{ ...USER.totp[0], deviceName: SECRET }] as never,
  });
  const signUp = { email: "ann@example.com", passwordHash: BCRYPT };
  return [
    [bulk, administration, await bulk.add([userOf(BCRYPT)]), await bulk.add([userOf(PHPASS)]), await bulk.list({})],
    checkRequest("importPasswordHash", { ...signUp, passwordHash: PHPASS }),
    await createImportClient(connection).importPasswordHash(signUp),
    await administration.findUsers({ email: "ann@example.com" }),
    await administration.signIn("ann@example.com", PEPPER),
  ];
}

async function journalResults(): Promise<readonly unknown[]> {
  const path = join(folder.path(), "users.journal");
  const { fetch } = createRehearsalService();
  const client = createImportClient({ baseUrl: "http://localhost", apiKey: PEPPER, fetch });
  const target = { baseUrl: "http://localhost", tenantPath: "", profile: "default", source: "credport" };
  await importUsers(each(await everyRecord(LINES, "credport")), {
    existing: { policy: "overwrite" },
    ...{ client, journal: { path, binding: { ...target, input: { bytes: 1, sha256: "x" } } } },
  });
  const results: unknown[] = [];
  for (const read of [await readOutcomes(path), await readMadeUsers(path)]) {
    results.push(read);
    if (read.ok) for await (const line of read.value) results.push(line);
  }
  expect(results.length).toBeGreaterThan(3);
  return [...results, await readFile(path, "utf8")];
}

const signIn = async () => null;

async function storeResults(): Promise<readonly unknown[]> {
  const path = join(folder.path(), "fallback.ndjson");
  const user = {
    externalUserId: "1",
    identifiers: ["ann"],
    passwordHash: PHPASS,
    source: "wordpress",
    pepper: "SITE",
  };
  await writeFile(path, `${JSON.stringify({ ...user, totp: USER.totp })}\n`, { mode: 0o600 });
  const opened = await openFallbackStore(path, { peppers: { SITE: PEPPER } });
  if (!opened.ok) throw new Error(opened.problems[0].code);
  const found = await opened.value.findLegacyUser("ann");
  expect(found?.passwordHash).toBe(PHPASS);
  const fallback = createLoginFallback({ store: opened.value, service: { signIn, importWithHash: async () => true } });
  const outcome = await fallback.logIn("ann", "wrong");
  const person = "user" in outcome ? outcome.user : undefined;
  expect([person?.passwordHash, person?.totp]).toEqual([PHPASS, USER.totp]);
  const text = shown([outcome, person], true);
  expect(NEEDLES.filter((needle) => text.includes(needle))).toEqual([]);
  const left: unknown[] = [];
  const results = [
    opened,
    found,
    await fallbackStatus(path),
    await fallbackUsersLeft(path, async (user) => void left.push(user)),
    await planFallback(path, 100),
    left,
  ];
  await opened.value.close();
  return results;
}

async function loginOutcomes(): Promise<readonly unknown[]> {
  const record = { id: "1", passwordHash: PHPASS, pepper: PEPPER, totp: USER.totp };
  const outcomes: unknown[] = [];
  for (const answer of [undefined, { refused: "policy" }, { refused: "conflict" }, null]) {
    const fallback = createLoginFallback({
      findLegacyUser: async (name) => (name === "ann" ? record : null),
      importUser: async () => answer as never,
      signUp: async () => answer as never,
    });
    for (const password of ["hashcat", "wrong", ""]) outcomes.push(await fallback.attempt("ann", password));
    outcomes.push(await fallback.attempt("bob", "hashcat"));
    outcomes.push(
      await fallback.onPasswordReset("ann"),
      await fallback.onSignUp("ann"),
      await fallback.onDelete("ann"),
    );
  }
  // A logger that is given an outcome itself, or its user, writes its fields.
  const users = outcomes.flatMap((outcome) => (outcome as { user?: typeof record }).user ?? []);
  expect(users.length).toBeGreaterThan(4);
  for (const user of users) {
    expect(user).toMatchObject(record);
    const { passwordHash, totp } = user;
    expect([passwordHash, totp]).toEqual([PHPASS, USER.totp]);
  }
  expect(NEEDLES.filter((needle) => shown([...outcomes, ...users], true).includes(needle))).toEqual([]);
  return outcomes;
}

/** The new hashes are random: they are looked for here. */
async function hasherResults(): Promise<readonly unknown[]> {
  const write = argon2id({ memoryCost: 8, timeCost: 1 });
  const hasher = createPasswordHasher({ write, read: { pepper: PEPPER, signerKey: FIREBASE.signerKey } });
  const checked = await hasher.verify("hashcat", PHPASS, { read: { pepper: "" } });
  const hashed = await hasher.hash("hashcat");
  if (!checked.ok || checked.value.newHash === undefined || !hashed.ok) throw new Error("there is no new hash");
  const results = [hasher, write, checked, hashed, await hasher.verify("wrong", PHPASS)];
  // Whoever stores what came through JSON stores no other text in the hash's place.
  expect(JSON.parse(JSON.stringify([checked.value, hashed]))).toEqual([
    expect.not.objectContaining({ newHash: expect.anything() }),
    expect.not.objectContaining({ value: expect.anything() }),
  ]);
  const { newHash, ...rest } = checked.value;
  expect([newHash, rest]).toEqual([checked.value.newHash, { ...rest, matches: true, outdated: true }]);
  // No copy has a hash that the next login makes again: a program that hands it on names it.
  const copies = [structuredClone(checked.value), { ...checked.value }];
  const text = shown(results) + shown([...results.filter((one) => one !== hashed), checked.value, ...copies], true);
  // Of a hash that was asked for every copy has it: one without it would be stored as nothing.
  for (const copy of [structuredClone(hashed), { ...hashed }]) expect(copy.value).toBe(hashed.value);
  for (const hash of [checked.value.newHash, hashed.value]) {
    expect(needlesOf(hash.slice(30)).filter((needle) => text.includes(needle))).toEqual([]);
  }
  return results;
}

async function importResults(): Promise<readonly unknown[]> {
  const rehearsal = createRehearsalService();
  const client = createImportClient({ baseUrl: "http://localhost", apiKey: PEPPER, fetch: rehearsal.fetch });
  const records = await everyRecord(`${JSON.stringify(USER)}\n`, "credport");
  const [record] = records;
  const read = record?.kind === "user" && record.result.ok ? record.result.value : undefined;
  if (read === undefined) throw new Error("the user is refused");
  const outcomes: unknown[] = [];
  const onOutcome = (outcome: unknown) => void outcomes.push(outcome);
  const imported = await importUsers(each(records), { existing: { policy: "overwrite" }, client, onOutcome });
  const preview = await previewImport(each(records));
  return [
    client,
    rehearsal,
    rehearsal.state(),
    records,
    planImport(read.user, client.service as never),
    imported,
    outcomes,
    preview,
  ];
}

/** An import that known passwords prove, and all that is made of its journal; the password is a needle too. */
async function provenResults(): Promise<readonly unknown[]> {
  const { fetch } = createRehearsalService({ service: "supertokens" });
  const connection = { baseUrl: "http://localhost", apiKey: PEPPER, service: "supertokens", fetch } as const;
  const administration = createAdministrationClient(connection);
  const path = join(folder.path(), "proven.journal");
  const target = { baseUrl: "http://localhost", tenantPath: "", profile: "supertokens", source: "credport" };
  const records = await everyRecord(`${JSON.stringify(USER)}\n`, "credport");
  const known = [{ email: "ann@example.com", password: PEPPER }];
  const proven = await importUsers(() => each(records), {
    existing: { policy: "overwrite", administration },
    ...{ client: createImportClient(connection), proof: { administration, known } },
    journal: { path, binding: { ...target, input: { bytes: 1, sha256: "x" } } },
  });
  const signIns = await proveSignIns(administration, known);
  expect([proven.ok, signIns.signedIn, signIns.tried]).toEqual([false, 0, 1]);
  const preflight = await preflightService(administration);
  const refused = await preflightService(createAdministrationClient({ ...connection, service: "default" }));
  const undone = await undoImport({ journal: path, administration, target });
  expect(undone.ok).toBe(true);
  return [proven, signIns, preflight, refused, await previewUndo(path), undone, administration];
}

const OTPAUTH = `otpauth://totp/Example:ann?secret=${SECRET}&issuer=Example`;

const RESULTS: Readonly<Record<string, () => unknown>> = {
  identifyHash: () => [BCRYPT, ARGON2, PHPASS].map((text) => credport.identifyHash(text)),
  normalizeHash: () => [BCRYPT, `{bcrypt}${BCRYPT}`, ARGON2, PHPASS].map((text) => credport.normalizeHash(text)),
  parseBcrypt: () => credport.parseBcrypt(BCRYPT),
  parseArgon2: () => credport.parseArgon2(ARGON2),
  buildProviderScrypt: () => credport.buildProviderScrypt(FIREBASE),
  parseProviderScrypt: () => {
    const built = credport.buildProviderScrypt(FIREBASE);
    return built.ok && credport.parseProviderScrypt(built.value);
  },
  composeHash: () =>
    credport.composeHash("okta", {
      algorithm: "BCRYPT",
      workFactor: 5,
      salt: BCRYPT.slice(7, 29),
      value: BCRYPT.slice(29),
    } as never),
  toBase32Secret: () => credport.toBase32Secret(SECRET, "base32"),
  "parseOtpauthMigrationUri, parseOtpauthMigrationBatch": () => {
    const read = credport.parseOtpauthMigrationUri(MIGRATION);
    expect(read.ok && read.value[0]?.secretKey).toBe(SECRET);
    return [read, credport.parseOtpauthMigrationBatch(MIGRATION)];
  },
  proveSecret: () => {
    const readings = credport.readSecretText(SECRET);
    return ["123456", SECRET].map((code) => readings.ok && proveSecret(readings.value, code, 1_704_067_200));
  },
  "checkExport, checkRecords": checkResults,
  createVerifyHandler: serveResults,
  "createBulkClient, createAdministrationClient, checkRequest": clientResults,
  "readOutcomes, readMadeUsers": journalResults,
  "openFallbackStore, fallbackStatus, fallbackUsersLeft, planFallback": storeResults,
  identifyColumn: () => verify.identifyColumn([BCRYPT, ARGON2, PHPASS, `${PHPASS}x`]),
  estimateVerification: () => [BCRYPT, PHPASS, `${PHPASS}x`].map((text) => estimateVerification(text)),
  verifyProviderScrypt: () => verifyProviderScrypt("wrong", BCRYPT, FIREBASE.signerKey),
  verifyTotp: () => [SECRET, `${SECRET}1`].map((secretKey) => verifyTotp("123456", { secretKey }, { unixSeconds: 0 })),
  "adviseOnHash, mismatchCauses": async () => {
    const checked = { hash: PHPASS, password: PEPPER, pepper: PEPPER };
    const verified = await verifyPassword("hashcat", PHPASS);
    return [mismatchCauses(checked), verified.ok && adviseOnHash(checked, verified.value)];
  },
  readSecretText: () => [SECRET, OTPAUTH].map((text) => credport.readSecretText(text)),
  parseOtpauthUri: () => credport.parseOtpauthUri(OTPAUTH),
  formatOtpauthUri: () => {
    const device = credport.parseOtpauthUri(OTPAUTH);
    return device.ok && credport.formatOtpauthUri(device.value as never);
  },
  verifyPassword: () => verifyPassword("hashcat", PHPASS, { pepper: PEPPER } as never),
  hashProviderScrypt: () => hashProviderScrypt("user1password", FIREBASE),
  parseFirebaseHashConfig: () =>
    parseFirebaseHashConfig(
      `base64_signer_key: ${FIREBASE.signerKey}, base64_salt_separator: Bw==, rounds: 8, mem_cost: 14`,
    ),
  parseDecryptionKeys: () => parseDecryptionKeys(`BETTER_AUTH_SECRET=${PEPPER}\n${SECRET}`),
  createDecryptor: () => createDecryptor(["better-auth"], [{ value: PEPPER }]),
  parseUser: () => parseUser(JSON.stringify(USER)),
  parseFallbackUser: () =>
    parseFallbackUser(
      JSON.stringify({ externalUserId: "1", identifiers: ["ann"], passwordHash: PHPASS, totp: USER.totp }),
    ),
  readExport: () =>
    everyRecord(
      JSON.stringify({
        users: [
          {
            localId: "1",
            email: "ann@example.com",
            passwordHash: FIREBASE.passwordHash,
            salt: FIREBASE.salt,
          },
        ],
      }),
      "firebase",
    ),
  "readExport of a profile": () => profiles(),
  "arrivedRecord of a profile": async () =>
    (await profiles()).map((record) => record.kind === "user" && arrivedRecord(structuredClone(record))),
  createLoginFallback: loginOutcomes,
  createPasswordHasher: hasherResults,
  "preflightService, proveSignIns, previewUndo, undoImport": provenResults,
  "importUsers, previewImport, planImport, createImportClient, createRehearsalService": importResults,
};

/** Functions whose results hold no secret, or are one that the caller names by asking for it. */
const NOT_WALKED = {
  "the result is the text that was asked for":
    "declareHash parseDigestExpression formatBcrypt formatArgon2 formatUser formatFallbackUser totpCode tryTotpCode identifierKey mappingLines",
  "the result is a yes or no, a number, a digest, a name or nothing":
    "possibleSecretEncodings mayHaveHappened isReadyToImport fingerprintExport fingerprintReading " +
    "contentRows enginesAvailable requireEngines createDummyVerification createTokenCheck shredFallback",
  "the result is a declaration of the caller's own":
    "createCatalogue defineFormat bcrypt scrypt tableOptions parseTableMap",
  "of the caller's bytes: what is made of them is walked at readExport":
    "colonLines csvTable jsonDocument jsonLines ldif sqlDump pinInput InputChanged detectSource readUniqueUsers",
  "the outcomes of createLoginFallback, which calls it": "createImportService",
  "counts: test/fleet looks for texts in Redis and in what a run leaves":
    "cancelFleet cleanFleet fleetReport fleetStatus pauseFleet planFleet resumeFleet workFleet",
  "of the vectors, which are public": "credportImplementation formatReport loadSuite runConformance serveAdapter",
};

it("every public function is walked, or named with the reason why not", () => {
  const rooms = {
    check,
    client,
    conformance,
    credport,
    fleet,
    imports,
    login,
    rehearsal,
    serve,
    source,
    verify,
  };
  const walked = Object.keys(RESULTS).flatMap((title) => title.replace(/ of a .*/, "").split(", "));
  const named = Object.values(NOT_WALKED).flatMap((names) => names.split(" "));
  expect(named.filter((name) => walked.includes(name))).toEqual([]);
  const all = [...walked, ...named, "argon2id"].filter((name) => !INTERNAL.has(name));
  expect(mismatchesOf(rooms, all)).toEqual([]);
});

/** Walked, and not public. */
const INTERNAL = new Set(["arrivedRecord", "createDecryptor"]);

it("a structured clone is whole: it is a copy that a program makes on purpose, to hand it on", () => {
  const parsed = structuredClone(credport.normalizeHash(BCRYPT));
  expect(parsed.ok && parsed.value.passwordHash).toBe(BCRYPT);
  expect(JSON.stringify(parsed)).toContain(BCRYPT);
  const device = structuredClone(credport.parseOtpauthUri(OTPAUTH));
  expect(device.ok && device.value.secretKey).toBe(SECRET);
});

/** What an application keeps of its users can be a hash or a secret as well. */
async function profiles(): Promise<readonly SourceRecord[]> {
  const kept = { data: { legacy: BCRYPT, keys: [SECRET] }, firstName: BCRYPT, [ARGON2]: "name" };
  const hash = {
    encryptionScheme: "bcrypt",
    factor: 5,
    salt: BCRYPT.slice(7, 29),
    password: BCRYPT.slice(29),
  };
  const importable = { id: "1", email: "ann@example.com", active: true, ...hash, ...kept };
  const loginOnly = { ...USER, externalUserId: "2", passwordHash: PHPASS, metadata: kept };
  return [
    ...(await everyRecord(JSON.stringify({ users: [importable] }), "fusionauth")),
    ...(await everyRecord(`${JSON.stringify(loginOnly)}\n`, "credport")),
  ];
}

it("a profile's fields are there where they are named", async () => {
  const users = (await profiles()).map((record) => record.kind === "user" && record);
  const [importable, loginOnly] = users;
  expect(importable ? importable.result.ok && importable.result.value.metadata : undefined).toMatchObject({
    firstName: BCRYPT,
  });
  expect(loginOnly ? loginOnly.loginOnly?.metadata : undefined).toMatchObject({ firstName: BCRYPT });
});

const WORDS = [
  "Cannot find module '/home/ann/Projects2/credport/src/sources/mine.mjs' imported from /tmp/credport-a1/",
  "file:///srv/2026-export/plugin/reader-of-customers.mjs:12 SyntaxError: Unexpected token",
  "ERR_MODULE_NOT_FOUND, createHash2 of @node-rs/argon2/index.js",
];

it.each(WORDS)("an error's text keeps its words, names and paths: %s", (text) => {
  expect(withoutSecrets(text)).toBe(text);
});

it.each([BCRYPT, ARGON2, PHPASS, SECRET, FIREBASE.signerKey, FIREBASE.passwordHash, "0123456789abcdef".repeat(4)])(
  "an error's text does not keep %s",
  (secret) => {
    for (const text of [`no user has '${secret}'`, `cannot read ./${secret}`, `hash=${secret}, of 2`]) {
      const shownText = withoutSecrets(text);
      expect(needlesOf(secret.slice(7)).filter((needle) => shownText.includes(needle))).toEqual([]);
    }
  },
);

it.each(Object.entries(RESULTS))("%s gives nothing that shows a secret unless it is named", async (_, results) => {
  const text = shown(await results());
  expect(NEEDLES.filter((needle) => text.includes(needle))).toEqual([]);
});

it("whatever the secret is", () => {
  const secret = fc.string({
    unit: fc.constantFrom(..."ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"),
    minLength: 32,
    maxLength: 32,
  });
  fc.assert(
    fc.property(secret, (text) => {
      const seen = shown([
        credport.toBase32Secret(text, "base32"),
        credport.parseOtpauthUri(`otpauth://totp/a?secret=${text}`),
      ]);
      return needlesOf(text).every((needle) => !seen.includes(needle));
    }),
  );
});
