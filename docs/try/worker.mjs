/** Reads what is in the box, away from the page: whatever its length, at most a few MiB of it are held at once. */
import { BUILT_IN_FORMATS, identifyHash, normalizeHash, possibleSecretEncodings, readSecretText } from "credport";
import { identifyColumn, tryTotpCode, verifyPassword } from "credport/verify";
import jsQR from "jsqr";
import { linesOf, textOrStandIn } from "../../src/cli/input/input-lines.js";
import { forOperator } from "../../src/cli/output/remedies.js";
import { MAX_HASH_LENGTH } from "../../src/hash/internal.js";
import { ColumnCounter } from "../../src/verify/internal.js";
import { anatomyOf, planOf } from "./anatomy.mjs";
import { reportOn } from "./report.mjs";

/** Bytes that a page reads, after unpacking: some minutes. What is larger is for the command line. */
const MOST_BYTES = 512 * 1_048_576;
/** What is looked at to tell a column from an export. */
const HEAD = 65_536;

class TooLargeError extends Error {}

/** The bytes of a file, unpacked if it is gzip, with word of how far it is. */
async function* bytesOf(file, onBytes, signal) {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const isGzip = first === 0x1f && second === 0x8b;
  const reader = (isGzip ? file.stream().pipeThrough(new DecompressionStream("gzip")) : file.stream()).getReader();
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      signal.throwIfAborted();
      if (done) return;
      bytes += value.length;
      if (bytes > MOST_BYTES) throw new TooLargeError();
      onBytes(bytes);
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Longest side of a picture that is searched for a code: a photo has more pixels than a code needs. */
const MOST_PIXELS = 1600;

/** The text of the QR code in a picture, or null. */
async function qrText(file) {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, MOST_PIXELS / Math.max(picture.width, picture.height));
  const [width, height] = [picture.width, picture.height].map((side) => Math.max(1, Math.round(side * scale)));
  const canvas = new OffscreenCanvas(width, height).getContext("2d");
  canvas.drawImage(picture, 0, 0, width, height);
  picture.close();
  return jsQR(canvas.getImageData(0, 0, width, height).data, width, height)?.data ?? null;
}

function lookAtHash(text, { source }) {
  const context = source === "" ? {} : { source };
  const identity = identifyHash(text, context);
  const normal = normalizeHash(text, context);
  const { scheme, format, disposition, problems, wrapping } = identity;
  const { passwordHash, changes = [] } = normal.ok ? normal.value : {};
  const { system, reason, reference } = BUILT_IN_FORMATS.find(({ name }) => name === format) ?? {};
  const [likely] = identifyColumn([text]).likely;
  const said = normal.ok ? normal.warnings : problems;
  return {
    kind: "hash",
    ...{ text, scheme, format, disposition, wrapping, passwordHash, changes, system, reason, reference, likely },
    problems: said.map(forOperator),
    anatomy: anatomyOf(text, context, passwordHash),
    plan: planOf(text, context),
  };
}

function readingOf({ encoding, device }) {
  if (!device.ok) return { encoding, problems: device.problems.map(forOperator) };
  const { secretKey, period, digits, algorithm, issuer, account } = device.value;
  const code = tryTotpCode(secretKey, { unixSeconds: Math.floor(Date.now() / 1000), period, digits, algorithm });
  const facts = { secretKey, period, digits, algorithm, issuer, account };
  return { encoding, ...facts, code: code.ok ? code.value : undefined, problems: device.warnings.map(forOperator) };
}

function lookAtSecret(text, { encoding }) {
  const read = readSecretText(text, encoding === "" ? {} : { encoding });
  if (!read.ok) return { kind: "problems", of: "secret", problems: read.problems.map(forOperator) };
  return { kind: "secret", text, isUri: /^otpauth/i.test(text), readings: read.value.readings.map(readingOf) };
}

const isKnown = (line) => identifyHash(line).format !== null;

/** Whether a text of several lines is a column: at least half of those at its beginning are hashes. */
function isColumn(lines) {
  return lines.filter(isKnown).length * 2 >= lines.length;
}

async function lookAtColumn(bytes) {
  const counter = new ColumnCounter();
  for await (const line of linesOf(bytes, MAX_HASH_LENGTH)) counter.add(textOrStandIn(line, MAX_HASH_LENGTH));
  return { kind: "column", ...counter.result() };
}

/** One line: a secret where it can be one and is not a hash, unless the reader says which. */
function lookAtLine(text, asked) {
  const mayBeSecret = /^otpauth/i.test(text) || possibleSecretEncodings(text).some((encoding) => encoding !== "utf8");
  const isSecret = asked.as === "secret" || (asked.as !== "hash" && mayBeSecret && !isKnown(text));
  return isSecret ? lookAtSecret(text, asked) : { ...lookAtHash(text, asked), mayBeSecret };
}

async function look(asked, signal) {
  const { file } = asked;
  if (file.type.startsWith("image/")) {
    const text = await qrText(file).catch(() => null);
    return text === null ? { kind: "no-code" } : { ...lookAtLine(text.trim(), asked), isFromPicture: true };
  }
  const head = (await file.slice(0, HEAD).text()).trim();
  const lines = head.split(/\r?\n/, 200).filter((line) => line.trim() !== "");
  if (lines.length === 1 && file.size < HEAD && (isKnown(head) || !/^[[{<]/.test(head))) return lookAtLine(head, asked);
  const progress = progressOf(file, asked.id);
  const open = () => bytesOf(file, progress, signal);
  if (lines.length > 1 && isColumn(lines)) return lookAtColumn(open());
  return reportOn(open, { ...asked, signal });
}

/** Tells of each reading how far it is, once for each of a hundred parts: a message costs more than a piece of the file. */
function progressOf(file, id) {
  let told = 0;
  return (bytes) => {
    if (Math.abs(bytes - told) < Math.max(file.size / 100, 1_048_576)) return;
    told = bytes;
    postMessage({ id, kind: "progress", bytes });
  };
}

/** Why a page could not do it. */
function reasonOf(error) {
  if (error instanceof TooLargeError) return "The file is larger than a page reads.";
  if (error?.name === "NotInPageError") return "This export needs something that a page does not have.";
  return "The page could not read the file.";
}

async function answerTo({ verify, ...asked }, signal) {
  if (verify !== undefined) {
    const { password, hash, options } = verify;
    const result = await verifyPassword(password, hash, { ...options, signal });
    return result.ok
      ? { kind: "verified", matches: result.value.matches }
      : { kind: "verified", problems: result.problems.map(forOperator) };
  }
  try {
    return await look(asked, signal);
  } catch (error) {
    return { kind: "elsewhere", reason: reasonOf(error) };
  }
}

let current = new AbortController();

addEventListener("message", async ({ data }) => {
  current.abort();
  current = new AbortController();
  const { signal } = current;
  const answer = await answerTo(data, signal).catch(() => undefined);
  if (!signal.aborted && answer !== undefined) postMessage({ id: data.id, ...answer });
});
