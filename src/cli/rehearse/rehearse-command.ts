import { once } from "node:events";
import { type Command, Option } from "commander";
import { createRehearsalService } from "../../rehearsal/index.js";
import { SERVICE_PROFILES } from "../../service/profile.js";
import { type CliIo, EXIT, type ExitCode } from "../cli-io.js";
import { CouldNotRun } from "../could-not-run.js";
import { readSmallFile } from "../input/input-file.js";
import { serviceName } from "../input/source-options.js";
import { addHelp, type CommandHelp, inLines } from "../output/help.js";
import { styleFor } from "../style.js";
import {
  allowedOrigins,
  bulkFaults,
  FAULT_NAMES,
  faults,
  interfaceVersions,
  tenantNames,
} from "./rehearse-options.js";

interface RehearseFlags {
  readonly port: string;
  readonly service: string;
  readonly signerKeyFile?: string;
  readonly interface?: readonly string[];
  readonly tenants?: readonly string[] | true;
  readonly licence: "all" | "none";
  readonly faults?: readonly string[];
  readonly allowOrigin?: readonly string[];
  readonly json?: boolean;
}

const HELP: CommandHelp = {
  notes: [
    "If CREDPORT_API_KEY is set, callers must send it. Requests that a web page could have sent are",
    "refused with 403, unless --allow-origin names their origin: send Content-Type: application/json and",
    "no Origin. Ctrl-C stops the service; all data is lost. A fault comes as often as its name says by",
    "default, or as name=burst/every does: 429=3/50 answers three of every fifty requests with 429.",
    "Applications are tenants as well: appid-shop.",
    "",
    "Faults:",
    inLines(FAULT_NAMES),
  ],
  examples: [
    "credport rehearse --port 3567 --signer-key-file signer-key.txt",
    "CREDPORT_API_KEY=… credport rehearse --service supertokens",
    "credport rehearse --service supertokens --interface 5.1 5.4 --licence none --tenants t1",
    "credport rehearse --faults 500 slow reset=1/20 429=3/50 no-connections",
  ],
  exitCodes: { fine: "the service ran and was stopped" },
};

/** `credport rehearse`: the rehearsal service on a port of this machine. */
export function rehearseCommand(command: Command, io: CliIo, finish: (code: ExitCode) => void): void {
  addHelp(
    command
      .option("--port <number>", "port to listen on at 127.0.0.1; 0 picks a free one", "3567")
      .option(
        "--service <profile>",
        `service profile to imitate: ${Object.keys(SERVICE_PROFILES).join(", ")}`,
        "default",
      )
      .option(
        "--signer-key-file <file>",
        "file with the base64 signer key, which provider-scrypt imports need",
      )
      .option(
        "--interface <versions...>",
        "versions of the interface to speak, such as 5.1 5.4; all by default",
      )
      .option(
        "--tenants [names...]",
        "tenants that exist beside public, such as t1 or appid-shop/t1; public alone without a name, all by default",
      )
      .addOption(
        new Option("--licence <features>", "whether the paid features are on")
          .choices(["all", "none"])
          .default("all"),
      )
      .option("--faults <names...>", "what goes wrong on purpose (names below)")
      .option(
        "--allow-origin <origins...>",
        "pages and browser extensions that may call, such as http://localhost:5173 or chrome-extension://<id>",
      )
      .option("--json", "print the address and settings, and the counts at the end, each as a line of JSON"),
    HELP,
  ).action(async (flags: RehearseFlags) => finish(await rehearse(flags, io)));
}

async function rehearse(flags: RehearseFlags, io: CliIo): Promise<ExitCode> {
  const port = Number(flags.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new CouldNotRun("cli/port-malformed", "--port is not a number from 0 to 65535");
  }
  const apiKey = io.env.CREDPORT_API_KEY;
  const service = createRehearsalService({
    service: serviceName(flags.service),
    licensed: flags.licence === "all",
    interfaceVersions: interfaceVersions(flags.interface),
    tenants: tenantNames(flags.tenants),
    faults: faults(flags.faults),
    bulk: { faults: bulkFaults(flags.faults) },
    allowedOrigins: allowedOrigins(flags.allowOrigin),
    ...(apiKey === undefined || apiKey === "" ? {} : { apiKeys: [apiKey] }),
    ...(flags.signerKeyFile === undefined
      ? {}
      : { signerKey: (await readSmallFile(flags.signerKeyFile)).trim() }),
  });
  const listening = await service.listen(port).catch((error: NodeJS.ErrnoException) => {
    throw new CouldNotRun("cli/port-taken", `cannot listen on port ${port} (${error.code})`);
  });
  io.stdout.write(flags.json === true ? settingsLine(listening.url, flags, io) : greeting(listening.url, io));
  await interrupted(io);
  await listening.close();
  const { counts } = service.state();
  io.stdout.write(`${JSON.stringify(counts)}\n`);
  return EXIT.fine;
}

function greeting(url: string, io: CliIo): string {
  const style = styleFor(io.stdout, io.env);
  return `${style.strong("Rehearsal service")} at ${url}, in memory only. Ctrl-C stops it.\n`;
}

/** For the program that started it; whether there are secrets, and none of them. */
function settingsLine(url: string, { service, signerKeyFile }: RehearseFlags, { env }: CliIo): string {
  const settings = {
    url,
    service,
    asksApiKey: (env.CREDPORT_API_KEY ?? "") !== "",
    hasSignerKey: signerKeyFile !== undefined,
  };
  return `${JSON.stringify(settings)}\n`;
}

async function interrupted({ onInterrupt }: CliIo): Promise<void> {
  const target = new EventTarget();
  const forget = onInterrupt(() => target.dispatchEvent(new Event("interrupt")));
  await once(target, "interrupt");
  forget();
}
