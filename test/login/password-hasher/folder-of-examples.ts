import { cpSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

export const ROOT = resolve(import.meta.dirname, "../../..");
export const EXAMPLES = join(ROOT, "docs/examples/verify-and-upgrade");

/** What no test installs: the night runs the whole ones. Here each does as much as its example asks for. */
const STAND_INS = {
  "better-auth": "export const betterAuth = (options) => ({ options, $context: options.database });",
  "@auth/core": "export default (options) => options;",
  "@nestjs/common": `
    export class HttpException extends Error { constructor(_, status) { super(); this.status = status; } }
    export class UnauthorizedException extends HttpException { constructor() { super("", 401); } }
    export const Logger = console;`,
  hono: "export class Hono { post(_, handle) { this.handle = handle; } }",
};

/** A folder with the examples, beside the packages that they load. Unless its text is given, credport is the real one. */
export function folderOfExamples(packages: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), "credport-hasher-"));
  cpSync(EXAMPLES, folder, { recursive: true });
  const modules = join(folder, "node_modules");
  for (const [name, text] of Object.entries({ ...STAND_INS, ...packages })) {
    mkdirSync(join(modules, name), { recursive: true });
    const exports = { ".": "./index.js", "./*": "./index.js" };
    writeFileSync(join(modules, name, "package.json"), JSON.stringify({ type: "module", exports }));
    writeFileSync(join(modules, name, "index.js"), text);
  }
  for (const name of ["express", "fastify"]) symlinkSync(join(ROOT, "node_modules", name), join(modules, name));
  if (packages.credport === undefined) symlinkSync(ROOT, join(modules, "credport"));
  return folder;
}

export function loadExample(folder: string, name: string) {
  return import(pathToFileURL(join(folder, name)).href);
}
