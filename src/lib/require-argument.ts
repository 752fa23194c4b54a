import { requireUnwrapped } from "./require-unwrapped.js";

const isObject = (given: unknown): given is object => typeof given === "object" && given !== null;

/** What an argument can have to be, and whether it is. */
const KINDS = {
  string: ["a string", (given: unknown) => typeof given === "string"],
  number: ["a number", (given: unknown) => typeof given === "number"],
  bytes: ["a Uint8Array", (given: unknown) => given instanceof Uint8Array],
  array: ["an array", Array.isArray],
  object: ["an object", isObject],
  function: ["a function", (given: unknown) => typeof given === "function"],
  opener: [
    "a function that opens the file, such as () => createReadStream(path)",
    (given: unknown) => typeof given === "function",
  ],
  iterable: [
    "an array or another iterable, and not one string",
    (given: unknown) => isObject(given) && (Symbol.asyncIterator in given || Symbol.iterator in given),
  ],
} as const;

type Kind = keyof typeof KINDS;

/**
 * Throws a `TypeError` for an argument of another kind, or one that lacks one of these fields, under its name: the
 * engine would name a variable of this package.
 */
export function requireArgument(name: string, given: unknown, kind: Kind, fields: Readonly<Record<string, Kind>> = {}) {
  const [should, fits] = KINDS[kind];
  if (!fits(given)) {
    const names = Object.keys(fields);
    throw new TypeError(`${name} must be ${should}${names.length === 0 ? "" : ` with ${names.join(", ")}`}`);
  }
  for (const field in fields) {
    const value = (given as Readonly<Record<string, unknown>>)[field];
    const wanted = fields[field] as Kind;
    if (KINDS[wanted][1](value)) continue;
    requireUnwrapped(name, given as object);
    requireArgument(`${name}.${field}`, value, wanted);
  }
}

/**
 * Throws for the parts of a hash that make none, and names the first one that is wrong: alone among sound ones it makes
 * none either.
 */
export function requireParts<Parts extends object>(
  parts: Parts,
  sound: Parts,
  isSound: (parts: Parts) => boolean,
  should: Readonly<Record<keyof Parts, string>>,
): void {
  if (isSound(parts)) return;
  const names = Object.keys(should) as (keyof Parts)[];
  // The last one is bound to others.
  const wrong = names.find((name) => !isSound({ ...sound, [name]: parts[name] })) ?? (names.at(-1) as keyof Parts);
  throw new TypeError(`hash.${String(wrong)} must be ${should[wrong]}`);
}

/** Throws for a flag that is a text: "false" would be taken for one of the two. */
export function requireFlag(name: string, given: unknown): void {
  if (typeof (given ?? false) !== "boolean") throw new TypeError(`${name} must be true or false`);
}

/** Throws for what is not a record of `readExport`, such as a user. */
export function requireRecord(record: unknown): void {
  if (isObject(record) && "kind" in record) return;
  throw new TypeError("records must be what readExport gives, and not users alone");
}
