import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CsvTableOptions, csvTable, type ReaderItem } from "../../../src/source/index.js";
import { cpuMilliseconds } from "../../cpu-time.js";
import { faultsIn, itemsOf, recordsIn } from "./read-items.js";

async function read(text: string | Uint8Array, options: CsvTableOptions = {}, size = 1 << 16): Promise<ReaderItem[]> {
  const bytes = Buffer.from(text as string);
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const items: ReaderItem[] = [];
  for await (const item of csvTable(options).read(chunks())) items.push(item);
  return items;
}

/** A line for each item: what was read, or which code on which lines. */
function told(items: readonly ReaderItem[]): unknown[] {
  return items.map((item) => {
    if (item.kind === "record") return item.value;
    if (item.kind === "end-fault") return `${item.line} end ${item.problem.code}`;
    const { line, lastLine } = item.place;
    return `${line}${lastLine === undefined ? "" : `-${lastLine}`} ${item.problem.code}`;
  });
}

const values = (items: readonly ReaderItem[]) => items.flatMap((item) => (item.kind === "record" ? [item.value] : []));

/** The writer of the tests: RFC 4180, with as few quotation marks as it allows or with all. */
function write(rows: readonly (readonly string[])[], { delimiter = ",", end = "\n", quotesAll = false } = {}): string {
  const cell = (text: string) =>
    quotesAll || text === "" || /["\r\n;,\t|]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  return rows.map((row) => row.map(cell).join(delimiter) + end).join("");
}

const COLUMNS = ["id", "email", "__proto__", "note"];
const cellText = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 8 }).map((text) => text.replaceAll("\0", "")),
  fc.stringMatching(/^[a-c",;\t\r\n |='+@-]{0,10}$/),
);
const tableRows = fc.array(fc.tuple(cellText, cellText, cellText, cellText), { maxLength: 20 });
const layout = fc.record({
  delimiter: fc.constantFrom(",", ";", "\t", "|"),
  end: fc.constantFrom("\n", "\r\n"),
  quotesAll: fc.boolean(),
});

/** Of which the first line and the last one could be rows by themselves: they are not read, by a test of their own. */
function mayBeSeveral(text: string, delimiter: string): boolean {
  const lines = text.replace(/\r?\n$/, "").split("\n");
  return (
    lines.length > 1 && [lines[0], lines.at(-1)].every((line) => (line ?? "").split(delimiter).length >= COLUMNS.length)
  );
}

describe("a table that is in order", () => {
  it("is read as it was written, in chunks of any size", async () => {
    await fc.assert(
      fc.asyncProperty(tableRows, layout, fc.integer({ min: 1, max: 50 }), async (drawn, form, size) => {
        const rows = drawn.filter((row) => !mayBeSeveral(write([row], form), form.delimiter));
        const items = await read(write([COLUMNS, ...rows], form), {}, size);
        const cells = (item: ReaderItem) => (item.kind === "record" ? Object.values(item.value as object) : item);
        expect(items.map(cells)).toEqual(rows.map((row) => [...row]));
      }),
    );
  });

  it("has the line of each record, also after cells with line ends", async () => {
    const items = await read('id,note\n1,"a\nb\n"\n\n2,c\r\n3,"""d"""\n');
    expect(items.map((item) => item.kind === "record" && item.place)).toEqual([
      { index: 0, line: 2 },
      { index: 1, line: 6 },
      { index: 2, line: 7 },
    ]);
    expect(values(items)).toEqual([
      { id: "1", note: "a\nb\n" },
      { id: "2", note: "c" },
      { id: "3", note: '"d"' },
    ]);
  });

  it("may begin with a byte order mark, end in a carriage return or a quotation mark, or have the line ends of old Macintoshs", async () => {
    expect(values(await read('\ufeffid,a\n1,"x"'))).toEqual([{ id: "1", a: "x" }]);
    expect(values(await read("id,a\r\n1,x\r"))).toEqual([{ id: "1", a: "x" }]);
    expect(values(await read('id,a\r1,"x\ny"\r2,\r'))).toEqual([
      { id: "1", a: "x\ny" },
      { id: "2", a: "" },
    ]);
  });

  it("has columns called __proto__ and formulas that are text", async () => {
    const [item] = await read('id,__proto__,constructor\n=1+1,"{""admin"":true}",+cmd\n');
    const value = item?.kind === "record" ? (item.value as object) : {};
    expect(Object.entries(value)).toEqual([
      ["id", "=1+1"],
      ["__proto__", '{"admin":true}'],
      ["constructor", "+cmd"],
    ]);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it("says with sep= what is between cells, or is told it", async () => {
    expect(values(await read("sep=|\r\nid|a,b\n1|x\n"))).toEqual([{ id: "1", "a,b": "x" }]);
    expect(values(await read("id,a;b\n1,x\n", { delimiter: "," }))).toEqual([{ id: "1", "a;b": "x" }]);
    expect(values(await read("1;x\n2;y\n", { columns: ["id", "a"] }))).toEqual([
      { id: "1", a: "x" },
      { id: "2", a: "y" },
    ]);
  });

  it("may have lines before its header", async () => {
    const text = 'N:,1 << 15\nsalt "encoding":,utf8\n,\n\nid,hash\n1,x\n';
    const expected = [{ id: "1", hash: "x" }];
    expect(values(await read(text, { header: ["hash", "id"] }))).toEqual(expected);
    expect(values(await read(text, { header: ([first]) => first === "id" }))).toEqual(expected);
    expect(told(await read(text, { header: ["password"] }))).toEqual(["1 end source/header-unusable"]);
  });
});

describe("a damaged table", () => {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, at) => [`u${at}`, `u${at}@example.com`, `"n" ${at},`, `l\n${at}`]);

  it("loses a row with too few or too many cells, by its line", async () => {
    const items = await read("id,a,b\n1,x,y\n2,x\n3,x,y,z\n4,x,y\n");
    expect(told(items)).toEqual([
      { id: "1", a: "x", b: "y" },
      "3 source/record-damaged",
      "4 source/record-damaged",
      { id: "4", a: "x", b: "y" },
    ]);
    expect(items[1]).toMatchObject({ problem: { message: "line 3 has 2 cells, and the table 3 columns" } });
  });

  it.each([
    ["is not closed", 'id,a\n1,"x\n2,y\n3,"z"\n4,w\n', "2 source/record-damaged"],
    ["is not closed to the end of the file", 'id,a\n1,"x\n2,y\n3,z\n4,w\n', "2 source/record-damaged"],
    ["is too many", 'id,a\n1,"x"y"\n2,y\n3,"z"\n4,w\n', "2 source/record-damaged"],
    ["ends a cell that has none at its beginning", 'id,a\n1,x"\n2,y\n3,"z"\n4,w\n', "2 source/record-damaged"],
    ["is lost in a cell of two lines", 'id,a\n1x\ny",z\n2,y\n3,"z"\n4,w\n', "2 source/record-damaged"],
  ])("goes on with the next row where a quotation mark %s", async (_, text, first) => {
    const found = told(await read(text));
    expect(found[0]).toBe(first);
    expect(found.filter((one) => typeof one !== "string").map((one) => (one as { id: string }).id)).toEqual([
      "2",
      "3",
      "4",
    ]);
  });

  it("reads or names every other record, whichever byte is damaged", async () => {
    const table = rows(9);
    const header = write([COLUMNS]);
    const written = table.map((row) => write([row]));
    const text = Buffer.from(header + written.join(""));
    const damage = fc.record({
      kind: fc.constantFrom("delete", "insert", "replace"),
      at: fc.integer({ min: header.length, max: text.length - 1 }),
      byte: fc.constantFrom(...Buffer.from('",\n\rx\0\xff', "latin1")),
    });
    await fc.assert(
      fc.asyncProperty(damage, async ({ kind, at, byte }) => {
        const put = kind === "delete" ? [] : [byte];
        const rest = text.subarray(kind === "insert" ? at : at + 1);
        const damaged = Buffer.concat([text.subarray(0, at), Buffer.from(put), rest]);
        const items = await read(damaged);
        const ids = new Set(values(items).map((value) => (value as { id: string }).id));
        const lines = damaged.toString("latin1").split("\n");
        const named = items.flatMap((item) => {
          if (item.kind === "record") return [];
          if (item.kind === "end-fault") return lines.slice(item.line - 1);
          return lines.slice(item.place.line - 1, item.place.lastLine ?? item.place.line);
        });
        let from = header.length;
        for (const [index, [id]] of table.entries()) {
          const to = from + (written[index] as string).length;
          const isWhole = at < from - 1 || at >= to;
          from = to;
          if (isWhole && !ids.has(id as string)) expect(named.join("\n")).toContain(`${id},${id}@`);
        }
        expect(ids.size).toBeGreaterThanOrEqual(table.length - 2);
      }),
      { numRuns: 1000 },
    );
  });

  it("names rows that are not UTF-8 or have NUL bytes, and reads the others", async () => {
    const text = Buffer.from("id,a\n1,M\xfcller\n2,y\n3,\0\n4,w\n", "latin1");
    const items = await read(text);
    expect(items[2]).toMatchObject({ problem: { message: "the record on line 4 has NUL bytes" } });
    expect(told(items)).toEqual([
      "2 source/record-not-utf8",
      { id: "2", a: "y" },
      "4 source/record-damaged",
      { id: "4", a: "w" },
    ]);
  });

  it.each([
    ["a value that may be longer", "id,a\n1,x\n2,y"],
    ["no value, where one may be missing", "id,a\n1,x\n2,"],
    ["half of a line end of old Macintoshs", "id,a\r1,x\r2,y"],
  ])("holds back a last row that ends in %s", async (_, text) => {
    const items = await read(text);
    expect(told(items)).toEqual([{ id: "1", a: "x" }, "3 source/end-missing"]);
    expect(items.at(-1)).toMatchObject({
      problem: { message: expect.stringContaining("cut off inside its last value") },
    });
  });

  it.each([
    ["a bcrypt hash", `$2b$10$${"a".repeat(53)}`],
    ["an argon2 hash of 32 bytes", `$argon2id$v=19$m=65536,t=3,p=4$${"c".repeat(22)}$${"d".repeat(43)}`],
    ["base64 with its padding", `pbkdf2_sha256$600000$salt$${"a".repeat(43)}=`],
    ["LDAP's base64", `{SSHA}${"a".repeat(38)}==`],
    ["a truth value", "false"],
  ])("takes a last row that ends in %s, and in no beginning of it", async (_, value) => {
    const text = `id;a\n1;x\n2;${value}`;
    expect(told(await read(text))).toEqual([
      { id: "1", a: "x" },
      { id: "2", a: value },
    ]);
    for (let cut = 1; cut < value.length; cut++) {
      expect(told(await read(text.slice(0, -cut))).at(-1)).toBe("3 source/end-missing");
    }
  });

  it.each([
    ["in a row", "id,a\n1,x\n2", "3 end source/cut-off"],
    ["in a cell", 'id,a\n1,x\n2,"y', "3 end source/cut-off"],
    ["and was filled with NUL bytes", `id,a\n1,x\n2,${"\0".repeat(3 << 20)}`, "3 end source/damaged-copy"],
  ])("ends where it was cut off %s", async (_, text, end) => {
    expect(told(await read(text))).toEqual([{ id: "1", a: "x" }, end]);
  });
});

describe("a table whose operator says that it doubles quotation marks", () => {
  const rows = (delimiter: string) =>
    [
      ["1", "a, x\\"],
      ["2", "Kim"],
      ["3", `\n9${delimiter}z\\`],
      ["4", "Jo"],
    ]
      .map((row) => write([row], { delimiter, quotesAll: true }))
      .join("");

  it.each([
    ["quotes=doubled\n", ","],
    ["Quotes = doubled\r\n", ","],
    ["sep=;\nquotes=doubled\n", ";"],
    ["quotes=doubled\nsep=;\n", ";"],
  ])("by %j in front of the header is read whole", async (said, delimiter) => {
    const text = `id${delimiter}a\n${rows(delimiter)}`;
    const without = values(await read(said.includes("sep") ? `sep=;\n${text}` : text)).length;
    expect(without).toBeLessThan(4);
    for (const size of [1, 1 << 16]) {
      expect(values(await read(said + text, {}, size))).toEqual([
        { id: "1", a: "a, x\\" },
        { id: "2", a: "Kim" },
        { id: "3", a: `\n9${delimiter}z\\` },
        { id: "4", a: "Jo" },
      ]);
    }
  });
});

describe("a table whose operator says that it quotes nothing", () => {
  it.each(["\n", "\r\n"])("is read line by line, whatever marks are in its cells, with line ends %j", async (end) => {
    const rows = ['1\t"Kim', "2\tJo", '3\t"a\tb', '4\tC"', '5\t"D"', "6\tE"];
    const text = ["id\ta", ...rows, ""].join(end);
    expect(told(await read(text)).length).toBeLessThan(6);
    for (const size of [1, 1 << 16]) {
      const items = await read(`quotes=none${end}${text}`, {}, size);
      expect(told(items)).toEqual([
        { id: "1", a: '"Kim' },
        { id: "2", a: "Jo" },
        "5 source/record-damaged",
        { id: "4", a: 'C"' },
        { id: "5", a: '"D"' },
        { id: "6", a: "E" },
      ]);
    }
  });

  it("has its columns named without a header as well", async () => {
    const items = await read('quotes=none\n1;"Kim\n2;Jo"\n', { columns: ["id", "a"] });
    expect(values(items)).toEqual([
      { id: "1", a: '"Kim' },
      { id: "2", a: 'Jo"' },
    ]);
  });
});

describe("backslashes in a table with tabs", () => {
  it.each([
    ["mysql --batch", "1\ta\\\\b\tx"],
    ["mysql --batch, with a line end in a text", "1\ta\\\\b\tx\\ny"],
    ["PostgreSQL's COPY, with a text that is null", "1\ta\\\\b\t\\N"],
    ["a text that ends in one", "1\ta\\\\\tx"],
  ])("may be escapes, and the row is refused: %s", async (_, row) => {
    expect(told(await read(`id\tsalt\tnote\n${row}\n2\tc\td\n`))).toEqual([
      "2 source/row-form",
      { id: "2", salt: "c", note: "d" },
    ]);
  });

  it.each([
    ["one alone", "a\\b", "x"],
    ["one at the end of a text", "a\\", "x"],
    ["two beside one that is no escape", "a\\\\b", "\\\\server\\share"],
    ["letters after one", "CORP\\nick", "C:\\temp"],
  ])("are text where they can't all be escapes: %s", async (_, salt, note) => {
    expect(values(await read(`id\tsalt\tnote\n1\t${salt}\t${note}\n`))).toEqual([{ id: "1", salt, note }]);
    const [comma] = values(await read(`id,salt,note\n1,${salt},${note}\n2,a\\\\b,c\n`)).slice(1);
    expect(comma).toEqual({ id: "2", salt: "a\\\\b", note: "c" });
  });
});

describe("a file that is not such a table", () => {
  it.each<[string | Uint8Array, string]>([
    ["", "1 end source/empty"],
    ["\ufeff \n\n", "1 end source/empty"],
    ['{"users":[]}', "1 end source/other-format"],
    ['[{"id":1}]', "1 end source/other-format"],
    ["-- MySQL dump\n/*!40101 SET NAMES utf8 */;\nDROP TABLE IF EXISTS `a`;\n", "1 end source/other-format"],
    ["PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n", "1 end source/other-format"],
    ["\x1f\x8b\x08", "1 end source/not-text"],
    ["PK\x03\x04", "1 end source/not-text"],
    ["id,id\n", "1 end source/header-unusable"],
    ["id,,\n", "1 end source/header-unusable"],
    ["id,a;b\n", "1 end source/header-unusable"],
    ["a,".repeat(1_000_000), "1 end source/header-unusable"],
    ["x".repeat(1 << 20), "1 end source/header-unusable"],
    [Buffer.from("id,stra\xdfe\n1,2\n", "latin1"), "1 end source/not-utf8"],
    [Buffer.from("id,a\n", "utf16le"), "1 end source/not-utf8"],
  ])("is named (%#)", async (text, expected) => {
    const bytes = typeof text === "string" && text.startsWith("\x1f") ? Buffer.from(text, "latin1") : text;
    expect(told(await read(bytes))).toEqual([expected]);
  });

  it("fits where its header or first row does", () => {
    const fits = (text: string, options: CsvTableOptions) => csvTable(options).fits(Buffer.from(text));
    expect(fits("id,a\n1,2\n", {})).toBe(true);
    expect(fits('{"id":1,"a":2}\n', {})).toBe(false);
    expect(fits("id,a\n1,2\n", { header: ["hash"] })).toBe(false);
    expect(fits("1,2\n", { columns: ["id", "a"] })).toBe(true);
    expect(fits("1,2,3\n", { columns: ["id", "a"] })).toBe(false);
  });

  it("is parsed only at lines that have the names of one of the sets that the header's test says", () => {
    const seen: string[] = [];
    const isHeader = (cells: readonly string[]) => seen.push(cells.join("|")) > 0 && cells.length > 1;
    const fitsWith = (...sets: string[][]) => {
      seen.length = 0;
      return csvTable({ header: Object.assign(isHeader, { columns: sets }), delimiter: ";" }).fits(TEXT);
    };
    const TEXT = Buffer.from('"x";"id"\n"its id and hash"\n"hash";"a""b";id\n');
    expect([fitsWith(["none"], ["id", "email"]), seen]).toEqual([false, []]);
    expect([fitsWith(["none"], ["id", "hash"]), seen]).toEqual([true, ["its id and hash", 'hash|a"b|id']]);
    // A mark in a name is written twice.
    expect([fitsWith(["id", 'a"b']), seen]).toEqual([true, ["x|id"]]);
  });

  it("refuses splitRow without columns", () => {
    expect(() => csvTable({ splitRow: (row) => [row] })).toThrow(TypeError);
  });
});

/** With PHP's own escape: a mark after a backslash is not doubled. */
function fputcsv(text: string): string {
  if (!/[",\\\n\r\t ]/.test(text)) return text;
  let [written, isEscaped] = ['"', false];
  for (const unit of text) {
    if (unit === '"' && !isEscaped) written += '"';
    isEscaped = unit === "\\";
    written += unit;
  }
  return `${written}"`;
}

describe("a hostile table", () => {
  it("passes over a row that is too long, on one line or in a cell that is not closed", async () => {
    const long = "x".repeat(3 << 20);
    expect(told(await read(`id,a\n1,${long}\n2,y\n`))).toEqual(["2 source/record-damaged", { id: "2", a: "y" }]);
    const after = Array.from({ length: 200_000 }, (_, at) => `${at},zzzzzz\n`).join("");
    // Of a cell that never ends nothing tells where the next row begins.
    expect(told(await read(`id,a\n1,x\nx,"y\n${after}`))).toEqual([{ id: "1", a: "x" }, "3 end source/cut-off"]);
    expect(told(await read(`id,a\nx,"y\n${after}9,"b" c\n2,y\n`))).toEqual([
      "2-200003 source/records-unreadable",
      { id: "2", a: "y" },
    ]);
  });

  it.each([
    ["at once", ""],
    ["and in a row of several cells, after the long one", ",,"],
  ])("reads no row out of a cell that is too long: %s", async (_, behind) => {
    const cell = `${"A".repeat(1_100_000)}\n1,admin\n1,admin,,\n`;
    const header = behind === "" ? "id,a" : "id,a,b,c";
    const text = `${header}\n7,"${cell}"${behind}\n8,y${behind}\n`;
    for (const pieceBytes of [4096, 1 << 22]) {
      const items = await itemsOf(csvTable({}), text, pieceBytes);
      expect(faultsIn(items)).toEqual(["source/records-unreadable 2-5"]);
      expect(recordsIn(items)).toMatchObject([{ id: "8", a: "y" }]);
    }
  });

  // PHP's fputcsv() and MySQL's OUTFILE write a quotation mark behind a backslash as it is, and MySQL puts one there.
  it.each([
    ["PHP, in the last column", 'id,a,bio\n3,eve,"x\\"\n1,admin,y\nz"\n4,bob,"y ""z"""\n', "2-4"],
    ["PHP, before other columns", 'id,bio,a\n3,"x\\",eve\n1,y,admin\nz",eve\n4,"y ""z""",bob\n', "2-4"],
    ["PHP, with more behind it", 'id,a,bio\n3,eve,"x\\"b\n1,admin,y\nz"\n4,bob,"y z"\n', "2-4"],
    ["MySQL, whose line ends have a backslash too", 'id,a,bio\n3,eve,"x\\"\\\n1,admin,y\\\nz"\n4,bob,"y\\"z"\n', "2-4"],
  ])("reads no row out of a cell of %s", async (_, text, lines) => {
    for (const pieceBytes of [1, 7, 4096]) {
      const items = await itemsOf(csvTable({}), text, pieceBytes);
      expect(faultsIn(items)[0]).toBe(`source/records-unreadable ${lines}`);
      expect(recordsIn(items).filter((row) => JSON.stringify(row).includes("admin"))).toEqual([]);
    }
  });

  it.each([
    ["a cell that ends in one", 'id,bio,a\n3,"C:\\",eve\n4,"y z",bob\n'],
    ["one at the end of the file", 'id,bio,a\n4,y,bob\n3,z,"C:\\"\n'],
    ["JSON with quotation marks in its texts", 'id,bio,a\n3,"{""a"":""x\\""y\\""""}",eve\n4,y,bob\n'],
  ])("takes a backslash as it is where marks are doubled: %s", async (_, text) => {
    for (const pieceBytes of [1, 7, 4096]) {
      const items = await itemsOf(csvTable({}), text, pieceBytes);
      expect([faultsIn(items), recordsIn(items).length]).toEqual([[], 2]);
    }
  });

  it("keeps all rows after a cell that ends in a backslash, where few cells are quoted", async () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => `${at},${at === 100 ? '"Miller, Jo\\"' : "x"}\n`);
    expect((await read(`id,a\n${rows.join("")}`)).map(({ kind }) => kind)).toEqual(rows.map(() => "record"));
    // Of more than is held, another row tells that no writer with backslashes made the table.
    const long = Array.from({ length: 100 }, (_, at) => `${at},${"x".repeat(200_000)}\n`).join("");
    expect(told(await read(`id,a\n1,a b\n2,"c\\"\n${long}`))).toHaveLength(102);
    // So does a cell that would have all of it.
    expect(told(await read(`id,a\n2,"c\\"\n${long}3,"d, e"\n4,f\n`)).slice(-3)).toEqual([
      { id: "99", a: "x".repeat(200_000) },
      { id: "3", a: "d, e" },
      { id: "4", a: "f" },
    ]);
    // Nothing does where the cell may have ended before.
    expect(told(await read(`id,a\n1,ab\n2,"c\\"\n3,"\n${long}3,"d, e"\n4,f\n`)).slice(-2)).toEqual([
      expect.stringMatching(/^3-\d+ source\/records-unreadable$/),
      { id: "4", a: "f" },
    ]);
  });

  const WRITERS: Readonly<Record<string, (text: string) => string>> = {
    "who doubles marks": (text) => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text),
    "PHP's fputcsv()": fputcsv,
    "Python's csv with an escape character": (text) => {
      const marked = text.replace(/[\\"]/g, (mark) => `\\${mark}`);
      return /[,\n\r]/.test(text) ? `"${marked}"` : marked;
    },
    "MySQL's OUTFILE": (text) => `"${text.replace(/[\\"\n]/g, (mark) => `\\${mark}`)}"`,
  };

  it.each(Object.entries(WRITERS))("is read as the rows of its writer, or not at all: %s", async (_, quote) => {
    const unit = fc.constantFrom(...'\\",\na1', '\\"', '""', ',"', '",');
    const text = fc.string({ unit, maxLength: 14 });
    const users = fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(users, fc.integer({ min: 1, max: 60 }), async (all, size) => {
        const rows = all.map(([a, b], at) => `${at},${quote(a)},${at}@x,${quote(b)}\n`);
        const items = await itemsOf(csvTable({}), `id,a,mail,b\n${rows.join("")}`, size);
        const found = recordsIn(items) as { readonly id: string; readonly mail: string }[];
        for (const { id, mail } of found) expect([Number(id) < all.length, mail]).toEqual([true, `${Number(id)}@x`]);
        expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
        expect(faultsIn(items).length > 0).toBe(found.length < all.length);
      }),
      { numRuns: 1500 },
    );
  });

  // As mariadb -B, sqlite3 -tabs and list mode write it: two users whose cell begins with a quotation mark.
  it.each(["\t", "|", ","])(
    "makes no row of several in a table that quotes nothing, with %j between cells",
    async (mark) => {
      const row = (...cells: string[]) => `${cells.join(mark)}\n`;
      const text =
        row("id", "mail", "bio", "hash") +
        row("3", "ceo", '"', "old") +
        row("4", "victim", "x", "his") +
        row("6", "eve", `"`, "hers") +
        row("7", "bob", "y", "z");
      const items = await itemsOf(csvTable({}), text);
      expect(faultsIn(items)).toEqual(["source/records-unreadable 2-4"]);
      expect(recordsIn(items)).toMatchObject([{ id: "7" }]);
    },
  );

  it("takes a cell of several lines whose first line or last one has other cells than a row", async () => {
    const text = 'id,a,b\n1,"x, y\nz",2\n2,3,"x\n, z"\n3,"x\n1,2,3\ny",4\n';
    expect((await read(text)).map(({ kind }) => kind)).toEqual(["record", "record", "record"]);
  });

  it("takes little longer for marks after backslashes in a wide table", async () => {
    const row = (text: string, columns: number) => `1,"${text}"${",x".repeat(columns - 2)}\n`;
    const time = (columns: number) => {
      const header = Array.from({ length: columns }, (_, at) => `c${at}`).join(",");
      return cpuMilliseconds(() => read(`${header}\n${row('\\"",'.repeat(10_000), columns)}`));
    };
    const narrow = Math.min(await time(8), await time(8));
    const wide = await time(300);
    expect(wide).toBeLessThan(5 * narrow + 300);
  });

  it.each([
    ["every line opens a cell", '1,"x\n'],
    ["every line ends a cell and opens one", 'x",y,"z\n'],
    ["every line is one quotation mark", '"\n'],
    ["every line has escaped quotation marks", '"""",""x""\n'],
  ])("takes time in proportion to its length where %s", async (_, line) => {
    const time = (lines: number) => cpuMilliseconds(() => read(`id,a\n${line.repeat(lines)}`));
    await time(20_000);
    const short = await time(50_000);
    expect(await time(400_000)).toBeLessThan(short * 8 * 4 + 500);
  });
});
