import { charactersOf, utf8 } from "../../lib/bytes.js";
import type { Coverage } from "../steps/coverage.js";

/**
 * How an old system may have turned a password into bytes. `latin1` is ISO 8859-1; `windows-1252` is what browsers and
 * databases mean by that name, with € and quotation marks.
 */
export type PasswordEncoding = "utf-8" | "latin1" | "windows-1252" | "utf-16le";

/** A Unicode form in which the old system may have received a password. */
export type NormalForm = "as-typed" | "NFC" | "NFD" | "NFKC";

/** The ways in which one text may have been written down as bytes. */
export interface Spellings {
  /** The first is the one in use; unless given: UTF-8 alone. */
  readonly encodings?: readonly PasswordEncoding[];
  /** Unless given: as it was typed. */
  readonly normalForms?: readonly NormalForm[];
}

/** How a password matched. */
export interface Spelling {
  readonly encoding: PasswordEncoding;
  readonly normalForm: NormalForm;
}

/** A password as it may have been written down. */
export interface Spelled extends Spelling {
  readonly bytes: Uint8Array;
  readonly coverage: Coverage;
  readonly isUtf16?: true;
  /** No encoding of the list has these characters: computed for the work alone, never a match. */
  readonly isImpossible?: true;
}

const AS_TYPED: Spelling = { encoding: "utf-8", normalForm: "as-typed" };

/** Throws for names that do not exist, and for lists that are empty or say something twice: a caller's bug. */
export function requireSpellings({ encodings, normalForms }: Spellings): void {
  requireNames("encodings", encodings, Object.keys(ENCODERS));
  requireNames("normalForms", normalForms, NORMAL_FORMS);
}

const NORMAL_FORMS: readonly NormalForm[] = ["as-typed", "NFC", "NFD", "NFKC"];

function requireNames(option: string, given: readonly string[] | undefined, known: readonly string[]): void {
  if (given === undefined) return;
  const isSound = given.length > 0 && new Set(given).size === given.length;
  if (!isSound || given.some((name) => !known.includes(name))) {
    throw new TypeError(`${option}: ${known.join(", ")}, each once`);
  }
}

/** Whether both are names that exist: a verifier of the caller's own says how a password matched. */
export function isSpelling({ encoding, normalForm }: Readonly<Record<keyof Spelling, unknown>>): boolean {
  return (
    Object.keys(ENCODERS).some((name) => name === encoding) &&
    NORMAL_FORMS.some((name) => name === normalForm)
  );
}

/** As many as a text can have; most have fewer that differ. */
export function mostSpellings({ encodings, normalForms }: Spellings): number {
  return (encodings?.length ?? 1) * (normalForms?.length ?? 1);
}

/** Every way in which a text can have been written down, each bytes once and by its first name. Bytes are what they are. */
export function spellingsOf(
  password: string | Uint8Array,
  bytes: Uint8Array,
  { encodings = ["utf-8"], normalForms = ["as-typed"] }: Spellings,
): readonly Spelled[] {
  const most = Math.max(LEAST_ROOM, bytes.length * MOST_GROWTH);
  if (typeof password !== "string") return [{ ...AS_TYPED, bytes, coverage: "whole" }];
  const spelled = encodings.flatMap((encoding, at) =>
    normalForms.flatMap((normalForm) => {
      const text = normalForm === "as-typed" ? password : password.normalize(normalForm);
      const encoded = ENCODERS[encoding](text);
      if (encoded === null || encoded.length > most) return [];
      const isOther = encodings.slice(0, at).some((earlier) => readsAnother(encoded, text, earlier));
      const coverage: Coverage = isOther ? "re-encoded" : text === password ? "whole" : "respelled";
      const isUtf16 = encoding === "utf-16le" ? ({ isUtf16: true } as const) : {};
      return [{ encoding, normalForm, bytes: encoded, coverage, ...isUtf16 }];
    }),
  );
  if (spelled.length > 0) return spelled;
  return [{ ...AS_TYPED, bytes, coverage: "whole", isImpossible: true }];
}

/** UTF-16 writes a letter in twice the bytes; some characters become 18 others in NFKC, which no password has. */
const MOST_GROWTH = 2;
const LEAST_ROOM = 256;

/** Null where the encoding has no place for a character. */
type Encoder = (text: string) => Uint8Array | null;

const ENCODERS: Readonly<Record<PasswordEncoding, Encoder>> = {
  "utf-8": utf8,
  latin1: (text) => eachCharacter(text, (code) => (code <= 0xff ? code : undefined)),
  "windows-1252": (text) => eachCharacter(text, byteOfWindows1252),
  "utf-16le": (text) =>
    Uint8Array.from(
      { length: text.length * 2 },
      (_, at) => (text.charCodeAt(at >> 1) >> ((at & 1) * 8)) & 0xff,
    ),
};

function eachCharacter(text: string, byteOf: (code: number) => number | undefined): Uint8Array | null {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) {
    const byte = byteOf(text.charCodeAt(at));
    if (byte === undefined) return null;
    bytes[at] = byte;
  }
  return bytes;
}

/** The 32 places from 0x80 on in which Windows differs from Latin-1, by the Encoding Standard. */
const WINDOWS_1252 =
  "\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d\x8f" +
  "\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178";

function byteOfWindows1252(code: number): number | undefined {
  const at = WINDOWS_1252.indexOf(String.fromCharCode(code));
  if (at >= 0) return 0x80 + at;
  return code < 0x80 || (code > 0x9f && code <= 0xff) ? code : undefined;
}

/** Control characters: nobody types them. */
const UNTYPEABLE = /[\0-\x1f\x7f-\x9f]/;

/** Whether these bytes are another text that somebody could have typed, in this encoding. */
function readsAnother(bytes: Uint8Array, text: string, encoding: PasswordEncoding): boolean {
  const other = DECODERS[encoding](bytes);
  return other !== null && other !== text && !UNTYPEABLE.test(other);
}

const DECODERS: Readonly<Record<PasswordEncoding, (bytes: Uint8Array) => string | null>> = {
  "utf-8": (bytes) => decoded(bytes, "utf-8"),
  latin1: charactersOf,
  "windows-1252": (bytes) =>
    charactersOf(bytes).replace(
      /[\x80-\x9f]/g,
      (control) => WINDOWS_1252[control.charCodeAt(0) - 0x80] as string,
    ),
  "utf-16le": (bytes) => decoded(bytes, "utf-16le"),
};

/** Null where these are not whole characters of the encoding. */
function decoded(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
