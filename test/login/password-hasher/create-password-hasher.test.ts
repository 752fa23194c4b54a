import { createHash, pbkdf2Sync, scryptSync } from "node:crypto";
import argon2 from "argon2";
import bcryptjs from "bcryptjs";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import {
  argon2id,
  bcrypt,
  createPasswordHasher,
  type PasswordHasherOptions,
  scrypt,
  type WriteScheme,
} from "../../../src/login/index.js";
import { type EnginePolicy, setEnginePolicy } from "../../../src/verify/engines/choose-engine.js";
import { hashProviderScrypt, verifyPassword } from "../../../src/verify/index.js";
import { partByDay, thirdByDay } from "../../by-day.js";
import { runs } from "../../hash/generators.js";
import { passwordOf, RIGHT, VERIFY_VECTORS, type VerifyVector } from "../../verify/verify-vectors.js";

/** At little cost: what is shown here holds for any. */
const WRITES: Readonly<Record<string, WriteScheme>> = {
  argon2id: argon2id({ memoryCost: 8, timeCost: 1 }),
  bcrypt: bcrypt({ cost: 4 }),
  scrypt: scrypt({ n: 16, r: 1 }),
};
const [ARGON2ID, BCRYPT, SCRYPT] = Object.values(WRITES) as [WriteScheme, WriteScheme, WriteScheme];
const LIMITS = { queueLength: 10_000, passwordBytes: 4_096 };

/** Packages and functions that have nothing of ours, each reading the string by itself. */
async function isOf(password: string | Uint8Array, hash: string): Promise<boolean> {
  const bytes = Buffer.from(password);
  if (hash.startsWith("$argon2id$")) return argon2.verify(hash, bytes);
  if (hash.startsWith("$2")) return bcryptjs.compare(bytes.toString(), hash);
  const [, ln, r, p, salt = "", key = ""] =
    /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(hash) ?? [];
  const costs = { N: 2 ** Number(ln), r: Number(r), p: Number(p), maxmem: 2 ** 30 };
  return scryptSync(bytes, Buffer.from(salt, "base64"), 32, costs).equals(Buffer.from(key, "base64"));
}

async function checked(
  options: PasswordHasherOptions,
  password: string | Uint8Array,
  stored: string | null | undefined,
) {
  const result = await createPasswordHasher({ limits: LIMITS, ...options }).verify(password, stored);
  if (!result.ok) throw new Error(result.problems[0].code);
  return result.value;
}

async function written(write: WriteScheme, password: string | Uint8Array): Promise<string> {
  const hashed = await createPasswordHasher({ write, limits: LIMITS }).hash(password);
  if (!hashed.ok) throw new Error(hashed.problems[0].code);
  return hashed.value;
}

type ReadOptions = NonNullable<PasswordHasherOptions["read"]>;

function readOf({ input: { hash: _, password: __, limits: ___, ...read } }: VerifyVector): ReadOptions {
  return read as ReadOptions;
}

