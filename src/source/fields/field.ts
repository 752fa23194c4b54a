import type { Change, Fields, NormalizedHash } from "../../hash/index.js";
import { change } from "../../hash/internal.js";
import { isTooDeep } from "../../lib/json-records/parse-record.js";
import { problem } from "../../problems/user.js";
import { type Failure, type Problem, type ProblemCode, type Result, success } from "../../result.js";
import type {
  FurtherIdentifiers,
  Identifier,
  IdentifierKind,
  LoginOnlyUser,
  NormalizedUser,
  ProfilePart,
  ReadUser,
  RejectedStanding,
} from "../normalized-user.js";
import type { MustReset } from "./hold-reasons.js";
import { noteWrongType, WANTED, wholeNumberFrom } from "./wrong-type.js";

export type { Fields };

/** A hostile list would have millions. */
const MOST_PROBLEMS = 20;
const MOST_LEFT_OUT = 50;

const NO_CHANGES: readonly Change[] = /* @__PURE__ */ Object.freeze([]);
const NO_IDENTIFIERS: Identifier[] = /* @__PURE__ */ Object.freeze<Identifier[]>([]) as Identifier[];
const NO_PROBLEMS: Problem[] = /* @__PURE__ */ Object.freeze<Problem[]>([]) as Problem[];
const NO_HOLDS: readonly Hold[] = /* @__PURE__ */ Object.freeze([]);
const ROLES: readonly ProfilePart[] = /* @__PURE__ */ Object.freeze(["roles"] as const);
const METADATA: readonly ProfilePart[] = /* @__PURE__ */ Object.freeze(["metadata"] as const);
const ROLES_AND_METADATA: readonly ProfilePart[] = /* @__PURE__ */ Object.freeze(["roles", "metadata"] as const);

/** The first problems of a record, and how many more there were. */
export class ProblemList {
  /** Its own list from the first problem on: most records have none. */
  #shown: Problem[] = NO_PROBLEMS;
  #more = 0;

  get length(): number {
    return this.#shown.length;
  }

