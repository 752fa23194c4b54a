import { defined } from "../lib/defined.js";
import { type Failure, failure } from "../result.js";
import type { ReadExportOptions, UserRecord } from "../source/index.js";
import { nameOfJoined, type UnreadableRest } from "../source/internal.js";
import type { CheckCounter } from "./check-counter.js";
import type { CheckReport } from "./check-report.js";
import { KnownUsers } from "./known-users.js";
import type { CheckRecordsOptions } from "./run/check-export.js";

/** Whether the caller wants single records: it gets them once all duplicates are known. */
export function hasRecordCallbacks({ onUser, onLoginOnly, onRejected }: CheckRecordsOptions): boolean {
  return onUser !== undefined || onLoginOnly !== undefined || onRejected !== undefined;
}

/** Gives a record to the caller. */
export async function handOver(
  record: UserRecord,
  { onUser, onLoginOnly, onRejected }: CheckRecordsOptions,
): Promise<void> {
  const { loginOnly } = record;
  if (record.result.ok) await onUser?.(record.result.value.user, record);
  if (loginOnly !== undefined && onLoginOnly !== undefined) return onLoginOnly(loginOnly, record);
  if (record.result.ok || record.isSkipped === true) return;
  const { file, line, userId, result } = record;
  return onRejected?.({ line, ...defined({ file, userId }), problems: result.problems }, record);
}

/** Codes are those of the moment in which they were given, however long the file is. */
export function knownUsers(
  { known, hashConfig, pepper }: CheckRecordsOptions,
  unixSeconds = Date.now() / 1000,
): KnownUsers {
  return new KnownUsers([known ?? []].flat(), { config: hashConfig, pepper, unixSeconds });
}

/** Why there is no report. */
export function unreadable({ problem, line }: UnreadableRest): Failure {
  return failure({ ...problem, field: `line ${line}` });
}

export function reportOf(counter: CheckCounter, known: KnownUsers, joined?: ReadExportOptions["join"]): CheckReport {
  const result = known.result();
  const report = counter.report(joined?.map(nameOfJoined));
  return result === undefined ? report : { ...report, known: result };
}
