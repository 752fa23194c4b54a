import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import {
  fingerprintExport,
  type JoinReport,
  pinInput,
  type ReadExportOptions,
  readExport,
  readUniqueUsers,
  type SourceRecord,
} from "../../../src/source/index.js";
import { exportFiles, joinParts } from "../../../src/source/join/index.js";
import { readRecords, recordsOf } from "../../../src/source/read-export.js";
import { leastGrowth, liveBytes } from "../../live-bytes.js";
import { useTemporaryFolder } from "../../temporary-folder.js";
import { bytesOf, codesOf, collect } from "../read-users.js";
import { FORUM, lines, login, phone, user } from "./forum.js";

const temporary = useTemporaryFolder();

const file = (name: string, text: string) => ({ name, open: () => bytesOf(text) });

/** What reading gives, each way: of a file that is opened for each pass, and of a stream. */
async function read(text: string, options: Partial<ReadExportOptions> = {}) {
  const reports: JoinReport[] = [];
  const whole = { from: FORUM, ...options, onJoined: (report: JoinReport) => reports.push(report) };
  const unique = await collect(readUniqueUsers(() => bytesOf(text), whole));
  const streamed = await collect(readExport(bytesOf(text), whole));
  expect(temporary.entries()).toEqual([]);
  expect(streamed.map(shown)).toEqual(unique.map(shown));
  expect(reports[1]).toEqual(reports[0]);
  return { records: unique, shown: unique.map(shown), report: reports[0] };
}

function shown(record: SourceRecord): unknown {
  if (record.kind === "unreadable") return [record.problem.code, record.problem.message];
  const { index, line, file, result } = record;
  const place = file === undefined ? `${index} on ${line}` : `${index} on ${line} of ${file}`;
  if (!result.ok) return [place, ...codesOf(record).filter((code) => !code.startsWith("user/duplicate-"))];
  const { user: found, further } = result.value;
  return [place, found.externalUserId, found.phoneNumber, further?.phoneNumbers.length ?? 0, further?.userName];
}

