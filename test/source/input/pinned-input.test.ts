import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { checkExport } from "../../../src/check/index.js";
import { InputChanged, type PinnedInput, pinInput, readExport, readUniqueUsers } from "../../../src/source/index.js";
import { lentPieces } from "../../../src/source/internal.js";

const MIB = 1 << 20;

/** An input that has the next of these contents at each pass, in pieces of 100,000 bytes. */
function changing(...contents: readonly Uint8Array[]) {
  const left = [...contents];
  return pinInput(async function* () {
    const bytes = left.shift() as Uint8Array;
    for (let at = 0; at < bytes.length; at += 100_000) yield bytes.subarray(at, at + 100_000);
  });
}

async function readAll(input: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of input) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

/** What a pass gave before it ended, and whether it ended with the input's end. */
async function passOver(input: AsyncIterable<Uint8Array>) {
  const pieces: Uint8Array[] = [];
  try {
    for await (const piece of input) pieces.push(Buffer.from(piece));
    return { bytes: Buffer.concat(pieces), isWhole: true };
  } catch (error) {
    expect(error).toBeInstanceOf(InputChanged);
    return { bytes: Buffer.concat(pieces), isWhole: false };
  }
}

const CONTENT = Buffer.alloc(3 * MIB + 5, "abcdefg");

function altered(at: number): Buffer {
  const copy = Buffer.from(CONTENT);
  copy[at] = (copy[at] as number) ^ 1;
  return copy;
}

describe.each([
  ["in pieces", (input: PinnedInput) => input.open()],
  ["in memory that is lent", lentPieces],
])("a pinned input %s", (_, open) => {
  it("gives the same bytes in every pass, whatever the pieces are, and their SHA-256", async () => {
    for (const size of [0, 1, MIB - 1, MIB, MIB + 1, 2 * MIB, CONTENT.length]) {
      const content = CONTENT.subarray(0, size);
      const input = changing(content, content, content);
      expect(input.fingerprint()).toBeUndefined();
      for (let pass = 0; pass < 3; pass++) expect((await readAll(open(input))).equals(content)).toBe(true);
      const sha256 = createHash("sha256").update(content).digest("hex");
      expect(input.fingerprint()).toEqual({ bytes: size, sha256 });
    }
  });

  it.each([
    ["one byte of the first block", altered(0), 0],
    ["one byte of the third block", altered(2 * MIB), 2 * MIB],
    ["the last byte", altered(CONTENT.length - 1), 3 * MIB],
    ["its end, by one byte", CONTENT.subarray(0, -1), 3 * MIB],
    ["its end, to a whole block", CONTENT.subarray(0, MIB), MIB],
    ["everything: it is empty", Buffer.alloc(0), 0],
    ["its end: it has grown by a byte", Buffer.concat([CONTENT, Buffer.from("x")]), 3 * MIB],
  ])("gives no byte of a later pass that has changed in %s", async (_, other, given) => {
    const input = changing(CONTENT, other, CONTENT);
    await readAll(open(input));
    const { bytes, isWhole } = await passOver(open(input));
    expect(isWhole).toBe(false);
    expect(bytes.equals(CONTENT.subarray(0, given))).toBe(true);
    expect((await readAll(open(input))).equals(CONTENT)).toBe(true);
  });

  it("has changed when blocks follow a last one that was full", async () => {
    const input = changing(CONTENT.subarray(0, MIB), CONTENT.subarray(0, MIB + 1));
    await readAll(open(input));
    expect(await passOver(open(input))).toMatchObject({ isWhole: false });
  });

  it("is held to what a pass had read that was given up", async () => {
    const input = changing(CONTENT, altered(MIB + 1), CONTENT);
    let blocks = 0;
    for await (const piece of open(input)) {
      blocks += piece.length;
      if (blocks > 2 * MIB) break;
    }
    expect(input.fingerprint()).toBeUndefined();
    expect(await passOver(open(input))).toMatchObject({ isWhole: false });
    expect((await readAll(open(input))).equals(CONTENT)).toBe(true);
    expect(input.fingerprint()?.bytes).toBe(CONTENT.length);
  });

  it("is not fooled by a caller that fills one buffer again and again", async () => {
    const buffer = Buffer.alloc(1000);
    const input = pinInput(async function* () {
      for (let at = 0; at < CONTENT.length; at += buffer.length) {
        const end = Math.min(at + buffer.length, CONTENT.length);
        CONTENT.copy(buffer, 0, at, end);
        yield buffer.subarray(0, end - at);
      }
    });
    expect((await readAll(open(input))).equals(CONTENT)).toBe(true);
    expect((await readAll(open(input))).equals(CONTENT)).toBe(true);
  });
});

describe("what open gives that can't be read", () => {
  const TEXT = '{"externalUserId":"1","phoneNumber":"+15555550100"}\n';
  const open = (give: () => unknown) => give as () => AsyncIterable<Uint8Array>;

  it.each([
    ["text", () => Readable.from([TEXT]), "open the file without an encoding"],
    ["a promise", async () => Readable.from([Buffer.from(TEXT)]), "a promise: open can't be async"],
    ["nothing", () => undefined, "must be a stream of the file's bytes"],
  ])("is named: %s", async (_, give, message) => {
    for (const from of ["credport", "auto", "django"] as const) {
      await expect(checkExport(open(give), { from }), from).rejects.toThrow(message);
      await expect(readAll(readUniqueUsers(open(give), { from: "credport" }) as never), from).rejects.toThrow(message);
    }
  });

  it("is named in place of an input too", async () => {
    for (const from of ["credport", "auto", "django"] as const) {
      const text = Readable.from([TEXT]) as unknown as AsyncIterable<Uint8Array>;
      await expect(readAll(readExport(text, { from }) as never), from).rejects.toThrow("without an encoding");
    }
  });

  it("is named where it is the stream of an earlier pass", async () => {
    const stream = Readable.from([Buffer.from(TEXT)]);
    const again = "open has to give a new stream for each pass";
    const users = readUniqueUsers(() => stream, { from: "credport" });
    await expect(readAll(users as never)).rejects.toThrow(again);
    const other = Readable.from([Buffer.from(TEXT)]);
    await expect(checkExport(() => other, { from: "auto" })).rejects.toThrow(again);
    const bytes = { [Symbol.asyncIterator]: () => Readable.from([Buffer.from(TEXT)])[Symbol.asyncIterator]() };
    expect(await checkExport(() => bytes, { from: "credport" })).toMatchObject({ ok: true, value: { importable: 1 } });
  });
});
