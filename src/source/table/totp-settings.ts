import { type Fields, Findings, isEmpty, isFields, jsonTextField } from "../fields/field.js";
import type { RecordContext } from "../source.js";
import { SETTINGS_OF_TOTP, type SettingOfTotp, useOfColumn } from "./column-names.js";
import { isFixed, isPlace, valueAt } from "./read-place.js";
import type { Place, TextRef, TotpMap } from "./table-map.js";

/** How codes are made: `start` and `type` say that they do not count the time since 1970. */
type Setting = SettingOfTotp | "start" | "type";

interface Writing {
  /** Zero is what a system writes that knows no other setting. */
  readonly usual: RegExp;
  /** What is of something else, whatever its column is called: the step that was used last, the hash of a code that was sent. */
  readonly other?: RegExp;
  /** What may be a setting where its name may be of something else too. */
  readonly mayBe: RegExp;
}

const WRITTEN: Readonly<Record<Setting, Writing>> = {
  // A length of more is a secret's.
  digits: { usual: /^[60](?:\.0+)?$|^$/, other: /^(?:1[1-9]|[2-9]\d|\d{3,})$/, mayBe: /^(?:[4-9]|10)(?:\.0+)?$/ },
  period: {
    usual: /^(?:30|0)(?:\.0+)?s?$|^$/,
    // Nanoseconds end in zeros.
    other: /^\d{7,}(?<!000000)$/,
    mayBe: /^(?:[1-9]\d|[12]\d\d|300)(?:\.0+)?$|^(?:PT)?\d{1,3} ?(?:s|secs?|seconds?|m|min|minutes?)$|^00:0\d:\d\d$/i,
  },
  algorithm: {
    usual: /^(?:(?:hmac)?[-_]?sha[-_]?1|0)?$/i,
    other: /^\$|^[0-9a-f]{32,}$|^[\w+/=-]{40,}$|crypt|argon|pbkdf/i,
    mayBe: /^[\w. -]{0,20}(?:sha|md)[-_]?\d[\w/-]{0,6}$|^(?:224|256|384|512)$/i,
  },
  start: { usual: /^0?$/, mayBe: /^[1-9]\d{0,5}$/ },
  type: { usual: /^$/, mayBe: /^hotp$/i },
};

/** What names of a second factor's columns have in them. */
const OWNERS =
  /_(?:[th]?otp|mfa|tfa|2fa|two_?fa|google_?2fa|(?:2|two|multi|second)_?factor|(?:2|two)_?step|authenticator)(?=_)/g;

const WORDS: readonly (readonly [SettingOfTotp | "start", RegExp])[] = [
  ["start", /_(?:counter|moving_factor|t0)(?=_)/g],
  ["period", /_(?:period|timestep|step|interval|seconds|secs?|window|refresh)(?=_)/g],
  ["algorithm", /_(?:algorithm|algo|alg|digest|hash|hmac|sha|mac|crypto)(?=_)/g],
  ["digits", /_(?:digits?|length|len|size)(?=_)/g],
];

/** What else names of settings are made of. */
const FILLERS =
  /_(?:auth|code|config|count|data|device|function|in|key|meta|ms|name|num|number|of|options|params|secret|settings|time|token|type)(?=_)/g;

/** Of codes that no app makes. */
const OF_OTHERS = /_(?:sms|e?mail|phone|backup|recovery)_/;

/** The end of a secret's name: what is in front of it its settings begin with too. */
const END_OF_SECRET = /(?:_(?:secret|key|seed|token|code|value|shared|raw|base32|hex|encrypted))+_$/;

/** `_totp_period_` */
function wordsOf(name: string): string {
  const apart = name.replace(/([a-z0-9])([A-Z])/g, "$1_$2").replace(/([A-Z])([A-Z][a-z])/g, "$1_$2");
  return `_${apart.toLowerCase()}_`.replace(/[^\p{L}\p{N}]+/gu, "_");
}

/** What the column of a secret and those of its settings begin with. */
function prefixOf(column: string | undefined): string {
  return column === undefined ? NO_PREFIX : wordsOf(column).replace(END_OF_SECRET, "_");
}

const NO_PREFIX = " ";

/** Where something is in a record. */
interface Standing {
  /** As messages call it. */
  readonly path: string;
  /** From the innermost object on that is on the way to the secret. */
  readonly name: string;
  /** What that object is called. */
  readonly owner: string;
  /** The ways from here to the secret. */
  readonly ways: readonly (readonly string[])[];
  /** What the names of a second factor's columns begin with. */
  readonly prefix: string;
  /** A setting's name need not say of what it is one. */
  readonly isBare: boolean;
  /** It has the secret, and what is beside it is of the same second factor. */
  readonly isOwn: boolean;
}

