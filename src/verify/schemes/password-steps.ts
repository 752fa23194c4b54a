import type { PasswordStep, Sight } from "../../hash/internal.js";
import { encodeBase64 } from "../../lib/base64.js";
import { bytesOfCharacters, charactersOf, joined, utf8, utf8Text, utf16le } from "../../lib/bytes.js";
import { ENTITIES } from "../../lib/escape-xml.js";
import { phpTrimmed } from "../../lib/php-trim.js";
import { hash } from "../engines/digests.js";
import { type Coverage, coverageOfChange, narrower, seenOf } from "../steps/coverage.js";
import { normalizedForm } from "../steps/password-bytes.js";
import type { Received, StepRunner } from "../steps/step-runner.js";

type Of<Kind extends PasswordStep["kind"]> = Extract<PasswordStep, { kind: Kind }>;

export const PHP_TRIM: StepRunner<Of<"php-trim">> = {
  run: (received) => {
    const { bytes } = received;
    return changed(received, bytes.subarray(...phpTrimmed(bytes.length, (index) => bytes[index])), "trimmed");
  },
};

const SLASHED: Readonly<Record<string, string>> = { "'": "\\'", '"': '\\"', "\\": "\\\\", "\0": "\\0" };

/** PHP's addslashes(): no two texts become the same. */
export const PHP_SLASHES: StepRunner<Of<"php-slashes">> = {
  run: (received) => ({ ...received, bytes: replaced(received.bytes, /['"\\\0]/g, SLASHED) }),
};

/** What reads like the slashed form of another password is right here for that one, too. */
export const PHP_UNSLASHED: StepRunner<Of<"php-unslashed">> = {
  run: (received) => (isSlashed(received.bytes) ? { ...received, coverage: "escaped" } : received),
};

/** NULs, also as a backslash and 0, with zeros after them: preg_replace() there reads the text as urlencode() writes it. */
const NULS = /(?:\\0|\0)0*/g;

export const PRESTASHOP_STRIP: StepRunner<Of<"prestashop-strip">> = {
  run: (received) => {
    const text = charactersOf(received.bytes).replace(NULS, "");
    return changed(received, bytesOfCharacters(text.replace(/\\([\s\S]?)/g, "$1")), "respelled");
  },
};

/** Whether addslashes() could have made this text out of another one. */
function isSlashed(password: Uint8Array): boolean {
  const text = charactersOf(password);
  return text.includes("\\") && /^(?:[^'"\\\0]|\\['"\\0])*$/.test(text);
}

const LINE_ENDS: Readonly<Record<string, string>> = { "\r\n": "\n", "\r": "\n", "\0": "" };

/**
 * phpBB's type_cast_helper: line ends made one kind, NUL taken out, HTML escaped, and
 * only then Unicode NFC: a `<` under a combining stroke stays an escaped `<`.
 */
export const PHPBB_ESCAPE: StepRunner<Of<"phpbb-escape">> = {
  run: (received) => {
    const lines = replaced(received.bytes, /\r\n|[\r\0]/g, LINE_ENDS);
    // The escapes are ASCII and tell every text from every other; lines and accents are respelled.
    const { coverage } = changed(received, normalizedForm(lines, "NFC"), "respelled");
    return { bytes: normalizedForm(replaced(lines, /[&<>"]/g, ENTITIES), "NFC"), coverage };
  },
};

export const UNICODE: StepRunner<Of<"unicode">> = {
  run: (received, { form }) => changed(received, normalizedForm(received.bytes, form), "respelled"),
};

/** Bytes that are not text have a form of odd length, which no text has: what is over it matches nothing. */
export const UTF16LE: StepRunner<Of<"utf16le">> = {
  run: (received, { from }) => {
    const text = from === "bytes" ? charactersOf(received.bytes) : utf8Text(received.bytes);
    const bytes = text === null ? joined(received.bytes, received.bytes, new Uint8Array(1)) : utf16le(text);
    return { ...received, bytes, isUtf16: true };
  },
};

/** Where it fills the room, the password may be longer than what is seen of it. */
export const CUT: StepRunner<Of<"cut">> = {
  run: (received, { bytes: most }) => seen(received, received.bytes.subarray(0, most), { firstBytes: most }),
};

/** A text in the system's own case may have been typed in another one, so it is not the password for certain. */
export const FOLD_CASE: StepRunner<Of<"fold-case">> = {
  run: (received, { to }) => {
    const bytes = received.bytes.map((byte) => (isOtherCase(byte, to) ? byte ^ 0x20 : byte));
    return seen(received, bytes, { foldsCase: true });
  },
};

/** Of a digest the whole password was seen before. */
function seen(received: Received, bytes: Uint8Array, sight: Sight): Received {
  if (received.isDigest) return { ...received, bytes };
  const coverage = narrower(received.coverage, seenOf(sight, received.bytes));
  return { ...received, bytes, coverage };
}

function isOtherCase(byte: number, to: "upper" | "lower"): boolean {
  const first = to === "upper" ? 0x61 : 0x41;
  return byte >= first && byte < first + 26;
}

/** bcrypt reads no more than 72 bytes, and PHP's none after a NUL. */
export const SHA512_BASE64_BEYOND_BCRYPT: StepRunner<Of<"sha512-base64-beyond-bcrypt">> = {
  run: (received) => {
    const { bytes, coverage } = received;
    if (bytes.length <= 72 && !bytes.includes(0)) return received;
    const digest = utf8(encodeBase64(hash("sha512", bytes)));
    return { bytes: digest, coverage, isDigest: true };
  },
};

function changed(received: Received, bytes: Uint8Array, as: Coverage): Received {
  const coverage = narrower(received.coverage, coverageOfChange(received.bytes, bytes, as));
  return { ...received, bytes, coverage };
}

/** ASCII characters replaced, whatever the other bytes are. */
function replaced(bytes: Uint8Array, what: RegExp, by: Readonly<Record<string, string>>): Uint8Array {
  const text = charactersOf(bytes);
  return bytesOfCharacters(text.replace(what, (characters) => by[characters] as string));
}
