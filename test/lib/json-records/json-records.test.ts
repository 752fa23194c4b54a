import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonRecord, JsonRecordOptions, JsonStop } from "../../../src/lib/json-records/json-records.js";
import { byDay } from "../../by-day.js";
import { liveBytes } from "../../live-bytes.js";
import { jsonRecords } from "./each-record.js";

type Item = JsonRecord | JsonStop;
const USERS = { key: "users" };

async function* chunked(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  let at = 0;
  for (let turn = 0; at < bytes.length; turn++) {
    const size = sizes.length === 0 ? bytes.length : (sizes[turn % sizes.length] as number);
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

async function read(
  text: string | Uint8Array,
  options: JsonRecordOptions = USERS,
  sizes: readonly number[] = [],
): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of jsonRecords(chunked(Buffer.from(text as string), sizes), options)) items.push(item);
  return items;
}

const values = (items: readonly Item[]) => items.map((item) => (item.kind === "record" ? item.value : item.reason));
const stopOf = (items: readonly Item[]) => {
  const last = items.at(-1);
  return last?.kind === "stop" ? [last.reason, last.line] : null;
};

const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 });
const json = fc.jsonValue({ maxDepth: 4, stringUnit: "grapheme" });
const indent = fc.constantFrom(undefined, 2, "\t", "\r\n");

