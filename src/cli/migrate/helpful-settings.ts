import { resolve } from "node:path";
import { isPepperName } from "../../login/internal.js";
import { READABLE_SOURCES } from "../../source/index.js";
import { PREFERENCE_NAMES, sourceOf } from "../../source/internal.js";
import { wrongUsage } from "../could-not-run.js";
import { askWhether, canAsk } from "../input/ask.js";
import { readPreferences, requireReadPreferences } from "../input/decisions.js";
import { openInput, readSmallFile } from "../input/input-file.js";
import { countryOf } from "../input/source-options.js";
import { unknownName } from "../input/unknown-name.js";
import type { CheckDocument } from "./documents.js";
import type { Migration } from "./migration.js";
import { askUntil } from "./questions.js";

/** A setting that helps users of whom a check says one of some codes. */
interface HelpfulSetting {
  readonly codes: readonly string[];
  readonly key: string;
  readonly question: string;
  readonly words?: readonly string[];
  readonly isFlag?: true;
  readonly isFile?: true;
  /** By each run: without it the migration does not end well. */
  readonly isAskedAgain?: true;
}

const IS_PEPPERED: HelpfulSetting = {
  codes: ["wrapping/pepper-possible"],
  key: "peppered",
  question: "Does the old system add a pepper, a site-wide secret in its settings, to each password?",
  isFlag: true,
};

const PEPPER_NAME: HelpfulSetting = {
  codes: ["fallback/pepper-missing"],
  key: "pepperName",
  question:
    "Name of the variable that has the old system's pepper (a site-wide secret), such as OLD_PEPPER (empty: not known yet)",
  isAskedAgain: true,
};

/** Other users without a password have none in any file. */
const HASHES: HelpfulSetting = {
  codes: ["check/no-hashes"],
  key: "join",
  question: "No user in this file has a password. File with their hashes, where the old system gives one (empty: none)",
  isFile: true,
};

/**
 * Asked before a known password counts as wrong: without the hashes or the pepper none matches. One that matches is over
 * no pepper.
 */
export async function askForHashes(
  migration: Migration,
  known: CheckDocument["known"],
  said: readonly string[],
  asked: Set<string>,
): Promise<boolean> {
  const { settings } = migration;
  if (said.some((one) => HASHES.codes.includes(one))) await takeBackHashes(migration, asked);
  const system = READABLE_SOURCES.find((name) => name === settings.from);
  const isJoined = system !== undefined && (await sourceOf(system)).roleOf !== undefined;
  const pepper = known?.outcome === "matches" ? [PEPPER_NAME] : [IS_PEPPERED, PEPPER_NAME];
  const hashes = isJoined && settings.withoutPassword === undefined ? [HASHES] : [];
  return askForHelp(migration, [...hashes, ...pepper], said, asked);
}

/** Users whom a setting would help, by the codes of what is said of them. */
export const HELPFUL_SETTINGS: readonly HelpfulSetting[] = [
  {
    codes: ["user/phone-malformed", "user/phone-region-missing"],
    key: "phoneRegion",
    question: "Country of phone numbers that have none, such as DE (empty: leave these numbers out)",
  },
  {
    codes: ["user/no-credential", "user/password-not-exported"],
    key: "withoutPassword",
    question: "Users without a password: reset has them choose one, code sends codes (empty: leave them out)",
    words: ["reset", "code", "refuse"],
  },
  {
    codes: ["user/duplicate-email", "user/duplicate-phone", "user/duplicate-third-party"],
    key: "prefer",
    question: "Of records that share an address, which one to import",
    words: PREFERENCE_NAMES,
  },
  {
    codes: ["user/disabled"],
    key: "includeDisabled",
    question: "They can then log in again: import users who are disabled too?",
    isFlag: true,
  },
  {
    codes: ["user/second-factor-settings"],
    key: "totp",
    question: "How codes are made, such as digits=6,period=30,algorithm=SHA1 (empty: leave these users out)",
  },
  {
    codes: ["user/password-encrypted", "user/second-factor-encrypted", "user/second-factor-encrypted-at-login"],
    key: "decryptKeyFile",
    question: "File with the keys of the old system, one a line (empty: leave out what it encrypted)",
    isFile: true,
  },
];

