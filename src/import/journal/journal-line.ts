import { defined } from "../../lib/defined.js";
import { parsedJson } from "../../lib/json-text.js";
import type { Problem } from "../../result.js";
import type { InputFingerprint } from "../../source/index.js";
import type { RecordedOutcome } from "../outcome.js";
import { isRecordNumber } from "./record-states.js";
import { isUserPrint, type UserPrint } from "./user-print.js";

/** What a journal belongs to. With any of it changed, its record numbers would name other users. */
export interface JournalBinding {
  readonly input: InputFingerprint;
  /** The system that wrote the export: `firebase`. */
  readonly source: string;
  readonly baseUrl: string;
  readonly tenantPath: string;
  /** Name of the service profile. */
  readonly profile: string;
  /** Of `fingerprintReading`, where the source has hash parameters: with others, hashes become others. */
  readonly hashParameters?: string | undefined;
  /** Of `fingerprintReading`: with another map, provider or country, users become others. */
  readonly reading?: string | undefined;
  /**
   * Users whose hash only credport verifies are imported by their other logins. It may begin with a later
   * run; taken back, users who are half imported would count as never sent.
   */
  readonly loginOnly?: "import" | undefined;
  /** What users without a password get in its place. As `loginOnly`, it may begin with a later run. */
  readonly withoutPassword?: "reset" | "code" | undefined;
  /** Names the journal of the first import, where this one is of a second export. */
  readonly changedSince?: string | undefined;
  /** Users go by the bulk import: what is open of them can't be asked by the other calls. */
  readonly via?: "bulk" | undefined;
}

/** What a later run may add: without it, no user that it concerns was sent, or an older version began the journal. */
type LaterBinding = Pick<JournalBinding, (typeof LATER)[number]>;

export const LATER = ["hashParameters", "reading", "loginOnly", "withoutPassword"] as const;

export type { InputFingerprint } from "../../source/index.js";

/** Whether a header says what its journal belongs to; any value may appear in a file. */
export function isBinding(value: unknown): value is JournalBinding {
  if (typeof value !== "object" || value === null) return false;
  const { input, hashParameters, reading, loginOnly, withoutPassword, changedSince, via, ...others } = value as Partial<
    Record<string, unknown>
  >;
  const { bytes, sha256 } = (input ?? {}) as Partial<InputFingerprint>;
  const isText = (name: string): boolean => typeof others[name] === "string";
  return (
    Number.isInteger(bytes) &&
    typeof sha256 === "string" &&
    ["source", "baseUrl", "tenantPath", "profile"].every(isText) &&
    [hashParameters, reading, loginOnly, withoutPassword, changedSince, via].every(
      (text) => text === undefined || typeof text === "string",
    )
  );
}

/** From version 2 on a user has the ID with which they are imported; before, the record's own, which is another one in some systems. */
export const JOURNAL_VERSION = 2;
export const OLDEST_VERSION = 1;
/** Between two lines that say the time, at least. */
export const CLOCK_MS = 60_000;
const JOURNAL = "credport import";

/** A line of a journal. Hashes, secrets and codes never appear in one. */
export type JournalLine =
  | {
      readonly journal: typeof JOURNAL;
      readonly version: number;
      readonly binding: JournalBinding;
      /** Of the fingerprints of users; base64url of 32 random bytes. Older versions wrote none. */
      readonly key?: string;
    }
  /**
   * A process takes over from here on. With it, what the header does not have of what may come later, and the time in
   * milliseconds at which the process before wrote last: what it had open was sent by then.
   */
  | ({ readonly run: string; readonly lastWritten?: number | undefined } & LaterBinding)
  /** A user's first open call may be on its way from here on; with whether the service had their account before it. */
  | { readonly begun: number; readonly there?: true | undefined }
  /** Milliseconds since the epoch, at most once a minute: a copy of the file doesn't have the time of its last line. */
  | { readonly at: number }
  /** The run ended before this user was done, and none of their calls has an open end. */
  | { readonly left: number }
  /** The service has acknowledged a step that is not the user's last. */
  | {
      readonly record: number;
      readonly step: string;
      readonly id?: string | undefined;
      /** It was on the service before this import. */
      readonly there?: true | undefined;
      /** Name of a TOTP device of a user who was there before: an undo has to find it again. */
      readonly device?: string | undefined;
      /** Of the first step: a second export finds by them whom no outcome names. */
      readonly line?: number | undefined;
      readonly userId?: string | undefined;
    }
  /** The service no longer knows a user of an acknowledged step: the steps before this line are void. */
  | { readonly anew: number }
  /** A call of this kind has succeeded: further refusals of it are about their users. */
  | { readonly worked: string }
  /** The user's logins were deleted on the service: all that is said of them before is void. */
  | { readonly undone: number }
  /** A user is done. */
  | KeyedOutcomeLine
  | KnownLine
  /**
   * A process ended in order; an undo with whether it has come to the end of the users, an import with whether it has come to
   * that of its records. Each user of its first import is in the journal of a second one then.
   */
  | EndedLine;

export interface EndedLine {
  readonly ended: string;
  readonly whole?: true | undefined;
  readonly read?: true | undefined;
}

