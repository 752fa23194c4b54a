import { once } from "node:events";
import { type Command, Option } from "commander";
import { isHostname } from "../../lib/browser-guard.js";
import { counted } from "../../lib/plural.js";
import { type FallbackStore, fallbackStatus, openFallbackStore, type StoredUser } from "../../login/index.js";
import { problem } from "../../problems/serve.js";
import {
  type CallerCheck,
  createVerifyHandler,
  SECOND_FACTORS,
  type SecondFactors,
  tokenCaller,
  VERIFY_SHAPES,
  type VerifyHandlerOptions,
  type VerifyReport,
  type VerifyShape,
} from "../../serve/index.js";
import { type CliIo, EXIT, type ExitCode } from "../cli-io.js";
import { CouldNotRun } from "../could-not-run.js";
import { readSmallFile } from "../input/input-file.js";
import { type GivenLimits, limitReader, SERVER_LIMITS } from "../input/verify-limits.js";
import { addHelp, type CommandHelp, inLines } from "../output/help.js";
import { styleFor } from "../style.js";
import { listen } from "./listen.js";
import { tokenSettings } from "./token-settings.js";

interface ServeFlags {
  readonly store: string;
  readonly shape: VerifyShape;
  readonly auth: string;
  readonly secretFile?: string;
  readonly tokenFile?: string;
  readonly proxyName?: readonly string[];
  readonly privateKeyFile?: string;
  readonly signerKeyFile?: string;
  readonly commonHashFile?: string;
  readonly limit?: GivenLimits;
  readonly secondFactors: SecondFactors;
  readonly calls: string;
  readonly host: string;
  readonly port: string;
  readonly forget?: boolean;
  readonly log?: boolean;
  readonly json?: boolean;
}

const HELP: CommandHelp = {
  notes: [
    "A new service that calls out at login asks here whether a password is that of the old system. What each",
    "service sends, and where to enter address and secret there, is in docs/serving.md.",
    "",
    "Each line of --secret-file is a secret of 16 or more characters; several are for the time in which one is",
    "changed for another. --auth says how the service sends it: bearer, basic (user:password), header:<name>",
    "with the secret as its whole value; token, for a token that the service has signed, as Entra's; or in-front,",
    "where a proxy lets nobody else through; Host then has to be an address of this machine with the port, or what",
    "--proxy-name says. --token-file is JSON: issuer, audience, keys (an address), claims.",
    "",
    "Passwords come in plain HTTP: put a proxy with TLS in front. With --forget a user is found no more once",
    "their password was right: they are locked out if the service then fails to keep it. Peppers come from the",
    "environment variables that the file names. Ctrl-C stops the endpoint.",
    "",
    "A user with a second factor is let in where the reply brings it over: at Keycloak, and at Auth0 by a login.",
    "Elsewhere they are refused, unless --second-factors leave-to-service says that the service has the factor",
    "already or asks for a new one; Keycloak is then told to ask.",
    "",
    "Names for --limit; the last three are for all verifications together, and beyond them calls are told to",
    "come again:",
    inLines(SERVER_LIMITS),
  ],
  examples: [
    "credport serve-verify --store users.ndjson --shape ory --secret-file secret.txt",
    "credport serve-verify --store users.ndjson --shape okta --secret-file secret.txt --auth header:x-hook-secret",
    "credport serve-verify --store users.ndjson --shape entra --auth token --token-file token.json --private-key-file key.pem",
  ],
  exitCodes: { fine: "the endpoint ran and was stopped" },
};

