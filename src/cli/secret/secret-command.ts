import { defined } from "../../lib/defined.js";
import {
  SECRET_ENCODINGS,
  type SecretEncoding,
  type SecretReadingOptions,
  type SecretReadings,
} from "../../secret/index.js";
import { MAXIMUM_SECRET_TEXT, MAXIMUM_TOTP_PERIOD, USUAL_TOTP_PERIOD } from "../../secret/internal.js";
import { type CliIo, EXIT, type ExitCode } from "../cli-io.js";
import { CouldNotRun, wrongUsage } from "../could-not-run.js";
import { commandOf } from "../input/command-of.js";
import { serviceOption } from "../input/hash-options.js";
import { type FlagsOf, flag, oneOf, value, wholeNumber } from "../input/option-rows.js";
import { readOneSecret } from "../input/read-secret.js";
import { writeProblems } from "../output/format-problem.js";
import { jsonText } from "../output/report.js";
import { showsColours, styleFor } from "../style.js";
import { convertSecret } from "./convert-secret.js";
import { convertSecretLines } from "./convert-secret-lines.js";
import { type QrEncoder, requireQrEncoder } from "./draw-qr-code.js";
import { drawSecret } from "./draw-secret.js";
import { answerProof } from "./prove-secret.js";
import { readReadings } from "./read-readings.js";
import { refused, type SecretAnswer } from "./secret-answer.js";
import { showCodes } from "./show-codes.js";

const OPTIONS = [
  value("--encoding <encoding>", `encoding that the old system uses: ${SECRET_ENCODINGS.join(", ")}`, {
    read: encodingOf,
    suggested: SECRET_ENCODINGS,
  }),
  value(
    "--period <seconds>",
    `how long a code is valid, in seconds (a URI carries its own; default: ${USUAL_TOTP_PERIOD})`,
    {
      read: wholeNumber(1, MAXIMUM_TOTP_PERIOD, () => {
        const message = `--period is not a whole number from 1 to ${MAXIMUM_TOTP_PERIOD}`;
        return new CouldNotRun("totp/parameter-out-of-range", message);
      }),
    },
  ),
  value("--prove <code>", "find the right encoding with a code from the user's phone", {
    excludes: ["code", "qr", "lines"],
  }),
  flag("--code", "show the current code, to compare with a phone", { excludes: ["qr", "lines"] }),
  flag("--qr", "draw a QR code for an authenticator app", { excludes: ["lines"] }),
  value("--label <text>", "account that the app shows, with --qr"),
  value("--issuer <text>", "issuer that the app shows, with --qr"),
  flag("--lines", "convert every line of standard input, one result per line"),
  oneOf(
    "--unspecified <meaning>",
    "what a migration URI means that omits algorithm, digits or type: usual is SHA1, 6 digits, TOTP",
    ["usual"],
  ),
  value("--at <seconds>", "use this time, in seconds since 1970, for --prove and --code", { read: timeOf }),
  serviceOption("service whose limits apply"),
  flag("--json", "print JSON, with --lines one object per line"),
] as const;

type SecretFlags = FlagsOf<typeof OPTIONS>;

const KIND = { name: "secret", mostCharacters: MAXIMUM_SECRET_TEXT };

const SEVERAL_SECRETS = "standard input holds more than one line, and only one secret is read";

export const secretCommand = commandOf(
  {
    options: OPTIONS,
    notes: [
      "The base32 and the QR code that this command prints ARE the secret: anyone who sees one can make the user's codes. --prove and --code print no secret.  Without --encoding the command never guesses: it lists the possible encodings and ends with exit code 1. A code may be an argument, though the secret may not: it is valid for half a minute, and the secret can't be computed from it.",
    ],
    examples: [
      "credport secret --prove 287082",
      "credport secret --encoding base64 < secret.txt",
      "credport secret --encoding hex --qr --label ada@example.com --issuer Example",
      "cut -d, -f4 users.csv | credport secret --encoding hex --lines > base32.txt",
    ],
    exitCodes: {
      fine: "the secret was converted, shown or proven",
      problems: "problems were found, or nothing was proven",
    },
  },
  secret,
);

async function secret(flags: SecretFlags, io: CliIo): Promise<ExitCode> {
  const { service, encoding, unspecified, period, at: unixSeconds = Date.now() / 1000 } = flags;
  const options: SecretReadingOptions = { service, ...defined({ encoding, unspecified, period }) };
  if (flags.lines === true) {
    if (io.stdin.isTTY === true) {
      throw wrongUsage("--lines reads standard input, which is a terminal", "Pipe them in: command --lines < file.");
    }
    return convertSecretLines(options, flags.json === true, io);
  }
  // Before anything is asked for.
  const encode = flags.qr === true ? await requireQrEncoder() : undefined;
  const text = await readOneSecret("TOTP secret or otpauth URI", io, KIND, SEVERAL_SECRETS);
  const readings = readReadings(text, options);
  const answer = readings.ok
    ? answerTask(readings.value, { ...flags, encode }, unixSeconds, io)
    : refused(readings.problems);
  const warnings = [...(readings.ok ? readings.warnings : []), ...answer.warnings];
  return tell({ ...answer, warnings }, flags, io);
}

function answerTask(
  readings: SecretReadings,
  flags: SecretFlags & { readonly encode: QrEncoder | undefined },
  unixSeconds: number,
  { stdout, env }: CliIo,
): SecretAnswer {
  if (flags.prove !== undefined) return answerProof(readings, flags.prove, unixSeconds);
  if (flags.code === true) return showCodes(readings, unixSeconds);
  if (flags.encode === undefined) return convertSecret(readings);
  const isDrawn = flags.json !== true && stdout.isTTY === true;
  return drawSecret(readings, {
    ...defined({ account: flags.label, issuer: flags.issuer }),
    encode: flags.encode,
    coloured: showsColours(stdout, env),
    columns: (isDrawn ? stdout.columns : undefined) ?? Number.POSITIVE_INFINITY,
  });
}

function tell(answer: SecretAnswer, flags: SecretFlags, io: CliIo): ExitCode {
  const { text, json, problems, warnings } = answer;
  if (flags.json === true) {
    io.stdout.write(jsonText({ ...json, problems, warnings }));
  } else {
    const style = styleFor(io.stderr, io.env);
    io.stdout.write(text);
    if (flags.qr === true && text !== "") io.stderr.write(`${style.faint(qrCodeNote(io))}\n`);
    writeProblems(problems, warnings, io);
  }
  return problems.length === 0 ? EXIT.fine : EXIT.problems;
}

function qrCodeNote({ stdout, env }: CliIo): string {
  const secrecy = "The QR code holds the secret: clear the screen after it is scanned.";
  return showsColours(stdout, env)
    ? secrecy
    : `${secrecy} Drawn without colours, it can be scanned on a dark background only.`;
}

function encodingOf(name: string): SecretEncoding {
  const encoding = SECRET_ENCODINGS.find((known) => known === name);
  if (encoding !== undefined) return encoding;
  throw wrongUsage("--encoding does not name an encoding of a secret", `Give one of: ${SECRET_ENCODINGS.join(", ")}.`);
}

function timeOf(text: string): number {
  if (/^[0-9]{1,12}$/.test(text)) return Number(text);
  throw wrongUsage("--at is not a whole number of seconds since 1970", "Give it as date +%s prints it.");
}
