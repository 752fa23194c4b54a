import { anyBase64Bytes } from "../../lib/base64.js";
import { ARGON2_PROBLEMS } from "../../problems/argon2.js";
import { BCRYPT_PROBLEMS } from "../../problems/bcrypt.js";
import { HASH_PROBLEMS } from "../../problems/hash.js";
import { problemMaker, rowIn } from "../../problems/problem-maker.js";
import { SCHEME_PROBLEMS } from "../../problems/scheme.js";
import { WRAPPING_PROBLEMS } from "../../problems/wrapping.js";
import { type Place, type Problem, type Result, success } from "../../result.js";
import { canonicalArgon2 } from "../argon2/argon2.js";
import { canonicalBcrypt } from "../bcrypt/bcrypt.js";
import { type FormatRow, isLegacy, type LegacyRow, type PartsReader, type RowOf } from "../catalogue/row.js";
import {
  canonicalProviderScrypt,
  hashLengthFault,
  type ProviderScryptHash,
  SIGNER_KEY_BYTES,
} from "../provider-scrypt/provider-scrypt.js";
import { canonicalSignerKey } from "../provider-scrypt/signer-key.js";
import type { ImportableScheme } from "../scheme.js";
import { type HashContext, isOpen, requireSource } from "../systems/source-context.js";
import { type CanonicalForm, change, NO_CHANGES } from "../text/change.js";
import {
  type FiledFormat,
  type FiledLegacy,
  formatsOf,
  formatsOfSource,
  indexOf,
  innerFormats,
  isOwnNotation,
} from "./find-formats.js";
import { type HashReading, malformed, movedTo, NO_PROBLEMS, type Path, unreadable } from "./hash-reading.js";
import { illegalCharacter, trimHashText } from "./hash-text.js";
import { inContext } from "./in-context.js";
import { wholeLine } from "./whole-line.js";

const { problem } = /* @__PURE__ */ problemMaker(
  ARGON2_PROBLEMS,
  BCRYPT_PROBLEMS,
  HASH_PROBLEMS,
  SCHEME_PROBLEMS,
  WRAPPING_PROBLEMS,
);

/** Null where the text is not of the row's form, so that another row may claim it. */
type Attempt = HashReading | null;

/** A shorter one is hit by too many wrong passwords. */
const LEAST_SIGNER_KEY_BYTES = 16;

/**
 * Reads any text that appears in a password column: one way inwards through at most
 * one wrapping (two where the catalogue lists the pair), then the scheme's grammar.
 */
export function readHash(given: string, context: HashContext = {}): HashReading {
  requireSource(context.source);
  const trimmed = trimHashText(given);
  if ("ok" in trimmed) return unreadable(trimmed.problems);
  const { text, start } = trimmed;
  const index = indexOf(context.catalogue);
  const changes = trimmed.trimmed
    ? [change("trimmed", "white space or a byte order mark around the hash was taken off")]
    : NO_CHANGES;
  const formats =
    context.source === undefined
      ? formatsOf(text, index)
      : [...formatsOfSource(context.source, index), ...formatsOf(text, index)];
  const reading = readText(text, formats, { index, wrapping: null, changes, start });
  if (reading.disposition === "malformed") {
    const illegal = illegalCharacter(text, start);
    return illegal === null ? reading : { ...reading, problems: illegal.problems };
  }
  return isOpen(context) ? reading : inContext(reading, context);
}

function readText(text: string, formats: readonly FiledFormat[], path: Path): HashReading {
  let refused: HashReading | null = null;
  // By number: most texts are of the first row, and an iterator costs as much as asking it.
  for (let next = 0; next < formats.length; next++) {
    const reading = attempt(text, formats[next] as FiledFormat, path);
    if (reading === null) continue;
    // Once a standard scheme's grammar has spoken, no other row is asked.
    if (reading.disposition !== "malformed" || reading.format?.kind === "native") return reading;
    // A row that fits badly speaks only if no other fits.
    refused ??= reading;
  }
  return refused ?? unknown(text, formats.flatMap(markedLegacy), path);
}

function isMarked(format: FormatRow): boolean {
  return format.markers.length > 0;
}

function markedLegacy(filed: FiledFormat): readonly FiledLegacy[] {
  return isLegacy(filed) && filed.isMarked ? [filed] : [];
}

function attempt(text: string, filed: FiledFormat, path: Path): Attempt {
  if (filed.applies?.(text) === false) return null;
  switch (filed.kind) {
    case "native":
      return readNative(text, filed.format, filed.format.scheme, path);
    case "strip":
      return readStripped(text, filed.format, path);
    case "decode":
      return readDecoded(text, filed.format, path);
    case "recompose":
      return readRecomposed(text, filed.format, path);
    case "lock":
      return readLocked(text, filed.format, path);
    case "verifiable":
      return readVerifiable(text, filed.format, filed.read, path);
    case "recognised":
      return readRecognised(text, filed.format, path);
  }
}

