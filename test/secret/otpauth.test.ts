import { deepStrictEqual } from "node:assert";
import { inspect } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Result } from "../../src/result.js";
import {
  formatOtpauthUri,
  parseOtpauthMigrationBatch,
  parseOtpauthMigrationUri,
  parseOtpauthUri,
  type TotpDevice,
  toBase32Secret,
} from "../../src/secret/index.js";
import { readProtobuf } from "../../src/secret/protobuf-reader.js";
import { ownAnswer, readValue, readVectors } from "./vectors.js";

const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const MIGRATION =
  "otpauth-migration://offline?data=CjQKFDEyMzQ1Njc4OTAxMjM0NTY3ODkwEg1hQGV4YW1wbGUuY29tGgdFeGFtcGxlIAEoATACEAEYASAAKAA%3D";

function parseAny(uri: string): Result<readonly TotpDevice[]> {
  if (uri.trim().startsWith("otpauth-migration")) return parseOtpauthMigrationUri(uri);
  const device = parseOtpauthUri(uri);
  return device.ok ? { ...device, value: [device.value] } : device;
}

function warnings(result: Result<unknown>): string[] {
  return result.ok ? result.warnings.map((warning) => warning.code) : ["refused"];
}

function problems(result: Result<unknown>): string[] {
  return result.ok ? [] : result.problems.map((found) => found.code);
}

/** What the vectors say of a device: not the importer's own tolerance and name. */
function said({ skew: _skew, deviceName: _name, ...device }: TotpDevice): Partial<TotpDevice> {
  return device;
}

describe("the vectors of otpauth", () => {
  const vectors = readVectors("otpauth");

  it.each(vectors.map((vector) => [vector.id, vector.comment, vector] as const))("%s: %s", (_id, _, vector) => {
    const result = parseAny(readValue(vector.input.uri) as string);
    const actual = result.ok ? { devices: result.value.map(said) } : { problem: result.problems[0].code };
    expect(actual).toEqual(ownAnswer(vector));
  });
});