describe("rows of users", () => {
  it("reach their user from the same file, wherever they are", async () => {
    const text = lines(phone("b", 1), user("a"), { t: "note" }, user("b"), phone("a", 2), phone("b", 3));
    expect((await read(text)).shown).toEqual([
      ["1 on 2", "a", "+15555550002", 0, "0 logins"],
      ["3 on 4", "b", "+15555550001", 1, "0 logins"],
    ]);
  });

  it("reach their user from joined files, in the order of the files", async () => {
    const { shown } = await read(lines(user("a"), phone("a", 1)), {
      join: [file("two.ndjson", lines(phone("a", 2), login("a"))), () => bytesOf(lines(phone("a", 3), login("a")))],
    });
    expect(shown).toEqual([["0 on 1", "a", "+15555550001", 2, "2 logins"]]);
  });

  it("are counted and named where they belong to nobody, and so are users who have none", async () => {
    const { report } = await read(lines(user("a"), phone("x", 1), user("b"), user("c")), {
      join: [file("phones.ndjson", lines(phone("b", 2), phone("y", 3), phone(undefined, 4)))],
    });
    expect(report).toEqual({
      leftOver: [
        { part: "phones", rows: 1, lines: [2] },
        { file: "phones.ndjson", part: "phones", rows: 2, lines: [2, 3] },
      ],
      without: [{ file: "phones.ndjson", users: 2, lines: [1, 4] }],
      absent: [],
    });
  });

  it("are named by their first lines where they are many", async () => {
    const strays = Array.from({ length: 5000 }, (_, index) => phone(`x${index}`, index));
    const { report } = await read(lines(user("a"), phone("a", 1), ...strays));
    expect(report?.leftOver).toEqual([{ part: "phones", rows: 5000, lines: [3, 4, 5, 6, 7, 8, 9, 10, 11, 12] }]);
  });

  it("are users of their own where the source says so", async () => {
    const rows = lines(login("a"), login("b"), phone("b", 1), login("b"), login(undefined));
    const { shown, report } = await read(lines(user("a"), phone("a", 2), login("c"), phone("c", 3)), {
      join: [file("logins.ndjson", rows)],
    });
    expect(shown).toEqual([
      ["0 on 1", "a", "+15555550002", 0, "1 logins"],
      ["2 on 3", "c", "+15555550003", 0, "1 logins"],
      ["5 on 2 of logins.ndjson", "b", "+15555550001", 0, "2 logins"],
      ["8 on 5 of logins.ndjson", "user/id-unusable"],
    ]);
    expect(report?.leftOver).toEqual([]);
  });

  it.each(["Ada ", "ADA", "\tada"])("refuse a user whose key they have in another spelling: %j", async (key) => {
    const text = lines(user("ada"), user("bob"), phone("ada", 1), phone("bob", 2), phone(key, 3), phone("carl", 4));
    const { shown, report } = await read(text);
    expect(shown).toEqual([
      ["0 on 1", "user/parts-unusable"],
      ["1 on 2", "bob", "+15555550002", 0, "0 logins"],
    ]);
    expect(report?.leftOver).toMatchObject([{ rows: 2 }]);
  });

  it("refuse no user by rows with numbers alone, which a stranger may have", async () => {
    const from = { ...FORUM, furtherTables: [{ part: "phones", tables: ["phones"], holds: ["phone numbers"] }] };
    const { shown } = await read(lines(user("ada"), phone("ada", 1), phone("ADA", 3)), { from });
    expect(shown).toEqual([["0 on 1", "ada", "+15555550001", 0, "0 logins"]]);
  });

  it("reach their user by a UUID in letters of either case", async () => {
    const id = "0e4f8c1a-9d6b-4f63-8a51-3c0de5b7f912";
    const { shown, report } = await read(lines(user(id.toUpperCase()), phone(id, 1)));
    expect([shown, report?.leftOver]).toEqual([[["0 on 1", id.toUpperCase(), "+15555550001", 0, "0 logins"]], []]);
  });

  it("are nobody's where several users have the key", async () => {
    const { shown } = await read(lines(user("a"), user("a"), phone("a", 1), user("b"), phone("b", 2)));
    expect(shown).toEqual([
      ["0 on 1", "user/parts-unusable"],
      ["1 on 2", "user/parts-unusable"],
      ["3 on 4", "b", "+15555550002", 0, "0 logins"],
    ]);
  });

  it("that are more than any user has refuse the user, and nobody else", async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => phone("a", index));
    const { shown } = await read(lines(user("a"), user("b")), {
      join: [file("phones.ndjson", lines(...rows, phone("b", 1)))],
    });
    expect(shown).toEqual([
      ["0 on 1", "user/parts-unusable"],
      ["1 on 2", "b", "+15555550001", 0, "0 logins"],
    ]);
  });

  it("refuse their user where a field appears twice with different values", async () => {
    const { shown } = await read(`${lines(user("a"))}{"t":"phone","of":"a","number":"+1","number":"+2"}\n`);
    expect(shown).toEqual([["0 on 1", "user/field-twice", "user/phone-malformed"]]);
  });

  it("keep the names of their fields, whatever those are", async () => {
    const text = `${lines(user("a"))}{"t":"phone","of":"a","__proto__":{"number":"+15555550001"}}\n`;
    const records = await collect(readExport(bytesOf(text), { from: FORUM }));
    expect(records).toMatchObject([{ result: { ok: false, problems: [{ code: "user/no-credential" }] } }]);
  });
});

describe("a duplicate", () => {
  it("is told by the line of the other record, and by its file where that is another one", async () => {
    const text = lines(user("a"), phone("a", 1), user("b"), phone("b", 2), user("c"), phone("c", 2));
    const { records } = await readTwice(text, lines(login("d"), phone("d", 1)));
    expect(records).toEqual([
      "the record on line 1 of logins.ndjson has the same phone number",
      "the record on line 5 has the same phone number",
      "the record on line 3 has the same phone number",
      "the record on line 1 of the export has the same phone number",
    ]);
  });

  async function readTwice(text: string, joined: string) {
    const join = [file("logins.ndjson", joined)];
    const found = await collect(readUniqueUsers(() => bytesOf(text), { from: FORUM, join }));
    const messages = found.flatMap((record) =>
      record.kind === "user" && !record.result.ok ? record.result.problems.map(({ message }) => message) : [],
    );
    return { records: messages };
  }
});

