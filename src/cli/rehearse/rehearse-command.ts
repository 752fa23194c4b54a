import { createRehearsalService } from "../../rehearsal/index.js";
import { type CliIo, EXIT, type ExitCode, variable } from "../cli-io.js";
import { CouldNotRun } from "../could-not-run.js";
import { commandOf } from "../input/command-of.js";
import { serviceOption } from "../input/hash-options.js";
import { readSmallFile } from "../input/input-file.js";
import { type FlagsOf, flag, portOption, usually, value, words } from "../input/option-rows.js";
import { untilInterrupted } from "../interrupt.js";
import { styleFor } from "../style.js";
import { allowedOrigins, bulkFaults, FAULT_NAMES, faults, interfaceVersions, tenantNames } from "./rehearse-options.js";

const OPTIONS = [
  portOption("port to listen on at 127.0.0.1; 0 picks a free one", 3567),
  serviceOption("service profile to imitate"),
  value("--signer-key-file <file>", "file with the base64 signer key, which provider-scrypt imports need"),
  words("--interface <versions...>", "versions of the interface to speak, such as 5.1 5.4; all by default"),
  words(
    "--tenants [names...]",
    "tenants that exist beside public, such as t1 or appid-shop/t1; public alone without a name, all by default",
  ),
  usually("--licence <features>", "whether the paid features are on", "all", { choices: ["all", "none"] }),
  words("--faults <names...>", "what goes wrong on purpose (names below)", {
    listed: { title: "Faults", words: FAULT_NAMES },
  }),
  words(
    "--allow-origin <origins...>",
    "pages and browser extensions that may call, such as http://localhost:5173 or chrome-extension://<id>",
  ),
  flag("--json", "print the address and settings, and the counts at the end, each as a line of JSON"),
] as const;

type RehearseFlags = FlagsOf<typeof OPTIONS>;

export const rehearseCommand = commandOf(
  {
    options: OPTIONS,
    notes: [
      "If CREDPORT_API_KEY is set, callers must send it. Requests that a web page could have sent are refused with 403, unless --allow-origin names their origin: send Content-Type: application/json and no Origin. Ctrl-C stops the service; all data is lost. A fault comes as often as its name says by default, or as name=burst/every does: 429=3/50 answers three of every fifty requests with 429.",
      "Applications are tenants as well: appid-shop.",
    ],
    examples: [
      "credport rehearse --port 3567 --signer-key-file signer-key.txt",
      "CREDPORT_API_KEY=… credport rehearse",
      "credport rehearse --interface 5.1 5.4 --licence none --tenants t1",
      "credport rehearse --faults 500 slow reset=1/20 429=3/50 no-connections",
    ],
    exitCodes: { fine: "the service ran and was stopped" },
  },
  rehearse,
);

async function rehearse(flags: RehearseFlags, io: CliIo): Promise<ExitCode> {
  const { port, service: profile, signerKeyFile } = flags;
  const apiKey = variable(io.env, "CREDPORT_API_KEY");
  const service = createRehearsalService({
    service: profile,
    licensed: flags.licence === "all",
    interfaceVersions: interfaceVersions(flags.interface),
    tenants: tenantNames(flags.tenants),
    faults: faults(flags.faults),
    bulk: { faults: bulkFaults(flags.faults) },
    allowedOrigins: allowedOrigins(flags.allowOrigin),
    ...(apiKey === undefined ? {} : { apiKeys: [apiKey] }),
    ...(signerKeyFile === undefined ? {} : { signerKey: (await readSmallFile(signerKeyFile)).trim() }),
  });
  const listening = await service.listen(port).catch((error: NodeJS.ErrnoException) => {
    throw new CouldNotRun("cli/port-taken", `cannot listen on port ${port} (${error.code})`);
  });
  io.stdout.write(flags.json === true ? settingsLine(listening.url, flags, io) : greeting(listening.url, io));
  await untilInterrupted(io);
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
    asksApiKey: variable(env, "CREDPORT_API_KEY") !== undefined,
    hasSignerKey: signerKeyFile !== undefined,
  };
  return `${JSON.stringify(settings)}\n`;
}
