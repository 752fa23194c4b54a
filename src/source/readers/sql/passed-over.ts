import { AskedTables, lastPart } from "./table-names.js";

const MOST_TABLES = 20;

/** What tables of second factors are called, as one word of several at least. */
const FACTORS =
  /(?:two_?factor|second_?factor|totp|webauthn|passkey|security_?key|authenticator|(?:^|_)(?:2fa|tfa|mfa|otp|u2f)(?:_|$))/;
/** What a column with a password is called: a table without one only says which users are administrators. */
const PASSWORD = /pass|pw|hash|crypt/i;

/** Tables with rows that were not asked for, and that have second factors by their names, or accounts of staff. */
export class PassedOver {
  readonly tables = new Set<string>();
  readonly #staff: AskedTables;
  #last: string | undefined;

  constructor(staff: readonly string[] = []) {
    this.#staff = new AskedTables(staff);
  }

  /** @param columns Where something names them. */
  note(table: string, columns: readonly string[] = ["password"]): void {
    if (table === this.#last || this.tables.size === MOST_TABLES) return;
    this.#last = table;
    const isStaff = this.#staff.has(table) && columns.some((column) => PASSWORD.test(column));
    if (isStaff || FACTORS.test(lastPart(table))) this.tables.add(table);
  }
}
