import type { CheckOptions, Rejection } from "../../check/index.js";
import { defined } from "../../lib/defined.js";
import { type FormatFallbackOptions, formatFallbackUser, type WritableFallbackUser } from "../../login/index.js";
import { isFallbackUser } from "../../login/internal.js";
import type { RefusedRow, RefusedStanding } from "../../report/report-model.js";
import { formatUser, type NormalizedUser, type ReadUser, type UserRecord } from "../../source/index.js";
import { isUnopenedFactor } from "../../source/internal.js";
import type { DecisionSheet } from "../output/decision-sheet.js";
import { writeMailing } from "../output/mailing.js";
import type { OutputFile } from "../output/output-file.js";
import { rejectedFor, remediedBeside } from "../output/remedies.js";
import type { ReportFiles } from "../output/report-files.js";
import type { BulkFiles } from "./bulk-files.js";
import type { FallbackFaults } from "./fallback-faults.js";

export interface RecordFiles {
  /** Users are dealt out to these in turn, so that all have as many. */
  readonly users: readonly OutputFile[];
  readonly batches: BulkFiles | undefined;
  readonly rejects: OutputFile | undefined;
  readonly fallback: OutputFile | undefined;
  readonly fallbackFaults?: FallbackFaults;
  readonly metadata: OutputFile | undefined;
  readonly mailing: OutputFile | undefined;
  readonly sheet: DecisionSheet | undefined;
  readonly report: ReportFiles;
  /** Users whom the bulk import would refuse. */
  leftOut: number;
  /** Users of the fallback among the rejects. */
  atLogin: number;
  /** Users in the fallback's file who don't log in. */
  kept: number;
  /** Those who do, and whose second factor an account that a reset makes does not have: their address is not verified. */
  unproven: number;
}

/** What was said of users for the fallback. */
interface FallbackChoices {
  readonly pepperName?: string;
  /** Its file has users whose hash could be imported. */
  readonly fallbackAll?: boolean;
  /** The report names their addresses. */
  readonly withAddresses?: boolean;
  /** They may log in without a second factor that is not at hand. */
  readonly withoutSecondFactor?: boolean;
  /** What was given for users without a password. */
  readonly withoutPassword?: string;
}

type Writers = Pick<CheckOptions, "onUser" | "onLoginOnly" | "onRejected">;

/** Where each record goes; undefined where no file is asked for. Users, refused records and users for the fallback have a file each. */
export function recordWriters(files: RecordFiles, choices: FallbackChoices, count: () => void): Writers | undefined {
  const { pepperName: pepper, fallbackAll, withAddresses = false, withoutSecondFactor = false } = choices;
  const { users, batches, rejects, fallback, fallbackFaults, metadata, mailing, sheet, report } = files;
  const others = [batches, rejects, fallback, metadata, mailing, sheet];
  if (users.length === 0 && others.every((file) => file === undefined) && report.isEmpty) return undefined;
  let written = 0;
  const forFallback = async (user: WritableFallbackUser, named: FormatFallbackOptions, record: UserRecord) => {
    if (fallback === undefined || !isFallbackUser(user)) return;
    await fallback.writeText(formatFallbackUser(user, named));
    await fallbackFaults?.add(user, named.pepper, record);
    if (user.hash === undefined || user.standing === "disabled") files.kept++;
    else if (user.user.totp.length > 0 && user.user.emailVerified !== true && !user.lacksSecondFactor) files.unproven++;
  };
  const keep = async ({ externalUserId }: NormalizedUser, kept: ReadUser["metadata"]) => {
    if (kept !== undefined) await metadata?.writeLine({ externalUserId, metadata: kept });
  };
  const writers: Writers = {
    onUser: async (user, record) => {
      const { result, loginOnly } = record;
      const isLast = loginOnly === undefined || fallback === undefined;
      if (isLast) count();
      await sheet?.note(record);
      await users[written++ % users.length]?.writeText(formatUser(user));
      if (mailing !== undefined && result.ok) await writeMailing(mailing, result);
      const refused = result.ok ? await batches?.add(result.value) : undefined;
      if (refused !== undefined && refused.length > 0) {
        files.leftOut++;
        await rejects?.writeLine(rejectionLine({ ...record, problems: refused }));
      }
      const isTaken = fallbackAll === true && loginOnly === undefined && user.passwordHash !== undefined;
      if (isTaken) await forFallback(ofImportable(user, result, withoutSecondFactor), {}, record);
      if (isLast) await keep(user, result.ok ? result.value.metadata : undefined);
    },
    onRejected: async (rejection, record) => {
      const { rejected, loginOnly } = record;
      count();
      await sheet?.note(record);
      // They are not lost, and counted apart.
      if (loginOnly === undefined) {
        const row = refusedRow(rejection, withAddresses ? rejected : undefined, choices.withoutPassword);
        await report.add(row, fallback && standingOf(rejected));
      } else files.atLogin++;
      await rejects?.writeLine(rejectionLine(rejection));
      if (rejected !== undefined) await forFallback(rejected, { pepper }, record);
    },
  };
  if (fallback === undefined) return writers;
  return {
    ...writers,
    onLoginOnly: async (loginOnly, record) => {
      count();
      await sheet?.note(record);
      await forFallback(loginOnly, { pepper }, record);
      await keep(loginOnly.user, loginOnly.metadata);
    },
  };
}

/** What the fallback needs of a user whose hash could be imported. One over a pepper could not, so no pepper is named. */
function ofImportable(
  user: NormalizedUser,
  result: UserRecord["result"],
  passwordAlone: boolean,
): WritableFallbackUser {
  const { passwordHash, source, peppered } = user;
  const hasFactor = result.ok && result.value.user.totp.length > 0;
  const isUnopened = !passwordAlone && !hasFactor && result.ok && result.warnings.some(isUnopenedFactor);
  const hash = isUnopened ? undefined : passwordHash;
  const { further, isDisabled } = result.ok ? result.value : {};
  return {
    user,
    ...defined({ hash, source, peppered, further }),
    ...(isUnopened ? { lacksSecondFactor: true } : {}),
    ...(isDisabled === true ? { standing: "disabled" } : {}),
  };
}

function refusedRow(
  { file, line, userId, problems }: Rejection,
  known: UserRecord["rejected"],
  withoutPassword: string | undefined,
): RefusedRow {
  const address = known?.user.email ?? known?.user.phoneNumber;
  const remedied = problems.map((found) => remediedBeside(found, withoutPassword));
  return { file, line, userId: userId ?? null, address, problems: remedied };
}

/** Of a user whom the fallback's file has, where one is written. */
function standingOf(known: UserRecord["rejected"]): RefusedStanding | undefined {
  if (known?.standing !== "no-login") return undefined;
  const { user, shared = [], lacksSecondFactor } = known;
  if (user.email === undefined || shared.includes(user.email)) return undefined;
  return lacksSecondFactor === true ? "locked" : "kept";
}

function rejectionLine({ file, line, userId, problems }: Rejection): object {
  return { ...defined({ file }), line, userId: userId ?? null, problems: problems.map(rejectedFor) };
}
