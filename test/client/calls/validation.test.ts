import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkRequest, createImportClient, type ImportClient } from "../../../src/client/index.js";
import { normalizeHash, parseOtpauthUri, toBase32Secret } from "../../../src/index.js";
import { encodeBase32 } from "../../../src/secret/encode-base32-in-browsers.js";
import { BCRYPT, CODE_REPLY, GOOD_CALLS, SECRET } from "../samples.js";

let sent = 0;
const client = (service: "default" | "supertokens" = "default"): ImportClient =>
  createImportClient({
    baseUrl: "https://auth.example.com",
    apiKey: "key",
    service,
    fetch: async () => {
      sent++;
      return new Response('{"status":"OK"}');
    },
  });

type Any = never;
const DEVICE = { userId: "u-1", secretKey: SECRET, skew: 1, period: 30 };

/** Each row: a call, a request with one thing wrong, the code and the field of the problem. */
/** Base32 that all but a look at its bytes takes for a secret. */
function base32Of(text: string): string {
  return encodeBase32(new TextEncoder().encode(text));
}

const REFUSED: readonly [keyof ImportClient, unknown, string, string][] = [
  ["importTotpDevice", { ...DEVICE, userId: "" }, "request/field-missing", "userId"],
  ["importTotpDevice", { ...DEVICE, userId: 7 }, "request/field-invalid", "userId"],
  ["importTotpDevice", { ...DEVICE, userId: "a\u0000b" }, "request/field-invalid", "userId"],
  ["importTotpDevice", { ...DEVICE, userId: "a\ud800b" }, "request/field-invalid", "userId"],
  ["importTotpDevice", { ...DEVICE, secretKey: undefined }, "request/field-missing", "secretKey"],
  ["importTotpDevice", { ...DEVICE, secretKey: "gezdgnbvgy3tqojq" }, "request/secret-not-canonical", "secretKey"],
  ["importTotpDevice", { ...DEVICE, secretKey: "MZXW6===" }, "request/secret-not-canonical", "secretKey"],
  ["importTotpDevice", { ...DEVICE, secretKey: "MZXW 6YTB" }, "request/secret-not-canonical", "secretKey"],
  ["importTotpDevice", { ...DEVICE, secretKey: "MZXW7" }, "request/secret-not-canonical", "secretKey"],
  ["importTotpDevice", { ...DEVICE, secretKey: "MZX" }, "request/secret-not-canonical", "secretKey"],
  ["importTotpDevice", { ...DEVICE, secretKey: "0O1I" }, "request/secret-not-canonical", "secretKey"],
  ["importTotpDevice", { ...DEVICE, skew: -1 }, "request/number-out-of-range", "skew"],
  ["importTotpDevice", { ...DEVICE, skew: undefined }, "request/field-missing", "skew"],
  ["importTotpDevice", { ...DEVICE, period: 0 }, "request/number-out-of-range", "period"],
  ["importTotpDevice", { ...DEVICE, period: 30.5 }, "request/number-out-of-range", "period"],
  ["importTotpDevice", { ...DEVICE, skew: 3000 }, "request/number-out-of-range", "skew"],
  ["importTotpDevice", { ...DEVICE, period: 30_000 }, "request/number-out-of-range", "period"],
  ["importTotpDevice", { ...DEVICE, period: 86_401 }, "request/number-out-of-range", "period"],
  ["importTotpDevice", { ...DEVICE, digits: 8 }, "request/field-invalid", "digits"],
  ["importTotpDevice", { ...DEVICE, algorithm: "SHA256" }, "request/field-invalid", "algorithm"],
  ["importTotpDevice", { ...DEVICE, name: "phone" }, "request/field-invalid", "name"],
  ["makePrimaryUser", { recipeUserId: "u-1", primaryUserId: "u-2" }, "request/field-invalid", "primaryUserId"],
  [
    "importPasswordHash",
    { email: "a@b.c", passwordHash: BCRYPT, externalUserId: "7" },
    "request/field-invalid",
    "externalUserId",
  ],
  [
    "migrateTotp",
    { firstFactor: { kind: "existing", userId: "u-1", email: "a@b.c" }, devices: [] },
    "request/field-invalid",
    "firstFactor.email",
  ],
  [
    "migrateTotp",
    { firstFactor: { kind: "existing", userId: "u-1" }, devices: [], externalID: "7" },
    "request/field-invalid",
    "externalID",
  ],
  [
    "migratePasswordless",
    { firstFactor: { kind: "existing", userId: "u-1" }, phone: "+15555550100", email: "a@b.c" },
    "request/field-invalid",
    "phone",
  ],
  ["importTotpDevice", { ...DEVICE, period: "30" }, "request/number-out-of-range", "period"],
  ["importTotpDevice", { ...DEVICE, deviceName: "" }, "request/field-missing", "deviceName"],
  ["createPasswordlessCode", {}, "request/contact-missing", "email"],
  [
    "createPasswordlessCode",
    { email: "a@b.c", phoneNumber: "+15555550100" },
    "request/contact-ambiguous",
    "phoneNumber",
  ],
  ["createPasswordlessCode", { email: "a b@example.com" }, "request/email-malformed", "email"],
  ["createPasswordlessCode", { email: "@example.com" }, "request/email-malformed", "email"],
  ["createPasswordlessCode", { email: "example.com" }, "request/email-malformed", "email"],
  ["createPasswordlessCode", { phoneNumber: "555 0100" }, "request/phone-malformed", "phoneNumber"],
  ["createPasswordlessCode", { phoneNumber: "+0555555" }, "request/phone-malformed", "phoneNumber"],
  ["createPasswordlessCode", { phoneNumber: "+1234567890123456" }, "request/phone-malformed", "phoneNumber"],
  ["createPasswordlessCode", { phoneNumber: "+1 555 555 0100" }, "request/phone-malformed", "phoneNumber"],
  ["consumePasswordlessCode", { preAuthSessionId: "x" }, "request/field-missing", "linkCode"],
  ["updatePasswordlessUser", { userId: "p-1" }, "request/contact-missing", "email"],
  ["updatePasswordlessUser", { email: "a@example.com" }, "request/field-missing", "userId"],
  ["makePrimaryUser", { recipeUserId: null }, "request/field-missing", "recipeUserId"],
  ["linkAccounts", { primaryUserId: "u-1" }, "request/field-missing", "recipeUserId"],
  ["importPasswordHash", { email: "a@example.com" }, "request/field-missing", "passwordHash"],
  ["importPasswordHash", { email: "no address", passwordHash: BCRYPT }, "request/email-malformed", "email"],
  ["importPasswordHash", { email: "a@b.c", passwordHash: `${BCRYPT} ` }, "request/hash-not-canonical", "passwordHash"],
  [
    "importPasswordHash",
    { email: "a@b.c", passwordHash: BCRYPT, hashingAlgorithm: "provider_scrypt" },
    "request/algorithm-mismatch",
    "hashingAlgorithm",
  ],
  [
    "importThirdPartyUser",
    { thirdPartyId: "g", thirdPartyUserId: "1", email: { id: "a@b.c" } },
    "request/field-invalid",
    "email.isVerified",
  ],
  [
    "importThirdPartyUser",
    { thirdPartyId: "g", thirdPartyUserId: "1", email: { isVerified: true } },
    "request/field-missing",
    "email.id",
  ],
];

