import { SOURCE_NAMES, type SourceName } from "../../hash/index.js";
import { words } from "../../lib/words.js";
import type { UserDraft } from "../assemble-user.js";
import { asStated, HASHING_ALGORITHMS, statedBy } from "../fields/composed-hash.js";
import {
  emailField,
  type Fields,
  type Findings,
  flagField,
  isFields,
  isSetField,
  listField,
  momentField,
  NONE,
  optionalFlagField,
  ownField,
  phoneField,
  textField,
  userIdField,
} from "../fields/field.js";
import { type FieldTable, refuseOtherFields } from "../fields/field-table.js";
import type { Password } from "../fields/read-password.js";
import { secondFactor } from "../fields/second-factor.js";
import { socialLogin } from "../fields/social-login.js";
import { noteWrongType, WANTED } from "../fields/wrong-type.js";
import type { ThirdPartyLogin, TotpEnrolment } from "../normalized-user.js";
import { jsonLines } from "../readers/json-lines.js";
import type { NamedSource, RecordContext } from "../source.js";
import { mostHave } from "../system/system.js";

const NOTHING: ReadonlySet<string> = new Set();

const USER: FieldTable = {
  // The last three are for the bulk import; the calls of the interface have no place for them.
  read: new Set(
    words(`externalUserId email emailVerified phoneNumber disabled passwordHash hashingAlgorithm source peppered needsNewPassword
      thirdParty totp createdAt roles metadata`),
  ),
  notCarried: NOTHING,
};

const LOGIN: FieldTable = {
  list: "thirdParty",
  read: new Set(["thirdPartyId", "thirdPartyUserId", "email", "isVerified"]),
  notCarried: NOTHING,
};

const DEVICE: FieldTable = {
  list: "totp",
  read: new Set(["secretKey", "period", "skew", "deviceName", "digits", "algorithm"]),
  notCarried: NOTHING,
};

/**
 * Users as `credport check --out` writes them. The file may have been edited or made by another tool, and may be for
 * another service, so everything is checked again: a hash or secret that is not sound is refused here as anywhere,
 * and so is a field of another name, since nobody can tell what was meant by it.
 */
export const CREDPORT: NamedSource<"credport"> = {
  name: "credport",
  title: "what credport check --out wrote",
  howToExport: [
    "credport check <export> --from <system> --out users.ndjson",
    "",
    "Any other program may write it too: one user a line, as the schema credport/schemas/user.schema.json says.",
  ].join("\n"),
  origin: "unknown",
  readers: [jsonLines({ firstKey: "externalUserId" })],
  idField: "externalUserId",
  joinedFields: ["createdAt"],
  rolesField: "roles",
  fields: [USER, LOGIN, DEVICE],
  otherFields: "refused",
  detect: (records) => {
    // The SuperTokens core's bulk import has the same name for the ID, and lists of logins.
    const isOther = mostHave(records, "loginMethods");
    return mostHave(records, "externalUserId") && !isOther ? "sure" : "no";
  },
  toUser: readUser,
};

function readUser(record: Fields, context: RecordContext): UserDraft {
  const { findings } = context;
  if (flagField(record, "disabled", findings)) context.holdBack("disabled", "disabled");
  const externalUserId = userIdField(record, "externalUserId", findings);
  const email = emailField(record, "email", findings);
  const phoneNumber = phoneField(record, "phoneNumber", findings);
  const password = readUserPassword(record, context);
  const thirdParty = readThirdParty(record, context);
  const totp = readTotp(record, context);
  const emailVerified = flagField(record, "emailVerified", findings);
  readForBulk(record, findings);
  return {
    externalUserId,
    emails: email === undefined ? NONE : [{ value: email, isVerified: emailVerified }],
    phoneNumbers: phoneNumber === undefined ? NONE : [{ value: phoneNumber, isVerified: false }],
    password,
    thirdParty,
    totp,
  };
}

