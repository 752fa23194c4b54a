import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Failure, type Result, refuse, success } from "../../result.js";
import type { ConformanceCase, Flag, JsonObject } from "./conformance-case.js";
import { expandInput } from "./expand-input.js";

const FORMAT_VERSION = 1;
const RESULTS = ["valid", "invalid", "acceptable"];

interface VectorFile {
  readonly operation: string;
  readonly topic: string;
  readonly flags: Readonly<Record<string, Partial<Flag>>>;
  readonly groups: readonly {
    readonly source?: { readonly name?: string; readonly version?: string };
    readonly checkedBy?: readonly string[];
    readonly tests: readonly RawTest[];
  }[];
}

interface RawTest {
  readonly id: string;
  readonly comment?: string;
  readonly flags?: readonly string[];
  readonly input: JsonObject;
  readonly result: ConformanceCase["result"];
  readonly output?: JsonObject;
  readonly outputs?: readonly JsonObject[];
  readonly problem?: string;
  readonly offset?: number;
  readonly cost?: ConformanceCase["cost"];
}

/** Reads one file of vectors; what can't be run is refused with its place. */
export async function readVectorFile(
  folder: string,
  path: string,
): Promise<Result<readonly ConformanceCase[]>> {
  const malformed = (what: string): Failure => refuse("conformance/vectors-malformed", `${path}: ${what}`);
  let content: unknown;
  try {
    content = JSON.parse(await readFile(join(folder, path), "utf8"));
  } catch (error) {
    if (error instanceof SyntaxError) return malformed("it is no JSON");
    return refuse("conformance/vectors-unreadable", `cannot read ${path}`);
  }
  const { formatVersion } = (content ?? {}) as { formatVersion?: unknown };
  if (formatVersion !== FORMAT_VERSION) return malformed(`formatVersion is not ${FORMAT_VERSION}`);
  const file = content as VectorFile;
  if (typeof file.operation !== "string" || !Array.isArray(file.groups)) {
    return malformed("operation or groups is missing");
  }
  const flags = flagsOf(file);
  const cases: ConformanceCase[] = [];
  for (const group of file.groups) {
    for (const test of Array.isArray(group?.tests) ? group.tests : [null]) {
      const fault = faultOf(test);
      if (fault !== null) return malformed(fault);
      cases.push(makeCase(file, group, test as RawTest, flags));
    }
  }
  return success(cases);
}

function faultOf(test: RawTest | null): string | null {
  if (typeof test?.id !== "string") return "a test has no id";
  if (typeof test.input !== "object" || test.input === null) return `${test.id} has no input`;
  if (!RESULTS.includes(test.result)) return `${test.id} has no result of ${RESULTS.join(", ")}`;
  const isAnswered = test.result === "invalid" ? test.problem : (test.output ?? test.outputs);
  return isAnswered === undefined ? `${test.id} does not say what is right` : null;
}

function flagsOf(file: VectorFile): ReadonlyMap<string, Flag> {
  return new Map(
    Object.entries(file.flags ?? {}).map(([name, flag]) => [
      name,
      {
        name,
        bugType: flag.bugType ?? "UNKNOWN",
        description: flag.description ?? "",
        effect: flag.effect ?? "",
        links: flag.links ?? [],
      },
    ]),
  );
}

function makeCase(
  file: VectorFile,
  group: VectorFile["groups"][number],
  test: RawTest,
  flags: ReadonlyMap<string, Flag>,
): ConformanceCase {
  const { id, comment = "", input, result, output, outputs, problem, offset, cost = "cheap" } = test;
  const { name = "", version } = group.source ?? {};
  return {
    id,
    operation: file.operation,
    topic: file.topic,
    comment,
    flags: (test.flags ?? []).flatMap((flag) => flags.get(flag) ?? []),
    input: expandInput(input),
    result,
    outputs: result === "invalid" ? [] : (outputs ?? [output as JsonObject]),
    ...(problem === undefined ? {} : { problem }),
    ...(offset === undefined ? {} : { offset }),
    cost,
    provenance: {
      source: version === undefined ? name : `${name} ${version}`,
      checkedBy: group.checkedBy ?? [],
    },
  };
}
