import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { ByteWindow } from "../../../src/lib/json-records/byte-window.js";
import type { JsonRecord, JsonRecordOptions, JsonStop } from "../../../src/lib/json-records/json-records.js";
import { JsonScanner } from "../../../src/lib/json-records/json-scanner.js";
import { RecordSearch } from "../../../src/lib/json-records/record-search.js";
import { byDay } from "../../by-day.js";
import { type Damage, damage } from "./damage.js";
import { jsonRecords } from "./each-record.js";

type Item = JsonRecord | JsonStop;
const USERS: JsonRecordOptions = { key: "users", firstKey: "localId" };

async function read(text: string | Uint8Array, options: JsonRecordOptions = USERS, size = 1 << 16): Promise<Item[]> {
  const bytes = Buffer.from(text as string);
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const items: Item[] = [];
  for await (const item of jsonRecords(chunks(), options)) items.push(item);
  return items;
}

interface User {
  readonly localId: string;
}

const user = (number: number) => ({
  // No other one is a byte away.
  localId: `u${number}-${number}`,
  email: `user${number}@example.com`,
  displayName: number % 3 === 0 ? 'Ada "L"\\' : "Zoë, {1} [2]",
  emailVerified: number % 2 === 0,
  createdAt: 1690000000 + number,
  providerUserInfo: number % 2 === 0 ? [{ providerId: "google.com", rawId: `1${number}` }, { a: [] }] : [],
});

/** How exports are laid out, by Firebase's tool, by other programs and by hand. */
const LAYOUTS: Readonly<Record<string, (users: readonly User[]) => string>> = {
  "as firebase auth:export writes it": (users) =>
    `{"users": [\n${users.map((one) => JSON.stringify(one, null, 2)).join(",\n")}]}`,
  indented: (users) => JSON.stringify({ kind: "x", users, next: "y" }, null, 4),
  "an indented list": (users) => JSON.stringify(users, null, "\t"),
  "a user a line": (users) => `{"users":[\n${users.map((one) => JSON.stringify(one)).join(",\n")}\n]}\n`,
  "on one line": (users) => JSON.stringify({ users }),
  "a list on one line": (users) => JSON.stringify(users),
  "with line ends of Windows": (users) => JSON.stringify({ users }, null, 2).replaceAll("\n", "\r\n"),
};

interface Damaged {
  readonly bytes: Uint8Array;
  /** Of each user: whether a byte of their record was changed, and the lines on which it appears now. */
  readonly users: readonly { readonly touched: boolean; readonly first: number; readonly last: number }[];
}

/** Puts damage between the list's brackets. */
function damageText(text: string, users: readonly User[], damages: readonly Damage[]): Damaged {
  const original = Buffer.from(text);
  const starts = users.map(({ localId }) => {
    const id = original.indexOf(`"${localId}"`);
    return original.lastIndexOf("{", id);
  });
  const ends = starts.map((start, index) => {
    const next = index + 1 < starts.length ? (starts[index + 1] as number) : original.length;
    const after = index + 1 < starts.length ? next : original.lastIndexOf("]", original.length);
    return original.lastIndexOf("}", after - 1) + 1 || start;
  });
  const from = (starts[0] as number) + 1;
  const to = ends.at(-1) as number;
  const places = new Map(damages.map((one) => [from + Math.floor(one.at * (to - from)), one]));
  const out: number[] = [];
  const moved = new Uint32Array(original.length + 1);
  for (let at = 0; at < original.length; at++) {
    const one = places.get(at);
    if (one?.kind === "insert") out.push(one.byte);
    moved[at] = out.length;
    if (one?.kind === "replace") out.push(one.byte);
    else if (one?.kind !== "delete") out.push(original[at] as number);
  }
  moved[original.length] = out.length;
  const bytes = Uint8Array.from(out);
  const lineOf = (place: number) => bytes.subarray(0, place).filter((byte) => byte === 10).length + 1;
  return {
    bytes,
    users: starts.map((start, index) => {
      const end = ends[index] as number;
      const touched = [...places].some(
        ([at, { kind, byte }]) =>
          at >= start + (kind === "insert" ? 1 : 0) && at < end && (kind !== "replace" || original[at] !== byte),
      );
      return {
        touched,
        first: lineOf(moved[start] as number),
        last: lineOf(moved[end - 1] as number),
      };
    }),
  };
}

