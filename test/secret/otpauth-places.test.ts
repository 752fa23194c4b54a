import { describe, expect, it } from "vitest";
import type { Problem, Result } from "../../src/result.js";
import {
  formatOtpauthUri,
  type OtpauthDevice,
  parseOtpauthMigrationBatch,
  parseOtpauthMigrationUri,
  parseOtpauthUri,
} from "../../src/secret/index.js";
import { parseOtpauthLabel } from "../../src/secret/otpauth-label.js";

/** A problem in a line: its code, its field and the place in the URI, as far as there are any. */
type Told = readonly [code: string, field?: string, offset?: number];

const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const KEY = "12345678901234567890";

function line({ code, field, offset }: Problem): Told {
  if (offset !== undefined) return [code, field ?? "", offset];
  return field === undefined ? [code] : [code, field];
}

function problems(result: Result<unknown>): readonly Told[] {
  return result.ok ? [] : result.problems.map(line);
}

function warnings(result: Result<unknown>): readonly Told[] {
  if (!result.ok) throw new Error(`refused: ${result.problems[0].code}`);
  return result.warnings.map(line);
}

describe("what is wrong with a URI, and where", () => {
  const offline = "otpauth-migration://offline";

  it.each<[string, ...Told[]]>([
    ["otpauth:/totp/a", ["otpauth/not-otpauth"]],
    ["a otpauth://totp/a", ["otpauth/not-otpauth"]],
    ["otpauth-migration:/x", ["otpauth/not-otpauth"]],
    [`${offline}?data=`, ["otpauth/other-kind"]],
    ["otpauth://totp", ["otpauth/malformed"]],
    ["otpauth://TOTP/a?issuer=x", ["otpauth/malformed"]],
    ["otpauth://hotp?secret=x/", ["otpauth/unsupported", "type"]],
    ["otpauth://steam/a?secret=x", ["otpauth/unsupported", "type"]],

    ["otpauth://totp/a\u001f", ["otpauth/encoding", "", 16]],
    ["otpauth://totp/a\u007f", ["otpauth/encoding", "", 16]],
    ["otpauth://totp/a#", ["otpauth/encoding", "", 16]],
    [" otpauth://totp/\ud83d\ude00\ud83d ", ["otpauth/encoding", "", 18]],
    ["otpauth://totp/#\ud83d", ["otpauth/encoding", "", 15]],
    ["otpauth://totp/\ud83d#", ["otpauth/encoding", "", 15]],

    ["otpauth://totp/a?x=1&amp;secret=y", ["otpauth/html-escaped", "", 21]],
    ["otpauth://totp/a?secret=x&SECRET=y", ["otpauth/malformed", "", 26]],
    [`otpauth://totp/a?secret=${SECRET}&encoder`, ["otpauth/unsupported", "encoder", 64]],
    [`otpauth://totp/a?secret=${SECRET}&encoder=x`, ["otpauth/unsupported", "encoder", 65]],
    [`otpauth://totp/a?secret=${SECRET}&digits=06`, ["otpauth/malformed", "digits", 64]],
    [`otpauth://totp/a?secret=${SECRET}&period=0`, ["otpauth/malformed", "period", 64]],
    [`otpauth://totp/a?secret=${SECRET}&period=86401`, ["otpauth/malformed", "period", 64]],
    [`otpauth://totp/a?secret=${SECRET}&algorithm=MD5`, ["otpauth/malformed", "algorithm", 67]],
    [`otpauth://totp/%zz:a?secret=${SECRET}`, ["otpauth/encoding", "label", 15]],
    [`otpauth://totp/a%?secret=${SECRET}&issuer=b`, ["otpauth/encoding", "label", 15]],
    [`otpauth://totp/a?secret=${SECRET}&issuer=%`, ["otpauth/encoding", "issuer", 64]],
    ["otpauth://totp/a?secret=%", ["otpauth/encoding", "secret", 24]],
    ["otpauth://totp/a?secret=A", ["secret/malformed", "secret"]],
    ["otpauth://totp/a?secret=", ["secret/empty", "secret"]],
  ])("%j", (uri, ...told) => {
    expect(problems(parseOtpauthUri(uri))).toEqual(told);
  });

  it.each<[string, Told]>([
    ["otpauth://totp/a?secret=x", ["otpauth/other-kind"]],
    [`x${offline}`, ["otpauth/not-otpauth"]],
    ["otpauth-migration://online?data=QQ==", ["otpauth/unsupported"]],
    [offline, ["otpauth/migration-malformed"]],
    [`${offline}?x=QQ==`, ["otpauth/migration-malformed"]],
    [`${offline}?data=`, ["otpauth/migration-malformed", "data", 33]],
    [`${offline}?data====`, ["otpauth/migration-malformed", "data", 33]],
    [`${offline}?x=1&data=%`, ["otpauth/migration-malformed", "data", 37]],
    [`${offline}?data=QQ==`, ["otpauth/migration-malformed", "data"]],
  ])("%j", (uri, told) => {
    expect(problems(parseOtpauthMigrationUri(uri))).toEqual([told]);
  });

  it.each<[string, ...Told[]]>([
    ["/Example:a", ...[]],
    ["/a", ...[]],
    ["?issuer=Example", ...[]],
    ["/a?issuer=Example", ...[]],
    ["/a?issuer=+", ...[]],
    ["/Example:a?issuer=+Example+", ...[]],
    ["/Example:a?issuer=example", ["otpauth/issuer-mismatch", "issuer", 32]],
    ["/a?period=29", ["otpauth/unusual-period", "period", 24]],
    ["/a?period=1", ["otpauth/unusual-period", "period", 24]],
    ["/a?period=86400", ["otpauth/unusual-period", "period", 24]],
    ["/a?counter=0", ["otpauth/parameter-ignored", "counter", 25]],
    ["/a?lock=true", ["otpauth/parameter-ignored", "", 22]],
    ["/a?lock", ["otpauth/parameter-ignored", "", 21]],
    ["/a?image=x&icon=x&color=x&background=x&foreground=x&algorithm=sha1&digits=6&&", ...[]],
  ])("warns of otpauth://totp%s", (rest, ...told) => {
    const uri = `otpauth://totp${rest}${rest.includes("?") ? "&" : "?"}secret=${SECRET}`;
    expect(warnings(parseOtpauthUri(uri))).toEqual(told);
  });

  it("takes a URI of 4,096 characters, and none longer", () => {
    const uri = `otpauth://totp/a?secret=${SECRET}&image=`.padEnd(4096, "x");
    expect(warnings(parseOtpauthUri(uri))).toEqual([]);
    expect(problems(parseOtpauthUri(`${uri}x`))).toEqual([["otpauth/too-long"]]);
  });

  it("names the label where a name is longer than the service's limit", () => {
    const uri = `otpauth://totp/${"a".repeat(257)}?secret=${SECRET}`;
    expect(warnings(parseOtpauthUri(uri, { service: "supertokens" }))).toEqual([
      ["otpauth/device-name-too-long", "label"],
    ]);
  });

  it("leaves out what a URI does not say, and takes a tolerance from 0 to 100", () => {
    const device = parseOtpauthUri(`otpauth://totp/?secret=${SECRET}`, { skew: 0 });
    expect(device.ok && Object.keys(device.value).sort()).toEqual(
      ["algorithm", "digits", "period", "secretKey", "skew"].sort(),
    );
    const skewed = parseOtpauthUri(`otpauth://totp/?secret=${SECRET}`, { skew: 100 });
    expect([device.ok && device.value.skew, skewed.ok && skewed.value.skew]).toEqual([0, 100]);
  });

  it("names the argument that is not a string", () => {
    for (const parse of [parseOtpauthUri, parseOtpauthMigrationUri, parseOtpauthMigrationBatch]) {
      expect(() => parse(1 as never)).toThrow("uri must be a string");
    }
  });
});