describe("valid documents", () => {
  it("yields what JSON.parse of the whole gives, for any document and any chunks", async () => {
    const document = fc.record({
      users: fc.array(json),
      before: fc.dictionary(fc.string({ unit: "grapheme" }), json, { maxKeys: 3 }),
      after: fc.dictionary(fc.string({ unit: "grapheme" }), json, { maxKeys: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(document, indent, sizes, async ({ users, before, after }, space, cuts) => {
        const { users: _, ...last } = after;
        const text = JSON.stringify({ ...before, users, ...last }, null, space);
        const wanted = (JSON.parse(text) as { users: unknown[] }).users;
        expect(values(await read(text, USERS, cuts))).toEqual(wanted);
      }),
      { numRuns: 300 },
    );
  });

  it("reads documents of one form one after the other, for any chunks", async () => {
    const pages = fc.array(fc.array(json), { minLength: 1, maxLength: 4 });
    const between = fc.constantFrom("", "\n", " \r\n\n");
    await fc.assert(
      fc.asyncProperty(pages, between, indent, sizes, async (given, space, indented, cuts) => {
        const written = (page: unknown) => JSON.stringify(page, null, indented);
        const objects = given.map((users, page) => written({ page, users, next: `${page}` })).join(space);
        expect(values(await read(objects, USERS, cuts))).toEqual(given.flat());
        const arrays = given.map(written).join(space);
        expect(values(await read(arrays, USERS, cuts))).toEqual(given.flat());
      }),
      { numRuns: 200 },
    );
  });

  it("gives records the values around their own page alone", async () => {
    const options = { key: "users", around: ["realm", "window"] };
    const items = await read('{"realm":"a","window":2,"users":[1]}{"realm":"b","users":[2]}', options);
    expect(items.map((item) => item.kind === "record" && item.around)).toEqual([
      { realm: "a", window: 2 },
      { realm: "b" },
    ]);
  });

  it("reads a top-level array and newline-delimited objects alike", async () => {
    const users = fc.array(fc.dictionary(fc.string({ unit: "grapheme" }), json), { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(users, indent, sizes, async (given, space, cuts) => {
        const wanted = JSON.parse(JSON.stringify(given));
        expect(values(await read(JSON.stringify(given, null, space), USERS, cuts))).toEqual(wanted);
        expect(values(await read(JSON.stringify(given, null, space), {}, cuts))).toEqual(wanted);
        for (const end of ["\n", "\r\n", "\n\n"]) {
          const lines = given.map((user) => JSON.stringify(user) + end).join("");
          expect(values(await read(lines, {}, cuts))).toEqual(wanted);
          expect(values(await read(lines.trimEnd(), {}, cuts))).toEqual(wanted);
        }
      }),
      { numRuns: 150 },
    );
  });

  it("counts records from 0 and names the line on which each begins", async () => {
    const text = '{"kind": 1,\n"users": [\n\n  {"a":\n1}, {"b": 2},\r\n3\n,"x"]}';
    const items = await read(text);
    expect(items.map((item) => item.kind === "record" && [item.index, item.line, item.value])).toEqual([
      [0, 4, { a: 1 }],
      [1, 5, { b: 2 }],
      [2, 6, 3],
      [3, 7, "x"],
    ]);
  });

  it.each([
    ["a list without users", '{"users":[]}'],
    ["a list of white space", "[ \n\t\r ]"],
    ["braces, brackets and commas in a text", '{"users":["}],{\\"[","\\\\"],"x":"]}"}'],
    ["an escaped backslash before the quotation mark", '["\\\\","\\\\\\"]",{"a":"\\\\"}]'],
    ["the key in a text and in another value", '{"a":"\\"users\\":[1]","b":{"users":[2]},"users":[3]}'],
    ["bare values of every kind", '{"users":[null,true,false,-1.5e3,"",[],{}]}'],
  ])("reads %s", async (_, text) => {
    const whole = JSON.parse(text);
    expect(values(await read(text))).toEqual(Array.isArray(whole) ? whole : whole.users);
  });

  it("takes a key named __proto__ for a field like any other, and changes no prototype", async () => {
    const text = '{"__proto__":{"users":[1]},"users":[{"__proto__":{"polluted":true}}]}';
    const [value] = values(await read(text)) as [object];
    expect(Object.keys(value)).toEqual(["__proto__"]);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it("loses no record where the key appears twice, as JSON.parse would", async () => {
    expect(values(await read('{"users":[1],"x":{},"users":[2,3]}'))).toEqual([1, 2, 3]);
  });

  it("passes over a byte order mark, also one that is divided between chunks", async () => {
    const marked = Buffer.from('\ufeff{"users":[1]}');
    for (const cut of [1, 2, 3]) expect(values(await read(marked, USERS, [cut, 100]))).toEqual([1]);
    expect(values(await read(Buffer.from('\ufeff{"a":1}\n'), {}, [1]))).toEqual([{ a: 1 }]);
  });

  it("reads letters outside ASCII that are divided between chunks", async () => {
    const users = ["é", "日本", "🙂", "\u2028"];
    expect(values(await read(JSON.stringify({ users }), USERS, [1]))).toEqual(users);
  });
});

describe("damaged records", () => {
  it.each([
    ["a missing value", "{users}", "not-json"],
    ["a single quotation mark", "{'a':1}", "not-json"],
    ["a wrong bracket", '{"a":1]', "not-json"],
    ["a control character in a text", '{"a":"\u0001"}', "not-json"],
    ["NUL in a record", '{"a":\0}', "not-json"],
    ["a number with a leading zero", "007", "not-json"],
  ])("names %s and reads the next record", async (_, record, fault) => {
    const items = await read(`{"users":[${record},{"b":2}]}`, USERS, [3]);
    expect(items).toHaveLength(2);
    expect(items[0]).toMatchObject({ kind: "record", index: 0, fault, value: undefined });
    expect(items[1]).toMatchObject({ index: 1, value: { b: 2 } });
  });

  it("names bytes that are not UTF-8, instead of replacing them", async () => {
    for (const bytes of [[0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xe2, 0x82]]) {
      const text = Buffer.concat([Buffer.from('{"users":["'), Buffer.from(bytes), Buffer.from('",1]}')]);
      const items = await read(text, USERS, [1]);
      expect(items[0]).toMatchObject({ fault: "not-utf8", value: undefined });
      expect(items[1]).toMatchObject({ value: 1 });
    }
  });

  it("passes over a record beyond the limit, to the byte, and reads the next one", async () => {
    const limited = { ...USERS, maxRecordBytes: 10 };
    const fits = `"${"x".repeat(8)}"`;
    const over = `"${"x".repeat(9)}"`;
    const items = await read(`{"users":[${fits},${over},2]}`, limited, [3]);
    expect(items.map((item) => item.kind === "record" && (item.fault ?? item.value))).toEqual([
      "xxxxxxxx",
      "too-long",
      2,
    ]);
  });

  it.each([
    ["a text", 120],
    ["brackets only", 91],
  ])("holds no more of a record of 64 MB than the limit: %s", async (_, byte) => {
    let highest = 0;
    const before = liveBytes();
    async function* input() {
      yield Buffer.from(`{"users":["a",${byte === 120 ? '"' : ""}`);
      for (let piece = 0; piece < 1024; piece++) {
        yield Buffer.alloc(1 << 16, byte);
        if (piece % 256 === 255) highest = Math.max(highest, liveBytes() - before);
      }
      yield Buffer.from(byte === 120 ? '","b"]}' : "");
    }
    const found: unknown[] = [];
    for await (const item of jsonRecords(input(), USERS)) {
      found.push(item.kind === "record" ? (item.fault ?? item.value) : item.reason);
    }
    expect(found).toEqual(byte === 120 ? ["a", "too-long", "b"] : ["a", "cut-off"]);
    expect(highest).toBeLessThan(24 << 20);
  });

  it("reads half a million nested brackets without a stack overflow", async () => {
    const nested = "[".repeat(250_000) + "]".repeat(250_000);
    const items = await read(`{"users":[${nested},1]}`);
    expect(items).toHaveLength(2);
    expect(items[1]).toMatchObject({ value: 1 });
  });
});

describe("stops", () => {
  const utf16 = (text: string) => Buffer.from(text, "utf16le");
  const swapped = (text: string) => utf16(text).swap16();

  it.each<[string, string | Uint8Array, string, number]>([
    ["no byte", "", "empty", 1],
    ["white space", " \n\t\r\n", "empty", 3],
    ["a byte order mark alone", "\ufeff", "empty", 1],
    ["UTF-16 with a mark", Buffer.concat([Buffer.from([0xff, 0xfe]), utf16('{"users":[]}')]), "utf-16", 1],
    ["UTF-16BE with a mark", Buffer.concat([Buffer.from([0xfe, 0xff]), swapped("{}")]), "utf-16", 1],
    ["UTF-16 without a mark", utf16('{"users":[]}'), "utf-16", 1],
    ["UTF-16BE without a mark", swapped('{"users":[]}'), "utf-16", 1],
    ["UTF-16 of CSV", utf16("id;email"), "utf-16", 1],
    ["gzip", Buffer.from([0x1f, 0x8b, 8, 0]), "gzip", 1],
    ["a ZIP archive", Buffer.from("PK\u0003\u0004\u0014\0\0"), "zip", 1],
    ["NUL bytes after the document", '{"users":[1]}\n\0\0', "nul-bytes", 2],
    ["NUL bytes after a record", '{"users":[1,\n2,\0\0\0', "nul-bytes", 2],
    ["NUL bytes in a record that does not continue", '{"users":[1,\n{"a":"b\0\0\0', "nul-bytes", 2],
    ["a row of CSV", "u1,ada@example.com,false\n", "csv", 1],
    ["a row with semicolons after empty lines", "\n\nu1;ada\n", "csv", 3],
    ["a row with tabs", "u1\tada", "csv", 1],
    ["a quoted row", '"u1","ada"', "csv", 1],
    ["words", "no JSON here\nnor, here", "not-json", 1],
    ["a line that never ends", "x".repeat(5000), "not-json", 1],
    ["a bare number", "42", "not-json", 1],
    ["HTML", "<!DOCTYPE html>\n<p>a, b", "not-json", 1],
    ["a key without quotation marks", "{\nusers: []}", "not-json", 2],
    ["a key without a colon", '{"users" []}', "not-json", 1],
    ["a bracket that closes the object", '{"a":1],"users":[1]}', "not-json", 1],
    ["an object without the list", '{"kind":"x","data":{"users":[]}}', "no-records", 1],
    ["users that are not a list", '{"users":{"a":1}}', "no-records", 1],
    ["users line by line", '{"localId":"a"}\n{"localId":"b"}', "no-records", 2],
    ["a second document without a list", '{"users":[1]}\n{"user":[2]}\n', "trailing", 2],
    ["one before something else", '{"users":[1]}\n{"user":2} x\n{"users":[3]}', "trailing", 2],
    ["a list after an object", '{"users":[1]}\n[2]', "trailing", 2],
    ["a second document that is cut off", '{"users":[1]}\n{"users":[2', "cut-off", 2],
    ["text after an array", "[1]\n\nx", "trailing", 3],
    ["an end in the list", '{"users":[1,\n2,', "cut-off", 2],
    ["an end in a record, named by the record's line", '{"users":[\n1,\n{"a":\n"b', "cut-off", 3],
    ["an end in a key", '{"us', "cut-off", 1],
    ["an end in another value", '{"a":[1,2', "cut-off", 1],
    ["an end before the last brace", '{"users":[1]', "cut-off", 1],
  ])("stops at %s", async (_, text, reason, line) => {
    for (const cuts of [[], [1], [7, 2]]) {
      const items = await read(text, USERS, cuts);
      expect(stopOf(items)).toEqual([reason, line]);
      expect(items.filter(({ kind }) => kind === "stop")).toHaveLength(1);
    }
  });

  it("stops at newline-delimited JSON that was cut off", async () => {
    expect(stopOf(await read('{"a":1}\n{"a":', {}))).toEqual(["cut-off", 2]);
    expect(stopOf(await read("", {}))).toEqual(["empty", 1]);
  });

  it("is cut off at every place but the end", async () => {
    const text = '{"kind":"x","users":[{"a":"b\\"]"},[1],2]}';
    for (let end = 1; end < text.length; end++) {
      expect(stopOf(await read(text.slice(0, end), USERS, [5]))?.[0]).toBe("cut-off");
    }
    expect(stopOf(await read(text))).toBeNull();
  });

  it("closes its input when it stops", async () => {
    let isClosed = false;
    async function* input() {
      try {
        yield Buffer.from("no, JSON");
        yield Buffer.from("never read");
        throw new Error("read on after the end");
      } finally {
        isClosed = true;
      }
    }
    const items: Item[] = [];
    for await (const item of jsonRecords(input(), USERS)) items.push(item);
    expect(stopOf(items)).toEqual(["csv", 1]);
    expect(isClosed).toBe(true);
  });
});

describe("any bytes", () => {
  it("never throws, and gives the same in any chunks", async () => {
    const structure = fc.array(fc.constantFrom(...'{}[]",:\\ \n1a\0;é'.split(""), '"users"'), {
      maxLength: 60,
    });
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      structure.map((parts) => Uint8Array.from(Buffer.from(parts.join("")))),
      structure.map((parts) => Uint8Array.from(Buffer.from(`{"users":[${parts.join("")}`))),
    );
    const options = fc.constantFrom<JsonRecordOptions>(USERS, {}, { ...USERS, maxRecordBytes: 8 });
    await fc.assert(
      fc.asyncProperty(bytes, sizes, options, async (given, cuts, how) => {
        expect(await read(given, how, cuts)).toEqual(await read(given, how));
      }),
      { numRuns: 2000 },
    );
  });
});

describe("records whose end is searched for", () => {
  /** Records with much in common, so that their ends are found; whatever stays unusual is in some of them. */
  const field = fc.constantFrom(
    '"email":"a@example.com"',
    '"name":"Zoë \u{1f600}"',
    '"t": "10:20:30 : x"',
    '"like":"},\\n{\\"id\\":1"',
    '"like":"},{"',
    '"in":[{"id":1},{"id":2}]',
    '"in":{"a":1,"a":2}',
    '"b" : {}',
    '"email":"b@example.com"',
    '"__proto__":1',
  );
  const record = fc
    .record({
      first: fc.constantFrom('"id"', '"id"', '"id"', '"id"', '"other"', '"7"'),
      fields: fc.array(field),
    })
    .map(({ first, fields }) => `{${[`${first}:1`, ...fields].join(",")}}`);
  const line = fc.record({
    text: record,
    layout: fc.constantFrom("", "", "", "\n  ", " "),
    padding: fc.constantFrom(0, 300),
  });
  const damage = fc.option(
    fc.record({ at: fc.nat(), with: fc.constantFrom("", "}", "{", '"', "\n", "\\", "\0", ",", "\u00e9") }),
    { freq: 2 },
  );
  const documents = fc.record({
    lines: fc.array(line, { minLength: 3, maxLength: 12 }),
    separator: fc.constantFrom(",", ",\n", "\n,\r\n  ", ", "),
    damage,
    isUtf8: fc.boolean(),
  });

  function bytesOf(text: string, isUtf8: boolean, hurt: { at: number; with: string } | null): Buffer {
    const cut = hurt === null ? 0 : hurt.at % text.length;
    const whole = hurt === null ? text : text.slice(0, cut) + hurt.with + text.slice(cut + 1);
    // In Latin-1 a letter outside ASCII is not UTF-8.
    return Buffer.from(whole, isUtf8 || hurt === null ? "utf8" : "latin1");
  }

  it.each([
    ["in a list", USERS, (records: readonly string[], separator: string) => `{"users":[${records.join(separator)}]}`],
    ["one a line", {}, (records: readonly string[]) => `${records.join("\n")}\n`],
  ] as const)("are the same as those that are scanned, damaged or not, %s", async (_, options, layOut) => {
    let whole = 0;
    await fc.assert(
      fc.asyncProperty(documents, async ({ lines, separator, damage, isUtf8 }) => {
        const records = lines.map(({ text, layout, padding }) =>
          text.replace("{", `{${options === USERS ? layout : ""}`).replace(/}$/, `,"p":"${"x".repeat(padding)}"}`),
        );
        const bytes = bytesOf(layOut(records, separator), isUtf8, damage);
        // So few bytes at a time that nothing is ahead to be searched.
        const scanned = await read(bytes, options, [100]);
        expect(await read(bytes, options)).toEqual(scanned);
        expect(await read(bytes, options, [700])).toEqual(scanned);
        whole += scanned.length;
      }),
      { numRuns: 300 },
    );
    expect(whole).toBeGreaterThan(byDay(600));
  });
});
