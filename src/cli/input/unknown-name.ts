import { nearest } from "../../lib/require-names.js";
import type { ProblemCode } from "../../problems/index.js";
import { CouldNotRun } from "../could-not-run.js";

/** Systems by other names, with what reads their users. */
export const READ_AS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "aspnet-membership": ["dnn", "dotnetnuke", "sitecore", "umbraco", "sqlmembership"],
    authjs: ["nextauth", "next-auth"],
    cognito: ["aws", "aws-cognito"],
    fluxbb: ["punbb"],
    gitea: ["forgejo"],
    invision: ["ipb", "ips", "ips4"],
    kratos: ["ory"],
    ldap: ["openldap", "slapd"],
    matomo: ["piwik"],
    otrs: ["otobo", "znuny"],
    suitecrm: ["sugarcrm"],
    synapse: ["matrix"],
    woltlab: ["burning-board", "wbb"],
  }).flatMap(([name, others]) => others.map((other) => [other, name])),
);

/** Systems whose hashes are known, and whose tables are not. */
const BY_MAP = ["liferay", "authgear"];
const WITH_A_MAP = "--from table and a map (credport sources init)";

/** For a name that is not known: the remedy gives what reads it, else the nearest, or all where none is near. */
export function unknownName(code: ProblemCode, message: string, typed: string, names: readonly string[]): CouldNotRun {
  return new CouldNotRun(code, message, systemRemedy(typed.toLowerCase(), names) ?? remedyFor(typed, names));
}

function remedyFor(typed: string, names: readonly string[]): string {
  const near = nearest(typed, names);
  return near === undefined ? `Give one of: ${names.join(", ")}.` : `Give ${near} if that is meant.`;
}

function systemRemedy(typed: string, names: readonly string[]): string | undefined {
  const name = READ_AS.get(typed) ?? "";
  if (names.includes(name)) {
    const later = typed === "umbraco" ? `, up to Umbraco 6; read a later one with ${WITH_A_MAP}` : "";
    return `Give ${name}: it reads the users of ${typed} too${later}.`;
  }
  if (!BY_MAP.includes(typed) || !names.includes("firebase")) return undefined;
  return `Read its table of users with ${WITH_A_MAP}: its hashes are known.`;
}

/** The name that was typed, of those that are known. */
export function knownName<Name extends string>(typed: string, names: readonly Name[], message: string): Name {
  const name = names.find((known) => known === typed);
  if (name !== undefined) return name;
  throw unknownName("cli/unknown-name", message, typed, names);
}
