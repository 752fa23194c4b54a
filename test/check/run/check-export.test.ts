import { inspect } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type CheckOptions,
  type CheckReport,
  checkExport,
  checkRecords,
  isReadyToImport,
  type Rejection,
} from "../../../src/check/index.js";
import { type NormalizedUser, readExport } from "../../../src/source/index.js";
import { bytesOf, sampleHashConfig, sampleText } from "../../source/read-users.js";
import { useTemporaryFolder } from "../../temporary-folder.js";

const temporary = useTemporaryFolder();
const expected = JSON.parse(sampleText("expected.json"));

async function check(text: string | Uint8Array, options: Partial<CheckOptions> = {}): Promise<CheckReport> {
  const result = await checkExport(() => bytesOf(text), { from: "firebase", ...options });
  if (!result.ok) throw new Error(result.problems[0].code);
  return result.value;
}

const sample = (options: Partial<CheckOptions> = {}) =>
  check(sampleText("users.json"), { hashConfig: sampleHashConfig(), ...options });

describe("the report", () => {
  it("has the sample's totals, which other programs have found", async () => {
    const { totals } = expected;
    const report = await sample();
    expect(report).toMatchObject({
      records: totals.records,
      importable: totals.importable + totals.importableAfterRepair,
      repaired: totals.importableAfterRepair,
      refused: totals.refused,
      contents: {
        passwords: { carried: totals.amongImportable.passwordHashes },
        phoneNumbers: { carried: totals.amongImportable.phoneNumbers },
        socialLogins: { carried: totals.amongImportable.socialLogins },
      },
    });
    expect(report.known).toBeUndefined();
  });

  it("counts every refused record under each of its problems, with the first lines", async () => {
    const { problems } = await sample();
    const duplicates = problems.find(({ name }) => name === "user/duplicate-email");
    const lines = expected.records
      .filter(({ accidents }: { accidents: string[] }) => accidents.includes("email-duplicate"))
      .map(({ line }: { line: number }) => line);
    expect(duplicates).toEqual({ name: "user/duplicate-email", records: 4, firstLines: lines });
    const counts = problems.map(({ records }) => records);
    expect(counts).toEqual([...counts].sort((a, b) => b - a));
  });

  it("keeps five lines of a problem and counts the others", async () => {
    const users = Array.from({ length: 9 }, (_, at) => `{"localId":"u${at}"}`).join(",\n");
    const { problems } = await check(`[${users}]`);
    expect(problems).toEqual([{ name: "user/no-credential", records: 9, firstLines: [1, 2, 3, 4, 5] }]);
  });

  it("counts the fields that no import call has a place for, of users that can be imported", async () => {
    const { notCarried } = await check(
      `[{"localId":"a","phoneNumber":"+15555550100","displayName":"A"},\n{"localId":"b","displayName":"B"}]`,
    );
    expect(notCarried).toEqual([{ name: "displayName", records: 1, firstLines: [1] }]);
    const names = (await sample()).notCarried.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["displayName", "photoUrl", "customAttributes"]));
  });

  it("keeps the names of fields within a limit, however many the file has", async () => {
    const users = Array.from(
      { length: 1000 },
      (_, at) => `{"localId":"u${at}","phoneNumber":"+1555${1_000_000 + at}","field${at}":1}`,
    );
    const { notCarried } = await check(`[${users.join(",\n")}]`);
    expect(notCarried.length).toBeLessThanOrEqual(201);
    expect(notCarried[0]).toMatchObject({ name: "…", records: 800 });
  });

  it("says which field was wrong where the code leaves it open", async () => {
    const users = [
      '{"localId":"a","phoneNumber":"+15555550100","disabled":"no"}',
      '{"localId":"b","phoneNumber":"+15555550101","emailVerified":1,"disabled":0}',
      '{"phoneNumber":"+15555550102"}',
    ];
    const { problems } = await check(`[${users.join(",\n")}]`);
    expect(problems).toEqual([
      {
        name: "user/field-wrong-type",
        records: 2,
        firstLines: [1, 2],
        fields: ["disabled", "emailVerified"],
      },
      { name: "user/id-unusable", records: 1, firstLines: [3], fields: ["localId"] },
    ]);
  });

  it("is a problem, and found before any user, where hash parameters are needed and were not given", async () => {
    let users = 0;
    const onUser = () => void users++;
    const result = await checkExport(() => bytesOf(sampleText("users.json")), { from: "firebase", onUser });
    expect(result.ok ? [] : result.problems).toMatchObject([
      { code: "source/hash-config-unusable", field: expect.stringMatching(/^line [0-9]+$/) },
    ]);
    expect(users).toBe(0);
  });

  it("is a problem where temporary files can't be written", async () => {
    process.env.TMPDIR = `${temporary.path()}/missing`;
    async function* open() {
      yield Buffer.from("[");
      for (let at = 0; at < 80_000; at++) {
        yield Buffer.from(`${at > 0 ? "," : ""}{"localId":"${at}","phoneNumber":"+155${1_000_000 + at}"}`);
      }
      yield Buffer.from("]");
    }
    const result = await checkExport(open, { from: "firebase" });
    expect(result.ok ? [] : result.problems).toMatchObject([
      { code: "source/temporary-files", message: expect.stringContaining("ENOENT") },
    ]);
  });

  it("adds up for any export, and hands over each record once, in the file's order", async () => {
    const user = fc.record(
      {
        localId: fc.constantFrom("a", "b", "c", "", 7),
        email: fc.constantFrom("a@example.com", " A@example.com", "b@example.com", "damaged", null),
        phoneNumber: fc.constantFrom("+15555550100", "+15555550101", "1"),
        disabled: fc.boolean(),
        mfaInfo: fc.constantFrom([], [{}]),
      },
      { requiredKeys: [] },
    );
    const records = fc.array(fc.oneof(user, fc.constantFrom(null, 1, "x", "damaged")), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(records, async (given) => {
        const lines = given.map((record) => (record === "damaged" ? '{"x":damaged}' : JSON.stringify(record)));
        const users: NormalizedUser[] = [];
        const rejections: Rejection[] = [];
        const order: number[] = [];
        const report = await check(`[${lines.join(",\n")}]`, {
          onUser: (imported, { line }) => {
            users.push(imported);
            order.push(line);
          },
          onRejected: (rejection) => {
            rejections.push(rejection);
            order.push(rejection.line);
          },
        });
        expect(report.records).toBe(given.length);
        expect([report.importable, report.refused]).toEqual([users.length, rejections.length]);
        expect(report.importable + report.refused).toBe(report.records);
        expect(report.repaired).toBeLessThanOrEqual(report.importable);
        expect(order).toEqual(given.map((_, index) => index + 1));
        const named = new Map<string, number>();
        for (const { problems } of rejections) {
          for (const code of new Set(problems.map((problem) => problem.code))) {
            named.set(code, (named.get(code) ?? 0) + 1);
          }
        }
        expect(new Map(report.problems.map(({ name, records }) => [name, records]))).toEqual(named);
        expect(report.contents.phoneNumbers.carried).toBe(users.filter((one) => one.phoneNumber).length);
        expect(new Set(users.map(({ externalUserId }) => externalUserId)).size).toBe(users.length);
      }),
      { numRuns: 100 },
    );
  });

  it("holds no secret of the sample", async () => {
    const rejections: Rejection[] = [];
    const report = await sample({
      known: { identifier: "ada@example.com", password: sampleText("known-password.txt").trim() },
      onRejected: (rejection) => void rejections.push(rejection),
    });
    const told = JSON.stringify([report, rejections]);
    const { users } = JSON.parse(sampleText("users.json")) as { users: Record<string, unknown>[] };
    const secrets = users.flatMap(({ passwordHash, salt }) => [passwordHash, salt]);
    const passwords = sampleText("passwords.ndjson")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).password as string);
    for (const secret of [...secrets, ...passwords, sampleHashConfig().signerKey]) {
      if (typeof secret === "string" && secret.length > 5) expect(told).not.toContain(secret);
    }
  });
});

