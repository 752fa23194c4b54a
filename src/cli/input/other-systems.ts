import type { SourceName } from "../../hash/index.js";
import { type CouldNotRun, wrongUsage } from "../could-not-run.js";
import { unknownName } from "./unknown-name.js";

/** Systems by other names, with what reads their users. */
const READ_AS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "aspnet-membership": ["dnn", "dotnetnuke", "sitecore", "sqlmembership"],
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
  } satisfies Partial<Record<SourceName, readonly string[]>>).flatMap(([name, others]) =>
    others.map((other) => [other, name]),
  ),
);

/** Systems whose digests docs/expressions.md has, and whose tables each application has in its own way. */
const BY_MAP = ["restful-authentication", "acts_as_authenticated"];

/** For a name that is not one of a system: the remedy gives what reads the system's users, where that is known. */
export function unknownSystem(typed: string, names: readonly string[], message: string): CouldNotRun {
  const remedy = remedyFor(typed.toLowerCase(), names);
  if (remedy === undefined) return unknownName(message, typed, names);
  return wrongUsage(message, remedy);
}

function remedyFor(typed: string, names: readonly string[]): string | undefined {
  const name = READ_AS.get(typed) ?? "";
  if (names.includes(name)) return `Give ${name}: it reads the users of ${typed} too.`;
  if (!BY_MAP.includes(typed)) return undefined;
  return "Read its table of users with --from table and a map (credport sources init); docs/expressions.md has its digest.";
}
