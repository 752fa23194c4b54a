import { requireArgument } from "../../lib/require-argument.js";
import { createHash } from "../../runtime/index.js";
import { type InputFingerprint, type OpenInput, type PinnedInput, pinInput } from "../input/pinned-input.js";

/** A file that is joined to an export, with the name by which reports call it. */
export interface NamedInput {
  readonly name: string;
  readonly open: OpenInput;
  /** Where the file is pinned already. */
  readonly fingerprint?: () => InputFingerprint | undefined;
}

/** What is joined to an export: opens the file from its beginning, or what `pinInput` gives, also with a name. */
export type JoinedInput = OpenInput | PinnedInput | NamedInput;

export interface ExportFile {
  /** What reports call it; the export itself has no name. */
  readonly name: string | undefined;
  /** What it is called, where all files have names: pages are told apart by them. */
  readonly fileName?: string | undefined;
  readonly open: OpenInput;
  readonly fingerprint: () => InputFingerprint | undefined;
}

/** The export and what is joined to it, each pinned to the bytes of its first pass. */
export function exportFiles(
  input: PinnedInput,
  { join = [], fileName }: FilesGiven = {},
): readonly [ExportFile, ...ExportFile[]] {
  const joined = join.map((one, index) => ({ name: nameOfJoined(one, index), ...pinned(one) }));
  const known = join.every(isNamed) ? fileName : undefined;
  return [{ name: undefined, fileName: known, ...pinned(input) }, ...joined];
}

interface FilesGiven {
  readonly join?: readonly JoinedInput[] | undefined;
  readonly fileName?: string | undefined;
}

function isNamed(input: JoinedInput): input is NamedInput {
  return typeof input !== "function" && "name" in input;
}

export function nameOfJoined(input: JoinedInput, index: number): string {
  return isNamed(input) ? input.name : `joined file ${index + 1}`;
}

function pinned(input: JoinedInput): PinnedInput {
  if (typeof input === "function") return pinInput(input);
  const { open, fingerprint } = input;
  return fingerprint === undefined ? pinInput(open) : { open, fingerprint };
}

/** The fingerprint of an export in several files: a digest over theirs in order; of a single file its own. */
export function combinedFingerprint(
  fingerprints: readonly (InputFingerprint | undefined)[],
): InputFingerprint | undefined {
  const known = fingerprints.filter((one) => one !== undefined);
  if (known.length < fingerprints.length) return undefined;
  if (known.length === 1) return known[0];
  const hash = createHash("sha256");
  for (const { bytes, sha256 } of known) hash.update(`${bytes} ${sha256}\n`);
  return { bytes: known.reduce((sum, { bytes }) => sum + bytes, 0), sha256: hash.digest("hex") };
}

/**
 * Reads an export and what is joined to it to their ends: the fingerprint that `readUniqueUsers` will have of them.
 *
 * @param input Of the export, pinned.
 * @param join As in `ReadExportOptions`; pinned, so that no later pass reads other bytes.
 * @returns Undefined where a pass was ended early.
 *
 * @example
 * ```ts
 * import { fingerprintExport, pinInput } from "credport/source";
 *
 * async function* file() {
 *   yield new TextEncoder().encode("abc");
 * }
 * const alone = await fingerprintExport(pinInput(file));
 * const both = await fingerprintExport(pinInput(file), [pinInput(file)]);
 * [alone?.bytes, both?.bytes]; // => [3, 6]
 * ```
 */
export async function fingerprintExport(
  input: PinnedInput,
  join: readonly (PinnedInput | Required<NamedInput>)[] = [],
): Promise<InputFingerprint | undefined> {
  requireArgument("input", input, "object", { open: "opener", fingerprint: "function" });
  requireArgument("join", join, "array");
  for (const { open } of [input, ...join]) for await (const _ of open());
  return combinedFingerprint([input, ...join].map(({ fingerprint }) => fingerprint()));
}
