import { createCipheriv, createHash, createHmac } from "node:crypto";
import { hash as nodeRsBcryptHash } from "@node-rs/bcrypt";
import { decodeBase64, encodeBase64 } from "bcryptjs";
import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { DIGEST_BYTES, type DigestName } from "../../../src/lib/digest-bytes.js";
import type {
  Argon2Request,
  BcryptRequest,
  Engine,
  Pbkdf2Request,
  ScryptRequest,
} from "../../../src/verify/engines/engine.js";
import {
  loadBcryptjsInThread,
  loadHashWasmArgon2InThread,
  loadHashWasmBcryptInThread,
  loadHashWasmScryptInThread,
  loadScryptJsInThread,
} from "../../../src/verify/engines/in-thread-engines.js";
import {
  loadNodeArgon2,
  loadNodePbkdf2,
  loadNodeRsArgon2,
  loadNodeRsBcrypt,
  loadNodeScrypt,
} from "../../../src/verify/engines/native-engines.js";
import { loadNobleArgon2, loadNoblePbkdf2 } from "../../../src/verify/engines/noble-engines.js";
import { PORTABLE_DIGESTS } from "../../../src/verify/engines/portable-digests-in-browsers.js";
import {
  hasBlowfishCountermeasure,
  loadBcryptjs,
  loadHashWasmArgon2,
  loadHashWasmBcrypt,
  loadScryptJs,
  textOfBcryptPassword,
} from "../../../src/verify/engines/portable-engines.js";
import { hasWebDigest, loadWebPbkdf2, webAesCtr, webDigest, webHmac } from "../../../src/verify/engines/web-crypto.js";
import { runs } from "../../hash/generators.js";

async function agree<Request>(engines: readonly Engine<Request>[], request: Request): Promise<void> {
  const able = engines.filter((engine) => engine.supports(request));
  const answers = await Promise.all(able.map((engine) => engine.derive(request)));
  const hex = answers.map((answer) => Buffer.from(answer).toString("hex"));
  expect(new Set(hex).size, able.map((engine, at) => `${engine.name} ${hex[at]}`).join()).toBe(1);
}

const DIGESTS = (Object.keys(DIGEST_BYTES) as DigestName[]).filter((name) => name !== "md4");
const hexOf = (given: Uint8Array) => Buffer.from(given).toString("hex");
const bytes = (minLength: number, maxLength: number) => fc.uint8Array({ minLength, maxLength });
/** Bytes as they occur, and those on which engines have been seen to differ. */
const password = fc.oneof(
  bytes(0, 72),
  fc.string({ unit: "binary", maxLength: 24 }).map((text) => new TextEncoder().encode(text).subarray(0, 72)),
  fc.array(fc.constantFrom(0, 0x41, 0x80, 0xa3, 0xff), { maxLength: 72 }).map((list) => Uint8Array.from(list)),
  fc
    .string({ unit: fc.constantFrom("é", "☃", "𝄞", "a"), minLength: 20, maxLength: 72 })
    .map((text) => new TextEncoder().encode(text).subarray(0, 72)),
);

