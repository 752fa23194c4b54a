import { MAX_HASH_LENGTH } from "../../hash/internal.js";
import { defined } from "../../lib/defined.js";
import { printable } from "../../lib/printable.js";
import { type VerifyOptions, verifyPassword } from "../../verify/index.js";
import { type CliIo, EXIT, type ExitCode } from "../cli-io.js";
import { CouldNotRun, wrongUsage } from "../could-not-run.js";
import { commandOf } from "../input/command-of.js";
import { hashSourceOption, serviceOption } from "../input/hash-options.js";
import { readSmallFile } from "../input/input-file.js";
import { type FlagsOf, flag, list, value } from "../input/option-rows.js";
import { notUtf8, readSecrets, type SecretQuestion } from "../input/read-secret.js";
import { limitReader, OWN_LIMITS } from "../input/verify-limits.js";
import { interruptible } from "../interrupt.js";
import { writeProblems } from "../output/format-problem.js";
import { print } from "../output/report.js";
import { styleFor } from "../style.js";
import { fitted } from "../wrap.js";
import { tellExpression } from "./find-expression.js";
import { formatVerification } from "./format-verification.js";
import { answerVerification, type VerifyAnswer, type VerifySubject } from "./verify-answer.js";

const OPTIONS = [
  value("--hash-file <file>", "read the hash from the first line of a file"),
  hashSourceOption("system that the hash comes from, which may change the password first"),
  flag("--peppered", "that system has a pepper, which is asked for last"),
  flag("--no-peppered", "that system has no pepper"),
  value("--pepper-file <file>", "read the pepper from the first line of a file"),
  value("--signer-key-file <file>", "for provider-scrypt, read base64_signer_key from the first line of a file"),
  serviceOption("service that the hash would be imported into"),
  value("--limit <name=number>", "allow the verification to cost more; can be repeated", {
    read: limitReader(OWN_LIMITS),
    listed: { title: "Names for --limit", words: OWN_LIMITS },
  }),
  flag("--known", "the password is the right one: find the expression by which the hash is made of it", {
    excludes: ["source", "signerKeyFile", "service"],
  }),
  list("--column <name>", "with --known: a column that may be in it, whose value is asked for; can be repeated"),
  flag("--json", "print the answer as JSON"),
] as const;

type VerifyFlags = FlagsOf<typeof OPTIONS>;

const HASH: SecretQuestion = { question: "Hash", kind: { name: "hash", mostCharacters: MAX_HASH_LENGTH } };
const PASSWORD: SecretQuestion = { question: "Password" };
const COLUMN = { name: "value of a column", mostCharacters: 1024 };
const PEPPER: SecretQuestion = { question: "Pepper", kind: { name: "pepper", mostCharacters: 4096 } };

export const verifyCommand = commandOf(
  {
    options: OPTIONS,
    notes: [
      "On a terminal the hash and the password are asked for and not shown. Otherwise they are the first lines of standard input: the hash (unless --hash-file is given), the password (with its white space), the value of each --column, and with --peppered the pepper. None of them is ever printed.",
      "--known is for a table whose hashes are home-made digests: it takes one account alone, and its answer goes into the map of --from table (docs/expressions.md). With a password that has capital letters, accents and one of < > & it also tells what is done to these.",
    ],
    examples: [
      "credport verify",
      "credport verify --hash-file hash.txt --source wordpress",
      "credport verify --hash-file hash.txt --signer-key-file key.txt < password.txt",
      "credport verify --hash-file hash.txt --limit memoryBytes=1073741824",
      "credport verify --known --column salt --column user_name",
    ],
    exitCodes: {
      fine: "the password matches, or one expression was found",
      problems: "the password does not match, or the hash can't be verified; not one expression fits, or several do",
    },
  },
  verify,
);

async function verify(flags: VerifyFlags, io: CliIo): Promise<ExitCode> {
  const { source, service, limit: limits, peppered } = flags;
  const signerKey = (await firstLineOf(flags.signerKeyFile, "signer key"))?.trim();
  const { hash, password, columns, ...secrets } = await readThem(flags, io);
  const pepper = peppered === false ? "" : secrets.pepper;
  if (flags.known === true) {
    const known = { hash, password, columns, ...defined({ pepper, limits }) };
    return tellExpression(known, flags.json === true, io);
  }
  const options: VerifyOptions = defined({ source, signerKey, pepper, limits });
  return tell(await answer({ hash, password, options, service }, io), flags, io);
}

function answer(subject: VerifySubject, io: CliIo): Promise<VerifyAnswer> {
  const { hash, password, options } = subject;
  return interruptible(io, async (signal) => {
    const start = performance.now();
    const verified = await verifyPassword(password, hash, { ...options, signal });
    const milliseconds = Math.round(performance.now() - start);
    if (signal.aborted) throw new CouldNotRun("cli/interrupted", "interrupted");
    return answerVerification(subject, verified, milliseconds);
  });
}

/** From files where they are named; otherwise asked for in this order. */
async function readThem(flags: VerifyFlags, io: CliIo) {
  const { hashFile, pepperFile, peppered, known, column: names = [] } = flags;
  if (known !== true && names.length > 0) throw wrongUsage("--column is for --known alone");
  const hash = await firstLineOf(hashFile, "hash");
  const pepper = await firstLineOf(pepperFile, "pepper");
  const asksPepper = peppered === true && pepper === undefined;
  const columns = names.map((name) => ({ question: `Value of ${printable(name)}`, kind: COLUMN }));
  const asked = [...(hash === undefined ? [HASH] : []), PASSWORD, ...columns, ...(asksPepper ? [PEPPER] : [])];
  const given = [...(await readSecrets(asked, io, known === true ? new CouldNotRun(...ONE_ACCOUNT) : undefined))];
  return {
    hash: hash ?? (given.shift() as string),
    password: given.shift() as string,
    columns: Object.fromEntries(names.map((name) => [name, given.shift() as string])),
    pepper: pepper ?? given.shift(),
  };
}

const ONE_ACCOUNT = [
  "cli/secret-unusable",
  "there are more lines on standard input than one account has",
  "Give one account: its hash, its password, and one line for each --column. A list is not tried.",
] as const;

/** A byte order mark and the line end are the editor's; all else is part of the secret. */
async function firstLineOf(path: string | undefined, name: string): Promise<string | undefined> {
  if (path === undefined) return undefined;
  const [line = ""] = (await readSmallFile(path)).split(/\r?\n/, 1);
  if (line.includes("\ufffd")) throw notUtf8(`the ${name} in ${path}`);
  if (line !== "") return line;
  throw new CouldNotRun("cli/secret-unusable", `the first line of ${path}, which should hold the ${name}, is empty`);
}

function tell(answered: VerifyAnswer, { json }: VerifyFlags, io: CliIo): ExitCode {
  const style = styleFor(io.stdout, io.env);
  print(answered, fitted(formatVerification(answered, style), style.columns), { json }, io);
  if (json !== true) writeProblems(answered.problems, answered.warnings, io);
  return answered.matches === true ? EXIT.fine : EXIT.problems;
}
