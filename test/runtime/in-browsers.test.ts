import { createCipheriv, createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Bytes } from "../../src/runtime/bytes-in-browsers.js";
import { FileInMemory } from "../../src/runtime/files-in-browsers.js";
import * as inBrowsers from "../../src/runtime/in-browsers.js";

const bytes = fc.uint8Array({ maxLength: 64 });
const hexOf = (data: Uint8Array) => Buffer.from(data).toString("hex");

describe("bytes in a bundle for browsers", () => {
  it.each(["utf8", "latin1", "hex", "utf16le"] as const)("are texts in %s as Node's are", (encoding) => {
    const whole = (data: Uint8Array) => (encoding === "utf16le" ? data.subarray(0, data.length & ~1) : data);
    // Node keeps half a character of UTF-16; the reader that asks takes out what is none.
    const isAlike = (text: string) => encoding !== "utf16le" || !/\p{Cs}/u.test(text);
    fc.assert(
      fc.property(bytes.map(whole), (data) => {
        const text = Buffer.from(data).toString(encoding);
        if (isAlike(text)) expect(Bytes.from(data).toString(encoding)).toBe(text);
      }),
    );
  });

  it("are made of texts as Node's are", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string(), bytes, (text, ascii, data) => {
        expect(hexOf(Bytes.from(text))).toBe(hexOf(Buffer.from(text)));
        expect(hexOf(Bytes.from(ascii, "latin1"))).toBe(hexOf(Buffer.from(ascii, "latin1")));
        expect(hexOf(Bytes.from(hexOf(data), "hex"))).toBe(hexOf(data));
      }),
    );
  });

  it("are compared, joined, copied and turned as Node's are", () => {
    fc.assert(
      fc.property(bytes, bytes, (first, second) => {
        const [own, node] = [Bytes.from(first), Buffer.from(first)];
        expect(Bytes.compare(own, second)).toBe(Buffer.compare(node, second));
        expect(own.equals(second)).toBe(node.equals(second));
        expect(hexOf(Bytes.concat([own, second]))).toBe(hexOf(Buffer.concat([node, second])));
        expect(own.includes(Buffer.from(second).toString("latin1"))).toBe(node.includes(Buffer.from(second)));
        if (first.length >= 4) expect(own.readInt32LE()).toBe(node.readInt32LE());
        const target = Bytes.alloc(first.length + 1);
        own.copy(target, 1);
        expect(hexOf(target)).toBe(`00${hexOf(first)}`);
        if (first.length % 2 === 0) expect(hexOf(own.swap16())).toBe(hexOf(node.swap16()));
      }),
    );
  });

  it("share the memory of what they are made over, and nothing with what they are copied from", () => {
    const { buffer } = Uint8Array.of(1, 2, 3, 4);
    Bytes.from(buffer, 1, 2).set([9], 0);
    expect([...new Uint8Array(buffer)]).toEqual([1, 9, 3, 4]);
    const copied = Uint8Array.of(1, 2);
    Bytes.from(copied).set([9], 0);
    expect(copied[0]).toBe(1);
  });
});

it("digests, fingerprints and tells UTF-8 as Node does", () => {
  fc.assert(
    fc.property(bytes, fc.uint8Array({ minLength: 16, maxLength: 16 }), (data, key) => {
      const expected = createHash("sha256").update("ä").update(data).digest("hex");
      expect(inBrowsers.createHash("sha256").update("ä").update(data).digest("hex")).toBe(expected);
      const blocks = createHash("sha256").update(data).digest();
      const encrypted = createCipheriv("aes-128-ecb", key, null).setAutoPadding(false).update(blocks);
      const cipher = inBrowsers.createCipheriv("aes-128-ecb", key, null).setAutoPadding(false);
      expect(hexOf(cipher.update(blocks))).toBe(hexOf(encrypted));
      expect(inBrowsers.isUtf8(data)).toBe(hexOf(Buffer.from(Buffer.from(data).toString())) === hexOf(data));
    }),
  );
});

it("keeps temporary files up to a size, and has room again once they are closed", async () => {
  const piece = new Uint8Array(100 << 20).fill(7);
  const [first, second] = [new FileInMemory(), new FileInMemory()];
  await first.appendFile(piece);
  await expect(second.appendFile(new Uint8Array(200 << 20))).rejects.toMatchObject({ code: "ENOSPC" });
  const into = new Uint8Array(3);
  expect(await first.read(into, 1, 2, piece.length - 1)).toEqual({ bytesRead: 1 });
  expect([...into]).toEqual([0, 7, 0]);
  await first.close();
  await second.appendFile(new Uint8Array(200 << 20));
  await second.close();
});