describe("a check that can't continue", () => {
  it("says why the file can't be read, and where", async () => {
    const result = await checkExport(() => bytesOf('{"users":[\n{"localId":'), { from: "firebase" });
    expect(result).toMatchObject({ ok: false, problems: [{ code: "source/cut-off", field: "line 2" }] });
  });

  it("hands over no user of a file that is cut off at its end", async () => {
    const handed: unknown[] = [];
    const text = '[{"localId":"a","phoneNumber":"+15555550100"},';
    const result = await checkExport(() => bytesOf(text), {
      from: "firebase",
      onUser: (user) => void handed.push(user),
      onRejected: (rejection) => void handed.push(rejection),
    });
    expect([result.ok, handed]).toEqual([false, []]);
  });

  it("waits for the one who takes the records, and ends with their error", async () => {
    let isBusy = false;
    const slow = async () => {
      expect(isBusy).toBe(false);
      isBusy = true;
      await new Promise((resolve) => setImmediate(resolve));
      isBusy = false;
    };
    await sample({ onUser: slow, onRejected: slow });
    const failing = sample({ onUser: () => Promise.reject(new Error("the disk is full")) });
    await expect(failing).rejects.toThrow("the disk is full");
    expect(temporary.entries()).toEqual([]);
  });

  it("ends at the signal in the first pass, in which no record is handed over", async () => {
    const abort = new AbortController();
    let passes = 0;
    async function* endless() {
      passes++;
      yield Buffer.from("[");
      for (let number = 0; ; number++) {
        if (number === 1000) abort.abort(new Error("enough"));
        if (number > 2000) throw new Error("read on after the signal");
        yield Buffer.from(`{"localId":"u${number}"},`);
      }
    }
    const checking = checkExport(endless, { from: "firebase", signal: abort.signal });
    await expect(checking).rejects.toThrow("enough");
    expect([passes, temporary.entries()]).toEqual([1, []]);
  });

  it("ends at the signal in the second pass, and does not begin after it", async () => {
    const abort = new AbortController();
    let handed = 0;
    const onUser = () => {
      handed++;
      abort.abort(new Error("enough"));
    };
    await expect(sample({ signal: abort.signal, onUser })).rejects.toThrow("enough");
    expect(handed).toBe(1);
    await expect(sample({ signal: abort.signal })).rejects.toThrow("enough");
  });
});

