import type { ImportReport } from "../../import/index.js";
import { counted } from "../../lib/plural.js";
import type { ReportRow, Tone } from "./report.js";

/** What can become of a record in an import: each has one of these. */
const OUTCOMES = {
  imported: ["imported", "good"],
  alreadyThere: ["there already", "good"],
  existing: ["there already: on the service before this import, and left as they were", "warn"],
  atLogin: ["not imported: they log in through the fallback", "warn"],
  refusedByUs: ["not importable: not sent", "bad"],
  skipped: ["skipped: accounts of programs", "faint"],
  refusedByService: ["refused by the service", "bad"],
  failed: ["failed, to be tried again", "bad"],
} as const satisfies Partial<Record<keyof ImportReport, readonly [string, Tone]>>;

type OutcomeName = keyof typeof OUTCOMES;

/** Those that occurred; how many were imported is always said. */
export function outcomeRows(counts: Readonly<Record<OutcomeName, number>>, withoutAddress = 0): readonly ReportRow[] {
  const rest = withoutAddress > 0 ? withoutAddressText(withoutAddress) : "";
  const names = Object.keys(OUTCOMES) as readonly OutcomeName[];
  return names
    .filter((name) => name === "imported" || counts[name] > 0)
    .map((name) => ({
      number: counts[name],
      text: `${OUTCOMES[name][0]}${name === "atLogin" ? rest : ""}`,
      tone: OUTCOMES[name][1],
    }));
}

export const NO_USERS = "The export holds no users: check that it is the right file.";
/** Said where no user can be imported, and some have a hash that only credport verifies; one without an address stays where they are. */
export function atLoginText(users: number, records: number, withoutAddress: number): string {
  const moving = Math.max(0, users - withoutAddress);
  const whom = moving === records ? "All users" : `${moving} of ${counted(records, "user")}`;
  return `${whom} move at their first login, through the fallback (docs/login.md).`;
}

/** What becomes of users of the fallback who have no address. */
export function withoutAddressText(users: number): string {
  return `; ${users} of them without an address, by which the import names users: they do not move until they have one`;
}
/** Of the users who are not importable. */
export const LEFT_OUT = "of those not importable left out by choice";