describe("engines of one primitive agree", () => {
  it("bcrypt", async () => {
    const engines = await Promise.all([
      loadNodeRsBcrypt(),
      loadHashWasmBcrypt(),
      loadBcryptjs(),
      loadBcryptjsInThread(),
      loadHashWasmBcryptInThread(),
    ]);
    const request: fc.Arbitrary<BcryptRequest> = fc.record({
      password,
      salt: bytes(16, 16),
      cost: fc.constant(4),
    });
    await fc.assert(
      fc.asyncProperty(request, (given) => agree(engines, given)),
      runs(200),
    );
  });

  it("argon2", async () => {
    const engines = await Promise.all([
      loadNodeRsArgon2(),
      loadNodeArgon2(),
      loadHashWasmArgon2(),
      loadHashWasmArgon2InThread(),
      loadNobleArgon2(),
    ]);
    const request: fc.Arbitrary<Argon2Request> = fc
      .record({
        password: bytes(0, 100),
        salt: bytes(8, 32),
        variant: fc.constantFrom("argon2d" as const, "argon2i" as const, "argon2id" as const),
        version: fc.constantFrom(16 as const, 19 as const),
        lanes: fc.integer({ min: 1, max: 3 }),
        timeCost: fc.integer({ min: 1, max: 3 }),
        length: fc.integer({ min: 4, max: 64 }),
      })
      .map(({ lanes, ...rest }) => ({ ...rest, parallelism: lanes, memoryCost: 8 * lanes + 5 }));
    await fc.assert(
      fc.asyncProperty(request, (given) => agree(engines, given)),
      runs(100),
    );
  });

  it("scrypt", async () => {
    const engines = await Promise.all([
      loadNodeScrypt(),
      loadScryptJs(),
      loadHashWasmScryptInThread(),
      loadScryptJsInThread(),
    ]);
    const request: fc.Arbitrary<ScryptRequest> = fc.record({
      password: bytes(0, 100),
      salt: bytes(0, 32),
      n: fc.constantFrom(2, 16, 64),
      r: fc.integer({ min: 1, max: 9 }),
      p: fc.integer({ min: 1, max: 3 }),
      length: fc.integer({ min: 1, max: 100 }),
    });
    await fc.assert(
      fc.asyncProperty(request, (given) => agree(engines, given)),
      runs(60),
    );
  });

  it("pbkdf2", async () => {
    const engines = await Promise.all([loadNodePbkdf2(), loadWebPbkdf2(), loadNoblePbkdf2()]);
    const request: fc.Arbitrary<Pbkdf2Request> = fc.record({
      password: bytes(0, 200),
      salt: bytes(0, 40),
      iterations: fc.integer({ min: 1, max: 5 }),
      digest: fc.constantFrom(...DIGESTS),
      length: fc.integer({ min: 1, max: 100 }),
    });
    await fc.assert(
      fc.asyncProperty(request, (given) => agree(engines, given)),
      runs(100),
    );
  });

  it("digests, HMAC and AES-CTR", async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...DIGESTS), bytes(0, 200), bytes(0, 200), async (name, key, text) => {
        const digest = createHash(name).update(text).digest("hex");
        const hmac = createHmac(name, key).update(text).digest("hex");
        expect(hexOf(PORTABLE_DIGESTS.hash(name, text))).toBe(digest);
        expect(hexOf(PORTABLE_DIGESTS.createHash(name).update(text).digest())).toBe(digest);
        expect(hexOf(PORTABLE_DIGESTS.createHmac(name, key).update(text).digest())).toBe(hmac);
        if (!hasWebDigest(name)) return;
        expect(hexOf(await webDigest(name, text))).toBe(digest);
        expect(hexOf(await webHmac(name, key, text))).toBe(hmac);
      }),
      runs(100),
    );
    await fc.assert(
      fc.asyncProperty(bytes(32, 32), bytes(0, 100), async (key, text) => {
        const encrypted = createCipheriv("aes-256-ctr", key, Buffer.alloc(16)).update(text).toString("hex");
        expect(hexOf(await webAesCtr(key, text))).toBe(encrypted);
        vi.stubGlobal("crypto", undefined);
        expect(hexOf(await webAesCtr(key, text))).toBe(encrypted);
        vi.unstubAllGlobals();
      }),
      runs(50),
    );
  });
});

const REQUESTS = {
  bcrypt: { password: Buffer.from("k"), salt: Buffer.alloc(16), cost: 4 },
  argon2: {
    password: Buffer.from("k"),
    salt: Buffer.alloc(16),
    variant: "argon2id",
    version: 19,
    memoryCost: 8,
    timeCost: 1,
    parallelism: 1,
    length: 16,
  },
  scrypt: { password: Buffer.from("k"), salt: Buffer.alloc(16), n: 16, r: 1, p: 1, length: 16 },
  pbkdf2: { password: Buffer.from("k"), salt: Buffer.alloc(16), iterations: 1, digest: "md5", length: 16 },
} as const;

