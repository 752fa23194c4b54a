import { SOURCE_NAMES } from "../hash/index.js";
import { withoutSecrets } from "../lib/redact.js";
import { meant } from "../lib/require-names.js";
import { isFields } from "./fields/field.js";
import type { FieldTable } from "./fields/field-table.js";
import type { RecordReader } from "./readers/record-reader.js";
import type { Source } from "./source.js";

/** What `toUser` of a caller's source threw, or gave that is not a user: a bug of that source, and of no record. */
export class SourceFault extends TypeError {
  readonly #toUser: Source["toUser"];

  constructor({ name, toUser }: Source, line: number, what: "threw" | "gave no user", cause: unknown, record: unknown) {
    super(`toUser of the source ${name} ${what} at line ${line}: ${safeMessage(cause, record)}`, { cause });
    this.name = "SourceFault";
    this.#toUser = toUser;
  }

  get toUser(): Source["toUser"] {
    return this.#toUser;
  }
}

/** The engine's words for what it was not to do with a text, which it repeats. */
const QUOTES_VALUE = /^Cannot (?:create property|use 'in' operator)/;

/** A `TypeError` is about a program; one of Node's own, and any other error, may repeat what is in the record. */
function safeMessage(error: unknown, record: unknown): string {
  if (!(error instanceof Error)) return "what is not an Error";
  const { name, message } = error;
  const isOfProgram = (error instanceof TypeError || error instanceof ReferenceError) && !("code" in error);
  const isSafe = isOfProgram && !QUOTES_VALUE.test(message) && !textsIn(record).some((text) => message.includes(text));
  return isSafe ? withoutSecrets(message) : `${name} (its message may have data of the record)`;
}

/** Shorter ones are in any message. */
const LEAST_TEXT = 4;

function textsIn(value: unknown, depth = 0): readonly string[] {
  if (typeof value === "string") return value.length < LEAST_TEXT ? [] : [value];
  if (typeof value !== "object" || value === null || depth > MOST_DEPTH) return [];
  return Object.values(value).flatMap((inner) => textsIn(inner, depth + 1));
}

const MOST_DEPTH = 100;

type Check = readonly [should: string, fits: (value: unknown) => boolean];

const isText = (value: unknown): boolean => typeof value === "string" && value !== "";
const isSet = (value: unknown): boolean => typeof (value as Partial<Set<unknown>> | null)?.has === "function";
const TEXT: Check = ["a text", isText];
const TEXTS: Check = ["a list of texts", (value) => Array.isArray(value) && value.every(isText)];
const FUNCTION: Check = ["a function", (value) => typeof value === "function"];
const LIST: Check = ["a list", Array.isArray];

const REQUIRED = {
  ...{ name: TEXT, title: TEXT, origin: TEXT, idField: TEXT },
  ...{ readers: LIST, fields: LIST },
  otherFields: ["counted or refused", (value) => value === "counted" || value === "refused"],
  toUser: FUNCTION,
} as const satisfies Partial<Record<keyof Source, Check>>;

const OPTIONAL: Readonly<Record<Exclude<keyof Source, keyof typeof REQUIRED>, Check>> = {
  ...{ builtOn: TEXTS, joinedFields: TEXTS, lastLoginFields: TEXTS, mustResetFields: TEXTS, nestedFields: TEXTS },
  ...{ howToExport: TEXT, rolesField: TEXT, listsBy: TEXT, alwaysThere: TEXT, staff: TEXTS },
  ...{ detect: FUNCTION, isUser: FUNCTION, listsOf: FUNCTION, roleOf: FUNCTION },
  ...{ encryption: LIST, furtherTables: LIST, ownColumns: LIST },
  comparedWith: ["an object", isFields],
  beforeUsers: ["an object", isFields],
  guards: ["a Map", isSet],
  partsFillIn: ["true", (value) => value === true],
};

/** What keeps a value from being a source; undefined where it is one. */
export function sourceFault(source: unknown): string | undefined {
  if (!isFields(source)) return "it is not an object";
  const names = [...Object.keys(REQUIRED), ...Object.keys(OPTIONAL)];
  const unknown = Object.keys(source).find((name) => !names.includes(name) && source[name] !== undefined);
  if (unknown !== undefined)
    return `it has ${/^\w{1,40}$/.test(unknown) ? unknown : "a field"}, which is not a field of one${meant(unknown, names)}`;
  for (const [name, [should, fits]] of Object.entries<Check>({ ...REQUIRED, ...OPTIONAL })) {
    if (source[name] === undefined && Object.hasOwn(OPTIONAL, name)) continue;
    if (!fits(source[name])) return `its ${name} is not ${should}`;
  }
  return faultInParts(source as unknown as Source);
}

function faultInParts({ origin, readers, fields }: Source): string | undefined {
  if (readers.length === 0) return "it has no readers";
  if (fields.length === 0) return "it has no table of fields";
  if (origin !== "unknown" && !SOURCE_NAMES.includes(origin)) {
    return `its origin is not a system${meant(origin, [...SOURCE_NAMES, "unknown"])}`;
  }
  const reader = readers.findIndex((one) => !isReader(one));
  if (reader >= 0) return `its readers[${reader}] is not a reader, such as csvTable()`;
  const table = fields.findIndex((one) => !isTable(one));
  return table < 0 ? undefined : `its fields[${table}] has not read and notCarried, each a Set of names`;
}

function isReader(given: unknown): boolean {
  const { format, fits, read } = (given ?? {}) as Partial<RecordReader>;
  return isText(format) && typeof fits === "function" && typeof read === "function";
}

function isTable(given: unknown): boolean {
  const { read, notCarried, secrets = new Set() } = (given ?? {}) as Partial<FieldTable>;
  return isSet(read) && isSet(notCarried) && isSet(secrets);
}
