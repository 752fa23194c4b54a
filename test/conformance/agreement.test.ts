import { createCipheriv } from "node:crypto";
import { hash as nodeRsArgon2Hash, verify as nodeRsArgon2Verify } from "@node-rs/argon2";
import { verify as nodeRsBcryptVerify } from "@node-rs/bcrypt";
import bcryptjs from "bcryptjs";
import fc from "fast-check";
import hiBase32 from "hi-base32";
import scryptJs from "scrypt-js";
import { describe, expect, it } from "vitest";
import { formatArgon2, normalizeHash, parseArgon2, parseBcrypt, toBase32Secret } from "../../src/index.js";
import { hashProviderScrypt, verifyPassword } from "../../src/verify/index.js";

/**
 * credport against implementations of others on generated input. What they disagree
 * about is not bent here: it becomes a vector, with its sources.
 */
const bytes = (constraints: fc.IntArrayConstraints = {}) =>
  fc.uint8Array({ minLength: 1, maxLength: 64, ...constraints });

/** Half of them the same, the others off by a letter, longer, or something else. */
function attemptAt(password: string): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant(password) },
    fc.constant(`${password} `),
    fc.constant(password.toUpperCase()),
    fc.constant(password.slice(0, -1)),
    fc.constant(password.normalize("NFD")),
    fc.string({ unit: "grapheme", maxLength: 20 }),
  );
}

const passwords = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 30 }),
  fc.string({ unit: "binary", maxLength: 90 }),
  fc.constantFrom("a".repeat(71), "a".repeat(72), "a".repeat(73), "\u00e9".repeat(36), `${"a".repeat(71)}\u00e9`, ""),
);

/** Half a surrogate pair has no form in UTF-8, which is how the others take text. */
const isWellFormed = (text: string) => Buffer.from(text).toString() === text;

/** What credport makes of a password and a hash: a verdict, or the reason for none. */
async function credport(password: string | Uint8Array, hash: string): Promise<boolean | string> {
  const verified = await verifyPassword(password, hash, { limits: { queueLength: 1000 } });
  return verified.ok ? verified.value.matches : verified.problems[0].code;
}

describe("same bytes, same base32", () => {
  it("as hi-base32, from bytes", () => {
    fc.assert(
      fc.property(bytes(), (key) => {
        const ours = toBase32Secret(key, "utf8");
        expect(ours.ok && ours.value).toBe(hiBase32.encode(key).replace(/=+$/, ""));
      }),
    );
  });

  it("as hi-base32 and Node, from hexadecimal, base64 and base32", () => {
    fc.assert(
      fc.property(bytes({ minLength: 10 }), (key) => {
        const theirs = hiBase32.encode(key);
        const bare = theirs.replace(/=+$/, "");
        const buffer = Buffer.from(key);
        for (const [text, encoding] of [
          [buffer.toString("hex"), "hex"],
          [buffer.toString("base64"), "base64"],
          [buffer.toString("base64url"), "base64url"],
          [theirs, "base32"],
          [bare, "base32"],
          [bare.toLowerCase(), "base32"],
        ] as const) {
          const ours = toBase32Secret(text, encoding);
          // A key can look like ciphertext; refusing that is not a disagreement about its bytes.
          if (!ours.ok && ours.problems[0].code === "secret/encrypted") continue;
          expect([encoding, ours.ok && ours.value]).toEqual([encoding, bare]);
        }
      }),
    );
  });

  it("and what hi-base32 decodes to other bytes than it was made of, credport refuses", () => {
    const letters = fc.stringMatching(/^[A-Z2-7]{1,40}$/);
    fc.assert(
      fc.property(letters, (text) => {
        const ours = toBase32Secret(text, "base32");
        const again = hiBase32.encode(hiBase32.decode.asBytes(text)).replace(/=+$/, "");
        expect(ours.ok ? ours.value : "refused").toBe(again === text ? text : "refused");
      }),
      { numRuns: 1000 },
    );
  });
});

