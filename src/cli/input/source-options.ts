import { InvalidArgumentError } from "commander";
import { defined } from "../../lib/defined.js";
import { printable } from "../../lib/printable.js";
import type { Result } from "../../result.js";
import {
  type HoldReason,
  type OpenInput,
  type PinnedInput,
  parseDecryptionKeys,
  parseFirebaseHashConfig,
  parseTableMap,
  pinInput,
  READABLE_SOURCES,
  type ReadExportOptions,
  type TableMap,
  type TotpSettings,
  tableOptions,
} from "../../source/index.js";
import {
  HOLD_REASONS,
  isPhoneRegion,
  type LoadedOptions,
  MUST_RESET_USES,
  resolveSource,
  WITHOUT_PASSWORD_USES,
} from "../../source/internal.js";
import { CouldNotRun, endFor, valueOrEnd, wrongUsage } from "../could-not-run.js";
import { hashSourceOption, serviceOption } from "./hash-options.js";
import { openInput, readSmallFile } from "./input-file.js";
import type { Decisions } from "./matched-decisions.js";
import { type FlagsOf, flag, grouped, list, oneOf, usually, value } from "./option-rows.js";
import { pluginSources } from "./plugin-sources.js";

const SOURCES_BY_NAME = [...READABLE_SOURCES, "auto"] as const;
/** What is read by a map of the operator's own. */
export const TABLE = "table";
const FROM_WORDS: readonly string[] = [...SOURCES_BY_NAME, TABLE];

type PinnedFile = PinnedInput & { readonly name: string };

/** What `readExport` takes, with files that are pinned. */
export type SourceOptions = ReadExportOptions & {
  readonly join: readonly PinnedFile[];
  readonly map?: TableMap;
  readonly decisions?: Decisions;
};

const REASONS = Object.keys(HOLD_REASONS) as HoldReason[];

const FROM = "--from <system>";
const FROM_TEXT = "system that wrote it, or table: see credport sources";
const FROM_NAMES = { suggested: FROM_WORDS };

const FURTHER_OPTIONS = grouped("The export", [
  list("--join <file>", "further file, such as one of password hashes; may be repeated", { isInput: true }),
  value("--table-prefix <prefix>", "which of several: a prefix, schema., table of users, realm or tenant"),
  value("--map <file>", "which column is what, for --from table (see credport sources init)", { isInput: true }),
  value("--plugin <module>", "module with sources of your own, which --from can name"),
  value("--hash-config <file>", "hash parameters of Firebase, as its console shows them or as JSON", { isInput: true }),
  serviceOption("service"),
  flag("--include-disabled", "also import users that are disabled in the old system"),
  list("--include <reason>", "also users held back", { of: REASONS }),
  oneOf("--must-reset <use>", "users due for a new password (default: import)", MUST_RESET_USES),
  oneOf("--login-only <use>", "other logins of users for the fallback (default: hold)", ["import", "hold"]),
  flag("--without-second-factor", "fallback: the password alone lets in where the second factor is missing"),
  oneOf("--without-password <use>", "users without a password (default: refuse)", WITHOUT_PASSWORD_USES),
  value("--phone-region <country>", "country of phone numbers without a country code, such as DE"),
  value("--provider <name=id>", "the service's ID of a provider that the export names; may be repeated", {
    read: addProvider,
  }),
  hashSourceOption("system that the hashes come from, if the file does not say", ""),
  value("--decrypt-key-file <file>", "keys of the old system, one a line, for what it has encrypted", {
    isInput: true,
  }),
  value("--totp <settings>", "how codes are made: digits=6,period=30,algorithm=SHA1", { read: totpSettings }),
  flag("--peppered", "whether it adds a pepper, a site-wide secret, to each password"),
  flag("--no-peppered", "that system has no pepper"),
] as const);

/** Options of the commands that read an export. */
export const SOURCE_OPTIONS = [
  ...grouped("The export", [usually(FROM, FROM_TEXT, "auto", FROM_NAMES)] as const),
  ...FURTHER_OPTIONS,
] as const;
/** The same of commands that are told the system in another way. */
export const OPTIONAL_SOURCE_OPTIONS = [
  ...grouped("The export", [value(FROM, FROM_TEXT, FROM_NAMES)] as const),
  ...FURTHER_OPTIONS,
] as const;

export type SourceFlags = FlagsOf<typeof SOURCE_OPTIONS>;

function addProvider(text: string, earlier: Readonly<Record<string, string>> = {}) {
  const [, name, id] = /^([^=]{1,100})=([^=\s]{1,100})$/.exec(text) ?? [];
  if (name === undefined || id === undefined) throw new InvalidArgumentError("it must be of the form name=id");
  return { ...earlier, [name]: id };
}

function totpSettings(text: string): TotpSettings {
  const pairs = text.split(",").map((pair) => /^(digits|period|algorithm)=(\w{1,10})$/i.exec(pair.trim()) ?? []);
  const said = new Map(pairs.map(([, name = "", value]) => [name.toLowerCase(), value]));
  if (said.size < pairs.length || said.has("")) {
    throw new InvalidArgumentError("it must be of the form digits=6,period=30,algorithm=SHA1, each once");
  }
  const { digits, period, algorithm } = Object.fromEntries(said);
  if ([digits, period].some((number) => number !== undefined && !/^[1-9]\d{0,4}$/.test(number))) {
    throw new InvalidArgumentError("digits and period must be whole numbers");
  }
  const numberIn = (number: string | undefined) => (number === undefined ? undefined : Number(number));
  return defined({ digits: numberIn(digits), period: numberIn(period), algorithm });
}