/** `credport serve-verify`: the endpoint that a new service calls at login, over the fallback's file. */
export function serveVerifyCommand(command: Command, io: CliIo, finish: (code: ExitCode) => void): void {
  addHelp(
    command
      .requiredOption("--store <file>", "what check --fallback has written")
      .addOption(
        new Option("--shape <service>", "the service that calls")
          .choices(VERIFY_SHAPES)
          .makeOptionMandatory(),
      )
      .option("--secret-file <file>", "file with the secret that the service shows, one a line")
      .option("--auth <way>", "how it is shown: bearer, basic, header:<name>, token or in-front", "bearer")
      .option("--token-file <file>", "with --auth token: what a token has to say, and where its keys are")
      .option(
        "--proxy-name <host>",
        "with --auth in-front: host by which the proxy calls; can be repeated",
        (name: string, before: readonly string[] = []) => [...before, name],
      )
      .option("--private-key-file <file>", "with entra: key that passwords are encrypted for, PKCS #8 in PEM")
      .option("--signer-key-file <file>", "file with the base64 signer key, for provider-scrypt hashes")
      .option(
        "--common-hash-file <file>",
        "file with a hash like those of most users, so that unknown ones take as long; bcrypt of cost 10 without it",
      )
      .option(
        "--limit <name=number>",
        "what verifications may cost, one and all together; can be repeated",
        limitReader(SERVER_LIMITS),
      )
      .addOption(
        new Option("--second-factors <way>", "what becomes of users who have one (see below)")
          .choices(SECOND_FACTORS)
          .default("keep"),
      )
      .option("--calls <number>", "calls that are answered at a time; those beyond it come again", "512")
      .option(
        "--host <address>",
        "address to listen on; anything but this machine's own needs a proxy",
        "127.0.0.1",
      )
      .option("--port <number>", "port to listen on; 0 picks a free one", "8787")
      .option("--forget", "forget each user whose password was right (see below)")
      .option("--log", "print a line of JSON for each call, without names and passwords")
      .option("--json", "print address and settings, and the counts at the end, each as a line of JSON"),
    HELP,
  ).action(async (flags: ServeFlags) => finish(await serve(flags, io)));
}

async function serve(flags: ServeFlags, io: CliIo): Promise<ExitCode> {
  const port = portOf(flags.port);
  const calls = callsOf(flags.calls);
  const proxyNames = proxyNamesOf(flags);
  const caller = await callerOf(flags);
  const fromFiles = {
    ...(await inFile("privateKey", flags.privateKeyFile)),
    ...(await inFile("signerKey", flags.signerKeyFile)),
    ...(await inFile("commonHash", flags.commonHashFile)),
  };
  const store = await openStore(flags.store, io);
  const tally = new Map<string, number>();
  try {
    const handler = handlerOf({
      ...fromFiles,
      ...(flags.limit === undefined ? {} : { limits: flags.limit }),
      shape: flags.shape,
      caller,
      calls,
      secondFactors: flags.secondFactors,
      findLegacyUser: store.findLegacyUser,
      ...(flags.forget === true ? { onMatch: (user: StoredUser) => store.forget(user) } : {}),
      onReply: (report) => note(report, tally, flags, io),
    });
    const onPage = (reason: string) => note(refusedPage(reason), tally, flags, io);
    const place = { port, host: flags.host, calls, proxyNames, onPage };
    const listening = await listen(handler, place).catch((error: NodeJS.ErrnoException) => {
      throw new CouldNotRun("cli/port-taken", `cannot listen on ${flags.host}, port ${port} (${error.code})`);
    });
    await greet(listening.url, flags, io);
    await interrupted(io);
    await listening.close();
  } finally {
    await store.close();
  }
  io.stdout.write(`${JSON.stringify(Object.fromEntries(tally))}\n`);
  return EXIT.fine;
}

/** An option whose value is the text of a file. */
async function inFile<Name extends string>(
  name: Name,
  path: string | undefined,
): Promise<Partial<Record<Name, string>>> {
  if (path === undefined) return {};
  const text = (await readSmallFile(path)).replace(/^\ufeff/, "").trim();
  return { [name]: text } as Partial<Record<Name, string>>;
}

function portOf(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new CouldNotRun("cli/port-malformed", "--port is not a number from 0 to 65535");
}

/** Each call has a connection, of which a machine has not many more. */
const MOST_CALLS = 16_384;

function callsOf(text: string): number {
  const calls = /^[0-9]{1,5}$/.test(text) ? Number(text) : 0;
  if (calls >= 1 && calls <= MOST_CALLS) return calls;
  throw unusable(`--calls is not a number from 1 to ${MOST_CALLS}`);
}

