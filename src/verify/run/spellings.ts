import { charactersOf } from "../../lib/bytes.js";
import { WINDOWS_1252 } from "../../lib/windows-1252.js";
import type { Coverage } from "../steps/coverage.js";
import { ENCODERS, type PasswordEncoding } from "../steps/encodings.js";

export type { PasswordEncoding } from "../steps/encodings.js";

/** A Unicode form in which the old system may have received a password. */
export type NormalForm = "as-typed" | "NFC" | "NFD" | "NFKC";

/** The ways in which one text may have been written down as bytes. */
export interface Spellings {
  /** The first is the one in use; unless given: UTF-8 alone. */
  readonly encodings?: readonly PasswordEncoding[] | undefined;
  /** Unless given: as it was typed. */
  readonly normalForms?: readonly NormalForm[] | undefined;
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
  const isSound = Array.isArray(given) && given.length > 0 && new Set(given).size === given.length;
  if (!isSound || given.some((name) => !known.includes(name))) {
    throw new TypeError(`${option}: ${known.join(", ")}, each once`);
  }
}

/** Whether both are names that exist: a verifier of the caller's own says how a password matched. */
export function isSpelling({ encoding, normalForm }: Readonly<Record<keyof Spelling, unknown>>): boolean {
  return Object.keys(ENCODERS).some((name) => name === encoding) && NORMAL_FORMS.some((name) => name === normalForm);
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

/** Control characters, which are not typed. */
const UNTYPEABLE = /[\0-\x1f\x7f-\x9f]/;

/** Whether these bytes are another text that a user could have typed, in this encoding. */
function readsAnother(bytes: Uint8Array, text: string, encoding: PasswordEncoding): boolean {
  const other = DECODERS[encoding](bytes);
  return other !== null && other !== text && !UNTYPEABLE.test(other);
}

const DECODERS: Readonly<Record<PasswordEncoding, (bytes: Uint8Array) => string | null>> = {
  "utf-8": (bytes) => decoded(bytes, "utf-8"),
  latin1: charactersOf,
  "windows-1252": (bytes) =>
    charactersOf(bytes).replace(/[\x80-\x9f]/g, (control) => WINDOWS_1252[control.charCodeAt(0) - 0x80] as string),
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
