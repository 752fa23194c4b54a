import { csvLine } from "../../lib/csv-line.js";
import { firstDefined } from "../../lib/first-defined.js";
import type { ProblemCode, Success } from "../../result.js";
import type { ReadUser } from "../../source/index.js";
import { languageIn } from "../../source/internal.js";
import type { OutputFile } from "./output-file.js";

/** What a user has to do who is imported without their password, by the code of the warning. */
const TO_DO: Readonly<Partial<Record<ProblemCode, string>>> = {
  "user/password-to-choose": "choose-password",
  "user/code-in-place-of-password": "sign-in-by-code",
};

/** The same of users with a number, to which the service sends codes. */
const BY_NUMBER: typeof TO_DO = { "user/password-not-exported": "sign-in-by-code" };

const COLUMNS = ["external_user_id", "email", "phone", "language", "to_do"];

/** Recognises the list of an earlier run: one that is resumed writes it again. */
export const isMailing = (line: string): boolean => `${line}\r\n` === csvLine(COLUMNS);

/** The users to write to before they sign in. */
export async function writeMailing(file: OutputFile, { value, warnings }: Success<ReadUser>): Promise<void> {
  const { metadata = {} } = value;
  const { externalUserId, email = "", phoneNumber = "" } = value.user;
  const toDo = firstDefined(warnings, ({ code }) => TO_DO[code] ?? (phoneNumber === "" ? undefined : BY_NUMBER[code]));
  if (toDo === undefined) return;
  if (file.lines === 0) await file.write(csvLine(COLUMNS));
  // The line end is the file's.
  await file.writeText(csvLine([externalUserId, email, phoneNumber, languageIn(metadata) ?? "", toDo]).slice(0, -1));
}