describe("what is written", () => {
  it.each([
    [argon2id(), /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{28}\$[A-Za-z0-9+/]{43}$/],
    [bcrypt(), /^\$2b\$10\$[./A-Za-z0-9]{53}$/],
    [bcrypt({ cost: 4, version: "2y" }), /^\$2y\$04\$[./A-Za-z0-9]{53}$/],
    [scrypt(), /^\$scrypt\$ln=17,r=8,p=1\$[A-Za-z0-9+/]{28}\$[A-Za-z0-9+/]{43}$/],
  ])("%o is a string that others read, by default at OWASP's minimum", async (write, form) => {
    const hash = await written(write, "U*U");
    expect(hash).toMatch(form);
    expect(await isOf("U*U", hash)).toBe(true);
    expect(await isOf("U*V", hash)).toBe(false);
    expect(await written(write, "U*U")).not.toBe(hash);
  });

  it("is above the minimum at which a hash needs another one", async () => {
    for (const write of [argon2id(), bcrypt(), scrypt()]) {
      const verified = await verifyPassword("U*U", await written(write, "U*U"));
      expect(verified).toMatchObject({ ok: true, value: { matches: true, needsRehash: false } });
    }
  });

  const POLICIES: readonly [string, EnginePolicy][] = [
    ["native engines", { native: true }],
    ["portable engines", { native: false }],
    ["portable engines without hash-wasm", { native: false, without: ["hash-wasm"] }],
  ];
  describe.each(POLICIES)("on %s", (_, policy) => {
    beforeAll(() => setEnginePolicy(policy));
    afterAll(() => setEnginePolicy({ native: true }));

    it.each(Object.entries(WRITES))("%s is what other programs make of any password", async (_name, write) => {
      const text = fc
        .string({ unit: "grapheme", minLength: 1, maxLength: 18 })
        .filter((typed) => !typed.includes("\0"));
      await fc.assert(
        fc.asyncProperty(text, async (typed) => {
          const hash = await written(write, typed);
          expect(await isOf(typed, hash)).toBe(true);
          expect(await checked({ write }, typed, hash)).toEqual({
            ...{ matches: true, outdated: false, coverage: "whole" },
            scheme: write.kind,
          });
          expect(await checked({ write }, `${typed}x`, hash)).toMatchObject({ matches: false });
        }),
        runs(15),
      );
    });
  });

  it.each([
    [BCRYPT, "k".repeat(72), null],
    [BCRYPT, "k".repeat(73), "login/password-too-long"],
    [BCRYPT, "é".repeat(37), "login/password-too-long"],
    [BCRYPT, "a\0b", "login/password-with-nul"],
    [SCRYPT, "a\0", "login/password-with-nul"],
    [SCRYPT, "a\0b", null],
    [ARGON2ID, "a\0", null],
    [ARGON2ID, "k".repeat(1_000), null],
    [ARGON2ID, "\ud800", "verify/password-not-text"],
    [ARGON2ID, "", "verify/password-not-text"],
    [BCRYPT, "", "verify/password-not-text"],
    [SCRYPT, "", "verify/password-not-text"],
    [ARGON2ID, "k".repeat(5_000), "verify/password-too-long"],
  ])("%o sees all of a password or refuses it: %j", async (write, password, code) => {
    const hashed = await createPasswordHasher({ write, limits: LIMITS }).hash(password);
    expect(hashed.ok ? null : hashed.problems[0].code).toBe(code);
  });
});

it.each(Object.entries(WRITES))(
  "every scheme that is verified gets a new hash by %s, which others verify, and only once",
  async (_, write) => {
    const schemes = new Set<string>();
    for (const test of partByDay(9, RIGHT, Object.values(WRITES).indexOf(write))) {
      const password = passwordOf(test);
      const options = { write, read: readOf(test) };
      const first = await checked(options, password, test.input.hash);
      const name = `${test.id} ${first.coverage}`;
      const isCovered = first.coverage === "whole" && !isUnwritable(write, password);
      // A hash of no password is right, and lets no user in.
      expect(first.matches, name).toBe(password.length > 0);
      expect(first.newHash !== undefined, name).toBe(first.outdated && isCovered);
      if (first.newHash === undefined) continue;
      schemes.add(first.scheme as string);
      if (typeof password === "string") expect(await isOf(password, first.newHash), name).toBe(true);
      const second = await checked(options, password, first.newHash);
      expect(second, name).toMatchObject({ matches: true, outdated: false });
      expect(second.newHash, name).toBeUndefined();
    }
    expect([...schemes]).toEqual(
      expect.arrayContaining(["phpass", "pbkdf2", "provider-scrypt", "md5-crypt", "bcrypt", "drupal-sha512"]),
    );
    expect(schemes.size).toBeGreaterThan(20);
  },
);

