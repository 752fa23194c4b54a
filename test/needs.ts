import { spawnSync } from "node:child_process";
import { describe, test } from "vitest";
import { lacking } from "./skipped-tests.js";

/** What some tests need beside Node, git and a shell. Where it is missing they are skipped, and their names say why. */
export interface Need {
  readonly isMet: boolean;
  readonly describe: (name: string, body: () => void) => void;
  readonly test: (name: string, body: () => unknown, milliseconds?: number) => void;
}

export function needs(what: string, isMet: boolean): Need {
  const named = (name: string) => (isMet ? name : lacking(name, what));
  return {
    isMet,
    describe: (name, body) => describe.skipIf(!isMet)(named(name), body),
    test: (name, body, milliseconds) => test.skipIf(!isMet)(named(name), body, milliseconds),
  };
}

/** A program on the path, which ends well when it is called so. */
export function needsProgram(command: string, args: readonly string[] = ["--version"], what = command): Need {
  return needs(what, spawnSync(command, args, { stdio: "ignore" }).status === 0);
}
