import { csvLine } from "../lib/csv-line.js";
import type { ReportFormat } from "./report-model.js";

/** What a support desk can tell a refused user, by the problem: the first that fits. */
const ANSWERS: readonly (readonly [RegExp, string])[] = [
  [/^user\/(?:disabled|banned|deleted|left-out|not-a-person)$/, "Your old account is closed: ask us if you need it."],
  [/^user\/(?:invited|unconfirmed)$/, "You have not finished signing up: please sign up again."],
  [
    /^user\/(?:duplicate-|owner-left-out|login-address-taken|decided-too-late)/,
    "More than one account has this address, number or login: tell us which one you use.",
  ],
  [
    /^import\/(?:user-exists|user-shared|existing-kept|password-changed|signed-in-since)$/,
    'You have an account already: sign in, or choose "forgot password".',
  ],
  [/^user\/(?:email-|code-address)/, "Tell us an e-mail address at which we reach you, and sign up with it."],
  [/^user\/phone-/, "Tell us your phone number with its country code."],
  [/^(?:user\/second-factor|secret|otpauth|totp)/, "Please sign up again, and set up your second factor again."],
];
const ANY_OTHER = "Please sign up again: your old login could not be moved.";

const answerTo = (code: string): string => ANSWERS.find(([codes]) => codes.test(code))?.[1] ?? ANY_OTHER;

/** For a support desk: who is refused, why in plain words, what helps, and what to tell the user. */
export const csvReport: ReportFormat = {
  begins: /^"external_user_id","address","line","file","code","reason","remedy"[,\r\n]/,
  head: csvLine(["external_user_id", "address", "line", "file", "code", "reason", "remedy", "tell_the_user"]),
  line: ({ userId, address = "", line, file = "", problems }) => {
    const [first] = problems;
    const reasons = problems.map(({ message = "", code }) => message || code).join("; ");
    const { code = "", remedy = "" } = first ?? {};
    return csvLine([userId ?? "", address, String(line), file, code, reasons, remedy, answerTo(code)]);
  },
};
