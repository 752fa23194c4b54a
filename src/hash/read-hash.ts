import { isPaddedBase64 } from "../lib/base64.js";
import { counted } from "../lib/plural.js";
import { type ProblemCode, problem, type Result, refuse, success } from "../result.js";
import { canonicalArgon2, parseArgon2 } from "./argon2.js";
import { canonicalBcrypt, isSoundBcrypt } from "./bcrypt.js";
import type {
  DecodeFormat,
  HashFormat,
  LegacyFormat,
  LockFormat,
  RecomposeFormat,
  StripFormat,
} from "./catalogue/hash-format.js";
import type { Parts } from "./catalogue/sound-parts.js";
import { type CanonicalForm, change } from "./change.js";
import { formatsOf, formatsOfSource, innerFormats, isOwnNotation } from "./find-formats.js";
import { type HashReading, malformed, movedTo, NO_PROBLEMS, type Path, unreadable } from "./hash-reading.js";
import { illegalCharacter, trimHashText } from "./hash-text.js";
import { inContext } from "./in-context.js";
import { canonicalProviderScrypt, type ProviderScryptHash } from "./provider-scrypt.js";
import type { ImportableScheme } from "./scheme.js";
import { canonicalSignerKey } from "./signer-key.js";
import { type HashContext, requireSource } from "./source-context.js";
import { wholeLine } from "./whole-line.js";

/** Faults of whole, sound strings that nobody here verifies. */
const OUT_OF_REACH: ReadonlySet<ProblemCode> = new Set(["bcrypt/obsolete-version", "argon2/keyed"]);

/** Null where the text is not of the row's form, so that another row may claim it. */
type Attempt = HashReading | null;

const PROVIDER_SCRYPT_HASH_BYTES = 64;
/** A shorter one is hit by too many wrong passwords. */
const LEAST_SIGNER_KEY_BYTES = 16;

/**
 * Reads any text that stands in a password column: one way inwards through at most
 * one wrapping (two where the catalogue lists the pair), then the scheme's grammar.
 */
export function readHash(given: string, context: HashContext = {}): HashReading {
  requireSource(context.source);
  const trimmed = trimHashText(given);
  if (!trimmed.ok) return unreadable(trimmed.problems);
  const { text, start } = trimmed.value;
  const changes = trimmed.value.trimmed
    ? [change("trimmed", "white space or a byte order mark around the hash was taken off")]
    : [];
  const formats =
    context.source === undefined ? formatsOf(text) : [...formatsOfSource(context.source), ...formatsOf(text)];
  const reading = readText(text, formats, { wrapping: null, changes, start });
  if (reading.disposition === "malformed") {
    const illegal = illegalCharacter(text, start);
    return illegal === null ? reading : { ...reading, problems: illegal.problems };
  }
  return inContext(reading, context);
}

function readText(text: string, formats: readonly HashFormat[], path: Path): HashReading {
  let refused: HashReading | null = null;
  for (const format of formats) {
    const reading = attempt(text, format, path);
    if (reading === null) continue;
    // Once a standard scheme's grammar has spoken, no other row is asked.
    if (reading.disposition !== "malformed" || reading.format?.kind === "native") return reading;
    // A row that fits badly speaks only if no other fits.
    refused ??= reading;
  }
  return refused ?? unknown(text, formats.find(isMarkedLegacy), path);
}

function isMarked(format: HashFormat): boolean {
  return format.markers.length > 0;
}

function isMarkedLegacy(format: HashFormat): format is LegacyFormat {
  return format.kind === "legacy" && isMarked(format);
}

function attempt(text: string, format: HashFormat, path: Path): Attempt {
  if (format.applies?.(text) === false) return null;
  switch (format.kind) {
    case "native":
      return readNative(text, format, format.scheme, path);
    case "strip":
      return readStripped(text, format, path);
    case "decode":
      return readDecoded(text, format, path);
    case "recompose":
      return readRecomposed(text, format, path);
    case "lock":
      return readLocked(text, format, path);
    case "legacy":
      return readLegacy(text, format, path);
  }
}

