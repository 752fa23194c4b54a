import { SOURCE_NAMES, type SourceName } from "../../hash/index.js";
import { words } from "../../lib/words.js";
import { problem } from "../../problems/user.js";
import type { UserDraft } from "../assemble-user.js";
import { asStated, HASHING_ALGORITHMS, statedBy } from "../fields/composed-hash.js";
import { contactsOf } from "../fields/contacts.js";
import { eachObject, type Fields, isFields, momentField, NONE, phoneField, userIdField } from "../fields/field.js";
import { type FieldTable, refuseOtherFields } from "../fields/field-table.js";
import { socialLogin } from "../fields/social-login.js";
import { noteWrongType, WANTED } from "../fields/wrong-type.js";
import { jsonLines } from "../readers/json-lines.js";
import type { NamedSource, RecordContext } from "../source.js";
import { type Password, Row, type ThirdPartyLogin, type TotpEnrolment } from "../system/row.js";
import { mostHave } from "../system/system.js";

const NOTHING: ReadonlySet<string> = new Set();

const USER: FieldTable = {
  // The last three are for the bulk import; the calls of the interface have no place for them. Whether
  // codes go to the phone alone follows from emailVerified: it is written for other readers.
  read: new Set(
    words(`externalUserId email emailVerified phoneNumber disabled passwordHash hashingAlgorithm source peppered needsNewPassword
      codesToPhoneAlone thirdParty totp createdAt roles metadata`),
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
 * and so is a field of another name, which may mean anything.
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
  const user = new Row(record, context);
  const { findings } = user;
  if (user.flag("disabled")) context.holdBack("disabled", "disabled");
  const externalUserId = userIdField(record, "externalUserId", findings);
  const email = user.email("email");
  const phoneNumber = phoneField(record, "phoneNumber", findings);
  const password = readUserPassword(user);
  const thirdParty = readThirdParty(user);
  const totp = readTotp(user);
  const emails = contactsOf(email, user.flag("emailVerified"));
  user.flag("codesToPhoneAlone");
  readForBulk(user);
  return { externalUserId, emails, phoneNumbers: contactsOf(phoneNumber), password, thirdParty, totp };
}

/** Checks what only the bulk import takes, and notes it for the other way. */
function readForBulk(user: Row): void {
  momentField(user.fields, "createdAt", user.findings);
  const roles = user.list("roles");
  if (!roles.every((role) => typeof role === "string" && role.trim() !== "")) {
    noteWrongType({ name: "roles", value: roles, wanted: WANTED.names }, user.findings);
  }
  readMetadata(user);
  if (roles.length > 0) user.leaveOut("roles");
  if (user.isSet("createdAt")) user.leaveOut("createdAt");
}

function readMetadata(user: Row): void {
  const metadata = user.own("metadata");
  if (metadata === undefined || metadata === null) return;
  if (!isFields(metadata)) {
    noteWrongType({ name: "metadata", value: metadata, wanted: WANTED.object }, user.findings);
    return;
  }
  for (const [name, value] of Object.entries(metadata)) user.findings.keepForOperator(name, value);
  if (Object.keys(metadata).length > 0) user.leaveOut("metadata");
}

function readUserPassword(user: Row): Password | undefined {
  const { findings, context } = user;
  const stated = statedBy(HASHING_ALGORITHMS, user.text("hashingAlgorithm")) ?? {};
  const source = sourceOf(user) ?? context.origin.source;
  const peppered = user.optionalFlag("peppered") ?? context.origin.peppered;
  const needsNewPassword = user.flag("needsNewPassword");
  const text = user.text("passwordHash");
  if (text === undefined) return undefined;
  const origin = { source, peppered, isOverPassword: needsNewPassword };
  const read = user.hash(() => asStated(text, stated, "hashingAlgorithm", { findings, origin }), origin);
  if (read !== undefined && needsNewPassword) read.needsNewPassword = true;
  return read;
}

const NAMED =
  "Write one of the names that credport check --help lists, or take the field out and name the system with --source.";

function sourceOf(user: Row): SourceName | undefined {
  const text = user.text("source");
  const source = SOURCE_NAMES.find((name) => name === text);
  const message = "source is not the name of a system that credport knows";
  if (text !== undefined && source === undefined) {
    user.findings.problems.push(problem("user/field-wrong-type", message, { field: "source", remedy: NAMED }));
  }
  return source;
}

function readThirdParty(user: Row): readonly ThirdPartyLogin[] {
  const entries = user.list("thirdParty");
  if (entries.length === 0) return NONE;
  return entries.flatMap((entry) => {
    if (!isFields(entry)) {
      user.findings.fault("user/third-party-unusable", "a social login is not an object", "thirdParty");
      return [];
    }
    refuseOtherFields(entry, LOGIN, user.findings);
    const own = user.of(entry);
    const login = {
      provider: own.text("thirdPartyId"),
      userId: own.text("thirdPartyUserId"),
      email: own.email("email"),
      isVerified: own.flag("isVerified"),
      isServiceName: true,
    };
    return socialLogin({ ...login, field: "thirdParty" }, user.context);
  });
}

function readTotp(user: Row): readonly TotpEnrolment[] {
  const entries = user.list("totp");
  if (entries.length === 0) return NONE;
  return eachObject(entries, "totp", user.findings, (entry) => {
    const device = user.of(entry);
    const secret = device.text("secretKey");
    if (secret === undefined) {
      user.findings.fault("user/field-wrong-type", "a second factor has no secret", "totp");
      return [];
    }
    refuseOtherFields(entry, DEVICE, user.findings);
    // Nothing is assumed in credport's own format: it writes both.
    const { period, skew, digits, algorithm } = entry;
    const ownDigits = typeof digits === "string" ? Number.NaN : digits;
    const usual = { period: numberOf(period), skew: numberOf(skew), digits: ownDigits, algorithm };
    const deviceName = device.text("deviceName");
    return device.factor({ ...usual, field: "totp", secret, encoding: "base32", deviceName });
  });
}

/** Anything but a number is NaN, and never read as one. */
function numberOf(value: unknown): number {
  return typeof value === "number" ? value : Number.NaN;
}
