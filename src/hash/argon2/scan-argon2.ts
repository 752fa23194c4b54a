import { base64Padding, decodeBase64, scanBase64 } from "../../lib/base64.js";
import { counted } from "../../lib/plural.js";
import { problem, refuse } from "../../problems/argon2.js";
import { type Failure, type Problem, type Result, success } from "../../result.js";
import { type Change, change } from "../text/change.js";
import { type Argon2Hash, ParsedArgon2, USUAL_DIGEST_BYTES } from "./argon2-hash.js";
import { LEAST_DIGEST_BYTES, LEAST_SALT_BYTES } from "./read-canonical-argon2.js";
import { type Argon2Head, scanHead, truncated } from "./scan-argon2-head.js";

const DOLLAR = 0x24;
const EQUALS = 0x3d;
/** Something that a strict reader refuses and that has one sound canonical reading. */
interface Deviation {
  readonly problem: Problem;
  readonly change: Change;
}

interface Part {
  readonly bytes: Uint8Array;
  readonly urlSafeAt: number | undefined;
  readonly standardOnly: boolean;
  readonly paddingAt: number | undefined;
}

/** What the one pass found. */
interface Argon2Scan {
  readonly hash: Argon2Hash;
  readonly hasVersion: boolean;
  readonly deviations: readonly Deviation[];
}

/** One pass from left to right. */
export function scanArgon2(text: string): Result<Argon2Scan> {
  const head = scanHead(text);
  if ("ok" in head) return head;
  const saltEnd = text.indexOf("$", head.end + 1);
  if (saltEnd === -1) return truncated(text, "the digest");
  const salt = scanPart(text, head.end + 1, saltEnd, "salt");
  if ("ok" in salt) return salt;
  const digest = scanPart(text, saltEnd + 1, text.length, "digest");
  if ("ok" in digest) return digest;
  const short = shortPart(salt, head.end + 1, digest, saltEnd + 1);
  if (short !== null) return short;
  const deviations = deviationsOf(head, salt, digest);
  if ("ok" in deviations) return deviations;
  const hash = new ParsedArgon2(head, salt.bytes, digest.bytes);
  return success({ hash, hasVersion: head.hasVersion, deviations }, warningsOf(digest, saltEnd + 1));
}

function scanPart(text: string, start: number, end: number, field: "salt" | "digest"): Part | Failure {
  const scan = scanBase64(text, start, end);
  if (scan.illegalAt !== -1) return illegalInPart(text, scan.illegalAt, field);
  if (scan.bodyEnd === start) return truncated(text, `the ${field}`);
  if (scan.impossibleLength) {
    return refuse("argon2/truncated", `the ${field} has a length that base64 never has`, {
      field,
      offset: scan.bodyEnd,
    });
  }
  if (scan.unusedBits) {
    return refuse("argon2/truncated", `the last character of the ${field} has bits set that belong to no byte`, {
      field,
      offset: scan.bodyEnd - 1,
    });
  }
  if (scan.hasStandardOnly && scan.hasUrlSafeOnly) {
    return refuse("argon2/base64-form", `the ${field} mixes the standard and the URL-safe alphabet`, {
      field,
      offset: start,
    });
  }
  const padded = scan.padding > 0;
  if (padded && scan.padding !== base64Padding(scan.bodyEnd - start)) {
    return refuse("argon2/base64-form", `the ${field} has the wrong padding`, {
      field,
      offset: scan.bodyEnd,
    });
  }
  return {
    bytes: decodeBase64(text, start, scan.bodyEnd),
    urlSafeAt: scan.hasUrlSafeOnly ? start : undefined,
    standardOnly: scan.hasStandardOnly,
    paddingAt: padded ? scan.bodyEnd : undefined,
  };
}

function illegalInPart(text: string, offset: number, field: string): Failure {
  const code = text.charCodeAt(offset);
  if (code === DOLLAR) {
    return refuse("argon2/malformed", "something follows the digest", { offset });
  }
  if (code === EQUALS) {
    return refuse("argon2/base64-form", `padding appears inside the ${field}`, { field, offset });
  }
  return refuse("argon2/malformed", `the ${field} has a character that is not base64`, {
    field,
    offset,
  });
}

function shortPart(salt: Part, saltStart: number, digest: Part, digestStart: number): Failure | null {
  if (salt.bytes.length < LEAST_SALT_BYTES) {
    return refuse(
      "argon2/parameter-out-of-range",
      `the salt has ${counted(salt.bytes.length, "byte")}, fewer than ${LEAST_SALT_BYTES}`,
      { field: "salt", offset: saltStart },
    );
  }
  if (digest.bytes.length < LEAST_DIGEST_BYTES) {
    return refuse(
      "argon2/parameter-out-of-range",
      `the digest has ${counted(digest.bytes.length, "byte")}, fewer than ${LEAST_DIGEST_BYTES}`,
      { field: "digest", offset: digestStart },
    );
  }
  return null;
}

function deviationsOf(head: Argon2Head, salt: Part, digest: Part): readonly Deviation[] | Failure {
  const urlSafeAt = salt.urlSafeAt ?? digest.urlSafeAt;
  if (urlSafeAt !== undefined && (salt.standardOnly || digest.standardOnly)) {
    return refuse("argon2/base64-form", "salt and digest mix the standard and the URL-safe alphabet", {
      offset: urlSafeAt,
    });
  }
  const paddingAt = salt.paddingAt ?? digest.paddingAt;
  const deviations: Deviation[] = [];
  if (head.orderOffset !== undefined) {
    deviations.push({
      problem: problem("argon2/parameter-order", "the parameters are not in the order m,t,p", {
        offset: head.orderOffset,
      }),
      change: change("parameters-reordered", "the parameters were put in the order m,t,p"),
    });
  }
  if (urlSafeAt !== undefined) {
    deviations.push({
      problem: problem("argon2/base64-form", "salt or digest is in the URL-safe alphabet", {
        offset: urlSafeAt,
      }),
      change: change("alphabet-converted", "the URL-safe alphabet was rewritten as standard base64"),
    });
  }
  if (paddingAt !== undefined) {
    deviations.push({
      problem: problem("argon2/base64-form", "salt or digest carries padding", { offset: paddingAt }),
      change: change("padding-removed", "base64 padding was taken off"),
    });
  }
  return deviations;
}

function warningsOf(digest: Part, offset: number): readonly Problem[] {
  const bytes = digest.bytes.length;
  if (USUAL_DIGEST_BYTES.has(bytes)) return NO_WARNINGS;
  return [
    problem(
      "argon2/unusual-digest-length",
      `the digest has ${counted(bytes, "byte")}, which no known generator writes`,
      { field: "digest", offset },
    ),
  ];
}

const NO_WARNINGS: readonly Problem[] = Object.freeze([]);