describe("a joined file", () => {
  it("has its damaged rows named, each as a record that can't be read", async () => {
    const rows = `${lines(phone("a", 1))}{"t":"phone","of":\n${lines(phone("b", 2))}`;
    const { records, shown } = await read(lines(user("a"), user("b")), { join: [file("p.ndjson", rows)] });
    expect(shown).toEqual([
      ["0 on 1", "a", "+15555550001", 0, "0 logins"],
      ["1 on 2", "b", "+15555550002", 0, "0 logins"],
      ["3 on 2 of p.ndjson", "source/record-damaged"],
    ]);
    expect(records[2]).toMatchObject({ isUnreadable: true });
  });

  it.each([
    ["", "source/empty", "p.ndjson: the file is empty"],
    ["PK\u0003\u0004", "source/not-text", "p.ndjson: the file is a ZIP archive"],
  ])("that can't be read to its end lets nobody be read without their rows", async (text, code, message) => {
    const { shown } = await read(lines(user("a"), phone("a", 1)), { join: [file("p.ndjson", text)] });
    expect(shown).toEqual([[code, message]]);
  });

  it("may be compressed, and so may the export", async () => {
    const packed = (text: string) => () => bytesOf(gzipSync(text));
    const open = packed(lines(user("a"), phone("a", 1)));
    const users = readUniqueUsers(open, { from: FORUM, join: [packed(lines(phone("a", 2)))] });
    expect((await collect(users)).map(shown)).toEqual([["0 on 1", "a", "+15555550001", 1, "0 logins"]]);
  });

  it("may not change between two passes", async () => {
    const contents = [lines(login("a")), lines(login("b"))];
    const open = () => bytesOf(contents.length > 1 ? (contents.shift() as string) : (contents[0] as string));
    const join = [{ name: "logins.ndjson", open }];
    const records = await collect(
      readUniqueUsers(() => bytesOf(lines(user("x"), phone("x", 1))), { from: FORUM, join }),
    );
    expect(records.map(shown)).toEqual([["source/input-changed", expect.any(String)]]);
    expect(temporary.entries()).toEqual([]);
  });

  it("is part of the fingerprint", async () => {
    const input = pinInput(() => bytesOf(lines(user("a"), phone("a", 1))));
    const join = ["one", "other"].map((name) => {
      const { open, fingerprint } = pinInput(() => bytesOf(lines(phone(name, 2))));
      return { name, open, fingerprint };
    });
    const expected = await fingerprintExport(input, join);
    const users = readUniqueUsers(input, { from: FORUM, join });
    await users.next();
    expect(users.fingerprint()).toEqual(expected);
    await users.return(undefined);
    expect(await fingerprintExport(input, join.toReversed())).not.toEqual(expected);
    expect(temporary.entries()).toEqual([]);
  });
});

describe("a join with little memory", () => {
  const ids = Array.from({ length: 300 }, (_, index) => `u${index}`);
  const rows = (from: number) => ids.flatMap((id, index) => (index % 3 === from ? [phone(id, index), login(id)] : []));
  const texts = [lines(...rows(0), ...ids.map(user)), lines(...rows(1), phone("nobody", 1)), lines(...rows(2))];

  async function joinWith(mostInMemory: number) {
    const files = exportFiles(
      pinInput(() => bytesOf(texts[0] as string)),
      { join: texts.slice(1).map((text) => () => bytesOf(text)) },
    );
    const joined = await joinParts(files, FORUM, mostInMemory);
    if ("kind" in joined) throw new Error(joined.problem.code);
    const isSpilled = temporary.entries().length > 0;
    const records = await collect(recordsOf(readRecords(files, { from: FORUM }, "users", joined)));
    const { report } = joined;
    await joined.close();
    return { isSpilled, found: { records: records.map(shown), report } };
  }

  it("finds the same on the disk, and takes its files away", async () => {
    const [inMemory, onDisk] = [await joinWith(1 << 20), await joinWith(500)];
    expect([inMemory.isSpilled, onDisk.isSpilled]).toEqual([false, true]);
    expect(onDisk.found).toEqual(inMemory.found);
    expect(inMemory.found.records).toHaveLength(300);
    expect(temporary.entries()).toEqual([]);
  });

  it("keeps nothing of a row that went to the disk", async () => {
    const of = (id: string, index: number) => lines(user(id), phone(id, index), login(id));
    const pieces = Array.from({ length: 160 }, (_, piece) =>
      Array.from({ length: 100 }, (_, at) => of(`user ${piece * 100 + at}`, at)).join(""),
    );
    // Of 8,000 users with two rows each.
    const most = 28 * 8_000;
    const least = await leastGrowth(most, async () => {
      let [middle, end] = [0, 0];
      async function* file() {
        for (const [at, piece] of pieces.entries()) {
          if (at === pieces.length / 2) middle = liveBytes();
          yield Buffer.from(piece);
        }
        end = liveBytes();
      }
      const joined = await joinParts(exportFiles(pinInput(file)), FORUM, 1 << 20);
      if ("kind" in joined) throw new Error(joined.problem.code);
      const growth = Math.max(end, liveBytes()) - middle;
      await joined.close();
      return growth;
    });
    expect(least).toBeLessThan(most);
  });

  it("says so where there is no room", async () => {
    process.env.TMPDIR = `${temporary.path()}/none`;
    const [record] = await collect(readExport(bytesOf(lines(user("a"))), { from: FORUM }));
    expect(record).toMatchObject({ kind: "unreadable", problem: { code: "source/temporary-files" } });
  });
});
