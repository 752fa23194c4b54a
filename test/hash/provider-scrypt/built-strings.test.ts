import fc from "fast-check";
import { expect, it } from "vitest";
import { buildProviderScrypt, normalizeHash } from "../../../src/index.js";

const base64 = (least: number, most: number) =>
  fc.uint8Array({ minLength: least, maxLength: most }).map((bytes) => Buffer.from(bytes).toString("base64"));
const ACCOUNT = { memCost: 14, rounds: 8, saltSeparator: "Bw==" };

it("a built string is one that normalizeHash takes, or carries the warning that it is not", () => {
  const hash = fc.oneof(base64(64, 64), base64(1, 128));
  fc.assert(
    fc.property(hash, base64(1, 16), (passwordHash, salt) => {
      const built = buildProviderScrypt({ ...ACCOUNT, passwordHash, salt });
      expect(built.ok).toBe(true);
      if (!built.ok) return;
      const normalized = normalizeHash(built.value);
      const refusal = normalized.ok ? [] : normalized.problems.map(({ code }) => code);
      expect(built.warnings.map(({ code }) => code)).toEqual(refusal);
    }),
  );
});

it("a hash of four bytes is warned of, and one of 64 is not", () => {
  const built = (bytes: number) =>
    buildProviderScrypt({
      ...ACCOUNT,
      passwordHash: Buffer.alloc(bytes, 7).toString("base64"),
      salt: "c2FsdA==",
    });
  expect(built(4)).toMatchObject({
    ok: true,
    warnings: [{ code: "provider-scrypt/hash-length", field: "passwordHash" }],
  });
  expect(built(64)).toMatchObject({ ok: true, warnings: [] });
});
