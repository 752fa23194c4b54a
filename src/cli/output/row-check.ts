import { createHash } from "node:crypto";

/** By what a row of the sheet of decisions and a record are known to be of one user. */
export interface Identity {
  readonly userId: string;
  /** Lower case. Empty where there is none; undefined in a sheet without such a column. */
  readonly email: string | undefined;
  /** As `phoneIn` has it. */
  readonly phone: string | undefined;
}

const CHECK_LETTERS = 20;

/**
 * The cell `row`: it finds a row's user again whatever a program makes of the other cells. Letters alone, because spreadsheets
 * change whatever looks like a number or a date; 80 bits of SHA-256, too many for a user to register with another row's check.
 */
export function checkOf({ userId, email = "", phone = "" }: Identity): string {
  const digest = createHash("sha256").update(JSON.stringify([userId, email, phone]));
  return digest
    .digest("hex")
    .slice(0, CHECK_LETTERS)
    .replace(/\d/g, (digit) => "ghijklmnop".charAt(Number(digit)));
}

/** A number is its digits: a spreadsheet takes the signs of some away, and puts some between. */
export function phoneIn(text: string): string {
  const whole = text.trim().replace(/^(\d+)\.0+$/, "$1");
  const digits = whole.replaceAll(/[\s+().,'/-]/g, "");
  return /^\d+$/.test(digits) ? digits : whole.toLowerCase();
}
