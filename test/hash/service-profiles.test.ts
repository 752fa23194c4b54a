import { describe, expect, it } from "vitest";
import { normalizeHash, parseProviderScrypt, SERVICE_PROFILES, type ServiceProfile } from "../../src/index.js";
import { expectRefusal, faultOf } from "./refusal.js";

const HASH_PART = Buffer.alloc(64, 0xa5).toString("base64");
const base64 = (...bytes: number[]) => Buffer.from(bytes).toString("base64");
const text = (salt: string, separator: string) => `$f_scrypt$${HASH_PART}$${salt}$m=14$r=8$s=${separator}`;
const BCRYPT = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
const ARGON2 = `$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$${"A".repeat(86)}`;

describe("hashingAlgorithm", () => {
  const hash = text("c29tZXNhbHQ=", "Bw==");

  it("is each service's own name for provider-scrypt", () => {
    const names = (["default", "supertokens"] as const).map((service) => {
      const normalized = normalizeHash(hash, { service });
      return normalized.ok && normalized.value.hashingAlgorithm;
    });
    expect(names).toEqual(["provider_scrypt", "firebase_scrypt"]);
    const own: ServiceProfile = { ...SERVICE_PROFILES.default, providerScryptAlgorithm: "another" };
    expect(normalizeHash(hash, { service: own })).toMatchObject({ value: { hashingAlgorithm: "another" } });
  });

  it.each([BCRYPT, ARGON2])("is not sent for other schemes", (other) => {
    const normalized = normalizeHash(other, { service: "supertokens" });
    expect(normalized.ok && Object.keys(normalized.value)).toEqual(["scheme", "passwordHash", "changes"]);
  });

  it("warns where the service reads passwords as ASCII, and nowhere else", () => {
    expect(normalizeHash(hash)).toMatchObject({ warnings: [] });
    expect(normalizeHash(hash, { service: "supertokens" })).toMatchObject({
      warnings: [{ code: "service/ascii-passwords-only" }],
    });
  });
});

describe("the length that a service keeps", () => {
  // 28 + 1 + salt + 1 + digest characters.
  const argon2 = (length: number) => `$argon2id$v=19$m=256,t=2,p=1$${"A".repeat(length - 29 - 87)}$${"A".repeat(86)}`;

  it("is 256 characters for supertokens", () => {
    expect(argon2(256)).toHaveLength(256);
    expect(normalizeHash(argon2(256), { service: "supertokens" })).toMatchObject({ ok: true });
    expectRefusal(normalizeHash(argon2(258), { service: "supertokens" }), "service/hash-too-long");
    expect(normalizeHash(argon2(258))).toMatchObject({ ok: true });
    expect(normalizeHash(argon2(258), { service: "default" })).toMatchObject({ ok: true });
  });

  it("is measured on the canonical form, not on what was given", () => {
    expect(normalizeHash(`{ARGON2ID}${argon2(256)}`, { service: "supertokens" })).toMatchObject({ ok: true });
    const unversioned = argon2(256).replace("$v=19", "");
    expectRefusal(normalizeHash(`${unversioned}AAAA`, { service: "supertokens" }), "service/hash-too-long");
  });

  it("holds for provider-scrypt, after its separator was moved", () => {
    const salt = (bytes: number) => Buffer.alloc(bytes, 1).toString("base64");
    // 10 + 88 + 1 + salt + 14 + separator.
    const fits = text(salt(102), "Bwc=");
    expect(normalizeHash(fits, { service: "supertokens" })).toMatchObject({ ok: true });
    expectRefusal(normalizeHash(text(salt(108), "Bw=="), { service: "supertokens" }), "service/hash-too-long");
    expect(normalizeHash(text(salt(108), "Bw=="))).toMatchObject({ ok: true });
  });

  it("holds for a plain bcrypt string, of which a profile may keep less", () => {
    const limits = { ...SERVICE_PROFILES.default.limits, passwordHash: 59 };
    const narrow: ServiceProfile = { ...SERVICE_PROFILES.default, name: "narrow", limits };
    expectRefusal(normalizeHash(BCRYPT, { service: narrow }), "service/hash-too-long");
    const sixty: ServiceProfile = { ...narrow, limits: { ...limits, passwordHash: 60 } };
    expect(normalizeHash(BCRYPT, { service: sixty })).toMatchObject({ ok: true });
  });
});

