import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";

/**
 * A folder of its own for each test of a file, which is also the one that the process
 * takes for temporary files, so that a test sees what is left there.
 */
export function useTemporaryFolder(): { readonly path: () => string; readonly entries: () => string[] } {
  let folder = "";
  let before: string | undefined;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "credport-test-"));
    before = process.env.TMPDIR;
    process.env.TMPDIR = folder;
  });
  afterEach(() => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    rmSync(folder, { recursive: true, force: true });
  });
  return { path: () => folder, entries: () => readdirSync(folder).sort() };
}