it("a check that saw a part, or a wrong password, gives no new hash", async () => {
  const limits = { ...LIMITS, bcryptCost: 6, pbkdf2Iterations: 30_000 };
  const seen = new Set<string>();
  const cheap = VERIFY_VECTORS.filter(({ flags }) => !flags.includes("Costly"));
  const isMatching = ({ output }: VerifyVector) => output?.matches === true;
  const others = cheap.filter((test) => !isMatching(test));
  for (const test of [...thirdByDay(cheap.filter(isMatching)), ...partByDay(9, others)]) {
    const hasher = createPasswordHasher({ write: ARGON2ID, read: readOf(test), limits });
    const result = await hasher.verify(passwordOf(test), test.input.hash);
    if (!result.ok) continue;
    const { matches, coverage, newHash } = result.value;
    if (matches && coverage === "whole") continue;
    seen.add(matches ? coverage : "mismatch");
    expect(newHash, test.id).toBeUndefined();
  }
  const parts = ["trimmed", "first-72-bytes", "first-8-bytes", "sign-extended", "seven-bit"];
  expect([...seen]).toEqual(expect.arrayContaining(["mismatch", ...parts]));
});

it("whatever is typed after the part that is seen becomes no password", async () => {
  const long = fc.string({ unit: "grapheme-ascii", minLength: 72, maxLength: 90 });
  await fc.assert(
    fc.asyncProperty(long, fc.string({ unit: "grapheme-ascii", maxLength: 9 }), async (password, more) => {
      const stored = await bcryptjs.hash(password, 4);
      const found = await checked({ write: ARGON2ID }, password + more, stored);
      expect(found).toEqual({ matches: true, coverage: "first-72-bytes", outdated: true, scheme: "bcrypt" });
    }),
    runs(20),
  );
  const pbkdf2 = pbkdf2Sync("secret", "salt", 10, 32, "sha256").toString("base64");
  const found = await checked({ write: ARGON2ID }, "secret\0", `pbkdf2_sha256$10$salt$${pbkdf2}`);
  expect(found).toEqual({ matches: true, coverage: "up-to-nul", outdated: true, scheme: "pbkdf2" });
});

function isUnwritable(write: WriteScheme, password: string | Uint8Array): boolean {
  const bytes = Buffer.from(password);
  if (write.kind === "bcrypt") return bytes.length > 72 || bytes.includes(0);
  return write.kind === "scrypt" && bytes.at(-1) === 0;
}

