import { csvLine } from "../lib/csv-line.js";
import type { RefusedRow, RefusedStanding, ReportFormat } from "./report-model.js";

const CLOSED = "Your old account is closed: ask us if you need it.";
const THERE = 'You have an account: sign in, or choose "forgot password".';
const WHICH = "More than one account has this address, number or login: tell us which one you use.";

/** What a support desk can tell a refused user, by the problem: the first that fits. */
const ANSWERS: Answers = [
  [/^user\/(?:disabled|banned|deleted|left-out|not-a-person)$/, CLOSED],
  [/^user\/(?:duplicate-|login-address-taken|decided-too-late)/, WHICH],
  [/^user\/(?:phone-rules-missing|decision-of-other-user)$/, "Your login is not moved yet: we tell you when it is."],
  [/^import\/(?:user-exists|user-shared|existing-kept|password-changed|change-not-carried|signed-in-since)$/, THERE],
];
/** True whether a fallback keeps the address from a sign-up, and makes the account after a reset, or none is there. */
const RESET = 'Choose "forgot password"; if no message reaches you, please sign up again.';
/** Of those whose address no fallback keeps. */
const OTHERS: Answers = [
  [/^user\/invited$/, "You have not finished signing up: please sign up again."],
  [/^user\/(?:email-|code-address)/, "Tell us an e-mail address at which we reach you, and sign up with it."],
  [/^user\/phone-/, "Tell us your phone number with its country code."],
];
const LOCKED = "Ask us to let you in: your second factor could not be moved.";

type Answers = readonly (readonly [codes: RegExp, answer: string])[];

const answerIn = (answers: Answers, code: string) => answers.find(([codes]) => codes.test(code))?.[1];

function answerTo({ problems: [first, ...others] }: RefusedRow, standing: RefusedStanding | undefined): string {
  const { code = "", message = "" } = first ?? {};
  if (code === "user/left-out" && / was (?:chosen|sent before)$/.test(message)) {
    return others.some((one) => one.code === "user/owner-left-out") ? WHICH : THERE;
  }
  const otherwise = standing === "locked" ? LOCKED : standing === "kept" ? RESET : answerIn(OTHERS, code);
  return answerIn(ANSWERS, code) ?? otherwise ?? RESET;
}

/** For a support desk: who is refused, why in plain words, what helps, and what to tell the user. */
export const csvReport: ReportFormat = {
  begins: /^"external_user_id","address","line","file","code","reason","remedy"[,\r\n]/,
  head: csvLine(["external_user_id", "address", "line", "file", "code", "reason", "remedy", "tell_the_user"]),
  line: (row, standing) => {
    const { userId, address = "", line, file = "", problems } = row;
    const [first] = problems;
    const reasons = problems.map(({ message = "", code }) => message || code).join("; ");
    const { code = "", remedy = "" } = first ?? {};
    return csvLine([userId ?? "", address, String(line), file, code, reasons, remedy, answerTo(row, standing)]);
  },
};
