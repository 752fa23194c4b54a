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

const COLUMNS = ["external_user_id", "email", "language", "to_do"];

/** Recognises the list of an earlier run: one that is resumed writes it again. */
export const isMailing = (line: string): boolean => `${line}\r\n` === csvLine(COLUMNS);

/** The users to write to before they sign in. */
export async function writeMailing(file: OutputFile, { value, warnings }: Success<ReadUser>): Promise<void> {
  const toDo = firstDefined(warnings, ({ code }) => TO_DO[code]);
  if (toDo === undefined) return;
  const { metadata = {} } = value;
  const { externalUserId, email = "" } = value.user;
  if (file.lines === 0) await file.write(csvLine(COLUMNS));
  // The line end is the file's.
  await file.writeText(csvLine([externalUserId, email, languageIn(metadata) ?? "", toDo]).slice(0, -1));
}
