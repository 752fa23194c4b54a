import hiBase32 from "hi-base32";

/**
 * Base32 (RFC 4648 section 6) in upper case, without padding: what the service stores. In a bundle for browsers
 * `encode-base32-in-browsers.ts` takes its place, by `browser` in package.json: most of hi-base32 decodes.
 */
export function encodeBase32(bytes: Uint8Array): string {
  const padded = hiBase32.encode(bytes);
  const end = padded.indexOf("=");
  return end === -1 ? padded : padded.slice(0, end);
}