describe("parseOtpauthLabel", () => {
  it.each([
    ["", {}],
    [":", {}],
    ["%20:%20", {}],
    ["a", { account: "a" }],
    [":a", { account: "a" }],
    ["Example:", { issuer: "Example" }],
    ["Example:a", { issuer: "Example", account: "a" }],
    ["%20Example%20:%20a%20", { issuer: "Example", account: "a" }],
    ["Example%3Aa", { issuer: "Example", account: "a" }],
    ["Example%3aa%3Ab", { issuer: "Example", account: "a:b" }],
    ["Ex%3aample:a%3ab", { issuer: "Ex:ample", account: "a:b" }],
    ["Example:a:b", { issuer: "Example", account: "a:b" }],
    ["%:a", null],
    ["Example:%", null],
    ["%%3aa", null],
  ])("divides %j", (label, names) => {
    expect(parseOtpauthLabel(label)).toEqual(names);
  });
});

/** An entry of a migration message, by the numbers of its fields. */
interface Entry {
  readonly name?: string;
  readonly issuer?: string;
  readonly algorithm?: number;
  readonly digits?: number;
  readonly type?: number;
  readonly counter?: number;
}

const ENTRY: Entry = { algorithm: 1, digits: 1, type: 2 };

function textField(number: number, text = ""): number[] {
  const content = [...Buffer.from(text)];
  return text === "" ? [] : [(number << 3) | 2, content.length, ...content];
}

