import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonRecord, JsonRecordOptions, JsonStop } from "../../../src/lib/json-records/json-records.js";
import { cpuMilliseconds } from "../../cpu-time.js";
import { liveBytes } from "../../live-bytes.js";
import { type Damage, damage } from "./damage.js";
import { jsonRecords } from "./each-record.js";

type Item = JsonRecord | JsonStop;

async function read(
  text: string | Uint8Array,
  options: JsonRecordOptions,
  sizes: readonly number[] = [1 << 16],
): Promise<Item[]> {
  const bytes = Buffer.from(text as string);
  async function* chunks() {
    let at = 0;
    for (let turn = 0; at < bytes.length; turn++) {
      const end = at + (sizes[turn % sizes.length] as number);
      yield bytes.subarray(at, end);
      at = end;
    }
  }
  const items: Item[] = [];
  for await (const item of jsonRecords(chunks(), options)) items.push(item);
  return items;
}

const records = (items: readonly Item[]) => items.filter((item) => item.kind === "record");
const REALMS: JsonRecordOptions = {
  key: "users",
  paths: [["*", "users"]],
  around: ["realm", "window", "next"],
  firstKey: "id",
};

const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 });
const json = fc.jsonValue({ maxDepth: 3, stringUnit: "grapheme" });
const indent = fc.constantFrom(undefined, 2, "\t", "\r\n");
const others = fc.dictionary(fc.string({ unit: "grapheme" }), json, { maxKeys: 3 });

const realm = fc.record({
  before: others,
  realm: fc.string({ unit: "grapheme", maxLength: 10 }),
  window: fc.oneof(fc.integer(), fc.boolean(), fc.constant(null)),
  users: fc.array(json, { maxLength: 4 }),
  after: others,
});

interface Realm {
  readonly before: object;
  readonly realm: string;
  readonly window: unknown;
  readonly users: readonly unknown[];
  readonly after: object;
}

/** Without the keys that mean something, since those that are read stay where they are put. */
function realmOf({ before, realm: name, window, users, after }: Realm): object {
  const plain = (object: object) =>
    Object.fromEntries(Object.entries(object).filter(([key]) => !/^(?:users|realm|window|next)$/.test(key)));
  return {
    ...plain(before),
    realm: name,
    "": window,
    window,
    users,
    ...plain(after),
    next: "not before the list",
  };
}

describe("lists nested in objects and lists", () => {
  it("are read one after the other, each with what is around it, in any chunks", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(realm, { maxLength: 4 }), indent, sizes, async (realms, space, cuts) => {
        const text = JSON.stringify(realms.map(realmOf), null, space);
        const wanted = realms.flatMap(({ users, realm: name, window }) =>
          (JSON.parse(JSON.stringify(users)) as unknown[]).map((value) => [value, { realm: name, window }]),
        );
        const items = await read(text, REALMS, cuts);
        const found = records(items);
        expect(found.map(({ value, around }) => [value, around])).toEqual(wanted);
        expect(found.map(({ index }) => index)).toEqual(wanted.map((_, index) => index));
        const hasList = realms.length > 0;
        expect(items.filter(({ kind }) => kind === "stop")).toHaveLength(hasList ? 0 : 1);
      }),
      { numRuns: 300 },
    );
  });

  it("are found at the end of paths through objects and lists, and nowhere else", async () => {
    const options: JsonRecordOptions = {
      paths: [["data_orgs", "orgs", "*", "humanUsers"]],
      around: ["orgId", "name"],
    };
    const text = JSON.stringify({
      humanUsers: [0],
      name: "outer",
      orgs: [{ humanUsers: [0] }],
      data_orgs: {
        orgs: [
          { orgId: "1", org: { name: "no", humanUsers: [0] }, humanUsers: [1, 2], machineUsers: [0] },
          { orgId: "2", name: "inner" },
          [{ humanUsers: [0] }],
          "humanUsers",
          { humanUsers: { a: [0] } },
          { orgId: "3", name: "inner", humanUsers: [3] },
        ],
      },
    });
    for (const cuts of [[1], [1 << 16]]) {
      const found = records(await read(text, options, cuts));
      expect(found.map(({ value, around }) => [value, around])).toEqual([
        [1, { orgId: "1", name: "outer" }],
        [2, { orgId: "1", name: "outer" }],
        [3, { orgId: "3", name: "inner" }],
      ]);
    }
  });

  it("are found after keys of any length, whose values are passed over", async () => {
    const long = JSON.stringify({ a: '"users":[{"id":0}]', b: [["x".repeat(5000)]] });
    const text = `[{"realm":"one","attributes":[${Array(100).fill(long).join(",")}],"users":[{"id":1}]}]`;
    expect(text.length).toBeGreaterThan(500_000);
    expect(records(await read(text, REALMS)).map(({ value, around }) => [value, around])).toEqual([
      [{ id: 1 }, { realm: "one" }],
    ]);
  });

  it("gives only plain values that come before the list, and none that is longer than a setting", async () => {
    const around = async (text: string) => records(await read(text, REALMS))[0]?.around;
    expect(await around('{"realm":"a\\u0062","window":-1.5e1,"users":[1],"next":2}')).toEqual({
      realm: "ab",
      window: -15,
    });
    expect(await around('{"realm":{"a":1},"window":[1],"users":[1]}')).toBeUndefined();
    expect(await around(`{"realm":"${"x".repeat(2000)}","users":[1]}`)).toBeUndefined();
    expect(await around('{"realm":"a","realm":[],"users":[1]}')).toBeUndefined();
    expect(await around('{"realm":nul,"window":1 ,"users":[1]}')).toEqual({ window: 1 });
    expect(await around('{"__proto__":{"realm":"x"},"users":[1]}')).toBeUndefined();
  });

  it.each([
    ["no element with a list", '[{"a":1}]', "no-records"],
    ["no element at all", "[]", "no-records"],
    ["an end in the second element", '[{"users":[1]},{"realm":"b","us', "cut-off"],
    ["an end between elements", '[{"users":[1]},', "cut-off"],
    ["something after the document", '[{"users":[1]}] x', "trailing"],
    ["a brace that closes a list", '[{"users":[1]}}', "not-json"],
  ])("stops at %s", async (_, text, reason) => {
    for (const cuts of [[1], [1 << 16]]) expect((await read(text, REALMS, cuts)).at(-1)).toMatchObject({ reason });
  });
});

