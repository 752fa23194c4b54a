import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isJsonObject, jsonObject } from "../../lib/json-text.js";
import { counted } from "../../lib/plural.js";
import { refuse } from "../../problems/conformance.js";
import { type Result, success } from "../../result.js";
import { COPY_AGAIN, FORMAT_VERSION } from "./read-vector-file.js";

/** A vector file as the manifest lists it. */
export interface ListedFile {
  readonly path: string;
  readonly sha256: string;
  readonly count: number;
}

/**
 * Holds the files of a folder to the `manifest.json` beside them.
 *
 * @returns The version of the suite, or null where there is no manifest: vectors of one's own need none.
 */
export async function checkManifest(folder: string, files: readonly ListedFile[]): Promise<Result<string | null>> {
  const text = await readFile(join(folder, "manifest.json"), "utf8").catch((error: NodeJS.ErrnoException) => error);
  if (typeof text !== "string") {
    return text.code === "ENOENT"
      ? success(null)
      : refuse("conformance/vectors-unusable", `cannot read manifest.json (${text.code})`);
  }
  const manifest = parse(text);
  if (manifest === null) return changed("it is not a manifest");
  const { formatVersion, suiteVersion, files: listed } = manifest;
  if (formatVersion !== FORMAT_VERSION) return changed(`its formatVersion is not ${FORMAT_VERSION}`);
  const difference = differenceOf(listed, files);
  return difference === null ? success(suiteVersion) : changed(difference);
}

function changed(what: string) {
  return refuse("conformance/vectors-unusable", `the vectors are not those of manifest.json: ${what}`, COPY_AGAIN);
}

function parse(text: string) {
  const value = jsonObject(text);
  if (value === undefined || typeof value.suiteVersion !== "string" || !Array.isArray(value.files)) return null;
  if (!value.files.every(isListedFile)) return null;
  const { formatVersion, suiteVersion, files } = value;
  return { formatVersion, suiteVersion, files: files as readonly ListedFile[] };
}

function isListedFile(file: unknown): boolean {
  return (
    isJsonObject(file) &&
    typeof file.path === "string" &&
    typeof file.sha256 === "string" &&
    typeof file.count === "number"
  );
}

/** The first file that differs, in a few words. */
function differenceOf(listed: readonly ListedFile[], files: readonly ListedFile[]): string | null {
  const expected = new Map(listed.map((file) => [file.path, file]));
  for (const { path, sha256, count } of files) {
    const file = expected.get(path);
    if (file === undefined) return `${path} is not listed`;
    if (file.count !== count) return `${path} has ${counted(count, "test")} instead of ${file.count}`;
    if (file.sha256 !== sha256) return `${path} has another sum`;
    expected.delete(path);
  }
  const [missing] = expected.keys();
  return missing === undefined ? null : `${missing} is missing`;
}
