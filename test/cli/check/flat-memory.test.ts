import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { FORMS, writeForm } from "../../../bench/_export-forms.mjs";
import { useTemporaryFolder } from "../../temporary-folder.js";
import { runBuiltCli } from "../run-built-cli.js";

const temporary = useTemporaryFolder();
const USERS = 50_000;
/** Some 18 MiB live whatever is read. Who keeps 280 bytes of each user needs more than the rest. */
const NODE_OPTIONS = "--max-old-space-size=32 --max-semi-space-size=2";

it("a check that writes files needs a heap of 32 MiB, of however many users", async () => {
  const form = FORMS["JSON lines, with --keep-metadata (auth0)"];
  if (form === undefined) throw new Error("there is no such form");
  const written = ["--out", "--rejects", "--keep-metadata"];
  const { args } = await writeForm(temporary.path(), { ...form, written }, USERS);
  const { code, err } = await runBuiltCli(["check", ...args], { env: { NODE_OPTIONS } });
  // A machine on which it takes half a minute has a line about how far it is.
  expect([code, err.replace(/^check: \d+ %, .*\n/gm, "")]).toEqual([0, ""]);
  const lines = (name: string) => readFileSync(join(temporary.path(), name), "utf8").split("\n").length - 1;
  expect([lines("out"), lines("keep-metadata"), lines("rejects")]).toEqual([USERS, USERS, 0]);
});
