import { createHash, timingSafeEqual } from "node:crypto";

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/**
 * A check of the API key that takes the same time whatever the key is: digests
 * are compared, and all of them. Without configured keys everybody may call.
 */
export function apiKeyCheck(apiKeys: readonly string[]): (headers: Headers) => boolean {
  if (apiKeys.length === 0) return () => true;
  const digests = apiKeys.map((key) => digest(key.trim()));
  return (headers) => {
    const given = digest(keyOf(headers).trim());
    return digests.reduce((matches, known) => timingSafeEqual(known, given) || matches, false);
  };
}

/** `api-key`, or `Authorization` with or without the word Bearer where that is absent. */
function keyOf(headers: Headers): string {
  return headers.get("api-key") ?? (headers.get("authorization") ?? "").replace(/^Bearer\s/i, "");
}