  push(...problems: readonly Problem[]): void {
    if (problems.length > 0 && this.#shown === NO_PROBLEMS) this.#shown = [];
    for (const found of problems) {
      if (this.#shown.length < MOST_PROBLEMS) this.#shown.push(found);
      else {
        this.#more++;
        // It decides whether the password alone may let the user in, so it is shown wherever it comes.
        if (isUnopenedFactor(found)) this.#shown[MOST_PROBLEMS - 1] = found;
      }
    }
  }

  some(test: (found: Problem) => boolean): boolean {
    return this.#shown.some(test);
  }

  /** Takes back what was found not to be a fault. */
  drop(code: Problem["code"]): void {
    this.#shown = this.#shown.filter((found) => found.code !== code);
  }

  all(): readonly Problem[] {
    if (this.#more === 0) return this.#shown;
    return [...this.#shown, problem("user/more-problems", `the record has ${this.#more} more problems`)];
  }
}

/** Whether a warning says of a second factor that the old system asks for that its secret is not at hand. */
export function isUnopenedFactor({ code }: Problem): boolean {
  return code === "user/second-factor-encrypted" || code === "user/second-factor-not-carried";
}

const OF_FACTORS = [
  "secret/",
  "otpauth/",
  "decryption/",
  "user/second-factor-at-login",
  "user/second-factor-encrypted-at-login",
];

/** Whether a problem is one of a second factor, without which no password may let the user in. */
export function isFactorFault({ code, field }: Problem): boolean {
  return field !== "passwordHash" && OF_FACTORS.some((start) => code.startsWith(start));
}

/** A hash that is left to the fallback, and where it comes from. */
export type LoginOnlyHash = Pick<LoginOnlyUser, "hash" | "source" | "peppered" | "mustReset">;

const NOT_EXPORTED = "user/password-not-exported";

function isNotExported({ code }: Problem): boolean {
  return code === NOT_EXPORTED;
}

/** Why the old system lets a user in no more, or not yet. */
interface Hold {
  readonly problem: Problem;
  readonly standing: RejectedStanding;
  readonly isIncluded: boolean;
}

const UNREAD_NUMBER = "the phone number is not in E.164, and no region says how to read it";

/** As an assignment makes one. */
const FIELD = { enumerable: true, configurable: true, writable: true };

/**
 * Collects what reading one user brings up, so that every fault is named at once.
 *
 * @experimental Custom sources are to be declared as the built-in ones are.
 */
export class Findings {
  readonly problems = new ProblemList();
  readonly warnings = new ProblemList();
  #changes: Change[] | undefined;
  #identifiers: Identifier[] = NO_IDENTIFIERS;
  #leftOut: string[] | undefined;
  #metadata: Record<string, unknown> | undefined;
  #forBulk: Pick<ReadUser, "timeJoined" | "roles" | "inBulk"> | undefined;
  #proven: { readonly password: object; readonly normalized: NormalizedHash } | undefined;
  /** Of a record of which several hashes are read: the others. */
  #readBefore: readonly unknown[] = NO_PROBLEMS;
  #composed: object | undefined;
  #noPassword: readonly Problem[] = NO_PROBLEMS;
  #mustReset: MustReset | undefined;
  #loginOnly: LoginOnlyHash | undefined;
  #unreadNumbers: readonly string[] | undefined;
  /** Problems for which the user is not imported, and which the fallback does not mind. */
  #ofImportOnly = 0;
  #holds: readonly Hold[] = NO_HOLDS;
  #hasRoles = false;
  #hasMetadata = false;
  readonly #keepsProfile: boolean;
  /** Whether the record is a row of a table. */
  readonly isRow: boolean;

  /** @param keepsProfile Whether the values of profile fields are wanted. */
  constructor(keepsProfile = true, isRow = false) {
    this.#keepsProfile = keepsProfile;
    this.isRow = isRow;
  }

  /** Notes what is wrong with a field: the user is refused. Gives nothing, as what could not be read. */
  fault(code: Extract<ProblemCode, `user/${string}`>, message: string, field: string): undefined {
    this.problems.push(problem(code, message, { field }));
  }

  /** Notes what a careful user would want to know of a field. */
  warn(code: Extract<ProblemCode, `user/${string}`>, message: string, field: string): undefined {
    this.warnings.push(problem(code, message, { field }));
  }

  get changes(): Change[] {
    this.#changes ??= [];
    return this.#changes;
  }

  get identifiers(): readonly Identifier[] {
    return this.#identifiers;
  }

  /** The user, unless there was a problem. */
  resultOf(user: NormalizedUser, further?: FurtherIdentifiers): Result<ReadUser> {
    if (this.problems.length > 0) return this.refused();
    return success(this.readOf(user, further), this.warnings.all());
  }

  /** The user with what was found, whatever the problems are. */
  readOf(user: NormalizedUser, further?: FurtherIdentifiers): ReadUser {
    const changes = this.#changes ?? NO_CHANGES;
    const read: { -readonly [Name in keyof ReadUser]: ReadUser[Name] } = { user, changes };
    if (this.#leftOut !== undefined) read.notCarried = this.#leftOut;
    if (further !== undefined) read.further = further;
    if (this.#metadata !== undefined) read.metadata = this.#metadata;
    if (this.#forBulk !== undefined) Object.assign(read, this.#forBulk);
    if (this.#hasRoles || this.#hasMetadata) read.profile = this.#profile();
    if (this.#holds.some(({ standing }) => standing === "disabled")) read.isDisabled = true;
    return read;
  }

  refused(): Failure {
    const [first, ...others] = this.problems.all();
    if (first === undefined) throw new TypeError("nothing was found that could be refused");
    return { ok: false, problems: [first, ...others] };
  }

  /** Notes what only the bulk import takes. */
  noteForBulk(found: Pick<ReadUser, "timeJoined" | "roles" | "inBulk">): void {
    this.#forBulk = found;
  }

  /** What a hash was composed of, so that its parts are not read again. */
  noteComposed(composed: object): void {
    this.#composed = composed;
  }

  get composed(): object | undefined {
    return this.#composed;
  }

  /** Notes what a password's hash was normalised to, so that it is not done again. */
  provePassword<T extends object>(password: T, normalized: NormalizedHash): T {
    if (this.#proven !== undefined) this.#readBefore = [...this.#readBefore, this.#proven.password];
    this.#proven = { password, normalized };
    return password;
  }

  /** Whether a password is one that was read of this record. */
  hasRead(password: unknown): boolean {
    return this.#proven?.password === password || this.#readBefore.includes(password);
  }

  proofOf(password: object | undefined): NormalizedHash | undefined {
    return this.#proven?.password === password ? this.#proven?.normalized : undefined;
  }

  #profile(): readonly ProfilePart[] {
    if (!this.#hasMetadata) return ROLES;
    return this.#hasRoles ? ROLES_AND_METADATA : METADATA;
  }

  noteRoles(): void {
    this.#hasRoles = true;
  }

  /** Notes a hash that is not imported and that credport verifies, and why. */
  leaveToFallback(hash: LoginOnlyHash, problems: readonly Problem[]): void {
    // Of two hashes it is not known which is the user's password.
    if (this.#loginOnly === undefined) this.#ofImportOnly += problems.length;
    this.#loginOnly = this.#mustReset === undefined ? hash : { ...hash, mustReset: true };
    this.problems.push(...problems);
  }

  /** Notes one more problem for which a user whose hash is left to the fallback is not imported. */
  refuseImport(found: Problem): void {
    this.#ofImportOnly++;
    this.problems.push(found);
  }

  /** Notes that the user has to replace their password: it is said of a user who has one. */
  noteMustReset(found: MustReset): void {
    this.#mustReset ??= found;
  }

  get mustReset(): MustReset | undefined {
    return this.#mustReset;
  }

  /** Notes that the old system does not let the user in; a problem unless such users are imported. */
  hold(found: Problem, standing: RejectedStanding, isIncluded: boolean): void {
    const { code, field } = found;
    // Each of several rows may say so.
    if (this.#holds.some(({ problem: known }) => known.code === code && known.field === field)) return;
    this.#holds = [...this.#holds, { problem: found, standing, isIncluded }];
    if (!isIncluded) this.problems.push(found);
  }

  /** An import can't disable a user and the fallback can, so there they stay disabled. */
  holdForFallback(): void {
    const held = this.#holds.filter(({ standing, isIncluded }) => isIncluded && standing === "disabled");
    this.problems.push(...held.map((hold) => hold.problem));
    this.#holds = this.#holds.map((hold) => (hold.standing === "disabled" ? { ...hold, isIncluded: false } : hold));
  }

  /** What the user is to the fallback where they are refused, and whether nothing else is wrong with them. */
  get standing(): { readonly standing: RejectedStanding; readonly isSound: boolean } {
    const holds = this.#holds.filter(({ isIncluded }) => !isIncluded);
    const has = (wanted: RejectedStanding) => holds.some(({ standing }) => standing === wanted);
    const isSound = this.problems.length === this.#ofImportOnly + holds.length;
    return { standing: has("disabled") ? "disabled" : has("unknown") ? "unknown" : "no-login", isSound };
  }

  /** Notes what says that a user has no password: no fault of a user with another login. */
  noteNoPassword(problems: readonly Problem[]): void {
    this.#noPassword = problems;
  }

  get hasNoPassword(): boolean {
    return this.#noPassword.length > 0;
  }

  /** Whether the old system has a password of the user and the export does not. */
  get isPasswordNotExported(): boolean {
    return this.problems.some(isNotExported) || this.warnings.some(isNotExported);
  }

  /** The user gets something in its place. */
  excusePasswordNotExported(): void {
    this.problems.drop(NOT_EXPORTED);
    this.warnings.drop(NOT_EXPORTED);
  }

  /** Notes the field of a phone number that can't be read: no fault of a user who logs in with anything else. */
  noteUnreadNumber(field: string): undefined {
    this.#unreadNumbers = [...(this.#unreadNumbers ?? []), field];
  }

  /** @param isNeeded Whether the user has nothing else to log in with. */
  judgeUnreadNumbers(isNeeded: boolean): void {
    const code = isNeeded ? "user/phone-malformed" : "user/phone-region-missing";
    const list = isNeeded ? this.problems : this.warnings;
    list.push(...(this.#unreadNumbers ?? []).map((field) => problem(code, UNREAD_NUMBER, { field })));
  }

  /** Whether nothing is wrong but that the password is not in the export. */
  get isFaultless(): boolean {
    return this.#unreadNumbers === undefined && this.problems.all().every(isNotExported);
  }

  refuseWithoutPassword(): void {
    this.problems.push(...this.#noPassword);
  }

  /** The hash that is left to the fallback, whatever else is wrong. */
  get loginOnlyHash(): LoginOnlyHash | undefined {
    return this.#loginOnly;
  }

  /** Whether the fallback has nothing against the user. */
  get isSoundForFallback(): boolean {
    return this.#loginOnly !== undefined && this.problems.length === this.#ofImportOnly;
  }

  /** Notes a field that is not carried; some names tell as much as many. */
  leaveOut(name: string): void {
    const leftOut = this.#leftOut;
    if (leftOut === undefined) this.#leftOut = [name];
    else if (leftOut.length < MOST_LEFT_OUT && !leftOut.includes(name)) leftOut.push(name);
  }

  /** Whether a field that is not carried, or a second factor that is not, has such a name. */
  hasLeftOut(name: RegExp): boolean {
    const factors = this.warnings.all().filter(({ code }) => code === "user/second-factor-not-carried");
    return [...(this.#leftOut ?? []), ...factors.map(({ field = "" }) => field)].some((one) => name.test(one));
  }

  /** Notes a profile field that no import call takes, for the operator's own use. */
  keepForOperator(name: string, value: unknown): void {
    this.#hasMetadata = true;
    if (!this.#keepsProfile) return;
    this.#metadata ??= {};
    if (name === "__proto__") Object.defineProperty(this.#metadata, name, { ...FIELD, value });
    else this.#metadata[name] = value;
  }

  identify(kind: IdentifierKind, value: string): void {
    const found = { kind, value };
    const known = this.#identifiers;
    const first = known[0];
    const second = known[1];
    // A list that grows takes room for about twenty at once, and most users have two or three identifiers.
    if (first === undefined) this.#identifiers = [found];
    else if (second === undefined) this.#identifiers = [first, found];
    else if (known.length === 2) this.#identifiers = [first, second, found];
    else known.push(found);
  }
}

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value of a field of the object's own; undefined where there is none. */
export function ownField(fields: Fields, name: string): unknown {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** An ID as text: a database's number, or MongoDB's `{ "$oid": "…" }`. A number that JSON can't hold exactly is undefined. */
export function idText(value: unknown): string | undefined {
  if (typeof value === "string") return value === "" ? undefined : value;
  if (Number.isSafeInteger(value)) return String(value);
  return isFields(value) ? idText(ownField(value, "$oid") ?? ownField(value, "$numberLong")) : undefined;
}

/** A text field; absent, null and empty are all "not there". */
export function textField(fields: Fields, name: string, findings: Findings): string | undefined {
  const value = ownField(fields, name);
  if (value === undefined || value === null || value === "") return undefined;
  if (typeof value === "string") return value;
  noteWrongType({ name, value, wanted: WANTED.text }, findings);
  return undefined;
}

/** An ID of another system, or a name that may be digits alone: some formats write those as numbers. */
export function idField(fields: Fields, name: string, findings: Findings): string | undefined {
  return idText(ownField(fields, name)) ?? textField(fields, name, findings);
}

/** A field that is true or false; absent and null are false. Text is not read: "false" would be true. */
export function flagField(fields: Fields, name: string, findings: Findings): boolean {
  return optionalFlagField(fields, name, findings) ?? false;
}

/** A field that is true or false, or was not said: absent and null. */
export function optionalFlagField(fields: Fields, name: string, findings: Findings): boolean | undefined {
  const value = ownField(fields, name);
  if (typeof value === "boolean") return value;
  if (value === undefined || value === null) return undefined;
  noteWrongType({ name, value, wanted: WANTED.flag }, findings);
  return undefined;
}

/** As databases, CSV files and scripts write true and false. */
const WRITTEN_FLAGS: ReadonlyMap<string, boolean> = new Map([
  ...["true", "t", "1", "yes", "y", "on"].map((word) => [word, true] as const),
  ...["false", "f", "0", "no", "n", "off"].map((word) => [word, false] as const),
]);

/** A flag as databases and CSV files write it (`t`, `TRUE`, `1`, `yes`); undefined where it was not said. */
export function writtenFlagField(fields: Fields, name: string, findings: Findings): boolean | undefined {
  const value = ownField(fields, name);
  if (value === undefined || value === null || value === "") return undefined;
  if (typeof value === "boolean") return value;
  const flag = WRITTEN_FLAGS.get(String(value).toLowerCase());
  if (flag === undefined) {
    noteWrongType({ name, value, wanted: WANTED.writtenFlag }, findings);
  }
  return flag;
}

/** Whether a field holds something: absent, null, `\N` (a database's NULL), empty, false, 0 and MySQL's zero date are nothing. */
export function isSetField(fields: Fields, name: string): boolean {
  const value = ownField(fields, name);
  if (value === false || value === 0 || isEmpty(value)) return false;
  return !(typeof value === "string" && /^(?:|0|false|f|null|\\N|0000-00-00.*)$/i.test(value));
}

/**
 * Whether a field of when something happened, or whether it did, holds something: beside what is nothing in any field, the
 * words for it of programs and people are not, nor is the zero date of Go and .NET.
 */
export function saysSomething(fields: Fields, name: string): boolean {
  const value = ownField(fields, name);
  return isSetField(fields, name) && !(typeof value === "string" && SAYS_NOTHING.test(value.replaceAll(BLANKS, "")));
}

const BLANKS = /[\s\u200b-\u200d\u2060\ufeff]+/g;
const SAYS_NOTHING = /^(?:none|nil|null|undefined|nan|n\/?a|no?|never|false|off|-+|0001-01-01.*|-infinity)?$/i;

/**
 * A moment, in milliseconds since 1970: ISO 8601 (a database's blank for the `T` allowed, UTC where no zone is
 * written), seconds or milliseconds as a number, or MongoDB's `{ "$date": … }`. Absent is undefined, what
 * can't be read a problem.
 */
export function momentField(fields: Fields, name: string, findings: Findings): number | undefined {
  if (!isSetField(fields, name)) return undefined;
  const value = ownField(fields, name);
  const moment = momentOf(value);
  if (moment !== undefined) return moment;
  noteWrongType({ name, value, wanted: WANTED.date }, findings);
  return undefined;
}

/** A number above this counts milliseconds: in seconds it would be the year 5138. */
const MOST_SECONDS = 1e11;

/** A moment as `momentField` reads it, or undefined. */
export function momentOf(value: unknown): number | undefined {
  if (isFields(value)) return momentOf(ownField(value, "$date") ?? ownField(value, "$numberLong"));
  if (typeof value === "number" || (typeof value === "string" && /^[0-9]{1,16}$/.test(value))) {
    const number = Number(value);
    return number > MOST_SECONDS ? number : number * 1000;
  }
  if (typeof value !== "string" || value.length > 40) return undefined;
  const iso = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|[+-]\d\d(?::?\d\d)?)?)?$/.exec(value);
  if (iso === null) return undefined;
  const [, date, time = "00:00:00", zone = "Z"] = iso;
  const moment = Date.parse(`${date}T${time.slice(0, 12)}${/^[+-]\d\d$/.test(zone) ? `${zone}:00` : zone}`);
  return Number.isNaN(moment) ? undefined : moment;
}

/** An object; absent, null and empty text are undefined. */
export function objectField(fields: Fields, name: string, findings: Findings): Fields | undefined {
  const value = ownField(fields, name);
  if (value === undefined || value === null || value === "") return undefined;
  if (isFields(value)) return value;
  noteWrongType({ name, value, wanted: WANTED.object }, findings);
  return undefined;
}

/** More text than this is not one field's. */
const MOST_JSON_TEXT = 1 << 20;

/** JSON that a database or a CSV file keeps as text; already read where the export nests it. Absent is undefined. */
export function jsonTextField(fields: Fields, name: string, findings: Findings): unknown {
  const value = ownField(fields, name);
  if (value === null || value === "") return undefined;
  if (typeof value !== "string") return value;
  try {
    const read: unknown = value.length <= MOST_JSON_TEXT ? JSON.parse(value) : undefined;
    if (read !== undefined && !isTooDeep(read)) return read;
  } catch {
    // What is wrong is said below, without the text.
  }
  noteWrongType({ name, value, wanted: WANTED.json }, findings);
  return undefined;
}

/** A whole number, also as text; absent is undefined. */
export function wholeNumberField(
  fields: Fields,
  name: string,
  { least, most }: { readonly least: number; readonly most: number },
  findings: Findings,
): number | undefined {
  const value = ownField(fields, name);
  if (value === undefined || value === null || value === "") return undefined;
  const number = typeof value === "string" && /^-?[0-9]{1,16}$/.test(value) ? Number(value) : value;
  if (Number.isInteger(number) && (number as number) >= least && (number as number) <= most) {
    return number as number;
  }
  noteWrongType({ name, value, wanted: wholeNumberFrom(least, most) }, findings);
  return undefined;
}

/** An empty list that all users share: most of them have no second factor, no social login or no phone number. */
export const NONE: readonly never[] = /* @__PURE__ */ Object.freeze([]);

/** A list; absent and null are empty. */
export function listField(fields: Fields, name: string, findings: Findings): readonly unknown[] {
  const value = ownField(fields, name);
  if (value === undefined || value === null) return NONE;
  if (Array.isArray(value)) return value;
  noteWrongType({ name, value, wanted: WANTED.list }, findings);
  return NONE;
}

/** What is read of each object of a list; anything else in it is a fault. */
export function eachObject<T>(
  entries: readonly unknown[],
  list: string,
  findings: Findings,
  read: (entry: Fields) => readonly T[],
): readonly T[] {
  return entries.flatMap((entry) => {
    if (isFields(entry)) return read(entry);
    noteWrongType({ name: `an entry of ${list}`, value: entry, wanted: WANTED.object, field: list }, findings);
    return [];
  });
}

const MAX_EMAIL_LENGTH = 254;
/** Not white space, a control character, half a character, or an invisible one that can't be typed. */
const EMAIL = /^[^\s\p{Cc}\p{Cf}\p{Cs}@]+@[^\s\p{Cc}\p{Cf}\p{Cs}@]+$/u;

/** An e-mail address: one `@` between texts without white space or invisible characters, at most 254 characters (RFC 5321). */
export function emailField(fields: Fields, name: string, findings: Findings): string | undefined {
  const text = textField(fields, name, findings);
  if (text === undefined) return undefined;
  const email = text.trim();
  const sound = email.length <= MAX_EMAIL_LENGTH && EMAIL.test(email);
  if (!sound) {
    const message = "the e-mail address is not of the form name@domain without blanks and invisible characters";
    return findings.fault("user/email-malformed", message, name);
  }
  if (email !== text)
    findings.changes.push(change("trimmed", "white space around the e-mail address was taken off", name));
  return email;
}

/** A phone number in E.164: `+`, a country code, at most 15 digits. */
export function phoneField(fields: Fields, name: string, findings: Findings): string | undefined {
  const text = textField(fields, name, findings);
  if (text === undefined) return undefined;
  if (/^\+[1-9][0-9]{6,14}$/.test(text)) return text;
  const message = "the phone number is not in E.164: +, country code and digits only";
  return findings.fault("user/phone-malformed", message, name);
}

const MAX_USER_ID_LENGTH = 128;

/** The ID in the source system: a text, or a number that is read exactly. */
export function userIdField(fields: Fields, name: string, findings: Findings): string | undefined {
  const id = idField(fields, name, findings);
  if (id === undefined) return findings.fault("user/id-unusable", `${name} is missing`, name);
  if (id.length <= MAX_USER_ID_LENGTH && !/[\p{Cc}\p{Cs}]/u.test(id)) return id;
  const message = `${name} has a control character or more than ${MAX_USER_ID_LENGTH} characters`;
  return findings.fault("user/id-unusable", message, name);
}

/** A list, also where a CSV file or a database has it as JSON; absent and null are empty. */
export function listWritten(fields: Fields, name: string, findings: Findings): readonly unknown[] {
  return typeof ownField(fields, name) === "string"
    ? listField({ [name]: jsonTextField(fields, name, findings) }, name, findings)
    : listField(fields, name, findings);
}

const EMPTY_VALUES = ["null", "[]", "{}"];

const hexOf = (text: string): string => Array.from(text, (character) => character.charCodeAt(0).toString(16)).join("");

/** What a database writes of a column of JSON that holds nothing, also where it is one of bytes. */
const EMPTY_TEXTS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "",
  ...EMPTY_VALUES.flatMap((text) => [text, hexOf(text), `0x${hexOf(text)}`, `\\x${hexOf(text)}`]),
]);
const LONGEST_EMPTY = 10;

/** Whether a field's value holds nothing, so that nothing is lost with it. */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === "string") return value.length <= LONGEST_EMPTY && EMPTY_TEXTS.has(value.toLowerCase());
  return typeof value === "object" && Object.keys(value).length === 0;
}
