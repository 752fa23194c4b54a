import type { ExtendCommand } from "./input/command-of.js";

interface CommandEntry {
  readonly name: string;
  readonly description: string;
  /** Of the group that begins with it. */
  readonly heading?: string | undefined;
  /** A command's module is loaded only if the command is named: it brings most of credport with it. */
  readonly load: () => Promise<ExtendCommand>;
}

/** In the order of the help, with what each does. */
const DESCRIPTIONS = {
  migrate: "lead through a whole migration, from the export to users who sign in",
  check: "check an export: normalise every user and name every record that would break",
  preflight: "look at a service before an import: address, key, version, tenant, features, clock",
  import: "import the users of an export; without --to, rehearse it on this machine",
  fleet: "check and import one export over many machines, by BullMQ and Redis",
  sources: "list the systems, say how to export from one, or write a first map of a table",
  prove: "sign in with known passwords after an import",
  undo: "delete the users that an import made",
  fallback: "manage the login-time fallback: status, cost and clean-up",
  "serve-verify": "answer a new service that asks at login about an old password: Keycloak, Ory, Okta, …",
  identify: "identify each hash of standard input, and say what can be done with it",
  verify: "check a password against a hash of the old system, and say what to do with it",
  secret: "turn a TOTP secret or otpauth URI into the base32 secret that yields the same codes",
  rehearse: "run the rehearsal service: the import calls in memory, on this machine",
  config: "show the settings that commands take from credport.config.json",
  explain: "say what the code of a problem means, and what to do",
  doctor: "look at what credport needs on this machine, and at the service",
  completion: "print completion for a shell, or the manual page",
  conform: "run the conformance vectors against an implementation in any language",
} as const;

/** Of the command that the parser of options has of its own. */
export const HELP_TEXT = "show the help of a command, or of a topic";

/** The first command of each group of the help. */
const GROUPS: Readonly<Record<string, string>> = {
  migrate: "Move users:",
  fallback: "At login:",
  identify: "Hashes and secrets:",
  rehearse: "Help and tools:",
};

const LOADERS: Readonly<Record<keyof typeof DESCRIPTIONS, CommandEntry["load"]>> = {
  migrate: async () => (await import("./migrate/migrate-command.js")).migrateCommand,
  check: async () => (await import("./check/check-command.js")).checkCommand,
  preflight: async () => (await import("./preflight/preflight-command.js")).preflightCommand,
  import: async () => (await import("./import/import-command.js")).importCommand,
  fleet: async () => (await import("./fleet/fleet-command.js")).fleetCommand,
  sources: async () => (await import("./sources/sources-command.js")).sourcesCommand,
  prove: async () => (await import("./prove/prove-command.js")).proveCommand,
  undo: async () => (await import("./undo/undo-command.js")).undoCommand,
  fallback: async () => (await import("./fallback/fallback-command.js")).fallbackCommand,
  "serve-verify": async () => (await import("./serve-verify/serve-verify-command.js")).serveVerifyCommand,
  identify: async () => (await import("./identify/identify-command.js")).identifyCommand,
  verify: async () => (await import("./verify/verify-command.js")).verifyCommand,
  secret: async () => (await import("./secret/secret-command.js")).secretCommand,
  rehearse: async () => (await import("./rehearse/rehearse-command.js")).rehearseCommand,
  config: async () => (await import("./config/config-command.js")).configCommand,
  explain: async () => (await import("./explain/explain-command.js")).explainCommand,
  doctor: async () => (await import("./doctor/doctor-command.js")).doctorCommand,
  completion: async () => (await import("./completion/completion-command.js")).completionCommand,
  conform: async () => (await import("./conform/conform-command.js")).conformCommand,
};

export const COMMANDS: readonly CommandEntry[] = Object.entries(DESCRIPTIONS).map(([name, description]) => {
  return { name, description, heading: GROUPS[name], load: LOADERS[name as keyof typeof DESCRIPTIONS] };
});