function records(items: readonly Item[]): readonly JsonRecord[] {
  return items.filter((item) => item.kind === "record");
}

const idOf = ({ value }: JsonRecord) => (value as { localId?: unknown } | null | undefined)?.localId;

describe.each(Object.entries(LAYOUTS))("an export %s", (_, layout) => {
  const users = Array.from({ length: 12 }, (__, number) => user(number));
  const text = layout(users);

  it("is read whole", async () => {
    expect(records(await read(text)).map(({ value }) => value)).toEqual(users);
  });

  it("loses no user to damage elsewhere without naming its lines, and alters none", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(damage, { minLength: 1, maxLength: 3 }),
        fc.constantFrom(1, 7, 1 << 16),
        async (damages, size) => {
          const damaged = damageText(text, users, damages);
          const items = await read(damaged.bytes, USERS, size);
          expect(items.filter(({ kind }) => kind === "stop")).toEqual([]);
          const read_ = records(items);
          expect(read_.map(({ index }) => index)).toEqual(read_.map((__, index) => index));
          const faults = read_.filter(({ fault }) => fault !== undefined);
          let unread = 0;
          for (const [index, { touched, first, last }] of damaged.users.entries()) {
            if (touched) continue;
            const found = read_.filter((record) => idOf(record) === users[index]?.localId);
            if (found.length > 0) {
              expect(found.map(({ value, line }) => [value, line])).toEqual([[users[index], first]]);
              continue;
            }
            unread++;
            const named = faults.some(({ line, lastLine = line }) => line <= first && lastLine >= last);
            expect({ index, named }).toEqual({ index, named: true });
          }
          // Damage costs the record that it is in, or one that it appears beside.
          expect(unread).toBeLessThanOrEqual(damages.length);
          const accounted = damaged.users.length - damages.length;
          expect(read_.length).toBeGreaterThanOrEqual(accounted);
        },
      ),
      { numRuns: 400 },
    );
  });
});

const faultsOf = (items: readonly Item[]) =>
  records(items)
    .filter(({ fault }) => fault !== undefined)
    .map(({ fault, line, lastLine }) => [fault, line, lastLine]);
const goodOf = (items: readonly Item[]) =>
  records(items)
    .filter(({ fault }) => fault === undefined)
    .map(({ value }) => value);

describe("damage that evens out", () => {
  const users = Array.from({ length: 10_000 }, (_, number) => user(number));

  it.each(Object.keys(LAYOUTS))("hides nobody between two records with a stray quotation mark: %s", async (name) => {
    const text = (LAYOUTS[name] as (given: readonly User[]) => string)(
      users.map((one, index) => ([10, 5000].includes(index) ? { ...one, displayName: "6@ Pipe 12" } : one)),
    ).replaceAll("6@ Pipe", '6" Pipe');
    const items = await read(text);
    expect(faultsOf(items).map(([fault]) => fault)).toEqual(["not-json", "not-json"]);
    expect(goodOf(items)).toEqual(users.filter((_, index) => ![10, 5000].includes(index)));
  });

  it.each(Object.keys(LAYOUTS))("hides nobody between a brace too few and one too many: %s", async (name) => {
    const text = (LAYOUTS[name] as (given: readonly User[]) => string)(
      users.map((one, index) => (index === 10 || index === 5000 ? { ...one, mark: `m${index}` } : one)),
    )
      .replace(/"m10"\s*\}/, '"m10"')
      .replace(/"m5000"\s*\}/, '"m5000"}}');
    const items = await read(text);
    expect(faultsOf(items)).toHaveLength(2);
    expect(goodOf(items)).toEqual(users.filter((_, index) => index !== 10 && index !== 5000));
  });

  it("ends each line of newline-delimited JSON where it ends", async () => {
    const lines = users.slice(0, 20).map((one) => JSON.stringify(one));
    lines[3] = (lines[3] as string).replace('"email":"', '"email":');
    lines[12] = (lines[12] as string).replace('"email":"', '"email":""');
    const items = await read(lines.join("\n"), { firstKey: "localId" });
    expect(items).toHaveLength(20);
    expect(faultsOf(items).map(([, line]) => line)).toEqual([4, 13]);
  });

  it("continues after a first line that is damaged, and after lines that are none", async () => {
    expect(faultsOf(await read('"a":1,"b":2}\n{"a":2}\n', {}))).toEqual([["not-json", 1, undefined]]);
    expect(goodOf(await read('{}\n]\n{"a":1}\nx,y\n{"a":2}', {}))).toEqual([{}, { a: 1 }, { a: 2 }]);
    expect((await read('a,b\nc,d\n{"a":1}', {})).at(-1)).toEqual({ kind: "stop", reason: "csv", line: 1 });
  });
});