describe("a stored hash", () => {
  // Known answers: crypt_blowfish, argon2's reference implementation.
  const OLD_BCRYPT = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
  const OLD_ARGON2 = "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4";

  it.each([
    ["of the same cost and another letter", bcrypt({ cost: 5 }), OLD_BCRYPT, "U*U", false],
    ["of a higher cost", bcrypt({ cost: 4 }), OLD_BCRYPT, "U*U", false],
    ["of a lower cost", bcrypt({ cost: 6 }), OLD_BCRYPT, "U*U", true],
    ["in a wrapping", bcrypt({ cost: 5 }), `{bcrypt}${OLD_BCRYPT}`, "U*U", true],
    ["with a line end", bcrypt({ cost: 5 }), `${OLD_BCRYPT}\r\n`, "U*U", false],
    ["with a line end and of a lower cost", bcrypt({ cost: 6 }), `${OLD_BCRYPT}\n`, "U*U", true],
    ["of another scheme", ARGON2ID, OLD_BCRYPT, "U*U", true],
    ["with a short salt", ARGON2ID, OLD_ARGON2, "password", true],
  ])("%s", async (_, write, stored, password, outdated) => {
    const found = await checked({ write }, password, stored);
    expect(found).toMatchObject({ matches: true, outdated });
    expect(found.newHash !== undefined).toBe(outdated);
  });

  it.each(Object.entries(WRITES))("by %s in a column of CHAR(128) is written once", async (_, write) => {
    const stored = (await written(write, "U*U")).padEnd(128);
    expect(await checked({ write }, "U*U", stored)).toMatchObject({ matches: true, outdated: false });
    expect(await checked({ write }, "U*V", stored)).toMatchObject({ matches: false, outdated: false });
  });

  it.each([
    [{ memoryCost: 16 }, true],
    [{ timeCost: 2 }, true],
    [{ memoryCost: 16, parallelism: 2 }, true],
    [{}, false],
  ])("of argon2id is renewed where one of its costs is lower than %o", async (costs, outdated) => {
    const stored = await written(ARGON2ID, "U*U");
    const write = argon2id({ memoryCost: 8, timeCost: 1, ...costs });
    expect(await checked({ write }, "U*U", stored)).toMatchObject({ matches: true, outdated });
    expect(await checked({ write: ARGON2ID }, "U*U", await written(write, "U*U"))).toMatchObject({
      outdated: false,
    });
  });

  it.each(["argon2i", "argon2d"] as const)("of %s or of version 16 is renewed", async (variant) => {
    const type = { argon2d: argon2.argon2d, argon2i: argon2.argon2i }[variant];
    for (const options of [{ type }, { type: argon2.argon2id, version: 0x10 }]) {
      const stored = await argon2.hash("U*U", { memoryCost: 1024, ...options });
      expect(await checked({ write: ARGON2ID }, "U*U", stored)).toMatchObject({ outdated: true });
    }
  });

  it("with a shorter digest is renewed", async () => {
    const stored = await argon2.hash("U*U", { memoryCost: 1024, hashLength: 16 });
    expect(await checked({ write: ARGON2ID }, "U*U", stored)).toMatchObject({ outdated: true });
  });

  it("of bcrypt $2x$ is not what bcrypt writes", async () => {
    // Known answer: crypt_blowfish.
    const stored = "$2x$05$/OK.fbVrR/bpIqNJ5ianF.CE5elHaaO4EbggVDjb8P19RukzXSM3e";
    const found = await checked({ write: BCRYPT }, Uint8Array.of(0xa3), stored);
    expect(found).toEqual({ matches: true, coverage: "sign-extended", outdated: true, scheme: "bcrypt" });
  });

  it.each(["", "!", `!${OLD_BCRYPT}`, "not a hash", OLD_BCRYPT.slice(0, 40), "$y$j9T$x$y"])(
    "%j is a problem and no mismatch",
    async (stored) => {
      const result = await createPasswordHasher({ write: ARGON2ID }).verify("U*U", stored);
      expect(result).toMatchObject({ ok: false, problems: [{ code: expect.any(String) }] });
    },
  );

  it("that lacks its key or pepper is a problem", async () => {
    const hash = await hashProviderScrypt("U*U", {
      ...{ signerKey: Buffer.alloc(64, 7).toString("base64"), salt: "TmFDbA==", saltSeparator: "Bw==" },
      ...{ memCost: 2, rounds: 1 },
    });
    const hasher = createPasswordHasher({ write: ARGON2ID });
    const result = await hasher.verify("U*U", hash.ok ? hash.value : "");
    expect(result).toMatchObject({ problems: [{ code: "verify/signer-key-missing" }] });
  });

  it.each([null, undefined])("%s, of nobody, matches nothing", async (nobody) => {
    const found = { matches: false, coverage: "whole", outdated: false };
    expect(await checked({ write: ARGON2ID }, "U*U", nobody)).toEqual(found);
    expect(await checked({ write: ARGON2ID }, "", nobody)).toEqual(found);
  });

  it("whose password the new scheme would not see whole lets in, and says why there is no new one", async () => {
    const password = "k".repeat(80);
    const stored = await written(ARGON2ID, password);
    const result = await createPasswordHasher({ write: BCRYPT, limits: LIMITS }).verify(password, stored);
    expect(result).toMatchObject({
      ...{ ok: true, warnings: [{ code: "login/password-too-long" }] },
      value: { matches: true, outdated: true, coverage: "whole" },
    });
    expect(result.ok && result.value.newHash).toBeUndefined();
  });
});