describe("requests are checked before they are sent", () => {
  it.each(REFUSED)("%s refuses %j with %s", async (name, request, code, field) => {
    sent = 0;
    const result = await (client()[name] as (input: unknown) => Promise<Any>)(request);
    expect(result).toMatchObject({ ok: false, problems: [{ code, field, remedy: expect.any(String) }] });
    expect(sent).toBe(0);
  });

  it("takes what the package itself gives, as it is, and fields without a value", () => {
    const device = parseOtpauthUri(`otpauth://totp/Example:a?secret=${SECRET}`);
    const hash = normalizeHash(BCRYPT);
    if (!device.ok || !hash.ok) throw new Error("refused");
    const value = { email: "a@b.c", ...hash.value, externalUserId: undefined };
    expect(checkRequest("importTotpDevice", { userId: "u-1", ...device.value })).toEqual([]);
    expect(checkRequest("importPasswordHash", value)).toEqual([]);
    expect(checkRequest("consumePasswordlessCode", { ...CODE_REPLY, body: {} } as never)).toEqual([]);
  });

  it("says which field was meant, and repeats no more of a name than a name has", () => {
    const [found] = checkRequest("importPasswordHash", {
      email: "a@b.c",
      passwordHash: BCRYPT,
      passwordhash: "x",
    } as never);
    expect(found?.message).toBe("importPasswordHash has no field passwordhash (did you mean passwordHash?)");
    const long = { email: "a@b.c", passwordHash: BCRYPT, [`\u001b${BCRYPT}`]: 1 };
    expect(JSON.stringify(checkRequest("importPasswordHash", long))).not.toMatch(/\u001b|rjz7W/);
  });

  it("names everything that is wrong at once", async () => {
    const result = await client().importTotpDevice({ userId: "", secretKey: "1", skew: -1, period: 0 });
    expect(result.ok === false && result.problems.map(({ field }) => field)).toEqual([
      "userId",
      "secretKey",
      "skew",
      "period",
    ]);
  });

  it.each([
    ["a hash that was cut off", BCRYPT.slice(0, 50)],
    ["a hash in a wrapping", `{bcrypt}${BCRYPT}`],
    ["another scheme", "5f4dcc3b5aa765d61d8327deb882cf99"],
    ["a hash without its salt", "$f_scrypt$$m=14$r=8$s=42xEC+ixf3L2lw=="],
  ])("leaves it to normalizeHash what is wrong with %s", async (_, passwordHash) => {
    const result = await client().importPasswordHash({ email: "a@b.c", passwordHash });
    const problems = [{ code: "request/hash-not-canonical", field: "passwordHash" }];
    expect(result).toMatchObject({ ok: false, problems });
    expect(sent).toBe(0);
  });

  it("takes a secret exactly where toBase32Secret gives it back as it is", () => {
    const characters = fc.constantFrom(..."AIQYEMU4CGKOSW26BZ7a=- 1".split(""));
    fc.assert(
      fc.property(fc.string({ unit: characters, minLength: 1, maxLength: 18 }), (secretKey) => {
        const base32 = toBase32Secret(secretKey, "base32");
        const problems = checkRequest("importTotpDevice", { ...DEVICE, secretKey });
        expect(problems.length === 0).toBe(base32.ok && base32.value === secretKey);
      }),
      { numRuns: 2000 },
    );
    const longest = `${"A".repeat(819)}Q`;
    expect(checkRequest("importTotpDevice", { ...DEVICE, secretKey: longest })).toEqual([]);
    expect(toBase32Secret(longest, "base32").ok).toBe(true);
    expect(checkRequest("importTotpDevice", { ...DEVICE, secretKey: `${longest}AA` })).toHaveLength(1);
  });

  it.each([
    ["Laravel", "eyJpdiI6IkFCQ0QiLCJ2YWx1ZSI6IiJ9"],
    ["OpenSSL", "Salted__01234567"],
    ["an otpauth URI", "otpauth://totp/a?secret=MZXW6YTB"],
  ])("refuses base32 of what is %s and not a key", async (_, text) => {
    const secretKey = base32Of(text);
    const code = text.startsWith("otpauth") ? "secret/otpauth-uri" : "secret/encrypted";
    expect(await client().importTotpDevice({ ...DEVICE, secretKey })).toMatchObject({
      ok: false,
      problems: [{ code, field: "secretKey", remedy: expect.any(String) }],
    });
    expect(sent).toBe(0);
  });

  it("warns of a secret exactly where toBase32Secret does", async () => {
    const keys = ["short", "a key of 20 letters.", "00112233445566778899aabbccddeeff", "k".repeat(70)];
    const texts = ["ABCDEF234567ABCDEF234567", ...keys.map(base32Of)];
    for (const secretKey of texts) {
      const base32 = toBase32Secret(secretKey, "base32");
      const sentDevice = await client().importTotpDevice({ ...DEVICE, secretKey });
      expect(sentDevice).toMatchObject({ ok: true, warnings: base32.ok ? base32.warnings : [] });
      expect(base32).toMatchObject({ ok: true, value: secretKey });
    }
    const warned = texts.map((text) => toBase32Secret(text, "base32")).filter((one) => one.ok && one.warnings.length);
    expect(warned).toHaveLength(4);
  });

  it("warns of a hash that no service gets through", async () => {
    const passwordHash = BCRYPT.replace(/\$\d\d\$/, "$17$");
    const imported = await client().importPasswordHash({ email: "a@b.c", passwordHash });
    expect(imported).toMatchObject({ ok: true, warnings: [{ code: "hash/costly" }] });
  });

  it("holds lengths to what the service stores, by profile", async () => {
    const request = {
      thirdPartyId: "p".repeat(29),
      thirdPartyUserId: "1",
      email: { id: "a@example.com", isVerified: true },
    };
    expect((await client("default").importThirdPartyUser(request)).ok).toBe(true);
    expect(await client("supertokens").importThirdPartyUser(request)).toMatchObject({
      ok: false,
      problems: [{ code: "request/field-too-long", field: "thirdPartyId" }],
    });
    const longSecret = await client("supertokens").importTotpDevice({
      ...DEVICE,
      secretKey: SECRET.repeat(9),
    });
    expect(longSecret).toMatchObject({ ok: false, problems: [{ code: "request/field-too-long" }] });
    const longId = await client("supertokens").makePrimaryUser({ recipeUserId: "u".repeat(129) });
    expect(longId).toMatchObject({ ok: false, problems: [{ code: "request/field-too-long" }] });
  });

  it("takes every good sample, so that the refusals above mean something", async () => {
    for (const { name, request } of GOOD_CALLS) {
      if (name === "createPasswordlessCode") continue;
      const result = await (client()[name] as (input: unknown) => Promise<{ ok: boolean }>)(request);
      expect(result.ok, name).toBe(true);
    }
  });

  it("rejects a request that is not an object as the caller's bug", async () => {
    await expect(client().makePrimaryUser(undefined as Any)).rejects.toThrow(TypeError);
  });

  it("never throws on text and never repeats it in a problem, whatever it is", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary", minLength: 12 }), async (text) => {
        const results = await Promise.all([
          client().importTotpDevice({ ...DEVICE, userId: text, secretKey: text }),
          client().createPasswordlessCode({ email: text }),
          client().createPasswordlessCode({ phoneNumber: text }),
          client().importPasswordHash({ email: text, passwordHash: text }),
        ]);
        for (const result of results) {
          if (!result.ok) for (const { message } of result.problems) expect(message).not.toContain(text);
        }
      }),
      { numRuns: 200 },
    );
  });

  it("accepts exactly the secrets that RFC 4648 base32 encoding can produce", async () => {
    const encode = (bytes: Uint8Array): string => {
      let bits = "";
      for (const byte of bytes) bits += byte.toString(2).padStart(8, "0");
      return (bits.match(/.{1,5}/g) ?? [])
        .map((group) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[Number.parseInt(group.padEnd(5, "0"), 2)])
        .join("");
    };
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 40 }), async (bytes) => {
        const secretKey = encode(bytes);
        expect((await client().importTotpDevice({ ...DEVICE, secretKey })).ok).toBe(true);
        expect((await client().importTotpDevice({ ...DEVICE, secretKey: secretKey.toLowerCase() })).ok).toBe(
          /^[2-7]*$/.test(secretKey),
        );
      }),
      { numRuns: 100 },
    );
  });
});

it("counts a device name in characters as the service's column does, not in UTF-16 units", () => {
  const nameOf = (emoji: number) => ({
    userId: "u-1",
    secretKey: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
    skew: 1,
    period: 30,
    deviceName: "🔑".repeat(emoji),
  });
  expect(checkRequest("importTotpDevice", nameOf(256), "supertokens")).toEqual([]);
  expect(checkRequest("importTotpDevice", nameOf(257), "supertokens")).toMatchObject([
    { code: "request/field-too-long", message: "deviceName has 257 characters; the service stores 256" },
  ]);
});
