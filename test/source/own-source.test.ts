import { describe, expect, it } from "vitest";
import {
  type HoldReason,
  jsonDocument,
  jsonLines,
  type RecordContext,
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
      [{ ...SHOP, origin: "djano" }, "its origin is not a system (did you mean django?)"],
      [{ ...SHOP, fields: [{ read: ["id"], notCarried: new Set() }] }, "its fields[0] has not read and notCarried"],
      [{ ...SHOP, readers: [jsonLines] }, "its readers[0] is not a reader, such as csvTable()"],
      [{ ...SHOP, mustResetField: ["x"] }, "it has mustResetField, which is not a field of one (did you mean must"],
      [{ ...SHOP, isUser: true }, "its isUser is not a function"],
      [null, "it is not an object"],
    ] as const) {
      await expect(read("", {}, broken as unknown as Source)).rejects.toThrow(reason);
    }
  });
});

describe("what a source of the caller's own gives for a user", () => {
  const NOTHING = { externalUserId: "1", emails: [], phoneNumbers: [], password: undefined, thirdParty: [], totp: [] };
  const TOTP = { secretKey: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", period: 30, skew: 1 };
  const GOOGLE = { thirdPartyId: "google", thirdPartyUserId: "7", email: "a@example.com", isVerified: true };
  const giving = (toUser: unknown): Source => ({ ...SHOP, toUser: toUser as Source["toUser"] });
  const given = (draft: object) =>
    read(
      '\n{"id":"1"}\n',
      {},
      giving(() => ({ ...NOTHING, ...draft })),
    );

  it.each([
    ["emails[0].isVerified must be true or false", { emails: [{ value: "a@example.com", isVerified: "f" }] }],
    ["emails[0].value must be a text", { emails: [{ value: "", isVerified: false }] }],
    ["emails[0].verified is not a field of it", { emails: [{ value: "a@b.c", isVerified: false, verified: true }] }],
    ["emails[0] must be an object", { emails: ["a@example.com"] }],
    ["phoneNumbers must be a list", { phoneNumbers: undefined }],
    ["totp must be a list", { totp: "GEZDGNBVGY3TQOJQ" }],
    ["totp[1].secretKey must be base32", { totp: [TOTP, { ...TOTP, secretKey: "31323334353637383930" }] }],
    ["totp[0].secretKey must be base32", { totp: [{ ...TOTP, secretKey: TOTP.secretKey.toLowerCase() }] }],
    ["totp[0].period looks like milliseconds", { totp: [{ ...TOTP, period: 30000 }] }],
    ["totp[0].skew is not from 0 to 100 steps", { totp: [{ ...TOTP, skew: undefined }] }],
    ["totp[0].digits is not a field of it", { totp: [{ ...TOTP, digits: 8 }] }],
    ["thirdParty[0].isVerified must be true or false", { thirdParty: [{ ...GOOGLE, isVerified: 1 }] }],
    ["password must be what context.password(hash) gives", { password: BCRYPT }],
    ["password must be what context.password(hash) gives", { password: { passwordHash: BCRYPT } }],
    ["password must be what context.password(hash) gives", { password: null }],
    ["externalUserId must be a text or undefined", { externalUserId: 7 }],
    ["userName must be a text or undefined", { userName: null }],
    ["email is not a field of it (did you mean emails?)", { email: "a@example.com" }],
  ])("is its bug where %s", async (message, draft) => {
    const fault = `toUser of the source shop gave no user at line 2: ${message}`;
    await expect(given(draft)).rejects.toThrow(TypeError);
    await expect(given(draft)).rejects.toThrow(fault);
  });

  it("is its bug where it is a promise", async () => {
    const source = giving(async () => Promise.reject(new Error("later")));
    await expect(read('{"id":"1"}', {}, source)).rejects.toThrow("toUser can't be async");
  });

  it("may have any of the passwords that were read of its record", async () => {
    const both: Source["toUser"] = (_, { password }) => {
      const [first] = [password(BCRYPT), password(BCRYPT)];
      return { ...NOTHING, emails: [{ value: "a@example.com", isVerified: false }], password: first };
    };
    const [record] = await read('{"id":"1"}', {}, giving(both));
    expect(record?.result).toMatchObject({ ok: true, value: { user: { passwordHash: BCRYPT } } });
    let kept: unknown;
    const earlier: Source["toUser"] = (_, { password }) => {
      kept ??= password(BCRYPT);
      return { ...NOTHING, password: kept as never };
    };
    await expect(read('{"id":"1"}\n{"id":"2"}', {}, giving(earlier))).rejects.toThrow("at line 2: password must be");
  });

  it("is held to the rules of recordFields where values were taken as they are", async () => {
    const emails = [{ value: " a@example.com", isVerified: true }];
    const [trimmed] = await given({ emails, thirdParty: [GOOGLE] });
    expect(trimmed?.result).toMatchObject({ ok: true, value: { user: { email: "a@example.com" } } });
    const [refused] = await given({
      ...{ externalUserId: "a\0b", emails: [{ value: "a", isVerified: true }] },
      ...{ phoneNumbers: [{ value: "0555", isVerified: true }], thirdParty: [{ ...GOOGLE, email: "x" }] },
    });
    expect(new Set(codesOf(refused as UserRecord))).toEqual(
      new Set(["user/id-unusable", "user/email-malformed", "user/phone-malformed", "user/email-missing"]),
    );
  });

  it("is looked through for social logins that two users have", async () => {
    const source = giving((record: { id: string }) => ({
      ...NOTHING,
      externalUserId: record.id,
      thirdParty: [GOOGLE],
    }));
    const text = '{"id":"1"}\n{"id":"2"}\n';
    const records = (await collect(readUniqueUsers(() => bytesOf(text), { from: source }))) as UserRecord[];
    expect(records.map((record) => codesOf(record)[0])).toEqual(Array(2).fill("user/duplicate-third-party"));
  });

  it.each([
    [
      "threw at line 2: encoding must be one of hex",
      ({ pw }: { pw: string }, context: RecordContext) => {
        return recordFields.secondFactor({ field: "pw", secret: pw, encoding: "HEX" as never }, context);
      },
    ],
    [
      "threw at line 2: TypeError (its message may have",
      ({ pw }: { pw: string }) => {
        (pw as unknown as { x: number }).x = 1;
      },
    ],
    ["threw at line 2: SyntaxError (its message may have", ({ pw }: { pw: string }) => JSON.parse(pw)],
    [
      "threw at line 2: TypeError (its message may have",
      ({ pw }: { pw: string }) => {
        throw new TypeError(`not ${pw}`);
      },
    ],
    [
      "threw at line 2: what is not an Error",
      ({ pw }: { pw: string }) => {
        throw pw;
      },
    ],
  ])("says where toUser %s", async (message, toUser) => {
    const error = await read('\n{"id":"1","pw":"hunter22"}', {}, giving(toUser)).catch((thrown) => thrown);
    expect(error.message).toContain(`toUser of the source shop ${message}`);
    expect(error.message).not.toContain("hunter22");
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
