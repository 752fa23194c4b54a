import { defined } from "../../lib/defined.js";
import { counted } from "../../lib/plural.js";
import { problem } from "../../problems/cli.js";
import { formatOtpauthUri, type SecretReadings } from "../../secret/index.js";
import { drawQrCode, MOST_QR_CODE_BYTES, type QrEncoder } from "./draw-qr-code.js";
import { encodingNotNamed } from "./read-readings.js";
import { answerWith, describeReading, labelOf, refused, type SecretAnswer } from "./secret-answer.js";

interface QrCodeOptions {
  /** What the app shows, in place of what a URI says. */
  readonly account?: string;
  readonly issuer?: string;
  readonly encode: QrEncoder;
  readonly coloured: boolean;
  readonly columns: number;
}

/** Apps refuse a URI that names nothing. */
const NAMELESS_ACCOUNT = "credport";

/** A QR code for each device, as an authenticator app scans it. */
export function drawSecret(given: SecretReadings, options: QrCodeOptions): SecretAnswer {
  const { kind, readings } = given;
  if (kind === "undecided") return refused([encodingNotNamed(readings)]);
  const drawings = readings.map((reading, index) => {
    if (!reading.device.ok) return { row: describeReading(reading), text: "", problems: [] };
    const device = reading.device.value;
    const { account = device.account ?? NAMELESS_ACCOUNT, issuer = device.issuer } = options;
    const uri = formatOtpauthUri({ ...device, account, ...defined({ issuer }) });
    if (!uri.ok) return { row: describeReading(reading), text: "", problems: uri.problems };
    const title = kind === "one" ? "" : `${labelOf(reading, index)}\n`;
    return { row: { ...describeReading(reading), uri: uri.value }, ...draw(uri.value, title, options) };
  });
  const rows = drawings.map(({ row }) => row);
  const answer = answerWith(given, rows, drawings.map(({ text }) => text).join("\n"));
  return { ...answer, problems: [...answer.problems, ...drawings.flatMap(({ problems }) => problems)] };
}

function draw(uri: string, title: string, { encode, coloured, columns }: QrCodeOptions) {
  const tooLarge = (message: string) => ({ text: "", problems: [problem("cli/qr-code-too-large", message)] });
  if (uri.length > MOST_QR_CODE_BYTES) {
    return tooLarge(`the URI is ${counted(uri.length, "byte")} long; a QR code holds ${MOST_QR_CODE_BYTES}`);
  }
  const drawing = drawQrCode(uri, encode, coloured);
  if (drawing.columns <= columns) return { text: title + drawing.text, problems: [] };
  return tooLarge(`the QR code is ${counted(drawing.columns, "column")} wide; the terminal has ${columns}`);
}
