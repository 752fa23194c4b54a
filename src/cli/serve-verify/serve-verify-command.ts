import { once } from "node:events";
import { type Command, Option } from "commander";
import { counted } from "../../lib/plural.js";
import { type FallbackStore, fallbackStatus, openFallbackStore, type StoredUser } from "../../login/index.js";
import {
  type CallerCheck,
  createVerifyHandler,
  VERIFY_SHAPES,
  type VerifyHandlerOptions,
  type VerifyReport,
  type VerifyShape,
} from "../../serve/index.js";
import { type CliIo, CouldNotRun, EXIT, type ExitCode } from "../cli-io.js";
import { readSmallFile } from "../input/input-file.js";
import { addHelp, type CommandHelp } from "../output/help.js";
import { styleFor } from "../output/style.js";
import { listen } from "./listen.js";

interface ServeFlags {
  readonly store: string;
  readonly shape: VerifyShape;
  readonly auth: string;
  readonly secretFile?: string;
  readonly privateKeyFile?: string;
  readonly signerKeyFile?: string;
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
    "with the secret as its whole value, or in-front, where a proxy lets nobody else through.",
    "",
    "Passwords come in plain HTTP: put a proxy with TLS in front. With --forget a user is found no more once",
    "their password was right: they are locked out if the service then fails to keep it. Peppers come from the",
    "environment variables that the file names. Ctrl-C stops the endpoint.",
  ],
  examples: [
    "credport serve-verify --store users.ndjson --shape ory --secret-file secret.txt",
    "credport serve-verify --store users.ndjson --shape okta --secret-file secret.txt --auth header:x-hook-secret",
    "credport serve-verify --store users.ndjson --shape entra --auth in-front --private-key-file key.pem",
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
      .option("--auth <way>", "how it is shown: bearer, basic, header:<name> or in-front", "bearer")
      .option("--private-key-file <file>", "with entra: key that passwords are encrypted for, PKCS #8 in PEM")
      .option("--signer-key-file <file>", "file with the base64 signer key, for provider-scrypt hashes")
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
  const caller = await callerOf(flags);
  const keys = {
    ...(flags.privateKeyFile === undefined ? {} : { privateKey: await readSmallFile(flags.privateKeyFile) }),
    ...(flags.signerKeyFile === undefined
      ? {}
      : { signerKey: (await readSmallFile(flags.signerKeyFile)).trim() }),
  };
  const store = await openStore(flags.store, io);
  const tally = new Map<string, number>();
  try {
    const handler = handlerOf({
      ...keys,
      shape: flags.shape,
      caller,
      findLegacyUser: store.findLegacyUser,
      ...(flags.forget === true ? { onMatch: (user: StoredUser) => store.forget(user) } : {}),
      onReply: (report) => note(report, tally, flags, io),
    });
    const listening = await listen(handler, port, flags.host).catch((error: NodeJS.ErrnoException) => {
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

function portOf(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new CouldNotRun("cli/port-malformed", "--port is not a number from 0 to 65535");
}

async function callerOf({ auth, secretFile }: ServeFlags): Promise<CallerCheck> {
  if (auth === "in-front" && secretFile === undefined) return "in-front";
  if (auth === "in-front") throw unusable("--auth in-front takes no --secret-file");
  if (secretFile === undefined) throw unusable("--secret-file is missing");
  const lines = (await readSmallFile(secretFile)).replace(/^\ufeff/, "").split(/\r?\n/);
  const secrets = lines.filter((line) => line !== "");
  const [way, name = ""] = auth.split(/:(.*)/s, 2);
  if (auth === "bearer") return { bearer: secrets };
  if (auth === "basic") return { basic: secrets };
  if (way === "header" && name !== "") return { header: name, secret: secrets };
  throw unusable("--auth is not bearer, basic, header:<name> or in-front");
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