function numberField(number: number, value = 0): number[] {
  return value === 0 ? [] : [number << 3, value];
}

function entryOf({ name, issuer, algorithm, digits, type, counter }: Entry): number[] {
  return [
    ...textField(1, KEY),
    ...textField(2, name),
    ...textField(3, issuer),
    ...numberField(4, algorithm),
    ...numberField(5, digits),
    ...numberField(6, type),
    ...numberField(7, counter),
  ];
}

function uriOf(entries: readonly Entry[], ...more: number[]): string {
  const message = entries.map(entryOf).flatMap((entry) => [0x0a, entry.length, ...entry]);
  const data = Buffer.from([...message, ...more]).toString("base64");
  return `otpauth-migration://offline?data=${encodeURIComponent(data)}`;
}

describe("what is wrong with an entry of an export, and which one", () => {
  it.each<[Entry, ...Told[]]>([
    [{ ...ENTRY, type: 1 }, ["otpauth/unsupported", "otp_parameters[1].type"]],
    [{ ...ENTRY, type: 1, counter: 5 }, ["otpauth/unsupported", "otp_parameters[1].type"]],
    [{ ...ENTRY, type: 3 }, ["otpauth/unsupported", "otp_parameters[1].type"]],
    [{ ...ENTRY, algorithm: 2 }, ["otpauth/unsupported", "otp_parameters[1].algorithm"]],
    [{ ...ENTRY, algorithm: 3 }, ["otpauth/unsupported", "otp_parameters[1].algorithm"]],
    [{ ...ENTRY, algorithm: 4 }, ["otpauth/unsupported", "otp_parameters[1].algorithm"]],
    [{ ...ENTRY, algorithm: 5 }, ["otpauth/malformed", "otp_parameters[1].algorithm"]],
    [{ ...ENTRY, digits: 2 }, ["otpauth/unsupported", "otp_parameters[1].digits"]],
    [{ ...ENTRY, digits: 3 }, ["otpauth/unsupported", "otp_parameters[1].digits"]],
    [
      {},
      ["otpauth/migration-unspecified", "otp_parameters[1].algorithm"],
      ["otpauth/migration-unspecified", "otp_parameters[1].digits"],
      ["otpauth/migration-unspecified", "otp_parameters[1].type"],
    ],
  ])("%j", (entry, ...told) => {
    expect(problems(parseOtpauthMigrationUri(uriOf([ENTRY, entry])))).toEqual(told);
  });

  it.each<[Entry, string | undefined, ...Told[]]>([
    [ENTRY, undefined],
    [{ ...ENTRY, name: "X:a" }, "X:a"],
    [{ ...ENTRY, name: "a", issuer: "X" }, "X:a"],
    [{ ...ENTRY, name: "X:a", issuer: " X " }, "X:a"],
    [{ ...ENTRY, name: "X:a", issuer: " " }, "X:a"],
    [{ ...ENTRY, name: "X:a", issuer: "Y" }, "Y:a", ["otpauth/issuer-mismatch", "otp_parameters[0].issuer"]],
    [{ ...ENTRY, counter: 1 }, undefined, ["otpauth/parameter-ignored", "otp_parameters[0].counter"]],
  ])("names and warns of %j: %j", (entry, name, ...told) => {
    const result = parseOtpauthMigrationUri(uriOf([entry]));
    expect(result.ok && result.value.map((device) => device.deviceName)).toEqual([name]);
    expect(warnings(result)).toEqual(told);
  });

  it("takes 100 accounts, and no more", () => {
    const many = Array.from({ length: 100 }, () => ENTRY);
    const read = parseOtpauthMigrationUri(uriOf(many));
    expect(read.ok && read.value).toHaveLength(100);
    expect(problems(parseOtpauthMigrationUri(uriOf([...many, ENTRY])))).toEqual([["otpauth/migration-too-many"]]);
  });

  // Fields 3 and 4 of the message: how many codes the export has, and which of them this is.
  const minusOne = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01];
  it.each([
    ["neither", [], true],
    ["the last of two", [0x18, 2, 0x20, 1], true],
    ["one after the last", [0x18, 2, 0x20, 2], false],
    ["the second without a size", [0x20, 1], false],
    ["a negative size", [0x18, ...minusOne], false],
    ["a negative place", [0x18, 2, 0x20, ...minusOne], false],
  ])("reads the size of an export and a code's place in it: %s", (_what, more, isTaken) => {
    const result = parseOtpauthMigrationUri(uriOf([ENTRY], ...more));
    expect(problems(result)).toEqual(isTaken ? [] : [["otpauth/migration-malformed", "data"]]);
  });
});

