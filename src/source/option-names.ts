import { requireFlag } from "../lib/require-argument.js";
import { type OptionNames, requireOptions } from "../lib/require-names.js";
import type { ReadExportOptions } from "./read-export.js";

/** With the `map` of `fingerprintReading`, which is given the same object. */
type Known = ReadExportOptions & { readonly map?: unknown };

export const READING_OPTIONS: OptionNames<Known> = {
  ...{ from: true, hashConfig: true, service: true, includeDisabled: true, include: true, mustReset: true },
  ...{ source: true, peppered: true, phoneRegion: true, providers: true, decryptionKeys: true, totp: true },
  ...{ loginOnly: true, withoutPassword: true, passwordAlone: true, join: true, tablePrefix: true },
  ...{ onJoined: true, onShared: true, now: true, prefer: true, decisions: true, isSent: true, map: true },
};

export function requireReading(what: string, options: ReadExportOptions): void {
  requireOptions<Known>(what, options, READING_OPTIONS);
  requireFlag("includeDisabled", options.includeDisabled);
  requireFlag("passwordAlone", options.passwordAlone);
  requireFlag("peppered", options.peppered);
}
