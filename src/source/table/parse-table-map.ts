import { parseDigestExpression, SOURCE_NAMES } from "../../hash/index.js";
import { COMPOSABLE_SOURCES, NOTATIONS } from "../../hash/internal.js";
import { firstDefined } from "../../lib/first-defined.js";
import { meant } from "../../lib/require-names.js";
import { refuse } from "../../problems/source.js";
import { type Result, requireText, success } from "../../result.js";
import { SECRET_ENCODINGS } from "../../secret/index.js";
import { isFields } from "../fields/field.js";
import { HOLD_REASONS } from "../fields/hold-reasons.js";
import type { TableMap } from "./table-map.js";

/** What is wrong with a value, and where in the map. */
interface ShapeFault {
  readonly place: string;
  readonly fault: string;
}

/** Judges a value of a map by its form; undefined where it is sound. */
type Shape = (value: unknown, place: string) => ShapeFault | undefined;

const MOST_ENTRIES = 1000;

function plain(isSound: (value: unknown) => boolean, meant: string): Shape {
  return (value, place) => (isSound(value) ? undefined : faultOf(value, place, meant));
}

function matching(pattern: RegExp, meant: string): Shape {
  return plain((value) => typeof value === "string" && pattern.test(value), meant);
}

const text = (meant = "a text") => matching(/./s, meant);

const flag = plain((value) => typeof value === "boolean", "true or false");

function oneOf(words: readonly unknown[], meant = `one of ${words.join(", ")}`): Shape {
  return plain((value) => words.includes(value), meant);
}

function listOf(shape: Shape, least = 1): Shape {
  return (value, place) => {
    if (!Array.isArray(value) || value.length < least || value.length > MOST_ENTRIES) {
      return faultOf(value, place, least > 0 ? "a list with something in it" : "a list");
    }
    return firstDefined([...value.entries()], ([index, entry]) => shape(entry, `${place}[${index}]`));
  };
}

/** An object with a value of one form under any name. */
function recordOf(shape: Shape): Shape {
  return (value, place) => {
    if (!isFields(value)) return faultOf(value, place, "an object");
    return firstDefined(Object.entries(value), ([key, entry]) => shape(entry, within(place, key)));
  };
}

interface ObjectShape {
  readonly required?: Readonly<Record<string, Shape>>;
  readonly optional?: Readonly<Record<string, Shape>>;
}

/** An object with these keys and no others. */
function object({ required = {}, optional = {} }: ObjectShape): Shape {
  return (value, place) => {
    if (!isFields(value)) return faultOf(value, place, "an object");
    const other = Object.keys(value).find((key) => !Object.hasOwn(required, key) && !Object.hasOwn(optional, key));
    if (other !== undefined) return { place: within(place, other), fault: "is not a key of a map" };
    return firstDefined(Object.entries({ ...required, ...optional }), ([key, shape]) => {
      const at = within(place, key);
      if (Object.hasOwn(value, key)) return shape(value[key], at);
      return Object.hasOwn(required, key) ? { place: at, fault: "is missing" } : undefined;
    });
  };
}

/** An object whose form follows from the first of these keys that it has; anything else is of the last form. */
function byKey(shapes: Readonly<Record<string, Shape>>, otherwise: Shape): Shape {
  return (value, place) => {
    const key = isFields(value) ? Object.keys(shapes).find((name) => Object.hasOwn(value, name)) : undefined;
    return ((key === undefined ? undefined : shapes[key]) ?? otherwise)(value, place);
  };
}

function faultOf(value: unknown, place: string, meant: string): ShapeFault {
  return { place, fault: value === null ? `is left open: it must be ${meant}` : `is not ${meant}` };
}

/** Only what looks like a name is repeated. */
function within(place: string, key: string): string {
  const name = /^[\w$@. -]{1,60}$/.test(key) ? key : "(a name that is not plain text)";
  return place === "" ? name : `${place}.${name}`;
}

const PLACE: Shape = (value, place) =>
  Array.isArray(value) ? listOf(text())(value, place) : text("a column, or a path as a list of keys")(value, place);

const TEXT: Shape = byKey(
  {
    value: object({ required: { value: text() } }),
    concat: object({ required: { concat: listOf((value, place) => TEXT(value, place)) } }),
  },
  PLACE,
);

const WORDS = listOf((value, place) => (value === "" ? undefined : text()(value, place)));

const FLAG: Shape = byKey(
  {
    value: object({ required: { value: flag } }),
    isSet: object({ required: { isSet: PLACE }, optional: { not: flag } }),
    at: object({ required: { at: PLACE }, optional: { true: WORDS, false: WORDS, not: flag } }),
  },
  PLACE,
);

const HASH_TEXT: Shape = byKey(
  { compose: object({ required: { compose: oneOf(COMPOSABLE_SOURCES), fields: recordOf(TEXT) } }) },
  TEXT,
);

const TOTP = object({
  required: { secret: TEXT, encoding: oneOf(SECRET_ENCODINGS) },
  optional: { confirmed: FLAG, period: TEXT, digits: TEXT, algorithm: TEXT, deviceName: TEXT },
});

