import { describe, expect, it } from "vitest";
import { type Decision, readUniqueUsers, type SourceRecord, type UserRecord } from "../../src/source/index.js";
import { liveBytes } from "../live-bytes.js";
import { useTemporaryFolder } from "../temporary-folder.js";
import { bytesOf, codesOf, collect, readUnique } from "./read-users.js";

const temporary = useTemporaryFolder();
const user = (localId: string, fields: object) => ({ localId, phoneNumber: `+1555555${localId}`, ...fields });
const google = (rawId: string) => ({
  providerUserInfo: [{ providerId: "google.com", rawId, email: "x@example.com" }],
});

describe("records that share something", () => {
  it.each([
    [
      "an address, letter case and white space aside",
      user("0001", { email: "A@example.com" }),
      user("0002", { email: " a@EXAMPLE.com " }),
      "user/duplicate-email",
    ],
    ["a phone number", user("0001", {}), user("0002", { phoneNumber: "+15555550001" }), "user/duplicate-phone"],
    ["a social login", user("0001", google("1")), user("0002", google("1")), "user/duplicate-third-party"],
    ["an ID", user("0001", {}), user("0001", { phoneNumber: "+15555550002" }), "user/duplicate-id"],
  ])("are all refused: %s", async (_, first, second, code) => {
    const records = await readUnique([first, user("0003", {}), second]);
    expect(records.map(codesOf)).toEqual([[code], [], [code]]);
    expect(records[0]?.result).toMatchObject({ problems: [{ remedy: expect.stringMatching(/\.$/) }] });
  });

  it.each([
    ["+4915112345678", "+49015112345678"],
    ["+447911123456", "+4407911123456"],
    ["+819012345678", "+8109012345678"],
  ])("are refused where the service takes both numbers for one: %s and %s", async (number, withTrunkZero) => {
    const users = [user("0001", { phoneNumber: number }), user("0002", { phoneNumber: withTrunkZero })];
    for (const order of [users, users.toReversed()]) {
      const records = await readUnique(order, { service: "supertokens" });
      expect(records.map(codesOf)).toEqual([["user/duplicate-phone"], ["user/duplicate-phone"]]);
    }
    const asSent = await readUnique(users, { service: "default" });
    expect(asSent.map(codesOf)).toEqual([[], []]);
  });

  it.each([" 0001", "0001\u00a0"])("tells no IDs apart by white space at their ends: %j", async (localId) => {
    const twin = user(localId, { email: "b@example.com", phoneNumber: "+15555550002" });
    const records = await readUnique([user("0001", { email: "a@example.com" }), twin]);
    expect(records.map(codesOf)).toEqual([["user/duplicate-id"], ["user/duplicate-id"]]);
    const decisions = new Map<string, Decision>([
      ["0001", "import"],
      [localId, "leave-out"],
    ]);
    const chosen = await readUnique([user("0001", { email: "a@example.com" }), twin], { decisions });
    expect(chosen.map(codesOf)).toEqual([[], ["user/left-out"]]);
  });

  describe("the address of a social login that is another user's", () => {
    const own = { ...user("0001", { email: "a@example.com", emailVerified: true }), ...google("1") };
    const other = user("0002", { email: " X@example.com" });
    const addresses = ({ result }: UserRecord) =>
      result.ok ? result.value.user.thirdParty.map(({ email, isVerified }) => [email, isVerified]) : [];

    it("is left to that user, whichever comes first, and the login gets the address of its own", async () => {
      for (const users of [
        [own, other],
        [other, own],
      ]) {
        const records = await readUnique(users);
        expect(records.map(({ result }) => result.ok)).toEqual([true, true]);
        expect(records.flatMap(addresses)).toEqual([["a@example.com", true]]);
        expect(records.flatMap(codesOf)).toEqual(["user/login-address-taken"]);
      }
    });

    it("stays where no user has it, or it is the user's own", async () => {
      const records = await readUnique([own, { ...other, email: "x2@example.com" }]);
      expect(records.flatMap(addresses)).toEqual([["x@example.com", false]]);
      const mine = { ...own, email: "X@example.com" };
      expect((await readUnique([mine])).flatMap(addresses)).toEqual([["x@example.com", true]]);
    });

    it("is no login's where two have it and no user, and of a user without an own one keeps them out", async () => {
      const second = { ...own, ...google("2"), localId: "0003", email: "c@example.com", phoneNumber: "+15555550103" };
      const records = await readUnique([own, second]);
      expect(records.flatMap(addresses)).toEqual([
        ["a@example.com", true],
        ["c@example.com", true],
      ]);
      const withoutAddress = { ...own, email: "" };
      expect((await readUnique([withoutAddress, other])).map(codesOf)).toEqual([["user/duplicate-email"], []]);
    });

    it("is left to that user by a record that was chosen among those of one login, and by those that were not", async () => {
      const moments = (createdAt: string) => ({ createdAt, lastLoginAt: createdAt });
      const owner = user("0002", { email: "x@example.com", emailVerified: true, ...moments("1") });
      const twin = { ...own, localId: "0003", phoneNumber: "+15555550003", email: "b@example.com", ...moments("2") };
      const chosen = { ...own, ...moments("3") };
      const decisions = new Map<string, Decision>([
        ["0001", "import"],
        ["0003", "leave-out"],
      ]);
      for (const users of [
        [chosen, twin, owner],
        [owner, twin, chosen],
      ]) {
        const records = await readUnique(users, { decisions });
        expect(
          records
            .filter(({ result }) => result.ok)
            .flatMap(addresses)
            .sort(),
        ).toEqual([["a@example.com", true]]);
        expect(records.flatMap(codesOf).sort()).toEqual(["user/left-out", "user/login-address-taken"]);
        const [undecided] = (await readUnique(users)).filter(({ userId }) => userId === "0001");
        expect(undecided?.rejected?.user.thirdParty).toMatchObject([{ email: "a@example.com" }]);
      }
    });

    it("keeps a chosen record out that has no other address, unless the one of that address is left out for it", async () => {
      const moments = (createdAt: string) => ({ createdAt, lastLoginAt: createdAt });
      const owner = user("0002", { email: "x@example.com", emailVerified: true, ...moments("1") });
      const alone = { ...own, email: "", ...moments("3") };
      const twin = {
        ...own,
        localId: "0003",
        phoneNumber: "+15555550003",
        email: "x@example.com",
        emailVerified: false,
      };
      const decisions = new Map<string, Decision>([
        ["0001", "import"],
        ["0003", "leave-out"],
      ]);
      const fates = async (users: readonly object[]) =>
        (await readUnique(users, { decisions })).map((record) => codesOf(record)[0] ?? "ok");
      expect(await fates([twin, owner, alone])).toEqual(["user/left-out", "ok", "user/duplicate-email"]);
      expect(await fates([alone, owner, twin])).toEqual(["user/duplicate-email", "ok", "user/left-out"]);
      expect(await fates([twin, alone])).toEqual(["user/left-out", "ok"]);
    });

    it("is changed for the fallback too, and no secret of a copy shows", async () => {
      const disabled = { ...own, disabled: true };
      const [first] = await readUnique([disabled, other]);
      expect(first?.rejected?.user.thirdParty).toMatchObject([{ email: "a@example.com" }]);
    });
  });

  it("name one another's lines", async () => {
    const text = `[\n${JSON.stringify(user("0001", {}))},\n\n${JSON.stringify(user("0001", {}))}]`;
    const records = await collect(readUniqueUsers(() => bytesOf(text), { from: "firebase" }));
    const messages = records.map((record) =>
      record.kind === "user" && !record.result.ok ? record.result.problems[0].message : "",
    );
    expect(messages).toEqual([expect.stringContaining("line 4 "), expect.stringContaining("line 2 ")]);
  });

  it("are refused also where one of them has another fault: it may be the right one", async () => {
    const records = await readUnique([
      user("0001", { email: "a@example.com", disabled: true }),
      user("0002", { email: "a@example.com" }),
    ]);
    expect(records.map(codesOf)).toEqual([["user/duplicate-email", "user/disabled"], ["user/duplicate-email"]]);
  });

  it("are only those: two logins of one user, and empty fields, are shared with nobody", async () => {
    const records = await readUnique([
      user("0001", {
        email: "",
        providerUserInfo: [...google("1").providerUserInfo, ...google("1").providerUserInfo],
      }),
      user("0002", { email: "" }),
      user("0003", {}),
    ]);
    expect(records.map(codesOf)).toEqual([[], [], []]);
  });
});

