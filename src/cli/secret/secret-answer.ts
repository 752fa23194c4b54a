import { defined } from "../../lib/defined.js";
import type { Problem } from "../../result.js";
import type { SecretReadings } from "../../secret/index.js";
import type { SecretReading } from "../../secret/internal.js";

export interface SecretAnswer {
  /** For standard output: what was asked for, and nothing else. */
  readonly text: string;
  /** The same for `--json`, without problems and warnings. */
  readonly json: Readonly<Record<string, unknown>>;
  /** None when what was asked for is there. */
  readonly problems: readonly Problem[];
  readonly warnings: readonly Problem[];
}

export const refused = (problems: readonly Problem[]): SecretAnswer => ({ text: "", json: {}, problems, warnings: [] });

/** What was found for one reading: a row of the answer. */
type Row = Readonly<Record<string, unknown>>;

/**
 * Rows as `--json` shows them: the fields of the one reading; a list of devices, each
 * with its own problems; or the encodings in which the text can be read.
 */
function rowsToJson({ kind, readings }: SecretReadings, rows: readonly Row[]): Row {
  if (kind === "one") return rows[0] ?? {};
  if (kind === "undecided") {
    return { possibleEncodings: readings.map(({ encoding }) => encoding), readings: rows };
  }
  const devices = readings.map(({ device }, index) => ({
    ...rows[index],
    problems: device.ok ? [] : device.problems,
    warnings: device.ok ? device.warnings : [],
  }));
  return { devices };
}

/** The answer with a row and a text of each reading, and what is wrong with any of them. */
export function answerWith(given: SecretReadings, rows: readonly Row[], text: string): SecretAnswer {
  const json = rowsToJson(given, rows);
  return { text, json, problems: problemsOf(given), warnings: warningsOf(given) };
}

/** The fields that say which reading a row is about. */
export function describeReading({ encoding, device }: SecretReading): Row {
  const deviceName = device.ok ? device.value.deviceName : undefined;
  return defined({ encoding, deviceName, period: device.ok ? device.value.period : undefined });
}

/** How a person tells readings apart. */
export function labelOf({ encoding, device }: SecretReading, index: number): string {
  const name = device.ok ? device.value.deviceName : undefined;
  return encoding ?? (name === undefined ? `device ${index + 1}` : printable(name));
}

/** Text of a file without what a terminal would obey. */
const printable = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "?");

export function problemsOf({ readings }: SecretReadings): readonly Problem[] {
  return readings.flatMap(({ device }) => (device.ok ? [] : device.problems));
}

export function warningsOf({ readings }: SecretReadings): readonly Problem[] {
  return readings.flatMap(({ device }) => (device.ok ? device.warnings : []));
}