interface Named {
  readonly setting: Setting | undefined;
  /** The name says that it is of a second factor. */
  readonly isOwned: boolean;
  /** It is the setting whatever its value is. */
  readonly isSure: boolean;
}

const NOTHING: Named = { setting: undefined, isOwned: false, isSure: false };
/** Characters: longer names say something else, if they say anything. */
const MOST_NAMED = 100;
const KNOWN = new Map<string, Named>();
/** Names that are judged once for all records; a hostile file has more. */
const MOST_KNOWN = 1024;

function named(name: string, at: Standing): Named {
  if (name.length > MOST_NAMED) return NOTHING;
  const key = `${at.owner} ${at.prefix} ${at.isBare} ${at.isOwn} ${name}`;
  const known = KNOWN.get(key);
  if (known !== undefined) return known;
  const judged = judge(name, at);
  if (KNOWN.size < MOST_KNOWN) KNOWN.set(key, judged);
  return judged;
}

function judge(name: string, { owner, prefix, isBare, isOwn }: Standing): Named {
  const words = wordsOf(name);
  const own = (words.startsWith(prefix) ? words.slice(prefix.length - 1) : words).replace(OWNERS, "");
  const isOwned = own !== words;
  const sure = settingOf(owner + name) ?? (isOwn ? settingOf(`otp${name}`) : undefined);
  if (sure !== undefined) return { setting: sure, isOwned, isSure: true };
  const [setting] = WORDS.find(([, word]) => own.search(word) >= 0) ?? [];
  const isAlone =
    [...WORDS.map(([, word]) => word), FILLERS].reduce((left, word) => left.replace(word, ""), own) === "_";
  const isOfTotp = words.includes("_totp_") && !OF_OTHERS.test(words);
  const isOfCodes = isOwned ? isAlone || isOfTotp : isBare && isAlone;
  // Tries at any second factor are counted as well.
  const isCount = setting === "start" && isOwned && !(isAlone && /otp_/.test(words));
  return { setting: isOfCodes && !isCount ? setting : undefined, isOwned, isSure: false };
}

function settingOf(name: string): SettingOfTotp | undefined {
  const use = useOfColumn(name);
  return use !== undefined && "totp" in use ? SETTINGS_OF_TOTP.find((setting) => setting === use.totp) : undefined;
}

interface Said {
  readonly path: string;
  readonly setting: Setting;
}

/** All that may say that codes are made in another way than the usual one. */
function* saidIn(fields: object, at: Standing): Generator<Said> {
  for (const [key, value] of Object.entries(fields)) {
    const next = { path: at.path === "" ? key : `${at.path}.${key}`, name: at.name === "" ? key : `${at.name}.${key}` };
    const ways = at.ways.flatMap(([first, ...rest]) => (first === key ? [rest] : []));
    if (ways.some(({ length }) => length === 0)) continue;
    if (ways.length > 0) {
      if (typeof value === "object" && value !== null) yield* saidIn(value, onWay(value, { ...next, key, ways }));
      continue;
    }
    const name = named(next.name, at);
    const inner = objectIn(value, name.isOwned || at.isOwn);
    if (inner === undefined) yield* saidBy(value, name, next.path, at);
    else yield* saidIn(inner, isUri(value) ? { ...OF_URI, path: next.path } : { ...at, ...next });
  }
}

const OF_URI = { name: "", owner: "", ways: [], prefix: NO_PREFIX, isBare: true, isOwn: true };

/** An object on the way to the secret. */
function onWay(
  value: object,
  { path, key, ways }: Pick<Standing, "path" | "ways"> & { readonly key: string },
): Standing {
  const isOwn = ways.some((way) => way.length === 1 && hasText(value as Fields, way));
  return { ...OF_URI, path, owner: key, ways, isOwn };
}

function* saidBy(value: unknown, { setting, isOwned, isSure }: Named, path: string, at: Standing): Generator<Said> {
  const plain = isMongo(value) ? Object.values(value)[0] : value;
  if (isEmpty(plain)) return;
  const text = typeof plain === "object" ? "[]" : String(plain).trim();
  if (WRITTEN.type.mayBe.test(text) && (isOwned || at.isBare)) yield { path, setting: "type" };
  if (setting === undefined) return;
  const { usual, other, mayBe } = WRITTEN[setting];
  if (!usual.test(text) && other?.test(text) !== true && (isSure || mayBe.test(text))) yield { path, setting };
}

