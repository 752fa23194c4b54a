import { csvLine } from "../../lib/csv-line.js";
import type { Decision, ReadExportOptions, UserRecord } from "../../source/index.js";
import { HOLD_REASONS, userIn } from "../../source/internal.js";
import type { Decisions } from "../input/matched-decisions.js";
import type { OutputFile } from "./output-file.js";
import { checkOf, phoneIn } from "./row-check.js";

const COLUMNS = [
  ...["user_id", "decision", "group", "shares", "now", "line", "file", "email", "phone"],
  ...["address_verified", "has_password", "last_login", "joined"],
  ...["second_factors", "social_logins", "held_back", "row"],
] as const;

type Row = Partial<Record<(typeof COLUMNS)[number], string>>;

type RefusedRecord = { readonly record: number; readonly line: number; readonly userId: string | null };

const HELD: ReadonlySet<string> = new Set(Object.values(HOLD_REASONS).map(({ code }) => code));

const WANTED: ReadonlySet<Decision> = new Set(["import", "overwrite"]);

/** More than are under way between reading and the service's answer: a batch of the bulk import has 10,000. */
const MOST_RECENT = 30_000;

/** Whether a person may let such a user in, or have their password overwritten. */
const isToDecide = (code: string): boolean => HELD.has(code) || code === "import/user-exists";

/** What a person decides: a row for each record of a group, and for each user who is held back. No hash and no secret. */
export class DecisionSheet {
  readonly #file: OutputFile;
  readonly #decisions: Decisions | undefined;
  /** Those that were read last: of one of them the import may still say that the user is on the service. */
  readonly #recent = new Map<number, UserRecord>();
  readonly #written = new Set<number>();
  #hasBegun = false;
  /** A user who was on the service before has a row. */
  hasExisting = false;

  constructor(file: OutputFile, decisions: Decisions | undefined) {
    this.#file = file;
    this.#decisions = decisions;
  }

  /** For `onShared` of the readers. */
  readonly noteShared: ReadExportOptions["onShared"] = async (candidates, chosen) => {
    const groups = [...candidates].sort((a, b) => a.group - b.group || a.record.index - b.record.index);
    for (const { record, group, shared } of groups) {
      const fate = chosen.get(record.index);
      const isWanted = WANTED.has(this.#decisions?.get(record.userId ?? "") ?? "open");
      const open = isWanted
        ? "not importable: others of its group are to be imported too"
        : "not importable: not decided";
      const now = fate === "kept" ? "chosen" : fate === undefined ? open : "left out";
      const kinds = [...new Set(shared.map(({ kind }) => kind))].join(" ");
      await this.#write(record, { group: String(group), shares: kinds, now });
    }
  };

  /** A user of no group has a row where something can be decided, or was. */
  async note(record: UserRecord): Promise<void> {
    const { result, userId = "" } = record;
    const isHeld = !result.ok && result.problems.some(({ code }) => isToDecide(code));
    if (isHeld || (this.#decisions?.get(userId) ?? "open") !== "open") {
      await this.#write(record, { now: result.ok ? "imported" : "not importable" });
    }
    // The service is asked about no other one.
    if (result.ok) this.#recent.set(record.index, record);
    for (const first of this.#recent.keys()) {
      if (this.#recent.size <= MOST_RECENT) break;
      this.#recent.delete(first);
    }
  }

  /** The same of a user whom the import has refused: of a record that was read long ago only this is at hand. */
  async noteOutcome({ record: index, line, userId }: RefusedRecord, codes: readonly string[]): Promise<void> {
    const held = codes.filter(isToDecide);
    if (held.length === 0 || this.#written.has(index)) return;
    if (held.includes("import/user-exists")) this.hasExisting = true;
    const read = this.#recent.get(index);
    await this.#line(index, {
      ...(read === undefined ? { user_id: userId ?? "", line: String(line) } : rowOf(read)),
      now: held.includes("import/user-exists") ? "on the service before: overwrite or leave-out" : "not importable",
      held_back: held.join(" "),
    });
  }

  /** Keeps what was decided of users whom this export does not have, or not clearly. */
  async end(): Promise<void> {
    await this.#begin();
    for (const { cells, decision } of this.#decisions?.unused() ?? []) {
      await this.#line(-1, { ...cells, decision, now: "carried out for no user of this export" });
    }
  }

  async #write(record: UserRecord, row: Row): Promise<void> {
    const { index, result } = record;
    if (this.#written.has(index)) return;
    const problems = result.ok ? [] : result.problems;
    const held = problems.map(({ code }) => code).filter((code) => HELD.has(code));
    await this.#line(index, { ...row, ...rowOf(record), held_back: held.join(" ") });
  }

  async #line(index: number, row: Row): Promise<void> {
    await this.#begin();
    const decision = row.decision ?? this.#decisions?.get(row.user_id ?? "") ?? "";
    // With a check, the row would tell that the decision that may be about the user is about another one.
    const isOpen =
      decision === "open" ? { decision: "" } : decision === "unclear" ? { decision: "", row: "" } : { decision };
    const whole: Row = { ...row, ...isOpen };
    const text = csvLine(COLUMNS.map((name) => whole[name] ?? ""));
    // Of users of other exports nothing can be decided: they are not counted.
    if (index < 0) return this.#file.write(text);
    this.#written.add(index);
    // The line end is the file's.
    await this.#file.writeText(text.slice(0, -1));
  }

  async #begin(): Promise<void> {
    if (!this.#hasBegun) await this.#file.write(csvLine(COLUMNS));
    this.#hasBegun = true;
  }
}

/** What tells records of one group apart. */
function rowOf(record: UserRecord): Row {
  const { line, file, moments, loginOnly, rejected } = record;
  const user = userIn(record);
  const found = (kind: "email" | "phone") => record.identifiers.find((one) => one.kind === kind)?.value ?? "";
  const address = { email: user?.email ?? found("email"), phone: user?.phoneNumber ?? found("phone") };
  const { userId = "" } = record;
  const hasPassword = loginOnly?.hash ?? rejected?.hash ?? user?.passwordHash;
  return {
    ...{ user_id: userId, line: String(line), file: file ?? "", ...address },
    address_verified: yesOrNo(user?.emailVerified === true),
    has_password: yesOrNo(hasPassword !== undefined && user?.needsNewPassword !== true),
    last_login: dateOf(moments?.lastLogin ?? loginOnly?.lastLogin ?? rejected?.lastLogin),
    joined: dateOf(moments?.joined),
    second_factors: String(user?.totp.length ?? 0),
    social_logins: String(user?.thirdParty.length ?? 0),
    row: checkOf({ userId, email: found("email").trim().toLowerCase(), phone: phoneIn(found("phone")) }),
  };
}

const yesOrNo = (is: boolean): string => (is ? "yes" : "no");

const dateOf = (moment: number | undefined): string => (moment === undefined ? "" : new Date(moment).toISOString());