/** What has no hash of these users is not kept as the file of their hashes: it would end each run, or help nobody. */
export async function takeBackHashes(migration: Migration, asked: Set<string>): Promise<boolean> {
  if (!asked.has(HASHES.key) || migration.settings[HASHES.key] === undefined) return false;
  migration.io.stderr.write("  That file has no password hash of a user of this export.\n");
  await migration.set({ [HASHES.key]: undefined });
  return asked.delete(HASHES.key);
}

/** Whether a setting was given that may help some of the users; each is asked for once. */
export async function askForHelp(
  migration: Migration,
  settings: readonly HelpfulSetting[],
  said: readonly string[],
  asked: Set<string>,
): Promise<boolean> {
  if (!canAsk(migration.io)) return false;
  const isOpen = ({ key, codes }: HelpfulSetting) =>
    migration.settings[key] === undefined &&
    !asked.has(key) &&
    !migration.isDeclined(key) &&
    codes.some((one) => said.includes(one));
  let isNew = false;
  for (const setting of settings.filter(isOpen)) {
    asked.add(setting.key);
    const answer = await answerTo(setting, migration);
    if (answer === NOTHING) {
      if (setting.isAskedAgain !== true) await migration.decline(setting.key);
      continue;
    }
    // At once: a question that is not answered ends the run, and takes none of these back.
    await migration.set({ [setting.key]: answer });
    isNew = true;
  }
  return isNew;
}

function answerTo(setting: HelpfulSetting, migration: Migration): Promise<string | true> {
  const { io } = migration;
  if (setting.key === "prefer") return askForPreference(setting, migration);
  if (setting.isFlag !== true) return askUntil(setting.question, (typed) => settingOf(setting, typed, migration), io);
  return askWhether(setting.question, io).then((isWanted) => (isWanted ? true : NOTHING));
}

/** What the export does not say is not offered, and asked again: kept in the settings it would end each run. */
async function askForPreference(setting: HelpfulSetting, migration: Migration): Promise<string> {
  const { from } = migration.settings;
  const system = READABLE_SOURCES.find((name) => name === from);
  const source = system === undefined ? undefined : await sourceOf(system);
  const names = source === undefined ? PREFERENCE_NAMES : readPreferences(source);
  const read = (typed: string) => {
    const prefer = PREFERENCE_NAMES.filter((name) => name === typed);
    if (source !== undefined) requireReadPreferences({ prefer }, source);
    return settingOf(setting, typed, migration);
  };
  return askUntil(`${setting.question}: ${names.join(", ")} (empty: decide one by one)`, read, migration.io);
}

const NOTHING = "";

async function settingOf({ key, words, isFile }: HelpfulSetting, typed: string, migration: Migration): Promise<string> {
  if (isFile === true && typed !== NOTHING) {
    // Of all users: it can be large.
    await (key === HASHES.key ? openInput(typed) : readSmallFile(typed));
    return resolve(typed);
  }
  if (key === "phoneRegion" && typed !== NOTHING) return (await countryOf(typed, "the answer")) ?? NOTHING;
  if (key === "pepperName" && typed !== NOTHING) return pepperName(typed, migration);
  if (typed === NOTHING || words === undefined || words.includes(typed)) return typed;
  throw unknownName(`${typed} is not a choice of ${key}`, typed, words);
}

/** The value itself is not asked for: the login server needs the variable too, and the folder holds no secret. */
function pepperName(typed: string, { io, known }: Migration): string {
  if (!isPepperName(typed)) {
    const message = "that is not the name of a variable";
    throw wrongUsage(message, "Give a name in capitals, such as OLD_PEPPER, never the pepper.");
  }
  if (known !== undefined && (io.env[typed] ?? "") === "") {
    io.stderr.write(`  ${typed} is not set here, so no password can be proven with it: set it, and run this again.\n`);
  }
  return typed;
}
