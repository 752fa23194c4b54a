import { badRequest } from "./refusal.js";

const ALPHABETS = { deviceId: /^[A-Za-z0-9+/]*={0,2}$/, linkCode: /^[A-Za-z0-9_-]*={0,2}$/ } as const;

/**
 * Device IDs are base64, link codes base64url. As Java's decoders do, it refuses the wrong alphabet,
 * wrong padding and a last character that is alone in its group; padding may be missing altogether.
 */
export function decodeBase64(text: string, source: keyof typeof ALPHABETS): Buffer {
  const body = text.replace(/=+$/, "");
  const isPadded = body.length !== text.length;
  if (!ALPHABETS[source].test(text) || body.length % 4 === 1 || (isPadded && text.length % 4 !== 0)) {
    throw badRequest(`Input encoding error in ${source}`);
  }
  return Buffer.from(text, source === "linkCode" ? "base64url" : "base64");
}
