import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ReadExportOptions, readExport, type SourceRecord } from "../../../src/source/index.js";
import { type ChunkPlan, type NamedOptions, planChunks, readChunk } from "../../../src/source/internal.js";
import { byDay } from "../../by-day.js";

/** A file's bytes in pieces of some length. */
async function* pieces(bytes: Uint8Array, length: number) {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

async function whole(bytes: Uint8Array, options: ReadExportOptions): Promise<SourceRecord[]> {
  const records: SourceRecord[] = [];
  for await (const record of readExport(pieces(bytes, 1 << 16), options)) records.push(record);
  return records;
}

/** The records of all chunks, with the numbers that they have in the file. */
async function inChunks(bytes: Uint8Array, plan: ChunkPlan, options: NamedOptions): Promise<SourceRecord[]> {
  const records: SourceRecord[] = [];
  let index = 0;
  for (const { from, to, line, sha256 } of plan.chunks) {
    const body = bytes.subarray(from, to);
    expect(createHash("sha256").update(body).digest("hex")).toBe(sha256);
    const { reader, lineEnd } = plan;
    const chunk = {
      head: bytes.subarray(0, plan.head),
      body,
      tail: bytes.subarray(plan.tail),
      reader,
      lineEnd,
      line,
    };
    const first = index;
    for await (const record of readChunk(chunk, options)) {
      records.push(record.kind === "user" ? { ...record, index: record.index + first } : record);
      index++;
    }
  }
  return records;
}

async function planOf(bytes: Uint8Array, options: NamedOptions, chunkBytes: number, length = 1 << 16) {
  return planChunks(pieces(bytes, length), options, chunkBytes);
}

const firebase: NamedOptions = {
  from: "firebase",
  now: 0,
  hashConfig: { signerKey: "c2lnbmVy", saltSeparator: "Bw==", rounds: 8, memCost: 14 },
};
const credport: NamedOptions = { from: "credport", source: "credport" as never, now: 0 };
const OPTIONS = { firebase, lines: { ...credport, source: "django" } as NamedOptions };

const text = fc.string({ unit: "binary", maxLength: 12 });
const firebaseUser = fc.record(
  {
    localId: fc.string({ minLength: 1, maxLength: 8 }),
    email: fc.constantFrom("a@example.com", "b@example.com", "not one"),
    displayName: text,
    customAttributes: fc.constantFrom('{"a":"}"}', "[{", '"\\"'),
    passwordHash: fc.constantFrom("YQ==", "x"),
    providerUserInfo: fc.array(fc.record({ providerId: text, rawId: text }), { maxLength: 2 }),
  },
  { requiredKeys: ["localId"] },
);

/** Some bytes are replaced, taken away or doubled. */
const damage = fc.array(
  fc.record({
    at: fc.nat(100_000),
    kind: fc.constantFrom("replace", "drop", "double"),
    byte: fc.constantFrom(0x22, 0x7b, 0x7d, 0x2c, 0x0a, 0x5c, 0x41),
  }),
  { maxLength: 2 },
);

function damaged(bytes: Uint8Array, faults: readonly { at: number; kind: string; byte: number }[]): Uint8Array {
  const list = [...bytes];
  for (const { at, kind, byte } of faults) {
    const place = at % list.length;
    if (kind === "replace") list[place] = byte;
    else if (kind === "drop") list.splice(place, 1);
    else list.splice(place, 0, byte);
  }
  return Uint8Array.from(list);
}

describe("chunks of a file", () => {
  it.each([
    ["on lines", ",\n"],
    ["on one line", ","],
    ["with spaces", " , \r\n  "],
  ])("hold the records of a Firebase export %s, as the whole file does", async (_, comma) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(firebaseUser, { maxLength: 30 }),
        fc.integer({ min: 1, max: 900 }),
        async (users, size) => {
          const file = `{"kind":"x","users":[\n${users.map((user) => JSON.stringify(user)).join(comma)}]}`;
          const bytes = new TextEncoder().encode(file);
          const plan = await planOf(bytes, firebase, size, 1 + (size % 97));
          if (!plan.ok) throw new Error(plan.problems[0].message);
          expect(await inChunks(bytes, plan.value, firebase)).toEqual(await whole(bytes, firebase));
          const least = users.length > 3 && size < 20 ? 2 : 1;
          expect(plan.value.chunks.length).toBeGreaterThanOrEqual(least);
        },
      ),
      { numRuns: 60 },
    );
  });

  it.each(["list", "lines"] as const)("hold the records of a damaged %s, or there are none", async (form) => {
    const seen = { equal: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.array(firebaseUser, { minLength: 8, maxLength: 24 }),
        fc.integer({ min: 1, max: 600 }),
        damage,
        async (users, size, faults) => {
          const texts = users.map((user, at) =>
            JSON.stringify(form === "list" ? user : { externalUserId: `u${at}`, phoneNumber: `+155555501${10 + at}` }),
          );
          const file = form === "list" ? `{"users":[\n${texts.join(",\n")}\n]}` : `${texts.join("\n")}\n`;
          const bytes = damaged(new TextEncoder().encode(file), faults);
          const options = form === "list" ? OPTIONS.firebase : OPTIONS.lines;
          const plan = await planOf(bytes, options, size, 50);
          seen[plan.ok ? "equal" : "refused"]++;
          if (!plan.ok) {
            expect(plan.problems[0].code).toBe("source/not-divisible");
            return;
          }
          expect(await inChunks(bytes, plan.value, options)).toEqual(await whole(bytes, options));
        },
      ),
      { numRuns: 300 },
    );
    expect(seen.equal).toBeGreaterThan(byDay(50));
  });

  it.each(['"', "x,", "\n\n", "\ufeff", "{"])("hold the lines of a file that begins with %j", async (beginning) => {
    const lines = Array.from({ length: 5 }, (_, at) =>
      JSON.stringify({ externalUserId: `u${at}`, phoneNumber: `+1555555011${at}` }),
    );
    const bytes = new TextEncoder().encode(`${beginning}${lines.join("\n").slice(1)}\n`);
    const plan = await planOf(bytes, OPTIONS.lines, 1, 50);
    if (!plan.ok) throw new Error(plan.problems[0].message);
    expect(plan.value.chunks.length).toBeGreaterThan(1);
    expect(await inChunks(bytes, plan.value, OPTIONS.lines)).toEqual(await whole(bytes, OPTIONS.lines));
  });

  it("are not made of lines of which the reader of the whole file reads none", async () => {
    const lines = Array.from({ length: 5 }, (_, at) => JSON.stringify({ externalUserId: `u${at}` }));
    const bytes = new TextEncoder().encode(`"\n${lines.join("\n").slice(1)}\n`);
    expect(await whole(bytes, OPTIONS.lines)).toMatchObject([{ kind: "unreadable", line: 1 }]);
    const plan = await planOf(bytes, OPTIONS.lines, 1, 50);
    expect(plan).toMatchObject({ ok: false, problems: [{ code: "source/not-divisible" }] });
  });

  it("hold the rows of a table, damaged or not", async () => {
    const cell = fc.constantFrom("a", '"b, c"', '"d\ne"', "", '"f ""g"""', "h");
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(cell, cell), { maxLength: 40 }),
        fc.integer({ min: 1, max: 200 }),
        damage,
        async (rows, size, faults) => {
          const file = `id,email,uuid,emailVerified\n${rows.map(([a, b], at) => `${at},${a},${b},x\n`).join("")}`;
          const options: NamedOptions = { from: "akamai", now: 0 };
          const head = new TextEncoder().encode(file);
          const bytes = new Uint8Array([
            ...head.subarray(0, 28),
            ...(rows.length === 0 ? [] : damaged(head.subarray(28), faults)),
          ]);
          const plan = await planOf(bytes, options, size);
          if (!plan.ok) throw new Error(plan.problems[0].message);
          expect(await inChunks(bytes, plan.value, options)).toEqual(await whole(bytes, options));
        },
      ),
      { numRuns: 200 },
    );
  });

  it.each([
    ["an SQL dump", "discourse", "INSERT INTO users (id) VALUES (1);\n"],
    ["LDIF", "ldap", "dn: cn=a\nuid: a\n\n"],
    ["a compressed file", "firebase", "\u001f\u008b\b\0"],
    ["a list that is cut off", "firebase", '{"users":[{"localId":"a"},{"localId":'],
    ["a list with numbers in it", "firebase", '{"users":[1,{"localId":"a"}]}'],
    ["two lists", "firebase", '{"users":[{"localId":"a"}],"users":[{"localId":"b"}]}'],
  ])("are not made of %s", async (_, from, content) => {
    const bytes = Uint8Array.from(content, (character) => character.charCodeAt(0));
    const plan = await planOf(bytes, { from } as NamedOptions, 10);
    expect(plan.ok ? plan.value.chunks : plan.problems[0].code).toBe("source/not-divisible");
  });
});
