import { isHostname } from "../../lib/browser-guard.js";
import { defined } from "../../lib/defined.js";
import { counted } from "../../lib/plural.js";
import { type FallbackStore, fallbackStatus, openFallbackStore, type StoredUser } from "../../login/index.js";
import { problem } from "../../problems/serve.js";
import {
  createTokenCheck,
  createVerifyHandler,
  type VerifyHandlerOptions,
  type VerifyReport,
} from "../../serve/index.js";
import {
  type CallerCheck,
  SECOND_FACTORS,
  type SecondFactors,
  VERIFY_SHAPES,
  type VerifyShape,
} from "../../serve/internal.js";
import { type CliIo, EXIT, type ExitCode } from "../cli-io.js";
import { CouldNotRun, valueOrEnd, wrongUsage } from "../could-not-run.js";
import { commandOf } from "../input/command-of.js";
import { readSmallFile } from "../input/input-file.js";
import { type FlagsOf, flag, list, needed, portOption, usually, value, wholeNumber } from "../input/option-rows.js";
import { limitReader, SERVER_LIMITS } from "../input/verify-limits.js";
import { untilInterrupted } from "../interrupt.js";
import { styleFor } from "../style.js";
import { listen } from "./listen.js";
import { tokenSettings } from "./token-settings.js";

/** Each call has a connection, of which a machine has not many more. */
const MOST_CALLS = 16_384;
const LIMITS =
  "Names for --limit; the last three are for all verifications together, and beyond them calls are refused for now";

const OPTIONS = [
  needed("--store <file>", "what check --fallback has written"),
  needed<"--shape <service>", VerifyShape>("--shape <service>", "the service that calls", { choices: VERIFY_SHAPES }),
  value("--secret-file <file>", "file with the secret that the service shows, one a line"),
  usually("--auth <way>", "how it is shown: bearer, basic, header:<name>, token or in-front", "bearer", {
    suggested: ["bearer", "basic", "header:", "token", "in-front"],
  }),
  value("--token-file <file>", "with --auth token: what a token has to say, and where its keys are"),
  list("--proxy-name <host>", "with --auth in-front: host by which the proxy calls; can be repeated"),
  value("--private-key-file <file>", "with entra: key that passwords are encrypted for, PKCS #8 in PEM"),
  value("--signer-key-file <file>", "file with the base64 signer key, for provider-scrypt hashes"),
  value(
    "--common-hash-file <file>",
    "file with a hash like those of most users, so that unknown ones take as long; bcrypt of cost 10 without it",
  ),
  value("--limit <name=number>", "what verifications may cost, one and all together; can be repeated", {
    read: limitReader(SERVER_LIMITS),
    listed: { title: LIMITS, words: SERVER_LIMITS },
  }),
  usually<"--second-factors <way>", SecondFactors>(
    "--second-factors <way>",
    "what becomes of users who have one (see below)",
    "keep",
    { choices: SECOND_FACTORS },
  ),
  usually("--calls <number>", "calls that are answered at a time; those beyond it come again", 512, {
    read: wholeNumber(1, MOST_CALLS, () => unusable(`--calls is not a number from 1 to ${MOST_CALLS}`)),
  }),
  usually("--host <address>", "address to listen on; anything but this machine's own needs a proxy", "127.0.0.1"),
  portOption("port to listen on; 0 picks a free one", 8787),
  flag("--forget", "forget each user whose password was right (see below)"),
  flag("--log", "print a line of JSON for each call, without names and passwords"),
  flag("--json", "print address and settings, and the counts at the end, each as a line of JSON"),
] as const;

type ServeFlags = FlagsOf<typeof OPTIONS>;

export const serveVerifyCommand = commandOf(
  {
    options: OPTIONS,
    notes: [
      "A new service that calls out at login asks here whether a password is that of the old system. What each service sends, and where to enter address and secret there, is in docs/serving.md.",
      " Each line of --secret-file is a secret of 16 or more characters; several are for the time in which one is changed for another. --auth says how the service sends it: bearer, basic (user:password), header:<name> with the secret as its whole value; token, for a token that the service has signed, as Entra's; or in-front, where a proxy lets no other caller through; Host then has to be an address of this machine with the port, or what --proxy-name says. --token-file is JSON: issuer, audience, keys (an address), claims.",
      " Passwords come in plain HTTP: put a proxy with TLS in front. With --forget, a user is removed after the first correct password. If the service then fails to store it, the user is locked out. Peppers come from the environment variables that the file names. Ctrl-C stops the endpoint.  A user with a second factor is let in where the reply carries it: at Keycloak, and at Auth0 by a login.",
      "Elsewhere they are refused. --second-factors require-enrolment has Keycloak ask for a new one; accept-loss lets them in without it and logs each: for a service that has the factors already, or makes each user enrol one.",
    ],
    examples: [
      "credport serve-verify --store users.ndjson --shape ory --secret-file secret.txt",
      "credport serve-verify --store users.ndjson --shape okta --secret-file secret.txt --auth header:x-hook-secret",
      "credport serve-verify --store users.ndjson --shape entra --auth token --token-file token.json --private-key-file key.pem",
    ],
    exitCodes: { fine: "the endpoint ran and was stopped" },
  },
  serve,
);