describe("a file", () => {
  it("that can't be read to its end yields that, and no user", async () => {
    const text = `{"users":[${JSON.stringify(user("0001", {}))},`;
    const records = await collect(readUniqueUsers(() => bytesOf(text), { from: "firebase" }));
    expect(records).toEqual([
      { kind: "unreadable", line: 1, problem: expect.objectContaining({ code: "source/cut-off" }) },
    ]);
  });

  it("is opened twice, and closed when its reader stops early", async () => {
    let [opened, closed] = [0, 0];
    async function* open() {
      opened++;
      try {
        for (const number of [1, 2, 3]) {
          const json = JSON.stringify(user(`000${number}`, {}));
          yield Buffer.from(`${number === 1 ? "[" : ","}${json}${number === 3 ? "]" : ""}`);
        }
      } finally {
        closed++;
      }
    }
    for await (const record of readUniqueUsers(open, { from: "firebase" })) if (record.kind === "user") break;
    expect([opened, closed]).toEqual([2, 2]);
  });

  it("whose reading fails leaves nothing behind and says why", async () => {
    let spilled = 0;
    async function* open(): AsyncGenerator<Uint8Array> {
      yield Buffer.from("[");
      for (let batch = 0; batch < 80; batch++) {
        const numbers = Array.from({ length: 1000 }, (_, at) => 1_000_000 + batch * 1000 + at);
        const users = numbers.map((number) => `{"localId":"u${number}","phoneNumber":"+1555${number}"},`);
        yield Buffer.from(users.join(""));
      }
      spilled = temporary.entries().length;
      throw new Error("the disk is gone");
    }
    await expect(collect(readUniqueUsers(open, { from: "firebase" }))).rejects.toThrow("the disk is gone");
    expect([spilled, temporary.entries()]).toEqual([1, []]);
  });

  it("of 100 MB, read twice, takes no more memory than a small one and leaves no temporary file", async () => {
    const padding = "x".repeat(1100);
    const batches = 900;
    const inBatch = 100;
    let isFirst = true;
    async function* open() {
      yield Buffer.from('{"users":[');
      for (let batch = 0; batch < batches; batch++) {
        const users = Array.from({ length: inBatch }, (_, at) => {
          const number = batch * inBatch + at;
          // The last record has the first one's number.
          const digits = String(number === batches * inBatch - 1 ? 0 : number).padStart(7, "0");
          return `{"localId":"u${number}","phoneNumber":"+1555${digits}","photoUrl":"${padding}"}`;
        });
        yield Buffer.from(`${batch === 0 ? "" : ","}${users.join(",\n")}`);
        if (batch % 300 === 299) highest = Math.max(highest, liveBytes() - before);
        if (isFirst && batch === batches - 1) spilled = temporary.entries().length;
      }
      yield Buffer.from("]}");
      isFirst = false;
    }
    let highest = 0;
    let spilled = 0;
    const before = liveBytes();
    const refused: SourceRecord[] = [];
    let records = 0;
    for await (const record of readUniqueUsers(open, { from: "firebase" })) {
      records++;
      if (record.kind !== "user" || !record.result.ok) refused.push(record);
    }
    expect(records).toBe(batches * inBatch);
    expect(refused.map((record) => record.kind === "user" && record.index)).toEqual([0, batches * inBatch - 1]);
    expect(spilled).toBe(1);
    expect(highest).toBeLessThan(24 << 20);
    expect(temporary.entries()).toEqual([]);
  });
});