describe("formatOtpauthUri", () => {
  const device: OtpauthDevice = { secretKey: SECRET };

  it.each<[Partial<OtpauthDevice>, string]>([
    [{}, `?secret=${SECRET}&algorithm=SHA1&digits=6&period=30`],
    [{ period: 1 }, `?secret=${SECRET}&algorithm=SHA1&digits=6&period=1`],
    [{ period: 86_400 }, `?secret=${SECRET}&algorithm=SHA1&digits=6&period=86400`],
    [{ digits: 8, algorithm: "SHA512" }, `?secret=${SECRET}&algorithm=SHA512&digits=8&period=30`],
    [{ account: "a", deviceName: "x" }, `a?secret=${SECRET}&algorithm=SHA1&digits=6&period=30`],
    [{ deviceName: "x" }, `x?secret=${SECRET}&algorithm=SHA1&digits=6&period=30`],
    [{ issuer: "E", deviceName: "x" }, `E:?secret=${SECRET}&issuer=E&algorithm=SHA1&digits=6&period=30`],
  ])("writes %j", (more, written) => {
    expect(formatOtpauthUri({ ...device, ...more })).toMatchObject({ value: `otpauth://totp/${written}` });
  });

  it.each<[Partial<OtpauthDevice>, Told]>([
    [{ period: 0 }, ["totp/parameter-out-of-range"]],
    [{ period: 86_401 }, ["totp/parameter-out-of-range"]],
    [{ digits: 5 }, ["totp/parameter-out-of-range"]],
    [{ digits: 6.5 }, ["totp/parameter-out-of-range"]],
    [{ digits: 9 }, ["totp/parameter-out-of-range"]],
    [{ account: "ab\ud800" }, ["otpauth/encoding", "account", 2]],
    [{ issuer: "\udc00" }, ["otpauth/encoding", "issuer", 0]],
  ])("refuses %j", (more, told) => {
    expect(problems(formatOtpauthUri({ ...device, ...more }))).toEqual([told]);
  });

  it("writes no URI that is too long to be read", () => {
    const rest = `otpauth://totp/?secret=${SECRET}&algorithm=SHA1&digits=6&period=30`.length;
    const longest = formatOtpauthUri({ ...device, account: "a".repeat(4096 - rest) });
    expect(longest.ok && parseOtpauthUri(longest.value).ok).toBe(true);
    const longer = formatOtpauthUri({ ...device, account: "a".repeat(4097 - rest) });
    expect(problems(longer)).toEqual([["otpauth/too-long"]]);
  });
});