describe("same hash, same verdict: bcrypt", () => {
  it("as bcryptjs and @node-rs/bcrypt, for hashes of bcryptjs", async () => {
    const cases = passwords.chain((password) => fc.tuple(fc.constant(password), attemptAt(password)));
    await fc.assert(
      fc.asyncProperty(cases, fc.constantFrom("2a", "2b", "2y"), async ([password, attempt], version) => {
        fc.pre(isWellFormed(password) && isWellFormed(attempt));
        const hash = `$${version}${bcryptjs.hashSync(password, 4).slice(3)}`;
        const theirs = bcryptjs.compareSync(attempt, hash);
        expect([hash, await nodeRsBcryptVerify(attempt, hash)]).toEqual([hash, theirs]);
        expect([hash, attempt, await credport(attempt, hash)]).toEqual([hash, attempt, theirs]);
      }),
      { numRuns: 60 },
    );
  });

  it("as @node-rs/bcrypt, for passwords that are not text", async () => {
    const salt = "$2b$04$CCCCCCCCCCCCCCCCCCCCC.";
    await fc.assert(
      fc.asyncProperty(bytes({ maxLength: 80 }), bytes(), async (password, other) => {
        const made = await import("@node-rs/bcrypt").then(({ hash }) => hash(password, 4));
        for (const attempt of [password, other]) {
          const theirs = await nodeRsBcryptVerify(attempt, made);
          expect([made, salt, await credport(attempt, made)]).toEqual([made, salt, theirs]);
        }
      }),
      { numRuns: 30 },
    );
  });

  it("after one character is changed: what credport takes, they verify the same way; what it refuses matches nowhere", async () => {
    const good = bcryptjs.hashSync("password", 4);
    const position = fc.integer({ min: 0, max: 59 });
    const character = fc.constantFrom(..."./ABCDEFabcdef0129$xyz ");
    await fc.assert(
      fc.asyncProperty(position, character, async (at, one) => {
        const hash = good.slice(0, at) + one + good.slice(at + 1);
        const cost = parseBcrypt(hash);
        fc.pre(!cost.ok || cost.value.cost < 10);
        const ours = await credport("password", hash);
        const theirs = await nodeRsBcryptVerify("password", hash).catch(() => "refused");
        if (typeof ours === "boolean" && parseBcrypt(hash).ok) expect([hash, ours]).toEqual([hash, theirs]);
        if (typeof ours === "string") expect([hash, ours, theirs === true]).toEqual([hash, ours, false]);
      }),
      { numRuns: 150 },
    );
  });

  it("and the canonical form of what systems write around a hash verifies as it did", async () => {
    const wrap = fc.constantFrom<(hash: string) => string>(
      (hash) => hash,
      (hash) => `{bcrypt}${hash}`,
      (hash) => `{BLF-CRYPT}${hash}`,
      (hash) => `{CRYPT}${hash}`,
      (hash) => `bcrypt$${hash}`,
      (hash) => ` ${hash}\r\n`,
    );
    await fc.assert(
      fc.asyncProperty(fc.string({ maxLength: 20 }), wrap, async (password, around) => {
        const hash = bcryptjs.hashSync(password, 4);
        const canonical = normalizeHash(around(hash));
        expect(canonical.ok && bcryptjs.compareSync(password, canonical.value.passwordHash)).toBe(true);
        expect(await credport(password, around(hash))).toBe(true);
      }),
      { numRuns: 40 },
    );
  });
});