/**
 * In a second import: what the first one has made of a user who is not as they were then, before anything of its own; and at
 * the end of all of whom there is no other word. Whatever becomes of them now, a third export finds them by it.
 */
export interface KnownLine extends UserTrace {
  readonly known: number;
  readonly line: number;
  readonly userId: string;
  /** Absent where only a part of the user is there. */
  readonly serviceUserId?: string | undefined;
}

/** An outcome as it is in the file. */
export type KeyedOutcomeLine = OutcomeLine & Pick<UserTrace, "key">;

/** A journal line that records one user's outcome. */
export interface OutcomeLine {
  readonly record: number;
  readonly line: number;
  /** The ID of the old system with which they are imported. */
  readonly userId?: string | undefined;
  readonly outcome: RecordedOutcome["kind"];
  /** Also of a user who was refused or failed after their first login had been acknowledged. */
  readonly serviceUserId?: string | undefined;
  /** Of the login by one-time code, where it is not the first one. */
  readonly codeUserId?: string | undefined;
  /** What they were like, under the journal's key; of imported users. */
  readonly print?: UserPrint | undefined;
  readonly reconciled?: true | undefined;
  /** The step that ended it. */
  readonly step?: string;
  /** That step has an open end: it may have been carried out. */
  readonly inDoubt?: true | undefined;
  /** Acknowledged steps that brought an ID, of a user who is not imported. Not in the file: from `readOutcomes`. */
  readonly acknowledged?: Readonly<Record<string, string>>;
  /** Codes, with the service's own words beside them. */
  readonly problems?: readonly ProblemNote[] | undefined;
}

/**
 * What a journal keeps of a problem. The text only where it is the service's own sentence, from which all that
 * was sent has been taken out.
 */
export type ProblemNote = Pick<Problem, "code" | "field" | "status" | "httpStatus"> & {
  readonly message?: string;
};

export function headerLine(binding: JournalBinding, key?: string): JournalLine {
  return { journal: JOURNAL, version: JOURNAL_VERSION, binding, ...defined({ key }) };
}

/** Every header begins with this; a file that doesn't is not a journal. */
export const HEADER_START = `{"journal":"${JOURNAL}","version":`;

/** So that a line stays readable whatever an export calls its users. */
const LONGEST_USER_ID = 1024;

export function shortUserId(userId: string): string {
  return userId.slice(0, LONGEST_USER_ID);
}

/** What a second export of the same users is compared with. */
export interface UserTrace extends Pick<OutcomeLine, "codeUserId" | "print"> {
  /** Of the fingerprints, where an earlier journal's are kept. */
  readonly key?: string | undefined;
}

export function outcomeLine(outcome: RecordedOutcome, trace: UserTrace = {}): KeyedOutcomeLine {
  const { record, line } = outcome;
  const userId = outcome.userId === undefined ? undefined : shortUserId(outcome.userId);
  const { kind, serviceUserId } = outcome;
  const place = { record, line, userId, outcome: kind, serviceUserId };
  if ("problems" in outcome) {
    const { step, problems, isInDoubt } = outcome;
    return { ...place, step, inDoubt: isInDoubt || undefined, problems: problems.map(noteOf) };
  }
  const { isReconciled, warnings } = outcome;
  const problems = warnings.length === 0 ? undefined : warnings.map(noteOf);
  return { ...place, ...trace, reconciled: isReconciled || undefined, problems };
}

/** Only an answer of the service says more than the code does. */
function noteOf({ code, field, status, httpStatus, message }: Problem): ProblemNote {
  return defined({
    code,
    field,
    status,
    httpStatus,
    message: httpStatus === undefined ? undefined : message,
  }) as ProblemNote;
}

export function formatLine(line: JournalLine): string {
  return `${JSON.stringify(line)}\n`;
}

export function parseLine(text: string): JournalLine | undefined {
  const value = parsedJson(text);
  if (typeof value !== "object" || value === null) return undefined;
  return isLine(value as Record<string, unknown>) ? (value as unknown as JournalLine) : undefined;
}

const OUTCOMES: ReadonlySet<unknown> = new Set<RecordedOutcome["kind"]>([
  "imported",
  "already-there",
  "refused-by-service",
  "failed",
]);

function isLine(value: Record<string, unknown>): boolean {
  if ("outcome" in value) {
    const { outcome, record, line, print } = value;
    const isSound = print === undefined || isUserPrint(print);
    return OUTCOMES.has(outcome) && isRecordNumber(record) && isRecordNumber(line) && isSound;
  }
  if ("known" in value) {
    const { known, line, userId, print } = value;
    const isSound = print === undefined || isUserPrint(print);
    return isRecordNumber(known) && isRecordNumber(line) && typeof userId === "string" && isSound;
  }
  if ("step" in value) return typeof value.step === "string" && isRecordNumber(value.record);
  if ("begun" in value) return isRecordNumber(value.begun);
  if ("at" in value) return Number.isSafeInteger(value.at);
  if ("left" in value) return isRecordNumber(value.left);
  if ("anew" in value) return isRecordNumber(value.anew);
  if ("undone" in value) return isRecordNumber(value.undone);
  if ("worked" in value) return typeof value.worked === "string";
  if ("journal" in value) return value.journal === JOURNAL && Number.isInteger(value.version);
  return typeof value.run === "string" || typeof value.ended === "string";
}
