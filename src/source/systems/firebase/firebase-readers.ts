import { type Fields, isFields } from "../../fields/field.js";
import { csvTable } from "../../readers/csv-table.js";
import { readRewritten } from "../../readers/item-batches.js";
import { firstElementHas } from "../../readers/json-beginning.js";
import { jsonDocument } from "../../readers/json-document.js";
import type { ReaderItem, RecordReader } from "../../readers/record-reader.js";
import { splitFirebaseRow } from "./split-firebase-row.js";

const OWN_COLUMNS_BEFORE = [
  ...["localId", "email", "emailVerified", "passwordHash", "salt", "displayName", "photoUrl"],
] as const;
const PROVIDERS = ["google.com", "facebook.com", "twitter.com", "github.com"] as const;
const PROVIDER_COLUMNS = ["rawId", "email", "displayName", "photoUrl"] as const;
const OWN_COLUMNS_AFTER = [
  "createdAt",
  "lastLoginAt",
  "phoneNumber",
  "disabled",
  "customAttributes",
] as const;

const columnOf = (provider: string, column: string) => `${provider}/${column}`;

const COLUMNS: readonly string[] = [
  ...OWN_COLUMNS_BEFORE,
  ...PROVIDERS.flatMap((provider) => PROVIDER_COLUMNS.map((column) => columnOf(provider, column))),
  ...OWN_COLUMNS_AFTER,
];

/**
 * `firebase auth:export users.csv`: 28 columns without a header, of which the last is followed by a comma. A row
 * is read as the user that the tool would have written as JSON.
 *
 * @see https://github.com/firebase/firebase-tools — src/accountExporter.ts
 */
export const FIREBASE_CSV: RecordReader = readAs(
  csvTable({ columns: COLUMNS, splitRow: splitFirebaseRow }),
  userOfRow,
);

const toOwnName = (key: string) => ADMIN_SDK_NAMES.get(key) ?? key;

/** The users of Firebase's tool and REST interface, and those of the Admin SDK, which calls fields by other names. */
export const FIREBASE_JSON: RecordReader = readAs(
  jsonDocument({ keys: ["users"], firstKey: "localId" }),
  userOfAdminSdk,
  toOwnName,
);

/** The pages in which the REST interface and the Admin SDK list users, put into one list. */
export const FIREBASE_PAGES: RecordReader = {
  ...readAs(
    jsonDocument({ keys: [], paths: [["*", "users"]], firstKey: "localId" }),
    userOfAdminSdk,
    toOwnName,
  ),
  fits: (beginning) => firstElementHas(beginning, "users"),
};

/** A reader whose records are written in another way. */
function readAs(
  reader: RecordReader,
  toUser: (record: Fields) => Fields,
  nameOf: (key: string) => string = (key) => key,
): RecordReader {
  const rewritten = (item: ReaderItem): ReaderItem => {
    if (item.kind !== "record" || !isFields(item.value)) return item;
    const { conflictingFields } = item;
    const value = toUser(item.value);
    if (conflictingFields === undefined) return value === item.value ? item : { ...item, value };
    return { ...item, value, conflictingFields: conflictingFields.map(nameOf) };
  };
  return { ...reader, read: readRewritten(reader, rewritten) };
}

function userOfRow(row: Fields): Fields {
  const own = [...OWN_COLUMNS_BEFORE, ...OWN_COLUMNS_AFTER]
    .filter((column) => row[column] !== "")
    .map((column) => [column, flagOr(row[column], column)] as const);
  const providerUserInfo = PROVIDERS.filter((providerId) => row[columnOf(providerId, "rawId")] !== "").map(
    (providerId) => ({
      providerId,
      ...Object.fromEntries(
        PROVIDER_COLUMNS.map((column) => [column, row[columnOf(providerId, column)]] as const),
      ),
    }),
  );
  return { ...Object.fromEntries(own), providerUserInfo };
}

/** The rows that are split have `true` or `false` in these columns. */
function flagOr(text: unknown, column: string): unknown {
  return column === "emailVerified" || column === "disabled" ? text === "true" : text;
}

/** What the Admin SDK calls the fields that the tool and the REST interface have other names for. */
const ADMIN_SDK_NAMES: ReadonlyMap<string, string> = new Map([
  ["uid", "localId"],
  ["photoURL", "photoUrl"],
  ["customClaims", "customAttributes"],
  ["tokensValidAfterTime", "validSince"],
  ["providerData", "providerUserInfo"],
]);

/**
 * A user as `UserRecord.toJSON` of the Admin SDK writes it, with Firebase's own names of the fields.
 *
 * @see https://firebase.google.com/docs/reference/admin/node/firebase-admin.auth.userrecord
 */
function userOfAdminSdk(record: Fields): Fields {
  if (!Object.hasOwn(record, "uid") || Object.hasOwn(record, "localId")) return record;
  const { metadata, multiFactor, providerData, ...fields } = record;
  const renamed = Object.entries(fields).map(([key, value]) => [ADMIN_SDK_NAMES.get(key) ?? key, value]);
  const logins = Array.isArray(providerData) ? providerData.map(loginOfAdminSdk) : providerData;
  const factors = isFields(multiFactor) ? multiFactor.enrolledFactors : undefined;
  return {
    ...Object.fromEntries(renamed),
    ...(metadata === undefined ? {} : { metadata }),
    ...(logins === undefined ? {} : { providerUserInfo: logins }),
    ...(factors === undefined ? {} : { mfaInfo: factors }),
  };
}

function loginOfAdminSdk(login: unknown): unknown {
  if (!isFields(login)) return login;
  const { uid, photoURL, ...fields } = login;
  return { ...fields, rawId: uid, ...(photoURL === undefined ? {} : { photoUrl: photoURL }) };
}