describe("parseOtpauthUri", () => {
  it("gives a device that equals a plain object, and shows its secret to those who name it only", () => {
    const result = parseOtpauthUri(`otpauth://totp/Example:a?secret=${SECRET}`);
    const expected = {
      secretKey: SECRET,
      period: 30,
      skew: 1,
      digits: 6,
      algorithm: "SHA1",
      deviceName: "Example:a",
      issuer: "Example",
      account: "a",
    };
    if (!result.ok) throw new Error("refused");
    deepStrictEqual(result.value, expected);
    const { secretKey: _, ...open } = expected;
    expect(JSON.parse(JSON.stringify(result.value))).toEqual(open);
    expect(Object.isFrozen(result.value)).toBe(true);
  });

  it("keeps the secret out of console.log", () => {
    const shown = inspect([parseOtpauthUri(`otpauth://totp/a?secret=${SECRET}`), parseOtpauthMigrationUri(MIGRATION)], {
      depth: 10,
    });
    expect(shown).toContain("<32 characters>");
    expect(shown).not.toContain(SECRET.slice(0, 8));
  });

  it.each([
    ["Example:alice", "&issuer=Example", "Example:alice"],
    ["alice", "&issuer=Example", "Example:alice"],
    ["alice", "", "alice"],
    ["", "&issuer=Example", "Example"],
    [":alice", "", "alice"],
    ["Example:", "", "Example"],
    ["", "", undefined],
  ])("names the device with label %j and %j: %j", (label, issuer, expected) => {
    const result = parseOtpauthUri(`otpauth://totp/${label}?secret=${SECRET}${issuer}`);
    expect(result.ok && result.value.deviceName).toBe(expected);
  });

  it("takes the tolerance from the caller", () => {
    const uri = `otpauth://totp/a?secret=${SECRET}`;
    const result = parseOtpauthUri(uri, { skew: 2 });
    expect(result.ok && result.value.skew).toBe(2);
    for (const skew of [-1, 101, 0.5, Number.NaN, "1" as never]) {
      expect(() => parseOtpauthUri(uri, { skew })).toThrow(RangeError);
      expect(() => parseOtpauthMigrationUri(MIGRATION, { skew })).toThrow(RangeError);
    }
  });

  it("tells every reason at once, with its parameter", () => {
    const inMilliseconds = parseOtpauthUri(`otpauth://totp/a?secret=${SECRET}&period=30000`);
    expect(inMilliseconds).toMatchObject({ ok: false, problems: [{ code: "otpauth/malformed", field: "period" }] });
    const result = parseOtpauthUri("otpauth://totp/a%?secret=0&algorithm=SHA256&digits=8&period=0&encoder=steam");
    expect(result).toMatchObject({
      ok: false,
      problems: [
        { code: "otpauth/malformed", field: "period" },
        { code: "otpauth/encoding", field: "label", offset: 15 },
        { code: "otpauth/unsupported", field: "encoder" },
        { code: "secret/illegal-character", field: "secret", offset: 25 },
        { code: "otpauth/unsupported", field: "algorithm" },
        { code: "otpauth/unsupported", field: "digits" },
      ],
    });
  });

  it("says where in the URI a character of the secret is bad", () => {
    const uri = "otpauth://totp/a?secret=GEZDGNBVGY3TQ0JQ";
    const result = parseOtpauthUri(uri);
    expect(!result.ok && uri[result.problems[0].offset ?? 0]).toBe("0");
    const shifted = parseOtpauthUri(`\n  ${uri}`);
    expect(!shifted.ok && `\n  ${uri}`[shifted.problems[0].offset ?? 0]).toBe("0");
    // After percent-encoding the place is that of the parameter.
    const encoded = parseOtpauthUri("otpauth://totp/a?secret=GEZD%30");
    expect(encoded).toMatchObject({ problems: [{ code: "secret/illegal-character", offset: 24 }] });
  });

  it.each([
    ["&period=60", "otpauth/unusual-period"],
    ["&period=86400", "otpauth/unusual-period"],
    ["&issuer=Other", "otpauth/issuer-mismatch"],
    ["&counter=0", "otpauth/parameter-ignored"],
    ["&lock=true", "otpauth/parameter-ignored"],
  ])("warns of %s", (more, code) => {
    expect(warnings(parseOtpauthUri(`otpauth://totp/Example:a?secret=${SECRET}${more}`))).toEqual([code]);
  });

  it.each([
    ["&%61lgorithm=SHA256", "algorithm"],
    ["&algorithm%20=SHA256", "algorithm"],
    ["& digits=8", "digits"],
    ["&+digits=8", "digits"],
    ["&algo=SHA256", "algo"],
    ["&hash=sha512", "hash"],
    ["&interval=60", "interval"],
    ["&encoding=hex", "encoding"],
    ["&t0=1000", "t0"],
    ["&epoch=1000", "epoch"],
    ["&pin=1", "pin"],
    ["&encoder=", "encoder"],
  ])("refuses %s, by which an app makes other codes", (more, field) => {
    const result = parseOtpauthUri(`otpauth://totp/Example:a?secret=${SECRET}${more}`);
    expect(result).toMatchObject({ ok: false, problems: [{ code: "otpauth/unsupported", field }] });
  });

  it("takes a decoded name for the same as a plain one", () => {
    const twice = `otpauth://totp/a?secret=${SECRET}&%73ecret=${SECRET}`;
    expect(problems(parseOtpauthUri(twice))).toEqual(["otpauth/malformed"]);
  });

  it.each(["algo=SHA1", "hash=sha1", "interval=30", "encoding=base32", "t0=0", "epoch=0", "pin="])(
    "only warns of %s, which says what is so without it",
    (more) => {
      const result = parseOtpauthUri(`otpauth://totp/Example:a?secret=${SECRET}&${more}`);
      expect(warnings(result)).toEqual(["otpauth/parameter-ignored"]);
    },
  );

  it("does not warn of what every app leaves out or writes out", () => {
    for (const more of ["", "&issuer=Example&algorithm=SHA1&digits=6&period=30", "&image=x"]) {
      expect(warnings(parseOtpauthUri(`otpauth://totp/Example:a?secret=${SECRET}${more}`))).toEqual([]);
    }
    expect(warnings(parseOtpauthUri("otpauth://totp/a?secret=JBSWY3DPEHPK3PXP"))).toEqual(["secret/short-key"]);
  });

  it("leaves a name off that the service has no room for, and refuses such a secret", () => {
    const name = parseOtpauthUri(`otpauth://totp/${"a".repeat(257)}?secret=${SECRET}`, {
      service: "supertokens",
    });
    expect(warnings(name)).toEqual(["otpauth/device-name-too-long"]);
    expect(name.ok && "deviceName" in name.value).toBe(false);
    const fits = parseOtpauthUri(`otpauth://totp/${"a".repeat(256)}?secret=${SECRET}`, {
      service: "supertokens",
    });
    expect(fits.ok && fits.value.deviceName).toHaveLength(256);
    const long = parseOtpauthUri(`otpauth://totp/a?secret=${"GEZDGNBV".repeat(33)}`, {
      service: "supertokens",
    });
    expect(problems(long)).toEqual(["secret/over-service-limit"]);
  });

  it("throws for a caller's bug only", () => {
    expect(() => parseOtpauthUri(undefined as never)).toThrow(TypeError);
    expect(() => parseOtpauthUri("", { service: "other" as never })).not.toThrow();
    expect(() => parseOtpauthUri(`otpauth://totp/a?secret=${SECRET}`, { service: "other" as never })).toThrow(
      TypeError,
    );
  });
});