describe("what is said of old hashes", () => {
  const PEPPER = "the-site-wide-pepper";

  it("holds for them alone: a new hash is over the password, whatever was done to the old ones", async () => {
    const reads: readonly ReadOptions[] = [
      { pepper: PEPPER },
      { pepper: ["new", PEPPER, ""] },
      { source: "wordpress" },
      { source: "rocket-chat" },
      { source: "vbulletin" },
      { salt: { before: "ann" } },
      {
        passwordSteps: [
          { kind: "digest", digest: "md5" },
          { kind: "encode", as: "hex" },
        ],
      },
      { encodings: ["latin1", "utf-8"] },
    ];
    for (const [read, write] of reads.flatMap((one) => Object.values(WRITES).map((to) => [one, to] as const))) {
      const stored = await written(write, " Grüße ");
      expect(await checked({ write, read }, " Grüße ", stored)).toEqual({
        ...{ matches: true, coverage: "whole", outdated: false, scheme: write.kind },
      });
    }
  });

  it("is what lets in: the digest that an old system made of a password is not the password", async () => {
    const read: ReadOptions = {
      passwordSteps: [
        { kind: "digest", digest: "md5" },
        { kind: "encode", as: "hex" },
      ],
    };
    const digest = createHash("md5").update("secret").digest("hex");
    const stored = await bcryptjs.hash(digest, 4);
    expect(await checked({ write: BCRYPT, read }, digest, stored)).toMatchObject({ matches: false });
    expect(await checked({ write: BCRYPT, read }, "secret", stored)).toMatchObject({
      ...{ matches: true, outdated: true, newHash: expect.stringMatching(/^\$2b\$04\$/) },
    });
  });

  it("takes what is undefined for one call as not given for it", async () => {
    const hasher = createPasswordHasher({ write: BCRYPT, read: { pepper: PEPPER }, limits: undefined });
    const stored = await bcryptjs.hash(`secret${PEPPER}`, 4);
    const found = await hasher.verify("secret", stored, { read: { pepper: undefined }, signal: undefined });
    expect(found.ok && found.value.matches).toBe(true);
  });

  it("makes a new hash of a password under one pepper, and none of a text that ends in one of several", async () => {
    const under = (password: string, pepper: string) => bcryptjs.hash(password + pepper, 4);
    const one = await checked({ write: BCRYPT, read: { pepper: PEPPER } }, "secret", await under("secret", PEPPER));
    expect(await isOf("secret", one.newHash as string)).toBe(true);
    const read = { pepper: [PEPPER, ""] };
    const several = await checked({ write: ARGON2ID, read }, "secret", await under("secret", PEPPER));
    expect(await isOf("secret", several.newHash as string)).toBe(true);
    // The hash is of "secret" under the pepper; what is typed has it in it.
    const typed = await checked({ write: ARGON2ID, read }, `secret${PEPPER}`, await under("secret", PEPPER));
    expect(typed).toMatchObject({ matches: true, coverage: "peppered", outdated: true });
    expect(typed.newHash).toBeUndefined();
  });

  it("of one user goes before what is said of all", async () => {
    const stored = await bcryptjs.hash("annsecret", 4);
    const hasher = createPasswordHasher({ write: ARGON2ID, read: { source: "smf" } });
    const result = await hasher.verify("secret", stored, { read: { salt: { before: "ann" } } });
    expect(result).toMatchObject({ ok: true, value: { matches: true, newHash: expect.any(String) } });
  });

  it.each([[["NFC"]], [["NFD"]], [["NFKC"]], [["NFC", "as-typed"]], [["as-typed", "NFC"]]] as const)(
    "a hash of any spelling is matched by it, where %j are tried",
    async (normalForms) => {
      const hasher = createPasswordHasher({ write: bcrypt({ cost: 4 }), read: { normalForms } });
      for (const password of ["cafe\u0301", "caf\u00e9", "o\ufb03ce", "ascii"]) {
        const hash = await hasher.hash(password);
        if (!hash.ok) throw new Error(hash.problems[0].code);
        expect(await hasher.verify(password, hash.value)).toMatchObject({ ok: true, value: { matches: true } });
      }
    },
  );

  it("a normal form that matched is the one of the new hash, and the other one is let in afterwards as well", async () => {
    const [composed, decomposed] = ["Gr\u00fc\u00dfe", "Gru\u0308\u00dfe"];
    const read: ReadOptions = { normalForms: ["as-typed", "NFC"] };
    const stored = await bcryptjs.hash(composed, 4);
    const { newHash = "" } = await checked({ write: ARGON2ID, read }, decomposed, stored);
    expect(await isOf(composed, newHash)).toBe(true);
    for (const typed of [composed, decomposed]) {
      expect(await checked({ write: ARGON2ID, read }, typed, newHash)).toMatchObject({
        ...{ matches: true, outdated: false },
      });
    }
  });

  it("another encoding than UTF-8 is a reason for a new hash", async () => {
    const read: ReadOptions = { encodings: ["utf-8", "latin1"] };
    const stored = await argon2.hash(Buffer.from("Grüße", "latin1"), { memoryCost: 1024 });
    const { newHash = "" } = await checked({ write: ARGON2ID, read }, "Grüße", stored);
    expect(await isOf("Grüße", newHash)).toBe(true);
    const plain = await argon2.hash("plain", { memoryCost: 1024 });
    expect(await checked({ write: ARGON2ID, read }, "plain", plain)).toMatchObject({ outdated: false });
  });
});

