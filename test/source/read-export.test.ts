import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { type ReadExportOptions, readExport, type UserRecord } from "../../src/source/index.js";
import { bytesOf, codesOf, collect, readOne, sampleHashConfig, sampleText } from "./read-users.js";

async function read(text: string, options: Partial<ReadExportOptions> = {}): Promise<UserRecord[]> {
  const records = await collect(readExport(bytesOf(text), { from: "firebase", ...options }));
  return records.filter((record) => record.kind === "user");
}

const BCRYPT = "$2b$04$......................2M3qWZ1iCmWzHp6OqKXIgfPlDwx2TGC";
const USER = '"localId":"a","phoneNumber":"+15555550100"';

describe("a record that can't be read", () => {
  it("is refused with its lines, and says so to those who count", async () => {
    const records = await read(`[{${USER}},\n{"localId":"b"\n"c":1},\n{"localId":"c"}]`);
    expect(records.map(({ line, lastLine, isUnreadable }) => [line, lastLine, isUnreadable])).toEqual([
      [1, undefined, undefined],
      [2, 3, true],
      [4, undefined, undefined],
    ]);
    const [, damaged] = records;
    expect(damaged).toMatchObject({
      identifiers: [],
      result: {
        problems: [{ code: "source/record-damaged", message: expect.stringContaining("lines 2 to 3") }],
      },
    });
  });

  it("is refused where lists lie deeper within each other than any user's data, and the next ones are read", async () => {
    const deep = `${"[".repeat(5000)}${"]".repeat(5000)}`;
    const user = (id: string, more: string) =>
      `{"id":"${id}","email":"${id}@example.com","email_confirmed_at":"2024-01-01","raw_user_meta_data":${more},"encrypted_password":"${BCRYPT}"}`;
    for (const text of [
      [user("a", "{}"), user("b", deep), user("c", '{"a":[[[1]]]}')].join("\n"),
      `[${user("a", "{}")},\n${user("b", deep)},\n${user("c", "[[[[1]]]]")}]`,
    ]) {
      const records = await collect(readExport(bytesOf(text), { from: "supabase" }));
      const found = records.map((record) => record.kind === "user" && (record.result.ok || record.result.problems[0]));
      expect(found).toMatchObject([true, { code: "source/record-damaged" }, true]);
    }
    const asText = user("b", JSON.stringify(deep));
    const [record] = await collect(readExport(bytesOf(asText), { from: "supabase" }));
    expect(JSON.stringify(record)).not.toContain("[[[[");
  });

  it("is one of perhaps many where its end can't be told", async () => {
    const [first, second] = await read(`[{${USER}},\n{"localId":"${"x\n".repeat(1 << 20)}"}]`);
    expect(first?.result.ok).toBe(true);
    expect(second).toMatchObject({
      isUnreadable: true,
      result: {
        problems: [{ code: "source/records-unreadable", message: expect.stringMatching(/^lines 2 to \d+ can't/) }],
      },
    });
  });

  it("leaves a warning on the one beside it where only what divides them is damaged", async () => {
    const [good, refused] = await read(`[,{${USER}}{"localId":"b"}]`);
    expect([good, refused].map((record) => codesOf(record as UserRecord))).toEqual([
      ["source/separator-damaged"],
      ["user/no-credential", "source/separator-damaged"],
    ]);
  });

  it("is found by the first key of its system's records, where nothing else tells", async () => {
    const records = await read('[{"localId":"a","b":"x"y","c":"},{"d":1},"e":1},{"localId":"b"},{"localId":"c"}]');
    expect(records.map(({ userId }) => userId).slice(-2)).toEqual(["b", "c"]);
    const lines = '{"externalUserId":"a","phoneNumber":"+1"x"\n{"externalUserId":"b"}\n';
    expect((await read(lines, { from: "credport" })).map(({ userId }) => userId)).toEqual([undefined, "b"]);
  });
});

describe("a field that appears twice", () => {
  it.each(["localId", "email", "phoneNumber", "passwordHash", "salt", "disabled"])(
    "is refused where it says who the user is or how they log in: %s",
    async (field) => {
      const [record] = await read(`[{"${field}":"x",${USER},"${field}":"y"}]`);
      expect(codesOf(record as UserRecord)).toContain("user/field-twice");
      if (record?.result.ok !== false) throw new Error("was not refused");
      expect(record.result.problems[0]).toMatchObject({ code: "user/field-twice", field });
    },
  );

  it("is refused in what appears inside the record too, for every source", async () => {
    const [record] = await read(
      `[{${USER},"providerUserInfo":[{"providerId":"google.com","rawId":"1","rawId":"2","email":"a@example.com"}]}]`,
    );
    expect(codesOf(record as UserRecord)).toEqual(["user/field-twice"]);
    const line = '{"externalUserId":"a","externalUserId":"b","phoneNumber":"+15555550100"}';
    const [own] = await read(line, { from: "credport" });
    expect(codesOf(own as UserRecord)).toEqual(["user/field-twice"]);
  });

  it("is let be with one value, and where it means nothing here", async () => {
    const [same] = await read(`[{${USER},${USER},"displayName":"x","displayName":"y"}]`);
    expect(same?.result).toMatchObject({ ok: true, warnings: [] });
  });
});

it("leaves a hash to the fallback where a field that is not read appears twice", async () => {
  const user = '{"ID":1,"user_login":"a","user_email":"a@example.com","display_name":"A","display_name":"B"';
  const text = `${user},"user_pass":"$P$BnvVFAKdjyTkZ9tWHPBdYhpXGGSD3z1"}\n`;
  const [record] = await collect(readExport(bytesOf(text), { from: "wordpress" }));
  expect(record).toMatchObject({ loginOnly: { user: { email: "a@example.com" } } });
});

describe("a record with very many problems", () => {
  it("names twenty and says how many more, for any number of them", async () => {
    const record = await readOne({
      localId: "a",
      phoneNumber: "+15555550100",
      providerUserInfo: new Array(50_000).fill({ providerId: "x" }),
    });
    expect(record.result.ok).toBe(false);
    if (record.result.ok) return;
    expect(record.result.problems).toHaveLength(21);
    expect(record.result.problems.at(-1)).toMatchObject({
      code: "user/more-problems",
      message: "the record has 49980 more problems",
    });
  });
});

describe("descriptions", () => {
  it("hold no hash and no secret key, and JSON neither", async () => {
    const users = await read(sampleText("users.json"), { hashConfig: sampleHashConfig() });
    const withHash = users.find(({ result }) => result.ok && result.value.user.passwordHash !== undefined);
    const secretKey = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
    const totp = [{ secretKey, period: 30, skew: 1 }];
    const line = JSON.stringify({ externalUserId: "a", phoneNumber: "+15555550100", totp });
    const [withKey] = await read(line, { from: "credport" });
    for (const [record, secret] of [
      [withHash, "$f_scrypt$"],
      [withKey, secretKey],
    ] as const) {
      expect(inspect(record, { depth: 20, showHidden: true })).not.toContain(secret);
      expect(inspect(record, { depth: 20 })).toContain(" characters>");
      expect(JSON.stringify(record)).not.toContain(secret);
      if (record?.result.ok !== true) throw new Error("refused");
      expect(inspect(record.result.value.user.totp)).not.toContain(secretKey);
      expect(inspect({ ...record.result.value.user }.passwordHash ?? "")).toBeDefined();
    }
  });
});