describe("parseOtpauthMigrationUri and parseOtpauthMigrationBatch", () => {
  const entry = (secret: string, more: number[]) => [
    0x0a,
    secret.length + 2 + more.length,
    0x0a,
    secret.length,
    ...Buffer.from(secret),
    ...more,
  ];
  const uriOf = (...message: number[]) =>
    `otpauth-migration://offline?data=${encodeURIComponent(Buffer.from(message).toString("base64"))}`;
  const usual = [0x20, 1, 0x28, 1, 0x30, 2];
  const hotp = [0x20, 1, 0x28, 1, 0x30, 1, 0x38, 5];

  it("says which entry can't be taken, and gives each its own answer in the batch", () => {
    const uri = uriOf(...entry("12345678901234567890", usual), ...entry("abcdefghijklmnopqrst", hotp));
    expect(parseOtpauthMigrationUri(uri)).toMatchObject({
      ok: false,
      problems: [{ code: "otpauth/unsupported", field: "otp_parameters[1].type" }],
    });
    const batch = parseOtpauthMigrationBatch(uri);
    expect(batch.ok && batch.value.devices.map((device) => device.ok)).toEqual([true, false]);
  });

  it("tells the part of the export, and warns that there are others", () => {
    const uri = uriOf(...entry("12345678901234567890", usual), 0x10, 1, 0x18, 3, 0x20, 1, 0x28, 7);
    const batch = parseOtpauthMigrationBatch(uri);
    expect(batch.ok && batch.value).toMatchObject({ version: 1, batchSize: 3, batchIndex: 1, batchId: 7 });
    expect(warnings(parseOtpauthMigrationUri(uri))).toEqual(["otpauth/migration-part"]);
    expect(warnings(parseOtpauthMigrationUri(MIGRATION))).toEqual([]);
  });

  it("takes unspecified parameters for the usual ones only where the caller says so", () => {
    const uri = uriOf(...entry("12345678901234567890", []));
    expect(problems(parseOtpauthMigrationUri(uri))).toEqual(Array(3).fill("otpauth/migration-unspecified"));
    const permitted = parseOtpauthMigrationUri(uri, { unspecified: "usual" });
    expect(permitted.ok && permitted.value[0]).toMatchObject({
      secretKey: SECRET,
      digits: 6,
      algorithm: "SHA1",
    });
    const call = parseOtpauthMigrationUri as (uri: string, options: unknown) => unknown;
    expect(() => call(uri, { unspecified: true })).toThrow(TypeError);
    // What is specified stays refused.
    const other = uriOf(...entry("12345678901234567890", [0x20, 2]));
    expect(problems(parseOtpauthMigrationUri(other, { unspecified: "usual" }))).toEqual(["otpauth/unsupported"]);
  });

  it("warns of a counter and of issuers that differ, with the entry", () => {
    const name = [0x12, 3, ...Buffer.from("X:a"), 0x1a, 1, ...Buffer.from("Y")];
    const uri = uriOf(...entry("12345678901234567890", [...usual, 0x38, 5, ...name]));
    const result = parseOtpauthMigrationUri(uri);
    expect(result.ok && result.warnings).toMatchObject([
      { code: "otpauth/parameter-ignored", field: "otp_parameters[0].counter" },
      { code: "otpauth/issuer-mismatch", field: "otp_parameters[0].issuer" },
    ]);
  });

  it("gives nothing or the whole message for every message that is cut off or changed in a byte", () => {
    const message = Buffer.from(
      "CjQKFDEyMzQ1Njc4OTAxMjM0NTY3ODkwEg1hQGV4YW1wbGUuY29tGgdFeGFtcGxlIAEoATACEAEYASAAKAA=",
      "base64",
    );
    fc.assert(
      fc.property(fc.nat(message.length - 1), fc.nat(255), fc.boolean(), (at, byte, isCut) => {
        const changed = isCut ? message.subarray(0, at) : Buffer.from(message);
        if (!isCut) changed[at] = byte;
        const result = parseOtpauthMigrationUri(uriOf(...changed));
        if (result.ok) for (const device of result.value) expect(device.secretKey).toMatch(/^[A-Z2-7]+$/);
        else expect(result.problems.length).toBeGreaterThan(0);
      }),
      { numRuns: 500 },
    );
  });

  it("reads any bytes as a message without throwing, and no more fields than there are bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const fields = readProtobuf(bytes) ?? [];
        expect(fields.length).toBeLessThanOrEqual(bytes.length / 2);
        expect(() => parseOtpauthMigrationUri(uriOf(...bytes))).not.toThrow();
      }),
      { numRuns: 500 },
    );
  });
});

