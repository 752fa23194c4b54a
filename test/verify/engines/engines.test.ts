import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import type {
  Argon2Request,
  BcryptRequest,
  Engine,
  ScryptRequest,
} from "../../../src/verify/engines/engine.js";
import { loadBcryptjsInThread, loadScryptJsInThread } from "../../../src/verify/engines/in-thread-engines.js";
import {
  loadNodeArgon2,
  loadNodeRsArgon2,
  loadNodeRsBcrypt,
  loadNodeScrypt,
} from "../../../src/verify/engines/native-engines.js";
import {
  loadBcryptjs,
  loadHashWasmArgon2,
  loadHashWasmBcrypt,
  loadScryptJs,
  textOfBcryptPassword,
} from "../../../src/verify/engines/portable-engines.js";
import { endIdleWorkers } from "../../../src/verify/engines/portable-worker.js";
import { runs } from "../../hash/generators.js";

afterAll(endIdleWorkers);

async function agree<Request>(engines: readonly Engine<Request>[], request: Request): Promise<void> {
  const able = engines.filter((engine) => engine.supports(request));
  const answers = await Promise.all(able.map((engine) => engine.derive(request)));
  const hex = answers.map((answer) => Buffer.from(answer).toString("hex"));
  expect(new Set(hex).size, able.map((engine, at) => `${engine.name} ${hex[at]}`).join()).toBe(1);
}

const bytes = (minLength: number, maxLength: number) => fc.uint8Array({ minLength, maxLength });
/** Bytes as they occur, and those on which engines have been seen to differ. */
const password = fc.oneof(
  bytes(0, 72),
  fc.string({ unit: "binary", maxLength: 24 }).map((text) => new TextEncoder().encode(text).subarray(0, 72)),
  fc
    .array(fc.constantFrom(0, 0x41, 0x80, 0xa3, 0xff), { maxLength: 72 })
    .map((list) => Uint8Array.from(list)),
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
    const engines = await Promise.all([loadNodeRsArgon2(), loadNodeArgon2(), loadHashWasmArgon2()]);
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
    const engines = await Promise.all([loadNodeScrypt(), loadScryptJs(), loadScryptJsInThread()]);
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