function readNative(
  text: string,
  format: HashFormat,
  scheme: ImportableScheme,
  path: Path,
  hashBytes = PROVIDER_SCRYPT_HASH_BYTES,
): HashReading {
  const form = canonicalForm(text, scheme, hashBytes);
  const place = path.start;
  if (!form.ok) {
    const reading = malformed(text, format, scheme, path, movedTo(place, form.problems));
    return OUT_OF_REACH.has(form.problems[0].code) ? { ...reading, disposition: "unsupported" } : reading;
  }
  const { text: canonicalText, changes } = form.value;
  return {
    scheme,
    wrapping: path.wrapping,
    disposition: "importable",
    problems: NO_PROBLEMS,
    warnings: movedTo(place, form.warnings),
    format,
    inner: text,
    canonical: {
      scheme,
      text: canonicalText,
      changes: path.changes.length === 0 ? changes : [...path.changes, ...changes],
      ...(form.value.providerScrypt === undefined ? {} : { providerScrypt: form.value.providerScrypt }),
    },
  };
}

interface SchemeForm extends CanonicalForm {
  readonly providerScrypt?: ProviderScryptHash;
}

function canonicalForm(text: string, scheme: ImportableScheme, hashBytes: number): Result<SchemeForm> {
  switch (scheme) {
    case "bcrypt":
      return canonicalBcrypt(text);
    case "argon2":
      return canonicalArgon2(text);
    case "provider-scrypt":
      return soundProviderScrypt(text, hashBytes);
  }
}

function soundProviderScrypt(text: string, hashBytes: number): Result<SchemeForm> {
  const form = canonicalProviderScrypt(text);
  if (!form.ok) return form;
  const { text: canonicalText, changes, hash } = form.value;
  const bytes = hash.passwordHash.length;
  if (bytes === hashBytes) {
    return success({ text: canonicalText, changes, providerScrypt: hash }, form.warnings);
  }
  return refuse(
    "provider-scrypt/hash-length",
    `the hash has ${counted(bytes, "byte")}, not the ${hashBytes} of a signer key`,
    { field: "passwordHash", offset: "$f_scrypt$".length },
  );
}

function readStripped(text: string, format: StripFormat, path: Path): Attempt {
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

function readDecoded(text: string, format: DecodeFormat, path: Path): Attempt {
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
    return claimed ? malformed(text, format, "unknown", place, problems) : null;
  }
  const inner = decoded.value;
  if (!format.inner.some((beginning) => inner.startsWith(beginning)))
    return claimed ? contradiction(inner, format, place) : null;
  return format.holdsLdapValue === true ? readLdapValue(inner, format, place) : readInner(inner, place);
}

/** RFC 4519 section 2.41: what has no name in braces is the password itself; a hash is never one by chance. */
function readLdapValue(value: string, format: DecodeFormat, path: Path): HashReading {
  if (value === "") return contradiction(value, format, path);
  if (value.startsWith("{")) return readText(value, formatsOf(value), path);
  if (BARE_HASHES.some((beginning) => value.startsWith(beginning))) return readInner(value, path);
  const fault = problem("scheme/plain-text", "a value without a name in braces is the password itself");
  return {
    ...malformed(value, format, "plain-text", path, [fault]),
    disposition: "unsupported",
  };
}

const BARE_HASHES = ["$2a$", "$2b$", "$2x$", "$2y$", "$argon2d$", "$argon2i$", "$argon2id$"];

function readRecomposed(text: string, format: RecomposeFormat, path: Path): Attempt {
  const place: Path = {
    ...path,
    wrapping: format.wrapping,
    changes: [...path.changes, change("recomposed", `the parts were put together from ${format.name}`)],
    start: null,
  };
  const recomposed = format.recompose(text);
  if (!recomposed.ok) {
    return isMarked(format) ? malformed(text, format, format.scheme, place, recomposed.problems) : null;
  }
  const { hash, signerKey } = recomposed.value;
  const hashBytes = signerKey === undefined ? PROVIDER_SCRYPT_HASH_BYTES : wholeHashBytes(hash, signerKey);
  const reading = readNative(hash, format, format.scheme, place, hashBytes);
  if (reading.canonical === null || signerKey === undefined) return reading;
  const key = canonicalSignerKey(signerKey, hashBytes);
  if (!key.ok) return malformed(text, format, format.scheme, place, key.problems);
  return { ...reading, canonical: { ...reading.canonical, signerKey: key.value } };
}