describe("a separator that supertokens can't read", () => {
  /** `part.split("s=")[1]`, as the service's parser cuts `s=…`. */
  const asTheServiceReadsIt = (hash: string) => hash.slice(hash.lastIndexOf("$") + 1).split("s=")[1];

  const cases: readonly (readonly [string, string, string])[] = [
    ["ends in s=", base64(1, 2, 3, 4), "AAs="],
    ["ends in s=, with a salt of one byte", base64(9), "AAs="],
    ["ends in s=, five bytes long", base64(1, 2, 3, 4), "AAECAws="],
    ["ends in s=, five bytes long, with a salt of one byte", base64(9), "AAECAws="],
    ["is empty", base64(1, 2, 3, 4), ""],
    ["is empty, with a salt of two bytes", base64(1, 2), ""],
  ];

  it.each(cases)("that %s is moved, and salt with separator stays what it was", (_, salt, separator) => {
    const given = text(salt, separator);
    const normalized = normalizeHash(given, { service: "supertokens" });
    if (!normalized.ok) throw new Error(normalized.problems[0].message);
    expect(normalized.value.changes.map(({ kind, field }) => [kind, field])).toEqual([
      ["separator-moved", "saltSeparator"],
    ]);
    const before = parseProviderScrypt(given);
    const after = parseProviderScrypt(normalized.value.passwordHash);
    if (!before.ok || !after.ok) throw new Error("both are canonical");
    const salted = ({ salt: first, saltSeparator: second }: { salt: Uint8Array; saltSeparator: Uint8Array }) =>
      Buffer.concat([first, second]).toString("hex");
    expect(salted(after.value)).toBe(salted(before.value));
    expect(after.value.salt.length).toBeGreaterThan(0);
    const whole = Buffer.from(after.value.saltSeparator).toString("base64");
    expect(asTheServiceReadsIt(normalized.value.passwordHash)).toBe(whole);
    expect(whole.length).toBeGreaterThan(0);
  });

  it.each(cases)("that %s is left alone for a service that reads it", (_, salt, separator) => {
    const normalized = normalizeHash(text(salt, separator), { service: "default" });
    expect(normalized).toMatchObject({ value: { passwordHash: text(salt, separator), changes: [] } });
  });

  it("that is empty can't be mended where the salt has one byte", () => {
    expectRefusal(normalizeHash(text(base64(9), ""), { service: "supertokens" }), "service/separator-unsupported");
    expect(normalizeHash(text(base64(9), ""))).toMatchObject({ ok: true });
  });

  it("that is refused is named as the part at fault", () => {
    expect(faultOf(normalizeHash(text(base64(9), ""), { service: "supertokens" }))).toEqual([
      "service/separator-unsupported",
      "saltSeparator",
      undefined,
    ]);
  });

  it("but is empty is left alone by a service that only cuts at s=", () => {
    const { providerScryptParser } = SERVICE_PROFILES.supertokens;
    const cutting: ServiceProfile = {
      ...SERVICE_PROFILES.supertokens,
      name: "cutting",
      providerScryptParser: { ...providerScryptParser, refusesEmptySeparator: false },
    };
    const given = text(base64(1, 2, 3), "");
    expect(normalizeHash(given, { service: cutting })).toMatchObject({
      ok: true,
      value: { passwordHash: given, changes: [] },
    });
  });

  it.each(["Bw==", "AAsA", "c3Nz", "s8s8", "+s8="])("like %s is left alone", (separator) => {
    const given = text(base64(1, 2, 3), separator);
    const normalized = normalizeHash(given, { service: "supertokens" });
    expect(normalized).toMatchObject({ value: { passwordHash: given, changes: [] } });
    expect(asTheServiceReadsIt(given)).toBe(separator);
  });

  it("of every two bytes reads whole once normalised", () => {
    for (let value = 0; value < 65536; value += 7) {
      const given = text(base64(1, 2, 3), base64(value >> 8, value & 255));
      const normalized = normalizeHash(given, { service: "supertokens" });
      if (!normalized.ok) throw new Error("a separator of two bytes can always be moved");
      const hash = normalized.value.passwordHash;
      expect(asTheServiceReadsIt(hash)).toBe(hash.slice(hash.indexOf("s=") + 2));
    }
  });
});

it("throws a TypeError for a service that does not exist", () => {
  expect(() => normalizeHash(BCRYPT, { service: "other" as never })).toThrow(TypeError);
  expect(() => normalizeHash("x", { service: "__proto__" as never })).toThrow(TypeError);
});