describe("same hash, same verdict: argon2", () => {
  const settings = fc.record({
    // The package's enumerations: argon2d, argon2i, argon2id; 16 and 19.
    algorithm: fc.constantFrom(0, 1, 2),
    version: fc.constantFrom(0, 1),
    parallelism: fc.integer({ min: 1, max: 3 }),
    timeCost: fc.integer({ min: 1, max: 3 }),
    lanes: fc.integer({ min: 8, max: 20 }),
    outputLen: fc.integer({ min: 4, max: 64 }),
    salt: bytes({ minLength: 8, maxLength: 40 }),
  });

  it("as @node-rs/argon2, for its hashes of every variant, version, cost and length; and the same string again", async () => {
    const cases = passwords.chain((password) => fc.tuple(fc.constant(password), attemptAt(password)));
    await fc.assert(
      fc.asyncProperty(cases, settings, async ([password, attempt], { lanes, ...options }) => {
        fc.pre(isWellFormed(password) && isWellFormed(attempt));
        const hash = await nodeRsArgon2Hash(password, {
          ...options,
          memoryCost: lanes * options.parallelism,
        });
        expect([hash, attempt, await credport(attempt, hash)]).toEqual([
          hash,
          attempt,
          await nodeRsArgon2Verify(hash, attempt),
        ]);
        const parsed = parseArgon2(hash);
        expect(parsed.ok && formatArgon2(parsed.value)).toBe(hash);
        expect(parsed.ok && Buffer.from(parsed.value.salt)).toEqual(Buffer.from(options.salt));
      }),
      { numRuns: 60 },
    );
  });

  it("and the canonical form of reordered, padded and URL-safe strings verifies as the original did", async () => {
    const change = fc.constantFrom<(hash: string) => string>(
      (hash) => hash.replace(/m=(\d+),t=(\d+),p=(\d+)/, "m=$1,p=$3,t=$2"),
      (hash) => hash.replaceAll("+", "-").replaceAll("/", "_").replace("argon2id_", "argon2id/"),
      (hash) => `{ARGON2ID}${hash}`,
      (hash) => hash.replace(/([^$]+)$/, (digest) => digest + "=".repeat(-digest.length & 3)),
    );
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1, maxLength: 20 }), change, async (password, alter) => {
        const hash = await nodeRsArgon2Hash(password, { memoryCost: 16, timeCost: 1, parallelism: 1 });
        const canonical = normalizeHash(alter(hash));
        expect([alter(hash), canonical.ok && canonical.value.passwordHash]).toEqual([alter(hash), hash]);
      }),
      { numRuns: 40 },
    );
  });
});

describe("same hash, same verdict: provider-scrypt", () => {
  it("as scrypt-js and AES-256-CTR put together", async () => {
    const settings = fc.record({
      password: fc.string({ unit: "grapheme", maxLength: 20 }),
      salt: bytes({ maxLength: 20 }),
      separator: fc.uint8Array({ maxLength: 3 }),
      signerKey: bytes({ minLength: 64 }),
      memCost: fc.integer({ min: 1, max: 6 }),
      rounds: fc.integer({ min: 1, max: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(settings, async ({ password, salt, separator, signerKey, memCost, rounds }) => {
        fc.pre(isWellFormed(password));
        const salted = Buffer.concat([salt, separator]);
        const derived = scryptJs.syncScrypt(Buffer.from(password), salted, 2 ** memCost, rounds, 1, 64);
        const cipher = createCipheriv("aes-256-ctr", derived.slice(0, 32), Buffer.alloc(16));
        const theirs = Buffer.concat([cipher.update(signerKey), cipher.final()]).toString("base64");
        const base64 = (value: Uint8Array) => Buffer.from(value).toString("base64");
        const ours = await hashProviderScrypt(password, {
          signerKey: base64(signerKey),
          salt: base64(salt),
          saltSeparator: base64(separator),
          memCost,
          rounds,
        });
        const text = `$f_scrypt$${theirs}$${base64(salt)}$m=${memCost}$r=${rounds}$s=${base64(separator)}`;
        expect(ours.ok && ours.value).toBe(text);
        const verified = await verifyPassword(password, text, { signerKey: base64(signerKey) });
        expect(verified.ok ? verified.value.matches : verified.problems).toBe(true);
      }),
      { numRuns: 40 },
    );
  });
});
