import { printable } from "../../lib/printable.js";
import { words } from "../../lib/words.js";
import { notePlainPassword, statedBy } from "../fields/composed-hash.js";
import { type Fields, idText, isFields, ownField } from "../fields/field.js";
import { type FieldTable, noteFieldsLeftOut } from "../fields/field-table.js";
import { keepLanguage } from "../fields/language.js";
import { jsonDocument } from "../readers/json-document.js";
import type { RecordRole } from "../source.js";
import { type Password, type Row, read, type ThirdPartyLogin, type TotpEnrolment } from "../system/row.js";
import { type About, howTo, system } from "../system/system.js";

const USER: FieldTable = {
  list: "user",
  read: new Set(words("userName email phone hashedPassword password otpCode idps passwordChangeRequired")),
  notCarried: new Set(words("profile requestPasswordlessRegistration recoveryCodes")),
};

const PROVIDER: FieldTable = {
  list: "user.idps",
  read: new Set(words("configId externalUserId")),
  notCarried: new Set(words("displayName")),
};

/** What an organisation has of its users, in the order in which it is read; what is exported, and what is to be imported. */
const LISTS = ["humanUsers", "userLinks"];
const ORGANISATIONS = [
  ["data_orgs", "orgs", "*"],
  ["dataOrgs", "orgs", "*"],
  ["orgs", "*"],
];

/**
 * The human users of Zitadel's bulk format: of every organisation, with their logins at other providers.
 *
 * @see https://github.com/zitadel/zitadel — internal/api/grpc/admin/export.go, internal/domain/human_otp.go
 */
export const ZITADEL = /* @__PURE__ */ system("zitadel", {
  title: "Zitadel",
  comparedWith:
    "zitadel-go v3.29.0 of 2026-04-14: zitadel/zitadel-go: pkg/client/zitadel/v1/v1.pb.go, management/management.pb.go",
  howToExport: howTo(
    [
      `curl -X POST -H "Authorization: Bearer <token>" -d '{"with_passwords":true,"with_otp":true}' https://<domain>/admin/v1/export > users.json`,
    ],
    "Least privileges: the interface asks for an instance owner, so make a service account for this one export and delete it afterwards. Passkeys and machine keys are left out. The export does not tell deactivated and locked users from others: look them up (GET /management/v1/users/_search, state) and take them out of the file.",
  ),
  users: {
    readers: [
      jsonDocument({
        keys: ["humanUsers"],
        paths: ORGANISATIONS.flatMap((path) => LISTS.map((list) => [...path, list])),
        firstKey: "userId",
        withoutList: "the file has no organisation with humanUsers",
      }),
    ],
    roleOf,
  },
  user: {
    id: "userId",
    // The owner of an organisation can add users with addresses and numbers that are marked so: no mark is a proof.
    emails: read("user", (record) => {
      return userOf(record).object("email")?.emails("email") ?? [];
    }),
    phones: read("user", (record) => {
      return userOf(record).object("phone")?.confirmedPhones("phone", false) ?? [];
    }),
    userName: read("user", (record) => ({ fields: userOf(record).fields, name: "userName" })),
    hash: read("user", readHash),
  },
  rules: [read("user", noteUser)],
  logins: [read("user", readProviders)],
  factors: [read("user", readFactor)],
  parts: [
    {
      name: "links",
      columnsAs: "userLinks",
      tables: "",
      columns: [],
      key: "userId",
      login: {
        provider: "idpId",
        userId: "providedUserId",
        doubt: read("idpName", (link) => {
          const name = printable((link.text("idpName") ?? "").slice(0, 64));
          return `its name ("${name}") is the text of an organisation's owner`;
        }),
      },
      notCarried: "providedUserName idpType",
    },
  ],
  notCarried: "",
  likeness: { sure: ["userId user"] },
});

function userOf(record: Row): Row {
  return record.object("user") ?? record.of({});
}

function roleOf(record: Fields): RecordRole {
  const key = idText(ownField(record, "userId"));
  return Object.hasOwn(record, "providedUserId") ? { role: "part", part: "links", key } : { role: "user", key };
}

function noteUser(record: Row): boolean {
  const user = userOf(record);
  noteFieldsLeftOut(user.fields, USER, user.findings);
  keepLanguage(user.findings, user.object("profile")?.fields ?? {});
  return false;
}

/** Of users who gave a code: the text that they scanned. */
function readFactor(record: Row): readonly TotpEnrolment[] {
  const secret = userOf(record).text("otpCode");
  return secret === undefined ? [] : record.factor({ field: "user.otpCode", secret, encoding: "base32" });
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
