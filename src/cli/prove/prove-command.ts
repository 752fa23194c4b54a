import { type KnownSignIns, proveSignIns } from "../../import/index.js";
import { allSignedIn, isCodeAtFault, withoutMissing } from "../../import/internal.js";
import { operatorRemedyOf } from "../../problems/index.js";
import { hasCall, SERVICE_PROFILES, type ServiceProfileName } from "../../service/profile.js";
import { type CliIo, EXIT, type ExitCode } from "../cli-io.js";
import { callNotOffered } from "../could-not-run.js";
import { commandOf } from "../input/command-of.js";
import { serviceOption } from "../input/hash-options.js";
import { readKnownUsers } from "../input/known-users.js";
import { LOG_OPTIONS } from "../input/log-options.js";
import { type FlagsOf, flag, needed } from "../input/option-rows.js";
import { administrationAt, targetOptions } from "../input/service-target.js";
import { print, tellQuietly, textIf } from "../output/report.js";
import { saidOf, signInSection } from "./known-report.js";

/** Those whose services have a call to sign in. */
const PROFILES = Object.keys(SERVICE_PROFILES).filter((name) => hasCall(name as ServiceProfileName, "signIn"));

const OPTIONS = [
  ...targetOptions("address of the service"),
  needed("--known <users>", "one user, whose password is asked for, a file of users, or - for a list"),
  serviceOption("profile of the service", PROFILES),
  ...LOG_OPTIONS,
  flag("--json", "print what came of it as JSON"),
] as const;

export const proveCommand = commandOf(
  {
    options: OPTIONS,
    notes: [
      "The list is JSON lines or CSV with the fields identifier, password and, for users with a second factor, totp: a code that their device shows now. The service keeps no session of these sign-ins.",
    ],
    examples: [
      "CREDPORT_API_KEY=… credport prove --to https://auth.example.com --known known.csv",
      "credport prove --to https://auth.example.com --api-key-file key.txt --known ada@example.com",
    ],
    exitCodes: { fine: "all of them sign in", problems: "some of them do not sign in" },
  },
  prove,
);

async function prove(flags: FlagsOf<typeof OPTIONS>, io: CliIo): Promise<ExitCode> {
  const client = await administrationAt(flags.to, flags, io);
  if (!client.has("signIn")) {
    const { name } = client.service;
    throw callNotOffered(`the profile ${name} has no call to sign in`);
  }
  const said = await proveSignIns(client, await readKnownUsers(flags.known, io));
  const signIns = withoutMissing(said, io.mayLack ?? 0);
  const proven = allSignedIn(signIns);
  if (!proven) tellQuietly({ code: "import/known-not-signed-in", message: saidOf(signIns) }, io);
  print({ known: signIns, proven }, [signInSection(signIns), nextSection(signIns)], flags, io);
  return proven ? EXIT.fine : EXIT.problems;
}

const NEXT_CODE =
  "The password of these users is right, and the code is not: the service takes a code once, within about a minute. Give the one that the device shows now.";
const UNTRIED =
  "Resolve what is said beside the address of users who could not be tried, then run the same command again, with new TOTP codes.";

function nextSection(signIns: KnownSignIns) {
  if (allSignedIn(signIns)) return { rows: [] };
  const { tried, failed, notVerified } = signIns;
  const isWrong = tried === 0 || failed.some((one) => !isCodeAtFault(one));
  const rows = [
    ...textIf(isWrong, operatorRemedyOf("import/known-not-signed-in")),
    ...textIf(failed.some(isCodeAtFault), NEXT_CODE),
    ...textIf(notVerified.length > 0, UNTRIED),
  ];
  return { heading: "Next", rows };
}
