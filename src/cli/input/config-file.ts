import { dirname, isAbsolute, join } from "node:path";
import type { Command } from "commander";
import { jsonObject } from "../../lib/json-text.js";
import { printable } from "../../lib/printable.js";
import { CouldNotRun } from "../could-not-run.js";
import { exists, readWholeFile } from "./input-file.js";
import { attributeOf, type OptionRow } from "./option-rows.js";
import { unknownName } from "./unknown-name.js";

/** The file in the working folder that is found by itself. */
export const CONFIG_FILE = "credport.config.json";

/**
 * Options that settings can have: what is to be known of an export and of a service, by the names of their attributes.
 * None holds a secret, runs a program or sends anything: keys are in files that are named.
 */
export const CONFIG_KEYS = [
  ...["from", "join", "tablePrefix", "map", "hashConfig", "service", "includeDisabled", "include", "mustReset"],
  ...["loginOnly", "withoutSecondFactor", "withoutPassword", "phoneRegion", "provider", "source"],
  ...["decryptKeyFile", "totp", "peppered", "pepperName", "maxRefused", "prefer", "decisions"],
  ...["to", "tenantPath", "apiKeyFile"],
  ...["journal", "concurrency", "rate", "existing", "withoutLinking", "withoutTotp", "changedSince", "via"],
] as const;

/** What a settings file says, and where it is. */
interface Config {
  readonly path: string;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** The settings of a file; of the working folder's, or of none, where no file is named. */
export async function readConfig(named: string | undefined): Promise<Config | undefined> {
  const path = named ?? CONFIG_FILE;
  if (named === undefined && !(await exists(path))) return undefined;
  const settings = jsonObject(await readWholeFile(path));
  if (settings === undefined) throw malformedSettings(`${path} is not a JSON object`);
  for (const key of Object.keys(settings)) {
    if (key === "$schema" || (CONFIG_KEYS as readonly string[]).includes(key)) continue;
    const message = `${path}: ${printable(key)} is not a setting`;
    throw unknownName(message, key, CONFIG_KEYS, "cli/file-malformed");
  }
  return { path, settings };
}

function malformedSettings(message: string): CouldNotRun {
  const remedy = "Correct the file of settings: credport config shows what it may have.";
  return new CouldNotRun("cli/file-malformed", message, remedy);
}

/** These send users: what leaves the machine is said at the command line. */
const SENDING = ["import", "fleet"];

/** Gives a command what its settings say and its arguments don't. */
export async function applyConfig(
  command: Command,
  rows: readonly OptionRow[],
  named: string | undefined,
): Promise<void> {
  const config = await readConfig(named);
  if (config === undefined) return;
  const isGiven = (attribute: string) => command.getOptionValueSource(attribute) === "cli";
  const hasTarget = isGiven("to") || (config.settings.to !== undefined && !SENDING.includes(command.name()));
  for (const row of rows) {
    const attribute = attributeOf(row);
    const setting = config.settings[attribute];
    if (setting === undefined || isGiven(attribute)) continue;
    if ((attribute === "to" || row.needsTarget === true) && !hasTarget) continue;
    command.setOptionValueWithSource(attribute, configured(row, setting, config), "config");
  }
}

/** The value of a setting, as the option would have it. */
function configured(row: OptionRow, setting: unknown, { path }: Config): unknown {
  const { flag: written, read, choices, isInput } = row;
  const attribute = attributeOf(row);
  const malformed = (what: string) => malformedSettings(`${path}: ${attribute} ${what}`);
  if (!/[<[]/.test(written)) {
    if (typeof setting === "boolean") return setting;
    throw malformed("must be true or false");
  }
  const texts = textsOf(setting);
  if (texts === undefined) throw malformed("must be a text, a number or a list of them");
  const word = texts.find((text) => choices?.includes(text) === false);
  if (word !== undefined) throw malformed(`must be one of ${choices?.join(", ")}`);
  const files = texts.map((text) => (isInput === true && !isAbsolute(text) ? join(dirname(path), text) : text));
  try {
    if (read === undefined) return files.at(-1);
    return files.reduce<unknown>((earlier, text) => read.call(row, text, earlier), undefined);
  } catch (error) {
    if (error instanceof CouldNotRun) throw error;
    throw malformed(error instanceof Error ? error.message : "is malformed");
  }
}

/** A list as its entries, names with what they stand for as `name=id`. */
function textsOf(setting: unknown): readonly string[] | undefined {
  if (typeof setting === "string" || typeof setting === "number") return [String(setting)];
  if (typeof setting !== "object" || setting === null) return undefined;
  const entries = Array.isArray(setting)
    ? (setting as readonly unknown[])
    : Object.entries(setting).map(([name, id]) => `${name}=${id}`);
  return entries.every((entry) => typeof entry === "string") ? (entries as readonly string[]) : undefined;
}
