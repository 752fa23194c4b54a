import type { SecretReadings } from "../../secret/index.js";
import { totpCode } from "../../verify/index.js";
import { answerWith, describeReading, labelOf, type SecretAnswer } from "./secret-answer.js";

/**
 * The code of each reading at a time, to be compared with a phone. Of an undecided
 * text too: the encoding whose code the phone shows is the right one.
 */
export function showCodes(given: SecretReadings, unixSeconds: number): SecretAnswer {
  const { kind, readings } = given;
  const width = Math.max(...readings.map((reading, index) => labelOf(reading, index).length));
  const lines: string[] = [];
  const rows = readings.map((reading, index) => {
    if (!reading.device.ok) return describeReading(reading);
    const { secretKey, ...settings } = reading.device.value;
    const code = totpCode(secretKey, { ...settings, unixSeconds });
    const secondsLeft = settings.period - (Math.floor(unixSeconds) % settings.period);
    const label = kind === "one" ? "" : `${labelOf(reading, index).padEnd(width)}  `;
    lines.push(`${label}${code}  ${secondsLeft} s left\n`);
    return { ...describeReading(reading), code, secondsLeft };
  });
  const answer = answerWith(given, rows, lines.join(""));
  // What makes one encoding doubtful says nothing while all are shown.
  return kind === "undecided" ? { ...answer, warnings: [] } : answer;
}