describe("what an engine says of itself", () => {
  it.each<[string, () => Promise<Engine<never>>, string, object, boolean]>([
    ["node bcrypt", loadNodeRsBcrypt, "@node-rs/bcrypt native", REQUESTS.bcrypt, true],
    ["node argon2", loadNodeRsArgon2, "@node-rs/argon2 native", REQUESTS.argon2, true],
    ["the reference argon2", loadNodeArgon2, "argon2 native", REQUESTS.argon2, true],
    ["node scrypt", loadNodeScrypt, "node:crypto native", REQUESTS.scrypt, true],
    ["node pbkdf2", loadNodePbkdf2, "node:crypto native", REQUESTS.pbkdf2, true],
    ["bcryptjs", loadBcryptjs, "bcryptjs portable", REQUESTS.bcrypt, true],
    ["bcryptjs of bytes", loadBcryptjs, "bcryptjs portable", { password: [0xa3] }, false],
    ["bcryptjs in the thread", loadBcryptjsInThread, "bcryptjs portable", REQUESTS.bcrypt, true],
    ["the same of bytes", loadBcryptjsInThread, "bcryptjs portable", { password: [0xa3] }, false],
    ["wasm bcrypt", loadHashWasmBcrypt, "hash-wasm wasm", REQUESTS.bcrypt, true],
    ["the same of 0xff", loadHashWasmBcrypt, "hash-wasm wasm", { password: [0xff, 0x41, 0x80] }, true],
    ["wasm bcrypt in the thread", loadHashWasmBcryptInThread, "hash-wasm wasm", REQUESTS.bcrypt, true],
    ["wasm argon2", loadHashWasmArgon2, "hash-wasm wasm", REQUESTS.argon2, true],
    ["the same of version 16", loadHashWasmArgon2, "hash-wasm wasm", { version: 16 }, false],
    ["the same of nothing", loadHashWasmArgon2, "hash-wasm wasm", { version: 19, password: [] }, false],
    ["wasm argon2 in the thread", loadHashWasmArgon2InThread, "hash-wasm wasm", REQUESTS.argon2, true],
    ["and of version 16", loadHashWasmArgon2InThread, "hash-wasm wasm", { version: 16 }, false],
    ["and of nothing", loadHashWasmArgon2InThread, "hash-wasm wasm", { version: 19, password: [] }, false],
    ["noble argon2", loadNobleArgon2, "@noble/hashes portable", REQUESTS.argon2, true],
    ["and a salt of 7 bytes", loadNobleArgon2, "@noble/hashes portable", { salt: [7], length: 16 }, false],
    ["and 8 and 4", loadNobleArgon2, "@noble/hashes portable", { salt: Buffer.alloc(8), length: 4 }, true],
    ["and 3 bytes", loadNobleArgon2, "@noble/hashes portable", { salt: Buffer.alloc(8), length: 3 }, false],
    ["noble pbkdf2", loadNoblePbkdf2, "@noble/hashes portable", REQUESTS.pbkdf2, true],
    ["web pbkdf2 of MD5", loadWebPbkdf2, "Web Crypto native", REQUESTS.pbkdf2, false],
    ["web pbkdf2 of SHA-512", loadWebPbkdf2, "Web Crypto native", { digest: "sha512" }, true],
    ["wasm scrypt", loadHashWasmScryptInThread, "hash-wasm wasm", { n: 16_384, r: 8, p: 2 }, true],
    ["and one block more", loadHashWasmScryptInThread, "hash-wasm wasm", { n: 16_384, r: 17, p: 1 }, false],
    ["scrypt-js", loadScryptJs, "scrypt-js portable", REQUESTS.scrypt, true],
    ["scrypt-js in the thread", loadScryptJsInThread, "scrypt-js portable", REQUESTS.scrypt, true],
  ])("%s", async (_, load, name, request, isAble) => {
    const engine = await load();
    expect(`${engine.name} ${engine.kind}`).toBe(name);
    const asked =
      "password" in request ? { ...request, password: Uint8Array.from(request.password as Uint8Array) } : request;
    expect(engine.supports(asked as never)).toBe(isAble);
  });

  it("Web Crypto's digests are four, and none on a page that is not secure", async () => {
    expect(DIGESTS.filter(hasWebDigest)).toEqual(["sha1", "sha256", "sha384", "sha512"]);
    await expect(webDigest("md5", Buffer.from("k"))).rejects.toMatchObject({ primitive: "digest" });
    await expect(webHmac("sha224", Buffer.from("k"), Buffer.from("k"))).rejects.toMatchObject({
      primitive: "HMAC",
    });
    vi.stubGlobal("crypto", {});
    expect(DIGESTS.filter(hasWebDigest)).toEqual([]);
    await expect(webDigest("sha1", Buffer.from("k"))).rejects.toMatchObject({ primitive: "digest" });
    await expect(loadWebPbkdf2()).rejects.toThrow("no Web Crypto");
    vi.unstubAllGlobals();
  });

  it("an aborted computation rejects with the signal's reason, where the engine looks at it", async () => {
    const reason = new Error("enough");
    const signal = AbortSignal.abort(reason);
    for (const engine of [await loadScryptJs(), await loadScryptJsInThread()]) {
      await expect(engine.derive(REQUESTS.scrypt, signal)).rejects.toBe(reason);
    }
    const noble = await loadNobleArgon2();
    await expect(noble.derive(REQUESTS.argon2, signal)).rejects.toBe(reason);
  });

  it("hash-wasm is not asked where crypt_blowfish's guard would change its answer", () => {
    fc.assert(
      fc.property(password, (given) => {
        const key = Array.from({ length: 72 }, (_, at) => given[at % (given.length + 1)] ?? 0);
        const words = Array.from({ length: 18 }, (_, word) => key.slice(4 * word, 4 * word + 4));
        // A byte above 127 is lost only where the bytes before it in its word are all ones.
        const isUnchanged = words.every((word) =>
          word.every((byte, at) => byte < 0x80 || word.slice(0, at).every((before) => before === 0xff)),
        );
        const isAsked = words.some((word) => word.slice(1).some((byte) => byte >= 0x80));
        expect(hasBlowfishCountermeasure(given)).toBe(isAsked && isUnchanged);
      }),
      runs(500),
    );
    expect(hasBlowfishCountermeasure(Uint8Array.from([0xff, 0xa3, 0x34, 0xff]))).toBe(false);
    expect(hasBlowfishCountermeasure(new Uint8Array(72).fill(0xff))).toBe(true);
  });
});

