import { SOURCE_NAMES } from "../../hash/index.js";
import type { ServiceProfileName } from "../../service/profile.js";
import { usually, value } from "./option-rows.js";
import { knownName } from "./unknown-name.js";

// Apart from the options of an export, which load its readers.

/** `--source`: a system that hashes come from. */
export function hashSourceOption(text: string, names = " (credport sources lists them)") {
  return value("--source <system>", `${text}${names}`, {
    read: (name: string) => knownName(name, SOURCE_NAMES, `--source ${name} is not a known system`),
    suggested: SOURCE_NAMES,
  });
}

/** `--service`, with what it is the profile of: the public core, unless something else is named. */
export function serviceOption(text: string, names: readonly string[] = PROFILE_NAMES) {
  const meant = PROFILE_NAMES.filter((name) => names.includes(name)).map((name) => MEANT[name]);
  return usually("--service <profile>", `${text}: ${meant.join(" or ")}`, "supertokens", {
    read: (name: string) => knownName(name, PROFILE_NAMES, `--service ${name} is not a known profile`),
    suggested: names,
  });
}

/** What each is, since the usual one is not the one called default. */
const MEANT: Readonly<Record<ServiceProfileName, string>> = {
  supertokens: "supertokens (public core)",
  default: "default",
};
const PROFILE_NAMES = Object.keys(MEANT) as ServiceProfileName[];
