import { jsonLines, recordFields, type Source } from "../../../src/source/index.js";

/** A made-up system whose export has rows of several tables: its users, their phones and their profiles. */
export const FORUM: Source = {
  name: "forum",
  title: "our forum",
  origin: "unknown",
  readers: [jsonLines()],
  idField: "id",
  fields: [
    { read: new Set(["id", "t", "of"]), notCarried: new Set(["name"]) },
    { read: new Set(["number"]), notCarried: new Set() },
  ],
  otherFields: "counted",
  roleOf: (record, { isJoined }) => {
    const key = typeof record.of === "string" ? record.of : undefined;
    if (record.t === "phone") return { role: "part", part: "phones", key };
    if (record.t === "login") return { role: "part", part: "logins", key, aloneIsUser: true };
    if (record.t === "note") return { role: "other" };
    return { role: "user", key: isJoined ? undefined : String(record.id) };
  },
  toUser: (record, context) => {
    const { findings } = context;
    const idField = record.t === "login" ? "of" : "id";
    const phones = context.parts("phones").map((phone) => recordFields.phone(phone, "number", findings));
    const logins = context.parts("logins").length + (record.t === "login" ? 1 : 0);
    return {
      externalUserId: recordFields.userId(record, idField, findings),
      emails: [],
      phoneNumbers: phones.flatMap((value) => (value === undefined ? [] : [{ value, isVerified: true }])),
      userName: `${logins} logins`,
      password: undefined,
      thirdParty: [],
      totp: [],
    };
  },
};

export const user = (id: string) => ({ t: "user", id });
export const phone = (of: string | undefined, number: number) => ({
  t: "phone",
  of,
  number: `+1555555${String(number).padStart(4, "0")}`,
});
export const login = (of: string | undefined) => ({ t: "login", of });
export const lines = (...rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