async function callerOf({ auth, secretFile, tokenFile }: ServeFlags): Promise<CallerCheck> {
  const [way, name = ""] = auth.split(/:(.*)/s, 2);
  const needsSecret = ["bearer", "basic"].includes(auth) || (way === "header" && name !== "");
  if (!needsSecret && auth !== "token" && auth !== "in-front") {
    throw unusable("--auth is not bearer, basic, header:<name>, token or in-front");
  }
  if ((tokenFile !== undefined) !== (auth === "token"))
    throw unusable(misplaced("--token-file", tokenFile, auth));
  if ((secretFile !== undefined) !== needsSecret)
    throw unusable(misplaced("--secret-file", secretFile, auth));
  if (tokenFile !== undefined) return tokenCaller(await tokenSettings(tokenFile));
  if (secretFile === undefined) return "in-front";
  const lines = (await readSmallFile(secretFile)).replace(/^\ufeff/, "").split(/\r?\n/);
  const secrets = lines.filter((line) => line !== "");
  if (auth === "bearer") return { bearer: secrets };
  return auth === "basic" ? { basic: secrets } : { header: name, secret: secrets };
}

/** Undefined where calls show a secret, which a page does not know. */
function proxyNamesOf({ auth, proxyName }: ServeFlags): readonly string[] | undefined {
  if (proxyName !== undefined && auth !== "in-front")
    throw unusable(misplaced("--proxy-name", proxyName[0], auth));
  if (proxyName?.every(isHostname) === false)
    throw unusable("--proxy-name is not a host's name without port and path");
  return auth === "in-front" ? (proxyName ?? []) : undefined;
}

function refusedPage(reason: string): VerifyReport {
  const problems = [problem("serve/caller-refused", reason)];
  return { status: 403, answer: null, problems, userId: null, milliseconds: 0 };
}

function misplaced(option: string, given: string | undefined, auth: string): string {
  return given === undefined
    ? `${option} is missing`
    : `--auth ${auth.replace(/:.*/s, "")} takes no ${option}`;
}

function unusable(message: string): CouldNotRun {
  return new CouldNotRun("cli/serve-settings", message);
}

/** What the handler says of its settings is for whoever gave them: it names none of the secrets. */
function handlerOf(options: VerifyHandlerOptions<StoredUser>): (request: Request) => Promise<Response> {
  try {
    return createVerifyHandler(options);
  } catch (error) {
    if (error instanceof TypeError) throw unusable(inOptions(error.message));
    throw error;
  }
}

/** The handler's options by the names that they have here. */
function inOptions(message: string): string {
  return message
    .replaceAll("privateKey", "--private-key-file")
    .replace(
      /^commonHash can't be verified/,
      "the hash of --common-hash-file, bcrypt of cost 10 without it, can't be verified",
    )
    .replaceAll("caller.basic", "each secret of --auth basic")
    .replaceAll("caller.header", "--auth header:<name>");
}

async function openStore(file: string, io: CliIo): Promise<FallbackStore> {
  const opened = await openFallbackStore(file, { peppers: io.env });
  if (!opened.ok) throw new CouldNotRun(opened.problems[0].code, opened.problems[0].message);
  const style = styleFor(io.stderr, io.env);
  for (const { message } of opened.warnings) io.stderr.write(`${style.warn("warning:")} ${message}\n`);
  return opened.value;
}

/** What goes to a log: why calls fail, and nobody's name. */
function note(report: VerifyReport, tally: Map<string, number>, { log }: ServeFlags, io: CliIo): void {
  const kind = report.answer ?? report.problems[0]?.code ?? "refused";
  tally.set(kind, (tally.get(kind) ?? 0) + 1);
  if (log !== true) return;
  const { status, answer, problems, userId, milliseconds } = report;
  const line = {
    at: new Date().toISOString(),
    status,
    answer,
    problems: problems.map(({ code }) => code),
    ...(userId === null ? {} : { userId }),
    milliseconds: Math.round(milliseconds),
  };
  io.stdout.write(`${JSON.stringify(line)}\n`);
}

async function greet(url: string, { shape, store, auth, json }: ServeFlags, io: CliIo): Promise<void> {
  const status = await fallbackStatus(store);
  const left = status.ok ? status.value.left : 0;
  if (json === true) {
    io.stdout.write(`${JSON.stringify({ url, shape, auth: auth.replace(/:.*/s, ""), left })}\n`);
    return;
  }
  const style = styleFor(io.stdout, io.env);
  const what = `${style.strong("Verification")} for ${shape} at ${url}`;
  io.stdout.write(`${what}, ${counted(left, "user")} left. Ctrl-C stops it.\n`);
}

async function interrupted({ onInterrupt }: CliIo): Promise<void> {
  const target = new EventTarget();
  const forget = onInterrupt(() => target.dispatchEvent(new Event("interrupt")));
  await once(target, "interrupt");
  forget();
}