describe("users whom only credport verifies, at login", () => {
  const BCRYPT = "$2b$10$Wd0pP7Zq3uLkYv5xHs1cNOfYU9EQMo/sDwwjJr4DEqiaLtFmG4wnW";
  const file = (...users: object[]) =>
    async function* () {
      yield Buffer.from(users.map((user) => JSON.stringify(user)).join("\n"));
    };
  const meteor = (id: string, more: object = {}) => ({
    externalUserId: id,
    email: `${id}@example.com`,
    passwordHash: BCRYPT,
    source: "meteor",
    ...more,
  });

  it("are counted apart from the refused, and the numbers add up", async () => {
    const open = file(
      meteor("only-at-login"),
      meteor("importable", { source: "ghost" }),
      meteor("also-disabled", { disabled: true }),
      meteor("twin", { email: "twin@example.com" }),
      meteor("other-twin", { email: "TWIN@example.com" }),
    );
    const report = await checkExport(open, { from: "credport" });
    expect(report).toMatchObject({
      ok: true,
      value: { records: 5, importable: 1, loginOnly: 1, refused: 3, unreadable: 0 },
    });
  });

  it("keep their hash and what else they log in with, and printing shows no hash", async () => {
    const records = [];
    for await (const record of readExport(file(meteor("a", { phoneNumber: "+15555550100" }))(), {
      from: "credport",
    })) {
      records.push(record);
    }
    const [record] = records;
    if (record?.kind !== "user") throw new Error("no record was read");
    expect(record.loginOnly).toMatchObject({ hash: BCRYPT, source: "meteor" });
    expect(record.loginOnly?.user).toMatchObject({ externalUserId: "a", phoneNumber: "+15555550100" });
    expect(record.loginOnly?.user).not.toHaveProperty("passwordHash");
    expect(inspect(record, { depth: 9 })).not.toContain(BCRYPT);
  });

  it("have their other logins imported where the caller wants it, and are counted apart all the same", async () => {
    const users: unknown[] = [];
    const fallback: unknown[] = [];
    const rejected: unknown[] = [];
    const report = await checkExport(
      file(meteor("phone", { phoneNumber: "+15555550100" }), meteor("none"), meteor("ghost", { source: "ghost" })),
      {
        from: "credport",
        loginOnly: "import",
        onUser: (user) => void users.push([user.externalUserId, user.phoneNumber, user.passwordHash]),
        onLoginOnly: ({ user }) => void fallback.push(user.externalUserId),
        onRejected: (rejection) => void rejected.push(rejection),
      },
    );
    expect(report).toMatchObject({
      ok: true,
      value: {
        records: 3,
        importable: 1,
        loginOnly: 2,
        otherLogins: 1,
        refused: 0,
        warnings: [{ name: "user/password-at-login", records: 1 }],
      },
    });
    expect(users).toEqual([
      ["phone", "+15555550100", undefined],
      ["ghost", undefined, BCRYPT],
    ]);
    expect([fallback, rejected]).toEqual([["phone", "none"], []]);
    if (!report.ok) throw new Error("no report");
    expect([isReadyToImport(report.value), isReadyToImport(report.value, { acceptsLoginOnly: true })]).toEqual([
      false,
      true,
    ]);
  });

  it("are refused as anybody where they share an address, and the fallback never sees them", async () => {
    const seen: unknown[] = [];
    const twins = file(meteor("a", { phoneNumber: "+15555550100" }), meteor("b", { email: "A@example.com" }));
    const report = await checkExport(twins, {
      from: "credport",
      loginOnly: "import",
      onLoginOnly: (user) => void seen.push(user),
    });
    expect(report).toMatchObject({ ok: true, value: { loginOnly: 0, otherLogins: 0, refused: 2 } });
    expect(seen).toEqual([]);
  });

  it("are counted in records of the caller's own as well", async () => {
    const open = file(meteor("a"), meteor("b", { source: "ghost" }));
    const report = await checkRecords(readExport(open(), { from: "credport" }));
    expect(report).toMatchObject({
      ok: true,
      value: { records: 2, importable: 1, loginOnly: 1, refused: 0 },
    });
  });
});