describe("the first record, damaged before anything is known of the others", () => {
  it.each(['{"id":1,"a":"x"y"}', '{"id":1,"a":"x}', '{"id":1,"a":"x"', '{"id":1,"a":["x"}'])(
    "is told from the next one by its own first key: %s",
    async (first) => {
      expect(goodOf(await read(`[${first},{"id":2},{"id":3}]`, {}))).toEqual([{ id: 2 }, { id: 3 }]);
      expect(goodOf(await read(`[\n${first},\n{"no":2},\n{"id":3}]`, {}))).toEqual([{ no: 2 }, { id: 3 }]);
    },
  );
});

describe("the last record", () => {
  it.each([
    ["a quotation mark", '{"users":[{"a":1},{"a":"x}]}\n'],
    ["a brace", '[{"a":1},{"a":"x"]'],
    ["the list's bracket", '{"users":[{"a":1},{"a":"x"}}'],
  ])("is damaged, and the file whole, where %s is missing", async (_, text) => {
    for (const size of [1, 100]) {
      const items = await read(text, USERS, size);
      expect([goodOf(items), faultsOf(items).length, items.length]).toEqual([[{ a: 1 }], 1, 2]);
    }
  });
});

describe("what divides records", () => {
  it.each([
    ["a missing comma", '[{"a":1}{"a":2},{"a":3}]', [1]],
    ["two commas", '[{"a":1},{"a":2},,{"a":3}]', [2]],
    ["a comma before the first", '[,{"a":1},{"a":2},{"a":3}]', [0]],
    ["a comma after the last", '[{"a":1},{"a":2},{"a":3},]', [2]],
    ["another character", '[{"a":1};{"a":2},{"a":3}]', [1]],
    ["a bracket that seems to end the list", '[{"a":1},{"a":2}],{"a":3}]', [2]],
  ])("is told of where it is %s, and the records are read", async (_, text, marked) => {
    for (const size of [1, 100]) {
      const items = records(await read(text, USERS, size));
      expect(items.map(({ value }) => value)).toEqual([{ a: 1 }, { a: 2 }, { a: 3 }]);
      const found = items.filter(({ isBadlySeparated }) => isBadlySeparated).map(({ index }) => index);
      expect(found).toEqual(marked);
    }
  });
});

describe("a record cut in two by a brace", () => {
  it("is refused as a whole, not read in part", async () => {
    const text = '[{"localId":"a"},"email":"x","b":{}},{"localId":"b"}]';
    const items = await read(text);
    expect(goodOf(items)).toEqual([{ localId: "b" }]);
    expect(records(items)).toHaveLength(2);
  });

  it("is told from one whose own brace is missing, by the first key", async () => {
    const items = await read('[{"localId":"a","b":1},"localId":"b","b":2},{"localId":"c"}]');
    expect(goodOf(items)).toEqual([{ localId: "a", b: 1 }, { localId: "c" }]);
    expect(records(items)).toHaveLength(3);
  });
});

const MANY = 20_000;
const open = Array.from({ length: MANY }, (_, number) => `{"localId":"u${number}","a":[{"b":"c"]`);

