import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type OpenInput, pinInput, type ReadExportOptions, readExport } from "../../../src/source/index.js";
import { bytesOf, collect, sampleHashConfig, sampleText } from "../read-users.js";

const FIREBASE: ReadExportOptions = { from: "firebase", hashConfig: sampleHashConfig(), now: 0 };
const TEXT = sampleText("users.json");

const user = (at: number) => ({
  localId: `u${at}`,
  email: `user${at}@example.com`,
  displayName: `${at * 7919}`,
});
const users = (count: number) =>
  `{"users":[\n${Array.from({ length: count }, (_, at) => JSON.stringify(user(at))).join(",\n")}\n]}`;

const gzipped = (text: string) => gzipSync(text);

async function faultOf(bytes: Uint8Array): Promise<unknown> {
  const records = await collect(readExport(bytesOf(bytes), FIREBASE));
  const last = records.at(-1);
  if (last?.kind !== "unreadable") return last?.kind;
  return {
    records: records.length - 1,
    line: last.line,
    code: last.problem.code,
    message: last.problem.message,
  };
}

/** An input that tells whether it was closed. */
function closable(bytes: Uint8Array): { open: OpenInput; isClosed: () => boolean } {
  let isClosed = false;
  async function* open() {
    try {
      yield* bytesOf(bytes);
    } finally {
      isClosed = true;
    }
  }
  return { open, isClosed: () => isClosed };
}

describe("a compressed export", () => {
  it("is read as the export that gzip was given, with the lines of the text, in every pass", async () => {
    const expected = await collect(readExport(bytesOf(TEXT), FIREBASE));
    const input = pinInput(() => bytesOf(gzipped(TEXT)));
    expect(await collect(readExport(input.open(), FIREBASE))).toEqual(expected);
    expect(await collect(readExport(input.open(), FIREBASE))).toEqual(expected);
    expect(expected.length).toBeGreaterThan(3);
  });

  it("may be of several members and have NUL bytes after its end", async () => {
    const expected = await collect(readExport(bytesOf(TEXT), FIREBASE));
    const at = TEXT.length >> 1;
    const bytes = Buffer.concat([gzipped(TEXT.slice(0, at)), gzipped(TEXT.slice(at)), Buffer.alloc(100_000)]);
    expect(await collect(readExport(bytesOf(bytes), FIREBASE))).toEqual(expected);
  });

  it("is named where it is cut off or damaged, and what came out before is what was written", async () => {
    const text = users(7_000);
    const packed = gzipped(text);
    const expected = await collect(readExport(bytesOf(text), FIREBASE));
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 10, max: packed.length - 9 }), fc.boolean(), async (at, isCut) => {
        const damaged = Buffer.from(packed.subarray(0, isCut ? at : packed.length));
        if (!isCut) damaged[at] = (damaged[at] as number) ^ 0x55;
        const records = await collect(readExport(bytesOf(damaged), FIREBASE));
        const last = records.pop();
        expect(last).toMatchObject({ kind: "unreadable", problem: { code: "source/damaged-copy" } });
        if (isCut) expect(records).toEqual(expected.slice(0, records.length));
      }),
      { numRuns: 25 },
    );
  });

  it("is named where another export follows it", async () => {
    const packed = gzipSync(TEXT);
    for (const other of [Buffer.from("PK\x03\x04"), Buffer.concat([Buffer.alloc(9), gzipSync(TEXT)])]) {
      expect(await faultOf(Buffer.concat([packed, other]))).toMatchObject({ code: "source/damaged-copy" });
    }
  });

  it("is given up where it expands without bounds", async () => {
    // In a text, which is passed over faster than white space.
    const long = gzipSync(Buffer.concat([Buffer.from('{"a":"'), Buffer.alloc(80 << 20, "x")]));
    expect(long.length).toBeLessThan(300_000);
    const { open, isClosed } = closable(long);
    const records = await collect(readExport(open(), FIREBASE));
    expect(records).toMatchObject([{ kind: "unreadable", problem: { code: "source/not-text" } }]);
    expect(isClosed()).toBe(true);
  });

  it("is closed where its reader gives it up", async () => {
    const { open, isClosed } = closable(gzipped(users(50_000)));
    for await (const { kind } of readExport(open(), FIREBASE)) {
      expect(kind).toBe("user");
      break;
    }
    expect(isClosed()).toBe(true);
  });

  it("hands on the input's own error", async () => {
    async function* open() {
      yield gzipped(TEXT).subarray(0, 30);
      throw Object.assign(new Error("no disk"), { code: "EIO" });
    }
    await expect(collect(readExport(open(), FIREBASE))).rejects.toThrow("no disk");
  });

  it.each([
    ["a ZIP archive", Buffer.from("PK\x03\x04\x14\0"), "source/not-text"],
    ["compressed with bzip2", Buffer.from("BZh91AY"), "source/not-text"],
    ["compressed with xz", Buffer.from("fd377a585a0000", "hex"), "source/not-text"],
    ["a tar archive", Buffer.concat([Buffer.alloc(257, "x"), Buffer.from("ustar\x0000")]), "source/not-text"],
    ["a tar archive", Buffer.concat([Buffer.alloc(257, "x"), Buffer.from("ustar  \0")]), "source/not-text"],
    ["compressed with gzip", gzipSync(gzipSync(TEXT)), "source/not-text"],
  ])("is named where it is %s", async (what, bytes, code) => {
    expect(await faultOf(bytes)).toEqual({ records: 0, line: 1, code, message: `the file is ${what}` });
  });

  it.each(["laravel", "moodle", "ldap", "htpasswd", "credport", "keycloak"] as const)(
    "is named for %s too",
    async (from) => {
      for (const bytes of [Buffer.from("PK\x03\x04\x14\0"), gzipped(TEXT).subarray(0, 4)]) {
        const [rest] = await collect(readExport(bytesOf(bytes), { from }));
        expect(rest).toMatchObject({
          kind: "unreadable",
          problem: { code: bytes[0] === 0x50 ? "source/not-text" : "source/damaged-copy" },
        });
      }
    },
  );

  it("is unpacked from zstd, or named where Node can't", async () => {
    const packed = Buffer.from("28b52ffd2400010000", "hex");
    const codes = ["source/not-text", "source/damaged-copy"];
    expect(codes).toContain(((await faultOf(packed)) as { code: string }).code);
  });
});