/** Checks what only the bulk import takes, and notes it for the other way. */
function readForBulk(record: Fields, findings: Findings): void {
  momentField(record, "createdAt", findings);
  const roles = listField(record, "roles", findings);
  if (!roles.every((role) => typeof role === "string" && role.trim() !== "")) {
    noteWrongType({ name: "roles", value: roles, wanted: WANTED.names }, findings);
  }
  readMetadata(record, findings);
  if (roles.length > 0) findings.leaveOut("roles");
  if (isSetField(record, "createdAt")) findings.leaveOut("createdAt");
}

function readMetadata(record: Fields, findings: Findings): void {
  const metadata = ownField(record, "metadata");
  if (metadata === undefined || metadata === null) return;
  if (!isFields(metadata)) {
    noteWrongType({ name: "metadata", value: metadata, wanted: WANTED.object }, findings);
    return;
  }
  for (const [name, value] of Object.entries(metadata)) findings.keepForOperator(name, value);
  if (Object.keys(metadata).length > 0) findings.leaveOut("metadata");
}

function readUserPassword(record: Fields, context: RecordContext): Password | undefined {
  const { findings, origin } = context;
  const stated = statedBy(HASHING_ALGORITHMS, textField(record, "hashingAlgorithm", findings)) ?? {};
  const source = sourceField(record, findings) ?? origin.source;
  const peppered = optionalFlagField(record, "peppered", findings) ?? origin.peppered;
  const needsNewPassword = flagField(record, "needsNewPassword", findings);
  const text = textField(record, "passwordHash", findings);
  if (text === undefined) return undefined;
  const own = { source, peppered, isOverPassword: needsNewPassword };
  const read = context.password(
    () => asStated(text, stated, "hashingAlgorithm", { findings, origin: own }),
    own,
  );
  if (read !== undefined && needsNewPassword) read.needsNewPassword = true;
  return read;
}

function sourceField(fields: Fields, findings: Findings): SourceName | undefined {
  const text = textField(fields, "source", findings);
  if (text === undefined) return undefined;
  const source = SOURCE_NAMES.find((name) => name === text);
  if (source === undefined) {
    findings.fault("user/source-unknown", "source is not the name of a system that credport knows", "source");
  }
  return source;
}

function readThirdParty(fields: Fields, context: RecordContext): readonly ThirdPartyLogin[] {
  const { findings } = context;
  const entries = listField(fields, "thirdParty", findings);
  if (entries.length === 0) return NONE;
  return entries.flatMap((entry) => {
    if (!isFields(entry)) {
      const message = "a social login is not an object";
      findings.fault("user/third-party-incomplete", message, "thirdParty");
      return [];
    }
    refuseOtherFields(entry, LOGIN, findings);
    const login = {
      provider: textField(entry, "thirdPartyId", findings),
      userId: textField(entry, "thirdPartyUserId", findings),
      email: emailField(entry, "email", findings),
      isVerified: flagField(entry, "isVerified", findings),
      isServiceName: true,
    };
    return socialLogin({ ...login, field: "thirdParty" }, context);
  });
}

function readTotp(fields: Fields, context: RecordContext): readonly TotpEnrolment[] {
  const { findings } = context;
  const entries = listField(fields, "totp", findings);
  if (entries.length === 0) return NONE;
  return entries.flatMap((entry) => {
    if (!isFields(entry)) {
      const wrong = { name: "an entry of totp", value: entry, wanted: WANTED.object, field: "totp" };
      noteWrongType(wrong, findings);
      return [];
    }
    const secret = textField(entry, "secretKey", findings);
    if (secret === undefined) {
      findings.fault("user/field-wrong-type", "a second factor has no secret", "totp");
      return [];
    }
    refuseOtherFields(entry, DEVICE, findings);
    // Nothing is assumed in credport's own format: it writes both.
    const { period, skew, digits, algorithm } = entry;
    const deviceName = textField(entry, "deviceName", findings);
    const ownDigits = typeof digits === "string" ? Number.NaN : digits;
    const usual = { period: numberOf(period), skew: numberOf(skew), digits: ownDigits, algorithm };
    return secondFactor({ ...usual, field: "totp", secret, encoding: "base32", deviceName }, context);
  });
}

/** A number; anything else is none, and never read as one. */
function numberOf(value: unknown): number {
  return typeof value === "number" ? value : Number.NaN;
}
