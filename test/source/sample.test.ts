import { describe, expect, it } from "vitest";
import { readUniqueUsers, type UserRecord } from "../../src/source/index.js";
import { bytesOf, collect, sampleHashConfig, sampleText } from "./read-users.js";

/** What a correct tool says of the sample; made and checked by other programs, see its README. */
interface Expected {
  readonly totals: {
    readonly records: number;
    readonly importable: number;
    readonly importableAfterRepair: number;
    readonly refused: number;
    readonly amongImportable: Readonly<Record<string, number>>;
  };
  readonly records: readonly {
    readonly line: number;
    readonly localId: string;
    readonly accidents: readonly string[];
    readonly verdict: string;
    readonly becomes?: Readonly<Record<string, string>>;
    readonly sameEmailAs?: readonly string[];
  }[];
}

/** The reason for which each accident must be refused. */
const REFUSALS: Readonly<Record<string, string>> = {
  "no-credential": "user/no-credential",
  "email-duplicate": "user/duplicate-email",
  disabled: "user/disabled",
  "hash-mixed-alphabets": "provider-scrypt/base64-form",
  "hash-truncated-in-padding": "provider-scrypt/base64-form",
  "hash-truncated-by-one": "provider-scrypt/truncated",
  "hash-truncated-by-four": "provider-scrypt/hash-length",
  "hash-not-text": "user/field-wrong-type",
  "hash-fake": "scheme/plain-text",
  "salt-missing": "provider-scrypt/part-missing",
  "salt-empty": "provider-scrypt/part-missing",
  "email-missing": "user/email-missing",
  "phone-not-e164": "user/phone-malformed",
};

const expected = JSON.parse(sampleText("expected.json")) as Expected;
const text = sampleText("users.json");
const records = (await collect(
  readUniqueUsers(() => bytesOf(text), { from: "firebase", hashConfig: sampleHashConfig() }),
)) as UserRecord[];
const byId = new Map(records.map((record) => [record.userId, record]));

function verdictOf({ result }: UserRecord): string {
  if (!result.ok) return "refused";
  return result.value.changes.length > 0 ? "importable-after-repair" : "importable";
}

describe("the sample", () => {
  it("has every record, in the file's order, on the line of its opening brace", () => {
    const { users } = JSON.parse(text) as { users: { localId: string }[] };
    expect(records.map(({ userId }) => userId)).toEqual(users.map(({ localId }) => localId));
    expect(records.map(({ index }) => index)).toEqual(users.map((_, index) => index));
    const lines = text.split("\n");
    expect(records.map(({ line }) => lines[line - 1])).toEqual(users.map(() => "{"));
  });

  it.each(expected.records)("judges line $line as expected: $accidents", ({ line, localId, accidents, ...wanted }) => {
    const record = byId.get(localId) as UserRecord;
    expect(record.line).toBe(line);
    expect(verdictOf(record)).toBe(wanted.verdict);
    const { result } = record;
    if (result.ok) expect(result.value.user).toMatchObject(wanted.becomes ?? {});
    else {
      const codes = result.problems.map(({ code }) => code);
      const reasons = accidents.flatMap((accident) => REFUSALS[accident] ?? []);
      expect(codes).toEqual(expect.arrayContaining(reasons));
      expect(reasons.length).toBeGreaterThan(0);
    }
  });

  it("finds nothing to say of the others", () => {
    const listed = new Set(expected.records.map(({ localId }) => localId));
    const others = records.filter(({ userId }) => !listed.has(userId as string));
    expect(others.length).toBeGreaterThan(100);
    expect(others.filter((record) => verdictOf(record) !== "importable")).toEqual([]);
  });

  it("names the other record of a pair by its line", () => {
    for (const { localId, sameEmailAs = [] } of expected.records) {
      const { result } = byId.get(localId) as UserRecord;
      const messages = result.ok ? "" : result.problems.map(({ message }) => message).join();
      for (const other of sameEmailAs) expect(messages).toContain(`line ${byId.get(other)?.line} `);
    }
  });

  it("adds up to the expected totals", () => {
    const { totals } = expected;
    const count = (verdict: string) => records.filter((record) => verdictOf(record) === verdict).length;
    expect(records).toHaveLength(totals.records);
    expect(count("importable")).toBe(totals.importable);
    expect(count("importable-after-repair")).toBe(totals.importableAfterRepair);
    expect(count("refused")).toBe(totals.refused);
    const users = records.flatMap(({ result }) => (result.ok ? result.value.user : []));
    expect({
      passwordHashes: users.filter(({ passwordHash }) => passwordHash !== undefined).length,
      phoneOnly: users.filter((user) => user.phoneNumber && !user.passwordHash && user.thirdParty.length === 0).length,
      socialOnly: users.filter((user) => user.thirdParty.length > 0 && !user.passwordHash && !user.phoneNumber).length,
      phoneNumbers: users.filter(({ phoneNumber }) => phoneNumber !== undefined).length,
      socialLogins: users.flatMap(({ thirdParty }) => thirdParty).length,
    }).toEqual(totals.amongImportable);
  });
});
