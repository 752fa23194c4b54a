import { describe, expect, it } from "vitest";
import { divideInput, type NamedOptions, readChunk } from "../../../src/source/internal.js";

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** The chunks of a file of Firebase's, of about 40 bytes each, and how it ends. */
async function divided(file: string, piece = 1000, from: NamedOptions["from"] = "firebase") {
  const bytes = new TextEncoder().encode(file);
  async function* input() {
    for (let at = 0; at < bytes.length; at += piece) yield Uint8Array.from(bytes.subarray(at, at + piece));
  }
  const chunks: { head: string; body: string; tail: string; line: number; isGuessed: boolean }[] = [];
  for await (const chunk of divideInput(input(), { from }, 40)) {
    if ("ok" in chunk) return { chunks, code: chunk.problems[0].code };
    const { head, body, tail, line, isGuessed = false } = chunk;
    chunks.push({ head: text(head), body: text(body), tail: text(tail), line, isGuessed });
  }
  return { chunks };
}

const user = (id: number) => `{"localId":"user ${id}","email":"a"}`;
const list = (users: readonly string[]) => `{"users":[\n${users.join(",\n")}\n]}\n`;

describe("a list in chunks", () => {
  it("is divided where it looks as between its first records, and reads the same together", async () => {
    const users = Array.from({ length: 7 }, (_, id) => user(id));
    for (const piece of [1, 7, 1000]) {
      const { chunks, code } = await divided(list(users), piece);
      expect(code).toBeUndefined();
      expect(chunks.map(({ body }) => body).join(",")).toBe(`\n${users.join(",\n")}\n`);
      expect(chunks.map(({ line }) => line)).toEqual([1, 4, 6]);
      expect(chunks.map(({ isGuessed }) => isGuessed)).toEqual([false, true, true]);
      expect(chunks[0]).toMatchObject({ head: '{"users":[', tail: "]}" });
      expect(chunks[1]).toMatchObject({ head: "[", tail: "]" });
    }
  });

  it("is not followed in between: whoever reads a chunk finds that it is none", async () => {
    const open = '{"localId":"open,"email":"a"}';
    const users = [...[0, 1, 2, 3].map(user), open, ...[5, 6, 7, 8].map(user)];
    const { chunks, code } = await divided(list(users));
    expect(code).toBeUndefined();
    expect(chunks[1]?.body).toBe(`\n${user(3)},\n${open}`);
  });

  it("is followed to the next place between two records where none looks right", async () => {
    const others = Array.from({ length: 9 }, (_, id) => `{"email":"a","localId":"user ${id}"}`);
    const users = [user(0), user(1), ...others];
    const { chunks, code } = await divided(list(users));
    expect(code).toBeUndefined();
    expect(chunks.length).toBeGreaterThan(3);
    expect(chunks.map(({ body }) => body).join(",")).toBe(`\n${users.join(",\n")}\n`);
  });

  it("can't be divided where its end is missing, or something follows it", async () => {
    const users = Array.from({ length: 7 }, (_, id) => user(id));
    for (const end of ["", "]", '],"more":[1]}', "]}]"]) {
      const { code } = await divided(`{"users":[\n${users.join(",\n")}\n${end}`);
      expect(code).toBe("source/not-divisible");
    }
  });
});

describe("pages put together", () => {
  const page = (from: number) => list([user(from), user(from + 1), user(from + 2)]);

  it("are read as a whole where they follow one another", async () => {
    for (const between of ["", "\n\n"]) {
      expect(await divided([page(0), page(3), page(6)].join(between))).toMatchObject({ code: "source/not-divisible" });
    }
  });

  it("are divided between pages where they are in a list", async () => {
    const { chunks, code } = await divided(`[${[page(0), page(3), page(6)].join(",")}]`, 1000, "frontegg");
    expect(code).toBeUndefined();
    expect(chunks.map(({ head, body, tail }) => JSON.parse(head + body + tail).length)).toEqual([2, 1]);
    const ids: unknown[] = [];
    for (const { head, body, tail, line } of chunks) {
      const [before, bytes, after] = [head, body, tail].map((part) => Buffer.from(part)) as [Buffer, Buffer, Buffer];
      const chunk = { head: before, body: bytes, tail: after, reader: 0, lineEnd: 10, line };
      for await (const record of readChunk(chunk, { from: "frontegg" })) ids.push([record.line, record.kind]);
    }
    expect(ids).toEqual([2, 3, 4, 7, 8, 9, 12, 13, 14].map((line) => [line, "user"]));
  });
});

describe("lines in chunks", () => {
  it("are divided where the first of them is longer than 64 KiB", async () => {
    const line = (id: number, more = {}) => `${JSON.stringify({ id, email: `${id}@example.com`, ...more })}\n`;
    const users = [line(0, { users: [{}], picture: "A".repeat(80_000) }), line(1), line(2)];
    const { chunks, code } = await divided(users.join(""), 1000, "couchdb");
    expect(code).toBeUndefined();
    expect(chunks.map(({ body }) => body.length)).toEqual([users[0]?.length, `${users[1]}${users[2]}`.length]);
    expect(chunks.map(({ line }) => line)).toEqual([1, 2]);
  });
});
