import type { UserDraft } from "../assemble-user.js";
import type { RecordContext } from "../source.js";
import { contactsOf } from "./contacts.js";
import { emailField, type Fields, idField, textField, userIdField } from "./field.js";

/** What a table of users calls the columns that nearly every system has. */
export interface UserColumns {
  readonly id: string;
  readonly email: string;
  readonly userName: string;
  readonly hash: string;
}

/** What a system has beyond one row of a user, or in its place. */
type Beyond = Partial<UserDraft> & {
  /** Whether there is evidence that the user owns the address. Default false. */
  readonly isVerified?: boolean;
};

/** A user as one row of a table says it; what is given beside it takes the place of what the row says. */
export function userOfRow(
  record: Fields,
  columns: Partial<UserColumns> & { readonly id: string },
  context: RecordContext,
  { isVerified = false, ...beyond }: Beyond = {},
): UserDraft {
  const { findings } = context;
  const own = {
    externalUserId: userIdField(record, columns.id, findings),
    emails:
      columns.email === undefined ? [] : contactsOf(emailField(record, columns.email, findings), isVerified),
    phoneNumbers: [],
    userName: columns.userName === undefined ? undefined : idField(record, columns.userName, findings),
    password: columns.hash === undefined ? undefined : hashField(record, columns.hash, context),
    thirdParty: [],
    totp: [],
  };
  return { ...own, ...beyond };
}

/** A user's hash in one column; undefined where there is none. */
export function hashField(record: Fields, name: string, context: RecordContext) {
  const hash = textField(record, name, context.findings);
  return hash === undefined ? undefined : context.password(hash);
}
