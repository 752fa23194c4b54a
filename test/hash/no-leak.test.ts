import { inspect } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  buildProviderScrypt,
  identifyHash,
  normalizeHash,
  parseArgon2,
  parseBcrypt,
  parseProviderScrypt,
  type Result,
} from "../../src/index.js";
import { CATALOGUE_SAMPLES } from "./catalogue-samples.js";

/**
 * Nothing that is printed, logged or reported may hold four characters of a salt,
 * digest or key in a row: messages name the place and the kind of character.
 */
function windowsOf(text: string): readonly string[] {
  return Array.from({ length: Math.max(0, text.length - 3) }, (_, at) => text.slice(at, at + 4));
}

/** All that may be printed of a result: itself as `console.log` shows it, and its words in JSON. */
function printed(value: unknown): string {
  return inspect(value, { depth: null, showHidden: true, maxStringLength: null, maxArrayLength: null });
}

function wordsOf(result: Result<unknown>): string {
  if (!result.ok) return JSON.stringify(result.problems);
  const { changes } = (result.value ?? {}) as { changes?: unknown };
  return JSON.stringify([result.warnings, changes ?? []]);
}

function everythingSaidOf(text: string): string {
  const options = [
    {},
    { service: "supertokens" },
    { source: "meteor" },
    { source: "devise" },
    { peppered: true },
  ] as const;
  const results: readonly Result<unknown>[] = [
    ...options.map((option) => normalizeHash(text, option)),
    parseBcrypt(text),
    parseArgon2(text),
    parseProviderScrypt(text),
    buildProviderScrypt({ passwordHash: text, salt: text, saltSeparator: text, memCost: 14, rounds: 8 }),
  ];
  const identities = [identifyHash(text), identifyHash(text, { source: "meteor" })];
  return [
    ...results.flatMap((result) => [printed(result), wordsOf(result)]),
    printed(identities),
    JSON.stringify(identities),
  ].join("\n");
}

function leaksOf(text: string, secret: string): readonly string[] {
  const said = everythingSaidOf(text);
  return windowsOf(secret).filter((window) => said.includes(window));
}

// Letters and digits that make no word and no offset, so that no match is an accident.
const letters = fc.constantFrom(..."QZXKWJ79");
const secretOf = (length: number) =>
  fc.array(letters, { minLength: length, maxLength: length }).map((characters) => characters.join(""));
const base64Secret = (bytes: number) =>
  fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map((part) => Buffer.from(part.map((byte) => byte | 0x45)).toString("base64"));

interface Told {
  readonly text: string;
  readonly secret: string;
}

const bcrypt = fc
  .tuple(secretOf(21), secretOf(30))
  .map(([salt, digest]): Told => ({ text: `$2b$10$${salt}.${digest}K`, secret: salt + digest }));

const argon2 = fc.tuple(secretOf(22), secretOf(42)).map(([salt, digest]): Told => {
  const [first, second] = [`${salt.slice(0, 21)}Q`, `${digest}w`.replace(/.$/, "Q")];
  return { text: `$argon2id$v=19$m=256,t=2,p=1$${first}$${second}`, secret: digest };
});

const providerScrypt = fc.tuple(base64Secret(64), base64Secret(9)).map(
  ([hash, salt]): Told => ({
    text: `$f_scrypt$${hash}$${salt}$m=14$r=8$s=Bw==`,
    secret: hash.slice(0, 80),
  }),
);

const firescrypt = fc.tuple(base64Secret(64), base64Secret(64)).map(
  ([hash, key]): Told => ({
    text: `$firescrypt$ln=14,r=8,p=1$c29tZQ==$${hash}$Bw==$${key}`,
    secret: key.slice(0, 80),
  }),
);

const wrapped = fc
  .tuple(
    fc.oneof(bcrypt, argon2),
    fc.constantFrom("{CRYPT}", "{bcrypt}", "1|", "3|", "bcrypt$", "$wp", ":argon2:", "", " ", "{BLF-CRYPT.b64}"),
  )
  .map(([{ text, secret }, prefix]): Told => ({ text: prefix + text, secret }));

const damaged = fc
  .tuple(
    fc.oneof(wrapped, providerScrypt, firescrypt),
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.constantFrom("", "!", "\n", "é", "$", "=", "-"),
    fc.nat(2),
  )
  .map(([{ text, secret }, where, piece, cut]): Told => {
    const at = Math.floor(where * text.length);
    return { text: text.slice(0, at) + piece + text.slice(at + cut), secret };
  });

describe("nothing said of a hash holds a piece of it", () => {
  it.each([
    ["bcrypt", bcrypt],
    ["argon2", argon2],
    ["provider-scrypt", providerScrypt],
    ["a signer key", firescrypt],
    ["a wrapping", wrapped],
    ["a damaged text", damaged],
  ])("%s", (_, arbitrary) => {
    fc.assert(
      fc.property(arbitrary, ({ text, secret }) => {
        expect(leaksOf(text, secret)).toEqual([]);
      }),
    );
  });

  it.each(Object.entries(CATALOGUE_SAMPLES))("%s: the end of its sample", (_, { text }) => {
    // The last part of nearly every form is its digest; the names of rows are not secret.
    const tail = (text.match(/[A-Za-z0-9./+]{16,}/g)?.at(-1) ?? "").slice(-20);
    expect(leaksOf(text, tail)).toEqual([]);
    expect(leaksOf(`${text}!`, tail)).toEqual([]);
  });

  it("a plain password in the column", () => {
    for (const text of [
      "{noop}QZXKWJ79QZ",
      "plain$$QZXKWJ79QZ",
      "fakeHash:salt=QZXK:password=QZXKWJ79QZ",
      "QZXKWJ79QZ",
      "'QZXKWJ79QZ",
    ]) {
      expect(leaksOf(text, "QZXKWJ79QZ")).toEqual([]);
    }
  });
});

it("but the value itself is there for who asks for it", () => {
  const parsed = parseBcrypt("$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW");
  expect(parsed.ok && parsed.value.digest).toBe("E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW");
  expect(printed(parsed)).toContain("<31 characters>");
  const argon2Hash = parseArgon2(
    "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
  );
  expect(printed(argon2Hash)).toContain("<32 bytes>");
  expect(printed(argon2Hash)).toContain("memoryCost: 256");
});

it("the parts of a provider-scrypt string, and one that was built, are described by their size", () => {
  const parts = {
    passwordHash: Buffer.alloc(64, 1).toString("base64"),
    salt: "c29tZQ==",
    saltSeparator: "Bw==",
    memCost: 14,
    rounds: 8,
  };
  const built = buildProviderScrypt(parts);
  expect(printed(built)).toContain("<123 characters>");
  const parsed = parseProviderScrypt(built.ok ? built.value : "");
  expect(printed(parsed)).toContain("passwordHash: '<64 bytes>'");
  expect(printed(parsed)).toContain("salt: '<4 bytes>'");
  expect(printed(parsed)).toContain("saltSeparator: '<1 byte>'");
  const normalized = normalizeHash(
    `$firescrypt$ln=14,r=8,p=1$c29tZQ==$${parts.passwordHash}$Bw==$${parts.passwordHash}`,
  );
  expect(printed(normalized)).toContain("passwordHash: '<123 characters>'");
  expect(printed(normalized)).toContain("signerKey: '<88 characters>'");
});
