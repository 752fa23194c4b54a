import { problem } from "../problems/source.js";
import { isOtherThan, likelySourceOf, otherSourceOfDump } from "./detect-source.js";
import { InputFault } from "./input/input-fault.js";
import type { OpenInput } from "./input/pinned-input.js";
import { faultAfter } from "./join/index.js";
import type { SourceRecord, UnreadableRest } from "./normalized-user.js";
import type { SeenInput } from "./seen-input.js";
import type { Source } from "./source.js";
import { allSources } from "./sources.js";

export function ofOtherSystem(other: Source, named: Source, line: number): UnreadableRest {
  const message = `this looks like ${other.title} (${other.name}), not like ${named.title}`;
  return { kind: "unreadable", line, problem: problem("source/of-other-system", message) };
}

/** Say nothing of what the file is. */
const OF_THE_RUN: ReadonlySet<string> = new Set([
  "source/input-changed",
  "source/temporary-files",
  "source/of-other-system",
]);

/** The records that a source finds; where it finds none, which system's file it is, by all tables of a dump. */
export async function* checkSourceName(
  batches: AsyncIterable<readonly SourceRecord[]> | Iterable<readonly SourceRecord[]>,
  open: OpenInput,
  named: Source,
): AsyncGenerator<readonly SourceRecord[]> {
  let isFirst = true;
  for await (const batch of batches) {
    const [first] = batch;
    if (isFirst && first?.kind === "unreadable") yield [await rightEnd(first, open, named)];
    else yield batch;
    if (first !== undefined) isFirst = false;
  }
  if (!isFirst) return;
  const other = await surelyOther(open, named);
  if (other !== undefined) yield [other];
}

/** The same of a stream that can be read once: what is left of it is looked through once nothing was found. */
export async function* rightlyNamedOnce(
  batches: AsyncIterable<readonly SourceRecord[]>,
  seen: SeenInput,
  named: Source,
): AsyncGenerator<readonly SourceRecord[]> {
  let end: UnreadableRest | undefined;
  let isFirst = true;
  for await (const batch of batches) {
    const [first] = batch;
    if (isFirst && first?.kind === "unreadable") end = first;
    else yield batch;
    if (first !== undefined && isFirst) {
      isFirst = false;
      if (end === undefined) seen.drop();
    }
  }
  if (end === undefined) return;
  const again = OF_THE_RUN.has(end.problem.code) ? undefined : seen.again();
  const other = again === undefined ? undefined : await otherOfDump(named, again);
  yield [other ?? end];
}

async function otherOfDump(named: Source, dump: AsyncIterable<Uint8Array>): Promise<UnreadableRest | undefined> {
  try {
    const other = await otherSourceOfDump(named, dump);
    return other === undefined ? undefined : ofOtherSystem(other, named, 1);
  } catch (error) {
    // Reading the file reports what can't be unpacked.
    if (error instanceof InputFault) return undefined;
    throw error;
  }
}

/** Why nothing was read of a file: what it surely is, or else what was wrong with it. */
export async function rightEnd(rest: UnreadableRest, open: OpenInput, named: Source): Promise<UnreadableRest> {
  if (rest.file !== undefined || OF_THE_RUN.has(rest.problem.code)) return rest;
  return (await surelyOther(open, named)) ?? rest;
}

async function surelyOther(open: OpenInput, named: Source): Promise<UnreadableRest | undefined> {
  if (named.detect === undefined) return undefined;
  try {
    const found = await likelySourceOf(open, await allSources());
    if (!found.ok || found.value.certainty !== "sure" || !isOtherThan(named, found.value.source)) return undefined;
    return ofOtherSystem(found.value.source, named, 1);
  } catch (error) {
    return faultAfter(error, 1);
  }
}