const user = (number: number) => ({
  id: `u${number}-${number}`,
  username: number % 3 === 0 ? 'ada "l"\\' : "zoë, {1} [2]",
  enabled: number % 2 === 0,
  federatedIdentities: number % 2 === 0 ? [{ identityProvider: "google", userId: `1${number}` }, { a: [] }] : [],
});

const GIVEN = ["one", "two", "three"].map((name, index) => ({
  // The first key of a realm is that of a user too.
  id: `r${index}`,
  realm: name,
  roles: { realm: [{ id: "x", name: "users" }] },
  window: index,
  users: Array.from({ length: 5 }, (_, number) => user(index * 5 + number)),
  clients: [{ id: "c", users: "no" }],
}));

const LAYOUTS: Readonly<Record<string, string>> = {
  "on one line": JSON.stringify(GIVEN),
  indented: JSON.stringify(GIVEN, null, 2),
  "with line ends of Windows": JSON.stringify(GIVEN, null, "\t").replaceAll("\n", "\r\n"),
  "a user a line": `[\n${GIVEN.map(
    ({ users, clients, ...rest }) =>
      `${JSON.stringify(rest).slice(0, -1)},"users":[\n${users.map((one) => JSON.stringify(one)).join(",\n")}\n],"clients":${JSON.stringify(clients)}}`,
  ).join(",\n")}\n]\n`,
};

/** The text's bytes with damage at shares of some places. */
function damaged(text: string, places: readonly number[], damages: readonly Damage[]) {
  const original = Buffer.from(text);
  const byPlace = new Map(damages.map((one) => [places[Math.floor(one.at * places.length)] as number, one]));
  const bytes = [...original].flatMap((byte, at) => {
    const one = byPlace.get(at);
    if (one === undefined) return [byte];
    return one.kind === "delete" ? [] : one.kind === "insert" ? [one.byte, byte] : [one.byte];
  });
  return { bytes: Uint8Array.from(bytes), touched: [...byPlace.keys()] };
}

/** From the brace of each user to its end. */
function spans(text: string): readonly { readonly id: string; readonly from: number; readonly to: number }[] {
  const bytes = Buffer.from(text);
  return GIVEN.flatMap(({ users }) =>
    users.map(({ id }) => {
      const from = bytes.lastIndexOf("{", bytes.indexOf(`"${id}"`));
      let depth = 0;
      let inText = false;
      for (let at = from; ; at++) {
        const byte = String.fromCharCode(bytes[at] as number);
        if (inText) {
          if (byte === "\\") at++;
          else if (byte === '"') inText = false;
        } else if (byte === '"') inText = true;
        else if (byte === "{" || byte === "[") depth++;
        else if ((byte === "}" || byte === "]") && --depth === 0) return { id, from, to: at + 1 };
      }
    }),
  );
}

const WANTED = new Map(
  GIVEN.flatMap(({ users, realm: name, window }) =>
    users.map((one) => [one.id, [one, { realm: name, window }]] as const),
  ),
);
const idOf = ({ value }: JsonRecord) => (value as { id?: string } | undefined)?.id ?? "";

