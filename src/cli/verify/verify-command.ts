import type { Command } from "commander";
import { MAX_HASH_LENGTH } from "../../hash/internal.js";
import { SERVICE_PROFILES } from "../../service/profile.js";
import { type VerifyOptions, verifyPassword } from "../../verify/index.js";
import { type CliIo, EXIT, type ExitCode } from "../cli-io.js";
import { CouldNotRun } from "../could-not-run.js";
import { readSmallFile } from "../input/input-file.js";
import { readSecrets, type SecretQuestion } from "../input/read-secret.js";
import { hashSource, serviceName } from "../input/source-options.js";
import { type GivenLimits, limitReader, OWN_LIMITS } from "../input/verify-limits.js";
import { formatProblem } from "../output/format-problem.js";
import { addHelp, type CommandHelp, inLines } from "../output/help.js";
import { styleFor } from "../style.js";
import { formatVerification } from "./format-verification.js";
import { answerVerification, type VerifyAnswer, type VerifySubject } from "./verify-answer.js";

interface VerifyFlags {
  readonly hashFile?: string;
  readonly source?: string;
  readonly peppered?: boolean;
  readonly pepperFile?: string;
  readonly signerKeyFile?: string;
  readonly service: string;
  readonly limit?: GivenLimits;
  readonly json?: boolean;
}

const HASH: SecretQuestion = {
  question: "Hash",
  kind: { name: "hash", mostCharacters: MAX_HASH_LENGTH },
};
const PASSWORD: SecretQuestion = { question: "Password" };
const PEPPER: SecretQuestion = { question: "Pepper", kind: { name: "pepper", mostCharacters: 4096 } };

const HELP: CommandHelp = {
  notes: [
    "On a terminal the hash and the password are asked for and not shown. Otherwise they are the first",
    "lines of standard input: the hash (unless --hash-file is given), the password (with its white",
    "space), and with --peppered the pepper. None of them is ever printed.",
    "",
    "Names for --limit:",
    inLines(OWN_LIMITS),
  ],
  examples: [
    "credport verify",
    "credport verify --hash-file hash.txt --source wordpress",
    "credport verify --hash-file hash.txt --signer-key-file key.txt < password.txt",
    "credport verify --hash-file hash.txt --limit memoryBytes=1073741824",
  ],
  exitCodes: {
    fine: "the password matches",
    problems: "the password does not match, or the hash can't be verified",
  },
};

/** `credport verify`: says whether a password is the one that a hash was made of, and what follows from it. */
export function verifyCommand(command: Command, io: CliIo, finish: (code: ExitCode) => void): void {
  addHelp(
    command
      .option("--hash-file <file>", "read the hash from the first line of a file")
      .option("--source <system>", "system that the hash comes from, which may change the password first")
      .option("--peppered", "that system has a pepper, which is asked for last")
      .option("--no-peppered", "that system has no pepper")
      .option("--pepper-file <file>", "read the pepper from the first line of a file")
      .option(
        "--signer-key-file <file>",
        "for provider-scrypt, read base64_signer_key from the first line of a file",
      )
      .option(
        "--service <profile>",
        `service that the hash would be imported into: ${Object.keys(SERVICE_PROFILES).join(", ")}`,
        "default",
      )
      .option(
        "--limit <name=number>",
        "allow the verification to cost more; can be repeated",
        limitReader(OWN_LIMITS),
      )
      .option("--json", "print the answer as JSON"),
    HELP,
  ).action(async (flags: VerifyFlags) => finish(await verify(flags, io)));
}

async function verify(flags: VerifyFlags, io: CliIo): Promise<ExitCode> {
  const source = hashSource(flags.source);
  const service = serviceName(flags.service);
  const signerKey = await firstLineOf(flags.signerKeyFile, "signer key");
  const secrets = await readThem(flags, io);
  const pepper = flags.peppered === false ? "" : secrets.pepper;
  const options: VerifyOptions = {
    ...(source === undefined ? {} : { source }),
    ...(signerKey === undefined ? {} : { signerKey: signerKey.trim() }),
    ...(pepper === undefined ? {} : { pepper }),
    ...(flags.limit === undefined ? {} : { limits: flags.limit }),
  };
  const subject: VerifySubject = { hash: secrets.hash, password: secrets.password, options, service };
  return print(await answer(subject, io), flags, io);
}

async function answer(subject: VerifySubject, io: CliIo): Promise<VerifyAnswer> {
  const { hash, password, options } = subject;
  const stop = new AbortController();
  const forget = io.onInterrupt(() => stop.abort());
  try {
    const start = performance.now();
    const verified = await verifyPassword(password, hash, { ...options, signal: stop.signal });
    const milliseconds = Math.round(performance.now() - start);
    if (stop.signal.aborted) throw new CouldNotRun("cli/interrupted", "interrupted");
    return answerVerification(subject, verified, milliseconds);
  } finally {
    forget();
  }
}

interface Secrets {
  readonly hash: string;
  readonly password: string;
  readonly pepper?: string | undefined;
}

/** From files where they are named; otherwise asked for in this order. */
async function readThem({ hashFile, pepperFile, peppered }: VerifyFlags, io: CliIo): Promise<Secrets> {
  const hash = await firstLineOf(hashFile, "hash");
  const pepper = await firstLineOf(pepperFile, "pepper");
  const asksPepper = peppered === true && pepper === undefined;
  const asked = [...(hash === undefined ? [HASH] : []), PASSWORD, ...(asksPepper ? [PEPPER] : [])];
  const given = [...(await readSecrets(asked, io))];
  return {
    hash: hash ?? (given.shift() as string),
    password: given.shift() as string,
    pepper: pepper ?? given.shift(),
  };
}

/** A byte order mark and the line end are the editor's; all else is part of the secret. */
async function firstLineOf(path: string | undefined, name: string): Promise<string | undefined> {
  if (path === undefined) return undefined;
  const [line = ""] = (await readSmallFile(path)).replace(/^\ufeff/, "").split(/\r?\n/, 1);
  if (line.includes("\ufffd")) {
    throw new CouldNotRun("cli/secret-not-utf8", `the ${name} in ${path} has bytes that are not UTF-8`);
  }
  if (line === "")
    throw new CouldNotRun(
      "cli/no-secret",
      `the first line of ${path}, which should hold the ${name}, is empty`,
    );
  return line;
}

function print(answered: VerifyAnswer, flags: VerifyFlags, io: CliIo): ExitCode {
  if (flags.json === true) {
    io.stdout.write(`${JSON.stringify(answered, null, 2)}\n`);
  } else {
    const style = styleFor(io.stderr, io.env);
    io.stdout.write(formatVerification(answered, styleFor(io.stdout, io.env)));
    for (const found of answered.warnings) {
      io.stderr.write(formatProblem(found, style.warn("warning:"), style));
    }
    for (const found of answered.problems) {
      io.stderr.write(formatProblem(found, style.bad("credport:"), style));
    }
  }
  return answered.matches === true ? EXIT.fine : EXIT.problems;
}
