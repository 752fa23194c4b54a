import { counted } from "../../lib/plural.js";
import { printable, printableJson } from "../../lib/printable.js";
import { problem } from "../../problems/import.js";
import type { Problem } from "../../result.js";
import type { JournalBinding } from "./journal-line.js";

/** In what a journal belongs to something else than this run, as the problem that says so. */
export function compareBindings(before: JournalBinding, now: JournalBinding): Problem | undefined {
  if (before.input.bytes !== now.input.bytes || before.input.sha256 !== now.input.sha256) {
    const message = `the journal belongs to a file of ${counted(before.input.bytes, "byte")} with other content`;
    return problem("import/input-changed", message, { field: "input" });
  }
  const way = before.via === "bulk" ? "the bulk import (--via bulk)" : "the calls of the interface (not --via bulk)";
  const differences = {
    hashParameters: haveChanged(before.hashParameters, now.hashParameters)
      ? "of the same file with other hash parameters (--hash-config)"
      : undefined,
    reading: haveChanged(before.reading, now.reading)
      ? "of the same file that was read in another way (--map, --provider, --phone-region or --totp)"
      : undefined,
    loginOnly:
      before.loginOnly !== undefined && now.loginOnly === undefined
        ? "that also took users by their other logins (--login-only import)"
        : undefined,
    withoutPassword:
      before.withoutPassword !== undefined && before.withoutPassword !== now.withoutPassword
        ? `that did something else with users without a password (--without-password ${printable(before.withoutPassword)})`
        : undefined,
    changedSince:
      before.changedSince === now.changedSince
        ? undefined
        : "that is compared with another first one, or with none (--changed-since)",
    via: before.via === now.via ? undefined : `by ${way}`,
  };
  for (const [field, what] of Object.entries(differences)) {
    if (what === undefined) continue;
    return problem("import/input-changed", `the journal belongs to an import ${what}`, { field });
  }
  return compareTargets(before, now);
}

/** In what two journals belong to different systems or services. */
export function compareTargets(before: JournalBinding, now: JournalBinding): Problem | undefined {
  const field = (["source", "baseUrl", "tenantPath", "profile"] as const).find(
    (name) => canonical[name](before[name]) !== canonical[name](now[name]),
  );
  if (field === undefined) return undefined;
  const message = `the journal belongs to ${field} ${printableJson(before[field])}`;
  return problem("import/target-changed", message, { field });
}

/** Without parameters no hash that needs them was sent, so they may come later, or be left out. */
function haveChanged(before: string | undefined, now: string | undefined): boolean {
  return before !== undefined && now !== undefined && before !== now;
}

const asItIs = (text: string): string => text;

/** By which spelling two of them are the same. */
const canonical = {
  source: asItIs,
  baseUrl: canonicalUrl,
  // The client takes one slash off each end.
  tenantPath: (text: string): string => text.replace(/^\/|\/$/g, ""),
  profile: asItIs,
} as const;

/**
 * The same address in one spelling: case of the host, the scheme's own port, slashes at the end. No name
 * is looked up: `localhost` and `127.0.0.1` can be two services.
 */
function canonicalUrl(text: string): string {
  if (!URL.canParse(text)) return text;
  const { protocol, host, pathname } = new URL(text);
  return `${protocol}//${host}${pathname.replace(/\/+$/, "")}`;
}
