import { defined } from "../../lib/defined.js";
import type { SecretReadings } from "../../secret/index.js";
import { encodingNotNamed } from "./read-readings.js";
import { answerWith, describeReading, labelOf, type SecretAnswer } from "./secret-answer.js";

/** The base32 that the service stores: of one reading alone, of several devices with their names. */
export function convertSecret(given: SecretReadings): SecretAnswer {
  const { kind, readings } = given;
  if (kind === "undecided") {
    const json = { possibleEncodings: readings.map(({ encoding }) => encoding) };
    return { text: "", json, problems: [encodingNotNamed(readings)], warnings: [] };
  }
  const rows = readings.map((reading) => {
    const secret = reading.device.ok ? reading.device.value.secretKey : undefined;
    return { ...describeReading(reading), ...defined({ secret }) };
  });
  const lines = readings.flatMap((reading, index) => {
    if (!reading.device.ok) return [];
    const { secretKey } = reading.device.value;
    return kind === "one" ? `${secretKey}\n` : `${secretKey}\t${labelOf(reading, index)}\n`;
  });
  return answerWith(given, rows, lines.join(""));
}
