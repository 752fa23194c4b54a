import type { Command } from "commander";
import { createAdministrationClient } from "../../client/index.js";
import { pinInput } from "../../source/index.js";
import { type CliIo, EXIT, type ExitCode } from "../cli-io.js";
import { CouldNotRun } from "../could-not-run.js";
import { openInput } from "../input/input-file.js";
import {
  addTargetOptions,
  clientOptions,
  type TargetFlags,
  withOptionNames,
} from "../input/service-target.js";
import { addSourceOptions, type SourceFlags, serviceName, sourceOptions } from "../input/source-options.js";
import { addHelp, type CommandHelp } from "../output/help.js";
import { formatReport } from "../output/report.js";
import { styleFor } from "../style.js";
import { type ExportToImport, lookAtService } from "./look-at-service.js";
import { PREFLIGHT_PATIENCE } from "./patience.js";
import { preflightJson, preflightReport } from "./preflight-report.js";

type PreflightFlags = Partial<SourceFlags> &
  TargetFlags & { readonly service: string; readonly countExisting?: boolean; readonly json?: boolean };

const HELP: CommandHelp = {
  notes: [
    "Sends nothing of any user. With an export, also says how many of its users need what the service",
    "lacks. credport import --to does the same before the first user; --no-preflight leaves it out.",
  ],
  examples: [
    "CREDPORT_API_KEY=… credport preflight --to https://auth.example.com --service supertokens",
    "credport preflight users.json --from firebase --hash-config hash-config.txt \\",
    "  --to https://auth.example.com --service supertokens --api-key-file key.txt",
  ],
  exitCodes: {
    fine: "an import may begin",
    problems: "an import would be refused or do harm",
  },
};

/** `credport preflight`: what a service is like, before the first user is sent. */
export function preflightCommand(command: Command, io: CliIo, finish: (code: ExitCode) => void): void {
  addHelp(
    addTargetOptions(
      addSourceOptions(command.argument("[file]", "export file of the old system"), "optional"),
      "address of the service",
    )
      .option("--count-existing", "look all users of the export up, and count those who are there already")
      .option("--json", "print the findings as JSON"),
    HELP,
  ).action(async (path: string | undefined, flags: PreflightFlags) => {
    finish(await preflight(path, flags, io));
  });
}

async function preflight(path: string | undefined, flags: PreflightFlags, io: CliIo): Promise<ExitCode> {
  const { to } = flags;
  if (to === undefined) throw new CouldNotRun("cli/no-target", "--to was not given");
  const users = path === undefined ? undefined : await exportAt(path, flags);
  const options = await clientOptions(to, flags, serviceName(flags.service), io);
  const client = withOptionNames(() => createAdministrationClient({ ...options, ...PREFLIGHT_PATIENCE }));
  if (flags.countExisting === true && (users === undefined || !client.has("findUsers"))) {
    throw new CouldNotRun(
      "cli/no-look-up-call",
      "--count-existing needs an export, and a call to look users up",
    );
  }
  const report = await lookAtService(client, users, io, flags.countExisting === true);
  io.stdout.write(
    flags.json === true
      ? `${JSON.stringify(preflightJson(report), null, 2)}\n`
      : formatReport(preflightReport(report, to), styleFor(io.stdout, io.env)),
  );
  return report.problems.length === 0 ? EXIT.fine : EXIT.problems;
}

async function exportAt(path: string, { from, ...flags }: PreflightFlags): Promise<ExportToImport> {
  if (from === undefined) throw new CouldNotRun("cli/unknown-source", "a file was given without --from");
  const source = await sourceOptions({ ...flags, from });
  const { open } = await openInput(path);
  return { exported: pinInput(open), source };
}
