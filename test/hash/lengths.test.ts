import { describe, expect, it } from "vitest";
import {
  buildProviderScrypt,
  formatOtpauthUri,
  normalizeHash,
  parseOtpauthUri,
  parseProviderScrypt,
} from "../../src/index.js";
import { hashProviderScrypt, verifyPassword } from "../../src/verify/index.js";

describe("what is built is never longer than what is parsed", () => {
  const parts = { memCost: 14, rounds: 8, saltSeparator: "Bw==", passwordHash: "A".repeat(88) };

  it("provider-scrypt", () => {
    const outcomes = new Set<boolean>();
    for (let length = 3900; length <= 4096; length += 4) {
      const built = buildProviderScrypt({ ...parts, salt: "A".repeat(length) });
      outcomes.add(built.ok);
      if (built.ok) expect(parseProviderScrypt(built.value).ok).toBe(true);
      else expect(built.problems[0].code).toBe("hash/too-long");
    }
    expect(outcomes).toEqual(new Set([true, false]));
  });

  it("an otpauth URI", () => {
    const outcomes = new Set<boolean>();
    for (let length = 900; length <= 1400; length += 10) {
      const built = formatOtpauthUri({
        secretKey: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
        account: "é".repeat(length / 2),
        issuer: "a",
      });
      outcomes.add(built.ok);
      if (built.ok)
        expect(parseOtpauthUri(built.value)).not.toMatchObject({ problems: [{ code: "otpauth/too-long" }] });
      else expect(built.problems[0].code).toBe("otpauth/too-long");
    }
    expect(outcomes).toEqual(new Set([true, false]));
  });
});

describe("a hash that is shorter than 64 bytes", () => {
  const signerKey = Buffer.alloc(32, 7).toString("base64");
  const salt = "c29tZXNhbHQ=";

  async function hashed(): Promise<string> {
    const made = await hashProviderScrypt("password", {
      signerKey,
      salt,
      saltSeparator: "Bw==",
      memCost: 4,
      rounds: 8,
    });
    if (!made.ok) throw new Error(made.problems[0].message);
    return made.value;
  }

  it("is taken where the text carries a signer key of its length", async () => {
    const hash = (await hashed()).split("$")[2];
    for (const text of [
      `$fbscrypt$v=1,n=4,r=8,p=1,ss=Bw==,sk=${signerKey}$${salt}$${hash}`,
      `$firescrypt$ln=4,r=8,p=1$${salt}$${hash}$Bw==$${signerKey}`,
    ]) {
      expect(normalizeHash(text)).toMatchObject({ ok: true, value: { signerKey } });
      expect(await verifyPassword("password", text)).toMatchObject({ value: { matches: true } });
      expect(await verifyPassword("Password", text)).toMatchObject({ value: { matches: false } });
    }
  });

  it("is refused where nothing tells it from one that was cut off", async () => {
    const text = await hashed();
    expect(normalizeHash(text)).toMatchObject({
      ok: false,
      problems: [{ code: "provider-scrypt/hash-length" }],
    });
    const cut = text.split("$")[2]?.slice(0, 20);
    for (const key of [signerKey, Buffer.alloc(64, 7).toString("base64"), "AAAA"]) {
      const carried = `$firescrypt$ln=4,r=8,p=1$${salt}$${cut}$Bw==$${key}`;
      expect(normalizeHash(carried)).toMatchObject({
        ok: false,
        problems: [{ code: "provider-scrypt/hash-length" }],
      });
    }
  });
});
