import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { defined } from "../../lib/defined.js";
import { isJsonObject } from "../../lib/json-text.js";
import { refuse } from "../../problems/conformance.js";
import { type Failure, type Result, success } from "../../result.js";
import { isTextList } from "../protocol/read-reply.js";
import type { ConformanceCase, Flag, JsonObject } from "./conformance-case.js";
import { expandInput } from "./expand-input.js";

/** Of the files that are read; described in vectors/README.md. */
export const FORMAT_VERSION = 2;
const RESULTS = ["valid", "invalid", "acceptable"];
const COSTS = ["cheap", "costly"];
const TEXTS = ["notation", "owner", "problem", "mayRefuse", "twin", "policy"] as const;
const LISTS = ["checkedBy", "recomputedBy"] as const;

interface VectorFile {
  readonly operation: string;
  readonly topic: string;
  readonly flags?: Readonly<Record<string, Flag>>;
  readonly groups: readonly {
    readonly source?: { readonly name?: string; readonly version?: string; readonly published?: boolean };
    readonly tests: readonly RawTest[];
  }[];
}

/** What a case has under the same names. */
type SameNames = "notation" | "owner" | "problem" | "offset" | "mayRefuse" | "twin";

interface RawTest extends Pick<ConformanceCase, "id" | "input" | "result" | SameNames> {
  readonly comment?: string;
  readonly flags?: readonly string[];
  readonly output?: JsonObject;
  readonly outputs?: readonly JsonObject[];
  readonly checkedBy?: readonly string[];
  readonly recomputedBy?: readonly string[];
  readonly policy?: string;
  readonly cost?: ConformanceCase["cost"];
}

/** Reads one file of vectors, with the sum by which the manifest knows it; what can't be run is refused with its place. */
export async function readVectorFile(
  folder: string,
  path: string,
): Promise<Result<{ readonly cases: readonly ConformanceCase[]; readonly sha256: string }>> {
  const malformed = (what: string): Failure => refuse("conformance/vectors-unusable", `${path}: ${what}`, COPY_AGAIN);
  let content: unknown;
  let bytes: Buffer;
  try {
    bytes = await readFile(join(folder, path));
    content = JSON.parse(bytes.toString("utf8"));
  } catch (error) {
    if (error instanceof SyntaxError) return malformed("it is not JSON");
    return refuse("conformance/vectors-unusable", `cannot read ${path}`);
  }
  const broken = fileFault(content, path);
  if (broken !== null) return malformed(broken);
  const file = content as VectorFile;
  const flags = new Map(Object.entries(file.flags ?? {}).map(([name, flag]) => [name, { ...flag, name }]));
  const cases: ConformanceCase[] = [];
  for (const group of file.groups) {
    for (const test of Array.isArray(group?.tests) ? group.tests : [null]) {
      const fault = testFault(test, path);
      if (fault !== null) return malformed(fault);
      const made = makeCase(file, group, test as RawTest, flags);
      if (made === null) return malformed(`${(test as RawTest).id} has a text in no form of the format`);
      cases.push(made);
    }
  }
  return success({ cases, sha256: createHash("sha256").update(bytes).digest("hex") });
}

/** What keeps a file from being read, as a sentence; null if nothing. */
function fileFault(content: unknown, path: string): string | null {
  const { formatVersion, operation, topic, flags = {}, groups } = isJsonObject(content) ? content : {};
  if (formatVersion !== FORMAT_VERSION) return `formatVersion is not ${FORMAT_VERSION}`;
  if (typeof operation !== "string" || !Array.isArray(groups)) return "operation or groups is missing";
  if (`${operation}/${topic}.json` !== path) return "operation and topic are not those of its path";
  if (!isJsonObject(flags)) return "flags is not an object";
  const broken = Object.entries(flags).find(([, flag]) => !isFlag(flag));
  return broken === undefined ? null : `the flag ${broken[0]} does not say bugType, description, effect and links`;
}

function isFlag(flag: unknown): boolean {
  if (!isJsonObject(flag)) return false;
  const { bugType, description, effect, links } = flag;
  return [bugType, description, effect].every((text) => typeof text === "string") && isTextList(links);
}

/** What keeps a test from being run, as a sentence; null if nothing. */
function testFault(test: RawTest | null, path: string): string | null {
  if (typeof test?.id !== "string") return "a test has no id";
  const { id, comment = "", flags = [], input, result, output, outputs, problem, offset = 0, cost } = test;
  const place = path.replace(/\.json$/, "-");
  if (!id.startsWith(place) || !/^[0-9]{3,}$/.test(id.slice(place.length))) {
    return `${id} is not an id of a test of this file`;
  }
  if (!isJsonObject(input)) return `${id} has no input`;
  if (!RESULTS.includes(result)) return `${id} has no result of ${RESULTS.join(", ")}`;
  if (typeof comment !== "string" || !isTextList(flags)) return `${id} has a comment or flags that are not text`;
  const unread = TEXTS.find((name) => test[name] !== undefined && typeof test[name] !== "string");
  if (unread !== undefined) return `${id} has a ${unread} that is not text`;
  const unlisted = LISTS.find((name) => test[name] !== undefined && !isTextList(test[name]));
  if (unlisted !== undefined) return `${id} has a ${unlisted} that is not a list of texts`;
  if (typeof offset !== "number") return `${id} has an offset that is not a number`;
  if (cost !== undefined && !COSTS.includes(cost)) return `${id} has no cost of ${COSTS.join(", ")}`;
  const isAnswered = result === "invalid" ? problem : (output ?? outputs);
  if (isAnswered === undefined) return `${id} does not say what is right`;
  const given = output === undefined ? (outputs ?? []) : [output];
  return Array.isArray(given) && given.every(isJsonObject) ? null : `${id} has an output that is not an object`;
}

function makeCase(
  file: VectorFile,
  group: VectorFile["groups"][number],
  test: RawTest,
  flags: ReadonlyMap<string, Flag>,
): ConformanceCase | null {
  const { id, comment = "", input, result, output, outputs, cost = "cheap" } = test;
  const { notation, owner, problem, offset, mayRefuse, twin } = test;
  const expanded = expandInput(input);
  if (expanded === null) return null;
  return {
    id,
    operation: file.operation,
    topic: file.topic,
    comment,
    flags: (test.flags ?? []).flatMap((flag) => flags.get(flag) ?? []),
    input: expanded,
    result,
    outputs: result === "invalid" ? [] : (outputs ?? [output as JsonObject]),
    ...defined({ notation, owner, problem, offset, mayRefuse, twin }),
    cost,
    provenance: provenanceOf(group, test),
  };
}

function provenanceOf({ source = {} }: VectorFile["groups"][number], test: RawTest): ConformanceCase["provenance"] {
  const { name = "", version, published = false } = source;
  return {
    source: version === undefined ? name : `${name} ${version}`,
    isPublished: published,
    checkedBy: test.checkedBy ?? [],
    recomputedBy: test.recomputedBy ?? [],
    ...defined({ policy: test.policy }),
  };
}

/** What helps where vectors are there and are not as they were. */
export const COPY_AGAIN = {
  remedy:
    "Copy the vectors again with credport conform --copy, or correct the vector file at the place named; if you changed them on purpose, delete manifest.json or write it again.",
};
