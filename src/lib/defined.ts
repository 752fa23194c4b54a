/** The fields of an object that have a value; the others are left out. */
type Defined<T> = { readonly [Name in keyof T]?: Exclude<T[Name], undefined> };

/** Leaves out the fields that are undefined: an optional field of a type is there with a value, or not at all. */
export function defined<T extends object>(fields: T): Defined<T> {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Defined<T>;
}
