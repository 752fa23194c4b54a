import type { SecretReadings } from "../../secret/index.js";
import { encodingNotNamed } from "./read-readings.js";
import {
  describeReading,
  labelOf,
  problemsOf,
  rowsToJson,
  type SecretAnswer,
  warningsOf,
} from "./secret-answer.js";

/** The base32 that the service stores: of one reading alone, of several devices with their names. */
export function convertSecret(given: SecretReadings): SecretAnswer {
  const { kind, readings } = given;
  if (kind === "undecided") {
    const json = { possibleEncodings: readings.map(({ encoding }) => encoding) };
    return { text: "", json, problems: [encodingNotNamed(readings)], warnings: [] };
  }
  const rows = readings.map((reading) => ({
    ...describeReading(reading),
    ...(reading.device.ok ? { secret: reading.device.value.secretKey } : {}),
  }));
  const lines = readings.flatMap((reading, index) => {
    if (!reading.device.ok) return [];
    const { secretKey } = reading.device.value;
    return kind === "one" ? `${secretKey}\n` : `${secretKey}\t${labelOf(reading, index)}\n`;
  });
  return {
    text: lines.join(""),
    json: rowsToJson(given, rows),
    problems: problemsOf(given),
    warnings: warningsOf(given),
  };
}