const SOCIAL_LOGIN = object({
  required: { provider: TEXT, userId: TEXT },
  optional: { email: TEXT, isVerified: FLAG },
});

const USER = object({
  required: { externalUserId: PLACE },
  optional: {
    email: TEXT,
    emailVerified: FLAG,
    phoneNumber: TEXT,
    phoneVerified: FLAG,
    userName: TEXT,
    passwordHash: HASH_TEXT,
    ...Object.fromEntries(Object.keys(HOLD_REASONS).map((reason) => [reason, FLAG])),
    totp: TOTP,
    socialLogins: listOf(SOCIAL_LOGIN),
  },
});

const SYSTEM = oneOf([...SOURCE_NAMES, "unknown"], "the name of a system, or unknown");

const BY_NOTATION: Shape = (value, place) => {
  const names = Object.keys(value as object);
  if (names.length === 0) return faultOf(value, place, "a system, or the system of each notation");
  const other = names.find((name) => !NOTATIONS.has(name));
  return other === undefined
    ? recordOf(SYSTEM)(value, place)
    : { place: within(place, other), fault: `is not a notation of hashes${meant(other, [...NOTATIONS])}` };
};

const SYSTEMS: Shape = (value, place) => {
  if (!isFields(value)) return SYSTEM(value, place);
  const byWord = object({ required: { at: PLACE, is: recordOf(SYSTEM) } });
  return byKey({ at: byWord, is: byWord }, BY_NOTATION)(value, place);
};

const HASH_OF_SYSTEM = object({
  required: { source: SYSTEMS },
  optional: { peppered: flag },
});

/** An expression, or what says the system. */
const HASH: Shape = (value, place) => {
  if (typeof value !== "string") return HASH_OF_SYSTEM(value, place);
  const expression = parseDigestExpression(value);
  if (expression.ok) return undefined;
  const { message, offset } = expression.problems[0];
  return { place, fault: `is not an expression: at character ${offset}, ${message}` };
};

const MAP = object({
  required: { user: USER },
  optional: {
    $schema: text(),
    name: matching(/^[\w -]{1,40}$/, "a short name"),
    format: oneOf(["csv", "json", "json-lines"]),
    list: listOf(text()),
    columns: listOf(text()),
    delimiter: oneOf([",", ";", "\t", "|"], "a comma, a semicolon, a tab or a bar"),
    join: object({ required: { user: PLACE, row: PLACE } }),
    hash: HASH,
    notCarried: listOf(text(), 0),
    secrets: listOf(text(), 0),
    phoneRegion: matching(/^[A-Z]{2}$/, "a country of two capitals"),
    providers: recordOf(text()),
    notes: listOf(text(), 0),
  },
});

/** A map is never longer. */
const MOST_CHARACTERS = 1 << 20;

/**
 * Reads a map: how any table or list of users is read. What `credport sources init` could not decide is `null` in the map
 * that it writes, and refused here by name.
 *
 * @param json The text of the file.
 * @returns The map; or `source/map-malformed` with the place in the map.
 *
 * @example
 * ```ts
 * import { parseTableMap } from "credport/source";
 *
 * const map = parseTableMap('{"user":{"externalUserId":"id","totp":{"secret":"otp","encoding":null}}}');
 * map.ok ? "" : map.problems[0].message;
 * // => "user.totp.encoding is left open: it must be one of hex, base32, base64, base64url, utf8"
 * ```
 */
export function parseTableMap(json: string): Result<TableMap> {
  requireText(json, "json");
  let value: unknown;
  try {
    value = json.length > MOST_CHARACTERS ? undefined : JSON.parse(json.replace(/^\ufeff/, ""));
  } catch {
    return refuse("source/map-malformed", "the map is not JSON");
  }
  const found = MAP(value, "");
  if (found !== undefined) {
    const { place, fault } = found;
    return refuse("source/map-malformed", `${place === "" ? "the map" : place} ${fault}`, { field: place });
  }
  const { $schema: _, ...map } = value as TableMap & { readonly $schema?: string };
  if (map.user.passwordHash !== undefined && map.hash === undefined) {
    return refuse("source/map-malformed", "hash is missing: passwordHash needs to know its system", { field: "hash" });
  }
  if (typeof map.hash === "object" && typeof map.hash.source !== "string" && isInParts(map.user.passwordHash)) {
    return refuse("source/map-malformed", "hash.source names several systems, and compose is of one", {
      field: "hash.source",
    });
  }
  return typeof map.hash === "string" && isComposed(map.user.passwordHash)
    ? refuse("source/map-malformed", "hash is an expression, which takes the column as it is: no compose or concat", {
        field: "user.passwordHash",
      })
    : success(map);
}

function isInParts(ref: TableMap["user"]["passwordHash"]): boolean {
  return isFields(ref) && "compose" in ref;
}

function isComposed(ref: TableMap["user"]["passwordHash"]): boolean {
  return typeof ref === "object" && !Array.isArray(ref);
}