describe("an export in UTF-16", () => {
  const text = '{"users":[{"localId":"u1","displayName":"Zoë 𝄞"},\r\n{"localId":"u2","displayName":"ok"}]}';
  const bigEndian = (bytes: Buffer) => Buffer.from(bytes).swap16();
  const littleEndian = Buffer.from(`\ufeff${text}`, "utf16le");

  async function read(bytes: Uint8Array, size = 1 << 16): Promise<unknown[]> {
    async function* chunks() {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    }
    return collect(readExport(chunks(), FIREBASE));
  }

  it("is read with a byte order mark, in chunks of any size", async () => {
    const expected = await read(Buffer.from(text));
    expect(expected).toHaveLength(2);
    for (const size of [1, 2, 3, 7, 1000]) {
      expect(await read(littleEndian, size)).toEqual(expected);
      expect(await read(bigEndian(littleEndian), size)).toEqual(expected);
      expect(await read(gzipSync(littleEndian), size)).toEqual(expected);
    }
  });

  it("is not guessed without one, nor UTF-32", async () => {
    expect(await faultOf(Buffer.from(text, "utf16le"))).toMatchObject({ code: "source/not-utf8" });
    expect(await faultOf(Buffer.from([0xff, 0xfe, 0, 0, 0x7b, 0, 0, 0]))).toMatchObject({
      code: "source/not-utf8",
    });
  });

  it("has half a character in one record only", async () => {
    const damaged = Buffer.from(littleEndian);
    damaged.writeUInt16LE(0xd834, littleEndian.indexOf("ë", 0, "utf16le"));
    expect(await read(damaged, 5)).toMatchObject([
      { line: 1, result: { problems: [{ code: "source/record-not-utf8" }] } },
      { line: 2, result: { ok: false }, userId: "u2" },
    ]);
    expect(await read(littleEndian.subarray(0, -1))).toMatchObject([{ line: 1 }, { line: 2 }, { kind: "unreadable" }]);
  });
});
