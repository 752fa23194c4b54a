import type { ExtendCommand } from "./input/command-of.js";

export interface CommandEntry {
  readonly name: string;
  readonly description: string;
  /** A command's module is loaded only if the command is named: it brings most of credport with it. */
  readonly load: () => Promise<ExtendCommand>;
}

/** In the order of the help. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: "check",
    description: "check an export: normalise every user and name every record that would break",
    load: async () => (await import("./check/check-command.js")).checkCommand,
  },
  {
    name: "preflight",
    description: "look at a service before an import: address, key, versions, tenant, features, clock",
    load: async () => (await import("./preflight/preflight-command.js")).preflightCommand,
  },
  {
    name: "import",
    description: "import the users of an export; without --to, rehearse it on this machine",
    load: async () => (await import("./import/import-command.js")).importCommand,
  },
  {
    name: "fleet",
    description: "check and import one export over many machines, on BullMQ and Redis",
    load: async () => (await import("./fleet/fleet-command.js")).fleetCommand,
  },
  {
    name: "sources",
    description:
      "list the systems whose exports are read, say how to export, or write a first map of a table",
    load: async () => (await import("./sources/sources-command.js")).sourcesCommand,
  },
  {
    name: "prove",
    description: "sign users whose password is known in at the service, after an import",
    load: async () => (await import("./prove/prove-command.js")).proveCommand,
  },
  {
    name: "undo",
    description: "delete the users whom a journal has made from the service, and nobody else",
    load: async () => (await import("./undo/undo-command.js")).undoCommand,
  },
  {
    name: "fallback",
    description:
      "show who is left for the fallback at login, what their logins cost, and delete its file when it is over",
    load: async () => (await import("./fallback/fallback-command.js")).fallbackCommand,
  },
  {
    name: "serve-verify",
    description:
      "answer a new service that asks at login whether a password is that of the old system: Keycloak, Ory, Okta, …",
    load: async () => (await import("./serve-verify/serve-verify-command.js")).serveVerifyCommand,
  },
  {
    name: "identify",
    description:
      "identify each hash read from standard input, one per line, and say what can be done with it",
    load: async () => (await import("./identify/identify-command.js")).identifyCommand,
  },
  {
    name: "verify",
    description: "check a password against a hash of the old system, and say what to do with the hash",
    load: async () => (await import("./verify/verify-command.js")).verifyCommand,
  },
  {
    name: "secret",
    description:
      "turn a TOTP secret or otpauth URI, from a prompt or standard input, into the base32 secret that yields the same codes",
    load: async () => (await import("./secret/secret-command.js")).secretCommand,
  },
  {
    name: "rehearse",
    description: "run the rehearsal service: the import calls, in memory, on this machine only",
    load: async () => (await import("./rehearse/rehearse-command.js")).rehearseCommand,
  },
  {
    name: "conform",
    description: "run the conformance vectors against an implementation in any language",
    load: async () => (await import("./conform/conform-command.js")).conformCommand,
  },
];