function readNative(
  text: string,
  format: FormatRow,
  scheme: ImportableScheme,
  path: Path,
  signerKeyBytes?: number,
): HashReading {
  const form = canonicalForm(text, scheme, signerKeyBytes);
  const place = path.start;
  if (!form.ok) {
    const reading = malformed(format, scheme, path, movedTo(place, form.problems));
    return isOutOfReach(form.problems[0]) ? { ...reading, disposition: "unsupported" } : reading;
  }
  const { text: canonicalText, changes } = form.value;
  return {
    scheme,
    wrapping: path.wrapping,
    disposition: "importable",
    problems: NO_PROBLEMS,
    warnings: movedTo(place, form.warnings),
    format,
    canonical: {
      scheme,
      text: canonicalText,
      changes: path.changes.length === 0 ? changes : [...path.changes, ...changes],
      ...(form.value.providerScrypt === undefined ? {} : { providerScrypt: form.value.providerScrypt }),
    },
  };
}

/** A fault of whole, sound strings that are not verified here. */
function isOutOfReach({ code }: Problem): boolean {
  return rowIn(code, ARGON2_PROBLEMS, BCRYPT_PROBLEMS)?.outOfReach === true;
}

interface SchemeForm extends CanonicalForm {
  readonly providerScrypt?: ProviderScryptHash;
}

function canonicalForm(text: string, scheme: ImportableScheme, signerKeyBytes: number | undefined): Result<SchemeForm> {
  switch (scheme) {
    case "bcrypt":
      return canonicalBcrypt(text);
    case "argon2":
      return canonicalArgon2(text);
    case "provider-scrypt":
      return soundProviderScrypt(text, signerKeyBytes);
  }
}

/**
 * A hash is the signer key encrypted, so a key beside it tells how long the hash must be to be whole;
 * without one, or where the two differ, only the length of the field's keys does.
 */
function soundProviderScrypt(text: string, signerKeyBytes = SIGNER_KEY_BYTES): Result<SchemeForm> {
  const form = canonicalProviderScrypt(text);
  if (!form.ok) return form;
  const { text: canonicalText, changes, hash } = form.value;
  const bytes = hash.passwordHash.length;
  const isKeyLong = bytes === signerKeyBytes && bytes >= LEAST_SIGNER_KEY_BYTES;
  if (isKeyLong || bytes === SIGNER_KEY_BYTES) {
    return success({ text: canonicalText, changes, providerScrypt: hash }, form.warnings);
  }
  return { ok: false, problems: [{ ...hashLengthFault(bytes), offset: "$f_scrypt$".length }] };
}

function readStripped(text: string, format: RowOf<"strip">, path: Path): Attempt {
  const skip = format.skip === "braces" ? text.indexOf("}") + 1 : format.skip;
  const inner = text.slice(skip);
  const place: Path = {
    ...path,
    wrapping: path.wrapping ?? format.wrapping,
    changes: [...path.changes, change("stripped", `the wrapping ${text.slice(0, skip)} was taken off`)],
    start: path.start === null ? null : path.start + skip,
  };
  if (format.inner.some((beginning) => inner.startsWith(beginning))) return readInner(inner, place);
  return contradiction(inner, format, place);
}

function readDecoded(text: string, format: RowOf<"decode">, path: Path): Attempt {
  const decoded = format.decode(text);
  const place: Path = {
    ...path,
    wrapping: path.wrapping ?? format.wrapping,
    changes: [...path.changes, change("decoded", `the encoding of ${format.name} was undone`)],
    start: null,
  };
  const claimed = isMarked(format);
  if (!decoded.ok) {
    const problems = movedTo(path.start, decoded.problems);
    return claimed ? malformed(format, "unknown", place, problems) : null;
  }
  const inner = decoded.value;
  if (!format.inner.some((beginning) => inner.startsWith(beginning)))
    return claimed ? contradiction(inner, format, place) : null;
  return format.holdsLdapValue === true ? readLdapValue(inner, format, place) : readInner(inner, place);
}

/** RFC 4519 section 2.41: what has no name in braces is the password itself; a hash is never one by chance. */
function readLdapValue(value: string, format: RowOf<"decode">, path: Path): HashReading {
  if (value === "") return contradiction(value, format, path);
  if (value.startsWith("{")) return readText(value, formatsOf(value, path.index), path);
  if (BARE_HASHES.some((beginning) => value.startsWith(beginning))) return readInner(value, path);
  const fault = problem("scheme/plain-text", "a value without a name in braces is the password itself");
  return { ...malformed(format, "plain-text", path, [fault]), disposition: "unsupported" };
}

const BARE_HASHES = ["$2a$", "$2b$", "$2x$", "$2y$", "$argon2d$", "$argon2i$", "$argon2id$"];