describe.each(Object.entries(LAYOUTS))("damage in realms %s", (_, text) => {
  const users = spans(text);
  // What is damaged before anything is known of a user is the list, not one of them.
  const inUsers = users.flatMap(({ from, to }) => Array.from({ length: to - from }, (__, at) => from + at)).slice(1);

  it("costs the user that it is in, and gives nobody the values of another realm", async () => {
    await fc.assert(
      fc.asyncProperty(damage, fc.constantFrom(1, 7, 1 << 16), async (one, size) => {
        const { bytes, touched } = damaged(text, inUsers, [one]);
        const items = await read(bytes, REALMS, [size]);
        expect(items.filter(({ kind }) => kind === "stop")).toEqual([]);
        const found = records(items).filter(({ fault }) => fault === undefined);
        const isTouched = ({ from, to }: { from: number; to: number }) =>
          touched.some((place) => place >= from && place < to);
        for (const span of users) {
          if (isTouched(span)) continue;
          const same = found.filter((record) => idOf(record) === span.id);
          const [wanted, around] = WANTED.get(span.id) as readonly [object, object];
          expect(same.map(({ value }) => value)).toEqual([wanted]);
          expect([undefined, around]).toContainEqual(same[0]?.around);
        }
      }),
      { numRuns: 400 },
    );
  });

  it("anywhere hides nobody without a name, and alters nobody elsewhere", async () => {
    // Under a key with another name there is no list of users.
    const keys = [
      ...Buffer.from(text)
        .toString("latin1")
        .matchAll(/"users":/g),
    ].map(({ index }) => index);
    const everywhere = Array.from({ length: Buffer.byteLength(text) }, (__, at) => at).filter(
      (at) => !keys.some((key) => at > key && at < key + 7),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(damage, { minLength: 1, maxLength: 3 }),
        fc.constantFrom(1, 7, 1 << 16),
        async (damages, size) => {
          const { bytes, touched } = damaged(text, everywhere, damages);
          const items = await read(bytes, REALMS, [size]);
          if (items.some(({ kind }) => kind === "stop")) return;
          const found = records(items);
          const hasFault = found.some(({ fault }) => fault !== undefined);
          for (const { id, from, to } of users) {
            if (touched.some((place) => place >= from && place <= to)) continue;
            const same = found.filter((record) => idOf(record) === id);
            if (same.length === 0) expect({ id, hasFault }).toEqual({ id, hasFault: true });
            else expect(same.map(({ value }) => value)).toEqual([WANTED.get(id)?.[0]]);
          }
        },
      ),
      { numRuns: 400 },
    );
  });
});

describe("a bracket too many in a record, which looks like the end of its list", () => {
  const users = ["a", "b", "c"].map((id) => ({
    id,
    identities: [{ provider: "google", number: 1 }, { a: [] }],
  }));
  const realms = ["one", "two", "three"].map((name, index) => ({
    id: name,
    realm: name,
    // The second realm is between damage and the next list, and has no users.
    ...(index === 1 ? {} : { users: users.map(({ id, ...rest }) => ({ id: `${id}${index}`, ...rest })) }),
    clients: [{ id: "c" }],
  }));

  it.each([
    ["after a field, on one line", undefined, '"google"', '"google"]'],
    ["before a field, indented", 2, '"a":', ']"a":'],
    ["after the record's own field, with tabs", "\t", '"identities":', ']"identities":'],
  ])("hides no record after it: %s", async (_, indent, from, to) => {
    const text = JSON.stringify(realms, null, indent);
    const at = text.indexOf(from, text.indexOf('"b0"'));
    const bytes = text.slice(0, at) + to + text.slice(at + from.length);
    for (const cuts of [[1], [7], [1 << 16]]) {
      const items = await read(bytes, REALMS, cuts);
      expect(items.filter(({ kind }) => kind === "stop")).toEqual([]);
      const found = records(items);
      expect(found.filter(({ fault }) => fault !== undefined).map(({ line }) => line)).toContain(
        text.slice(0, text.lastIndexOf("{", text.indexOf('"b0"'))).split("\n").length,
      );
      const ids = found.map(idOf).filter((id) => /^[abc][02]$/u.test(id));
      expect(ids).toEqual(["a0", "c0", "a2", "b2", "c2"]);
      // Nobody knows where the first realm ended, but the last one is whole.
      for (const record of found.filter((one) => idOf(one).endsWith("0"))) {
        expect([undefined, { realm: "one" }]).toContainEqual(record.around);
      }
      for (const record of found.filter((one) => idOf(one).endsWith("2"))) {
        expect([undefined, { realm: "three" }]).toContainEqual(record.around);
      }
    }
  });

  it("does not take a realm after a damaged list for a record of it, nor its settings from the users", async () => {
    const text = JSON.stringify(realms.filter((one) => "users" in one)).replace('{"provider"', '{"provider"x');
    const found = records(await read(text, REALMS, [7]));
    expect(found.filter((one) => idOf(one).endsWith("2")).map(({ around }) => around)).toEqual([
      { realm: "three" },
      { realm: "three" },
      { realm: "three" },
    ]);
  });
});

