import { once } from "node:events";
import type { Command } from "commander";
import { createRehearsalService } from "../rehearsal/index.js";
import { SERVICE_PROFILES } from "../service/profile.js";
import { type CliIo, CouldNotRun, EXIT, type ExitCode } from "./cli-io.js";
import { readSmallFile } from "./input-file.js";
import { serviceName } from "./source-options.js";
import { styleFor } from "./style.js";

interface RehearseFlags {
  readonly port: string;
  readonly service: string;
  readonly signerKeyFile?: string;
}

/** `credport rehearse`: the rehearsal service on a port of this machine. */
export function rehearseCommand(program: Command, io: CliIo, finish: (code: ExitCode) => void): void {
  program
    .command("rehearse")
    .description("run the rehearsal service: the import calls, in memory, on this machine only")
    .option("--port <number>", "port on 127.0.0.1; 0 takes a free one", "3567")
    .option(
      "--service <profile>",
      `profile to behave like: ${Object.keys(SERVICE_PROFILES).join(", ")}`,
      "default",
    )
    .option("--signer-key-file <file>", "file with the base64 signer key, which provider-scrypt imports need")
    .addHelpText(
      "after",
      `
Examples:
  credport rehearse --port 3567 --signer-key-file signer-key.txt
  CREDPORT_API_KEY=… credport rehearse --service supertokens

An API key is asked of callers when CREDPORT_API_KEY is set. All data is lost at the end (Ctrl-C).`,
    )
    .action(async (flags: RehearseFlags) => finish(await rehearse(flags, io)));
}

async function rehearse(flags: RehearseFlags, io: CliIo): Promise<ExitCode> {
  const port = Number(flags.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new CouldNotRun("cli/port-malformed", "--port is not a number from 0 to 65535");
  }
  const apiKey = io.env.CREDPORT_API_KEY;
  const service = createRehearsalService({
    service: serviceName(flags.service),
    ...(apiKey === undefined || apiKey === "" ? {} : { apiKeys: [apiKey] }),
    ...(flags.signerKeyFile === undefined
      ? {}
      : { signerKey: (await readSmallFile(flags.signerKeyFile)).trim() }),
  });
  const listening = await service.listen(port).catch((error: NodeJS.ErrnoException) => {
    throw new CouldNotRun("cli/port-taken", `cannot listen on port ${port} (${error.code})`);
  });
  const style = styleFor(io.stdout, io.env);
  io.stdout.write(
    `${style.strong("Rehearsal service")} at ${listening.url}, in memory only. Ctrl-C ends it.\n`,
  );
  await interrupted(io);
  await listening.close();
  const { counts } = service.state();
  io.stdout.write(`${JSON.stringify(counts)}\n`);
  return EXIT.fine;
}

async function interrupted({ onInterrupt }: CliIo): Promise<void> {
  const target = new EventTarget();
  const forget = onInterrupt(() => target.dispatchEvent(new Event("interrupt")));
  await once(target, "interrupt");
  forget();
}