describe("text for bcryptjs", () => {
  it("begins with the same 72 bytes wherever the cut goes through a character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 30, maxLength: 80 }), (text) => {
        const cut = new TextEncoder().encode(text.replace(/\p{Surrogate}/gu, "")).subarray(0, 72);
        const completed = textOfBcryptPassword(cut);
        expect(completed).not.toBeNull();
        expect(new TextEncoder().encode(completed as string).subarray(0, cut.length)).toEqual(cut);
      }),
    );
  });

  it("is none for bytes that are not UTF-8", () => {
    expect(textOfBcryptPassword(Uint8Array.from([0xa3]))).toBeNull();
    expect(textOfBcryptPassword(new Uint8Array(72).fill(0xaa))).toBeNull();
  });
});

describe("@node-rs/bcrypt, by its hash", () => {
  const request = {
    password: Buffer.from("U*U"),
    salt: Uint8Array.from(decodeBase64("CCCCCCCCCCCCCCCCCCCCC.", 16)),
    cost: 5,
  };
  const PUBLISHED = "E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
  const first = nodeRsBcryptHash;
  afterEach(() => void vi.doUnmock("@node-rs/bcrypt"));
  /** As version 2.0.0 takes them. */
  const second = (password: Uint8Array, ...[options, ...others]: readonly unknown[]) => {
    if (typeof options !== "object" || others.length > 0) {
      throw new TypeError("Positional bcrypt options are no longer supported");
    }
    const { salt, cost } = options as { readonly salt: Uint8Array; readonly cost: number };
    return nodeRsBcryptHash(password, cost, salt);
  };

  it.each([
    ["one by one", first],
    ["in an object", second],
  ])("computes where that takes its arguments %s", async (_, hash) => {
    vi.doMock("@node-rs/bcrypt", () => ({ hash }));
    const engine = await loadNodeRsBcrypt();
    expect(encodeBase64(await engine.derive(request), 23)).toBe(PUBLISHED);
  });

  it("counts as not installed where that computes something else", async () => {
    vi.doMock("@node-rs/bcrypt", () => ({ hash: async () => `$2b$04$${".".repeat(53)}` }));
    await expect(loadNodeRsBcrypt()).rejects.toThrow("@node-rs/bcrypt");
  });
});