function readRecomposed(text: string, format: RowOf<"recompose">, path: Path): Attempt {
  const place: Path = {
    ...path,
    wrapping: format.wrapping,
    changes: [...path.changes, change("recomposed", `the parts were put together from ${format.name}`)],
    start: null,
  };
  const recomposed = format.recompose(text);
  if (!recomposed.ok) {
    return isMarked(format) ? malformed(format, format.scheme, place, recomposed.problems) : null;
  }
  const { hash, signerKey } = recomposed.value;
  const key = signerKey === undefined ? null : anyBase64Bytes(signerKey);
  const reading = readNative(hash, format, format.scheme, place, key?.length);
  const { canonical } = reading;
  if (canonical?.providerScrypt === undefined || signerKey === undefined) return reading;
  const canonicalKey = canonicalSignerKey(signerKey, key, canonical.providerScrypt.passwordHash.length);
  if (!canonicalKey.ok) return malformed(format, format.scheme, place, canonicalKey.problems);
  return { ...reading, canonical: { ...canonical, signerKey: canonicalKey.value } };
}

/** What is after the mark is named, and never imported or verified. */
function readLocked(text: string, format: RowOf<"lock">, path: Path): HashReading {
  const skip = format.skip(text);
  const inner = text.slice(skip);
  const place: Path = {
    ...path,
    wrapping: path.wrapping ?? format.wrapping,
    // What is wrong after the mark is not told.
    start: null,
  };
  const unlocked = formatsOf(inner, path.index).filter(({ kind }) => kind !== "lock");
  const reading = readText(inner, unlocked, place);
  if (reading.scheme === "no-password" || reading.scheme === "plain-text") return reading;
  return {
    ...reading,
    wrapping: place.wrapping,
    disposition: "unsupported",
    problems: [problem("scheme/locked", format.reason)],
    warnings: NO_PROBLEMS,
    format,
    parts: undefined,
    canonical: null,
  };
}

/** Inside a wrapping there is a scheme's own notation and nothing else. */
function readInner(inner: string, path: Path): HashReading {
  return readText(inner, innerFormats(inner, path.index), path);
}

function contradiction(inner: string, format: FormatRow, path: Path): HashReading {
  const found = formatsOf(inner, path.index).find((filed) => filed.isMarked)?.format;
  const place = path.start === null ? {} : { offset: path.start };
  if (inner === "") {
    const fault = problem("wrapping/incomplete", "there is nothing after the wrapping", place);
    return malformed(format, "unknown", path, [fault]);
  }
  const nested = found !== undefined && !isOwnNotation(found);
  const fault = nested
    ? problem(
        "wrapping/conflict",
        `inside ${format.name} there is another wrapping, and the catalogue does not list the pair`,
        place,
      )
    : problem(
        "wrapping/conflict",
        `${format.name} names one scheme and what appears after it is not of that scheme`,
        place,
      );
  return malformed(format, "unknown", path, [fault]);
}

function readVerifiable(text: string, format: LegacyRow, read: PartsReader, path: Path): Attempt {
  const parts = read(text);
  return parts.ok ? legacyReading(format, path, parts.value) : null;
}

function readRecognised(text: string, format: RowOf<"recognised">, path: Path): Attempt {
  return format.pattern.test(text) ? legacyReading(format, path) : null;
}

function legacyReading(format: LegacyRow, path: Path, parts?: () => object): HashReading {
  return {
    scheme: format.scheme,
    wrapping: path.wrapping ?? format.wrapping,
    disposition: parts === undefined ? "unsupported" : "verifiable",
    problems: format.problems,
    warnings: NO_PROBLEMS,
    format,
    parts,
    canonical: null,
  };
}

function unknown(text: string, claims: readonly FiledLegacy[], path: Path): HashReading {
  const [first] = claims;
  if (first === undefined) return malformed(null, "unknown", path, [unrecognised(text)]);
  const { format: marked, place } = nearest(text, first, claims);
  const wrapping = path.wrapping ?? marked.wrapping;
  const message = `the text begins like ${marked.name} but is not a whole string of it`;
  const fault = problem("scheme/malformed", message, place);
  return malformed(marked, marked.scheme, { ...path, wrapping }, movedTo(path.start, [fault]));
}

function unrecognised(text: string): Problem {
  const line = wholeLine(text);
  return line === null
    ? problem("hash/unrecognised", "the text begins like no known form of password hash")
    : problem("hash/whole-line", `the text is ${line}`);
}

/**
 * Which form the text is of, and where it stops being of it. A text that is whole and whose parts contradict one another
 * is of the form that says so; where it is wrong nothing says.
 */
function nearest(
  text: string,
  first: FiledLegacy,
  claims: readonly FiledLegacy[],
): { format: LegacyRow; place: Place } {
  const offsets: number[] = [];
  for (const { read, format } of claims) {
    const parsed = read?.(text);
    if (parsed?.ok !== false) continue;
    const { offset } = parsed.problems[0];
    if (offset === undefined) return { format, place: {} };
    offsets.push(offset);
  }
  return { format: first.format, place: offsets.length === 0 ? {} : { offset: Math.max(...offsets) } };
}
