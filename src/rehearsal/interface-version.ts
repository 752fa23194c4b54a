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
export const INTERFACE_VERSIONS: readonly string[] = Object.entries(MINORS).flatMap(([major, [first, last]]) =>
  Array.from({ length: last - first + 1 }, (_, index) => `${major}.${first + index}`),
);

/**
 * The versions to speak, oldest first. A version that no core speaks, or an empty list, is a mistake of
 * the caller's.
 */
export function spokenVersions(wanted: readonly string[] = INTERFACE_VERSIONS): readonly string[] {
  const spoken = INTERFACE_VERSIONS.filter((version) => wanted.includes(version));
  if (spoken.length > 0 && wanted.every((version) => INTERFACE_VERSIONS.includes(version))) return spoken;
  throw new TypeError(`interfaceVersions must be from ${INTERFACE_VERSIONS.join(", ")}`);
}

/** The version of a request; without the header the newest one that is spoken applies. */
export function readInterfaceVersion(header: string | null, spoken: readonly string[]): InterfaceVersion {
  if (header === null) return newestOf(spoken);
  if (!/^[0-9]{1,4}\.[0-9]{1,4}$/.test(header)) throw badRequest("cdi-version header is invalid");
  if (!spoken.includes(header)) throw badRequest(`cdi-version ${header} not supported`);
  return parts(header);
}

/** The last of versions that are listed oldest first. */
export const newestOf = (spoken: readonly string[]): InterfaceVersion => parts(spoken.at(-1) ?? "0.0");

function parts(version: string): InterfaceVersion {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return [major, minor];
}

export function isAtLeast([major, minor]: InterfaceVersion, least: InterfaceVersion): boolean {
  return major > least[0] || (major === least[0] && minor >= least[1]);
}
