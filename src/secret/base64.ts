import { base64Padding, decodeBase64 as decode, scanBase64 } from "../lib/base64.js";
import { counted } from "../lib/plural.js";
import { refuse } from "../problems/secret.js";
import type { Failure } from "../result.js";

const EQUALS = 61;

/**
 * Key bytes of base64 (RFC 4648 section 4) or base64url (section 5), strict by name: the characters of the other
 * alphabet are refused. Padding is complete or absent.
 */
export function decodeBase64Secret(text: string, encoding: "base64" | "base64url"): Uint8Array | Failure {
  const scan = scanBase64(text);
  if (scan.illegalAt !== -1) return refuseCharacter(text, scan.illegalAt, encoding);
  if (encoding === "base64" ? scan.hasUrlSafeOnly : scan.hasStandardOnly) {
    return refuse(
      "secret/illegal-character",
      scan.hasUrlSafeOnly && scan.hasStandardOnly
        ? "the text has characters of both base64 alphabets, so it is in neither"
        : `a character of the other base64 alphabet appears in text that was named ${encoding}`,
      { offset: text.search(encoding === "base64" ? /[-_]/ : /[+/]/) },
    );
  }
  if (scan.impossibleLength) {
    return refuse(
      "secret/malformed",
      `base64 never has ${counted(scan.bodyEnd, "character")} without its padding: a part is missing`,
    );
  }
  if (scan.padding > 0 && scan.padding !== base64Padding(scan.bodyEnd)) {
    return refuse(
      "secret/malformed",
      `${scan.bodyEnd} base64 characters take ${base64Padding(scan.bodyEnd)} padding characters, and there are ${scan.padding}`,
      { offset: scan.bodyEnd },
    );
  }
  if (scan.unusedBits) {
    return refuse("secret/malformed", "the last base64 character has bits that belong to no byte, and they are not 0", {
      offset: scan.bodyEnd - 1,
    });
  }
  return decode(text, 0, scan.bodyEnd);
}

/** Padding inside the text is one thing if text continues after it, and another if a line end does. */
function refuseCharacter(text: string, illegalAt: number, encoding: string): Failure {
  let at = illegalAt;
  while (text.charCodeAt(at) === EQUALS) at++;
  if (scanBase64(text, at, at + 1).illegalAt === -1) {
    return refuse("secret/malformed", "base64 padding appears before the end of the text", {
      offset: illegalAt,
    });
  }
  return refuse("secret/illegal-character", `${encoding} does not have this character`, { offset: at });
}
