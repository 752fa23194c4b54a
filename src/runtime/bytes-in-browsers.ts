import { bytesOfCharacters, charactersOf, joined, utf8 } from "../lib/bytes.js";
import { hexBytesAt, hexOf } from "../lib/hex.js";

const UTF8 = /* @__PURE__ */ new TextDecoder("utf-8", { ignoreBOM: true });
const UTF16 = /* @__PURE__ */ new TextDecoder("utf-16le", { ignoreBOM: true });

type Encoding = "utf8" | "latin1" | "hex" | "utf16le";

/** What the readers of exports use of Node's `Buffer`, with its answers. */
export class Bytes extends Uint8Array<ArrayBuffer> {
  static override from(from: unknown, second?: unknown, length?: number): Bytes {
    if (typeof from === "string") return copyOf(encoded(from, second as Encoding | undefined));
    if (ArrayBuffer.isView(from)) return copyOf(from as Uint8Array);
    return new Bytes(from as ArrayBuffer, second as number, length);
  }

  static alloc(length: number): Bytes {
    return new Bytes(new ArrayBuffer(length));
  }

  static concat(pieces: readonly Uint8Array[]): Bytes {
    return copyOf(joined(...pieces));
  }

  /** By their bytes; a beginning comes before what it begins. */
  static compare(first: Uint8Array, second: Uint8Array): number {
    const at = first.findIndex((byte, index) => byte !== second[index]);
    return Math.sign(at < 0 ? first.length - second.length : (first[at] ?? 0) - (second[at] ?? -1));
  }

  override toString(encoding: Encoding = "utf8"): string {
    if (encoding === "latin1") return charactersOf(this);
    if (encoding === "hex") return hexOf(this);
    return (encoding === "utf16le" ? UTF16 : UTF8).decode(this);
  }

  equals(other: Uint8Array): boolean {
    return Bytes.compare(this, other) === 0;
  }

  copy(target: Uint8Array, at: number): void {
    target.set(this, at);
  }

  override includes(wanted: number | string, from?: number): boolean {
    return typeof wanted === "string" ? charactersOf(this).includes(wanted) : super.includes(wanted, from);
  }

  readInt32LE(): number {
    return new DataView(this.buffer, this.byteOffset).getInt32(0, true);
  }

  swap16(): this {
    for (let at = 0; at + 1 < this.length; at += 2) this.set([this[at + 1] as number, this[at] as number], at);
    return this;
  }
}

function copyOf(bytes: Uint8Array): Bytes {
  const copy = Bytes.alloc(bytes.length);
  copy.set(bytes);
  return copy;
}

function encoded(text: string, encoding: Encoding = "utf8"): Uint8Array {
  if (encoding === "latin1") return bytesOfCharacters(text);
  return encoding === "hex" ? hexBytesAt(text, 0, Math.floor(text.length / 2)) : utf8(text);
}