/** What is behind the mark is named, and never imported or verified. */
function readLocked(text: string, format: LockFormat, path: Path): HashReading {
  const skip = format.skip(text);
  const inner = text.slice(skip);
  const place: Path = {
    ...path,
    wrapping: path.wrapping ?? format.wrapping,
    start: path.start === null ? null : path.start + skip,
  };
  const unlocked = formatsOf(inner).filter(({ kind }) => kind !== "lock");
  const reading = readText(inner, unlocked, place);
  if (reading.scheme === "no-password" || reading.scheme === "plain-text") return reading;
  return {
    ...reading,
    wrapping: place.wrapping,
    disposition: "unsupported",
    problems: [problem("scheme/locked", format.reason)],
    warnings: NO_PROBLEMS,
    format,
    canonical: null,
  };
}

/**
 * How long the hash must be to be whole. It is the signer key encrypted, so a key that stands beside
 * it tells; without one, or where the two differ, only the length of the field's keys does.
 */
function wholeHashBytes(hash: string, signerKey: string): number {
  const form = canonicalProviderScrypt(hash);
  const bytes = form.ok ? form.value.hash.passwordHash.length : 0;
  const isKeyLong = bytes >= LEAST_SIGNER_KEY_BYTES && canonicalSignerKey(signerKey, bytes).ok;
  return isKeyLong ? bytes : PROVIDER_SCRYPT_HASH_BYTES;
}

/** Inside a wrapping stands a scheme's own notation and nothing else. */
function readInner(inner: string, path: Path): HashReading {
  return readText(inner, innerFormats(inner), path);
}

function contradiction(inner: string, format: HashFormat, path: Path): HashReading {
  const found = formatsOf(inner).find(isMarked);
  const place = path.start === null ? {} : { offset: path.start };
  if (inner === "") {
    const fault = problem("wrapping/incomplete", "nothing stands behind the wrapping", place);
    return malformed(inner, format, "unknown", path, [fault]);
  }
  const nested = found !== undefined && !isOwnNotation(found);
  const fault = nested
    ? problem(
        "wrapping/nested",
        `inside ${format.name} stands another wrapping, and the catalogue does not list the pair`,
        place,
      )
    : problem(
        "wrapping/conflict",
        `${format.name} names one scheme and what stands behind it is not of that scheme`,
        place,
      );
  return malformed(inner, format, "unknown", path, [fault]);
}

function readLegacy(text: string, format: LegacyFormat, path: Path): Attempt {
  if (!isWhole(text, format)) return null;
  return {
    scheme: format.scheme,
    wrapping: path.wrapping ?? format.wrapping,
    disposition: format.disposition,
    problems: format.problems,
    warnings: NO_PROBLEMS,
    format,
    inner: text,
    canonical: null,
  };
}

/** Whether the text is of the pattern, with parts that are sound where a pattern can't tell. */
function isWhole(text: string, { pattern, enclosesHash, isSound }: LegacyFormat): boolean {
  if (!enclosesHash && isSound === undefined) return pattern.test(text);
  const parts = pattern.exec(text)?.groups;
  if (parts === undefined) return false;
  return (!enclosesHash || isSoundEnclosed(parts)) && (isSound === undefined || isSound(parts));
}

function isSoundEnclosed({ bcrypt, argon2, base64, suffixedBase64 }: Parts): boolean {
  const encoded = base64 ?? suffixedBase64;
  return (
    (bcrypt === undefined || isSoundBcrypt(bcrypt)) &&
    (argon2 === undefined || parseArgon2(argon2).ok) &&
    (encoded === undefined || isPaddedBase64(encoded))
  );
}

function unknown(text: string, marked: LegacyFormat | undefined, path: Path): HashReading {
  if (marked === undefined) {
    const line = wholeLine(text);
    const fault =
      line === null
        ? problem("hash/unrecognised", "the text begins like no known form of password hash")
        : problem("hash/whole-line", `the text is ${line}`);
    return malformed(text, null, "unknown", path, [fault]);
  }
  const wrapping = path.wrapping ?? marked.wrapping;
  const fault = problem(
    "scheme/malformed",
    `the text begins like ${marked.name} but is not a whole string of it`,
  );
  return malformed(text, marked, marked.scheme, { ...path, wrapping }, [fault]);
}
