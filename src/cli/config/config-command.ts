import { type CliIo, EXIT, type ExitCode } from "../cli-io.js";
import { commandOf } from "../input/command-of.js";
import { CONFIG_FILE, CONFIG_KEYS, readConfig } from "../input/config-file.js";
import { type FlagsOf, flag, value } from "../input/option-rows.js";
import { jsonText, print } from "../output/report.js";

const OPTIONS = [
  value("--config <file>", `file with the settings (default: ${CONFIG_FILE})`),
  flag("--json", "print the settings as JSON"),
] as const;

export const configCommand = commandOf(
  {
    options: OPTIONS,
    notes: [
      "Settings are options by their names without dashes, such as hashConfig for --hash-config. Options at the command line have precedence. Files are looked for beside the settings. The commands that send users take the service's address from the command line only.",
    ],
    examples: ["credport config", "credport config --config acme/credport.config.json --json"],
    exitCodes: { fine: "the settings are shown" },
  },
  config,
);

async function config(flags: FlagsOf<typeof OPTIONS>, io: CliIo): Promise<ExitCode> {
  const found = await readConfig(flags.config);
  const document = { path: found?.path ?? null, settings: found?.settings ?? {} };
  const rows = Object.entries(document.settings).map(([name, setting]) => {
    return { text: `${name}: ${typeof setting === "string" ? setting : jsonText(setting).trim()}` };
  });
  const all = { heading: "What can be set", rows: [{ text: CONFIG_KEYS.join(", ") }] };
  const none = { heading: `There is no ${CONFIG_FILE} here`, rows: [] };
  print(document, [found === undefined ? none : { heading: found.path, rows }, all], flags, io);
  return EXIT.fine;
}
