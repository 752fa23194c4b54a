import {
  emailField,
  flagField,
  isSetField,
  jsonTextField,
  listField,
  momentField,
  objectField,
  optionalFlagField,
  phoneField,
  textField,
  userIdField,
  wholeNumberField,
  writtenFlagField,
} from "./field.js";
import { noteFieldsLeftOut, refuseOtherFields } from "./field-table.js";
import { phoneNumberField } from "./phone-number.js";
import { decryptedHash, decryptedSecret, secondFactor } from "./second-factor.js";
import { socialLogin } from "./social-login.js";

/**
 * What a source of your own reads fields with, each by the rules that hold for every export. All take the
 * record, the field's name and the findings, and note there what is wrong: `text`, `flag` (absent is false),
 * `optionalFlag`, `list`, `object`, `email`, `phone` (E.164) and `userId` (required). As databases and CSV files
 * write things: `writtenFlag` (`t`, `TRUE`, 1), `isSet` (a date where a flag is meant), `moment` (milliseconds
 * since 1970), `wholeNumber` and `jsonText`. `countOthers` and `refuseOthers` judge the fields of a nested object
 * by its table. `phoneNumber`, `socialLogin`, `secondFactor`, `decryptedSecret` and
 * `decryptedHash` take the record's context and give what an import call takes.
 *
 * @experimental Custom sources are to be declared as the built-in ones are.
 *
 * @example
 * ```ts
 * import { jsonLines, readExport, recordFields } from "credport/source";
 *
 * const shop = {
 *   name: "shop",
 *   title: "our web shop",
 *   origin: "ghost",
 *   readers: [jsonLines()],
 *   idField: "id",
 *   fields: [{ read: new Set(["id", "mail", "confirmed", "pw"]), notCarried: new Set(["name"]) }],
 *   otherFields: "counted",
 *   toUser(record, { findings, password }) {
 *     const email = recordFields.email(record, "mail", findings);
 *     const isVerified = recordFields.flag(record, "confirmed", findings);
 *     const hash = recordFields.text(record, "pw", findings);
 *     return {
 *       externalUserId: recordFields.userId(record, "id", findings),
 *       emails: email === undefined ? [] : [{ value: email, isVerified }],
 *       phoneNumbers: [],
 *       password: hash === undefined ? undefined : password(hash),
 *       thirdParty: [],
 *       totp: [],
 *     };
 *   },
 * };
 * const hash = "$2b$10$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
 * async function* file() {
 *   yield new TextEncoder().encode(JSON.stringify({ id: "1", mail: "a@example.com", pw: hash, name: "A" }));
 * }
 * const users = [];
 * for await (const { result } of readExport(file(), { from: shop })) if (result.ok) users.push(result.value);
 * [users[0].user.source, users[0].notCarried]; // => ["ghost", ["name"]]
 * ```
 */
export const recordFields = {
  text: textField,
  flag: flagField,
  optionalFlag: optionalFlagField,
  list: listField,
  email: emailField,
  object: objectField,
  writtenFlag: writtenFlagField,
  isSet: isSetField,
  moment: momentField,
  wholeNumber: wholeNumberField,
  jsonText: jsonTextField,
  phone: phoneField,
  phoneNumber: phoneNumberField,
  socialLogin,
  secondFactor,
  decryptedSecret,
  decryptedHash,
  userId: userIdField,
  countOthers: noteFieldsLeftOut,
  refuseOthers: refuseOtherFields,
} as const;
