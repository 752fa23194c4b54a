import { problem } from "../problems/source.js";
import {
  isOtherThan,
  likelySource,
  likelySourceOf,
  maybeOf,
  otherSourceOfDump,
  readBeginning,
} from "./detect-source.js";
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

/** A file of an export; the export itself has no name. */
interface NamedInput {
  readonly name: string | undefined;
  readonly open: OpenInput;
}

type Inputs = readonly [NamedInput, ...NamedInput[]];

/**
 * The records that a source finds; where it finds none, or in the first ones of a file no ID, which system's file it is, by
 * all tables of a dump.
 */
export async function* checkSourceName(
  batches: AsyncIterable<readonly SourceRecord[]> | Iterable<readonly SourceRecord[]>,
  files: Inputs,
  named: Source,
): AsyncGenerator<readonly SourceRecord[]> {
  const begun = new Set<string | undefined>();
  for await (const batch of batches) {
    const [first] = batch;
    if (begun.size === 0 && first?.kind === "unreadable") yield [await rightEnd(first, files, named)];
    else {
      const isBeginning = first !== undefined && !begun.has(first.file);
      const { name, open } = files.find((file) => file.name === first?.file) ?? files[0];
      const other = isBeginning && lacksIds(batch) && (await likelyOther(await readBeginning(open), named));
      if (other) return yield [inFile(other, name)];
      yield batch;
    }
    if (first !== undefined) begun.add(first.file);
  }
  if (begun.size > 0) return;
  const other = await surelyOther(files[0].open, named);
  if (other !== undefined) yield [other];
}

/** Users of the system have IDs: these may be another's. */
function lacksIds(batch: readonly SourceRecord[]): boolean {
  return batch.every((record) => record.kind === "user" && record.userId === undefined);
}

function inFile({ problem: found, ...rest }: UnreadableRest, file: string | undefined): UnreadableRest {
  return { ...rest, problem: file === undefined ? found : { ...found, message: `${file}: ${found.message}` } };
}

/** What a file may be whose records the named system surely did not write. */
async function likelyOther(beginning: Uint8Array, named: Source): Promise<UnreadableRest | undefined> {
  if (named.detect === undefined || (await likelySource(beginning, [named])).ok) return undefined;
  const found = await likelySource(beginning, await allSources());
  // What fits several may be of none of them.
  if (!found.ok || !isOtherThan(named, found.value.source)) return undefined;
  const { source, certainty, others } = found.value;
  if (certainty === "sure") return ofOtherSystem(source, named, 1);
  // The fields are named that have other names.
  if (named.otherFields === "refused") return undefined;
  const [{ message }] = maybeOf([source, ...others]).problems;
  return { kind: "unreadable", line: 1, problem: problem("source/of-other-system", message) };
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
    else {
      const isOther = isFirst && first !== undefined && lacksIds(batch);
      const other = isOther ? await likelyOther(await seen.beginning(), named) : undefined;
      if (other !== undefined) return yield [other];
      yield batch;
    }
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
export async function rightEnd(rest: UnreadableRest, files: Inputs, named: Source): Promise<UnreadableRest> {
  const { problem: found } = rest;
  if (rest.file !== undefined || OF_THE_RUN.has(found.code)) return rest;
  // What is wrong with a joined file begins with its name.
  const joined = files.slice(1).find(({ name }) => found.message.startsWith(`${name}: `));
  const { name, open } = joined ?? files[0];
  const other = await surelyOther(open, named);
  // The system may not write what the file looks like.
  const isOther = found.code === "source/other-format";
  const likely = other ?? (isOther ? await likelyOther(await readBeginning(open), named) : undefined);
  return likely === undefined ? rest : inFile(likely, name);
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