/** Turns the flags into what `readExport` takes of a file. */
export async function sourceOptions(flags: SourceFlags, fileName?: string): Promise<SourceOptions> {
  const { from, ...fromMap } = await sourceNamed(flags);
  const { service, includeDisabled = false, include = [], source, peppered } = flags;
  const { phoneRegion, loginOnly, mustReset, withoutPassword, tablePrefix } = flags;
  return {
    ...{ from, ...fromMap, service, includeDisabled, include },
    ...defined({
      ...{
        source,
        peppered,
        loginOnly,
        mustReset,
        withoutPassword,
        tablePrefix,
        fileName: fileName && printable(fileName),
      },
      phoneRegion:
        (await countryOf(phoneRegion, "--phone-region")) ??
        (await countryOf(fromMap.phoneRegion, "phoneRegion in the map")),
      passwordAlone: flags.withoutSecondFactor,
      providers: flags.provider,
      totp: flags.totp,
    }),
    join: await joinedFiles(flags, from),
    ...defined({
      decryptionKeys: await readFrom(flags.decryptKeyFile, parseDecryptionKeys),
      hashConfig: await readFrom(flags.hashConfig, parseFirebaseHashConfig),
    }),
  };
}

/** The options with the name of the source that wrote a file, where `--from auto` left it open. */
export async function namedSource<Options extends ReadExportOptions>(
  { path, open }: { readonly path: string; readonly open: OpenInput },
  options: Options,
): Promise<{ readonly options: Options & LoadedOptions; readonly from: string }> {
  const resolved = await resolveSource(open, options);
  if ("options" in resolved) {
    const { from } = resolved.options;
    return { options: { ...options, from }, from: from.name };
  }
  throw endFor(resolved.problems[0], `${path}: `);
}

/** The source that `--from` names, with what a map says beside it. */
async function sourceNamed(flags: SourceFlags): Promise<ReturnType<typeof tableOptions> & { readonly map?: TableMap }> {
  const own = await pluginSources(flags.plugin);
  const ownSource = own.find(({ name }) => name === flags.from);
  const isTable = flags.from === TABLE || (flags.from === "auto" && flags.map !== undefined);
  if (ownSource === undefined && isTable) {
    const map = await readMap(flags.map);
    return { ...tableOptions(map), map };
  }
  if (flags.map !== undefined) {
    throw wrongUsage(`--map was given, and --from is ${flags.from}`, "Leave --map out, or read with --from table.");
  }
  const from = ownSource ?? SOURCES_BY_NAME.find((name) => name === flags.from);
  if (from !== undefined) return { from };
  const message = `--from ${flags.from} is not a known system`;
  const names = [...FROM_WORDS, ...own.map(({ name }) => name)];
  const { unknownSystem } = await import("./other-systems.js");
  throw unknownSystem(flags.from, names, message);
}

export async function readMap(path: string | undefined): Promise<TableMap> {
  if (path !== undefined) return readFrom(path, parseTableMap);
  const remedy = "Write a map with credport sources init, complete it, and give it with --map.";
  throw wrongUsage("--from table was given without --map", remedy);
}

/** The hash parameters in a file: to know at once whether they can be read. */
export const readHashConfig = (path: string) => readFrom(path, parseFirebaseHashConfig);

/** What a small file holds, where one is given. */
async function readFrom<Path extends string | undefined, T>(
  path: Path,
  parse: (text: string) => Result<T>,
): Promise<T | Extract<Path, undefined>> {
  if (path === undefined) return undefined as Extract<Path, undefined>;
  return valueOrEnd(parse(await readSmallFile(path)), `${path}: `);
}

const NO_JOIN = "Leave --join out, or name the columns under join in the map, as docs/sources.md describes.";

/** The files of `--join`, each pinned to the bytes that are read first. */
async function joinedFiles({ join = [], map }: SourceFlags, from: ReadExportOptions["from"]) {
  // Rows of another table look like users who lack the columns of the map.
  if (join.length > 0 && map !== undefined && typeof from === "object" && from.roleOf === undefined) {
    throw wrongUsage("--join was given, and the map has no join", NO_JOIN);
  }
  const files: PinnedFile[] = [];
  for (const path of join) files.push({ name: printable(path), ...pinInput((await openInput(path)).open) });
  return files;
}

/** A country as phone numbers know it, where one is given. */
export async function countryOf(text: string | undefined, where: string): Promise<string | undefined> {
  if (text === undefined) return undefined;
  const country = text.toUpperCase();
  const isKnown = await isPhoneRegion(country);
  if (isKnown === true) return country;
  if (isKnown === undefined) {
    const message = `${where} needs libphonenumber-js, which is not installed: npm install libphonenumber-js`;
    throw new CouldNotRun("cli/package-missing", message);
  }
  const message = `${where} ${printable(text)} is not a country with phone numbers`;
  throw wrongUsage(message, "Give its code of two letters (ISO 3166-1), such as DE.");
}
