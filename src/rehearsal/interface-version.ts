import { badRequest } from "./refusal.js";

/** `[major, minor]` of the interface that a request speaks (header `cdi-version`). */
export type InterfaceVersion = readonly [major: number, minor: number];

const MINORS: Readonly<Record<number, readonly [first: number, last: number]>> = {
  2: [7, 21],
  3: [0, 1],
  4: [0, 0],
  5: [0, 6],
};

/** What supertokens-core 12.1.1 speaks. */
export const SUPPORTED_VERSIONS: readonly string[] = Object.entries(MINORS).flatMap(
  ([major, [first, last]]) =>
    Array.from({ length: last - first + 1 }, (_, index) => `${major}.${first + index}`),
);

export const NEWEST_VERSION: InterfaceVersion = [5, 6];

/** The version of a request; without the header the newest one applies. */
export function readInterfaceVersion(header: string | null): InterfaceVersion {
  if (header === null) return NEWEST_VERSION;
  if (!/^[0-9]{1,4}\.[0-9]{1,4}$/.test(header)) throw badRequest("cdi-version header is invalid");
  if (!SUPPORTED_VERSIONS.includes(header)) throw badRequest(`cdi-version ${header} not supported`);
  const [major = 0, minor = 0] = header.split(".").map(Number);
  return [major, minor];
}

export function isAtLeast([major, minor]: InterfaceVersion, least: InterfaceVersion): boolean {
  return major > least[0] || (major === least[0] && minor >= least[1]);
}
