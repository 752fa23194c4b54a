/** What is wrong with a value, and where in the map. */
export interface ShapeFault {
  readonly place: string;
  readonly fault: string;
}

/** Judges a value of a map by its form; undefined where it is sound. */
export type Shape = (value: unknown, place: string) => ShapeFault | undefined;

const MOST_ENTRIES = 1000;

export function text(meant = "a text"): Shape {
  return (value, place) =>
    typeof value === "string" && value !== "" ? undefined : faultOf(value, place, meant);
}

export const flag: Shape = (value, place) =>
  typeof value === "boolean" ? undefined : faultOf(value, place, "true or false");

export function oneOf(words: readonly string[], meant = `one of ${words.join(", ")}`): Shape {
  return (value, place) =>
    typeof value === "string" && words.includes(value) ? undefined : faultOf(value, place, meant);
}

export function matching(pattern: RegExp, meant: string): Shape {
  return (value, place) =>
    typeof value === "string" && pattern.test(value) ? undefined : faultOf(value, place, meant);
}

export function listOf(shape: Shape, least = 1): Shape {
  return (value, place) => {
    if (!Array.isArray(value) || value.length < least || value.length > MOST_ENTRIES) {
      return faultOf(value, place, least > 0 ? "a list with something in it" : "a list");
    }
    return firstOf(value.map((entry, index) => () => shape(entry, `${place}[${index}]`)));
  };
}

/** An object with a value of one form under any name. */
export function recordOf(shape: Shape): Shape {
  return (value, place) => {
    if (!isObject(value)) return faultOf(value, place, "an object");
    return firstOf(
      Object.entries(value).map(
        ([key, entry]) =>
          () =>
            shape(entry, within(place, key)),
      ),
    );
  };
}

export interface ObjectShape {
  readonly required?: Readonly<Record<string, Shape>>;
  readonly optional?: Readonly<Record<string, Shape>>;
}

/** An object with these keys and no others. */
export function object({ required = {}, optional = {} }: ObjectShape): Shape {
  return (value, place) => {
    if (!isObject(value)) return faultOf(value, place, "an object");
    const other = Object.keys(value).find(
      (key) => !Object.hasOwn(required, key) && !Object.hasOwn(optional, key),
    );
    if (other !== undefined) return { place: within(place, other), fault: "is not a key of a map" };
    const needed = Object.entries(required).map(([key, shape]) => () => {
      const at = within(place, key);
      return Object.hasOwn(value, key) ? shape(value[key], at) : { place: at, fault: "is missing" };
    });
    const others = Object.entries(optional).map(([key, shape]) => () => {
      return Object.hasOwn(value, key) ? shape(value[key], within(place, key)) : undefined;
    });
    return firstOf([...needed, ...others]);
  };
}

/** An object whose form follows from the first of these keys that it has; anything else is of the last form. */
export function byKey(shapes: Readonly<Record<string, Shape>>, otherwise: Shape): Shape {
  return (value, place) => {
    const key = isObject(value) ? Object.keys(shapes).find((name) => Object.hasOwn(value, name)) : undefined;
    return ((key === undefined ? undefined : shapes[key]) ?? otherwise)(value, place);
  };
}

function firstOf(tests: readonly (() => ShapeFault | undefined)[]): ShapeFault | undefined {
  for (const test of tests) {
    const found = test();
    if (found !== undefined) return found;
  }
  return undefined;
}

function faultOf(value: unknown, place: string, meant: string): ShapeFault {
  return { place, fault: value === null ? `is left open: it must be ${meant}` : `is not ${meant}` };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Only what looks like a name is repeated. */
function within(place: string, key: string): string {
  const name = /^[\w$@. -]{1,60}$/.test(key) ? key : "(a name that is not plain text)";
  return place === "" ? name : `${place}.${name}`;
}
