import { access, constants, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { enginesAvailable } from "../../verify/index.js";
import { type CliIo, EXIT, type ExitCode } from "../cli-io.js";
import { CouldNotRun } from "../could-not-run.js";
import { commandOf } from "../input/command-of.js";
import { CONFIG_FILE, readConfig } from "../input/config-file.js";
import { serviceOption } from "../input/hash-options.js";
import { type FlagsOf, flag } from "../input/option-rows.js";
import { administrationAt, targetOptions } from "../input/service-target.js";
import { marked, print } from "../output/report.js";
import { lookAtService, PREFLIGHT_PATIENCE } from "../preflight/look-at-service.js";

const OPTIONS = [
  serviceOption("profile of the service"),
  ...targetOptions("address of the service; without it only this machine is looked at"),
  flag("--json", "print the findings as JSON"),
] as const;

type DoctorFlags = FlagsOf<typeof OPTIONS> & { readonly config?: string };

export const doctorCommand = commandOf(
  {
    options: OPTIONS,
    notes: [
      "Reads no export and sends nothing of any user. With --to it does what credport preflight does without an export.",
    ],
    examples: ["credport doctor", "CREDPORT_API_KEY=… credport doctor --to https://auth.example.com"],
    exitCodes: { fine: "nothing is in the way", problems: "something has to be repaired first" },
  },
  doctor,
);

/** One thing that was looked at. Holds no secret. */
interface Finding {
  readonly what: string;
  readonly state: "fine" | "slower" | "missing" | "wrong";
  readonly said: string;
}

const TONES = { fine: "good", slower: "warn", missing: "faint", wrong: "bad" } as const;

async function doctor(flags: DoctorFlags, io: CliIo): Promise<ExitCode> {
  const findings = [
    nodeVersion(),
    ...(await engines()),
    ...(await Promise.all(PACKAGES.map(packageFinding))),
    await settings(flags),
    await folder("working folder", process.cwd()),
    await folder("temporary folder", tmpdir()),
    ...(await service(flags, io)),
  ];
  const rows = findings.map(({ what, state, said }) => marked(TONES[state], `${what}: ${said}`));
  print({ findings }, [{ heading: "What credport needs", rows }], flags, io);
  return findings.some(({ state }) => state === "wrong") ? EXIT.problems : EXIT.fine;
}

const LEAST_NODE = [20, 19] as const;

function nodeVersion(): Finding {
  const version = process.versions.node;
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const isNew = major > LEAST_NODE[0] || (major === LEAST_NODE[0] && minor >= LEAST_NODE[1]);
  const said = isNew ? version : `${version}; credport needs ${LEAST_NODE.join(".")} or later`;
  return { what: "Node.js", state: isNew ? "fine" : "wrong", said };
}

async function engines(): Promise<readonly Finding[]> {
  return (await enginesAvailable()).map(({ scheme, kind, engines: names, advice }) => {
    const state = kind === "none" ? "wrong" : kind === "native" ? "fine" : "slower";
    const said = [`${names[0] ?? "no engine"} (${kind})`, advice].filter((part) => part !== undefined).join("; ");
    return { what: `engine of ${scheme}`, state, said };
  });
}

/** Packages that are installed beside credport, and what needs them. */
const PACKAGES = [
  ["libphonenumber-js", "users with phone numbers need"],
  ["bullmq", "credport fleet needs"],
  ["ioredis", "credport fleet needs"],
  ["uqr", "credport secret --qr needs"],
  ["credport-vectors", "credport conform needs"],
] as const;

async function packageFinding([name, need]: (typeof PACKAGES)[number]): Promise<Finding> {
  const isThere = await (async () => import.meta.resolve(name) !== "")().catch(() => false);
  const said = isThere ? "installed" : `not installed; ${need} it`;
  return { what: `package ${name}`, state: isThere ? "fine" : "missing", said };
}

/** Settings that can't be read have ended the command before. */
async function settings({ config }: DoctorFlags): Promise<Finding> {
  const found = await readConfig(config);
  if (found === undefined) return { what: "settings", state: "missing", said: `there is no ${CONFIG_FILE} here` };
  return {
    what: "settings",
    state: "fine",
    said: `${found.path} has ${Object.keys(found.settings).join(", ")}`,
  };
}

/** A journal, reports and temporary files take about as much as the export. */
const LITTLE_BYTES = 2 ** 30;

async function folder(what: string, path: string): Promise<Finding> {
  try {
    await access(path, constants.W_OK);
    const { bavail, bsize } = await statfs(path);
    const free = bavail * bsize;
    const said = `${path}, ${(free / 2 ** 30).toFixed(1)} GiB free`;
    return { what, state: free < LITTLE_BYTES ? "slower" : "fine", said };
  } catch (error) {
    return { what, state: "wrong", said: `${path} can't be written to (${(error as NodeJS.ErrnoException).code})` };
  }
}

async function service(flags: DoctorFlags, io: CliIo): Promise<readonly Finding[]> {
  const { to } = flags;
  if (to === undefined) return [];
  const what = "service";
  try {
    const client = await administrationAt(to, flags, io, PREFLIGHT_PATIENCE);
    const { problems, warnings } = await lookAtService(client, undefined, io);
    const wrong = problems.map(
      ({ message, remedy = "" }): Finding => ({ what, state: "wrong", said: `${message}. ${remedy}` }),
    );
    const odd = warnings.map(({ message }): Finding => ({ what, state: "slower", said: message }));
    return problems.length > 0
      ? wrong
      : [{ what, state: "fine", said: `${to} answers as profile ${flags.service}` }, ...odd];
  } catch (error) {
    if (!(error instanceof CouldNotRun) || error.code === "cli/interrupted") throw error;
    return [{ what, state: "wrong", said: `${error.message}. ${error.remedy}` }];
  }
}