describe("bounds", () => {
  it.each([undefined, null, 7, ["U*U"], { password: "U*U" }])(
    "a password that is %j is refused as data, whoever the user is",
    async (password) => {
      const read = { normalForms: ["NFC", "NFD"] } as const;
      const hasher = createPasswordHasher({ write: BCRYPT, read, limits: LIMITS });
      const stored = await written(BCRYPT, "U*U");
      const answers = [
        await hasher.hash(password as never),
        await hasher.verify(password as never, null),
        await hasher.verify(password as never, stored),
      ];
      for (const answer of answers) {
        expect(answer).toMatchObject({ ok: false, problems: [{ code: "verify/password-not-text" }] });
      }
    },
  );

  it.each<[string, () => unknown]>([
    ["a cost that is too low", () => bcrypt({ cost: 3 })],
    ["a cost that is too high", () => bcrypt({ cost: 32 })],
    ["a cost that is no number", () => bcrypt({ cost: "12" as never })],
    ["a version that does not exist", () => bcrypt({ version: "2x" as never })],
    ["a salt", () => argon2id({ salt: "c29tZXNhbHQ" } as never)],
    ["half a pass", () => argon2id({ timeCost: 1.5 })],
    ["less memory than the lanes need", () => argon2id({ memoryCost: 8, parallelism: 2 })],
    ["an n that is not a power of two", () => scrypt({ n: 100_000 })],
    ["a block size of nothing", () => scrypt({ r: 0 })],
    ["what is over the limits", () => bcrypt({ cost: 16 })],
    ["more memory than the limits let", () => argon2id({ memoryCost: 1_048_576 })],
    ["what is no scheme", () => ({ kind: "md5" })],
    ["nothing", () => undefined],
  ])("%s is refused when the hasher is made", (_, write) => {
    expect(() => createPasswordHasher({ write: write() as WriteScheme })).toThrow(TypeError);
  });

  it.each([{ peper: "x" }, { source: "wordpres" }, { pepper: [] }, { salt: "x" }, { normalForms: [] }, { limits: {} }])(
    "%j of old hashes is refused",
    async (read) => {
      const make = (options: ReadOptions) => createPasswordHasher({ write: ARGON2ID, read: options });
      expect(() => make(read as never)).toThrow(TypeError);
      await expect(make({}).verify("U*U", BCRYPT_HASH, { read: read as never })).rejects.toThrow(TypeError);
    },
  );
  const BCRYPT_HASH = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";

  it("options that are in the wrong place are refused", async () => {
    const misplaced = { write: ARGON2ID, pepper: "x" } as PasswordHasherOptions;
    expect(() => createPasswordHasher(misplaced)).toThrow(TypeError);
    const { verify } = createPasswordHasher({ write: ARGON2ID });
    await expect(verify("U*U", BCRYPT_HASH, { pepper: "x" } as never)).rejects.toThrow(TypeError);
  });

  it("limits are those of the caller, for checks and for new hashes", async () => {
    const hasher = createPasswordHasher({
      write: bcrypt({ cost: 16 }),
      limits: { bcryptCost: 16, passwordBytes: 3 },
    });
    expect(await hasher.hash("four")).toMatchObject({ problems: [{ code: "verify/password-too-long" }] });
    expect(await hasher.verify("four", null)).toMatchObject({
      problems: [{ code: "verify/password-too-long" }],
    });
  });

  it("a hasher can be made where there are no random bytes, as while a Worker loads its modules", () => {
    const random = vi.spyOn(globalThis.crypto, "getRandomValues").mockImplementation(() => {
      throw new Error("generating random values is disallowed here");
    });
    for (const write of Object.values(WRITES)) createPasswordHasher({ write });
    expect(random).not.toHaveBeenCalled();
    random.mockRestore();
  });

  it("new hashes wait in the queue of all verifications", async () => {
    const limits = { concurrency: 1, queueLength: 1 };
    const hasher = createPasswordHasher({ write: ARGON2ID, limits });
    const results = await Promise.all(["a", "b", "c", "d"].map((password) => hasher.hash(password)));
    const codes = results.map((result) => (result.ok ? "ok" : result.problems[0].code));
    expect(codes).toEqual(["ok", "ok", "verify/queue-full", "verify/queue-full"]);
  });

  it("a signal ends them", async () => {
    const hasher = createPasswordHasher({ write: ARGON2ID });
    const signal = AbortSignal.abort();
    const aborted = { ok: false, problems: [{ code: "verify/aborted" }] };
    expect(await hasher.hash("a", { signal })).toMatchObject(aborted);
    for (const stored of [null, "", "$2a$05$cut", BCRYPT_HASH]) {
      expect(await hasher.verify("a", stored, { signal })).toMatchObject(aborted);
    }
  });
});

it("gives no answer before the time that was asked for, unless the caller leaves", async () => {
  const PHPASS = "$P$984478476IagS59wHZvyQMArzfx58u.";
  const hasher = createPasswordHasher({ write: argon2id({ memoryCost: 8, timeCost: 1 }), answerAtLeastMs: 200 });
  const began = performance.now();
  const all = [hasher.verify("a", null), hasher.verify("a", PHPASS), hasher.verify("hashcat", PHPASS)];
  const times = await Promise.all(all.map((one) => one.then(() => performance.now() - began)));
  // A timer may be a little early.
  expect(Math.min(...times)).toBeGreaterThan(195);
  const gone = new AbortController();
  gone.abort();
  const left = createPasswordHasher({ write: argon2id({ memoryCost: 8, timeCost: 1 }), answerAtLeastMs: 3_600_000 });
  expect((await left.verify("a", null, { signal: gone.signal })).ok).toBe(false);
  expect(() => createPasswordHasher({ write: argon2id(), answerAtLeastMs: 0.5 })).toThrow(TypeError);
});
