import { SOURCE_NAMES, type SourceName } from "../../hash/index.js";
import { SERVICE_PROFILES, type ServiceProfileName } from "../../service/profile.js";
import { usually } from "./option-rows.js";
import { unknownName } from "./unknown-name.js";

// Apart from the options of an export, which load its readers.

/** Systems that hashes come from. */
export const HASH_SOURCES = { title: "Systems for --source", words: SOURCE_NAMES };

/** The system that a hash comes from, of all that are known by name. */
export function hashSource(name: string): SourceName {
  const source = SOURCE_NAMES.find((known) => known === name);
  if (source !== undefined) return source;
  const message = `--source ${name} is not a known system`;
  throw unknownName("cli/unknown-name", message, name, SOURCE_NAMES);
}

/** `--service`, with what it is the profile of. */
export function serviceOption(text: string, usual: ServiceProfileName = "default", names = PROFILE_NAMES) {
  return usually("--service <profile>", `${text}: ${names.join(", ")}`, usual, { read: serviceName });
}

const PROFILE_NAMES = Object.keys(SERVICE_PROFILES);

function serviceName(name: string): ServiceProfileName {
  if (Object.hasOwn(SERVICE_PROFILES, name)) return name as ServiceProfileName;
  const message = `--service ${name} is not a known profile`;
  throw unknownName("cli/unknown-name", message, name, Object.keys(SERVICE_PROFILES));
}