async function serve(flags: ServeFlags, io: CliIo): Promise<ExitCode> {
  const { port, host, calls, shape, limit: verification, secondFactors } = flags;
  const proxyNames = proxyNamesOf(flags);
  const caller = await callerOf(flags);
  const privateKey = await textIn(flags.privateKeyFile);
  const signerKey = await textIn(flags.signerKeyFile);
  const commonHash = await textIn(flags.commonHashFile);
  const store = await openStore(flags.store, signerKey, io);
  const tally = new Map<string, number>();
  try {
    const handler = handlerOf({
      ...defined({ privateKey }),
      hashes: defined({ signerKey, commonHash }),
      limits: { calls, ...defined({ verification }) },
      ...{ shape, caller, secondFactors },
      findLegacyUser: store.findLegacyUser,
      usersSharing: store.usersSharing,
      ...(flags.forget === true ? { onMatch: (user: StoredUser) => store.forgetUser(user) } : {}),
      onReply: (report) => note(report, tally, flags, io),
    });
    const onPage = (reason: string) => note(refusedPage(reason), tally, flags, io);
    const place = { port, host, calls, proxyNames, onPage };
    const listening = await listen(handler, place).catch((error: NodeJS.ErrnoException) => {
      throw new CouldNotRun("cli/port-taken", `cannot listen on ${host}, port ${port} (${error.code})`);
    });
    await greet(listening.url, flags, io);
    await untilInterrupted(io);
    await listening.close();
  } finally {
    await store.close();
  }
  io.stdout.write(`${JSON.stringify(Object.fromEntries(tally))}\n`);
  return EXIT.fine;
}

async function textIn(path: string | undefined): Promise<string | undefined> {
  return path === undefined ? undefined : (await readSmallFile(path)).trim();
}

async function callerOf({ auth, secretFile, tokenFile }: ServeFlags): Promise<CallerCheck> {
  const [way, name = ""] = auth.split(/:(.*)/s, 2);
  const needsSecret = ["bearer", "basic"].includes(auth) || (way === "header" && name !== "");
  if (!needsSecret && auth !== "token" && auth !== "in-front") {
    throw unusable("--auth is not bearer, basic, header:<name>, token or in-front");
  }
  requirePlaced("--token-file", tokenFile, auth === "token", auth);
  requirePlaced("--secret-file", secretFile, needsSecret, auth);
  if (tokenFile !== undefined) return createTokenCheck(await tokenSettings(tokenFile));
  if (secretFile === undefined) return "in-front";
  const lines = (await readSmallFile(secretFile)).split(/\r?\n/);
  const secrets = lines.filter((line) => line !== "");
  if (auth === "bearer") return { bearer: secrets };
  return auth === "basic" ? { basic: secrets } : { header: name, secret: secrets };
}

/** Undefined where calls show a secret, which a page does not know. */
function proxyNamesOf({ auth, proxyName }: ServeFlags): readonly string[] | undefined {
  if (auth !== "in-front") requirePlaced("--proxy-name", proxyName?.[0], false, auth);
  if (proxyName?.every(isHostname) === false) throw unusable("--proxy-name is not a host's name without port and path");
  return auth === "in-front" ? (proxyName ?? []) : undefined;
}

function refusedPage(reason: string): VerifyReport {
  const problems = [problem("serve/caller-refused", reason)];
  return { status: 403, answer: null, problems, userId: null, milliseconds: 0 };
}

/** Refuses an option that is missing, or has no use with `--auth`. */
function requirePlaced(option: string, given: string | undefined, isNeeded: boolean, auth: string): void {
  if ((given !== undefined) === isNeeded) return;
  throw unusable(isNeeded ? `${option} is missing` : `--auth ${auth.replace(/:.*/s, "")} takes no ${option}`);
}

const SETTINGS =
  "Look at --auth, --secret-file, --private-key-file and --second-factors, and at what --help says of them.";

const unusable = (message: string): CouldNotRun => wrongUsage(message, SETTINGS);

/** The handler says what is wrong with its settings, and names no secret. */
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
    .replaceAll("secondFactors", "--second-factors")
    .replace(
      /^commonHash can't be verified/,
      "the hash of --common-hash-file, bcrypt of cost 10 without it, can't be verified",
    )
    .replaceAll("caller.basic", "each secret of --auth basic")
    .replaceAll("caller.header", "--auth header:<name>");
}

async function openStore(file: string, signerKey: string | undefined, io: CliIo): Promise<FallbackStore> {
  const opened = await openFallbackStore(file, { peppers: io.env, signerKey });
  const style = styleFor(io.stderr, io.env);
  for (const { message } of opened.ok ? opened.warnings : []) io.stderr.write(`${style.warn("warning:")} ${message}\n`);
  return valueOrEnd(opened);
}

/** What goes to a log: why calls fail, and no names. */
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
