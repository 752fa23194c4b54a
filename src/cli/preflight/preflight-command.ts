import { pinInput } from "../../source/index.js";
import { type CliIo, EXIT, type ExitCode } from "../cli-io.js";
import { callNotOffered } from "../could-not-run.js";
import { commandOf } from "../input/command-of.js";
import { openInput } from "../input/input-file.js";
import { LOG_OPTIONS } from "../input/log-options.js";
import { type FlagsOf, flag } from "../input/option-rows.js";
import { administrationAt, targetOptions } from "../input/service-target.js";
import { namedSource, SOURCE_OPTIONS, sourceOptions } from "../input/source-options.js";
import { print, tellQuietly } from "../output/report.js";
import { type ExportToImport, lookAtService, PREFLIGHT_PATIENCE } from "./look-at-service.js";
import { preflightJson, preflightReport } from "./preflight-report.js";

const OPTIONS = [
  ...SOURCE_OPTIONS,
  ...targetOptions("address of the service"),
  flag("--count-existing", "look up all users of the export, and count the ones on the service already"),
  ...LOG_OPTIONS,
  flag("--json", "print the findings as JSON"),
] as const;

type PreflightFlags = FlagsOf<typeof OPTIONS>;

export const preflightCommand = commandOf(
  {
    takes: [["[file]", "export file of the old system"]],
    options: OPTIONS,
    notes: [
      "Sends nothing of any user. With an export, also says how many of its users need what the service lacks. credport import --to does the same before the first user; --no-preflight leaves it out.",
    ],
    examples: [
      "CREDPORT_API_KEY=… credport preflight --to https://auth.example.com",
      "credport preflight users.json --from firebase --hash-config hash-config.txt --to https://auth.example.com --api-key-file key.txt",
    ],
    exitCodes: { fine: "an import may begin", problems: "an import would be refused or do harm" },
  },
  preflight,
);

async function preflight(flags: PreflightFlags, io: CliIo, path: string | undefined): Promise<ExitCode> {
  const { to = "" } = flags;
  const client = await administrationAt(flags.to, flags, io, PREFLIGHT_PATIENCE);
  const users = path === undefined ? undefined : await exportAt(path, flags);
  if (flags.countExisting === true && (users === undefined || !client.has("findUsers"))) {
    const message = "--count-existing needs an export, and a call to look users up";
    throw callNotOffered(message);
  }
  const report = await lookAtService(client, users, io, flags.countExisting === true);
  print(preflightJson(report), preflightReport(report, to), flags, io);
  tellQuietly(report.problems[0], io);
  return report.problems.length === 0 ? EXIT.fine : EXIT.problems;
}

async function exportAt(path: string, flags: PreflightFlags): Promise<ExportToImport> {
  const asked = await sourceOptions(flags);
  const exported = pinInput((await openInput(path)).open);
  const { options: source } = await namedSource({ ...exported, path }, asked);
  return { exported, source };
}
