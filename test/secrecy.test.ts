import { Writable } from "node:stream";
import { inspect } from "node:util";
import fc from "fast-check";
import { pino } from "pino";
import { expect, it } from "vitest";
import { createImportClient } from "../src/client/index.js";
import { importUsers, planImport, previewImport } from "../src/import/index.js";
import * as credport from "../src/index.js";
import { withoutSecrets } from "../src/lib/redact.js";
import {
  argon2id,
  createLoginFallback,
  createPasswordHasher,
  parseFallbackUser,
} from "../src/login/index.js";
import { createRehearsalService } from "../src/rehearsal/index.js";
import {
  parseDecryptionKeys,
  parseFirebaseHashConfig,
  parseUser,
  readExport,
  type SourceRecord,
} from "../src/source/index.js";
import { arrivedRecord, createDecryptor } from "../src/source/internal.js";
import { hashProviderScrypt, verifyPassword } from "../src/verify/index.js";

/** All ways in which a result gets into a log or an answer without anybody naming a property of it. */
function shown(value: unknown): string {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk));
      done();
    },
  });
  pino({ level: "info" }, sink as never).info({ value }, "logged");
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

async function loginOutcomes(): Promise<readonly unknown[]> {
  const record = { id: "1", passwordHash: PHPASS, pepper: PEPPER, totp: USER.totp };
  const outcomes: unknown[] = [];
  for (const answer of [undefined, { refused: "policy" }, { refused: "conflict" }, null]) {
    const fallback = createLoginFallback({
      findLegacyUser: async (name) => (name === "ann" ? record : null),
      importWithHash: async () => answer as never,
      importWithPassword: async () => answer as never,
    });
    for (const password of ["hashcat", "wrong", ""]) outcomes.push(await fallback.attempt("ann", password));
    outcomes.push(await fallback.attempt("bob", "hashcat"));
    outcomes.push(
      await fallback.onPasswordReset("ann"),
      await fallback.onSignUp("ann"),
      await fallback.onDelete("ann"),
    );
  }
  return outcomes;
}

/** The new hashes are random: they are looked for here. */
async function hasherResults(): Promise<readonly unknown[]> {
  const write = argon2id({ memoryCost: 8, timeCost: 1 });
  const hasher = createPasswordHasher({ write, read: { pepper: PEPPER, signerKey: FIREBASE.signerKey } });
  const checked = await hasher.verify("hashcat", PHPASS, { read: { pepper: "" } });
  const hashed = await hasher.hash("hashcat");
  if (!checked.ok || checked.value.newHash === undefined || !hashed.ok)
    throw new Error("there is no new hash");
  const results = [hasher, write, checked, hashed, await hasher.verify("wrong", PHPASS)];
  const text = shown(results);
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
  const imported = await importUsers(each(records), { client, onOutcome });
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

const OTPAUTH = `otpauth://totp/Example:ann?secret=${SECRET}&issuer=Example`;

const RESULTS: Readonly<Record<string, () => unknown>> = {
  identifyHash: () => [BCRYPT, ARGON2, PHPASS].map((text) => credport.identifyHash(text)),
  normalizeHash: () =>
    [BCRYPT, `{bcrypt}${BCRYPT}`, ARGON2, PHPASS].map((text) => credport.normalizeHash(text)),
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
  importUsers: importResults,
};

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

it.each([
  BCRYPT,
  ARGON2,
  PHPASS,
  SECRET,
  FIREBASE.signerKey,
  FIREBASE.passwordHash,
  "0123456789abcdef".repeat(4),
])("an error's text does not keep %s", (secret) => {
  for (const text of [`no user has '${secret}'`, `cannot read ./${secret}`, `hash=${secret}, of 2`]) {
    const shownText = withoutSecrets(text);
    expect(needlesOf(secret.slice(7)).filter((needle) => shownText.includes(needle))).toEqual([]);
  }
});

it.each(Object.entries(RESULTS))(
  "%s gives nothing that shows a secret unless it is named",
  async (_, results) => {
    const text = shown(await results());
    expect(NEEDLES.filter((needle) => text.includes(needle))).toEqual([]);
  },
);

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
