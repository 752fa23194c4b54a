import { nounFor } from "../../lib/plural.js";
import { type ContentCount, type ContentCounts, contentRows } from "../../source/index.js";
import type { UserAccount } from "../../source/internal.js";
import { type ReportRow, type ReportSection, sectionOf, textIf } from "./report.js";

/** The section that says what became of all that users have; in a note, what the numbers are of. */
export function contentSection(contents: ContentCounts, note = ""): ReportSection {
  const rows = contentRows(contents).filter(({ found }) => found > 0);
  const { passwords, verifiedAddresses } = contents;
  const isUnsaid = passwords.found > 0 && verifiedAddresses.found === 0;
  return sectionOf("What users have", [
    ...rows.map(contentRow),
    ...(isUnsaid ? [NONE_VERIFIED] : []),
    ...textIf(rows.length > 0 && note !== "", note),
  ]);
}

/** Many systems don't keep it, or in a column of an application's own. */
const NONE_VERIFIED: ReportRow = {
  number: 0,
  text: "verified addresses",
  rest: ": the export says of no user that theirs is, so all may be asked to confirm it",
  restTone: "faint",
};

const CHOICES = {
  reset: "would choose a new password with --without-password reset",
  code: "would sign in by codes with --without-password code",
} as const;

/** The section that says what would become of users whose password is not in the export; what was chosen is in the account. */
export function withoutPasswordSection(
  { withoutPassword }: Pick<UserAccount, "withoutPassword">,
  chosen: string | undefined,
): ReportSection {
  const rows = Object.entries(CHOICES)
    .filter(([name]) => name !== chosen)
    .map(([name, text]) => ({ number: withoutPassword?.[name as keyof typeof CHOICES] ?? 0, text }));
  const isSaid = withoutPassword !== undefined && rows.length > 0;
  return sectionOf("Users without a password in the export", isSaid ? rows : []);
}

function contentRow({ noun, ...count }: ContentCount & { readonly noun: string }): ReportRow {
  const { found, carried, atLogin, refused, leftOut, notReached = 0 } = count;
  const all = [
    [carried - atLogin, "carried"],
    [atLogin, "at the next login"],
    [refused, "of users not imported"],
    [leftOut, "left out"],
    [notReached, "not reached"],
  ] as const;
  const parts = all.filter(([number]) => number > 0).map(([number, text]) => `${number} ${text}`);
  const text = pluralOf(found, noun);
  return { number: found, text, rest: `: ${parts.join(", ")}`, restTone: leftOut > 0 ? "warn" : "faint" };
}

function pluralOf(number: number, noun: string): string {
  const [first = "", ...rest] = noun.split(" with ");
  const plural = first.endsWith("ss") ? `${first}es` : `${first}s`;
  return [nounFor(number, first, plural), ...rest].join(" with ");
}
