import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { refuse } from "../problems/fleet.js";
import { type Failure, type Result, success } from "../result.js";
import { publicAddress } from "./engine.js";
import { writeWhole } from "./store.js";

/** What every worker of a run is given, in a private file: it never passes through Redis. */
export interface RunFile {
  /** Names the run in Redis. */
  readonly id: string;
  /** Of the fingerprints by which duplicates are found; base64url of 32 random bytes. */
  readonly key: string;
  /** Address of Redis, without a password. */
  readonly redis: string;
  /** Path or address of the export, as every worker can reach it. */
  readonly input: string;
  /** The system that wrote the export. */
  readonly from: string;
  readonly bytes: number;
  /** Of the whole export, in hexadecimal. */
  readonly sha256: string;
}

const KIND = "credport fleet";
const VERSION = 1;
const TEXTS = ["id", "key", "redis", "input", "from", "sha256"] as const;

export function newRun(): Pick<RunFile, "id" | "key"> {
  return { id: randomBytes(8).toString("hex"), key: randomBytes(32).toString("base64url") };
}

/**
 * Appears whole, with mode 0600, or not at all.
 *
 * @param isNew Whether there was none: then none may have appeared meanwhile.
 * @returns `fleet/planned-twice` where one has.
 */
export async function writeRunFile(path: string, run: RunFile, isNew: boolean): Promise<Result<undefined>> {
  try {
    await writeWhole(path, [`${JSON.stringify({ kind: KIND, version: VERSION, ...run }, null, 2)}\n`], isNew);
    return success(undefined);
  } catch (error) {
    const { code = "unknown reason" } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return refuse("fleet/planned-twice", "the run file has appeared during the plan");
    return refuse("fleet/path-unusable", `the run file can't be written (${code})`);
  }
}

/** The run of a file; undefined where there is no such file. */
export async function readRunFile(path: string): Promise<Result<RunFile> | undefined> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => error);
  if (typeof text !== "string") {
    if (text.code === "ENOENT") return undefined;
    return refuse("fleet/path-unusable", `the run file can't be read (${text.code ?? "unknown reason"})`);
  }
  const run = parseRun(text);
  return run === undefined
    ? refuse("fleet/path-unusable", "the file is not one of a run over many machines", OF_THE_PLAN)
    : success(run);
}

const OF_THE_PLAN = { remedy: "Give the file that credport fleet plan has written with --out." };

export async function requireRunFile(path: string): Promise<Result<RunFile>> {
  return (await readRunFile(path)) ?? refuse("fleet/path-unusable", "there is no file of this name", OF_THE_PLAN);
}

export const unknownRun = (): Failure => refuse("fleet/run-gone", "Redis knows nothing of this run");

function parseRun(text: string): RunFile | undefined {
  try {
    const { kind, version, ...run } = JSON.parse(text) as Record<string, unknown>;
    const isSound = TEXTS.every((name) => typeof run[name] === "string") && Number.isSafeInteger(run.bytes);
    const isKnown = kind === KIND && version === VERSION && publicAddress(String(run.redis)) !== undefined;
    return isSound && isKnown && /^[0-9a-f]{16}$/.test(String(run.id)) ? (run as unknown as RunFile) : undefined;
  } catch {
    return undefined;
  }
}
