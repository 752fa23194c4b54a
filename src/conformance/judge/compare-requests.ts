import { isJsonObject } from "../../lib/json-text.js";
import { sameJson } from "./compare-json.js";

/**
 * Whether two sequences of requests are the same to a service: method, path and body
 * exactly, with no further fields in the body; headers by name in any case,
 * with further ones permitted, since HTTP libraries add their own.
 */
export function requestsCover(expected: unknown, actual: unknown): boolean {
  if (!Array.isArray(expected) || !Array.isArray(actual) || expected.length !== actual.length) return false;
  return expected.every((request, index) => requestCovers(request, actual[index]));
}

function requestCovers(expected: unknown, actual: unknown): boolean {
  if (!isJsonObject(expected) || !isJsonObject(actual)) return false;
  return (
    expected.method === actual.method &&
    expected.path === actual.path &&
    sameJson(expected.body, actual.body) &&
    headersCover(expected.headers, actual.headers)
  );
}

function headersCover(expected: unknown, actual: unknown): boolean {
  if (!isJsonObject(expected)) return true;
  if (!isJsonObject(actual)) return false;
  const given = new Map(Object.entries(actual).map(([name, value]) => [name.toLowerCase(), value]));
  return Object.entries(expected).every(([name, value]) => {
    const header = name.toLowerCase();
    return comparable(header, value) === comparable(header, given.get(header));
  });
}

/** Media types are compared without regard to case and blanks (RFC 9110 section 8.3.1). */
function comparable(header: string, value: unknown): unknown {
  if (header !== "content-type" || typeof value !== "string") return value;
  return value.toLowerCase().replace(/[ \t"]/g, "");
}