/** Bytes that the splitter looks at, moves or decodes, each as often as it does. */
async function countingBytes(work: () => Promise<Item[]>) {
  let bytes = 0;
  const counting = (phase: { at: number }, scan: () => unknown) => {
    const before = phase.at;
    const end = scan();
    bytes += phase.at - before;
    return end;
  };
  const { scan } = JsonScanner.prototype;
  const { search } = RecordSearch.prototype;
  const { add } = ByteWindow.prototype;
  const { decode } = TextDecoder.prototype;
  const spies = [
    vi.spyOn(JsonScanner.prototype, "scan").mockImplementation(function (this: JsonScanner, window) {
      return counting(this, () => scan.call(this, window)) as ReturnType<typeof scan>;
    }),
    vi.spyOn(RecordSearch.prototype, "search").mockImplementation(function (this: RecordSearch, window, isAtEnd) {
      return counting(this, () => search.call(this, window, isAtEnd)) as ReturnType<typeof search>;
    }),
    vi.spyOn(ByteWindow.prototype, "add").mockImplementation(function (this: ByteWindow, chunk, keepFrom) {
      const { base } = this;
      const kept = this.end - keepFrom;
      add.call(this, chunk, keepFrom);
      bytes += chunk.length + (this.base === base ? 0 : kept);
    }),
    vi.spyOn(TextDecoder.prototype, "decode").mockImplementation(function (
      this: InstanceType<typeof TextDecoder>,
      input,
      options,
    ) {
      bytes += input?.byteLength ?? 0;
      return decode.call(this, input, options);
    }),
  ];
  try {
    return { found: await work(), bytes };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

describe("a stretch", () => {
  it("is named by its lines where it may hold more than one record", async () => {
    const text = '[\n{"a":1},\n{"b":"x"y"},{"c":"x"},\n{"d":2},\n {"e":\n1}]';
    expect(faultsOf(await read(text, { maxRecordBytes: 40 }))).toEqual([["not-json", 3, 3]]);
    const noise = "x".repeat(50);
    const long = `[{"a":1},{"a":"x"${noise},\n${noise}"},\n{"a":2}]`;
    expect(faultsOf(await read(long, { maxRecordBytes: 40 }))).toEqual([["stretch", 1, 2]]);
    const keys = '[{"a":1},{"b":2},{"a":x"},{"c":"},{"d":1},{"a":3}]';
    expect(faultsOf(await read(keys))).toEqual([["stretch", 1, 1]]);
  });

  it.each([
    ["open objects", `[${open.join(",")}]`, 1 << 16],
    ["texts that are not closed", `[${'{"localId":"\\",'.repeat(MANY)}{}]`, 1 << 16],
    ["a text of what ends records", `["${"},{".repeat(300_000)}`, 1 << 16],
    ["such a text and damage after it", `["${"},{".repeat(300_000)}"x]`, 1 << 16],
    ["brackets", `[{"a":x${"[".repeat(300_000)}${"}".repeat(300_000)}]`, 1 << 16],
    ["braces", `[{"a":x${"{ ".repeat(300_000)}]`, 1 << 16],
    ["white space, byte by byte", `[${`{${" ".repeat(300)}`.repeat(byDay(3000))}]`, 1],
    ["a long text, byte by byte", `["${"x".repeat(byDay(1 << 20))}"]`, 1],
  ])("of %s takes work in proportion to its length", async (_, text, size) => {
    const { bytes, found } = await countingBytes(() => read(text, USERS, size));
    expect(bytes).toBeGreaterThanOrEqual(text.length);
    // What grows with the square looks at each byte thousands of times.
    expect(bytes).toBeLessThan(text.length * 5);
    if (text.startsWith('[{"localId":"u0"')) expect(records(found)).toHaveLength(MANY);
    if (text.startsWith('[{"localId":"\\"')) expect(records(found).length).toBeGreaterThan(MANY / 2);
  });
});

describe("keys that appear twice", () => {
  it.each([
    ['{"a":1,"a":2}', [{ key: "a", differs: true }]],
    [
      '{"a":1,"b":[{"c":"x","c":"x"}],"a":1}',
      [
        { key: "c", differs: false },
        { key: "a", differs: false },
      ],
    ],
    ['{"a":{"b":"}"},"\\u0061": {"b":"}"} }', [{ key: "a", differs: false }]],
    ['{"__proto__":1,"__proto__":{"a":[]}}', [{ key: "__proto__", differs: true }]],
    ['{"a":[1,{"a":1}],"b":{"a":2}}', undefined],
    ['{"2":1,"1":{},"a":""}', undefined],
    // Deeper than calls within calls go.
    [`{"a":${'[{"b":'.repeat(48)}{"c":1,"c":2}${"}]".repeat(48)}}`, [{ key: "c", differs: true }]],
    [`{"a":${'[{"b":'.repeat(48)}{"c":1,"d":[null,{"c":2}]}${"}]".repeat(48)}}`, undefined],
  ])("are found in %s", async (text, duplicateKeys) => {
    for (const document of [`[${text}]`, text]) {
      const [record] = records(await read(document, {}));
      expect(record?.value).toEqual(JSON.parse(text));
      expect(record?.duplicateKeys).toEqual(duplicateKeys);
    }
  });
});
