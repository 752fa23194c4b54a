import type { AllowedOrigins } from "../lib/browser-guard.js";
import { isOrigin } from "../lib/origin.js";

/** The names as a set. A name that no browser would send is a mistake of the caller's. */
export function readAllowedOrigins(names: readonly string[] = []): AllowedOrigins {
  if (names.every(isOrigin)) return new Set(names);
  throw new TypeError("allowedOrigins must be origins such as http://localhost:5173, without a path");
}

/**
 * What an answer says so that the browser hands it to the page, and what a page may send.
 *
 * @see https://fetch.spec.whatwg.org/#http-cors-protocol
 */
export function sharingHeaders(origin: string | undefined): Readonly<Record<string, string>> {
  if (origin === undefined) return {};
  return {
    "access-control-allow-origin": origin,
    "access-control-allow-methods": "GET, POST, PUT, DELETE",
    "access-control-allow-headers": "api-key, authorization, cdi-version, content-type, rid",
    "access-control-expose-headers": "retry-after",
    "access-control-max-age": "600",
    vary: "origin",
  };
}
