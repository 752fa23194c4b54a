import type { Failure, Result } from "../result.js";
import { type LikelySource, likelySource, likelySourceOf, maybeOf } from "./detect-source.js";
import type { OpenInput } from "./input/pinned-input.js";
import type { UnreadableRest } from "./normalized-user.js";
import type { ReadExportOptions } from "./read-export.js";
import type { Source } from "./source.js";
import { allSources, sourceOf } from "./sources.js";

/** The options of a reading that name their source. */
export type NamedOptions = ReadExportOptions & { readonly from: Exclude<ReadExportOptions["from"], "auto"> };

/** The same with the source itself. */
export type LoadedOptions = Omit<ReadExportOptions, "from"> & { readonly from: Source };

/** Options with the source that was told from the input, where they left it open. */
export interface Resolved {
  readonly options: LoadedOptions;
  /** Present where it was told from the input. */
  readonly detected?: LikelySource;
}

/** The options with the source that they name; undefined where they leave it to the input. */
export async function loadedOptions(options: NamedOptions): Promise<LoadedOptions>;
export async function loadedOptions(options: ReadExportOptions): Promise<LoadedOptions | undefined>;
export async function loadedOptions(options: ReadExportOptions): Promise<LoadedOptions | undefined> {
  const { from } = options;
  return from === "auto" ? undefined : { ...options, from: await sourceOf(from) };
}

/** The options with their source; a failure where it can't be told. The input is opened only for `auto`. */
export async function resolveSource(open: OpenInput, options: ReadExportOptions): Promise<Resolved | Failure> {
  const named = await loadedOptions(options);
  if (named !== undefined) return { options: named };
  const sources = await allSources();
  const found = await likelySourceOf(open, sources);
  const [next] = options.join ?? [];
  if (found.ok || next === undefined) return resolved(found, options);
  // The settings of a realm, whose users are in other files.
  const other = await likelySourceOf(typeof next === "function" ? next : next.open, sources);
  return resolved(other.ok ? other : found, options);
}

/** As `resolveSource`, from the input's first bytes. */
export async function resolveFrom(beginning: Uint8Array, options: ReadExportOptions): Promise<Resolved | Failure> {
  return resolved(await likelySource(beginning, await allSources()), options);
}

function resolved(found: Result<LikelySource>, options: ReadExportOptions): Resolved | Failure {
  if (!found.ok) return found;
  const { source, certainty, others } = found.value;
  // By another system's rules every hash would be read wrongly.
  if (certainty !== "sure") return maybeOf([source, ...others]);
  return { options: { ...options, from: source }, detected: found.value };
}

/** What ends a reading whose source can't be told. */
export function unresolved({ problems: [problem] }: Failure): UnreadableRest {
  return { kind: "unreadable", line: 1, problem };
}
