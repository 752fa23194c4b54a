import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { copiedExample } from "../copied-example.js";

const run = promisify(execFile);

/** The example as it is printed in docs: supertokens-node against the rehearsal, by way of the built package. */
it("signs up, imports, signs in and verifies a code with supertokens-node", async () => {
  const { path, remove } = copiedExample("supertokens-node");
  onTestFinished(remove);
  const { stdout } = await run(process.execPath, ["run.mjs"], { cwd: path });
  const lines = stdout.trimEnd().split("\n");
  expect(lines.map((line) => line.split(/ {2,}/))).toEqual([
    ["sign-up", "OK"],
    ["import of a hash", "OK"],
    ["import of an authenticator app", "OK"],
    ["sign-in with a wrong password", "WRONG_CREDENTIALS_ERROR"],
    ["sign-in with the old password", "OK"],
    ["session of that user", "OK"],
    ["code of the authenticator app", "OK"],
    ["a wrong code", "INVALID_TOTP_ERROR"],
  ]);
});