describe("formatOtpauthUri", () => {
  it("writes what parseOtpauthUri reads, for any name", () => {
    const name = fc
      .string({ unit: "grapheme", minLength: 1, maxLength: 30 })
      .filter((text) => text.trim() === text && !/[:\p{Cc}]/u.test(text));
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1, maxLength: 64 }),
        fc.option(name, { nil: undefined }),
        fc.option(name, { nil: undefined }),
        fc.integer({ min: 1, max: 86_400 }).filter((seconds) => seconds % 1000 !== 0),
        (key, issuer, account, period) => {
          const secret = toBase32Secret(key, "utf8");
          if (!secret.ok) throw new Error("refused");
          const device = {
            secretKey: secret.value,
            period,
            digits: 6,
            algorithm: "SHA1" as const,
            ...(issuer === undefined ? {} : { issuer }),
            ...(account === undefined ? {} : { account }),
          };
          const uri = formatOtpauthUri(device);
          if (!uri.ok) throw new Error("refused");
          const read = parseOtpauthUri(uri.value);
          expect(read.ok && said(read.value)).toEqual(device);
        },
      ),
    );
  });

  it("writes what the format's page shows", () => {
    const device = {
      secretKey: "HXDMVJECJJWSRB3HWIZR4IFUGFTMXBOZ",
      issuer: "ACME Co",
      account: "john.doe",
    };
    expect(formatOtpauthUri(device)).toMatchObject({
      ok: true,
      value:
        "otpauth://totp/ACME%20Co:john.doe?secret=HXDMVJECJJWSRB3HWIZR4IFUGFTMXBOZ&issuer=ACME%20Co&algorithm=SHA1&digits=6&period=30",
    });
    const named = formatOtpauthUri({ secretKey: SECRET, deviceName: "my phone" });
    expect(named.ok && named.value).toContain("otpauth://totp/my%20phone?");
  });

  it.each([
    [{ secretKey: "0" }, "secret/illegal-character"],
    [{ secretKey: SECRET, period: 0 }, "totp/parameter-out-of-range"],
    [{ secretKey: SECRET, period: 1.5 }, "totp/parameter-out-of-range"],
    [{ secretKey: SECRET, period: 30_000 }, "totp/parameter-out-of-range"],
    [{ secretKey: SECRET, digits: 9 }, "totp/parameter-out-of-range"],
    [{ secretKey: SECRET, algorithm: "MD5" as never }, "totp/parameter-out-of-range"],
    [{ secretKey: SECRET, issuer: "\ud800" }, "otpauth/encoding"],
    [{ secretKey: SECRET, account: "a\udc00" }, "otpauth/encoding"],
  ])("refuses %j: %s", (device, code) => {
    expect(problems(formatOtpauthUri(device))).toEqual([code]);
  });
});