const isText = (value: unknown, start: string): value is string =>
  typeof value === "string" && value.toLowerCase().startsWith(start);
/** A number of MongoDB is an object. */
const isMongo = (value: unknown): value is Fields => isFields(value) && isText(Object.keys(value)[0], "$");
const isUri = (value: unknown): value is string => isText(value, "otpauth://");

/** What an object, a JSON text or a device's URI says; undefined of a plain value, and of what is not a second factor's. */
function objectIn(value: unknown, isOfFactor: boolean): object | undefined {
  if (isUri(value)) {
    const [, type, parameters] = /^otpauth:\/\/([^/?]*)[^?]*\??(.*)$/is.exec(value) ?? [];
    return { ...Object.fromEntries(new URLSearchParams(parameters)), type };
  }
  const object = isOfFactor && isText(value, "{") ? jsonTextField({ value }, "value", new Findings(false)) : value;
  return isOfFactor && isFields(object) && !isMongo(object) ? object : undefined;
}

/** What a map says of a user's second factor, and what it says of anything. */
export interface MappedTotp {
  readonly totp: Pick<TotpMap, "secret" | "period">;
  /** As messages call them. */
  readonly places: readonly string[];
}

/** How codes are made by the places that the map has for it, where the record has anything there. */
export type SettingsSaid = Readonly<Record<SettingOfTotp, unknown>>;

/**
 * Nothing is taken from a column that the map leaves out, for its name may mean something else. Where it may say that codes
 * are made in another way than the usual one, the user is not imported: no code of their app would be right.
 *
 * @param rows The user's record, and those of joined files.
 */
export function requireUsualSettings(
  [user, ...joined]: readonly [Fields, ...Fields[]],
  said: SettingsSaid,
  { totp: { secret, period }, places }: MappedTotp,
  { findings, totp: given = {} }: RecordContext,
): void {
  const ways = waysTo(secret);
  const prefix = prefixOf(ways.find(({ length }) => length === 1)?.[0]);
  const at = { path: "", name: "", owner: "", prefix };
  const hasSecret = (row: Fields) => ways.some((way) => hasText(row, way));
  // The user's record has what the map reads of joined rows.
  const isUsers = !joined.some(hasSecret);
  const all = [...saidIn(user, { ...at, ways: isUsers ? ways : [], isBare: isUsers && prefix === "_", isOwn: false })];
  for (const row of joined) {
    const isOwn = ways.some((way) => way.length === 1 && hasText(row, way));
    all.push(...saidIn(row, { ...at, ways, isBare: isOwn, isOwn }));
  }
  const isTimeFixed = given.period !== undefined || (period !== undefined && isFixed(period));
  for (const [path, { setting }] of new Map(all.map((one) => [one.path, one]))) {
    const name = setting === "start" || setting === "type" ? "period" : setting;
    const isSaid = setting === "type" ? isTimeFixed : (said[name] ?? given[name]) !== undefined;
    if (isSaid || places.includes(path)) continue;
    findings.fault("user/second-factor-settings", messageOf(setting, path), `totp.${name}`);
  }
}

function messageOf(setting: Setting, path: string): string {
  const column = `${/^[\w.@$ -]{1,80}$/.test(path) ? path : "a column"}, which the map leaves out,`;
  if (setting === "start" || setting === "type") {
    return `${column} may say that codes do not count the time since 1970: give user.totp.period with {"value": "30"} where they do`;
  }
  return `${column} may say how codes are made: give user.totp.${setting} with it or with {"value": "${USUAL[setting]}"}`;
}

const USUAL = { digits: "6", period: "30", algorithm: "SHA1" };

function hasText(row: Fields, place: Place): boolean {
  const value = valueAt(row, place);
  return value !== undefined && value !== null && value !== "";
}

function waysTo(ref: TextRef): readonly (readonly string[])[] {
  if (isPlace(ref)) return [typeof ref === "string" ? [ref] : ref];
  return "concat" in ref ? ref.concat.flatMap(waysTo) : [];
}

/** All places of a map, as messages call them; what it has beside them is the name of no setting. */
export function placesIn(ref: unknown): readonly string[] {
  if (typeof ref === "string") return [ref];
  if (!Array.isArray(ref)) return isFields(ref) ? Object.values(ref).flatMap(placesIn) : [];
  return [ref.join("."), ...ref.flatMap(placesIn)];
}
