import { words } from "../../lib/words.js";
import { notePlainPassword, statedBy } from "../fields/composed-hash.js";
import { isFields } from "../fields/field.js";
import { type FieldTable, noteFieldsLeftOut } from "../fields/field-table.js";
import { jsonDocument } from "../readers/json-document.js";
import { type Password, type Row, read, type ThirdPartyLogin } from "../system/row.js";
import { type About, howTo, system } from "../system/system.js";

const USER: FieldTable = {
  list: "user",
  read: new Set(words("userName email phone hashedPassword password otpCode idps passwordChangeRequired")),
  notCarried: new Set(words("profile requestPasswordlessRegistration")),
};

const PROVIDER: FieldTable = {
  list: "user.idps",
  read: new Set(words("configId externalUserId")),
  notCarried: new Set(words("displayName")),
};

/**
 * The human users of Zitadel's bulk format: of every organisation.
 *
 * @see https://github.com/zitadel/zitadel — docs/docs/guides/migrate/users.md
 */
export const ZITADEL = /* @__PURE__ */ system("zitadel", {
  title: "Zitadel",
  howToExport: howTo(
    [
      `curl -X POST -H "Authorization: Bearer <token>" -d '{"with_passwords":true,"with_otp":true}' https://<domain>/admin/v1/export > users.json`,
    ],
    "Least privileges: the interface asks for an instance owner, so make a service account for this one export and delete it afterwards. Passkeys and machine keys are left out.",
  ),
  users: {
    readers: [
      jsonDocument({
        keys: ["humanUsers"],
        paths: [
          ["data_orgs", "orgs", "*", "humanUsers"],
          ["dataOrgs", "orgs", "*", "humanUsers"],
          ["orgs", "*", "humanUsers"],
        ],
        firstKey: "userId",
        withoutList: "the file has no organisation with humanUsers",
      }),
    ],
  },
  user: {
    id: "userId",
    emails: read("user", (record) => {
      const email = userOf(record).object("email");
      return email?.emails("email", email.flag("isEmailVerified")) ?? [];
    }),
    phones: read("user", (record) => {
      const phone = userOf(record).object("phone");
      return phone?.confirmedPhones("phone", phone.flag("isPhoneVerified")) ?? [];
    }),
    userName: read("user", (record) => ({ fields: userOf(record).fields, name: "userName" })),
    hash: read("user", readHash),
  },
  rules: [read("user", noteUser)],
  logins: [read("user", readProviders)],
  notCarried: "",
  likeness: { sure: ["userId user"] },
});

function userOf(record: Row): Row {
  return record.object("user") ?? record.of({});
}

/** Zitadel does not say how the secret of a second factor is written. */
function noteUser(record: Row): boolean {
  const user = userOf(record);
  noteFieldsLeftOut(user.fields, USER, user.findings);
  const hasFactor = user.text("otpCode") !== undefined;
  const message = "the second factor's secret is in an encoding that Zitadel does not document";
  if (hasFactor) user.findings.warn("user/second-factor-not-carried", message, "user.otpCode");
  return hasFactor;
}

function readHash(record: Row): Password | undefined {
  const user = userOf(record);
  const hashed = user.object("hashedPassword");
  if (user.flag("passwordChangeRequired")) user.context.mustReset("user.passwordChangeRequired");
  const text = hashed?.text("value");
  if (text !== undefined) {
    return user.statedHash(text, statedBy(ALGORITHMS, hashed?.text("algorithm")), "user.hashedPassword");
  }
  if (user.text("password") === undefined) return undefined;
  return notePlainPassword("user.password", user.findings);
}

/** What its documentation calls those that the service verifies; others are read by the text alone. */
const ALGORITHMS = { argon2i: ["argon2i"], argon2id: ["argon2id"], bcrypt: ["bcrypt"] };

function readProviders(record: Row, { emails }: About): readonly ThirdPartyLogin[] {
  return userOf(record)
    .list("idps")
    .flatMap((entry) => {
      const link = record.of(isFields(entry) ? entry : {});
      noteFieldsLeftOut(link.fields, PROVIDER, record.findings);
      const [provider, userId] = [link.text("configId"), link.text("externalUserId")];
      return record.login({ provider, userId, email: undefined, field: "user.idps" }, emails);
    });
}