describe("damage between two lists", () => {
  const list = (id: string) => `{"id":"r","realm":"${id}","users":[{"id":"${id}1"},{"id":"${id}2"}]}`;

  it.each([
    ["in a value before the next list", `[${list("a")},${list("b").replace('"b"', '"b"x')}]`],
    ["in a text that was not closed", `[${list("a")},${list("b").replace('"b",', '"b,')}]`],
    ["in a bracket of a value", `[${list("a").replace("]}", '],"c":[{]}')},${list("b")}]`],
    ["in the last record, whose end is lost", `[${list("a").replace('"a2"}]}', '"a2')},${list("b")}]`],
    ["in the last record, which takes the list's bracket", `[${list("a").replace('"a2"', '["a2"')},${list("b")}]`],
  ])("%s is named, and the next list is read, never with the values of the last", async (_, text) => {
    for (const cuts of [[1], [7], [1 << 16]]) {
      const items = await read(text, REALMS, cuts);
      expect(items.filter(({ kind }) => kind === "stop")).toEqual([]);
      const found = records(items);
      expect(found.some(({ fault }) => fault !== undefined)).toBe(true);
      const inLast = found.filter((record) => idOf(record).startsWith("b"));
      expect(inLast.map(({ value }) => value)).toEqual([{ id: "b1" }, { id: "b2" }]);
      for (const { around } of inLast) expect([undefined, { realm: "b" }]).toContainEqual(around);
    }
  });

  it("stops where what is around the first list is damaged, instead of passing over its users", async () => {
    for (const text of [`[\\${list("a")},${list("b")}]`, `[${list("a").replace('"r"', "[}")},${list("b")}]`]) {
      expect((await read(text, REALMS)).map((item) => item.kind === "stop" && item.reason)).toEqual(["not-json"]);
    }
  });

  it("tells keys that appear twice in a record of any list", async () => {
    const text = `[${list("a")},{"users":[{"id":"x","id":"y"}]}]`;
    expect(records(await read(text, REALMS)).at(-1)?.duplicateKeys).toEqual([{ key: "id", differs: true }]);
  });
});

describe("hostile documents", () => {
  it("give the same in any chunks, and never throw", async () => {
    const structure = fc.array(
      fc.constantFrom(...'{}[]",:\\ \n1a\0é'.split(""), '"users":[', '{"id":1', '"realm":"x"', "},", "]},{"),
      { maxLength: 40 },
    );
    await fc.assert(
      fc.asyncProperty(structure, fc.boolean(), sizes, async (parts, isBegun, cuts) => {
        const text = `${isBegun ? '[{"users":[{"id":1},' : "["}${parts.join("")}`;
        expect(await read(text, REALMS, cuts)).toEqual(await read(text, REALMS));
      }),
      { numRuns: 3000 },
    );
  });

  it("take time and memory by their length alone", async () => {
    const many = 100_000;
    const texts = [
      `[${"[".repeat(many)}`,
      `[${'{"users":['.repeat(many)}`,
      `[${'{"users":'.repeat(many)}`,
      `[{"users":[{"id":x${'"users" '.repeat(many)}`,
      `[{"users":[{"id":x${'"users":['.repeat(many)}`,
      `[${'{"a":1},'.repeat(many)}{"users":[1]}]`,
      `[${'{"users":[{"id":1}]},'.repeat(many)}{}]`,
    ];
    for (const text of texts) {
      const whole = await cpuMilliseconds(() => read(text, REALMS));
      // Half the length takes half the time, or a little more; what grows with the square takes a quarter.
      const half = await cpuMilliseconds(() => read(text.slice(0, text.length / 2), REALMS));
      expect(whole).toBeLessThan(half * 8 + 500);
    }
  });

  it("hold no more than one value of what is around the list", async () => {
    let highest = 0;
    const before = liveBytes();
    async function* input() {
      yield Buffer.from('[{"realm":"');
      for (let piece = 0; piece < 512; piece++) {
        yield Buffer.alloc(1 << 16, 120);
        if (piece % 128 === 127) highest = Math.max(highest, liveBytes() - before);
      }
      yield Buffer.from('","window":1,"users":[2]}]');
    }
    const items: Item[] = [];
    for await (const item of jsonRecords(input(), REALMS)) items.push(item);
    expect(records(items).map(({ value, around }) => [value, around])).toEqual([[2, { window: 1 }]]);
    expect(highest).toBeLessThan(16 << 20);
  });
});