describe("hostile URIs", () => {
  it("nothing throws on any text", () => {
    const piece = fc.constantFrom(
      "otpauth://totp/",
      "otpauth-migration://offline?data=",
      "?secret=",
      "&",
      "=",
      "%",
      "%41",
      "%ff",
      ":",
      "#",
      "__proto__=1",
      "constructor=1",
      "\0",
      "\ud800",
      "\udc00",
      "amp;",
      SECRET,
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string({ unit: "binary", maxLength: 5 }))), (pieces) => {
        const uri = pieces.join("");
        for (const parse of [parseOtpauthUri, parseOtpauthMigrationUri, parseOtpauthMigrationBatch]) {
          const result: Result<unknown> = parse(uri);
          if (!result.ok) expect(result.problems.length).toBeGreaterThan(0);
        }
      }),
      { numRuns: 500 },
    );
  });

  it("takes parameters by their names only, not those of every object", () => {
    const result = parseOtpauthUri(`otpauth://totp/a?__proto__=x&constructor=y&secret=${SECRET}`);
    expect(warnings(result)).toEqual(["otpauth/parameter-ignored", "otpauth/parameter-ignored"]);
    expect(problems(parseOtpauthUri("otpauth://totp/a?__proto__=x"))).toEqual(["otpauth/malformed"]);
  });

  it("is done with the longest texts of the worst kind", () => {
    const distinct = Array.from({ length: 10_000 }, (_, at) => at.toString(36)).join("&");
    for (const filler of [distinct, "&".repeat(65_000), "%41".repeat(21_000), "=".repeat(65_000), ":".repeat(65_000)]) {
      const migration = parseOtpauthMigrationUri(`otpauth-migration://offline?${filler}`.slice(0, 65_536));
      expect(migration.ok).toBe(false);
      expect(parseOtpauthUri(`otpauth://totp/a?${filler}`.slice(0, 4096)).ok).toBe(false);
    }
    const zeros = Buffer.alloc(48_000).toString("base64");
    expect(problems(parseOtpauthMigrationUri(`otpauth-migration://offline?data=${zeros}`))).toEqual([
      "otpauth/migration-malformed",
    ]);
    const fields = Buffer.alloc(48_000, Buffer.from([0x78, 0])).toString("base64");
    expect(problems(parseOtpauthMigrationUri(`otpauth-migration://offline?data=${fields}`))).toEqual([
      "otpauth/migration-empty",
    ]);
    for (const parse of [parseOtpauthUri, parseOtpauthMigrationUri]) {
      expect(problems(parse("otpauth://".repeat(104_858)))).toEqual(["otpauth/too-long"]);
    }
  });

  it("no problem holds four characters in a row of the secret", () => {
    const unit = fc.constantFrom(..."ABCDEFGHIJKLMNOPQRSTUVWXYZ2345670189%=+");
    const frame = fc.constantFrom(
      (text: string) => `otpauth://totp/a?secret=${text}`,
      (text: string) => `otpauth://totp/a?secret=${SECRET}&${text}=1`,
      (text: string) => `otpauth://totp/a?secret=${SECRET}&algorithm=${text}&digits=${text}&period=${text}`,
      (text: string) => `otpauth://${text}/a?secret=${text}`,
      (text: string) => `otpauth://totp/${text}?secret=${text}&issuer=${text}`,
      (text: string) => `otpauth-migration://offline?data=${text}`,
      (text: string) => uriWithSecret(text),
    );
    // What the messages and remedies name in capitals or digits, whatever the secret is.
    const PUBLIC = /RFC [0-9]{4}|SHA(?:1|256|512)|[HT]OTP|86400|CREDPORT/g;
    fc.assert(
      fc.property(fc.string({ unit, minLength: 4, maxLength: 60 }), frame, (secret, wrap) => {
        // A period that could be meant is told.
        fc.pre(!/^[0-9]{4,5}$/.test(secret));
        const result: Result<unknown> = parseAny(wrap(secret));
        const told = JSON.stringify(result.ok ? result.warnings : result.problems).replaceAll(PUBLIC, "");
        for (let at = 0; at + 4 <= secret.length; at++) {
          expect(told).not.toContain(secret.slice(at, at + 4));
        }
      }),
      { numRuns: 500 },
    );
  });

  it("does not repeat a number that may be a secret in the wrong place", () => {
    for (const name of ["digits", "period", "algorithm"]) {
      const result: Result<unknown> = parseAny(`otpauth://totp/a?secret=${SECRET}&${name}=850746123`);
      expect(result.ok).toBe(false);
      expect(JSON.stringify(result)).not.toContain("8507");
    }
  });

  function uriWithSecret(text: string): string {
    const message = Buffer.from([0x0a, text.length + 2, 0x0a, text.length, ...Buffer.from(text)]);
    return `otpauth-migration://offline?data=${encodeURIComponent(message.toString("base64"))}`;
  }
});
