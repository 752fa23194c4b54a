import { describe, expect, it } from "vitest";
import {
  type HoldReason,
  jsonDocument,
  jsonLines,
  type RecordReader,
  readExport,
  readUniqueUsers,
  recordFields,
  type Source,
  type UserRecord,
} from "../../src/source/index.js";
import { bytesOf, codesOf, collect } from "./read-users.js";

const BCRYPT = "$2b$10$Wd0pP7Zq3uLkYv5xHs1cNOfYU9EQMo/sDwwjJr4DEqiaLtFmG4wnW";

const SHOP: Source = {
  name: "shop",
  title: "our web shop",
  origin: "ghost",
  readers: [jsonDocument({ keys: ["customers"] }), jsonLines()],
  idField: "id",
  fields: [{ read: new Set(["id", "mail", "others", "login", "pw", "state"]), notCarried: new Set(["name"]) }],
  otherFields: "counted",
  toUser: (record, context) => {
    const { findings } = context;
    const state = recordFields.text(record, "state", findings);
    if (state !== undefined) context.holdBack(state as HoldReason, "state");
    const email = recordFields.email(record, "mail", findings);
    const other = recordFields.email(record, "others", findings);
    const hash = recordFields.text(record, "pw", findings);
    return {
      externalUserId: recordFields.userId(record, "id", findings),
      emails: [email, other].filter((value) => value !== undefined).map((value) => ({ value, isVerified: true })),
      phoneNumbers: [],
      userName: recordFields.text(record, "login", findings),
      password: hash === undefined ? undefined : context.password(hash),
      thirdParty: [],
      totp: [],
    };
  },
};

async function read(text: string, options: object = {}, from = SHOP): Promise<UserRecord[]> {
  return (await collect(readExport(bytesOf(text), { from, ...options }))) as UserRecord[];
}

describe("a source of the caller's own", () => {
  it("is read like one of the table, and its hashes under its own origin", async () => {
    const [record] = await read(`${JSON.stringify({ id: "1", mail: "a@example.com", pw: BCRYPT, name: "A" })}\n`);
    expect(record).toMatchObject({ userId: "1", line: 1 });
    expect(record?.result).toMatchObject({
      ok: true,
      value: {
        user: { email: "a@example.com", passwordHash: BCRYPT, source: "ghost" },
        notCarried: ["name", "verification of the e-mail address"],
      },
    });
  });

  it.each([
    ["an array", '[{"id":"1","mail":"a@example.com"},\n{"id":"2"}]'],
    ["an object", '{"page":1,"customers":[{"id":"1"},\n{"id":"2"}]}'],
    ["lines", '{"id":"1"}\n{"id":"2"}\n'],
    ["lines after a byte order mark", '\ufeff{"id":"1"}\n{"id":"2"}\n'],
  ])("has its format told by the file's beginning: %s", async (_, text) => {
    expect((await read(text)).map(({ userId, line }) => [userId, line])).toEqual([
      ["1", 1],
      ["2", 2],
    ]);
  });

  it("is read in any chunks", async () => {
    const text = '{"customers":[{"id":"1"},{"id":"2"}]}';
    async function* bytes() {
      for (const byte of Buffer.from(text)) yield Uint8Array.of(byte);
    }
    const records = (await collect(readExport(bytes(), { from: SHOP }))) as UserRecord[];
    expect(records.map(({ userId }) => userId)).toEqual(["1", "2"]);
  });

  it("holds users back for a reason, and lets them in by its name", async () => {
    for (const reason of ["disabled", "banned", "deleted", "unconfirmed", "invited"] as const) {
      const text = JSON.stringify({ id: "1", mail: "a@example.com", pw: BCRYPT, state: reason });
      const [held] = await read(text);
      expect(codesOf(held as UserRecord)).toEqual([`user/${reason}`]);
      const [letIn] = await read(text, { include: [reason] });
      expect(letIn?.result.ok).toBe(true);
    }
  });

  it("reports further addresses and user names, which no call carries", async () => {
    const fields = { id: "1", mail: "a@example.com", others: "b@example.com", login: "ada", pw: BCRYPT };
    const [record] = await read(JSON.stringify(fields));
    expect(record?.result).toMatchObject({
      ok: true,
      value: {
        user: { email: "a@example.com" },
        notCarried: ["further e-mail addresses", "user name", "verification of the e-mail address"],
        further: { emails: [{ value: "b@example.com", isVerified: true }], userName: "ada" },
      },
    });
  });

  it("may bring a reader of its own, whose faults are named and hide no record", async () => {
    const words: RecordReader = {
      format: "words",
      fits: () => true,
      async *read(input) {
        let index = 0;
        for await (const bytes of input) {
          for (const id of new TextDecoder().decode(bytes).split(" ")) {
            const place = { index, line: ++index };
            if (id === "?") {
              const problem = { code: "source/record-damaged", message: "the word is not an ID" } as const;
              yield { kind: "fault", place, problem };
            } else yield { kind: "record", place, value: { id } };
          }
        }
      },
    };
    const records = await read("a ? b", {}, { ...SHOP, readers: [words] });
    expect(records.map((record) => record.userId ?? codesOf(record)[0])).toEqual(["a", "source/record-damaged", "b"]);
    expect(records[1]).toMatchObject({ isUnreadable: true, index: 1, line: 2 });
  });

  it("is looked through for duplicates", async () => {
    const text = '{"id":"1","mail":"a@example.com"}\n{"id":"2","mail":"A@example.com"}\n';
    const records = (await collect(readUniqueUsers(() => bytesOf(text), { from: SHOP }))) as UserRecord[];
    expect(records.map((record) => codesOf(record)[0])).toEqual(["user/duplicate-email", "user/duplicate-email"]);
  });

  it("is a caller's bug where it is not one", async () => {
    for (const [broken, reason] of [
      [{ ...SHOP, readers: [] }, "it has no readers"],
      [{ ...SHOP, toUser: undefined }, "its toUser is not a function"],
      [{ ...SHOP, origin: undefined }, "its origin is not a text"],
      [null, "it is not an object"],
    ] as const) {
      await expect(read("", {}, broken as unknown as Source)).rejects.toThrow(reason);
    }
  });
});

describe("a wrong name", () => {
  it("is told from the first record's keys, with the right one", async () => {
    const firebase = '{"users":[{"localId":"a"},{"localId":"b"}]}';
    const lines = '{"externalUserId":"a"}\n';
    const [first, ...others] = await collect(readExport(bytesOf(lines), { from: "firebase" }));
    expect([first?.kind, others]).toEqual(["unreadable", []]);
    const array = JSON.parse(firebase)
      .users.map((user: object) => JSON.stringify(user))
      .join("\n");
    expect(await collect(readExport(bytesOf(array), { from: "credport" }))).toMatchObject([
      {
        kind: "unreadable",
        line: 1,
        problem: {
          code: "source/of-other-system",
          message: "this looks like Firebase Authentication (firebase), not like what credport check --out wrote",
        },
      },
    ]);
  });

  it("is not told of a record that looks like no other system's", async () => {
    const [record] = await collect(readExport(bytesOf('{"user_id":"a"}\n'), { from: "credport" }));
    expect(record?.kind).toBe("user");
  });
});
