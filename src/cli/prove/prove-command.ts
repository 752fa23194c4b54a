import type { Command } from "commander";
import { createAdministrationClient } from "../../client/index.js";
import { proveSignIns } from "../../import/index.js";
import { operatorRemedyOf } from "../../problems/index.js";
import { isProven, type KnownSignIns } from "../../rehearsal/index.js";
import { SERVICE_PROFILES } from "../../service/profile.js";
import { type CliIo, EXIT, type ExitCode } from "../cli-io.js";
import { CouldNotRun } from "../could-not-run.js";
import { readKnownUsers } from "../input/known-users.js";
import {
  addTargetOptions,
  clientOptions,
  type TargetFlags,
  withOptionNames,
} from "../input/service-target.js";
import { serviceName } from "../input/source-options.js";
import { addHelp, type CommandHelp } from "../output/help.js";
import { formatReport } from "../output/report.js";
import { styleFor } from "../style.js";
import { signInSection } from "./known-report.js";

interface ProveFlags extends TargetFlags {
  readonly service: string;
  readonly known: string;
  readonly json?: boolean;
}

const HELP: CommandHelp = {
  notes: [
    "The list is JSON lines or CSV with the fields identifier, password and, for users with a second",
    "factor, totp: a code that their device shows now. The service keeps no session of these sign-ins.",
  ],
  examples: [
    "CREDPORT_API_KEY=… credport prove --to https://auth.example.com --service supertokens --known known.csv",
    "credport prove --to https://auth.example.com --api-key-file key.txt --service supertokens \\",
    "  --known ada@example.com",
  ],
  exitCodes: { fine: "all of them sign in", problems: "some of them do not sign in" },
};

/** `credport prove`: users whose password is known sign in at the service. */
export function proveCommand(command: Command, io: CliIo, finish: (code: ExitCode) => void): void {
  addHelp(
    addTargetOptions(command, "address of the service")
      .requiredOption(
        "--known <users>",
        "one user, whose password is asked for, a file of users, or - for a list",
      )
      .option("--service <profile>", `profile of the service: ${PROFILES}`, "supertokens")
      .option("--json", "print what came of it as JSON"),
    HELP,
  ).action(async (flags: ProveFlags) => finish(await prove(flags, io)));
}

/** Those whose services have a call to sign in. */
const PROFILES = Object.values(SERVICE_PROFILES)
  .filter(({ administration }) => administration?.signIn !== undefined)
  .map(({ name }) => name)
  .join(", ");

async function prove(flags: ProveFlags, io: CliIo): Promise<ExitCode> {
  const { to, known, json } = flags;
  if (to === undefined) throw new CouldNotRun("cli/no-target", "--to was not given");
  const options = await clientOptions(to, flags, serviceName(flags.service), io);
  const client = withOptionNames(() => createAdministrationClient(options));
  if (!client.has("signIn")) {
    const { name } = client.service;
    throw new CouldNotRun("cli/no-sign-in-call", `the profile ${name} has no call to sign in`);
  }
  const signIns = await proveSignIns(client, await readKnownUsers(known, io));
  io.stdout.write(
    json === true
      ? `${JSON.stringify({ known: signIns, proven: isProven(signIns) }, null, 2)}\n`
      : formatReport([signInSection(signIns), nextSection(signIns)], styleFor(io.stdout, io.env)),
  );
  return isProven(signIns) ? EXIT.fine : EXIT.problems;
}

function nextSection(signIns: KnownSignIns) {
  if (isProven(signIns)) return { rows: [] };
  return { heading: "Next", rows: [{ text: operatorRemedyOf("import/known-not-signed-in") }] };
}
