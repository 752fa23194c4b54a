import { parseDigestExpression, SOURCE_NAMES } from "../../hash/index.js";
import { COMPOSABLE_SOURCES } from "../../hash/internal.js";
import { refuse } from "../../problems/source.js";
import { type Result, success } from "../../result.js";
import { SECRET_ENCODINGS } from "../../secret/index.js";
import { HOLD_REASONS } from "../fields/hold-reasons.js";
import { byKey, flag, listOf, matching, object, oneOf, recordOf, type Shape, text } from "./shape.js";
import type { TableMap } from "./table-map.js";

const PLACE: Shape = (value, place) =>
  Array.isArray(value)
    ? listOf(text())(value, place)
    : text("a column, or a path as a list of keys")(value, place);

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

const HASH_OF_SYSTEM = object({
  required: { source: oneOf([...SOURCE_NAMES, "unknown"], "the name of a system, or unknown") },
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
    return refuse("source/map-malformed", "hash is missing: passwordHash needs to know its system", {
      field: "hash",
    });
  }
  return typeof map.hash === "string" && isComposed(map.user.passwordHash)
    ? refuse(
        "source/map-malformed",
        "hash is an expression, which takes the column as it is: no compose or concat",
        {
          field: "user.passwordHash",
        },
      )
    : success(map);
}

function isComposed(ref: TableMap["user"]["passwordHash"]): boolean {
  return typeof ref === "object" && !Array.isArray(ref);
}
