/** Copies into a folder what the site serves beside its pages: files of docs/, and each schema at the path of its $id. */
import { cpSync } from "node:fs";
import { join } from "node:path";
import { SCHEMAS, SERVED } from "./links.mjs";
import { DOCS, ROOT } from "./places.mjs";

export function copyServedFiles(target) {
  for (const name of SERVED) cpSync(join(DOCS, name), join(target, name), { recursive: true });
  for (const name of SCHEMAS) cpSync(join(ROOT, name), join(target, name), { recursive: true });
}
