import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { withoutSecrets } from "../../lib/redact.js";
import type { Source } from "../../source/index.js";
import { sourceFault } from "../../source/internal.js";
import { CouldNotRun } from "../could-not-run.js";

/** The sources that a module of the operator's own brings: its default export is one, or a list. */
export async function pluginSources(path: string | undefined): Promise<readonly Source[]> {
  if (path === undefined) return [];
  const exported = await defaultExport(path);
  const sources: readonly unknown[] = Array.isArray(exported) ? exported : [exported];
  for (const source of sources) {
    const fault = sourceFault(source);
    if (fault === undefined) continue;
    throw unusable(`the default export of ${path} is not a source: ${fault}`);
  }
  return sources as readonly Source[];
}

async function defaultExport(path: string): Promise<unknown> {
  try {
    const module = (await import(pathToFileURL(resolve(path)).href)) as { readonly default?: unknown };
    return module.default;
  } catch (error) {
    const reason = withoutSecrets(error instanceof Error ? error.message : String(error));
    throw unusable(`${path} can't be loaded: ${reason}`);
  }
}

function unusable(message: string): CouldNotRun {
  const remedy = "Give a module whose default export is a source, or a list of sources: docs/sources.md shows one.";
  return new CouldNotRun("cli/file-malformed", message, remedy);
}
