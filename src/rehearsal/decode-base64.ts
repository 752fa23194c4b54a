import { badRequest } from "./refusal.js";

const ALPHABETS = {
  DeviceId: /^[A-Za-z0-9+/]*={0,2}$/,
  LinkCode: /^[A-Za-z0-9_-]*={0,2}$/,
} as const;

/** Device IDs are base64, link codes base64url; the wrong alphabet is refused, padding may be missing. */
export function decodeBase64(text: string, source: keyof typeof ALPHABETS): Buffer {
  if (!ALPHABETS[source].test(text)) throw badRequest(`Input encoding error in ${source}`);
  return Buffer.from(text, source === "LinkCode" ? "base64url" : "base64");
}
